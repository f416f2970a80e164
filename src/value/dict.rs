//! Dictionaries: entries in increasing order of their keys, in a persistent balanced tree.
//!
//! [`Dict::put`] copies the path from the root to the entry and shares all other nodes. The tree is balanced by weight: a
//! subtree has at most three times as many entries as its sibling.

use std::cell::OnceCell;
use std::cmp::Ordering;
use std::hash::{Hash, Hasher};
use std::rc::Rc;

use super::list::List;
use super::order::Ranking;
use super::{Value, order};
use cg_engine::games::hashing::hash_of;
use cg_engine::games::{Budget, Fault};

/// Keys with their values.
#[derive(Debug, Default)]
pub struct Dict {
    root: DictTree,
    /// The entries as pairs, if [`Dict::pairs`] has been called.
    pairs: OnceCell<Rc<List>>,
}

type DictTree = Option<Rc<DictNode>>;

#[derive(Debug)]
struct DictNode {
    entry: Rc<DictEntry>,
    left: DictTree,
    right: DictTree,
    /// The number of entries in this tree.
    len: u64,
    /// 1 more than the depth of the deepest key or value.
    depth: u32,
    /// The number of values in all keys and values.
    weight: u64,
    /// `true` if no key or value contains the id of a game or of a position.
    plain: bool,
    /// The sum of the hashes of the entries, which is independent of the shape of the tree.
    hash: u64,
}

#[derive(Debug)]
struct DictEntry {
    key: Value,
    value: Value,
    hash: u64,
}

impl DictEntry {
    fn new(key: Value, value: Value) -> Rc<DictEntry> {
        // Hashes are added up, so they are mixed to spread over all bits (the last steps of splitmix64).
        let mut hash = hash_of((&key, &value));
        hash = (hash ^ (hash >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        hash = (hash ^ (hash >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        hash ^= hash >> 31;
        Rc::new(DictEntry { key, value, hash })
    }
}

fn len(tree: &DictTree) -> u64 {
    tree.as_ref().map_or(0, |node| node.len)
}

/// Builds a node of two trees that balance each other.
fn node(left: DictTree, entry: Rc<DictEntry>, right: DictTree) -> DictTree {
    let (mut depth, mut weight, mut plain, mut hash) = (0, 0, true, entry.hash);
    for part in [&entry.key, &entry.value] {
        let (inner_depth, inner_weight, inner_plain) = part.extent();
        (depth, weight, plain) = (depth.max(1 + inner_depth), weight + inner_weight, plain && inner_plain);
    }
    for tree in [&left, &right].into_iter().flatten() {
        (depth, weight, plain) = (depth.max(tree.depth), weight + tree.weight, plain && tree.plain);
        hash = hash.wrapping_add(tree.hash);
    }
    let len = len(&left) + 1 + len(&right);
    Some(Rc::new(DictNode { entry, left, right, len, depth, weight, plain, hash }))
}

/// Builds a node of two trees, one of which may have an entry too many; a rotation restores the balance.
fn balanced(left: DictTree, entry: Rc<DictEntry>, right: DictTree) -> DictTree {
    let (one, other) = (len(&left), len(&right));
    if one + other < 2 || one <= 3 * other && other <= 3 * one {
        return node(left, entry, right);
    }
    // Both directions are alike: `heavy` is the left tree or, mirrored, the right one.
    let is_mirrored = one < other;
    let ordered = |outer, inner| if is_mirrored { (inner, outer) } else { (outer, inner) };
    let join = |outer: DictTree, entry: &Rc<DictEntry>, inner: DictTree| {
        let (left, right) = ordered(outer, inner);
        node(left, entry.clone(), right)
    };
    let (heavy, light) = ordered(left, right);
    let Some(high) = &heavy else { return join(heavy, &entry, light) };
    let (outer, inner) = ordered(high.left.clone(), high.right.clone());
    if len(&inner) < 2 * len(&outer) {
        return join(outer, &high.entry, join(inner, &entry, light));
    }
    let Some(top) = inner else { return join(heavy, &entry, light) };
    let (near, far) = ordered(top.left.clone(), top.right.clone());
    join(join(outer, &high.entry, near), &top.entry, join(far, &entry, light))
}

/// The bytes that an entry takes in a tree, with the counts of its owners.
const BYTES_OF_ENTRY: usize = size_of::<DictNode>() + size_of::<DictEntry>() + 4 * size_of::<usize>();
/// The bytes that a pair takes in a list of pairs.
const BYTES_OF_PAIR: usize = 3 * size_of::<Value>() + size_of::<List>() + 2 * size_of::<usize>();

/// Returns the tree with an entry put in. The recursion is as deep as the tree, so logarithmic.
fn put(tree: &DictTree, entry: Rc<DictEntry>, ranking: &mut impl Ranking) -> Result<DictTree, Fault> {
    let Some(here) = tree else { return Ok(node(None, entry, None)) };
    Ok(match order::order(&entry.key, &here.entry.key, ranking)? {
        Ordering::Equal => node(here.left.clone(), entry, here.right.clone()),
        Ordering::Less => balanced(put(&here.left, entry, ranking)?, here.entry.clone(), here.right.clone()),
        Ordering::Greater => balanced(here.left.clone(), here.entry.clone(), put(&here.right, entry, ranking)?),
    })
}

fn of_sorted(entries: &mut impl Iterator<Item = (Value, Value)>, count: usize) -> DictTree {
    if count == 0 {
        return None;
    }
    let left = of_sorted(entries, count / 2);
    let (key, value) = entries.next()?;
    let right = of_sorted(entries, count - count / 2 - 1);
    node(left, DictEntry::new(key, value), right)
}

impl Dict {
    /// Builds a dictionary of entries whose keys increase.
    pub fn of_sorted(entries: Vec<(Value, Value)>) -> Dict {
        let count = entries.len();
        Dict { root: of_sorted(&mut entries.into_iter(), count), pairs: OnceCell::new() }
    }

    /// Builds a dictionary of entries whose keys increase, under the limits.
    pub fn of_increasing(entries: Vec<(Value, Value)>, budget: &mut Budget) -> Result<Dict, Fault> {
        budget.reserve(entries.len() * BYTES_OF_ENTRY)?;
        budget.charge(entries.len())?;
        Ok(Dict::of_sorted(entries))
    }

    /// Builds a dictionary of entries. Of several entries with one key the last counts.
    pub fn new(entries: Vec<(Value, Value)>, ranking: &mut impl Ranking) -> Result<Dict, Fault> {
        let sorted = order::sort_pairs(entries, ranking)?;
        let mut kept: Vec<(Value, Value)> = Vec::new();
        ranking.budget().reserve(sorted.len() * size_of::<(Value, Value)>())?;
        for (key, value) in sorted {
            match kept.last_mut() {
                Some(last) if order::same(&last.0, &key, ranking)? => last.1 = value,
                _ => kept.push((key, value)),
            }
        }
        Dict::of_increasing(kept, ranking.budget())
    }

    /// Returns a dictionary with this entry, which replaces an earlier one with its key.
    pub fn put(&self, key: Value, value: Value, ranking: &mut impl Ranking) -> Result<Dict, Fault> {
        let budget = ranking.budget();
        budget.reserve(64 * size_of::<DictNode>())?;
        budget.charge(order::cost(&key) + order::cost(&value))?;
        Ok(Dict { root: put(&self.root, DictEntry::new(key, value), ranking)?, pairs: OnceCell::new() })
    }

    /// Returns the value of a key, or `None` if there is no entry with it.
    pub fn get(&self, key: &Value, ranking: &mut impl Ranking) -> Result<Option<&Value>, Fault> {
        let mut tree = &self.root;
        while let Some(node) = tree {
            tree = match order::order(key, &node.entry.key, ranking)? {
                Ordering::Equal => return Ok(Some(&node.entry.value)),
                Ordering::Less => &node.left,
                Ordering::Greater => &node.right,
            };
        }
        Ok(None)
    }

    /// Returns the number of entries.
    pub fn len(&self) -> u64 {
        len(&self.root)
    }

    /// Returns `true` if it has no entry.
    pub fn is_empty(&self) -> bool {
        self.root.is_none()
    }

    /// Visits the entries in the order of their keys.
    pub fn iter(&self) -> impl Iterator<Item = (&Value, &Value)> {
        let mut open: Vec<&DictNode> = Vec::new();
        let mut tree = &self.root;
        std::iter::from_fn(move || {
            while let Some(node) = tree {
                open.push(node);
                tree = &node.left;
            }
            let node = open.pop()?;
            tree = &node.right;
            Some((&node.entry.key, &node.entry.value))
        })
    }

    /// Returns the entries as a list of pairs `[key, value]`.
    pub fn pairs(&self, budget: &mut Budget) -> Result<Rc<List>, Fault> {
        if let Some(pairs) = self.pairs.get() {
            return Ok(pairs.clone());
        }
        budget.reserve(self.len() as usize * BYTES_OF_PAIR)?;
        let mut all = Vec::with_capacity(self.len() as usize);
        for (key, value) in self.iter() {
            budget.tick()?;
            all.push(Value::list(vec![key.clone(), value.clone()]));
        }
        Ok(self.pairs.get_or_init(|| Rc::new(List::new(all))).clone())
    }

    /// Returns `true` if no key or value contains the id of a game or of a position.
    pub fn is_plain(&self) -> bool {
        self.root.as_ref().is_none_or(|node| node.plain)
    }

    /// Returns the depth to which lists and dictionaries are nested, itself included.
    pub fn depth(&self) -> u32 {
        1 + self.root.as_ref().map_or(0, |node| node.depth)
    }

    /// Returns the number of values in all keys and values.
    pub fn weight(&self) -> u64 {
        self.root.as_ref().map_or(0, |node| node.weight)
    }

    /// Empties the dictionary and moves the keys and values that it does not share with others into `into`.
    pub(super) fn dismantle(&mut self, into: &mut Vec<Value>) {
        self.pairs.take();
        let mut open: Vec<Rc<DictNode>> = self.root.take().into_iter().collect();
        while let Some(node) = open.pop() {
            if let Some(node) = Rc::into_inner(node) {
                open.extend([node.left, node.right].into_iter().flatten());
                if let Some(entry) = Rc::into_inner(node.entry) {
                    into.extend([entry.key, entry.value]);
                }
            }
        }
    }

    /// Compares two dictionaries: first by their keys, then by their values.
    pub(super) fn order(&self, other: &Dict) -> Ordering {
        let (mut one, mut two) = (self.iter(), other.iter());
        let mut of_values = Ordering::Equal;
        loop {
            match (one.next(), two.next()) {
                (Some((key, value)), Some((other_key, other_value))) => {
                    let of_keys = key.cmp(other_key);
                    if of_keys.is_ne() {
                        return of_keys;
                    }
                    of_values = of_values.then_with(|| value.cmp(other_value));
                }
                (None, None) => return of_values,
                (one, _) => return if one.is_some() { Ordering::Greater } else { Ordering::Less },
            }
        }
    }
}

impl Hash for Dict {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.root.as_ref().map(|node| node.hash).hash(state);
    }
}

impl PartialEq for Dict {
    fn eq(&self, other: &Dict) -> bool {
        let hash = |dict: &Dict| dict.root.as_ref().map(|node| node.hash);
        std::ptr::eq(self, other) || hash(self) == hash(other) && self.len() == other.len() && self.order(other).is_eq()
    }
}

impl Drop for Dict {
    fn drop(&mut self) {
        if self.depth() > 2 || !self.is_plain() {
            super::list::dismantle_dict(self);
        }
    }
}
