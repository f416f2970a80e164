//! Explanations of strategies as objects: a play of two of them, whether one is good, and the positions to leave.

use std::rc::Rc;

use super::calls::written;
use super::story::{Story, said};
use crate::eval::{EvalError, Role, Session, call_given, members_of, role_of};
use crate::value::{Function, Report, Value, report};
use cg_engine::games::Outcome;

/// Tells how a play of two strategies ended.
pub(super) fn line(cx: &mut Session, found: &report::Line, story: &mut Story) -> Result<(), EvalError> {
    story.step("Two strategies and who moves first determine one play (Smith 1966, section 1).");
    let positions = members_of(&mut cx.games.budget, &found.positions)?.unwrap_or_default();
    let Some((last, earlier)) = positions.split_last() else { return Ok(()) };
    let name = said(cx, last)?;
    story.step(match &found.winner {
        Value::Outcome(Outcome::D) if earlier.contains(last) => format!(
            "It comes back to {name}. Strategies that look at the position alone choose there as before, so it goes round for \
             ever: a draw."
        ),
        Value::Outcome(Outcome::D) => format!("It ends at {name}, which nobody wins."),
        Value::Outcome(Outcome::L) => format!("It ends at {name}, where Left has won."),
        Value::Outcome(Outcome::R) => format!("It ends at {name}, where Right has won."),
        _ => format!("At {name} it was broken off after {} moves.", earlier.len()),
    });
    Ok(())
}

/// Explains whether a strategy is good: by what best play gives, and by a play in which the strategy gets less.
pub(super) fn is_good(
    cx: &mut Session,
    call: &report::Call,
    arguments: &[Value],
) -> Result<Option<Rc<Report>>, EvalError> {
    let [p, _, terms @ ..] = arguments else { return Ok(None) };
    let Value::Boolean(is_good) = call.answer else { return Ok(None) };
    let mut story = Story::new();
    story.answer(format!("{} is {is_good}", written(call).unwrap_or("that the strategy is good")));
    // The number of moves after which play is broken off is no term of the question who wins.
    let terms = terms.iter().filter(|term| !matches!(term, Value::Integer(_))).cloned();
    let asked = ask(cx, Role::WhoWins, std::iter::once(p.clone()).chain(terms).collect())?;
    let (of, best) = (said(cx, p)?, if let Value::Text(best) = &asked { best.to_string() } else { said(cx, &asked)? });
    story.step(format!("With best play of both from {of}: {best}."));
    story.step(match ask(cx, Role::Refutation, arguments.to_vec())? {
        Value::Report(line) => format!("The strategy gets less in this play: {}.", line.text()),
        _ => {
            "The strategy gets that against every reply: all plays were followed in which the other player moves as he \
              likes (Smith 1966, section 1)."
                .into()
        }
    });
    Ok(Some(story.report(call.answer.clone(), 1)))
}

/// Explains a list of P-positions.
pub(super) fn p_positions(
    cx: &mut Session,
    call: &report::Call,
    arguments: &[Value],
) -> Result<Option<Rc<Report>>, EvalError> {
    let Some(rule) = arguments.first() else { return Ok(None) };
    let mut story = Story::new();
    let list = said(cx, &call.answer)?;
    story.answer(match written(call) {
        Some(asked) => format!("{asked} = {list}"),
        None => list,
    });
    let is_misere = arguments.contains(&Value::Convention(cg_engine::positions::Convention::Misere));
    story.step(match is_misere {
        true => "In misère play a position without moves is won by who is to move there, so it is none of these.",
        false => "A position without moves is lost by who is to move there, so it is one of these.",
    });
    story.step("No move leads from one of these positions to another one, and from every other position with moves one leads to one of these.");
    if role_of(&cx.globals, rule) == Some(Role::Adjoin) {
        story.step(
            "The moves of `adjoin(r)` are those of r, and to take a P-position of r away, heap by heap (Fraenkel, Scenic \
             trails, section 6).",
        );
    }
    Ok(Some(story.report(call.answer.clone(), 1)))
}

/// Calls the built-in with this role.
fn ask(cx: &mut Session, role: Role, arguments: Vec<Value>) -> Result<Value, EvalError> {
    let Some(row) = cx.globals.builtins.with_role(role) else { return Ok(Value::Nothing) };
    let name = cx.globals.builtins.row(row).name;
    call_given(cx, &Value::Function(Rc::new(Function::Builtin(row, name))), arguments)
}
