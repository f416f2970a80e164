//! A person's `game` as a ruleset like any other.
//!
//! State: one word an argument. Small integers stand for themselves; other values are numbered by the machine.

use std::rc::Rc;

use super::globals::Global;
use super::{Session, Value};
use cg_engine::games::Fault;
use cg_engine::positions::{Options, Rules, RulesetId, Term};

/// First word that numbers a value kept by the machine.
const NUMBERED: u32 = 1 << 31;

pub(super) struct GameRules {
    pub slot: u32,
    pub name: Rc<str>,
}

impl Rules<Session> for GameRules {
    fn options(&self, _: RulesetId, state: &[u32], cx: &mut Session, out: &mut Options) -> Result<(), Fault> {
        let Global::Game(definition, _) = cx.globals.get(self.slot).clone() else {
            return Err(Fault::None(format!("`{}` is no longer a game", self.name)));
        };
        let arguments: Vec<Value> = state.iter().map(|&w| cx.of_word(w)).collect();
        let span = definition.code.spans.first().copied().unwrap_or_default();
        let result = cx.enter(&definition.code, arguments).map_err(|d| Fault::Foreign(d))?;
        if let Some(moves) = cx.machine.moves.take() {
            *out = moves;
            return Ok(());
        }
        match cx.as_position(&result) {
            Ok(Some(p)) => cx.pass_on(p, out),
            Ok(None) => {
                let got = cx.describe(&result);
                let trouble = super::Trouble::said(
                    "game::not-a-position",
                    format!("the rule of `{}` gives {got}, not a position", self.name),
                )
                .help("let it end in a literal such as `<g(n-1), g(n-2)>`, or in a position such as `nim(n)`");
                Err(trouble.into_fault(span))
            }
            Err(trouble) => Err(trouble.into_fault(span)),
        }
    }

    fn term(&self, state: &[u32], cx: &Session) -> Term {
        Term::Call(self.name.clone(), state.iter().map(|&w| term(&cx.of_word(w))).collect())
    }
}

impl Session {
    /// The word that stands for an argument in a state.
    pub(super) fn word(&mut self, value: &Value) -> u32 {
        match value {
            Value::Integer(n) if (0..NUMBERED as i64).contains(n) => *n as u32,
            value => NUMBERED + self.machine.number(value),
        }
    }

    fn of_word(&self, word: u32) -> Value {
        match word.checked_sub(NUMBERED) {
            None => Value::Integer(word as i64),
            Some(number) => self.machine.numbered(number),
        }
    }
}

/// How an argument is written inside a position.
pub(super) fn term(value: &Value) -> Term {
    match value {
        Value::Integer(n) => Term::Number(Box::new((*n).into())),
        Value::Number(x) => Term::Number(Box::new((**x).clone())),
        Value::Game(g) => Term::Game(*g),
        Value::Position(p) => Term::Position(*p),
        Value::Text(t) => Term::Text(t.as_str().into()),
        Value::List(l) => match l.long_range() {
            Some(range) => Term::Name(range.into()),
            None => Term::List(l.iter().map(|v| term(&v)).collect()),
        },
        Value::Set(s) => Term::Set(s.iter().map(|v| term(&v)).collect()),
        Value::Boolean(b) => Term::Name(if *b { "true" } else { "false" }.into()),
        Value::Outcome(o) => Term::Name(o.to_string().into()),
        Value::Ordinal(x) => Term::Name(x.to_string().into()),
        Value::Gamma(x) => Term::Name(x.to_string().into()),
        Value::Nimber(x) => Term::Name(format!("*({x})").into()),
        other => Term::Name(other.kind().into()),
    }
}
