//! The machine's play: whoever has a win brings it home against any defence, and nobody gives a draw away. Who has a win
//! is found by a slow twin that knows nothing but moves.

use std::collections::HashMap;

use cg::eval::{Session, as_position};
use cg::value::Value;
use cg_engine::games::{Outcome, Player};
use cg_engine::graphs::{Convention, Verdict};
use cg_engine::play::{Champion, Contest, Ending, Glance, MoveList, first_slip, look_ahead};
use cg_engine::positions::{self, Options, PositionId};

use crate::language::{run, session};
use crate::random_graph::{Random, is_thorough, rounds};

/// Positions beyond which the twin is too slow.
const MOST: usize = 1_500;

fn position(session: &mut Session, text: &str) -> PositionId {
    let shown = run(session, &format!("p := {text}"));
    assert!(!shown.starts_with("!!"), "{text}: {shown}");
    let value = session.variable("p").cloned().expect("defined");
    as_position(session, &value).expect("a position").unwrap_or_else(|| panic!("{text} is a position"))
}

fn moves_of(p: PositionId, mover: Player, session: &mut Session) -> Vec<PositionId> {
    let mut all = Options::default();
    positions::options(p, session, &mut all).expect("moves");
    if mover == Player::Left { all.left.clone() } else { all.right().to_vec() }
}

/// Who wins from where, by the definition: a player wins who has a move to a loss of the other, or who is stuck in
/// misere play, and so on until nothing changes. What stays open is drawn. Nothing where there are too many positions.
fn twin(
    start: PositionId,
    convention: Convention,
    session: &mut Session,
) -> Option<HashMap<(PositionId, Player), bool>> {
    let mut moves: HashMap<(PositionId, Player), Vec<PositionId>> = HashMap::new();
    let mut open = vec![start];
    while let Some(p) = open.pop() {
        if moves.contains_key(&(p, Player::Left)) {
            continue;
        }
        if moves.len() > 2 * MOST {
            return None;
        }
        for mover in [Player::Left, Player::Right] {
            let list = moves_of(p, mover, session);
            open.extend(&list);
            moves.insert((p, mover), list);
        }
    }
    let mut wins = HashMap::new();
    loop {
        let before = wins.len();
        for (&(p, mover), list) in &moves {
            let replies: Vec<Option<bool>> = list.iter().map(|&q| wins.get(&(q, mover.other())).copied()).collect();
            let found = if list.is_empty() {
                Some(convention == Convention::Misere)
            } else if replies.contains(&Some(false)) {
                Some(true)
            } else if replies.iter().all(|reply| *reply == Some(true)) {
                Some(false)
            } else {
                None
            };
            wins.extend(found.map(|found| ((p, mover), found)));
        }
        if wins.len() == before {
            return Some(wins);
        }
    }
}

/// A play in which the machine has the sides that are told and chance the others; nothing for a play that repeats itself.
fn played(contest: &mut Contest, machine: [bool; 2], random: &mut Random, session: &mut Session) -> Option<Ending> {
    let mut champion = Champion::default();
    for _ in 0..2_000 {
        if let Some(ending) = contest.ending(session).expect("it can be seen") {
            return Some(ending);
        }
        if contest.times(session) >= 3 && machine == [true; 2] {
            return None;
        }
        let to = if machine[contest.mover() as usize] {
            champion.choose(contest, session).expect("small enough").expect("there is a move").to
        } else {
            let MoveList::Listed(list) = contest.moves(session).expect("moves") else { panic!("they can be listed") };
            list[random.below(list.len() as u64) as usize]
        };
        contest.play(to, session);
    }
    None
}

/// A graph of so many vertices with moves for one or both players, as a literal.
fn graph(random: &mut Random, n: u64, arrows: &[&str]) -> String {
    let mut entries = Vec::new();
    for v in 0..n {
        for _ in 0..random.below(3) {
            let arrow = arrows[random.below(arrows.len() as u64) as usize];
            entries.push(format!("{v} {arrow} {}", random.below(n)));
        }
        entries.push(format!("{v}"));
    }
    format!("graph <{}>", entries.join("; "))
}

fn form(random: &mut Random, depth: u64) -> String {
    if depth == 0 || random.below(4) == 0 {
        return ["0", "1", "-1", "*", "up", "1/2", "+-1"][random.below(7) as usize].into();
    }
    let side = |random: &mut Random| {
        let options: Vec<String> = (0..random.below(3)).map(|_| form(random, depth - 1)).collect();
        options.join(", ")
    };
    let (left, right) = (side(random), side(random));
    format!("form <{left}|{right}>")
}

/// Some small position of any kind.
fn any(random: &mut Random, depth: u64) -> String {
    let mut small = |n: u64| random.below(n);
    let (a, b, c) = (small(5), small(4), small(3));
    match small(if depth == 0 { 17 } else { 22 }) {
        0 => format!("nim({a}, {b}, {c})"),
        1 => format!("kayles({})", a + b),
        2 => format!("code(\"0.137\", {})", a + b + c),
        3 => format!("subtraction({{1, 3, 4}}, {})", a + b + c),
        4 => ["clobber(\"xox/oxo\")", "clobber(\"xxo/o.x\")", "clobber(1, 4)"][c as usize].into(),
        5 => format!("domineering({}, {})", 1 + b % 3, 1 + a % 4),
        6 => ["toads_frogs(\"TT_FF\")", "toads_frogs(\"T_TF_F\")", "toads_frogs(\"TT__F\")"][c as usize].into(),
        7 => format!("cutcake({}, {})", 1 + a, 1 + b),
        8 => ["hackenbush(\"BRB\")", "hackenbush(\"RRB\")", "hackenbush <0 -B- 1; 1 -R- 2; 1 -G- 3; 0 -G- 2>"]
            [c as usize]
            .into(),
        9 => format!("col(1, {})", 1 + a),
        10 => ["konane(\"xo.\")", "konane(\".xo.\")", "konane(\"xoxo./.oxox\")"][c as usize].into(),
        11 => format!("dollars({c}, {a}, {})", 2 + b),
        12 => form(random, 3),
        13 => format!("random_game(3, {})", random.below(1000)),
        14 => {
            let n = 2 + random.below(6);
            format!("({})[0]", graph(random, n, &["->"]))
        }
        15 => {
            let n = 2 + random.below(5);
            format!("({})[0]", graph(random, n, &["->", "-L>", "-R>"]))
        }
        16 => {
            let n = 4 + random.below(4);
            let board = graph(random, n, &["->"]);
            format!("sum(annihilation, ({board})[0])")
        }
        17 => format!("{} + {}", any(random, depth - 1), any(random, depth - 1)),
        18 => format!("-({})", any(random, depth - 1)),
        _ => {
            let kinds = ["conj", "conj_long", "sel", "sel_short", "disj_short", "disj"];
            let kind = kinds[random.below(6) as usize];
            format!("sum({kind}, {}, {})", any(random, depth - 1), any(random, depth - 1))
        }
    }
}

#[test]
fn whoever_has_the_win_wins() {
    let mut random = Random(11);
    let (mut checked, mut drawn) = (0, 0);
    for round in 0..rounds(260) {
        let text = any(&mut random, 1);
        let mut session = session();
        let start = position(&mut session, &text);
        for convention in [Convention::Normal, Convention::Misere] {
            let Some(wins) = twin(start, convention, &mut session) else { continue };
            let starter = if random.below(2) == 0 { Player::Left } else { Player::Right };
            let what = format!("{round}: {text} {convention:?} {starter}");
            let winner = wins.get(&(start, starter)).map(|&won| if won { starter } else { starter.other() });
            let fresh = |session: &mut Session| Contest::new(start, convention, starter, session);
            let mut both = fresh(&mut session);
            let ending = played(&mut both, [true; 2], &mut random, &mut session);
            assert_eq!(ending.and_then(|e| e.winner()), winner, "{what}, the machine against itself");
            for side in [Player::Left, Player::Right] {
                if winner == Some(side.other()) {
                    continue;
                }
                let mut machine = [false; 2];
                machine[side as usize] = true;
                for _ in 0..2 {
                    let mut contest = fresh(&mut session);
                    let won = played(&mut contest, machine, &mut random, &mut session).and_then(|e| e.winner());
                    match winner {
                        Some(_) => assert_eq!(won, Some(side), "{what}, the machine is {side}"),
                        None => assert_ne!(won, Some(side.other()), "{what}, the machine is {side}"),
                    }
                    // What the review finds is a move from a better place to a worse one.
                    let loser = side.other();
                    if let Some(slip) = first_slip(&contest, loser, &mut session).expect("small") {
                        let turn = contest.turns()[slip.number - 1];
                        let had = wins.get(&(turn.from, loser)).copied();
                        let left = wins.get(&(turn.to, side)).copied();
                        let keeps = wins.get(&(slip.better, side)).copied();
                        match slip.had {
                            Verdict::Win => assert!(had == Some(true) && left != Some(false) && keeps == Some(false)),
                            _ => assert!(had.is_none() && left == Some(true) && keeps.is_none(), "{what}"),
                        }
                    }
                }
            }
            checked += 1;
            drawn += usize::from(winner.is_none());
        }
    }
    assert!(checked * 260 > 350 * rounds(260) && drawn > 0, "{checked} plays, {drawn} drawn");
}

#[test]
fn what_is_seen_ahead_is_so() {
    let mut random = Random(5);
    let (mut won, mut lost) = (0, 0);
    for _ in 0..150 {
        let text = any(&mut random, 1);
        let mut session = session();
        let start = position(&mut session, &text);
        for convention in [Convention::Normal, Convention::Misere] {
            let Some(wins) = twin(start, convention, &mut session) else { continue };
            let contest = Contest::new(start, convention, Player::Left, &mut session);
            let mut glance = Glance::default();
            look_ahead(&contest, &mut glance, &mut session).expect("no limit");
            let Some(choice) = glance.choice(&contest) else { continue };
            match choice.verdict {
                Some(Verdict::Win) => {
                    won += 1;
                    assert_eq!(wins.get(&(choice.to, Player::Right)), Some(&false), "{text}");
                }
                Some(_) => {
                    lost += 1;
                    assert_eq!(wins.get(&(start, Player::Left)), Some(&false), "{text}");
                }
                None => assert_ne!(wins.get(&(start, Player::Left)), Some(&true), "{text}: the win was not seen"),
            }
        }
    }
    assert!(won > 40 && lost > 20, "{won} {lost}");
}

/// Boards of more vertices than have exact counters: the win needs memory (Fraenkel and Yesha 1982). That it comes shows
/// that it was there.
#[test]
fn annihilation_on_large_boards_is_won_by_memory() {
    let mut random = Random(3);
    let mut session = session();
    // Seven cycles of four. Two tokens on opposite vertices of one have value 0 (Fraenkel, Scenic trails, figure 11),
    // and values add.
    run(&mut session, "g := graph <v -> v - mod(v, 4) + mod(v + 1, 4) for v in 0..27>");
    let tokens: Vec<usize> = (0..7).flat_map(|cycle| [4 * cycle, 4 * cycle + 2]).collect();
    let vertices = tokens.iter().map(|v| format!("g[{v}]")).collect::<Vec<_>>().join(", ");
    let start = position(&mut session, &format!("sum(annihilation, {vertices})"));
    for machine in [Player::Left, Player::Right].into_iter().take(rounds(2)) {
        // Whoever does not begin wins.
        let starter = machine.other();
        let mut contest = Contest::new(start, Convention::Normal, starter, &mut session);
        let sides = [machine == Player::Left, machine == Player::Right];
        let ending = played(&mut contest, sides, &mut random, &mut session);
        assert_eq!(ending, Some(Ending::Won(machine)), "{tokens:?}");
    }
}

#[test]
fn sides_tell_who_wins_where_moves_are_not_known() {
    let (mut random, mut session) = (Random(8), session());
    // 1 & 0 is won by Left if Right moves there and drawn if she does (Winning Ways, ch. 11: tis).
    for (text, starter, winner) in [
        ("form <1 & 0|0>", Player::Left, Some(Player::Left)),
        ("form <0 & -1|1 & 0>", Player::Left, None),
        ("form <0 & -1|1 & 0>", Player::Right, None),
        ("form <0|0 & -1>", Player::Right, Some(Player::Right)),
    ] {
        let start = position(&mut session, text);
        let mut contest = Contest::new(start, Convention::Normal, starter, &mut session);
        let ending = played(&mut contest, [true; 2], &mut random, &mut session);
        assert_eq!(ending, Some(Ending::Told(winner)), "{text}, {starter}");
    }
}

#[test]
fn the_payoff_is_the_greatest_that_can_be_secured() {
    let mut session = session();
    let shown = run(&mut session, "h := graph <a -> s, t; s : 5; t : 7>; play(h.a, \"auto\")");
    assert!(shown.contains("Left receives 7"), "{shown}");
}

#[test]
fn a_play_can_be_taken_back_and_counts_what_came_up() {
    let mut session = session();
    let start = position(&mut session, "(graph <a -> b; b -> a>)[\"a\"]");
    let mut contest = Contest::new(start, Convention::Normal, Player::Left, &mut session);
    for times in 1..4 {
        assert_eq!(contest.times(&mut session), times);
        for _ in 0..2 {
            let MoveList::Listed(list) = contest.moves(&mut session).unwrap() else { panic!("listed") };
            contest.play(list[0], &mut session);
        }
    }
    contest.undo(&mut session);
    contest.undo(&mut session);
    assert_eq!((contest.times(&mut session), contest.turns().len(), contest.mover()), (3, 4, Player::Left));
    assert_eq!(contest.positions().count(), 5);
}

/// The values of plays in full agree with the outcome classes of the literature: Domineering (Winning Ways, ch. 5).
#[test]
fn boards_of_domineering() {
    for (rows, columns, left_starts, right_starts) in
        [(2, 2, "L", "R"), (2, 3, "L", "R"), (3, 3, "L", "R"), (2, 1, "L", "L"), (1, 3, "R", "R"), (4, 1, "L", "L")]
    {
        for (starter, winner) in [("L", left_starts), ("R", right_starts)] {
            let mut session = session();
            let text = format!("play(domineering({rows}, {columns}), {starter}, \"auto\").winner");
            assert_eq!(run(&mut session, &text), winner, "{text}");
        }
    }
    let mut session = session();
    assert!(matches!(session.evaluate("play(domineering(2, 2), \"auto\").winner"), Ok(Value::Outcome(Outcome::L))));
}

/// On boards too large to be looked at whole the machine follows the proof of its win that the search has found, against
/// chance and against itself.
#[test]
fn a_proof_is_followed_to_the_end() {
    let mut random = Random(5);
    for (text, winner) in
        [("domineering(6, 5)", Player::Left), ("domineering(5, 6)", Player::Right)].into_iter().take(rounds(2))
    {
        let plays = [(winner.other(), true), (Player::Left, false), (Player::Right, false)];
        for (starter, against_itself) in plays.into_iter().take(if is_thorough() { 3 } else { 2 }) {
            let mut session = session();
            let p = crate::winner_twin::position(text, &mut session).expect("a board");
            let mut contest = Contest::new(p, Convention::Normal, starter, &mut session);
            let mut champion = Champion::default();
            let ending = loop {
                let MoveList::Listed(list) = contest.moves(&mut session).unwrap() else {
                    panic!("{text} lists its moves")
                };
                if let Some(ending) = contest.ending(&mut session).unwrap() {
                    break ending;
                }
                let to = if contest.mover() == winner || against_itself {
                    champion.choose(&contest, &mut session).unwrap().expect("there are moves").to
                } else {
                    list[random.below(list.len() as u64) as usize]
                };
                contest.play(to, &mut session);
            };
            assert_eq!(ending.winner(), Some(winner), "{text}, {starter} starts");
        }
    }
}
