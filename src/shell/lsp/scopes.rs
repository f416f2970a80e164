//! The other places of a name of a text: references, and renaming.
//!
//! The resolver has noted the meaning of each name ([`NameUse`]). In unreadable parts, and in expected results, names count as
//! those of the text.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use gen_lsp_types::{
    DocumentHighlight, DocumentHighlightKind, DocumentHighlightParams, DocumentHighlightRequest, Location,
    PrepareRenameParams, PrepareRenamePlaceholder, PrepareRenameRequest, PrepareRenameResult, ReferenceParams,
    ReferencesRequest, RenameParams, RenameRequest, WorkspaceEdit,
};

use super::answer::{Refusal, TextRequest};
use super::document::Document;
use super::names;
use crate::builtins;
use crate::eval::{NameUse, Scope};
use crate::source::Span;
use crate::syntax::lexer::lex;
use crate::syntax::token::Lexeme;
use lsp_server::ErrorCode;

/// The sign in front of an expected result.
const EXPECTED: &str = "#=>";

impl TextRequest for ReferencesRequest {
    fn answer(document: &mut Document, params: ReferenceParams) -> Result<Option<Vec<Location>>, Refusal> {
        let offset = document.places.offset(params.text_document_position_params.position);
        Ok(references(document, offset, params.context.include_declaration))
    }
}

impl TextRequest for DocumentHighlightRequest {
    fn answer(
        document: &mut Document,
        params: DocumentHighlightParams,
    ) -> Result<Option<Vec<DocumentHighlight>>, Refusal> {
        Ok(highlights(document, document.places.offset(params.text_document_position_params.position)))
    }
}

impl TextRequest for PrepareRenameRequest {
    fn answer(document: &mut Document, params: PrepareRenameParams) -> Result<Option<PrepareRenameResult>, Refusal> {
        let offset = document.places.offset(params.text_document_position_params.position);
        prepare_rename(document, offset).map(|renamable| Some(renamable.into()))
    }
}

impl TextRequest for RenameRequest {
    fn answer(document: &mut Document, params: RenameParams) -> Result<Option<WorkspaceEdit>, Refusal> {
        let offset = document.places.offset(params.text_document_position_params.position);
        rename(document, offset, params.new_name.trim()).map(Some)
    }
}

/// Returns the name at a byte, its end included.
pub fn at(document: &Document, offset: usize) -> Option<NameUse> {
    let after = document.names.partition_point(|name| name.span.start as usize <= offset);
    let name = document.names[..after].last()?;
    names::holds(name.span, offset).then_some(*name)
}

/// A name and all places of its text that mean the same.
struct Family<'d> {
    name: &'d str,
    /// The scope, or `None` if the name stands in an unreadable part.
    scope: Option<Scope>,
    /// The places, in order.
    places: Vec<Range<usize>>,
    /// The places that give it its meaning.
    definitions: Vec<Range<usize>>,
}

/// Returns all that means the same as the name at a byte.
fn family(document: &Document, offset: usize) -> Option<Family<'_>> {
    let text = document.places.text();
    let found = at(document, offset);
    let span = match found {
        Some(name) => name.span.range(),
        None => unread(document).find(|range| range.start <= offset && offset <= range.end)?,
    };
    let name = text.get(span)?;
    let scope = found.map(|name| name.scope);
    let means_it = |other: &&NameUse| match scope {
        Some(Scope::Local(_)) => Some(other.scope) == scope,
        _ => !matches!(other.scope, Scope::Local(_)) && text.get(other.span.range()) == Some(name),
    };
    let all: Vec<&NameUse> = document.names.iter().filter(means_it).collect();
    let definitions = all.iter().filter(|other| other.is_definition).map(|other| other.span.range()).collect();
    let mut places: Vec<_> = all.iter().map(|other| other.span.range()).collect();
    if !matches!(scope, Some(Scope::Local(_))) {
        places.extend(unread(document).filter(|range| text.get(range.clone()) == Some(name)));
        places.sort_unstable_by_key(|range| range.start);
        places.dedup();
    }
    Some(Family { name, scope, places, definitions })
}

/// Returns the names in unreadable parts, and those of functions and games in expected results.
fn unread(document: &Document) -> impl Iterator<Item = Range<usize>> + '_ {
    let text = document.places.text();
    let expected = lex(text).into_iter().filter(|lexeme| lexeme.kind == Lexeme::Expected);
    let results = expected.map(|lexeme| lexeme.start as usize + EXPECTED.len()..lexeme.end as usize);
    // A result prints a variable by its value; a vertex may have the name of a variable.
    let functions = names::definitions(&document.program)
        .filter(|(statement, _)| names::signature(statement).is_some_and(|signature| signature.contains('(')));
    let functions: HashSet<&str> = functions.map(|(_, name)| &*name.text).collect();
    let in_results = results.flat_map(move |part| names_in(document, part));
    let in_results = in_results.filter(move |place| functions.contains(&text[place.clone()]));
    document.unread.iter().flat_map(|part| names_in(document, part.clone())).chain(in_results)
}

/// Returns the names in a part of the text; fields are none.
fn names_in(document: &Document, part: Range<usize>) -> Vec<Range<usize>> {
    let lexemes = lex(document.places.text().get(part.clone()).unwrap_or(""));
    let is_field = |i: usize| i > 0 && lexemes[i - 1].kind == Lexeme::Dot;
    let names = (0..lexemes.len()).filter(|&i| lexemes[i].kind == Lexeme::Name && !is_field(i));
    names.map(|i| part.start + lexemes[i].start as usize..part.start + lexemes[i].end as usize).collect()
}

/// Returns the places of the name at a byte.
fn references(document: &Document, offset: usize, with_definitions: bool) -> Option<Vec<Location>> {
    let family = family(document, offset)?;
    let wanted = family.places.iter().filter(|place| with_definitions || !family.definitions.contains(place));
    let place = |place: &Range<usize>| Location {
        uri: document.uri.as_str().into(),
        range: document.places.range(place.clone()),
    };
    Some(wanted.map(place).collect())
}

/// Like [`references`], for marking the places while the cursor is on the name.
fn highlights(document: &Document, offset: usize) -> Option<Vec<DocumentHighlight>> {
    let family = family(document, offset)?;
    let place = |place: &Range<usize>| {
        let is_written = family.definitions.contains(place);
        let kind = if is_written { DocumentHighlightKind::Write } else { DocumentHighlightKind::Read };
        DocumentHighlight { range: document.places.range(place.clone()), kind: Some(kind) }
    };
    Some(family.places.iter().map(place).collect())
}

/// Returns the name at a byte and its place.
///
/// # Errors
/// The reason why it cannot be renamed.
fn prepare_rename(document: &Document, offset: usize) -> Result<PrepareRenamePlaceholder, Refusal> {
    let family = renamable(document, offset)?;
    let here = family.places.iter().find(|place| place.start <= offset && offset <= place.end).cloned();
    let range = document.places.range(here.unwrap_or(offset..offset));
    Ok(PrepareRenamePlaceholder { range, placeholder: family.name.into() })
}

fn refused(why: String) -> Refusal {
    (ErrorCode::RequestFailed, why)
}

fn renamable(document: &Document, offset: usize) -> Result<Family<'_>, Refusal> {
    let text = document.places.text();
    let Some(family) = family(document, offset) else {
        return Err(refused(match names::sign_at(text, offset) {
            Some(sign) if sign.kind.is_keyword() => {
                format!("`{}` is a word of the language and keeps its name", text.get(sign.range()).unwrap_or(""))
            }
            _ => "no name that is defined in this text stands here".into(),
        }));
    };
    let name = family.name;
    match family.scope {
        Some(Scope::Builtin) => Err(refused(format!("`{name}` is built in and keeps its name"))),
        Some(Scope::Global) if family.definitions.is_empty() => {
            Err(refused(format!("`{name}` is defined in another file; rename it there")))
        }
        _ => Ok(family),
    }
}

/// Returns the changes that rename the name at a byte.
///
/// # Errors
/// The reason why it cannot be renamed; a word that is no name, or a name that would change the meaning of another.
fn rename(document: &Document, offset: usize, new: &str) -> Result<WorkspaceEdit, Refusal> {
    let family = renamable(document, offset)?;
    let lexemes = lex(new);
    match lexemes[..] {
        [word] if word.kind == Lexeme::Name && word.range() == (0..new.len()) && !matches!(new, "_" | "pass") => {}
        [word] if word.kind.is_keyword() => {
            return Err(refused(format!("`{new}` is a word of the language and no name")));
        }
        _ => return Err(refused(format!("`{new}` is no name; names are letters, digits and `_`, a letter first"))),
    }
    let is_local = matches!(family.scope, Some(Scope::Local(_)));
    if !is_local && builtins::all().any(|row| row.name == new || row.aliases.contains(&new)) {
        return Err(refused(format!("`{new}` is built in; a definition of that name would hide it")));
    }
    let places = family.places;
    let mut text = document.places.text().to_string();
    places.iter().rev().for_each(|place| text.replace_range(place.clone(), new));
    let before = shape(&document.names, document.places.text());
    let (renamed, after) = document.names_of(&text);
    if before != shape(&after, &renamed) {
        return Err(refused(format!("`{new}` has another meaning where this name stands; choose another name")));
    }
    Ok(document.changes(places.into_iter().map(|place| (place, new))))
}

/// Returns the meaning of each name of a text as the number of the first one that means the same: it stays when names
/// change.
fn shape(names: &[NameUse], text: &str) -> Vec<(usize, bool)> {
    let mut first: HashMap<(Option<Span>, &str), usize> = HashMap::new();
    let mut number = |i: usize, name: &NameUse| {
        let key = match name.scope {
            Scope::Local(binder) => (Some(binder), ""),
            _ => (None, text.get(name.span.range()).unwrap_or("")),
        };
        *first.entry(key).or_insert(i)
    };
    names.iter().enumerate().map(|(i, name)| (number(i, name), name.is_definition)).collect()
}
