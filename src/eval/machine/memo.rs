//! What calls of a person's functions gave: bounded by bytes, the least recently used generation out first.

use std::hash::{Hash, Hasher};

use cg_engine::games::hashing::WordHasher;
use hashbrown::HashTable;

use super::Value;

/// Bytes after which the older generation is dropped.
const GENERATION: usize = 512 << 20;

#[derive(Default)]
struct Generation {
    table: HashTable<u32>,
    entries: Vec<Entry>,
    /// The arguments of all entries, one after another: freeing them frees one block.
    arguments: Vec<Value>,
}

struct Entry {
    slot: u32,
    /// Where the arguments begin; they end where those of the next entry begin.
    start: u32,
    /// `None` while the call is under way.
    result: Option<Value>,
}

/// Where the result of a call under way belongs.
#[derive(Clone, Copy)]
pub(crate) struct Ticket {
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
pub(crate) struct Memo {
    young: Generation,
    old: Generation,
    age: u64,
}

fn hash(slot: u32, arguments: &[Value]) -> u64 {
    let mut hasher = WordHasher::default();
    hasher.write_u32(slot);
    arguments.iter().for_each(|a| a.hash(&mut hasher));
    hasher.finish()
}

impl Generation {
    fn bytes(&self) -> usize {
        64 * self.entries.len() + size_of_val(&*self.arguments)
    }

    fn hash_of(entries: &[Entry], arguments: &[Value], i: u32) -> u64 {
        let entry = &entries[i as usize];
        hash(entry.slot, Generation::arguments_of(entries, arguments, i))
    }

    fn arguments_of<'a>(entries: &[Entry], arguments: &'a [Value], i: u32) -> &'a [Value] {
        let start = entries[i as usize].start as usize;
        match entries.get(i as usize + 1) {
            Some(next) => &arguments[start..next.start as usize],
            None => &arguments[start..],
        }
    }

    fn find(&self, hash: u64, slot: u32, arguments: &[Value]) -> Option<u32> {
        let same = |&i: &u32| {
            self.entries[i as usize].slot == slot
                && *Generation::arguments_of(&self.entries, &self.arguments, i) == *arguments
        };
        self.table.find(hash, same).copied()
    }

    fn insert(&mut self, hash: u64, slot: u32, arguments: &[Value], result: Option<Value>) -> u32 {
        let id = self.entries.len() as u32;
        self.entries.push(Entry { slot, start: self.arguments.len() as u32, result });
        self.arguments.extend_from_slice(arguments);
        let Generation { table, entries, arguments } = self;
        table.insert_unique(hash, id, |&i| Generation::hash_of(entries, arguments, i));
        id
    }

    /// Forgets the entries from `count` on. What is far fewer than it was is built anew.
    fn truncate(&mut self, count: usize) {
        let Some(first) = self.entries.get(count) else { return };
        let few = count < self.entries.len() / 8;
        self.arguments.truncate(first.start as usize);
        self.entries.truncate(count);
        self.entries.shrink_to_fit();
        self.arguments.shrink_to_fit();
        let Generation { table, entries, arguments } = self;
        let hash = |&i: &u32| Generation::hash_of(entries, arguments, i);
        if few {
            *table = HashTable::with_capacity(count);
            // Without a result it was a call that must not be remembered.
            for i in (0..count as u32).filter(|&i| entries[i as usize].result.is_some()) {
                table.insert_unique(hash(&i), i, hash);
            }
        } else {
            table.retain(|&mut i| (i as usize) < count);
            table.shrink_to_fit(hash);
        }
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
            self.young.insert(hash, slot, arguments, Some(value.clone()));
            return Found::Result(value);
        }
        if self.young.bytes() > GENERATION {
            self.old = std::mem::take(&mut self.young);
            self.age += 1;
        }
        let entry = self.young.insert(hash, slot, arguments, None);
        Found::New(Ticket { age: self.age, entry })
    }

    /// Keeps the result of a call that was under way, or forgets the call when it must not be remembered.
    pub fn end(&mut self, ticket: Ticket, result: Option<&Value>) {
        let generation = match self.age - ticket.age {
            0 => &mut self.young,
            1 => &mut self.old,
            _ => return,
        };
        let Generation { table, entries, arguments } = generation;
        let Some(entry) = entries.get_mut(ticket.entry as usize) else { return };
        match result {
            Some(value) => entry.result = Some(value.clone()),
            None => {
                let hash = Generation::hash_of(entries, arguments, ticket.entry);
                if let Ok(found) = table.find_entry(hash, |&i| i == ticket.entry) {
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
        self.young.truncate(mark.entries);
    }
}
