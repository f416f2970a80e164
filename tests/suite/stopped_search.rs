//! A search that was stopped goes on in another session: with less to do, and to the same answer.

use cg::eval::Session;
use cg_engine::games::{Fault, Player};
use cg_engine::positions::{Context, Convention, Fact, Question, Searched, Topic, Transposition, Way};
use cg_engine::questions::{self, misere_winner, winner};

use crate::language::session;
use crate::random_graph::is_thorough;
use crate::winner_twin::position;

type Ask = fn(cg_engine::positions::PositionId, Player, &mut dyn Context) -> Result<Searched<bool>, Fault>;

/// Who wins, and in how many positions and steps, in a session that has learnt this.
fn asked(text: &str, ask: Ask, met: &[(String, u128, Fact)]) -> (Searched<bool>, u64) {
    let mut cx = session();
    for (ruleset, key, fact) in met {
        let budget = cx.games().budget.clone();
        cx.positions().learn_transposition(Transposition { ruleset, key: *key, fact: *fact }, &budget).unwrap();
    }
    let p = position(text, &mut cx).unwrap();
    let before = cx.games().budget.spent();
    let found = ask(p, Player::Left, &mut cx).unwrap();
    (found, cx.games().budget.spent() - before)
}

/// What a session has met that stops after so many steps, or has arrived by then.
fn met_within(steps: u64, text: &str, ask: Ask) -> Vec<(String, u128, Fact)> {
    let mut cx: Session = session();
    let p = position(text, &mut cx).unwrap();
    let allowance = cx.games().budget.begin_try(steps);
    let found = ask(p, Player::Left, &mut cx);
    assert!(found.is_ok() || matches!(found, Err(Fault::Spent)), "{text}: {found:?}");
    cx.games().budget.end_try(allowance);
    let mut budget = cx.games().budget.clone();
    let met = cx.positions().transpositions(usize::MAX, &mut budget).unwrap();
    met.into_iter().map(|met| (met.ruleset.to_string(), met.key, met.fact)).collect()
}

/// What one session knows by numbers of its own says nothing to another.
#[test]
fn nothing_is_told_of_positions_of_a_session() {
    for text in
        ["form <1|*> + clobber(\"xoxo/oxox\")", "clobber(\"xoxo/oxox\") + geography((graph <a -> b; b -> c>).a)"]
    {
        let mut cx = session();
        let p = position(text, &mut cx).unwrap();
        winner(p, Player::Left, &mut cx).unwrap();
        let mut budget = cx.games().budget.clone();
        let met = cx.positions().transpositions(usize::MAX, &mut budget).unwrap();
        assert!(met.iter().all(|met| met.ruleset != "sum"), "{text}: {met:?}");
    }
}

/// What a statement that fails had searched serves the next one.
#[test]
fn it_goes_on_in_the_same_session() {
    let mut cx = session();
    let nodes = |cx: &mut Session| {
        let p = position("clobber(\"xoxoxox/oxoxoxo/xoxoxox\")", cx).unwrap();
        winner(p, Player::Left, cx).unwrap().nodes
    };
    let first = nodes(&mut session());
    let failed = cx.sources.add("test", "[solve(clobber(\"xoxoxox/oxoxoxo/xoxoxox\"), L), 1/0]");
    let prepared = cx.prepare(&failed);
    assert!(cx.execute(&prepared.statements[0]).result.is_err());
    assert!(nodes(&mut cx) < first);
}

/// The positions of tries that were too short were searched, too: more than where one try has all the time. What is found of
/// values between the tries may spare as many, but not on all boards.
#[test]
fn all_tries_are_counted() {
    let boards = ["clobber(3, 7)", "clobber(4, 5)", "clobber(2, 10)", "clobber(1, 26)", "nogo(3, 4)", "col(5, 5)"];
    let is_counted = |board| {
        let mut cx = session();
        let p = position(board, &mut cx).unwrap();
        let once = winner(p, Player::Left, &mut cx).unwrap().nodes;
        let mut cx = session();
        let p = position(board, &mut cx).unwrap();
        let question = Question::new(Topic::OUTCOME, Convention::Normal, Player::Left);
        let Way::Winner(all) = questions::ask(p, question, &mut cx).unwrap().way else { return false };
        all > once
    };
    assert!(boards.into_iter().any(is_counted));
}

/// Sums of unlike rulesets too.
#[test]
fn what_was_found_is_found_at_once() {
    for (text, ask) in [
        ("clobber(3, 5) + snort(4, 4)", winner as Ask),
        ("clobber(3, 4) - snort(3, 3)", misere_winner as Ask),
        ("domineering(5, 5)", misere_winner as Ask),
    ] {
        let (first, steps) = asked(text, ask, &[]);
        let (again, fewer) = asked(text, ask, &met_within(u64::MAX, text, ask));
        assert_eq!(again, first, "{text}");
        assert!(fewer < steps / 2, "{text}: {steps} and {fewer} steps");
    }
}

#[test]
fn it_goes_on_where_it_was() {
    let searches = [
        ("clobber(\"xoxoxo/oxoxox/xoxoxo\")", winner as Ask),
        ("cram(5, 5)", winner as Ask),
        ("clobber(4, 4)", misere_winner as Ask),
        ("amazons(\"x..o/..../o..x\") + amazons(\"x.../...o\")", winner as Ask),
        ("clobber(\"xoxoxox/oxoxoxo/xoxoxox\")", winner as Ask),
        ("domineering(5, 5)", misere_winner as Ask),
    ];
    for (text, ask) in searches.into_iter().take(if is_thorough() { 6 } else { 4 }) {
        let (first, steps) = asked(text, ask, &[]);
        let met = met_within(steps / 2, text, ask);
        assert!(!met.is_empty(), "{text}");
        let (again, fewer) = asked(text, ask, &met);
        assert_eq!(again.answer, first.answer, "{text}");
        assert!(again.nodes < first.nodes && fewer < steps, "{text}: {first:?}, {steps} and {again:?}, {fewer}");
    }
}
