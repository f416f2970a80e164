//! Identities of the literature, and games without sides.

use super::*;
use crate::games::{Budget, Fault, GameId, Games, Order, Outcome, Player};
use crate::ordinals::GammaValue;

/// The context of a test: labels are vertices, numbers known values.
struct World {
    games: Games,
    loops: Loops,
}

impl World {
    fn new() -> World {
        World { games: Games::new(Budget::unlimited()), loops: Loops::default() }
    }

    fn values(&mut self) -> Arenas<'_> {
        Arenas { games: &mut self.games, loops: &mut self.loops }
    }

    /// Returns the sides of `a0 = {left|right}`, `a1 = ..`: rows of options, each a label or a short game.
    fn sides(&mut self, rows: &[(&str, &str)]) -> Sides {
        let mut draft = Draft::default();
        for _ in rows {
            draft.vertex();
        }
        for (v, (left, right)) in rows.iter().enumerate() {
            let mut list = |text: &str| {
                text.split_whitespace()
                    .map(|word| match word.strip_prefix('a') {
                        Some(label) => label.parse().unwrap(),
                        None => {
                            let g = self.short(word);
                            draft.known(Sided::from(g))
                        }
                    })
                    .collect::<Vec<u32>>()
            };
            let (left, right) = (list(left), list(right));
            draft.set(v as u32, left, right);
        }
        self.values().sides(&draft).unwrap()[0]
    }

    fn short(&mut self, word: &str) -> GameId {
        match word {
            "*" => GameId::STAR,
            "up" => self.games.number_up_star(&crate::games::Dyadic::ZERO, 1, 0).unwrap(),
            "1*" => self.games.number_up_star(&crate::games::Dyadic::from(1), 0, 1).unwrap(),
            _ => self.games.integer(word.parse().unwrap()),
        }
    }

    fn stopper(&mut self, rows: &[(&str, &str)]) -> Stopper {
        self.sides(rows).value().unwrap().stopper().unwrap()
    }
}

#[test]
fn constants_add_as_in_winning_ways() -> Result<(), Fault> {
    let mut world = World::new();
    let mut values = world.values();
    let (on, off, over, under) = (values.on()?, values.off()?, values.over()?, values.under()?);
    let dud = values.dud()?;
    assert_eq!(values.sum(on, off)?.value(), Some(dud));
    assert_eq!(values.sided_sum(dud, GameId::STAR.into())?.value(), Some(dud));
    assert_eq!(values.sum(over, over)?.value(), Some(over.into()));
    assert_eq!(values.sum(over, under)?.value(), Some(Sided { onside: over, offside: under }));
    assert_eq!(values.negative_stopper(over)?, under);
    assert_eq!(values.compare(under.into(), over.into())?, Order::Less);
    assert_eq!(values.outcome(dud)?, Outcome::D);
    let zero = Stopper::ZERO;
    assert_eq!(values.stopper_of(&[under], &[over])?, zero);
    assert_eq!(values.stopper_of(&[zero], &[over])?, over);
    let one = values.games.integer(1);
    assert_eq!(values.stopper_of(&[zero], &[on])?, one.into());
    // upon = up : on, and its double is {0 | upon + *}.
    let up = values.games.number_up_star(&crate::games::Dyadic::ZERO, 1, 0)?;
    let upon = values.upon()?;
    assert_eq!(values.ordinal_sum(up.into(), on.into())?.value(), Some(upon.into()));
    let upon_star = values.sum(upon, GameId::STAR.into())?.onside.unwrap();
    let double = values.stopper_of(&[zero], &[upon_star])?;
    assert_eq!(values.sum(upon, upon)?.value(), Some(double.into()));
    let power = values.up_to_on()?;
    let minus = values.negative_stopper(power)?;
    let minus_upon = values.negative_stopper(upon)?;
    assert_eq!(values.sum(upon, minus_upon)?.value(), Some(Sided { onside: power, offside: minus }));
    assert_eq!(values.degree(upon.into())?, Ok(power));
    assert_eq!(values.degree(over.into())?, Ok(over));
    let one_off = values.ordinal_sum(one.into(), off.into())?.value();
    assert_eq!(one_off, Some(over.into()));
    let star_on = values.ordinal_sum(GameId::STAR.into(), on.into())?.value();
    assert_eq!(star_on, Some(upon_star.into()));
    Ok(())
}

#[test]
fn fusing_comes_last() {
    let mut world = World::new();
    assert_eq!(world.stopper(&[("a1", ""), ("", "0")]), Stopper::ZERO);
    let sides = world.sides(&[("a1", ""), ("", "a0")]);
    let one = Stopper::from(world.games.integer(1));
    assert_eq!(sides, Sides { onside: Some(one), offside: Some(Stopper::ZERO) });
}

#[test]
fn a_plumtree_is_not_all_there_is() {
    let mut world = World::new();
    // loop a <0||||0|||a|*||*>
    let four = world.stopper(&[("0", "a1"), ("0", "a2"), ("a3", "*"), ("a0", "*")]);
    assert_eq!(world.values().followers(four).unwrap().len(), 6);
}

#[test]
fn games_without_sides() {
    let mut world = World::new();
    // Bach's carousel: loop a <0,<1|1,<*,<1*|1*,a>|*>>|0>
    let carousel = [("0 a1", "0"), ("1", "1 a2"), ("* a3", "*"), ("1*", "1* a0")];
    assert_eq!(world.sides(&carousel), Sides { onside: None, offside: None });
    // loop a <-1,<1*|1,<<1|a>|-1>>|1>
    let second = world.sides(&[("-1 a1", "1"), ("1*", "1 a2"), ("a3", "-1"), ("1", "a0")]);
    assert_eq!(second, Sides { onside: None, offside: Some(Stopper::ZERO) });
    // loop a <0,<1|1,<1,<1|1,a>|*>>|0>
    let third = world.sides(&[("0 a1", "0"), ("1", "1 a2"), ("1 a3", "*"), ("1", "1 a0")]);
    assert_eq!(third.offside, None);
    let star_and_zero = {
        let (star, zero) = (world.short("1*"), GameId::ZERO);
        world.games.from_options(&[star], &[zero]).unwrap()
    };
    assert_eq!(third.onside, Some(star_and_zero.into()));
}

#[test]
fn nim_values_embed() -> Result<(), Fault> {
    let mut world = World::new();
    let mut values = world.values();
    let dud = values.dud()?;
    assert_eq!(values.of_gamma(&GammaValue::infinite::<u64>([]))?.value(), Some(dud));
    let upon = values.upon()?;
    let minus = values.negative_stopper(upon)?;
    let one = values.of_gamma(&GammaValue::infinite([1u64]))?.value();
    assert_eq!(one, Some(Sided { onside: upon, offside: minus }));
    Ok(())
}

#[test]
fn the_store_goes_back_and_is_compacted() -> Result<(), Fault> {
    let mut world = World::new();
    let mut kept = world.values().up_to_on()?;
    let mark = world.loops.mark();
    let len = world.loops.len();
    world.values().upon()?;
    world.loops.rollback(mark);
    assert_eq!(world.loops.len(), len);
    world.values().upon()?;
    let World { games, loops } = &mut world;
    loops.compact(&mut |visit| visit(&mut kept));
    games.compact(&mut |visit| loops.games_mut(visit));
    loops.reindex();
    assert_eq!(world.values().up_to_on()?, kept);
    assert_eq!(world.loops.len(), len);
    Ok(())
}

/// Returns `true` if Left survives in a - b if this player begins: literally, by striking out states until nothing
/// changes.
fn survives(values: &mut Arenas<'_>, a: Stopper, b: Stopper, starter: Player) -> bool {
    let mut states = vec![([a, b], starter)];
    let mut moves: Vec<Vec<usize>> = Vec::new();
    while moves.len() < states.len() {
        let (at, mover) = states[moves.len()];
        let mut next = Vec::new();
        for to in values.difference_moves(at, mover).unwrap() {
            let state = (to.after(at), mover.other());
            let known = states.iter().position(|&known| known == state);
            next.push(known.unwrap_or_else(|| {
                states.push(state);
                states.len() - 1
            }));
        }
        moves.push(next);
    }
    is_held(&moves, |v| states[v].1, true)
}

/// Returns `true` if Left holds the first of some states, if she holds all or none of them at first. Until nothing
/// changes, Left needs one move to a state that she holds, and Right has none to another.
fn is_held(moves: &[Vec<usize>], mover: impl Fn(usize) -> Player, at_first: bool) -> bool {
    let mut held = vec![at_first; moves.len()];
    loop {
        let before = held.clone();
        for (v, next) in moves.iter().enumerate() {
            held[v] = match mover(v) {
                Player::Left => next.iter().any(|&w| before[w]),
                Player::Right => next.iter().all(|&w| before[w]),
            };
        }
        if held == before {
            return held[0];
        }
    }
}

/// Returns a source of random numbers below its argument, from a seed.
fn random(seed: u64) -> impl FnMut(usize) -> usize {
    let mut random = fastrand::Rng::with_seed(seed);
    move |n| random.usize(..n)
}

#[test]
fn theorems_of_stops_and_numbers_agree_with_play() -> Result<(), Fault> {
    let mut world = World::new();
    let words = ["0", "1", "-1", "2", "*", "up", "1*"];
    let mut short: Vec<GameId> = words.iter().map(|word| world.short(word)).collect();
    let mut values = world.values();
    for (left, right) in [(1, 0), (1, 2), (3, 0), (0, 1), (5, 4), (0, 5), (5, 2), (0, 2)] {
        short.push(values.games.from_options(&[short[left]], &[short[right]])?);
    }
    let mut all: Vec<Stopper> = short.iter().map(|&g| g.into()).collect();
    let bases = [values.on()?, values.off()?, values.over()?, values.under()?, values.upon()?, values.up_to_on()?];
    for base in bases {
        for &g in &short {
            if let Some(sum) = values.sum(base, g.into())?.value().and_then(Sided::stopper) {
                all.push(sum);
            }
            let (g, zero) = (Stopper::from(g), Stopper::ZERO);
            all.push(values.stopper_of(&[g], &[base])?);
            all.push(values.stopper_of(&[base], &[g])?);
            let right = values.stopper_of(&[g], &[base])?;
            all.push(values.stopper_of(&[zero], &[right])?);
        }
    }
    all.sort();
    all.dedup();
    let mut by_theorem = 0;
    for &a in &all {
        for &b in &all {
            if let Some(told) = values.at_least_by_theorem(a, b)? {
                by_theorem += usize::from(!(a.short().is_some() && b.short().is_some()));
                assert_eq!(told, survives(&mut values, a, b, Player::Right), "{a:?} {b:?}");
                if a.short().is_some() || b.short().is_some() {
                    assert_eq!(told, !survives(&mut values, b, a, Player::Left), "{b:?} {a:?}");
                }
            }
        }
    }
    assert!(by_theorem > 1000, "{by_theorem}");
    Ok(())
}

#[test]
fn all_pairs_are_compared_as_one_by_one() -> Result<(), Fault> {
    let mut below = random(15);
    let mut world = World::new();
    let mut values = world.values();
    let known: [Stopper; 4] = [Stopper::ZERO, GameId::STAR.into(), values.on()?, values.over()?];
    for round in 0..600 {
        let count = if round < 590 { 1 + below(14) } else { 60 + below(80) };
        let mut graph = draft::Graph::default();
        known.iter().for_each(|&stopper| {
            graph.known(stopper);
        });
        for _ in 0..count {
            let list = |below: &mut dyn FnMut(usize) -> usize| -> VertexList {
                (0..below(3)).map(|_| below(count + known.len()) as u32).collect()
            };
            let moves = [list(&mut below), list(&mut below)];
            graph.push(Vertex::Moves(moves));
        }
        for rule in [comparison::Rule::Endless, comparison::Rule::First, comparison::Rule::Second] {
            let mut one_by_one = comparison::Comparison::new(&graph, rule);
            let mut at_once = comparison::Comparison::new(&graph, rule);
            at_once.compare_all(&mut values)?;
            assert!(at_once.all().is_some());
            for a in known.len() as u32..graph.len() as u32 {
                for b in 0..graph.len() as u32 {
                    for (a, b) in [(a, b), (b, a)] {
                        let (fast, slow) =
                            (at_once.at_least(a, b, &mut values)?, one_by_one.at_least(a, b, &mut values)?);
                        assert_eq!(fast, slow, "{a} >= {b} by {rule:?} in {graph:?}");
                    }
                    // Left holds what she begins if one of her moves leads to what she holds.
                    let first = at_once.moves(a, Player::Left, &mut values)?.to_vec();
                    let second = at_once.moves(b, Player::Right, &mut values)?.to_vec();
                    let mut after = first.into_iter().map(|x| (x, b)).chain(second.into_iter().map(|y| (a, y)));
                    let all = at_once.all().expect("the graph is small");
                    let by_moves = after.any(|(x, y)| all.is_held(x, y, Player::Right));
                    assert_eq!(all.is_held(a, b, Player::Left), by_moves, "{a} - {b} by {rule:?} in {graph:?}");
                }
            }
        }
    }
    Ok(())
}

/// Checks that every vertex keeps its value by play if a counted game is claimed to be the game on one side.
#[test]
fn needless_moves_are_needless() -> Result<(), Fault> {
    let mut below = random(51);
    let mut world = World::new();
    let mut values = world.values();
    let known: [Stopper; 4] = [Stopper::ZERO, GameId::STAR.into(), values.games.integer(1).into(), values.over()?];
    let mut said = [0; 2];
    for _ in 0..3000 {
        let count = 1 + below(6);
        let mut graph = draft::Graph::default();
        known.iter().for_each(|&stopper| {
            graph.known(stopper);
        });
        for _ in 0..count {
            let moves = [(); 2].map(|()| {
                let mut list: VertexList = (0..below(4)).map(|_| below(count + known.len()) as u32).collect();
                list.sort_unstable();
                list.dedup();
                list
            });
            graph.push(Vertex::Moves(moves));
        }
        for side in [ValueSide::On, ValueSide::Off] {
            let endless = graph.endless_moves(&mut values.games.budget)?;
            let endless = endless.into_iter().filter(|&(player, ..)| player == side.loser());
            let endless: Vec<(u32, u32)> = endless.map(|(_, v, w)| (v, w)).collect();
            for turns in 0..2 {
                let counted = values.counted(&graph, side, &endless, turns)?;
                let roots: Vec<u32> = (0..graph.len() as u32).map(|v| counted.first(v)).collect();
                let (stoppers, are_equal) = values.stoppers_of_counted(&counted, side, &endless, &roots)?;
                if endless.is_empty() || !are_equal {
                    continue;
                }
                said[turns as usize] += 1;
                let mut both = graph.clone();
                let nodes: Vec<u32> = stoppers.into_iter().map(|stopper| both.known(stopper)).collect();
                let mut comparison = comparison::Comparison::new(&both, side.rule());
                for (v, &node) in nodes.iter().enumerate() {
                    for (a, b) in [(v as u32, node), (node, v as u32)] {
                        assert!(comparison.at_least(a, b, &mut values)?, "{v} on {side:?}, {turns}, in {graph:?}");
                    }
                }
            }
        }
    }
    assert!(said.iter().all(|&times| times > 1000), "{said:?}");
    Ok(())
}

/// Returns `true` if Left holds v - k when this player begins, with draws won or lost for her: literally, from all
/// states or from none.
fn holds(values: &mut Arenas<'_>, graph: &draft::Graph, v: u32, k: Stopper, starter: Player, draws: bool) -> bool {
    // Known values stand for themselves from then on.
    let at = |graph: &draft::Graph, w: u32| match graph.vertices[w as usize] {
        Vertex::Known(stopper) => Err(stopper),
        Vertex::Moves(_) => Ok(w),
    };
    let mut states = vec![(at(graph, v), k, starter)];
    let mut moves: Vec<Vec<usize>> = Vec::new();
    while moves.len() < states.len() {
        let (here, k, mover) = states[moves.len()];
        let firsts: Vec<Result<u32, Stopper>> = match here {
            Ok(v) => graph.moves(v, mover).iter().map(|&w| at(graph, w)).collect(),
            Err(stopper) => values.options(stopper, mover).unwrap().into_iter().map(Err).collect(),
        };
        let seconds = values.options(k, mover.other()).unwrap();
        let after = firsts.into_iter().map(|first| (first, k)).chain(seconds.into_iter().map(|second| (here, second)));
        let mut next = Vec::new();
        for (first, second) in after {
            let state = (first, second, mover.other());
            next.push(states.iter().position(|&known| known == state).unwrap_or_else(|| {
                states.push(state);
                states.len() - 1
            }));
        }
        moves.push(next);
    }
    is_held(&moves, |v| states[v].2, draws)
}

/// Checks that a vertex alone with small values and one other has the value that it has if all vertices are compared
/// and reduced as any others are; if both players pass, on one side.
#[test]
fn lone_vertices_are_what_reduction_makes_of_them() -> Result<(), Fault> {
    let mut below = random(58);
    let mut world = World::new();
    let mut values = world.values();
    let yardsticks = values.yardsticks()?;
    let day_2: Vec<Stopper> = every_yardstick().map(|k| yardsticks.value(1 << k)).collect();
    let day_3 = values.games.born_by(3)?.into_iter().map(Stopper::from).step_by(7);
    let mut others: Vec<Stopper> = day_3.chain([values.on()?, values.off()?, values.over()?]).collect();
    let mut seen = std::collections::BTreeSet::new();
    let (mut told, mut untold) = ([0; 2], 0);
    for round in 0..40_000 {
        let mut graph = draft::Graph::default();
        let lone = graph.vertex();
        let mut lists = [(); 2].map(|()| {
            let list = (0..below(4)).map(|_| graph.known(day_2[below(day_2.len())]));
            list.collect::<VertexList>()
        });
        let has_other = round % 4 != 0;
        if has_other {
            lists[below(2)].push(graph.known(others[below(others.len())]));
        }
        let passes = [round % 3 == 0, round % 5 < 2];
        lists.iter_mut().zip(passes).filter(|&(_, passes)| passes).for_each(|(list, _)| list.push(lone));
        graph.vertices[lone as usize] = Vertex::Moves(lists);
        let found: Vec<_> = graph.vertices.iter().map(Vertex::known).collect();
        for side in [ValueSide::On, ValueSide::Off] {
            let fast = values.lone_vertex(&graph, lone, &found, side)?;
            let endless = graph.endless_moves(&mut values.games.budget)?;
            let slow = match endless.is_empty() {
                true => Some(values.canonical_component(&graph)?[lone as usize]),
                false => values.one_side_of(&graph, &endless, &[lone], side)?[0],
            };
            match fast {
                Some(_) => told[usize::from(has_other)] += 1,
                None => untold += 1,
            }
            assert!(fast.is_none() || fast == slow, "{fast:?}, not {slow:?}, on {side:?}: {graph:?}");
            assert!(has_other || fast.is_some(), "{graph:?}");
            others.extend(slow.filter(|&value| value.is_loopy() && others.len() < 2000 && seen.insert(value)));
        }
    }
    assert!(told.iter().all(|&times| times > 10_000), "{told:?}, untold {untold}");
    Ok(())
}

/// Returns the numbers of the values born by day 2.
fn every_yardstick() -> impl Iterator<Item = usize> {
    yardsticks::numbers(yardsticks::Sets::ALL.draws_lost())
}

#[test]
fn games_are_measured_and_trimmed_as_they_are_played() -> Result<(), Fault> {
    let mut below = random(27);
    let mut world = World::new();
    let mut values = world.values();
    let (one, minus) = (values.games.integer(1), values.games.integer(-1));
    let known: [Sided; 9] = [
        GameId::ZERO.into(),
        GameId::STAR.into(),
        one.into(),
        minus.into(),
        values.over()?.into(),
        values.upon()?.into(),
        values.on()?.into(),
        values.dud()?,
        Sided { onside: one.into(), offside: Stopper::ZERO },
    ];
    let yardsticks = values.yardsticks()?;
    let day_2: Vec<Stopper> = every_yardstick().map(|k| yardsticks.value(1 << k)).collect();
    let (mut small, mut left_out) = (0, 0);
    for round in 0..400 {
        let count = 1 + below(9);
        let mut draft = Draft::default();
        known.iter().for_each(|&value| {
            draft.known(value);
        });
        for _ in 0..count {
            let mut list = || (0..below(3)).map(|_| below(count + known.len()) as u32).collect();
            let moves = [list(), list()];
            draft.push(Vertex::Moves(moves));
        }
        let measured = values.measured(&draft, &yardsticks)?;
        let on_side = |side| {
            let vertices = draft.vertices.iter().map(|vertex| match vertex {
                Vertex::Known(value) => Vertex::Known(sides::OneSided::on(*value, side)),
                Vertex::Moves(moves) => Vertex::Moves(moves.clone()),
            });
            draft::Graph { vertices: vertices.collect() }
        };
        for (side, draws) in [(ValueSide::On, true), (ValueSide::Off, false)] {
            let graph = on_side(side);
            let vertices = 0..graph.len() as u32;
            for v in vertices.clone() {
                for starter in [Player::Left, Player::Right] {
                    let held = measured.held(v, starter);
                    let held = if draws { held.draws_held() } else { held.draws_lost() };
                    for (k, &value) in day_2.iter().enumerate().skip(round % 3).step_by(3) {
                        let by_play = holds(&mut values, &graph, v, value, starter, draws);
                        assert_eq!(held >> k & 1 == 1, by_play, "{v} - {k}, {starter:?}, {side:?} in {graph:?}");
                    }
                }
            }
            let trimming = values.trimming(&draft)?.with_ends(&mut values)?;
            let trimmed = trimming.trimmed(&vertices.clone().collect::<Vec<_>>(), side, &mut values)?;
            let both = graph.beside(&trimmed.graph);
            let mut comparison = comparison::Comparison::new(&both, side.rule());
            for v in vertices {
                let now = trimmed.number[v as usize] + graph.len() as u32;
                for (a, b) in [(v, now), (now, v)] {
                    assert!(
                        comparison.at_least(a, b, &mut values)?,
                        "{v} on {side:?} in {graph:?}: {:?}",
                        trimmed.graph
                    );
                }
                small += usize::from(draft.has_moves(v) && !both.has_moves(now));
            }
            // A change that keeps one side keeps the other, unless `is_partial` allows a difference.
            let shift = graph.len() as u32;
            for v in 0..shift {
                let root = trimming.trimmed(&[v], side, &mut values)?;
                let both = on_side(side.other()).beside(&root.graph);
                let mut comparison = comparison::Comparison::new(&both, side.other().rule());
                for (a, b) in [(v, shift), (shift, v)] {
                    let is_kept = root.is_partial || comparison.at_least(a, b, &mut values)?;
                    assert!(is_kept, "{v} not on {side:?} in {graph:?}: {:?}", root.graph);
                }
            }
            let root = trimming.trimmed(&[graph.len() as u32 - 1], side, &mut values)?;
            left_out += graph.len().saturating_sub(root.graph.len());
        }
    }
    assert!(small > 1000 && left_out > 1000, "{small} {left_out}");
    Ok(())
}
