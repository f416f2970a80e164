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
    type State = Open;

    fn moves(&self, open: &Open, player: Player, out: &mut Moves<Open>) -> Result<(), Fault> {
        let mover = usize::from(player == Player::Right);
        for v in (0..64).filter(|v| open[mover] >> v & 1 == 1) {
            let (vertex, beside) = (1 << v, (1 << v) << 1 | (1 << v) >> 1);
            let mut next = *open;
            next[mover] &= !(vertex | beside);
            next[1 - mover] &= !vertex;
            out.to(next);
        }
        Ok(())
    }

    /// The one optional method: vertices that lie apart are a sum, and each part is solved once.
    fn parts(&self, open: &Open, found: &mut dyn FnMut(Open)) {
        let mut rest = open[0] | open[1];
        while rest != 0 {
            let start = rest.trailing_zeros();
            let run = (rest >> start).trailing_ones();
            let cells = u64::MAX >> (64 - run) << start;
            rest &= !cells;
            // The place on the path does not matter.
            found(open.map(|open| (open & cells) >> start));
        }
    }

    fn term(&self, open: &Open) -> Term {
        Term::call("col_on_path", open.iter().copied())
    }
}

fn main() -> Result<(), Fault> {
    let mut engine = Engine::default();
    let col = engine.add(ColOnPath);
    let path = |n: u32| [(1 << n) - 1; 2];

    for n in 1..=6 {
        let p = col.at(&path(n), &mut engine);
        let value = engine.value(p)?;
        println!("{n} vertices: {}", engine.text(value, Notation::Unicode)?);
    }
    let p = col.at(&path(3), &mut engine);
    println!(
        "outcome {:?}, misère {:?}",
        engine.outcome(p, Convention::Normal)?,
        engine.outcome(p, Convention::Misere)?
    );
    println!("{} winning moves", engine.winning_moves(p, Convention::Normal, Player::Left)?.len());
    println!("nim-value: {:?}", engine.nim_value(p)?);
    println!("won by search: {}", questions::winner(p, Player::Left, &mut engine)?.answer);
    // One vertex is a star: who moves first paints it.
    let one = col.at(&path(1), &mut engine);
    assert_eq!(engine.outcome(one, Convention::Normal)?, Outcome::N);
    Ok(())
}
