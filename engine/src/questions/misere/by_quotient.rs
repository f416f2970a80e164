//! The words behind an outcome that was found by a misère quotient.

use super::components::{places, with_memory};
use super::{Context, PositionId};
use crate::games::Fault;
use crate::games::hashing::FastMap;

/// The way a misère quotient determines who wins a sum. Words say how often each generator is taken.
#[derive(Clone, Debug)]
pub struct ByQuotient {
    /// The number of elements.
    pub order: usize,
    /// The components that generate it.
    pub generators: Vec<PositionId>,
    /// The components of the position with their words; those without moves are left out.
    pub components: Vec<(PositionId, Vec<u32>)>,
    /// The word of their product.
    pub product: Vec<u32>,
    /// The words of all elements of which the player to move loses.
    pub lost: Vec<Vec<u32>>,
}

/// Returns the way in which the last quotient determines who wins a position, or `None` if that quotient has other components.
///
/// # Errors
/// The errors of [`outcomes`](crate::questions::outcomes).
pub fn by_quotient(p: PositionId, cx: &mut dyn Context) -> Result<Option<ByQuotient>, Fault> {
    with_memory(cx, |memory, cx| {
        let heaps = memory.read(p, cx)?;
        let Some((of, Some(quotient))) = &memory.quotient else { return Ok(None) };
        let places = places(&heaps, of);
        if places.len() < heaps.len() {
            return Ok(None);
        }
        let mut position_of = FastMap::default();
        for (&position, &number) in &memory.numbers {
            cx.games().budget.tick()?;
            position_of.insert(number, position);
        }
        let word = |element| quotient.word(element).to_vec();
        let values: Vec<u32> = places.iter().map(|&place| quotient.value(place)).collect();
        Ok(Some(ByQuotient {
            order: quotient.order(),
            generators: quotient.generators().iter().map(|&place| position_of[&of[place as usize]]).collect(),
            components: heaps.iter().zip(&values).map(|(heap, &value)| (position_of[heap], word(value))).collect(),
            product: word(values.iter().fold(0, |product, &value| quotient.times(product, value))),
            lost: quotient.p().map(word).collect(),
        }))
    })
}
