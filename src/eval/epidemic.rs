//! Epidemics: Nimania with any growth. At the k-th move of the play some number m becomes f(k) copies of m - 1, and a 1 is
//! taken away (Fraenkel and Nešetřil 1985; Fraenkel, Scenic trails, section 6).
//!
//! State: the growth, the number of the next move, and a list of pairs of a number and its copies, one after the other.

use super::call_given;
use super::errors::GameError;
use super::machine::whole;
use super::{EvalError, Session, parity, state};
use crate::source::Span;
use crate::value::{Value, term};
use cg_engine::games::Fault;
use cg_engine::graphs::Verdict;
use cg_engine::heaps::ReplyCount;
use cg_engine::positions::{
    About, Context, Convention, EndOfPlay, Facts, Finding, Here, Known, MoveGoal, Options, Parts, PositionId, Question,
    Rules, Term, Theorem, lost_moves,
};
use cg_engine::questions::DEEPEST;
use cg_engine::rulesets::nimania::{self, Nimania};

#[derive(PartialEq, Eq, Hash)]
struct Epidemic;

/// The advice about questions that can be answered if play lasts too long.
const LONG_PLAY: &str = "a value is found from all positions of play; who wins is told without them where the parity of the growth is read \
    from it: `outcome(hydra(n -> n, 5))`";

/// Returns the position before move `stage` with these numbers and their copies.
///
/// # Errors
/// [`Fault::TooLarge`] for copies beyond 2^63.
pub(crate) fn epidemic_position(
    cx: &mut Session,
    growth: &Value,
    stage: u64,
    numbers: &[[u64; 2]],
) -> Result<PositionId, Fault> {
    let words = Nimania::state(stage, numbers).ok_or_else(too_many)?;
    let mut values = Vec::with_capacity(words.len());
    for n in words {
        values.push(Value::Integer(i64::try_from(n).map_err(|_| too_many())?));
    }
    let numbers = Value::list(values.split_off(1));
    let mut words = Vec::new();
    for argument in [growth, &values[0], &numbers] {
        state::put_argument(&mut cx.machine, argument, &mut words);
    }
    let ruleset = cx.positions.add_rules(Epidemic);
    Ok(cx.positions.intern(ruleset, &words))
}

/// Returns the growth, the number of the next move, and the numbers with their copies.
fn read(cx: &Session, state: &[u32]) -> (Value, u64, Vec<[u64; 2]>) {
    let mut arguments = state::arguments(cx, state);
    let mut next = || arguments.next().unwrap_or(Value::Nothing);
    let (growth, stage, numbers) = (next(), next(), next());
    let word = |value: &Value| value.as_integer().and_then(|n| u64::try_from(n).ok()).unwrap_or_default();
    let words: Vec<u64> = match &numbers {
        Value::List(list) => list.iter().map(|n| word(&n)).collect(),
        _ => Vec::new(),
    };
    (growth, word(&stage), words.chunks_exact(2).map(|pair| [pair[0], pair[1]]).collect())
}

/// Returns the number of copies that one move makes.
fn copies_made(cx: &mut Session, growth: &Value, stage: u64) -> Result<u64, Fault> {
    let grown = whole(cx, |cx| call_given(cx, growth, vec![Value::integer(stage.into())]));
    let grown = grown.map_err(|trouble| trouble.into_fault(Span::default()))?;
    match grown.as_integer().map(u64::try_from) {
        Some(Ok(copies)) => Ok(copies),
        Some(Err(_)) if grown.as_integer() > Some(0.into()) => Err(too_many()),
        _ => {
            let got = cx.describe(&grown);
            Err(EvalError::from(GameError::Growth { got, stage }).into_fault(Span::default()))
        }
    }
}

impl Rules for Epidemic {
    fn options(&self, here: Here<'_>, cx: &mut dyn Context, out: &mut Options) -> Result<(), Fault> {
        let cx = Session::of(cx);
        let (growth, stage, numbers) = read(cx, here.state);
        out.impartial = true;
        if numbers.is_empty() {
            return Ok(());
        }
        let copies = copies_made(cx, &growth, stage)?;
        for (i, &[m, _]) in numbers.iter().enumerate().rev() {
            cx.games.budget.tick()?;
            let mut next = numbers.clone();
            next[i][1] -= 1;
            next.push([m - 1, copies]);
            let after = stage.checked_add(1).ok_or_else(too_many)?;
            out.left.push(epidemic_position(cx, &growth, after, &next)?);
        }
        Ok(())
    }

    /// Returns the form in which `nimania` is written, behind the growth.
    fn term(&self, state: &[u32], cx: &dyn Context) -> Term {
        let (growth, stage, numbers) = read(Session::read(cx), state);
        let number = |n: u64| term(&Value::integer(n.into()));
        let written = |pair: &[u64; 2]| match *pair {
            [m, 1] => number(m),
            [m, copies] => Term::List(vec![number(m), number(copies)]),
        };
        let mut arguments = vec![term(&growth)];
        match (stage, &numbers[..]) {
            (1, []) => arguments.push(number(0)),
            (1, [[m, 1]]) => arguments.push(number(*m)),
            _ => arguments.extend([Term::List(numbers.iter().map(written).collect()), number(stage)]),
        }
        Term::Call("hydra".into(), arguments)
    }

    fn facts(&self) -> Facts<'_> {
        Facts::impartial()
    }

    /// Returns an empty list: play always ends, since every move lowers the numbers in the order of multisets.
    fn end_of_play(&self, _: &[u32], _: &dyn Context) -> EndOfPlay {
        EndOfPlay::SURE
    }

    /// Reports at once if play from the first move on may last too long to be followed. Later positions come up on the
    /// way to a value, where another check at each would cost more than it saves.
    fn value(&self, here: Here<'_>, cx: &mut dyn Context) -> Option<Result<Known, Fault>> {
        let cx = Session::of(cx);
        let (growth, stage, numbers) = read(cx, here.state);
        if stage > 1 {
            return None;
        }
        match nimania::lasts(stage, &numbers, DEEPEST as u64, |stage| copies_made(cx, &growth, stage)) {
            Ok(false) => None,
            Ok(true) => {
                let limit = Box::new(Fault::Endless { depth: DEEPEST });
                Some(Err(Fault::Hard { what: LONG_PLAY, limit }))
            }
            Err(fault) => Some(Err(fault)),
        }
    }

    fn theorem(
        &self,
        here: Here<'_>,
        question: Question,
        _: &mut Parts,
        cx: &mut dyn Context,
    ) -> Result<Option<Finding>, Fault> {
        if question.about != About::Outcome {
            return Ok(None);
        }
        let Some((won, theorem)) = wins(Session::read(cx), here.state, question.convention) else { return Ok(None) };
        Ok(Some(Finding::told(Verdict::won(won), theorem)))
    }

    /// Finds moves by a theorem: if it decides who wins, it does so after each move, too.
    fn find_moves(
        &self,
        here: Here<'_>,
        goal: MoveGoal<'_>,
        _: ReplyCount,
        cx: &mut dyn Context,
    ) -> Option<Result<Vec<PositionId>, Fault>> {
        let MoveGoal::Win(convention, _) = goal else { return None };
        if !wins(Session::read(cx), here.state, convention)?.0 {
            return Some(Ok(Vec::new()));
        }
        let mut options = Options::default();
        if let Err(fault) = self.options(here, cx, &mut options) {
            return Some(Err(fault));
        }
        let cx = Session::read(cx);
        lost_moves(options.left, |p| Ok(wins(cx, cx.positions.state(*p), convention).map(|(won, _)| !won))).transpose()
    }
}

/// Returns `true` if the player to move wins, by the parity of the growth.
fn wins(cx: &Session, state: &[u32], convention: Convention) -> Option<(bool, &'static Theorem)> {
    let (growth, stage, numbers) = read(cx, state);
    parity::growth(cx, &growth)?.wins(stage, &numbers, convention)
}

fn too_many() -> Fault {
    let limit = i64::MAX.to_string();
    Fault::TooLarge { what: "number of copies", size: format!("more than {limit}"), limit }
}
