//! Dictionaries: keys in increasing order with a value each, in a balanced tree whose parts are shared.
//!
//! A dictionary with one entry more shares all but a path of its nodes with the one that it was made of. The tree is
//! balanced by weight: of two subtrees of a node neither has more than three times as many entries as the other.

use std::cell::OnceCell;
use std::cmp::Ordering;
use std::hash::{Hash, Hasher};
use std::rc::Rc;

use super::list::List;
use super::{Value, order};
use cg_engine::games::{Budget, Fault};

/// Entries that the hash of a dictionary looks at.
const HASHED: usize = 64;

/// Keys with their values.
#[derive(Debug, Default)]
pub struct Dict {
    root: Tree,
    /// The entries as pairs, once they have been asked for.
    pairs: OnceCell<Rc<List>>,
}

type Tree = Option<Rc<Node>>;

#[derive(Debug)]
struct Node {
    key: Value,
    value: Value,
    left: Tree,
    right: Tree,
    /// The number of entries.
    len: u64,
    /// 1 more than the deepest key or value.
    depth: u32,
    /// Keys and values, with what they hold.
    weight: u64,
    /// No key or value holds the number of a game or of a position.
    plain: bool,
}

fn len(tree: &Tree) -> u64 {
    tree.as_ref().map_or(0, |node| node.len)
}

/// Makes a node of two trees that are balanced already.
fn node(left: Tree, key: Value, value: Value, right: Tree) -> Tree {
    let (mut depth, mut weight, mut plain) = (0, 0, true);
    for part in [&key, &value] {
        let (inner_depth, inner_weight, inner_plain) = part.extent();
        (depth, weight, plain) = (depth.max(1 + inner_depth), weight + inner_weight, plain && inner_plain);
    }
    for tree in [&left, &right].into_iter().flatten() {
        (depth, weight, plain) = (depth.max(tree.depth), weight + tree.weight, plain && tree.plain);
    }
    let len = len(&left) + 1 + len(&right);
    Some(Rc::new(Node { key, value, left, right, len, depth, weight, plain }))
}

/// Makes a node of two trees one of which may have got an entry too many.
fn balanced(left: Tree, key: Value, value: Value, right: Tree) -> Tree {
    let (one, other) = (len(&left), len(&right));
    if one + other < 2 || one <= 3 * other && other <= 3 * one {
        return node(left, key, value, right);
    }
    if one > other {
        let Some(high) = &left else { return node(left, key, value, right) };
        let (low, middle) = (high.left.clone(), high.right.clone());
        if len(&middle) < 2 * len(&low) {
            let right = node(middle, key, value, right);
            return node(low, high.key.clone(), high.value.clone(), right);
        }
        let Some(top) = middle else { return node(left, key, value, right) };
        let low = node(low, high.key.clone(), high.value.clone(), top.left.clone());
        let right = node(top.right.clone(), key, value, right);
        return node(low, top.key.clone(), top.value.clone(), right);
    }
    let Some(high) = &right else { return node(left, key, value, right) };
    let (middle, low) = (high.left.clone(), high.right.clone());
    if len(&middle) < 2 * len(&low) {
        let left = node(left, key, value, middle);
        return node(left, high.key.clone(), high.value.clone(), low);
    }
    let Some(top) = middle else { return node(left, key, value, right) };
    let left = node(left, key, value, top.left.clone());
    let low = node(top.right.clone(), high.key.clone(), high.value.clone(), low);
    node(left, top.key.clone(), top.value.clone(), low)
}

/// Recurses as deep as the tree, which is about twice the logarithm of its entries.
fn put(tree: &Tree, key: Value, value: Value, budget: &mut Budget) -> Result<Tree, Fault> {
    let Some(here) = tree else { return Ok(node(None, key, value, None)) };
    Ok(match order::order(&key, &here.key, budget)? {
        Ordering::Equal => node(here.left.clone(), here.key.clone(), value, here.right.clone()),
        Ordering::Less => {
            let left = put(&here.left, key, value, budget)?;
            balanced(left, here.key.clone(), here.value.clone(), here.right.clone())
        }
        Ordering::Greater => {
            let right = put(&here.right, key, value, budget)?;
            balanced(here.left.clone(), here.key.clone(), here.value.clone(), right)
        }
    })
}

fn of_sorted(entries: &mut impl Iterator<Item = (Value, Value)>, count: usize) -> Tree {
    if count == 0 {
        return None;
    }
    let left = of_sorted(entries, count / 2);
    let (key, value) = entries.next()?;
    let right = of_sorted(entries, count - count / 2 - 1);
    node(left, key, value, right)
}

impl Dict {
    /// A dictionary of entries whose keys increase.
    pub fn of_sorted(entries: Vec<(Value, Value)>) -> Dict {
        let count = entries.len();
        Dict { root: of_sorted(&mut entries.into_iter(), count), pairs: OnceCell::new() }
    }

    /// A dictionary of entries; of several with one key the last counts.
    ///
    /// # Errors
    /// Limits.
    pub fn new(entries: Vec<(Value, Value)>, budget: &mut Budget) -> Result<Dict, Fault> {
        let sorted = order::sort_pairs(entries, budget)?;
        let mut kept: Vec<(Value, Value)> = Vec::new();
        budget.reserve(sorted.len() * size_of::<(Value, Value)>())?;
        for (key, value) in sorted {
            match kept.last_mut() {
                Some(last) if order::same(&last.0, &key, budget)? => last.1 = value,
                _ => kept.push((key, value)),
            }
        }
        Ok(Dict::of_sorted(kept))
    }

    /// The same entries and this one, in place of an earlier one with its key.
    ///
    /// # Errors
    /// Limits.
    pub fn put(&self, key: Value, value: Value, budget: &mut Budget) -> Result<Dict, Fault> {
        budget.reserve(64 * size_of::<Node>())?;
        Ok(Dict { root: put(&self.root, key, value, budget)?, pairs: OnceCell::new() })
    }

    /// The value of a key, or `None` if it is no key.
    ///
    /// # Errors
    /// Limits.
    pub fn get(&self, key: &Value, budget: &mut Budget) -> Result<Option<&Value>, Fault> {
        let mut tree = &self.root;
        while let Some(node) = tree {
            tree = match order::order(key, &node.key, budget)? {
                Ordering::Equal => return Ok(Some(&node.value)),
                Ordering::Less => &node.left,
                Ordering::Greater => &node.right,
            };
        }
        Ok(None)
    }

    /// The number of entries.
    pub fn len(&self) -> u64 {
        len(&self.root)
    }

    /// Returns `true` if it has no entry.
    pub fn is_empty(&self) -> bool {
        self.root.is_none()
    }

    /// The entries, in the order of their keys.
    pub fn iter(&self) -> impl Iterator<Item = (&Value, &Value)> {
        let mut open: Vec<&Node> = Vec::new();
        let mut tree = &self.root;
        std::iter::from_fn(move || {
            while let Some(node) = tree {
                open.push(node);
                tree = &node.left;
            }
            let node = open.pop()?;
            tree = &node.right;
            Some((&node.key, &node.value))
        })
    }

    /// The entries as a list of pairs `[key, value]`.
    ///
    /// # Errors
    /// Limits.
    pub fn pairs(&self, budget: &mut Budget) -> Result<Rc<List>, Fault> {
        if let Some(pairs) = self.pairs.get() {
            return Ok(pairs.clone());
        }
        budget.reserve(self.len() as usize * (size_of::<Value>() + size_of::<List>()))?;
        let mut all = Vec::with_capacity(self.len() as usize);
        for (key, value) in self.iter() {
            budget.tick()?;
            all.push(Value::list(vec![key.clone(), value.clone()]));
        }
        Ok(self.pairs.get_or_init(|| Rc::new(List::new(all))).clone())
    }

    /// Returns `true` if it means the same whatever becomes of the numbers of games and positions.
    pub fn is_plain(&self) -> bool {
        self.root.as_ref().is_none_or(|node| node.plain)
    }

    /// How deep lists and dictionaries are nested here.
    pub fn depth(&self) -> u32 {
        1 + self.root.as_ref().map_or(0, |node| node.depth)
    }

    /// Keys and values, with what they hold.
    pub fn weight(&self) -> u64 {
        self.root.as_ref().map_or(0, |node| node.weight)
    }

    /// Takes out the entries, if nothing else holds them; those that something holds stay as they are.
    pub(super) fn dismantle(&mut self, into: &mut Vec<Value>) {
        self.pairs.take();
        let mut open: Vec<Rc<Node>> = self.root.take().into_iter().collect();
        while let Some(node) = open.pop() {
            if let Some(node) = Rc::into_inner(node) {
                open.extend([node.left, node.right].into_iter().flatten());
                into.extend([node.key, node.value]);
            }
        }
    }

    /// Puts the entries in order: keys first, then their values.
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
        self.len().hash(state);
        for (key, value) in self.iter().take(HASHED) {
            for part in [key, value] {
                match part {
                    Value::List(_) | Value::Set(_) | Value::Dict(_) => state.write_u64(part.extent().1),
                    part => part.hash(state),
                }
            }
        }
    }
}

impl Drop for Dict {
    fn drop(&mut self) {
        if self.depth() > 2 || !self.is_plain() {
            super::list::dismantle_dict(self);
        }
    }
}
