//! Random games of a person's own with ties, from whose positions play can return, beside the same moves solved from the ends back.
//! A tie behind a loop is seen late, and no answer may depend on the order of the options or of the questions.

use std::collections::{BTreeSet, HashMap};

use cg_engine::games::Player;

use crate::language::{run, session};
use crate::random_graph::{Random, rounds};

/// The number of states.
const STATES: usize = 5;

/// A state: a tie, or the moves of Left and of Right.
enum OwnState {
    Tie,
    Moves([Vec<usize>; 2], bool),
}

/// Two heaps and who moves.
type Turn = ([usize; 2], Player);

struct OwnTable(Vec<OwnState>);

impl OwnTable {
    fn random(random: &mut Random) -> OwnTable {
        let state = |_| {
            if random.below(4) == 0 {
                return OwnState::Tie;
            }
            let mut moves = || (0..random.below(4)).map(|_| random.below(STATES as u64) as usize).collect::<Vec<_>>();
            let (left, right) = (moves(), moves());
            match random.below(2) == 0 {
                true => OwnState::Moves([left.clone(), left], true),
                false => OwnState::Moves([left, right], false),
            }
        };
        OwnTable((0..STATES).map(state).collect())
    }

    /// Returns the rule as a person writes it.
    fn rule(&self) -> String {
        let list = |moves: &[usize]| moves.iter().map(|w| format!("t({w})")).collect::<Vec<_>>().join(", ");
        let bodies = self.0.iter().map(|state| match state {
            OwnState::Tie => "tie".to_string(),
            OwnState::Moves([left, _], true) => format!("<{}>", list(left)),
            OwnState::Moves([left, right], false) => format!("<{}|{}>", list(left), list(right)),
        });
        let bodies: Vec<String> = bodies.enumerate().map(|(v, body)| format!("if v == {v} then {body}")).collect();
        format!("game t(v) := {} else <>", bodies.join(" else "))
    }

    fn moves(&self, state: usize, mover: Player) -> &[usize] {
        match &self.0[state] {
            OwnState::Tie => &[],
            OwnState::Moves(moves, _) => &moves[mover as usize],
        }
    }

    /// Returns who wins each turn, `true` for the mover, and the remoteness. The others are drawn.
    fn solve(&self, is_misere: bool) -> HashMap<Turn, (bool, u32)> {
        let heaps = (0..STATES).flat_map(|a| (0..STATES).map(move |b| [a, b]));
        let turns: Vec<Turn> = heaps.flat_map(|heaps| [(heaps, Player::Left), (heaps, Player::Right)]).collect();
        let mut won: HashMap<Turn, (bool, u32)> = HashMap::new();
        // In misère play whoever cannot move has won, as if by one more move.
        for remoteness in u32::from(is_misere).. {
            let mut found = Vec::new();
            for &([a, b], mover) in turns.iter().filter(|turn| !won.contains_key(turn)) {
                let after = self.moves(a, mover).iter().map(|&w| [w, b]);
                let after: Vec<Turn> = after
                    .chain(self.moves(b, mover).iter().map(|&w| [a, w]))
                    .map(|heaps| (heaps, mover.other()))
                    .collect();
                let is_tied = [a, b].iter().any(|&state| matches!(self.0[state], OwnState::Tie));
                let result = match after.is_empty() {
                    true if is_tied => None,
                    true => Some(is_misere),
                    false if after.iter().any(|turn| won.get(turn).is_some_and(|won| !won.0)) => Some(true),
                    false => after.iter().all(|turn| won.get(turn).is_some_and(|won| won.0)).then_some(false),
                };
                found.extend(result.map(|wins| (([a, b], mover), (wins, remoteness))));
            }
            if found.is_empty() {
                break;
            }
            won.extend(found);
        }
        won
    }
}

#[test]
fn random_rules_with_ties_and_loops_have_the_outcomes_of_their_moves() {
    let mut random = Random(44);
    for _ in 0..rounds(4_000) {
        let table = OwnTable::random(&mut random);
        let won = [false, true].map(|is_misere| table.solve(is_misere));
        let mut session = session();
        run(&mut session, &table.rule());
        for _ in 0..12 {
            let heaps = [random.below(STATES as u64) as usize, random.below(STATES as u64) as usize];
            let is_misere = random.below(2) == 0;
            let convention = if is_misere { "misere" } else { "normal" };
            let won = |mover| won[usize::from(is_misere)].get(&(heaps, mover));
            let name = |mover: Player| match (won(mover), mover) {
                (None, _) => "D",
                (Some((true, _)), Player::Left) | (Some((false, _)), Player::Right) => "L",
                _ => "R",
            };
            let [left, right] = [Player::Left, Player::Right].map(name);
            let sum = format!("t({}) + t({})", heaps[0], heaps[1]);
            let length = |mover| won(mover).map_or("inf()".to_string(), |(_, remoteness)| remoteness.to_string());
            let asked = match random.below(3) {
                0 => format!(
                    "[remoteness({sum}, {convention}, L), remoteness({sum}, {convention}, R)] == [{}, {}]",
                    length(Player::Left),
                    length(Player::Right)
                ),
                1 => format!("outcomes({sum}, {convention}) == [{left}, {right}]"),
                _ => {
                    format!("[outcome({sum}, {convention}, R), outcome({sum}, {convention}, L)] == [{right}, {left}]")
                }
            };
            assert_eq!(run(&mut session, &asked), "true", "{}; {asked}", table.rule());
            let class = match (left, right) {
                ("L", "L") | ("R", "R") | ("D", "D") => left,
                ("L", "R") => "N",
                ("R", "L") => "P",
                ("L", _) => "Nhat",
                (_, "L") => "Phat",
                (_, "R") => "Ncheck",
                _ => "Pcheck",
            };
            let asked = format!("outcome({sum}, {convention}) == {class}");
            assert_eq!(run(&mut session, &asked), "true", "{}; {asked}", table.rule());
        }
    }
}

/// The machine that runs rules may find who wins without meeting a circle; which moves finish a win it must not tell by that.
#[test]
fn winning_moves_of_random_rules_are_those_of_the_graph() {
    let mut random = Random(45);
    for _ in 0..rounds(8_000) {
        let states: Vec<Vec<u64>> =
            (0..STATES).map(|_| (0..random.below(4)).map(|_| random.below(STATES as u64)).collect()).collect();
        let arrows = states.iter().enumerate().map(|(v, moves)| match moves.is_empty() {
            true => v.to_string(),
            false => format!("{v} -> {}", moves.iter().map(u64::to_string).collect::<Vec<_>>().join(", ")),
        });
        let arrows = arrows.collect::<Vec<_>>().join("; ");
        let (v, convention) = (random.below(STATES as u64), ["normal", "misere"][random.below(2) as usize]);
        let mut session = session();
        run(&mut session, &format!("game t(v) := <t(q) for q in {states:?}[v]>; g := graph <{arrows}>"));
        let by_rule = run(&mut session, &format!("winning_moves(t({v}), {convention})"));
        let on_graph = run(&mut session, &format!("winning_moves(g[{v}], {convention})"));
        // A graph has its moves in the order of the vertices.
        let numbers = |text: &str| text.chars().filter(char::is_ascii_digit).collect::<BTreeSet<char>>();
        assert_eq!(numbers(&by_rule), numbers(&on_graph), "{arrows}: {v}, {convention}: {by_rule}, {on_graph}");
    }
}

/// A line of play shows how the winner wins: no turn comes in it twice, though play could return, and though options that are
/// listed many times make all play long to look at.
#[test]
fn lines_of_random_rules_never_go_round_in_circles() {
    let mut random = Random(46);
    for _ in 0..rounds(6_000) {
        let mut table = || -> Vec<Vec<u64>> {
            (0..STATES).map(|_| (0..random.below(4)).map(|_| random.below(STATES as u64)).collect()).collect()
        };
        let (left, right) = (table(), table());
        let times = [1, 1, 12, 40][random.below(4) as usize];
        let mut session = session();
        let rule = format!("game t(v) := <t(q) for q in {left:?}[v] for z in 1..{times} | t(q) for q in {right:?}[v]>");
        run(&mut session, &rule);
        let [a, b] = [random.below(STATES as u64), random.below(STATES as u64)];
        let kind = ["disj", "disj_short", "sel", "sel_short", "conj_long"][random.below(5) as usize];
        let (convention, starter) =
            (["normal", "misere"][random.below(2) as usize], ["L", "R"][random.below(2) as usize]);
        let question = format!("solve(sum({kind}, t({a}), t({b})), {convention}, {starter})");
        run(&mut session, &format!("l := {question}.line"));
        let turns = "len(unique([[mod(i, 2), l[i]] for i in 0..len(l)-1])) == len(l)";
        assert_eq!(run(&mut session, turns), "true", "{rule}; {question}");
    }
}
