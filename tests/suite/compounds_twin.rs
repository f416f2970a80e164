//! Every compound, in both conventions, with parts that end or go round in circles, impartial or partizan, against
//! play on the product of the parts, written from the definitions alone.

use std::collections::HashMap;
use std::sync::Arc;

use cg_engine::games::{Outcome, Player};
use cg_engine::graphs::Convention;
use cg_engine::ordinals::Length;
use cg_engine::positions::{Context, Engine, PositionId, Question, RulesetId, Topic, Way};
use cg_engine::questions;
use cg_engine::rulesets::compound::{Kind, compound};

use crate::random_graph::{Random, graph_rules};

const KINDS: [Kind; 6] = [Kind::Disj, Kind::DisjShort, Kind::Conj, Kind::ConjLong, Kind::Sel, Kind::SelShort];

/// Moves of Left and of Right from each vertex of a graph.
pub type Part = [Vec<Vec<u32>>; 2];

/// Something to play: a token on a graph, or several of these at once.
#[derive(Clone)]
pub enum Play {
    Token(usize, u32),
    Compound(Kind, Vec<Play>),
}

/// Where play stands, and whose move it is: 0 for Left.
pub type Place = (Play, usize);

/// What is written of a place, to tell places apart.
type Key = Vec<u32>;

impl Play {
    fn key(&self, out: &mut Key) {
        match self {
            Play::Token(_, v) => out.push(*v),
            Play::Compound(_, parts) => parts.iter().for_each(|p| p.key(out)),
        }
    }

    /// All places to which `mover` can move.
    pub fn moves(&self, graphs: &[Part], mover: usize) -> Vec<Play> {
        let (kind, parts) = match self {
            Play::Token(g, v) => {
                return graphs[*g][mover][*v as usize].iter().map(|&w| Play::Token(*g, w)).collect();
            }
            Play::Compound(kind, parts) => (*kind, parts),
        };
        let moves: Vec<Vec<Play>> = parts.iter().map(|p| p.moves(graphs, mover)).collect();
        let live: Vec<bool> = moves.iter().map(|m| !m.is_empty()).collect();
        let short = matches!(kind, Kind::DisjShort | Kind::Conj | Kind::SelShort);
        if short && live.contains(&false) {
            return Vec::new();
        }
        let mut all = Vec::new();
        for set in 1u32..1 << parts.len() {
            let chosen = |i: usize| set >> i & 1 == 1;
            let allowed = (0..parts.len()).all(|i| !chosen(i) || live[i])
                && match kind {
                    Kind::Disj | Kind::DisjShort => set.count_ones() == 1,
                    Kind::Conj | Kind::ConjLong => (0..parts.len()).all(|i| chosen(i) == live[i]),
                    Kind::Sel | Kind::SelShort => true,
                    Kind::Tokens(_) => unreachable!("not a product"),
                };
            if !allowed {
                continue;
            }
            let mut ways = vec![parts.clone()];
            for i in (0..parts.len()).filter(|&i| chosen(i)) {
                let mut longer = Vec::new();
                for way in &ways {
                    for option in &moves[i] {
                        let mut way = way.clone();
                        way[i] = option.clone();
                        longer.push(way);
                    }
                }
                ways = longer;
            }
            all.extend(ways.into_iter().map(|parts| Play::Compound(kind, parts)));
        }
        all
    }

    pub fn position(&self, rulesets: &[RulesetId], engine: &mut Engine) -> PositionId {
        match self {
            Play::Token(g, v) => engine.positions().intern(rulesets[*g], &[*v]),
            Play::Compound(kind, parts) => {
                let parts: Vec<_> = parts.iter().map(|p| p.position(rulesets, engine)).collect();
                compound(engine, *kind, &parts)
            }
        }
    }
}

/// Followers of all places with their movers; number 0 is Left to move at the start, 1 is Right.
fn product(start: &Play, graphs: &[Part]) -> Option<Vec<Vec<usize>>> {
    places(start, graphs).map(|(_, followers)| followers)
}

/// All places with their movers, and their followers.
pub fn places(start: &Play, graphs: &[Part]) -> Option<(Vec<Place>, Vec<Vec<usize>>)> {
    let mut numbers: HashMap<(Key, usize), usize> = HashMap::new();
    let mut places = vec![(start.clone(), 0), (start.clone(), 1)];
    for (number, (play, mover)) in places.iter().enumerate() {
        let mut key = Key::new();
        play.key(&mut key);
        numbers.insert((key, *mover), number);
    }
    let mut followers = Vec::new();
    while followers.len() < places.len() {
        if places.len() > 4000 {
            return None;
        }
        let (play, mover) = places[followers.len()].clone();
        let mut list = Vec::new();
        for next in play.moves(graphs, mover) {
            let mut key = Key::new();
            next.key(&mut key);
            let number = *numbers.entry((key, 1 - mover)).or_insert_with(|| {
                places.push((next, 1 - mover));
                places.len() - 1
            });
            list.push(number);
        }
        followers.push(list);
    }
    Some((places, followers))
}

/// Remoteness by rounds: in round d those are found that are decided within d moves.
pub fn remoteness(followers: &[Vec<usize>], terminal: u32) -> Vec<Option<u32>> {
    let mut known: Vec<Option<u32>> = vec![None; followers.len()];
    for d in 0..=followers.len() as u32 + 1 {
        let before = known.clone();
        for (v, list) in followers.iter().enumerate() {
            if before[v].is_some() {
                continue;
            }
            let decided = if list.is_empty() {
                d == terminal
            } else {
                list.iter().any(|&w| before[w].is_some_and(|r| r % 2 == 0))
                    || list.iter().all(|&w| before[w].is_some_and(|r| r % 2 == 1))
            };
            if decided {
                known[v] = Some(d);
            }
        }
    }
    known
}

/// The longest play: nothing where there is one of as many moves as there are places.
fn distance(followers: &[Vec<usize>]) -> Vec<Option<u32>> {
    let n = followers.len();
    // Round d: which places start a play of d moves.
    let mut longest = vec![0; n];
    let mut starts = vec![true; n];
    for d in 1..=n as u32 {
        starts = followers.iter().map(|list| list.iter().any(|&w| starts[w])).collect();
        for v in 0..n {
            if starts[v] {
                longest[v] = d;
            }
        }
    }
    longest.into_iter().map(|d| Some(d).filter(|&d| d < n as u32)).collect()
}

/// Suspense by rounds: in round d, whether the loser can see to it that at most d moves are made, however the winner
/// wins.
fn suspense(followers: &[Vec<usize>], remoteness: &[Option<u32>], terminal: u32) -> Vec<Option<u32>> {
    let won = |v: usize| remoteness[v].map(|r| r % 2 == 1);
    let mut known: Vec<Option<u32>> = vec![None; followers.len()];
    for d in 0..=followers.len() as u32 + 1 {
        let before = known.clone();
        for (v, list) in followers.iter().enumerate() {
            if before[v].is_some() {
                continue;
            }
            let ends = match won(v) {
                _ if list.is_empty() => d == terminal,
                Some(true) => list.iter().filter(|&&w| won(w) == Some(false)).all(|&w| before[w].is_some()),
                Some(false) => list.iter().any(|&w| before[w].is_some()),
                None => false,
            };
            if ends {
                known[v] = Some(d);
            }
        }
    }
    known
}

pub fn random_part(random: &mut Random, most: u64, loopy: bool, impartial: bool) -> Part {
    let n = 2 + random.below(most - 1);
    let mut side = || {
        let mut lists = vec![Vec::new(); n as usize];
        for u in 1..n {
            for _ in 0..random.below(4) {
                let to = if loopy && random.below(3) == 0 { random.below(n) } else { random.below(u) } as u32;
                if !lists[u as usize].contains(&to) {
                    lists[u as usize].push(to);
                }
            }
        }
        lists
    };
    let left = side();
    let right = if impartial { left.clone() } else { side() };
    [left, right]
}

struct Tally {
    /// Answers by theorem and by search, by what was asked.
    counts: HashMap<(String, bool), usize>,
}

pub fn engine_of(graphs: &[Part]) -> (Engine, Vec<RulesetId>) {
    let mut engine = Engine::default();
    let mut rulesets = Vec::new();
    for [left, right] in graphs {
        let rules = graph_rules([left, right], &[]);
        rulesets.push(engine.positions().add_own(Arc::new(rules)));
    }
    (engine, rulesets)
}

fn compare(play: &Play, graphs: &[Part], name: &str, tally: &mut Tally) -> bool {
    let Some(followers) = product(play, graphs) else { return false };
    let (mut engine, rulesets) = engine_of(graphs);
    let p = play.position(&rulesets, &mut engine);
    let distance = distance(&followers);
    for (convention, terminal) in [(Convention::Normal, 0), (Convention::Misere, 1)] {
        let remoteness = remoteness(&followers, terminal);
        let suspense = suspense(&followers, &remoteness, terminal);
        for (i, starter) in [Player::Left, Player::Right].into_iter().enumerate() {
            let lengths =
                [(Topic::DISTANCE, &distance), (Topic::REMOTENESS, &remoteness), (Topic::SUSPENSE, &suspense)];
            for (topic, expected) in lengths {
                let question = Question::new(topic, convention, starter);
                let found = questions::ask(p, question, &mut engine).unwrap();
                let about = question.about;
                let place = format!("{about:?} of {name}, {convention:?}, {starter:?}: {graphs:?}, {followers:?}");
                assert_eq!(found.answer, Length::of(expected[i]), "{:?} {place}", found.way);
                let by_theorem = matches!(found.way, Way::Theorem(..));
                *tally.counts.entry((format!("{about:?} {name} {convention:?}"), by_theorem)).or_default() += 1;
            }
            let class = match remoteness[i].map(|r| r % 2 == 1) {
                None => Outcome::D,
                Some(won) if won == (starter == Player::Left) => Outcome::L,
                Some(_) => Outcome::R,
            };
            let got = questions::outcomes(p, convention, &mut engine).unwrap();
            assert_eq!(
                got[i],
                class,
                "outcome of {name}, {convention:?}, {starter:?}: {graphs:?} {play}",
                play = {
                    let mut key = Key::new();
                    play.key(&mut key);
                    format!("{key:?}")
                }
            );
            let found = questions::ask(p, Question::new(Topic::OUTCOME, convention, starter), &mut engine).unwrap();
            let by_theorem = matches!(found.way, Way::Theorem(..) | Way::Value(_) | Way::Gamma(_));
            *tally.counts.entry((format!("Outcome {name} {convention:?}"), by_theorem)).or_default() += 1;
        }
    }
    true
}

#[test]
fn every_compound_of_every_sort_of_parts() {
    let mut random = Random(31);
    let mut tally = Tally { counts: HashMap::new() };
    for loopy in [false, true] {
        for impartial in [true, false] {
            for kind in KINDS {
                let mut done = 0;
                while done < 400 {
                    let count = 1 + random.below(3) as usize;
                    let most = if count == 3 { 4 } else { 6 };
                    let graphs: Vec<Part> =
                        (0..count).map(|_| random_part(&mut random, most, loopy, impartial)).collect();
                    let tokens = (0..count).map(|g| {
                        let n = graphs[g][0].len() as u64;
                        Play::Token(g, if random.below(8) == 0 { random.below(n) } else { n - 1 } as u32)
                    });
                    let play = Play::Compound(kind, tokens.collect());
                    let name = format!("{kind:?} loopy={loopy} impartial={impartial}");
                    done += compare(&play, &graphs, &name, &mut tally) as usize;
                }
            }
        }
    }
    // Where a theorem holds it is the theorem that answers.
    for (name, searched) in [
        ("Remoteness Conj loopy=true impartial=false Misere", false),
        ("Distance Conj loopy=true impartial=false Normal", false),
        ("Remoteness Sel loopy=true impartial=true Normal", false),
        ("Outcome Sel loopy=false impartial=true Misere", false),
        ("Outcome Sel loopy=true impartial=true Misere", true),
        ("Outcome ConjLong loopy=false impartial=true Misere", false),
        ("Outcome ConjLong loopy=true impartial=true Normal", true),
        ("Outcome SelShort loopy=true impartial=true Misere", false),
        ("Outcome DisjShort loopy=true impartial=true Misere", false),
        ("Outcome Disj loopy=true impartial=true Normal", false),
        ("Outcome Disj loopy=false impartial=false Normal", false),
    ] {
        let count = |by: bool| tally.counts.get(&(name.to_string(), by)).copied().unwrap_or(0);
        assert!(count(true) > 100, "{name}: {} by theorem", count(true));
        assert_eq!(count(false) > 0, searched, "{name}: {} by search", count(false));
    }
}

#[test]
fn compounds_of_compounds() {
    let mut random = Random(32);
    let mut tally = Tally { counts: HashMap::new() };
    for outer in KINDS {
        for inner in KINDS {
            for round in 0..16 {
                let (loopy, impartial) = (round % 2 == 1, round % 4 < 2);
                let graphs: Vec<Part> = (0..3).map(|_| random_part(&mut random, 4, loopy, impartial)).collect();
                let mut tokens = (0..3).map(|g| Play::Token(g, graphs[g][0].len() as u32 - 1));
                let last = tokens.next().expect("three tokens");
                let play = Play::Compound(outer, vec![Play::Compound(inner, tokens.collect()), last]);
                compare(&play, &graphs, &format!("{outer:?} of {inner:?}"), &mut tally);
            }
        }
    }
}
