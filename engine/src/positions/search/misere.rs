//! The winner of misère play: depth first, without values, which decide nothing there, and without cancelling, since
//! G - G need not be 0 (Siegel V.6). There remain splitting, normal forms, the order of moves and a table.

use std::mem::take;
use std::ops::Range;

use super::driver::{self, Heights, Kind};
use super::listing::{Listing, Place, Region};
use super::parts::Memory;
use super::table::{Key, Table, Won};
use super::who_wins::{Node, Winner};
use super::{OptionSet, Searched};
use crate::games::hashing::mix;
use crate::games::{Fault, Player};

/// Returns `true` if `mover` wins misère play of a sum of regions, each in normal form or the negative of one, and the
/// number of positions searched.
///
/// # Errors
/// [`Fault::Loopy`] if play returns to an earlier position.
pub(super) fn wins(mut search: MisereSearch, regions: &[Region], mover: Player) -> Result<Searched<bool>, Fault> {
    let start = search.begin(regions, mover)?;
    let answer = search.wins(start, mover)?;
    Ok(search.searched(answer))
}

/// Returns `true` if `mover` has no move in a sum of regions, so that he wins; a score that is higher the worse it
/// seems for him; and its key.
pub(super) fn estimate(
    mut search: MisereSearch,
    regions: &[Region],
    mover: Player,
) -> Result<(Option<bool>, i64, Key), Fault> {
    let Candidate { score, key, .. } = search.begin(regions, mover)?;
    let wins = search.parts.iter().all(|part| part.moves[mover as usize] == 0).then_some(true);
    Ok((wins, score, key))
}

/// The search for who wins misère play.
pub(super) struct MisereWinner;

type MisereSearch<'a> = driver::Search<'a, MisereWinner>;

/// A part in which somebody can move.
#[derive(Clone, Copy)]
pub(super) struct Part {
    /// Its normal form.
    region: Place,
    negated: bool,
    /// The keys of the part as it is and of its negative.
    keys: [Key; 2],
    /// The moves of each player, sign considered.
    moves: [u16; 2],
}

impl Part {
    /// Returns the number of moves that the other player has more than `mover` in this part.
    fn score(&self, mover: Player) -> i64 {
        i64::from(self.moves[mover.other() as usize]) - i64::from(self.moves[mover as usize])
    }
}

/// An option that is not decided yet.
#[derive(Clone, Copy)]
pub(super) struct Candidate {
    /// The number by which the player who has just moved has more moves there than the other. The player who runs out
    /// of moves wins, so the least comes first.
    score: i64,
    /// The moves of both players there: of equal scores the fewest come first, for they leave the least to be searched. In an
    /// impartial game all scores are equal.
    moves: u64,
    /// The key with this player to move. That of the negative with the other one to move is the same.
    key: Key,
    /// The part that was moved in, and those that are new.
    moved: usize,
    parts: (usize, usize),
}

impl Kind for MisereWinner {
    type Part = Part;
    type Candidate = Candidate;
}

impl Winner for MisereWinner {
    fn table(memory: &mut Memory) -> &mut Table<Won> {
        &mut memory.known.misere
    }

    fn key(option: &Candidate, _: Player) -> Key {
        option.key
    }

    fn order(option: &Candidate) -> impl Ord + use<> {
        (option.score, option.moves, option.key)
    }

    fn put(search: &mut MisereSearch, old: Range<usize>, option: &Candidate, _: Heights) -> Result<(), Fault> {
        search.cx.games().budget.room_for(&search.parts, old.len() + option.parts.1 - option.parts.0)?;
        for i in old.filter(|&i| i != option.moved).chain(option.parts.0..option.parts.1) {
            search.parts.push(search.parts[i]);
        }
        Ok(())
    }

    fn is_over(search: &MisereSearch, position: &Node<Candidate>) -> bool {
        search.parts[position.parts()].iter().all(|part| part.moves[position.mover as usize] == 0)
    }

    fn list(search: &mut MisereSearch, position: &Node<Candidate>) -> Result<bool, Fault> {
        let mut listing = take(&mut search.listing);
        let wins = search.list(position.parts(), position.mover, &mut listing);
        search.listing = listing;
        wins
    }
}

impl MisereSearch<'_> {
    /// Puts the sum that the search begins with on the stacks, which are empty.
    fn begin(&mut self, regions: &[Region], mover: Player) -> Result<Candidate, Fault> {
        for (region, negated) in regions {
            self.add(region, *negated)?;
        }
        Ok(self.candidate(0..0, usize::MAX, 0, mover))
    }

    /// Returns the position after a move from one with the parts `old` in the part `moved`, of which those from `begin` on
    /// are left, for the player who moves there.
    fn candidate(&self, old: Range<usize>, moved: usize, begin: usize, mover: Player) -> Candidate {
        let (mut key, mut score, mut moves) = (Key::default(), 0, 0);
        for part in old.filter(|&i| i != moved).chain(begin..self.parts.len()).map(|i| &self.parts[i]) {
            key = key.wrapping_add(part.keys[mover as usize]);
            score += part.score(mover);
            moves += part.moves.map(u64::from).iter().sum::<u64>();
        }
        Candidate { score, moves, key, moved, parts: (begin, self.parts.len()) }
    }

    /// Lists all options; whether one of them is known to win.
    fn list(&mut self, parts: Range<usize>, mover: Player, listing: &mut Listing) -> Result<bool, Fault> {
        let other = mover.other();
        for moved in parts.clone() {
            let Part { region, negated, .. } = self.parts[moved];
            listing.clear();
            let player = if negated { other } else { mover };
            self.book.list(self.shelf.get(region), player, OptionSet::All, self.cx, listing)?;
            for index in 0..listing.len() {
                self.cx.games().budget.tick()?;
                let (shelf, begin) = (self.shelf.len(), self.parts.len());
                for (region, turned) in listing.option(index) {
                    self.add(region, turned ^ negated)?;
                }
                let option = self.candidate(parts.clone(), moved, begin, other);
                match self.memory.known.misere.get(option.key) {
                    Some(false) => return Ok(true),
                    Some(true) => {
                        self.shelf.truncate(shelf);
                        self.parts.truncate(begin);
                    }
                    None => {
                        self.cx.games().budget.room_to_push(&self.options)?;
                        self.options.push(option);
                    }
                }
            }
        }
        Ok(false)
    }

    /// Adds a region to the parts on top of the stack, if anybody can move in it.
    fn add(&mut self, region: &[u32], negated: bool) -> Result<(), Fault> {
        let (moves, key) = self.memory.moves(region, self.book, self.cx)?;
        if moves == [0, 0] {
            return Ok(());
        }
        let (keys, turned) = ([key, of_negative(key)], usize::from(negated));
        let budget = &self.cx.games().budget;
        budget.room_to_push(&self.parts)?;
        self.shelf.make_room(region.len(), budget)?;
        let part = Part {
            region: self.shelf.put(region),
            negated,
            keys: [keys[turned], keys[1 - turned]],
            moves: [moves[turned], moves[1 - turned]],
        };
        self.parts.push(part);
        Ok(())
    }
}

/// Returns the key of the negative of a region: not the negative of its key, since G - G need not be 0.
fn of_negative(key: Key) -> Key {
    Key::from(mix((key >> 64) as u64)) << 64 | Key::from(mix(key as u64))
}
