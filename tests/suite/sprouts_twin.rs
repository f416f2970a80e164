//! Sprouts on plane maps, dart by dart, against the strings of the engine. Nothing is taken away from these maps: spots with three
//! lines stay, and so do regions in which nothing can be drawn.

use std::collections::HashMap;

use cg::eval::Session;

use crate::language::{run, session};
use crate::random_graph::Random;

/// A boundary of a region: a spot without lines, or the walk along a side of lines that begins with a dart.
#[derive(Clone, Copy)]
enum Side {
    Spot(usize),
    Walk(usize),
}

/// A drawing: each half of a line is two darts, one each way. A dart knows the spot where it begins and the dart that follows when
/// one walks along its side.
#[derive(Clone, Default)]
struct PlaneMap {
    lines_at: Vec<u8>,
    begins_at: Vec<usize>,
    follows: Vec<usize>,
    regions: Vec<Vec<Side>>,
}

/// A corner where a line may begin: the spot, and the dart that leaves it along the side, if it has a line.
type Corner = (usize, Option<usize>);

impl PlaneMap {
    fn spots(n: usize) -> PlaneMap {
        PlaneMap { lines_at: vec![0; n], regions: vec![(0..n).map(Side::Spot).collect()], ..PlaneMap::default() }
    }

    fn walk(&self, start: usize) -> Vec<usize> {
        let mut darts = vec![start];
        while self.follows[darts[darts.len() - 1]] != start {
            darts.push(self.follows[darts[darts.len() - 1]]);
        }
        darts
    }

    fn corners(&self, side: Side) -> Vec<Corner> {
        match side {
            Side::Spot(spot) => vec![(spot, None)],
            Side::Walk(start) => self.walk(start).into_iter().map(|dart| (self.begins_at[dart], Some(dart))).collect(),
        }
    }

    /// Writes the map: what has lines left along each boundary.
    fn text(&self) -> String {
        let (mut names, mut text): (HashMap<usize, char>, String) = Default::default();
        for region in &self.regions {
            let start = text.len();
            for side in region {
                let before = text.len();
                for (spot, _) in self.corners(*side) {
                    let next = (b'a' + names.len() as u8) as char;
                    match self.lines_at[spot] {
                        3 => {}
                        2 => text.push(*names.entry(spot).or_insert(next)),
                        lines => text.push((b'0' + lines) as char),
                    }
                }
                if text.len() > before {
                    text.push('.');
                }
            }
            if text.len() > start {
                text.push('}');
            }
        }
        text
    }

    /// Draws a line between two corners of a region, with a spot on it. Returns the map without that region, and the walks on the
    /// two sides of the line.
    fn with_line(&self, region: usize, [(from, leaves_from), (to, leaves_to)]: [Corner; 2]) -> (PlaneMap, [usize; 2]) {
        let mut next = self.clone();
        next.regions.remove(region);
        let middle = next.lines_at.len();
        next.lines_at.push(2);
        next.lines_at[from] += 1;
        next.lines_at[to] += 1;
        let first = next.begins_at.len();
        // There on one side of the line, and back on the other.
        let [out, on, back, home] = [first, first + 1, first + 2, first + 3];
        next.begins_at.extend([from, middle, to, middle]);
        next.follows.extend([on, on, home, home]);
        let before = |dart: usize| self.follows.iter().position(|&next| next == dart).expect("a dart follows another");
        // A loop at a corner has only its own side within.
        if from == to {
            next.follows[home] = back;
            next.follows[on] = leaves_from.unwrap_or(out);
            if let Some(dart) = leaves_from {
                next.follows[before(dart)] = out;
            }
        } else {
            next.follows[on] = leaves_to.unwrap_or(back);
            next.follows[home] = leaves_from.unwrap_or(out);
            if let Some(dart) = leaves_from {
                next.follows[before(dart)] = out;
            }
            if let Some(dart) = leaves_to {
                next.follows[before(dart)] = back;
            }
        }
        (next, [out, back])
    }

    /// Lists the maps after each line that may be drawn.
    fn moves(&self) -> Vec<PlaneMap> {
        let mut moves = Vec::new();
        for (at, region) in self.regions.iter().enumerate() {
            let corners: Vec<(usize, Corner)> = (0..region.len())
                .flat_map(|side| self.corners(region[side]).into_iter().map(move |corner| (side, corner)))
                .collect();
            for (i, &(first, from)) in corners.iter().enumerate() {
                for &(second, to) in &corners[i..] {
                    let [one, other] = [from.0, to.0].map(|spot| self.lines_at[spot]);
                    let is_free = if from.0 == to.0 { from == to && one < 2 } else { one < 3 && other < 3 };
                    if !is_free {
                        continue;
                    }
                    let (map, [out, back]) = self.with_line(at, [from, to]);
                    let others: Vec<Side> =
                        (0..region.len()).filter(|&side| side != first && side != second).map(|i| region[i]).collect();
                    if first != second {
                        let mut next = map;
                        next.regions.push([&others[..], &[Side::Walk(out)]].concat());
                        moves.push(next);
                        continue;
                    }
                    for set in 0..1 << others.len() {
                        let mut next = map.clone();
                        for (inside, own) in [(1, out), (0, back)] {
                            let shared = (0..others.len()).filter(|i| set >> i & 1 == inside).map(|i| others[i]);
                            next.regions.push(shared.chain([Side::Walk(own)]).collect());
                        }
                        moves.push(next);
                    }
                }
            }
        }
        moves
    }
}

/// The nim-value of a map, and whether the player to move wins misère play.
fn values(map: &PlaneMap, known: &mut HashMap<String, (u32, bool)>) -> (u32, bool) {
    let text = map.text();
    if let Some(&found) = known.get(&text) {
        return found;
    }
    let after: Vec<(u32, bool)> = map.moves().iter().map(|next| values(next, known)).collect();
    let nim = (0..).find(|n| after.iter().all(|(other, _)| other != n)).expect("a number is missing");
    let found = (nim, after.is_empty() || after.iter().any(|(_, wins)| !wins));
    known.insert(text, found);
    found
}

fn demand(session: &mut Session, map: &PlaneMap, known: &mut HashMap<String, (u32, bool)>) {
    let (nim, wins) = values(map, known);
    let text = map.text();
    assert_eq!(run(session, &format!("nim_value(sprouts(\"{text}\"))")), nim.to_string(), "{text}");
    let misere = if wins { "N" } else { "P" };
    assert_eq!(run(session, &format!("outcome(sprouts(\"{text}\"), misere)")), misere, "{text}");
    // The moves, with their values: those of the engine stand for all.
    let mut all: Vec<u32> = map.moves().iter().map(|next| values(next, known).0).collect();
    all.sort_unstable();
    all.dedup();
    let list: Vec<String> = all.iter().map(u32::to_string).collect();
    let found = run(session, &format!("{{nim_value(p) for p in options(sprouts(\"{text}\"))}}"));
    assert_eq!(found, format!("{{{}}}", list.join(", ")), "{text}");
}

#[test]
fn strings_against_plane_maps() {
    let mut random = Random(21);
    let mut session = session();
    let mut known = HashMap::new();
    for spots in 1..=3 {
        demand(&mut session, &PlaneMap::spots(spots), &mut known);
    }
    for round in 0..60 {
        let mut map = PlaneMap::spots(3 + round % 2);
        // One to five lines come first, so that few moves are left.
        for _ in 0..[1, 3, 2, 5][round % 4] {
            let moves = map.moves();
            if moves.is_empty() {
                break;
            }
            map = moves[random.below(moves.len() as u64) as usize].clone();
        }
        demand(&mut session, &map, &mut known);
    }
}
