//! Functions without a name: how they are written, and when two of them are the same.

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};
use std::ops::Range;
use std::rc::Rc;
use std::sync::Arc;

use super::{Code, Function, Ruleset, Value, term};
use crate::source::Sources;
use crate::syntax::ast::{Expr, StatementKind};
use crate::syntax::{parse, print_expression};
use cg_engine::positions::Term;

/// The number of bytes of the bodies that are written inside one term; the rest is cut.
pub(super) const MAX_BODY_BYTES: usize = 1 << 16;

/// Bytes that any of them counts for, so that they are not nested too deep.
const MIN_COUNTED_BYTES: usize = 512;

/// The text of a function: `n -> 2*n`.
#[derive(Clone, Debug, Default)]
pub struct FunctionText {
    /// The names of its parameters.
    pub parameters: Vec<Rc<str>>,
    /// The text in which it stands.
    pub text: Arc<str>,
    /// The place of its body in the text.
    pub body: Range<usize>,
    /// The hash of the resolved body: with the same text a name may mean something else by now.
    pub meaning: u64,
}

impl FunctionText {
    fn body(&self) -> &str {
        self.text.get(self.body.clone()).unwrap_or("")
    }

    /// Returns the text in one line, without the comments.
    fn text(&self) -> String {
        let parsed = parse(&Sources::default().add("", self.body()));
        let program = &parsed.program;
        let kind = match program.top[..] {
            [only] if !parsed.has_errors() => Some(&program[only].kind),
            _ => None,
        };
        let body = match kind {
            Some(StatementKind::Expression(body)) if let Expr::Where { .. } = program[*body].expr => {
                return format!("({} -> {})", listed(self.parameters.iter()), print_expression(program, *body));
            }
            Some(StatementKind::Expression(body)) => print_expression(program, *body),
            _ => self.body().into(),
        };
        format!("{} -> {body}", listed(self.parameters.iter()))
    }
}

/// Parameters in front of an arrow: `n`, `(n, m)`.
fn listed<'a>(names: impl ExactSizeIterator<Item = &'a Rc<str>>) -> String {
    let is_one = names.len() == 1;
    let names = names.map(|name| &**name).collect::<Vec<_>>().join(", ");
    if is_one { names } else { format!("({names})") }
}

/// Returns a function as an argument: its name, else `n -> 2*n`, and `(k -> n -> k*n)(3)` if it captures the value of a
/// name around it.
pub(super) fn function_term(function: &Function, room: &mut usize) -> Term {
    match function {
        Function::Builtin(_, name) => Term::Name((*name).into()),
        Function::Local(name, _) => Term::Name((**name).into()),
        Function::Defined(_, name) => Term::Name((**name).into()),
        Function::Closure { code, captured } => {
            let length = code.written.body.len();
            if length.max(MIN_COUNTED_BYTES) >= *room {
                return Term::Name("...".into());
            }
            *room -= length.max(MIN_COUNTED_BYTES);
            let text = code.written.text();
            if captured.is_empty() {
                return Term::Name(text.into());
            }
            let maker = format!("({} -> {text})", listed(code.captured_names()));
            Term::Call(maker.into(), captured.iter().map(|value| term::within(value, room)).collect())
        }
    }
}

/// Returns `true` if the value contains no function without a name, so that comparing it takes no deeper look.
fn is_shallow(value: &Value) -> bool {
    match value {
        Value::Function(function) => !matches!(**function, Function::Closure { .. } | Function::Local(..)),
        Value::Ruleset(ruleset) => match &**ruleset {
            Ruleset::Builtin(_, _, first) | Ruleset::Defined(_, _, first) => first.is_empty(),
            Ruleset::Optioned(..) => false,
            Ruleset::Graph(_) => true,
        },
        Value::List(list) | Value::Set(list) => list.is_plain(),
        Value::Dict(dict) => dict.is_plain(),
        Value::Table(table) => table.lines().is_plain(),
        Value::Report(_) => false,
        _ => true,
    }
}

/// The identity of a function: functions of the same code that capture the same values are the same.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Key<'a> {
    Builtin(u32),
    Defined(u32),
    Written(FunctionBody<'a>, &'a [Value]),
    /// The address of a function that captures functions.
    Lies(usize),
}

/// The code of a function without a name; where it was written does not matter.
struct FunctionBody<'a>(&'a Code);

impl Ord for FunctionBody<'_> {
    fn cmp(&self, other: &Self) -> Ordering {
        let mut open = vec![(self.0, other.0)];
        while let Some((a, b)) = open.pop() {
            if std::ptr::eq(a, b) {
                continue;
            }
            let key = |code: &Code| (code.written.meaning, code.ops.len(), code.closures.len());
            let order = key(a).cmp(&key(b)).then_with(|| a.written.parameters.cmp(&b.written.parameters));
            let order = order.then_with(|| a.ops.cmp(&b.ops)).then_with(|| a.constants.cmp(&b.constants));
            let order = order.then_with(|| a.captured_names().cmp(b.captured_names()));
            if order.is_ne() {
                return order;
            }
            open.extend(a.closures.iter().zip(&b.closures).map(|(a, b)| (&**a, &**b)));
        }
        Ordering::Equal
    }
}

impl PartialOrd for FunctionBody<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for FunctionBody<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for FunctionBody<'_> {}

impl Function {
    fn key(&self) -> Key<'_> {
        match self {
            Function::Builtin(row, _) => Key::Builtin(*row),
            Function::Defined(slot, _) => Key::Defined(*slot),
            Function::Closure { code, captured } if captured.iter().all(is_shallow) => {
                Key::Written(FunctionBody(code), captured)
            }
            Function::Closure { .. } | Function::Local(..) => Key::Lies(std::ptr::from_ref(self).addr()),
        }
    }

    /// Returns the values that are examined when it is compared.
    pub(super) fn compared(&self) -> &[Value] {
        match self.key() {
            Key::Written(_, captured) => captured,
            _ => &[],
        }
    }
}

impl Ord for Function {
    fn cmp(&self, other: &Function) -> Ordering {
        if std::ptr::eq(self, other) { Ordering::Equal } else { self.key().cmp(&other.key()) }
    }
}

impl PartialOrd for Function {
    fn partial_cmp(&self, other: &Function) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Function {
    fn eq(&self, other: &Function) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Function {}

impl Hash for Function {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match self.key() {
            Key::Builtin(number) | Key::Defined(number) => number.hash(state),
            Key::Written(body, captured) => (body.0.written.meaning, captured).hash(state),
            Key::Lies(place) => place.hash(state),
        }
    }
}
