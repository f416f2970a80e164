//! Names behind `where`: each is evaluated when it is first needed, and only once.
//!
//! A name that is certainly needed is evaluated before the expression that sees it. The local of any other name holds its code
//! (`Op::Delay`), which runs when the name is used (`Op::Force`).

use std::collections::BTreeSet;
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::errors::NameError;
use super::{Op, Resolver};
use crate::syntax::ast::{BinaryOperator, Clause, Expr, ExprId, GraphItemKind, Item, Name, Program};
use crate::syntax::children::for_each_child;

/// The depth to which an expression is searched for names that are certainly needed.
const MAX_DEPTH: usize = 200;
/// The number of names behind one `where` beyond which all are delayed.
const MAX_NAMES: usize = 100;

/// The scope of a body before names behind `where` were bound.
pub(super) struct OuterScope {
    names: usize,
    slot: u32,
}

impl Resolver<'_> {
    /// Resolves an expression with names behind `where`.
    pub(super) fn with_local_names(&mut self, body: ExprId, names: &[(Name, ExprId)]) {
        let outside = self.bind_local_names(body, names);
        self.expression(body);
        self.forget_local_names(&outside);
    }

    /// Binds the names behind `where` that `body` sees.
    pub(super) fn bind_local_names(&mut self, body: ExprId, names: &[(Name, ExprId)]) -> OuterScope {
        let outside = OuterScope { names: self.body().locals.len(), slot: self.body().next_slot };
        let texts: Vec<&str> = names.iter().map(|(name, _)| &*name.text).collect();
        let mut index = NameNumbers::default();
        for (i, (name, _)) in names.iter().enumerate() {
            if index.insert(texts[i], i).is_some() {
                self.report(name.span, NameError::TwoValues { name: name.text.to_string() });
            }
        }
        let needs: Vec<Vec<usize>> = names.iter().map(|(_, value)| mentioned(self.program, *value, &index)).collect();
        let order = match in_order(&needs) {
            Ok(order) => order,
            Err(circle) => {
                self.report_circle(&circle, names);
                (0..names.len()).collect()
            }
        };
        let are_few = names.len() <= MAX_NAMES;
        let mut is_needed: Vec<bool> =
            texts.iter().map(|name| are_few && is_certain(self.program, body, name, 0)).collect();
        for &i in order.iter().rev() {
            let needed_here = needs[i].iter().filter(|_| is_needed[i]).copied().collect::<Vec<_>>();
            for needed in needed_here {
                is_needed[needed] |= is_certain(self.program, names[i].1, texts[needed], 0);
            }
        }
        let first = self.reserve(names.len() as u32);
        for (i, (name, _)) in names.iter().enumerate() {
            self.bind_slot(&name.text, name.span, first + i as u32);
            if !is_needed[i] {
                self.delayed.insert(name.span);
            }
        }
        for i in order {
            let (name, value) = &names[i];
            if is_needed[i] {
                self.expression(*value);
            } else {
                self.delay(name, *value);
            }
            self.emit(Op::SetLocal(first + i as u32), self.span(*value));
        }
        outside
    }

    /// Removes the names behind `where` from the scope.
    pub(super) fn forget_local_names(&mut self, outside: &OuterScope) {
        let body = self.body();
        body.locals.truncate(outside.names);
        body.next_slot = outside.slot;
    }

    /// Emits the code that evaluates a name when it is needed.
    fn delay(&mut self, name: &Name, value: ExprId) {
        let kept = self.body().kept;
        self.start(&name.text, &[], kept, false);
        // The name itself, which stores the value.
        self.body().code.parameters = 1;
        self.reserve(1);
        self.expression(value);
        let span = self.span(value);
        self.emit(Op::Known, span);
        self.emit(Op::Return, span);
        let code = self.finish();
        let closures = &mut self.body().code.closures;
        closures.push(code);
        let number = closures.len() as u32 - 1;
        self.emit(Op::Delay(number), span);
    }

    /// Returns `true` if `name`, which has just been looked up, stands behind `where` and may not be worked out yet.
    pub(super) fn is_delayed(&self, name: &str) -> bool {
        !self.delayed.is_empty() && self.binder(name).is_some_and(|binder| self.delayed.contains(&binder))
    }

    fn report_circle(&mut self, circle: &[usize], names: &[(Name, ExprId)]) {
        let first = &names[circle[0]];
        let name = first.0.text.to_string();
        let is_function = matches!(self.program[first.1].expr, Expr::Lambda { .. });
        let error = match circle {
            [_] if is_function => NameError::CallsItself { name },
            [_] => NameError::NeedsItself { name },
            _ => {
                let rest: Vec<String> = circle[1..].iter().map(|i| format!("`{}`", names[*i].0.text)).collect();
                NameError::Circle { name, rest: rest.join(", which needs ") }
            }
        };
        self.report(first.0.span, error);
    }
}

/// Sorts names so that each stands behind those that it needs.
///
/// # Errors
/// The names of a cycle, each of which needs the next.
fn in_order(needs: &[Vec<usize>]) -> Result<Vec<usize>, Vec<usize>> {
    let (mut order, mut open) = (Vec::new(), Vec::new());
    let (mut is_open, mut is_done) = (vec![false; needs.len()], vec![false; needs.len()]);
    for root in 0..needs.len() {
        if is_done[root] {
            continue;
        }
        open.push((root, 0));
        is_open[root] = true;
        while let Some((name, next)) = open.last_mut() {
            let name = *name;
            let Some(&needed) = needs[name].get(*next) else {
                open.pop();
                (is_open[name], is_done[name]) = (false, true);
                order.push(name);
                continue;
            };
            *next += 1;
            if is_open[needed] {
                let from = open.iter().position(|(name, _)| *name == needed).unwrap_or(0);
                return Err(open[from..].iter().map(|(name, _)| *name).collect());
            }
            if !is_done[needed] {
                is_open[needed] = true;
                open.push((needed, 0));
            }
        }
    }
    Ok(order)
}

/// The number of each name.
type NameNumbers<'n> = FxHashMap<&'n str, usize>;
/// The numbers of the names that an inner name hides.
type Hidden = Rc<FxHashSet<usize>>;

/// Returns the numbers of the `names` that an expression mentions, without those that it binds itself.
fn mentioned(program: &Program, id: ExprId, names: &NameNumbers) -> Vec<usize> {
    let mut found = BTreeSet::new();
    let mut work: Vec<(ExprId, Hidden)> = vec![(id, Hidden::default())];
    while let Some((id, hidden)) = work.pop() {
        match &program[id].expr {
            Expr::Name(name) => {
                found.extend(names.get(&**name).filter(|i| !hidden.contains(i)));
            }
            Expr::List(items) | Expr::Set(items) => items.iter().for_each(|i| item(i, names, &hidden, &mut work)),
            Expr::Game(literal) => {
                let hidden = hide(literal.label.iter(), names, &hidden);
                let items = literal.left.iter().chain(literal.right.iter().flatten());
                items.for_each(|i| item(i, names, &hidden, &mut work));
            }
            Expr::Graph(entries) | Expr::Hackenbush(entries) => {
                for entry in entries {
                    let hidden = clauses(&entry.clauses, names, &hidden, &mut work);
                    work.push((entry.vertex, hidden.clone()));
                    match &entry.kind {
                        GraphItemKind::Alone => {}
                        GraphItemKind::Arrow { targets, .. } => {
                            targets.iter().for_each(|i| item(i, names, &hidden, &mut work));
                        }
                        GraphItemKind::Path(vertices) => work.extend(vertices.iter().map(|v| (*v, hidden.clone()))),
                        GraphItemKind::Class(class) => work.push((*class, hidden)),
                        GraphItemKind::Edges(edges) => work.extend(edges.iter().map(|(_, v)| (*v, hidden.clone()))),
                    }
                }
            }
            Expr::Lambda { parameters, body } => work.push((*body, hide(parameters.iter(), names, &hidden))),
            Expr::Where { body, names: inner } => {
                let hidden = hide(inner.iter().map(|(name, _)| name), names, &hidden);
                work.push((*body, hidden.clone()));
                work.extend(inner.iter().map(|(_, value)| (*value, hidden.clone())));
            }
            other => for_each_child(other, |child| work.push((child, hidden.clone()))),
        }
    }
    found.into_iter().collect()
}

fn item(item: &Item, names: &NameNumbers, hidden: &Hidden, work: &mut Vec<(ExprId, Hidden)>) {
    let hidden = clauses(&item.clauses, names, hidden, work);
    work.push((item.body, hidden));
}

/// Queues the expressions of clauses from left to right and returns the names that are hidden after them.
fn clauses(clauses: &[Clause], names: &NameNumbers, hidden: &Hidden, work: &mut Vec<(ExprId, Hidden)>) -> Hidden {
    let mut hidden = hidden.clone();
    for clause in clauses {
        match clause {
            Clause::For { pattern, source } => {
                work.push((*source, hidden.clone()));
                hidden = hide(pattern.iter(), names, &hidden);
            }
            Clause::If(condition) => work.push((*condition, hidden.clone())),
        }
    }
    hidden
}

fn hide<'n>(binders: impl Iterator<Item = &'n Name>, names: &NameNumbers, hidden: &Hidden) -> Hidden {
    let mut hidden = hidden.clone();
    for binder in binders {
        if let Some(&i) = names.get(&*binder.text) {
            Rc::make_mut(&mut hidden).insert(i);
        }
    }
    hidden
}

/// Returns `true` if evaluating an expression always evaluates `name`.
fn is_certain(program: &Program, id: ExprId, name: &str, depth: usize) -> bool {
    let inside = |id: ExprId| depth < MAX_DEPTH && is_certain(program, id, name, depth + 1);
    let in_item = |item: &Item| match item.clauses.first() {
        None => inside(item.body),
        Some(Clause::For { source, .. }) => inside(*source),
        Some(Clause::If(condition)) => inside(*condition),
    };
    match &program[id].expr {
        Expr::Name(text) => **text == *name,
        Expr::List(items) | Expr::Set(items) => items.iter().any(in_item),
        // If only one player's moves are wanted, the names of the other's are not needed.
        Expr::Game(literal) => literal.right.is_none() && literal.label.is_none() && literal.left.iter().any(in_item),
        Expr::Chain { first, rest } => {
            let is_lazy = matches!(rest.first(), Some((BinaryOperator::And | BinaryOperator::Or, ..)));
            inside(*first) || !is_lazy && rest.iter().any(|(_, _, operand)| inside(*operand))
        }
        Expr::If { condition, then, otherwise } => inside(*condition) || inside(*then) && otherwise.is_some_and(inside),
        Expr::Call { callee, arguments } => {
            // The callee may stop at the first member that decides.
            let in_argument = |value: ExprId| match &program[value].expr {
                Expr::List(items) => items.first().is_some_and(in_item),
                _ => inside(value),
            };
            inside(*callee) || arguments.iter().any(|argument| in_argument(argument.value))
        }
        Expr::Member { item, container, .. } => {
            inside(*item) || !matches!(program[*container].expr, Expr::List(_)) && inside(*container)
        }
        Expr::Lambda { .. } | Expr::Where { .. } | Expr::Graph(_) | Expr::Hackenbush(_) => false,
        other => {
            let mut is_inside = false;
            for_each_child(other, |child| is_inside |= inside(child));
            is_inside
        }
    }
}
