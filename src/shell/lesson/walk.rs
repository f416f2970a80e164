//! Going through a lesson: a step is shown, and then the person chooses the next one.
//!
//! Every line is a word that leads through the lesson, or a line for the session in which the lesson's own statements
//! run. The person's definitions stay, but a name of the lesson regains its meaning in the lesson before the next
//! statement, and built-in names cannot be hidden.

use std::borrow::Cow;
use std::cell::RefCell;
use std::rc::Rc;

use super::fill;
use super::lines::{Heard, Lines};
use super::progress::{CourseProgress, LessonPlace};
use crate::builtins;
use crate::eval::Prepared;
use crate::guide::lessons::format::{self, Exercise, Lesson, Step};
use crate::guide::lessons::{AnswerKey, with_zeros};
use crate::shell::app::{App, Status};
use crate::shell::repl::{Prompt, highlight};
use crate::shell::world;
use crate::source::Source;
use crate::syntax::lexer::{Lexeme, lex};
use crate::visible;

/// The words that are understood besides statements.
const WORDS: &str = "An empty line goes on, `b` goes back, `quit` leaves. At an exercise type your answer, or `hint` or \
                     `skip`. Anything else is evaluated; `:help` explains names.";

/// The replies to right answers, in turn.
const PRAISE: [&str; 4] = ["Right.", "Yes.", "Correct.", "That is it."];

/// A lesson under way.
pub struct Walk {
    prompt: Rc<RefCell<Prompt>>,
    lines: Lines,
    colours: bool,
    number: Option<usize>,
    name: String,
    lesson: Lesson,
    source: Source,
    prepared: Prepared,
    /// `true` if the names of the lesson may have been given another meaning.
    stale: bool,
    progress: CourseProgress,
}

/// The next step of the walk.
enum Turn {
    On,
    Back,
    Leave(Status),
}

/// The purpose of a line.
enum LineWord {
    On,
    Back,
    Leave,
    Hint,
    Skip,
    Words,
    Evaluate,
}

impl Walk {
    /// Reads a lesson.
    ///
    /// # Errors
    /// The mistakes in it have been reported.
    pub fn begin(
        mut app: App,
        number: Option<usize>,
        name: &str,
        text: &str,
        person: bool,
        progress: CourseProgress,
    ) -> Result<Walk, Status> {
        let colours = app.settings.colour_on(&std::io::stdout());
        let (source, prepared) = app.prepare(name, text);
        if !app.may_run(&source, &prepared) {
            return Err(Status::Wrong);
        }
        let lesson = format::read(&source, &prepared.statements);
        let prompt = Rc::new(RefCell::new(Prompt::new(app)));
        let lines = Lines::open(person, &prompt, colours).map_err(|message| {
            world::complain(&format!("cg: {message}"));
            Status::Wrong
        })?;
        let name = name.to_string();
        Ok(Walk { prompt, lines, colours, number, name, lesson, source, prepared, stale: false, progress })
    }

    /// Goes through the lesson, beginning with a step.
    pub fn go(&mut self, first: usize) -> Status {
        let steps = self.lesson.steps.len();
        if first > steps && steps > 0 {
            let noun = if steps == 1 { "step" } else { "steps" };
            world::complain(&format!("cg: this lesson has {steps} {noun}; there is no step {first}"));
            return Status::Wrong;
        }
        let title = super::heading(self.number, &self.lesson.title);
        self.say(&title, "1");
        let mut at = first - 1;
        self.stale = at > 0;
        while at < steps {
            self.keep(at + 1);
            match self.step(at) {
                Turn::On => at += 1,
                Turn::Back => at = at.saturating_sub(1),
                Turn::Leave(status) => {
                    if status == Status::Fine {
                        self.farewell(at);
                    }
                    return status;
                }
            }
        }
        self.keep(steps + 1);
        world::put("\n");
        let next = self.number.map(|n| n + 1).and_then(|n| Some((n, super::title(n)?)));
        match next {
            Some((n, title)) => {
                self.tell(&format!("This was the last step. The next lesson is `cg lesson {n}`: {title}"))
            }
            None => self.tell("This was the last step."),
        }
        Status::Fine
    }

    /// Keeps the step where the person is.
    fn keep(&mut self, step: usize) {
        if let Some(lesson) = self.number {
            self.progress.keep(LessonPlace { lesson, step, steps: self.lesson.steps.len() });
        }
    }

    fn farewell(&mut self, at: usize) {
        let lesson = self.number.map_or_else(|| self.name.clone(), |n| n.to_string());
        let step = if at > 0 { format!(" {}", at + 1) } else { String::new() };
        world::put("\n");
        self.tell(&format!("Goodbye. `cg lesson {lesson}{step}` goes on from here."));
    }

    /// Shows a step and listens until it is clear where to go.
    fn step(&mut self, at: usize) -> Turn {
        let step = self.lesson.steps[at].clone();
        world::put("\n");
        self.say(&format!("step {} of {}", at + 1, self.lesson.steps.len()), "2");
        if !step.text.is_empty() {
            world::put("\n");
            let width = self.lines.width();
            world::put_styled(&fill::paragraphs(&step.text, width, self.colours));
        }
        self.restore(at);
        let turn = match &step.exercise {
            Some(exercise) => self.ask(at, &step, exercise),
            None => self.show(&step).err(),
        };
        turn.unwrap_or_else(|| self.pause(at))
    }

    /// Listens until it is clear where to go.
    fn pause(&mut self, at: usize) -> Turn {
        if at == 0 && self.number.is_some_and(|n| n == 1) {
            world::put("\n");
            self.tell(WORDS);
        }
        loop {
            let line = match self.hear(at) {
                Ok(line) => line,
                Err(turn) => return turn,
            };
            match word(&line) {
                LineWord::On | LineWord::Skip => return Turn::On,
                LineWord::Back => return Turn::Back,
                LineWord::Leave => return Turn::Leave(Status::Fine),
                LineWord::Words => self.tell(WORDS),
                LineWord::Hint => self.tell("There is nothing to guess here. An empty line goes on."),
                LineWord::Evaluate => {
                    if let Some(turn) = self.evaluate(&line) {
                        return turn;
                    }
                }
            }
        }
    }

    /// Asks until the answer is right or unwanted; then shows the solution.
    fn ask(&mut self, at: usize, step: &Step, exercise: &Exercise) -> Option<Turn> {
        let last = step.statements.clone().next_back().map(|i| &self.prepared.statements[i]);
        let solution = last.and_then(|s| s.expected.as_ref()).map(|e| e.text.trim().to_string());
        let key = solution.as_deref().map(|solution| {
            let mut prompt = self.prompt.borrow_mut();
            prompt.app.aside(|session| AnswerKey::new(session, solution, exercise.any_of, exercise.question.as_deref()))
        });
        let is_answer = |line: &str| key.as_ref().is_some_and(|key| key.is_answer(line));
        let mut hints = exercise.hints.iter();
        loop {
            let line = match self.hear_until(at, &is_answer) {
                Ok(line) => line,
                Err(turn) => return Some(turn),
            };
            let word = if is_answer(&line) { LineWord::Evaluate } else { word(&line) };
            match word {
                LineWord::On => self.tell("Type an answer, or `hint` or `skip`."),
                LineWord::Back => return Some(Turn::Back),
                LineWord::Leave => return Some(Turn::Leave(Status::Fine)),
                LineWord::Words => self.tell(WORDS),
                LineWord::Hint => match hints.next() {
                    Some(hint) => self.tell(&format!("Hint: {hint}")),
                    None if exercise.hints.is_empty() => self.tell("There is no hint. `skip` shows the solution."),
                    None => self.tell("There are no more hints. `skip` shows the solution."),
                },
                LineWord::Skip => {
                    world::put("The lesson answers:\n");
                    return self.reveal(at, step);
                }
                LineWord::Evaluate => {
                    let typed = key.as_ref().map_or(Cow::Borrowed(&*line), |key| key.spelled(&line));
                    if let Some(turn) = self.evaluate(&typed) {
                        return Some(turn);
                    }
                    let answer = self.prompt.borrow().answer().cloned();
                    let (Some(answer), Some(key)) = (answer, &key) else { continue };
                    let mut prompt = self.prompt.borrow_mut();
                    let wrong = prompt.app.aside(|session| key.difference(session, &answer, &typed));
                    drop(prompt);
                    let Some(wrong) = wrong else {
                        self.tell(&format!("{} The lesson answers:", PRAISE[at % PRAISE.len()]));
                        return self.reveal(at, step);
                    };
                    self.tell(&format!("{wrong} Try again, or type `hint` or `skip`."));
                }
            }
        }
    }

    /// Shows the solution of an exercise.
    fn reveal(&mut self, at: usize, step: &Step) -> Option<Turn> {
        self.restore(at);
        self.show(step).err()
    }

    /// Shows the statements of a step, each with its result.
    fn show(&mut self, step: &Step) -> Result<(), Turn> {
        for i in step.statements.clone() {
            let statement = &self.prepared.statements[i];
            let text = self.source.slice(statement.span).trim();
            world::put("\n");
            for (i, line) in text.lines().enumerate() {
                let sign = if i == 0 { "cg> " } else { "    " };
                let line = if self.colours { highlight(line) } else { visible::text(line).into_owned() };
                world::put_styled(&format!("{sign}{line}\n"));
            }
            let Ok(mut prompt) = self.prompt.try_borrow_mut() else { continue };
            let ran = prompt.app.step(&self.source, statement);
            if ran.status == Status::Interrupted && matches!(self.lines, Lines::Pipe(_)) {
                return Err(Turn::Leave(Status::Interrupted));
            }
        }
        Ok(())
    }

    /// Evaluates the person's input; the turn is one that cannot wait.
    fn evaluate(&mut self, line: &str) -> Option<Turn> {
        let line = &*with_zeros(line);
        if let Some(name) = hidden(line) {
            self.tell(&format!("`{name}` is built in, and this lesson may need it. Choose another name."));
            return None;
        }
        self.stale |= changes_names(line);
        let heard = self.prompt.try_borrow_mut().ok()?.run_line(line);
        match heard {
            None => Some(Turn::Leave(Status::Fine)),
            Some(Status::Interrupted) if matches!(self.lines, Lines::Pipe(_)) => Some(Turn::Leave(Status::Interrupted)),
            Some(_) => None,
        }
    }

    /// Gives the names of the lesson the meaning that they have before a step.
    fn restore(&mut self, at: usize) {
        if !std::mem::take(&mut self.stale) {
            return;
        }
        let Ok(mut prompt) = self.prompt.try_borrow_mut() else { return };
        let app = &mut prompt.app;
        // A session that was reset knows the names by other numbers, so the text is read again.
        (self.source, self.prepared) = app.prepare(&self.name, &self.source.text.clone());
        let before = self.lesson.steps[at].statements.start;
        for statement in self.prepared.statements.iter().take(before).filter(|s| s.is_definition()) {
            let _ = app.evaluate(statement);
        }
    }

    /// Returns the next line.
    fn hear(&mut self, at: usize) -> Result<String, Turn> {
        self.hear_until(at, &|_| false)
    }

    /// Reads the next line, and the lines that complete it. A text for which `is_whole` returns `true` is complete.
    fn hear_until(&mut self, at: usize, is_whole: &dyn Fn(&str) -> bool) -> Result<String, Turn> {
        let lesson = self.number.map_or(String::new(), |n| format!("{n}."));
        loop {
            match self.lines.next(&format!("{lesson}{}> ", at + 1), is_whole) {
                Ok(Heard::Line(line)) => return Ok(line),
                Ok(Heard::Nothing) => {}
                Ok(Heard::End) => return Err(Turn::Leave(Status::Fine)),
                Err(message) => {
                    world::complain(&format!("cg: {message}"));
                    return Err(Turn::Leave(Status::Wrong));
                }
            }
        }
    }

    /// Writes a sentence.
    fn tell(&mut self, text: &str) {
        let width = self.lines.width();
        world::put_styled(&fill::filled(text, width, self.colours));
    }

    /// Writes a heading.
    fn say(&mut self, text: &str, style: &str) {
        let width = self.lines.width();
        let text = fill::filled(text, width, false);
        let text = text.trim_end();
        world::put_styled(&if self.colours { format!("\x1b[{style}m{text}\x1b[0m\n") } else { format!("{text}\n") });
    }
}

fn word(line: &str) -> LineWord {
    match line.trim() {
        "" | "next" | ":next" => LineWord::On,
        "b" | "back" | ":back" => LineWord::Back,
        "q" | "quit" | "exit" => LineWord::Leave,
        "hint" | ":hint" => LineWord::Hint,
        "skip" | ":skip" => LineWord::Skip,
        "help" | "?" => LineWord::Words,
        _ => LineWord::Evaluate,
    }
}

/// Returns `true` if a line may give names another meaning.
fn changes_names(line: &str) -> bool {
    line.trim_start().starts_with(':') || lex(line).iter().any(|l| matches!(l.kind, Lexeme::Define | Lexeme::Import))
}

/// Returns a built-in name that a line would hide.
fn hidden(line: &str) -> Option<&str> {
    let mut begins = true;
    let mut candidate = None;
    for lexed in lex(line) {
        match lexed.kind {
            Lexeme::Newline | Lexeme::Semicolon => (begins, candidate) = (true, None),
            Lexeme::Game => {}
            Lexeme::Name if begins => {
                let name = &line[lexed.range()];
                let built_in = |b: &crate::eval::Builtin| b.name == name || b.aliases.contains(&name);
                candidate = builtins::all().any(built_in).then_some(name);
                begins = false;
            }
            Lexeme::Define if candidate.is_some() => return candidate,
            _ => begins = false,
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn built_in_names_are_not_hidden() {
        assert_eq!(hidden("nim := 3"), Some("nim"));
        assert_eq!(hidden("x := 1; game kayles(n) := <kayles(n-1)>"), Some("kayles"));
        assert_eq!(hidden("x := nim(3)"), None);
        assert_eq!(hidden("outcome(nim(3))"), None);
        assert!(changes_names("x := 3") && changes_names(":reset") && !changes_names("x == 3"));
    }
}
