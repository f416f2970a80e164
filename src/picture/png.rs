//! Drawings as PNG.

use resvg::tiny_skia::{Color, Pixmap, Transform};
use resvg::usvg::Tree;

use super::{Drawing, Look, MARK, scene};
use cg_engine::games::{Budget, Fault};

/// Pixels for a unit of the picture.
const SCALE: f32 = 2.0;
/// Pixels of the longer side at most.
const MOST: f32 = 8000.0;

/// Returns the drawing as the bytes of a PNG file, on white unless the theme has other paper or none, or `None` if it
/// is too long and thin for pixels.
///
/// ```
/// use cg::picture::{Look, Medium, Tree, png};
/// use cg_engine::games::Budget;
/// let bytes = png::bytes(&Tree::new("0").draw(Medium::Svg), Look::default(), &mut Budget::unlimited())?.unwrap();
/// assert_eq!(&bytes[1..4], b"PNG");
/// # Ok::<(), cg_engine::games::Fault>(())
/// ```
///
/// # Errors
/// Limits.
pub fn bytes(drawing: &Drawing, look: Look, budget: &mut Budget) -> Result<Option<Vec<u8>>, Fault> {
    Ok(scene::set(drawing, look, budget)?.and_then(|tree| of_tree(&tree, look)))
}

fn of_tree(tree: &Tree, look: Look) -> Option<Vec<u8>> {
    let size = tree.size();
    // Who asks for a width means pixels.
    let scale = if look.width.is_some() { 1.0 } else { SCALE };
    let scale = scale.min(MOST / size.width().max(size.height()));
    let pixels = |length: f32| (length * scale).ceil() as u32;
    let mut pixmap = Pixmap::new(pixels(size.width()), pixels(size.height()))?;
    if look.theme.paper().is_some() {
        pixmap.fill(Color::WHITE);
    }
    resvg::render(tree, Transform::from_scale(scale, scale), &mut pixmap.as_mut());
    pixmap.encode_png().ok().map(marked)
}

/// Bytes before the first chunk that is not the head: the signature, and the head with its length, kind and sum.
const HEAD: usize = 8 + 4 + 4 + 13 + 4;

/// Adds a comment by which the picture is recognized (PNG, third edition, 11.3.3.2).
fn marked(mut png: Vec<u8>) -> Vec<u8> {
    let content = format!("tEXtComment\0{MARK}").into_bytes();
    let length = (content.len() - 4) as u32;
    let chunk = [&length.to_be_bytes()[..], &content, &checksum(&content).to_be_bytes()].concat();
    png.splice(HEAD..HEAD, chunk);
    png
}

/// Returns the checksum of a chunk (PNG, third edition, annex D).
fn checksum(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |sum, &byte| {
        (0..8).fold(sum ^ u32::from(byte), |sum, _| (sum >> 1) ^ (0xedb8_8320 & (sum & 1).wrapping_neg()))
    })
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_checksum_is_that_of_the_standard() {
        // The chunk that ends every file is empty.
        assert_eq!(super::checksum(b"IEND"), 0xae42_6082);
    }
}
