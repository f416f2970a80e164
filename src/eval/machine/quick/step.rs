//! The loop over instructions, as the quick way does them.

use super::{Kind, Light, Quick, ROOM, Session};
use crate::eval::globals::Global;
use crate::eval::machine::ranges::stepped;
use crate::eval::machine::shortcuts::{LAST, applied, between};
use crate::syntax::ast::{BinaryOperator, Relation};
use crate::value::code::{Branch, Code, Op};
use cg_engine::positions::{Options, SUM, Target};

impl Quick {
    /// Runs code whose first locals stand on the stack from `base` on.
    pub(super) fn run(&mut self, session: &mut Session, code: &Code, base: usize) -> Option<Light> {
        let ops = &code.ops[..];
        let (mut pc, mut top) = (0, base + code.locals as usize);
        if top > ROOM {
            return None;
        }
        macro_rules! push {
            ($value:expr) => {{
                let value = $value;
                *self.stack.get_mut(top)? = value;
                top += 1;
            }};
        }
        macro_rules! pop {
            () => {{
                top -= 1;
                self.stack[top]
            }};
        }
        macro_rules! local {
            ($slot:expr) => {
                self.stack[base + $slot as usize]
            };
        }
        // Goes on elsewhere; a loop counts its rounds.
        macro_rules! jump {
            ($to:expr) => {{
                let to = $to as usize;
                if to < pc {
                    self.pay(session, 1)?;
                }
                pc = to;
            }};
        }
        macro_rules! branch {
            ($relation:expr, $a:expr, $b:expr, $branch:expr) => {{
                let Branch { to, when, skip } = $branch;
                pc += skip as usize;
                if between($relation, $a, $b) == when {
                    jump!(to);
                }
            }};
        }
        loop {
            let op = &ops[pc];
            pc += 1;
            match *op {
                Op::Integer(n) => push!(Light::small(n)),
                Op::Local(slot) => push!(local!(slot)),
                Op::Constant(i) => push!(self.constant(&code.constants[i as usize])?),
                Op::Jump(to) => jump!(to),
                Op::JumpIfFalse(to) | Op::JumpIfTrue(to) => {
                    let holds = pop!().as_boolean()?;
                    if holds == matches!(op, Op::JumpIfTrue(_)) {
                        jump!(to);
                    }
                }
                Op::And(to) | Op::Or(to) => {
                    let holds = self.stack[top - 1].as_boolean()?;
                    if holds == matches!(op, Op::Or(_)) {
                        pc = to as usize;
                    } else {
                        top -= 1;
                    }
                }
                Op::Boolean => {
                    self.stack[top - 1].as_boolean()?;
                }
                Op::Member(list, index) => {
                    push!(self.index(local!(list), local!(index))?);
                    pc += 2;
                }
                Op::MemberBeside(list, index, by) => {
                    let index = local!(index).as_integer()?;
                    push!(self.member(local!(list), index.checked_add(by.into())?)?);
                    pc += 4;
                }
                Op::Locals(operator, a, b) => match (local!(a).kind(), local!(b).kind()) {
                    (Kind::Integer(x), Kind::Integer(y)) => {
                        push!(Light::integer(applied(operator, x, y)?)?);
                        pc += 2;
                    }
                    _ => push!(local!(a)),
                },
                Op::LocalPlus(operator, a, k) => {
                    let x = local!(a).as_integer()?;
                    push!(Light::integer(applied(operator, x, k.into())?)?);
                    pc += 2;
                }
                Op::Plus(operator, k) => {
                    let x = self.stack[top - 1].as_integer()?;
                    self.stack[top - 1] = Light::integer(applied(operator, x, k.into())?)?;
                    pc += 1;
                }
                Op::Length(slot) => {
                    push!(Light::integer(self.len(local!(slot))?.try_into().ok()?)?);
                    pc += 1;
                }
                Op::BranchLocals(relation, a, b, to) => match (local!(a).kind(), local!(b).kind()) {
                    (Kind::Integer(x), Kind::Integer(y)) => branch!(relation, x, y, to),
                    _ => push!(local!(a)),
                },
                Op::BranchLength(relation, a, list, to) => {
                    let x = local!(a).as_integer()?;
                    let len = i64::try_from(self.len(local!(list))?).ok()?;
                    branch!(relation, x, len, to);
                }
                Op::BranchWithin(a, list, to) => {
                    let (x, len) = (local!(a).as_integer()?, self.len(local!(list))?);
                    let is_within = u64::try_from(x).is_ok_and(|x| x < len);
                    branch!(Relation::Equal, is_within as i64, true as i64, to);
                }
                Op::BranchMember(relation, list, index, k, to) => {
                    let member = self.index(local!(list), local!(index))?;
                    branch!(relation, member.as_integer()?, k.into(), to);
                }
                Op::BranchMemberLocal(relation, list, index, other, to) => {
                    let member = self.index(local!(list), local!(index))?;
                    match (member.kind(), local!(other).kind()) {
                        (Kind::Integer(n), Kind::Integer(x)) => branch!(relation, n, x, to),
                        _ => push!(local!(list)),
                    }
                }
                Op::BranchMemberNegated(relation, list, index, other, to) => {
                    let member = self.index(local!(list), local!(index))?;
                    let x = local!(other).as_integer()?.checked_neg()?;
                    branch!(relation, member.as_integer()?, x, to);
                }
                Op::BranchLetter(relation, board, place, letter, to) => match local!(board).kind() {
                    Kind::Board(b) => {
                        let held = self.letter(b, local!(place))?;
                        branch!(relation, held.into(), letter.into(), to);
                    }
                    _ => push!(local!(board)),
                },
                Op::ReplaceAt(board, rest) => match local!(board).kind() {
                    Kind::Board(b) => {
                        let rest = &ops[pc..pc + rest as usize];
                        push!(self.replaced(session, b, rest, base)?);
                        pc += rest.len();
                    }
                    _ => push!(local!(board)),
                },
                Op::CallOnBoard(board, rest) => {
                    let (board, rest) = (local!(board), &ops[pc..pc + rest as usize]);
                    match self.call_on_board(session, code, board, rest, base) {
                        Some(result) => {
                            push!(result);
                            pc += rest.len();
                        }
                        None => push!(board),
                    }
                }
                Op::Letter(letter, _) => push!(Light::letter(letter)),
                Op::TwoLocals(a, b) => {
                    push!(local!(a));
                    push!(local!(b));
                    pc += 1;
                }
                Op::LocalJump(slot, to) => {
                    push!(local!(slot));
                    jump!(to);
                }
                Op::BranchLocal(relation, a, k, to) => {
                    let x = local!(a).as_integer()?;
                    branch!(relation, x, k.into(), to);
                }
                Op::BranchInteger(relation, k, to) => {
                    let x = pop!().as_integer()?;
                    branch!(relation, x, k.into(), to);
                }
                Op::Branch(relation, to) => {
                    let (b, a) = (pop!(), pop!());
                    match (a.kind(), b.kind()) {
                        (Kind::Integer(x), Kind::Integer(y)) => branch!(relation, x, y, to),
                        _ => push!(self.compare(a, relation, b)?),
                    }
                }
                Op::Compare(relation) => {
                    let (b, a) = (pop!(), pop!());
                    push!(self.compare(a, relation, b)?);
                }
                Op::IterateRange(slot) => {
                    let (last, from) = (pop!(), pop!());
                    from.as_integer()?;
                    last.as_integer().filter(|last| *last <= LAST)?;
                    local!(slot) = last;
                    local!(slot + 1) = from;
                    pc += 1;
                }
                Op::Iterate(slot) => {
                    let list = pop!();
                    self.len(list)?;
                    local!(slot) = list;
                    local!(slot + 1) = Light::small(0);
                }
                Op::IterateTaken(_) => {
                    let Op::Next(_, exit) = ops[pc] else { return None };
                    top = self.push_members(session, pop!(), top)?;
                    pc = exit as usize;
                }
                Op::Next(slot, exit) | Op::NextCopied(slot, exit) => {
                    if matches!(op, Op::NextCopied(..)) {
                        top = self.copy_members(session, ops, pc, base, slot as usize, top)?;
                    }
                    let index = local!(slot + 1).as_integer()?;
                    let source = local!(slot);
                    let next = match source.kind() {
                        Kind::Integer(last) => (index <= last).then_some(local!(slot + 1)),
                        Kind::Made(from, len) => {
                            (index < len.into()).then(|| self.members[from as usize + index as usize])
                        }
                        _ if (index as u64) < self.len(source)? => Some(self.member(source, index)?),
                        _ => None,
                    };
                    match next {
                        Some(member) => {
                            local!(slot + 1) = Light::integer(index + 1)?;
                            local!(slot + 2) = member;
                        }
                        None => jump!(exit),
                    }
                }
                Op::TakeApart(slot, count) => {
                    let list = local!(slot);
                    if self.len(list)? != u64::from(count) {
                        return None;
                    }
                    for i in 0..count {
                        local!(slot + 1 + i) = self.member(list, i.into())?;
                    }
                }
                Op::Open => self.marks.push(top),
                Op::OpenSide(player, exit) => {
                    self.marks.push(top);
                    if self.wanted.is_some_and(|wanted| wanted != player) {
                        pc = exit as usize;
                    }
                }
                // What follows runs through the list.
                Op::List | Op::IterateMembers(..) => {
                    let from = self.gathered(session, top)?;
                    let list = self.gather(from, top)?;
                    top = from;
                    push!(list);
                }
                Op::CountMembers => {
                    let from = self.gathered(session, top)?;
                    let count = top - from;
                    top = from;
                    push!(Light::integer(count as i64)?);
                    pc += 1;
                }
                // Each is counted by the room that it would take.
                Op::CountEach(exit) => {
                    top += usize::try_from(self.len(pop!())?).ok()?;
                    if top > ROOM {
                        return None;
                    }
                    pc = exit as usize;
                }
                Op::NoMembers(wanted) => {
                    let from = self.gathered(session, top)?;
                    let none = top == from;
                    top = from;
                    push!(Light::boolean(none == wanted));
                    pc += 2;
                }
                Op::Binary(operator) => {
                    let (b, a) = (pop!(), pop!());
                    push!(self.binary(session, operator, a, b)?);
                }
                Op::AddMoves => {
                    let (b, a) = (pop!(), pop!());
                    push!(self.add_moves(session, a, b)?);
                }
                Op::Index => {
                    let (index, list) = (pop!(), pop!());
                    push!(self.index(list, index)?);
                }
                Op::CallGlobal(slot, count) | Op::CallCounting(slot, count) => {
                    self.pay(session, 1)?;
                    let from = top - count as usize;
                    let result = match op {
                        Op::CallCounting(..) => self.call_counting(session, slot, from, top)?,
                        _ => self.call(session, slot, from, top)?,
                    };
                    top = from;
                    push!(result);
                }
                Op::CallBuiltin(row, count) => {
                    let from = top - count as usize;
                    let result = self.call_builtin(session, row, from, top)?;
                    top = from;
                    push!(result);
                }
                Op::Builtin(row) => push!(self.constant_of(session, row)?),
                Op::Global(slot) => {
                    let Global::Variable(value) = session.globals.get(slot) else { return None };
                    push!(self.light(value)?);
                }
                Op::Range { by } => {
                    let step = if by { pop!().as_integer()? } else { 1 };
                    let (to, from) = (pop!().as_integer()?, pop!().as_integer()?);
                    let range = stepped(from, to, step)?;
                    push!(self.give(range.into())?);
                }
                Op::Negate => {
                    let n = pop!().as_integer()?;
                    push!(Light::integer(n.checked_neg()?)?);
                }
                Op::Not => {
                    let holds = pop!().as_boolean()?;
                    push!(Light::boolean(!holds));
                }
                Op::Return => return Some(self.stack[top - 1]),
                Op::ReturnMoves { bar } => {
                    self.return_moves(session, bar, top)?;
                    return Some(Light::NOTHING);
                }
                _ => return None,
            }
        }
    }

    /// Takes the topmost mark away, and charges for the members gathered since.
    fn gathered(&mut self, session: &mut Session, top: usize) -> Option<usize> {
        let from = self.marks.pop()?;
        self.pay(session, top - from)?;
        Some(from)
    }

    /// Pushes the members of a list; gives the height of the stack.
    fn push_members(&mut self, session: &mut Session, list: Light, top: usize) -> Option<usize> {
        let len = usize::try_from(self.len(list)?).ok()?;
        self.pay(session, len)?;
        let end = top.checked_add(len)?;
        if let Kind::Made(from, _) = list.kind() {
            self.stack.get_mut(top..end)?.copy_from_slice(&self.members[from as usize..][..len]);
        } else {
            for at in top..end {
                *self.stack.get_mut(at)? = self.member(list, (at - top) as i64)?;
            }
        }
        Some(end)
    }

    fn compare(&mut self, a: Light, relation: Relation, b: Light) -> Option<Light> {
        let holds = match (a.kind(), b.kind(), relation) {
            (Kind::Integer(a), Kind::Integer(b), _) => between(relation, a, b),
            (_, _, Relation::Equal) => self.same(a, b)?,
            (_, _, Relation::NotEqual) => !self.same(a, b)?,
            _ => return None,
        };
        Some(Light::boolean(holds))
    }

    fn binary(&mut self, session: &mut Session, operator: BinaryOperator, a: Light, b: Light) -> Option<Light> {
        match (a.kind(), b.kind()) {
            (Kind::Integer(a), Kind::Integer(b)) => Light::integer(applied(operator, a, b)?),
            _ if operator != BinaryOperator::Add => None,
            (Kind::Position(_), Kind::Position(_)) => {
                let parts = [self.as_target(a)?.components().err()?, self.as_target(b)?.components().err()?];
                let sum = session.sum_of(&parts).ok()?;
                self.target(sum.into())
            }
            _ => {
                let joined = self.joined(a, b)?;
                self.pay(session, self.len(joined)? as usize)?;
                Some(joined)
            }
        }
    }

    /// The sum of two positions as a move: components that are no sums stay apart.
    fn add_moves(&mut self, session: &mut Session, a: Light, b: Light) -> Option<Light> {
        self.pay(session, 1)?;
        if let (Some(first), Some(second)) = (self.as_target(a), self.as_target(b)) {
            let (first, second) = (first.components().err()?, second.components().err()?);
            if session.positions.ruleset_of(first) != SUM && session.positions.ruleset_of(second) != SUM {
                return self.target(Target::sum(first, second));
            }
        }
        self.binary(session, BinaryOperator::Add, a, b)
    }

    fn index(&mut self, list: Light, index: Light) -> Option<Light> {
        match index.kind() {
            _ if let Kind::Board(board) = list.kind() => self.letter(board, index).map(Light::letter),
            Kind::Integer(index) => self.member(list, index),
            Kind::Given(range) => {
                let range = self.given[range as usize].clone();
                self.slice(list, &range)
            }
            _ => None,
        }
    }

    /// Keeps the moves gathered, if all lead to positions, or their number.
    fn return_moves(&mut self, session: &mut Session, bar: bool, top: usize) -> Option<()> {
        let mut top = top;
        if self.is_counting {
            let mut side = || {
                let from = self.gathered(session, top)?;
                Some(std::mem::replace(&mut top, from) - from)
            };
            let right = if bar { Some(side()?) } else { None };
            let left = side()?;
            self.counts = Some([left, right.unwrap_or(left)]);
            return Some(());
        }
        let mut side = || {
            let from = self.gathered(session, top)?;
            let target = |&light: &Light| match light.kind() {
                Kind::Integer(n) => Some(session.positions.of_value(session.games.integer(n)).into()),
                _ => self.as_target(light),
            };
            let targets = self.stack[from..top].iter().map(target).collect::<Option<Vec<_>>>();
            top = from;
            targets
        };
        let right = if bar { side()? } else { Vec::new() };
        let left = side()?;
        self.moves = Some(Options { left, right, impartial: !bar });
        Some(())
    }

    /// Pushes what the loop of a [`Op::NextCopied`] only copies, up to the next index at which it does something else;
    /// gives the height of the stack.
    fn copy_members(
        &mut self,
        session: &mut Session,
        ops: &[Op],
        first: usize,
        base: usize,
        slot: usize,
        top: usize,
    ) -> Option<usize> {
        let Quick { stack, members, .. } = self;
        let (Kind::Integer(last @ ..=LAST), Kind::Integer(from)) =
            (stack[base + slot].kind(), stack[base + slot + 1].kind())
        else {
            return Some(top);
        };
        let (mut end, mut at) = (last + 1, first);
        let list = loop {
            match ops[at] {
                Op::BranchLocals(_, _, other, Branch { to, .. }) => {
                    let Some(other) = stack[base + other as usize].as_integer() else { return Some(top) };
                    if other >= from {
                        end = end.min(other);
                    }
                    at = to as usize;
                }
                Op::Member(list, _) => break stack[base + list as usize],
                _ => return Some(top),
            }
        };
        let Kind::Made(start, len) = list.kind() else { return Some(top) };
        end = end.min(len.into());
        if end <= from || from < 0 {
            return Some(top);
        }
        let copied = &members[start as usize..][from as usize..end as usize];
        let top = top + copied.len();
        stack.get_mut(top - copied.len()..top)?.copy_from_slice(copied);
        stack[base + slot + 1] = Light::integer(end)?;
        self.pay(session, 2 * (end - from) as usize)?;
        Some(top)
    }
}
