//! Values as solvers keep them.

use std::num::NonZeroU64;

use dashu_int::UBig;

use crate::games::{Fault, GameId, Games, LARGE_NIMBER};
use crate::ordinals::Ordinal;

/// A value as solvers keep it: nimbers apart, for most games asked about are impartial.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    /// The nimber of this size, below [`LARGE_NIMBER`].
    Nim(u64),
    /// Any other short game, in canonical form; never a nimber.
    Game(GameId),
}

impl Known {
    /// Returns the nimber of any size.
    ///
    /// # Errors
    /// [`Fault::LargeNimber`] for one that must be kept as an ordinal.
    pub fn nimber(size: &UBig) -> Result<Known, Fault> {
        match u64::try_from(size) {
            Ok(n) if n < LARGE_NIMBER => Ok(Known::Nim(n)),
            _ => Err(Fault::LargeNimber { infinite: false }),
        }
    }

    /// Returns the nimber of any size, finite or not.
    pub fn of_ordinal(size: &Ordinal) -> Result<Known, Fault> {
        size.as_finite().map_or(Err(Fault::LargeNimber { infinite: true }), Known::nimber)
    }

    /// Returns the value as a game of the arena.
    pub fn game(self, games: &mut Games) -> Result<GameId, Fault> {
        match self {
            Known::Nim(n) => games.nimber(n),
            Known::Game(g) => Ok(g),
        }
    }

    /// Returns a nimber as one, whichever way it was found.
    pub(crate) fn simplest(self, games: &mut Games) -> Known {
        match self {
            Known::Nim(_) => self,
            Known::Game(g) => Known::of(g, games),
        }
    }

    /// Returns the value of a game of the arena.
    pub fn of(g: GameId, games: &mut Games) -> Known {
        games.as_nimber(g).map_or(Known::Game(g), Known::Nim)
    }

    #[inline]
    pub(crate) fn plus(self, other: Known, games: &mut Games) -> Result<Known, Fault> {
        match (self, other) {
            (Known::Nim(a), Known::Nim(b)) => Ok(Known::Nim(a ^ b)),
            (Known::Nim(0), other) => Ok(other),
            (other, Known::Nim(0)) => Ok(other),
            _ => {
                let (a, b) = (self.game(games)?, other.game(games)?);
                let sum = games.sum(a, b)?;
                Ok(Known::of(sum, games))
            }
        }
    }

    #[inline]
    pub(crate) fn negative(self, games: &mut Games) -> Result<Known, Fault> {
        match self {
            Known::Nim(_) => Ok(self),
            Known::Game(g) => Ok(Known::Game(games.negative(g)?)),
        }
    }
}

/// Returns the least number that is not among the values of `options` options, if all are nimbers.
pub(crate) fn mex<'a>(options: usize, values: impl Iterator<Item = &'a Known>) -> Option<u64> {
    let (mut low, mut high) = (0u64, Vec::new());
    for known in values {
        match *known {
            Known::Nim(n) if n < 64 => low |= 1 << n,
            // A mex is at most the number of options.
            Known::Nim(n) if n <= options as u64 => high.push(n),
            Known::Nim(_) => {}
            Known::Game(_) => return None,
        }
    }
    let mut mex = low.trailing_ones() as u64;
    if mex == 64 {
        high.sort_unstable();
        for n in high {
            mex += (n == mex) as u64;
        }
    }
    Some(mex)
}

/// A [`Known`] in one word, never below 3.
#[derive(Clone, Copy)]
pub(super) struct Packed(NonZeroU64);

impl Packed {
    const NIM: NonZeroU64 = NonZeroU64::new(1 << 63).expect("not zero");
    const GAME: NonZeroU64 = NonZeroU64::new(1 << 62).expect("not zero");

    pub fn new(known: Known) -> Packed {
        match known {
            Known::Nim(n) => Packed(Packed::NIM | n),
            Known::Game(g) => Packed(Packed::GAME | u64::from(g.0)),
        }
    }

    pub fn bits(self) -> u64 {
        self.0.get()
    }

    pub fn unpack(self) -> Known {
        Packed::read(self.bits())
    }

    /// Returns the value that these bits of a packed value encode.
    pub fn read(bits: u64) -> Known {
        match bits & Packed::NIM.get() {
            0 => Known::Game(GameId::of_word(bits as u32)),
            _ => Known::Nim(bits & !Packed::NIM.get()),
        }
    }
}
