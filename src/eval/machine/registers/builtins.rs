//! Built-ins on words: on boards, and on plain operands, which are integers, booleans, texts, and lists and sets of
//! them.

use rustc_hash::FxHashSet;

use super::arena::Arena;
use super::boards::{of_board, side_of_board};
use super::dictionaries::{dict_of_list, of_dict};
use super::lists::MAX_MEMBERS;
use super::positions::sum_word;
use super::{Kinds, Tag, Word};
use crate::eval::Role;
use crate::value::board::{Boards, Letters};

/// The largest number of operands of a built-in on words.
pub(super) const MAX_OPERANDS: usize = 4;

/// The greatest length of a list of integers that a built-in gets as a list of words.
pub(super) const MAX_SHORT: usize = 16;
/// The largest number of members that are put into a set one by one.
const MAX_INSERTED: usize = 4;
/// The greatest length of a list whose members are compared one by one to find one.
const MAX_COMPARED: usize = 64;
/// The number of members whose mex is found by bits on the stack.
const FEW_NUMBERS: usize = 256;
/// The number of integers from 0 on that are sorted by bits.
const NATURAL_NUMBERS: usize = 1024;

/// Computes the result of the built-in with this role, or returns `None` if it must be called with values.
/// The steps that it takes are added to `unpaid`.
#[inline(never)]
pub(super) fn of_words(
    arena: &mut Arena,
    boards: &Boards,
    unpaid: &mut u32,
    role: Role,
    operands: &[Word],
) -> Option<Word> {
    match *operands {
        [board] if board.tag() == Tag::Board => {
            side_of_board(arena, role, board).or_else(|| of_board(arena, boards, unpaid, role, board, &[]))
        }
        [board, ref rest @ ..] if board.tag() == Tag::Board => of_board(arena, boards, unpaid, role, board, rest),
        [dict, ref rest @ ..] if dict.tag() == Tag::Dict => of_dict(arena, unpaid, role, dict, rest),
        _ => of_others(arena, unpaid, role, operands),
    }
}

/// Computes the result of a built-in for words that begin with neither a board nor a dictionary.
#[inline(never)]
fn of_others(arena: &mut Arena, unpaid: &mut u32, role: Role, operands: &[Word]) -> Option<Word> {
    if role != Role::Last {
        *unpaid += operands.iter().map(|&operand| arena.cost(operand)).sum::<u32>();
    }
    match (role, operands) {
        (Role::ReplaceAt, &[list, index, member]) => {
            let is_known = list.is_list() && index.are_integers(member) && arena.lists.are_few(list, list);
            if !is_known || index.value() as u64 >= arena.lists.len(list.number()) as u64 {
                return None;
            }
            Some(Word::list(arena.lists.replace(list.number(), index.value() as usize, member)))
        }
        (Role::Dictionary | Role::Tally, &[list]) => dict_of_list(arena, unpaid, role, list),
        (Role::Union, &[all, few]) if all.tag() == Tag::Set && few.tag() == Tag::Set => {
            let (mut members, more) = (plain_members(arena, all)?, plain_members(arena, few)?);
            if more.len() > MAX_INSERTED {
                members.extend(more);
                return Some(set_of(arena, members));
            }
            for member in more {
                if let Err(place) = members.binary_search_by(|&known| arena.order(known, member)) {
                    members.insert(place, member);
                }
            }
            Some(Word::of(Tag::Set, arena.lists.list(&members).into()))
        }
        (Role::Union, sets) => {
            let mut members = Vec::new();
            for &set in sets {
                members.extend(plain_members(arena, set)?);
            }
            Some(set_of(arena, members))
        }
        (Role::Difference | Role::Intersection, &[first, second]) => {
            let is_wanted = role == Role::Intersection;
            if ![first, second].iter().all(|&list| arena.members(list).is_some() && arena.is_plain(list)) {
                return None;
            }
            let mut members = std::mem::take(&mut arena.members);
            members.clear();
            arena.lists.copy_members(first.number(), &mut members);
            if arena.lists.len(second.number()) <= MAX_COMPARED {
                members.retain(|&member| arena.lists.contains(second.number(), member) == is_wanted);
            } else {
                let others: FxHashSet<Word> = arena.lists.members(second.number()).collect();
                members.retain(|member| others.contains(member) == is_wanted);
            }
            // Members of a set stay in order when others are removed.
            let list = if first.tag() == Tag::Set { arena.lists.list(&members) } else { sorted(arena, &mut members) };
            arena.members = members;
            Some(Word::of(Tag::Set, list.into()))
        }
        (Role::Mex, &[list]) => mex_of(&arena.members(list)?.collect::<Vec<Word>>()),
        (Role::SumOfList, &[list]) => {
            let sum = arena.members(list)?.try_fold(Word::small(0), Word::plus);
            sum.or_else(|| sum_word(arena, list))
        }
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
    Word::of(Tag::Set, sorted(arena, &mut members).into())
}

/// Returns the list of plain members in order, each once.
fn sorted(arena: &mut Arena, members: &mut Vec<Word>) -> u32 {
    let are_integers = Word::are_all_integers(members);
    let is_long = members.len() > NATURAL_NUMBERS / 64;
    if !(are_integers && is_long && sort_natural_numbers(members)) {
        if are_integers {
            members.sort_unstable_by_key(|member| member.value());
        } else {
            members.sort_by(|&a, &b| arena.order(a, b));
        }
        members.dedup();
    }
    arena.lists.list(members)
}

/// Sorts integers and drops repeated ones by their bits. Returns `false` if one of them is negative or has none.
fn sort_natural_numbers(members: &mut Vec<Word>) -> bool {
    let mut bits = [0_u64; NATURAL_NUMBERS / 64];
    for member in members.iter() {
        let Some(word) = bits.get_mut(member.value() as u64 as usize / 64) else { return false };
        *word |= 1 << (member.value() % 64);
    }
    members.clear();
    for (i, mut word) in bits.into_iter().enumerate() {
        while word != 0 {
            members.push(Word::small((64 * i) as i32 + word.trailing_zeros() as i32));
            word &= word - 1;
        }
    }
    true
}

/// Builds the set of these members, or returns `None` if one of them is not plain, or if they are nested too deep.
#[inline(never)]
pub(super) fn plain_set(arena: &mut Arena, members: &[Word]) -> Option<Word> {
    if members.len() > MAX_MEMBERS {
        return None;
    }
    let ascend = |pair: &[Word]| pair[0].are_integers(pair[1]) && pair[0].value() < pair[1].value();
    if members.len() > 1 && members.windows(2).all(ascend) {
        return Some(Word::of(Tag::Set, arena.lists.list(members).into()));
    }
    let is_plain = members.iter().all(|&member| arena.is_plain(member)) && arena.lists.is_bounded(members);
    is_plain.then(|| set_of(arena, members.to_vec()))
}

/// Makes something of the members that were gathered since the last mark, and drops them. `None` if it must be made elsewhere.
#[inline(always)]
pub(super) fn close(
    gathered: &mut Vec<Word>,
    marks: &mut Vec<u32>,
    make: impl FnOnce(&[Word]) -> Option<Word>,
) -> Option<Word> {
    let from = marks.last().copied().unwrap_or(0) as usize;
    let made = make(&gathered[from..])?;
    gathered.truncate(from);
    marks.pop();
    Some(made)
}

/// Makes the list of a few integers, or returns `None` if these are others.
#[inline(never)]
pub(super) fn short_list(arena: &mut Arena, members: &[Word]) -> Option<Word> {
    let is_short = members.len() <= MAX_SHORT && Word::are_all_integers(members);
    is_short.then(|| Word::list(arena.lists.list(members)))
}

/// Makes the list of these members, or returns `None` if it must be made elsewhere.
#[inline(never)]
pub(super) fn close_list(arena: &mut Arena, members: &[Word]) -> Option<Word> {
    let kinds = Kinds::of(members);
    if members.len() > MAX_MEMBERS || kinds.has(Tag::Held) {
        return None;
    }
    let is_nested = [Tag::List, Tag::Set, Tag::Dict].into_iter().any(|tag| kinds.has(tag));
    let list = if is_nested { arena.lists.bounded_list(members)? } else { arena.lists.list(members) };
    Some(Word::list(list))
}

/// Returns `true` if a list, a set, a text or a dictionary contains a member. `None` if that must be found out elsewhere.
#[inline(never)]
pub(super) fn contains(arena: &mut Arena, list: Word, member: Word) -> Option<bool> {
    match list.tag() {
        Tag::Text if member.tag() == Tag::Letter => {
            // One text is often asked for many letters.
            if arena.last_letters.0 != list {
                arena.last_letters = (list, Letters::among(arena.lists.members(list.number()).map(Word::value)));
            }
            return Some(arena.last_letters.1.contains(member.number() as u8));
        }
        Tag::List | Tag::Set if arena.lists.is_surely_plain(member) || arena.is_plain(member) => {}
        Tag::Letter | Tag::Text => return arena.has_part(list, member),
        Tag::Dict => return arena.value_of_key(list, member).map(|value| value != Word::NONE),
        _ => return None,
    }
    if arena.lists.contains(list.number(), member) {
        return Some(true);
    }
    (arena.lists.is_plain(list.number()) || arena.is_plain(list)).then_some(false)
}

/// Computes the least natural number that is no member, or returns `None` if one is no integer.
#[inline(never)]
pub(super) fn mex_of(members: &[Word]) -> Option<Word> {
    // The mex of n numbers is at most n.
    let (mut few, mut many) = ([0_u64; FEW_NUMBERS / 64], Vec::new());
    let found = if members.len() < FEW_NUMBERS {
        &mut few[..]
    } else {
        many.resize(members.len() / 64 + 1, 0);
        &mut many[..]
    };
    for member in members {
        let n = usize::try_from(member.as_integer()?).ok()?;
        if let Some(bits) = found.get_mut(n / 64) {
            *bits |= 1 << (n % 64);
        }
    }
    let full = found.iter().take_while(|bits| **bits == u64::MAX).count();
    let mex = 64 * full + found.get(full).map_or(0, |bits| bits.trailing_ones() as usize);
    Word::integer(mex as i64)
}

#[cfg(test)]
mod tests {
    use super::{Arena, Boards, NATURAL_NUMBERS, Role, Word, contains, of_words, plain_set};
    use cg_engine::games::Random;

    #[test]
    fn sets_are_sorted_without_repeated_members_and_know_their_members() {
        let mut random = Random::new(1973);
        let mut arena = Arena::default();
        for _ in 0..2000 {
            // Some sets are sorted by bits, some by comparison, some have numbers that are no bytes.
            let largest = [8, 300, NATURAL_NUMBERS as u64, 1 << 40][random.below(4) as usize];
            let least = if random.below(3) == 0 { largest as i64 / 2 } else { 0 };
            let count = random.below(60);
            let numbers: Vec<i64> = (0..count).map(|_| random.below(largest) as i64 - least).collect();
            let words: Vec<Word> = numbers.iter().map(|&n| Word::integer(n).expect("small enough")).collect();
            let set = plain_set(&mut arena, &words).expect("integers are plain");
            let mut expected = numbers.clone();
            expected.sort_unstable();
            expected.dedup();
            let members: Vec<i64> = arena.members(set).expect("a set").map(Word::value).collect();
            assert_eq!(members, expected, "{numbers:?}");
            let few: Vec<Word> =
                (0..random.below(8)).map(|_| Word::small(random.below(largest.min(999)) as i32)).collect();
            let more = plain_set(&mut arena, &few).expect("integers are plain");
            let both = of_words(&mut arena, &Boards::default(), &mut 0, Role::Union, &[set, more]);
            let all: Vec<Word> = words.iter().chain(&few).copied().collect();
            assert_eq!(both, plain_set(&mut arena, &all));
            for n in (0..20).map(|_| random.below(largest) as i64 - least).chain(numbers.first().copied()) {
                let found = contains(&mut arena, set, Word::integer(n).expect("small enough"));
                assert_eq!(found, Some(numbers.contains(&n)), "{n} {numbers:?}");
            }
        }
    }
}
