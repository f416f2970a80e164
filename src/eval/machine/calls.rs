//! Calls: of definitions, of built-ins, of functions and rulesets that are values.

use std::rc::Rc;

use super::literals::bounded;
use super::registers;
use super::{EvalError, Session, Value};
use crate::diagnostic::ErrorCode;
use crate::eval::builtin::arguments;
use crate::eval::convert::Arguments;
use crate::eval::errors::{ArgumentError, CallError};
use crate::eval::globals::{Definition, Global, Globals};
use crate::eval::{Effect, Role, call_given, option_text, state, vertex_at};
use crate::value::given::{Given, Mismatch, arrange};
use crate::value::{Function, Report, Ruleset, order, report};
use cg_engine::games::Fault;
use cg_engine::positions::RulesetId;

/// Returns the position that a ruleset makes of these heaps.
///
/// # Errors
/// The ruleset refuses the heaps.
pub(crate) fn apply(cx: &mut Session, ruleset: &Rc<Ruleset>, heaps: Vec<Value>) -> Result<Value, EvalError> {
    let count = heaps.len();
    cx.machine.stack.push(Value::Ruleset(ruleset.clone()));
    cx.machine.stack.extend(heaps);
    call_value(cx, count).map_err(EvalError::detached)?;
    Ok(cx.machine.pop())
}

/// Returns the value of a global name that stands alone.
pub(super) fn global_value(cx: &mut Session, slot: u32) -> Result<Value, EvalError> {
    Ok(match cx.globals.get(slot) {
        Global::Variable(value) => value.clone(),
        Global::Function(d) => Value::Function(Rc::new(Function::Defined(slot, d.name.clone()))),
        Global::Game(d, _) => Value::Ruleset(Rc::new(Ruleset::Defined(slot, d.name.clone(), Vec::new()))),
        Global::Unset => return Err(not_yet(&cx.globals, slot)),
    })
}

fn not_yet(globals: &Globals, slot: u32) -> EvalError {
    let name = globals.name(slot);
    if let Some(definition) = globals.failed(slot) {
        return CallError::Failed { name: name.to_string(), definition }.into();
    }
    CallError::NotYet { name: name.to_string() }.into()
}

/// Returns the value of the name of a built-in that stands alone.
pub(super) fn builtin_value(cx: &mut Session, row: u32) -> Result<Value, EvalError> {
    let builtin = cx.globals.builtins.row(row);
    if builtin.constant {
        return (builtin.run)(cx, Arguments::new(Vec::new()));
    }
    Ok(match builtin.ruleset {
        Some(0) => Value::Ruleset(Rc::new(Ruleset::Builtin(row, builtin.name, Vec::new()))),
        _ => Value::Function(Rc::new(Function::Builtin(row, builtin.name))),
    })
}

/// Calls a definition with the topmost values, and pushes the result.
pub(super) fn call_global(cx: &mut Session, slot: u32, count: usize) -> Result<(), EvalError> {
    match cx.globals.get(slot) {
        Global::Function(definition) => {
            let definition = definition.clone();
            let count = fill_in(cx, &definition, count)?;
            let value = registers::call(cx, slot, count)?;
            cx.machine.stack.push(value);
            Ok(())
        }
        Global::Game(definition, ruleset) => {
            let (definition, ruleset) = (definition.clone(), *ruleset);
            call_game(cx, slot, &definition, ruleset, count)
        }
        Global::Variable(value) => {
            let callee = value.clone();
            let at = cx.machine.stack.len() - count;
            cx.machine.stack.insert(at, callee);
            call_value(cx, count)
        }
        Global::Unset => Err(not_yet(&cx.globals, slot)),
    }
}

/// Calls a definition with the topmost values, some of which are for parameters with a name, and pushes the result.
pub(super) fn call_named(cx: &mut Session, slot: u32, given: &[Given]) -> Result<(), EvalError> {
    let (Global::Function(definition) | Global::Game(definition, _)) = cx.globals.get(slot) else {
        return Err(match cx.globals.get(slot) {
            Global::Unset => not_yet(&cx.globals, slot),
            _ => ArgumentError::NamedForValue.into(),
        });
    };
    let sources = sources(definition, given)?;
    let from = cx.machine.stack.len() - given.len();
    let arguments = cx.machine.stack.split_off(from);
    for source in &sources {
        let value = match *source {
            ArgumentSource::Argument(i) => arguments[i].clone(),
            ArgumentSource::Default(slot) => global_value(cx, slot)?,
        };
        cx.machine.stack.push(value);
    }
    call_global(cx, slot, sources.len())
}

/// The source of an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ArgumentSource {
    /// The argument of this number that the call gives.
    Argument(usize),
    /// The variable that holds the default.
    Default(u32),
}

/// Returns the sources of the arguments of a call that names parameters, in the order that they have now: a function may have been
/// defined again. A game may lack its last argument.
///
/// # Errors
/// The arguments do not fit the parameters.
pub(super) fn sources(definition: &Definition, given: &[Given]) -> Result<Vec<ArgumentSource>, EvalError> {
    let Definition { name, parameters, defaults, .. } = definition;
    let order = arrange(parameters, given).map_err(|mismatch| match (mismatch, name.to_string()) {
        (Mismatch::TooMany, _) => wrong_arity(&format!("`{name}`"), parameters.len(), given.len()),
        (Mismatch::Twice(_, place), name) => {
            let argument = parameters[place].to_string();
            EvalError::from(ArgumentError::Twice { name, argument })
        }
        (Mismatch::Unknown(i), name) => {
            let argument = if let Given::Named(argument) = &given[i] { argument.to_string() } else { String::new() };
            ArgumentError::Unknown { name, argument, known: parameters.join(", ") }.into()
        }
    })?;
    let first = parameters.len() - defaults.len();
    let mut sources = Vec::with_capacity(order.len());
    for (place, argument) in order.into_iter().enumerate() {
        match argument {
            Some(i) => sources.push(ArgumentSource::Argument(i)),
            None if place >= first => sources.push(ArgumentSource::Default(defaults[place - first])),
            None if definition.game && place + 1 == parameters.len() => {}
            None => {
                let (name, parameter) = (name.to_string(), parameters[place].to_string());
                let shape = format!("{name}({})", parameters.join(", "));
                return Err(ArgumentError::Missing { name, parameter, shape }.into());
            }
        }
    }
    Ok(sources)
}

/// Pushes the defaults of the arguments that a call leaves out. Returns the number of arguments.
fn fill_in(cx: &mut Session, definition: &Definition, count: usize) -> Result<usize, EvalError> {
    let defaults = defaults(definition, count)?;
    for &slot in defaults {
        let value = global_value(cx, slot)?;
        cx.machine.stack.push(value);
    }
    Ok(count + defaults.len())
}

/// Returns the variables that hold the arguments which a call with `count` arguments leaves out.
pub(super) fn defaults(definition: &Definition, count: usize) -> Result<&[u32], EvalError> {
    let missing = definition.parameters.len().saturating_sub(count);
    match definition.defaults.len().checked_sub(missing) {
        Some(first) if missing > 0 => Ok(&definition.defaults[first..]),
        _ => check_arity(&definition.name, &definition.parameters, count).map(|()| &[][..]),
    }
}

pub(super) fn waits_for_itself(cx: &mut Session, definition: &Definition, arguments: &[Value]) -> EvalError {
    let arguments: Vec<String> = arguments.iter().map(|a| cx.short(a)).collect();
    CallError::NeedsItself {
        name: definition.name.to_string(),
        arguments: arguments.join(", "),
        parameters: definition.parameters.join(", "),
    }
    .into()
}

fn call_game(
    cx: &mut Session,
    slot: u32,
    definition: &Rc<Definition>,
    ruleset: RulesetId,
    count: usize,
) -> Result<(), EvalError> {
    let from = cx.machine.stack.len() - count;
    if count + 1 == definition.parameters.len() && definition.defaults.is_empty() {
        let arguments = cx.machine.stack.split_off(from);
        let ruleset = Ruleset::Defined(slot, definition.name.clone(), arguments);
        cx.machine.stack.push(Value::Ruleset(Rc::new(ruleset)));
        return Ok(());
    }
    let count = fill_in(cx, definition, count)?;
    if let [Value::Integer(n @ 0..0x7fff_ffff)] = cx.machine.stack[from..] {
        let p = cx.positions.intern(ruleset, &[n as u32]);
        cx.machine.stack[from] = Value::Position(p);
        return Ok(());
    }
    let mut words = Vec::with_capacity(count);
    for argument in cx.machine.stack.split_off(from) {
        state::put_argument(&mut cx.machine, &argument, &mut words);
    }
    let p = cx.positions.intern(ruleset, &words);
    cx.machine.stack.push(Value::Position(p));
    Ok(())
}

/// Returns the report of a call: `template`, which has its text, with its arguments and its answer.
pub(super) fn question(template: &Value, arguments: Value, answer: Value) -> Value {
    let Value::Report(template) = template else { unreachable!("a report by `Written`") };
    let Report::Call(call) = &**template else { unreachable!("a call by `Written`") };
    Value::Report(report::Call { arguments, answer, ..call.clone() }.into())
}

/// Charges for looking at values once, whatever is then done with them.
pub(super) fn charge(cx: &mut Session, values: &[Value]) -> Result<(), Fault> {
    cx.games.budget.charge(values.iter().map(order::cost).sum())
}

fn push_builtin(cx: &mut Session, row: u32, count: usize) -> Result<(), EvalError> {
    let value = run_builtin(cx, row, count)?;
    cx.machine.stack.push(value);
    Ok(())
}

pub(super) fn run_builtin(cx: &mut Session, row: u32, count: usize) -> Result<Value, EvalError> {
    let builtin = cx.globals.builtins.row(row);
    let from = cx.machine.stack.len() - count;
    if builtin.ruleset == Some(count) {
        let arguments = cx.machine.stack.split_off(from);
        if let Some(take) = builtin.lead {
            take(cx, Arguments::new(arguments.clone()))?;
        }
        return Ok(Value::Ruleset(Rc::new(Ruleset::Builtin(row, builtin.name, arguments))));
    }
    if count > 1 && matches!(cx.machine.stack[from], Value::Nothing) && builtin.takes_options() {
        let arguments = cx.machine.stack.split_off(from);
        let mut options = Vec::new();
        for (parameter, value) in builtin.parameters.iter().zip(&arguments) {
            if !matches!(value, Value::Nothing) {
                options.push(format!("{} = {}", parameter.name, option_text(cx, value)));
            }
        }
        let written = format!("{}({})", builtin.name, options.join(", "));
        return Ok(Value::Ruleset(Rc::new(Ruleset::Optioned(row, written.into(), arguments))));
    }
    let cost = cx.machine.stack[from..].iter().map(order::cost).sum();
    let arguments = Arguments::topmost(&mut cx.machine.stack, count);
    cx.games.budget.charge(cost)?;
    if builtin.effect == Effect::World {
        cx.machine.note_effect();
    }
    let value = (builtin.run)(cx, arguments)?;
    match &value {
        Value::List(list) | Value::Set(list) => bounded(list)?,
        Value::Table(table) => bounded(table.lines())?,
        _ => {}
    }
    Ok(value)
}

/// Calls what lies under the topmost `count` values, and pushes the result.
pub(super) fn call_value(cx: &mut Session, count: usize) -> Result<(), EvalError> {
    let at = cx.machine.stack.len() - count - 1;
    let callee = cx.machine.stack.remove(at);
    match callee {
        Value::Function(function) => match &*function {
            Function::Closure { code, .. } => {
                if code.parameters as usize != count {
                    return Err(wrong_arity("this function", code.parameters as usize, count));
                }
                let value = registers::call_closure(cx, &function, count)?;
                cx.machine.stack.push(value);
                Ok(())
            }
            Function::Local(..) => unreachable!("worked out before it is called"),
            Function::Defined(slot, _) => call_global(cx, *slot, count),
            Function::Builtin(row, name) => {
                let (least, most) = cx.globals.builtins.row(*row).arity();
                if count < least && cx.globals.builtins.row(*row).ruleset != Some(count)
                    || most.is_some_and(|m| count > m)
                {
                    return Err(CallError::Arity { what: format!("`{name}`"), least, most, given: count }.into());
                }
                push_builtin(cx, *row, count)
            }
        },
        Value::Ruleset(ruleset) => {
            match &*ruleset {
                Ruleset::Optioned(row, written, arguments) => {
                    let missing = arguments.iter().filter(|value| matches!(value, Value::Nothing)).count();
                    let (least, _) = heaps_wanted(&cx.globals, &Value::Ruleset(ruleset.clone()));
                    if !(least..=missing).contains(&count) {
                        return Err(wrong_arity(&format!("`{written}`"), least, count));
                    }
                    let mut given = cx.machine.stack.split_off(at).into_iter();
                    let filled = |value: &Value| match value {
                        Value::Nothing => given.next().unwrap_or_default(),
                        value => value.clone(),
                    };
                    cx.machine.stack.extend(arguments.iter().map(filled));
                    push_builtin(cx, *row, arguments.len()).map_err(EvalError::detached)
                }
                Ruleset::Defined(slot, _, first) => {
                    cx.machine.stack.splice(at..at, first.iter().cloned());
                    call_global(cx, *slot, count + first.len())
                }
                Ruleset::Builtin(row, name, first) => {
                    cx.machine.stack.splice(at..at, first.iter().cloned());
                    let (least, most) = cx.globals.builtins.row(*row).arity();
                    let given = count + first.len();
                    if given < least || most.is_some_and(|m| given > m) {
                        return Err(CallError::Arity { what: format!("`{name}`"), least, most, given }.into());
                    }
                    // The arguments that the ruleset holds are not written in this call.
                    push_builtin(cx, *row, given)
                        .map_err(|trouble| if first.is_empty() { trouble } else { trouble.detached() })
                }
                Ruleset::Graph(_) => Err(CallError::Graph.into()),
            }
        }
        other => {
            let has_members = matches!(other, Value::List(_) | Value::Text(_) | Value::Dict(_) | Value::Board(_));
            Err(CallError::NoFunction { got: cx.describe(&other), has_members }.into())
        }
    }
}

/// Returns the ruleset that the built-in with this role makes of its first parameters.
pub(crate) fn ruleset_with(globals: &Globals, role: Role, first: Vec<Value>) -> Value {
    let row = globals.builtins.with_role(role).expect("every role has a row");
    Value::Ruleset(Rc::new(Ruleset::Builtin(row, globals.builtins.row(row).name, first)))
}

/// Returns the role of a ruleset or a function that is built in.
pub(crate) fn role_of(globals: &Globals, value: &Value) -> Option<Role> {
    let row = match value {
        Value::Ruleset(ruleset) if let Ruleset::Builtin(row, ..) | Ruleset::Optioned(row, ..) = **ruleset => row,
        Value::Function(function) if let Function::Builtin(row, _) = **function => row,
        _ => return None,
    };
    globals.builtins.row(row).role
}

/// Returns the least and the greatest number of heaps that a ruleset still needs, or of arguments that a function
/// needs. The greatest is `None` if there is no limit.
pub(crate) fn heaps_wanted(globals: &Globals, rule: &Value) -> (usize, Option<usize>) {
    let builtin = |row: u32| globals.builtins.row(row).arity();
    let exactly = |n: usize| (n, Some(n));
    let defined = |slot: u32| match globals.get(slot) {
        Global::Game(definition, _) | Global::Function(definition) => {
            let most = definition.parameters.len();
            (most - definition.defaults.len(), Some(most))
        }
        _ => exactly(0),
    };
    let ((least, most), given) = match rule {
        Value::Ruleset(ruleset) => match &**ruleset {
            Ruleset::Builtin(row, _, first) => match (builtin(*row), &first[..]) {
                // A version of another ruleset, such as `impartial(r)`.
                ((_, None), [of @ (Value::Ruleset(_) | Value::Function(_))]) => return heaps_wanted(globals, of),
                (arity, _) => (arity, first.len()),
            },
            Ruleset::Defined(slot, _, first) => (defined(*slot), first.len()),
            Ruleset::Optioned(row, _, arguments) => {
                let (least, _) = builtin(*row);
                let missing = arguments.iter().filter(|value| matches!(value, Value::Nothing)).count();
                ((least, Some(missing)), 0)
            }
            Ruleset::Graph(_) => (exactly(1), 0),
        },
        Value::Function(function) => match &**function {
            Function::Builtin(row, _) => (builtin(*row), 0),
            Function::Defined(slot, _) => (defined(*slot), 0),
            Function::Closure { code, .. } => (exactly(code.parameters as usize), 0),
            Function::Local(..) => (exactly(0), 0),
        },
        _ => (exactly(0), 0),
    };
    (least.saturating_sub(given), most.map(|most| most.saturating_sub(given)))
}

/// Returns a ruleset that a built-in function makes of its first parameters, as it is written: `subtraction({1,3,4})`.
pub(crate) fn ruleset_wanted(globals: &Globals, function: &Function) -> Option<String> {
    let Function::Builtin(row, name) = function else { return None };
    let row = globals.builtins.row(*row);
    let first = row.ruleset?;
    let given = row.example(0).map(arguments).filter(|given| given.len() >= first);
    let given = given.unwrap_or_else(|| row.parameters.iter().map(|p| p.name).collect());
    Some(format!("{name}({})", given[..first].join(", ")))
}

/// Returns the position of a ruleset with these heaps, or the result of a function for them.
///
/// # Errors
/// The ruleset or the function refuses them.
pub(crate) fn at_heaps(cx: &mut Session, rule: &Value, heaps: Vec<Value>) -> Result<Value, EvalError> {
    match rule {
        Value::Ruleset(ruleset) => match (&**ruleset, &heaps[..]) {
            (Ruleset::Graph(graph), [label]) => vertex_at(cx, graph, label),
            _ => apply(cx, ruleset, heaps),
        },
        function => call_given(cx, function, heaps),
    }
}

fn check_arity(name: &str, parameters: &[Rc<str>], given: usize) -> Result<(), EvalError> {
    if parameters.len() == given {
        return Ok(());
    }
    Err(wrong_arity(&format!("`{name}({})`", parameters.join(", ")), parameters.len(), given))
}

/// Returns the failure of a function that was given to a built-in, which calls it with `count` arguments.
pub(super) fn of_given_function(error: EvalError, count: usize) -> EvalError {
    match error {
        EvalError::Said(said) if said.code == ErrorCode::CallArity => {
            let parameters: Vec<&str> = ["x", "y", "z", "u", "v", "w"].into_iter().take(count).collect();
            let help = match count {
                0 => "give a function without arguments: `() -> ...`".into(),
                1 => "give a function of 1 argument: `x -> ...`".into(),
                _ => format!("give a function of {count} arguments: `({}) -> ...`", parameters.join(", ")),
            };
            EvalError::Said(said).help(help)
        }
        other => other,
    }
}

fn wrong_arity(what: &str, wanted: usize, given: usize) -> EvalError {
    CallError::Arity { what: what.into(), least: wanted, most: Some(wanted), given }.into()
}
