//! Instruction by instruction.

use super::{Closing, Done, Gathering, Invariant, Item, Layout, Op, Relation, Step, Translator, Unfit, opposite};
use crate::eval::Effect;
use crate::eval::machine::{calls, powers};
use crate::syntax::ast::BinaryOperator;
use crate::value::Value;

/// A jump to the instruction `to` by a boolean, and the instruction behind it.
struct BooleanJump {
    when: bool,
    to: u32,
    next: usize,
}

impl Translator<'_> {
    /// Translates the instruction at `pc`, perhaps with those behind it. Returns the next instruction.
    pub(super) fn step(&mut self, ops: &[Op], pc: usize) -> Done<usize> {
        if let Some(&Invariant { end, register: from, .. }) = self.invariants.iter().find(|known| known.first == pc) {
            self.settle()?;
            let to = self.push_home()?;
            self.jump(end as u32, |exit| Step::Recall { to, from, exit })?;
            self.pop()?;
        }
        if let Some(&(_, register)) = self.loaded.iter().find(|(op, _)| *op == ops[pc]) {
            self.push(Item::Register(register))?;
            return Ok(pc + 1);
        }
        match ops[pc] {
            Op::Constant(i) => {
                let item = self.constant(&self.code.constants[i as usize])?;
                self.push(item)?;
            }
            Op::Integer(n) => self.push(Item::Integer(n))?,
            Op::Local(slot) => {
                let register = self.register(slot as usize)?;
                self.push(Item::Register(register))?;
            }
            Op::Captured(i) => {
                let register = self.register(self.code.locals as usize + i as usize)?;
                self.push(Item::Register(register))?;
            }
            Op::SetLocal(slot) => {
                let value = self.pop()?;
                // Another value may have stood in the same local and still be an operand.
                self.settle()?;
                let height = self.state().height;
                let from = self.load(value, height)?;
                let to = self.register(slot as usize)?;
                self.emit(Step::Move { to, from });
            }
            Op::Force => {
                let first = self.arguments(1)?;
                self.emit(Step::Force { first });
                self.push(Item::Register(first))?;
            }
            Op::Known => {
                let item = self.pop()?;
                let height = self.state().height;
                let a = self.load(item, height)?;
                self.emit(Step::Known { a });
                self.push(Item::Register(a))?;
            }
            Op::Closure(index) | Op::Delay(index) => {
                let to = self.push_home()?;
                self.emit(Step::Closure { to, index });
            }
            Op::Call(count) => {
                let first = self.arguments(count as usize + 1)?;
                self.emit(Step::CallValue { first, count: u8::try_from(count).map_err(|_| Unfit)? });
                self.push(Item::Register(first))?;
            }
            Op::Global(slot) => self.global(slot)?,
            Op::Builtin(row) => {
                let is_pure = self.session.globals.builtins.row(row).effect != Effect::World;
                match is_pure.then(|| calls::builtin_value(self.session, row)) {
                    Some(Ok(value)) => {
                        // The lists of a chessman's steps are known by where they lie.
                        let item = match value {
                            Value::List(_) => {
                                let registers = &mut self.session.machine.registers;
                                let word = registers.arena.hold(value);
                                registers.arena.retain(word);
                                self.constant_word(word)
                            }
                            value => self.constant(&value)?,
                        };
                        self.push(item)?;
                    }
                    Some(Err(_)) | None => self.general(0)?,
                }
            }
            Op::Pop => {
                self.pop()?;
            }
            Op::Binary(operator) => self.binary(operator)?,
            Op::Negate => {
                let a = self.pop_register()?;
                let to = self.push_home()?;
                self.emit(Step::Negate { to, a });
            }
            Op::Not => {
                if let Some(jump) = self.jump_behind(ops, pc) {
                    return self.jump_if_boolean(BooleanJump { when: !jump.when, ..jump });
                }
                let a = self.pop_register()?;
                let to = self.push_home()?;
                self.emit(Step::Not { to, a });
            }
            Op::Boolean | Op::Kept => {
                if let Some(jump) = self.jump_behind(ops, pc) {
                    return self.jump_if_boolean(jump);
                }
                let item = self.pop()?;
                let height = self.state().height;
                let a = self.load(item, height)?;
                self.emit(Step::DemandBoolean { a });
                self.push(Item::Register(a))?;
            }
            Op::Compare(relation) => return self.compare(relation, ops, pc),
            Op::Jump(to) => {
                // A jump to the end of a member, from which another one leads back, may lead back at once.
                let len = self.state().items.len();
                if self.loops.get(&to).is_some_and(|(_, head)| head.items.len() + 1 == len) {
                    self.gather()?;
                }
                self.settle()?;
                let steps = &self.body.steps;
                let slot = self.loops.get(&to).and_then(|(head, _)| match steps[*head as usize] {
                    Step::NextMember { slot, .. } => Some(slot),
                    _ => None,
                });
                self.jump(to, |to| slot.map_or(Step::Jump { to }, |slot| Step::Again { slot, to: to + 1 }))?;
                self.state = None;
            }
            Op::JumpIfFalse(to) => return self.jump_if_boolean(BooleanJump { when: false, to, next: pc + 1 }),
            Op::JumpIfTrue(to) => return self.jump_if_boolean(BooleanJump { when: true, to, next: pc + 1 }),
            Op::And(to) | Op::Or(to) => {
                let when = matches!(ops[pc], Op::Or(_));
                self.settle()?;
                let Some(Item::Register(a)) = self.state().items.last().copied() else { return Err(Unfit) };
                self.jump(to, |to| Step::JumpIf { a, when, to })?;
                self.pop()?;
            }
            Op::Power => match self.state().items.last() {
                // A square is a product.
                Some(Item::Integer(2)) => {
                    self.pop()?;
                    let a = self.pop_register()?;
                    let to = self.push_home()?;
                    self.emit(Step::Multiply { to, a, b: a });
                }
                _ => self.of_integers(powers::power_of_integers, 2)?,
            },
            Op::OrdinalSum | Op::Join(_) | Op::Sides | Op::Written(_) | Op::Edge(_) => self.general(2)?,
            Op::Nimber | Op::PlusStar | Op::Below | Op::Field(_) | Op::JoinMembers | Op::Family(_) => {
                self.general(1)?
            }
            Op::Star | Op::Ups(_) => self.general(0)?,
            Op::Switch(count) => self.general(count as usize)?,
            Op::Open => match self.closings.get(&pc).copied() {
                Some(Closing::Gathering(gathering)) => {
                    if !matches!(gathering, Gathering::Moves | Gathering::Waiting) {
                        self.emit(Step::Open);
                    }
                    self.push(Item::Open(gathering))?;
                }
                Some(closing @ (Closing::Count | Closing::Sum)) => {
                    let to = self.push_home()?;
                    self.emit(Step::Integer { to, n: 0 });
                    self.pop()?;
                    self.push(if closing == Closing::Count { Item::Count(to) } else { Item::Sum(to) })?;
                }
                None => return Err(Unfit),
            },
            Op::OpenSide(player, exit) => {
                self.push(Item::Open(Gathering::Moves))?;
                self.jump(exit, |exit| Step::Side { player, exit })?;
            }
            Op::List | Op::Set => return self.close(ops, pc),
            Op::ReturnMoves { bar } => {
                for _ in 0..1 + usize::from(bar) {
                    if self.pop()? != Item::Open(Gathering::Moves) {
                        return Err(Unfit);
                    }
                }
                self.emit(Step::EndMoves);
                self.state = None;
            }
            Op::Range { by: false } => return self.range(ops, pc),
            Op::Range { by: true } => self.general(3)?,
            Op::Iterate(slot) => {
                let a = self.pop_register()?;
                // A name may have stood in the locals of the loop and still be an operand.
                self.settle()?;
                let slot = self.register(slot as usize)?;
                self.emit(Step::BeginMembers { slot, a });
            }
            Op::Next(slot, exit) => {
                let slot = self.register(slot as usize)?;
                // The state is settled, as this is the head of a loop.
                self.jump(exit, |exit| Step::NextMember { slot, exit })?;
            }
            Op::Each(_, count) => {
                let first = self.arguments(count as usize)?;
                self.emit(Step::Each { first, count: u8::try_from(count).map_err(|_| Unfit)? });
                self.push(Item::Register(first))?;
            }
            Op::TakeApart(slot, count) => {
                self.settle()?;
                let slot = self.register(slot as usize)?;
                self.emit(Step::TakeApart { slot, count: u8::try_from(count).map_err(|_| Unfit)? });
            }
            Op::CallGlobal(slot, count) => self.call(slot, count as usize)?,
            Op::CallNamed(slot, given) => self.call_named(slot, given as usize)?,
            Op::CallBuiltin(row, count) => self.call_builtin(row, count as usize)?,
            Op::Index => {
                let index = self.pop()?;
                let height = self.state().height;
                if let Item::Integer(n) = index {
                    let list = self.pop_register()?;
                    let to = self.push_home()?;
                    self.emit(Step::MemberAt { to, list, n });
                    return Ok(pc + 1);
                }
                let index = self.load(index, height)?;
                let list = self.pop_register()?;
                let to = self.push_home()?;
                let short = match self.last_step() {
                    Some(Step::Member { to: inner, list: outer, index: first }) if inner == list && list == to => {
                        Some(Step::MemberOfMember { to, list: outer, index: first, second: index })
                    }
                    Some(Step::List { first, count: 2 }) if first == index => {
                        Some(Step::Cell { to, board: list, row: index })
                    }
                    _ => None,
                };
                if let (Some(short), Some(last)) = (short, self.body.steps.last_mut()) {
                    *last = short;
                }
                self.emit(Step::Member { to, list, index });
                if short.is_some() {
                    self.pinned = self.body.steps.len();
                }
            }
            Op::AddMoves => match self.state().items[..] {
                [
                    ..,
                    Item::Position { slot: a, first: first_a, count: count_a },
                    Item::Position { slot: b, first: first_b, count: count_b },
                ] => {
                    self.pop()?;
                    self.pop()?;
                    let (slots, firsts, counts) = ([a, b], [first_a, first_b], [count_a, count_b]);
                    self.push(Item::Positions { slots, firsts, counts })?;
                }
                _ => self.general(2)?,
            },
            Op::Return => {
                let item = self.pop()?;
                let height = self.state().height;
                let a = self.load(item, height)?;
                self.emit(Step::Return { a });
                self.state = None;
            }
            Op::Show | Op::Check => self.effect(1)?,
            Op::CheckRelation(_) => self.effect(2)?,
            Op::SetGlobal(slot) => {
                let a = self.pop_register()?;
                self.emit(Step::SetGlobal { a, slot });
            }
            Op::Label(slot) => {
                self.settle()?;
                let to = self.register(slot as usize)?;
                self.emit(Step::General { to });
            }
            Op::CallMany(_)
            | Op::Game { .. }
            | Op::Form { .. }
            | Op::FormOrNumber { .. }
            | Op::Loop { .. }
            | Op::Vertex(_)
            | Op::Graph { .. }
            | Op::Hackenbush => {
                let groups = ops[pc].groups();
                for _ in 0..groups {
                    if self.pop()? != Item::Open(Gathering::Literal) {
                        return Err(Unfit);
                    }
                }
                if let Op::Loop { .. } = ops[pc] {
                    // The label lies below the options.
                    self.arguments(1)?;
                }
                let to = self.push_home()?;
                self.emit(Step::CloseLiteral { to, groups: groups as u8 });
            }
            Op::Keep(count) => {
                let first = self.arguments(count as usize)?;
                self.emit(Step::Keep { first, count: count as u8 });
                for _ in 0..=count {
                    self.push_home()?;
                }
            }
        }
        Ok(pc + 1)
    }

    /// Translates an operation on the topmost values without a result.
    fn effect(&mut self, count: usize) -> Done {
        let first = self.arguments(count)?;
        self.emit(Step::Effect { first, count: count as u8 });
        Ok(())
    }

    fn binary(&mut self, operator: BinaryOperator) -> Done {
        let [.., a, b] = self.state().items[..] else { return Err(Unfit) };
        if !matches!(operator, BinaryOperator::Add | BinaryOperator::Subtract | BinaryOperator::Multiply) {
            return self.general(2);
        }
        let is_position = |item| matches!(item, Item::Position { .. } | Item::Positions { .. });
        if is_position(a) || is_position(b) {
            return self.general(2);
        }
        self.pop()?;
        self.pop()?;
        let height = self.state().height;
        let step = match (operator, a, b) {
            (BinaryOperator::Add, a, Item::Integer(n)) => {
                let a = self.load(a, height)?;
                Step::AddInteger { to: self.push_home()?, a, n }
            }
            (BinaryOperator::Add, Item::Integer(n), Item::Register(a)) => {
                Step::AddInteger { to: self.push_home()?, a, n }
            }
            (BinaryOperator::Subtract, a, Item::Integer(n)) if n > i32::MIN => {
                let a = self.load(a, height)?;
                Step::AddInteger { to: self.push_home()?, a, n: -n }
            }
            (BinaryOperator::Multiply, a, Item::Integer(n)) => {
                let a = self.load(a, height)?;
                Step::MultiplyInteger { to: self.push_home()?, a, n }
            }
            (BinaryOperator::Multiply, Item::Integer(n), Item::Register(a)) => {
                Step::MultiplyInteger { to: self.push_home()?, a, n }
            }
            _ => {
                let a = self.load(a, height)?;
                let b = self.load(b, height + 1)?;
                let to = self.push_home()?;
                match operator {
                    BinaryOperator::Add => Step::Add { to, a, b },
                    BinaryOperator::Subtract => Step::Subtract { to, a, b },
                    _ => Step::Multiply { to, a, b },
                }
            }
        };
        self.emit(step);
        Ok(())
    }

    /// Translates a comparison together with the jump behind it.
    fn compare(&mut self, relation: Relation, ops: &[Op], pc: usize) -> Done<usize> {
        let [.., a, b] = self.state().items[..] else { return Err(Unfit) };
        let Some(BooleanJump { when, to, next }) = self.jump_behind(ops, pc) else {
            self.pop()?;
            self.pop()?;
            let height = self.state().height;
            let a = self.load(a, height)?;
            let b = self.load(b, height + 1)?;
            let home = self.push_home()?;
            self.emit(Step::Compare { relation, to: home, a, b });
            return Ok(pc + 1);
        };
        let count = self.state().items.len();
        self.settle_below(count - 2)?;
        let relation = if when { Some(relation) } else { opposite(relation) };
        self.pop()?;
        self.pop()?;
        let height = self.state().height;
        if let (Item::Register(a), Item::Integer(n)) = (a, b)
            && let Ok(n) = i16::try_from(n)
        {
            let short = match relation {
                Some(Relation::Equal) => Some(Step::JumpEqualTo { a, n, to }),
                Some(Relation::NotEqual) => Some(Step::JumpUnequalTo { a, n, to }),
                Some(Relation::Less) => Some(Step::JumpBelow { a, n, to }),
                Some(Relation::Greater) => Some(Step::JumpAbove { a, n, to }),
                Some(Relation::LessOrEqual) if n < i16::MAX => Some(Step::JumpBelow { a, n: n + 1, to }),
                Some(Relation::GreaterOrEqual) if n > i16::MIN => Some(Step::JumpAbove { a, n: n - 1, to }),
                _ => None,
            };
            if let Some(mut step) = short {
                self.jump(to, |to| {
                    step.target().into_iter().for_each(|target| *target = to);
                    step
                })?;
                return Ok(next);
            }
        }
        let a = self.load(a, height)?;
        let b = self.load(b, height + 1)?;
        match relation {
            Some(Relation::Equal) => self.jump(to, |to| Step::JumpEqual { a, b, to })?,
            Some(Relation::NotEqual) => self.jump(to, |to| Step::JumpUnequal { a, b, to })?,
            Some(Relation::Less) => self.jump(to, |to| Step::JumpLess { a, b, to })?,
            Some(Relation::LessOrEqual) => self.jump(to, |to| Step::JumpAtMost { a, b, to })?,
            Some(Relation::Greater) => self.jump(to, |to| Step::JumpLess { a: b, b: a, to })?,
            Some(Relation::GreaterOrEqual) => self.jump(to, |to| Step::JumpAtMost { a: b, b: a, to })?,
            _ => self.jump(to, |to| Step::JumpRelation { to })?,
        }
        Ok(next)
    }

    /// Returns the jump behind the instruction at `pc`, which gives a boolean or fails.
    fn jump_behind(&self, ops: &[Op], pc: usize) -> Option<BooleanJump> {
        let next = (pc + 1..ops.len()).find(|&next| !matches!(ops[next], Op::Boolean | Op::Kept))?;
        if (pc + 1..=next).any(|pc| self.is_reached(pc)) {
            return None;
        }
        match ops[next] {
            Op::JumpIfFalse(to) => Some(BooleanJump { when: false, to, next: next + 1 }),
            Op::JumpIfTrue(to) => Some(BooleanJump { when: true, to, next: next + 1 }),
            _ => None,
        }
    }

    /// Translates a jump by the topmost value, which the instruction that is being translated demands to be a boolean. Returns the
    /// next instruction.
    fn jump_if_boolean(&mut self, BooleanJump { when, to, next }: BooleanJump) -> Done<usize> {
        let count = self.state().items.len();
        self.settle_below(count - 1)?;
        let a = self.pop_register()?;
        self.jump(to, |to| Step::JumpIf { a, when, to })?;
        Ok(next)
    }

    /// Returns `true` if a jump leads to the instruction at `pc`, or if a member ends before it.
    fn is_reached(&self, pc: usize) -> bool {
        self.fixups.contains_key(&(pc as u32)) || self.code.member_ends.binary_search(&(pc as u32)).is_ok()
    }

    /// Translates the end of a list or set.
    fn close(&mut self, ops: &[Op], pc: usize) -> Done<usize> {
        let count = self.state().items.iter().rev().take_while(|item| !item.is_mark()).count();
        if count > 0 || self.state().items.last() == Some(&Item::Open(Gathering::Waiting)) {
            let first = self.arguments(count)?;
            self.pop()?;
            let count = count as u8;
            self.emit(if ops[pc] == Op::List { Step::List { first, count } } else { Step::Set { first, count } });
            self.push(Item::Register(first))?;
            return Ok(pc + 1);
        }
        match self.pop()? {
            Item::Count(a) | Item::Sum(a) => {
                self.push(Item::Register(a))?;
                return self.behind_builtin(ops, pc);
            }
            Item::Open(Gathering::Tally) => {
                let to = self.push_home()?;
                self.emit(Step::CloseTally { to });
                return self.behind_builtin(ops, pc);
            }
            Item::Open(Gathering::Mex) => {
                let to = self.push_home()?;
                self.emit(Step::CloseMex { to });
                return self.behind_builtin(ops, pc);
            }
            Item::Open(Gathering::List) => {
                let to = self.push_home()?;
                self.emit(Step::CloseList { to });
            }
            Item::Open(Gathering::Held) => {
                let to = self.push_home()?;
                self.emit(Step::CloseHeld { to });
            }
            Item::Open(Gathering::Set) => {
                let to = self.push_home()?;
                self.emit(Step::CloseSet { to });
            }
            _ => return Err(Unfit),
        }
        Ok(pc + 1)
    }

    /// Returns the instruction behind the built-in that follows `pc`, which has been done.
    fn behind_builtin(&self, ops: &[Op], pc: usize) -> Done<usize> {
        let is_done = !self.is_reached(pc + 1) && matches!(ops[pc + 1], Op::CallBuiltin(..));
        if is_done { Ok(pc + 2) } else { Err(Unfit) }
    }

    /// Translates a range together with the loop over it, or with the index that it is.
    fn range(&mut self, ops: &[Op], pc: usize) -> Done<usize> {
        match (ops.get(pc + 1), ops.get(pc + 2)) {
            (Some(&Op::Iterate(slot)), Some(&Op::Next(again, exit))) if slot == again && !self.is_reached(pc + 1) => {
                let first = self.arguments(2)?;
                let slot = self.register(slot as usize)?;
                self.settle()?;
                self.emit(Step::BeginRange { slot, first });
                self.clear_invariants(pc + 2);
                let state = self.state().clone();
                self.loops.insert(pc as u32 + 2, (self.body.steps.len() as u32, state));
                let items = self.state().items.as_slice().into();
                self.before = Layout { pc: pc as u32 + 2, items };
                self.jump(exit, |exit| Step::NextMember { slot, exit })?;
                Ok(pc + 3)
            }
            (Some(Op::Index), _) if !self.is_reached(pc + 1) => {
                let first = self.arguments(3)?;
                self.emit(Step::Slice { first });
                self.push(Item::Register(first))?;
                Ok(pc + 2)
            }
            _ => {
                self.general(2)?;
                Ok(pc + 1)
            }
        }
    }
}
