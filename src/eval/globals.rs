//! Global names: a person's definitions, and the rows of the table of built-ins.

use std::collections::VecDeque;
use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::builtin::Builtin;
use super::descents::Descents;
use super::held::Held;
use super::modules::Modules;
use super::role::Role;
use super::steps::StepRule;
use super::undo::{MAX_UNDOABLE, Undoable};
use crate::source::Span;
use crate::value::board::Claims;
use crate::value::code::{Code, Op};
use crate::value::{Ruleset, Value};
use cg_engine::games::hashing::FastMap;
use cg_engine::laws::LinearRule;
use cg_engine::positions::RulesetId;

/// A function or a game of the session.
#[derive(Debug)]
pub(crate) struct Definition {
    pub name: Rc<str>,
    pub parameters: Vec<Rc<str>>,
    /// The variables that hold the defaults of the last parameters.
    pub defaults: Vec<u32>,
    pub code: Rc<Code>,
    pub game: bool,
    /// The claims about a game on a board.
    pub claims: Claims,
    /// The rule of a game as data, if its options have no end.
    pub law: Option<LinearRule>,
    /// The rule of a game of one heap that moves up and down by fixed steps, as data.
    pub steps: Option<StepRule>,
    /// The options of a game that can be taken again and again.
    pub descents: Descents,
}

impl Definition {
    /// Returns the name and the parameters, those that may be left out as for a built-in: `power(n, k?)`.
    pub fn signature(&self) -> String {
        signature(&self.name, self.parameters.iter().map(|name| &**name), self.defaults.len())
    }
}

/// Returns the signature of a function whose last parameters have defaults.
pub fn signature<'n>(name: &str, parameters: impl ExactSizeIterator<Item = &'n str>, defaults: usize) -> String {
    let first_optional = parameters.len() - defaults;
    let shown = |(i, name): (usize, &str)| format!("{name}{}", if i < first_optional { "" } else { "?" });
    let parameters: Vec<String> = parameters.enumerate().map(shown).collect();
    format!("{name}({})", parameters.join(", "))
}

impl Definition {
    /// Returns `true` if a game has no moves of its own: its body is another position, such as a sum of parts.
    pub fn hands_on(&self) -> bool {
        self.game && !self.code.ops.iter().any(|op| matches!(op, Op::ReturnMoves { .. } | Op::AddMoves))
    }

    /// Returns `true` if the rule of a game is known as data of impartial moves.
    pub fn is_data(&self) -> bool {
        self.law.is_some() || self.steps.is_some()
    }
}

/// The meaning of a global name.
#[derive(Clone, Debug)]
pub(crate) enum Global {
    Unset,
    Variable(Value),
    Function(Rc<Definition>),
    Game(Rc<Definition>, RulesetId),
}

/// Global names and their slots, and the built-ins behind them. A slot never changes its name.
pub(crate) struct Globals {
    pub builtins: BuiltinTable,
    slots: FxHashMap<Rc<str>, u32>,
    names: Vec<Rc<str>>,
    values: Vec<Global>,
    /// Two flags of each name: [`IS_REPLACED`] and [`IS_IN_ANSWERS`].
    flags: Vec<u8>,
    /// Names without a value whose definition failed, and where it stands.
    failed: FxHashMap<u32, Span>,
    /// The earlier meaning of each name that the current statement has bound.
    replaced: Vec<(u32, Global)>,
    /// The latest definitions that can be undone, the last one at the end. `None` if undoing is off.
    undoable: Option<VecDeque<Undoable>>,
    /// Grows whenever a name gets another meaning.
    generation: u64,
    /// The texts that `import` names.
    pub modules: Modules,
    /// Values that a program around the session keeps.
    pub held: Held,
    /// The rulesets on heaps whose moves others have, by their text.
    pub heap_bases: FastMap<Arc<str>, Rc<Ruleset>>,
    /// `true` if the uses of names in a text are noted when it is prepared, for an editor.
    pub notes_uses: bool,
}

/// The current statement has bound the name.
const IS_REPLACED: u8 = 1;
/// Remembered answers may depend on the name: a body refers to it, or it is that of a function or a game, which occurs in
/// positions.
const IS_IN_ANSWERS: u8 = 2;

impl Globals {
    /// Returns the globals with no names but those of built-ins.
    pub fn new(builtins: BuiltinTable) -> Globals {
        Globals {
            builtins,
            slots: FxHashMap::default(),
            names: Vec::new(),
            values: Vec::new(),
            flags: Vec::new(),
            failed: FxHashMap::default(),
            replaced: Vec::new(),
            undoable: None,
            generation: 0,
            modules: Modules::default(),
            held: Held::default(),
            heap_bases: FastMap::default(),
            notes_uses: false,
        }
    }

    /// Forgets all names but those of built-ins, and all values that are kept.
    pub fn forget(&mut self) {
        let undoable = self.undoable.as_ref().map(|_| VecDeque::new());
        let (mut held, notes_uses) = (std::mem::take(&mut self.held), self.notes_uses);
        held.clear();
        let none = BuiltinTable::new(std::iter::empty());
        let builtins = std::mem::replace(&mut self.builtins, none);
        *self = Globals { undoable, held, notes_uses, ..Globals::new(builtins) };
    }

    pub fn slot(&mut self, name: &str) -> u32 {
        if let Some(&slot) = self.slots.get(name) {
            return slot;
        }
        let slot = self.names.len() as u32;
        let name: Rc<str> = name.into();
        self.slots.insert(name.clone(), slot);
        self.names.push(name);
        self.values.push(Global::Unset);
        self.flags.push(0);
        slot
    }

    /// Returns the slot of a name, or `None` if it has none.
    pub fn slot_of(&self, name: &str) -> Option<u32> {
        self.slots.get(name).copied()
    }

    pub fn get(&self, slot: u32) -> &Global {
        &self.values[slot as usize]
    }

    /// Returns the claims about a game.
    pub fn claims_of(&self, slot: u32) -> Option<&Claims> {
        match self.get(slot) {
            Global::Game(definition, _) => Some(&definition.claims),
            _ => None,
        }
    }

    /// Gives a name its meaning. [`Globals::restore`] takes it back, unless [`Globals::keep`] is called first.
    pub fn set(&mut self, slot: u32, global: Global) {
        let flags = &mut self.flags[slot as usize];
        if matches!(global, Global::Function(_) | Global::Game(..)) {
            *flags |= IS_IN_ANSWERS;
        }
        let old = std::mem::replace(&mut self.values[slot as usize], global);
        if *flags & IS_REPLACED == 0 {
            *flags |= IS_REPLACED;
            self.replaced.push((slot, old));
            self.failed.remove(&slot);
        }
        self.generation += 1;
    }

    /// Gives a variable another integer. Returns `false`, with nothing changed, unless the current statement has bound it before
    /// and no remembered answer may depend on it.
    #[inline]
    pub fn set_integer(&mut self, slot: u32, n: i64) -> bool {
        let is_own = self.flags[slot as usize] == IS_REPLACED;
        match &mut self.values[slot as usize] {
            Global::Variable(value) if is_own => {
                *value = Value::Integer(n);
                true
            }
            _ => false,
        }
    }

    /// Makes all bindings final, when the statement that made them has ended.
    pub fn keep(&mut self) {
        self.take_replaced();
    }

    fn take_replaced(&mut self) -> Vec<(u32, Global)> {
        for (slot, _) in &self.replaced {
            self.flags[*slot as usize] &= !IS_REPLACED;
        }
        std::mem::take(&mut self.replaced)
    }

    /// Records definitions from now on, so that they can be undone.
    pub fn begin_undoable(&mut self) {
        self.undoable.get_or_insert_default();
    }

    /// Records the bindings since the last [`Globals::keep`] as one definition that can be undone.
    pub fn note_undoable(&mut self, span: Span, modules: impl Iterator<Item = String>) {
        let Some(undoable) = &mut self.undoable else { return };
        if undoable.len() == MAX_UNDOABLE {
            undoable.pop_front();
        }
        let mut earlier = self.replaced.clone();
        earlier.sort_unstable_by_key(|(slot, _)| *slot);
        undoable.push_back(Undoable { span, earlier, modules: modules.collect() });
    }

    /// Removes and returns the last definition that can be undone, or `None` if there is none.
    pub fn take_undoable(&mut self) -> Option<Undoable> {
        self.undoable.as_mut()?.pop_back()
    }

    /// Gives every name its meaning at the last [`Globals::keep`] back. Returns the names that changed.
    pub fn restore(&mut self) -> Vec<u32> {
        let replaced = self.take_replaced();
        let slots = replaced.iter().map(|(slot, _)| *slot).collect();
        for (slot, old) in replaced {
            self.values[slot as usize] = old;
            self.generation += 1;
        }
        slots
    }

    /// Notes that a body refers to a name.
    pub fn note_in_body(&mut self, slot: u32) {
        self.flags[slot as usize] |= IS_IN_ANSWERS;
    }

    /// Returns `true` if remembered answers may depend on the meaning of a name.
    pub fn is_used_in_answers(&self, slot: u32) -> bool {
        self.flags[slot as usize] & IS_IN_ANSWERS != 0
    }

    /// Notes that the definition of a name failed, if it has no value from before.
    pub fn fail(&mut self, slot: u32, definition: Span) {
        if matches!(self.get(slot), Global::Unset) {
            self.failed.insert(slot, definition);
        }
    }

    /// Returns the definition of a name without a value, if that failed.
    pub fn failed(&self, slot: u32) -> Option<Span> {
        self.failed.get(&slot).copied()
    }

    /// Returns `true` if a name has no value since its definition failed.
    pub fn has_failed(&self, name: &str) -> bool {
        self.slots.get(name).is_some_and(|slot| self.failed.contains_key(slot))
    }

    pub fn generation(&self) -> u64 {
        self.generation
    }

    pub fn name(&self, slot: u32) -> Rc<str> {
        self.names[slot as usize].clone()
    }

    pub fn find(&self, name: &str) -> Option<&Global> {
        self.slots.get(name).map(|&slot| self.get(slot)).filter(|g| !matches!(g, Global::Unset))
    }

    pub fn is_defined(&self, name: &str) -> bool {
        self.find(name).is_some()
    }

    pub fn shape(&self, name: &str) -> Option<Shape> {
        Some(match self.find(name)? {
            Global::Function(d) | Global::Game(d, _) => {
                Shape::Callable { parameters: d.parameters.clone(), defaults: d.defaults.len(), game: d.game }
            }
            _ => Shape::Variable,
        })
    }

    /// Returns the names that a person has defined, without those of results.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let named = self.names.iter().zip(&self.values).filter(|(_, g)| !matches!(g, Global::Unset)).map(|(n, _)| &**n);
        named.filter(|name| !name.contains(' ') && !is_result(name))
    }

    pub fn values_mut(&mut self) -> impl Iterator<Item = &mut Value> {
        let undoable = self.undoable.iter_mut().flatten();
        let earlier = undoable.flat_map(|undoable| undoable.earlier.iter_mut().map(|(_, global)| global));
        let replaced = self.replaced.iter_mut().map(|(_, global)| global);
        let all = self.values.iter_mut().chain(replaced).chain(earlier);
        let variables = all.filter_map(|global| match global {
            Global::Variable(value) => Some(value),
            _ => None,
        });
        variables.chain(self.held.values_mut())
    }
}

/// The rows of the table of built-ins, by number and by name.
pub(crate) struct BuiltinTable {
    rows: Vec<&'static Builtin>,
    names: FxHashMap<&'static str, u32>,
}

impl BuiltinTable {
    /// Returns the rows in the order given.
    pub fn new(rows: impl Iterator<Item = &'static Builtin>) -> BuiltinTable {
        let rows: Vec<_> = rows.collect();
        let mut names = FxHashMap::default();
        for (i, row) in rows.iter().enumerate() {
            for name in std::iter::once(&row.name).chain(row.aliases) {
                names.insert(*name, i as u32);
            }
        }
        BuiltinTable { rows, names }
    }

    pub fn row(&self, row: u32) -> &'static Builtin {
        self.rows[row as usize]
    }

    /// Returns all rows with their numbers.
    pub fn numbered(&self) -> impl Iterator<Item = (u32, &'static Builtin)> + use<> {
        (0..).zip(self.rows.clone())
    }

    pub fn find(&self, name: &str) -> Option<u32> {
        self.names.get(name).copied()
    }

    /// Returns the first row with this role.
    pub fn with_role(&self, role: Role) -> Option<u32> {
        self.rows.iter().position(|row| row.role == Some(role)).map(|row| row as u32)
    }

    /// Returns all names, aliases included, in the order of the rows.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.rows.iter().flat_map(|row| std::iter::once(row.name).chain(row.aliases.iter().copied()))
    }
}

/// Returns `true` if `name` is that of a result at the prompt: `_`, `_1`, `_2`.
pub fn is_result(name: &str) -> bool {
    name.strip_prefix('_').is_some_and(|number| number.bytes().all(|digit| digit.is_ascii_digit()))
}

/// Returns the name of the variable that holds the default of a parameter. A person cannot write it, as it has a blank.
pub(crate) fn default_name(parameter: &str, function: &str) -> String {
    format!("{parameter} of {function}")
}

/// The shape of a definition in a text, before it has run.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Shape {
    Variable,
    Callable { parameters: Vec<Rc<str>>, defaults: usize, game: bool },
}
