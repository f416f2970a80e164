//! Memory freed between statements: everything that neither names nor a program reach is removed, and the rest is
//! renumbered.
//!
//! Ids of values and of positions keep their relative order, so that sorted sets stay sorted. Parts that several
//! values share are renumbered once and stay shared.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::Session;
use crate::value::list::List;
use crate::value::{Dict, Function, LocalName, Ruleset, Table, Value};
use cg_engine::games::{GameId, deep};
use cg_engine::loopy::{Sided, Stopper};
use cg_engine::positions::PositionId;

/// An id found on the way.
pub(crate) enum Id<'a> {
    Game(&'a mut GameId),
    Position(&'a mut PositionId),
    Stopper(&'a mut Stopper),
}

/// Walks through values and rebuilds those that hold ids.
struct ValueWalk<'a> {
    /// The new versions of shared parts, by the address of the original, which is kept alive here.
    done: FxHashMap<usize, (Value, Value)>,
    visit: &'a mut dyn FnMut(Id<'_>),
}

impl ValueWalk<'_> {
    fn value(&mut self, value: &mut Value) {
        let address = match value {
            Value::Game(g) => return (self.visit)(Id::Game(g)),
            Value::Position(p) => return (self.visit)(Id::Position(p)),
            Value::Loopy(Sided { onside, offside }) => {
                (self.visit)(Id::Stopper(onside));
                return (self.visit)(Id::Stopper(offside));
            }
            Value::List(x) | Value::Set(x) if x.is_plain() => return,
            Value::List(x) | Value::Set(x) => Rc::as_ptr(x).addr(),
            Value::Function(x) => Rc::as_ptr(x).addr(),
            Value::Dict(x) if x.is_plain() => return,
            Value::Dict(x) => Rc::as_ptr(x).addr(),
            Value::Ruleset(x) => Rc::as_ptr(x).addr(),
            Value::Report(x) => Rc::as_ptr(x).addr(),
            Value::Table(x) if x.lines().is_plain() => return,
            Value::Table(x) => Rc::as_ptr(x).addr(),
            Value::Nothing
            | Value::Boolean(_)
            | Value::Integer(_)
            | Value::Number(_)
            | Value::Ordinal(_)
            | Value::Surreal(_)
            | Value::Nimber(_)
            | Value::Gamma(_)
            | Value::Outcome(_)
            | Value::Convention(_)
            | Value::Compound(_)
            | Value::Text(_)
            | Value::Board(_) => return,
        };
        if let Some((_, new)) = self.done.get(&address) {
            *value = new.clone();
            return;
        }
        let new = deep::grown(|| self.rebuilt(value));
        self.done.insert(address, (value.clone(), new.clone()));
        *value = new;
    }

    fn all<'v>(&mut self, values: impl IntoIterator<Item = &'v Value>) -> Vec<Value> {
        let mut values: Vec<Value> = values.into_iter().cloned().collect();
        values.iter_mut().for_each(|v| self.value(v));
        values
    }

    fn members(&mut self, list: &List) -> Vec<Value> {
        let mut values: Vec<Value> = list.iter().collect();
        values.iter_mut().for_each(|v| self.value(v));
        values
    }

    fn rebuilt(&mut self, value: &Value) -> Value {
        match value {
            Value::List(list) => Value::List(Rc::new(List::new(self.members(list)))),
            Value::Set(set) => Value::Set(Rc::new(List::new(self.members(set)))),
            Value::Dict(dict) => {
                let entry = |(key, value): (&Value, &Value)| {
                    let [mut key, mut value] = [key.clone(), value.clone()];
                    self.value(&mut key);
                    self.value(&mut value);
                    (key, value)
                };
                Value::Dict(Rc::new(Dict::of_sorted(dict.iter().map(entry).collect())))
            }
            Value::Function(function) => match &**function {
                Function::Closure { code, captured } => {
                    Value::Function(Rc::new(Function::Closure { code: code.clone(), captured: self.all(captured) }))
                }
                Function::Local(name, state) => {
                    let state = match &*state.borrow() {
                        LocalName::Open(function) => match self.all([&Value::Function(function.clone())]).pop() {
                            Some(Value::Function(function)) => LocalName::Open(function),
                            _ => unreachable!("a function stays one"),
                        },
                        LocalName::Known(value) => {
                            LocalName::Known(self.all([value]).pop().expect("one value stays one"))
                        }
                    };
                    Value::Function(Rc::new(Function::Local(name.clone(), state.into())))
                }
                Function::Defined(..) | Function::Builtin(..) => value.clone(),
            },
            Value::Ruleset(ruleset) => match &**ruleset {
                Ruleset::Defined(slot, name, first) => {
                    Value::Ruleset(Rc::new(Ruleset::Defined(*slot, name.clone(), self.all(first))))
                }
                Ruleset::Builtin(row, name, first) => {
                    Value::Ruleset(Rc::new(Ruleset::Builtin(*row, name, self.all(first))))
                }
                Ruleset::Optioned(row, written, arguments) => {
                    Value::Ruleset(Rc::new(Ruleset::Optioned(*row, written.clone(), self.all(arguments))))
                }
                // Labels of vertices are numbers, texts and lists of them: they hold no ids.
                Ruleset::Graph(_) => value.clone(),
            },
            Value::Report(report) => {
                let changed = report.with_values(&mut |value| {
                    let mut value = value.clone();
                    self.value(&mut value);
                    value
                });
                Value::Report(Rc::new(changed))
            }
            Value::Table(table) => {
                let lines = List::new(self.members(table.lines()));
                Value::Table(Rc::new(Table::of_lines(lines)))
            }
            Value::Nothing
            | Value::Boolean(_)
            | Value::Integer(_)
            | Value::Number(_)
            | Value::Ordinal(_)
            | Value::Surreal(_)
            | Value::Nimber(_)
            | Value::Gamma(_)
            | Value::Outcome(_)
            | Value::Convention(_)
            | Value::Compound(_)
            | Value::Text(_)
            | Value::Board(_)
            | Value::Game(_)
            | Value::Loopy(_)
            | Value::Position(_) => value.clone(),
        }
    }
}

impl Session {
    /// Frees memory if half of the limit is in use: forgets remembered results and every value that no name reaches and
    /// nobody [holds](Session::hold). To be called between statements; values kept elsewhere are not valid afterwards.
    pub fn settle(&mut self) {
        let used = self.games.budget.bytes_used();
        if self.games.budget.memory_limit().is_some_and(|limit| used > limit / 2 && used > self.machine.settled / 4 * 5)
        {
            self.compact();
            self.machine.settled = self.games.budget.bytes_used();
        }
    }

    /// Removes everything that neither names nor a program reach.
    pub fn compact(&mut self) {
        self.machine.forget_results();
        self.printer.forget();
        let Session { games, loops, positions, globals, machine, .. } = self;
        let mut values: Vec<&mut Value> = globals.values_mut().collect();
        let mut numbered = machine.take_numbered();
        values.extend(numbered.iter_mut());
        positions.compact(&mut |visit| {
            let mut visit = |id: Id<'_>| {
                if let Id::Position(p) = id {
                    visit(p);
                }
            };
            let mut walk = ValueWalk { done: FxHashMap::default(), visit: &mut visit };
            values.iter_mut().for_each(|v| walk.value(v));
        });
        loops.compact(&mut |visit| {
            positions.stoppers_mut(visit);
            let mut visit = |id: Id<'_>| {
                if let Id::Stopper(stopper) = id {
                    visit(stopper);
                }
            };
            let mut walk = ValueWalk { done: FxHashMap::default(), visit: &mut visit };
            values.iter_mut().for_each(|v| walk.value(v));
        });
        games.compact(&mut |visit| {
            positions.games_mut(visit);
            loops.games_mut(visit);
            let mut visit = |id: Id<'_>| match id {
                Id::Game(g) => visit(g),
                Id::Stopper(stopper) => stopper.renew(visit),
                Id::Position(_) => {}
            };
            let mut walk = ValueWalk { done: FxHashMap::default(), visit: &mut visit };
            values.iter_mut().for_each(|v| walk.value(v));
        });
        loops.reindex();
        positions.reindex();
        machine.put_numbered(numbered);
    }
}
