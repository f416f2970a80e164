//! Edges of Hackenbush pictures as lists: `[0, "B", 1]`.

use std::sync::Arc;

use crate::syntax::lexer::{Lexeme, lex};
use crate::value::Value;
use cg_engine::rulesets::hackenbush::{Colour, Edge};

/// Returns the edge that a list of a vertex, a colour and a vertex describes.
pub(crate) fn edge_of(value: &Value) -> Option<Edge> {
    let Value::List(list) = value else { return None };
    let [from, colour, to] = &list.iter().collect::<Vec<_>>()[..] else { return None };
    Some((label_of(from)?, colour_of(colour)?, label_of(to)?))
}

/// Returns the label of a vertex as a picture writes it: a number from 0, or a name.
pub(crate) fn label_of(value: &Value) -> Option<Arc<str>> {
    match value {
        Value::Integer(n) if *n >= 0 => Some(n.to_string().into()),
        Value::Text(text) if matches!(&lex(text)[..], [only] if only.kind == Lexeme::Name) => {
            Some(text.as_str().into())
        }
        _ => None,
    }
}

/// Returns the colour that a text of one letter names.
fn colour_of(value: &Value) -> Option<Colour> {
    match value {
        Value::Text(text) if text.len() == 1 => Colour::of_letter(text.chars().next()?),
        _ => None,
    }
}
