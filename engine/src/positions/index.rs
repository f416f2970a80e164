//! The places of positions in the store, and the index by their states.

use hashbrown::HashTable;

use super::RulesetId;
use crate::games::hashing::{hash_of, mix};
use crate::games::table_bytes;

/// A position in the store: its ruleset, and where its state stands among all words.
pub(super) struct Node {
    pub ruleset: RulesetId,
    pub start: u32,
    pub len: u32,
    /// Kept, so that a growing table need not read the state.
    pub hash: u32,
}

impl Node {
    /// Returns a node for a state that begins at a place.
    pub fn new(ruleset: RulesetId, state: &[u32], start: u32) -> Node {
        Node { ruleset, start, len: state.len() as u32, hash: hash(ruleset, state) }
    }
}

fn hash(ruleset: RulesetId, state: &[u32]) -> u32 {
    hash_of((ruleset.0, state)) as u32
}

/// Returns a kept hash spread over the 64 bits that the table wants.
fn spread(hash: u32) -> u64 {
    mix(hash.into())
}

/// Positions by ruleset and state.
#[derive(Default)]
pub(super) struct Index(HashTable<IndexEntry>);

/// The number of a position, and where its state begins: the state can be read while the node is still on its way.
struct IndexEntry {
    id: u32,
    start: u32,
}

impl Index {
    /// Returns the index of all nodes.
    pub fn of(nodes: &[Node]) -> Index {
        let mut index = Index(HashTable::with_capacity(nodes.len()));
        for id in 0..nodes.len() as u32 {
            index.add(id, nodes);
        }
        index
    }

    /// Returns the position with this ruleset and state.
    pub fn find(&self, ruleset: RulesetId, state: &[u32], nodes: &[Node], words: &[u32]) -> Option<u32> {
        let found = self.0.find(spread(hash(ruleset, state)), |entry| {
            let node = &nodes[entry.id as usize];
            words[entry.start as usize..].starts_with(state)
                && node.ruleset == ruleset
                && node.len as usize == state.len()
        });
        found.map(|entry| entry.id)
    }

    /// Returns the bytes that the table grows by if `more` positions are added.
    pub fn growth(&self, more: usize) -> usize {
        let is_full = self.0.len() + more > self.0.capacity();
        if is_full { 2 * table_bytes(self.0.len(), size_of::<IndexEntry>()) } else { 0 }
    }

    /// Adds a position that is not there yet.
    pub fn add(&mut self, id: u32, nodes: &[Node]) {
        let node = &nodes[id as usize];
        let hash = |entry: &IndexEntry| spread(nodes[entry.id as usize].hash);
        self.0.insert_unique(spread(node.hash), IndexEntry { id, start: node.start }, hash);
    }

    /// Forgets all positions but these, which are the first ones.
    pub fn keep(&mut self, nodes: &[Node]) {
        if nodes.len() < self.0.len() / 8 {
            // Building the index of the rest is faster than removing the others.
            *self = Index::of(nodes);
        } else {
            self.0.retain(|entry| (entry.id as usize) < nodes.len());
            self.0.shrink_to_fit(|entry| spread(nodes[entry.id as usize].hash));
        }
    }
}
