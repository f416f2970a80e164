//! A ruleset of one's own: Col on a path, five questions of it, and a fact that makes it faster.
//!
//! Left paints vertices blue and Right red, and no neighbours get the same colour (Winning Ways, ch. 2).

use cg_engine::Engine;
use cg_engine::games::{Fault, Outcome, Player};
use cg_engine::notation::Notation;
use cg_engine::positions::{Convention, Moves, Ruleset, Term};
use cg_engine::questions;

#[derive(PartialEq, Eq, Hash)]
struct ColOnPath;

/// The vertices that Left may still paint, and those that Right may.
type Open = [u64; 2];

impl Ruleset for ColOnPath {
    type State = Vec<u64>;

    fn moves(&self, open: &Vec<u64>, player: Player, out: &mut Moves<Vec<u64>>) -> Result<(), Fault> {
        let mover = usize::from(player == Player::Right);
        for v in (0..64).filter(|v| open[mover] >> v & 1 == 1) {
            let (vertex, beside) = (1 << v, (1 << v) << 1 | (1 << v) >> 1);
            let mut next = open.clone();
            next[mover] &= !(vertex | beside);
            next[1 - mover] &= !vertex;
            out.to(next);
        }
        Ok(())
    }

    /// The one optional fact: what lies apart is a sum, and each part is solved once.
    fn parts(&self, open: &Vec<u64>, found: &mut impl FnMut(Vec<u64>)) {
        let mut rest = open[0] | open[1];
        while rest != 0 {
            let start = rest.trailing_zeros();
            let run = ((rest >> start) + 1).trailing_zeros();
            let cells = u64::MAX >> (64 - run) << start;
            rest &= !cells;
            // The place on the path does not matter.
            found(vec![(open[0] & cells) >> start, (open[1] & cells) >> start]);
        }
    }

    fn term(&self, open: &Vec<u64>) -> Term {
        Term::call("col_on_path", open.iter().copied())
    }
}

fn main() -> Result<(), Fault> {
    let mut engine = Engine::default();
    let col = engine.add(ColOnPath);
    let path = |n: u32| -> Open { [(1 << n) - 1; 2] };

    for n in 1..=6 {
        let p = col.at(&path(n).to_vec(), &mut engine);
        let value = engine.value(p)?;
        println!("{n} vertices: {}", engine.text(value, Notation::Unicode)?);
    }
    let p = col.at(&path(3).to_vec(), &mut engine);
    println!(
        "outcome {:?}, misère {:?}",
        engine.outcome(p, Convention::Normal)?,
        engine.outcome(p, Convention::Misere)?
    );
    println!("{} winning moves", engine.winning_moves(p, Convention::Normal, Player::Left)?.len());
    println!("nim-value: {:?}", engine.nim_value(p)?);
    println!("won by search: {}", questions::winner(p, Player::Left, &mut engine)?.answer);
    // One vertex is a star: who moves first paints it.
    let one = col.at(&path(1).to_vec(), &mut engine);
    assert_eq!(engine.outcome(one, Convention::Normal)?, Outcome::N);
    Ok(())
}
