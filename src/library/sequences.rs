//! Sequences: the values of all heaps of a ruleset, their period, and the positions that the previous player wins.

mod identify;
mod longest_move;
mod periods;

use std::rc::Rc;
use std::sync::Arc;

use dashu_int::UBig;

use super::errors::SequenceError;
use super::positions;
use crate::diagnostic::ErrorCode;
use crate::eval::{
    Count, EvalError, FromValue, Reasons, Session, Subject, at_heaps, builtins, game_value, heaps_wanted, nimber_size,
    p_positions_by_rule, reserve_list, ruleset_wanted, worth_of,
};
use crate::value::{Integers, List, Report, Ruleset, Value};
use cg_engine::games::{Budget, Cache, Fault, Outcome};
use cg_engine::heaps::{Rule, Sequence};
use cg_engine::ordinals::GammaValue;
use cg_engine::positions::{Convention, Rules, State};
use cg_engine::questions;
pub(crate) use periods::period;

/// The heaps at which a ruleset is asked for its theory.
const SAMPLE_HEAPS: [u64; 4] = [0, 1, 2, 1000];
/// Members that a packed sequence may have.
const MAX_MEMBERS: u64 = 1 << 30;
/// Positions that are asked for their outcome in one question.
const MOST_POSITIONS: u128 = 10_000_000;

builtins! {
    /// Sequences.
    SEQUENCES, "Sequences";

    /// The nim-values of the heaps 0 to n-1 of a ruleset.
    ///
    /// Of any ruleset with one heap, your own `game` too, and of a function that gives nimbers; γ-values where play can go
    /// round in circles, `loony` where a move decides who has to move next.
    /// sequence(kayles, 12)  #=> [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6]
    /// sequence(subtraction({1,3,4}), 9)  #=> [0, 1, 0, 1, 2, 3, 2, 0, 1]
    /// max(sequence(kayles, 10^6))  #=> 8
    /// See: period, values, nim_value
    sequence(r: Value, n: Count) -> Value = sequence;

    /// The values of the heaps 0 to n-1 of a ruleset: canonical forms.
    ///
    /// Of partizan rulesets too, and of a function that gives games.
    /// values(kayles, 6)  #=> [0, *, *2, *3, *, *4]
    /// values(n -> cutcake(2, n + 1), 6)  #=> [-1, 0, 0, 1, 1, 2]
    /// See: sequence, value
    values(r: Value, n: Count) -> Value = values;

    /// The period of the nim-values of a ruleset: proved, or as it is seen.
    ///
    /// From the preperiod on a heap larger by the period is worth more by the saltus; the exceptions are the smaller heaps
    /// that break this. Of take-and-break games a period is proved: by a theorem of the game, by that of Guy and Smith (1956), or
    /// where values grow by what can be left. Of other rulesets, your own too, it is what the heaps looked at show, and only if
    /// these reach beyond the longest move, where that is known or larger heaps show it. `period(r, n)` looks at the heaps up
    /// to n. The fields are `.preperiod`, `.period`, `.saltus`, `.exceptions`, `.proved` and `.rule`, what it is the period of.
    /// period(kayles)  #=> preperiod 71, period 12, saltus 0, exceptions [0, 3, 6, ...], proved
    /// period(kayles).exceptions  #=> [0, 3, 6, 9, 11, 15, 18, 21, 22, 28, 34, 39, 57, 70]
    /// period(octal("0.007"), 1000)  #=> not periodic up to 1000
    /// See: sequence, octal
    #[role = Question(Reasons::Period)]
    period(r: Value, limit: Option<Count>) -> Rc<Report> =
        |cx: &mut Session, r: Value, limit: Option<Count>| period(cx, r, limit).map(Rc::<Report>::from);

    /// The games known here that have these nim-values from heap 0 on.
    ///
    /// It takes a list of integers or nimbers, or a ruleset or a function, whose heaps 0 to n-1 it values. It compares them with the
    /// rulesets on one heap that have a name, the octal codes of three digits, the codes of two digits up to F, and subtraction
    /// sets within 1 to 9, each to heap 1023, codes with a digit above 7 to heap 255. `.games` has a text for each family of
    /// games with equal values, which reads as a ruleset, those with a name first; `.same` has the others of these families.
    /// `.shifted` has `[game, k, m]` if heap n is worth the heap n + k of that game for all n from m on, and `.near` the games
    /// that agree longest, each with the first heap that differs; of both, five at most. `.heaps` is the number of heaps that
    /// were compared: larger heaps may differ. The text adds the name of a family in the literature: 0.6 is Officers.
    /// identify([0, 1, 2, 3, 1, 4, 3, 2]).games[0]  #=> "kayles"
    /// ["dawson", -1, 1] in identify(dawson_kayles).shifted  #=> true
    /// identify(octal("0.6"), 30).games  #=> ["octal(\"0.6\")"]
    /// contains(identify(kayles).same, "octal(\"0.77\")")  #=> true
    /// See: sequence, period, octal
    identify(r: Value, n: Option<Count>) -> Rc<Report> = identify::identify;

    /// All P-positions with parts up to n: the previous player wins them.
    ///
    /// Of one heap a list of numbers, of several heaps a list of lists. Where every order of the parts is a P-position too,
    /// each is listed once, in ascending order. `p_positions(r, n, misere)` is misère play; a ruleset that takes any number
    /// of heaps gets two, or as many as the last argument says.
    /// p_positions(nim, 3)  #=> [[0, 0], [1, 1], [2, 2], [3, 3]]
    /// p_positions(subtraction({1,3,4}), 15)  #=> [0, 2, 7, 9, 14]
    /// p_positions(nim, 3, misere, 3)  #=> [[0, 0, 1], [0, 2, 2], [0, 3, 3], [1, 1, 1], [1, 2, 3]]
    /// See: outcome, P, sequence
    #[role = PPositions]
    p_positions(r: Value, n: Count, c: Option<Convention>, heaps: Option<Count>) -> Value = p_positions;
}

/// The ruleset or function that makes a position of one heap, and its name in messages.
pub(crate) struct Heaps {
    pub rule: Value,
    name: String,
    /// The built-in that asks for them.
    asked: &'static str,
}

impl Heaps {
    /// Demands something that takes one heap.
    pub fn new(rule: Value, asked: &'static str, cx: &mut Session) -> Result<Heaps, EvalError> {
        let name = cx.short(&rule);
        if let Value::Function(function) = &rule
            && let Some(ruleset) = ruleset_wanted(&cx.globals, function)
        {
            return Err(SequenceError::NoRulesetYet { name, asked, ruleset }.into());
        }
        match &rule {
            Value::Ruleset(_) | Value::Function(_) => {
                let (least, most) = heaps_wanted(&cx.globals, &rule);
                if least > 1 || most == Some(0) {
                    let heaps = if least > 1 { format!("{least} heaps") } else { "no heap".into() };
                    return Err(SequenceError::SeveralHeaps { name, heaps, asked }.into());
                }
            }
            Value::Position(_) => return Err(SequenceError::Position { asked, name }.into()),
            other => return Err(SequenceError::NoRuleset { asked, got: cx.describe(other) }.into()),
        }
        Ok(Heaps { rule, name, asked })
    }

    /// Returns the position of a heap.
    pub fn at(&self, heap: u64, cx: &mut Session) -> Result<Value, EvalError> {
        cx.games.budget.tick()?;
        at_heaps(cx, &self.rule, vec![Value::integer(heap.into())]).map_err(|trouble| match trouble.is_misfit() {
            true => SequenceError::NoHeaps { name: self.name.clone() }.into(),
            false => self.blamed(trouble),
        })
    }

    /// Returns a failure inside a rule, which says that the rule was given numbers if something else was wanted there.
    pub fn blamed(&self, trouble: EvalError) -> EvalError {
        let Heaps { name, asked, .. } = self;
        let instead = match *asked {
            "find" => format!("for boards give the letters of a cell: `find({name}, G, letters = \"x.\")`"),
            _ => format!("a function makes boards of them: `{asked}(n -> {name}(board(1, n)))`"),
        };
        match trouble {
            EvalError::Placed(diagnostic) if diagnostic.code.is_misfit() => EvalError::Placed(Box::new(
                diagnostic.help(format!("`{asked}` gives `{name}` the numbers 0, 1, 2, ...; {instead}")),
            )),
            trouble => trouble,
        }
    }

    /// Returns the sequence that knows the nim-values of these heaps, if the ruleset has one.
    fn known(&self, cx: &mut Session) -> Option<KeptSequence> {
        if !matches!(self.rule, Value::Ruleset(_)) {
            return None;
        }
        let mut known: Option<KeptSequence> = None;
        for heap in SAMPLE_HEAPS {
            let Ok(Value::Position(p)) = self.at(heap, cx) else { return None };
            let here = cx.positions.ruleset_of(p);
            let (rules, state) = (cx.positions.rules(here), cx.positions.state(p).to_vec());
            let (address, at) = rules.sequence(&state).map(|(sequence, at)| (std::ptr::from_ref(sequence), at))?;
            let at = u64::try_from(&at).ok()?;
            match &known {
                None => known = Some(KeptSequence { source: SequenceSource::Kept { rules, state }, offset: at }),
                Some(known) => {
                    let SequenceSource::Kept { rules, state } = &known.source else { return None };
                    let (first, _) = rules.sequence(state)?;
                    if !std::ptr::eq(first, address) || at != known.offset + heap {
                        return None;
                    }
                }
            }
        }
        known
    }

    /// Asks the theory of a ruleset about sample heaps, with the size of each. Returns the answer, or `None` if the heaps
    /// do not all give the same answer and their own size.
    fn of_samples<T: PartialEq>(
        &self,
        ask: impl Fn(&dyn Rules, &[u32]) -> Option<(T, UBig)>,
        cx: &mut Session,
    ) -> Option<T> {
        if !matches!(self.rule, Value::Ruleset(_)) {
            return None;
        }
        let mut found: Option<T> = None;
        for heap in SAMPLE_HEAPS {
            let Ok(Value::Position(p)) = self.at(heap, cx) else { return None };
            let rules = cx.positions.rules(cx.positions.ruleset_of(p));
            let (answer, at) = ask(&*rules, cx.positions.state(p))?;
            if at != heap.into() || found.is_some_and(|found| found != answer) {
                return None;
            }
            found = Some(answer);
        }
        found
    }

    /// Returns the preperiod, period and saltus of these heaps, or `None` if no theorem gives them.
    fn period_by_theorem(&self, cx: &mut Session) -> Option<[u64; 3]> {
        self.of_samples(|rules, state| rules.period(state), cx)
    }

    /// Returns the rule whose heaps these are, move for move.
    fn of_rule(&self, cx: &mut Session) -> Option<Rule> {
        self.of_samples(|rules, state| rules.heap_of_rule(state), cx)
    }

    /// Returns the nim-value or γ-value of a heap.
    fn nim_value(&self, heap: u64, cx: &mut Session) -> Result<GammaValue, EvalError> {
        let value = self.at(heap, cx)?;
        let place = match &value {
            Value::Position(p) => Some(*p),
            Value::Gamma(gamma) => return Ok((**gamma).clone()),
            other => match nimber_size(&cx.games, other) {
                Some(size) => return Ok(GammaValue::Finite(size)),
                None => None,
            },
        };
        let found = match place {
            Some(p) => questions::gamma(p, cx),
            None => Err(Fault::Partizan),
        };
        found.map_err(|fault| match fault {
            Fault::Partizan => self.no_nim_value(heap, &value, cx).into(),
            fault => self.blamed(fault.into()),
        })
    }

    fn no_nim_value(&self, heap: u64, value: &Value, cx: &mut Session) -> SequenceError {
        let (name, got) = (self.name.clone(), cx.short(value));
        match value {
            Value::Position(_) => SequenceError::PartizanPosition { got, name },
            Value::Integer(_) => SequenceError::NumberAsNimber { heap, got },
            _ => SequenceError::NoNimber { heap, got, name },
        }
    }
}

/// Returns the rule whose heaps are those of a ruleset, move for move.
pub(crate) fn rule_of(ruleset: Rc<Ruleset>, cx: &mut Session) -> Option<Rule> {
    Heaps { rule: Value::Ruleset(ruleset), name: String::new(), asked: "period" }.of_rule(cx)
}

/// A sequence that a ruleset keeps, and the member of it that is heap 0.
struct KeptSequence {
    source: SequenceSource,
    offset: u64,
}

/// The sequence of a rule, and its owner.
enum SequenceSource {
    /// The ruleset of this position keeps it.
    Kept { rules: Arc<dyn Rules>, state: State },
    /// Nowhere: it was made for this question.
    Made(Box<Cache<Sequence>>),
}

impl KeptSequence {
    /// Asks it.
    fn ask<T>(
        &self,
        cx: &mut Session,
        question: impl FnOnce(&mut Sequence, &mut Budget) -> Result<T, Fault>,
    ) -> Result<T, EvalError> {
        let sequence = match &self.source {
            SequenceSource::Kept { rules, state } => rules.sequence(state).expect("it had one before").0,
            SequenceSource::Made(sequence) => &**sequence,
        };
        Ok(question(&mut sequence.write(), &mut cx.games.budget)?)
    }

    /// Returns the nim-values of the heaps 0 to n-1.
    fn first(&self, n: u64, cx: &mut Session) -> Result<Integers, EvalError> {
        let (from, to) = (self.offset, self.offset.saturating_add(n));
        self.ask(cx, |sequence, budget| sequence.values(from..to, budget)).map(Integers::from)
    }
}

/// Nim-values: integers packed, as long as all are integers.
enum NimValues {
    Packed(Integers),
    Mixed(Vec<Value>),
}

impl NimValues {
    fn push(&mut self, gamma: GammaValue, cx: &mut Session) -> Result<(), EvalError> {
        let small = gamma.as_finite().and_then(|n| n.to_u64());
        match (&mut *self, small) {
            (NimValues::Packed(all), Some(n)) => {
                all.make_room(&cx.games.budget)?;
                all.push(n);
                return Ok(());
            }
            (NimValues::Packed(all), None) => {
                reserve_list(&mut cx.games.budget, all.len() as u64)?;
                *self = NimValues::Mixed(all.iter().map(|n| Value::integer(n.into())).collect());
            }
            _ => {}
        }
        let value = match gamma {
            GammaValue::Finite(n) => Value::ordinal(n),
            infinite => Value::Gamma(Rc::new(infinite)),
        };
        if let NimValues::Mixed(all) = self {
            if all.len() == all.capacity() {
                reserve_list(&mut cx.games.budget, 2 * all.len() as u64)?;
            }
            all.push(value);
        }
        Ok(())
    }

    fn into_value(self) -> Value {
        match self {
            NimValues::Packed(all) => Value::List(Rc::new(List::packed(all))),
            NimValues::Mixed(all) => Value::list(all),
        }
    }
}

pub(crate) fn sequence(cx: &mut Session, rule: Value, n: Count) -> Result<Value, EvalError> {
    let heaps = Heaps::new(rule, "sequence", cx)?;
    if n.0 > MAX_MEMBERS {
        return Err(Fault::TooLarge { what: "sequence", size: n.0.to_string(), limit: MAX_MEMBERS.to_string() }.into());
    }
    match heaps.known(cx) {
        Some(known) => Ok(Value::List(Rc::new(List::packed(known.first(n.0, cx)?)))),
        None => match one_by_one(&heaps, n.0, cx) {
            Err(EvalError::Fault(Fault::Entailing)) => with_loony(&heaps, n.0, cx),
            found => Ok(found?.into_value()),
        },
    }
}

/// Returns the nim-values of heaps of which some are loony.
fn with_loony(heaps: &Heaps, n: u64, cx: &mut Session) -> Result<Value, EvalError> {
    reserve_list(&mut cx.games.budget, n)?;
    let mut all = Vec::new();
    for heap in 0..n {
        let subject = Subject::from_value(&heaps.at(heap, cx)?, cx)?;
        let Some(subject) = subject else { return Err(Fault::Entailing.into()) };
        all.push(positions::nim_value(cx, subject)?);
    }
    Ok(Value::list(all))
}

fn one_by_one(heaps: &Heaps, n: u64, cx: &mut Session) -> Result<NimValues, EvalError> {
    let mut all = NimValues::Packed(Integers::default());
    for heap in 0..n {
        let gamma = heaps.nim_value(heap, cx)?;
        all.push(gamma, cx)?;
    }
    Ok(all)
}

fn values(cx: &mut Session, rule: Value, n: Count) -> Result<Value, EvalError> {
    let heaps = Heaps::new(rule, "values", cx)?;
    reserve_list(&mut cx.games.budget, n.0)?;
    let mut all = Vec::new();
    if let Some(known) = heaps.known(cx) {
        for nim_value in known.first(n.0, cx)?.iter() {
            cx.games.budget.tick()?;
            let g = cx.games.nimber(nim_value)?;
            all.push(game_value(&cx.games, g));
        }
        return Ok(Value::list(all));
    }
    for heap in 0..n.0 {
        let value = heaps.at(heap, cx)?;
        all.push(match value {
            Value::Position(p) => worth_of(cx, p).map_err(|trouble| heaps.blamed(trouble))?,
            value @ (Value::Integer(_) | Value::Number(_) | Value::Game(_) | Value::Gamma(_) | Value::Nimber(_)) => {
                value
            }
            other => return Err(SequenceError::NoGame { heap, got: cx.describe(&other) }.into()),
        });
    }
    Ok(Value::list(all))
}

fn p_positions(
    cx: &mut Session,
    rule: Value,
    n: Count,
    convention: Option<Convention>,
    heaps: Option<Count>,
) -> Result<Value, EvalError> {
    let count = match &rule {
        Value::Ruleset(_) | Value::Function(_) => heaps_of(cx, &rule, heaps)?,
        _ => {
            Heaps::new(rule.clone(), "p_positions", cx)?;
            1
        }
    };
    if count == 1 && convention.unwrap_or_default() == Convention::Normal && n.0 < MAX_MEMBERS {
        let heaps = Heaps { name: cx.short(&rule), rule: rule.clone(), asked: "p_positions" };
        if let Some(known) = heaps.known(cx) {
            let nim_values = known.first(n.0 + 1, cx)?;
            let lost = nim_values.iter().zip(0..).filter(|(nim_value, _)| *nim_value == 0).map(|(_, heap)| heap);
            return Ok(Value::List(Rc::new(List::packed(lost.collect()))));
        }
    }
    let number = (n.0 as u128 + 1).checked_pow(u32::try_from(count).unwrap_or(u32::MAX));
    match number {
        Some(0..=MOST_POSITIONS) => {}
        _ => {
            let size = number.map_or_else(|| format!("{}^{count}", n.0 as u128 + 1), |size| size.to_string());
            return Err(Fault::TooLarge { what: "set of positions", size, limit: MOST_POSITIONS.to_string() }.into());
        }
    }
    let all = found(cx, &rule, n.0, count as usize, convention.unwrap_or_default())?;
    if count == 1 {
        let numbers: Integers = all.iter().map(|parts| parts[0]).collect();
        return Ok(Value::List(Rc::new(List::packed(numbers))));
    }
    let list = |parts: Vec<u64>| Value::list(parts.into_iter().map(|part| Value::integer(part.into())).collect());
    Ok(Value::list(in_order(all).into_iter().map(list).collect()))
}

/// Returns the number of heaps to look at.
fn heaps_of(cx: &mut Session, rule: &Value, given: Option<Count>) -> Result<u64, EvalError> {
    if let Value::Function(function) = rule
        && ruleset_wanted(&cx.globals, function).is_some()
    {
        Heaps::new(rule.clone(), "p_positions", cx)?;
    }
    let (least, most) = heaps_wanted(&cx.globals, rule);
    let (least, most) = (least as u64, most.map_or(u64::MAX, |most| most as u64));
    let count = match given {
        Some(given) => given.0,
        None if most == u64::MAX => least.max(2),
        None => least.max(1),
    };
    if (least..=most).contains(&count) {
        return Ok(count);
    }
    let takes = match (least, most) {
        (1, 1) => "1 heap".to_string(),
        (least, most) if least == most => format!("{least} heaps"),
        (least, u64::MAX) => format!("{least} heaps or more"),
        (least, most) => format!("{least} to {most} heaps"),
    };
    Err(SequenceError::NumberOfHeaps { rule: cx.short(rule), takes, count }.into())
}

/// Returns all parts up to n from which the previous player wins, in ascending order.
pub(crate) fn found(
    cx: &mut Session,
    rule: &Value,
    n: u64,
    count: usize,
    convention: Convention,
) -> Result<Vec<Vec<u64>>, EvalError> {
    let mut all: Vec<Vec<u64>> = Vec::new();
    let (mut taken, mut refused) = (false, None);
    // A search from large parts answers for the smaller ones too.
    let mut parts = vec![n; count];
    if let Value::Ruleset(ruleset) = rule
        && let Ruleset::Builtin(..) = **ruleset
        && let Ok(Value::Position(p)) =
            at_heaps(cx, rule, parts.iter().map(|&part| Value::integer(part.into())).collect())
        && let Some(lost) = questions::p_positions_up_to(p, &parts, convention, cx)?
    {
        cx.games.budget.reserve(lost.count() * (size_of::<Vec<u64>>() + 8 * count))?;
        return Ok(lost.all().collect());
    }
    if let Value::Ruleset(ruleset) = rule
        && let Ruleset::Defined(slot, _, first) = &**ruleset
        && let Some(lost) = p_positions_by_rule(cx, *slot, first, n, count, convention)?
    {
        return Ok(lost);
    }
    loop {
        cx.games.budget.tick()?;
        match at_heaps(cx, rule, parts.iter().map(|&part| Value::integer(part.into())).collect()) {
            Ok(value) => {
                taken = true;
                if is_p_position(cx, value, convention)? {
                    if all.len() == all.capacity() {
                        cx.games.budget.reserve(2 * all.len() * (size_of::<Vec<u64>>() + 8 * count))?;
                    }
                    all.push(parts.clone());
                }
            }
            // A heap that the ruleset does not take is no position: two coins of Welter's game on one square.
            Err(EvalError::Said(said)) if [ErrorCode::RulesetArgument, ErrorCode::BoardShape].contains(&said.code) => {
                refused = Some(said)
            }
            Err(trouble) => return Err(trouble),
        }
        let Some(at) = parts.iter().rposition(|&part| part > 0) else { break };
        parts[at] -= 1;
        parts[at + 1..].fill(n);
    }
    match refused {
        Some(said) if !taken => Err(EvalError::Said(said)),
        _ => {
            all.reverse();
            Ok(all)
        }
    }
}

fn is_p_position(cx: &mut Session, value: Value, convention: Convention) -> Result<bool, EvalError> {
    let Some(subject) = Subject::from_value(&value, cx)? else {
        return Err(SequenceError::NoPosition { got: cx.describe(&value) }.into());
    };
    if let Subject::Value(Value::Gamma(gamma)) = &subject {
        return Ok(gamma.outcome() == Outcome::P);
    }
    let p = positions::play(cx, subject, convention)?;
    Ok(questions::class(questions::outcomes(p, convention, cx)?) == Outcome::P)
}

/// Returns each position once, in ascending order of its parts, if every order of the parts is among them.
fn in_order(all: Vec<Vec<u64>>) -> Vec<Vec<u64>> {
    let symmetric = all.iter().all(|parts| {
        (1..parts.len()).all(|i| {
            let mut swapped = parts.clone();
            swapped.swap(i - 1, i);
            all.binary_search(&swapped).is_ok()
        })
    });
    if symmetric { all.into_iter().filter(|parts| parts.is_sorted()).collect() } else { all }
}
