//! Dictionaries as words: versions of tables.
//!
//! An entry that is put changes the table in place (Baker's trick): the new version has the table, and the one from which it was
//! made knows what was there before. When an older version is asked, the table is taken back along the versions between. A table
//! that is taken to and fro for longer than it takes to copy is copied. A dictionary that comes from elsewhere is read into a
//! table when it is first asked.

use std::rc::Rc;

use hashbrown::HashTable;
use rustc_hash::FxHashMap;

use super::Word;
use super::entries::Entries;
use super::polynomials::spread;
use crate::value::Dict;
use cg_engine::games::hashing::hash_of;
use cg_engine::games::{Budget, Fault};

/// In place of a version if there is none.
const NOBODY: u32 = u32::MAX;
/// The bit of `next` that marks the number of a table.
const HAS_TABLE: u32 = 1 << 31;
/// The steps that a table may be taken to and fro however few entries it has.
const FREE_STEPS: usize = 64;

/// A dictionary, by the entry that made it of another one.
struct Version {
    parent: u32,
    /// The next version on the way to the one with the table, the number of the table, or [`NOBODY`] if there is none yet.
    next: u32,
    len: u32,
    /// The sum of the hashes of all entries.
    hash: u32,
    key: Word,
    /// The value of the key on the other side of the step between this version and its parent, as seen from the table: that in the
    /// parent if the table is on this side. [`Word::NONE`] if there is none.
    other: Word,
}

/// The table with the entries of one version.
#[derive(Default)]
struct Table {
    all: Entries,
    /// The steps that it was taken to and fro.
    steps: usize,
}

/// All dictionaries.
#[derive(Default)]
pub(super) struct Dicts {
    versions: Vec<Version>,
    tables: Vec<Table>,
    unused: Vec<u32>,
    /// The bytes of the tables.
    size: usize,
    /// The dictionaries that stand for all equal ones in the memories of functions and games, by hash.
    index: HashTable<u32>,
    /// The lists of entries and of keys in order, as far as they have been asked for.
    pub lists: FxHashMap<(u32, bool), Word>,
    pub values: FxHashMap<u32, Rc<Dict>>,
    /// The dictionaries whose values are known, by the hashes of these.
    by_value: HashTable<u32>,
}

/// Returns the hash of an entry, which is 0 without a value.
#[inline]
fn hash_of_entry(key: Word, value: Word) -> u32 {
    if value == Word::NONE {
        return 0;
    }
    let mixed =
        (key.0 ^ value.0.rotate_left(32).wrapping_mul(0xd1b5_4a32_d192_ed03)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    ((mixed ^ mixed >> 32).wrapping_mul(0xa24b_aed4_963e_e407) >> 32) as u32
}

impl Version {
    /// A dictionary that was not made of another one, and has no table yet.
    fn first(len: u32) -> Version {
        Version { parent: NOBODY, next: NOBODY, len, hash: 0, key: Word::NONE, other: Word::NONE }
    }
}

impl Dicts {
    pub fn count(&self) -> usize {
        self.versions.len()
    }

    /// Estimates the bytes in use.
    pub fn size(&self) -> usize {
        let Dicts { versions, tables, size, .. } = self;
        size_of_val(&versions[..]) + size_of_val(&tables[..]) + size
    }

    #[inline]
    pub fn len(&self, number: usize) -> usize {
        self.versions[number].len as usize
    }

    fn push(&mut self, version: Version) -> u32 {
        self.versions.push(version);
        self.versions.len() as u32 - 1
    }

    /// Returns the number of a dictionary from elsewhere, and `true` if it is new.
    pub fn number(&mut self, dict: &Rc<Dict>) -> (u32, bool) {
        let values = &self.values;
        let is_same = |i: &u32| Rc::ptr_eq(&values[i], dict) || values[i] == *dict;
        if let Some(&number) = self.by_value.find(hash_of(dict), is_same) {
            return (number, false);
        }
        let number = self.push(Version::first(dict.len() as u32));
        self.set_value(number, dict.clone());
        (number, true)
    }

    /// Notes that this is the value of a dictionary.
    pub fn set_value(&mut self, number: u32, value: Rc<Dict>) {
        let hash = hash_of(&value);
        self.values.insert(number, value);
        let values = &self.values;
        self.by_value.insert_unique(hash, number, |i| hash_of(&values[i]));
    }

    /// Returns the dictionary of these entries.
    pub fn build(&mut self, all: Entries) -> u32 {
        let number = self.push(Version::first(all.len() as u32));
        self.set_entries(number, all);
        number
    }

    /// Returns the dictionary that stands for all with the same entries. One that is far from its table is passed over. `None` if
    /// room must be made first.
    pub fn canonical(&mut self, number: u32) -> Option<u32> {
        let Version { hash, len, .. } = self.versions[number as usize];
        if self.index.find(spread(hash), |&i| i == number).is_some() {
            return Some(number);
        }
        let table = self.table(number)?;
        let versions = &self.versions;
        let is_alike = |&i: &u32| (versions[i as usize].hash, versions[i as usize].len) == (hash, len);
        let alike: Vec<u32> = self.index.iter_hash(spread(hash)).copied().filter(is_alike).collect();
        if !alike.is_empty() {
            let all = self.tables[table].all.clone();
            let is_same = |dicts: &mut Dicts, i| dicts.table(i).is_some_and(|table| dicts.tables[table].all == all);
            if let Some(known) = alike.into_iter().find(|&known| is_same(self, known)) {
                return Some(known);
            }
        }
        let versions = &self.versions;
        self.index.insert_unique(spread(hash), number, |&i| spread(versions[i as usize].hash));
        Some(number)
    }

    /// Gives a dictionary its table.
    pub fn set_entries(&mut self, number: u32, all: Entries) {
        let hash = all.iter().fold(0_u32, |hash, (key, value)| hash.wrapping_add(hash_of_entry(key, value)));
        self.size += all.size();
        let entries = Table { all, steps: 0 };
        let table = match self.unused.pop() {
            Some(table) => {
                self.tables[table as usize] = entries;
                table
            }
            None => {
                self.tables.push(entries);
                self.tables.len() as u32 - 1
            }
        };
        let version = &mut self.versions[number as usize];
        (version.next, version.hash) = (HAS_TABLE | table, hash);
    }

    /// Returns the versions from this one to the one that has the table, and the table. `None` if there is none yet.
    fn way(&self, number: u32) -> Option<(Vec<u32>, usize)> {
        let mut way = vec![number];
        loop {
            match self.versions[*way.last()? as usize].next {
                NOBODY => return None,
                table if table & HAS_TABLE != 0 => return Some((way, (table ^ HAS_TABLE) as usize)),
                next => way.push(next),
            }
        }
    }

    /// Makes the entries of a version those of a neighbour. Returns the version that knows the step, the younger one, and the value
    /// that its key had.
    fn step(&self, all: &mut Entries, from: u32, to: u32) -> (usize, Word) {
        let younger = if self.versions[to as usize].parent == from { to } else { from } as usize;
        let Version { key, other, .. } = self.versions[younger];
        (younger, all.set(key, other))
    }

    /// Brings the table to this version and returns its number. `None` if there is none yet, or if it should be copied.
    #[inline]
    fn table(&mut self, number: u32) -> Option<usize> {
        match self.versions[number as usize].next {
            next if next & HAS_TABLE != 0 && next != NOBODY => Some((next ^ HAS_TABLE) as usize),
            _ => self.bring(number),
        }
    }

    #[inline(never)]
    fn bring(&mut self, number: u32) -> Option<usize> {
        let (way, table) = self.way(number)?;
        let entries = &mut self.tables[table];
        entries.steps += way.len();
        if entries.steps > FREE_STEPS + 2 * entries.all.len() {
            return None;
        }
        let mut all = std::mem::take(&mut entries.all);
        for pair in way.windows(2).rev() {
            let (younger, other) = self.step(&mut all, pair[1], pair[0]);
            self.versions[younger].other = other;
            self.versions[pair[1] as usize].next = pair[0];
        }
        self.tables[table].all = all;
        self.versions[number as usize].next = HAS_TABLE | table as u32;
        Some(table)
    }

    /// Returns `true` if the entries of this version have been read.
    pub fn is_read(&self, number: u32) -> bool {
        self.versions[number as usize].next != NOBODY
    }

    /// Brings the table to this version, or a copy of it, with room for one more entry with this key if there is one.
    ///
    /// # Errors
    /// Limits.
    pub fn make_room(&mut self, number: u32, key: Option<Word>, budget: &mut Budget) -> Result<(), Fault> {
        if self.table(number).is_none()
            && let Some((way, table)) = self.way(number)
        {
            let entries = &mut self.tables[table];
            entries.steps = 0;
            budget.charge(way.len() + entries.all.len())?;
            budget.reserve(2 * entries.all.size())?;
            let mut all = entries.all.clone();
            for pair in way.windows(2).rev() {
                self.step(&mut all, pair[1], pair[0]);
            }
            self.set_entries(number, all);
        }
        if self.versions.len() == self.versions.capacity() {
            let more = self.versions.len().max(64);
            budget.reserve(2 * more * size_of::<Version>())?;
            self.versions.reserve_exact(more);
        }
        if let (Some(key), Some(table)) = (key, self.table(number)) {
            let all = &mut self.tables[table].all;
            if !all.has_room(key) {
                budget.reserve(all.growth(key))?;
                let size = all.size();
                all.grow(key);
                self.size = (self.size + all.size()).saturating_sub(size);
            }
        }
        Ok(())
    }

    /// Returns the value of a key, or [`Word::NONE`] if it is none. `None` if room must be made first.
    #[inline]
    pub fn get(&mut self, number: usize, key: Word) -> Option<Word> {
        let table = self.table(number as u32)?;
        Some(self.tables[table].all.get(key))
    }

    /// Returns the dictionary with an entry put in, and the value that the key had. `None` if room must be made first.
    pub fn put(&mut self, number: usize, key: Word, value: Word) -> Option<(u32, Word)> {
        let parent = number as u32;
        let table = self.table(parent)?;
        let all = &mut self.tables[table].all;
        if !all.has_room(key) || self.versions.len() == self.versions.capacity() {
            return None;
        }
        let old = all.set(key, value);
        if old == value {
            return Some((parent, value));
        }
        let Version { hash, len, .. } = self.versions[number];
        let hash = hash.wrapping_add(hash_of_entry(key, value)).wrapping_sub(hash_of_entry(key, old));
        let len = len + u32::from(old == Word::NONE);
        let made = self.versions.len() as u32;
        let next = std::mem::replace(&mut self.versions[number].next, made);
        Some((self.push(Version { parent, next, len, hash, key, other: old }), old))
    }

    /// Returns the entries in any order. `None` if room must be made first.
    pub fn entries(&mut self, number: usize) -> Option<impl Iterator<Item = (Word, Word)> + '_> {
        let table = self.table(number as u32)?;
        Some(self.tables[table].all.iter())
    }

    /// Returns the entries whose keys were put since a version whose value is known, and that version. `None` if none is known, or
    /// none that is near, or if room must be made first.
    pub fn since_known(&mut self, number: u32) -> Option<(Vec<(Word, Word)>, u32)> {
        let (mut keys, mut at) = (Vec::new(), number);
        while !self.values.contains_key(&at) {
            let version = &self.versions[at as usize];
            if version.parent == NOBODY || keys.len() > self.len(number as usize) {
                return None;
            }
            keys.push(version.key);
            at = version.parent;
        }
        if keys.is_empty() {
            return Some((Vec::new(), at));
        }
        let table = self.table(number)?;
        let all = &self.tables[table].all;
        Some((keys.into_iter().map(|key| (key, all.get(key))).collect(), at))
    }

    /// Forgets the versions from this number on. None of them may be in use, and no list from number `lists` on.
    pub fn cut(&mut self, count: usize, lists: usize) {
        self.lists.retain(|&(number, _), list| (number as usize) < count && list.number() < lists);
        while self.versions.len() > count {
            let number = self.versions.len() as u32 - 1;
            let Version { parent, next, key, other, hash, .. } = self.versions[number as usize];
            if next & HAS_TABLE != 0 && next != NOBODY {
                let table = (next ^ HAS_TABLE) as usize;
                match self.versions.get_mut(parent as usize) {
                    Some(version) if version.next == number => {
                        version.next = next;
                        self.tables[table].all.set(key, other);
                    }
                    _ => {
                        let freed = std::mem::take(&mut self.tables[table]);
                        self.size = self.size.saturating_sub(freed.all.size());
                        self.unused.push(table as u32);
                    }
                }
            }
            if let Ok(entry) = self.index.find_entry(spread(hash), |&i| i == number) {
                entry.remove();
            }
            if let Some(value) = self.values.get(&number) {
                if let Ok(entry) = self.by_value.find_entry(hash_of(value), |&i| i == number) {
                    entry.remove();
                }
                self.values.remove(&number);
            }
            self.versions.pop();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::{Budget, Dicts, Word};
    use cg_engine::games::Random;

    #[test]
    fn every_version_keeps_its_entries() {
        let mut random = Random::new(1991);
        let mut free = Budget::unlimited();
        let mut longest = 0;
        for round in 0..60 {
            let mut dicts = Dicts::default();
            dicts.build(Default::default());
            let mut maps = vec![BTreeMap::new()];
            let keys = 1 + random.below(40);
            for _ in 0..300 {
                // Mostly the newest version, sometimes any other.
                let newest = maps.len() as u64 - 1;
                let number = if random.below(8) < round % 8 { random.below(newest + 1) } else { newest };
                let word = |n: u64| Word::integer(n as i64).expect("small enough");
                let (key, value) = (word(random.below(keys)), word(random.below(4)));
                dicts.make_room(number as u32, Some(key), &mut free).expect("no limit");
                let mut wanted = maps[number as usize].clone();
                assert_eq!(dicts.get(number as usize, key), Some(wanted.get(&key).copied().unwrap_or(Word::NONE)));
                let old = wanted.insert(key, value).unwrap_or(Word::NONE);
                let made = loop {
                    if let Some(made) = dicts.put(number as usize, key, value) {
                        break made;
                    }
                    dicts.make_room(number as u32, Some(key), &mut free).expect("no limit");
                };
                assert_eq!(made.1, old);
                if made.0 as usize == maps.len() {
                    maps.push(wanted);
                } else {
                    assert_eq!(maps[made.0 as usize], wanted);
                }
                let any = random.below(maps.len() as u64) as usize;
                dicts.make_room(any as u32, None, &mut free).expect("no limit");
                let mut entries: Vec<(Word, Word)> = dicts.entries(any).expect("there is room").collect();
                entries.sort_unstable();
                assert_eq!(entries, maps[any].clone().into_iter().collect::<Vec<_>>());
                assert_eq!(dicts.len(any), entries.len());
                if random.below(40) == 0 {
                    let count = 1 + random.below(maps.len() as u64) as usize;
                    dicts.cut(count, 0);
                    maps.truncate(count);
                }
                longest = longest.max(maps.len());
            }
        }
        assert!(longest > 100, "{longest}");
    }
}
