//! The engine against a literal twin: games as trees of options, every notion by its definition.
//!
//! The twin shares no code with the engine; the two meet in the text of canonical forms.

use std::collections::HashMap;
use std::rc::Rc;

use cg_engine::games::{Budget, GameId, Games, Player};

use crate::random_graph::rounds;

/// A game as its options, nothing more.
struct Tree {
    left: Vec<Game>,
    right: Vec<Game>,
    /// The text of the options, in order: equal forms have equal texts.
    text: String,
}
type Game = Rc<Tree>;

fn tree(mut left: Vec<Game>, mut right: Vec<Game>) -> Game {
    for side in [&mut left, &mut right] {
        side.sort_by(|a, b| a.text.cmp(&b.text));
        side.dedup_by(|a, b| a.text == b.text);
    }
    let list = |side: &[Game]| side.iter().map(|g| g.text.clone()).collect::<Vec<_>>().join(",");
    let text = format!("{{{}|{}}}", list(&left), list(&right));
    Rc::new(Tree { left, right, text })
}

/// G <= H unless some G^L >= H or some H^R <= G.
fn at_most(g: &Game, h: &Game) -> bool {
    !g.left.iter().any(|l| at_most(h, l)) && !h.right.iter().any(|r| at_most(r, g))
}

/// G + H = {G^L + H, G + H^L | G^R + H, G + H^R}.
fn plus(g: &Game, h: &Game) -> Game {
    let left = g.left.iter().map(|l| plus(l, h)).chain(h.left.iter().map(|l| plus(g, l)));
    let right = g.right.iter().map(|r| plus(r, h)).chain(h.right.iter().map(|r| plus(g, r)));
    tree(left.collect(), right.collect())
}

fn minus(g: &Game) -> Game {
    tree(g.right.iter().map(minus).collect(), g.left.iter().map(minus).collect())
}

/// No option dominated, none reversible, all options canonical.
fn canonical(g: &Game) -> Game {
    let mut left: Vec<Game> = g.left.iter().map(canonical).collect();
    let mut right: Vec<Game> = g.right.iter().map(canonical).collect();
    'again: loop {
        let game = tree(left.clone(), right.clone());
        for (i, option) in left.iter().enumerate() {
            if let Some(reply) = option.right.iter().find(|reply| at_most(reply, &game)).cloned() {
                left.remove(i);
                left.extend(reply.left.iter().cloned());
                continue 'again;
            }
        }
        for (i, option) in right.iter().enumerate() {
            if let Some(reply) = option.left.iter().find(|reply| at_most(&game, reply)).cloned() {
                right.remove(i);
                right.extend(reply.right.iter().cloned());
                continue 'again;
            }
        }
        for i in 0..left.len() {
            if (0..left.len()).any(|j| i != j && at_most(&left[i], &left[j])) {
                left.remove(i);
                continue 'again;
            }
        }
        for i in 0..right.len() {
            if (0..right.len()).any(|j| i != j && at_most(&right[j], &right[i])) {
                right.remove(i);
                continue 'again;
            }
        }
        return game;
    }
}

struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.0;
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((x ^ (x >> 31)) % n as u64) as usize
    }
}

/// Both worlds, side by side.
struct Pair {
    games: Games,
    texts: HashMap<GameId, String>,
}

impl Pair {
    fn new() -> Pair {
        Pair { games: Games::new(Budget::unlimited()), texts: HashMap::new() }
    }

    fn engine(&mut self, g: &Game) -> GameId {
        let left: Vec<GameId> = g.left.iter().map(|o| self.engine(o)).collect();
        let right: Vec<GameId> = g.right.iter().map(|o| self.engine(o)).collect();
        self.games.from_options(&left, &right).unwrap()
    }

    fn text(&mut self, g: GameId) -> String {
        if let Some(text) = self.texts.get(&g) {
            return text.clone();
        }
        let mut sides = [Player::Left, Player::Right].map(|p| self.games.options(g, p).unwrap()).map(|side| {
            let mut texts: Vec<String> = side.into_iter().map(|o| self.text(o)).collect();
            texts.sort();
            texts.join(",")
        });
        let right = std::mem::take(&mut sides[1]);
        let text = format!("{{{}|{}}}", sides[0], right);
        self.texts.insert(g, text.clone());
        text
    }
}

/// 0, or also some integers and halves.
fn base(numbers: bool) -> Vec<Game> {
    let mut all = vec![tree(vec![], vec![])];
    for n in 0..if numbers { 4 } else { 0 } {
        let next = tree(vec![all[2 * n].clone()], vec![]);
        all.push(minus(&next));
        all.push(next);
    }
    for n in 0..all.len() / 4 {
        all.push(tree(vec![all[2 * n].clone()], vec![all[2 * n + 2].clone()]));
    }
    all
}

/// Random forms, in layers: options of a layer come from the ones before it.
fn forms(random: &mut Random, sizes: &[usize], most: usize) -> Vec<Game> {
    let mut all = base(random.below(2) == 1);
    for &size in sizes {
        let before = all.len();
        for _ in 0..size {
            let mut side =
                || (0..random.below(most + 1)).map(|_| all[random.below(before)].clone()).collect::<Vec<_>>();
            let (left, right) = (side(), side());
            all.push(tree(left, right));
        }
    }
    all
}

#[test]
fn canonical_forms_agree_with_the_definition() {
    let mut pair = Pair::new();
    let mut random = Random(1);
    for _ in 0..rounds(1500) {
        for form in forms(&mut random, &[3, 10, 20, 40], 3) {
            let id = pair.engine(&form);
            assert_eq!(pair.text(id), canonical(&form).text, "of {}", form.text);
        }
    }
}

#[test]
fn comparisons_agree_with_the_definition() {
    let mut pair = Pair::new();
    let mut random = Random(2);
    for round in 0..60 {
        let sizes: &[usize] = if round % 2 == 0 { &[4, 10, 60] } else { &[3, 8, 16, 50] };
        let all = forms(&mut random, sizes, 3);
        let ids: Vec<GameId> = all.iter().map(|g| pair.engine(g)).collect();
        for (g, &a) in all.iter().zip(&ids) {
            for (h, &b) in all.iter().zip(&ids) {
                assert_eq!(pair.games.less_or_equal(a, b).unwrap(), at_most(g, h), "{} <= {}", g.text, h.text);
            }
        }
    }
}

#[test]
fn sums_and_negatives_agree_with_the_definition() {
    let mut pair = Pair::new();
    let mut random = Random(3);
    let mut known: HashMap<String, String> = HashMap::new();
    for _ in 0..rounds(15) {
        let all = forms(&mut random, &[3, 12, 60], 2);
        let all: Vec<Game> = all.iter().map(canonical).collect();
        let ids: Vec<GameId> = all.iter().map(|g| pair.engine(g)).collect();
        for (g, &a) in all.iter().zip(&ids) {
            let negative = pair.games.negative(a).unwrap();
            assert_eq!(pair.text(negative), minus(g).text);
            for (h, &b) in all.iter().zip(&ids) {
                let key = format!("{}+{}", g.text, h.text);
                let expected = known.entry(key).or_insert_with(|| canonical(&plus(g, h)).text.clone()).clone();
                let sum = pair.games.sum(a, b).unwrap();
                assert_eq!(pair.text(sum), expected, "{} + {}", g.text, h.text);
            }
        }
    }
}
