//! Lists, sets and ranges: members one by one or by rule, never nested deep, dropped without recursion.

use std::cell::RefCell;
use std::cmp::Ordering;
use std::hash::{Hash, Hasher};
use std::rc::Rc;

use super::integers::Integers;
use super::{Dict, Function, LocalName, Value};

/// The nesting depth of lists and sets beyond which none is made, so that no walk through them runs deep.
pub const DEEPEST: u32 = 1000;
/// Members of members in one list beyond which none is made, shared ones counted each time.
pub const HEAVIEST: u64 = 50_000_000;
/// Members after which a range is written as one.
const LONG_RANGE: u64 = 1000;
/// Members that the hash of a list looks at; a range may have any number.
const HASHED: usize = 4096;
/// The number of members that are hashed of a list that is a member.
const HASHED_INSIDE: usize = 16;

/// A list or a set.
#[derive(Debug)]
pub struct List {
    members: ListMembers,
    /// 1 more than the deepest member.
    depth: u32,
    /// Members, those of members included, as often as they occur.
    weight: u64,
    /// No member, nor a member of one, holds the number of a game or of a position.
    plain: bool,
}

/// Members one by one, by rule, or packed.
#[derive(Debug)]
enum ListMembers {
    Values(Vec<Value>),
    Range { from: i64, step: i64, len: u64 },
    Numbers(Integers),
    Few(Few),
}

/// A few small integers in place of a vector: a row, a small board.
#[derive(Clone, Copy, Debug)]
struct Few {
    len: u8,
    all: [i8; FEW],
}

/// The number of small members that make a list no larger.
pub(crate) const FEW: usize = 30;

impl Few {
    /// Returns these members, each an integer or none.
    fn of(members: impl ExactSizeIterator<Item = Option<i64>>) -> Option<Few> {
        let mut few = Few { len: members.len() as u8, all: [0; FEW] };
        if members.len() > FEW {
            return None;
        }
        for (place, member) in few.all.iter_mut().zip(members) {
            *place = i8::try_from(member?).ok()?;
        }
        Some(few)
    }

    #[inline]
    fn all(&self) -> &[i8] {
        &self.all[..self.len as usize]
    }
}

impl List {
    /// Returns the list of these members.
    pub fn new(values: Vec<Value>) -> List {
        match List::few(&values) {
            Some(few) => few,
            None => List::of_values(values),
        }
    }

    /// Returns the list of these members if they are a few small integers.
    pub fn few(values: &[Value]) -> Option<List> {
        let integer = |value: &Value| if let Value::Integer(n) = value { Some(*n) } else { None };
        List::few_integers(values.iter().map(integer))
    }

    /// Returns the list of these members if they are a few small integers; `None` stands for a member that is no
    /// integer.
    pub(crate) fn few_integers(members: impl ExactSizeIterator<Item = Option<i64>>) -> Option<List> {
        Few::of(members).map(List::of_few)
    }

    /// Returns the list of these members, which are [`FEW`] or fewer.
    pub(crate) fn of_small(members: &[i8]) -> List {
        let mut few = Few { len: members.len() as u8, all: [0; FEW] };
        few.all[..members.len()].copy_from_slice(members);
        List::of_few(few)
    }

    fn of_few(few: Few) -> List {
        List { depth: 1, weight: few.len as u64, plain: true, members: ListMembers::Few(few) }
    }

    /// Returns the list of these members, one by one whatever they are.
    fn of_values(values: Vec<Value>) -> List {
        if values.iter().all(|v| matches!(v, Value::Integer(_))) {
            return List { depth: 1, weight: values.len() as u64, plain: true, members: ListMembers::Values(values) };
        }
        let (mut depth, mut weight, mut plain) = (0, 0, true);
        for value in &values {
            let extent = value.extent();
            (depth, weight, plain) = (depth.max(extent.0), weight + extent.1, plain && extent.2);
        }
        let depth = 1 + depth;
        List { members: ListMembers::Values(values), depth, weight, plain }
    }

    /// Returns `from`, `from + step`, ...: `len` members, of which the last is a machine integer too.
    pub fn range(from: i64, step: i64, len: u64) -> List {
        List { members: ListMembers::Range { from, step, len }, depth: 1, weight: 1, plain: true }
    }

    /// Returns these integers, packed.
    pub fn packed(numbers: Integers) -> List {
        if let Some(few) = Few::of(numbers.iter().map(|n| n.try_into().ok())) {
            return List::of_few(few);
        }
        List { members: ListMembers::Numbers(numbers), depth: 1, weight: 1, plain: true }
    }

    /// Returns the integers, if they are packed.
    pub fn numbers(&self) -> Option<&Integers> {
        match &self.members {
            ListMembers::Numbers(numbers) => Some(numbers),
            _ => None,
        }
    }

    /// Returns `true` if the members are values one by one, rather than integers by rule or packed.
    pub fn holds_values(&self) -> bool {
        matches!(self.members, ListMembers::Values(_))
    }

    /// Returns the members, where they are values one by one.
    pub fn as_values(&self) -> Option<&[Value]> {
        match &self.members {
            ListMembers::Values(values) => Some(values),
            _ => None,
        }
    }

    /// Returns the members, if they are a few small integers.
    #[inline]
    pub(crate) fn as_few(&self) -> Option<&[i8]> {
        match &self.members {
            ListMembers::Few(few) => Some(few.all()),
            _ => None,
        }
    }

    /// Hashes the members, the same however they are kept.
    pub(super) fn hash_members(&self, state: &mut impl Hasher) {
        state.write_u64(self.len());
        if self.hash_few(state) {
            return;
        }
        // For lists inside a list no more than a few members, or nesting would multiply them.
        for member in self.iter().take(HASHED) {
            match &member {
                Value::Integer(n) => state.write_i64(*n),
                Value::Dict(inner) => state.write_u64(inner.len()),
                Value::Table(inner) => state.write_u64(inner.lines().len()),
                Value::List(inner) | Value::Set(inner) => {
                    state.write_u64(inner.len());
                    let few = inner.iter().take(HASHED_INSIDE);
                    few.filter(|v| !v.is_nested()).for_each(|v| v.hash(state));
                }
                other => other.hash(state),
            }
        }
    }

    /// Hashes the members eight to a word, if they are a few small integers. Returns `true` if it has.
    fn hash_few(&self, state: &mut impl Hasher) -> bool {
        let few = match &self.members {
            ListMembers::Few(few) => Some(*few),
            _ if self.len() <= FEW as u64 => Few::of((0..self.len() as usize).map(|i| self.small(i as u64))),
            _ => None,
        };
        let Some(few) = few else { return false };
        for eight in few.all().chunks(8) {
            state.write_u64(eight.iter().fold(0, |word, &n| word << 8 | u64::from(n as u8)));
        }
        true
    }

    /// Returns `true` if its meaning does not depend on the numbers of games and positions.
    pub(crate) fn is_plain(&self) -> bool {
        self.plain
    }

    /// Returns the number of bytes of packed integers; 0 for other lists.
    pub fn packed_bytes(&self) -> usize {
        self.numbers().map_or(0, Integers::bytes)
    }

    /// Returns the members with the indices `from` to `to - 1`.
    ///
    /// # Panics
    /// If there are fewer.
    pub fn slice(&self, from: u64, to: u64) -> List {
        match &self.members {
            ListMembers::Values(values) => List::new(values[from as usize..to as usize].to_vec()),
            ListMembers::Range { from: first, step, .. } => List::range(first + step * from as i64, *step, to - from),
            ListMembers::Numbers(numbers) => List::packed(numbers.slice(from as usize, to as usize)),
            ListMembers::Few(few) => List::of_small(&few.all()[from as usize..to as usize]),
        }
    }

    /// Puts `value` at an index below the length, if only this member changes: neither the way members are kept nor the
    /// depth and the weight of the list.
    pub fn replace(&mut self, index: u64, value: &Value) -> bool {
        match (&mut self.members, value) {
            (ListMembers::Few(few), Value::Integer(n)) if let Ok(n) = i8::try_from(*n) => few.all[index as usize] = n,
            (ListMembers::Values(values), Value::Integer(_)) if self.depth == 1 && self.plain => {
                values[index as usize] = value.clone();
            }
            _ => return false,
        }
        true
    }

    /// Returns the nesting depth of lists.
    pub fn depth(&self) -> u32 {
        self.depth
    }

    /// Returns the number of members to walk through, those of members included; a range or packed integers count as
    /// one.
    pub fn weight(&self) -> u64 {
        self.weight
    }

    /// Returns the range as it is written, if it is a long one.
    pub fn long_range(&self) -> Option<String> {
        let (from, step) = self.as_range().filter(|_| self.len() > LONG_RANGE)?;
        let last = from + step * (self.len() - 1) as i64;
        let by = if step == 1 { String::new() } else { format!(" by {step}") };
        Some(format!("{from}..{last}{by}"))
    }

    /// Returns the order by the first members that differ.
    pub(crate) fn order(&self, other: &List) -> Ordering {
        self.order_at_once(other).unwrap_or_else(|| {
            let differ = self.iter().zip(other.iter()).map(|(x, y)| x.cmp(&y)).find(|o| o.is_ne());
            differ.unwrap_or_else(|| self.len().cmp(&other.len()))
        })
    }

    /// Compares two lists if no member has to be made a value for that: two ranges, or integers packed alike.
    pub(crate) fn order_at_once(&self, other: &List) -> Option<Ordering> {
        let by_len = self.len().cmp(&other.len());
        match (&self.members, &other.members) {
            (ListMembers::Numbers(a), ListMembers::Numbers(b)) => a.order(b),
            (ListMembers::Few(a), ListMembers::Few(b)) => Some(a.all().cmp(b.all())),
            (ListMembers::Range { from, step, .. }, ListMembers::Range { from: start, step: by, .. }) => {
                Some(match self.len().min(other.len()) {
                    0 => by_len,
                    1 => from.cmp(start).then(by_len),
                    _ => (from, step).cmp(&(start, by)).then(by_len),
                })
            }
            _ => None,
        }
    }

    /// Returns `true` if the members are the same.
    pub(super) fn same(&self, other: &List) -> bool {
        match (&self.members, &other.members) {
            (ListMembers::Few(a), ListMembers::Few(b)) => a.all() == b.all(),
            _ => self.len() == other.len() && self.order(other).is_eq(),
        }
    }

    /// Returns the number of members.
    #[inline]
    pub fn len(&self) -> u64 {
        match &self.members {
            ListMembers::Values(values) => values.len() as u64,
            ListMembers::Range { len, .. } => *len,
            ListMembers::Numbers(numbers) => numbers.len() as u64,
            ListMembers::Few(few) => few.len as u64,
        }
    }

    /// Returns `true` if there is no member.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the member at an index, if there is one and it is a machine integer.
    #[inline]
    pub(crate) fn small(&self, index: u64) -> Option<i64> {
        match &self.members {
            ListMembers::Few(few) => few.all().get(usize::try_from(index).ok()?).map(|&n| n as i64),
            ListMembers::Values(values) => match values.get(usize::try_from(index).ok()?) {
                Some(Value::Integer(n)) => Some(*n),
                _ => None,
            },
            ListMembers::Range { from, step, len } => (index < *len).then(|| from + step * index as i64),
            ListMembers::Numbers(_) => None,
        }
    }

    /// Returns the members of this list and of another, if both are a few small integers.
    pub(crate) fn joined(&self, other: &List) -> Option<List> {
        let ListMembers::Few(few) = self.members else { return None };
        let mut joined = List::of_few(few);
        joined.join(other).then_some(joined)
    }

    /// Puts the members of another list after its own, if both are a few small integers and together too. Returns
    /// `true` if it has.
    pub(crate) fn join(&mut self, other: &List) -> bool {
        let (ListMembers::Few(few), ListMembers::Few(more)) = (&mut self.members, &other.members) else { return false };
        let (len, more) = (few.len as usize, more.all());
        let Some(rest) = few.all.get_mut(len..len + more.len()) else { return false };
        rest.copy_from_slice(more);
        few.len += more.len() as u8;
        self.weight = few.len as u64;
        true
    }

    /// Returns the member at an index.
    #[inline]
    pub fn get(&self, index: u64) -> Option<Value> {
        match &self.members {
            ListMembers::Values(values) => values.get(usize::try_from(index).ok()?).cloned(),
            ListMembers::Range { from, step, len } => {
                (index < *len).then(|| Value::Integer(from + step * index as i64))
            }
            ListMembers::Numbers(numbers) => {
                numbers.get(usize::try_from(index).ok()?).map(|n| Value::integer(n.into()))
            }
            ListMembers::Few(few) => few.all().get(usize::try_from(index).ok()?).map(|&n| Value::Integer(n as i64)),
        }
    }

    /// Returns its first member and step, if it is a range.
    pub fn as_range(&self) -> Option<(i64, i64)> {
        match &self.members {
            ListMembers::Range { from, step, .. } => Some((*from, *step)),
            _ => None,
        }
    }

    /// Returns the members one by one.
    pub fn iter(&self) -> impl Iterator<Item = Value> + '_ {
        (0..self.len()).map(|i| self.get(i).expect("index below the length"))
    }

    /// Returns `true` if an integer is a member, for a range or packed integers, whose members need not be made values.
    /// `None` for other lists.
    pub fn finds(&self, value: &Value) -> Option<bool> {
        match &self.members {
            ListMembers::Values(_) => None,
            ListMembers::Range { from, step, len } => {
                let Value::Integer(n) = value else { return Some(false) };
                let away = *n as i128 - *from as i128;
                Some(away % *step as i128 == 0 && (0..*len as i128).contains(&(away / *step as i128)))
            }
            ListMembers::Numbers(numbers) => {
                let n = value.as_integer().and_then(|n| u64::try_from(n).ok());
                Some(n.is_some_and(|n| numbers.contains(n)))
            }
            ListMembers::Few(few) => {
                Some(matches!(value, Value::Integer(n) if few.all().iter().any(|m| *m as i64 == *n)))
            }
        }
    }
}

/// Drops values without recursion: values without other owners are taken apart on a stack of our own.
fn dismantle(values: &mut Vec<Value>) {
    // A value with other owners stays, however deep it is.
    let ends_here = |value: &Value| match value {
        Value::List(list) | Value::Set(list) => Rc::strong_count(list) == 1,
        Value::Function(function) => Rc::strong_count(function) == 1,
        Value::Dict(dict) => Rc::strong_count(dict) == 1,
        Value::Table(table) => Rc::strong_count(table) == 1,
        _ => false,
    };
    if !values.iter().any(ends_here) {
        return;
    }
    let mut stack = std::mem::take(values);
    while let Some(value) = stack.pop() {
        match value {
            Value::List(list) | Value::Set(list) => {
                if let Ok(mut list) = Rc::try_unwrap(list)
                    && let ListMembers::Values(values) = &mut list.members
                {
                    stack.append(values);
                }
            }
            Value::Table(table) => stack.push(Value::List(table.lines().clone())),
            Value::Dict(dict) => {
                if let Ok(mut dict) = Rc::try_unwrap(dict) {
                    dict.dismantle(&mut stack);
                }
            }
            Value::Function(function) => {
                if let Ok(mut function) = Rc::try_unwrap(function) {
                    match &mut function {
                        Function::Closure { captured, .. } => stack.append(captured),
                        Function::Local(_, state) => stack.push(inside(state)),
                        Function::Defined(..) | Function::Builtin(..) => {}
                    }
                }
            }
            _ => {}
        }
    }
}

/// Drops the entries of a dictionary without recursion.
pub(super) fn dismantle_dict(dict: &mut Dict) {
    let mut values = Vec::new();
    dict.dismantle(&mut values);
    dismantle(&mut values);
}

/// Takes the value or the code out of a name behind `where`.
fn inside(state: &mut RefCell<LocalName>) -> Value {
    match state.replace(LocalName::Known(Value::Nothing)) {
        LocalName::Open(function) => Value::Function(function),
        LocalName::Known(value) => value,
    }
}

impl Drop for List {
    fn drop(&mut self) {
        if let ListMembers::Values(values) = &mut self.members
            && (self.depth > 1 || !self.plain)
        {
            dismantle(values);
        }
    }
}

impl Drop for Function {
    fn drop(&mut self) {
        match self {
            Function::Closure { captured, .. } => dismantle(captured),
            Function::Local(_, state) => dismantle(&mut vec![inside(state)]),
            Function::Defined(..) | Function::Builtin(..) => {}
        }
    }
}
