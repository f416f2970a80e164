//! The register machine: runs code on words.
//!
//! Each body is translated when it is first called. The loop knows small integers, booleans and lists; for all other operands
//! an instruction calls the functions that know all kinds of values. So errors are worded and placed in one way.
//!
//! The machine itself finds who wins a position of a person's game, its nim-value and its remoteness. The rule is a generator:
//! it yields a move and waits until the position after the move is solved; mostly one move settles the question. Answers are
//! stored in tables by the arguments, and no position is interned.

mod arena;
mod ask;
mod boards;
mod builtins;
mod calls;
mod code;
mod dictionaries;
mod dicts;
mod ending;
mod entries;
mod entry;
mod explore;
mod general;
mod lists;
mod moves;
mod polynomials;
mod positions;
mod renewal;
mod run;
mod slow;
mod solve;
mod table;
mod texts;
mod translate;
mod word;

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::{DEEPEST_ENTRY, EvalError, FRAME, Machine, Session, Value};
use crate::eval::globals::{Definition, Global};
use crate::value::Code;
use arena::{Arena, value_of};
pub(crate) use ask::{nim_value_by_rule, outcome_by_rule, p_positions_by_rule, winning_moves_by_rule};
use cg_engine::games::{Fault, Player};
use cg_engine::positions::RulesetId;
use code::Body;
pub(crate) use code::Question;
pub(super) use entry::{call, call_closure, statement};
pub(super) use moves::list_moves;
pub(crate) use moves::{Request, count_moves};
use table::Table;
use word::{Kinds, Tag, Word};

/// The number of words above the base of a frame that its instructions may name.
const WINDOW: usize = 256;
/// The largest number of translated bodies that outlast a statement.
const MAX_BODIES: usize = 1 << 12;
/// A game is no longer searched here after this many searches that found nothing.
const MAX_FAILURES: u8 = 3;

/// The state of the register machine, and what it remembers from one statement to the next.
#[derive(Default)]
pub(crate) struct Registers {
    words: Vec<Word>,
    frames: Vec<Frame>,
    /// The members of lists under construction, and where those of each list begin.
    gathered: Vec<Word>,
    marks: Vec<u32>,
    /// For each position under search a set of bits: the nim-values of its options.
    seen: Vec<u64>,
    arena: Arena,
    bodies: Bodies,
    functions: Vec<FunctionEntry>,
    games: Vec<GameEntry>,
    function_numbers: FxHashMap<u32, u16>,
    game_numbers: FxHashMap<u32, u16>,
    /// The values of global variables, by slot.
    globals: Vec<Option<Word>>,
    /// The generation of names for which `globals` and provisional bodies hold.
    generation: u64,
    /// The positions that can be reached from one, while they are being listed.
    play: Option<Box<explore::Play>>,
    /// The moves of a position, while they are being listed for the engine.
    listing: Option<moves::Listing>,
    /// `true` if the last search was given up because play came back to a position under search.
    met_loop: bool,
    /// The instruction of the resolver that has failed, if another one stands beside the present instruction.
    failed_at: Option<u32>,
    /// `true` if little could be freed in the middle of the present statement.
    is_crowded: bool,
    /// Rounds of loops and calls that are not charged to the budget yet, and all that were.
    unpaid: u32,
    paid: u64,
}

/// The translations of bodies, by the addresses of their code. One that counts moves stands beside one that does not.
type Bodies = FxHashMap<(usize, bool), Translation>;

/// The translation of a body, with its code, which is retained so that its address is not used again.
struct Translation {
    _code: Rc<Code>,
    body: Rc<Body>,
}

/// A function of the session.
struct FunctionEntry {
    definition: Rc<Definition>,
    body: Option<Rc<Body>>,
    /// `true` if its calls are not remembered.
    is_helper: bool,
    /// The results of its calls. A word is stored so that 0 means an unknown result.
    results: Table<u64>,
}

/// A game of the session.
struct GameEntry {
    definition: Rc<Definition>,
    ruleset: RulesetId,
    /// The number of each position, plus 1.
    numbers: Table<u32>,
    body: Option<Rc<Body>>,
    kind: Option<solve::Kind>,
    /// A table of its positions for each question: see [`solve`].
    tables: [Table<u32>; Question::COUNT],
    failures: u8,
    /// `true` if play has come back to an earlier position.
    is_loopy: bool,
}

/// A body under way.
struct Frame {
    body: Rc<Body>,
    pc: u32,
    base: usize,
    /// The number of marks when it began.
    marks: usize,
    purpose: Purpose,
    /// The effects and the steps of the machine when it began.
    effects: u64,
    began: u64,
}

/// The reason why a body is run.
#[derive(Clone, Copy)]
enum Purpose {
    Statement,
    Closure,
    Call {
        function: u16,
        is_remembered: bool,
    },
    /// A position is searched.
    Moves(solve::Search),
    /// The moves of a position are listed, those of `mover` now, or of both players.
    List {
        mover: Option<Player>,
    },
    /// The moves of a position are listed for the engine, or only counted.
    Targets {
        is_counted: bool,
    },
}

impl FunctionEntry {
    #[inline(always)]
    fn arity(&self) -> usize {
        self.results.arity()
    }

    /// Returns the result of a call, [`Word::NONE`] if it is unknown, or [`Word::OPEN`] if the call is under way.
    #[inline(always)]
    fn result(&self, arguments: &[Word]) -> Word {
        Word(self.results.get(arguments) ^ Word::NONE.0)
    }

    #[inline(always)]
    fn set_result(&mut self, arguments: &[Word], result: Word) {
        self.results.set(arguments, result.0 ^ Word::NONE.0);
    }
}

impl GameEntry {
    #[inline(always)]
    fn arity(&self) -> usize {
        self.numbers.arity()
    }

    /// Returns what is known of a position.
    #[inline(always)]
    fn cell(&self, question: Question, arguments: &[Word]) -> u32 {
        self.tables[question as usize].get(arguments)
    }

    fn set_cell(&mut self, question: Question, arguments: &[Word], cell: u32) {
        self.tables[question as usize].set(arguments, cell);
    }
}

impl Frame {
    fn new(body: Rc<Body>, base: usize, purpose: Purpose, machine: &Machine) -> Frame {
        let Machine { registers, effects, .. } = machine;
        let (marks, began) = (registers.marks.len(), registers.steps());
        Frame { body, pc: 0, base, marks, purpose, effects: *effects, began }
    }

    /// Returns `true` if its result is a value.
    #[inline]
    fn is_call(&self) -> bool {
        matches!(self.purpose, Purpose::Call { .. } | Purpose::Closure)
    }

    /// Returns `true` if it can be given up without a trace.
    fn is_search(&self) -> bool {
        matches!(self.purpose, Purpose::Moves(_) | Purpose::List { .. } | Purpose::Targets { is_counted: true })
    }
}

impl Registers {
    /// Returns `true` if a rule of a game is under way that began after `effects` effects. Frames below were examined at the
    /// last effect, so that many effects in a deep recursion take linear time.
    pub fn has_rule_since(&self, effects: u64) -> bool {
        let mut since = self.frames.iter().rev().take_while(|frame| frame.effects == effects);
        since.any(|frame| !frame.is_call() && !matches!(frame.purpose, Purpose::Statement))
    }

    /// Forgets everything. Frames that are under way keep what they refer to, their code too; other code is translated again,
    /// for among its constants there may be values that are given back.
    pub fn clear(&mut self) {
        if self.frames.is_empty() {
            let (paid, generation) = (self.paid, self.generation);
            *self = Registers { paid, generation, ..Registers::default() };
            return;
        }
        self.forget_code();
        for function in &mut self.functions {
            function.results = Table::new(function.arity());
        }
        for game in &mut self.games {
            game.tables = std::array::from_fn(|_| Table::new(game.arity()));
        }
        self.arena.forget_engine();
    }

    /// Forgets everything, together with frames that a panic or a failure has left behind.
    pub fn abandon(&mut self) {
        self.frames.clear();
        (self.play, self.listing) = (None, None);
        self.clear();
    }

    /// Frees what no statement needs any more. `limit` is the memory limit.
    fn give_back(&mut self, limit: Option<usize>) {
        self.give_back_if_full(limit);
        if self.frames.is_empty() {
            self.is_crowded = false;
            if self.bodies.len() > MAX_BODIES {
                self.bodies.clear();
            }
            self.arena.free_held();
        }
    }

    /// Forgets everything if the arenas are full and nothing is under way.
    fn give_back_if_full(&mut self, limit: Option<usize>) {
        if self.frames.is_empty() && self.arena.is_full(limit) {
            self.clear();
        }
    }

    /// Drops what depends on names that have another meaning in this generation.
    fn refresh(&mut self, generation: u64) {
        if self.generation == generation {
            return;
        }
        self.generation = generation;
        self.globals.clear();
        let is_provisional = |body: &Option<Rc<Body>>| body.as_ref().is_some_and(|body| body.is_provisional);
        self.bodies.retain(|_, translation| !translation.body.is_provisional);
        for function in self.functions.iter_mut().filter(|function| is_provisional(&function.body)) {
            function.body = None;
        }
        if self.games.iter().any(|game| is_provisional(&game.body)) {
            for game in &mut self.games {
                (game.body, game.kind, game.failures) = (None, None, 0);
            }
        }
    }

    /// Forgets the function or game that a name stood for, and all code that may call it.
    fn forget_code_of(&mut self, slot: u32) {
        self.function_numbers.remove(&slot);
        self.game_numbers.remove(&slot);
        self.forget_code();
    }

    fn forget_code(&mut self) {
        self.bodies.clear();
        self.functions.iter_mut().for_each(|function| function.body = None);
        for game in &mut self.games {
            (game.body, game.kind) = (None, None);
        }
    }

    /// Notes that a global variable has this value in the present generation.
    fn set_global(&mut self, slot: u32, word: Word) {
        let slot = slot as usize;
        if self.globals.len() <= slot {
            self.globals.resize(slot + 1, None);
        }
        self.arena.retain(word);
        self.globals[slot] = Some(word);
    }

    /// Returns the translation of this code.
    ///
    /// # Errors
    /// It is too large.
    fn body(session: &mut Session, code: &Rc<Code>) -> Result<Rc<Body>, Fault> {
        Registers::body_that(session, code, false)
    }

    /// Returns the translation of this code that counts moves, or the one that does not.
    ///
    /// # Errors
    /// It is too large.
    fn body_that(session: &mut Session, code: &Rc<Code>, counts_moves: bool) -> Result<Rc<Body>, Fault> {
        let key = (Rc::as_ptr(code).addr(), counts_moves);
        if let Some(known) = session.machine.registers.bodies.get(&key) {
            return Ok(known.body.clone());
        }
        let body = Rc::new(translate::translate(session, code, counts_moves)?);
        session.machine.registers.arena.retained += 1;
        let translation = Translation { _code: code.clone(), body: body.clone() };
        session.machine.registers.bodies.insert(key, translation);
        Ok(body)
    }

    /// Returns the number of a function of the session.
    ///
    /// # Errors
    /// There are too many.
    fn function(session: &mut Session, slot: u32) -> Result<u16, Fault> {
        if let Some(&number) = session.machine.registers.function_numbers.get(&slot) {
            return Ok(number);
        }
        let Global::Function(definition) = session.globals.get(slot) else { unreachable!("a function") };
        let definition = definition.clone();
        let is_helper = super::helpers::is_helper(session, slot);
        let results = Table::new(definition.parameters.len());
        let registers = &mut session.machine.registers;
        let number = u16::try_from(registers.functions.len()).map_err(|_| {
            let limit = u16::MAX.to_string();
            Fault::TooLarge { what: "number of functions", size: registers.functions.len().to_string(), limit }
        })?;
        registers.functions.push(FunctionEntry { definition, body: None, is_helper, results });
        registers.function_numbers.insert(slot, number);
        Ok(number)
    }

    /// Returns the number of a game of the session. `None` if the name is no longer that of a game, or if there are too many.
    fn game(session: &mut Session, slot: u32) -> Option<u16> {
        let Session { machine: Machine { registers, .. }, globals, .. } = session;
        if let Some(&number) = registers.game_numbers.get(&slot) {
            return Some(number);
        }
        let Global::Game(definition, ruleset) = globals.get(slot) else { return None };
        let (definition, ruleset) = (definition.clone(), *ruleset);
        let numbers = Table::new(definition.parameters.len());
        let tables = std::array::from_fn(|_| Table::new(definition.parameters.len()));
        let number = u16::try_from(registers.games.len()).ok()?;
        registers.games.push(GameEntry {
            definition,
            ruleset,
            numbers,
            body: None,
            kind: None,
            tables,
            failures: 0,
            is_loopy: false,
        });
        registers.game_numbers.insert(slot, number);
        Some(number)
    }

    /// Returns the number of steps since the session began.
    fn steps(&self) -> u64 {
        self.paid + u64::from(self.unpaid)
    }

    /// Drops the members that were gathered since there were `marks` marks.
    fn cut_gathered(&mut self, marks: usize) {
        if let Some(&start) = self.marks.get(marks) {
            self.gathered.truncate(start as usize);
        }
        self.marks.truncate(marks);
    }

    /// Notes that a call is no longer under way.
    fn reopen_call(&mut self, frame: &Frame) {
        if let Purpose::Call { function, is_remembered: true } = frame.purpose {
            let function = &mut self.functions[function as usize];
            let count = function.arity();
            function.set_result(&self.words[frame.base..][..count], Word::NONE);
        }
    }
}

/// Returns the value in the register at this place of the words.
fn value_at(cx: &mut Session, place: usize) -> Value {
    let word = cx.machine.registers.words[place];
    value_of(cx, word)
}

/// Returns the values in `count` registers from this place on.
fn values_at(cx: &mut Session, place: usize, count: usize) -> Vec<Value> {
    (place..place + count).map(|place| value_at(cx, place)).collect()
}

/// Returns `true` if the result of a call with arguments of these kinds can be remembered.
#[inline(always)]
fn is_memorable(kinds: Kinds) -> bool {
    !kinds.is_empty() && !kinds.has(Tag::Held)
}
