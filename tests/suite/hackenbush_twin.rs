//! Pictures of Hackenbush in red and blue against all ways to play them.

use cg_engine::games::Dyadic;
use cg_engine::positions::{Context, Engine};
use cg_engine::questions;
use cg_engine::rulesets::hackenbush::{Colour, picture};

use crate::random_graph::{Random, rounds};

/// Two ends, and whether it is blue.
type Line = (u64, u64, bool);

/// Places of a number in fixed point.
const PLACES: u32 = 20;

/// The lines of a set that are joined to the ground, which is vertex 0.
fn standing(lines: &[Line], set: usize) -> usize {
    let (mut reached, mut stand) = (1u64, 0);
    loop {
        let before = stand;
        for (i, &(from, to, _)) in lines.iter().enumerate() {
            if set >> i & 1 == 1 && (reached >> from | reached >> to) & 1 == 1 {
                stand |= 1 << i;
                reached |= 1 << from | 1 << to;
            }
        }
        if stand == before {
            return stand;
        }
    }
}

/// The simplest number between two: with the fewest places, then the nearest to 0.
fn simplest(low: i64, high: i64) -> i64 {
    for places in 0..=PLACES {
        let unit = 1i64 << (PLACES - places);
        let above = (low.div_euclid(unit) + 1) * unit;
        let below = -(-high).div_euclid(unit) * unit - unit;
        if above <= below {
            return 0.clamp(above, below);
        }
    }
    panic!("{low} and {high} are too near to each other")
}

/// The value of lines that stand, in fixed point: the simplest number between those of the moves.
fn value(lines: &[Line], set: usize, memo: &mut [Option<i64>]) -> i64 {
    if let Some(value) = memo[set] {
        return value;
    }
    let none = (lines.len() as i64 + 2) << PLACES;
    let (mut low, mut high) = (-none, none);
    for (i, &(_, _, blue)) in lines.iter().enumerate().filter(|(i, _)| set >> i & 1 == 1) {
        let left = value(lines, standing(lines, set & !(1 << i)), memo);
        if blue {
            low = low.max(left);
        } else {
            high = high.min(left);
        }
    }
    let value = simplest(low, high);
    memo[set] = Some(value);
    value
}

#[test]
fn red_and_blue_pictures() {
    let random = &mut Random(17);
    for round in 0..rounds(4096) {
        let edges = if round % 16 == 0 { 12 + random.below(3) } else { 1 + random.below(10) };
        let vertices = 2 + random.below(edges.min(7));
        let blue = 1 + random.below(3);
        let lines: Vec<Line> =
            (0..edges).map(|_| (random.below(vertices), random.below(vertices), random.below(4) < blue)).collect();
        let all = standing(&lines, (1 << edges) - 1);
        let expected = value(&lines, all, &mut vec![None; 1 << edges]);
        let drawn: Vec<_> = lines
            .iter()
            .map(|(from, to, blue)| {
                (from.to_string().into(), if *blue { Colour::Blue } else { Colour::Red }, to.to_string().into())
            })
            .collect();
        let engine = &mut Engine::default();
        let p = picture(engine, &drawn);
        let got = questions::value(p, engine).unwrap().game(engine.games()).unwrap();
        let expected = Dyadic::new(expected.into(), PLACES);
        assert_eq!(engine.games().as_number(got), Some(expected), "{lines:?}");
    }
}
