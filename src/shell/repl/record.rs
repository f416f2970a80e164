//! The definitions of a dialogue, in the order in which they were made, so that `:save` can write them.

use std::io::Write;

use super::dialogue::folder;
use crate::eval::{Existing, ReadyStatement, Room, Session, bytes_text};
use crate::shell::desk::Desk;
use crate::shell::files::Disk;
use crate::source::Source;
use crate::syntax::lexer::lex;
use crate::syntax::token::Lexeme;
use cg_engine::notation::Notation;

/// The first line of what `:save` writes, by which it knows its own files again.
const HEAD: &str = "# Saved by cg. `:load` or `import` this file to have the definitions back.";

/// The definitions so far.
#[derive(Default)]
pub struct Record {
    statements: Vec<String>,
}

impl Record {
    /// Notes a definition or an import that was carried out.
    pub fn definition(&mut self, desk: &mut Desk, source: &Source, statement: &ReadyStatement) {
        let text = source.slice(statement.span).trim();
        let lexemes = lex(text);
        let word = |i: usize| lexemes.get(i).map_or("", |l| &text[l.range()]);
        if lexemes.first().is_some_and(|l| l.kind == Lexeme::Import) {
            // The path is meant from where the text stands, which need not be where it is saved.
            let path = folder(source).join(word(1).trim_matches('"'));
            let path = path.to_string_lossy().replace('\\', "\\\\").replace('"', "\\\"");
            return self.statements.push(format!("import \"{path}\""));
        }
        // What `_` was when it was used.
        if (0..lexemes.len()).any(|i| word(i) == "_")
            && let Some(last) = last_result(&mut desk.session)
        {
            self.statements.push(format!("_ := {last}"));
        }
        self.statements.push(text.into());
    }

    /// Writes the definitions, but not over a file that is not one of ours.
    ///
    /// # Errors
    /// Why it was not written.
    pub fn save(&self, path: &str) -> Result<String, String> {
        if self.statements.is_empty() {
            return Err("nothing is defined yet, so there is nothing to save".into());
        }
        let text = format!("{HEAD}\n\n{}\n", self.statements.join("\n"));
        let file = Disk::default().create(path, Existing::Ours(HEAD.as_bytes()));
        let written = file.and_then(|mut file| file.write_all(text.as_bytes()).and_then(|()| file.finish()));
        written.map_err(|error| match error.kind() {
            std::io::ErrorKind::AlreadyExists => {
                format!("there is a file `{path}` already that was not saved from here; choose another name")
            }
            _ => format!("`{path}` cannot be written: {error}"),
        })?;
        let count = self.statements.len();
        let noun = if count == 1 { "definition" } else { "definitions" };
        Ok(format!("{count} {noun} in `{path}` ({})\n", bytes_text(text.len())))
    }
}

fn last_result(session: &mut Session) -> Option<String> {
    let last = session.variable("_")?.clone();
    session.within(Room::WHOLE, |session| session.written(&last, Notation::Ascii)).ok()
}
