//! What is kept from one question to the next: each kind of question keeps its own beside the others.

use cg_engine::games::Player;
use cg_engine::positions::Context;
use cg_engine::questions::winner;

use crate::language::{run, session};
use crate::winner_twin::position;

/// A search of a sum of any rulesets and the genus of a sum both keep a memory under the ruleset of sums.
#[test]
fn a_search_leaves_what_the_genus_keeps() {
    let mut cx = session();
    let genus = "genus(kayles(9) + kayles(12))";
    let first = run(&mut cx, genus);
    let p = position("form <<2|1>|*> + form <*|<-1|-2>>", &mut cx).unwrap();
    winner(p, Player::Left, &mut cx).unwrap();
    let positions = cx.games().budget.positions();
    assert_eq!(run(&mut cx, genus), first);
    assert_eq!(cx.games().budget.positions(), positions, "positions were met again");
}
