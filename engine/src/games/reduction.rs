//! The way from a written form to its canonical form, step by step (Siegel II.2): dominated options with the options
//! that dominate them, reversible options with the replies, and the options that replace them.
//!
//! [`Games::from_options`] gives the value and forgets the way. This is the same work done literally, for those who
//! want to see it: one option at a time, each step with the options that it used.

use super::options::Listing;
use super::{Fault, GameId, Games, Player};
use Player::{Left, Right};

/// Options that a form may have, those that take the place of others included.
const MAX_OPTIONS: u64 = 10_000;

/// An option of a form, or one that took the place of a reversible option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The player whose option it is.
    pub player: Player,
    /// The canonical value of the option.
    pub value: GameId,
}

/// One step towards the canonical form. Options are named by their place in [`Reduction::entries`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReductionStep {
    /// An option that is no better for its player than another one goes.
    Dominated {
        /// The dominated option.
        option: usize,
        /// The option that dominates it. Of equal options the first stays.
        by: usize,
    },
    /// An option that the opponent can answer so well that its player would rather have stayed: she goes on from there
    /// at once.
    Reversible {
        /// The reversible option.
        option: usize,
        /// The answer: at most the game, if the option is Left's; at least the game, if it is Right's.
        through: GameId,
        /// The options that replace it: the player's options of the answer.
        by: Vec<usize>,
    },
}

/// All steps from a form to its canonical form.
#[derive(Clone, Debug)]
pub struct Reduction {
    /// The value of the form.
    pub value: GameId,
    /// The number of options that were given.
    pub written: usize,
    /// The options as they were given, Left's first, and after them those that took the place of others.
    pub entries: Vec<Entry>,
    /// The steps of the reduction, in order. Dominated options go first, then reversible options; numbers are not
    /// replaced.
    pub steps: Vec<ReductionStep>,
}

impl Reduction {
    /// Returns the options of a player that are left after the first `steps` steps.
    pub fn after(&self, steps: usize, player: Player) -> Vec<usize> {
        let mut there: Vec<bool> = (0..self.entries.len()).map(|i| i < self.written).collect();
        for step in &self.steps[..steps.min(self.steps.len())] {
            match step {
                ReductionStep::Dominated { option, .. } => there[*option] = false,
                ReductionStep::Reversible { option, by, .. } => {
                    by.iter().for_each(|&new| there[new] = true);
                    there[*option] = false;
                }
            }
        }
        (0..self.entries.len()).filter(|&i| there[i] && self.entries[i].player == player).collect()
    }

    /// Returns the options of a player in the canonical form.
    pub fn kept(&self, player: Player) -> Vec<usize> {
        self.after(self.steps.len(), player)
    }
}

impl Games {
    /// Returns the steps from the form `{left | right}` to its canonical form.
    ///
    /// ```
    /// # use cg_engine::games::*;
    /// let mut games = Games::new(Budget::unlimited());
    /// // {up | 0}: Right answers up with *, which is at most the game, and Left goes on to 0.
    /// let up = games.number_up_star(&Dyadic::ZERO, 1, 0)?;
    /// let way = games.reduction(&[up], &[GameId::ZERO])?;
    /// assert_eq!(way.value, GameId::STAR);
    /// assert_eq!(way.steps, [ReductionStep::Reversible { option: 0, through: GameId::STAR, by: vec![2] }]);
    /// assert_eq!(way.entries[2].value, GameId::ZERO);
    /// # Ok::<(), Fault>(())
    /// ```
    ///
    /// # Errors
    /// [`Fault::TooLarge`] beyond 10 000 options.
    pub fn reduction(&mut self, left: &[GameId], right: &[GameId]) -> Result<Reduction, Fault> {
        room(left.len() as u64 + right.len() as u64)?;
        let value = self.from_options(left, right)?;
        let of = |player, list: &[GameId]| list.iter().map(|&value| Entry { player, value }).collect::<Vec<_>>();
        let mut entries = of(Left, left);
        entries.extend(of(Right, right));
        let mut there: Vec<usize> = (0..entries.len()).collect();
        let mut way = Reduction { value, written: entries.len(), entries, steps: Vec::new() };
        loop {
            self.drop_dominated(&mut way, &mut there)?;
            let Some((option, through)) = self.reversible_option(&way, &there)? else { return Ok(way) };
            let player = way.entries[option].player;
            room(self.option_count(through, player).saturating_add(way.entries.len() as u64))?;
            let mut by = Vec::new();
            there.retain(|&i| i != option);
            for new in self.options(through, player)? {
                self.budget.tick()?;
                let entry = Entry { player, value: new };
                match there.iter().find(|&&i| way.entries[i] == entry) {
                    Some(&same) => by.push(same),
                    None => {
                        by.push(way.entries.len());
                        there.push(way.entries.len());
                        way.entries.push(entry);
                    }
                }
            }
            way.steps.push(ReductionStep::Reversible { option, through, by });
        }
    }

    /// Returns the reversible options of the form `{left | right}`, each with the answer that reverses it; by place,
    /// Left's first.
    ///
    /// ```
    /// # use cg_engine::games::*;
    /// let mut games = Games::new(Budget::unlimited());
    /// let [two, one] = [2, 1].map(|n| games.integer(n));
    /// // {0 | 2} is 1, and Left answers 2 with 1.
    /// assert_eq!(games.reversible_options(&[GameId::ZERO], &[two])?, [(1, one)]);
    /// # Ok::<(), Fault>(())
    /// ```
    pub fn reversible_options(&mut self, left: &[GameId], right: &[GameId]) -> Result<Vec<(usize, GameId)>, Fault> {
        room(left.len() as u64 + right.len() as u64)?;
        let value = self.from_options(left, right)?;
        let mut found = Vec::new();
        for (i, &option) in left.iter().chain(right).enumerate() {
            let player = if i < left.len() { Left } else { Right };
            if let Some(through) = self.reversing_reply(option, player, value)? {
                found.push((i, through));
            }
        }
        Ok(found)
    }

    /// Returns the dominated options of the form `{left | right}`, each with one that is at least as good and itself
    /// not dominated; by place, Left's first. Of equal options the first is not dominated by the others.
    pub fn dominated_options(&mut self, left: &[GameId], right: &[GameId]) -> Result<Vec<(usize, usize)>, Fault> {
        room(left.len() as u64 + right.len() as u64)?;
        let mut found = self.dominators(left, Left)?;
        let others = self.dominators(right, Right)?;
        found.extend(others.into_iter().map(|(option, by)| (option + left.len(), by + left.len())));
        Ok(found)
    }

    fn drop_dominated(&mut self, way: &mut Reduction, there: &mut Vec<usize>) -> Result<(), Fault> {
        for player in [Left, Right] {
            let of: Vec<usize> = there.iter().copied().filter(|&i| way.entries[i].player == player).collect();
            let values: Vec<GameId> = of.iter().map(|&i| way.entries[i].value).collect();
            for (option, by) in self.dominators(&values, player)? {
                way.steps.push(ReductionStep::Dominated { option: of[option], by: of[by] });
                there.retain(|&i| i != of[option]);
            }
        }
        Ok(())
    }

    /// Pairs each dominated option of a list with a best option that dominates it.
    fn dominators(&mut self, list: &[GameId], player: Player) -> Result<Vec<(usize, usize)>, Fault> {
        let mut found = Vec::new();
        for i in 0..list.len() {
            let mut best = i;
            for j in 0..list.len() {
                self.budget.tick()?;
                if j != best && self.is_at_least(list[j], list[best], player)? {
                    let equal = list[j] == list[best];
                    if !equal || j < best {
                        best = j;
                    }
                }
            }
            if best != i {
                found.push((i, best));
            }
        }
        Ok(found)
    }

    /// Returns `true` if `a` is at least as good as `b` for the player.
    fn is_at_least(&mut self, a: GameId, b: GameId, player: Player) -> Result<bool, Fault> {
        match player {
            Left => self.less_or_equal(b, a),
            Right => self.less_or_equal(a, b),
        }
    }

    /// Returns a reversible option with the answer that reverses it; numbers are examined last.
    fn reversible_option(&mut self, way: &Reduction, there: &[usize]) -> Result<Option<(usize, GameId)>, Fault> {
        for numbers in [false, true] {
            for &i in there {
                let Entry { player, value } = way.entries[i];
                if self.as_number(value).is_some() == numbers
                    && let Some(through) = self.reversing_reply(value, player, way.value)?
                {
                    return Ok(Some((i, through)));
                }
            }
        }
        Ok(None)
    }

    /// Returns the opponent's first answer to an option of `game` that is no worse for him than `game`.
    fn reversing_reply(&mut self, option: GameId, player: Player, game: GameId) -> Result<Option<GameId>, Fault> {
        // Only a few nimbers of a long range can be decisive.
        if let Listing::Long(form) = self.listing(option) {
            for index in self.deciding_options(&form, player.other(), game)? {
                self.budget.tick()?;
                let reply = self.intern_uptimal(form.option(player.other(), index));
                if self.is_at_least(game, reply, player)? {
                    return Ok(Some(reply));
                }
            }
            return Ok(None);
        }
        for index in 0..self.option_count(option, player.other()) {
            self.budget.tick()?;
            let reply = self.option(option, player.other(), index);
            if self.is_at_least(game, reply, player)? {
                return Ok(Some(reply));
            }
        }
        Ok(None)
    }
}

fn room(options: u64) -> Result<(), Fault> {
    if options > MAX_OPTIONS {
        return Err(Fault::TooLarge {
            what: "form",
            size: format!("{options} options"),
            limit: MAX_OPTIONS.to_string(),
        });
    }
    Ok(())
}
