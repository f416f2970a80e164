//! Drawings with their words set in a font that is built in, so that they look alike on every machine: what PNG and PDF
//! are made of.

use resvg::usvg::{Options, Tree};

use super::{Drawing, Look, svg};
use cg_engine::games::{Budget, Fault};

/// Returns the drawing as paths and words with their places, or `None` if SVG has no room for it.
///
/// # Errors
/// Limits.
pub(super) fn set(drawing: &Drawing, look: Look, budget: &mut Budget) -> Result<Option<Tree>, Fault> {
    let mut options = Options { font_family: "DejaVu Sans".into(), ..Options::default() };
    options.fontdb_mut().load_font_data(dejavu::sans::regular().to_vec());
    Ok(Tree::from_str(&svg::styled(drawing, look, budget)?, &options).ok())
}
