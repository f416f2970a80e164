//! Names of values, remembered by id.

use super::options::{Layout, Side};
use super::shape::Named;
use super::{Notation, length, write};
use crate::games::hashing::{FastMap, FastSet};
use crate::games::{Fault, GameId, Games, Player};

/// The longest text, in ASCII characters, that is written out.
pub const LIMIT: u64 = 10_000;

/// The names of values: the recognised form and the length, for each id that was asked for.
///
/// ```
/// use cg_engine::games::{Budget, GameId, Games};
/// use cg_engine::notation::{Names, Notation};
/// let (mut games, mut names) = (Games::new(Budget::unlimited()), Names::default());
/// let [two, zero, minus_two] = [2, 0, -2].map(|n| games.integer(n));
/// let hot = games.from_options(&[two], &[zero])?;
/// assert_eq!(names.game(&mut games, hot, Notation::Ascii)?, "<2|0>");
/// let threat = games.from_options(&[zero], &[minus_two])?;
/// let tiny = games.from_options(&[zero], &[threat])?;
/// assert_eq!(names.game(&mut games, tiny, Notation::Unicode)?, "tiny(2)");
/// # Ok::<(), cg_engine::games::Fault>(())
/// ```
#[derive(Default)]
pub struct Names {
    entries: FastMap<GameId, Entry>,
}

/// The knowledge of the name of one value.
pub(super) struct Entry {
    /// Characters in ASCII, saturating.
    pub length: u64,
    /// Roughly how many moves there are in its tree, saturating.
    pub weight: u32,
    pub form: Form,
}

/// A way to write a value.
pub(super) enum Form {
    /// A sum of number, powers of up and star.
    Normal,
    /// A part with a name, with or without a sum of number, ups and star beside it.
    Named(Box<Named>),
    /// The options.
    Options(Layout),
}

/// A value on the way to its name.
enum Visit {
    /// Its options may have no names yet.
    Enter(GameId),
    /// The options have names, but the parts of a possible name may not.
    Choose(GameId),
    /// All names that are needed are known.
    Leave(GameId, Layout, Vec<Named>),
}

impl Names {
    /// Returns the text of a value: its shortest standard name. Beyond [`LIMIT`] it is no name, but says how long that
    /// would be and shows the outermost options.
    ///
    /// ```
    /// # use cg_engine::games::*;
    /// # use cg_engine::notation::*;
    /// let (mut games, mut names) = (Games::new(Budget::unlimited()), Names::default());
    /// let g = games.number_up_star(&Dyadic::ZERO, -3, 2)?;
    /// assert_eq!(names.game(&mut games, g, Notation::Ascii)?, "3*down + *2");
    /// assert_eq!(names.game(&mut games, g, Notation::Unicode)?, "3·↓ + ∗2");
    /// # Ok::<(), Fault>(())
    /// ```
    pub fn game(&mut self, games: &mut Games, g: GameId, notation: Notation) -> Result<String, Fault> {
        self.game_within(games, g, notation, LIMIT)
    }

    /// Like [`game`](Names::game), with another limit, for a text that need not fit on a screen.
    pub fn game_within(
        &mut self,
        games: &mut Games,
        g: GameId,
        notation: Notation,
        limit: u64,
    ) -> Result<String, Fault> {
        if let Some(form) = games.as_uptimal(g).filter(|form| form.ups.highest() <= 1) {
            return Ok(write::uptimal(&form, notation, limit));
        }
        let length = self.length(games, g)?;
        if length > limit {
            return self.summary(games, g, notation);
        }
        games.budget.reserve(length as usize)?;
        self.written(games, g, notation)
    }

    /// Returns the options of a player in the order in which they are written.
    pub fn options(&mut self, games: &mut Games, g: GameId, player: Player) -> Result<Vec<GameId>, Fault> {
        let options = games.options(g, player)?;
        self.in_order(games, options)
    }

    /// Returns the values in the order in which they are written as options.
    ///
    /// # Errors
    /// The limits of the budget.
    pub fn in_order(&mut self, games: &mut Games, values: Vec<GameId>) -> Result<Vec<GameId>, Fault> {
        for &g in &values {
            self.length(games, g)?;
        }
        self.sorted(games, values)
    }

    /// Returns the number of characters of the name in ASCII, saturating: the text of a shared game can be longer than
    /// any disk.
    ///
    /// ```
    /// # use cg_engine::games::*;
    /// # use cg_engine::notation::*;
    /// let (mut games, mut names) = (Games::new(Budget::unlimited()), Names::default());
    /// let g = games.nimber(1_000_000)?;
    /// assert_eq!(names.length(&mut games, g)?, 8);
    /// # Ok::<(), Fault>(())
    /// ```
    pub fn length(&mut self, games: &mut Games, g: GameId) -> Result<u64, Fault> {
        if let Some(entry) = self.entries.get(&g) {
            return Ok(entry.length);
        }
        let mut visits = vec![Visit::Enter(g)];
        let mut waiting = FastSet::default();
        while let Some(visit) = visits.pop() {
            games.budget.tick()?;
            if visits.len() == visits.capacity() {
                games.budget.reserve(visits.len() * size_of::<Visit>())?;
            }
            if self.entries.len() == self.entries.capacity() {
                games.budget.reserve(self.entries.len() * 2 * size_of::<(GameId, Entry)>())?;
            }
            match visit {
                Visit::Enter(g) if self.entries.contains_key(&g) => {}
                Visit::Enter(g) => self.enter(games, g, &mut visits)?,
                Visit::Choose(g) => self.choose(games, g, &mut visits, &mut waiting)?,
                Visit::Leave(g, layout, candidates) => self.leave(games, g, layout, candidates)?,
            }
        }
        Ok(self.entries.get(&g).map_or(1, |entry| entry.length))
    }

    /// Forgets all names: after the arena was compacted.
    pub fn clear(&mut self) {
        self.entries = FastMap::default();
    }

    /// Forgets every name that mentions an id from this one on: after the arena was rolled back to this length.
    ///
    /// ```
    /// # use cg_engine::games::*;
    /// # use cg_engine::notation::*;
    /// let (mut games, mut names) = (Games::new(Budget::unlimited()), Names::default());
    /// let mark = games.mark();
    /// let five = games.nimber(5)?;
    /// names.game(&mut games, five, Notation::Ascii)?;
    /// games.rollback(mark);
    /// names.forget_from(games.len());
    /// let six = games.nimber(6)?; // the same id
    /// assert_eq!(names.game(&mut games, six, Notation::Ascii)?, "*6");
    /// # Ok::<(), Fault>(())
    /// ```
    pub fn forget_from(&mut self, len: usize) {
        let known = |id: GameId| (id.0 as usize) < len;
        let lost = |id: GameId, entry: &Entry| match &entry.form {
            Form::Named(named) => known(id) && !named.mentions().all(known),
            _ => false,
        };
        // A name that is lost is part of names that may be anywhere.
        if self.entries.iter().any(|(&id, entry)| lost(id, entry)) {
            return self.clear();
        }
        self.entries.retain(|&id, _| known(id));
        if self.entries.capacity() > 4 * self.entries.len() {
            self.entries.shrink_to(2 * self.entries.len());
        }
    }

    pub(super) fn entry(&self, g: GameId) -> Option<&Entry> {
        self.entries.get(&g)
    }

    fn enter(&mut self, games: &mut Games, g: GameId, visits: &mut Vec<Visit>) -> Result<(), Fault> {
        if let Some(form) = games.as_uptimal(g) {
            let weight = (form.play_to_nimber().0 + form.star + 1u8).try_into().unwrap_or(u32::MAX);
            self.entries.insert(g, Entry { length: length::uptimal(&form), weight, form: Form::Normal });
            return Ok(());
        }
        visits.push(Visit::Choose(g));
        for player in [Player::Left, Player::Right] {
            for index in 0..games.option_count(g, player) {
                games.budget.tick()?;
                let option = games.option(g, player, index);
                if !self.entries.contains_key(&option) {
                    visits.push(Visit::Enter(option));
                }
            }
        }
        Ok(())
    }

    /// Chooses the name of a value whose options have theirs. `waiting` are the values whose names wait for those of
    /// parts.
    fn choose(
        &mut self,
        games: &mut Games,
        g: GameId,
        visits: &mut Vec<Visit>,
        waiting: &mut FastSet<GameId>,
    ) -> Result<(), Fault> {
        if self.entries.contains_key(&g) {
            return Ok(());
        }
        let (left, right) = (self.side(games, g, Player::Left)?, self.side(games, g, Player::Right)?);
        let layout = Layout::new(&left, &right);
        let candidates = self.candidates(games, g, layout.inside_signs().1)?;
        if candidates.is_empty() {
            return self.leave(games, g, layout, candidates);
        }
        if !waiting.insert(g) {
            // It would be part of its own name.
            return self.leave(games, g, layout, Vec::new());
        }
        let at = visits.len();
        for part in candidates.iter().flat_map(Named::mentions) {
            if !self.entries.contains_key(&part) {
                visits.push(Visit::Enter(part));
            }
        }
        visits.insert(at, Visit::Leave(g, layout, candidates));
        Ok(())
    }

    fn leave(&mut self, games: &mut Games, g: GameId, layout: Layout, candidates: Vec<Named>) -> Result<(), Fault> {
        let mut length = layout.inside_signs().1;
        let mut form = Form::Options(layout);
        for named in candidates {
            let shorter = self.named_length(games, &named);
            if shorter < length {
                (length, form) = (shorter, Form::Named(Box::new(named)));
            }
        }
        let weight = self.weight_of_options(games, g).saturating_add(1);
        self.entries.insert(g, Entry { length, weight, form });
        Ok(())
    }

    /// Returns the length of one side of the literal of a game.
    fn side(&self, games: &mut Games, g: GameId, player: Player) -> Result<Side, Fault> {
        let count = games.option_count(g, player);
        let mut side = Side { list: count.saturating_sub(1), bare: None };
        for index in 0..count {
            games.budget.tick()?;
            let option = games.option(g, player, index);
            let Some(entry) = self.entries.get(&option) else { continue };
            side.list = side.list.saturating_add(entry.length);
            if let (1, Form::Options(layout)) = (count, &entry.form) {
                side.bare = Some(*layout);
            }
        }
        Ok(side)
    }
}
