//! Lists of numbers by number, each kept once, in one slab.

use hashbrown::HashTable;

use crate::games::hashing::hash_of;
use crate::games::{Budget, Fault};

/// Sorted lists of heaps, numbered from 0 in the order of insertion.
#[derive(Default)]
pub(super) struct Multisets {
    words: Vec<u32>,
    ends: Vec<usize>,
    index: HashTable<u32>,
}

fn hash(list: &[u32]) -> u64 {
    hash_of(list)
}

impl Multisets {
    /// Returns the list of a number.
    pub fn get(&self, id: u32) -> &[u32] {
        list(&self.words, &self.ends, id)
    }

    /// Returns the number of a list.
    ///
    /// # Errors
    /// The limits of the budget.
    pub fn intern(&mut self, heaps: &[u32], budget: &mut Budget) -> Result<u32, Fault> {
        budget.charge(heaps.len())?;
        let Multisets { words, ends, index } = self;
        let hash_of = hash(heaps);
        if let Some(&id) = index.find(hash_of, |&id| list(words, ends, id) == heaps) {
            return Ok(id);
        }
        budget.room_for(words, heaps.len())?;
        let id = ends.len() as u32;
        words.extend_from_slice(heaps);
        ends.push(words.len());
        index.insert_unique(hash_of, id, |&id| hash(list(words, ends, id)));
        Ok(id)
    }

    /// Returns the number of lists.
    pub fn len(&self) -> usize {
        self.ends.len()
    }
}

fn list<'a>(words: &'a [u32], ends: &[usize], id: u32) -> &'a [u32] {
    let id = id as usize;
    &words[if id == 0 { 0 } else { ends[id - 1] }..ends[id]]
}
