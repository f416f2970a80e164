//! A map for millions of answers.

use std::hash::Hash;

use std::collections::hash_map::Entry;

use super::hashing::FastMap;

/// A map whose values lie one behind the other in the order in which they came. They cost no allocation each, and are
/// given back in that order: values that own memory were allocated in it, which makes this many times faster than the
/// order of a hash table.
pub(crate) struct Ledger<K, V> {
    places: FastMap<K, u32>,
    entries: Vec<V>,
}

impl<K, V> Default for Ledger<K, V> {
    fn default() -> Self {
        Ledger { places: FastMap::default(), entries: Vec::new() }
    }
}

impl<K: Hash + Eq, V> Ledger<K, V> {
    pub fn get(&self, key: &K) -> Option<&V> {
        self.places.get(key).map(|&place| &self.entries[place as usize])
    }

    pub fn contains_key(&self, key: &K) -> bool {
        self.places.contains_key(key)
    }

    /// Writes an entry, over the one that this key had.
    pub fn insert(&mut self, key: K, entry: V) {
        match self.places.entry(key) {
            Entry::Occupied(place) => self.entries[*place.get() as usize] = entry,
            Entry::Vacant(free) => {
                free.insert(self.entries.len() as u32);
                self.entries.push(entry);
            }
        }
    }
}
