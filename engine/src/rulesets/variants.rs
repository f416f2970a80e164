//! Variants of any game: the impartial one, in which both players have the moves of both; the dicotic one, which ends when
//! either player has no move; the twisted one, in which the players change places after every move.
//!
//! State: the position. The variant of a sum is defined as the sum of the variants of its components: in a twisted sum only the
//! component that was played in changes sides. The variant of -p is the negative of that of p; the impartial variants of p and -p
//! are the same.

use crate::games::Fault;
use crate::positions::{
    Context, EndOfPlay, Facts, Here, Known, Options, PositionId, Rules, Term, Word, plain_options, with,
};

/// A change of the moves of a position and of all its followers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Variant {
    /// Both players have the moves of both.
    Impartial,
    /// Nobody has a move where either player has none.
    Dicotic,
    /// Every move leads to the negative of what it would lead to.
    Twisted,
}

impl Variant {
    /// Returns its name in the language.
    pub fn name(self) -> &'static str {
        match self {
            Variant::Impartial => "impartial",
            Variant::Dicotic => "dicotic",
            Variant::Twisted => "twisted",
        }
    }
}

/// The ruleset of the positions of a variant.
#[derive(PartialEq, Eq, Hash)]
struct Varied(Variant);

/// Returns the variant of a position.
///
/// ```
/// use cg_engine::positions::{Context, Engine, Known};
/// use cg_engine::questions;
/// use cg_engine::rulesets::variants::{Variant, variant};
///
/// let mut engine = Engine::default();
/// let zero = engine.positions().form(&[], &[]);
/// let one = engine.positions().form(&[zero], &[]);
/// let star = variant(Variant::Impartial, one, &mut engine);
/// assert_eq!(questions::value(star, &mut engine)?, Known::Nim(1));
/// let ended = variant(Variant::Dicotic, one, &mut engine);
/// assert_eq!(questions::value(ended, &mut engine)?, Known::Nim(0));
/// # Ok::<(), cg_engine::games::Fault>(())
/// ```
pub fn variant(kind: Variant, p: PositionId, cx: &mut dyn Context) -> PositionId {
    let parts = cx.positions().parts(p);
    if parts[..] != [p] {
        let parts: Vec<PositionId> = parts.into_iter().map(|part| variant(kind, part, cx)).collect();
        return cx.positions().sum(&parts);
    }
    let (p, is_negative) = cx.positions().without_sign(p);
    // An impartial position is its own negative, and its own variant of each kind.
    if cx.positions_ref().rules_of(p).facts().impartial {
        return p;
    }
    let here = cx.positions().add_rules(Varied(kind));
    let varied = cx.positions().intern(here, &[p.index()]);
    if is_negative && kind != Variant::Impartial { cx.positions().negative(varied) } else { varied }
}

impl Rules for Varied {
    fn options(&self, here: Here<'_>, cx: &mut dyn Context, out: &mut Options) -> Result<(), Fault> {
        let mut moves = Options::default();
        plain_options(PositionId::of_word(here.state[0]), cx, &mut moves)?;
        let Varied(kind) = *self;
        if moves.impartial && kind != Variant::Impartial {
            moves.right = moves.left.clone();
        }
        match kind {
            Variant::Impartial => moves.left.append(&mut moves.right),
            Variant::Dicotic if moves.left.is_empty() || moves.right.is_empty() => return Ok(()),
            Variant::Dicotic | Variant::Twisted => {}
        }
        out.impartial = kind == Variant::Impartial;
        for (options, list) in [(moves.left, &mut out.left), (moves.right, &mut out.right)] {
            for option in options {
                cx.games().budget.tick()?;
                let option = variant(kind, option, cx);
                list.push(if kind == Variant::Twisted { cx.positions().negative(option) } else { option });
            }
        }
        Ok(())
    }

    fn word(&self, _: &[u32], _: usize) -> Word {
        Word::Position
    }

    fn term(&self, state: &[u32], _: &dyn Context) -> Term {
        Term::Call(self.0.name().into(), vec![Term::Position(PositionId::of_word(state[0]))])
    }

    fn facts(&self) -> Facts<'_> {
        Facts { impartial: self.0 == Variant::Impartial, all_small: self.0 == Variant::Dicotic, ..Facts::default() }
    }

    fn end_of_play(&self, state: &[u32], _: &dyn Context) -> EndOfPlay {
        match self.0 {
            Variant::Impartial | Variant::Twisted => EndOfPlay::With(vec![PositionId::of_word(state[0])]),
            // The dicotic variant of a loopy game may end.
            Variant::Dicotic => EndOfPlay::Unknown,
        }
    }

    fn value(&self, here: Here<'_>, cx: &mut dyn Context) -> Option<Result<Known, Fault>> {
        if self.0 != Variant::Impartial {
            return None;
        }
        let p = PositionId::of_word(here.state[0]);
        let found = with(p, cx, |rules, here, cx| rules.closed()?.value_of_impartial(here, cx))?;
        Some(found.map(Known::Nim))
    }
}
