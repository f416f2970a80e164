//! The layout of a list of options: inner literals may lose their signs to wider bars around them.
//!
//! Wider bars bind looser, so `<<7|5>|<4|1>>` is also `<7|5||4|1>`. Inside its signs a literal may be written with
//! one, two, three or four signs in its middle bar; the lengths of all four are kept, and the shortest is written.
//! Among equals the widest bar wins, as in print.

/// The widest bar that is written.
pub(super) const MAX_BARS: usize = 4;

/// Lengths of the text between the signs of a literal, by the width of its middle bar.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layout([u64; MAX_BARS]);

/// The length of one side of a literal: as a list, and if it is one literal, without its signs.
pub(super) struct Side {
    pub list: u64,
    pub bare: Option<Layout>,
}

impl Side {
    /// Returns the length beside a bar of this width.
    fn beside(&self, width: usize) -> u64 {
        let bare = self.bare.as_ref().and_then(|layout| layout.best(width));
        bare.map_or(self.list, |(_, length)| length.min(self.list))
    }
}

impl Layout {
    /// Returns the layout of a literal with these two sides.
    pub fn new(left: &Side, right: &Side) -> Layout {
        let length = |width| left.beside(width).saturating_add(right.beside(width)).saturating_add(width as u64);
        Layout(std::array::from_fn(|index| length(index + 1)))
    }

    /// Returns the bar to write beside a bar of width `beside`, which must be wider, and the length that makes.
    pub fn best(&self, beside: usize) -> Option<(usize, u64)> {
        let narrower = self.0.iter().take(beside.saturating_sub(1)).enumerate();
        narrower.map(|(index, &length)| (index + 1, length)).min_by_key(|&(width, length)| (length, MAX_BARS - width))
    }

    /// Returns the bar to write, and the length with signs around it.
    pub fn inside_signs(&self) -> (usize, u64) {
        let (width, length) = self.best(MAX_BARS + 1).unwrap_or((1, self.0[0]));
        (width, length.saturating_add(2))
    }
}
