//! Brussels Sprouts: two free ends in one region are joined by a line, and a cross-stroke on it gives a new free end on either
//! side (Winning Ways, ch. 17). How long play lasts is known beforehand, so no move matters.
//!
//! State: for each region the number of its boundaries and the free ends of each of them, all in ascending order.

use dashu_int::UBig;

use crate::games::hashing::FastSet;
use crate::games::{Fault, Player};
use crate::ordinals::{Length, Ordinal};
use crate::positions::{
    About, Claim, Context, Convention, Facts, Finding, Moves, PositionId, Ruleset, Term, Theorem, Theorems,
};

const NAME: &str = "brussels_sprouts";

/// The most crosses at the start.
pub const MAX_CROSSES: usize = 32;
/// The most free ends that are written.
pub const MAX_ENDS: u64 = 1024;

static LASTS: Theorem =
    Theorem { says: Claim::Because("by the number of moves, which no move changes"), source: "Winning Ways, ch. 17" };

/// The game of Brussels Sprouts.
#[derive(PartialEq, Eq, Hash)]
pub struct BrusselsSprouts;

/// Returns the position of regions with the free ends of each of their boundaries.
pub fn position(cx: &mut dyn Context, regions: Vec<Vec<u64>>) -> PositionId {
    cx.positions().add_lasting(NAME, BrusselsSprouts).at(&packed(regions), cx)
}

/// Returns the state of regions, without those in which no line can be drawn.
fn packed(mut regions: Vec<Vec<u64>>) -> Vec<u64> {
    for region in &mut regions {
        region.retain(|&ends| ends > 0);
        region.sort_unstable();
    }
    regions.retain(|region| region.iter().sum::<u64>() > 1);
    regions.sort_unstable();
    regions.into_iter().flat_map(|region| std::iter::once(region.len() as u64).chain(region)).collect()
}

fn unpacked(mut state: &[u64]) -> Vec<Vec<u64>> {
    let mut regions = Vec::new();
    while let Some((&boundaries, rest)) = state.split_first() {
        let (region, others) = rest.split_at((boundaries as usize).min(rest.len()));
        regions.push(region.to_vec());
        state = others;
    }
    regions
}

/// Returns the number of moves that are left.
///
/// Every region comes to regions with one free end each: a line between two boundaries joins them, a line from one to itself parts
/// the region. So a region of e ends and c boundaries has e + c - 2 moves.
fn moves_left(state: &[u64]) -> u64 {
    unpacked(state).iter().map(|region| region.iter().sum::<u64>() + region.len() as u64 - 2).sum()
}

/// Returns the ways to put boundaries on two sides of a line, those with as many ends alike.
fn partitions(boundaries: &[u64], out: &mut Moves<Vec<u64>>) -> Result<Vec<[Vec<u64>; 2]>, Fault> {
    let mut all = vec![[Vec::new(), Vec::new()]];
    for alike in boundaries.chunk_by(|a, b| a == b) {
        let mut longer = Vec::new();
        for [inside, outside] in &all {
            for count in 0..=alike.len() {
                out.expect(longer.len() as u64 + 1)?;
                let (one, other) = alike.split_at(count);
                longer.push([[&inside[..], one].concat(), [&outside[..], other].concat()]);
            }
        }
        all = longer;
    }
    Ok(all)
}

impl Ruleset for BrusselsSprouts {
    type State = Vec<u64>;

    fn facts(&self) -> Facts<'_, Vec<u64>> {
        Facts { impartial: true, theorems: Some(self), ..Facts::default() }
    }

    fn moves(&self, state: &Vec<u64>, _: Player, out: &mut Moves<Vec<u64>>) -> Result<(), Fault> {
        let regions = unpacked(state);
        let mut seen = FastSet::default();
        let mut go = |place: usize, parts: &[Vec<u64>], out: &mut Moves<Vec<u64>>| -> Result<(), Fault> {
            let mut after = regions.clone();
            after.swap_remove(place);
            after.extend(parts.iter().cloned());
            let after = packed(after);
            out.charge(after.len())?;
            if seen.insert(after.clone()) {
                out.expect(out.len() as u64 + 1)?;
                out.to(after);
            }
            Ok(())
        };
        for (place, region) in regions.iter().enumerate() {
            for (first, &ends) in region.iter().enumerate() {
                let without = |others: &[usize]| -> Vec<u64> {
                    (0..region.len()).filter(|i| !others.contains(i)).map(|i| region[i]).collect()
                };
                // Boundaries with as many ends are alike.
                if first > 0 && region[first - 1] == ends {
                    continue;
                }
                for (second, &more) in region.iter().enumerate().skip(first + 1) {
                    if second > first + 1 && region[second - 1] == more {
                        continue;
                    }
                    let mut joined = without(&[first, second]);
                    joined.push(ends + more);
                    go(place, &[joined], out)?;
                }
                if ends < 2 {
                    continue;
                }
                let parted = partitions(&without(&[first]), out)?;
                // Between the ends that are joined lie `inner` others.
                for inner in 0..=(ends - 2) / 2 {
                    for [inside, outside] in &parted {
                        go(
                            place,
                            &[[&inside[..], &[inner + 1]].concat(), [&outside[..], &[ends - 1 - inner]].concat()],
                            out,
                        )?;
                    }
                }
            }
        }
        Ok(())
    }

    fn term(&self, state: &Vec<u64>) -> Term {
        let number = |n: u64| Term::Number(Box::new(n.into()));
        match &unpacked(state)[..] {
            [] => Term::call(NAME, [0]),
            [region] if region.iter().all(|&ends| ends == 4) => Term::call(NAME, [region.len() as u64]),
            regions => {
                let regions = regions.iter().map(|region| Term::List(region.iter().map(|&n| number(n)).collect()));
                Term::Call(NAME.into(), vec![Term::List(regions.collect())])
            }
        }
    }
}

impl Theorems<Vec<u64>> for BrusselsSprouts {
    fn nim_value(&self, state: &Vec<u64>) -> Option<UBig> {
        Some((moves_left(state) % 2).into())
    }

    fn wins(&self, state: &Vec<u64>, convention: Convention) -> Option<(bool, &'static Theorem)> {
        let is_odd = moves_left(state) % 2 == 1;
        Some((is_odd == (convention == Convention::Normal), &LASTS))
    }

    fn length(&self, state: &Vec<u64>, about: About, convention: Convention) -> Option<Result<Finding, Fault>> {
        if convention == Convention::Misere {
            return None;
        }
        let moves = Length::Ends(Ordinal::finite(moves_left(state)));
        matches!(about, About::Distance | About::Remoteness | About::Suspense).then(|| Ok(Finding::told(moves, &LASTS)))
    }
}
