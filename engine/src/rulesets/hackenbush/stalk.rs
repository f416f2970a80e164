//! Stalks: pictures whose edges stand one on another.
//!
//! State: empty for the bare ground, else the stalk below the topmost edge, as a position, and the colour of that edge.
//! So a stalk shares all its stumps with others, and its options are positions that are there already.

use dashu_int::{IBig, UBig};

use super::Colour;
use crate::games::{Dyadic, Fault, GameId, Player};
use crate::positions::{Context, EndOfPlay, Here, Known, Options, PositionId, Rules, Stroke, Term, View, Word};

#[derive(PartialEq, Eq, Hash)]
struct Stalks;

/// Returns the position of a stalk, given from the ground up.
///
/// ```
/// use cg_engine::games::{Budget, Games};
/// use cg_engine::positions::{Engine, Known};
/// use cg_engine::questions;
/// use cg_engine::rulesets::hackenbush::{Colour, stalk};
///
/// let mut engine = Engine::default();
/// let green = stalk(&[Colour::Green; 3], &mut engine)?;
/// assert_eq!(questions::value(green, &mut engine)?, Known::Nim(3));
/// # Ok::<(), cg_engine::games::Fault>(())
/// ```
pub fn stalk(edges: &[Colour], cx: &mut dyn Context) -> Result<PositionId, Fault> {
    let ruleset = cx.positions().add_rules(Stalks);
    let mut p = cx.positions().intern(ruleset, &[]);
    for edge in edges {
        cx.games().budget.tick()?;
        p = cx.positions().intern(ruleset, &[p.0, *edge as u32]);
    }
    Ok(p)
}

/// Returns the edges from the top down, each with the position that is left when it is cut.
fn edges(state: &[u32], cx: &dyn Context) -> Vec<(Colour, PositionId)> {
    let mut all = Vec::new();
    let mut here = state;
    while let [below, colour] = here {
        all.push((Colour::of_word(*colour), PositionId::of_word(*below)));
        here = cx.positions_ref().state(PositionId::of_word(*below));
    }
    all
}

impl Rules for Stalks {
    fn options(&self, here: Here<'_>, cx: &mut dyn Context, out: &mut Options) -> Result<(), Fault> {
        let edges = edges(here.state, cx);
        out.impartial = edges.iter().all(|(colour, _)| *colour == Colour::Green);
        for (colour, left) in edges.into_iter().rev() {
            cx.games().budget.tick()?;
            if colour.may_be_cut_by(Player::Left) {
                out.left.push(left);
            }
            if colour.may_be_cut_by(Player::Right) && !out.impartial {
                out.right.push(left);
            }
        }
        Ok(())
    }

    fn word(&self, _: &[u32], index: usize) -> Word {
        if index == 0 { Word::Position } else { Word::Plain }
    }

    fn term(&self, state: &[u32], cx: &dyn Context) -> Term {
        let letters: String = edges(state, cx).iter().rev().map(|(colour, _)| colour.letter()).collect();
        Term::Call("hackenbush".into(), vec![Term::Text(letters.into())])
    }

    fn end_of_play(&self, _: &[u32], _: &dyn Context) -> EndOfPlay {
        EndOfPlay::SURE
    }

    fn value(&self, here: Here<'_>, cx: &mut dyn Context) -> Option<Result<Known, Fault>> {
        let colours: Vec<Colour> = edges(here.state, cx).into_iter().map(|(colour, _)| colour).collect();
        Some(value(&colours, cx))
    }

    fn view(&self, state: &[u32], cx: &dyn Context) -> Option<View> {
        let upwards = edges(state, cx).into_iter().rev().enumerate();
        let stroke = |(i, (colour, _)): (usize, (Colour, PositionId))| Stroke {
            from: i as u32,
            to: i as u32 + 1,
            player: colour.player(),
        };
        Some(View::Strokes(upwards.map(stroke).collect()))
    }
}

/// Returns the value of edges given from the top down.
///
/// The part above a green edge is all small with the edge, for both players can always move to 0. A run of red and blue
/// below something all small is worth the sum of both; see [`Dyadic::on_one`].
fn value(edges: &[Colour], cx: &mut dyn Context) -> Result<Known, Fault> {
    let run = edges.iter().rev().take_while(|colour| **colour != Colour::Green).count();
    let (above, run) = edges.split_at(edges.len() - run);
    let number = signs(run);
    if above.iter().all(|colour| *colour == Colour::Green) {
        let g = cx.games().number_up_star(&number, 0, above.len() as u64)?;
        return Ok(Known::of(g, cx.games()));
    }
    let (number, above) = (cx.games().number(&number), by_stumps(above, cx)?);
    let sum = cx.games().sum(number, above)?;
    Ok(Known::of(sum, cx.games()))
}

/// Returns the value by the rules, one stump after another. A move that another makes needless once stays so.
fn by_stumps(edges: &[Colour], cx: &mut dyn Context) -> Result<GameId, Fault> {
    let mut value = GameId::ZERO;
    let mut moves: [Vec<GameId>; 2] = Default::default();
    for edge in edges.iter().rev() {
        cx.games().budget.tick()?;
        for (player, best) in [Player::Left, Player::Right].into_iter().zip(&mut moves) {
            if !edge.may_be_cut_by(player) {
                continue;
            }
            let mut kept = Vec::with_capacity(best.len() + 1);
            let mut needless = false;
            for &other in best.iter() {
                let worse = |a, b| if player == Player::Left { (a, b) } else { (b, a) };
                let (low, high) = worse(other, value);
                let beaten = cx.games().less_or_equal(low, high)?;
                let (low, high) = worse(value, other);
                needless |= !beaten && cx.games().less_or_equal(low, high)?;
                if !beaten {
                    kept.push(other);
                }
            }
            if !needless {
                kept.push(value);
                *best = kept;
            }
        }
        value = cx.games().from_options(&moves[0], &moves[1])?;
    }
    Ok(value)
}

/// Returns the sign expansion read as a number, for red and blue edges given from the top down: from the ground, edges
/// count 1 as long as their colour is the first, then 1/2, 1/4, ..., blue for Left and red for Right (van Roode, in
/// Albert, Nowakowski and Wolfe, Lessons in Play). Berlekamp's rule (Winning Ways, ch. 3) says the same in binary
/// digits.
fn signs(edges: &[Colour]) -> Dyadic {
    let Some(&first) = edges.last() else { return Dyadic::ZERO };
    let whole = edges.iter().rev().take_while(|edge| **edge == first).count();
    let fractions = &edges[..edges.len() - whole];
    let mut bits = vec![0u8; fractions.len().div_ceil(8)];
    for (i, _) in fractions.iter().enumerate().filter(|(_, edge)| **edge == first) {
        bits[i / 8] |= 1 << (i % 8);
    }
    // A sum of signs +-2^i is twice that of the powers with a plus, less all powers.
    let size = (UBig::from(whole - 1) << fractions.len()) + (UBig::from_le_bytes(&bits) << 1usize) + UBig::ONE;
    let size = Dyadic::new(IBig::from(size), fractions.len() as u32);
    if first == Colour::Blue { size } else { -size }
}
