//! Ordinal products: a copy of one game in place of each edge of another.

use super::hashing::FastMap;
use super::{Fault, GameId, Games, Player, PostOrder};

/// The options of a game: Left's and Right's.
type OptionsOfBoth = [Vec<GameId>; 2];

/// A form: its followers with their options, each behind the followers that it has as options, the form itself last.
#[derive(Clone, Debug, Default)]
pub struct FormSteps {
    /// By follower, the places of Left's options and of Right's.
    pub options: Vec<[Vec<usize>; 2]>,
}

impl Games {
    /// Returns the canonical form of `g` with all its followers.
    ///
    /// # Errors
    /// Fails when the [budget](super::Budget) is spent.
    pub fn form_steps(&mut self, g: GameId) -> Result<FormSteps, Fault> {
        let mut steps = FormSteps::default();
        let mut places: FastMap<GameId, usize> = FastMap::default();
        let mut walk = PostOrder::new([g]);
        while let Some(&mut top) = walk.next(&mut self.budget)? {
            if places.contains_key(&top) {
                continue;
            }
            let options = [self.options(top, Player::Left)?, self.options(top, Player::Right)?];
            walk.extend(options.iter().flatten().filter(|option| !places.contains_key(option)).copied());
            if !walk.is_waiting() {
                places.insert(top, steps.options.len());
                steps.options.push(options.map(|list| list.iter().map(|option| places[option]).collect()));
            }
        }
        Ok(steps)
    }

    /// Computes the ordinal product of the form with the options `g` and the form `h`:
    /// {G⊛H^L : G^L, G⊛H^R : -G^R | G⊛H^L : G^R, G⊛H^R : -G^L}. Of a stalk of Hackenbush every blue edge becomes a copy of G,
    /// every red one a copy of -G. It depends on both forms: the stalk of two blue edges is {0,1|}, and 2 is {1|}.
    ///
    /// ```
    /// # use cg_engine::games::*;
    /// let mut games = Games::new(Budget::unlimited());
    /// let (two, three) = (games.integer(2), games.integer(3));
    /// let three = games.form_steps(three)?;
    /// let one = games.integer(1);
    /// let product = games.ordinal_product([&[one], &[]], &three)?;
    /// assert_eq!(product, games.integer(6));
    /// # Ok::<(), Fault>(())
    /// ```
    ///
    /// # Errors
    /// Fails when the [budget](super::Budget) is spent, and as [`Games::ordinal_sum`] does.
    pub fn ordinal_product(&mut self, g: [&[GameId]; 2], h: &FormSteps) -> Result<GameId, Fault> {
        let mut negative = OptionsOfBoth::default();
        for (list, options) in negative.iter_mut().zip([g[1], g[0]]) {
            for &option in options {
                list.push(self.negative(option)?);
            }
        }
        // The options of the product with each follower of h, for it is the base of ordinal sums.
        let mut products: Vec<OptionsOfBoth> = Vec::with_capacity(h.options.len());
        for options in &h.options {
            let mut product = OptionsOfBoth::default();
            for (places, copy) in options.iter().zip([g, [&negative[0][..], &negative[1][..]]]) {
                for &below in places {
                    for (side, on_top) in product.iter_mut().zip(copy) {
                        for &option in on_top {
                            let [left, right] = &products[below];
                            let value = self.ordinal_sum(left, right, option)?;
                            if !side.contains(&value) {
                                side.push(value);
                            }
                        }
                    }
                }
            }
            self.budget.reserve(64 + product.iter().map(|list| size_of_val(&list[..])).sum::<usize>())?;
            products.push(product);
        }
        let [left, right] = products.pop().unwrap_or_default();
        self.from_options(&left, &right)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{Budget, Random};

    #[test]
    fn every_edge_of_a_stalk_becomes_a_copy() -> Result<(), Fault> {
        let mut games = Games::new(Budget::unlimited());
        let mut random = Random::new(3);
        for g in games.born_by(2)? {
            let options = [games.options(g, Player::Left)?, games.options(g, Player::Right)?];
            for _ in 0..20 {
                let blue: Vec<bool> = (0..random.below(6)).map(|_| random.below(2) == 0).collect();
                // From the top down: a copy of G or -G with the copies that stand on it.
                let mut copies = GameId::ZERO;
                for &is_blue in blue.iter().rev() {
                    let copy = if is_blue { g } else { games.negative(g)? };
                    let options = [games.options(copy, Player::Left)?, games.options(copy, Player::Right)?];
                    copies = games.ordinal_sum(&options[0], &options[1], copies)?;
                }
                // A player cuts one of his edges, and what stands on it falls.
                let cuts = |height: usize, is_blue: bool| (0..height).filter(|&at| blue[at] == is_blue).collect();
                let stalk = FormSteps {
                    options: (0..=blue.len()).map(|height| [cuts(height, true), cuts(height, false)]).collect(),
                };
                let product = games.ordinal_product([&options[0], &options[1]], &stalk)?;
                assert_eq!(product, copies, "{g:?} and {blue:?}");
            }
        }
        Ok(())
    }
}
