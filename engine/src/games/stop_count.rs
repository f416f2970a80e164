//! The number of stopping positions of a game, and the parity of its length.

use dashu_int::UBig;

use super::hashing::FastMap;
use super::{Fault, GameId, Games, Player, PostOrder};

/// The positions at which play counts as ended for the [parity](Games::parity) of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ParityEnd {
    /// 0, where nobody has a move: the game is even or odd.
    Zero,
    /// Any number: the game is even-tempered or odd-tempered.
    Number,
}

impl Games {
    /// Computes the number of stops in the tree of the canonical form: 1 for a number, else the sum over all options.
    ///
    /// ```
    /// # use cg_engine::games::*;
    /// let mut games = Games::new(Budget::unlimited());
    /// assert_eq!(games.stop_count(GameId::STAR)?, 2u8.into());
    /// # Ok::<(), Fault>(())
    /// ```
    pub fn stop_count(&mut self, g: GameId) -> Result<UBig, Fault> {
        self.fold(
            g,
            |games, g| games.as_number(g).map(|_| UBig::ONE),
            |[left, right]| left.into_iter().chain(right).sum(),
        )
    }

    /// Returns `true` if every play in the canonical form, alternating or not, has an even number of moves until it ends,
    /// `false` if every play has an odd number, and `None` if there are both. All options of an even game are odd, and all
    /// options of an odd game are even.
    ///
    /// ```
    /// # use cg_engine::games::*;
    /// let mut games = Games::new(Budget::unlimited());
    /// let one = games.integer(1);
    /// assert_eq!(games.parity(one, ParityEnd::Zero)?, Some(false));
    /// assert_eq!(games.parity(one, ParityEnd::Number)?, Some(true));
    /// # Ok::<(), Fault>(())
    /// ```
    pub fn parity(&mut self, g: GameId, end: ParityEnd) -> Result<Option<bool>, Fault> {
        let of_number = move |games: &mut Games, g| {
            let number = games.as_number(g)?;
            Some(match end {
                ParityEnd::Number => Some(true),
                // The parities of the two options of a fraction differ, or one of the options has none.
                ParityEnd::Zero => number.is_integer().then(|| (number.numerator() % 2) == 0),
            })
        };
        self.fold(g, of_number, |[left, right]| {
            let mut options = left.into_iter().chain(right);
            let first = options.next()??;
            options.all(|option| option == Some(first)).then_some(!first)
        })
    }

    /// Computes a result of `g`: by `known` for games at which play ends, by `of_options` from the results of the options of
    /// Left and of Right for all others.
    fn fold<T: Clone>(
        &mut self,
        g: GameId,
        known: impl Fn(&mut Games, GameId) -> Option<T>,
        of_options: impl Fn([Vec<T>; 2]) -> T,
    ) -> Result<T, Fault> {
        let mut done: FastMap<GameId, T> = FastMap::default();
        let mut walk = PostOrder::new([g]);
        while let Some(&mut top) = walk.next(&mut self.budget)? {
            if done.contains_key(&top) {
                continue;
            }
            let result = match known(self, top) {
                Some(result) => result,
                None => {
                    let options = [self.options(top, Player::Left)?, self.options(top, Player::Right)?];
                    walk.extend(options.iter().flatten().filter(|option| !done.contains_key(option)).copied());
                    if walk.is_waiting() {
                        continue;
                    }
                    of_options(options.map(|list| list.iter().map(|option| done[option].clone()).collect()))
                }
            };
            self.budget.reserve(size_of::<(GameId, T)>() * 2)?;
            done.insert(top, result);
        }
        Ok(done[&g].clone())
    }
}
