//! A lesson as a plain script: the meaning of its comments and statements for somebody who goes through it.
//!
//! - The first line is a comment with the title.
//! - A step is some lines of comment and the statements after them. An empty line ends it, and so does a comment
//!   after a statement.
//! - `#` alone divides paragraphs. A line of comment that begins with two blanks more is kept as it is.
//! - `Exercise:` begins an exercise. Its statements are the solution, and the text after the last `#=>` is the value
//!   that an answer must have. After `Exercise, any of:` that is a list, and each of its members is right.
//! - If the solution is one statement, its code is the question and may not be typed as the answer. It may if it is the
//!   value as written, or if a hint names its function.
//! - `Hint:` begins a hint of an exercise.

use std::ops::Range;

use crate::eval::ReadyStatement;
use crate::source::Source;

/// The sign of an exercise.
const EXERCISE: &str = "Exercise:";

/// The sign of an exercise with several answers.
const ANY_OF: &str = "Exercise, any of:";

/// The sign of a hint.
const HINT: &str = "Hint:";

/// A lesson.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Lesson {
    /// Its title.
    pub title: String,
    /// Its steps, in order.
    pub steps: Vec<Step>,
}

/// A step: something to read, something to see.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Step {
    /// The text to read.
    pub text: Vec<Paragraph>,
    /// The statements to run, as indices of the statements of the script; the solution if this is an exercise.
    pub statements: Range<usize>,
    /// The exercise, if this is one.
    pub exercise: Option<Exercise>,
}

/// The parts of an exercise besides its text and its solution.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Exercise {
    /// `true` if the solution is a list of right answers.
    pub any_of: bool,
    /// Help, to be given one after another.
    pub hints: Vec<String>,
    /// The code of which the answer is the value, or `None` if that code may be typed as the answer.
    pub question: Option<String>,
}

/// A piece of text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Paragraph {
    /// Filled to the width.
    Filled(String),
    /// A line kept as it is.
    Kept(String),
}

/// The part that a line of a comment continues.
#[derive(Clone, Copy, PartialEq)]
enum OpenComment {
    Nothing,
    Paragraph,
    Hint,
}

/// Returns the title of a script: its first comment.
pub fn title(text: &str) -> Option<&str> {
    text.lines().next()?.strip_prefix('#').map(str::trim).filter(|t| !t.is_empty())
}

/// Takes a script apart, of which these are the statements.
pub fn read(source: &Source, statements: &[ReadyStatement]) -> Lesson {
    let text = &*source.text;
    let mut reader = LessonReader { open: OpenComment::Nothing, step: Step::default(), lesson: Lesson::default() };
    let mut at = 0;
    // The statements that begin before the end of the line.
    let mut begun = 0;
    for (number, line) in text.split_inclusive('\n').enumerate() {
        let end = at + line.len();
        let first = begun;
        begun += statements[begun..].iter().take_while(|s| (s.span.start as usize) < end).count();
        let goes_on = first > 0 && statements[first - 1].span.end as usize > at;
        let comment = line.trim_start().strip_prefix('#').filter(|c| !c.starts_with("=>"));
        match comment {
            _ if goes_on || begun > first => reader.code(first..begun),
            Some(comment) if number == 0 => reader.lesson.title = comment.trim().into(),
            Some(comment) => reader.comment(comment.trim_end()),
            // An expected result may stand on a line of its own.
            None if line.trim().is_empty() => reader.end(begun),
            None => {}
        }
        at = end;
    }
    reader.end(begun);
    for step in &mut reader.lesson.steps {
        if let (Some(exercise), [solution]) = (&mut step.exercise, &statements[step.statements.clone()]) {
            exercise.question = question(source, solution, exercise);
        }
    }
    if reader.lesson.title.is_empty() {
        reader.lesson.title = source.name.to_string();
    }
    reader.lesson
}

/// Returns the code of the solution, or `None` if it may be typed as the answer: it is the value as written, a hint names
/// its function, or any of several answers is right.
fn question(source: &Source, solution: &ReadyStatement, exercise: &Exercise) -> Option<String> {
    let code = source.slice(solution.span).trim();
    let answer = solution.expected.as_ref()?.text.trim();
    let function = code.split_once('(').map_or(code, |(function, _)| function);
    let is_told = exercise.hints.iter().any(|hint| hint.contains(&format!("`{function}(")));
    (!exercise.any_of && !is_told && code != answer).then(|| code.into())
}

/// A lesson under construction.
struct LessonReader {
    open: OpenComment,
    step: Step,
    lesson: Lesson,
}

impl LessonReader {
    fn code(&mut self, statements: Range<usize>) {
        if self.step.statements.is_empty() {
            self.step.statements = statements;
        } else {
            self.step.statements.end = statements.end;
        }
    }

    fn comment(&mut self, line: &str) {
        if !self.step.statements.is_empty() {
            self.end(self.step.statements.end);
        }
        let kept = line.starts_with("   ");
        let line = line.strip_prefix(' ').unwrap_or(line);
        let sign = |sign| line.strip_prefix(sign).map(str::trim_start);
        if line.is_empty() {
            self.open = OpenComment::Nothing;
        } else if let Some(rest) = sign(EXERCISE) {
            self.exercise(false, rest);
        } else if let Some(rest) = sign(ANY_OF) {
            self.exercise(true, rest);
        } else if let (Some(rest), Some(exercise)) = (sign(HINT), &mut self.step.exercise) {
            exercise.hints.push(rest.into());
            self.open = OpenComment::Hint;
        } else if kept {
            self.step.text.push(Paragraph::Kept(line.into()));
            self.open = OpenComment::Nothing;
        } else {
            self.words(line);
        }
    }

    fn exercise(&mut self, any_of: bool, rest: &str) {
        self.step.exercise = Some(Exercise { any_of, hints: Vec::new(), question: None });
        self.step.text.push(Paragraph::Filled(format!("Exercise: {rest}")));
        self.open = OpenComment::Paragraph;
    }

    /// Continues the open part, or begins a paragraph.
    fn words(&mut self, line: &str) {
        let hint = self.step.exercise.as_mut().and_then(|e| e.hints.last_mut());
        let open = match (self.open, self.step.text.last_mut(), hint) {
            (OpenComment::Hint, _, Some(hint)) => hint,
            (OpenComment::Paragraph, Some(Paragraph::Filled(text)), _) => text,
            _ => {
                self.step.text.push(Paragraph::Filled(line.into()));
                return self.open = OpenComment::Paragraph;
            }
        };
        open.push(' ');
        open.push_str(line);
    }

    /// Ends the step, if there is anything in it; `next` is the statement that comes next.
    fn end(&mut self, next: usize) {
        let step = std::mem::take(&mut self.step);
        self.step.statements = next..next;
        self.open = OpenComment::Nothing;
        if !step.text.is_empty() || !step.statements.is_empty() {
            self.lesson.steps.push(step);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::{Quiet, Session};

    fn lesson(text: &str) -> Lesson {
        let mut session = Session::new(crate::builtins::all(), Box::new(Quiet::default()));
        let source = session.sources.add("own.cg", text);
        let prepared = session.prepare(&source);
        assert!(!prepared.has_errors());
        read(&source, &prepared.statements)
    }

    fn filled(text: &str) -> Paragraph {
        Paragraph::Filled(text.into())
    }

    #[test]
    fn steps_end_at_empty_lines() {
        let found = lesson("# Title\n#\n# One\n# two.\n#\n# Three.\n#   a  b\n1 + 1  #=> 2\n2\n\n# Last.\n");
        let first = Step {
            text: vec![filled("One two."), filled("Three."), Paragraph::Kept("  a  b".into())],
            statements: 0..2,
            exercise: None,
        };
        let last = Step { text: vec![filled("Last.")], statements: 2..2, exercise: None };
        assert_eq!(found, Lesson { title: "Title".into(), steps: vec![first, last] });
    }

    #[test]
    fn statements_over_several_lines_hold_together() {
        let found = lesson("# T\nfor n in 1..2 do\n\n  # not a step\n  print(n)\nend\n# Next\n3\n4\n#=> 4\n");
        let spans: Vec<_> = found.steps.iter().map(|s| s.statements.clone()).collect();
        assert_eq!(spans, [0..1, 1..3]);
    }

    #[test]
    fn exercises_have_hints() {
        let found = lesson("# T\n# Text.\n# Exercise: what\n# is it?\n# Hint: not\n# this.\n# Hint: that.\n1  #=> 1\n");
        let exercise = Exercise { any_of: false, hints: vec!["not this.".into(), "that.".into()], question: None };
        let step = &found.steps[0];
        assert_eq!(step.text, [filled("Text."), filled("Exercise: what is it?")]);
        assert_eq!(step.exercise.as_ref(), Some(&exercise));
        let any = lesson("# T\n\n# Exercise, any of: x\n[1]  #=> [1]\n");
        assert!(any.steps[0].exercise.as_ref().is_some_and(|e| e.any_of));
    }

    #[test]
    fn the_solution_is_the_question_unless_it_is_the_answer() {
        let question = |text: &str| {
            let exercise = lesson(&format!("# T\n\n# Exercise: x\n{text}\n")).steps.remove(0).exercise;
            exercise.and_then(|exercise| exercise.question)
        };
        assert_eq!(question("<0|1>  #=> 1/2").as_deref(), Some("<0|1>"));
        assert_eq!(question("# Hint: `mex({1})` helps.\nlen({1})  #=> 1").as_deref(), Some("len({1})"));
        for text in ["1/2  #=> 1/2", "<0|1>", "# Hint: `len(xs)` counts.\nlen({1})  #=> 1", "x := 1\nx  #=> 1"] {
            assert_eq!(question(text), None, "{text}");
        }
    }

    #[test]
    fn any_script_is_a_lesson() {
        assert_eq!(lesson("").steps, []);
        assert_eq!(lesson("1\n2").title, "own.cg");
        assert_eq!(lesson("1\n2").steps.len(), 1);
        assert_eq!(lesson("# Hint: none\n# Hint: a word\n").steps[0].text, [filled("Hint: a word")]);
    }
}
