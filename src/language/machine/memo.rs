//! What calls of a person's functions gave: bounded by bytes, the least recently used generation out first.

use std::hash::{BuildHasher, Hash, Hasher};

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;

use super::Value;

/// Bytes after which the older generation is dropped.
const GENERATION: usize = 512 << 20;

#[derive(Default)]
struct Generation {
    table: HashTable<u32>,
    entries: Vec<Entry>,
    bytes: usize,
}

struct Entry {
    slot: u32,
    arguments: Box<[Value]>,
    /// `None` while the call is under way.
    result: Option<Value>,
}

/// Where the result of a call under way belongs.
#[derive(Clone, Copy)]
pub(in crate::language) struct Ticket {
    age: u64,
    entry: u32,
}

/// What is known of a call.
pub(super) enum Found {
    Result(Value),
    /// It is under way: it waits for itself.
    Waiting,
    New(Ticket),
}

/// A moment to return to.
pub(super) struct Mark {
    age: u64,
    entries: usize,
}

/// The memo: a young generation and the one before it.
#[derive(Default)]
pub(in crate::language) struct Memo {
    young: Generation,
    old: Generation,
    age: u64,
}

fn hash(slot: u32, arguments: &[Value]) -> u64 {
    let mut hasher = FxBuildHasher.build_hasher();
    hasher.write_u32(slot);
    arguments.iter().for_each(|a| a.hash(&mut hasher));
    hasher.finish()
}

impl Generation {
    fn find(&self, hash: u64, slot: u32, arguments: &[Value]) -> Option<u32> {
        let same = |&i: &u32| {
            let entry = &self.entries[i as usize];
            entry.slot == slot && *entry.arguments == *arguments
        };
        self.table.find(hash, same).copied()
    }

    fn insert(&mut self, hash_: u64, entry: Entry) -> u32 {
        self.bytes += 64 + size_of_val(&*entry.arguments);
        self.entries.push(entry);
        let id = self.entries.len() as u32 - 1;
        let entries = &self.entries;
        self.table.insert_unique(hash_, id, |&i| hash(entries[i as usize].slot, &entries[i as usize].arguments));
        id
    }
}

impl Memo {
    /// What is known of a call; a new call is noted as under way.
    pub(super) fn begin(&mut self, slot: u32, arguments: &[Value]) -> Found {
        let hash = hash(slot, arguments);
        if let Some(i) = self.young.find(hash, slot, arguments) {
            return match &self.young.entries[i as usize].result {
                Some(value) => Found::Result(value.clone()),
                None => Found::Waiting,
            };
        }
        if let Some(i) = self.old.find(hash, slot, arguments) {
            let Some(value) = self.old.entries[i as usize].result.clone() else { return Found::Waiting };
            self.young.insert(hash, Entry { slot, arguments: arguments.into(), result: Some(value.clone()) });
            return Found::Result(value);
        }
        if self.young.bytes > GENERATION {
            self.old = std::mem::take(&mut self.young);
            self.age += 1;
        }
        let entry = self.young.insert(hash, Entry { slot, arguments: arguments.into(), result: None });
        Found::New(Ticket { age: self.age, entry })
    }

    /// Keeps the result of a call that was under way, or forgets the call when it must not be remembered.
    pub fn end(&mut self, ticket: Ticket, result: Option<&Value>) {
        let generation = match self.age - ticket.age {
            0 => &mut self.young,
            1 => &mut self.old,
            _ => return,
        };
        let Some(entry) = generation.entries.get_mut(ticket.entry as usize) else { return };
        match result {
            Some(value) => entry.result = Some(value.clone()),
            None => {
                let hash = hash(entry.slot, &entry.arguments);
                if let Ok(found) = generation.table.find_entry(hash, |&i| i == ticket.entry) {
                    found.remove();
                }
            }
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        if self.young.entries.is_empty() && self.old.entries.is_empty() {
            return;
        }
        *self = Memo { age: self.age + 2, ..Memo::default() };
    }

    pub(super) fn mark(&self) -> Mark {
        Mark { age: self.age, entries: self.young.entries.len() }
    }

    /// Forgets what was noted since `mark`.
    pub(super) fn rollback(&mut self, mark: &Mark) {
        if self.age != mark.age {
            return self.clear();
        }
        self.young.table.retain(|&mut i| (i as usize) < mark.entries);
        self.young.entries.truncate(mark.entries);
        self.young.entries.shrink_to_fit();
        let entries = &self.young.entries;
        self.young.table.shrink_to_fit(|&i| hash(entries[i as usize].slot, &entries[i as usize].arguments));
        self.young.bytes = entries.iter().map(|e| 64 + size_of_val(&*e.arguments)).sum();
    }
}
