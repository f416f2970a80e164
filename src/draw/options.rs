//! The arguments of `draw` behind the thing that it draws: the file, the kind of picture, the theme.

use std::rc::Rc;

use crate::eval::{EvalError, FromValue, Session, Sort, ValueKind};
use crate::picture::{THEMES, Theme};
use crate::value::Value;

/// The word for the picture of all that can be reached.
const TREE: &str = "tree";

/// The name of a file, or the word `tree`.
pub(super) struct File(Rc<String>);

/// The argument `replace`: `true` if a file may be replaced. In its place there may be the word `tree`, or a file
/// behind that word.
pub(super) enum Manner {
    Replace(bool),
    Text(Rc<String>),
}

/// A theme by its name.
pub(super) struct Scheme(pub Theme);

impl FromValue for File {
    const KIND: ValueKind = ValueKind::new("a text", &[Sort::Text]);
    const WORDS: &'static [&'static str] = &[TREE];

    fn from_value(value: &Value, cx: &mut Session) -> Result<Option<File>, EvalError> {
        Ok(<Rc<String>>::from_value(value, cx)?.map(File))
    }
}

impl FromValue for Manner {
    const KIND: ValueKind = ValueKind::new("a boolean", &[]);
    const WORDS: &'static [&'static str] = &[TREE];

    fn from_value(value: &Value, cx: &mut Session) -> Result<Option<Manner>, EvalError> {
        if let Some(replace) = bool::from_value(value, cx)? {
            return Ok(Some(Manner::Replace(replace)));
        }
        Ok(<Rc<String>>::from_value(value, cx)?.map(Manner::Text))
    }
}

impl FromValue for Scheme {
    const KIND: ValueKind = ValueKind::new("`light`, `dark`, `transparent` or `print`", &[Sort::Shown]);
    const WORDS: &'static [&'static str] = &["light", "dark", "transparent", "print"];

    fn from_value(value: &Value, _: &mut Session) -> Result<Option<Scheme>, EvalError> {
        let Value::Text(name) = value else { return Ok(None) };
        Ok(THEMES.iter().find(|(known, _)| *known == name.as_str()).map(|(_, theme)| Scheme(*theme)))
    }
}

/// The file for a picture, the argument that names it, and the kind of picture.
pub(super) struct Aim {
    pub path: Option<Rc<String>>,
    pub argument: usize,
    pub replace: bool,
    pub tree: bool,
}

/// Reads `tree`, a file and `replace` in whatever order they stand.
pub(super) fn aim(file: Option<File>, manners: [Option<Manner>; 2]) -> Aim {
    let mut aim = Aim { path: None, argument: 1, replace: false, tree: false };
    let file = file.map(|file| Manner::Text(file.0));
    for (i, manner) in std::iter::once(file).chain(manners).enumerate() {
        match manner {
            None => {}
            Some(Manner::Replace(replace)) => aim.replace = replace,
            Some(Manner::Text(text)) if *text == TREE => aim.tree = true,
            Some(Manner::Text(text)) => (aim.path, aim.argument) = (Some(text), i + 1),
        }
    }
    aim
}
