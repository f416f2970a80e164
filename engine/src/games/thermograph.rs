//! Thermographs (Conway, On Numbers and Games, ch. 9; Siegel II.5): the stops of a game under a tax on moves.
//!
//! At temperature t every move costs t. The left wall at t is the greatest right wall of Left's options less t, the
//! right wall the least left wall of Right's options plus t, up to the first t at which the two meet; above stands the
//! mast. Integers stand at -1, and every other number has a thermograph from its canonical options like any game: so a
//! fraction m/2^k has the temperature -1/2^k, and every game that is no number one of at least 0.
//!
//! Walls are exact: lists of points, with slopes 0, 1 or -1 between them.

use std::borrow::Cow;
use std::cmp::Ordering;

use super::arena::KEY_BITS;
use super::arena::too_large;
use super::hashing::FastMap;
use super::{Dyadic, Fault, GameId, Games, Player, PostOrder, Uptimal};

/// A point `(t, x)` of a wall: temperature and number.
pub type Point = (Dyadic, Dyadic);

/// Left and right wall, each from the base up to the foot of the mast, where they meet.
///
/// Above the last point both walls are vertical. The base is -1, or the temperature if the game is a number.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Thermograph {
    /// Points of the left wall, in order of temperature; x falls from one to the next or stays.
    pub left: Vec<Point>,
    /// Points of the right wall; x rises or stays.
    pub right: Vec<Point>,
}

/// The number of thermographs in memory beyond which all are forgotten.
const MOST_KNOWN: usize = 1 << 18;
/// The longest play in powers of up whose walls below 0 are followed.
const MOST_MOVES: usize = 100_000;
/// The longest denominator, in bits, below whose temperature walls are followed.
const MOST_BITS: u32 = 2000;

impl Thermograph {
    /// Returns the mean: the position of the mast.
    pub fn mean(&self) -> &Dyadic {
        &self.left[self.left.len() - 1].1
    }

    /// Returns the temperature at which the mast begins.
    pub fn temperature(&self) -> &Dyadic {
        &self.left[self.left.len() - 1].0
    }

    /// Returns the left and right wall at a temperature not below the base.
    pub fn at(&self, t: &Dyadic) -> (Dyadic, Dyadic) {
        (along(&self.left, t), along(&self.right, t))
    }

    fn mast(t: &Dyadic, x: &Dyadic) -> Thermograph {
        let wall = vec![(t.clone(), x.clone())];
        Thermograph { left: wall.clone(), right: wall }
    }

    fn negative(self) -> Thermograph {
        let mirrored = |wall: Vec<Point>| wall.into_iter().map(|(t, x)| (t, -x)).collect();
        Thermograph { left: mirrored(self.right), right: mirrored(self.left) }
    }
}

/// The temperature from which walls are followed.
#[derive(Clone, Copy, PartialEq)]
enum Base {
    /// Enough for mean and temperature of a game that is no number.
    Zero,
    /// The temperature of the integers.
    Integers,
}

impl Games {
    /// Returns the thermograph.
    ///
    /// ```
    /// # use cg_engine::games::*;
    /// let mut games = Games::new(Budget::unlimited());
    /// let [three, one] = [3, 1].map(|n| games.integer(n));
    /// let hot = games.from_options(&[three], &[one])?;
    /// let thermograph = games.thermograph(hot)?;
    /// assert_eq!((thermograph.mean(), thermograph.temperature()), (&Dyadic::from(2), &Dyadic::from(1)));
    /// # Ok::<(), Fault>(())
    /// ```
    ///
    /// # Errors
    /// [`Fault::TooLarge`] if a number with a very large denominator is reached.
    pub fn thermograph(&mut self, g: GameId) -> Result<Thermograph, Fault> {
        if let Some(x) = self.as_number(g) {
            return Ok(Thermograph::mast(&temperature_of_number(&x), &x));
        }
        self.ensure_walls(g, Base::Integers)?;
        self.walls[Base::Integers as usize].get(&g).cloned().ok_or(Fault::Loopy)
    }

    /// Returns the mean value: the number m such that n copies of the game differ from n·m by a bounded amount.
    pub fn mean(&mut self, g: GameId) -> Result<Dyadic, Fault> {
        Ok(self.mast(g)?.1)
    }

    /// Returns the temperature, from which on the game, cooled, is its mean.
    pub fn temperature(&mut self, g: GameId) -> Result<Dyadic, Fault> {
        Ok(self.mast(g)?.0)
    }

    /// Returns the mean and the temperature in units of 2^-24; the temperature of a number is taken as 0. `None` if
    /// they are no whole numbers of these units, or do not fit.
    pub(crate) fn rough_mast(&mut self, g: GameId) -> Result<Option<[i64; 2]>, Fault> {
        const MAX_UNITS: i64 = 1 << 50;
        let (temperature, mean) = self.mast(g)?;
        let units = |x: &Dyadic| {
            let whole = KEY_BITS.checked_sub(x.exponent())?;
            let n = i64::try_from(x.numerator() << whole as usize).ok()?;
            (n.abs() < MAX_UNITS).then_some(n)
        };
        Ok(units(&mean).zip(units(&temperature)).map(|(mean, t)| [mean, t.max(0)]))
    }

    /// Returns the temperature and the mean: the foot of the mast.
    pub(super) fn mast(&mut self, g: GameId) -> Result<Point, Fault> {
        if let Some(foot) = self.mast_of_normal_form(g) {
            return Ok(foot);
        }
        self.ensure_walls(g, Base::Zero)?;
        let last = self.walls[Base::Zero as usize].get(&g).and_then(|t| t.left.last());
        last.cloned().ok_or(Fault::Loopy)
    }

    fn mast_of_normal_form(&self, g: GameId) -> Option<Point> {
        let form = self.normal_form(g)?;
        let t = if form.is_number() { temperature_of_number(&form.number) } else { Dyadic::ZERO };
        Some((t, form.number))
    }

    /// Makes the thermograph of the game and those of its followers that are not known yet, the options first.
    fn ensure_walls(&mut self, g: GameId, base: Base) -> Result<(), Fault> {
        let mut known = std::mem::take(&mut self.walls[base as usize]);
        if known.len() > MOST_KNOWN {
            known.clear();
        }
        let done = self.make_walls(g, base, &mut known);
        self.walls[base as usize] = known;
        done
    }

    fn make_walls(&mut self, g: GameId, base: Base, known: &mut FastMap<GameId, Thermograph>) -> Result<(), Fault> {
        let mut walk = PostOrder::new([g]);
        while let Some(&mut game) = walk.next(&mut self.budget)? {
            if known.contains_key(&game) {
                continue;
            }
            let thermograph = match self.normal_form(game) {
                Some(form) if base == Base::Zero => Thermograph::mast(&Dyadic::ZERO, &form.number),
                Some(form) => self.thermograph_of_normal_form(form)?,
                None => {
                    let left = self.scaffold(game, Player::Left, known, &mut walk);
                    let right = self.scaffold(game, Player::Right, known, &mut walk);
                    if walk.is_waiting() {
                        continue;
                    }
                    meet(&left, &right)
                }
            };
            known.insert(game, thermograph);
            if known.len().is_power_of_two() {
                self.budget.reserve(known.len() * 4 * size_of::<Thermograph>())?;
            }
        }
        Ok(())
    }

    /// Returns the best wall among the player's options before the tax; options without a thermograph come first.
    fn scaffold<'a>(
        &self,
        g: GameId,
        player: Player,
        known: &'a FastMap<GameId, Thermograph>,
        walk: &mut PostOrder<GameId>,
    ) -> Cow<'a, [Point]> {
        let mut wall: Option<Cow<'a, [Point]>> = None;
        for index in 0..self.listed(g, player) {
            let option = self.at(g, player, index);
            let Some(thermograph) = known.get(&option) else {
                walk.push(option);
                continue;
            };
            if walk.is_waiting() {
                continue;
            }
            let (rival, better) = match player {
                Player::Left => (&thermograph.right, Ordering::Greater),
                Player::Right => (&thermograph.left, Ordering::Less),
            };
            wall = Some(match wall {
                None => Cow::Borrowed(rival),
                Some(wall) => Cow::Owned(outer(&wall, rival, better)),
            });
        }
        wall.unwrap_or_default()
    }

    /// Returns the thermograph from -1 up, also of a number.
    fn thermograph_of_normal_form(&mut self, form: Uptimal) -> Result<Thermograph, Fault> {
        let number = self.thermograph_of_number(&form.number)?;
        match form.ups.as_multiple() {
            Some(ups) if ups < 0 => {
                Ok(with_infinitesimal(&number.negative(), ups.unsigned_abs(), form.star).negative())
            }
            Some(ups) => Ok(with_infinitesimal(&number, ups.unsigned_abs(), form.star)),
            None => self.thermograph_of_powers(form, &number),
        }
    }

    /// Returns the thermograph of an uptimal with powers of up: by the canonical options of all followers, which are a
    /// chain down to a nimber.
    fn thermograph_of_powers(&mut self, form: Uptimal, number: &Thermograph) -> Result<Thermograph, Fault> {
        let (moves, _) = form.play_to_nimber();
        if moves > MOST_MOVES.into() {
            return Err(too_large("multiple of up", moves, &MOST_MOVES.to_string()));
        }
        let mut chain = vec![form];
        loop {
            self.budget.tick()?;
            let above = &chain[chain.len() - 1];
            let beside = |player| (above.stars(player)..above.option_count(player)).map(move |i| (player, i));
            let options = beside(Player::Left).chain(beside(Player::Right));
            let options = options.map(|(player, index)| above.option(player, index));
            match options.max_by_key(|option| option.play_to_nimber().0) {
                Some(next) if !next.ups.is_zero() => chain.push(next),
                _ => break,
            }
        }
        let mut known: FastMap<Uptimal, Thermograph> = FastMap::default();
        while let Some(game) = chain.pop() {
            self.budget.tick()?;
            let wall = |player: Player| {
                let stars = game.stars(player);
                // All nimbers from *2 on have one thermograph.
                let options = (0..stars.min(3)).chain(stars..game.option_count(player));
                let walls = options.filter_map(|index| {
                    let option = game.option(player, index);
                    let thermograph = match option.ups.is_zero() {
                        true => with_infinitesimal(number, 0, option.star),
                        false => known.get(&option)?.clone(),
                    };
                    Some(if player == Player::Left { thermograph.right } else { thermograph.left })
                });
                let better = if player == Player::Left { Ordering::Greater } else { Ordering::Less };
                walls.reduce(|best, wall| outer(&best, &wall, better)).unwrap_or_default()
            };
            let thermograph = meet(&wall(Player::Left), &wall(Player::Right));
            if chain.is_empty() {
                return Ok(thermograph);
            }
            known.insert(game, thermograph);
        }
        Err(Fault::Loopy)
    }

    /// Returns the thermograph of a number from -1 up: one binary place after the other, between two neighbours with
    /// fewer places.
    fn thermograph_of_number(&mut self, x: &Dyadic) -> Result<Thermograph, Fault> {
        if x.exponent() > MOST_BITS {
            return Err(too_large("denominator", format!("2^{}", x.exponent()), &format!("2^{MOST_BITS}")));
        }
        let cold = Dyadic::from(-1);
        let (mut low, mut high) = (Dyadic::from(x.floor()), Dyadic::from(x.ceil()));
        let mut below = Thermograph::mast(&cold, &low);
        let mut above = Thermograph::mast(&cold, &high);
        while low != *x {
            self.budget.tick()?;
            let middle = (&low + &high).half();
            let between = meet(&below.right, &above.left);
            match middle.cmp(x) {
                Ordering::Greater => (high, above) = (middle, between),
                _ => (low, below) = (middle, between),
            }
        }
        Ok(below)
    }
}

/// Returns the temperature of a number: -1 over the denominator.
fn temperature_of_number(x: &Dyadic) -> Dyadic {
    -x.step()
}

/// Returns the thermograph of `x + ups·up + *star` from that of x, by the canonical options. From two ups or *2 on it
/// does not change any more.
fn with_infinitesimal(x: &Thermograph, ups: u64, star: u64) -> Thermograph {
    match (ups, star) {
        (0, 0) => x.clone(),
        (0, 1) => meet(&x.right, &x.left),
        (0, _) => {
            let star = with_infinitesimal(x, 0, 1);
            let left = outer(&x.right, &star.right, Ordering::Greater);
            meet(&left, &outer(&x.left, &star.left, Ordering::Less))
        }
        (1, 1) => {
            let star = with_infinitesimal(x, 0, 1);
            meet(&outer(&x.right, &star.right, Ordering::Greater), &x.left)
        }
        _ => meet(&x.right, &with_infinitesimal(x, (ups - 1).min(1), (star ^ 1).min(2)).left),
    }
}

/// Returns the wall at this temperature.
fn along(wall: &[Point], t: &Dyadic) -> Dyadic {
    let above = wall.partition_point(|point| point.0 <= *t);
    let (from, x) = &wall[above.max(1) - 1];
    stepped(x, slope(wall, above.max(1) - 1), &(t - from))
}

/// Returns the direction of a wall after this point: up to the next point x stays, or changes by as much as t.
fn slope(wall: &[Point], index: usize) -> Ordering {
    match wall.get(index + 1) {
        Some((_, x)) => x.cmp(&wall[index].1),
        None => Ordering::Equal,
    }
}

fn stepped(x: &Dyadic, slope: Ordering, by: &Dyadic) -> Dyadic {
    match slope {
        Ordering::Less => x - by,
        Ordering::Equal => x.clone(),
        Ordering::Greater => x + by,
    }
}

/// Two walls over an interval: where it begins, both numbers there, both slopes, where it ends.
struct Stretch<'a> {
    t: &'a Dyadic,
    x: [&'a Dyadic; 2],
    slopes: [Ordering; 2],
    end: Option<&'a Dyadic>,
}

/// Visits the intervals between points of two walls that begin at one temperature, until `visit` returns `false`.
fn together(a: &[Point], b: &[Point], mut visit: impl FnMut(Stretch<'_>) -> bool) {
    let walls = [a, b];
    let (Some(first), Some(second)) = (a.first(), b.first()) else { return };
    let mut at = [0, 0];
    let mut t = first.0.clone();
    let mut x = [first.1.clone(), second.1.clone()];
    loop {
        let slopes = [slope(a, at[0]), slope(b, at[1])];
        let ends = [0, 1].map(|i| walls[i].get(at[i] + 1).map(|point| &point.0));
        let end = ends.into_iter().flatten().min();
        if !visit(Stretch { t: &t, x: [&x[0], &x[1]], slopes, end }) {
            return;
        }
        let Some(end) = end else { return };
        let rise = end - &t;
        for i in 0..2 {
            if ends[i] == Some(end) {
                at[i] += 1;
                x[i] = walls[i][at[i]].1.clone();
            } else {
                x[i] = stepped(&x[i], slopes[i], &rise);
            }
        }
        t = end.clone();
    }
}

/// Adds a point above the last; a point between two with one slope goes.
fn push(wall: &mut Vec<Point>, t: Dyadic, x: Dyadic) {
    if let Some((last, _)) = wall.last()
        && *last == t
    {
        return;
    }
    if let [.., (_, x1), (_, x2)] = &wall[..]
        && x2.cmp(x1) == x.cmp(x2)
    {
        wall.pop();
    }
    wall.push((t, x));
}

/// Returns at every temperature the greater (or the lesser) of two walls of one side.
fn outer(a: &[Point], b: &[Point], better: Ordering) -> Vec<Point> {
    let mut wall = Vec::with_capacity(a.len() + b.len());
    together(a, b, |stretch| {
        let [x, y] = stretch.x;
        let order = x.cmp(y);
        push(&mut wall, stretch.t.clone(), if order == better { x.clone() } else { y.clone() });
        // Slopes of one side differ by at most 1: a gap that closes does so after as much t.
        if order != Ordering::Equal && stretch.slopes[0].cmp(&stretch.slopes[1]) == order.reverse() {
            let gap = if order == Ordering::Greater { x - y } else { y - x };
            let t = stretch.t + &gap;
            if stretch.end.is_some_and(|end| t < *end) {
                let x = stepped(x, stretch.slopes[0], &gap);
                push(&mut wall, t, x);
            }
        }
        true
    });
    wall
}

/// Returns the thermograph of a game whose options have these best walls.
fn meet(left: &[Point], right: &[Point]) -> Thermograph {
    let mut walls = Thermograph {
        left: Vec::with_capacity(left.len() + right.len() + 1),
        right: Vec::with_capacity(left.len() + right.len() + 1),
    };
    together(left, right, |stretch| {
        let [x, y] = [stretch.x[0] - stretch.t, stretch.x[1] + stretch.t];
        let gap = &x - &y;
        let done = gap.signum() <= 0;
        push(&mut walls.left, stretch.t.clone(), x.clone());
        push(&mut walls.right, stretch.t.clone(), y.clone());
        if done {
            return false;
        }
        // The tax adds -1 to the slope on the left, +1 on the right.
        let [falls, rises] = [stretch.slopes[0] == Ordering::Equal, stretch.slopes[1] == Ordering::Equal];
        let after = match (falls, rises) {
            (false, false) => return true,
            (true, true) => gap.half(),
            _ => gap,
        };
        let t = stretch.t + &after;
        if stretch.end.is_some_and(|end| t >= *end) {
            return true;
        }
        let mean = if falls { x - &after } else { x };
        push(&mut walls.left, t.clone(), mean.clone());
        push(&mut walls.right, t, mean);
        false
    });
    walls
}
