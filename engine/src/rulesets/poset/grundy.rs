//! Nim-values of ordered sets that are made of single elements by putting sets beside and above each other: those in
//! which no four elements form an N (Deuber and Thomassé 1996). Forests are among them.
//!
//! The recursion needs the nim-values of all options: with one set above another, a move below takes all that is above,
//! so that the game is an ordinal sum, whose lower part is not determined by its nim-value alone.

use crate::rulesets::cells::Cells;

/// Returns the elements comparable with some of these.
pub(super) fn neighbours<C: Cells>(some: C, related: &[C]) -> C {
    some.each().fold(C::NONE, |all, element| all | related[element.start()])
}

/// A set of elements as far as its play in sums is concerned.
struct SetPart {
    /// The nim-values of its options, in ascending order.
    options: Vec<u32>,
    /// The least number that is not among them.
    value: u32,
}

/// The way parts are put together.
#[derive(Clone, Copy)]
enum Join {
    Beside,
    Above,
}

impl SetPart {
    /// Returns a set of one element, or none.
    fn small(elements: usize) -> SetPart {
        SetPart { options: vec![0; elements], value: elements as u32 }
    }

    /// Returns the number with this many smaller ones that are no option's.
    fn free(&self, mut smaller: u32) -> u32 {
        for &option in &self.options {
            if option > smaller {
                break;
            }
            smaller += 1;
        }
        smaller
    }

    /// Returns the two together, the other one beside or above.
    fn with(self, other: &SetPart, join: Join) -> SetPart {
        let (mut options, value) = match join {
            Join::Beside => {
                let mine = self.options.iter().map(|option| option ^ other.value);
                let others = other.options.iter().map(|option| option ^ self.value);
                (mine.chain(others).collect(), self.value ^ other.value)
            }
            // The ordinal sum of a form and a nimber: above the values of the form's options the nimber counts.
            Join::Above => {
                let others = other.options.iter().map(|&option| self.free(option));
                let value = self.free(other.value);
                (self.options.iter().copied().chain(others).collect::<Vec<u32>>(), value)
            }
        };
        options.sort_unstable();
        options.dedup();
        SetPart { options, value }
    }
}

/// A set that is being put together.
struct SetFrame<C> {
    join: Join,
    /// Its parts that are still to be examined, the next one last.
    waiting: Vec<C>,
    found: Option<SetPart>,
}

/// Returns the nim-value of these elements, or `None` if they are not made so.
pub(super) fn value<C: Cells>(left: C, above: &[C], related: &[C]) -> Option<u32> {
    let mut frames: Vec<SetFrame<C>> = Vec::new();
    let mut here = left;
    loop {
        let mut done = match here.count() {
            elements @ 0..=1 => SetPart::small(elements),
            _ => {
                let mut frame = split(here, above, related)?;
                here = frame.waiting.pop()?;
                frames.push(frame);
                continue;
            }
        };
        loop {
            let Some(frame) = frames.last_mut() else { return Some(done.value) };
            done = match frame.found.take() {
                Some(found) => found.with(&done, frame.join),
                None => done,
            };
            if let Some(next) = frame.waiting.pop() {
                frame.found = Some(done);
                here = next;
                break;
            }
            frames.pop();
        }
    }
}

/// Returns the parts beside each other, or from the bottom to the top, or `None` if there is but one.
fn split<C: Cells>(set: C, above: &[C], related: &[C]) -> Option<SetFrame<C>> {
    let beside: Vec<C> = set.regions(|some| neighbours(some, related)).collect();
    if beside.len() > 1 {
        return Some(SetFrame { join: Join::Beside, waiting: beside, found: None });
    }
    let unrelated = |some: C| some.each().fold(C::NONE, |all, element| all | set.without(related[element.start()]));
    let mut stacked: Vec<C> = set.regions(unrelated).collect();
    // The higher a part stands, the less is above its elements; the lowest is taken first.
    stacked.sort_by_key(|part| (above[part.start()] & set).count());
    (stacked.len() > 1).then_some(SetFrame { join: Join::Above, waiting: stacked, found: None })
}
