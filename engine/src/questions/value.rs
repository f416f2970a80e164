//! The value of a position: options first, with a stack of our own.
//!
//! Every position that is no sum is valued once and remembered; the value of a sum is the sum of its parts' values. A
//! position whose options lead back to it while it is being valued is loopy, and so is everything above it on the
//! stack.

use std::mem::take;

use super::gamma::gamma_of_part;
use crate::games::hashing::FastMap;
use crate::games::{Fault, PostOrder};
use crate::ordinals::{GammaValue, Ordinal};
use crate::positions::search::within;
use crate::positions::{
    Context, Known, NEGATIVE, Options, PositionId, SUM, Status, Target, demand_end, mex, targets, with, without_pairs,
};

/// Moves that may lie between a position and the end of its longest play.
pub const DEEPEST: usize = 3_000_000;

/// Steps within which a value is near.
const NEAR: u64 = 1 << 16;

/// Returns the value of a position in normal play.
///
/// # Errors
/// [`Fault::Loopy`] if play from it can return to an earlier position.
pub fn value(p: PositionId, cx: &mut dyn Context) -> Result<Known, Fault> {
    Search::default().value(p, cx)
}

/// Returns the value of a position in normal play, or `None` if it takes more than a moment to find. What has been found on the
/// way is kept.
///
/// # Errors
/// [`Fault::Loopy`] if play from it can return to an earlier position.
pub fn value_if_near(p: PositionId, cx: &mut dyn Context) -> Result<Option<Known>, Fault> {
    within(NEAR, cx, |cx| value(p, cx))
}

/// Returns the value of `p` from known values, or a part that must be valued first.
fn known(p: PositionId, cx: &mut dyn Context) -> Result<Result<Known, PositionId>, Fault> {
    if cx.positions_ref().ruleset_of(p) != SUM {
        return known_part(p, cx);
    }
    let mut total = Known::Nim(0);
    let mut large: Option<Ordinal> = None;
    let positions = cx.positions_ref();
    let is_valued = |&part: &u32| matches!(positions.status(PositionId::of_word(part)), Status::Known(_));
    let rest = match positions.state(p).iter().all(is_valued) {
        true => None,
        false => without_pairs(&cx.positions().parts(p), cx)?,
    };
    for i in 0..rest.as_ref().map_or_else(|| cx.positions_ref().state(p).len(), Vec::len) {
        let part = rest.as_ref().map_or_else(|| PositionId::of_word(cx.positions_ref().state(p)[i]), |rest| rest[i]);
        match known_part(part, cx) {
            Ok(Ok(known)) => total = total.plus(known, cx.games())?,
            Err(Fault::LargeNimber { .. }) => {
                if let GammaValue::Finite(size) = &gamma_of_part(part, cx)? {
                    large = Some(large.unwrap_or_default().nim_sum(size)?);
                }
            }
            missing => return missing,
        }
    }
    let Some(mut size) = large else { return Ok(Ok(total)) };
    // Large nimbers may leave a small one, and a small one belongs to their sum.
    if let Known::Nim(n) = total {
        (size, total) = (size.nim_sum(&n.into())?, Known::Nim(0));
    }
    let size = Known::of_ordinal(&size)?;
    total.plus(size, cx.games()).map(Ok)
}

/// Like `known`, for the target of a move.
fn known_target(target: Target, cx: &mut dyn Context) -> Result<Result<Known, PositionId>, Fault> {
    let [first, second] = match target.components() {
        Ok(components) => components,
        Err(p) => return known(p, cx),
    };
    match (known_part(first, cx), known_part(second, cx)) {
        (Ok(Ok(a)), Ok(Ok(b))) => a.plus(b, cx.games()).map(Ok),
        (Ok(Err(missing)), _) | (Ok(Ok(_)), Ok(Err(missing))) => Ok(Err(missing)),
        // Large and loopy values are found as in any other sum.
        _ => known(target.position(cx), cx),
    }
}

fn known_part(p: PositionId, cx: &mut dyn Context) -> Result<Result<Known, PositionId>, Fault> {
    let here = cx.positions_ref().ruleset_of(p);
    if here == NEGATIVE {
        let inner = PositionId::of_word(cx.positions_ref().state(p)[0]);
        return match known(inner, cx)? {
            Ok(known) => Ok(Ok(known.negative(cx.games())?)),
            missing => Ok(missing),
        };
    }
    match cx.positions_ref().status(p) {
        Status::Known(known) => Ok(Ok(known)),
        Status::Open | Status::Loopy => Err(Fault::Loopy),
        Status::Unknown => {
            cx.positions().demand_value(p)?;
            if let Some(n) = cx.positions_ref().learnt_nim_value(p) {
                cx.positions().set_status(p, Status::Known(Known::Nim(n)));
                return Ok(Ok(Known::Nim(n)));
            }
            match with(p, cx, |rules, here, cx| rules.value(here, cx)) {
                Some(answer) => {
                    let answer = answer?;
                    cx.positions().set_status(p, Status::Known(answer));
                    Ok(Ok(answer))
                }
                None => Ok(Err(p)),
            }
        }
    }
}

struct ValueFrame {
    p: PositionId,
    /// Its moves in the shared stack of options.
    moves: MovesPlace,
    /// The start of its options' values in the shared stack of values.
    values: usize,
}

/// The place of the moves of a position in a shared list, Left's first.
#[derive(Clone, Copy)]
struct MovesPlace {
    start: usize,
    left: usize,
    len: usize,
    impartial: bool,
}

/// A search for values. It keeps the moves from loopy positions, which have none.
#[derive(Default)]
pub(super) struct Search {
    walk: PostOrder<ValueFrame>,
    options: Vec<Target>,
    /// `None` for a nimber too large to be a mex.
    values: Vec<Option<Known>>,
    scratch: Options<Target>,
    loopy: FastMap<PositionId, MovesPlace>,
    loopy_options: Vec<Target>,
}

impl Search {
    /// Returns the value of a position.
    pub fn value(&mut self, p: PositionId, cx: &mut dyn Context) -> Result<Known, Fault> {
        loop {
            match known(p, cx)? {
                Ok(known) => return Ok(known),
                Err(missing) => self.solve(missing, cx)?,
            }
        }
    }

    /// Gives out the moves from a loopy position, once, if they were kept.
    pub fn take_moves(&mut self, p: PositionId, cx: &mut dyn Context, out: &mut Options) -> bool {
        let Some(MovesPlace { start, left, len, impartial }) = self.loopy.remove(&p) else { return false };
        out.clear();
        out.impartial = impartial;
        let (by_left, by_right) = self.loopy_options[start..start + len].split_at(left);
        out.left.extend(by_left.iter().map(|target| target.position(cx)));
        out.right.extend(by_right.iter().map(|target| target.position(cx)));
        if start + len == self.loopy_options.len() {
            self.loopy_options.truncate(start);
        }
        true
    }

    /// Values one position that is no sum and has no faster way.
    fn solve(&mut self, start: PositionId, cx: &mut dyn Context) -> Result<(), Fault> {
        let result = self.run(start, cx);
        if let Err(fault) = &result {
            // Everything still open reaches the cycle that was found; after any other failure no conclusion is
            // possible.
            let loopy = matches!(fault, Fault::Loopy);
            let before = self.loopy_options.len();
            for ValueFrame { p, moves, .. } in take(&mut self.walk).into_open() {
                cx.positions().set_status(p, if loopy { Status::Loopy } else { Status::Unknown });
                if loopy {
                    self.loopy.insert(p, MovesPlace { start: before + moves.start, ..moves });
                }
            }
            if loopy {
                self.loopy_options.append(&mut self.options);
            }
            self.options.clear();
            self.values.clear();
        }
        result
    }

    fn run(&mut self, start: PositionId, cx: &mut dyn Context) -> Result<(), Fault> {
        self.open(start, cx)?;
        'walk: while let Some(&mut ValueFrame { p, moves, values }) = self.walk.next(&mut cx.games().budget)? {
            for i in self.values.len() - values..moves.len {
                cx.games().budget.tick()?;
                let known = match known_target(self.options[moves.start + i], cx) {
                    Ok(Ok(known)) => Some(known),
                    Ok(Err(missing)) => {
                        self.open(missing, cx)?;
                        continue 'walk;
                    }
                    Err(Fault::LargeNimber { .. }) if moves.impartial => None,
                    Err(fault) => return Err(fault),
                };
                cx.games().budget.room_to_push(&self.values)?;
                self.values.push(known);
            }
            let answer = close(&self.values[values..], moves, cx)?;
            self.options.truncate(moves.start);
            self.values.truncate(values);
            cx.games().budget.count_position();
            cx.positions().set_status(p, Status::Known(answer));
        }
        Ok(())
    }

    fn open(&mut self, p: PositionId, cx: &mut dyn Context) -> Result<(), Fault> {
        if self.walk.len() >= DEEPEST {
            return Err(Fault::Endless { depth: DEEPEST });
        }
        demand_end(p, self.walk.len(), cx)?;
        cx.positions().set_status(p, Status::Open);
        let mut moves = MovesPlace { start: self.options.len(), left: 0, len: 0, impartial: true };
        let listed = self.list(p, &mut moves, cx);
        self.walk.push(ValueFrame { p, moves, values: self.values.len() });
        listed
    }

    fn list(&mut self, p: PositionId, moves: &mut MovesPlace, cx: &mut dyn Context) -> Result<(), Fault> {
        targets(p, None, cx, &mut self.scratch)?;
        // The rules may have given a position without a value.
        cx.positions().demand_value(p)?;
        let Options { left, right, impartial } = &self.scratch;
        cx.games().budget.room_for(&self.options, left.len() + right.len())?;
        self.options.extend_from_slice(left);
        self.options.extend_from_slice(right);
        *moves = MovesPlace { left: left.len(), len: left.len() + right.len(), impartial: *impartial, ..*moves };
        Ok(())
    }
}

/// Returns the value of a position from those of its options.
fn close(values: &[Option<Known>], moves: MovesPlace, cx: &mut dyn Context) -> Result<Known, Fault> {
    let MovesPlace { left, impartial, .. } = moves;
    if impartial && let Some(n) = mex(values.len(), values.iter().flatten()) {
        return Ok(Known::Nim(n));
    }
    let mut ids = Vec::with_capacity(values.len());
    for known in values {
        // A nimber from here on beside a game that is none: their canonical form would have it as an option.
        ids.push(known.ok_or(Fault::LargeNimber { infinite: false })?.game(cx.games())?);
    }
    let (left, right) = ids.split_at(left);
    let g = cx.games().from_options(left, if impartial { left } else { right })?;
    Ok(Known::of(g, cx.games()))
}
