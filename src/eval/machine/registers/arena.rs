//! Values as words: the arenas in which lists, sets and other values stand.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::rc::Rc;

use dashu_int::IBig;
use dashu_int::ops::BitTest;
use hashbrown::HashTable;
use rustc_hash::FxHashMap;

use super::Session;
use super::boards::PlaceWords;
use super::dictionaries;
use super::dicts::Dicts;
use super::lists::{Entry, Lists, ListsMark, MAX_MEMBERS, growth_of};
use super::polynomials::spread;
use super::positions::{self, PositionArena};
use super::word::{Tag, Word};
use crate::value::Value;
use crate::value::board::{Board, FEW, Letters};
use crate::value::list::List;
use cg_engine::games::Outcome;
use cg_engine::games::hashing::hash_of;

/// The most bytes of the arenas, after which what is no longer used is freed.
const MAX_SIZE: usize = 512 << 20;
/// The least length of a list that is stored as a value too, once it has been one.
const LONG_LIST: usize = 16;
/// The most bits of an integer that is added and multiplied without asking the budget.
const MAX_BITS: usize = 1 << 10;
/// The outcome classes in the order of their numbers.
const OUTCOMES: [Outcome; 9] = {
    use Outcome::{D, L, N, NCheck, NHat, P, PCheck, PHat, R};
    [N, P, L, R, D, NHat, PHat, NCheck, PCheck]
};

/// A moment to return to.
pub(super) struct ArenaMark {
    lists: ListsMark,
    dicts: usize,
    boards: usize,
    held: usize,
    kept: usize,
    payload: usize,
    /// The number of entries in the maps that refer to lists.
    references: usize,
    retained: u64,
}

/// The boards, each of which stands once.
#[derive(Default)]
pub(super) struct BoardArena {
    boards: Vec<Board>,
    hashes: Vec<u64>,
    index: HashTable<u32>,
    /// The bytes of the boards that are too large to stand in place.
    large: usize,
}

impl BoardArena {
    /// Returns the word of a board.
    pub fn word(&mut self, board: Board) -> Word {
        let boards = &self.boards;
        let hash = hash_of(&board);
        if let Some(&number) = self.index.find(hash, |&i| boards[i as usize] == board) {
            return Word::board(number);
        }
        let number = boards.len() as u32;
        let hashes = &self.hashes;
        self.index.insert_unique(hash, number, |&i| hashes[i as usize]);
        self.large += board.cells().len().saturating_sub(FEW);
        self.boards.push(board);
        self.hashes.push(hash);
        Word::board(number)
    }

    /// Returns the board of a word, which must be one.
    #[inline]
    pub fn get(&self, word: Word) -> &Board {
        &self.boards[word.number()]
    }

    /// Forgets the boards from this number on. None of them may be in use.
    fn cut(&mut self, count: usize) {
        for number in (count..self.boards.len()).rev() {
            if let Ok(entry) = self.index.find_entry(self.hashes[number], |&i| i as usize == number) {
                entry.remove();
            }
            self.large -= self.boards[number].cells().len().saturating_sub(FEW);
        }
        self.boards.truncate(count);
        self.hashes.truncate(count);
    }

    fn size(&self) -> usize {
        size_of_val(&self.boards[..]) + self.index.capacity() * (size_of::<u32>() + 1) + self.large
    }
}

/// The values that do not fit into a word.
///
/// `Kept` values stand once, so that equal values have equal words. `Held` values (functions, rulesets, reports,
/// tables, very long lists) are not compared when they are stored: two words may stand for the same value.
#[derive(Default)]
pub(super) struct Arena {
    pub lists: Lists,
    pub dicts: Dicts,
    pub boards: BoardArena,
    pub positions: PositionArena,
    pub place_words: PlaceWords,
    /// The cells of a board with some letters, by the two words, as far as they were asked for last.
    pub cells: ([Word; 2], Word),
    /// The text that was last asked for a letter, and its letters.
    pub last_letters: (Word, Letters),
    /// The members of a list under construction.
    pub members: Vec<Word>,
    kept: Vec<Value>,
    kept_index: HashTable<Entry>,
    held: Vec<Value>,
    /// The number of `Held` values to which tables, lists or constants may refer, and not only registers.
    lasting: usize,
    /// Grows whenever a word is stored elsewhere than in a register.
    pub retained: u64,
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
    /// Estimates the bytes in use.
    pub fn size(&self) -> usize {
        let values = size_of_val(&self.kept[..]) + size_of_val(&self.held[..]);
        let boards = self.boards.size() + self.positions.size();
        self.lists.size() + self.dicts.size() + boards + values + self.payload
    }

    /// Returns the number of rounds of a loop that making a list, a set, a text or a board takes as long as.
    #[inline]
    pub fn cost(&self, word: Word) -> u32 {
        match word.tag() {
            Tag::List | Tag::Set | Tag::Text => self.lists.len(word.number()) as u32 / 64,
            Tag::Board => self.boards.get(word).cells().len() as u32 / 64,
            _ => 0,
        }
    }

    /// Returns the bytes that values have on the heap.
    pub fn payload(&self) -> usize {
        self.payload
    }

    /// Returns `true` if the arenas are so large that what is no longer used should be freed. `limit` is the memory limit.
    pub fn is_full(&self, limit: Option<usize>) -> bool {
        self.size() > limit.map_or(MAX_SIZE, |limit| MAX_SIZE.min(limit / 4))
    }

    /// Returns the bytes that are needed before the budget is asked again, if a part grows.
    pub fn growth(&self) -> usize {
        self.lists.growth() + growth_of(&self.kept) + growth_of(&self.held)
    }

    /// Forgets everything.
    pub fn forget(&mut self) {
        *self = Arena { retained: self.retained + 1, ..Arena::default() };
    }

    pub fn mark(&self) -> ArenaMark {
        ArenaMark {
            lists: self.lists.mark(),
            dicts: self.dicts.count(),
            boards: self.boards.boards.len(),
            held: self.held.len(),
            kept: self.kept.len(),
            payload: self.payload,
            references: self.references(),
            retained: self.retained,
        }
    }

    /// Returns `true` if only registers refer to what was made since.
    pub fn can_cut(&self, mark: &ArenaMark) -> bool {
        self.retained == mark.retained
    }

    /// Forgets what was made since.
    pub fn cut(&mut self, mark: &ArenaMark) {
        (self.cells, self.last_letters) = Default::default();
        if self.references() != mark.references {
            let count = mark.lists.count();
            self.list_values.retain(|&number, _| (number as usize) < count);
            self.nested_numbers.retain(|_, (_, number)| (*number as usize) < count);
            self.plain_lists.retain(|&number, _| (number as usize) < count);
        }
        self.dicts.cut(mark.dicts, mark.lists.count());
        self.lists.dictionaries.truncate(mark.dicts);
        self.lists.cut(mark.lists);
        self.boards.cut(mark.boards);
        self.held.truncate(mark.held.max(self.lasting));
        if self.kept.len() == mark.kept {
            self.payload = mark.payload;
        }
    }

    fn references(&self) -> usize {
        self.list_values.len() + self.nested_numbers.len() + self.plain_lists.len()
    }

    /// Forgets the positions of the engine for words, as values among which some may be.
    pub fn forget_engine(&mut self) {
        self.positions.forget_engine();
        self.list_values.clear();
    }

    /// Frees the `Held` values to which only registers refer.
    pub fn free_held(&mut self) {
        self.held.truncate(self.lasting);
    }

    /// Notes that `word` is stored elsewhere than in a register, so that its value outlasts the statement.
    #[inline(always)]
    pub fn retain(&mut self, word: Word) {
        self.retained += 1;
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
            Value::Text(text) if text.len() <= MAX_MEMBERS => self.text(text),
            Value::Dict(dict) => self.dict(dict),
            Value::Board(board) => self.boards.word((**board).clone()),
            Value::Function(_) | Value::Ruleset(_) | Value::Report(_) | Value::Table(_) => self.hold(value.clone()),
            _ => self.keep(value),
        }
    }

    /// Stores a value once.
    pub fn keep(&mut self, value: &Value) -> Word {
        let kept = &self.kept;
        let hash = (hash_of(value) >> 32) as u32;
        let is_value = |entry: &Entry| entry.hash == hash && kept[entry.number as usize] == *value;
        if let Some(&Entry { number, .. }) = self.kept_index.find(spread(hash), is_value) {
            return Word::of(Tag::Kept, number.into());
        }
        let number = kept.len() as u32;
        self.kept_index.insert_unique(spread(hash), Entry { hash, number }, |entry| spread(entry.hash));
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

    /// Returns the word of a list of small integers.
    pub fn list_of_small(&mut self, members: &[i8]) -> Word {
        let mut words = std::mem::take(&mut self.members);
        words.clear();
        words.extend(members.iter().map(|&n| Word::small(n.into())));
        let list = Word::list(self.lists.list(&words));
        self.members = words;
        list
    }

    pub fn list_number(&mut self, list: &Rc<List>) -> u32 {
        let address = Rc::as_ptr(list).addr();
        let is_nested = list.depth() > 1;
        if is_nested && let Some((_, number)) = self.nested_numbers.get(&address) {
            return *number;
        }
        let members: Vec<Word> = list.iter().map(|member| self.word(&member)).collect();
        let number = self.lists.list(&members);
        for member in members.iter().filter(|member| member.tag() == Tag::Held) {
            self.retain(*member);
        }
        if is_nested {
            self.nested_numbers.insert(address, (list.clone(), number));
        }
        if is_nested || members.len() >= LONG_LIST {
            self.list_values.entry(number).or_insert_with(|| list.clone());
        }
        number
    }

    /// Returns a `Held` value, or `None` if the word is none.
    pub fn held(&self, word: Word) -> Option<&Value> {
        if word.tag() == Tag::Held { self.held.get(word.number()) } else { None }
    }

    /// Returns the member at an index of a list that is a value, or `None` if there is none.
    #[inline(never)]
    pub fn member_of_value(&mut self, list: Word, index: Word) -> Option<Word> {
        let value = if list.tag() == Tag::Kept { self.kept.get(list.number()) } else { self.held(list) };
        let Some(Value::List(list)) = value else { return None };
        let member = list.get(index.value() as u64)?;
        Some(self.word(&member))
    }

    /// Returns `true` if the word is a number of any size.
    pub fn is_number(&self, word: Word) -> bool {
        word.is_integer() || self.is_kept_as(word, |value| matches!(value, Value::Number(_) | Value::Integer(_)))
    }

    /// Returns the integer if it is at most [`MAX_BITS`] long.
    fn whole(&self, word: Word) -> Option<Cow<'_, IBig>> {
        match word.as_integer() {
            Some(n) => Some(Cow::Owned(n.into())),
            None if word.tag() == Tag::Kept => match &self.kept[word.number()] {
                Value::Integer(n) => Some(Cow::Owned((*n).into())),
                Value::Number(x) if x.is_int() && x.numerator().bit_len() <= MAX_BITS => {
                    Some(Cow::Borrowed(x.numerator()))
                }
                _ => None,
            },
            None => None,
        }
    }

    /// Computes a sum, difference or product of integers, or returns `None` if an operand is none or a very long one.
    #[cold]
    #[inline(never)]
    pub fn of_integers(&mut self, a: Word, b: Word, operation: impl Fn(&IBig, &IBig) -> IBig) -> Option<Word> {
        let result = operation(&*self.whole(a)?, &*self.whole(b)?);
        Some(self.word(&Value::integer(result)))
    }

    /// Returns the product of two numbers, or `None` if that must be found out elsewhere.
    #[cold]
    #[inline(never)]
    pub fn product(&mut self, a: Word, b: Word) -> Option<Word> {
        let (product, number) = match (a, b) {
            (Word::ZERO, number) | (number, Word::ZERO) => (Word::ZERO, number),
            (Word::ONE, number) | (number, Word::ONE) => (number, number),
            _ => return self.of_integers(a, b, |a, b| a * b),
        };
        self.is_number(number).then_some(product)
    }

    /// Returns `true` if the word is a text.
    pub fn is_text(&self, word: Word) -> bool {
        word.is_text() || self.is_kept_as(word, |value| matches!(value, Value::Text(_)))
    }

    fn is_kept_as(&self, word: Word, is_so: impl FnOnce(&Value) -> bool) -> bool {
        word.tag() == Tag::Kept && is_so(&self.kept[word.number()])
    }

    /// Returns `true` if the value is plain: a number, a boolean, a text, a board, or a list or set of plain values.
    /// Plain values are the same if and only if their words are; others, such as positions, are compared by what they
    /// are worth.
    pub fn is_plain(&mut self, word: Word) -> bool {
        match word.tag() {
            Tag::Integer | Tag::Boolean | Tag::Letter | Tag::Text | Tag::Board => true,
            Tag::Kept => self.is_number(word) || self.is_text(word),
            Tag::List | Tag::Set => self.is_plain_list(word.number()),
            Tag::Outcome | Tag::Dict | Tag::Held | Tag::Position | Tag::Sum | Tag::None => false,
        }
    }

    fn is_plain_list(&mut self, number: usize) -> bool {
        if self.lists.is_plain(number) {
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
            (Tag::Letter, Tag::Letter) | (Tag::Board, Tag::Board) => true,
            (Tag::List, Tag::List) => {
                let [a, b] = [a, b].map(Word::number);
                let lists = &self.lists;
                lists.is_plain(a) && lists.is_plain(b) || lists.len(a) == 0 || lists.len(b) == 0
            }
            _ => self.is_text(a) && self.is_text(b),
        }
    }

    /// Returns `true` if the word stands for a value. A register that is not written yet may have a word whose value
    /// is forgotten.
    pub fn is_valid(&self, word: Word) -> bool {
        let number = word.number();
        match word.tag() {
            Tag::Integer | Tag::Boolean | Tag::Outcome | Tag::Letter | Tag::None => true,
            Tag::List | Tag::Set | Tag::Text => number < self.lists.count(),
            Tag::Dict => number < self.dicts.count(),
            Tag::Kept => number < self.kept.len(),
            Tag::Held => number < self.held.len(),
            Tag::Board => number < self.boards.boards.len(),
            Tag::Position => number < self.positions.count(),
            Tag::Sum => {
                let is_position = |word: Word| word.tag() == Tag::Position && self.is_valid(word);
                number < self.lists.count() && self.lists.members(number).all(is_position)
            }
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
            (Tag::Letter | Tag::Text, Tag::Letter | Tag::Text) => self.order_of_texts(a, b),
            _ => self.representative(a).cmp(&self.representative(b)),
        }
    }

    /// Computes the depth of a value, and the number of values in it, itself included.
    #[inline]
    pub fn extent(&self, word: Word) -> (u32, u64) {
        let value = match word.tag() {
            Tag::Kept => &self.kept[word.number()],
            Tag::Held => &self.held[word.number()],
            Tag::List | Tag::Set | Tag::Dict => return self.lists.extent(word),
            _ => return (0, 1),
        };
        let (depth, weight, _) = value.extent();
        (depth, weight)
    }

    /// Returns the value of a plain word. A list or set stands for its kind alone, as it is compared with another kind.
    fn representative(&self, word: Word) -> Value {
        match word.tag() {
            Tag::Integer => Value::Integer(word.value()),
            Tag::Boolean => Value::Boolean(word == Word::TRUE),
            Tag::Outcome => Value::Outcome(OUTCOMES[word.number()]),
            Tag::Kept => self.kept[word.number()].clone(),
            Tag::Letter | Tag::Text => Value::text(self.written(word)),
            Tag::Board => Value::Board(Rc::new(self.boards.get(word).clone())),
            Tag::Set => Value::set(Vec::new()),
            _ => Value::list(Vec::new()),
        }
    }
}

/// Returns the value of a word.
pub(super) fn value_of(cx: &mut Session, word: Word) -> Value {
    let arena = &mut cx.machine.registers.arena;
    match word.tag() {
        Tag::Integer => Value::Integer(word.value()),
        Tag::Boolean => Value::Boolean(word == Word::TRUE),
        Tag::Outcome => Value::Outcome(OUTCOMES[word.number()]),
        Tag::Letter => cx.machine.boards.letter(word.number() as u8),
        Tag::Text => Value::text(arena.written(word)),
        Tag::Board => Value::Board(Rc::new(arena.boards.get(word).clone())),
        Tag::Position => Value::Position(positions::position(cx, word)),
        Tag::Sum => Value::Position(positions::sum(cx, word)),
        Tag::List => Value::List(list_value(cx, word.number())),
        Tag::Set => Value::Set(list_value(cx, word.number())),
        Tag::Dict => Value::Dict(dictionaries::value(cx, word.number() as u32)),
        Tag::Kept => arena.kept[word.number()].clone(),
        Tag::Held => arena.held[word.number()].clone(),
        Tag::None => Value::Nothing,
    }
}

fn list_value(cx: &mut Session, number: usize) -> Rc<List> {
    let arena = &cx.machine.registers.arena;
    if let Some(list) = arena.list_values.get(&(number as u32)) {
        return list.clone();
    }
    let members: Vec<Word> = arena.lists.members(number).collect();
    let is_stored = arena.lists.is_nested(number) || members.len() >= LONG_LIST;
    let list = Rc::new(List::new(members.into_iter().map(|member| value_of(cx, member)).collect()));
    if is_stored {
        let arena = &mut cx.machine.registers.arena;
        arena.payload += heap_bytes(&Value::List(list.clone()));
        arena.list_values.insert(number as u32, list.clone());
    }
    list
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

#[cfg(test)]
mod tests {
    use dashu_int::IBig;

    use super::{Arena, MAX_BITS, Value, Word};
    use cg_engine::games::Random;

    #[test]
    fn long_integers_are_added_and_multiplied() {
        let mut random = Random::new(1729);
        let mut arena = Arena::default();
        for _ in 0..2000 {
            // About the lengths at which another kind of word begins.
            let mut number = || {
                let bits = [0, 30, 58, 59, 62, 63, 64, 100, MAX_BITS - 1][random.below(9) as usize];
                let near = IBig::from(random.below(5)) - IBig::from(2);
                let number = (IBig::ONE << bits) + near;
                if random.below(2) == 0 { number } else { -number }
            };
            let (x, y) = (number(), number());
            let [a, b] = [&x, &y].map(|n| arena.word(&Value::integer(n.clone())));
            assert_eq!(arena.of_integers(a, b, |a, b| a + b), Some(arena.word(&Value::integer(&x + &y))));
            assert_eq!(arena.of_integers(a, b, |a, b| a - b), Some(arena.word(&Value::integer(&x - &y))));
            assert_eq!(arena.product(a, b), Some(arena.word(&Value::integer(&x * &y))));
        }
        let half = arena.word(&Value::number(dashu_ratio::RBig::from_parts(1.into(), 2u8.into())));
        assert_eq!(arena.product(half, Word::small(2)), None);
        assert_eq!(arena.product(half, Word::ONE), Some(half));
        let long = arena.word(&Value::integer(IBig::ONE << MAX_BITS));
        assert_eq!(arena.product(long, long), None);
    }
}
