//! Drawings as PDF: a page of the size of the picture, on which words are words that can be searched and copied.

use krilla::Document;
use krilla::geom::{Size, Transform};
use krilla::metadata::Metadata;
use krilla::page::PageSettings;
use krilla_svg::{SurfaceExt, SvgSettings};
use resvg::usvg::Tree;

use super::{Drawing, Look, MARK, Theme, scene};
use cg_engine::games::{Budget, Fault};

/// Points of the longer side at most: readers need not show longer ones (ISO 32000-1, annex C).
const MOST: f32 = 14_400.0;

/// Returns the drawing as the bytes of a PDF file, a point for a unit of the picture, or `None` if it is too long and
/// thin for a page.
///
/// ```
/// use cg::picture::{Look, Medium, Tree, pdf};
/// use cg_engine::games::Budget;
/// let bytes = pdf::bytes(&Tree::new("0").draw(Medium::Svg), Look::default(), &mut Budget::unlimited())?.unwrap();
/// assert!(bytes.starts_with(b"%PDF"));
/// # Ok::<(), cg_engine::games::Fault>(())
/// ```
///
/// # Errors
/// Limits.
pub fn bytes(drawing: &Drawing, look: Look, budget: &mut Budget) -> Result<Option<Vec<u8>>, Fault> {
    Ok(scene::set(drawing, look, budget)?.and_then(|tree| of_tree(&tree, &drawing.title)))
}

fn of_tree(tree: &Tree, title: &str) -> Option<Vec<u8>> {
    let (wide, high) = (tree.size().width(), tree.size().height());
    let scale = (MOST / wide.max(high)).min(1.0);
    let size = Size::from_wh(wide * scale, high * scale)?;
    let mut document = Document::new();
    document.set_metadata(Metadata::new().title(title.into()).creator("cg".into()));
    let mut page = document.start_page_with(PageSettings::new(size));
    let mut surface = page.surface();
    surface.draw_svg(tree, size, SvgSettings::default())?;
    surface.finish();
    page.finish();
    Some(marked(document.finish().ok()?))
}

/// The width and height of a page of paper, A4, and the margin around what is on it, in points.
const PAPER: (f32, f32) = (595.0, 842.0);
const MARGIN: f32 = 50.0;

/// Returns a PDF with a page of paper for each drawing, or `None` if one of them has no room in it.
pub fn pages(drawings: &[Drawing]) -> Option<Vec<u8>> {
    let mut document = Document::new();
    document.set_metadata(Metadata::new().creator("cg".into()));
    for drawing in drawings {
        let look = Look { theme: Theme::Transparent, ..Look::default() };
        let tree = scene::set(drawing, look, &mut Budget::unlimited()).ok()??;
        let (wide, high) = (tree.size().width(), tree.size().height());
        let scale = ((PAPER.0 - 2.0 * MARGIN) / wide).min((PAPER.1 - 2.0 * MARGIN) / high);
        let mut page = document.start_page_with(PageSettings::new(Size::from_wh(PAPER.0, PAPER.1)?));
        let mut surface = page.surface();
        surface.push_transform(&Transform::from_translate(MARGIN, MARGIN));
        surface.draw_svg(&tree, Size::from_wh(wide * scale, high * scale)?, SvgSettings::default())?;
        surface.pop();
        surface.finish();
        page.finish();
    }
    Some(marked(document.finish().ok()?))
}

/// Returns the bytes of a file with a remark behind their end, before which every byte is counted.
fn marked(mut bytes: Vec<u8>) -> Vec<u8> {
    bytes.extend_from_slice(format!("\n% {MARK}\n").as_bytes());
    bytes
}
