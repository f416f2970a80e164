//! Pictures as the bytes of files, each in the way that the ending of its name says.

use std::path::Path;

use super::errors::DrawError;
use crate::eval::EvalError;
use crate::picture::{Drawing, Look, svg, tikz, typst};
use cg_engine::games::{Budget, Fault};

/// Writes a drawing as the bytes of a file. Returns `None` if it is too long and thin.
type Write = fn(&Drawing, Look, &mut Budget) -> Result<Option<Vec<u8>>, Fault>;

/// A way to write pictures: the ending, its name, and what writes it, if that was built in.
#[derive(Clone, Copy)]
pub(super) struct Encoding(&'static str, &'static str, Option<Write>);

const ENCODINGS: [Encoding; 6] = [
    Encoding("svg", "SVG", Some(|drawing, look, budget| Ok(Some(svg::styled(drawing, look, budget)?.into_bytes())))),
    Encoding("png", "PNG", PNG),
    Encoding("pdf", "PDF", PDF),
    Encoding("tikz", "TikZ", Some(|drawing, _, _| Ok(Some(tikz::text(drawing).into_bytes())))),
    Encoding("tex", "LaTeX", Some(|drawing, _, _| Ok(Some(tikz::document(drawing).into_bytes())))),
    Encoding("typ", "Typst", Some(|drawing, look, _| Ok(Some(typst::text(drawing, look).into_bytes())))),
];

#[cfg(feature = "png")]
const PNG: Option<Write> = Some(crate::picture::png::bytes);
#[cfg(not(feature = "png"))]
const PNG: Option<Write> = None;
#[cfg(feature = "pdf")]
const PDF: Option<Write> = Some(crate::picture::pdf::bytes);
#[cfg(not(feature = "pdf"))]
const PDF: Option<Write> = None;

impl Encoding {
    /// Returns the encoding that the ending of a file name, an argument of `draw`, means.
    ///
    /// # Errors
    /// An ending that means none, or one that was not built in.
    pub(super) fn of(path: &str, argument: usize) -> Result<Encoding, EvalError> {
        let ending = Path::new(path).extension().map_or(String::new(), |e| e.to_string_lossy().to_lowercase());
        if path.is_empty() {
            return Err(DrawError::NamelessFile.into());
        }
        let Some(encoding) = ENCODINGS.into_iter().find(|known| known.0 == ending) else {
            let path = path.to_string();
            return Err(match ending.is_empty() {
                true => DrawError::NoEnding { path, argument },
                false => DrawError::Ending { path, ending, argument },
            }
            .into());
        };
        if encoding.2.is_none() {
            return Err(DrawError::NotBuiltIn { path: path.to_string(), encoding: encoding.1 }.into());
        }
        Ok(encoding)
    }

    /// Returns the bytes of the file.
    ///
    /// # Errors
    /// A picture that has no room in it; limits.
    pub(super) fn bytes(
        self,
        drawing: &Drawing,
        look: Look,
        path: &str,
        budget: &mut Budget,
    ) -> Result<Vec<u8>, EvalError> {
        let written = self.2.map_or(Ok(None), |write| write(drawing, look, budget))?;
        written.ok_or_else(|| DrawError::Thin { path: path.to_string(), encoding: self.1 }.into())
    }
}

/// Returns the advice to write SVG instead.
pub(super) fn as_svg(path: &str) -> String {
    format!("write SVG: `draw(..., \"{}\")`", Path::new(path).with_extension("svg").to_string_lossy())
}
