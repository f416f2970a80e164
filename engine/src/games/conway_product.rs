//! Conway's product of two forms (Conway, On Numbers and Games, ch. 1).

use dashu_ratio::RBig;

use super::hashing::FastMap;
use super::{Dyadic, Fault, GameId, Games, Player};

impl Games {
    /// Returns the product of the canonical forms: all `G'H + GH' - G'H'`, to Left if both options are Left's or both
    /// Right's.
    ///
    /// For numbers it is the product, for nimbers the nim-product.
    ///
    /// ```
    /// # use cg_engine::games::*;
    /// let mut games = Games::new(Budget::unlimited());
    /// let (two, three) = (games.nimber(2)?, games.nimber(3)?);
    /// assert_eq!(games.conway_product(two, three)?, GameId::STAR);
    /// # Ok::<(), Fault>(())
    /// ```
    ///
    /// # Errors
    /// The errors of [`Games::sum`].
    pub fn conway_product(&mut self, g: GameId, h: GameId) -> Result<GameId, Fault> {
        self.product(g, h, &mut FastMap::default(), 1)
    }

    fn product(
        &mut self,
        g: GameId,
        h: GameId,
        known: &mut FastMap<(GameId, GameId), GameId>,
        depth: u32,
    ) -> Result<GameId, Fault> {
        if g == GameId::ZERO || h == GameId::ZERO {
            return Ok(GameId::ZERO);
        }
        if let (Some(x), Some(y)) = (self.as_number(g), self.as_number(h)) {
            let product: RBig = x.to_rational() * y.to_rational();
            let product = Dyadic::from_rational(&product).ok_or_else(|| Fault::NotDyadic(product.clone()))?;
            return Ok(self.number(&product));
        }
        let key = if g < h { (g, h) } else { (h, g) };
        if let Some(&done) = known.get(&key) {
            return Ok(done);
        }
        self.budget.tick()?;
        let product = self.level(depth, |games| games.product_of_options(g, h, known, depth + 1))?;
        known.insert(key, product);
        Ok(product)
    }

    fn product_of_options(
        &mut self,
        g: GameId,
        h: GameId,
        known: &mut FastMap<(GameId, GameId), GameId>,
        depth: u32,
    ) -> Result<GameId, Fault> {
        let players = [Player::Left, Player::Right];
        let mut lists: [Vec<GameId>; 2] = Default::default();
        for a in players {
            let of_g = self.options(g, a)?;
            for b in players {
                let of_h = self.options(h, b)?;
                for &x in &of_g {
                    let by_x = self.product(x, h, known, depth)?;
                    for &y in &of_h {
                        let by_y = self.product(g, y, known, depth)?;
                        let both = self.product(x, y, known, depth)?;
                        let sum = self.sum(by_x, by_y)?;
                        lists[usize::from(a != b)].push(self.difference(sum, both)?);
                    }
                }
            }
        }
        self.from_options(&lists[0], &lists[1])
    }
}
