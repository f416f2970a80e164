//! Lists of words. Each list stands once, so that lists with equal members have equal numbers.
//!
//! The hash of a list is a polynomial in its members. The hashes of a join, of a slice and of a list with one member replaced
//! follow from those of the lists they are made of: if the result is known, nothing is built. A slice shares the members of the
//! list from which it was cut.

use hashbrown::HashTable;
use rustc_hash::FxHashMap;

use super::polynomials::{Powers, extended, half, hash_of_members, mixed, spread};
use super::word::{Tag, Word};
use crate::value::list::{DEEPEST, HEAVIEST};

/// The greatest length of a slice that is hashed member by member. The hash of a longer one follows from those of prefixes.
const LONG: usize = 32;
/// The greatest length of a list of words. Longer lists are values, which are copied only within the limits.
pub(super) const MAX_MEMBERS: usize = 1 << 18;
/// The largest number of members that are stored between two payments to the budget.
const MOST_BETWEEN_PAYMENTS: usize = 1 << 16;
/// In place of the first of those hashes if there are none.
const NO_HASHES: u32 = u32::MAX;

/// The place of the members of a list.
#[derive(Clone, Copy)]
struct Head {
    start: u32,
    len: u32,
    /// The place of the hashes of its prefixes, the empty one first, once a long slice has been cut from it.
    hashes: u32,
    /// `true` if the members are stored as words, `false` if as bytes: integers from 0 to 255.
    is_wide: bool,
    /// `true` if a member has members itself.
    is_nested: bool,
    /// `true` if it is seen at once that all members are plain.
    is_plain: bool,
}

/// A list or another value in a table, with half of its hash, so that the table grows without reading the values.
#[derive(Clone, Copy)]
pub(super) struct Entry {
    pub hash: u32,
    pub number: u32,
}

/// All lists.
#[derive(Default)]
pub(super) struct Lists {
    heads: Vec<Head>,
    bytes: Vec<u8>,
    words: Vec<Word>,
    /// The hashes of prefixes, and the lists that have some of their own, in their order.
    hashes: Vec<u64>,
    hashed: Vec<u32>,
    table: HashTable<Entry>,
    /// The hash of each list.
    whole_hashes: Vec<u64>,
    /// The depth and the weight of each list that contains lists.
    nested: FxHashMap<u32, (u32, u64)>,
    /// The depth and the weight of each dictionary. A weight within the bounds is less than 2^32.
    pub dictionaries: Vec<(u32, u32)>,
    powers: Powers,
    /// The members of a list under construction.
    scratch: Vec<Word>,
}

/// Returns `true` if these are the members, all of them integers, that are stored as bytes.
#[inline]
fn are_bytes(members: &[Word], bytes: &[u8]) -> bool {
    let bytes = &bytes[..members.len()];
    (0..members.len()).fold(0, |differences, i| differences | members[i].0 ^ Word::small(bytes[i].into()).0) == 0
}

fn as_byte(word: Word) -> Option<u8> {
    word.as_integer().and_then(|n| u8::try_from(n).ok())
}

/// Returns the bytes that a vector needs to double, if it may be full before the budget is asked again. The old room is
/// given back late.
pub(super) fn growth_of<T>(all: &Vec<T>) -> usize {
    if all.len() + MOST_BETWEEN_PAYMENTS > all.capacity() { 2 * all.capacity() * size_of::<T>() } else { 0 }
}

/// Returns `true` if a list of this depth and this weight is not nested too deep and not too heavy.
fn is_bounded((depth, weight): (u32, u64)) -> bool {
    depth <= DEEPEST && weight <= HEAVIEST
}

/// A moment to return to.
#[derive(Clone, Copy)]
pub(super) struct ListsMark {
    heads: usize,
    bytes: usize,
    words: usize,
    hashes: usize,
}

impl ListsMark {
    /// Returns the number of lists.
    pub fn count(self) -> usize {
        self.heads
    }
}

impl Lists {
    pub fn count(&self) -> usize {
        self.heads.len()
    }

    /// Makes room for a number of lists of two members.
    pub fn reserve_pairs(&mut self, count: usize) {
        self.heads.reserve(count);
        self.whole_hashes.reserve(count);
        self.words.reserve(2 * count);
        self.table.reserve(count, |entry| spread(entry.hash));
    }

    pub fn mark(&self) -> ListsMark {
        let Lists { heads, bytes, words, hashes, .. } = self;
        ListsMark { heads: heads.len(), bytes: bytes.len(), words: words.len(), hashes: hashes.len() }
    }

    /// Forgets the lists that were made since. None of them may be in use.
    pub fn cut(&mut self, mark: ListsMark) {
        while let Some(number) = self.hashed.pop_if(|number| self.heads[*number as usize].hashes >= mark.hashes as u32)
        {
            self.heads[number as usize].hashes = NO_HASHES;
        }
        for number in (mark.heads..self.heads.len()).rev() {
            let Head { len, is_nested, .. } = self.heads[number];
            if is_nested {
                self.nested.remove(&(number as u32));
            }
            let hash = spread(half(self.whole_hashes[number], len as usize));
            if let Ok(entry) = self.table.find_entry(hash, |entry| entry.number as usize == number) {
                entry.remove();
            }
        }
        self.heads.truncate(mark.heads);
        self.whole_hashes.truncate(mark.heads);
        self.bytes.truncate(mark.bytes);
        self.words.truncate(mark.words);
        self.hashes.truncate(mark.hashes);
    }

    /// Returns the bytes in use.
    pub fn size(&self) -> usize {
        size_of_val(&self.heads[..])
            + size_of_val(&self.whole_hashes[..])
            + self.bytes.len()
            + size_of_val(&self.words[..])
            + size_of_val(&self.hashes[..])
            + self.table.capacity() * (size_of::<Entry>() + 1)
    }

    /// Returns the bytes that are needed before the budget is asked again, if a part grows.
    pub fn growth(&self) -> usize {
        let table = match self.table.len() + MOST_BETWEEN_PAYMENTS > self.table.capacity() {
            true => 3 * self.table.capacity() * size_of::<Entry>(),
            false => 0,
        };
        growth_of(&self.heads)
            + growth_of(&self.whole_hashes)
            + growth_of(&self.bytes)
            + growth_of(&self.words)
            + growth_of(&self.hashes)
            + table
    }

    #[inline]
    pub fn len(&self, number: usize) -> usize {
        self.heads[number].len as usize
    }

    /// Returns `true` if two lists together have at most [`MAX_MEMBERS`] members.
    #[inline]
    pub fn are_few(&self, a: Word, b: Word) -> bool {
        self.len(a.number()) + self.len(b.number()) <= MAX_MEMBERS
    }

    /// Returns `true` if a member is a list.
    pub fn is_nested(&self, number: usize) -> bool {
        self.heads[number].is_nested
    }

    /// Returns `true` if it is seen at once that all members are plain.
    #[inline]
    pub fn is_plain(&self, number: usize) -> bool {
        self.heads[number].is_plain
    }

    #[inline(always)]
    fn member_of(&self, head: Head, i: usize) -> Word {
        let at = head.start as usize + i;
        if head.is_wide { self.words[at] } else { Word::small(self.bytes[at].into()) }
    }

    /// Returns the member at `index`, or `None` if there is none.
    #[inline(always)]
    pub fn get(&self, number: usize, index: i64) -> Option<Word> {
        let head = self.heads[number];
        if index as u64 >= u64::from(head.len) {
            return None;
        }
        Some(self.member_of(head, index as usize))
    }

    pub fn members(&self, number: usize) -> impl ExactSizeIterator<Item = Word> + '_ {
        let head = self.heads[number];
        (0..head.len as usize).map(move |i| self.member_of(head, i))
    }

    /// Puts the members behind others.
    pub fn copy_members(&self, number: usize, to: &mut Vec<Word>) {
        let Head { start, len, is_wide, .. } = self.heads[number];
        let place = start as usize..start as usize + len as usize;
        match is_wide {
            true => to.extend_from_slice(&self.words[place]),
            false => to.extend(self.bytes[place].iter().map(|&byte| Word::small(byte.into()))),
        }
    }

    /// Returns `true` if one of the members is this word.
    #[inline]
    pub fn contains(&self, number: usize, word: Word) -> bool {
        let Head { start, len, is_wide, .. } = self.heads[number];
        let place = start as usize..start as usize + len as usize;
        match is_wide {
            true => self.words[place].contains(&word),
            false => self.bytes[place].iter().any(|&byte| Word::small(byte.into()) == word),
        }
    }

    /// Returns `true` if the members of `part` stand side by side in the list.
    pub fn contains_part(&self, number: usize, part: usize) -> bool {
        let (whole, part) = (self.heads[number], self.heads[part]);
        let (n, m) = (whole.len as usize, part.len as usize);
        m <= n && (0..=n - m).any(|i| self.are_same(whole, i, part, 0, m))
    }

    /// Returns the members if they are stored as bytes.
    #[inline(always)]
    pub fn bytes(&self, number: usize) -> Option<&[u8]> {
        let Head { start, len, is_wide, .. } = self.heads[number];
        if is_wide { None } else { Some(&self.bytes[start as usize..start as usize + len as usize]) }
    }

    /// Computes the hashes of the prefixes of a list.
    fn hash_prefixes(&mut self, number: usize) -> u32 {
        let head = self.heads[number];
        let first = self.hashes.len() as u32;
        let mut hash = 0_u64;
        self.hashes.push(hash);
        for i in 0..head.len as usize {
            hash = extended(hash, self.member_of(head, i));
            self.hashes.push(hash);
        }
        self.hashed.push(number as u32);
        self.heads[number].hashes = first;
        first
    }

    /// Computes the hash of a part of a list.
    fn hash_of_part(&mut self, head: Head) -> u64 {
        let len = head.len as usize;
        if head.hashes != NO_HASHES {
            let first = head.hashes as usize;
            let power = self.powers.get(len);
            return self.hashes[first + len].wrapping_sub(self.hashes[first].wrapping_mul(power));
        }
        let start = head.start as usize;
        if head.is_wide {
            return hash_of_members(&self.words[start..start + len]);
        }
        self.bytes[start..start + len].iter().fold(0, |hash, &byte| extended(hash, Word::small(byte.into())))
    }

    /// Returns `true` if `len` members of `a` from `i` on are those of `b` from `j` on.
    fn are_same(&self, a: Head, i: usize, b: Head, j: usize, len: usize) -> bool {
        let (from, to) = (a.start as usize + i, b.start as usize + j);
        match (a.is_wide, b.is_wide) {
            (true, true) => self.words[from..from + len] == self.words[to..to + len],
            (false, false) => self.bytes[from..from + len] == self.bytes[to..to + len],
            _ => (0..len).all(|k| self.member_of(a, i + k) == self.member_of(b, j + k)),
        }
    }

    /// Finds the list with this hash and this length that `is_same` accepts.
    #[inline]
    fn find(&self, hash: u64, len: usize, is_same: impl Fn(Head) -> bool) -> Option<u32> {
        let half = half(hash, len);
        let is_list = |number: u32| {
            let head = self.heads[number as usize];
            head.len as usize == len && is_same(head)
        };
        let found = self.table.find(spread(half), |entry| entry.hash == half && is_list(entry.number));
        found.map(|entry| entry.number)
    }

    /// Computes the depth of a list with these members, and its weight: the number of members, those of members included.
    fn depth_and_weight(&self, members: impl Iterator<Item = Word>) -> (u32, u64) {
        members.fold((1, 0), |(depth, weight): (u32, u64), member| {
            let (inner, more) = self.extent(member);
            (depth.max(inner + 1), weight.saturating_add(more))
        })
    }

    /// Computes the depth of a member, and the number of values in it, itself included.
    pub fn extent(&self, member: Word) -> (u32, u64) {
        let number = member.number();
        match member.tag() {
            Tag::List | Tag::Set => {
                let Head { len, is_nested, .. } = self.heads[number];
                let known = if is_nested { self.nested.get(&(number as u32)).copied() } else { None };
                let (depth, weight) = known.unwrap_or((1, len.into()));
                (depth, weight.saturating_add(1))
            }
            Tag::Dict => {
                let (depth, weight) = self.extent_of_dictionary(member);
                (depth, weight + 1)
            }
            _ => (0, 1),
        }
    }

    /// Returns `true` if a list with these members is not nested too deep and not too heavy.
    pub fn is_bounded(&self, members: &[Word]) -> bool {
        is_bounded(self.depth_and_weight(members.iter().copied()))
    }

    fn add(&mut self, hash: u64, head: Head) -> u32 {
        let members = (0..head.len as usize).map(|i| self.member_of(head, i));
        let extent = if head.is_nested { self.depth_and_weight(members) } else { (1, head.len.into()) };
        self.add_of_extent(hash, head, extent)
    }

    /// Adds a new list of this depth and this weight.
    fn add_of_extent(&mut self, hash: u64, mut head: Head, (depth, weight): (u32, u64)) -> u32 {
        let number = self.heads.len() as u32;
        head.is_nested = depth > 1;
        if head.is_nested {
            self.nested.insert(number, (depth, weight));
        }
        let entry = Entry { hash: half(hash, head.len as usize), number };
        self.heads.push(head);
        self.whole_hashes.push(hash);
        self.table.insert_unique(spread(entry.hash), entry, |entry| spread(entry.hash));
        number
    }

    /// Stores the members of a new list.
    fn store(&mut self, members: &[Word]) -> Head {
        let len = members.len() as u32;
        let are_integers = Word::are_all_integers(members);
        let is_wide = !Word::are_all_bytes(members);
        let start = if is_wide {
            let start = self.words.len() as u32;
            self.words.extend_from_slice(members);
            start
        } else {
            let start = self.bytes.len() as u32;
            self.bytes.extend(members.iter().map(|word| word.number() as u8));
            start
        };
        let is_nested =
            !are_integers && members.iter().any(|member| matches!(member.tag(), Tag::List | Tag::Set | Tag::Dict));
        let is_plain = are_integers || members.iter().all(|&member| self.is_surely_plain(member));
        Head { start, len, hashes: NO_HASHES, is_wide, is_nested, is_plain }
    }

    /// Stores the members of these lists one behind the other as bytes. `None` if a member is no byte.
    fn store_bytes(&mut self, parts: &[Head]) -> Option<Head> {
        let len: u32 = parts.iter().map(|part| part.len).sum();
        if parts.iter().any(|part| part.is_wide) {
            return None;
        }
        let start = self.bytes.len() as u32;
        for part in parts {
            let from = part.start as usize;
            self.bytes.extend_from_within(from..from + part.len as usize);
        }
        Some(Head { start, len, hashes: NO_HASHES, is_wide: false, is_nested: false, is_plain: true })
    }

    /// Stores the members that `gather` puts into a list.
    fn store_members(&mut self, gather: impl FnOnce(&Lists, &mut Vec<Word>)) -> Head {
        let mut members = std::mem::take(&mut self.scratch);
        members.clear();
        gather(self, &mut members);
        let head = self.store(&members);
        self.scratch = members;
        head
    }

    /// Returns `true` if it is seen at once that a member is plain.
    #[inline]
    pub fn is_surely_plain(&self, member: Word) -> bool {
        match member.tag() {
            Tag::Integer | Tag::Boolean | Tag::Letter | Tag::Text | Tag::Board => true,
            Tag::List | Tag::Set => self.is_plain(member.number()),
            _ => false,
        }
    }

    /// Returns the number of the list with these members.
    #[inline(never)]
    pub fn list(&mut self, members: &[Word]) -> u32 {
        let hash = hash_of_members(members);
        self.known(hash, members).unwrap_or_else(|| {
            let head = self.store(members);
            self.add(hash, head)
        })
    }

    /// Returns the number of the list with these members, or `None` if it would be nested too deep or be too heavy.
    #[inline(never)]
    pub fn bounded_list(&mut self, members: &[Word]) -> Option<u32> {
        let hash = hash_of_members(members);
        self.known(hash, members).or_else(|| {
            let extent = self.depth_and_weight(members.iter().copied());
            is_bounded(extent).then(|| {
                let head = self.store(members);
                self.add_of_extent(hash, head, extent)
            })
        })
    }

    /// Finds the list with this hash and these members.
    #[inline]
    fn known(&self, hash: u64, members: &[Word]) -> Option<u32> {
        let is_same = |head: Head| {
            let start = head.start as usize;
            if head.is_wide {
                self.words[start..start + members.len()] == *members
            } else {
                are_bytes(members, &self.bytes[start..start + members.len()])
            }
        };
        self.find(hash, members.len(), is_same)
    }

    /// Returns the number of the list of the members at `from..to`.
    #[inline(never)]
    pub fn slice(&mut self, number: usize, from: usize, to: usize) -> u32 {
        let whole = self.heads[number];
        let len = to - from;
        let hashes = match whole.hashes {
            NO_HASHES if len <= LONG => NO_HASHES,
            NO_HASHES => self.hash_prefixes(number) + from as u32,
            first => first + from as u32,
        };
        let part = Head { start: whole.start + from as u32, len: len as u32, hashes, ..whole };
        let hash = self.hash_of_part(part);
        let is_same = |head: Head| {
            (head.start, head.is_wide) == (part.start, part.is_wide) || self.are_same(head, 0, part, 0, len)
        };
        match self.find(hash, len, is_same) {
            Some(number) => number,
            None => self.add(hash, part),
        }
    }

    /// Returns the number of the list of the members of two lists, one after the other.
    #[inline(never)]
    pub fn join(&mut self, first: usize, second: usize) -> u32 {
        let (a, b) = (self.heads[first], self.heads[second]);
        let (n, m) = (a.len as usize, b.len as usize);
        if n == 0 || m == 0 {
            return if n == 0 { second as u32 } else { first as u32 };
        }
        let (low, high) = (self.whole_hashes[second], self.whole_hashes[first]);
        let hash = high.wrapping_mul(self.powers.get(m)).wrapping_add(low);
        let is_same = |head: Head| self.are_same(head, 0, a, 0, n) && self.are_same(head, n, b, 0, m);
        if let Some(number) = self.find(hash, n + m, is_same) {
            return number;
        }
        let head = match self.store_bytes(&[a, b]) {
            Some(head) => head,
            None => self.store_members(|lists, all| all.extend(lists.members(first).chain(lists.members(second)))),
        };
        self.add(hash, head)
    }

    /// Returns the number of the list with one more member at its end.
    pub fn append(&mut self, number: usize, member: Word) -> u32 {
        let head = self.heads[number];
        let len = head.len as usize;
        let hash = extended(self.whole_hashes[number], member);
        let is_same = |other: Head| self.member_of(other, len) == member && self.are_same(other, 0, head, 0, len);
        if let Some(number) = self.find(hash, len + 1, is_same) {
            return number;
        }
        let head = match as_byte(member).and_then(|byte| Some((byte, self.store_bytes(&[head])?))) {
            Some((byte, head)) => {
                self.bytes.push(byte);
                Head { len: head.len + 1, ..head }
            }
            None => self.store_members(|lists, all| all.extend(lists.members(number).chain([member]))),
        };
        self.add(hash, head)
    }

    /// Returns the number of the list with another member at `index`, which is below its length.
    #[inline(never)]
    pub fn replace(&mut self, number: usize, index: usize, member: Word) -> u32 {
        let head = self.heads[number];
        let (old, len) = (self.member_of(head, index), head.len as usize);
        if old == member {
            return number as u32;
        }
        let change = mixed(member).wrapping_sub(mixed(old)).wrapping_mul(self.powers.get(len - 1 - index));
        let hash = self.whole_hashes[number].wrapping_add(change);
        let is_same = |other: Head| {
            self.member_of(other, index) == member
                && self.are_same(other, 0, head, 0, index)
                && self.are_same(other, index + 1, head, index + 1, len - index - 1)
        };
        if let Some(number) = self.find(hash, len, is_same) {
            return number;
        }
        let head = match as_byte(member).and_then(|byte| Some((byte, self.store_bytes(&[head])?))) {
            Some((byte, head)) => {
                self.bytes[head.start as usize + index] = byte;
                head
            }
            None => self.store_members(|lists, all| {
                all.extend(lists.members(number));
                all[index] = member;
            }),
        };
        self.add(hash, head)
    }
}

#[cfg(test)]
mod tests {
    use super::{LONG, Lists, Word};

    fn words(members: &[i64]) -> Vec<Word> {
        members.iter().map(|&n| Word::integer(n).expect("small enough")).collect()
    }

    #[test]
    fn long_slices_have_their_numbers_again_after_a_cut() {
        let mut lists = Lists::default();
        let members: Vec<i64> = (0..6 * LONG as i64).map(|i| i * i % 7).collect();
        let (old, mark) = (lists.list(&words(&members)) as usize, lists.mark());
        for round in 1..4 {
            let new = lists.list(&words(&members[round..])) as usize;
            for (list, from) in [(old, 0), (new, round), (old, 0), (new, round)] {
                for to in [from + LONG, from + LONG + 1, members.len() - round] {
                    let slice = lists.slice(list, round, to - from);
                    assert_eq!(slice, lists.list(&words(&members[from + round..to])));
                }
            }
            lists.cut(mark);
        }
    }

    #[test]
    fn lists_with_the_same_members_have_the_same_number() {
        let mut lists = Lists::default();
        for len in [0, 1, 2, 5, LONG - 1, LONG, LONG + 1, 3 * LONG] {
            for wide in [0, 1 << 40] {
                let members: Vec<i64> = (0..len as i64).map(|i| i * i % 7 + wide).collect();
                let whole = lists.list(&words(&members));
                assert_eq!(lists.list(&words(&members)), whole);
                assert_eq!(lists.members(whole as usize).collect::<Vec<_>>(), words(&members));
                for from in 0..=len.min(6) {
                    for to in from..=len {
                        let slice = lists.slice(whole as usize, from, to);
                        assert_eq!(slice, lists.list(&words(&members[from..to])));
                        let rest = lists.slice(whole as usize, to, len);
                        assert_eq!(lists.join(slice as usize, rest as usize), lists.list(&words(&members[from..len])));
                    }
                }
                for other in [0, 3, 300, -1] {
                    let mut longer = members.clone();
                    longer.push(other);
                    assert_eq!(lists.append(whole as usize, words(&[other])[0]), lists.list(&words(&longer)));
                }
                for i in 0..len {
                    for other in [0, 3, 300, -1] {
                        let mut changed = members.clone();
                        changed[i] = other;
                        let replaced = lists.replace(whole as usize, i, words(&[other])[0]);
                        assert_eq!(replaced, lists.list(&words(&changed)));
                    }
                }
            }
        }
    }
}
