//! Ordinal products: a copy of one game in place of each edge of another.

use super::hashing::FastMap;
use super::{Fault, GameId, Games, Player, PostOrder};

/// A form: Left's options and Right's.
type OptionLists = [Vec<GameId>; 2];

impl Games {
    /// Computes the ordinal product of the form with the options `g` and the canonical form of `h`:
    /// {G⊛H^L : G^L, G⊛H^R : -G^R | G⊛H^L : G^R, G⊛H^R : -G^L}. If H is a stalk of Hackenbush, each blue edge becomes a copy
    /// of G, each red one a copy of -G.
    ///
    /// ```
    /// # use cg_engine::games::*;
    /// let mut games = Games::new(Budget::unlimited());
    /// let (two, three) = (games.integer(2), games.integer(3));
    /// let product = games.ordinal_product([&[games.integer(1)], &[]], three)?;
    /// assert_eq!(product, games.integer(6));
    /// # Ok::<(), Fault>(())
    /// ```
    ///
    /// # Errors
    /// See [`Games::ordinal_sum`].
    pub fn ordinal_product(&mut self, g: [&[GameId]; 2], h: GameId) -> Result<GameId, Fault> {
        let mut negative = OptionLists::default();
        for (list, options) in negative.iter_mut().zip([g[1], g[0]]) {
            for &option in options {
                list.push(self.negative(option)?);
            }
        }
        // The form of the product with each follower of h, for it is the base of ordinal sums.
        let mut forms: FastMap<GameId, OptionLists> = FastMap::default();
        let mut walk = PostOrder::new([h]);
        while let Some(&mut top) = walk.next(&mut self.budget)? {
            if forms.contains_key(&top) {
                continue;
            }
            let options = [self.options(top, Player::Left)?, self.options(top, Player::Right)?];
            walk.extend(options.iter().flatten().filter(|option| !forms.contains_key(option)).copied());
            if walk.is_waiting() {
                continue;
            }
            let mut form = OptionLists::default();
            for (list, copy) in options.iter().zip([g, [&negative[0][..], &negative[1][..]]]) {
                for below in list {
                    for (side, on_top) in form.iter_mut().zip(copy) {
                        for &option in on_top {
                            let [left, right] = &forms[below];
                            let value = self.ordinal_sum(left, right, option)?;
                            if !side.contains(&value) {
                                side.push(value);
                            }
                        }
                    }
                }
            }
            self.budget.reserve(64 + form.iter().map(|list| size_of_val(&list[..])).sum::<usize>())?;
            forms.insert(top, form);
        }
        let [left, right] = &forms[&h];
        self.from_options(left, right)
    }
}
