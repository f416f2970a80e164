//! Built-ins on dictionaries, and the way from dictionaries as words to values and back.

use std::rc::Rc;

use super::arena::{Arena, value_of};
use super::entries::Entries;
use super::lists::{Lists, MAX_MEMBERS};
use super::{EvalError, Registers, Session, Tag, Value, Word};
use crate::eval::machine::literals::bounded_by;
use crate::eval::{Role, without_stand_ins};
use crate::value::Dict;
use crate::value::list::{DEEPEST, HEAVIEST};
use cg_engine::games::{Budget, Fault};

/// The members that are counted before they are charged.
const BLOCK: usize = 1 << 14;

impl Lists {
    /// Returns the depth and the weight of a dictionary.
    #[inline]
    pub fn extent_of_dictionary(&self, dict: Word) -> (u32, u64) {
        let (depth, weight) = self.dictionaries[dict.number()];
        (depth, weight.into())
    }

    /// Notes the depth and the weight of a new dictionary.
    pub fn add_dictionary(&mut self, (depth, weight): (u32, u64)) {
        self.dictionaries.push((depth, u32::try_from(weight).unwrap_or(u32::MAX)));
    }
}

impl Arena {
    /// Returns the word of a dictionary.
    pub fn dict(&mut self, dict: &Rc<Dict>) -> Word {
        let (number, is_new) = self.dicts.number(dict);
        if is_new {
            self.lists.add_dictionary((dict.depth(), dict.weight()));
        }
        Word::of(Tag::Dict, number.into())
    }

    /// Returns `true` if equal keys have this word.
    #[inline]
    fn is_key(&mut self, word: Word) -> bool {
        matches!(word.tag(), Tag::Integer | Tag::Letter | Tag::Text | Tag::Outcome) || self.is_plain(word)
    }

    /// Returns the value of a key, or [`Word::NONE`] if it is none. `None` if this is no dictionary, or if that must be found
    /// out elsewhere.
    #[inline(always)]
    pub fn value_of_key(&mut self, dict: Word, key: Word) -> Option<Word> {
        if dict.tag() != Tag::Dict || !self.is_key(key) {
            return None;
        }
        self.dicts.get(dict.number(), key)
    }

    /// Computes the depth and the weight of a dictionary with this extent and one more entry.
    fn with_entry(&self, (depth, weight): (u32, u64), key: Word, value: Word) -> (u32, u64) {
        let ((depth_of_key, of_key), (depth_of_value, of_value)) = (self.extent(key), self.extent(value));
        (depth.max(2 + depth_of_key.max(depth_of_value)), weight.saturating_add(of_key + of_value))
    }

    /// Returns a dictionary with an entry put in, whose key is equal only to this word: with one more entry it has this extent.
    fn put_entry(&mut self, dict: usize, key: Word, value: Word, (depth, weight): (u32, u64)) -> Option<Word> {
        let (number, old) = self.dicts.put(dict, key, value)?;
        if self.dicts.count() > self.lists.dictionaries.len() {
            let less = if old == Word::NONE { 0 } else { self.extent(key).1 + self.extent(old).1 };
            self.lists.add_dictionary((depth, weight.saturating_sub(less)));
        }
        Some(Word::of(Tag::Dict, number.into()))
    }

    /// Returns the dictionary of these entries, or its depth and its weight if they are too large.
    fn dict_of(&mut self, all: Entries) -> Result<Word, (u32, u64)> {
        let extent = all.iter().fold((1, 0), |extent, (key, value)| self.with_entry(extent, key, value));
        if extent.0 > DEEPEST || extent.1 > HEAVIEST {
            return Err(extent);
        }
        let number = self.dicts.build(all);
        self.lists.add_dictionary(extent);
        Ok(Word::of(Tag::Dict, number.into()))
    }

    /// Returns the list of the entries, as pairs, or of the keys, in the order of the keys. `None` if words do not decide that
    /// order, or if it must be made of values.
    pub fn list_of_dict(&mut self, unpaid: &mut u32, dict: Word, as_pairs: bool) -> Option<Word> {
        if dict.tag() != Tag::Dict {
            return None;
        }
        let number = dict.number() as u32;
        if let Some(&known) = self.dicts.lists.get(&(number, as_pairs)) {
            return Some(known);
        }
        let mut all = Vec::with_capacity(self.dicts.len(dict.number()));
        all.extend(self.dicts.entries(dict.number())?);
        let is_known = |(key, value): (Word, Word)| value.tag() != Tag::Held && self.is_key(key);
        if all.len() > MAX_MEMBERS || !all.iter().copied().all(is_known) {
            return None;
        }
        *unpaid += all.len() as u32 / 4;
        if all.iter().all(|(key, _)| key.is_integer()) {
            all.sort_unstable_by_key(|(key, _)| key.value());
        } else {
            all.sort_by(|(a, _), (b, _)| self.order(*a, *b));
        }
        if as_pairs {
            self.lists.reserve_pairs(all.len());
        }
        let pair = |(key, value)| if as_pairs { Word::list(self.lists.list(&[key, value])) } else { key };
        let members: Vec<Word> = all.into_iter().map(pair).collect();
        if !self.lists.is_bounded(&members) {
            return None;
        }
        let list = Word::list(self.lists.list(&members));
        self.dicts.lists.insert((number, as_pairs), list);
        Some(list)
    }

    /// Returns the key for this value: words of equal keys are equal.
    fn key_of(&mut self, value: &Value) -> Word {
        match value {
            Value::List(list) | Value::Set(list) if list.len() <= MAX_MEMBERS as u64 => {
                let members: Vec<Word> = list.iter().map(|member| self.key_of(&member)).collect();
                let number = self.lists.list(&members);
                if matches!(value, Value::Set(_)) { Word::of(Tag::Set, number.into()) } else { Word::list(number) }
            }
            Value::List(_) | Value::Set(_) | Value::Dict(_) => self.keep(value),
            Value::Function(_) | Value::Ruleset(_) | Value::Report(_) | Value::Table(_) => self.keep(value),
            other => self.word(other),
        }
    }
}

/// Computes the result of a built-in for a dictionary and `rest`, or returns `None` if room must be made first, or if it must be
/// called with values.
#[inline(never)]
pub(super) fn of_dict(arena: &mut Arena, unpaid: &mut u32, role: Role, dict: Word, rest: &[Word]) -> Option<Word> {
    match (role, rest) {
        (Role::Put, &[key, value]) if value.tag() != Tag::Held && arena.is_key(key) => {
            let extent = arena.with_entry(arena.lists.extent_of_dictionary(dict), key, value);
            let is_bounded = extent.0 <= DEEPEST && extent.1 <= HEAVIEST;
            if is_bounded { arena.put_entry(dict.number(), key, value, extent) } else { None }
        }
        (Role::Keys | Role::Entries, []) => arena.list_of_dict(unpaid, dict, role == Role::Entries),
        _ => None,
    }
}

/// Builds the dictionary of a list of pairs, or of the number of times that each member occurs, or returns `None` if that must be
/// done with values.
pub(super) fn dict_of_list(arena: &mut Arena, unpaid: &mut u32, role: Role, list: Word) -> Option<Word> {
    match role {
        Role::Dictionary if list.is_list() => {
            let count = arena.lists.len(list.number());
            let mut all = Entries::default();
            for i in 0..count as i64 {
                let pair = arena.lists.get(list.number(), i).filter(|pair| pair.is_list())?;
                let (key, value) = match arena.lists.len(pair.number()) {
                    2 => (arena.lists.get(pair.number(), 0)?, arena.lists.get(pair.number(), 1)?),
                    _ => return None,
                };
                if value.tag() == Tag::Held || !arena.is_key(key) {
                    return None;
                }
                all.put(key, value);
            }
            *unpaid += count as u32 / 16;
            arena.dict_of(all).ok()
        }
        Role::Tally => {
            let members: Vec<Word> = arena.members(list)?.collect();
            if !members.iter().all(|&member| arena.is_key(member)) {
                return None;
            }
            *unpaid += members.len() as u32 / 16;
            let mut counts = Entries::default();
            members.into_iter().for_each(|member| counts.count(member));
            arena.dict_of(counts).ok()
        }
        _ => None,
    }
}

/// Counts members as `tally` does.
pub(super) fn tally(cx: &mut Session, members: Vec<Word>) -> Result<Word, EvalError> {
    let mut counts = Entries::default();
    for block in members.chunks(BLOCK) {
        cx.games.budget.charge(4 * block.len())?;
        cx.games.budget.reserve(2 * counts.size())?;
        for &member in block {
            counts.count(if member.is_integer() { member } else { key(cx, member)? });
        }
    }
    let word = cx.machine.registers.arena.dict_of(counts);
    word.or_else(|(depth, weight)| bounded_by(depth, weight).map(|()| Word::NONE))
}

/// Returns the word that all keys have which are equal to this one: games by value, positions as positions.
fn key(cx: &mut Session, word: Word) -> Result<Word, EvalError> {
    if cx.machine.registers.arena.is_key(word) {
        return Ok(word);
    }
    let value = value_of(cx, word);
    let value = without_stand_ins(cx, &value)?.unwrap_or(value);
    Ok(cx.machine.registers.arena.key_of(&value))
}

/// Does an operation on the dictionary in the first operand for which room must be made, or whose key the loop does not know: the
/// one with this role, or an index. `None` if it must be done on values.
pub(super) fn operate(cx: &mut Session, role: Option<Role>, operands: &[Word]) -> Result<Option<Word>, EvalError> {
    let is_done = matches!(role, None | Some(Role::Contains | Role::Get | Role::Put | Role::Keys | Role::Entries));
    let Some(&dict) = operands.first().filter(|dict| is_done && dict.tag() == Tag::Dict) else { return Ok(None) };
    read(cx, dict)?;
    let key = match operands.get(1) {
        Some(&word) => key(cx, word)?,
        None => Word::NONE,
    };
    let put = (role == Some(Role::Put)).then_some(key);
    cx.machine.registers.arena.dicts.make_room(dict.number() as u32, put, &mut cx.games.budget)?;
    let Registers { arena, unpaid, .. } = &mut cx.machine.registers;
    let mut known = || arena.dicts.get(dict.number(), key);
    Ok(match (role, operands) {
        (None, [_, _]) => known().filter(|&value| value != Word::NONE),
        (Some(Role::Contains), [_, _]) => known().map(|value| Word::boolean(value != Word::NONE)),
        (Some(Role::Get), &[_, _, otherwise]) => {
            known().map(|value| if value == Word::NONE { otherwise } else { value })
        }
        (Some(Role::Put), &[_, _, value]) => {
            let extent = arena.with_entry(arena.lists.extent_of_dictionary(dict), key, value);
            bounded_by(extent.0, extent.1)?;
            arena.retain(value);
            let mut put = arena.put_entry(dict.number(), key, value, extent);
            while put.is_none() {
                let Session { machine, games, .. } = &mut *cx;
                let arena = &mut machine.registers.arena;
                arena.dicts.make_room(dict.number() as u32, Some(key), &mut games.budget)?;
                put = arena.put_entry(dict.number(), key, value, extent);
            }
            put
        }
        (Some(role @ (Role::Keys | Role::Entries)), [_]) => arena.list_of_dict(unpaid, dict, role == Role::Entries),
        _ => None,
    })
}

/// Gives equal dictionaries one word among the `count` registers from this place on. Returns `true` if a word has changed.
pub(super) fn settle(cx: &mut Session, place: usize, count: usize) -> Result<bool, EvalError> {
    let mut has_changed = false;
    for place in place..place + count {
        let word = cx.machine.registers.words[place];
        if word.tag() != Tag::Dict {
            continue;
        }
        read(cx, word)?;
        let Session { machine, games, .. } = &mut *cx;
        let (dicts, number) = (&mut machine.registers.arena.dicts, word.number() as u32);
        let known = match dicts.canonical(number) {
            Some(known) => known,
            None => {
                dicts.make_room(number, None, &mut games.budget)?;
                dicts.canonical(number).unwrap_or(number)
            }
        };
        machine.registers.words[place] = Word::of(Tag::Dict, known.into());
        has_changed |= known != number;
    }
    Ok(has_changed)
}

/// Reads the entries of a dictionary that comes from elsewhere.
fn read(cx: &mut Session, dict: Word) -> Result<(), Fault> {
    let arena = &mut cx.machine.registers.arena;
    let number = dict.number() as u32;
    if arena.dicts.is_read(number) {
        return Ok(());
    }
    let value = arena.dicts.values[&number].clone();
    cx.games.budget.charge(16 * value.len() as usize)?;
    cx.games.budget.reserve(2 * value.len() as usize * size_of::<(Word, Word)>())?;
    let mut all = Entries::default();
    for (key, value) in value.iter() {
        let (key, value) = (arena.key_of(key), arena.word(value));
        arena.retain(value);
        all.put(key, value);
    }
    arena.retained += 1;
    arena.dicts.set_entries(number, all);
    Ok(())
}

/// Returns the value of a dictionary.
pub(super) fn value(cx: &mut Session, number: u32) -> Rc<Dict> {
    let dicts = &mut cx.machine.registers.arena.dicts;
    dicts.make_room(number, None, &mut Budget::unlimited()).expect("no limit");
    let value = match dicts.since_known(number) {
        Some((put, known)) => {
            let mut dict = dicts.values[&known].clone();
            if put.is_empty() {
                return dict;
            }
            for (key, value) in put {
                let (key, value) = (value_of(cx, key), value_of(cx, value));
                dict = Rc::new(without_limits(cx, |cx| dict.put(key, value, cx)));
            }
            dict
        }
        None => {
            let all: Vec<(Word, Word)> = dicts.entries(number as usize).into_iter().flatten().collect();
            let all: Vec<(Value, Value)> =
                all.into_iter().map(|(key, value)| (value_of(cx, key), value_of(cx, value))).collect();
            Rc::new(without_limits(cx, |cx| Dict::new(all, cx)))
        }
    };
    cx.machine.registers.arena.dicts.set_value(number, value.clone());
    value
}

/// Runs something that cannot be broken off.
fn without_limits<T>(cx: &mut Session, run: impl FnOnce(&mut Session) -> Result<T, Fault>) -> T {
    let budget = std::mem::replace(&mut cx.games.budget, Budget::unlimited());
    let result = run(cx);
    cx.games.budget = budget;
    result.expect("no limit")
}
