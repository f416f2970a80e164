//! Built-ins on words, for plain operands: integers, booleans, texts, and lists and sets of such.

use super::arena::Arena;
use super::{Tag, Word};
use crate::eval::Role;

/// Computes the result of the built-in with this role, or returns `None` if it must be called with values.
pub(super) fn of_words(arena: &mut Arena, role: Role, operands: &[Word]) -> Option<Word> {
    match (role, operands) {
        (Role::Contains, &[list, member]) => contains(arena, list, member).map(Word::boolean),
        (Role::Union, sets) => {
            let mut members = Vec::new();
            for &set in sets {
                members.extend(plain_members(arena, set)?);
            }
            Some(set_of(arena, members))
        }
        (Role::Difference | Role::Intersection, &[first, second]) => {
            let is_wanted = role == Role::Intersection;
            let mut members = plain_members(arena, first)?;
            let others = plain_members(arena, second)?;
            members.retain(|member| others.contains(member) == is_wanted);
            Some(set_of(arena, members))
        }
        (Role::Mex, &[list]) => mex(arena, list),
        (Role::SumOfList, &[list]) => arena.members(list)?.try_fold(Word::small(0), Word::plus),
        (Role::Least | Role::Greatest, &[list]) => {
            let integers: Option<Vec<i64>> = arena.members(list)?.map(Word::as_integer).collect();
            let integers = integers?.into_iter();
            Word::integer(if role == Role::Least { integers.min()? } else { integers.max()? })
        }
        (Role::Last, &[list]) if list.tag() == Tag::List => {
            let length = arena.lists.len(list.number()) as i64;
            arena.lists.get(list.number(), length - 1)
        }
        _ => None,
    }
}

/// Returns the members of a list or set, or `None` if one of them is not plain.
fn plain_members(arena: &mut Arena, list: Word) -> Option<Vec<Word>> {
    let members: Vec<Word> = arena.members(list)?.collect();
    arena.is_plain(list).then_some(members)
}

/// Builds the set of plain members.
fn set_of(arena: &mut Arena, mut members: Vec<Word>) -> Word {
    if members.iter().all(|member| member.is_integer()) {
        members.sort_unstable_by_key(|member| member.value());
    } else {
        members.sort_by(|&a, &b| arena.order(a, b));
    }
    members.dedup();
    Word::of(Tag::Set, arena.lists.list(&members).into())
}

/// Builds the set of these members, or returns `None` if one of them is not plain, or if they are nested too deep.
pub(super) fn plain_set(arena: &mut Arena, members: &[Word]) -> Option<Word> {
    let is_plain = members.iter().all(|&member| arena.is_plain(member)) && arena.lists.is_bounded(members);
    is_plain.then(|| set_of(arena, members.to_vec()))
}

fn contains(arena: &mut Arena, list: Word, member: Word) -> Option<bool> {
    if !arena.is_plain(member) {
        return None;
    }
    if arena.members(list)?.any(|word| word == member) {
        return Some(true);
    }
    arena.is_plain(list).then_some(false)
}

/// Computes the least natural number that is no member.
fn mex(arena: &Arena, list: Word) -> Option<Word> {
    let members = arena.members(list)?;
    // The mex of n numbers is at most n.
    let mut is_member = vec![false; members.len()];
    for member in members {
        let n = usize::try_from(member.as_integer()?).ok()?;
        if let Some(place) = is_member.get_mut(n) {
            *place = true;
        }
    }
    let mex = is_member.iter().position(|is_member| !is_member).unwrap_or(is_member.len());
    Word::integer(mex as i64)
}
