//! Who wins with a token that never comes back: the search that knows what is decided however play goes, against all play.

use std::collections::HashMap;

use cg::eval::Session;
use cg_engine::games::{Budget, Player};
use cg_engine::questions::winner;
use cg_engine::rulesets::kotzig::Kotzig;

use crate::language::{run, session};
use crate::random_graph::{Random, rounds};
use crate::winner_twin::position;

type Known = HashMap<(u32, u32), bool>;

/// Whether the player to move wins from a place, with these places left.
fn wins(map: &[Vec<u32>], token: u32, left: u32, known: &mut Known) -> bool {
    if let Some(&won) = known.get(&(token, left)) {
        return won;
    }
    let mut ways = map[token as usize].iter().filter(|&&to| left >> to & 1 == 1);
    let won = ways.any(|&to| !wins(map, to, left & !(1 << to), known));
    known.insert((token, left), won);
    won
}

fn searched(text: &str, cx: &mut Session) -> bool {
    let p = position(text, cx).unwrap();
    winner(p, Player::Left, cx).unwrap().answer
}

#[test]
fn kotzig_on_small_circles() {
    let mut random = Random(1946);
    let mut cx = session();
    for _ in 0..rounds(6400) {
        let places = 2 + random.below(15) as u32;
        let steps: Vec<u32> = (1..places).filter(|_| random.below(4) == 0).collect();
        if steps.is_empty() {
            continue;
        }
        let map: Vec<Vec<u32>> =
            (0..places).map(|place| steps.iter().map(|step| (place + step) % places).collect()).collect();
        let left = ((1 << places) - 1) & !1;
        let list: Vec<String> = steps.iter().map(u32::to_string).collect();
        let text = format!("kotzig({places}, {{{}}})", list.join(", "));
        assert_eq!(searched(&text, &mut cx), wins(&map, 0, left, &mut Known::new()), "{text}");
    }
}

/// Compares the automata of laps with a search of all play, also from positions in the midst of play. Returns how many
/// positions they decide.
fn laps_agree(places: u64, steps: &[u64], random: &mut Random) -> usize {
    let circle = Kotzig::<u64>::new(places, steps.to_vec()).unwrap();
    if circle.unit() > 1 {
        return 0;
    }
    let map: Vec<Vec<u32>> =
        (0..places).map(|place| steps.iter().map(|step| ((place + step) % places) as u32).collect()).collect();
    let mut decided = 0;
    for _ in 0..8 {
        let mut trip = circle.start();
        loop {
            let (token, left) = (trip.token, trip.left as u32);
            if let Some(won) = circle.by_laps(&trip, &mut Budget::unlimited()).unwrap() {
                let plain = wins(&map, token, left, &mut Known::new());
                assert_eq!(won, plain, "{places} {steps:?} {token} {left:b}");
                decided += 1;
            }
            let ways: Vec<u32> = map[token as usize].iter().copied().filter(|&to| left >> to & 1 == 1).collect();
            if ways.is_empty() {
                break;
            }
            let to = ways[random.below(ways.len() as u64) as usize];
            trip = trip.after(to, to);
        }
    }
    decided
}

#[test]
fn kotzig_lap_by_lap() {
    let mut random = Random(1974);
    let mut decided = 0;
    for _ in 0..rounds(640) {
        let longest = 2 + random.below(3);
        // Three steps up to 4 have many states.
        let others = if longest == 4 { 1 } else { 2 };
        let mut steps: Vec<u64> = (1..longest).filter(|_| random.below(3) == 0).take(others).collect();
        steps.push(longest);
        let places = longest + 1 + random.below(16);
        // The circle from one side or from the other.
        if random.below(4) == 0 {
            steps = steps.iter().map(|step| places - step).collect();
        }
        decided += laps_agree(places, &steps, &mut random);
    }
    assert!(decided > 8 * rounds(640), "{decided}");
}

/// Three steps up to 4, with which the winner keeps to a rule in the first lap.
#[test]
fn kotzig_by_a_rule() {
    let mut random = Random(1983);
    for places in [9, 16, 21] {
        let decided = laps_agree(places, &[1, 2, 4], &mut random);
        assert!(decided > 8 * 3, "{places} {decided}");
    }
}

#[test]
fn geography_on_random_arrows() {
    let mut random = Random(1993);
    for _ in 0..rounds(6400) {
        let mut cx = session();
        let vertices = 2 + random.below(9) as u32;
        let mut map: Vec<Vec<u32>> = Vec::new();
        for _ in 0..vertices {
            map.push((0..vertices).filter(|_| random.below(3) == 0).collect());
        }
        let rows: Vec<String> = map
            .iter()
            .enumerate()
            .map(|(v, to)| match to.is_empty() {
                true => v.to_string(),
                false => format!("{v} -> {}", to.iter().map(u32::to_string).collect::<Vec<_>>().join(", ")),
            })
            .collect();
        run(&mut cx, &format!("g := graph <{}>", rows.join("; ")));
        let left = ((1 << vertices) - 1) & !1;
        assert_eq!(searched("geography(g[0])", &mut cx), wins(&map, 0, left, &mut Known::new()), "{rows:?}");
    }
}
