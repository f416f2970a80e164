//! The leads of all sets of strings at once.

use super::{CoinString, GROUND};
use crate::games::{Budget, Fault};

/// A string of a sum: its ends, each with the number of the part above its 16 bits. The ground is 0 in all parts.
type SumString = [u32; 2];

/// The leads of the player to move for all subsets of some strings, in coins.
#[derive(Default)]
pub(super) struct LeadTable {
    /// All strings, in increasing order.
    strings: Vec<SumString>,
    /// The lead for the strings whose bits are set in the index.
    leads: Vec<i8>,
}

impl LeadTable {
    /// Returns the lead for the sum of these parts, which have fewer than 32 strings. Makes a table for them if this one has not
    /// all of them.
    pub fn lead(&mut self, parts: &[Vec<CoinString>], budget: &mut Budget) -> Result<i64, Fault> {
        let of_part = |(part, strings): (u32, &Vec<CoinString>)| {
            let end = |coin: u16| if coin == GROUND { 0 } else { part << 16 | u32::from(coin) };
            strings.iter().map(|string| string.map(end)).collect::<Vec<SumString>>()
        };
        let mut strings: Vec<SumString> = (0..).zip(parts).flat_map(of_part).collect();
        strings.sort_unstable();
        let set = match self.set_of(&strings) {
            Some(set) => set,
            None => {
                budget.reserve(1 << strings.len())?;
                let leads = leads(&strings, budget)?;
                *self = LeadTable { strings, leads };
                self.leads.len() - 1
            }
        };
        Ok(self.leads[set].into())
    }

    /// Returns the set of these strings, which are in increasing order, among all.
    fn set_of(&self, strings: &[SumString]) -> Option<usize> {
        let mut at = 0;
        let mut set = 0;
        for string in strings {
            at += self.strings[at..].iter().position(|other| other == string)?;
            set |= 1 << at;
            at += 1;
        }
        (set < self.leads.len()).then_some(set)
    }
}

/// Returns the leads for all subsets. Whoever cuts the last string of a coin takes it and moves again.
fn leads(strings: &[SumString], budget: &mut Budget) -> Result<Vec<i8>, Fault> {
    let of_coin = |coin: u32| {
        let has = |(_, string): &(usize, &SumString)| string.contains(&coin);
        strings.iter().enumerate().filter(has).fold(0u32, |set, (i, _)| set | 1 << i)
    };
    // For each string the strings of its coins; no set of strings is 0, so that the ground and a second end are never taken.
    let ends: Vec<[u32; 2]> = strings
        .iter()
        .map(|&[a, b]| {
            let [first, second] = [a, b].map(|coin| if coin == 0 { 0 } else { of_coin(coin) });
            [first, if a == b { 0 } else { second }]
        })
        .collect();
    let mut leads = vec![0i8; 1 << strings.len()];
    for set in 1..leads.len() as u32 {
        if set % 64 == 0 {
            budget.tick()?;
        }
        let mut best = i8::MIN;
        let mut rest = set;
        while rest != 0 {
            let cut = rest & rest.wrapping_neg();
            rest ^= cut;
            let then = leads[(set ^ cut) as usize];
            let taken = ends[cut.trailing_zeros() as usize].map(|coin| i8::from(coin & set == cut));
            best = best.max(match taken[0] + taken[1] {
                0 => -then,
                coins => coins + then,
            });
        }
        leads[set as usize] = best;
    }
    Ok(leads)
}
