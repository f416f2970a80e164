//! From the code that the resolver writes to instructions on registers.
//!
//! One pass follows the stack: at every instruction it is known which values stand in registers, which are constants, and where
//! marks are. The home of a value at height h is register h, where it must stand whenever two paths meet. So a local that is an
//! operand is read in its place, and the arguments of a call lie side by side.

mod calls;
mod invariants;
mod steps;

use std::cell::Cell;
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use self::invariants::Invariant;
use super::code::{Body, Gathering, Item, Layout, MAX_REGISTERS, Register, Step};
use super::slow::has_effect;
use super::{Fault, Global, Registers, Session, Value, Word};
use crate::eval::{Role, Sort};
use crate::syntax::ast::{BinaryOperator, Relation};
use crate::value::Code;
use crate::value::code::Op;

/// The largest number of members of a list or set that wait in registers until it is made.
const MAX_WAITING: usize = 8;
/// The largest number of lists one inside the other whose members wait in registers.
const MAX_NESTED: usize = 4;

/// The stack before an instruction, and the height of the next value.
#[derive(Clone, Debug, Default)]
struct State {
    items: Vec<Item>,
    height: usize,
}

impl Item {
    /// Returns `true` if members are gathered or counted above it.
    fn is_mark(&self) -> bool {
        matches!(self, Item::Open(_) | Item::Count(_) | Item::Sum(_))
    }

    /// Returns the number of registers that the item takes.
    fn width(self) -> usize {
        match self {
            Item::Register(_) | Item::Integer(_) | Item::Constant(_) | Item::Count(_) | Item::Sum(_) => 1,
            Item::Open(_) => 0,
            Item::Position { count, .. } => usize::from(count),
            Item::Positions { counts, .. } => usize::from(counts[0]) + usize::from(counts[1]),
        }
    }
}

/// The instruction that closes a mark.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Closing {
    Gathering(Gathering),
    Count,
    Sum,
}

/// A jump to an instruction that is not translated yet.
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
    /// The heads of loops: their new places, and the state there.
    loops: FxHashMap<u32, (u32, State)>,
    fixups: FxHashMap<u32, Vec<Fixup>>,
    /// The constants and variables that are loaded before all else, and their registers.
    loaded: Vec<(Op, Register)>,
    /// The expressions that are computed in one round of a loop and recalled in the others.
    invariants: Vec<Invariant>,
    /// The places of constants.
    places: FxHashMap<Word, u32>,
    /// The closing of each mark, by the instruction that sets it.
    closings: FxHashMap<usize, Closing>,
    /// The ends of members that stay on the stack until their list or set is made.
    waiting: FxHashSet<u32>,
    /// The instruction before which nothing may change, as a jump leads to it, or as those before it are passed over together.
    pinned: usize,
    /// The number of registers below the stack: locals and captured values.
    bottom: usize,
    highest: usize,
    /// The names to which the code assigns.
    assigned: Vec<u32>,
    /// `true` if moves may be counted instead of made.
    counts_moves: bool,
    /// `true` if positions are made at once, and not only when they are operands.
    makes_positions: bool,
}

/// The code needs too many registers, or paths meet with different items on their stacks.
struct Unfit;

type Done<T = ()> = Result<T, Unfit>;

/// Translates the code of a body. `counts_moves` is `true` if moves may be counted instead of made.
///
/// # Errors
/// [`Fault::TooLarge`] if it needs too many registers.
pub(super) fn translate(session: &mut Session, code: &Rc<Code>, counts_moves: bool) -> Result<Body, Fault> {
    // A position that is not made yet fits its place only if all paths that meet there have one of the same game.
    let body = translate_with(session, code, counts_moves, false)
        .or_else(|Unfit| translate_with(session, code, counts_moves, true));
    let size = format!("more than {MAX_REGISTERS}");
    body.map_err(|Unfit| Fault::TooLarge { what: "expression", size, limit: MAX_REGISTERS.to_string() })
}

fn translate_with(session: &mut Session, code: &Rc<Code>, counts_moves: bool, makes_positions: bool) -> Done<Body> {
    let bottom = code.locals as usize + code.captures.len();
    if bottom >= MAX_REGISTERS {
        return Err(Unfit);
    }
    let body = Body {
        code: code.clone(),
        steps: Vec::new(),
        layouts: Vec::new(),
        constants: Vec::new(),
        functions: Vec::new(),
        size: bottom,
        is_provisional: false,
    };
    let (closings, waiting) = closings(session, code, !makes_positions);
    let assigned = code.ops.iter().filter_map(|op| if let Op::SetGlobal(slot) = op { Some(*slot) } else { None });
    let mut translator = Translator {
        session,
        code,
        body,
        state: Some(State { items: Vec::new(), height: bottom }),
        before: Layout { pc: 0, items: Rc::default() },
        loops: FxHashMap::default(),
        loaded: Vec::new(),
        invariants: Vec::new(),
        fixups: FxHashMap::default(),
        places: FxHashMap::default(),
        closings,
        waiting,
        pinned: 0,
        bottom,
        highest: bottom,
        assigned: assigned.collect(),
        counts_moves,
        makes_positions,
    };
    translator.run()?;
    let mut body = translator.body;
    body.size = translator.highest;
    Ok(body)
}

/// A mark whose closing is not found yet.
struct Opened {
    pc: usize,
    /// The ends of its members.
    ends: Vec<u32>,
    /// `true` if each member is written once and gathered once.
    is_straight: bool,
}

/// Finds the instruction that closes each mark, and the ends of the members that wait side by side, if they may.
fn closings(session: &Session, code: &Code, may_wait: bool) -> (FxHashMap<usize, Closing>, FxHashSet<u32>) {
    let (mut found, mut waiting) = (FxHashMap::default(), FxHashSet::default());
    let mut open: Vec<Opened> = Vec::new();
    let targets: FxHashSet<u32> = code.ops.iter().filter_map(|op| op.target()).collect();
    for (pc, op) in code.ops.iter().enumerate() {
        let is_target = targets.contains(&(pc as u32));
        if let Some(innermost) = open.last_mut() {
            if code.member_ends.binary_search(&(pc as u32)).is_ok() {
                innermost.ends.push(pc as u32);
                innermost.is_straight &= !is_target;
            }
            innermost.is_straight &= !matches!(op, Op::Iterate(_) | Op::Next(..));
        }
        // Another list may come to the instruction behind.
        let is_chosen = targets.contains(&(pc as u32 + 1));
        let closing = match *op {
            Op::Open | Op::OpenSide(..) => {
                let is_straight = may_wait && *op == Op::Open && open.len() < MAX_NESTED;
                open.push(Opened { pc, ends: Vec::new(), is_straight });
                continue;
            }
            Op::List if is_chosen => Closing::Gathering(Gathering::List),
            Op::List => list_before(session, code, open.last().map_or(0, |open| open.pc + 1), pc + 1),
            Op::Set if is_chosen => Closing::Gathering(Gathering::Set),
            Op::Set => set_before(session, code, pc + 1),
            Op::ReturnMoves { .. } => Closing::Gathering(Gathering::Moves),
            _ => Closing::Gathering(Gathering::Literal),
        };
        for _ in 0..op.groups() {
            let Some(Opened { pc: at, ends, is_straight }) = open.pop() else { continue };
            let is_made = matches!(closing, Closing::Gathering(Gathering::List | Gathering::Set));
            if is_made && is_straight && ends.len() <= MAX_WAITING {
                waiting.extend(ends);
                found.insert(at, Closing::Gathering(Gathering::Waiting));
            } else {
                found.insert(at, closing);
            }
        }
    }
    (found, waiting)
}

/// Decides what becomes of the members of a list, written from `first` on, by the instruction behind it.
fn list_before(session: &Session, code: &Code, first: usize, next: usize) -> Closing {
    match code.ops[next] {
        Op::CallBuiltin(row, count) => match (session.globals.builtins.row(row).role, count) {
            (Some(Role::Length), 1) => Closing::Count,
            // Positions are added in halves.
            (Some(Role::SumOfList), 1) if !has_positions(session, code, first, next) => Closing::Sum,
            (Some(Role::Tally), 1) => Closing::Gathering(Gathering::Tally),
            (Some(Role::Mex), 1) => Closing::Gathering(Gathering::Mex),
            (Some(role), _) if reads_words(role) => Closing::Gathering(Gathering::List),
            _ => Closing::Gathering(Gathering::Held),
        },
        Op::Return if code.parameters == 0 => Closing::Gathering(Gathering::Held),
        _ => Closing::Gathering(Gathering::List),
    }
}

/// Returns `true` if a member of a list that is written there is the position of a game or a ruleset.
fn has_positions(session: &Session, code: &Code, first: usize, next: usize) -> bool {
    let ends = code.member_ends.iter().map(|&end| end as usize).filter(|end| (first + 1..next).contains(end));
    ends.map(|end| code.ops[end - 1]).any(|op| match op {
        Op::CallBuiltin(row, _) => session.globals.builtins.row(row).result.is_any_of(&[Sort::Position]),
        Op::CallGlobal(slot, _) | Op::CallNamed(slot, _) => matches!(session.globals.get(slot), Global::Game(..)),
        _ => false,
    })
}

/// Returns `true` if the built-in with this role reads a list as words.
fn reads_words(role: Role) -> bool {
    use Role::{Contains, Dictionary, Difference, Get, Greatest, Intersection, Last, Least, Put, ReplaceAt, Union};
    let roles = [ReplaceAt, Dictionary, Contains, Get, Put, Union, Intersection, Difference, Least, Greatest, Last];
    roles.contains(&role)
}

/// Decides what becomes of the members of a set by the instruction behind it.
fn set_before(session: &Session, code: &Code, next: usize) -> Closing {
    Closing::Gathering(match code.ops[next] {
        Op::CallBuiltin(row, 1) if session.globals.builtins.row(row).role == Some(Role::Mex) => Gathering::Mex,
        _ => Gathering::Set,
    })
}

impl Translator<'_> {
    fn run(&mut self) -> Done {
        let ops: Vec<Op> = self.code.ops.clone();
        let mut heads = vec![false; ops.len()];
        for (pc, op) in ops.iter().enumerate() {
            if let Some(to) = op.target()
                && to as usize <= pc
            {
                heads[to as usize] = true;
            }
        }
        self.load_first(&ops)?;
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
                self.clear_invariants(pc);
                let state = self.state().clone();
                self.pinned = self.body.steps.len();
                self.loops.insert(pc as u32, (self.body.steps.len() as u32, state));
            }
            if let Some(State { items, .. }) = &self.state
                && self.before.items[..] != items[..]
            {
                self.before.items = items.as_slice().into();
            }
            self.before.pc = pc as u32;
            if self.counts_moves
                && let Ok(i) = self.code.counted.binary_search_by_key(&(pc as u32), |&(from, _)| from)
            {
                let (_, exit) = self.code.counted[i];
                if !self.is_soon_made(&ops[pc..exit as usize]) && !has_effect(self.session, ops[pc]) {
                    self.settle()?;
                    self.jump(exit, |exit| Step::CountMove { exit })?;
                }
            }
            pc = self.step(&ops, pc)?;
        }
        Ok(())
    }

    /// Returns `true` if a move is to positions of games whose arguments are sums of integers. It is counted when it is
    /// yielded.
    fn is_soon_made(&self, ops: &[Op]) -> bool {
        use BinaryOperator::{Add, Subtract};
        let leads_to_game = |slot: u32| matches!(self.session.globals.get(slot), Global::Game(..));
        matches!(ops.last(), Some(Op::CallGlobal(..) | Op::CallNamed(..) | Op::AddMoves))
            && ops.iter().all(|op| match *op {
                Op::Local(_) | Op::Captured(_) | Op::Integer(_) | Op::Binary(Add | Subtract) | Op::AddMoves => true,
                Op::CallGlobal(slot, count) => count > 0 && leads_to_game(slot),
                Op::CallNamed(slot, _) => leads_to_game(slot),
                _ => false,
            })
    }

    fn state(&mut self) -> &mut State {
        self.state.as_mut().expect("reachable code")
    }

    /// Lets jumps lead to the instruction at `pc`, and gathers the member that ends before it.
    fn arrive(&mut self, pc: u32) -> Done {
        if self.state.is_some()
            && let Some(&Invariant { register, .. }) = self.invariants.iter().find(|known| known.end == pc as usize)
        {
            let from = self.pop_register()?;
            self.push(Item::Register(from))?;
            self.emit(Step::Move { to: register, from });
        }
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
            let waits = self.waiting.contains(&pc);
            match self.state().items.last() {
                Some(Item::Position { .. }) if waits => {
                    let a = self.pop_register()?;
                    self.push(Item::Register(a))?;
                }
                Some(item) if !waits && !item.is_mark() => self.gather()?,
                _ => {}
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
        self.pinned = here as usize;
        for Fixup { at, state } in fixups {
            match &self.state {
                Some(now) if now.items != state.items => return Err(Unfit),
                Some(_) => {}
                None => self.state = Some(state),
            }
            *self.body.steps[at].target().expect("only jumps wait for their place") = here;
        }
        Ok(())
    }

    fn emit(&mut self, step: Step) -> usize {
        if let (Step::Move { to: second, from: other }, Some(Step::Move { to, from })) = (step, self.last_step()) {
            self.body.steps.pop();
            self.body.layouts.pop();
            return self.emit(Step::MoveTwo { to, from, second, other });
        }
        self.body.steps.push(step);
        self.body.layouts.push(self.before.clone());
        self.body.steps.len() - 1
    }

    /// Returns the last instruction if it may change.
    fn last_step(&self) -> Option<Step> {
        let len = self.body.steps.len();
        if self.pinned < len { self.body.steps.last().copied() } else { None }
    }

    /// Emits a jump to the instruction `to` that the resolver wrote.
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
        let (height, items) = (state.height, state.items.len());
        // Each instruction knows the whole stack.
        if items > MAX_REGISTERS {
            return Err(Unfit);
        }
        self.highest = self.highest.max(height);
        self.register(height).map(|_| ())
    }

    /// Pushes a value in its home, and returns the home.
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

    /// Brings an item into its home at `height`, unless it stands in another register. Returns its register.
    fn load(&mut self, item: Item, height: usize) -> Done<Register> {
        let home = self.register(height)?;
        self.highest = self.highest.max(height + 1);
        match item {
            Item::Register(register) => return Ok(register),
            Item::Integer(n) => self.emit(Step::Integer { to: home, n }),
            Item::Constant(index) => self.emit(Step::Constant { to: home, index }),
            Item::Position { slot, first, .. } => {
                self.emit(Step::Position { first, slot });
                // From now on the position stands there in place of its arguments.
                let made = |known: &Item| if *known == item { Item::Register(first) } else { *known };
                self.before.items = self.before.items.iter().map(made).collect();
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
        let mut height = self.bottom;
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

    /// Pops the topmost `count` values into registers side by side, and returns the first.
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
        // From now on that is where they stand.
        let mut before = self.before.items.to_vec();
        if let Some(below) = before.len().checked_sub(count) {
            before
                .iter_mut()
                .skip(below)
                .zip(first..)
                .for_each(|(item, home)| *item = Item::Register(home as Register));
        }
        self.before.items = before.into();
        for _ in 0..count {
            self.pop()?;
        }
        self.register(first)
    }

    /// Translates an operation on the topmost `count` values by a [`Step::General`].
    fn general(&mut self, count: usize) -> Done {
        let first = self.arguments(count)?;
        self.emit(Step::General { to: first });
        self.push(Item::Register(first))
    }

    /// Returns `true` if the code itself assigns to this name.
    fn assigns(&self, slot: u32) -> bool {
        self.assigned.contains(&slot)
    }

    /// Pops a member and adds it to the others.
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

    /// Returns the number of a game.
    fn game(&mut self, slot: u32) -> Done<u16> {
        Registers::game(self.session, slot).ok_or(Unfit)
    }

    fn constant(&mut self, value: &Value) -> Done<Item> {
        if let Value::Integer(n) = value
            && let Ok(n) = i32::try_from(*n)
        {
            return Ok(Item::Integer(n));
        }
        let arena = &mut self.session.machine.registers.arena;
        let word = arena.word(value);
        arena.retain(word);
        Ok(self.constant_word(word))
    }

    fn constant_word(&mut self, word: Word) -> Item {
        let constants = &mut self.body.constants;
        let index = *self.places.entry(word).or_insert_with(|| {
            constants.push(Cell::new(word));
            constants.len() as u32 - 1
        });
        Item::Constant(index)
    }
}

/// Returns the relation that holds between integers if and only if the other does not.
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
