//! Literals whose members gather on the stack: games, forms, lists, sets, pictures.

use std::rc::Rc;

use super::errors::NameError;
use super::names::PASS;
use super::{Op, Resolver, Value};
use crate::source::Span;
use crate::syntax::ast::{BinaryOperator, Clause, Expr, ExprId, GameLiteral, Item, Name};
use crate::value::List;
use cg_engine::games::Player;

/// The largest number of members of a set that is a constant.
const MAX_CONSTANT_SET: usize = 64;

impl Resolver<'_> {
    /// Emits a mark and, above it, the members.
    fn members_by(&mut self, items: &[Item], span: Span, member: fn(&mut Self, ExprId)) {
        self.emit(Op::Open, span);
        items.iter().for_each(|item| self.members_of(item, member));
    }

    fn members_of(&mut self, item: &Item, member: fn(&mut Self, ExprId)) {
        self.with_clauses(&item.clauses, &mut |this| {
            member(this, item.body);
            this.end_member();
        });
    }

    /// Emits a mark and, above it, the options of a literal; infinitely many numbers as one member.
    fn options_by(&mut self, items: &[Item], span: Span, member: fn(&mut Self, ExprId)) {
        self.emit(Op::Open, span);
        for item in items {
            if !self.family(item, span) {
                self.members_of(item, member);
            }
        }
    }

    /// Runs `inner` once for every way through the clauses.
    pub(super) fn with_clauses(&mut self, clauses: &[Clause], inner: &mut dyn FnMut(&mut Self)) {
        let (names, slot) = (self.body().locals.len(), self.body().next_slot);
        let mut loops: Vec<usize> = Vec::new();
        let mut skips: Vec<(usize, Option<usize>)> = Vec::new();
        for clause in clauses {
            match clause {
                Clause::For { pattern, source } => {
                    let top = self.open_loop(pattern, *source);
                    loops.push(top);
                }
                Clause::If(condition) => {
                    self.expression(*condition);
                    let at = self.emit(Op::JumpIfFalse(0), self.span(*condition));
                    skips.push((at, loops.last().copied()));
                }
            }
        }
        inner(self);
        let span = self.body().code.spans.last().copied().unwrap_or_default();
        for &top in loops.iter().rev() {
            self.emit(Op::Jump(top as u32), span);
            self.land(top);
        }
        for (at, top) in skips {
            match top {
                Some(top) => self.body().code.ops[at] = Op::JumpIfFalse(top as u32),
                None => self.land(at),
            }
        }
        let body = self.body();
        body.locals.truncate(names);
        body.next_slot = slot;
    }

    /// Emits a list of these members. A short list of small integers is a constant.
    pub(super) fn list_literal(&mut self, items: &[Item], span: Span) {
        let constant = |members: Vec<Value>| List::few(&members).map(|list| Value::List(Rc::new(list)));
        self.literal_of_members(items, span, Op::List, constant);
    }

    /// Emits a set of these members. A small set of integers is a constant.
    pub(super) fn set_literal(&mut self, items: &[Item], span: Span) {
        let constant = |members: Vec<Value>| (members.len() <= MAX_CONSTANT_SET).then(|| Value::set(members));
        self.literal_of_members(items, span, Op::Set, constant);
    }

    /// Emits the result of `op` for these members, or the `constant` that they make if they are written as integers.
    fn literal_of_members(
        &mut self,
        items: &[Item],
        span: Span,
        op: Op,
        constant: impl FnOnce(Vec<Value>) -> Option<Value>,
    ) {
        let from = self.body().code.ops.len();
        self.members_by(items, span, Self::expression);
        let code = &mut self.body().code;
        let members = written_integers(&code.ops[from + 1..]);
        let Some(value) = members.and_then(constant) else {
            self.emit(op, span);
            return;
        };
        code.ops.truncate(from);
        code.spans.truncate(from);
        let inside = code.member_ends.partition_point(|&end| end as usize <= from);
        code.member_ends.truncate(inside);
        self.push(value, span);
    }

    /// Runs through the members of `source` and binds them to `pattern`. Returns the place of the `Next`.
    pub(super) fn open_loop(&mut self, pattern: &[Name], source: ExprId) -> usize {
        self.expression(source);
        let span = self.span(source);
        let slot = self.reserve(3);
        self.emit(Op::Iterate(slot), span);
        let top = self.emit(Op::Next(slot, 0), span);
        match pattern {
            [name] => self.bind_slot(&name.text, name.span, slot + 2),
            names => {
                self.demand_unlike(names, |name| NameError::TwoMembers { name });
                self.emit(Op::TakeApart(slot + 2, names.len() as u32), span);
                for name in names {
                    self.bind(&name.text, name.span);
                }
            }
        }
        top
    }

    pub(super) fn game_literal(&mut self, literal: &GameLiteral, span: Span) {
        let kept = self.body().kept;
        self.body().kept |= literal.form || !kept && self.has_kept_name(span);
        if literal.label.is_some() || self.has_pass(span) {
            self.labelled_literal(literal, span);
        } else {
            let bar = self.sides(literal, span, Self::expression);
            let op = if self.body().kept { Op::Form { bar } } else { Op::Game { bar } };
            self.emit(op, span);
        }
        self.body().kept = kept;
    }

    /// Emits a literal that may lead back to itself: `pass` and its label mean it, inside it only.
    fn labelled_literal(&mut self, literal: &GameLiteral, span: Span) {
        let (names, next_slot) = (self.body().locals.len(), self.body().next_slot);
        let slot = self.bind(PASS, span);
        if let Some(label) = &literal.label {
            self.bind_slot(&label.text, label.span, slot);
        }
        self.emit(Op::Label(slot), span);
        self.emit(Op::Local(slot), span);
        let bar = self.sides(literal, span, Self::expression);
        let kept = self.body().kept;
        self.emit(Op::Loop { bar, kept }, span);
        let body = self.body();
        body.locals.truncate(names);
        body.next_slot = next_slot;
    }

    /// Returns `true` if `pass` stands somewhere between these signs.
    fn has_pass(&self, span: Span) -> bool {
        let first = self.passes.partition_point(|&start| start < span.start);
        self.passes.get(first).is_some_and(|&start| start < span.end)
    }

    /// Returns `true` if a tie, points or a move that binds is written between these signs: its meaning rests on moves, not on values.
    fn has_kept_name(&self, span: Span) -> bool {
        let first = self.kept_names.partition_point(|(start, _)| *start < span.start);
        let inside = self.kept_names[first..].iter().take_while(|(start, _)| *start < span.end);
        inside.into_iter().any(|(_, name)| !self.is_hidden(name))
    }

    fn sides(&mut self, literal: &GameLiteral, span: Span, member: fn(&mut Self, ExprId)) -> bool {
        self.options_by(&literal.left, span, member);
        if let Some(right) = &literal.right {
            self.options_by(right, span, member);
        }
        literal.right.is_some()
    }

    /// Emits a move in the body of a `game`.
    fn option(&mut self, id: ExprId) {
        let from = self.body().code.ops.len() as u32;
        self.expression(id);
        let code = &mut self.body().code;
        code.counted.push((from, code.ops.len() as u32));
        let is_sum = matches!(&self.program[id].expr, Expr::Chain { rest, .. }
            if rest.last().is_some_and(|(operator, ..)| *operator == BinaryOperator::Add));
        if let (true, Some(op @ Op::Binary(BinaryOperator::Add))) = (is_sum, self.body().code.ops.last_mut()) {
            *op = Op::AddMoves;
        }
    }

    /// Emits the body of a `game`: if it ends in a literal, that literal's options are the moves.
    pub(super) fn moves(&mut self, id: ExprId) {
        let program = self.program;
        let span = program[id].span;
        match &program[id].expr {
            Expr::Game(literal) if literal.label.is_none() => {
                let left = self.body().code.ops.len();
                self.members_by(&literal.left, span, Self::option);
                if let Some(moves) = &literal.right {
                    let right = self.body().code.ops.len();
                    self.members_by(moves, span, Self::option);
                    let end = self.body().code.ops.len() as u32;
                    let ops = &mut self.body().code.ops;
                    (ops[left], ops[right]) =
                        (Op::OpenSide(Player::Left, right as u32), Op::OpenSide(Player::Right, end));
                }
                self.emit(Op::ReturnMoves { bar: literal.right.is_some() }, span);
            }
            Expr::If { condition, then, otherwise } => {
                self.expression(*condition);
                let to_else = self.emit(Op::JumpIfFalse(0), self.span(*condition));
                self.deeper(|resolver| resolver.moves(*then));
                self.land(to_else);
                match otherwise {
                    Some(otherwise) => self.deeper(|resolver| resolver.moves(*otherwise)),
                    None => {
                        self.emit(Op::Open, span);
                        self.emit(Op::ReturnMoves { bar: false }, span);
                    }
                }
            }
            Expr::Where { body, names } => {
                let outside = self.bind_local_names(*body, names);
                self.deeper(|resolver| resolver.moves(*body));
                self.forget_local_names(&outside);
            }
            _ => {
                self.expression(id);
                self.emit(Op::Return, span);
            }
        }
    }
}

/// Returns the integers that this code pushes, if that is all it does.
fn written_integers(ops: &[Op]) -> Option<Vec<Value>> {
    let mut integers = Vec::new();
    for op in ops {
        match (*op, integers.last_mut()) {
            (Op::Integer(n), _) => integers.push(Value::Integer(n as i64)),
            (Op::Negate, Some(Value::Integer(n))) => *n = -*n,
            _ => return None,
        }
    }
    Some(integers)
}
