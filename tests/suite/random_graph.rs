//! Seeded random numbers and graphs.

use cg_engine::games::Budget;
use cg_engine::graphs::Digraph;
use cg_engine::positions::TerminalClass;
use cg_engine::rulesets::graph::{GraphRules, Label, Labels};

/// The rules of a graph whose vertices are numbered, by the lists of Left's and Right's moves.
pub fn graph_rules(moves: [&[Vec<u32>]; 2], classes: &[Option<TerminalClass>]) -> GraphRules {
    let budget = &mut Budget::unlimited();
    let mut labels = Labels::default();
    for v in 0..moves[0].len() {
        labels.insert(Label::Number(v as i64), budget).expect("no limit");
    }
    let [left, right] = moves.map(|lists| Digraph::from_lists(lists, budget).expect("no limit"));
    let classes = (0..).zip(classes).filter_map(|(v, class)| Some((v, class.clone()?))).collect();
    GraphRules::new(labels, left, Some(right), classes)
}

/// Returns `true` if what takes long is asked for, by `CG_TESTS=all`.
pub fn is_thorough() -> bool {
    std::env::var_os("CG_TESTS").is_some_and(|tests| tests == "all")
}

/// The number of times that something random is compared: `all` with `CG_TESTS=all`, a part in 8 with `CG_TESTS=more`, and
/// otherwise a part in 32.
pub fn rounds(all: usize) -> usize {
    let tests = std::env::var_os("CG_TESTS").unwrap_or_default();
    match tests.to_str() {
        Some("all") => all,
        Some("more") => all.div_ceil(8),
        _ => all.div_ceil(32),
    }
}

/// SplitMix64.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// Below `n`, which is positive.
    pub fn below(&mut self, n: u64) -> u64 {
        self.next() % n
    }

    /// Adjacency lists with 1 to `most` vertices: from acyclic to wild, with loops and duplicates now and then.
    pub fn lists(&mut self, most: u64) -> Vec<Vec<u32>> {
        let n = 1 + self.below(most);
        self.lists_of(n)
    }

    /// The same with `n` vertices.
    pub fn lists_of(&mut self, n: u64) -> Vec<Vec<u32>> {
        let density = 1 + self.below(4);
        let uphill = self.below(4);
        let mut lists = vec![Vec::new(); n as usize];
        for u in 0..n {
            for _ in 0..self.below(2 * density) {
                let free = self.below(8) < uphill;
                if free {
                    lists[u as usize].push(self.below(n) as u32);
                } else if u > 0 {
                    lists[u as usize].push(self.below(u) as u32);
                }
            }
        }
        lists
    }
}
