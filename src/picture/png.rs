//! Drawings as PNG, with a font of their own, so that they look alike on every machine.

use resvg::tiny_skia::{Color, Pixmap, Transform};
use resvg::usvg::{Options, Tree};

use super::{Drawing, svg};

/// Pixels for a unit of the picture.
const SCALE: f32 = 2.0;
/// Pixels of the longer side at most.
const MOST: f32 = 8000.0;

/// The drawing as the bytes of a PNG file, on white; `None` where it is too long and thin for pixels.
///
/// ```
/// use cg::picture::{Medium, Tree, png};
/// let bytes = png::bytes(&Tree::new("0").draw(Medium::Svg)).unwrap();
/// assert_eq!(&bytes[1..4], b"PNG");
/// ```
pub fn bytes(drawing: &Drawing) -> Option<Vec<u8>> {
    let mut options = Options { font_family: "DejaVu Sans".into(), ..Options::default() };
    options.fontdb_mut().load_font_data(dejavu::sans::regular().to_vec());
    let tree = Tree::from_str(&svg::text(drawing), &options).ok()?;
    let size = tree.size();
    let scale = SCALE.min(MOST / size.width().max(size.height()));
    let pixels = |length: f32| (length * scale).ceil() as u32;
    let mut pixmap = Pixmap::new(pixels(size.width()), pixels(size.height()))?;
    pixmap.fill(Color::WHITE);
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixmap.as_mut());
    pixmap.encode_png().ok()
}
