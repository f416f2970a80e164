//! The definitions of a session, in their order, so that `:save` can write them and other sessions can have them.

use std::io::Write;

use super::prompt::folder;
use crate::eval::{Effect, Existing, ReadyStatement, Room, Session, bytes_text, is_result};
use crate::shell::files::Disk;
use crate::source::{Source, Sources, Span};
use crate::syntax;
use crate::syntax::lexer::lex;
use crate::syntax::token::Lexeme;
use crate::value::Value;
use cg_engine::notation::Notation;

/// The first line of a file written by `:save`, by which it knows its own files again.
const HEAD: &str = "# Saved by cg. `:load` or `import` this file to have the definitions back.";

/// The definitions so far.
#[derive(Default)]
pub struct Record {
    statements: Vec<(Span, String)>,
}

impl Record {
    /// Notes a definition or an import that was carried out.
    pub fn definition(&mut self, session: &mut Session, source: &Source, statement: &ReadyStatement) {
        let text = source.slice(statement.span).trim();
        let lexemes = lex(text);
        let word = |i: usize| lexemes.get(i).map_or("", |l| &text[l.range()]);
        if lexemes.first().is_some_and(|l| l.kind == Lexeme::Import) {
            // The path is meant from where the text stands, which need not be where it is saved.
            let path = folder(source).join(word(1).trim_matches('"'));
            let path = path.to_string_lossy().replace('\\', "\\\\").replace('"', "\\\"");
            return self.statements.push((statement.span, format!("import \"{path}\"")));
        }
        // A report of what was written: the file does not write it again.
        let rows = &session.globals.builtins;
        let acts = |word: &str| rows.find(word).is_some_and(|row| rows.row(row).effect == Effect::World);
        let is_report = matches!(statement.bound(session), Some(Value::Text(_)));
        if is_report
            && (0..lexemes.len()).map(word).any(acts)
            && let Some(report) = written(session, word(0))
        {
            return self.statements.push((statement.span, format!("{} := {report}", word(0))));
        }
        // Results stand in the file as they were: their names belong to whoever loads it.
        let (mut kept, mut end) = (String::new(), 0);
        for (i, lexeme) in lexemes.iter().enumerate().filter(|(i, _)| is_result(word(*i))) {
            if let Some(result) = written(session, word(i)) {
                kept += &format!("{}({result})", &text[end..lexeme.range().start]);
                end = lexeme.range().end;
            }
        }
        kept += &text[end..];
        // A bound name, such as `_` in `[0 for _ in 1..3]`, cannot be replaced by a value.
        let is_readable = !syntax::parse(&Sources::default().add("saved", &kept)).has_errors();
        self.statements.push((statement.span, if is_readable { kept } else { text.into() }));
    }

    /// Returns the texts that were noted, and forgets them.
    pub fn take(&mut self) -> Vec<String> {
        self.statements.drain(..).map(|(_, text)| text).collect()
    }

    /// Removes a definition that was undone.
    pub fn forget(&mut self, definition: Span) {
        self.statements.retain(|(span, _)| *span != definition);
    }

    /// Writes the definitions, but not over a file that is not one of ours.
    ///
    /// # Errors
    /// The reason why it was not written.
    pub fn save(&self, path: &str) -> Result<String, String> {
        if self.statements.is_empty() {
            return Err("nothing is defined yet, so there is nothing to save".into());
        }
        let statements: Vec<&str> = self.statements.iter().map(|(_, text)| &**text).collect();
        let text = format!("{HEAD}\n\n{}\n", statements.join("\n"));
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

fn written(session: &mut Session, name: &str) -> Option<String> {
    let value = session.variable(name)?.clone();
    session.within(Room::WHOLE, |session| session.written(&value, Notation::Ascii)).ok()
}
