//! Values as words: the arenas in which lists, sets and other values stand.

use std::cmp::Ordering;
use std::rc::Rc;

use dashu_int::ops::BitTest;
use hashbrown::HashTable;
use rustc_hash::FxHashMap;

use super::lists::{Lists, MAX_MEMBERS};
use super::word::{Tag, Word};
use crate::value::Value;
use crate::value::list::List;
use cg_engine::games::Outcome;
use cg_engine::games::hashing::hash_of;

/// The most bytes of the arenas, after which code is left to the stack machine, which frees what is no longer used.
const MAX_SIZE: usize = 512 << 20;
/// The least length of a list that is stored as a value too, once it has been one.
const LONG_LIST: usize = 16;
/// The outcome classes in the order of their numbers.
const OUTCOMES: [Outcome; 9] = {
    use Outcome::{D, L, N, NCheck, NHat, P, PCheck, PHat, R};
    [N, P, L, R, D, NHat, PHat, NCheck, PCheck]
};

/// The values that do not fit into a word.
///
/// Kept values stand once, so that equal values have equal words. Held values (functions, rulesets, reports, tables, very long
/// lists) are not compared when they are stored: two words may stand for the same value.
#[derive(Default)]
pub(super) struct Arena {
    pub lists: Lists,
    kept: Vec<Value>,
    kept_index: HashTable<u32>,
    held: Vec<Value>,
    /// The number of held values to which tables, lists or constants may refer, and not only registers.
    lasting: usize,
    /// An estimate of the bytes on the heap behind the values.
    payload: usize,
    /// Lists as values, if they are long or contain lists.
    list_values: FxHashMap<u32, Rc<List>>,
    /// The number of each list of lists, by its address. The list is retained, so that its address is not used again.
    nested_numbers: FxHashMap<usize, (Rc<List>, u32)>,
    /// Lists of lists that are known to be plain, or not to be.
    plain_lists: FxHashMap<u32, bool>,
}

impl Arena {
    /// Returns `true` if the arenas are so large that what is no longer used should be freed. `limit` is the memory limit.
    pub fn is_full(&self, limit: Option<usize>) -> bool {
        let values = size_of_val(&self.kept[..]) + size_of_val(&self.held[..]);
        self.lists.size() + values + self.payload > limit.map_or(MAX_SIZE, |limit| MAX_SIZE.min(limit / 4))
    }

    /// Frees the held values to which nothing but registers referred.
    pub fn free_held(&mut self) {
        self.held.truncate(self.lasting);
    }

    /// Notes that `word` outlasts the statement.
    pub fn retain(&mut self, word: Word) {
        if word.tag() == Tag::Held {
            self.lasting = self.lasting.max(word.number() + 1);
        }
    }

    /// Returns the word for a value.
    pub fn word(&mut self, value: &Value) -> Word {
        match value {
            Value::Integer(n) if let Some(word) = Word::integer(*n) => word,
            Value::Boolean(holds) => Word::boolean(*holds),
            Value::Outcome(outcome) => Word::outcome(*outcome),
            // Only a range may be an index, so a range is not the list of its members.
            Value::List(list) if list.as_range().is_some() => self.keep(value),
            Value::List(list) | Value::Set(list) if list.len() > MAX_MEMBERS as u64 => self.hold(value.clone()),
            Value::List(list) => Word::list(self.list_number(list)),
            Value::Set(list) => Word::of(Tag::Set, self.list_number(list).into()),
            Value::Function(_) | Value::Ruleset(_) | Value::Report(_) | Value::Table(_) => self.hold(value.clone()),
            _ => self.keep(value),
        }
    }

    /// Stores a value once.
    fn keep(&mut self, value: &Value) -> Word {
        let kept = &self.kept;
        let hash = hash_of(value);
        if let Some(&number) = self.kept_index.find(hash, |&i| kept[i as usize] == *value) {
            return Word::of(Tag::Kept, number.into());
        }
        let number = kept.len() as u32;
        self.kept_index.insert_unique(hash, number, |&i| hash_of(&kept[i as usize]));
        self.payload += heap_bytes(value);
        self.kept.push(value.clone());
        Word::of(Tag::Kept, number.into())
    }

    /// Stores a value without a look at the others.
    pub fn hold(&mut self, value: Value) -> Word {
        self.payload += heap_bytes(&value);
        self.held.push(value);
        Word::of(Tag::Held, self.held.len() as u64 - 1)
    }

    fn list_number(&mut self, list: &Rc<List>) -> u32 {
        let address = Rc::as_ptr(list).addr();
        let is_nested = list.depth() > 1;
        if is_nested && let Some((_, number)) = self.nested_numbers.get(&address) {
            return *number;
        }
        let members: Vec<Word> = list.iter().map(|member| self.word(&member)).collect();
        let number = self.lists.list(&members);
        members.iter().for_each(|&member| self.retain(member));
        if is_nested {
            self.nested_numbers.insert(address, (list.clone(), number));
        }
        if is_nested || members.len() >= LONG_LIST {
            self.list_values.entry(number).or_insert_with(|| list.clone());
        }
        number
    }

    /// Returns the value of a word.
    pub fn value(&mut self, word: Word) -> Value {
        match word.tag() {
            Tag::Integer => Value::Integer(word.value()),
            Tag::Boolean => Value::Boolean(word == Word::TRUE),
            Tag::Outcome => Value::Outcome(OUTCOMES[word.number()]),
            Tag::List => Value::List(self.list_value(word.number())),
            Tag::Set => Value::Set(self.list_value(word.number())),
            Tag::Kept => self.kept[word.number()].clone(),
            // A register that is not written yet may refer to a value of an earlier statement.
            Tag::Held => self.held.get(word.number()).cloned().unwrap_or_default(),
            Tag::None => Value::Nothing,
        }
    }

    fn list_value(&mut self, number: usize) -> Rc<List> {
        if let Some(list) = self.list_values.get(&(number as u32)) {
            return list.clone();
        }
        let members: Vec<Word> = self.lists.members(number).collect();
        let is_stored = self.lists.is_nested(number) || members.len() >= LONG_LIST;
        let list = Rc::new(List::new(members.into_iter().map(|member| self.value(member)).collect()));
        if is_stored {
            self.payload += heap_bytes(&Value::List(list.clone()));
            self.list_values.insert(number as u32, list.clone());
        }
        list
    }

    /// Returns `true` if the word is a number of any size.
    pub fn is_number(&self, word: Word) -> bool {
        word.is_integer() || self.is_kept_as(word, |value| matches!(value, Value::Number(_) | Value::Integer(_)))
    }

    /// Returns `true` if the word is a board.
    pub fn is_board(&self, word: Word) -> bool {
        self.is_kept_as(word, |value| matches!(value, Value::Board(_)))
    }

    /// Returns `true` if the word is a text.
    pub fn is_text(&self, word: Word) -> bool {
        self.is_kept_as(word, |value| matches!(value, Value::Text(_)))
    }

    fn is_kept_as(&self, word: Word, is_so: impl FnOnce(&Value) -> bool) -> bool {
        word.tag() == Tag::Kept && is_so(&self.kept[word.number()])
    }

    /// Returns `true` if the value is plain: a number, a boolean, a text, or a list or set of such. Plain values are the same if
    /// and only if their words are; others, such as positions, are compared by what they are worth.
    pub fn is_plain(&mut self, word: Word) -> bool {
        match word.tag() {
            Tag::Integer | Tag::Boolean => true,
            Tag::Kept => self.is_number(word) || self.is_text(word),
            Tag::List | Tag::Set => self.is_plain_list(word.number()),
            Tag::Outcome | Tag::Held | Tag::None => false,
        }
    }

    fn is_plain_list(&mut self, number: usize) -> bool {
        if self.lists.holds_bytes(number) {
            return true;
        }
        let is_nested = self.lists.is_nested(number);
        if is_nested && let Some(&known) = self.plain_lists.get(&(number as u32)) {
            return known;
        }
        let len = self.lists.len(number) as i64;
        let is_plain = (0..len).all(|i| self.lists.get(number, i).is_some_and(|member| self.is_plain(member)));
        if is_nested {
            self.plain_lists.insert(number as u32, is_plain);
        }
        is_plain
    }

    /// Returns `true` if two values are the same, or `None` if their worth must be compared.
    pub fn are_same(&mut self, a: Word, b: Word) -> Option<bool> {
        let is_decided = a.tag() == b.tag() && (a.tag() == Tag::Outcome || self.is_plain(a) && self.is_plain(b));
        is_decided.then_some(a == b)
    }

    /// Returns `true` if it is seen at once that two values are the same if and only if their words are.
    #[inline]
    pub fn decides_by_words(&self, a: Word, b: Word) -> bool {
        match (a.tag(), b.tag()) {
            (Tag::Boolean, Tag::Boolean) | (Tag::Outcome, Tag::Outcome) => true,
            (Tag::List, Tag::List) => self.lists.holds_bytes(a.number()) && self.lists.holds_bytes(b.number()),
            (Tag::Kept, Tag::Kept) => self.is_text(a) && self.is_text(b),
            _ => false,
        }
    }

    /// Returns the members of a list or set.
    pub fn members(&self, word: Word) -> Option<impl ExactSizeIterator<Item = Word> + '_> {
        matches!(word.tag(), Tag::List | Tag::Set).then(|| self.lists.members(word.number()))
    }

    /// Compares plain values as a set orders them: numbers by size, all others by kind and content.
    pub fn order(&self, a: Word, b: Word) -> Ordering {
        if a == b {
            return Ordering::Equal;
        }
        match (a.tag(), b.tag()) {
            (Tag::Integer, Tag::Integer) => a.value().cmp(&b.value()),
            (Tag::List, Tag::List) | (Tag::Set, Tag::Set) => {
                let (a, b) = (self.lists.members(a.number()), self.lists.members(b.number()));
                let by_length = a.len().cmp(&b.len());
                let mut pairs = a.zip(b).map(|(x, y)| self.order(x, y));
                pairs.find(|order| order.is_ne()).unwrap_or(by_length)
            }
            _ => self.representative(a).cmp(&self.representative(b)),
        }
    }

    /// Returns the value of a plain word. A list or set stands for its kind alone, as it is compared with another kind.
    fn representative(&self, word: Word) -> Value {
        match word.tag() {
            Tag::Integer => Value::Integer(word.value()),
            Tag::Boolean => Value::Boolean(word == Word::TRUE),
            Tag::Kept => self.kept[word.number()].clone(),
            Tag::Set => Value::set(Vec::new()),
            _ => Value::list(Vec::new()),
        }
    }
}

/// Estimates the bytes that a value has on the heap.
fn heap_bytes(value: &Value) -> usize {
    match value {
        Value::Number(x) => (x.numerator().bit_len() + x.denominator().bit_len()) / 8,
        Value::Text(text) => text.len(),
        Value::List(list) | Value::Set(list) if list.holds_values() => list.len() as usize * size_of::<Value>(),
        _ => 0,
    }
}
