//! Tables that are kept from one question to the next: each kind of question has its own.

use cg_engine::games::Player;
use cg_engine::positions::Context;
use cg_engine::questions::winner;

use crate::language::{run, session};
use crate::winner_twin::position;

/// Searches and genera both keep a table under the ruleset of sums. A search does not remove that of genera.
#[test]
fn a_search_keeps_the_table_of_genera() {
    let mut cx = session();
    let genus = "genus(kayles(9) + kayles(12))";
    let begun = cx.games().budget.spent();
    let first = run(&mut cx, genus);
    let cost = cx.games().budget.spent() - begun;
    let p = position("form <<2|1>|*> + form <*|<-1|-2>>", &mut cx).unwrap();
    winner(p, Player::Left, &mut cx).unwrap();
    let begun = cx.games().budget.spent();
    assert_eq!(run(&mut cx, genus), first);
    assert!(2 * (cx.games().budget.spent() - begun) < cost, "found again, in {cost} steps the first time");
}
