//! Values as plain data on their way to Python, and arguments on their way from there.
//!
//! What Python has a kind of its own for is taken apart: numbers, texts, lists, sets, tables, the fields of reports. What is
//! a game or makes games stays in the session, and a [`Held`] stands for it.

use std::rc::Rc;

use cg::diagnostic::ErrorCode;
use cg::eval::{EvalError, Handle, Session};
use cg::show::kind_of;
use cg::value::{Dict, List, Value};
use cg_engine::games::Budget;
use dashu_int::IBig;
use dashu_ratio::RBig;

use crate::worker::{Job, Jobs};

/// Members beyond which a range stays one.
const LONGEST_RANGE: u64 = 1_000_000;

/// Lists in lists that are taken apart.
const DEEPEST: u32 = 100;

/// A value for Python.
pub enum Plain {
    /// `None`.
    Nothing,
    /// A boolean.
    Boolean(bool),
    /// An integer.
    Integer(i64),
    /// A longer one, in hexadecimal digits.
    Long(String),
    /// A fraction: numerator and denominator.
    Fraction(Box<[Plain; 2]>),
    /// A text.
    Text(String),
    /// A list.
    List(Vec<Plain>),
    /// A set.
    Set(Vec<Plain>),
    /// The entries of a dictionary.
    Dict(Vec<(Plain, Plain)>, Held),
    /// A range: its first member, its step, how many there are.
    Range(i64, i64, u64),
    /// A table: its heads, its rows.
    Table(Vec<Plain>, Vec<Plain>, Held),
    /// A report: its fields by name.
    Report(Vec<(&'static str, Plain)>, Held),
    /// An outcome class, a convention, a kind of compound, as it is written.
    Symbol(String, Held),
    /// Anything else.
    Held(Held),
}

/// A value that a session keeps for Python. Once it is dropped, the session lets go of it.
pub struct Held {
    /// What it is asked for by.
    pub handle: Handle,
    /// What it is: `game`, `position`, `ruleset`.
    pub kind: &'static str,
    jobs: Jobs,
}

impl Drop for Held {
    fn drop(&mut self) {
        let handle = self.handle;
        let job: Job = Box::new(move |bench| bench.session.release(handle));
        // A session that has ended holds nothing.
        let _ = self.jobs.send(job);
    }
}

/// A value as plain data; `jobs` is the way to its session.
///
/// # Errors
/// Limits; lists that are nested very deep.
pub fn plain(session: &mut Session, value: &Value, jobs: &Jobs) -> Result<Plain, EvalError> {
    session.games.budget.tick()?;
    let held = |session: &mut Session| {
        let kind = kind_of(&session.games, value);
        Held { handle: session.hold(value.clone()), kind, jobs: jobs.clone() }
    };
    Ok(match value {
        Value::Nothing => Plain::Nothing,
        Value::Boolean(b) => Plain::Boolean(*b),
        Value::Integer(n) => Plain::Integer(*n),
        Value::Number(x) if x.is_int() => long(x.numerator()),
        Value::Number(x) => {
            Plain::Fraction(Box::new([long(x.numerator()), long(&IBig::from(x.denominator().clone()))]))
        }
        Value::Text(text) => Plain::Text(text.to_string()),
        Value::List(list) => match list.as_range() {
            Some((from, step)) if list.len() > LONGEST_RANGE => Plain::Range(from, step, list.len()),
            _ => Plain::List(members(session, list, jobs)?),
        },
        Value::Set(list) => Plain::Set(members(session, list, jobs)?),
        Value::Dict(dict) if dict.depth() > DEEPEST => Plain::Held(held(session)),
        Value::Dict(dict) => {
            let mut entries = Vec::new();
            for (key, value) in dict.iter() {
                entries.push((plain(session, key, jobs)?, plain(session, value, jobs)?));
            }
            Plain::Dict(entries, held(session))
        }
        Value::Table(table) => {
            let mut rows = Vec::with_capacity(table.len());
            for row in table.rows() {
                rows.push(Plain::List(members(session, &row, jobs)?));
            }
            Plain::Table(members(session, &table.head(), jobs)?, rows, held(session))
        }
        Value::Report(report) => {
            let mut fields = Vec::new();
            for (name, field) in report.fields() {
                fields.push((name, plain(session, &field, jobs)?));
            }
            Plain::Report(fields, held(session))
        }
        Value::Outcome(_) | Value::Convention(_) | Value::Compound(_) => {
            Plain::Symbol(session.written(value, cg_engine::notation::Notation::Ascii)?, held(session))
        }
        _ => Plain::Held(held(session)),
    })
}

fn members(session: &mut Session, list: &List, jobs: &Jobs) -> Result<Vec<Plain>, EvalError> {
    if list.depth() > DEEPEST {
        let message = format!("lists in this list are nested more than {DEEPEST} deep");
        let help = "look at a part of it: `x[1]` is its first member";
        return Err(EvalError::said(ErrorCode::LimitNesting, message).help(help));
    }
    let mut all = Vec::new();
    for member in list.iter() {
        all.push(plain(session, &member, jobs)?);
    }
    Ok(all)
}

/// An integer of any length.
fn long(n: &IBig) -> Plain {
    i64::try_from(n).map_or_else(|_| Plain::Long(format!("{n:x}")), Plain::Integer)
}

/// An argument from Python.
pub enum Given {
    /// No value.
    Nothing,
    /// A boolean.
    Boolean(bool),
    /// An integer.
    Integer(i64),
    /// A longer one, in hexadecimal digits.
    Long(String),
    /// A fraction: numerator and denominator.
    Fraction(Box<[Given; 2]>),
    /// A text.
    Text(String),
    /// A list.
    List(Vec<Given>),
    /// A set.
    Set(Vec<Given>),
    /// A range: its first member, its step, how many there are.
    Range(i64, i64, u64),
    /// A dictionary.
    Dict(Vec<(Given, Given)>),
    /// A value that the session holds.
    Held(Handle),
}

impl Given {
    /// The value that it stands for.
    ///
    /// # Errors
    /// A value that the session holds no more.
    pub fn value(&self, session: &Session) -> Result<Value, EvalError> {
        let list = |all: &[Given]| all.iter().map(|one| one.value(session)).collect::<Result<Vec<Value>, EvalError>>();
        Ok(match self {
            Given::Nothing => Value::Nothing,
            Given::Boolean(b) => Value::Boolean(*b),
            Given::Integer(n) => Value::Integer(*n),
            Given::Long(_) => Value::integer(self.integer()),
            Given::Fraction(both) => {
                let [over, under] = [both[0].integer(), both[1].integer()];
                Value::number(RBig::from(over) / RBig::from(under))
            }
            Given::Text(text) => Value::Text(Rc::new(text.clone())),
            Given::List(all) => Value::list(list(all)?),
            Given::Range(from, step, len) => Value::List(Rc::new(List::range(*from, *step, *len))),
            Given::Set(all) => Value::set(list(all)?),
            Given::Dict(all) => {
                let entry = |(key, value): &(Given, Given)| Ok((key.value(session)?, value.value(session)?));
                let entries = all.iter().map(entry).collect::<Result<Vec<_>, EvalError>>()?;
                Value::Dict(Rc::new(Dict::new(entries, &mut Budget::unlimited())?))
            }
            Given::Held(handle) => session.held(*handle).cloned().ok_or_else(|| {
                let message = "this value is gone: the session has begun anew since";
                EvalError::said(ErrorCode::NameUnknown, message).help("ask for it once more")
            })?,
        })
    }

    fn integer(&self) -> IBig {
        match self {
            Given::Integer(n) => IBig::from(*n),
            Given::Long(digits) => IBig::from_str_radix(digits, 16).unwrap_or_default(),
            _ => IBig::ZERO,
        }
    }
}
