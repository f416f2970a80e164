//! Built-ins for words, where these are plain: integers, booleans, texts, and lists and sets of such.

use std::cmp::Ordering;
use std::ops::Range;

use super::{Registers, Tag, Value, Word};
use crate::eval::Role;

/// Operands of the built-ins that are known here, at most.
const MAX_OPERANDS: usize = 4;

/// The result of the built-in with this role, or `None` if it is to be called with values.
pub(super) fn of_words(registers: &mut Registers, role: Role, operands: Range<usize>) -> Option<Word> {
    let mut words = [Word::default(); MAX_OPERANDS];
    let words = words.get_mut(..operands.len())?;
    words.copy_from_slice(&registers.words[operands]);
    match (role, &*words) {
        (Role::Contains, &[list, member]) => contains(registers, list, member).map(Word::boolean),
        (Role::Union, sets) => {
            let mut members = Vec::new();
            for &set in sets {
                members.extend(plain_members(registers, set)?);
            }
            Some(set(registers, members))
        }
        (Role::Difference | Role::Intersection, &[first, second]) => {
            let wanted = role == Role::Intersection;
            let mut members = plain_members(registers, first)?;
            let others = plain_members(registers, second)?;
            members.retain(|member| others.contains(member) == wanted);
            Some(set(registers, members))
        }
        (Role::Mex, &[list]) => mex(registers, list),
        (Role::SumOfList, &[list]) => {
            let mut members = registers.members(list)?;
            members.try_fold(Word::small(0), |sum, member| sum.plus(member))
        }
        (Role::Least | Role::Greatest, &[list]) => {
            let mut members = registers.members(list)?;
            let first = members.next().filter(|first| first.is_integer())?;
            members.try_fold(first, |found, member| {
                let is_better = match role {
                    Role::Least => member.value() < found.value(),
                    _ => member.value() > found.value(),
                };
                member.is_integer().then_some(if is_better { member } else { found })
            })
        }
        (Role::Last, &[list]) if list.is_list() => {
            let len = registers.lists.len(list.number());
            registers.lists.get(list.number(), len as i64 - 1)
        }
        _ => None,
    }
}

impl Registers {
    /// The members of a list or set.
    fn members(&self, word: Word) -> Option<impl ExactSizeIterator<Item = Word> + '_> {
        matches!(word.tag(), Tag::List | Tag::Set).then(|| self.lists.members(word.number()))
    }

    /// Whether a value is the same as another only if their words are.
    fn is_plain_word(&mut self, word: Word) -> bool {
        match word.tag() {
            Tag::Integer | Tag::Boolean => true,
            Tag::Kept => self.is_plain_value(word),
            Tag::List | Tag::Set => self.is_plain(word.number()),
            Tag::Outcome | Tag::Held | Tag::None => false,
        }
    }

    /// The order of plain values in a set: numbers by size, the rest by kind and content.
    fn order(&self, a: Word, b: Word) -> Ordering {
        if a == b {
            return Ordering::Equal;
        }
        match (a.tag(), b.tag()) {
            (Tag::Integer, Tag::Integer) => a.value().cmp(&b.value()),
            (Tag::List, Tag::List) | (Tag::Set, Tag::Set) => {
                let (a, b) = (self.lists.members(a.number()), self.lists.members(b.number()));
                let by_len = a.len().cmp(&b.len());
                let mut pairs = a.zip(b).map(|(x, y)| self.order(x, y));
                pairs.find(|order| order.is_ne()).unwrap_or(by_len)
            }
            _ => {
                let as_value = |word: Word| match word.tag() {
                    Tag::Integer => Value::Integer(word.value()),
                    Tag::Boolean => Value::Boolean(word == Word::TRUE),
                    Tag::Kept => self.kept[word.number()].clone(),
                    // Of two kinds; the members do not matter.
                    Tag::Set => Value::set(Vec::new()),
                    _ => Value::list(Vec::new()),
                };
                as_value(a).cmp(&as_value(b))
            }
        }
    }
}

/// The members of a list or set, if all are plain.
fn plain_members(registers: &mut Registers, word: Word) -> Option<Vec<Word>> {
    let members: Vec<Word> = registers.members(word)?.collect();
    members.iter().all(|&member| registers.is_plain_word(member)).then_some(members)
}

/// The set of these members, which are plain.
pub(super) fn set(registers: &mut Registers, mut members: Vec<Word>) -> Word {
    if members.iter().all(|member| member.is_integer()) {
        members.sort_unstable_by_key(|member| member.value());
    } else {
        members.sort_by(|&a, &b| registers.order(a, b));
    }
    members.dedup();
    Word::of(Tag::Set, registers.lists.list(&members).into())
}

/// The set of these members, if they are plain.
pub(super) fn plain_set(registers: &mut Registers, members: &[Word]) -> Option<Word> {
    let is_plain = members.iter().all(|&member| registers.is_plain_word(member)) && registers.lists.is_bounded(members);
    is_plain.then(|| set(registers, members.to_vec()))
}

fn contains(registers: &mut Registers, list: Word, member: Word) -> Option<bool> {
    if !registers.is_plain_word(member) {
        return None;
    }
    if registers.members(list)?.any(|word| word == member) {
        return Some(true);
    }
    registers.is_plain(list.number()).then_some(false)
}

/// The least natural number that is no member.
fn mex(registers: &Registers, list: Word) -> Option<Word> {
    let members = registers.members(list)?;
    // A number that is missing is at most the number of members.
    let mut seen = vec![0_u64; members.len() / 64 + 1];
    for member in members {
        let n = usize::try_from(member.as_integer()?).ok()?;
        if let Some(bits) = seen.get_mut(n / 64) {
            *bits |= 1 << (n % 64);
        }
    }
    let full = seen.iter().take_while(|bits| **bits == u64::MAX).count();
    let mex = 64 * full + seen.get(full).map_or(0, |bits| bits.trailing_ones() as usize);
    Word::integer(mex as i64)
}
