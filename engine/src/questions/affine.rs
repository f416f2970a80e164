//! The values of impartial games with complimenting and entailing moves: nimbers, and loony if the next player wins whatever
//! nimber is played beside (Winning Ways, ch. 12; Larsson, Nowakowski and Santos, Impartial games with entailing moves, 2021).
//!
//! For each position the search finds the nimbers beside which the player who moved there wins. If the position has the value n,
//! that is n alone; if it is loony, there is none. If the move was complimenting or entailing, those are the nimbers beside which
//! no answer wins for the opponent, perhaps all but finitely many. The value of any other position is the least nimber beside
//! which no option wins for the mover; the position is loony if there is none.

use std::mem::take;

use super::explore::note_marks_of;
use super::value::DEEPEST;
use crate::games::hashing::FastMap;
use crate::games::{Fault, PostOrder};
use crate::positions::{
    Claim, Context, Known, LOONY, Marks, Options, PositionId, SUM, Theorem, demand_end, options, with,
};

pub(super) const AFFINE: Theorem =
    Theorem { says: Claim::Because("by its value, a nimber or loony"), source: "Larsson, Nowakowski and Santos 2021" };

/// The value of an impartial position with entailing moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Affine {
    /// Equal to the nimber of this size.
    Nimber(u64),
    /// The next player wins the sum with any position of this value.
    Loony,
}

impl Affine {
    /// Returns the value of a sum.
    pub fn plus(self, other: Affine) -> Affine {
        match (self, other) {
            (Affine::Nimber(a), Affine::Nimber(b)) => Affine::Nimber(a ^ b),
            _ => Affine::Loony,
        }
    }
}

/// The nimbers beside which the player who has moved to a position wins: the listed ones, in order, or all others.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Won {
    listed: Vec<u64>,
    all_others: bool,
}

impl Won {
    fn of(value: Affine) -> Won {
        let listed = if let Affine::Nimber(n) = value { vec![n] } else { Vec::new() };
        Won { listed, all_others: false }
    }

    fn has(&self, n: u64) -> bool {
        self.listed.binary_search(&n).is_ok() != self.all_others
    }

    /// Adds the members of `other`.
    fn extend(&mut self, other: &Won) {
        let merged: Vec<u64> = match (self.all_others, other.all_others) {
            (false, false) => self.listed.iter().chain(&other.listed).copied().collect(),
            (true, _) => self.listed.iter().copied().filter(|&n| !other.has(n)).collect(),
            (false, true) => other.listed.iter().copied().filter(|&n| !self.has(n)).collect(),
        };
        self.listed = merged;
        self.all_others |= other.all_others;
        self.listed.sort_unstable();
        self.listed.dedup();
    }

    /// Returns `true` if these are the nimbers beside a position with a value.
    fn is_of_value(&self) -> bool {
        !self.all_others && self.listed.len() < 2
    }

    /// Returns the nimbers beside a sum of which one part at most has no value.
    fn plus(&self, other: &Won) -> Result<Won, Fault> {
        match (self.is_of_value(), other.is_of_value()) {
            (true, true) => Ok(Won::of(value_of(self).plus(value_of(other)))),
            (true, false) => other.plus(self),
            (false, true) if let Affine::Nimber(n) = value_of(other) => {
                let mut listed: Vec<u64> = self.listed.iter().map(|&m| m ^ n).collect();
                listed.sort_unstable();
                Ok(Won { listed, ..*self })
            }
            _ => Err(Fault::Refused("two parts cannot both be answered")),
        }
    }

    /// Returns the nimbers that are not among these.
    fn complement(self) -> Won {
        Won { all_others: !self.all_others, ..self }
    }

    /// Returns the least nimber that is not among these.
    fn least_missing(&self) -> Affine {
        match self.all_others {
            true => self.listed.first().map_or(Affine::Loony, |&n| Affine::Nimber(n)),
            false => Affine::Nimber((0..).zip(&self.listed).take_while(|(n, m)| n == *m).count() as u64),
        }
    }
}

/// The results found, by position. `None` for a position under search.
type Judged = FastMap<PositionId, Option<Won>>;

struct AffineFrame {
    p: PositionId,
    followers: Option<Followers>,
}

/// The positions that determine the value of another one.
enum Followers {
    /// The parts of a sum.
    Parts(Vec<PositionId>),
    /// The options.
    Options(Vec<PositionId>),
    /// The answers after a complimenting or an entailing move.
    Answers(Vec<PositionId>),
}

impl Followers {
    fn all(&self) -> &[PositionId] {
        let (Followers::Parts(all) | Followers::Options(all) | Followers::Answers(all)) = self;
        all
    }
}

/// Returns the value of an impartial position in which moves may be complimenting or entailing.
///
/// ```
/// use cg_engine::positions::{Context, Engine};
/// use cg_engine::questions::{Affine, affine};
///
/// let mut engine = Engine::default();
/// let zero = engine.positions().impartial_form(&[]);
/// let once_more = engine.positions().again(zero);
/// // Whoever takes the last coin has to move elsewhere.
/// let coin = engine.positions().impartial_form(&[once_more]);
/// assert_eq!(affine(coin, &mut engine)?, Affine::Nimber(0));
/// let free = engine.positions().entail(zero);
/// let loony = engine.positions().impartial_form(&[free]);
/// assert_eq!(affine(loony, &mut engine)?, Affine::Loony);
/// # Ok::<(), cg_engine::games::Fault>(())
/// ```
///
/// # Errors
/// [`Fault::Partizan`], [`Fault::Loopy`], [`Fault::Points`]; [`Fault::Refused`] if play may be tied; [`Fault::None`] after a
/// complimenting or an entailing move that wins beside other nimbers than a single one.
pub fn affine(p: PositionId, cx: &mut dyn Context) -> Result<Affine, Fault> {
    let won = won_beside(p, cx)?;
    match won.is_of_value() {
        true => Ok(value_of(&won)),
        false => Err(Fault::None(
            "the last move is to be answered, or its player moves again, so this is no game by itself".into(),
        )),
    }
}

/// Returns `true` if the next player wins an impartial position in which moves may be complimenting or entailing.
///
/// # Errors
/// The errors of [`affine`], but for that of a move that is to be answered.
pub(super) fn is_won_by_next(p: PositionId, cx: &mut dyn Context) -> Result<bool, Fault> {
    Ok(!won_beside(p, cx)?.has(0))
}

/// Returns the nimbers beside which the player who has moved to a position wins.
fn won_beside(p: PositionId, cx: &mut dyn Context) -> Result<Won, Fault> {
    let mut known: Box<Judged> = cx.positions().take_table(LOONY);
    let found = search(p, &mut known, cx);
    if found.is_err() {
        known.retain(|_, won| won.is_some());
    }
    cx.positions().put_table(LOONY, known);
    found
}

fn search(p: PositionId, known: &mut Judged, cx: &mut dyn Context) -> Result<Won, Fault> {
    let mut walk = PostOrder::new([AffineFrame { p, followers: None }]);
    let mut followed = 0;
    while let Some(frame) = walk.next(&mut cx.games().budget)? {
        let here = frame.p;
        if let Some(followers) = take(&mut frame.followers) {
            let mut won = Won { listed: Vec::new(), all_others: false };
            let mut whole = Won::of(Affine::Nimber(0));
            for q in followers.all() {
                let of_part = known[q].as_ref().ok_or(Fault::Loopy)?;
                won.extend(of_part);
                if let Followers::Parts(_) = followers {
                    whole = whole.plus(of_part)?;
                }
            }
            let found = match followers {
                Followers::Parts(_) => whole,
                Followers::Options(_) => Won::of(won.least_missing()),
                Followers::Answers(_) => won.complement(),
            };
            known.insert(here, Some(found));
            note_marks_of(here, followers.all(), cx)?;
            continue;
        }
        match known.get(&here) {
            Some(Some(_)) => continue,
            Some(None) => return Err(Fault::Loopy),
            None => {}
        }
        if let Some(found) = by_rules(here, cx)? {
            cx.games().budget.room_to_insert(known)?;
            known.insert(here, Some(Won::of(found)));
            continue;
        }
        followed += 1;
        demand_end(here, followed, cx)?;
        if walk.len() >= DEEPEST {
            return Err(Fault::Endless { depth: DEEPEST });
        }
        let followers = followers(here, cx)?;
        let missing: Vec<PositionId> =
            followers.all().iter().copied().filter(|q| !matches!(known.get(q), Some(Some(_)))).collect();
        cx.games().budget.room_to_insert(known)?;
        known.insert(here, None);
        walk.push(AffineFrame { p: here, followers: Some(followers) });
        walk.extend(missing.into_iter().map(|p| AffineFrame { p, followers: None }));
    }
    known[&p].clone().ok_or(Fault::Loopy)
}

/// Returns the value of a position that no complimenting or entailing move has led to.
fn value_of(won: &Won) -> Affine {
    won.listed.first().map_or(Affine::Loony, |&n| Affine::Nimber(n))
}

/// Demands that play ends by the convention, with complimenting and entailing moves allowed.
fn demand_nothing_else(p: PositionId, cx: &dyn Context) -> Result<(), Fault> {
    match cx.positions_ref().demand_value(p) {
        Err(Fault::Entailing) => Ok(()),
        demanded => demanded,
    }
}

/// Returns the value that the rules of a position know, or `None` if its moves have to be followed.
fn by_rules(p: PositionId, cx: &mut dyn Context) -> Result<Option<Affine>, Fault> {
    demand_nothing_else(p, cx)?;
    let marks = cx.positions_ref().marks(p);
    if marks != Marks::NONE || cx.positions_ref().ruleset_of(p) == SUM {
        return Ok(None);
    }
    match with(p, cx, |rules, here, cx| rules.value(here, cx)).transpose()? {
        Some(Known::Nim(n)) => Ok(Some(Affine::Nimber(n))),
        Some(Known::Game(_)) => Err(Fault::Partizan),
        None => Ok(None),
    }
}

/// Returns the parts of a sum, the position of a negative, or the moves from any other position.
fn followers(p: PositionId, cx: &mut dyn Context) -> Result<Followers, Fault> {
    if let (inner, true) = cx.positions_ref().without_sign(p) {
        return Ok(Followers::Parts(vec![inner]));
    }
    // Points are refused, so the rest is another position with the same play.
    if cx.positions_ref().marks(p) != Marks::NONE
        && let Some(settled) = with(p, cx, |rules, here, cx| rules.settled(here, cx))?
    {
        return Ok(Followers::Parts(settled.rest));
    }
    if cx.positions_ref().ruleset_of(p) == SUM {
        return Ok(Followers::Parts(cx.positions_ref().parts(p)));
    }
    let mut moves = Options::default();
    options(p, cx, &mut moves)?;
    demand_nothing_else(p, cx)?;
    if !moves.impartial {
        return Err(Fault::Partizan);
    }
    Ok(match cx.positions_ref().turn(p) {
        Some(_) => Followers::Answers(moves.left),
        None => Followers::Options(moves.left),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_and_their_complements_are_united() {
        let finite = |listed: &[u64]| Won { listed: listed.to_vec(), all_others: false };
        for a in [finite(&[0, 2]), finite(&[1, 3]).complement(), finite(&[]), finite(&[]).complement()] {
            for b in [finite(&[2, 5]), finite(&[0, 3, 4]).complement(), finite(&[])] {
                let mut union = a.clone();
                union.extend(&b);
                assert!((0..9).all(|n| union.has(n) == (a.has(n) || b.has(n))), "{a:?} and {b:?}");
            }
        }
        assert_eq!(finite(&[0, 1, 3]).least_missing(), Affine::Nimber(2));
        assert_eq!(finite(&[4, 7]).complement().least_missing(), Affine::Nimber(4));
        assert_eq!(finite(&[]).complement().least_missing(), Affine::Loony);
    }
}
