//! Loopy values beside infinite ordinals, against comparisons with a number far greater than all that they are made of: those
//! go by play on the difference.

use std::collections::BTreeSet;

use crate::language::{run, session};
use crate::random_graph::{Random, rounds};

const OPTIONS: [&str; 12] = ["0", "1", "-2", "*", "up", "on", "off", "over", "under", "<0|pass>", "<on|0>", "pass"];

/// A literal that may lead back to itself.
fn random_literal(random: &mut Random, depth: u32) -> String {
    let mut list = || {
        let option = |random: &mut Random| match random.below(8) {
            0 => "a".to_owned(),
            1 | 2 if depth > 0 => {
                let lists = [(); 2].map(|()| OPTIONS[random.below(11) as usize]);
                format!("<{}|a, {}>", lists[0], lists[1])
            }
            _ => OPTIONS[random.below(12) as usize].to_owned(),
        };
        (0..random.below(4)).map(|_| option(random)).collect::<Vec<_>>().join(", ")
    };
    format!("loop a <{}|{}>", list(), list())
}

#[test]
fn infinite_ordinals_are_greater_than_what_comes_to_an_end() {
    let mut random = Random(25);
    let mut met = BTreeSet::new();
    for case in 0..rounds(3200) {
        let text = random_literal(&mut random, (case % 2) as u32);
        let mut cx = session();
        let mut compared = |with: &str| run(&mut cx, &format!("g := {text}; [g > {with}, g < {with}, g || {with}]"));
        let (infinite, large) = (compared("omega"), compared("10^6"));
        assert_eq!(infinite, large, "{text}");
        assert_eq!(compared("omega^2 + 1"), infinite, "{text}");
        met.insert(infinite);
    }
    assert!(met.len() >= 3, "{met:?}");
}
