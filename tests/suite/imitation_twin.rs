//! Sums without the pairs that imitation makes worth nothing, against plain play of the whole sum.

use cg_engine::games::Player;
use cg_engine::positions::{Context, without_pairs};
use cg_engine::questions::winner;

use crate::language::session;
use crate::random_graph::{Random, rounds};
use crate::winner_twin::{Plain, position};

/// Small components, impartial and not.
const PARTS: &[&str] = &[
    "kayles(3)",
    "nim(2)",
    "chomp(2, 3)",
    "cram(2, 2)",
    "domineering(2, 2)",
    "domineering(1, 3)",
    "clobber(\"xo\")",
    "toads_frogs(\"T_F\")",
    "form <1|*>",
    "hackenbush(\"BR\")",
];

#[test]
fn sums_with_pairs() {
    let mut random = Random(1996);
    let mut cx = session();
    let mut pairs = 0;
    for _ in 0..rounds(1600) {
        let count = 2 + random.below(3);
        let terms: Vec<String> = (0..count)
            .map(|_| {
                let sign = ["", "-"][random.below(2) as usize];
                format!("{sign}{}", PARTS[random.below(PARTS.len() as _) as usize])
            })
            .collect();
        let parts: Vec<_> = terms.iter().map(|term| position(term, &mut cx).unwrap()).collect();
        let Some(rest) = without_pairs(&parts, &mut cx).unwrap() else { continue };
        pairs += 1;
        let (sum, rest) = (cx.positions().sum(&parts), cx.positions().sum(&rest));
        for mover in [Player::Left, Player::Right] {
            let plain = Plain::default().wins(sum, mover, &mut cx);
            assert_eq!(Plain::default().wins(rest, mover, &mut cx), plain, "{terms:?}");
            assert_eq!(winner(sum, mover, &mut cx).unwrap().answer, plain, "{terms:?}");
        }
    }
    assert!(pairs >= rounds(100), "{pairs}");
}
