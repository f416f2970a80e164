//! The register machine: runs code on words.
//!
//! Each body is translated when it is first called. An instruction of the register machine knows small integers, booleans and
//! lists; it asks the functions of the stack machine for all other operands. What has no instruction at all is left to the
//! stack machine: it takes over the frames as they stand, in the middle of a statement, and goes on from there. So errors
//! are worded and placed in one way.
//!
//! Who wins a position of a person's game, and its nim-value, are found by the machine itself. The rule is a generator: it
//! gives a move, and waits until it is known whether the move is a good one, which mostly settles the position. Results
//! stand in tables by the arguments; no position is made.

mod ask;
mod builtins;
mod calls;
mod code;
mod explore;
mod general;
mod leave;
mod lists;
mod run;
mod slow;
mod solve;
mod table;
mod translate;
mod word;

use std::rc::Rc;

use dashu_int::ops::BitTest;
use hashbrown::HashTable;
use rustc_hash::FxHashMap;

use super::{DEEPEST_ENTRY, EvalError, FRAME, Keep, Machine, Session, Value, memo};
use crate::eval::globals::{Definition, Global};
use crate::value::code::Op;
use crate::value::list::List;
use crate::value::{Code, Function};
use cg_engine::games::hashing::hash_of;
use cg_engine::games::{Fault, Outcome, Player, deep};
use code::Body;
pub(crate) use code::Question;
use lists::{Lists, MAX_MEMBERS};
use run::Ending;
use table::Table;
use word::{Tag, Word};

/// Words for which there is room above the base of a frame.
const WINDOW: usize = 256;
/// Bytes that arenas may have before the code is left to the stack machine, which frees what is no longer used.
const MAX_ARENA: usize = 512 << 20;
/// Bodies that are kept from one statement to the next.
const MAX_BODIES: usize = 1 << 12;
/// Members from which on a list is kept as a value too, once it has been one.
const LONG_LIST: usize = 16;
/// How much oftener than it comes to its end code may be left to the stack machine before it is no longer tried.
const PATIENCE: u8 = 16;
/// How often the search in a game may come to nothing before it is no longer tried.
const MAX_FAILURES: u8 = 3;
const OUTCOMES: [Outcome; 9] = {
    use Outcome::{D, L, N, NCheck, NHat, P, PCheck, PHat, R};
    [N, P, L, R, D, NHat, PHat, NCheck, PCheck]
};

/// The register machine between instructions, and what it remembers.
#[derive(Default)]
pub(crate) struct Registers {
    words: Vec<Word>,
    frames: Vec<Frame>,
    /// Members that gather, and where those of each list begin.
    gathered: Vec<Word>,
    marks: Vec<u32>,
    /// The nim-values that were seen after the moves of positions that wait: a bit for each.
    seen: Vec<u64>,
    lists: Lists,
    kept: Vec<Value>,
    kept_index: HashTable<u32>,
    held: Vec<Value>,
    /// How many of these something else than registers may refer to.
    lasting: usize,
    /// About the bytes that values in the arenas have on the heap.
    payload: usize,
    /// Lists that are long or hold lists, as values, and whether they are plain.
    list_values: FxHashMap<u32, Rc<List>>,
    plain_lists: FxHashMap<u32, bool>,
    /// The numbers of lists of lists, by where they lie; they are kept so that no other one comes to lie there.
    nested_lists: FxHashMap<usize, (Rc<List>, u32)>,
    bodies: FxHashMap<usize, Translated>,
    functions: Vec<FunctionEntry>,
    games: Vec<GameEntry>,
    function_of: FxHashMap<u32, u16>,
    game_of: FxHashMap<u32, u16>,
    /// The values of global variables, by slot.
    globals: Vec<Option<Word>>,
    generation: u64,
    /// All that can be reached from a position, while it is listed.
    play: Option<Box<explore::Play>>,
    /// The last search that was given up came back to a position under search.
    met_loop: bool,
    /// Loops and calls that are not counted yet, and all that were.
    unpaid: u32,
    paid: u64,
}

/// The code of a body, and what has become of it. The code is kept so that no other one takes its address.
struct Translated {
    _code: Rc<Code>,
    body: Option<Rc<Body>>,
    patience: u8,
}

/// A function of the session.
struct FunctionEntry {
    slot: u32,
    definition: Rc<Definition>,
    body: Option<Rc<Body>>,
    /// Its calls are not remembered.
    is_helper: bool,
    table: Table<Word>,
}

/// A game of the session.
struct GameEntry {
    definition: Rc<Definition>,
    body: Option<Rc<Body>>,
    kind: Option<solve::Kind>,
    tables: [Table<u32>; Question::COUNT],
    failures: u8,
    /// Play has come back to an earlier position.
    is_loopy: bool,
}

/// A body under way.
struct Frame {
    body: Rc<Body>,
    pc: u32,
    base: usize,
    marks: usize,
    purpose: Purpose,
    /// The function without a name whose body it is.
    function: Option<Rc<Function>>,
    /// Effects and steps before it began.
    effects: u64,
    began: u64,
}

/// What a body is run for.
#[derive(Clone, Copy)]
enum Purpose {
    Statement,
    Closure,
    Call {
        function: u16,
        is_kept: bool,
    },
    Moves(solve::Search),
    /// The moves of a position are listed, now those of this player, or of both.
    List {
        mover: Option<Player>,
    },
}

impl Registers {
    /// Forgets everything.
    pub fn clear(&mut self) {
        if self.frames.is_empty() {
            let (paid, generation) = (self.paid, self.generation);
            *self = Registers { paid, generation, ..Registers::default() };
        } else {
            self.forget_results();
        }
    }

    /// Forgets everything, frames that were abandoned included.
    pub fn abandon(&mut self) {
        self.frames.clear();
        self.play = None;
        self.clear();
    }

    /// Forgets the results of calls and of searches.
    fn forget_results(&mut self) {
        for function in &mut self.functions {
            function.table = Table::new(function.definition.parameters.len(), Word::NONE);
        }
        for game in &mut self.games {
            game.tables = std::array::from_fn(|_| Table::new(game.definition.parameters.len(), 0));
        }
    }

    /// Bytes of the arenas.
    fn arena_size(&self) -> usize {
        self.lists.size() + size_of_val(&self.kept[..]) + size_of_val(&self.held[..]) + self.payload
    }

    /// Whether the arenas have so many bytes that what is no longer used should be freed.
    fn is_full(&self, limit: Option<usize>) -> bool {
        self.arena_size() > limit.map_or(MAX_ARENA, |limit| MAX_ARENA.min(limit / 4))
    }

    /// Frees what no statement needs any more, between statements.
    fn give_back(&mut self, limit: Option<usize>) {
        if !self.frames.is_empty() {
            return;
        }
        if self.is_full(limit) {
            return self.clear();
        }
        if self.bodies.len() > MAX_BODIES {
            self.bodies.clear();
        }
        self.held.truncate(self.lasting);
    }

    /// Notes that a word outlasts the statement.
    fn keep(&mut self, word: Word) {
        if word.tag() == Tag::Held {
            self.lasting = self.lasting.max(word.number() + 1);
        }
    }

    /// Brings what depends on the meanings of names up to date.
    fn refresh(&mut self, generation: u64) {
        if self.generation == generation {
            return;
        }
        self.generation = generation;
        self.globals.clear();
        self.bodies.retain(|_, translated| !translated.body.as_ref().is_some_and(|body| body.is_provisional));
        for body in self.functions.iter_mut().map(|f| &mut f.body).chain(self.games.iter_mut().map(|g| &mut g.body)) {
            body.take_if(|body| body.is_provisional);
        }
    }

    /// The body of this code, or `None` if the register machine cannot run it.
    fn body(session: &mut Session, code: &Rc<Code>) -> Option<Rc<Body>> {
        let address = Rc::as_ptr(code).addr();
        if let Some(translated) = session.machine.registers.bodies.get(&address) {
            return translated.body.clone().filter(|_| translated.patience > 0);
        }
        let body = translate::translate(session, code).ok().map(Rc::new);
        let translated = Translated { _code: code.clone(), body: body.clone(), patience: PATIENCE };
        session.machine.registers.bodies.insert(address, translated);
        body
    }

    /// Notes that a body has come to its end, or has been left to the stack machine.
    fn note(&mut self, code: &Rc<Code>, is_done: bool) {
        if let Some(translated) = self.bodies.get_mut(&Rc::as_ptr(code).addr()) {
            let patience = &mut translated.patience;
            *patience = if is_done { PATIENCE.min(*patience + 1) } else { patience.saturating_sub(1) };
        }
    }

    /// The number of a function of the session.
    fn function(session: &mut Session, slot: u32) -> Option<u16> {
        let registers = &mut session.machine.registers;
        if let Some(&number) = registers.function_of.get(&slot) {
            return Some(number);
        }
        let Global::Function(definition) = session.globals.get(slot) else { return None };
        let definition = definition.clone();
        let is_helper = super::helpers::is_cheap(session, slot, &definition);
        let table = Table::new(definition.parameters.len(), Word::NONE);
        let registers = &mut session.machine.registers;
        let number = u16::try_from(registers.functions.len()).ok()?;
        registers.functions.push(FunctionEntry { slot, definition, body: None, is_helper, table });
        registers.function_of.insert(slot, number);
        Some(number)
    }

    /// The number of a game of the session.
    fn game(session: &mut Session, slot: u32) -> Option<u16> {
        let registers = &mut session.machine.registers;
        if let Some(&number) = registers.game_of.get(&slot) {
            return Some(number);
        }
        let Global::Game(definition, _) = session.globals.get(slot) else { return None };
        let definition = definition.clone();
        let tables = std::array::from_fn(|_| Table::new(definition.parameters.len(), 0));
        let number = u16::try_from(registers.games.len()).ok()?;
        registers.games.push(GameEntry { definition, body: None, kind: None, tables, failures: 0, is_loopy: false });
        registers.game_of.insert(slot, number);
        Some(number)
    }

    /// The word for a value.
    fn word(&mut self, value: &Value) -> Word {
        match value {
            Value::Integer(n) if let Some(word) = Word::integer(*n) => word,
            Value::Boolean(holds) => Word::boolean(*holds),
            Value::Outcome(outcome) => Word::outcome(*outcome),
            // A range may stand for an index where another list may not.
            Value::List(list) | Value::Set(list) if list.len() > MAX_MEMBERS as u64 && list.as_range().is_none() => {
                self.hold(value.clone())
            }
            Value::List(list) if list.as_range().is_none() => Word::list(self.list_number(list)),
            Value::Set(list) => Word::of(Tag::Set, u64::from(self.list_number(list))),
            Value::Function(_) | Value::Ruleset(_) | Value::Report(_) | Value::Table(_) => self.hold(value.clone()),
            _ => {
                let kept = &self.kept;
                let hash = hash_of(value);
                if let Some(&number) = self.kept_index.find(hash, |&i| kept[i as usize] == *value) {
                    return Word::of(Tag::Kept, number.into());
                }
                let number = kept.len() as u32;
                self.kept_index.insert_unique(hash, number, |&i| hash_of(&kept[i as usize]));
                self.kept.push(value.clone());
                self.payload += heap_bytes(value);
                Word::of(Tag::Kept, number.into())
            }
        }
    }

    /// The word for a value that is not looked for among the others.
    fn hold(&mut self, value: Value) -> Word {
        self.payload += heap_bytes(&value);
        self.held.push(value);
        Word::of(Tag::Held, self.held.len() as u64 - 1)
    }

    fn list_number(&mut self, list: &Rc<List>) -> u32 {
        let address = Rc::as_ptr(list).addr();
        if list.depth() > 1
            && let Some((_, number)) = self.nested_lists.get(&address)
        {
            return *number;
        }
        let members: Vec<Word> = list.iter().map(|member| self.word(&member)).collect();
        let number = self.lists.list(&members);
        if list.depth() > 1 {
            self.nested_lists.insert(address, (list.clone(), number));
        }
        // A list outlasts the statement.
        members.iter().for_each(|&member| self.keep(member));
        if members.len() >= LONG_LIST || self.lists.is_nested(number as usize) {
            self.list_values.entry(number).or_insert_with(|| list.clone());
        }
        number
    }

    /// The value of a word.
    fn value(&mut self, word: Word) -> Value {
        match word.tag() {
            Tag::Integer => Value::Integer(word.value()),
            Tag::Boolean => Value::Boolean(word == Word::TRUE),
            Tag::Outcome => Value::Outcome(OUTCOMES[word.number()]),
            Tag::List => Value::List(self.list_value(word.number())),
            Tag::Set => Value::Set(self.list_value(word.number())),
            Tag::Kept => self.kept[word.number()].clone(),
            // A register that is not written yet may name a value of an earlier statement.
            Tag::Held => self.held.get(word.number()).cloned().unwrap_or_default(),
            Tag::None => Value::Nothing,
        }
    }

    fn list_value(&mut self, number: usize) -> Rc<List> {
        if let Some(list) = self.list_values.get(&(number as u32)) {
            return list.clone();
        }
        let members: Vec<Word> = self.lists.members(number).collect();
        let is_long = members.len() >= LONG_LIST || self.lists.is_nested(number);
        let members = members.into_iter().map(|member| self.value(member)).collect();
        let list = Rc::new(List::new(members));
        if is_long {
            self.list_values.insert(number as u32, list.clone());
        }
        list
    }

    /// Whether two words are the same value, if that is told without a look at what they are worth.
    fn are_same(&mut self, a: Word, b: Word) -> Option<bool> {
        match (a.tag(), b.tag()) {
            (Tag::Integer, Tag::Integer) | (Tag::Boolean, Tag::Boolean) | (Tag::Outcome, Tag::Outcome) => Some(a == b),
            (Tag::List, Tag::List) | (Tag::Set, Tag::Set) if self.is_plain(a.number()) && self.is_plain(b.number()) => {
                Some(a == b)
            }
            (Tag::Kept, Tag::Kept) if self.is_plain_value(a) && self.is_plain_value(b) => Some(a == b),
            _ => None,
        }
    }

    fn is_plain_value(&self, word: Word) -> bool {
        matches!(self.kept[word.number()], Value::Text(_) | Value::Number(_) | Value::Integer(_))
    }

    /// Whether it is a board. Rules on boards are searched by the engine, which knows more of them.
    fn is_board(&self, word: Word) -> bool {
        word.tag() == Tag::Kept && matches!(self.kept[word.number()], Value::Board(_))
    }

    /// Whether a list holds nothing but integers, booleans, texts, and lists of such.
    fn is_plain(&mut self, number: usize) -> bool {
        if self.lists.holds_bytes(number) {
            return true;
        }
        if !self.lists.is_nested(number) {
            return self.lists.members(number).all(|member| self.is_plain_member(member));
        }
        if let Some(&known) = self.plain_lists.get(&(number as u32)) {
            return known;
        }
        let members: Vec<Word> = self.lists.members(number).collect();
        let is_plain = members.into_iter().all(|member| match member.tag() {
            Tag::List | Tag::Set => self.is_plain(member.number()),
            _ => self.is_plain_member(member),
        });
        self.plain_lists.insert(number as u32, is_plain);
        is_plain
    }

    /// Whether it is an integer, a boolean or a text.
    fn is_plain_member(&self, word: Word) -> bool {
        match word.tag() {
            Tag::Integer | Tag::Boolean => true,
            Tag::Kept => self.is_plain_value(word),
            _ => false,
        }
    }

    /// Steps that were made.
    fn steps(&self) -> u64 {
        self.paid + u64::from(self.unpaid)
    }
}

/// About the bytes that a value has on the heap.
fn heap_bytes(value: &Value) -> usize {
    match value {
        Value::Number(x) => (x.numerator().bit_len() + x.denominator().bit_len()) / 8,
        Value::Text(text) => text.len(),
        Value::List(list) | Value::Set(list) if list.holds_values() => list.len() as usize * size_of::<Value>(),
        _ => 0,
    }
}

/// What the register machine has come to.
pub(super) enum Run {
    /// A value.
    Done(Value),
    /// The stack machine goes on with the frames that have been pushed.
    Left,
}

/// Runs the code of a statement, if the register machine can.
pub(super) fn statement(cx: &mut Session, code: &Rc<Code>) -> Result<Option<Run>, EvalError> {
    cx.machine.registers.refresh(cx.globals.generation());
    // The body of a game without parameters is no statement.
    if matches!(code.ops.last(), Some(Op::ReturnMoves { .. })) {
        return Ok(None);
    }
    cx.machine.registers.give_back(cx.games.budget.memory_limit());
    let Ok(body) = translate::translate(cx, code) else { return Ok(None) };
    let base = base_of_entry(&cx.machine);
    start(cx, Rc::new(body), base, Purpose::Statement, None).map(Some)
}

/// Calls a function with the topmost values of the stack machine, if the register machine can; takes them away then.
pub(super) fn call(cx: &mut Session, slot: u32, count: usize) -> Result<Option<Run>, EvalError> {
    cx.machine.registers.refresh(cx.globals.generation());
    if cx.machine.registers.frames.is_empty() && cx.machine.registers.is_full(cx.games.budget.memory_limit()) {
        cx.machine.registers.clear();
    }
    let Some(number) = Registers::function(cx, slot) else { return Ok(None) };
    let code = cx.machine.registers.functions[number as usize].definition.code.clone();
    let Some(body) = Registers::body(cx, &code) else { return Ok(None) };
    let base = base_of_entry(&cx.machine);
    run::make_room(cx, base)?;
    let from = cx.machine.stack.len() - count;
    if cx.machine.stack[from..].iter().any(|argument| matches!(argument, Value::Board(_))) {
        return Ok(None);
    }
    for i in 0..count {
        let Machine { stack, registers, .. } = &mut cx.machine;
        let word = registers.word(&stack[from + i]);
        registers.words[base + i] = word;
    }
    let registers = &mut cx.machine.registers;
    let arguments = &registers.words[base..base + count];
    let function = &mut registers.functions[number as usize];
    let is_kept = !function.is_helper && is_memorable(arguments);
    if is_kept {
        match function.table.get(arguments) {
            Word::NONE => function.table.set(arguments, Word::OPEN),
            Word::OPEN => return Ok(None),
            known => {
                cx.machine.stack.truncate(from);
                return Ok(Some(Run::Done(cx.machine.registers.value(known))));
            }
        }
    }
    cx.machine.stack.truncate(from);
    start(cx, body, base, Purpose::Call { function: number, is_kept }, None).map(Some)
}

/// Calls a function without a name, if the register machine can.
pub(super) fn call_closure(
    cx: &mut Session,
    function: &Rc<Function>,
    arguments: &[Value],
) -> Result<Option<Run>, EvalError> {
    let Function::Closure { code, .. } = &**function else { return Ok(None) };
    if code.parameters as usize != arguments.len() {
        return Ok(None);
    }
    cx.machine.registers.refresh(cx.globals.generation());
    let Some(body) = Registers::body(cx, code) else { return Ok(None) };
    let base = base_of_entry(&cx.machine);
    run::make_room(cx, base)?;
    let registers = &mut cx.machine.registers;
    for (i, argument) in arguments.iter().enumerate() {
        let word = registers.word(argument);
        registers.words[base + i] = word;
    }
    calls::put_captured(registers, base, function);
    start(cx, body, base, Purpose::Closure, Some(function.clone())).map(Some)
}

/// Whether the result of a call with these arguments can be remembered.
#[inline]
fn is_memorable(arguments: &[Word]) -> bool {
    !arguments.is_empty() && !arguments.iter().any(|argument| argument.tag() == Tag::Held)
}

/// The base of a frame that is entered from outside.
fn base_of_entry(machine: &Machine) -> usize {
    machine.registers.frames.last().map_or(0, |frame| frame.base + frame.body.size)
}

fn start(
    cx: &mut Session,
    body: Rc<Body>,
    base: usize,
    purpose: Purpose,
    function: Option<Rc<Function>>,
) -> Result<Run, EvalError> {
    if cx.machine.entries >= DEEPEST_ENTRY {
        return Err(Fault::Recursion { depth: DEEPEST_ENTRY }.into());
    }
    run::make_room(cx, base)?;
    let floor = cx.machine.registers.frames.len();
    let code = body.code.clone();
    run::push(cx, body, base, purpose);
    if let Some(frame) = cx.machine.registers.frames.last_mut() {
        frame.function = function;
    }
    cx.machine.entries += 1;
    let ending = deep::level(FRAME, || run::run(cx, floor));
    cx.machine.entries = cx.machine.entries.saturating_sub(1);
    match ending? {
        Ending::Done(word) => {
            cx.machine.registers.note(&code, true);
            Ok(Run::Done(cx.machine.registers.value(word)))
        }
        Ending::Left => {
            cx.machine.registers.note(&code, false);
            Ok(Run::Left)
        }
        Ending::Failed(trouble) => Err(trouble),
        Ending::Unknown => unreachable!("only a search gives up"),
    }
}
