//! Scores, ties and affine values of random games and of their sums, beside a search that does what the definitions say.

use std::rc::Rc;

use cg_engine::Engine;
use cg_engine::games::{Fault, Outcome, Player};
use cg_engine::positions::{Binding, Context, Convention, PositionId};
use cg_engine::questions::{self, Affine};
use dashu_ratio::RBig;

use crate::random_graph::{Random, rounds};

/// A game written out.
enum Game {
    /// An end with sixths of points.
    Points(i64),
    Tie,
    /// The moves of Left and of Right, or of both.
    Moves(Vec<Move>, Option<Vec<Move>>),
}

struct Move {
    turn: Turn,
    to: Vec<Rc<Game>>,
}

#[derive(Clone, Copy, PartialEq)]
enum Turn {
    Plain,
    Again,
    Entail,
}

/// The kinds of ends and moves that random games may have.
#[derive(Clone, Copy)]
struct Kinds {
    points: bool,
    ties: bool,
    turns: bool,
    impartial: bool,
}

fn random_game(random: &mut Random, kinds: Kinds, depth: u64) -> Rc<Game> {
    let end = depth == 0 || random.below(5) == 0;
    Rc::new(match random.below(4) {
        0 if end && kinds.ties => Game::Tie,
        0..3 if end && kinds.points => Game::Points(random.below(40) as i64 - 20),
        _ if end => Game::Moves(Vec::new(), None),
        _ => {
            let moves = |random: &mut Random| {
                (0..random.below(3)).map(|_| random_move(random, kinds, depth - 1)).collect::<Vec<_>>()
            };
            let left = moves(random);
            let right = (!kinds.impartial).then(|| moves(random));
            Game::Moves(left, right)
        }
    })
}

fn random_move(random: &mut Random, kinds: Kinds, depth: u64) -> Move {
    let turn = match random.below(6) {
        0 if kinds.turns => Turn::Again,
        1 if kinds.turns => Turn::Entail,
        _ => Turn::Plain,
    };
    let parts = 1 + u64::from(random.below(6) == 0);
    Move { turn, to: (0..parts).map(|_| random_game(random, kinds, depth)).collect() }
}

fn position(game: &Game, cx: &mut Engine) -> PositionId {
    let list = |moves: &[Move], cx: &mut Engine| -> Vec<PositionId> {
        moves
            .iter()
            .map(|Move { turn, to }| {
                let sum = sum(to, cx);
                match turn {
                    Turn::Plain => sum,
                    Turn::Again => cx.positions().again(sum),
                    Turn::Entail => cx.positions().entail(sum),
                }
            })
            .collect()
    };
    match game {
        Game::Points(k) => cx.positions().points(&(RBig::from(*k) / RBig::from(6))),
        Game::Tie => cx.positions().tie(),
        Game::Moves(left, None) => {
            let left = list(left, cx);
            cx.positions().impartial_form(&left)
        }
        Game::Moves(left, Some(right)) => {
            let (left, right) = (list(left, cx), list(right, cx));
            cx.positions().form(&left, &right)
        }
    }
}

fn sum(games: &[Rc<Game>], cx: &mut Engine) -> PositionId {
    let parts: Vec<PositionId> = games.iter().map(|game| position(game, cx)).collect();
    cx.positions().sum(&parts)
}

/// Parts in play; if some are bound, the next move is made in one of them.
#[derive(Clone)]
struct Play {
    bound: Option<Vec<Rc<Game>>>,
    free: Vec<Rc<Game>>,
}

impl Play {
    fn of(free: &[Rc<Game>]) -> Play {
        Play { bound: None, free: free.to_vec() }
    }

    /// Returns the plays after each move of `mover`, with `true` if he moves again.
    fn after(&self, mover: Player) -> Vec<(Play, bool)> {
        let active = self.bound.as_ref().unwrap_or(&self.free);
        let mut found = Vec::new();
        for (i, game) in active.iter().enumerate() {
            let Game::Moves(left, right) = &**game else { continue };
            let moves = if mover == Player::Left { left } else { right.as_ref().unwrap_or(left) };
            for Move { turn, to } in moves {
                let mut rest = active.clone();
                rest.remove(i);
                if self.bound.is_some() {
                    rest.extend(self.free.iter().cloned());
                }
                let play = if *turn == Turn::Entail {
                    Play { bound: Some(to.clone()), free: rest }
                } else {
                    rest.extend(to.iter().cloned());
                    Play { bound: None, free: rest }
                };
                found.push((play, *turn == Turn::Again));
            }
        }
        found
    }

    fn parts(&self) -> impl Iterator<Item = &Rc<Game>> {
        self.bound.iter().flatten().chain(&self.free)
    }

    /// Returns the score in sixths, by trying all moves.
    fn score(&self, mover: Player) -> i64 {
        let after = self.after(mover).into_iter();
        let scores = after.map(|(play, again)| play.score(if again { mover } else { mover.other() }));
        let best = if mover == Player::Left { scores.max() } else { scores.min() };
        let reached = |game: &Rc<Game>| if let Game::Points(k) = **game { k } else { 0 };
        best.unwrap_or_else(|| self.parts().map(reached).sum())
    }

    /// Returns 1 if the mover wins, 0 if nobody does, -1 if he loses, by trying all moves.
    fn verdict(&self, mover: Player) -> i8 {
        let after = self.after(mover).into_iter();
        let best =
            after.map(|(play, again)| if again { play.verdict(mover) } else { -play.verdict(mover.other()) }).max();
        let is_tied = || self.parts().any(|game| matches!(**game, Game::Tie));
        best.unwrap_or_else(|| if is_tied() { 0 } else { -1 })
    }
}

/// A heap of Nim.
fn nim(n: u64) -> Rc<Game> {
    let to = |m| Move { turn: Turn::Plain, to: vec![nim(m)] };
    Rc::new(Game::Moves((0..n).map(to).collect(), None))
}

const STARTERS: [Player; 2] = [Player::Left, Player::Right];

#[test]
fn scores_of_random_sums_are_those_of_the_definition() -> Result<(), Fault> {
    let mut random = Random(1953);
    for round in 0..rounds(10_000) {
        let kinds = Kinds { points: true, ties: round % 4 == 0, turns: round % 2 == 1, impartial: false };
        let parts = 1 + random.below(3);
        let depth = if parts == 1 { 3 } else { 2 };
        let games: Vec<Rc<Game>> = (0..parts).map(|_| random_game(&mut random, kinds, depth)).collect();
        let mut cx = Engine::default();
        let p = sum(&games, &mut cx);
        let negative = cx.positions().negative(p);
        for starter in STARTERS {
            let expected = RBig::from(Play::of(&games).score(starter)) / RBig::from(6);
            assert_eq!(questions::score(p, starter, &mut cx)?, expected, "round {round}, {starter}");
            assert_eq!(questions::score(negative, starter.other(), &mut cx)?, -expected.clone(), "round {round}");
            // Each move is best just if it leads to that score, and a line of best moves reaches it at its end.
            let moves = questions::points_moves(p, starter, &mut cx)?;
            let (best, score) = questions::best_for_points(p, starter, &mut cx)?;
            let good = moves.iter().filter(|made| made.score == expected).map(|made| made.to);
            assert_eq!((best, score), (good.collect(), expected.clone()), "round {round}");
            let line = questions::points_play(p, starter, &mut cx)?.line;
            let (mut here, mut mover) = (p, starter);
            for &to in &line[1..] {
                assert!(questions::best_for_points(here, mover, &mut cx)?.0.contains(&to), "round {round}");
                (here, mover) = (to, mover.other());
                if let Some(Binding::Again(inner)) = cx.positions().turn(to) {
                    (here, mover) = (inner, mover.other());
                }
            }
            assert!(questions::points_moves(here, mover, &mut cx)?.is_empty(), "round {round}");
            assert_eq!(questions::score(here, mover, &mut cx)?, expected, "round {round}");
        }
    }
    Ok(())
}

#[test]
fn ties_draw_as_in_brute_force() -> Result<(), Fault> {
    let mut random = Random(12);
    for round in 0..rounds(10_000) {
        let kinds = Kinds { points: false, ties: true, turns: round % 3 == 0, impartial: round % 5 == 0 };
        let games: Vec<Rc<Game>> = (0..1 + random.below(3)).map(|_| random_game(&mut random, kinds, 2)).collect();
        let mut cx = Engine::default();
        let p = sum(&games, &mut cx);
        let outcomes = questions::outcomes(p, Convention::Normal, &mut cx)?;
        let expected = STARTERS.map(|starter| match (Play::of(&games).verdict(starter), starter) {
            (0, _) => Outcome::D,
            (1, Player::Left) | (-1, Player::Right) => Outcome::L,
            _ => Outcome::R,
        });
        assert_eq!(outcomes, expected, "round {round}");
    }
    Ok(())
}

#[test]
fn affine_values_tell_who_wins_sums() -> Result<(), Fault> {
    let mut random = Random(2021);
    let kinds = Kinds { points: false, ties: false, turns: true, impartial: true };
    let mut loony = 0;
    for round in 0..rounds(4_000) {
        let parts = 1 + random.below(2);
        let depth = if parts == 1 { 3 } else { 2 };
        let games: Vec<Rc<Game>> = (0..parts).map(|_| random_game(&mut random, kinds, depth)).collect();
        let mut cx = Engine::default();
        let p = sum(&games, &mut cx);
        let value = questions::affine(p, &mut cx)?;
        loony += usize::from(value == Affine::Loony);
        for n in 0..4 {
            let beside = [&games[..], &[nim(n)]].concat();
            let is_won = Play::of(&beside).verdict(Player::Left) > 0;
            assert_eq!(is_won, value != Affine::Nimber(n), "round {round}: {value:?} and *{n}");
        }
    }
    assert!(loony > 3, "loony games are among them");
    Ok(())
}
