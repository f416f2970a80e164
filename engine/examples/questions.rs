//! Questions of built-in rulesets: values, outcomes and winning moves, in normal and in misère play.

use std::error::Error;

use cg_engine::Engine;
use cg_engine::games::{Outcome, Player};
use cg_engine::notation::Notation;
use cg_engine::positions::Convention::{Misere, Normal};
use cg_engine::rulesets::board::Board;
use cg_engine::rulesets::domineering;
use cg_engine::rulesets::nim::Nim;

fn main() -> Result<(), Box<dyn Error>> {
    let mut engine = Engine::default();

    let board = Board::read("..../..../..../....", &domineering::LETTERS)?;
    let p = domineering::position(&mut engine, &board);
    let value = engine.value(p)?;
    println!("4x4 Domineering is {}", engine.text(value, Notation::Unicode)?);
    assert_eq!(engine.outcome(p, Normal)?, Outcome::N);

    // Two heaps of one are lost in normal play and won in misère play.
    let nim = engine.add(Nim);
    let p = nim.at(&vec![1, 1], &mut engine);
    assert_eq!(engine.outcome(p, Normal)?, Outcome::P);
    assert_eq!(engine.outcome(p, Misere)?, Outcome::N);

    let p = nim.at(&vec![1, 2, 5], &mut engine);
    let winning = engine.winning_moves(p, Normal, Player::Left)?;
    let states: Vec<_> = winning.into_iter().filter_map(|q| nim.state(q, &engine)).collect();
    println!("from 1, 2, 5 to {states:?}");
    assert_eq!(states, [[1, 2, 3]]);
    Ok(())
}
