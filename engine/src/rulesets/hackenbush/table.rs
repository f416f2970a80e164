//! Red and blue pictures by a table of all sets of their edges.
//!
//! Every position of such a picture is a number (Conway 1977), so one word a set of edges holds its value: the
//! simplest number between the best cut of Left and the best cut of Right. From small sets to large ones, each needs
//! only what is in the table already.

use super::block::Sketch;
use super::{Colour, Worth};
use crate::games::{Dyadic, Fault};
use crate::positions::Context;

/// The most edges. Numbers of n edges are multiples of 1/2^n and at most n, so with 26 they fit in 32 bits.
const MOST: usize = 26;
/// Binary places behind the point.
const PLACES: usize = MOST;

/// Edges of a picture, by the numbers of their ends.
pub(super) struct Table {
    edges: Vec<(u32, u32, Colour)>,
    vertices: u32,
}

impl Table {
    /// The picture with a stalk for each number that hangs in it; `None` if it is too large, or not of numbers.
    pub fn of(picture: &Sketch, cx: &mut dyn Context) -> Option<Table> {
        let mut table = Table { edges: picture.lines.clone(), vertices: picture.hung.len() as u32 };
        if table.edges.len() > MOST || table.edges.iter().any(|edge| edge.2 == Colour::Green) {
            return None;
        }
        for (vertex, &hung) in picture.hung.iter().enumerate() {
            let x = fixed(&cx.games().as_number(hung)?)?;
            let mut foot = vertex as u32;
            let (mut low, mut high) = (None, None);
            let mut here = 0;
            while here != x {
                if table.edges.len() == MOST {
                    return None;
                }
                let colour = if here < x { Colour::Blue } else { Colour::Red };
                if here < x {
                    low = Some(here)
                } else {
                    high = Some(here)
                };
                here = simplest(low, high);
                table.edges.push((foot, table.vertices, colour));
                foot = table.vertices;
                table.vertices += 1;
            }
        }
        Some(table)
    }

    /// How many sets of edges there are.
    pub fn sets(&self) -> usize {
        1 << self.edges.len()
    }

    /// The value of the whole picture.
    pub fn value(&self, cx: &mut dyn Context) -> Result<Worth, Fault> {
        cx.games().budget.reserve(self.sets() * size_of::<i32>())?;
        let mut values = vec![0i32; self.sets()];
        let mut at: Vec<Vec<(u32, u32)>> = vec![Vec::new(); self.vertices as usize];
        let mut blue = 0u32;
        for (i, &(from, to, colour)) in self.edges.iter().enumerate() {
            at[from as usize].push((1 << i, to));
            at[to as usize].push((1 << i, from));
            blue |= u32::from(colour == Colour::Blue) << i;
        }
        let mut next = Vec::new();
        for set in 1..self.sets() as u32 {
            cx.games().budget.tick()?;
            let stands = standing(set, &at, &mut next);
            if stands != set {
                values[set as usize] = values[stands as usize];
                continue;
            }
            let after = |cut: u32| i64::from(values[(set & !cut) as usize]);
            let low = bits(set & blue).map(after).max();
            let high = bits(set & !blue).map(after).min();
            values[set as usize] = simplest(low, high) as i32;
        }
        let value = values[self.sets() - 1];
        Ok(Worth::Number(Dyadic::new(value.into(), PLACES as u32)))
    }
}

fn bits(mut set: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = set & set.wrapping_neg();
        set ^= bit;
        (bit != 0).then_some(bit)
    })
}

/// The edges of a set that are joined to vertex 0; `at` lists for each vertex the edges and where they lead.
fn standing(set: u32, at: &[Vec<(u32, u32)>], next: &mut Vec<u32>) -> u32 {
    let mut kept = 0;
    let mut reached = 1u64;
    next.push(0);
    while let Some(vertex) = next.pop() {
        for &(edge, to) in &at[vertex as usize] {
            if set & edge != 0 {
                kept |= edge;
                if reached >> to & 1 == 0 {
                    reached |= 1 << to;
                    next.push(to);
                }
            }
        }
    }
    kept
}

const ONE: i64 = 1 << PLACES;

/// A number with few places, in fixed point.
fn fixed(x: &Dyadic) -> Option<i64> {
    let numerator = i64::try_from(x.numerator()).ok().filter(|n| n.abs() < 1 << 32)?;
    let places = PLACES.checked_sub(x.exponent() as usize)?;
    Some(numerator << places)
}

/// The simplest number between two others, in fixed point: the integer nearest to 0, else the one with the fewest
/// places (Siegel II.3).
fn simplest(low: Option<i64>, high: Option<i64>) -> i64 {
    match (low, high) {
        (Some(low), _) if low >= 0 => {
            let integer = (low / ONE + 1) * ONE;
            let Some(high) = high else { return integer };
            if integer < high {
                return integer;
            }
            let (first, last) = (low + 1, high - 1);
            if first == last {
                return first;
            }
            // Where the two ends part, the last has a 1: cut off there it is simplest, unless the first is 0 from there on.
            let place = 63 - (first ^ last).leading_zeros();
            if first & ((2 << place) - 1) == 0 { first } else { last >> place << place }
        }
        (_, Some(high)) if high <= 0 => -simplest(Some(-high), low.map(|low| -low)),
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::{ONE, PLACES, fixed, simplest};
    use crate::games::Dyadic;

    #[test]
    fn the_simplest_number_in_fixed_point() {
        let eighths = || (-40..=40).map(|n| Dyadic::new(n.into(), 3));
        for low in eighths() {
            for high in eighths().filter(|high| *high > low) {
                let expected = Dyadic::simplest_between(Some((&low, false)), Some((&high, false))).unwrap();
                let got = simplest(fixed(&low), fixed(&high));
                assert_eq!(Dyadic::new(got.into(), PLACES as u32), expected, "{low} {high}");
            }
            assert_eq!(simplest(fixed(&low), None).rem_euclid(ONE), 0);
        }
    }
}
