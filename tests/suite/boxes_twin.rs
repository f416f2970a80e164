//! Dots and Boxes and Strings and Coins beside tables of all sets of strings, Top Entails beside a literal recursion.

use cg_engine::Engine;
use cg_engine::games::{Budget, Fault, Player};
use cg_engine::positions::{Context, Options, options};
use cg_engine::questions::{Affine, affine, score};
use cg_engine::rulesets::strings_and_coins::{CoinPart, CoinString, lead, parts_under_control, position};
use cg_engine::rulesets::{dots_and_boxes, top_entails};

use crate::random_graph::{Random, is_thorough, rounds};

/// Returns, for every set of strings that are left, the number of coins that the player to move takes more.
fn table(strings: &[CoinString]) -> Vec<i8> {
    let coins = strings.iter().flatten().copied().max().unwrap_or(0);
    let of_coin: Vec<u32> = (1..=coins)
        .map(|coin| (0..strings.len()).filter(|&i| strings[i].contains(&coin)).map(|i| 1 << i).sum())
        .collect();
    let beside: Vec<Vec<u32>> =
        (0..strings.len()).map(|i| of_coin.iter().copied().filter(|coin| coin >> i & 1 == 1).collect()).collect();
    let mut values = vec![0i8; 1 << strings.len()];
    for set in 1..values.len() {
        let mut best = i8::MIN;
        for (i, beside) in beside.iter().enumerate().filter(|(i, _)| set >> i & 1 == 1) {
            let rest = set & !(1 << i);
            let taken = beside.iter().filter(|&&coin| coin as usize & rest == 0).count() as i8;
            best = best.max(if taken > 0 { taken + values[rest] } else { -values[rest] });
        }
        values[set] = best;
    }
    values
}

/// The strings of a board of boxes: the lines that may be drawn.
fn board(rows: u16, columns: u16) -> Vec<CoinString> {
    let at = |row: u16, column: u16| match row >= 1 && row <= rows && column >= 1 && column <= columns {
        true => (row - 1) * columns + column,
        false => 0,
    };
    let across = (0..=rows).flat_map(|row| (1..=columns).map(move |column| [at(row, column), at(row + 1, column)]));
    let down = (1..=rows).flat_map(|row| (0..=columns).map(move |column| [at(row, column), at(row, column + 1)]));
    across.chain(down).collect()
}

#[test]
fn every_position_of_small_boards_has_the_score_of_the_table() -> Result<(), Fault> {
    let boards: &[(u16, u16)] = &[(1, 1), (1, 3), (2, 2)];
    for &(rows, columns) in boards {
        let strings = board(rows, columns);
        let values = table(&strings);
        let mut cx = Engine::default();
        for (set, &value) in values.iter().enumerate() {
            let left: Vec<CoinString> = (0..strings.len()).filter(|i| set >> i & 1 == 1).map(|i| strings[i]).collect();
            let p = position(&left, true, &mut cx);
            let found = [Player::Left, Player::Right].map(|starter| score(p, starter, &mut cx));
            let [left, right] = found;
            assert_eq!(
                (left?, right?),
                (i64::from(value).into(), i64::from(-value).into()),
                "{rows}x{columns}, {set:b}"
            );
        }
    }
    Ok(())
}

/// Coins keep apart whose numbers are alike or the largest there are.
#[test]
fn sums_of_few_strings_have_the_score_of_the_table() -> Result<(), Fault> {
    let mut random = Random(9);
    let mut cx = Engine::default();
    for _ in 0..rounds(3_200) {
        let mut part = || -> Vec<CoinString> {
            (0..1 + random.below(5))
                .map(|_| [0, 0].map(|_: u16| random.below(4) as u16))
                .map(|[a, b]| [a.min(b), a.max(b)])
                .collect()
        };
        let parts = [part(), part()];
        let behind = |by: u16, strings: &[CoinString]| -> Vec<CoinString> {
            strings.iter().map(|string| string.map(|coin| if coin == 0 { 0 } else { coin + by })).collect()
        };
        let side_by_side = [parts[0].clone(), behind(3, &parts[1])].concat();
        let expected = i64::from(*table(&side_by_side).last().expect("all strings"));
        for by in [0, u16::MAX - 3] {
            let of_both = parts.each_ref().map(|strings| position(&behind(by, strings), true, &mut cx));
            let sum = cx.positions().sum(&of_both);
            assert_eq!(score(sum, Player::Left, &mut cx)?, expected.into(), "{parts:?} by {by}");
        }
    }
    Ok(())
}

/// The search for points, for which a position that is no set of strings stands beside: a free move for either player, once.
#[test]
fn positions_beside_a_free_move_have_the_score_of_the_table() -> Result<(), Fault> {
    let mut random = Random(8);
    let mut cx = Engine::default();
    for (rows, columns) in [(1, 1), (1, 2), (1, 3), (2, 2)] {
        let strings = board(rows, columns);
        let (alone, coins) = (table(&strings), rows * columns);
        // With the free move: after it the opponent plays on without it.
        let mut beside = vec![0i8; alone.len()];
        for set in 0..alone.len() {
            let mut best = -alone[set];
            for i in (0..strings.len()).filter(|i| set >> i & 1 == 1) {
                let rest = set & !(1 << i);
                let is_last = |coin: u16| {
                    strings[i].contains(&coin)
                        && (0..strings.len()).all(|j| rest >> j & 1 == 0 || !strings[j].contains(&coin))
                };
                let taken = (1..=coins).filter(|&coin| is_last(coin)).count() as i8;
                best = best.max(if taken > 0 { taken + beside[rest] } else { -beside[rest] });
            }
            beside[set] = best;
        }
        for _ in 0..rounds(640) {
            let set = random.below(alone.len() as u64) as usize;
            let left: Vec<CoinString> = (0..strings.len()).filter(|i| set >> i & 1 == 1).map(|i| strings[i]).collect();
            let p = position(&left, true, &mut cx);
            let nothing = cx.positions().points(&0.into());
            let free = cx.positions().form(&[nothing], &[nothing]);
            let sum = cx.positions().sum(&[p, free]);
            assert_eq!(score(sum, Player::Left, &mut cx)?, i64::from(beside[set]).into(), "{rows}x{columns}, {set:b}");
        }
    }
    Ok(())
}

#[test]
fn empty_boards_have_the_score_of_the_table() -> Result<(), Fault> {
    // On 3x3 boxes the second player gets 3 more.
    let boards: &[(u16, u16, i64)] = &[(1, 1, -1), (1, 2, 0), (2, 2, 2), (2, 3, -2), (3, 3, -3)];
    for &(rows, columns, known) in &boards[..if is_thorough() { 5 } else { 4 }] {
        let strings = board(rows, columns);
        let all = *table(&strings).last().expect("all strings");
        assert_eq!(i64::from(all), known, "the table of {rows}x{columns}");
        let mut cx = Engine::default();
        let p = dots_and_boxes::empty(rows.into(), columns.into(), &mut cx);
        assert_eq!(score(p, Player::Left, &mut cx)?, known.into(), "{rows}x{columns}");
    }
    Ok(())
}

/// The strings of chains and loops, side by side.
fn strings_of(parts: &[CoinPart]) -> Vec<CoinString> {
    let mut strings = Vec::new();
    let mut coins = 0;
    for part in parts {
        let (first, last) = (coins + 1, coins + part.coins() as u16);
        strings.extend((first..last).map(|coin| [coin, coin + 1]));
        match part {
            CoinPart::Chain(_) => strings.extend([[0, first], [0, last]]),
            _ => strings.push([first, last]),
        }
        coins = last;
    }
    strings
}

/// Adds to `found` all sums that begin with `parts`, go on with these `kinds` in their order, and have at most `room` strings
/// more.
fn long_sums(parts: &[CoinPart], kinds: &[CoinPart], room: u32, found: &mut Vec<Vec<CoinPart>>) {
    for (i, &kind) in kinds.iter().enumerate() {
        let strings = kind.coins() + u32::from(matches!(kind, CoinPart::Chain(_)));
        if let Some(room) = room.checked_sub(strings) {
            let sum = [parts, &[kind]].concat();
            found.push(sum.clone());
            long_sums(&sum, &kinds[i..], room, found);
        }
    }
}

#[test]
fn control_of_chains_and_loops_is_that_of_the_table() -> Result<(), Fault> {
    let room = if is_thorough() { 15 } else { 12 };
    let kinds: Vec<CoinPart> = (3..room).map(CoinPart::Chain).chain((4..=room).map(CoinPart::Loop)).collect();
    let mut sums = Vec::new();
    long_sums(&[], &kinds, room, &mut sums);
    assert!(sums.len() > 50, "{} sums", sums.len());
    for parts in &sums {
        let strings = strings_of(parts);
        let read = parts_under_control(&strings).map(|mut parts| {
            parts.sort_unstable();
            parts
        });
        assert_eq!(read.as_ref(), Some(parts));
        let mover = i64::from(*table(&strings).last().expect("all strings"));
        assert_eq!(lead(parts, &mut Budget::unlimited())?, mover, "{parts:?}");
        let mut cx = Engine::default();
        let p = position(&strings, true, &mut cx);
        assert_eq!(score(p, Player::Left, &mut cx)?, mover.into(), "{parts:?}");
    }
    Ok(())
}

/// A random tree of coins, the numbers of which begin above `before`, joined to the ground if `grounded`.
fn tree(random: &mut Random, coins: u16, before: u16, grounded: bool) -> Vec<CoinString> {
    let mut strings: Vec<CoinString> =
        (2..=coins).map(|coin| [before + 1 + random.below(u64::from(coin) - 1) as u16, before + coin]).collect();
    strings.extend(grounded.then(|| [0, before + 1 + random.below(u64::from(coins)) as u16]));
    strings
}

#[test]
fn trees_beside_chains_and_loops_have_the_score_of_the_table() -> Result<(), Fault> {
    let mut random = Random(48);
    let (mut tried, mut left_some) = (0, 0);
    while tried < rounds(300) {
        let mut strings = Vec::new();
        let mut coins = 0;
        for _ in 0..1 + random.below(4) {
            let size = 1 + random.below(5) as u16;
            let grounded = size == 1 || random.below(2) == 0;
            strings.extend(tree(&mut random, size, coins, grounded));
            coins += size;
        }
        for _ in 0..random.below(3) {
            let size = 3 + random.below(4) as u16;
            let closed =
                if random.below(2) == 0 { CoinPart::Chain(size.into()) } else { CoinPart::Loop(size.max(4).into()) };
            strings
                .extend(strings_of(&[closed]).iter().map(|string| string.map(|v| if v == 0 { 0 } else { v + coins })));
            coins += closed.coins() as u16;
        }
        if strings.len() > 14 {
            continue;
        }
        tried += 1;
        let parts = parts_under_control(&strings).expect("trees, long chains and long loops");
        let mover = i64::from(*table(&strings).last().expect("all strings"));
        assert_eq!(lead(&parts, &mut Budget::unlimited())?, mover, "{strings:?}");
        let (trees, closed): (Vec<CoinPart>, Vec<CoinPart>) = parts.iter().partition(|part| part.is_tree());
        let all = trees.iter().map(|tree| i64::from(tree.coins())).sum::<i64>();
        left_some += usize::from(mover != all + lead(&closed, &mut Budget::unlimited())?);
    }
    assert!(left_some > tried / 20, "control is kept in {left_some} of {tried}");
    Ok(())
}

/// The long chain rule: with L strings and C coins left, the player to move gets control of k long chains if L - C + k is odd.
/// Strings from the ground to itself are the moves that are made before a chain has to be opened.
#[test]
fn the_long_chain_rule_says_who_gets_control() -> Result<(), Fault> {
    for (spare, count) in (0..4).flat_map(|spare| (1..3).map(move |count| (spare, count))) {
        let chains = vec![CoinPart::Chain(5 - count); count as usize];
        let mut strings = strings_of(&chains);
        strings.extend(vec![[0, 0]; spare]);
        let coins = chains.iter().map(|chain| chain.coins()).sum::<u32>() as usize;
        let gets_control = (strings.len() + coins + chains.len()) % 2 == 1;
        // Control is worth what it brings against a player who has to open the chains.
        let worth = -lead(&chains, &mut Budget::unlimited())?;
        let mover = i64::from(*table(&strings).last().expect("all strings"));
        assert_eq!(mover, if gets_control { worth } else { -worth }, "{spare} spare, {count} chains");
        let mut cx = Engine::default();
        let p = position(&strings, true, &mut cx);
        assert_eq!(score(p, Player::Left, &mut cx)?, mover.into());
    }
    Ok(())
}

#[test]
fn random_strings_have_the_score_of_the_table_in_sums() -> Result<(), Fault> {
    let mut random = Random(16);
    for round in 0..rounds(200) {
        let coins = 2 + random.below(3);
        let strings: Vec<CoinString> = (0..3 + random.below(3))
            .map(|_| {
                let (a, b) = (random.below(coins + 1) as u16, random.below(coins + 1) as u16);
                [a.min(b), a.max(b)]
            })
            .collect();
        let value = i64::from(*table(&strings).last().expect("all strings"));
        let mut cx = Engine::default();
        let p = position(&strings, true, &mut cx);
        assert_eq!(score(p, Player::Left, &mut cx)?, value.into(), "round {round}: {strings:?}");
        // In Nimstring the value tells who wins beside heaps, which play itself shows.
        let nimstring = position(&strings, false, &mut cx);
        let found = affine(nimstring, &mut cx)?;
        for n in 0..2u64 {
            assert_eq!(wins(&strings, n), found != Affine::Nimber(n), "round {round}: {strings:?} and *{n}");
        }
    }
    Ok(())
}

/// Returns `true` if the next player wins Nimstring beside a heap of `n`, by trying all moves.
fn wins(strings: &[CoinString], n: u64) -> bool {
    let heap = (0..n).any(|m| !wins(strings, m));
    heap || (0..strings.len()).any(|cut| {
        let mut rest = strings.to_vec();
        let ends = rest.remove(cut);
        let takes = ends.iter().any(|coin| *coin != 0 && !rest.iter().flatten().any(|other| other == coin));
        if takes { wins(&rest, n) } else { !wins(&rest, n) }
    })
}

/// The values of stacks of Top Entails as the definition says: beside which of the first nimbers whoever moved there wins.
/// The last place stands for all larger ones.
fn stacks(most: usize) -> Vec<Option<usize>> {
    const NIMBERS: usize = 512;
    let mut values: Vec<Option<usize>> = Vec::new();
    // By stack, what is good for the player who made it by an entailing move.
    let mut entailed: Vec<Vec<bool>> = Vec::new();
    for coins in 0..=most {
        let mut good = vec![false; NIMBERS];
        if coins > 0 {
            (0..NIMBERS).for_each(|n| good[n] |= entailed[coins - 1][n]);
        }
        for part in 1..=coins / 2 {
            if let (Some(a), Some(b)) = (values[part], values[coins - part]) {
                good[a ^ b] = true;
            }
        }
        values.push(good.iter().position(|good| !good));
        entailed.push(good.into_iter().map(|good| !good).collect());
    }
    values
}

#[test]
fn stacks_of_top_entails_are_worth_what_the_recursion_says() -> Result<(), Fault> {
    let mut cx = Engine::default();
    for (coins, expected) in stacks(200).into_iter().enumerate() {
        let stack = top_entails::stack(coins as u32, &mut cx);
        let expected = expected.map_or(Affine::Loony, |n| Affine::Nimber(n as u64));
        assert_eq!(affine(stack, &mut cx)?, expected, "a stack of {coins}");
    }
    Ok(())
}

#[test]
fn drawn_boards_read_back_and_keep_their_owners() -> Result<(), Fault> {
    let mut cx = Engine::default();
    let p = dots_and_boxes::read("+-+-+/|L|  /+-+ +", &mut cx).expect("a board");
    assert_eq!(score(p, Player::Left, &mut cx)?, 0.into(), "one box is Left's, and Right takes the other");
    let mut moves = Options::default();
    options(p, &mut cx, &mut moves)?;
    assert_eq!(moves.left.len(), 2);
    for bad in ["", "+ ", "+-+/| |", "+-+/|L /+-+", "+x+"] {
        assert!(dots_and_boxes::read(bad, &mut cx).is_err(), "{bad:?}");
    }
    Ok(())
}
