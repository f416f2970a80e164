//! From the code of the stack machine to that of the register machine.
//!
//! One pass, in which the stack is known at every instruction: which of its values stand in registers, which are constants,
//! where marks lie. A value at height h has the register h as its home, and stands there wherever ways meet. So a local that
//! is an operand is read where it is, and arguments of calls come to lie side by side.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::code::{Body, Gathering, Item, Layout, MAX_REGISTERS, Question, Register, Step};
use super::{Registers, Session, Value, Word};
use crate::eval::globals::Global;
use crate::eval::machine::calls;
use crate::eval::{Effect, Role};
use crate::syntax::ast::{BinaryOperator, Relation};
use crate::value::Code;
use crate::value::code::Op;
use cg_engine::positions::Convention;

/// The stack before an instruction: what lies on it, and the register that the next value would have as its home.
#[derive(Clone, Debug, Default)]
struct State {
    items: Vec<Item>,
    height: usize,
}

impl Item {
    /// Registers that it takes.
    fn width(self) -> usize {
        match self {
            Item::Register(_) | Item::Integer(_) | Item::Constant(_) | Item::Count(_) | Item::Sum(_) => 1,
            Item::Open(_) => 0,
            Item::Position { count, .. } => usize::from(count),
            Item::Positions { counts, .. } => usize::from(counts[0]) + usize::from(counts[1]),
        }
    }
}

/// What closes a mark, where the register machine makes something of it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Closing {
    Gathering(Gathering),
    Count,
    Sum,
    Foreign,
}

/// A jump to an instruction that is not written yet.
struct Fixup {
    at: usize,
    state: State,
}

pub(super) struct Translator<'a> {
    session: &'a mut Session,
    code: &'a Rc<Code>,
    body: Body,
    state: Option<State>,
    /// The state before the instruction that is being translated.
    before: Layout,
    /// Where the instructions to which a jump leads back stand, and the state there.
    loops: FxHashMap<u32, (u32, State)>,
    fixups: FxHashMap<u32, Vec<Fixup>>,
    /// What closes each mark, by the instruction that sets it.
    closings: FxHashMap<usize, Closing>,
    highest: usize,
}

/// The code does not fit the register machine.
pub(super) struct Unfit;

type Done<T = ()> = Result<T, Unfit>;

/// Translates the code of a body.
pub(super) fn translate(session: &mut Session, code: &Rc<Code>) -> Done<Body> {
    if code.locals as usize >= MAX_REGISTERS {
        return Err(Unfit);
    }
    let body = Body {
        code: code.clone(),
        steps: Vec::new(),
        layouts: Vec::new(),
        constants: Vec::new(),
        functions: Vec::new(),
        size: code.locals as usize,
        is_provisional: false,
    };
    let closings = closings(session, code);
    let mut translator = Translator {
        session,
        code,
        body,
        state: Some(State { items: Vec::new(), height: code.locals as usize }),
        before: Layout { pc: 0, items: Rc::default() },
        loops: FxHashMap::default(),
        fixups: FxHashMap::default(),
        closings,
        highest: code.locals as usize,
    };
    translator.run()?;
    let mut body = translator.body;
    body.size = translator.highest;
    Ok(body)
}

/// What closes each mark.
fn closings(session: &Session, code: &Code) -> FxHashMap<usize, Closing> {
    let mut found = FxHashMap::default();
    let mut open = Vec::new();
    for (pc, op) in code.ops.iter().enumerate() {
        let (count, closing) = match op.first() {
            Op::Open | Op::OpenSide(..) => {
                open.push(pc);
                continue;
            }
            Op::List => (1, list_before(session, code, pc + 1)),
            Op::Set => (1, Closing::Gathering(Gathering::Set)),
            Op::ReturnMoves { bar } => (1 + usize::from(bar), Closing::Gathering(Gathering::Moves)),
            Op::Game { bar } | Op::Form { bar } | Op::Loop { bar, .. } => (1 + usize::from(bar), Closing::Foreign),
            Op::Graph { .. } | Op::Hackenbush => (1, Closing::Foreign),
            _ => continue,
        };
        for _ in 0..count {
            if let Some(at) = open.pop() {
                found.insert(at, closing);
            }
        }
    }
    found
}

/// What becomes of the members of a list, by what follows it.
fn list_before(session: &Session, code: &Code, next: usize) -> Closing {
    match code.ops[next].first() {
        Op::CallBuiltin(row, count) => match (session.globals.builtins.row(row).role, count) {
            (Some(Role::Length), 1) => Closing::Count,
            (Some(Role::SumOfList), 1) => Closing::Sum,
            (Some(Role::ReplaceAt), _) => Closing::Gathering(Gathering::List),
            _ => Closing::Gathering(Gathering::Held),
        },
        Op::Return if code.parameters == 0 => Closing::Gathering(Gathering::Held),
        _ => Closing::Gathering(Gathering::List),
    }
}

impl Translator<'_> {
    fn run(&mut self) -> Done {
        let ops: Vec<Op> = self.code.ops.iter().map(|op| op.first()).collect();
        let mut heads = vec![false; ops.len()];
        for (pc, op) in ops.iter().enumerate() {
            if let Op::Jump(to) | Op::JumpIfFalse(to) | Op::JumpIfTrue(to) | Op::Next(_, to) = *op
                && to as usize <= pc
            {
                heads[to as usize] = true;
            }
        }
        let mut pc = 0;
        while pc < ops.len() {
            self.arrive(pc as u32)?;
            if self.state.is_none() {
                // The code between here and the next place to which a jump leads is not reached.
                pc += 1;
                continue;
            }
            if heads[pc] {
                self.settle()?;
                let state = self.state().clone();
                self.loops.insert(pc as u32, (self.body.steps.len() as u32, state));
            }
            if let Some(State { items, .. }) = &self.state
                && self.before.items[..] != items[..]
            {
                self.before.items = items.as_slice().into();
            }
            self.before.pc = pc as u32;
            pc = self.step(&ops, pc)?;
        }
        Ok(())
    }

    fn state(&mut self) -> &mut State {
        self.state.as_mut().expect("reachable code")
    }

    /// Meets the jumps that lead to this instruction, and gathers the member that has come to its end before it.
    fn arrive(&mut self, pc: u32) -> Done {
        let mut fixups = self.fixups.remove(&pc).unwrap_or_default();
        let ends_member = self.code.member_ends.binary_search(&pc).is_ok();
        if ends_member {
            // Jumps over the member, by a condition, come without it.
            let marks = |state: &State| state.items.len();
            let most = self.state.iter().map(marks).chain(fixups.iter().map(|fixup| marks(&fixup.state))).max();
            let Some(most) = most else { return Ok(()) };
            let (with, without) = fixups.into_iter().partition(|fixup| marks(&fixup.state) == most);
            self.meet(with)?;
            fixups = without;
            self.before.pc = pc;
            self.before.items = self.state().items.as_slice().into();
            // A filter that passes over all members leaves the one place to which it leads.
            let is_mark = |item: &Item| matches!(item, Item::Open(_) | Item::Count(_) | Item::Sum(_));
            if self.state().items.last().is_some_and(|item| !is_mark(item)) {
                self.gather()?;
            }
        }
        self.meet(fixups)
    }

    /// Lets these jumps lead here.
    fn meet(&mut self, fixups: Vec<Fixup>) -> Done {
        if fixups.is_empty() {
            return Ok(());
        }
        if self.state.is_some() {
            self.settle()?;
        }
        let here = self.body.steps.len() as u32;
        for Fixup { at, state } in fixups {
            match &self.state {
                Some(now) if now.items != state.items => return Err(Unfit),
                Some(_) => {}
                None => self.state = Some(state),
            }
            match &mut self.body.steps[at] {
                Step::Jump { to }
                | Step::Repeat { to }
                | Step::JumpIf { to, .. }
                | Step::JumpEqual { to, .. }
                | Step::JumpUnequal { to, .. }
                | Step::JumpLess { to, .. }
                | Step::JumpAtMost { to, .. }
                | Step::JumpEqualTo { to, .. }
                | Step::JumpUnequalTo { to, .. }
                | Step::JumpBelow { to, .. }
                | Step::JumpAbove { to, .. }
                | Step::JumpRelation { to, .. } => *to = here,
                Step::NextInteger { exit, .. } | Step::NextMember { exit, .. } | Step::Side { exit, .. } => {
                    *exit = here
                }
                _ => unreachable!("only jumps wait for their place"),
            }
        }
        Ok(())
    }

    fn emit(&mut self, step: Step) -> usize {
        self.body.steps.push(step);
        self.body.layouts.push(self.before.clone());
        self.body.steps.len() - 1
    }

    /// A jump with the present state, to an instruction of the stack machine.
    fn jump(&mut self, to: u32, step: impl FnOnce(u32) -> Step) -> Done {
        let state = self.state().clone();
        match self.loops.get(&to) {
            Some((at, known)) => {
                if known.items != state.items {
                    return Err(Unfit);
                }
                let at = *at;
                self.emit(step(at));
            }
            None => {
                let at = self.emit(step(0));
                self.fixups.entry(to).or_default().push(Fixup { at, state });
            }
        }
        Ok(())
    }

    fn register(&self, height: usize) -> Done<Register> {
        if height < MAX_REGISTERS { Ok(height as Register) } else { Err(Unfit) }
    }

    fn push(&mut self, item: Item) -> Done {
        let state = self.state();
        state.items.push(item);
        state.height += item.width();
        let height = state.height;
        self.highest = self.highest.max(height);
        self.register(height).map(|_| ())
    }

    /// Pushes a value in its home, which is given back.
    fn push_home(&mut self) -> Done<Register> {
        let home = self.register(self.state.as_ref().map_or(0, |state| state.height))?;
        self.push(Item::Register(home))?;
        Ok(home)
    }

    fn pop(&mut self) -> Done<Item> {
        let state = self.state();
        let item = state.items.pop().ok_or(Unfit)?;
        state.height -= item.width();
        Ok(item)
    }

    /// Brings an item into a register: the home at `height`, unless it stands in another.
    fn load(&mut self, item: Item, height: usize) -> Done<Register> {
        let home = self.register(height)?;
        self.highest = self.highest.max(height + 1);
        match item {
            Item::Register(register) => return Ok(register),
            Item::Integer(n) => self.emit(Step::Integer { to: home, n }),
            Item::Constant(index) => self.emit(Step::Constant { to: home, index }),
            Item::Position { slot, first, count } => {
                self.emit(Step::Position { first, count, slot });
                return Ok(first);
            }
            _ => return Err(Unfit),
        };
        Ok(home)
    }

    /// Pops a value into a register.
    fn pop_register(&mut self) -> Done<Register> {
        let item = self.pop()?;
        let height = self.state().height;
        self.load(item, height)
    }

    /// Brings all values on the stack into their homes.
    fn settle(&mut self) -> Done {
        let count = self.state().items.len();
        self.settle_below(count)
    }

    /// Brings the lowest `count` items of the stack into their homes.
    fn settle_below(&mut self, count: usize) -> Done {
        let mut height = self.code.locals as usize;
        for i in 0..count {
            let item = self.state().items[i];
            let home = self.register(height)?;
            match item {
                Item::Register(from) => {
                    if from != home {
                        self.emit(Step::Move { to: home, from });
                    }
                    self.state().items[i] = Item::Register(home);
                }
                Item::Integer(_) | Item::Constant(_) => {
                    self.load(item, height)?;
                    self.state().items[i] = Item::Register(home);
                }
                _ => {}
            }
            height += item.width();
        }
        Ok(())
    }

    /// Brings the topmost `count` values into their homes, which then lie side by side; gives the first of them.
    fn arguments(&mut self, count: usize) -> Done<Register> {
        let state = self.state();
        let below = state.items.len().checked_sub(count).ok_or(Unfit)?;
        let items: Vec<Item> = state.items[below..].to_vec();
        let first = state.height - items.iter().map(|item| item.width()).sum::<usize>();
        for (i, item) in items.into_iter().enumerate() {
            let home = self.register(first + i)?;
            let from = self.load(item, first + i)?;
            if from != home {
                self.emit(Step::Move { to: home, from });
            }
        }
        for _ in 0..count {
            self.pop()?;
        }
        self.register(first)
    }

    /// What the stack machine does with the topmost values.
    fn general(&mut self, count: usize) -> Done {
        let first = self.arguments(count)?;
        self.emit(Step::General { first, count: count as u8 });
        self.push(Item::Register(first))
    }

    /// Leaves the rest to the stack machine.
    fn leave(&mut self) {
        self.emit(Step::Leave);
        self.state = None;
    }

    /// Puts the member on top of the stack to the others.
    fn gather(&mut self) -> Done {
        let member = self.pop()?;
        let height = self.state().height;
        let step = match (self.state().items.last().copied(), member) {
            (Some(Item::Count(a)), _) => Step::AddInteger { to: a, a, n: 1 },
            (Some(Item::Sum(a)), _) => Step::Add { to: a, a, b: self.load(member, height)? },
            (Some(Item::Open(Gathering::Moves)), Item::Position { slot, first, .. }) => {
                Step::Yield { first, game: self.game(slot)? }
            }
            (Some(Item::Open(Gathering::Moves)), Item::Positions { slots, firsts, .. }) => {
                let (game, other) = (self.game(slots[0])?, self.game(slots[1])?);
                Step::YieldSum { first: firsts[0], second: firsts[1], game, other }
            }
            (Some(Item::Open(Gathering::Moves)), _) => Step::YieldValue { a: self.load(member, height)? },
            (Some(Item::Open(_)), _) => Step::Gather { a: self.load(member, height)? },
            _ => return Err(Unfit),
        };
        self.emit(step);
        Ok(())
    }

    /// The number of a game, by its slot.
    fn game(&mut self, slot: u32) -> Done<u16> {
        Registers::game(self.session, slot).ok_or(Unfit)
    }

    fn constant(&mut self, value: &Value) -> Done<Item> {
        if let Value::Integer(n) = value
            && let Ok(n) = i32::try_from(*n)
        {
            return Ok(Item::Integer(n));
        }
        let word = self.session.machine.registers.word(value);
        self.session.machine.registers.keep(word);
        Ok(self.constant_word(word))
    }

    fn constant_word(&mut self, word: Word) -> Item {
        let constants = &mut self.body.constants;
        let index = constants.iter().position(|known| *known == word).unwrap_or_else(|| {
            constants.push(word);
            constants.len() - 1
        });
        Item::Constant(index as u32)
    }

    /// Translates the instruction at `pc`, perhaps with those after it; gives the next one.
    fn step(&mut self, ops: &[Op], pc: usize) -> Done<usize> {
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
            Op::Global(slot) => match self.session.globals.get(slot) {
                Global::Variable(_) => {
                    let to = self.push_home()?;
                    self.emit(Step::Global { to, slot });
                }
                Global::Function(_) | Global::Game(..) => {
                    let value = calls::global_value(self.session, slot).map_err(|_| Unfit)?;
                    let item = self.constant(&value)?;
                    self.push(item)?;
                }
                Global::Unset => {
                    self.body.is_provisional = true;
                    self.leave();
                }
            },
            Op::Builtin(row) => {
                if self.session.globals.builtins.row(row).effect == Effect::World {
                    self.leave();
                    return Ok(pc + 1);
                }
                match calls::builtin_value(self.session, row) {
                    Ok(value) => {
                        // The lists of a chessman's steps are known by where they lie.
                        let item = match value {
                            Value::List(_) => {
                                let registers = &mut self.session.machine.registers;
                                let word = registers.hold(value);
                                registers.keep(word);
                                self.constant_word(word)
                            }
                            value => self.constant(&value)?,
                        };
                        self.push(item)?;
                    }
                    Err(_) => self.leave(),
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
                let a = self.pop_register()?;
                let to = self.push_home()?;
                self.emit(Step::Not { to, a });
            }
            Op::Boolean => {
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
                if to as usize <= pc {
                    self.jump(to, |to| Step::Repeat { to })?;
                } else {
                    self.jump(to, |to| Step::Jump { to })?;
                }
                self.state = None;
            }
            Op::JumpIfFalse(to) | Op::JumpIfTrue(to) => {
                let when = matches!(ops[pc], Op::JumpIfTrue(_));
                let count = self.state().items.len();
                self.settle_below(count - 1)?;
                let a = self.pop_register()?;
                self.jump(to, |to| Step::JumpIf { a, when, to })?;
            }
            Op::And(to) | Op::Or(to) => {
                let when = matches!(ops[pc], Op::Or(_));
                self.settle()?;
                let Some(Item::Register(a)) = self.state().items.last().copied() else { return Err(Unfit) };
                self.jump(to, |to| Step::JumpIf { a, when, to })?;
                self.pop()?;
            }
            Op::Power | Op::OrdinalSum | Op::Join(_) => self.general(2)?,
            Op::Nimber | Op::PlusStar | Op::Below | Op::Field(_) | Op::JoinMembers => self.general(1)?,
            Op::Star | Op::Ups(_) => self.general(0)?,
            Op::Switch(count) => self.general(count as usize)?,
            Op::Open => match self.closings.get(&pc).copied() {
                Some(Closing::Gathering(gathering)) => {
                    if gathering != Gathering::Moves {
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
                Some(Closing::Foreign) | None => self.leave(),
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
                let slot = self.register(slot as usize)?;
                self.emit(Step::BeginMembers { slot, a });
            }
            Op::Next(slot, exit) => {
                let slot = self.register(slot as usize)?;
                // The state is settled, as this is the head of a loop.
                self.jump(exit, |exit| Step::NextMember { slot, exit })?;
            }
            Op::TakeApart(slot, count) => {
                let slot = self.register(slot as usize)?;
                self.emit(Step::TakeApart { slot, count: u8::try_from(count).map_err(|_| Unfit)? });
            }
            Op::CallGlobal(slot, count) => self.call(slot, count as usize)?,
            Op::CallBuiltin(row, count) => self.call_builtin(row, count as usize)?,
            Op::Index => {
                let index = self.pop_register()?;
                let list = self.pop_register()?;
                // Where both are loaded they stand in their homes, one after the other.
                let to = self.push_home()?;
                self.emit(Step::Member { to, list, index });
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
                _ => self.leave(),
            },
            Op::Return => {
                let item = self.pop()?;
                let height = self.state().height;
                let a = self.load(item, height)?;
                self.emit(Step::Return { a });
                self.state = None;
            }
            _ => self.leave(),
        }
        Ok(pc + 1)
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

    /// A comparison, with the jump that it decides.
    fn compare(&mut self, relation: Relation, ops: &[Op], pc: usize) -> Done<usize> {
        let [.., a, b] = self.state().items[..] else { return Err(Unfit) };
        let mut next = pc + 1;
        while matches!(ops.get(next), Some(Op::Boolean)) && !self.is_reached(next) {
            next += 1;
        }
        let jump = ops.get(next).filter(|_| !self.is_reached(next)).and_then(|op| match *op {
            Op::JumpIfFalse(to) => Some((false, to)),
            Op::JumpIfTrue(to) => Some((true, to)),
            _ => None,
        });
        let Some((when, to)) = jump else {
            let b = self.pop_register()?;
            let a = self.pop_register()?;
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
        if let (Some(relation), Item::Register(a), Item::Integer(n)) = (relation, a, b)
            && let Ok(n) = i16::try_from(n)
        {
            match relation {
                Relation::Equal => self.jump(to, |to| Step::JumpEqualTo { a, n, to })?,
                Relation::NotEqual => self.jump(to, |to| Step::JumpUnequalTo { a, n, to })?,
                Relation::Less => self.jump(to, |to| Step::JumpBelow { a, n, to })?,
                Relation::Greater => self.jump(to, |to| Step::JumpAbove { a, n, to })?,
                Relation::LessOrEqual if n < i16::MAX => self.jump(to, |to| Step::JumpBelow { a, n: n + 1, to })?,
                Relation::GreaterOrEqual if n > i16::MIN => self.jump(to, |to| Step::JumpAbove { a, n: n - 1, to })?,
                _ => return Err(Unfit),
            }
            return Ok(next + 1);
        }
        let a = self.load(a, height)?;
        let b = self.load(b, height + 1)?;
        let Some(relation) = relation else {
            self.jump(to, |to| Step::JumpRelation { a, b, to })?;
            return Ok(next + 1);
        };
        match relation {
            Relation::Equal => self.jump(to, |to| Step::JumpEqual { a, b, to })?,
            Relation::NotEqual => self.jump(to, |to| Step::JumpUnequal { a, b, to })?,
            Relation::Less => self.jump(to, |to| Step::JumpLess { a, b, to })?,
            Relation::LessOrEqual => self.jump(to, |to| Step::JumpAtMost { a, b, to })?,
            Relation::Greater => self.jump(to, |to| Step::JumpLess { a: b, b: a, to })?,
            Relation::GreaterOrEqual => self.jump(to, |to| Step::JumpAtMost { a: b, b: a, to })?,
            _ => return Err(Unfit),
        }
        Ok(next + 1)
    }

    /// Whether a jump leads to this instruction, or a member ends before it.
    fn is_reached(&self, pc: usize) -> bool {
        self.fixups.contains_key(&(pc as u32)) || self.code.member_ends.binary_search(&(pc as u32)).is_ok()
    }

    /// A list or set of the members gathered.
    fn close(&mut self, ops: &[Op], pc: usize) -> Done<usize> {
        match self.pop()? {
            Item::Count(a) | Item::Sum(a) => {
                self.push(Item::Register(a))?;
                // The built-in that follows has been done.
                if self.is_reached(pc + 1) || !matches!(ops[pc + 1], Op::CallBuiltin(..)) {
                    return Err(Unfit);
                }
                return Ok(pc + 2);
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

    /// A range, with what runs through it or takes these members of a list.
    fn range(&mut self, ops: &[Op], pc: usize) -> Done<usize> {
        match (ops.get(pc + 1), ops.get(pc + 2)) {
            (Some(&Op::Iterate(slot)), Some(&Op::Next(again, exit))) if slot == again && !self.is_reached(pc + 1) => {
                let first = self.arguments(2)?;
                let slot = self.register(slot as usize)?;
                self.emit(Step::BeginRange { slot, first });
                self.settle()?;
                let state = self.state().clone();
                self.loops.insert(pc as u32 + 2, (self.body.steps.len() as u32, state));
                let items = self.state().items.as_slice().into();
                self.before = Layout { pc: pc as u32 + 2, items };
                self.jump(exit, |exit| Step::NextInteger { slot, exit })?;
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

    fn call(&mut self, slot: u32, count: usize) -> Done {
        match self.session.globals.get(slot) {
            Global::Function(definition) if definition.parameters.len() == count => {
                let function = Registers::function(self.session, slot).ok_or(Unfit)?;
                let first = self.arguments(count)?;
                self.emit(Step::Call { first, function });
                self.push(Item::Register(first))
            }
            Global::Game(definition, _) if definition.parameters.len() == count && count > 0 => {
                let first = self.arguments(count)?;
                self.push(Item::Position { slot, first, count: count as u8 })
            }
            Global::Unset => {
                self.body.is_provisional = true;
                self.leave();
                Ok(())
            }
            _ => {
                self.leave();
                Ok(())
            }
        }
    }

    fn call_builtin(&mut self, row: u32, count: usize) -> Done {
        let builtin = self.session.globals.builtins.row(row);
        if builtin.effect == Effect::World {
            self.leave();
            return Ok(());
        }
        if let Some(question) = self.question(builtin.role, count) {
            if count == 2 {
                self.pop()?;
            }
            let Item::Position { slot, first, .. } = self.pop()? else { return Err(Unfit) };
            if let Some(game) = Registers::game(self.session, slot) {
                self.emit(Step::Ask { first, question, game });
                return self.push(Item::Register(first));
            }
            return Err(Unfit);
        }
        match (builtin.role, count) {
            (Some(Role::Length), 1) => {
                let list = self.pop_register()?;
                let to = self.push_home()?;
                self.emit(Step::Length { to, list });
                return Ok(());
            }
            (Some(Role::ReplaceAt), 3) => {
                let first = self.arguments(3)?;
                self.emit(Step::Replace { first });
                return self.push(Item::Register(first));
            }
            _ => {}
        }
        if let (Some(function), 2) = (builtin.of_integers, count) {
            let [.., _, b] = self.state().items[..] else { return Err(Unfit) };
            if let (Some(Role::Modulo), Item::Integer(n @ 1..)) = (builtin.role, b) {
                self.pop()?;
                let a = self.pop_register()?;
                let to = self.push_home()?;
                self.emit(Step::Remainder { to, a, n });
                return Ok(());
            }
            let (b, a) = (self.pop()?, self.pop()?);
            let height = self.state().height;
            let a = self.load(a, height)?;
            let b = self.load(b, height + 1)?;
            let to = self.push_home()?;
            let functions = &mut self.body.functions;
            functions.push(function);
            let function = u16::try_from(functions.len() - 1).map_err(|_| Unfit)?;
            self.emit(Step::OfIntegers { to, a, b, function });
            return Ok(());
        }
        self.general(count)
    }

    /// The question that a built-in asks about the position under its arguments.
    fn question(&mut self, role: Option<Role>, count: usize) -> Option<Question> {
        let items = &self.state.as_ref()?.items;
        match (role?, items.get(items.len().checked_sub(count)?..)?) {
            (Role::NimValue, [Item::Position { .. }]) => Some(Question::NimValue),
            (Role::Outcome, [Item::Position { .. }]) => Some(Question::Normal),
            (Role::Outcome, [Item::Position { .. }, Item::Constant(index)]) => {
                let word = self.body.constants[*index as usize];
                match self.session.machine.registers.value(word) {
                    Value::Convention(Convention::Normal) => Some(Question::Normal),
                    Value::Convention(Convention::Misere) => Some(Question::Misere),
                    _ => None,
                }
            }
            _ => None,
        }
    }
}

/// The relation that holds between integers where the other does not.
pub(super) fn opposite(relation: Relation) -> Option<Relation> {
    Some(match relation {
        Relation::Equal => Relation::NotEqual,
        Relation::NotEqual => Relation::Equal,
        Relation::Less => Relation::GreaterOrEqual,
        Relation::LessOrEqual => Relation::Greater,
        Relation::Greater => Relation::LessOrEqual,
        Relation::GreaterOrEqual => Relation::Less,
        Relation::Confused | Relation::LessOrConfused | Relation::GreaterOrConfused => return None,
    })
}
