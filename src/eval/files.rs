//! Files that built-ins write, through the host.

use std::io;

use super::errors::StreamError;
use super::{EvalError, Existing, Session};
use cg_engine::games::Fault;

/// A file that a call is to write.
pub struct Target<'a> {
    path: &'a str,
    /// The number of the argument of the call that is the path, from 0.
    argument: usize,
    /// The call that replaces the file in any case, with `FILE` for its name in quotes.
    call: &'static str,
    existing: Existing<'a>,
}

/// The reason why a file was not written.
#[derive(Debug)]
pub enum Unwritten {
    /// The world refuses it.
    Io(io::Error),
    /// The contents could not be made.
    EvalError(EvalError),
}

impl From<io::Error> for Unwritten {
    fn from(error: io::Error) -> Unwritten {
        Unwritten::Io(error)
    }
}

impl From<EvalError> for Unwritten {
    fn from(trouble: EvalError) -> Unwritten {
        Unwritten::EvalError(trouble)
    }
}

impl From<Fault> for Unwritten {
    fn from(fault: Fault) -> Unwritten {
        Unwritten::EvalError(fault.into())
    }
}

impl<'a> Target<'a> {
    /// Returns a file that is written only if there is none of that name.
    pub fn new(path: &'a str, argument: usize, call: &'static str) -> Target<'a> {
        Target { path, argument, call, existing: Existing::Stays }
    }

    /// Returns the target, which replaces a file that was written from here or has this mark.
    pub fn ours(self, mark: &'a [u8]) -> Target<'a> {
        Target { existing: Existing::Ours(mark), ..self }
    }

    /// Returns the target, which replaces any ordinary file if `replace`.
    pub fn replace(self, replace: bool) -> Target<'a> {
        Target { existing: if replace { Existing::Goes } else { self.existing }, ..self }
    }
}

/// Returns a path as the host understands it: it is taken from the folder of the script that names it.
pub(crate) fn beside(cx: &Session, path: &str) -> String {
    let script = cx.sources.get(cx.here().source);
    let folder = script.and_then(|script| std::path::Path::new(&*script.name).parent());
    folder.map_or_else(|| path.to_string(), |folder| folder.join(path).to_string_lossy().into_owned())
}

/// Writes a file, whole or not at all.
///
/// # Errors
/// A file that cannot be written or may not be replaced; the errors of `fill`.
pub(crate) fn write_file(
    cx: &mut Session,
    target: &Target<'_>,
    fill: impl FnOnce(&mut Session, &mut dyn io::Write) -> Result<(), Unwritten>,
) -> Result<(), EvalError> {
    let path = beside(cx, target.path);
    let written = cx.host.create_file(&path, target.existing).map_err(Unwritten::Io).and_then(|file| {
        let mut file = io::BufWriter::with_capacity(1 << 18, file);
        fill(cx, &mut file)?;
        let file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
        Ok(file.finish()?)
    });
    written.map_err(|why| match why {
        Unwritten::EvalError(trouble) => trouble,
        Unwritten::Io(error) => target.refused(&path, &error),
    })
}

/// Writes these bytes into a file.
///
/// # Errors
/// A file that cannot be written or may not be replaced.
pub(crate) fn write_bytes(cx: &mut Session, target: &Target<'_>, bytes: &[u8]) -> Result<(), EvalError> {
    write_file(cx, target, |_, file| Ok(file.write_all(bytes)?))
}

impl Target<'_> {
    fn refused(&self, path: &str, error: &io::Error) -> EvalError {
        let (path, argument) = (path.to_string(), self.argument);
        match error.kind() {
            io::ErrorKind::AlreadyExists => {
                let own = if self.existing == Existing::Stays { "" } else { " that was not written from here" };
                let again = self.call.replace("FILE", &crate::visible::quoted(self.path));
                StreamError::Exists { path, own, again, argument }
            }
            _ if path.is_empty() => StreamError::Nameless { argument },
            io::ErrorKind::NotFound => StreamError::NoFolder { path, argument },
            io::ErrorKind::IsADirectory => StreamError::Directory { path, argument },
            io::ErrorKind::PermissionDenied => StreamError::Forbidden { path, argument },
            _ => StreamError::Unwritable { path, error: error.to_string(), argument },
        }
        .into()
    }
}
