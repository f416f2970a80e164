//! Proofs of comparisons, read by somebody who knows only the moves: whoever replies as the proof says never runs out of
//! moves, and whoever attacks as a refutation says brings the other one to the end. And comparisons by play against those by
//! values.

use std::collections::{HashMap, HashSet};

use cg_engine::games::{Budget, GameId, Games, Order, Player};
use cg_engine::loopy::{Arenas, Attack, DifferenceMove, Draft, Loops, Reply, Stopper, Vertex};
use cg_engine::questions;

use crate::language::session;
use crate::random_graph::Random;
use crate::winner_twin::position;

/// A random game of so many vertices, which are numbered from 0, over 0, * and 1.
pub fn random_draft(random: &mut Random, inner: u64, values: &mut Arenas<'_>) -> Draft {
    let mut draft = Draft::default();
    for _ in 0..inner {
        let mut list = || (0..random.below(3)).map(|_| random.below(inner + 3) as u32).collect::<Vec<u32>>();
        let moves = [list(), list()];
        draft.push(Vertex::Moves(moves.map(Into::into)));
    }
    for value in [GameId::ZERO, GameId::STAR, values.games.integer(1)] {
        draft.known(value.into());
    }
    draft
}

/// A random stopper: the onside of a random game, if one is found.
fn stopper(random: &mut Random, values: &mut Arenas<'_>) -> Option<Stopper> {
    let inner = 1 + random.below(5);
    let draft = random_draft(random, inner, values);
    values.sides(&draft).unwrap()[0].onside
}

/// Whether the answers hold everywhere that play can come to: each is a legal move of Left's.
fn is_proof(start: [Stopper; 2], proof: &[Reply], values: &mut Arenas<'_>) -> bool {
    let answers: HashMap<_, DifferenceMove> =
        proof.iter().map(|r| ((r.at, r.to.in_second, r.to.to), r.answer)).collect();
    let (mut met, mut waiting) = (HashSet::from([start]), vec![start]);
    while let Some(at) = waiting.pop() {
        // She copies his moves.
        if at[0] == at[1] {
            continue;
        }
        for to in moves(at, Player::Right, values) {
            let Some(&answer) = answers.get(&(at, to.in_second, to.to)) else { return false };
            let after = to.after(at);
            if !moves(after, Player::Left, values).contains(&answer) {
                return false;
            }
            if met.insert(answer.after(after)) {
                waiting.push(answer.after(after));
            }
        }
    }
    true
}

/// Whether Right, moving first as this says, brings Left to where she has no move: each move is a legal one of his, and no
/// play along them is endless. Places are left behind once all that Left can do there is; one that is met on the way to
/// itself is a circle.
fn is_refutation(start: [Stopper; 2], proof: &[Attack], values: &mut Arenas<'_>) -> bool {
    let attacks: HashMap<[Stopper; 2], DifferenceMove> = proof.iter().map(|attack| (attack.at, attack.to)).collect();
    let (mut open, mut done): (HashSet<[Stopper; 2]>, HashSet<[Stopper; 2]>) = Default::default();
    let mut path = vec![start];
    while let Some(&at) = path.last() {
        if done.contains(&at) {
            path.pop();
            continue;
        }
        let Some(&to) = attacks.get(&at) else { return false };
        if !moves(at, Player::Right, values).contains(&to) {
            return false;
        }
        let after: Vec<[Stopper; 2]> =
            moves(to.after(at), Player::Left, values).into_iter().map(|m| m.after(to.after(at))).collect();
        let next: Vec<[Stopper; 2]> = after.into_iter().filter(|at| !done.contains(at)).collect();
        open.insert(at);
        if next.is_empty() {
            open.remove(&at);
            done.insert(at);
            path.pop();
        } else if next.iter().any(|at| open.contains(at)) {
            return false;
        } else {
            path.push(next[0]);
        }
    }
    true
}

/// The moves in G - H, by the definition of a sum and of a negative.
fn moves(at: [Stopper; 2], player: Player, values: &mut Arenas<'_>) -> Vec<DifferenceMove> {
    let first = values.options(at[0], player).unwrap().into_iter().map(|to| DifferenceMove { in_second: false, to });
    let second = values.options(at[1], player.other()).unwrap();
    first.chain(second.into_iter().map(|to| DifferenceMove { in_second: true, to })).collect()
}

#[test]
fn proofs_of_comparisons_of_stoppers() {
    let (mut games, mut loops) = (Games::new(Budget::unlimited()), Loops::default());
    let mut values = Arenas { games: &mut games, loops: &mut loops };
    let mut random = Random(0x5be1_0f53);
    let (mut proved, mut longest, mut refuted) = (0, 0, 0);
    for _ in 0..4_000 {
        let (Some(g), Some(h)) = (stopper(&mut random, &mut values), stopper(&mut random, &mut values)) else {
            continue;
        };
        let proof = values.proof_of_at_least([g, h], 1_000).unwrap().expect("a short proof");
        let holds = values.at_least(g, h).unwrap();
        // What is written where there is nothing to prove convinces nobody.
        assert_eq!(is_proof([g, h], &proof, &mut values), holds, "{proof:?}");
        proved += usize::from(holds && !proof.is_empty());
        longest = longest.max(proof.len());
        // What does not hold has a refutation, and only that.
        let refutation = values.refutation_of_at_least([g, h], 1_000).unwrap();
        assert_eq!(refutation.is_none(), holds);
        if let Some(refutation) = refutation {
            assert!(is_refutation([g, h], &refutation, &mut values), "{refutation:?}");
            refuted += usize::from(refutation.len() > 3);
        }
        if proof.len() > 1 {
            assert!(values.proof_of_at_least([g, h], proof.len() - 1).unwrap().is_none());
        }
    }
    assert!(proved > 200 && longest > 10, "{proved} proofs, the longest of {longest} replies");
    assert!(refuted > 40, "{refuted} refutations of more than three moves");
}

/// A player who keeps to the proof is never without a move, however the other one plays.
#[test]
fn random_play_against_a_proof() {
    let (mut games, mut loops) = (Games::new(Budget::unlimited()), Loops::default());
    let mut values = Arenas { games: &mut games, loops: &mut loops };
    let mut random = Random(99);
    for _ in 0..500 {
        let (Some(g), Some(h)) = (stopper(&mut random, &mut values), stopper(&mut random, &mut values)) else {
            continue;
        };
        if !values.at_least(g, h).unwrap() {
            continue;
        }
        let proof = values.proof_of_at_least([g, h], 1_000).unwrap().expect("a short proof");
        let mut at = [g, h];
        for _ in 0..100 {
            let all = moves(at, Player::Right, &mut values);
            if all.is_empty() {
                break;
            }
            let to = all[random.below(all.len() as u64) as usize];
            let answer = match at[0] == at[1] {
                true => DifferenceMove { in_second: !to.in_second, to: to.to },
                false => proof.iter().find(|reply| reply.at == at && reply.to == to).expect("an answer").answer,
            };
            assert!(moves(to.after(at), Player::Left, &mut values).contains(&answer));
            at = answer.after(to.after(at));
        }
    }
}

/// The comparison by play alone against the comparison of values, on games that have sides; where the order of two games
/// with sides is asked for, both answers are proved.
#[test]
fn comparison_by_play_of_loopy_games() {
    let (mut games, mut loops) = (Games::new(Budget::unlimited()), Loops::default());
    let mut values = Arenas { games: &mut games, loops: &mut loops };
    let mut random = Random(7);
    let mut compared = [0; 2];
    for _ in 0..2_000 {
        let inner = 2 + random.below(5);
        let draft = random_draft(&mut random, inner, &mut values);
        let sides = values.sides(&draft).unwrap();
        let (Some(g), Some(h)) = (sides[0].value(), sides[1].value()) else { continue };
        let by_values = [values.at_least(g.onside, h.onside).unwrap(), values.at_least(g.offside, h.offside).unwrap()];
        assert_eq!(values.at_least_by_play(&draft, 0, 1).unwrap(), by_values, "{draft:?}");
        compared[usize::from(by_values == [true; 2])] += 1;
    }
    assert!(compared.iter().all(|&count| count > 200), "{compared:?}");
}

/// Two positions by who wins their difference, against the order of their values.
#[test]
fn order_by_play_is_the_order_of_values() {
    let mut random = Random(31);
    for _ in 0..20 {
        let mut cx = session();
        let mut board = |name: &str, letters: &str, rows: u64, columns: u64| {
            let letters: Vec<char> = letters.chars().collect();
            let mut row =
                || (0..columns).map(|_| letters[random.below(letters.len() as u64) as usize]).collect::<String>();
            let rows: Vec<String> = (0..rows).map(|_| row()).collect();
            format!("{name}(\"{}\")", rows.join("/"))
        };
        let texts = [board("clobber", "xo", 3, 4), board("domineering", "....#", 4, 5)];
        let [Some(p), Some(q)] = texts.each_ref().map(|text| position(text, &mut cx)) else { continue };
        let found = questions::order_by_play(p, q, &mut cx).unwrap();
        let [g, h] = [p, q].map(|p| questions::value(p, &mut cx).unwrap().game(&mut cx.games).unwrap());
        let order = cx.games.compare(g, h).unwrap();
        assert!(found.is_none_or(|found| found == order), "{texts:?}: {found:?}");
        let minus = cx.positions.negative(q);
        let difference = cx.positions.sum(&[p, minus]);
        let wins = [Player::Left, Player::Right].map(|m| questions::winner(difference, m, &mut cx).unwrap().answer);
        let by_play = match wins {
            [false, false] => Order::Equal,
            [true, false] => Order::Greater,
            [false, true] => Order::Less,
            [true, true] => Order::Confused,
        };
        assert_eq!(by_play, order, "{texts:?}");
        let proved = questions::order_as_proved(p, q, &mut cx).unwrap();
        let wanted = [matches!(order, Order::Greater | Order::Equal), matches!(order, Order::Less | Order::Equal)];
        assert_eq!(proved, wanted.map(Some), "{texts:?}");
    }
}
