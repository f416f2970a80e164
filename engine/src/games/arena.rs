//! The hash-consed arena: one record for each value, one id for each record.

use std::sync::Arc;

use dashu_int::IBig;

use super::hashing::{FastMap, hash_of, mix};
use super::normal_form::{self, LARGE, LARGE_NIMBER};
use super::table::{IdTable, OrderMemo, SumMemo};
use super::{Budget, Dyadic, Fault, Owner, Player, Thermograph, Uptimal, impl_id, signature};

/// A normal form with more options than this keeps them virtual.
pub(super) const MOST_EXPANDED: u64 = 256;

/// A value: an index into its [`Games`]. Two ids of one arena are equal exactly if the values are.
#[derive(Clone, Copy)]
pub struct GameId(pub(crate) u32, Owner);

impl_id!(GameId);

impl GameId {
    /// The value 0 = {|}.
    pub const ZERO: GameId = GameId::of_word(0);
    /// The value * = {0|0}.
    pub const STAR: GameId = GameId::of_word(2);

    /// Returns its place in the arena; equal values have equal places.
    pub fn index(self) -> u32 {
        self.0
    }

    /// The record of the game whose canonical form is being looked for; never seen from outside.
    pub(super) const PROVISIONAL: GameId = GameId::of_word(1);
}

/// The fields that a comparison reads, in one cache line.
#[derive(Clone, Copy, Default)]
#[repr(align(64))]
pub(super) struct Record {
    /// Floors of the stops times 2^24, saturated; exact unless [`Record::INEXACT`].
    pub left_stop: i64,
    pub right_stop: i64,
    /// Test games at or below, at or above it: see [`signature`].
    pub above: u64,
    pub below: u64,
    /// Packed number, ups and star; or an index of the large normal forms; or 0.
    pub normal: u64,
    /// The start of the options in the pool, or [`Record::NOWHERE`] while the options of a normal form are not built.
    pub start: u32,
    pub lefts: u32,
    pub rights: u32,
    /// The negative, once it is known.
    pub negative: u32,
    /// Above the left stops of all left options, and at most the right stops of all right options: see [`coarse`].
    pub left_high: i16,
    pub right_low: i16,
    pub flags: u8,
    /// No follower has a nimber of `2^far` or more as its star part.
    pub far: u8,
}

impl Record {
    pub const NUMBER: u8 = 1;
    pub const NORMAL: u8 = 2;
    pub const INEXACT: u8 = 4;
    /// No left option needs a look in comparisons `G <= H` that signatures leave open: all are test games, or the
    /// game is a number (number avoidance). And the same of right options in comparisons `H <= G`.
    pub const LEFT_SETTLED: u8 = 8;
    pub const RIGHT_SETTLED: u8 = 16;
    /// A normal form with very many followers.
    pub const WIDE: u8 = 32;
    pub const NOWHERE: u32 = u32::MAX;

    #[inline]
    pub fn is_number(&self) -> bool {
        self.flags & Record::NUMBER != 0
    }

    /// Returns `true` if the value is a test game of signatures. It is then at least and at most that game.
    #[inline]
    pub fn is_test(&self) -> bool {
        self.above & self.below != 0
    }

    #[inline]
    pub fn is_normal(&self) -> bool {
        self.flags & Record::NORMAL != 0
    }

    #[inline]
    pub fn is_inexact(&self) -> bool {
        self.flags & Record::INEXACT != 0
    }
}

/// Ids from here on mark provisional games in the memory of comparisons.
pub(super) const PROVISIONAL_IDS: u32 = 0x7000_0000;
const MOST_RECORDS: usize = 1 << 30;
/// The room from the start: pages that are never written cost nothing, and records that never move are never copied.
const FIRST_RECORDS: usize = 1 << 12;
/// Records that normal forms may take between two questions whether there is room.
const SPARE_RECORDS: usize = 1 << 8;
/// A normal form is wide if the longest play has more moves than this before it reaches a nimber.
const FEW_MOVES: u64 = 64;

/// The boards with the fewest cells that have a value, among those of the sizes all of whose boards are known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SmallestBoards {
    /// The largest number of cells for which all boards are known.
    pub complete_to: usize,
    /// The boards, as they are written.
    pub boards: Vec<String>,
}

/// A source of values that were found before. It is asked for the value of a region before the region is played out, and may
/// be asked by several threads.
///
/// ```
/// use std::sync::Arc;
/// use cg_engine::games::{Budget, EarlierValues, Fault, GameId, Games, SmallestBoards};
///
/// /// Knows one value.
/// struct OneValue;
///
/// impl EarlierValues for OneValue {
///     fn value(&self, ruleset: &str, region: &[u32], games: &mut Games) -> Result<Option<GameId>, Fault> {
///         // A column of two cells: the first bits of two rows.
///         Ok((ruleset == "domineering" && *region == [0x0101, 0]).then(|| games.integer(1)))
///     }
///     fn smallest(&self, _: &str, _: &str) -> SmallestBoards {
///         SmallestBoards::default()
///     }
/// }
///
/// let mut games = Games::new(Budget::unlimited());
/// games.earlier = Some(Arc::new(OneValue));
/// ```
pub trait EarlierValues: Send + Sync {
    /// Returns the value of a region in normal form, or `None` if it is not known. The ruleset is given as it is written and has
    /// no parameters but a board; the region by the words of its state, which mean the same in every session and on boards of
    /// any size.
    fn value(&self, ruleset: &str, region: &[u32], games: &mut Games) -> Result<Option<GameId>, Fault>;

    /// Returns the smallest boards of a ruleset that have this value, as it is written in ASCII.
    fn smallest(&self, ruleset: &str, value: &str) -> SmallestBoards;
}

/// The arena of values, with its memories and its [`Budget`].
///
/// ```
/// use cg_engine::games::{Budget, Games, GameId};
/// let mut games = Games::new(Budget::unlimited());
/// assert_eq!(games.nimber(1)?, GameId::STAR);
/// assert_eq!(games.from_options(&[GameId::STAR], &[GameId::STAR])?, GameId::ZERO);
/// # Ok::<(), cg_engine::games::Fault>(())
/// ```
pub struct Games {
    /// The limits of the computations in this arena.
    pub budget: Budget,
    /// The values of boards that were found before, if there is a source of them.
    pub earlier: Option<Arc<dyn EarlierValues>>,
    pub(super) owner: Owner,
    pub(super) records: Vec<Record>,
    pub(super) pool: Vec<GameId>,
    /// Normal forms whose options are in the pool, in order.
    pub(super) expanded: Vec<GameId>,
    pub(super) large: Vec<Uptimal>,
    /// Left and right stop where the record has them inexactly.
    pub(super) stops: FastMap<GameId, (Dyadic, Dyadic)>,
    pub(super) by_options: IdTable,
    pub(super) by_normal: IdTable,
    pub(super) orders: OrderMemo,
    pub(super) sums: SumMemo,
    /// Options of the provisional game, and which one it is.
    pub(super) left: Vec<GameId>,
    pub(super) right: Vec<GameId>,
    pub(super) provisional: u32,
    /// Thermographs from 0 and from -1 up.
    pub(super) walls: [FastMap<GameId, Thermograph>; 2],
    /// Options collected by sums under way.
    pub(super) work: Vec<GameId>,
}

impl Games {
    /// Returns an arena with the values 0 and *.
    pub fn new(budget: Budget) -> Games {
        let mut games = Games {
            budget,
            earlier: None,
            owner: Owner::new(),
            records: Vec::with_capacity(FIRST_RECORDS),
            pool: Vec::with_capacity(FIRST_RECORDS),
            expanded: Vec::new(),
            large: Vec::new(),
            stops: FastMap::default(),
            by_options: IdTable::default(),
            by_normal: IdTable::default(),
            orders: OrderMemo::default(),
            sums: SumMemo::default(),
            left: Vec::new(),
            right: Vec::new(),
            provisional: 0,
            walls: Default::default(),
            work: Vec::new(),
        };
        games.integer(0);
        games.records.push(Record { negative: u32::MAX, ..Record::default() });
        games.intern_small(0, 0, 0, 1);
        games
    }

    /// Returns the number of records.
    #[expect(clippy::len_without_is_empty, reason = "never empty")]
    pub fn len(&self) -> usize {
        self.records.len()
    }

    /// Returns the integer as a game: n > 0 is {n-1|}.
    ///
    /// ```
    /// # use cg_engine::games::*;
    /// let mut games = Games::new(Budget::unlimited());
    /// let (big, next) = (games.integer(i64::MAX), games.number(&Dyadic::from(dashu_int::IBig::from(1u64 << 63))));
    /// assert_eq!(games.from_options(&[big], &[])?, next);
    /// # Ok::<(), Fault>(())
    /// ```
    pub fn integer(&mut self, n: i64) -> GameId {
        self.intern_small(n, 0, 0, 0)
    }

    /// Returns the number as a game (Siegel II.3).
    pub fn number(&mut self, x: &Dyadic) -> GameId {
        self.intern_uptimal(Uptimal::number(x.clone()))
    }

    /// Returns the nimber *k (Siegel II.1).
    ///
    /// # Errors
    /// [`Fault::TooLarge`] above 2^62.
    pub fn nimber(&mut self, k: u64) -> Result<GameId, Fault> {
        self.number_up_star(&Dyadic::ZERO, 0, k)
    }

    /// Returns `x + ups·up + *star` (Siegel II.4).
    ///
    /// ```
    /// # use cg_engine::games::*;
    /// let mut games = Games::new(Budget::unlimited());
    /// let up = games.number_up_star(&Dyadic::ZERO, 1, 0)?;
    /// assert_eq!(games.from_options(&[GameId::ZERO], &[GameId::STAR])?, up);
    /// # Ok::<(), Fault>(())
    /// ```
    ///
    /// # Errors
    /// [`Fault::TooLarge`] if the nimber is 2^62 or more.
    pub fn number_up_star(&mut self, x: &Dyadic, ups: i64, star: u64) -> Result<GameId, Fault> {
        if star >= LARGE_NIMBER {
            return Err(too_large("nimber", star, "2^62 - 1"));
        }
        self.room(0)?;
        Ok(self.intern_uptimal(Uptimal { number: x.clone(), ups: ups.into(), star }))
    }

    #[inline]
    /// Returns the game at this place of the arena.
    pub(super) fn own(&self, place: u32) -> GameId {
        GameId(place, self.owner)
    }

    #[inline]
    pub(super) fn record(&self, g: GameId) -> &Record {
        self.owner.demand(g.1, "value");
        &self.records[g.0 as usize]
    }

    /// Returns the parts of a normal form.
    pub(crate) fn normal_form(&self, g: GameId) -> Option<Uptimal> {
        let bits = self.record(g).normal;
        match bits {
            0 => None,
            _ if normal_form::is_packed(bits) => Some(Uptimal::unpacked(bits)),
            _ => Some(self.large[(bits ^ LARGE) as usize].clone()),
        }
    }

    pub(super) fn intern_small(&mut self, numerator: i64, exponent: u32, ups: i64, star: u64) -> GameId {
        match normal_form::pack(numerator, exponent, ups, star) {
            Some(packed) => self.intern_packed(packed),
            None => {
                let number = Dyadic::small(numerator.into(), exponent);
                self.intern_uptimal(Uptimal { number, ups: ups.into(), star })
            }
        }
    }

    /// Returns the id of a packed normal form.
    #[inline]
    pub(super) fn intern_packed(&mut self, packed: u64) -> GameId {
        let hash = mix(packed);
        let records = &self.records;
        match self.by_normal.find(hash, |id| records[id.0 as usize].normal == packed) {
            Some(id) => self.own(id.0),
            None => self.push_normal(hash, packed, &Uptimal::unpacked(packed)),
        }
    }

    /// Returns the id of any normal form.
    pub(super) fn intern_uptimal(&mut self, form: Uptimal) -> GameId {
        if let Some(packed) = form.pack() {
            return self.intern_packed(packed);
        }
        let hash = hash_of(&form);
        let (records, large) = (&self.records, &self.large);
        let same = |id: GameId| {
            let bits = records[id.0 as usize].normal;
            !normal_form::is_packed(bits) && large[(bits ^ LARGE) as usize] == form
        };
        if let Some(id) = self.by_normal.find(hash, same) {
            return self.own(id.0);
        }
        let bits = LARGE | self.large.len() as u64;
        let id = self.push_normal(hash, bits, &form);
        self.large.push(form);
        id
    }

    fn push_normal(&mut self, hash: u64, normal: u64, form: &Uptimal) -> GameId {
        let id = self.own(self.records.len() as u32);
        let (stop, exact) = stop_key(&form.number);
        let (above, below) = signature::of_normal_form(form);
        let mut flags = Record::NORMAL;
        if form.star > MOST_EXPANDED || is_long(form) {
            flags |= Record::WIDE;
        }
        if form.is_number() {
            flags |= Record::NUMBER | Record::LEFT_SETTLED | Record::RIGHT_SETTLED;
        } else {
            if all_tests(form, Player::Left) {
                flags |= Record::LEFT_SETTLED;
            }
            if all_tests(form, Player::Right) {
                flags |= Record::RIGHT_SETTLED;
            }
        }
        if !exact {
            flags |= Record::INEXACT;
            self.stops.insert(id, (form.number.clone(), form.number.clone()));
        }
        self.budget.count_value();
        self.records.push(Record {
            left_stop: stop,
            right_stop: stop,
            above,
            below,
            normal,
            start: Record::NOWHERE,
            lefts: 0,
            rights: 0,
            negative: u32::MAX,
            left_high: i16::MAX,
            right_low: i16::MIN,
            flags,
            far: form.far(),
        });
        self.by_normal.insert(hash, id);
        id
    }

    /// Asks before the arena grows by a game with this many options, and by a few normal forms, which nobody asks for.
    #[inline]
    pub(super) fn room(&mut self, options: usize) -> Result<(), Fault> {
        let mut bytes = self.by_options.growth() + self.by_normal.growth();
        let is_full = self.records.capacity() - self.records.len() < SPARE_RECORDS;
        if is_full {
            // Twice as much is allocated, and then the old ones are copied.
            bytes += 2 * self.records.len() * size_of::<Record>();
        }
        if self.pool.len() + options > self.pool.capacity() {
            bytes += self.pool.len() * size_of::<GameId>() + options * 4;
        }
        if bytes > 1 << 16 {
            self.budget.reserve(bytes)?;
        }
        if is_full {
            self.records.reserve(self.records.capacity());
        }
        if self.records.len() >= MOST_RECORDS || self.pool.len() + options >= u32::MAX as usize {
            return Err(too_large("arena", self.records.len() as u64, "2^30 games"));
        }
        Ok(())
    }
}

/// Returns `true` if the longest play has many moves before it reaches a nimber.
fn is_long(form: &Uptimal) -> bool {
    match form.ups.as_multiple() {
        Some(ups) => ups.unsigned_abs() > FEW_MOVES,
        None => form.play_to_nimber().0 > FEW_MOVES.into(),
    }
}

/// Returns `true` if all options of a player in a normal form are test games.
fn all_tests(form: &Uptimal, player: Player) -> bool {
    let count = form.option_count(player);
    count <= 3
        && (0..count).all(|index| {
            let (above, below) = signature::of_normal_form(&form.option(player, index));
            above & below != 0
        })
}

/// Returns the stop in steps of 1/64, rounded down, as far as it fits.
#[inline]
pub(super) fn coarse(key: i64) -> i16 {
    (key >> (KEY_BITS - 6)).clamp(i16::MIN.into(), (i16::MAX - 1).into()) as i16
}

/// Binary places of the stops in a record.
pub(super) const KEY_BITS: u32 = 24;

/// Returns a stop as records store it: the floor of `x * 2^24`, saturated, and `true` if that is exact.
pub(super) fn stop_key(x: &Dyadic) -> (i64, bool) {
    const MAX_COARSE: i64 = 1 << 62;
    match x.parts() {
        Some((m, e)) if e <= KEY_BITS && m.unsigned_abs() < 1 << (61 - KEY_BITS) => (m << (KEY_BITS - e), true),
        Some((m, e)) => {
            let floor =
                if e <= KEY_BITS { i128::from(m) << (KEY_BITS - e) } else { i128::from(m) >> (e - KEY_BITS).min(64) };
            (floor.clamp(-i128::from(MAX_COARSE), i128::from(MAX_COARSE)) as i64, false)
        }
        None => {
            let scaled = Dyadic::new(x.numerator() << KEY_BITS as usize, x.exponent()).floor();
            (saturated(&scaled).clamp(-MAX_COARSE, MAX_COARSE), false)
        }
    }
}

/// Returns the integer, or the nearest that fits.
fn saturated(n: &IBig) -> i64 {
    i64::try_from(n).unwrap_or(if *n < IBig::ZERO { i64::MIN } else { i64::MAX })
}

pub(super) fn too_large(what: &'static str, size: impl ToString, limit: &str) -> Fault {
    Fault::TooLarge { what, size: size.to_string(), limit: limit.to_string() }
}
