//! The talk of a game: through pipes, in a terminal, and where there is nobody to talk to.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::io;
use std::rc::Rc;

use rexpect::session::{Options, PtySession, spawn_with_options};

use cg::builtins;
use cg::eval::{Host, Session, Sort};

use crate::language::run;
use crate::program::{Folder, await_answer, cg, command, fed};

/// A world in which lines are waiting and what is shown is kept.
struct Table {
    lines: VecDeque<&'static str>,
    shown: Rc<RefCell<String>>,
}

impl Host for Table {
    fn write(&mut self, text: &str) -> io::Result<()> {
        self.shown.borrow_mut().push_str(text);
        Ok(())
    }

    fn can_ask(&self) -> bool {
        true
    }

    fn ask(&mut self, prompt: &str) -> io::Result<Option<String>> {
        let line = self.lines.pop_front();
        self.shown.borrow_mut().push_str(&format!("{prompt}{}\n", line.unwrap_or("")));
        match line {
            Some("^C") => Err(io::ErrorKind::Interrupted.into()),
            Some("\u{fffd}") => Err(io::Error::new(io::ErrorKind::InvalidData, "this line is not UTF-8 text")),
            line => Ok(line.map(str::to_string)),
        }
    }

    fn read_file(&mut self, _: &str) -> io::Result<String> {
        Err(io::ErrorKind::NotFound.into())
    }
}

/// What is shown of a game, and what it comes to.
fn talk(text: &str, lines: &[&'static str]) -> (String, String) {
    let shown = Rc::new(RefCell::new(String::new()));
    let host = Table { lines: lines.iter().copied().collect(), shown: shown.clone() };
    let mut session = Session::new(builtins::all(), Box::new(host));
    let result = run(&mut session, text);
    // The session goes on.
    assert_eq!(run(&mut session, "1 + 1"), "2");
    let shown = shown.borrow().clone();
    (shown, result)
}

/// Demands that these texts are shown in this order.
fn demand(shown: &str, wanted: &[&str]) {
    let mut rest = shown;
    for text in wanted {
        match rest.find(text) {
            Some(at) => rest = &rest[at + text.len()..],
            None => panic!("`{text}` is not shown, or too early, in\n{shown}"),
        }
    }
}

#[test]
fn a_move_is_a_number_or_a_position() {
    for lines in
        [&["2", "1", "1", "1"][..], &["nim(1, 3)", "nim(0,1)", "1"], &[" nim( 1,3 ) ", "*0 + nim(0, 1)", "2", "1"]]
    {
        let (shown, result) = talk("play(nim(2, 3))", lines);
        demand(&shown, &["I move to nim(1, 1): the nim-sum becomes 0; I win in at most 2 more moves."]);
        assert!(result.contains("You cannot move: I win after 4 moves."), "{result}");
        assert!(result.contains("You could have won at move 1 by moving to nim(2, 2)."), "{result}");
    }
    // The components of a sum, by number and by name, in any order.
    let sums = [&["part 2: nim(1)"][..], &["2: nim(1)"], &["2: nim(3) -> nim(1)"], &["nim(1) + kayles(1)"], &["3"]];
    for lines in sums {
        let (shown, _) = talk("play(kayles(1) + nim(3))", lines);
        demand(&shown, &["part 2: nim(3) -> nim(0)", "I move"]);
    }
    let (shown, _) = talk("g := graph <a -> b, c; b -> a; c -> a>; play(g.a)", &["c"]);
    demand(&shown, &["1  g.b", "2  g.c", "your move> c", "I move to g.a"]);
    // On a board by its squares, in letters and numbers or as row and column.
    for line in ["a1-a2", "A2 a1", "(1,1) (2,1)", "(2, 1)-(1, 1)", "domineering(\"#./#.\")"] {
        let (shown, result) = talk("play(domineering(2, 2))", &[line]);
        demand(&shown, &["  a b\n1 . .\n2 . .\n", "1  a1-a2", "2  b1-b2"]);
        assert_eq!(result, "I cannot move: you win after 1 move.", "{line}");
    }
    let (shown, _) = talk("play(<0, 1|2>)", &["1"]);
    demand(&shown, &["You are Left, I am Right."]);
}

#[test]
fn what_is_no_move_is_told_and_asked_again() {
    let (shown, result) = talk(
        "play(nim(2, 2))",
        &[
            "",
            "9",
            "0",
            "xyz",
            "1/0",
            "nim(1,1)",
            "3: nim(1)",
            "\"text\"",
            "a := 1",
            "<0",
            "\u{fffd}",
            "play(nim(3))",
            "1",
        ],
    );
    demand(
        &shown,
        &[
            "Type a move or its number",
            "There is no move 9: there are 4 moves, 1 to 4.",
            "There is no move 0",
            "`xyz` is not defined",
            "divides by zero",
            "There is no move from nim(2, 2) to nim(1, 1)",
            "There is no part 3 here: 1 part.",
            "That is the text `\"text\"`, not a position",
            "That is not understood",
            "That is not understood",
            "This line is not UTF-8 text.",
            "another game is being played already",
            "I move to",
        ],
    );
    assert!(result.starts_with("You cannot move: I win after 2 moves."), "{result}");
}

#[test]
fn words_in_the_game() {
    let (shown, result) = talk(
        "play(nim(1, 2, 3, 4))",
        &[
            "help",
            "why",
            "undo",
            "moves",
            "hint",
            "1",
            "why",
            "undo",
            "hint",
            "nim(1, 2, 3, 0)",
            "board",
            "draw",
            "resign",
        ],
    );
    demand(
        &shown,
        &[
            "hint",
            "I have not moved yet.",
            "You have not moved yet.",
            "nim(1, 2, 3, 0): the nim-sum becomes 0; you win in at most",
            "I move to",
            "I moved to",
            "nim(1, 2, 3, 4)",
            "nim(1, 2, 3, 0): the nim-sum becomes 0; you win",
            "I move to nim(",
            "every move loses against good play",
        ],
    );
    assert!(result.contains("A draw") || result.contains("The game ends here"), "{result}");
    let (shown, result) = talk("play(nim(2, 2))", &["draw", "quit"]);
    demand(&shown, &["I play on: I can win."]);
    assert_eq!(result, "The game ends here, after 0 moves.");
}

#[test]
fn a_draw_is_offered_and_comes_by_repetition() {
    let triangle = "g := graph <a -> b, c; b -> a, c; c -> a, b>; play(g.a)";
    let (shown, result) = talk(triangle, &["1", "draw"]);
    demand(&shown, &["this keeps the draw"]);
    assert_eq!(result, "A draw after 2 moves.");
    let (shown, result) = talk(triangle, &["1", "1", "1", "1", "1", "1", "1", "1", "1", "1", "1", "1", "1"]);
    demand(&shown, &["This position has come up before."]);
    assert!(result.contains("has come up 3 times: a draw"), "{result}");
}

#[test]
fn the_end_of_input_and_ctrl_c_end_the_game() {
    assert_eq!(talk("play(nim(3, 4))", &[]).1, "The game ends here, after 0 moves.");
    assert_eq!(talk("play(nim(3, 4))", &["^C"]).1, "!!limit::interrupted");
    assert_eq!(talk("play(nim(3, 4)).winner", &[]).1, "nothing");
}

#[test]
fn where_nobody_can_be_asked() {
    let ran = fed(&["batch"], b"play(nim(3))\nplay(nim(3), \"auto\").winner\n");
    assert!(ran.out.contains("\"code\":\"play::here\"") && ran.out.contains("\"text\":\"L\""), "{}", ran.out);
}

#[test]
fn games_through_pipes() {
    let ones = b"1\n".repeat(60);
    // Nim from a position that the mover wins (Bouton 1901).
    let ran = fed(&["play", "nim(3, 4, 5)", "--second"], &ones);
    demand(&ran.out, &["I move first", "I move to nim(1, 4, 5): the nim-sum becomes 0", "You cannot move: I win"]);
    assert_eq!(ran.status, 0);
    // Rows of 1, 4, 9, 12 and 20 pins are lost for the mover (Sibert and Conway 1992).
    for (pins, second) in [(4, false), (9, false), (5, true), (8, true)] {
        let (pins, second) = (format!("kayles({pins})"), if second { "--second" } else { "--misere" });
        let ran = fed(&["play", &pins, "--misere", second], &ones);
        demand(&ran.out, &["I cannot move: I win"]);
    }
    let ran = fed(&["play", "domineering(2, 3)", "--second"], &ones);
    demand(&ran.out, &["You are Right, I am Left. I move first.", "You cannot move: I win"]);
    let ran = fed(&["play", "domineering(2, 3)", "--right", "--second"], &ones);
    demand(&ran.out, &["You are Left, I am Right. I move first.", "You cannot move: I win"]);
    // Tokens on opposite vertices of a cycle of four (Fraenkel, Scenic trails, figure 11).
    let board = "g := graph <1 -> 2; 2 -> 3; 3 -> 4; 4 -> 1>; sum(annihilation, g[1], g[3])";
    let ran = fed(&["play", board], &ones);
    demand(&ran.out, &["I move", "You cannot move: I win"]);
    let ran = cg(&["play", "nim(1, 2)", "--auto"]);
    demand(&ran.out, &["the first player wins after 3 moves."]);
    let ran = cg(&["play", "game s(n) := <s(n-k) for k in {1, 2} if k <= n>; s(3)", "--auto"]);
    demand(&ran.out, &["the second player wins after"]);
    let ran = fed(&["-e", "x := play(nim(1)).winner", "-e", "x"], b"1\n");
    demand(&ran.out, &["your move> 1", "L"]);
    // The prompt's own pipe: lines of the game, then of the prompt.
    let ran = fed(&[], b"play(nim(1))\n1\n2 + 2\n");
    demand(&ran.out, &["your move> 1", "I cannot move: you win after 1 move.", "4\n"]);
    for wrong in [&["play"][..], &["play", "nim("], &["play", "x := 3"], &["play", "nim(3)", "--second", "--auto"]] {
        assert_eq!(cg(wrong).status, 2, "{wrong:?}");
    }
    let ran = cg(&["play", "kayles"]);
    assert!(ran.status == 1 && ran.err.contains("play(kayles)"), "{}", ran.err);
    // A board whose value nobody knows: the first words come at once, the first move within the time to think.
    let ran = fed(&["play", "domineering(8, 8)", "--second"], b"quit\n");
    demand(&ran.out, &["I move first.", "I move b1-b2: ", "your move> quit", "The game ends here, after 1 move."]);
    assert_eq!(cg(&["play", "nim(3)", "--json"]).status, 1);
}

/// The program in a terminal of so many columns.
fn terminal(folder: &Folder, arguments: &[&str], columns: Option<u16>) -> PtySession {
    let mut command = command();
    command.env("XDG_STATE_HOME", folder.path()).env("TERM", "xterm").args(["--color", "never"]).args(arguments);
    if let Some(columns) = columns {
        command.env("COLUMNS", columns.to_string());
    }
    let options = Options::new().timeout_ms(Some(30_000)).strip_ansi_escape_codes(true);
    spawn_with_options(command, options).expect("a terminal")
}

fn answer(session: &mut PtySession, line: &str, shown: &str) {
    session.exp_string("your move> ").unwrap_or_else(|e| panic!("{line}: {e}"));
    session.send_line(line).expect("it listens");
    session.exp_string(shown).unwrap_or_else(|e| panic!("{line}: {e}"));
}

#[test]
fn in_a_terminal() {
    let folder = Folder::new();
    let mut session = terminal(&folder, &["play", "nim(2, 3)"], Some(20));
    answer(&mut session, "hint", "nim(2, 2)");
    answer(&mut session, "nonsense", "not defined");
    answer(&mut session, "5", "I move to");
    answer(&mut session, "undo", "nim(2, 3)");
    answer(&mut session, "2", "nim(1, 1)");
    answer(&mut session, "1", "I win after 4 moves.");
    session.exp_string("You could have won at move 1").expect("the review");
    session.exp_eof().expect("it ends");
}

#[test]
fn at_the_prompt_the_session_is_kept() {
    let folder = Folder::new();
    let mut session = terminal(&folder, &[], None);
    session.exp_string("cg> ").expect("the prompt");
    session.send_line("kept := 41").expect("it listens");
    session.exp_regex("\r\n\\s*cg> ").expect("the prompt");
    session.send_line("play(nim(2, 2))").expect("it listens");
    answer(&mut session, "1", "I move to nim(0, 0)");
    await_answer(&mut session, "I win after 2 moves.");
    session.send_line("play(nim(2, 2))").expect("it listens");
    session.exp_string("your move> ").expect("the game");
    session.send_control('c').expect("it listens");
    await_answer(&mut session, "the game was interrupted");
    // While the machine thinks, that is what ends.
    session.send_line("play(domineering(8, 8), \"second\")").expect("it listens");
    session.exp_string("I move first.").expect("the game");
    std::thread::sleep(std::time::Duration::from_millis(500));
    session.send_control('c').expect("it listens");
    session.exp_string("I move ").expect("it moves");
    session.exp_string("your move> ").expect("the game goes on");
    session.send_control('c').expect("it listens");
    await_answer(&mut session, "the game was interrupted");
    session.send_line("play(nim(1))").expect("it listens");
    session.exp_string("your move> ").expect("the game");
    session.send_control('d').expect("it listens");
    await_answer(&mut session, "The game ends here");
    session.send_line("kept + 1").expect("it listens");
    await_answer(&mut session, "42");
    session.send_control('d').expect("it listens");
    session.exp_eof().expect("it leaves");
}

#[test]
fn moves_on_boards_are_named_by_squares() {
    // From, to, arrow: the second of these is another move than the third, after which the machine burns a1.
    let board = "play(amazons(\"x../.../..o\"))";
    for (line, after) in
        [("a1-c1/b1", ". # x"), ("(1,1) (1,3) (1,2)", ". # x"), ("a1-b1/c1", "# x #"), ("(1,1)(1,2)/(1,3)", "# x #")]
    {
        let (shown, _) = talk(board, &[line, "board", "quit"]);
        demand(&shown, &["1  a1-b1/a1", "8  a1-c1/b1", &format!("1 {after}\n")]);
    }
    // A stone that takes has a direction; the machine's moves, the hint and the look back have the same names.
    let (shown, result) = talk("play(clobber(\"xoxo/oxox\"))", &["hint", "b1-a1", "a1-b1", "why", "1", "1"]);
    demand(&shown, &["There is no move b1-a1 here", "I move d1-c1: ", "I moved d1-c1: "]);
    assert!(result.contains("You could have won at move 3 by b2-a2."), "{result}");
    // Parts of a sum, and which of them is meant where that is not said.
    let (shown, _) = talk("play(domineering(2, 2) + domineering(2, 3))", &["a1-a2", "2: c2-c1", "quit"]);
    demand(&shown, &["4  part 2: b1-b2", "may be any of part 1: a1-a2; part 2: a1-a2.", "I move part "]);
}

#[test]
fn squares_off_the_board_are_told() {
    let lines = ["(9,9) (9,10)", "e1-d1", "a0", "a1-zzzzzzzzzzzzzzzzzzz1", "a1-b3", "a1-a1", "quit"];
    let (shown, _) = talk("play(clobber(\"xoxo/oxox\"))", &lines);
    let size = "is off the board, which has 2 rows and 4 columns: a1 to d2.";
    demand(
        &shown,
        &[
            &format!("(9,9) {size}"),
            &format!("e1 {size}"),
            &format!("a0 {size}"),
            &format!("zzzzzzzzzzzzzzzzzzz1 {size}"),
            &format!("b3 {size}"),
            "There is no move a1-a1 here. From a1 you can move",
        ],
    );
    // Behind z come aa, ab, ac; long names are written downwards.
    let (shown, _) = talk("play(clobber(1, 28))", &["ac1-ab1", "aa1-ab1", "quit"]);
    demand(
        &shown,
        &[" a a\n", "y z a b\n", "ac1 is off the board, which has 1 row and 28 columns: a1 to ab1.", "I move "],
    );
}

#[test]
fn moves_of_ones_own_boards_are_named_too() {
    let game = "game wild(b) := <wild(replace_at(b, p, m)) for p in cells(b, \".\") for m in [\"x\", \"o\"]>; ";
    let (shown, _) = talk(&format!("{game}play(wild(board(\"../..\")))"), &["a1", "a1=o", "quit"]);
    // Where squares are not enough, the name says what stands there afterwards.
    demand(&shown, &["1  a1=x", "2  a1=o", "a1 may be any of a1=x; a1=o.", "I move "]);
    let game = "game slide(b) := <slide(replace_at(b, [[p, \".\"], [q, b[p]]])) for p in cells(b, \"k\") for q in neighbours(b, p)>; ";
    let (shown, _) = talk(&format!("{game}play(slide(board(\"k.\")))"), &["b1-a1", "a1-b1", "quit"]);
    demand(&shown, &["1  a1-b1", "There is no move b1-a1 here", "I move b1-a1"]);
}

#[test]
fn boards_show_who_filled_a_cell_and_what_was_last() {
    let typed = b"6\nquit\n";
    let ran = fed(&["--notation", "unicode", "play", "domineering(3, 4)", "--level", "easy"], typed);
    // Left has taken b2-b3, Right anything across.
    assert!(ran.out.contains("\u{2588}\u{2588}\u{2588}") && ran.out.matches("[\u{2591}]").count() == 2, "{}", ran.out);
    let ran = fed(&["--notation", "unicode", "play", "clobber(\"xo\")", "--watch"], b"");
    assert!(ran.out.contains("1 \u{2502}[ ]\u{2502}[\u{25cf}]\u{2502}"), "{}", ran.out);
}

#[test]
fn every_part_of_a_sum_is_drawn_if_it_can_be() {
    let position = "hackenbush(\"BR\") + nim(2) + domineering(2, 2)";
    let ran = fed(&["--notation", "ascii", "play", position], b"quit\n");
    let parts: Vec<&str> = ran.out.split("\n+\n").collect();
    let [stalk, heap, board] = parts[..] else { panic!("{}", ran.out) };
    assert!(stalk.contains("\n   R\n   |\n   *\n   B\n"), "{stalk}");
    assert_eq!(heap, "nim(2)");
    assert!(board.starts_with("  a b\n1 . .\n2 . .\n"), "{board}");
}

#[test]
fn a_ruleset_alone_asks_for_its_position() {
    for (typed, played) in [("2, 2", "nim(2, 2)"), ("nim(5)", "nim(5)"), ("", "nim(")] {
        let ran = fed(&["play", "nim"], format!("{typed}\nquit\n").as_bytes());
        assert!(ran.status == 0 && ran.out.contains(&format!("\n\n{played}")), "{typed}: {}", ran.out);
    }
    assert!(fed(&["play", "nim"], b"").err.contains("not a ruleset"));
    // A slip of the fingers ends nothing.
    for (slip, reason) in [("2, x", "`x` is not defined"), ("kayles(5)", "not a position")] {
        let ran = fed(&["play", "nim"], format!("{slip}\n2, 2\nquit\n").as_bytes());
        assert!(
            ran.status == 0 && ran.out.contains("\n\nnim(2, 2)") && ran.err.contains(reason),
            "{slip}: {}",
            ran.err
        );
    }
}

#[test]
fn a_careless_machine_loses_won_games() {
    // The first player wins, unless a move is made without thought.
    let winner = |level: &str| fed(&["play", "nim(3, 4, 6)", "--watch", "--level", level], b"").out;
    assert!(winner("best").contains("the first player wins after"), "{}", winner("best"));
    assert!(!winner("best").contains("without much thought"));
    assert!(winner("easy").matches("without much thought").count() >= 3, "{}", winner("easy"));
    let fair = winner("fair");
    assert!(fair.contains("without much thought") && fair.contains("nim-sum becomes 0"), "{fair}");
}

#[test]
fn a_refused_move_is_told_why_in_the_words_of_the_game() {
    let told = |text: &str, lines: &[&'static str], wanted: &[&str]| {
        let (shown, _) = talk(text, &[lines, &["quit"]].concat());
        demand(&shown, wanted);
    };
    told(
        "play(domineering(3, 3))",
        &["a1-b1", "a1-a3", "a1"],
        &[
            "Yours are two squares one above the other, as in a1-a2. Domineering: Left places vertical dominoes, Right \
             horizontal ones.",
            "a1 and a3 are not side by side.",
            "A move names 2 squares here",
        ],
    );
    told(
        "play(clobber(\"xo./.xo\"))",
        &["b1-a1", "a1-c1", "c1-b1"],
        &["The piece on b1 is mine.", "From a1 you can move a1-b1.", "No piece stands on c1."],
    );
    told(
        "play(snort(\"x.o../.....\"))",
        &["b1", "a1", "d1"],
        &["b1 is free, but", "a1 is yours already.", "d1 is free, but c1 beside it is mine."],
    );
    told(
        "play(nim(3, 4, 5))",
        &["nim(3, 4, 6)", "nim(2, 3, 5)", "nim(3, 4, 5)"],
        &["5 can become 0, 1, 2, 3 or 4, not 6.", "That changes 2 numbers; a move changes one.", "the position itself"],
    );
    told("play(subtraction({1, 3, 4}, 9))", &["subtraction({1, 3, 4}, 7)"], &["9 can become", "not 7."]);
    let graph = "g := graph <a -> b; b -> c; c -> a, d; d>; play(g.a)";
    told(graph, &["c"], &["No arrow leads from a to c."]);
    told(
        "play(hackenbush <0 -B- 1; 1 -R- 2>)",
        &["1-2", "2-5"],
        &["The edge 1-2 is red; you cut blue and green ones.", "There is no edge 2-5 here."],
    );
    told(
        "play(snort(graph <a -- b; b -- c; c -- d; d -- e>))",
        &["a", "a", "e"],
        &["1  a\n", "your move> a\nI move ", "a is yours already."],
    );
}

/// The edges of a picture of Hackenbush are called by their ends, the vertices of a graph by their labels.
#[test]
fn moves_on_graphs_are_named_by_what_they_take() {
    let (shown, _) = talk("play(hackenbush <0 -B- 1; 1 -R- 2; 1 -G- 3; 0 -B- 3>)", &["0-1"]);
    demand(&shown, &["1  0-1\n2  1-3\n3  0-3\n", "your move> 0-1\nI move "]);
    // Two edges with the same ends are told apart by their colours.
    let (shown, _) = talk("play(hackenbush <0 -G- 1; 0 -B- 1>)", &["0-B-1"]);
    demand(&shown, &["1  0-G-1\n2  0-B-1\n", "your move> 0-B-1\nI move 0-1: "]);
    let (shown, result) = talk("play(hackenbush(\"BRB\"))", &["2-3", "0-1"]);
    demand(&shown, &["1  0-1\n2  2-3\n", "I move 1-2: "]);
    assert!(result.contains("you win"), "{result}");
    let (shown, _) = talk("play(node_kayles(graph <a -- b; b -- c; c -- d>))", &["b"]);
    demand(&shown, &["1  a\n2  b\n3  c\n4  d\n", "I move d: the only move."]);
    let (shown, _) = talk("play(arc_kayles(graph <a -- b; b -- c; c -- d; d -- e>))", &["quit"]);
    demand(&shown, &["1  a-b\n", "2  b-c\n"]);
    // Of a position that is taken negative the colours are exchanged.
    let (shown, _) = talk("play(-hackenbush(\"BR\") + nim(1))", &["quit"]);
    demand(&shown, &["part 1: 1-2"]);
}

/// Positions of games whose examples speak of heaps and graphs by names.
const NAMED: &[(&str, &str)] = &[
    ("geography", "geography(graph <a -> b, c; b -> c; c -> d; d>)"),
    ("edge_geography", "edge_geography(graph <a -- b; b -- c; c -- a>)"),
    ("node_kayles", "node_kayles(graph <a -- b; b -- c; c -- d>)"),
    ("arc_kayles", "arc_kayles(graph <a -- b; b -- c; c -- d>)"),
    ("partizan_arc_kayles", "partizan_arc_kayles(graph <a -L> b; b -R> c; c -- d>)"),
    ("weighted_arc_kayles", "weighted_arc_kayles(graph <a -- b; b -- c; c -- d>, [1, 2, 1, 3])"),
    ("digraph_placement", "digraph_placement(graph <a -> b; b -> c; c -- d>, \"xox.\")"),
    ("fjords", "fjords(\"x..o/....\")"),
    ("heap_join", "heap_join(kayles, nim, 4)"),
    ("gen_col", "gen_col(\".o\", \".x\", \"x..o/....\")"),
    ("childish_hackenbush", "childish_hackenbush(hackenbush <0 -B- 1; 1 -R- 2; 2 -G- 0>)"),
    ("without_repetition", "without_repetition(nim(2, 1))"),
    ("subtraction", "subtraction({1, 3, 4}, 9)"),
    ("all_but", "all_but({1, 2}, 8)"),
    ("sprague_any", "sprague_any(5)"),
    ("split_or_take", "split_or_take(2, 7)"),
    ("scoring", "scoring(3, 9)"),
    ("partizan_subtraction", "partizan_subtraction({1, 2}, {1, 3}, 8)"),
    ("dawson", "dawson(7)"),
    ("dawson_kayles", "dawson_kayles(7)"),
    ("hackendot", "hackendot(graph <r -> a, b; a -> c, d>)"),
    ("mock_turtles", "mock_turtles(\"HTHT\")"),
    ("twins", "twins(\"HTHT\")"),
    ("triplets", "triplets(\"HTHTH\")"),
    ("moebius", "moebius(\"HTHTH\")"),
    ("mogul", "mogul(\"HTHTH\")"),
    ("moidores", "moidores(\"HTHTH\")"),
    ("motley", "motley(\"HTHTH\")"),
    ("mock_turtle_fives", "mock_turtle_fives(\"HTHTH\")"),
    ("triplet_fives", "triplet_fives(\"HTHTH\")"),
    ("ruler_fives", "ruler_fives(\"HTHTH\")"),
    ("turnips", "turnips(\"HTHTH\")"),
    ("grunt", "grunt(\"HTHTH\")"),
    ("sym", "sym(\"HTHTH\")"),
];

/// Positions that no game of that name makes: pictures, graphs, compounds, what is written, a person's own rules.
const OTHERS: &[&str] = &[
    "hackenbush <0 -B- 1; 1 -R- 2; 1 -G- 3>",
    "snort(graph <a -- b; b -- c; c -- d>)",
    "col(graph <a -- b; b -- c; c -- d>)",
    "(graph <a -> b, c; b -> a, c; c>).a",
    "form <0, +-1|2>",
    "sum(conj, nim(2, 2), nim(5))",
    "domineering(2, 2) - clobber(\"xo\") + nim(2)",
    "own(4)",
    "slide(board(\"k./..\"))",
];

/// The rules behind some of them.
const RULES: &str = "game own(n) := <own(n-k) for k in 1..2 if k <= n>; game slide(b) := \
    <slide(replace_at(b, [[p, \"#\"], [q, \"k\"]])) for p in cells(b, \"k\") for q in neighbours(b, p) if b[q] == \".\">; ";

/// A position of every built-in game: the shortest of which its examples speak and from which there is a move.
fn games() -> Vec<String> {
    let mut session = crate::language::session();
    let (mut games, mut missing) = (Vec::new(), Vec::new());
    for row in builtins::all().filter(|row| row.result.is_any_of(&[Sort::Position])) {
        // Games that points decide have no winner in normal play.
        if ["dots_and_boxes", "strings_and_coins"].contains(&row.name) {
            continue;
        }
        let mut calls: Vec<&str> = Vec::new();
        for (text, _) in row.examples().filter(|(text, _)| !text.contains(';')) {
            for (at, _) in text.match_indices(row.name) {
                let mut depth = 0;
                let end = text[at + row.name.len()..].char_indices().find(|&(_, sign)| {
                    depth += i32::from("([{".contains(sign)) - i32::from(")]}".contains(sign));
                    depth == 0
                });
                if let Some((end, ')')) = end {
                    calls.push(&text[at..at + row.name.len() + end + 1]);
                }
            }
        }
        calls.sort_by_key(|call| call.len());
        calls.extend(NAMED.iter().filter(|(name, _)| *name == row.name).map(|(_, text)| *text));
        let mut has_move = |call: &&&str| run(&mut session, &format!("len(options({call})) > 0")) == "true";
        match calls.iter().find(|call| has_move(call)) {
            Some(call) => games.push(call.to_string()),
            None => missing.push(row.name),
        }
    }
    // An abstract component has no moves that are listed; points and ties are ends, and loony is a value.
    assert_eq!(missing, ["component", "points", "tie", "loony"], "no position is known of these");
    games.extend(OTHERS.iter().map(|text| text.to_string()));
    games
}

/// In every game that has an example play opens, shows the position, lists the moves, takes one, and comes to an end.
#[test]
fn every_game_is_walked() {
    for game in games() {
        let (shown, _) = talk(&format!("{RULES}play({game})"), &["board", "moves", "1", "quit"]);
        demand(
            &shown,
            &["You move first.", "\n\n", "1  ", "your move> board", "your move> moves", "1  ", "your move> 1\n"],
        );
        assert!(!shown.contains("not understood") && !shown.contains("There is no move"), "{game}: {shown}");
        let (shown, result) = talk(&format!("{RULES}play({game}, \"watch\", \"easy\")"), &[]);
        let has_ended = ["after ", "comes up", "broken off"].iter().any(|words| result.contains(words));
        assert!(has_ended && shown.lines().count() > 2, "{game}: {result}\n{shown}");
    }
}

#[test]
fn moves_are_read_as_people_say_them() {
    for (position, typed, after) in [
        ("snort(graph <a -- b; b -- c>)", "vertex b", "\".x.\""),
        ("poset({[1, 2], [1, 3], [2, 4], [5]})", "vertex 1", "{1, 5}"),
        ("poset({[1, 2], [2, 4]})", "vertex 2", "after 2 moves"),
        ("hackenbush <0 -B- 1; 1 -R- 2; 2 -B- 0; 2 -G- 3>", "1-0", "after 2 moves"),
        ("arc_kayles(graph <1 -- 2; 2 -- 3; 3 -- 4; 4 -- 5>)", "2-1", "after 2 moves"),
        ("hackenbush(\"BBG\") + hackenbush(\"BB\")", "1: 0-1", "hackenbush(\"BB\")"),
        ("snort(graph <a -- b; b -- c>) + nim(2)", "1: b", "after 2 moves"),
        // A number is that of a move where there is one, and else the position.
        ("form <2,1|3>", "2", "after 1 move"),
    ] {
        let ran = fed(&["play", position], format!("{typed}\nquit\n").as_bytes());
        let refused = ["not understood", "There is no", "No move", "not a position"];
        assert_eq!(ran.status, 0, "{position}: {}", ran.err);
        assert!(
            ran.out.contains(after) && !refused.iter().any(|words| ran.out.contains(words)),
            "{position}: {typed}: {}",
            ran.out
        );
    }
    let ran = fed(&["play", "arc_kayles(graph <1 -- 2; 2 -- 3; 3 -- 4>)"], b"4-1\nquit\n");
    assert!(ran.out.contains("There is no edge 4-1 here."), "{}", ran.out);
    // A literal is a value, which has a canonical form.
    let ran = fed(&["play", "<1|-1> + <1|-1>"], b"quit\n");
    assert!(ran.out.contains("canonical form") && ran.out.contains("`form`"), "{}", ran.out);
    // Passes that rules force are no moves of a person's.
    let ran = fed(&["play", "nimstring([[0,1],[1,2],[2,0],[1,0]])"], b"hint\nquit\n");
    assert!(ran.out.contains("every move loses against good play.\n"), "{}", ran.out);
}
