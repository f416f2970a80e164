//! Literals of the members gathered on the stack.

use std::rc::Rc;

use super::families::{endless_literal, is_family, number_between};
use super::relations::compare;
use super::{EvalError, Machine, Session, Value, calls, labels};
use crate::diagnostic::habit;
use crate::eval::errors::{OperandError, StreamError, VertexError};
use crate::eval::globals::Globals;
use crate::eval::loopy;
use crate::eval::{
    Host, Room, as_game, as_position, built_graph, contradicts, game_value, graph_value, reserve_list, run_through,
    terminal_class, without_stand_ins,
};
use crate::syntax::ast::{Colour, Join, Relation, Side};
use crate::value::code::GraphEntry;
use crate::value::graph::{is_label, with_label};
use crate::value::list::{DEEPEST, HEAVIEST, List};
use crate::value::picture::{edge_of, label_of};
use crate::value::{Dict, order};
use cg_engine::games::{Fault, GameId, Player};
use cg_engine::notation::Notation;
use cg_engine::positions::{Marks, PositionId};
use cg_engine::rulesets::graph::GraphBuilder;
use cg_engine::rulesets::hackenbush;

impl Machine {
    pub(super) fn hackenbush_edge(&mut self, colour: Colour) -> Value {
        let (to, from) = (self.pop(), self.pop());
        let colour = match colour {
            Colour::Blue => "B",
            Colour::Red => "R",
            Colour::Green => "G",
        };
        Value::list(vec![from, Value::text(colour), to])
    }
}

/// Returns `true` if the value is a position, or a list in which there may be one.
fn may_stand_in(value: &Value) -> bool {
    matches!(value, Value::Position(_) | Value::List(_) | Value::Set(_))
}

/// Returns the set of these members.
///
/// # Errors
/// Limits.
pub(crate) fn set_of(cx: &mut Session, members: Vec<Value>) -> Result<Value, EvalError> {
    let mut members = match members.iter().any(may_stand_in) {
        true => unique(cx, members)?,
        false => members,
    };
    order::sort(&mut members, cx)?;
    order::drop_repeated(&mut members, cx)?;
    let set = List::new(members);
    bounded(&set)?;
    Ok(Value::Set(Rc::new(set)))
}

/// Returns the members, each once, in the order of their first appearance. A position that stands for a value is
/// that value.
///
/// # Errors
/// Limits.
pub(crate) fn unique(cx: &mut Session, members: Vec<Value>) -> Result<Vec<Value>, EvalError> {
    let mut plain: Option<Vec<Value>> = None;
    for (i, member) in members.iter().enumerate().filter(|(_, member)| may_stand_in(member)) {
        cx.games.budget.tick()?;
        if let Some(value) = without_stand_ins(cx, member)? {
            if plain.is_none() {
                reserve_list(&mut cx.games.budget, members.len() as u64)?;
            }
            plain.get_or_insert_with(|| members.clone())[i] = value;
        }
    }
    Ok(order::first_of_each(members, plain.as_deref(), cx)?)
}

/// Returns the value of the literal with these options. Without a bar, Right's are Left's.
pub(super) fn value_of_literal(
    cx: &mut Session,
    left: &[Value],
    right: Option<&Vec<Value>>,
) -> Result<Value, EvalError> {
    if left.iter().chain(right.into_iter().flatten()).any(is_family) {
        return endless_literal(cx, left, right.map_or(left, Vec::as_slice));
    }
    match short_literal(cx, left, right) {
        Err(EvalError::Fault(Fault::Loopy)) => loopy::literal(cx, left, right.map(Vec::as_slice)),
        Err(error) => match number_between(cx, left, right.map_or(left, Vec::as_slice))? {
            Some(number) => Ok(number),
            None => Err(error),
        },
        value => value,
    }
}

pub(crate) fn no_option(cx: &mut Session, value: &Value) -> EvalError {
    if is_family(value) {
        return OperandError::EndlessOptions.into();
    }
    let is_truth = matches!(value, Value::Boolean(_));
    OperandError::Option { got: cx.describe(value), is_truth }.into()
}

pub(super) fn positions_of(cx: &mut Session, members: Vec<Value>) -> Result<Vec<PositionId>, EvalError> {
    cx.games.budget.reserve(members.len() * size_of::<PositionId>())?;
    let mut all = Vec::with_capacity(members.len());
    for member in members {
        cx.games.budget.tick()?;
        match member {
            Value::Position(p) => all.push(p),
            Value::List(list) | Value::Set(list) => {
                reserve_list(&mut cx.games.budget, list.len())?;
                for value in list.iter() {
                    cx.games.budget.tick()?;
                    all.push(option_position(cx, &value)?);
                }
            }
            value => all.push(option_position(cx, &value)?),
        }
    }
    Ok(all)
}

pub(super) fn iterable(cx: &mut Session, value: Value) -> Result<Rc<List>, EvalError> {
    match value {
        Value::List(list) | Value::Set(list) => Ok(list),
        other => {
            if let Some(list) = run_through(cx, &other)? {
                return Ok(list);
            }
            Err(OperandError::RunThrough { got: cx.describe(&other) }.into())
        }
    }
}

/// Returns the call that means in this language what `x.Name` means elsewhere.
pub(crate) fn function_for(globals: &Globals, name: &str) -> Option<String> {
    let plain = |name: &str| name.replace('_', "").to_lowercase();
    let builtins = &globals.builtins;
    let row = builtins.names().find(|known| plain(known) == plain(name));
    let row = row.filter(|name| builtins.find(name).is_some_and(|row| !builtins.row(row).constant));
    habit(name).map(String::from).or_else(|| row.map(|row| format!("{row}(x)")))
}

/// Prints through the host.
///
/// # Errors
/// The stream's own.
pub(crate) fn print(host: &mut dyn Host, text: &str) -> Result<(), EvalError> {
    host.write(text).map_err(|error| StreamError::Output { error }.into())
}

/// Prints a text whose only control signs are those that set colours.
///
/// # Errors
/// The stream's own.
pub(crate) fn print_coloured(host: &mut dyn Host, text: &str) -> Result<(), EvalError> {
    host.write_coloured(text).map_err(|error| StreamError::Output { error }.into())
}

/// Shows a picture, which is SVG, in a world that shows pictures.
///
/// # Errors
/// The stream's own.
pub(crate) fn show_picture(host: &mut dyn Host, svg: &str) -> Result<(), EvalError> {
    host.show_picture(svg).map_err(|error| StreamError::Output { error }.into())
}

pub(super) fn list_literal(cx: &mut Session) -> Result<Value, EvalError> {
    let from = cx.machine.gathering();
    let list = match List::few(&cx.machine.stack[from..]) {
        Some(few) => {
            cx.games.budget.charge(cx.machine.stack.len() - from)?;
            cx.machine.marks.pop();
            cx.machine.stack.truncate(from);
            few
        }
        None => List::new(cx.machine.gathered(&mut cx.games.budget)?),
    };
    bounded(&list)?;
    Ok(Value::List(Rc::new(list)))
}

pub(super) fn set_literal(cx: &mut Session) -> Result<Value, EvalError> {
    let members = cx.machine.gathered(&mut cx.games.budget)?;
    set_of(cx, members)
}

pub(super) fn game_literal(cx: &mut Session, bar: bool) -> Result<Value, EvalError> {
    let [left, right] = sides(cx, bar)?;
    if cx.machine.labels > 0 && left.iter().chain(&right).any(|member| labels::is_labelled(cx, member)) {
        return form_of(cx, left, bar.then_some(right));
    }
    if left.iter().chain(&right).any(|member| is_marked(cx, member)) {
        return form_of(cx, left, bar.then_some(right));
    }
    match value_of_literal(cx, &left, bar.then_some(&right)) {
        // The rule of a person may lead there, too.
        Err(EvalError::Fault(Fault::Points | Fault::Entailing)) => form_of(cx, left, bar.then_some(right)),
        value => value,
    }
}

/// Returns `true` if an option has no value because of points, ties or moves that entail others.
pub(super) fn is_marked(cx: &Session, option: &Value) -> bool {
    match option {
        Value::Position(p) => cx.positions.marks(*p).has(Marks::KEPT),
        Value::List(list) | Value::Set(list) => {
            list.as_values().is_some_and(|members| members.iter().any(|member| is_marked(cx, member)))
        }
        _ => false,
    }
}

fn short_literal(cx: &mut Session, left: &[Value], right: Option<&Vec<Value>>) -> Result<Value, EvalError> {
    let (left, large) = games_of(cx, left, right.is_none())?;
    // Beside nimbers alone, one too large to be the mex changes nothing.
    if large && left.iter().any(|&g| cx.games.as_nimber(g).is_none()) {
        return Err(Fault::LargeNimber { infinite: false }.into());
    }
    let right = match right {
        Some(right) => games_of(cx, right, false)?.0,
        None => left.clone(),
    };
    let g = cx.games.from_options(&left, &right)?;
    Ok(game_value(&cx.games, g))
}

/// Returns the options as games; the members of a list or a set among them are options, too. In an impartial literal
/// large nimbers are left out, and the flag is `true` if there were some.
fn games_of(cx: &mut Session, members: &[Value], impartial: bool) -> Result<(Vec<GameId>, bool), EvalError> {
    cx.games.budget.reserve(members.len() * size_of::<GameId>())?;
    let mut games = Vec::with_capacity(members.len());
    let mut large = false;
    let mut add = |session: &mut Session, value: &Value| {
        if matches!(value, Value::Loopy(_)) {
            return Err(EvalError::Fault(Fault::Loopy));
        }
        match as_game(session, value) {
            Ok(Some(g)) => games.push(g),
            Ok(None) if impartial && matches!(value, Value::Nimber(_)) => large = true,
            Ok(None) if matches!(value, Value::Gamma(_)) => return Err(Fault::Loopy.into()),
            Err(EvalError::Fault(Fault::LargeNimber { .. })) if impartial => large = true,
            Ok(None) => return Err(no_option(session, value)),
            Err(trouble) => return Err(trouble),
        }
        Ok(())
    };
    for member in members {
        cx.games.budget.tick()?;
        match member {
            Value::List(list) | Value::Set(list) => {
                reserve_list(&mut cx.games.budget, list.len())?;
                for value in list.iter() {
                    cx.games.budget.tick()?;
                    add(cx, &value)?;
                }
            }
            value => add(cx, value)?,
        }
    }
    Ok((games, large))
}

fn option_position(cx: &mut Session, value: &Value) -> Result<PositionId, EvalError> {
    match as_position(cx, value)? {
        Some(p) => Ok(p),
        None => Err(no_option(cx, value)),
    }
}

/// Takes the options of Left and those of Right from the stack. Without a bar Right's are empty.
fn sides(cx: &mut Session, bar: bool) -> Result<[Vec<Value>; 2], EvalError> {
    let right = if bar { cx.machine.gathered(&mut cx.games.budget)? } else { Vec::new() };
    let left = cx.machine.gathered(&mut cx.games.budget)?;
    Ok([left, right])
}

pub(super) fn form_literal(cx: &mut Session, bar: bool) -> Result<Value, EvalError> {
    let [left, right] = sides(cx, bar)?;
    form_of(cx, left, bar.then_some(right))
}

/// Returns the literal as it is written, or `question` about the number that it is if its options are no short games.
pub(super) fn form_or_number(cx: &mut Session, bar: bool, question: &Value) -> Result<Value, EvalError> {
    let [left, right] = sides(cx, bar)?;
    match form_of(cx, left.clone(), bar.then(|| right.clone())) {
        Err(error) => match number_between(cx, &left, if bar { &right } else { &left })? {
            Some(number) => {
                let options = Value::list(vec![Value::list(left), Value::list(right)]);
                Ok(calls::question(question, options, number))
            }
            None => Err(error),
        },
        form => form,
    }
}

fn form_of(cx: &mut Session, left: Vec<Value>, right: Option<Vec<Value>>) -> Result<Value, EvalError> {
    let left = positions_of(cx, left)?;
    let Some(right) = right else { return Ok(Value::Position(cx.positions.impartial_form(&left))) };
    let right = positions_of(cx, right)?;
    Ok(Value::Position(cx.positions.form(&left, &right)))
}

pub(super) fn take_apart(cx: &mut Session, value: &Value, count: usize) -> Result<Vec<Value>, EvalError> {
    match value {
        Value::List(list) if list.len() == count as u64 => Ok(list.iter().collect()),
        other => Err(OperandError::TakenApart { count, got: cx.describe(other) }.into()),
    }
}

/// Makes one list of an entry of a graph literal: kind, vertex, targets.
pub(super) fn graph_entry(cx: &mut Session, entry: GraphEntry) -> Result<Value, EvalError> {
    let mut members = cx.machine.gathered(&mut cx.games.budget)?;
    let kind = match entry {
        GraphEntry::Alone => 0,
        GraphEntry::Class => 1,
        GraphEntry::Arrow(Join::Arrow) => 2,
        GraphEntry::Arrow(Join::ArrowOf(Side::Left)) => 3,
        GraphEntry::Arrow(Join::ArrowOf(Side::Right)) => 4,
        GraphEntry::Arrow(Join::Edge) => 5,
        GraphEntry::Path => 6,
    };
    members.insert(0, Value::Integer(kind));
    Ok(Value::list(members))
}

pub(super) fn graph_literal(cx: &mut Session, by_rule: bool) -> Result<Value, EvalError> {
    let entries = cx.machine.gathered(&mut cx.games.budget)?;
    let mut builder = GraphBuilder::default();
    for entry in entries {
        cx.games.budget.tick()?;
        let Value::List(entry) = entry else { unreachable!("made by `graph_entry`") };
        let members: Vec<Value> = entry.iter().collect();
        let [Value::Integer(kind), vertex, targets @ ..] = &members[..] else { unreachable!("made by `graph_entry`") };
        let labels = if *kind == 1 { &[] } else { targets };
        if let Some(bad) = std::iter::once(vertex).chain(labels).find(|label| !is_label(label)) {
            return Err(VertexError::Label { got: cx.describe(bad) }.into());
        }
        let mut from = with_label(vertex, |label| builder.vertex(label, &cx.games.budget))?;
        match kind {
            0 => {}
            1 => {
                let class = terminal_class(cx, &targets[0])?;
                if let Err(contradiction) = builder.class(from, class) {
                    return Err(contradicts(cx, contradiction, vertex));
                }
            }
            _ => {
                let player = match kind {
                    3 => Some(Player::Left),
                    4 => Some(Player::Right),
                    _ => None,
                };
                for target in targets {
                    cx.games.budget.tick()?;
                    let to = with_label(target, |label| builder.vertex(label, &cx.games.budget))?;
                    builder.arrow(from, to, player, &cx.games.budget)?;
                    if matches!(kind, 5 | 6) {
                        builder.arrow(to, from, player, &cx.games.budget)?;
                    }
                    if *kind == 6 {
                        from = to;
                    }
                }
            }
        }
    }
    let rules = built_graph(cx, builder)?;
    Ok(graph_value(&mut cx.positions, rules, by_rule))
}

pub(super) fn hackenbush_literal(cx: &mut Session) -> Result<Value, EvalError> {
    let mut edges = Vec::new();
    for edge in cx.machine.gathered(&mut cx.games.budget)? {
        match edge_of(&edge) {
            Some(edge) => edges.push(edge),
            None => {
                let Value::List(ends) = &edge else { unreachable!("made by `hackenbush_edge`") };
                let wrong = ends.iter().find(|end| label_of(end).is_none()).unwrap_or_default();
                return Err(VertexError::OfPicture { got: cx.describe(&wrong) }.into());
            }
        }
    }
    Ok(Value::Position(hackenbush::picture(cx, &edges)))
}

pub(super) fn check(cx: &mut Session, holds: &Value) -> Result<(), EvalError> {
    match holds {
        Value::Boolean(true) => Ok(()),
        Value::Boolean(false) => Err(OperandError::False.into()),
        other => Err(OperandError::Check { got: cx.describe(other) }.into()),
    }
}

pub(super) fn check_relation(
    cx: &mut Session,
    left: &Value,
    relation: Relation,
    right: &Value,
) -> Result<(), EvalError> {
    if compare(cx, left, relation, right)? {
        return Ok(());
    }
    let shown = |this: &mut Session, value: &Value| {
        this.within(Room::SCREEN, |this| this.text(value, Notation::Ascii)).unwrap_or_else(|_| "?".into())
    };
    let (left, right) = (shown(cx, left), shown(cx, right));
    Err(OperandError::Unequal { left, right }.into())
}

/// Shows a result inside a block.
pub(super) fn show_result(cx: &mut Session, value: &Value) -> Result<(), EvalError> {
    if matches!(value, Value::Nothing) {
        return Ok(());
    }
    let text = cx.text(value, cx.printer.notation)?;
    cx.machine.note_effect();
    print(&mut *cx.host, &format!("{}\n", crate::visible::text(&text)))
}

/// Demands that a dictionary is neither nested too deep nor too heavy.
///
/// # Errors
/// `limit::nesting`, [`Fault::TooLarge`].
pub(crate) fn bounded_dict(dict: &Dict) -> Result<(), EvalError> {
    bounded_by(dict.depth(), dict.weight())
}

/// Demands that a list is neither so deep nor so heavy that walking it would be no small step.
pub(super) fn bounded(list: &List) -> Result<(), EvalError> {
    bounded_by(list.depth(), list.weight())
}

/// Demands that a list with this depth and weight may be made.
pub(super) fn bounded_by(depth: u32, weight: u64) -> Result<(), EvalError> {
    if depth > DEEPEST {
        return Err(OperandError::DeepList { most: DEEPEST }.into());
    }
    if weight > HEAVIEST {
        let (size, limit) = (weight.to_string(), HEAVIEST.to_string());
        return Err(Fault::TooLarge { what: "list with its members' members", size, limit }.into());
    }
    Ok(())
}
