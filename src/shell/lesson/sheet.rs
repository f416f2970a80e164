//! The exercises of a lesson on paper, with their solutions on a page of their own: as Typst, or as the pages of a PDF.

use crate::eval::{Prepared, ReadyStatement};
use crate::guide::lessons::format::{Lesson, Paragraph, Step};
#[cfg(feature = "pdf")]
use crate::lines;
#[cfg(feature = "pdf")]
use crate::picture::{Anchor, Drawing, Ink};
use crate::source::Source;

/// A sheet with exercises and their solutions.
pub struct Sheet {
    title: String,
    parts: Vec<Part>,
}

/// A part of a sheet, from top to bottom.
enum Part {
    /// The number of an exercise.
    Exercise(usize),
    Prose(String),
    Code(String),
    /// Room for an answer.
    Room,
    /// The page of the solutions begins.
    Solutions,
}

impl Sheet {
    /// Returns the sheet of a lesson. Before an exercise stand the games and functions that the lesson has defined since the
    /// last one, and the step that leads to it.
    pub fn of(title: &str, lesson: &Lesson, source: &Source, prepared: &Prepared) -> Sheet {
        let (mut exercises, mut solutions) = (Vec::new(), vec![Part::Solutions]);
        let mut number = 0;
        for (i, step) in lesson.steps.iter().enumerate() {
            let leads_on = lesson.steps.get(i + 1).is_some_and(|next| next.exercise.is_some());
            let statements = &prepared.statements[step.statements.clone()];
            let written = |statement: &ReadyStatement| source.slice(statement.span).trim().to_string();
            let with_result = |statement: &ReadyStatement| {
                let result = statement.expected.as_ref().map(|result| result.text.trim());
                result.map(|result| format!("{}\n#=> {result}", written(statement)))
            };
            let Some(exercise) = &step.exercise else {
                let shown = statements.iter().filter_map(|statement| match statement.is_definition() {
                    true => Some(written(statement)),
                    false => with_result(statement).filter(|_| leads_on),
                });
                let shown: Vec<String> = shown.collect();
                if leads_on || !shown.is_empty() {
                    exercises.extend(text(step));
                }
                if !shown.is_empty() {
                    exercises.push(Part::Code(shown.join("\n")));
                }
                continue;
            };
            number += 1;
            exercises.push(Part::Exercise(number));
            exercises.extend(text(step));
            exercises.push(Part::Room);
            solutions.push(Part::Exercise(number));
            solutions.extend(exercise.hints.iter().cloned().map(Part::Prose));
            if let Some((last, before)) = statements.split_last() {
                let answer = with_result(last).unwrap_or_else(|| written(last));
                solutions.push(Part::Code(before.iter().map(written).chain([answer]).collect::<Vec<_>>().join("\n")));
            }
        }
        exercises.extend(solutions);
        Sheet { title: title.to_string(), parts: exercises }
    }

    /// Returns the sheet as Typst.
    pub fn typst(&self) -> String {
        let mut text = format!("= {}\n\nName:\n", prose(&self.title));
        for part in &self.parts {
            text += &match part {
                Part::Exercise(number) => format!("\n== Exercise {number}\n"),
                Part::Prose(words) => format!("\n{}\n", prose(words)),
                Part::Code(code) => block(code),
                Part::Room => "\n#v(6em)\n".into(),
                Part::Solutions => "#pagebreak()\n= Solutions\n".into(),
            };
        }
        text
    }

    /// Returns the sheet as pages of one size.
    #[cfg(feature = "pdf")]
    pub fn pages(&self) -> Vec<Drawing> {
        let mut pages = Pages::default();
        pages.text(&self.title, 0);
        pages.text("Name:", 0);
        for part in &self.parts {
            match part {
                Part::Exercise(number) => {
                    // With room for a few lines of what is asked.
                    pages.demand(8);
                    pages.row += 1;
                    pages.text(&format!("Exercise {number}"), 0);
                }
                Part::Prose(words) => pages.text(&words.replace('`', ""), 0),
                Part::Code(code) => pages.text(code, 4),
                Part::Room => pages.row += 5,
                Part::Solutions => {
                    pages.turn();
                    pages.text("Solutions", 0);
                }
            }
        }
        pages.turn();
        pages.done
    }
}

/// Pages that are being filled.
#[cfg(feature = "pdf")]
#[derive(Default)]
struct Pages {
    done: Vec<Drawing>,
    page: Drawing,
    row: usize,
}

#[cfg(feature = "pdf")]
impl Pages {
    /// The columns and rows of a page.
    const SIZE: (usize, usize) = (84, 62);

    /// Begins another page unless there is room for some rows.
    fn demand(&mut self, rows: usize) {
        if self.row + rows > Pages::SIZE.1 {
            self.turn();
        }
    }

    /// Ends the page. Its corners are marked by labels without letters, so that all pages have one size.
    fn turn(&mut self) {
        let mut page = std::mem::take(&mut self.page);
        page.label((0.0, 0.0), "", Anchor::Start, Ink::Plain);
        page.label((Pages::SIZE.0 as f64, Pages::SIZE.1 as f64), "", Anchor::End, Ink::Plain);
        self.done.push(page);
        self.row = 0;
    }

    /// Writes a text that begins some columns further in, and leaves a row free.
    fn text(&mut self, text: &str, indent: usize) {
        for line in lines::fitted(text, Pages::SIZE.0 - indent).lines() {
            self.demand(1);
            let inside = line.len() - line.trim_start().len();
            let words = line.trim_start().replace(' ', "\u{a0}");
            let at = ((indent + inside) as f64, self.row as f64);
            self.page.label(at, words, Anchor::Start, Ink::Plain);
            self.row += 1;
        }
        self.row += 1;
    }
}

/// Returns the text of a step; kept lines that follow each other are one block. An exercise begins with a capital here, for its
/// heading says that it is one.
fn text(step: &Step) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::new();
    for paragraph in &step.text {
        match (paragraph, parts.last_mut()) {
            (Paragraph::Filled(words), _) => parts.push(Part::Prose(match words.strip_prefix("Exercise: ") {
                Some(asked) => {
                    let mut letters = asked.chars();
                    let first = letters.next().map_or(String::new(), |letter| letter.to_uppercase().collect());
                    first + letters.as_str()
                }
                None => words.to_string(),
            })),
            (Paragraph::Kept(line), Some(Part::Code(code))) => *code = format!("{code}\n{line}"),
            (Paragraph::Kept(line), _) => parts.push(Part::Code(line.to_string())),
        }
    }
    parts
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
