//! Claims about games on boards: one position of each class of images is solved, and a claim is compared with the moves.

use std::rc::Rc;

use rustc_hash::FxHashSet;

use super::errors::GameError;
use super::globals::{Definition, Global, Globals};
use super::machine::{apply, worth_of};
use super::{EvalError, Session, state};
use crate::value::board::Claims;
use crate::value::{Board, Ruleset, Value};
use cg_engine::games::Fault;
use cg_engine::positions::{self, NEGATIVE, Options, PositionId, RulesetId, SUM, Target};

/// Returns `true` if the claims about a game hold for all positions that can be reached from a board.
///
/// # Errors
/// The place where one does not hold; a game without claims.
pub(crate) fn check_claims(cx: &mut Session, game: &Rc<Ruleset>, board: Rc<Board>) -> Result<bool, EvalError> {
    let Some((definition, here)) = claimant(&cx.globals, game) else {
        return Err(GameError::NoClaim { got: cx.describe(&Value::Ruleset(game.clone())) }.into());
    };
    let start = match apply(cx, game, vec![Value::Board(board)])? {
        Value::Position(p) => p,
        other => return Err(GameError::BoardAlone { got: cx.describe(&other) }.into()),
    };
    // Values that rest on the claims are forgotten, and afterwards those that do not.
    cx.positions.forget();
    cx.machine.running.is_checking = true;
    let checked = compare_images(cx, start, here, &definition);
    cx.machine.running.is_checking = false;
    cx.positions.forget();
    checked
}

/// Replaces the moves of a position of a game, each by the one of its class that is solved.
pub(super) fn take_normal_forms(
    cx: &mut Session,
    here: RulesetId,
    claims: &Claims,
    moves: &mut Options<Target>,
) -> Result<(), Fault> {
    for target in moves.left.iter_mut().chain(&mut moves.right) {
        *target = match target.components() {
            Err(p) => normal_form(cx, here, claims, p).into(),
            Ok([p, q]) => Target::sum(normal_form(cx, here, claims, p), normal_form(cx, here, claims, q)),
        };
    }
    Ok(())
}

/// Returns the one of its class that is solved for a position of the game: itself, an image, or the negative of one.
pub(super) fn normal_form(cx: &mut Session, here: RulesetId, claims: &Claims, p: PositionId) -> PositionId {
    match cx.positions.ruleset_of(p) {
        SUM => {
            let parts = cx.positions.parts(p);
            let parts: Vec<PositionId> = parts.into_iter().map(|p| normal_form(cx, here, claims, p)).collect();
            cx.positions.sum(&parts)
        }
        NEGATIVE => {
            let (inner, _) = cx.positions.without_sign(p);
            let inner = normal_form(cx, here, claims, inner);
            cx.positions.negative(inner)
        }
        ruleset if ruleset == here => {
            let state = cx.positions.state(p).to_vec();
            // Two boards are turned apart, so that their images prove nothing.
            let [(words, board)] = &state::boards_in(cx, &state)[..] else { return p };
            let Some((normal, negative)) = board.normal_form(claims, &cx.machine.boards) else { return p };
            let state = state::with_board(&mut cx.machine, &state, words, normal);
            let q = cx.positions.intern(here, &state);
            if negative { cx.positions.negative(q) } else { q }
        }
        _ => p,
    }
}

/// Returns the definition of a game of which something is claimed.
fn claimant(globals: &Globals, game: &Ruleset) -> Option<(Rc<Definition>, RulesetId)> {
    let Ruleset::Defined(slot, ..) = game else { return None };
    match globals.get(*slot) {
        Global::Game(definition, here) if !definition.claims.is_empty() => Some((definition.clone(), *here)),
        _ => None,
    }
}

fn compare_images(
    cx: &mut Session,
    start: PositionId,
    here: RulesetId,
    definition: &Definition,
) -> Result<bool, EvalError> {
    let reached = reached(cx, start, here)?;
    // The positions that were reached last have the fewest moves before them: the first to differ is the simplest.
    for p in reached.into_iter().rev() {
        let state = cx.positions.state(p).to_vec();
        for (place, board) in state::boards_in(cx, &state) {
            // The images of images are looked at too: play need not come to the board from which one of them is seen.
            let mut seen: FxHashSet<PositionId> = [p].into_iter().collect();
            let mut open = vec![(p, board)];
            while let Some((p, board)) = open.pop() {
                for (image, words, negative) in board.images(&definition.claims, &cx.machine.boards) {
                    let state = state::with_board(&mut cx.machine, &state, &place, image.clone());
                    let q = cx.positions.intern(here, &state);
                    let (value, expected) = (worth_of(cx, p)?, if negative { cx.positions.negative(q) } else { q });
                    if value != worth_of(cx, expected)? {
                        let found = worth_of(cx, q)?;
                        return Err(wrong_claim(cx, definition, (p, &value), (q, &found), words, negative));
                    }
                    if seen.insert(q) {
                        open.push((q, image.into()));
                    }
                }
            }
        }
    }
    Ok(true)
}

/// Returns the positions of a ruleset that can be reached from one of it, in the order in which they are found.
fn reached(cx: &mut Session, start: PositionId, here: RulesetId) -> Result<Vec<PositionId>, EvalError> {
    let (mut reached, mut next) = (Vec::new(), 0);
    let mut seen: FxHashSet<PositionId> = FxHashSet::default();
    let mut found = vec![start];
    let mut options = Options::default();
    loop {
        while let Some(p) = found.pop() {
            match cx.positions.ruleset_of(p) {
                SUM => found.extend(cx.positions.parts(p)),
                NEGATIVE => found.push(cx.positions.without_sign(p).0),
                ruleset if ruleset == here && seen.insert(p) => {
                    cx.games.budget.room_to_push(&reached)?;
                    reached.push(p);
                }
                _ => {}
            }
        }
        let Some(&p) = reached.get(next) else { return Ok(reached) };
        next += 1;
        cx.games.budget.tick()?;
        positions::options(p, cx, &mut options)?;
        found.extend(options.left.iter().chain(&options.right).rev());
    }
}

fn wrong_claim(
    cx: &mut Session,
    definition: &Definition,
    (p, value): (PositionId, &Value),
    (q, found): (PositionId, &Value),
    words: &str,
    negative: bool,
) -> EvalError {
    let [p, value, q, found] = [&Value::Position(p), value, &Value::Position(q), found].map(|x| cx.short(x));
    let (claim, relation) = if negative { ("mirror", "is not the negative of") } else { ("symmetry", "differs from") };
    GameError::WrongClaim {
        name: definition.name.to_string(),
        claim,
        value,
        p,
        relation,
        found,
        q,
        place: words.into(),
    }
    .into()
}
