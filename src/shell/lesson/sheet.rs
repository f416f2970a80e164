//! The exercises of a lesson on paper, with their solutions on a page of their own, as Typst.

use crate::eval::Prepared;
use crate::guide::lessons::format::{Lesson, Paragraph, Step};
use crate::source::Source;

/// Returns the sheet. Before an exercise stand the games and functions that the lesson has defined since the last one.
pub fn sheet(title: &str, lesson: &Lesson, source: &Source, prepared: &Prepared) -> String {
    let mut exercises = format!("= {}\n\nName:\n", prose(title));
    let mut solutions = String::from("#pagebreak()\n= Solutions\n");
    let mut number = 0;
    for step in &lesson.steps {
        let statements = &prepared.statements[step.statements.clone()];
        let code = |wanted: &dyn Fn(usize) -> bool| {
            let texts = statements.iter().enumerate().filter(|(i, _)| wanted(*i));
            texts.map(|(_, statement)| source.slice(statement.span).trim()).collect::<Vec<_>>().join("\n")
        };
        let Some(exercise) = &step.exercise else {
            if statements.iter().any(|statement| statement.is_definition()) {
                exercises += &text(step);
                exercises += &block(&code(&|i| statements[i].is_definition()));
            }
            continue;
        };
        number += 1;
        exercises += &format!("\n== Exercise {number}\n{}\n#v(6em)\n", text(step));
        solutions += &format!("\n== Exercise {number}\n");
        for hint in &exercise.hints {
            solutions += &format!("\n{}\n", prose(hint));
        }
        let answer = statements.last().and_then(|statement| statement.expected.as_ref());
        let answer = answer.map_or(String::new(), |answer| format!("\n#=> {}", answer.text.trim()));
        solutions += &block(&format!("{}{answer}", code(&|_| true)));
    }
    exercises + &solutions
}

/// Returns the text of a step. An exercise begins with a capital here, for its heading says that it is one.
fn text(step: &Step) -> String {
    let paragraphs = step.text.iter().map(|paragraph| match paragraph {
        Paragraph::Filled(words) => match words.strip_prefix("Exercise: ") {
            Some(asked) => {
                let mut letters = asked.chars();
                let first = letters.next().map_or(String::new(), |letter| letter.to_uppercase().collect());
                format!("\n{}\n", prose(&(first + letters.as_str())))
            }
            None => format!("\n{}\n", prose(words)),
        },
        Paragraph::Kept(line) => block(line),
    });
    paragraphs.collect()
}

/// Returns code or a kept line as a block.
fn block(code: &str) -> String {
    let longest = code.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest.max(2) + 1);
    format!("\n{fence}text\n{code}\n{fence}\n")
}

/// Returns prose. Code between backticks is written alike in Typst, and other signs that mean something there are escaped.
fn prose(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let pairs = text.matches('`').count() / 2 * 2;
    let mut ticks = 0;
    for sign in text.chars() {
        let is_tick = sign == '`';
        ticks += usize::from(is_tick);
        let is_code = ticks % 2 == 1 && ticks < pairs || is_tick && ticks <= pairs;
        if !is_code && "\\#*_$@<>[]~/`".contains(sign) {
            out.push('\\');
        }
        out.push(sign);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_of_typst_are_escaped_outside_of_code() {
        assert_eq!(prose("a `*2 # x` and *3 of $5"), "a `*2 # x` and \\*3 of \\$5");
        assert_eq!(prose("an odd ` sign"), "an odd \\` sign");
        assert_eq!(block("a```b"), "\n````text\na```b\n````\n");
    }
}
