//! Good moves and security levels against their definitions, written out on plain lists.

use std::sync::Arc;

use cg_engine::games::{Outcome, Player};
use cg_engine::graphs::Convention;
use cg_engine::ordinals::{Length, Ordinal};
use cg_engine::positions::{Context, Engine, PositionId, Question, RulesetId, TerminalClass, Topic};
use cg_engine::questions::{self, Goal, Guarantee};
use cg_engine::rulesets::dollars::dollars;
use cg_engine::rulesets::nim::nim;
use dashu_ratio::RBig;

use crate::language::{run, session};
use crate::random_graph::{Random, graph_rules, rounds};

fn engine() -> Engine {
    Engine::default()
}

fn graph(engine: &mut Engine, moves: [&[Vec<u32>]; 2], classes: &[Option<TerminalClass>]) -> RulesetId {
    let rules = graph_rules(moves, classes);
    engine.positions().add_own(Arc::new(rules))
}

/// A length that is an ordinal, for Left to move.
fn known(p: PositionId, topic: Topic<Length>, convention: Convention, engine: &mut Engine) -> Ordinal {
    match questions::ask(p, Question::new(topic, convention, Player::Left), engine).unwrap().answer {
        Length::Ends(moves) => moves,
        Length::Endless => panic!("it ends"),
    }
}

const PLAYERS: [Player; 2] = [Player::Left, Player::Right];

/// A game on numbered places: moves of both players, and who gains what where the mover is stuck.
struct Arena {
    moves: [Vec<Vec<usize>>; 2],
    /// For each place and stuck mover, what Left receives.
    ends: Vec<[i64; 2]>,
}

impl Arena {
    /// For each place and mover: the least number of moves within which the mover can force an end with success for him
    /// (odd), or the other one can (even). Success is for Left an end of at least `goal`, for Right any other end.
    fn forced(&self, goal: i64) -> Vec<[Option<usize>; 2]> {
        let n = self.ends.len();
        let mut known = vec![[None; 2]; n];
        for depth in 0..=4 * n + 4 {
            let before = known.clone();
            for (v, here) in known.iter_mut().enumerate() {
                for (mover, label) in here.iter_mut().enumerate().filter(|(_, label)| label.is_none()) {
                    let moves = &self.moves[mover][v];
                    let replies: Vec<Option<usize>> = moves.iter().map(|&w| before[w][1 - mover]).collect();
                    let wins = |r: &Option<usize>| r.is_some_and(|r| r % 2 == 0 && r < depth);
                    let loses = |r: &Option<usize>| r.is_some_and(|r| r % 2 == 1 && r < depth);
                    let settled = if depth % 2 == 1 { replies.iter().any(wins) } else { replies.iter().all(loses) };
                    if moves.is_empty() {
                        let for_left = self.ends[v][mover] >= goal;
                        *label = Some(usize::from(for_left == (mover == 0)));
                    } else if settled {
                        *label = Some(depth);
                    }
                }
            }
        }
        known
    }

    fn reaches(&self, from: (usize, usize), to: (usize, usize)) -> bool {
        let mut seen = vec![[false; 2]; self.ends.len()];
        let mut stack = vec![from];
        while let Some((v, mover)) = stack.pop() {
            if (v, mover) == to {
                return true;
            }
            if !std::mem::replace(&mut seen[v][mover], true) {
                stack.extend(self.moves[mover][v].iter().map(|&w| (w, 1 - mover)));
            }
        }
        false
    }

    /// What is wrong with the rule `chosen` for `player`: a play in which he follows it and does not win.
    fn flaw(&self, chosen: &[Vec<usize>], player: usize, start: usize) -> Option<String> {
        // 1 on the way, 2 done.
        let mut state = vec![[0u8; 2]; self.ends.len()];
        let mut stack = vec![(start, player, false)];
        while let Some((v, mover, done)) = stack.pop() {
            if done {
                state[v][mover] = 2;
                continue;
            }
            match state[v][mover] {
                1 => return Some(format!("play returns to {v}")),
                2 => continue,
                _ => state[v][mover] = 1,
            }
            let moves = if mover == player { &chosen[v] } else { &self.moves[mover][v] };
            if moves.is_empty() && (self.ends[v][mover] > 0) != (player == 0) {
                return Some(format!("no win at {v}"));
            }
            stack.push((v, mover, true));
            for &w in moves {
                if state[w][1 - mover] == 1 {
                    return Some(format!("play returns to {w}"));
                }
                stack.push((w, 1 - mover, false));
            }
        }
        None
    }
}

fn plain(lists: &[Vec<u32>]) -> Vec<Vec<usize>> {
    lists
        .iter()
        .map(|list| {
            let mut list: Vec<usize> = list.iter().map(|&w| w as usize).collect();
            list.sort_unstable();
            list.dedup();
            list
        })
        .collect()
}

/// What Left receives when `mover` is stuck.
fn stuck(mover: usize, convention: Convention) -> i64 {
    if (mover == 1) == (convention == Convention::Normal) { 1 } else { -1 }
}

const CONVENTIONS: [Convention; 2] = [Convention::Normal, Convention::Misere];

#[test]
fn winning_moves_on_graphs() {
    let mut random = Random(81);
    let (mut wins, mut held_back) = (0, 0);
    for round in 0..700 {
        let n = 1 + random.below(7);
        let left = random.lists_of(n);
        let right = if round % 2 == 0 { left.clone() } else { random.lists_of(n) };
        let mut engine = engine();
        let ruleset = graph(&mut engine, [&left, &right], &vec![None; n as usize]);
        for convention in CONVENTIONS {
            let ends = vec![[stuck(0, convention), stuck(1, convention)]; n as usize];
            let arena = Arena { moves: [plain(&left), plain(&right)], ends };
            let forced = arena.forced(1);
            for (player, name) in PLAYERS.into_iter().enumerate() {
                let chosen: Vec<Vec<usize>> = (0..n as usize)
                    .map(|v| {
                        let p = engine.positions().intern(ruleset, &[v as u32]);
                        let found = questions::winning_moves(p, convention, name, &mut engine).unwrap();
                        found.iter().map(|&q| engine.positions().state(q)[0] as usize).collect()
                    })
                    .collect();
                for v in 0..n as usize {
                    let win = forced[v][player].is_some_and(|r| r % 2 == 1);
                    let stuck = arena.moves[player][v].is_empty();
                    assert_eq!(!chosen[v].is_empty(), win && !stuck, "{v} of {left:?} {right:?}, {convention:?}");
                    if !win || stuck {
                        continue;
                    }
                    wins += 1;
                    assert_eq!(
                        arena.flaw(&chosen, player, v),
                        None,
                        "{v} of {left:?} {right:?}, {convention:?} {chosen:?}"
                    );
                    // A move that is not among them loses, or can be taken back and is not among the quickest.
                    let quick = forced[v][player].unwrap() - 1;
                    for &w in &arena.moves[player][v] {
                        let lost = forced[w][1 - player].is_some_and(|r| r % 2 == 0);
                        let back = arena.reaches((w, 1 - player), (v, player));
                        let wanted = lost && (!back || forced[w][1 - player] == Some(quick));
                        held_back += usize::from(lost && !wanted);
                        assert_eq!(chosen[v].contains(&w), wanted, "{v} to {w} of {left:?} {right:?}");
                    }
                }
            }
        }
    }
    assert!(wins > 3000 && held_back > 20, "{wins} wins, {held_back} moves held back");
}

#[test]
fn winning_moves_in_sums() {
    let mut random = Random(82);
    let (mut wins, mut loopy) = (0, 0);
    for round in 0..400 {
        let n = (1 + random.below(5)) as usize;
        let tokens = if n <= 3 && round % 3 == 0 { 3 } else { 2 };
        let lists = random.lists_of(n as u64);
        let moves = plain(&lists);
        let places = n.pow(tokens);
        let at = |place: usize, token: u32| place / n.pow(token) % n;
        let mut all = vec![Vec::new(); places];
        for (place, list) in all.iter_mut().enumerate() {
            for token in 0..tokens {
                let here = at(place, token);
                list.extend(moves[here].iter().map(|&w| place + w * n.pow(token) - here * n.pow(token)));
            }
        }
        let ends = vec![[stuck(0, Convention::Normal), stuck(1, Convention::Normal)]; places];
        let arena = Arena { moves: [all.clone(), all], ends };
        let forced = arena.forced(1);
        let mut engine = engine();
        let ruleset = graph(&mut engine, [&lists, &lists], &vec![None; n]);
        let place_of = |engine: &mut Engine, q: PositionId| {
            let parts = engine.positions().parts(q);
            parts.iter().rev().fold(0, |place, &part| place * n + engine.positions().state(part)[0] as usize)
        };
        let mut chosen = Vec::new();
        for place in 0..places {
            let parts: Vec<PositionId> =
                (0..tokens).map(|token| engine.positions().intern(ruleset, &[at(place, token) as u32])).collect();
            let p = engine.positions().sum(&parts);
            let found = questions::winning_moves(p, Convention::Normal, Player::Right, &mut engine).unwrap();
            loopy += usize::from(questions::is_loopy(p, &mut engine).unwrap());
            chosen.push(found.into_iter().map(|q| place_of(&mut engine, q)).collect::<Vec<usize>>());
        }
        for place in 0..places {
            let win = forced[place][1].is_some_and(|r| r % 2 == 1);
            assert_eq!(!chosen[place].is_empty(), win, "{place} of {lists:?}");
            assert!(chosen[place].iter().all(|w| arena.moves[1][place].contains(w)));
            if win {
                wins += 1;
                assert_eq!(arena.flaw(&chosen, 1, place), None, "{place} of {lists:?}, {chosen:?}");
            }
        }
    }
    assert!(wins > 1500 && loopy > 1500, "{wins} wins, {loopy} loopy");
}

#[test]
fn nim_of_both_conventions() {
    // All heaps up to 5, as one position and as a sum.
    let mut engine = engine();
    let most = 6u64;
    let heaps = |place: usize| [place as u64 % most, place as u64 / most % most, place as u64 / most / most];
    let places = most.pow(3) as usize;
    let mut moves = vec![Vec::new(); places];
    for (place, list) in moves.iter_mut().enumerate() {
        for (i, &heap) in heaps(place).iter().enumerate() {
            let unit = most.pow(i as u32) as usize;
            list.extend((1..=heap as usize).map(|taken| place - taken * unit));
        }
    }
    for convention in CONVENTIONS {
        let ends = vec![[stuck(0, convention), stuck(1, convention)]; places];
        let arena = Arena { moves: [moves.clone(), moves.clone()], ends };
        let forced = arena.forced(1);
        for place in 0..places {
            let one = nim(heaps(place).iter().map(|&h| Ordinal::from(h)).collect(), &mut engine).unwrap();
            let parts: Vec<PositionId> =
                heaps(place).iter().map(|&h| nim(vec![Ordinal::from(h)], &mut engine).unwrap()).collect();
            let several = engine.positions().sum(&parts);
            let mut wanted: Vec<usize> =
                arena.moves[0][place].iter().copied().filter(|&w| forced[w][1].is_some_and(|r| r % 2 == 0)).collect();
            wanted.sort_unstable();
            let found = questions::winning_moves(one, convention, Player::Left, &mut engine).unwrap();
            let words = |engine: &mut Engine, q| engine.positions().state(q).to_vec();
            let mut found: Vec<usize> = found
                .into_iter()
                .map(|q| words(&mut engine, q))
                .map(|s| [0, 2, 4].map(|i| s[i] as usize))
                .map(|[a, b, c]| a + most as usize * (b + most as usize * c))
                .collect();
            found.sort_unstable();
            assert_eq!(found, wanted, "{:?}, {convention:?}", heaps(place));
            let in_sum = questions::winning_moves(several, convention, Player::Left, &mut engine).unwrap();
            assert_eq!(in_sum.len(), wanted.len(), "{:?} as a sum, {convention:?}", heaps(place));
        }
    }
}

#[test]
fn best_moves_and_strategies() {
    let mut random = Random(83);
    for _ in 0..400 {
        let n = 1 + random.below(7);
        let lists = [random.lists_of(n), random.lists_of(n)];
        let mut engine = engine();
        let ruleset = graph(&mut engine, [&lists[0], &lists[1]], &vec![None; n as usize]);
        let ends = vec![[stuck(0, Convention::Normal), stuck(1, Convention::Normal)]; n as usize];
        let arena = Arena { moves: lists.each_ref().map(|l| plain(l)), ends };
        let forced = arena.forced(1);
        for v in 0..n as usize {
            for (player, name) in PLAYERS.into_iter().enumerate() {
                let p = engine.positions().intern(ruleset, &[v as u32]);
                let best = questions::best_moves(p, Convention::Normal, name, &mut engine).unwrap();
                let best: Vec<usize> = best.iter().map(|&q| engine.positions().state(q)[0] as usize).collect();
                let after = |w: usize| forced[w][1 - player];
                let mut wanted = arena.moves[player][v].clone();
                match forced[v][player] {
                    Some(r) if r % 2 == 1 => wanted.retain(|&w| after(w).is_some_and(|r| r % 2 == 0)),
                    Some(_) => {}
                    None => wanted.retain(|&w| after(w).is_none()),
                }
                let mut sorted = best.clone();
                sorted.sort_unstable();
                assert_eq!(sorted, wanted, "{v} of {lists:?}");
                for pair in best.windows(2) {
                    match (after(pair[0]), after(pair[1])) {
                        (Some(a), Some(b)) if a % 2 == 0 => assert!(a <= b, "quickest win first"),
                        (Some(a), Some(b)) => assert!(a >= b, "longest defence first"),
                        (a, b) => assert_eq!((a, b), (None, None)),
                    }
                }
                // The plan answers everything, and gains what can be gained.
                let lines = questions::strategy(p, Convention::Normal, name, &mut engine).unwrap();
                let mut chosen = vec![Vec::new(); n as usize];
                for line in &lines {
                    let [from, to] = [line.from, line.to].map(|q| engine.positions().state(q)[0] as usize);
                    chosen[from].push(to);
                    assert_eq!(line.remoteness.map(|r| r as usize), forced[from][player]);
                }
                if forced[v][player].is_some_and(|r| r % 2 == 1) {
                    assert_eq!(arena.flaw(&chosen, player, v), None);
                }
                for (from, to) in chosen.iter().enumerate() {
                    assert!(to.len() <= 1);
                    for &reply in to.iter().flat_map(|&to| &arena.moves[1 - player][to]) {
                        assert_eq!(chosen[reply].len(), arena.moves[player][reply].len().min(1), "{from}, {reply}");
                    }
                }
            }
        }
    }
}

/// Random classes for the ends of a graph, and what Left receives there by mover.
fn classes(random: &mut Random, lists: [&[Vec<u32>]; 2], payoffs: bool) -> (Vec<Option<TerminalClass>>, Vec<[i64; 2]>) {
    let mut all = (Vec::new(), Vec::new());
    for (left, right) in lists[0].iter().zip(lists[1]) {
        let stuck_loses = [-1, 1];
        let (class, end) = match random.below(6) {
            _ if !left.is_empty() || !right.is_empty() => (None, stuck_loses),
            _ if payoffs => {
                let x = random.below(7) as i64 - 3;
                (Some(TerminalClass::Payoff(RBig::from(x))), [x, x])
            }
            0 => (Some(TerminalClass::Outcome(Outcome::L)), [1, 1]),
            1 => (Some(TerminalClass::Outcome(Outcome::R)), [-1, -1]),
            2 => (Some(TerminalClass::Outcome(Outcome::N)), [1, -1]),
            3 => (Some(TerminalClass::Outcome(Outcome::P)), stuck_loses),
            4 => (None, stuck_loses),
            _ => (Some(TerminalClass::Outcome(Outcome::D)), [0, 0]),
        };
        all.0.push(class);
        all.1.push(end);
    }
    all
}

#[test]
fn q_functions_and_security_levels() {
    let mut random = Random(84);
    let mut seen = std::collections::BTreeSet::new();
    for round in 0..1500 {
        let n = 1 + random.below(8);
        let left = random.lists_of(n);
        let right = if round % 3 == 0 { left.clone() } else { random.lists_of(n) };
        let (classes, ends) = classes(&mut random, [&left, &right], round % 2 == 0);
        let mut engine = engine();
        let ruleset = graph(&mut engine, [&left, &right], &classes);
        let arena = Arena { moves: [plain(&left), plain(&right)], ends };
        let goals = [Goal::Win, Goal::Draw, Goal::End, Goal::Never, Goal::AtLeast(RBig::from(2))];
        let forced = [1, 0, i64::MIN, i64::MAX, 2].map(|goal| arena.forced(goal));
        for v in 0..n as usize {
            let p = engine.positions().intern(ruleset, &[v as u32]);
            for (starter, name) in PLAYERS.into_iter().enumerate() {
                let q = questions::q_values(p, name, &goals, &mut engine).unwrap();
                let wanted = forced.each_ref().map(|table| table[v][starter].map(|r| Ordinal::from(r as u64)));
                assert_eq!(q, wanted, "{v}, {name:?} of {left:?} {right:?} {classes:?}");
                // Smith 1966, section 12: Q1 odd => Q0 odd => Q-1 odd for Left to move; Q-1 is never even, Q2 never odd.
                if starter == 0 {
                    let odd = |i: usize| q[i].as_ref().is_some_and(|q| !q.is_even());
                    assert!(odd(1) || !odd(0));
                    assert!(odd(2) || !odd(1));
                    assert!(q[2].is_none() || odd(2));
                    assert!(!odd(3));
                }
                // A level by what can be forced: a win, an end without loss, no loss, an end.
                for (player, [win, draw, end]) in [(0, [0, 1, 2]), (1, [1, 0, 3])] {
                    let can = |i: usize| wanted[i].as_ref().is_some_and(|q| q.is_even() != (player == starter));
                    let lost = wanted[draw].is_some() && !can(draw);
                    let mut level = Vec::new();
                    match (can(win), can(draw), lost) {
                        (true, ..) => level.push(Guarantee::BoundedWin),
                        (_, true, _) => level.push(Guarantee::BoundedDraw),
                        (_, _, false) => level.push(Guarantee::UnterminatedDraw),
                        _ => {}
                    }
                    if !can(draw) && can(end) {
                        level.push(Guarantee::BoundedLoss);
                    }
                    let three = [q[win].clone(), q[draw].clone(), q[end].clone()];
                    assert_eq!(questions::guarantees(&three, player == starter), level);
                    seen.insert(format!("{level:?}"));
                }
            }
        }
    }
    assert_eq!(seen.len(), 6, "all levels of finite play: {seen:?}");
}

#[test]
fn best_moves_where_play_ends_in_several_ways() {
    let mut random = Random(85);
    for round in 0..600 {
        let n = 1 + random.below(7);
        let lists = random.lists_of(n);
        let (classes, ends) = classes(&mut random, [&lists, &lists], round % 3 > 0);
        let mut engine = engine();
        let ruleset = graph(&mut engine, [&lists, &lists], &classes);
        let arena = Arena { moves: [plain(&lists), plain(&lists)], ends };
        // What Left can secure with each mover; Right wants the least, so his is the same number. Endless play is 0.
        let tables: Vec<_> = (-3..=3).map(|goal| (goal, arena.forced(goal))).collect();
        let secured = |v: usize, mover: usize| {
            let holds = |(goal, table): &&(i64, Vec<[Option<usize>; 2]>)| match table[v][mover] {
                Some(r) => (r % 2 == 1) == (mover == 0),
                None => *goal <= 0,
            };
            tables.iter().rev().find(holds).map_or(-3, |(goal, _)| *goal)
        };
        for v in 0..n as usize {
            for (player, name) in PLAYERS.into_iter().enumerate() {
                let p = engine.positions().intern(ruleset, &[v as u32]);
                let best = questions::best_moves(p, Convention::Normal, name, &mut engine).unwrap();
                let best: Vec<usize> = best.iter().map(|&q| engine.positions().state(q)[0] as usize).collect();
                let moves = &arena.moves[player][v];
                assert_eq!(best.is_empty(), moves.is_empty());
                for w in &best {
                    assert!(moves.contains(w));
                    assert_eq!(secured(*w, 1 - player), secured(v, player), "{v} to {w} of {lists:?} {classes:?}");
                }
            }
        }
    }
}

/// The game of dollars in which an exchange gives at most `most` cents.
fn truncated(most: usize, dollars: usize, cents: usize) -> (Arena, impl Fn(usize, usize) -> usize) {
    let width = most.max(cents) + 1;
    let place = move |d: usize, c: usize| d * width + c;
    let mut moves = vec![Vec::new(); (dollars + 1) * width];
    for d in 0..=dollars {
        for c in 0..width {
            match (d, c) {
                (_, 1..) => moves[place(d, c)].push(place(d, c - 1)),
                (0, 0) => {}
                _ => moves[place(d, 0)].extend((2..=most).step_by(2).map(|cents| place(d - 1, cents - 1))),
            }
        }
    }
    let ends = vec![[stuck(0, Convention::Normal), stuck(1, Convention::Normal)]; moves.len()];
    (Arena { moves: [moves.clone(), moves], ends }, place)
}

/// An ordinal ω·a + b with `most` for ω.
fn at(most: u64, x: &Ordinal) -> usize {
    let terms = x.terms();
    let value = terms.iter().map(|term| {
        let power = most.pow(term.exponent.to_u64().unwrap() as u32);
        power * u64::try_from(&term.coefficient).unwrap()
    });
    value.sum::<u64>() as usize
}

/// An exchange leads to no position of another ruleset, whatever the words of its state are.
#[test]
fn an_exchange_leads_to_dollars_alone() {
    let mut engine = engine();
    let mut form = engine.positions().form(&[], &[]);
    let from = dollars(2u8.into(), 0u8.into(), None, &mut engine).unwrap();
    for _ in 0..8 {
        form = engine.positions().form(&[form], &[from]);
        assert!(!questions::leads_to(from, Player::Left, form, &mut engine).unwrap());
    }
    for (cents, is_exchange) in [(1u8, true), (2, false), (9, true)] {
        let to = dollars(1u8.into(), cents.into(), None, &mut engine).unwrap();
        assert_eq!(questions::leads_to(from, Player::Left, to, &mut engine).unwrap(), is_exchange, "{cents}");
    }
}

#[test]
fn dollars_and_cents() {
    // Where someone draws play out, ω stands for as many cents as there are.
    let (most, d, c) = (8, 3, 7);
    let (arena, place) = truncated(most, d, c);
    let normal = arena.forced(1);
    let (end, never) = (arena.forced(i64::MIN), arena.forced(i64::MAX));
    let misere_ends = vec![[1, -1]; arena.ends.len()];
    let misere = Arena { moves: arena.moves.clone(), ends: misere_ends }.forced(1);
    let mut engine = engine();
    for dollar in 0..=d {
        for cent in 0..=c {
            let p = dollars((dollar as u64).into(), (cent as u64).into(), None, &mut engine).unwrap();
            let here = place(dollar, cent);
            let mut known = |about, convention| known(p, about, convention, &mut engine);
            assert_eq!(at(most as u64, &known(Topic::REMOTENESS, Convention::Normal)), normal[here][0].unwrap());
            assert_eq!(at(most as u64, &known(Topic::REMOTENESS, Convention::Misere)), misere[here][0].unwrap());
            assert_eq!(at(most as u64, &known(Topic::DISTANCE, Convention::Normal)), normal[here][0].unwrap());
            for (table, least) in [(&end, -1), (&never, 2)] {
                let known = known(Topic::success(least), Convention::Normal);
                assert_eq!(at(most as u64, &known), table[here][0].unwrap(), "{dollar}, {cent}, {least}");
            }
            // At a fixed rate play is one line.
            let p = dollars((dollar as u64).into(), (cent as u64).into(), Some(5), &mut engine).unwrap();
            let length = Ordinal::from((5 * dollar + cent) as u64);
            assert_eq!(self::known(p, Topic::REMOTENESS, Convention::Normal, &mut engine), length);
            let q = questions::q_values(p, Player::Left, &[Goal::End, Goal::Never, Goal::Win], &mut engine).unwrap();
            let even = length.is_even() as u64;
            let longer = |by: u64| Some(length.natural_sum(&Ordinal::from(by)).unwrap());
            assert_eq!(q, [longer(even), longer(1 - even), longer(0)]);
        }
    }
}

#[test]
fn long_nim_is_the_limit_of_short_nim() {
    // Remoteness of two finite heaps by search, and of one infinite heap with a finite one.
    let most = 12usize;
    for convention in CONVENTIONS {
        let mut moves = vec![Vec::new(); most * most];
        for a in 0..most {
            for b in 0..most {
                moves[a * most + b].extend((0..a).map(|x| x * most + b).chain((0..b).map(|y| a * most + y)));
            }
        }
        let ends = vec![[stuck(0, convention), stuck(1, convention)]; moves.len()];
        let forced = Arena { moves: [moves.clone(), moves], ends }.forced(1);
        let mut engine = engine();
        for b in 0..most - 1 {
            let p = nim(vec![Ordinal::omega(), Ordinal::from(b as u64)], &mut engine).unwrap();
            let known = known(p, Topic::REMOTENESS, convention, &mut engine);
            assert_eq!(known.to_u64(), forced[(most - 1) * most + b][0].map(|r| r as u64), "{b}, {convention:?}");
        }
        // Equal heaps of n, 2 at least, have remoteness 2n; of omega the least greater number of those before.
        assert!((2..most).all(|n| forced[n * most + n][0] == Some(2 * n)));
        let p = nim(vec![Ordinal::omega(); 2], &mut engine).unwrap();
        assert_eq!(known(p, Topic::REMOTENESS, convention, &mut engine), Ordinal::omega());
    }
}

/// `solve` gives one report only if it holds whoever starts, and always one of an impartial position.
#[test]
fn one_report_holds_for_both_players() {
    const PARTS: [&str; 12] = [
        "nim(2)",
        "nim(3, 1)",
        "kayles(3)",
        "cram(2, 3)",
        "form <0,*|*>",
        "form <*|0>",
        "form <1|-1>",
        "hackenbush(\"BR\")",
        "domineering(2, 2)",
        "clobber(\"xo.\")",
        "form <0|0>",
        "toads_frogs(\"T_F\")",
    ];
    let (mut random, mut cx) = (Random(1901), session());
    let mut single = 0;
    for _ in 0..rounds(1600) {
        let mut part = || {
            let sign = ["", "-"][random.below(2) as usize];
            format!("{sign}{}", PARTS[random.below(PARTS.len() as u64) as usize])
        };
        let p = format!("{} + {}", part(), part());
        let convention = ["normal", "misere"][random.below(2) as usize];
        let mut ask = |question: &str| run(&mut cx, question);
        let starting = ["L", "R"].map(|player| ask(&format!("solve({p}, {convention}, {player}).winner")));
        let both = ask(&format!("solve({p}, {convention}).winner"));
        match both.as_str() {
            "N" => {
                assert_eq!(starting, ["L", "R"], "{p}, {convention}");
                let to = format!("solve({p}, {convention}).move");
                for player in ["L", "R"] {
                    let wins = ask(&format!("contains(winning_moves({p}, {convention}, {player}), {to})"));
                    assert_eq!(wins, "true", "{p}, {convention}, {player}");
                }
            }
            "P" => assert_eq!(starting, ["R", "L"], "{p}, {convention}"),
            two => {
                assert_eq!(two, "!!call::field", "{p}, {convention}");
                assert_eq!(ask(&format!("is_impartial({p})")), "false", "{p}, {convention}");
                continue;
            }
        }
        single += 1;
    }
    assert!(single >= rounds(100), "{single}");
}
