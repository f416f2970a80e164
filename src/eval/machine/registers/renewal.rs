//! Frees what is no longer used in the middle of a statement.
//!
//! The words of registers, of lists under construction and of the constants of frames become values. Then everything
//! is forgotten, and the values become words again.

use super::arena::value_of;
use super::{Purpose, Registers, Session, Table, Value, Word};

/// Returns the value of a word if it is in an arena, so that the word must be renewed; `None` for any other word.
fn hold(cx: &mut Session, word: Word) -> Option<Value> {
    (word.is_in_arena() && cx.machine.registers.arena.is_valid(word)).then(|| value_of(cx, word))
}

/// Frees what is no longer used, unless that has been tried before and little was freed. No search may be under way.
pub(super) fn renew(cx: &mut Session) {
    if cx.machine.registers.is_crowded {
        return;
    }
    let Some(top) = cx.machine.registers.frames.last().map(|frame| frame.base + frame.body.size) else { return };
    let mut bodies: Vec<_> = cx.machine.registers.frames.iter().map(|frame| frame.body.clone()).collect();
    bodies.sort_unstable_by_key(|body| body.as_ref() as *const _ as usize);
    bodies.dedup_by(|a, b| std::rc::Rc::ptr_eq(a, b));
    let words: Vec<Option<Value>> = (0..top).map(|i| hold(cx, cx.machine.registers.words[i])).collect();
    let gathered: Vec<Option<Value>> =
        (0..cx.machine.registers.gathered.len()).map(|i| hold(cx, cx.machine.registers.gathered[i])).collect();
    let constants: Vec<Vec<Option<Value>>> =
        bodies.iter().map(|body| body.constants.iter().map(|word| hold(cx, word.get())).collect()).collect();
    let registers = &mut cx.machine.registers;
    let size = registers.arena.size();
    registers.forget_words();
    let Registers { arena, words: registers_words, gathered: members, .. } = registers;
    for (word, value) in registers_words.iter_mut().zip(words) {
        match value {
            Some(value) => *word = arena.word(&value),
            // A register that is not written yet may have a word whose value is forgotten.
            None if word.is_in_arena() => *word = Word::default(),
            None => {}
        }
    }
    for (word, value) in members.iter_mut().zip(gathered) {
        if let Some(value) = value {
            *word = arena.word(&value);
        }
    }
    for (body, constants) in bodies.iter().zip(constants) {
        for (word, value) in body.constants.iter().zip(constants) {
            if let Some(value) = value {
                word.set(arena.word(&value));
                arena.retain(word.get());
            }
        }
    }
    registers.is_crowded = registers.arena.size() > size / 2;
    for i in 0..registers.frames.len() {
        let frame = &registers.frames[i];
        if let Purpose::Call { function, is_remembered: true } = frame.purpose {
            let entry = &mut registers.functions[function as usize];
            let count = entry.arity();
            entry.set_result(&registers.words[frame.base..][..count], Word::OPEN);
        }
    }
}

impl Registers {
    /// Forgets all words, and what is known of them. Those of the frames must be renewed.
    fn forget_words(&mut self) {
        self.arena.forget();
        self.globals.clear();
        self.bodies.clear();
        for function in &mut self.functions {
            (function.body, function.results) = (None, Table::new(function.arity()));
        }
        for game in &mut self.games {
            (game.body, game.kind) = (None, None);
            game.numbers = Table::new(game.arity());
            game.tables = std::array::from_fn(|_| Table::new(game.arity()));
        }
    }
}
