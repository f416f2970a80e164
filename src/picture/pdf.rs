//! Drawings as PDF: a page of the size of the picture, on which words are words that can be searched and copied.

use krilla::Document;
use krilla::geom::Size;
use krilla::metadata::Metadata;
use krilla::page::PageSettings;
use krilla_svg::{SurfaceExt, SvgSettings};

use super::{Drawing, Look, MARK, scene};

/// Points of the longer side at most: readers need not show longer ones (ISO 32000-1, annex C).
const MOST: f32 = 14_400.0;

/// The drawing as the bytes of a PDF file, a point for a unit of the picture; `None` where it is too long and thin for a
/// page.
///
/// ```
/// use cg::picture::{Look, Medium, Tree, pdf};
/// let bytes = pdf::bytes(&Tree::new("0").draw(Medium::Svg), Look::default()).unwrap();
/// assert!(bytes.starts_with(b"%PDF"));
/// ```
pub fn bytes(drawing: &Drawing, look: Look) -> Option<Vec<u8>> {
    let tree = scene::set(drawing, look)?;
    let (wide, high) = (tree.size().width(), tree.size().height());
    let scale = (MOST / wide.max(high)).min(1.0);
    let size = Size::from_wh(wide * scale, high * scale)?;
    let mut document = Document::new();
    document.set_metadata(Metadata::new().title(drawing.title.clone()).creator("cg".into()));
    let mut page = document.start_page_with(PageSettings::new(size));
    let mut surface = page.surface();
    surface.draw_svg(&tree, size, SvgSettings::default())?;
    surface.finish();
    page.finish();
    let mut bytes = document.finish().ok()?;
    // What stands behind the end is a remark; before it every byte is counted.
    bytes.extend_from_slice(format!("\n% {MARK}\n").as_bytes());
    Some(bytes)
}
