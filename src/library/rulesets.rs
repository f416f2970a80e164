//! Rulesets that are built in.

use std::rc::Rc;

use super::errors::HeapError;
use super::heaps::{Heap, heap};
use crate::eval::{Count, Place, Rest, Session, builtins, check_claims};
use crate::value::{Board, Ruleset};
use cg_engine::ordinals::Ordinal;
use cg_engine::positions::PositionId;
use cg_engine::rulesets::nim;
use cg_engine::rulesets::subtraction::Subtraction;
use cg_engine::rulesets::without_repetition::without_repetition;

builtins! {
    /// Rulesets.
    RULESETS, "Rulesets";

    /// Nim: take any number of counters from one heap.
    ///
    /// Bouton 1901: the nim-value is the sum of the heaps without carrying. Heaps may be ordinals.
    /// nim_value(nim(3, 4, 5))  #=> 2
    /// nim(omega, 1)  #=> *(omega + 1)
    /// nim(2)  #=> *2
    /// See: nim_sum, *, subtraction
    nim [] (heaps: Rest<Ordinal>) -> Place = |cx: &mut Session, heaps: Rest<Ordinal>| {
        for n in heaps.0.iter().filter_map(Ordinal::as_finite) {
            Heap(n.clone()).fits()?;
        }
        Ok(Place(nim::nim(heaps.0, cx)?))
    };

    /// Whether a game keeps what is claimed of it behind `with`, on a board.
    ///
    /// The values of all positions that can be reached from the board are found by search, without use of the claims, and
    /// compared with those of the images. A claim that does not hold is an error that says where.
    /// game g(b) := <g(replace_at(b, p, "#")) for p in cells(b, ".")> with symmetry; check_symmetry(g, board(2, 3))  #=> true
    /// See: board, game
    check_symmetry(game: Rc<Ruleset>, board: Rc<Board>) -> bool = |cx: &mut Session, game: Rc<Ruleset>, board| {
        check_claims(cx, &game, board)
    };

    /// Play in which no position may come again: superko.
    ///
    /// Who can only move to positions that were there before has no move, whoever had the move then; a pass is a repetition. A
    /// second argument lists positions that were there. Every play ends (Fraenkel, Scenic trails, section 4, of Go).
    /// g := graph <a -> b; b -> a>; [outcome(g.a), outcome(without_repetition(g.a))]  #=> [D, N]
    /// h := graph <a -- b; b -- c; c -- a>; [nim_value(without_repetition(h.a)), nim_value(without_repetition(h.a, {h.b}))]  #=> [0, 1]
    /// options(without_repetition(graph <a -> b; b -> a, c>))  #=> [without_repetition(graph.b, {graph.a})]
    /// See: is_loopy, geography, outcome
    without_repetition(p: Place, visited: Option<Vec<Place>>) -> Place =
        |cx: &mut Session, p: Place, visited: Option<Vec<Place>>| {
            let visited: Vec<PositionId> = visited.unwrap_or_default().into_iter().map(|p| p.0).collect();
            cx.positions.demand_value(p.0)?;
            Ok(Place(without_repetition(p.0, &visited, cx)))
        };

    /// Subtraction game: take one of the numbers of S from the heap.
    ///
    /// Winning Ways, ch. 4; Ferguson 1974, section 5.1.
    /// [nim_value(subtraction({1,3,4}, n)) for n in 0..9]  #=> [0, 1, 0, 1, 2, 3, 2, 0, 1, 0]
    /// winning_moves(subtraction({1,3,4}, 5))  #=> [subtraction({1, 3, 4}, 2)]
    /// See: nim, game
    subtraction [S: Vec<Count>] (n: Heap) -> Place = |cx: &mut Session, set: Vec<Count>, n: Heap| {
        let set: Vec<u64> = set.into_iter().map(|s| s.0).collect();
        if set.contains(&0) {
            return Err(HeapError::TakesNothing { set: "a subtraction set" }.into());
        }
        let rules = Subtraction::new(set.clone());
        Ok(heap(format!("subtraction {set:?}"), rules, n, cx))
    };
}
