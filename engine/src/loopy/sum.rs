//! Sums: the play on the product of the canonical graphs, valued as any other game.

use dashu_int::IBig;

use super::draft::{Draft, VertexList};
use super::stops::LoopyStop;
use super::{Arenas, Sided, Sides, Stopper, Vertex};
use crate::games::hashing::FastMap;
use crate::games::{Fault, GameId, Player};

impl Arenas<'_> {
    /// Returns the sum of two stoppers. With a short game it is a stopper; otherwise it need not be one (on + off =
    /// dud).
    pub fn sum(&mut self, a: Stopper, b: Stopper) -> Result<Sides, Fault> {
        let pair = (a.min(b), a.max(b));
        if let Some(known) = self.known_sum(pair)? {
            return Ok(known);
        }
        for (a, b) in [pair, (pair.1, pair.0)] {
            if let Some((number, rest)) = self.without_number(a)? {
                let sides = self.sum(rest, b)?;
                let mut translated = |side: Option<Stopper>| {
                    side.map(|side| match side.short() {
                        Some(g) => Ok(self.games.sum(g, number)?.into()),
                        None => self.translated(side, number),
                    })
                    .transpose()
                };
                let sides = Sides { onside: translated(sides.onside)?, offside: translated(sides.offside)? };
                self.loops.sums.insert(pair, sides);
                return Ok(sides);
            }
        }
        let mut draft = Draft::default();
        let mut number: FastMap<(Stopper, Stopper), u32> = FastMap::default();
        let mut order = vec![pair];
        number.insert(pair, draft.vertex());
        let mut next = 0;
        while let Some(&(a, b)) = order.get(next) {
            next += 1;
            if next.is_power_of_two() {
                self.games.budget.reserve(next * 128)?;
            }
            let mut lists = <[VertexList; 2]>::default();
            for (list, player) in lists.iter_mut().zip([Player::Left, Player::Right]) {
                let moves = self.options(a, player)?.into_iter().map(|option| (option, b));
                let moves: Vec<_> =
                    moves.chain(self.options(b, player)?.into_iter().map(|option| (a, option))).collect();
                for (x, y) in moves {
                    self.games.budget.tick()?;
                    let pair = (x.min(y), x.max(y));
                    let to = match number.get(&pair) {
                        Some(&known) => known,
                        None => {
                            let known = self.known_sum(pair)?.and_then(Sides::value);
                            let new = match known {
                                Some(value) => draft.known(value),
                                None => draft.vertex(),
                            };
                            number.insert(pair, new);
                            if known.is_none() {
                                order.push(pair);
                            }
                            new
                        }
                    };
                    list.push(to);
                }
            }
            draft.vertices[number[&(a, b)] as usize] = Vertex::Moves(lists);
        }
        let sides = self.sides_without_trimming(&draft, &[0])?;
        for pair in order {
            if let Some(sides) = sides[number[&pair] as usize] {
                self.loops.sums.insert(pair, sides);
            }
        }
        Ok(sides[0].expect("the root is looked for"))
    }

    /// Splits a stop or a short game into a number and the rest, since a number has as many followers as it is large.
    /// `None` if no number is seen in it, or only 0.
    fn without_number(&mut self, stopper: Stopper) -> Result<Option<(GameId, Stopper)>, Fault> {
        let number = match (stopper.short(), self.as_stop(stopper)) {
            (Some(g), _) => match self.games.normal_form(g) {
                Some(form) => self.games.number(&form.number),
                None => return Ok(None),
            },
            (None, Some(LoopyStop::Over(n) | LoopyStop::Under(n))) => n,
            _ => return Ok(None),
        };
        if number == GameId::ZERO {
            return Ok(None);
        }
        let minus = self.games.negative(number)?;
        let rest = match stopper.short() {
            Some(g) => self.games.sum(g, minus)?.into(),
            None => self.translated(stopper, minus)?,
        };
        Ok(Some((number, rest)))
    }

    /// Returns a sum that needs no play: of short games, of a number and a loopy stopper, or one that is remembered.
    fn known_sum(&mut self, (a, b): (Stopper, Stopper)) -> Result<Option<Sides>, Fault> {
        Ok(match (a.short(), b.short()) {
            (Some(g), Some(h)) => Some(Sided::from(self.games.sum(g, h)?).into()),
            (Some(g), None) if self.games.as_number(g).is_some() => Some(Sided::from(self.translated(b, g)?).into()),
            (Some(g), None) if let Some(absorbed) = self.absorbed(g, b)? => Some(Sided::from(absorbed).into()),
            _ => self.loops.sums.get(&(a, b)).copied(),
        })
    }

    /// Returns the mean of a short game beside a stop that absorbs the rest of it. `on` and `off` outlast every game
    /// that ends. If g is infinitesimal, g <= over gives over + g <= over + over = over, and so does -g; a number
    /// beside makes no difference.
    fn absorbed(&mut self, g: GameId, stopper: Stopper) -> Result<Option<Stopper>, Fault> {
        Ok(match self.as_stop(stopper) {
            Some(LoopyStop::On | LoopyStop::Off) => Some(stopper),
            Some(LoopyStop::Over(_) | LoopyStop::Under(_)) => {
                let number = self.games.left_stop(g);
                match number == self.games.right_stop(g) {
                    true => {
                        let number = self.games.number(&number);
                        Some(self.translated(stopper, number)?)
                    }
                    false => None,
                }
            }
            _ => None,
        })
    }

    /// Returns a loopy stopper plus a number: the number is added to every option (number translation; Siegel,
    /// *Combinatorial Game Theory*, VI.4). What was canonical stays so.
    fn translated(&mut self, stopper: Stopper, number: GameId) -> Result<Stopper, Fault> {
        if number == GameId::ZERO {
            return Ok(stopper);
        }
        if let Some(known) = self.loops.sums.get(&(number.into(), stopper)).and_then(|sides| sides.onside) {
            return Ok(known);
        }
        let (graph, order) = self.unfolded(stopper, |option, values| {
            let Some(g) = option.short() else { return Ok(None) };
            Ok(Some(values.games.sum(g, number)?.into()))
        })?;
        let stoppers = self.stored(&graph)?;
        for (here, place) in order {
            let sum = Sided::from(stoppers[place as usize]);
            self.loops.sums.insert((number.into(), here), sum.into());
        }
        Ok(stoppers[0])
    }

    /// Returns the sum of two values: that of their onsides, on the onside, and that of their offsides, on the offside.
    pub fn sided_sum(&mut self, a: Sided, b: Sided) -> Result<Sides, Fault> {
        let on = self.sum(a.onside, b.onside)?;
        if a.stopper().is_some() && b.stopper().is_some() {
            return Ok(on);
        }
        Ok(Sides { onside: on.onside, offside: self.sum(a.offside, b.offside)?.offside })
    }

    /// Returns the sum of n copies, of the negative if n is less than 0.
    pub fn multiple(&mut self, n: &IBig, value: Sided) -> Result<Sides, Fault> {
        let mut double = if *n < IBig::ZERO { self.negative(value)? } else { value };
        let mut rest = if *n < IBig::ZERO { -n } else { n.clone() };
        let mut total = Sided::from(Stopper::ZERO);
        let two = IBig::from(2);
        while rest > IBig::ZERO {
            self.games.budget.tick()?;
            if &rest % &two == IBig::ONE {
                let sides = self.sided_sum(total, double)?;
                match sides.value() {
                    Some(value) => total = value,
                    None => return Ok(sides),
                }
            }
            rest /= &two;
            if rest > IBig::ZERO {
                let sides = self.sided_sum(double, double)?;
                match sides.value() {
                    Some(value) => double = value,
                    None => return Ok(sides),
                }
            }
        }
        Ok(total.into())
    }
}
