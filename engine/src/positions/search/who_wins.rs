//! The search for who wins, under either convention: an option that is lost for the opponent decides.

use std::ops::Range;

use super::driver::{Heights, Kind, Search, Step};
use super::parts::Memory;
use super::table::{Key, Table, Won};
use crate::games::{Fault, Player};

/// A convention, as the search for who wins meets it.
pub(super) trait Winner: Kind + Sized {
    /// Returns the table of results.
    fn table(memory: &mut Memory) -> &mut Table<Won>;

    /// Returns the key of an option with this player to move.
    fn key(option: &Self::Candidate, mover: Player) -> Key;

    /// Returns the order of options, the best one first.
    fn order(option: &Self::Candidate) -> impl Ord + use<Self>;

    /// Puts the components of an option on the stacks, but for those above `begin`, which are there; `old` are the parts
    /// of the position that it is an option of.
    ///
    /// # Errors
    /// The errors of the rules, here and in all functions below.
    fn put(search: &mut Search<Self>, old: Range<usize>, option: &Self::Candidate, begin: Heights)
    -> Result<(), Fault>;

    /// Makes the move to an option of a position whose turn has come, if it was listed before it was made.
    fn make(
        _: &mut Search<Self>,
        _: &Node<Self::Candidate>,
        option: Self::Candidate,
    ) -> Result<Outlook<Self::Candidate>, Fault> {
        Ok(Outlook::Open(option))
    }

    /// Returns `true` if the mover wins a position since it is over.
    fn is_over(_: &Search<Self>, _: &Node<Self::Candidate>) -> bool {
        false
    }

    /// Lists the options of a position that are not decided. Returns `true` if one of them wins at once.
    fn list(search: &mut Search<Self>, position: &Node<Self::Candidate>) -> Result<bool, Fault>;
}

/// The knowledge of an option that was made.
pub(super) enum Outlook<C> {
    /// `true` if the player to move there wins.
    Decided(bool),
    Open(C),
}

/// A position under way, by where its components lie in the stacks.
pub(super) struct Node<C> {
    /// The position, as the option that it was.
    pub option: C,
    pub begin: Heights,
    pub end: Heights,
    pub mover: Player,
    /// The next of its options.
    next: usize,
    /// The number of positions searched before it.
    began: u64,
}

impl<C> Node<C> {
    pub fn parts(&self) -> Range<usize> {
        self.begin.parts..self.end.parts
    }

    pub fn values(&self) -> Range<usize> {
        self.begin.values..self.end.values
    }
}

impl<W: Winner> Search<'_, W> {
    /// Returns `true` if `mover` wins the position whose components are all that is on the stacks.
    ///
    /// # Errors
    /// [`Fault::Loopy`] if play returns.
    pub fn wins(&mut self, start: W::Candidate, mover: Player) -> Result<bool, Fault> {
        if let Some(found) = W::table(self.memory).find(W::key(&start, mover)) {
            // The position counts as many nodes as when it was found.
            self.nodes += found.nodes;
            return Ok(found.by_mover);
        }
        let first = self.enter(start, 0..0, self.heights(), mover, 0)?;
        self.run(first, |search, position: &mut Node<W::Candidate>, answer, depth| {
            let by_mover = answer == Some(false);
            if by_mover || position.next == search.options.len() {
                search.leave(position, Won { by_mover, nodes: search.nodes - position.began })?;
                return Ok(Step::Done(by_mover));
            }
            let option = search.options[position.next];
            position.next += 1;
            let begin = search.heights();
            match W::make(search, position, option)? {
                Outlook::Open(option) => search.enter(option, position.parts(), begin, position.mover.other(), depth),
                Outlook::Decided(answer) => {
                    search.cut(begin);
                    Ok(Step::Answered(answer))
                }
            }
        })
    }

    /// Looks at an option of a position with the parts `old`, at its own options if it is not decided by now. All that is
    /// above `begin` on the stacks is its own.
    fn enter(
        &mut self,
        option: W::Candidate,
        old: Range<usize>,
        begin: Heights,
        mover: Player,
        depth: usize,
    ) -> Result<Step<Node<W::Candidate>, bool>, Fault> {
        let key = W::key(&option, mover);
        if let Some(known) = W::table(self.memory).get(key) {
            self.cut(begin);
            return Ok(Step::Answered(known));
        }
        let position = self.place(option, old, begin, mover)?;
        if W::is_over(self, &position) {
            self.cut(begin);
            return Ok(Step::Answered(true));
        }
        // The negative with the players exchanged is no shorter than the position, so it cannot follow it in play that ends.
        if self.facts.may_return && !self.path.insert(key) {
            return Err(Fault::Loopy);
        }
        if W::list(self, &position)? {
            self.leave(&position, Won::AT_ONCE)?;
            return Ok(Step::Answered(true));
        }
        self.sort(position.next, depth, W::order, |option| W::key(option, mover));
        Ok(Step::Enter(position))
    }

    /// Counts an option of a position with the parts `old` and puts it on the stacks, where all above `begin` is its own.
    pub fn place(
        &mut self,
        option: W::Candidate,
        old: Range<usize>,
        begin: Heights,
        mover: Player,
    ) -> Result<Node<W::Candidate>, Fault> {
        let began = self.nodes;
        self.count();
        W::put(self, old, &option, begin)?;
        Ok(Node { option, begin, end: self.heights(), mover, next: begin.options, began })
    }

    /// Takes a position from the stacks and keeps its result.
    fn leave(&mut self, position: &Node<W::Candidate>, found: Won) -> Result<(), Fault> {
        self.cut(position.begin);
        let key = W::key(&position.option, position.mover);
        self.path.remove(&key);
        W::table(self.memory).keep(key, found, &self.cx.games().budget)
    }
}
