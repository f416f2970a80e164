//! Pictures of Hackenbush in red and blue against all ways to play them.

use cg_engine::games::{Budget, Dyadic};
use cg_engine::positions::{Context, Engine};
use cg_engine::questions;
use cg_engine::rulesets::hackenbush::{Colour, PictureEdge, PicturesByEdges, picture};

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

/// The numberings of the vertices from 1 to 3, the ground first.
const NUMBERINGS: [[u8; 4]; 6] = [[0, 1, 2, 3], [0, 1, 3, 2], [0, 2, 1, 3], [0, 2, 3, 1], [0, 3, 1, 2], [0, 3, 2, 1]];

/// All lists of three edges between four vertices that stand, one of those that are the same up to the names of vertices.
#[test]
fn each_picture_of_three_edges_is_listed_once() {
    let mut edges: Vec<PictureEdge> = Vec::new();
    for (a, b) in [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)] {
        edges.extend([Colour::Blue, Colour::Red, Colour::Green].map(|colour| (a, b, colour)));
    }
    let mut expected: Vec<Vec<PictureEdge>> = Vec::new();
    for (i, x) in edges.iter().enumerate() {
        for (j, y) in edges.iter().enumerate().skip(i) {
            for z in &edges[j..] {
                let lines = [x, y, z].map(|&(a, b, _)| (u64::from(a), u64::from(b), true));
                let seen = |lists: &[Vec<PictureEdge>]| lists.iter().any(|list| is_renamed(list, &[*x, *y, *z]));
                if standing(&lines, 7) == 7 && !seen(&expected) {
                    expected.push(vec![*x, *y, *z]);
                }
            }
        }
    }
    let mut pictures = PicturesByEdges::default();
    let budget = &mut Budget::unlimited();
    for _ in 0..3 {
        pictures.grow(budget).expect("no limit");
    }
    let found = pictures.grow(budget).expect("no limit");
    assert_eq!(found.len(), expected.len());
    for picture in &expected {
        assert_eq!(found.iter().filter(|list| is_renamed(list, picture)).count(), 1, "{picture:?}");
    }
}

/// Returns `true` if a numbering of its vertices turns one picture into the other.
fn is_renamed(one: &[PictureEdge], two: &[PictureEdge]) -> bool {
    let sorted = |edges: &[PictureEdge], names: [u8; 4]| {
        let renamed = edges.iter().map(|&(a, b, colour)| {
            let (a, b) = (names[usize::from(a)], names[usize::from(b)]);
            (a.min(b), a.max(b), colour)
        });
        let mut renamed: Vec<PictureEdge> = renamed.collect();
        renamed.sort();
        renamed
    };
    NUMBERINGS.iter().any(|names| sorted(one, *names) == sorted(two, NUMBERINGS[0]))
}
