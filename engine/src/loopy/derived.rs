//! Operations on stoppers: constants, literals, order, outcome, degree, variety.

use super::comparison::{Comparison, Rule};
use super::draft::{Draft, Graph};
use super::stops::LoopyStop;
use super::{Arenas, Sided, Sides, Stopper, Vertex};
use crate::games::{Fault, GameId, Order, Outcome, Player};
use crate::ordinals::GammaValue;

/// The reason why the degree or the variety of a value is not determined.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unsettled {
    /// A sum on the way has no stopper for a side.
    NoSides,
    /// The onside of G - G is not its own double.
    NotIdempotent(Stopper),
    /// The variety is not the same from above and from below.
    NotStable,
}

impl Arenas<'_> {
    /// Returns the stopper of a graph of one vertex, 0, which may lead to itself and to these short games.
    fn small(&mut self, left: &[Option<GameId>], right: &[Option<GameId>]) -> Result<Stopper, Fault> {
        let is_this = |(lists, _): &&([Vec<Option<GameId>>; 2], Stopper)| lists[0] == left && lists[1] == right;
        if let Some((_, known)) = self.loops.constants.iter().find(is_this) {
            return Ok(*known);
        }
        let key = [left.to_vec(), right.to_vec()];
        let mut graph = Graph::default();
        let root = graph.vertex();
        let mut lists = [left, right]
            .map(|list| list.iter().map(|option| option.map_or(root, |g| graph.known(g.into()))).collect::<Vec<u32>>());
        let [left, right] = &mut lists;
        graph.set(root, std::mem::take(left), std::mem::take(right));
        let stopper = self.canonical(&graph)?[root as usize];
        self.loops.constants.push((key, stopper));
        Ok(stopper)
    }

    /// Returns on = {pass|}, greater than every other game without sides apart (*Winning Ways*, chapter 11).
    pub fn on(&mut self) -> Result<Stopper, Fault> {
        self.small(&[None], &[])
    }

    /// Returns off = {|pass}.
    pub fn off(&mut self) -> Result<Stopper, Fault> {
        self.small(&[], &[None])
    }

    /// Returns over = {0|pass}, the greatest infinitesimal that is its own double.
    pub fn over(&mut self) -> Result<Stopper, Fault> {
        self.small(&[Some(GameId::ZERO)], &[None])
    }

    /// Returns under = {pass|0}.
    pub fn under(&mut self) -> Result<Stopper, Fault> {
        self.small(&[None], &[Some(GameId::ZERO)])
    }

    /// Returns dud = on & off, the deathless universal draw.
    pub fn dud(&mut self) -> Result<Sided, Fault> {
        Ok(Sided { onside: self.on()?, offside: self.off()? })
    }

    /// Returns upon = {pass|*}, the sum of all powers of up.
    pub fn upon(&mut self) -> Result<Stopper, Fault> {
        self.small(&[None], &[Some(GameId::STAR)])
    }

    /// Returns up to the power on: {0||0|0,pass}.
    pub fn up_to_on(&mut self) -> Result<Stopper, Fault> {
        let zero = Some(GameId::ZERO);
        let right = self.small(&[zero], &[zero, None])?;
        self.stopper_of(&[Stopper::ZERO], &[right])
    }

    /// Returns the stopper with these options.
    pub fn stopper_of(&mut self, left: &[Stopper], right: &[Stopper]) -> Result<Stopper, Fault> {
        let mut graph = Graph::default();
        let [left, right] = [left, right].map(|list| list.iter().map(|&x| graph.known(x)).collect::<Vec<u32>>());
        let root = graph.vertex();
        graph.set(root, left, right);
        Ok(self.canonical(&graph)?[root as usize])
    }

    /// Returns the value with these options: on each side, that of the options' sides.
    pub fn value_of(&mut self, left: &[Sided], right: &[Sided]) -> Result<Sided, Fault> {
        let side = |list: &[Sided], of: fn(&Sided) -> Stopper| list.iter().map(of).collect::<Vec<_>>();
        let onside = self.stopper_of(&side(left, |x| x.onside), &side(right, |x| x.onside))?;
        if left.iter().chain(right).all(|x| x.stopper().is_some()) {
            return Ok(onside.into());
        }
        let offside = self.stopper_of(&side(left, |x| x.offside), &side(right, |x| x.offside))?;
        Ok(Sided { onside, offside })
    }

    /// Returns `true` if one stopper is at least another.
    pub fn at_least(&mut self, a: Stopper, b: Stopper) -> Result<bool, Fault> {
        if a == b {
            return Ok(true);
        }
        if let (Some(g), Some(h)) = (a.short(), b.short()) {
            return self.games.less_or_equal(h, g);
        }
        if let Some(known) = self.known_order(a, b)? {
            return Ok(known);
        }
        let graph = Graph { vertices: vec![Vertex::Known(a), Vertex::Known(b)] };
        Comparison::new(&graph, Rule::Endless).at_least(0, 1, self)
    }

    /// Compares two values: at least means at least on both sides.
    pub fn compare(&mut self, a: Sided, b: Sided) -> Result<Order, Fault> {
        let mut at_least = |a: Sided, b: Sided| -> Result<bool, Fault> {
            Ok(self.at_least(a.onside, b.onside)? && self.at_least(a.offside, b.offside)?)
        };
        Ok(match (at_least(a, b)?, at_least(b, a)?) {
            (true, true) => Order::Equal,
            (true, false) => Order::Greater,
            (false, true) => Order::Less,
            (false, false) => Order::Confused,
        })
    }

    /// Compares two vertices of a draft by the play on their difference, without their values: whether the first is at
    /// least the second on the onside and on the offside. Yes is proved for any games; no, for games that have sides.
    pub fn at_least_by_play(&mut self, draft: &Draft, a: u32, b: u32) -> Result<[bool; 2], Fault> {
        let mut held = [false; 2];
        for (held, (rule, side)) in held.iter_mut().zip([(Rule::First, true), (Rule::Second, false)]) {
            let graph = Graph {
                vertices: draft
                    .vertices
                    .iter()
                    .map(|vertex| match vertex {
                        Vertex::Known(value) => Vertex::Known(if side { value.onside } else { value.offside }),
                        Vertex::Moves(moves) => Vertex::Moves(moves.clone()),
                    })
                    .collect(),
            };
            *held = Comparison::new(&graph, rule).at_least(a, b, self)?;
        }
        Ok(held)
    }

    /// Returns the outcome, by starter.
    pub fn outcome(&mut self, value: Sided) -> Result<Outcome, Fault> {
        use Player::{Left, Right};
        let zero = Stopper::ZERO;
        // Left wins if she does on the offside, where draws are lost for her; Right, if Left does not hold the onside.
        let by = |wins: bool, holds: bool| match (wins, holds) {
            (true, _) => Some(Left),
            (false, true) => None,
            (false, false) => Some(Right),
        };
        let left_first = by(!self.at_least(zero, value.offside)?, !self.at_least(zero, value.onside)?);
        let right_first = by(self.at_least(value.offside, zero)?, self.at_least(value.onside, zero)?);
        Ok(match (left_first, right_first) {
            (Some(Left), Some(Left)) => Outcome::L,
            (Some(Right), Some(Right)) => Outcome::R,
            (Some(Left), Some(Right)) => Outcome::N,
            (Some(Right), Some(Left)) => Outcome::P,
            (None, None) => Outcome::D,
            (Some(Left), None) => Outcome::NHat,
            (None, Some(Left)) => Outcome::PHat,
            (None, Some(Right)) => Outcome::NCheck,
            (Some(Right), None) => Outcome::PCheck,
        })
    }

    /// Returns `true` if the value lies between all negative and all positive numbers: its stops are 0, over or under.
    pub fn is_infinitesimal(&mut self, value: Sided) -> Result<bool, Fault> {
        for stopper in [value.onside, value.offside] {
            for player in [Player::Left, Player::Right] {
                let stop = self.stop(stopper, player)?;
                let zero =
                    [LoopyStop::Number(GameId::ZERO), LoopyStop::Over(GameId::ZERO), LoopyStop::Under(GameId::ZERO)];
                if !self.as_stop(stop).is_some_and(|stop| zero.contains(&stop)) {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// Returns the value and all its followers, each once.
    pub fn followers(&mut self, stopper: Stopper) -> Result<Vec<Stopper>, Fault> {
        let mut seen = crate::games::hashing::FastSet::default();
        let mut all = vec![stopper];
        seen.insert(stopper);
        let mut next = 0;
        while let Some(&here) = all.get(next) {
            next += 1;
            if next.is_power_of_two() {
                self.games.budget.reserve(next * 32)?;
            }
            for player in [Player::Left, Player::Right] {
                for option in self.options(here, player)? {
                    self.games.budget.tick()?;
                    if seen.insert(option) {
                        all.push(option);
                    }
                }
            }
        }
        Ok(all)
    }

    /// Returns the degree of loopiness: D, the onside of G - G, if D is its own double (Siegel, *Combinatorial Game
    /// Theory*, VI.5).
    pub fn degree(&mut self, value: Sided) -> Result<Result<Stopper, Unsettled>, Fault> {
        let negative = self.negative(value)?;
        let Some(degree) = self.sided_sum(value, negative)?.onside else { return Ok(Err(Unsettled::NoSides)) };
        Ok(match self.sum(degree, degree)?.onside {
            None => Err(Unsettled::NoSides),
            Some(double) if double == degree => Ok(degree),
            Some(_) => Err(Unsettled::NotIdempotent(degree)),
        })
    }

    /// Computes the upsum variety of a stopper for a degree: the onside of G + V, where V is the offside of -G - D (Siegel,
    /// *Combinatorial Game Theory*, VI.5). It is `None` if a side is not found.
    pub fn upsum_variety(&mut self, g: Stopper, degree: Stopper) -> Result<Option<Stopper>, Fault> {
        let minus_g = self.negative_stopper(g)?;
        let minus_degree = self.negative_stopper(degree)?;
        let Some(rest) = self.sum(minus_g, minus_degree)?.offside else { return Ok(None) };
        Ok(self.sum(g, rest)?.onside)
    }

    /// Computes the downsum variety of a stopper for a degree: the offside of G + V, where V is the onside of -G + D. It is
    /// `None` if a side is not found.
    pub fn downsum_variety(&mut self, g: Stopper, degree: Stopper) -> Result<Option<Stopper>, Fault> {
        let minus_g = self.negative_stopper(g)?;
        let Some(rest) = self.sum(minus_g, degree)?.onside else { return Ok(None) };
        Ok(self.sum(g, rest)?.offside)
    }

    /// Returns the variety: G as far as its degree lets it be seen (Siegel, *Combinatorial Game Theory*, VI.5).
    pub fn variety(&mut self, g: Stopper) -> Result<Result<Stopper, Unsettled>, Fault> {
        let degree = match self.degree(g.into())? {
            Ok(degree) => degree,
            Err(why) => return Ok(Err(why)),
        };
        let above = self.upsum_variety(g, degree)?;
        let below = self.downsum_variety(g, degree)?;
        Ok(match (above, below) {
            (Some(above), Some(below)) if above == below => Ok(above),
            (Some(_), Some(_)) => Err(Unsettled::NotStable),
            _ => Err(Unsettled::NoSides),
        })
    }

    /// Returns a loopy nim-value as a value: all of its nimbers are options of both, and so is a pass.
    ///
    /// # Errors
    /// [`Fault::LargeNimber`].
    pub fn of_gamma(&mut self, gamma: &GammaValue) -> Result<Sides, Fault> {
        let mut draft = Draft::default();
        let reach = match gamma {
            GammaValue::Finite(n) => return Ok(Sided::from(self.nimber(n)?).into()),
            GammaValue::Infinite(reach) => reach,
        };
        let root = draft.vertex();
        let mut moves = vec![root];
        for n in reach {
            let nimber = self.nimber(n)?;
            moves.push(draft.known(nimber.into()));
        }
        draft.set(root, moves.clone(), moves);
        Ok(self.sides_from(&draft, root)?[root as usize].expect("the root is looked for"))
    }

    fn nimber(&mut self, n: &crate::ordinals::Ordinal) -> Result<GameId, Fault> {
        let large = Fault::LargeNimber { infinite: !n.is_finite() };
        let size = n.as_finite().and_then(|n| u64::try_from(n.clone()).ok());
        match size {
            Some(size) if size < crate::games::LARGE_NIMBER => self.games.nimber(size),
            _ => Err(large),
        }
    }
}
