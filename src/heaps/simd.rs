//! Looking for missing values many pairs at a time.

use super::sift::{Missing, Path, sift};

/// Whether this processor has these instructions.
pub(super) fn has(path: Path) -> bool {
    path == Path::Plain
}

pub(super) fn sift_u8(_path: Path, front: &[u8], back: &[u8], missing: &mut Missing) {
    sift(front, back, missing)
}

pub(super) fn sift_u16(_path: Path, front: &[u16], back: &[u16], missing: &mut Missing) {
    sift(front, back, missing)
}

pub(super) fn sift_u32(_path: Path, front: &[u32], back: &[u32], missing: &mut Missing) {
    sift(front, back, missing)
}
