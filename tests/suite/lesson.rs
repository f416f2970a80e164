//! The course and `cg lesson`: every result in the lessons, a walk through each of them, right and wrong answers.

use std::path::{Path, PathBuf};

use rexpect::session::{Options, PtySession, spawn_with_options};

use cg::eval::Session;
use cg::guide::lessons::{AnswerKey, format};
use cg::value::Value;

use crate::examples::story;
use crate::program::{Folder, Ran, cg, command, fed};
use crate::run::Script;

/// How long anything may take before a test gives up, for machines under load.
const PATIENCE: u64 = 20_000;

fn course() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/course")
}

#[test]
fn every_lesson_is_in_the_program() {
    let files = std::fs::read_dir(course()).expect("there is a course");
    let mut files: Vec<_> = files.map(|f| f.expect("a file").file_name().to_string_lossy().into_owned()).collect();
    files.retain(|name| name.ends_with(".cg"));
    files.sort();
    assert_eq!(files, cg::shell::LESSONS.map(|(name, _)| name));
    for (name, text) in cg::shell::LESSONS {
        assert_eq!(std::fs::read_to_string(course().join(name)).expect("a text"), text, "{name}");
    }
}

#[test]
fn every_result_of_a_lesson_is_true() {
    for (name, text) in cg::shell::LESSONS {
        let (wrong, compared) = story(&mut Script::new(), name, text);
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
        assert!(compared >= 10, "{name} compares only {compared} results");
    }
}

/// What a lesson says to try: the code between backticks in sentences that begin with `Try`.
fn tries(text: &str) -> Vec<String> {
    let joined = text.lines().map(|l| l.strip_prefix('#').map_or("\n", str::trim)).collect::<Vec<_>>().join(" ");
    let mut found = Vec::new();
    for sentence in joined.split("Try ").skip(1) {
        let mut end_seen = false;
        for (i, piece) in sentence.split('`').enumerate() {
            match i % 2 {
                1 if !end_seen => found.push(piece.to_string()),
                _ => end_seen |= i % 2 == 0 && piece.contains(['.', '\n']),
            }
        }
    }
    found
}

#[test]
fn whatever_a_lesson_says_to_try_has_an_answer() {
    let mut all = 0;
    for (name, text) in cg::shell::LESSONS {
        let mut run = Script::new();
        story(&mut run, name, text);
        for code in tries(text) {
            let seen = run.last(&code);
            // A number has no atomic weight, and the answer says so.
            assert!(seen.is_ok() || code == "atomic_weight(1)", "{name}: {code}: {seen:?}");
            all += 1;
        }
    }
    assert!(all >= 40, "there are only {all} things to try");
}

/// What somebody types who goes through a lesson of the course and knows all answers, and how many exercises there are.
/// Steps are parted by empty lines there, and solutions end with `#=>`.
fn perfect(text: &str) -> (String, usize) {
    let (mut typed, mut exercises) = (String::new(), 0);
    let steps = text.split("\n\n").filter(|s| !s.trim().is_empty());
    for step in steps {
        if step.contains("# Exercise") {
            let (_, answer) = step.rsplit_once("#=>").expect("a solution");
            let any_of = step.contains("# Exercise, any of:");
            let answer = answer.trim();
            let first = || answer.trim_matches(['[', ']']).split("), ").next().expect("an answer");
            let closed = |a: &str| if a.ends_with(')') || !a.contains('(') { a.to_string() } else { format!("{a})") };
            typed += &if any_of { closed(first()) } else { answer.to_string() };
            typed.push('\n');
            exercises += 1;
        }
        typed.push('\n');
    }
    (typed, exercises)
}

#[test]
fn whoever_knows_the_answers_gets_through() {
    for (i, (name, text)) in cg::shell::LESSONS.iter().enumerate() {
        let (typed, exercises) = perfect(text);
        assert!(exercises >= 2, "{name} has {exercises} exercises");
        let ran = fed(&["lesson", &(i + 1).to_string()], typed.as_bytes());
        assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{name}");
        assert!(!ran.out.contains("Try again") && !ran.out.contains("Goodbye"), "{name}: {}", ran.out);
        assert_eq!(ran.out.matches("The lesson answers:").count(), exercises, "{name}: {}", ran.out);
        assert!(ran.out.contains("This was the last step."), "{name}: {}", ran.out);
        assert!(ran.out.lines().filter(|l| !l.starts_with("cg>")).all(|l| l.chars().count() <= 120), "{name}");
    }
}

#[test]
fn the_lessons_are_listed() {
    let ran = cg(&["lesson"]);
    assert!(ran.out.contains("\n   1  What is a game?\n") && ran.out.contains("\n  11  "), "{}", ran.out);
    for (arguments, said) in [
        (&["lesson", "15"][..], "there is no lesson 15; the lessons are 1 to 14"),
        (&["lesson", "0"], "there is no lesson 0"),
        (&["lesson", "nowhere.cg"], "there is no lesson and no script `nowhere.cg`"),
        (&["lesson", "2", "40"], "this lesson has"),
        (&["lesson", "2", "two"], "`two` is no step of a lesson"),
    ] {
        let ran = cg(arguments);
        assert_eq!(ran.status, 2, "{arguments:?}");
        assert!(ran.err.contains(said), "{}", ran.err);
    }
}

#[test]
fn the_course_goes_on_where_the_person_was() {
    let folder = Folder::new();
    let state = ("XDG_STATE_HOME", folder.path().to_str().expect("a path"));
    let mut session = terminal(80, "lesson 2", state);
    session.exp_string("2.1> ").expect("the first prompt");
    session.send_line("").expect("it listens");
    session.exp_string("2.2> ").expect("the second step");
    session.send_line("quit").expect("it listens");
    session.exp_eof().expect("it leaves");
    let mut session = terminal(80, "lesson", state);
    let listed = session.exp_string("2.2> ").expect("it goes on");
    assert!(listed.contains("   2  Nim ") && listed.contains("step 2 of 1"), "{listed}");
    session.send_line("quit").expect("it listens");
    session.exp_eof().expect("it leaves");
    let mut piped = command();
    let ran = piped.arg("lesson").env(state.0, state.1).output().expect("it runs");
    assert!(String::from_utf8_lossy(&ran.stdout).contains("`cg lesson 2 2` goes on where you were."));
}

#[test]
fn a_sheet_has_every_exercise_and_its_solution() {
    for (i, (name, text)) in cg::shell::LESSONS.iter().enumerate() {
        let ran = cg(&["lesson", "--sheet", &(i + 1).to_string()]);
        assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{name}");
        let (_, exercises) = perfect(text);
        let (asked, solved) = ran.out.split_once("#pagebreak()").expect("two parts");
        assert_eq!(asked.matches("\n== Exercise ").count(), exercises, "{name}");
        assert_eq!(solved.matches("\n#=> ").count(), exercises, "{name}");
        assert!(!asked.contains("Hint"), "{name}");
        // Results stand before the exercises alone.
        let questions = asked.split("\n== Exercise ").skip(1).map(|rest| rest.split("#v(6em)").next().unwrap_or(""));
        questions.for_each(|question| assert!(!question.contains("#=>"), "{name}: {question}"));
    }
    // The step that leads to an exercise names the game, and has the values that it asks to be read.
    let sheet = cg(&["lesson", "--sheet", "3"]).out;
    assert!(sheet.contains("  value    0  1  0  1  2  3  2  0\n```"), "{sheet}");
    let sheet = cg(&["lesson", "--sheet", "9"]).out;
    assert!(sheet.contains("game S(n) := <S(n-k) for k in {1, 3, 4} if k <= n>"), "{sheet}");
    let ran = cg(&["lesson", "--sheet"]);
    assert!(ran.status == 2 && ran.err.contains("`cg lesson --sheet 3`"), "{}", ran.err);
}

#[test]
fn a_sheet_is_written_into_a_file() {
    let folder = Folder::new();
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let (typst, foreign, pdf) = (path("sheet.typ"), folder.file("mine.typ", "= Mine\n"), path("sheet.pdf"));
    // It is written again, too.
    for _ in 0..2 {
        assert_eq!(cg(&["lesson", "--sheet", "3", "-o", &typst]).status, 0);
    }
    let written = std::fs::read_to_string(&typst).expect("it is written");
    assert_eq!(written.split_once('\n').expect("a remark").1, cg(&["lesson", "--sheet", "3"]).out);
    let ran = cg(&["lesson", "--sheet", "3", "-o", &foreign]);
    assert!(ran.status == 2 && ran.err.contains("is there already"), "{}", ran.err);
    assert_eq!(std::fs::read_to_string(&foreign).expect("it is there"), "= Mine\n");
    let ran = cg(&["lesson", "--sheet", "3", "--output", &pdf]);
    if cfg!(feature = "pdf") {
        let bytes = std::fs::read(&pdf).expect("it is written");
        assert!(bytes.starts_with(b"%PDF") && ran.status == 0);
    } else {
        assert!(ran.status == 2 && ran.err.contains("without the feature `pdf`"), "{}", ran.err);
    }
    assert_eq!(cg(&["lesson", "3", "-o", &pdf]).status, 2);
}

/// Goes through a lesson of its own.
fn own(lesson: &str, typed: &str) -> Ran {
    let folder = Folder::new();
    fed(&["lesson", &folder.file("own.cg", lesson)], typed.as_bytes())
}

#[test]
fn answers_are_compared_by_value() {
    let table = [
        // The solution, an answer, and a part of the verdict, empty if the answer is right.
        ("1/2", "0.25 + 1/4", ""),
        ("1/2", "-.25 + .75", ""),
        ("[1/2, 1]", "[.5,1]", ""),
        ("1/2", "<0|1>", "It is right, but it is written with options. Type it as a number."),
        ("[1, 2]", "[2/2, 1 + 1]", ""),
        ("[1]", "1", ""),
        ("1", "[1]", ""),
        ("P", "outcome(nim(0))", ""),
        ("*6", "nim(3, 5)", "That is a position. The answer is a nimber, written with a star."),
        ("*6", "<0,*,*2,*3,*4,*5>", "It is right, but it is written with options."),
        ("N", "the next player wins", ""),
        ("N", "next", ""),
        ("P", "Previous player.", ""),
        ("L", "left wins", ""),
        ("R", "the right player", ""),
        ("D", "a draw", ""),
        ("[N, P]", "[n, previous]", ""),
        ("[N, P]", "[p, n]", "look at number 1"),
        ("\"||\"", "||", ""),
        ("\"<\"", "<", ""),
        ("\"==\"", "=", ""),
        ("\">\"", "<", "That is not the right answer."),
        ("\"<\"", "* < 1", "That is true or false. The answer is one of `<`, `==`, `>`, `||`."),
        ("{1, 2}", "{2, 1}", ""),
        ("1/2", "1/4", "less than the right answer"),
        ("1/2", "3", "greater than the right answer"),
        ("up", "* + up^2", "neither of them is greater"),
        ("*4", "4", "That is a number. The answer is a nimber, written with a star."),
        ("4", "*4", "That is a nimber, written with a star. The answer is a number."),
        ("N", "P", "That is not the right answer."),
        ("N", "\"N\"", "That is a text in quotes. The answer is an outcome, a letter such as `N`."),
        ("[1, 2]", "[1]", "Your answer has 1 member, the right one has 2."),
        ("[1, 2]", "[1, 3]", "look at number 2"),
        ("[1, 2]", "{1, 2}", "That is a set in braces. The answer is a list in square brackets."),
        ("[nim(1)]", "nim(2)", "That is a position"),
        ("nim(1)", "nim(2)", "That is another position."),
        ("nim(4, 4)", "nim(4, 0, 4)", ""),
        ("nim(1, 2) + kayles(3)", "kayles(3) + nim(2, 1)", ""),
        ("nim(4, 4)", "0", "That is a number. The answer is a position."),
        ("hackenbush(\"BRB\")", "\"BRB\"", ""),
        ("hackenbush(\"BRB\")", "\"BBB\"", "That is another position."),
        ("hackenbush(\"BRB\")", "3/4", "That is a number. The answer is a position."),
    ];
    for (solution, answer, said) in table {
        let lesson = format!("# T\n\n# Exercise: x\n{solution}  #=> {solution}\n");
        let ran = own(&lesson, &format!("{answer}\n\n"));
        let right = ran.out.contains("The lesson answers:") && ran.out.contains("This was the last step.");
        assert_eq!(right, said.is_empty(), "{solution}, {answer}: {}", ran.out);
        let flat = ran.out.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(flat.contains(said), "{solution}, {answer}: {}", ran.out);
        assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{solution}, {answer}");
    }
}

/// The place of each exercise of the course, right answers in several spellings, and wrong ones, worked out by hand from the
/// texts of the lessons. A question to the program is among the right answers if it is one.
const ANSWERS: [(&str, &[&str], &[&str]); 70] = [
    ("1.4", &["12", "3 + 4 + 5", "len(options(nim(3, 4, 5)))"], &["11", "nim(3, 4, 5)"]),
    ("1.8", &["N", "n", "next", "the next player wins", "Next player."], &["P", "p", "previous", "nim(2, 7)", "2"]),
    (
        "1.11",
        &["nim(4, 4)", "nim(4,4,0)", "nim(0, 4, 4)", "[nim(4, 0, 4)]", "nim(4) + nim(4)"],
        &["nim(1, 4, 4)", "0", "P", "nim(4)", "nim(5, 5)", "*4 + *4"],
    ),
    ("1.12", &["P", "p", "the previous player wins"], &["N", "nim(1, 2, 3)", "0"]),
    ("2.3", &["13", "8 + 4 + 1"], &["17", "*13", "nim(7, 10)", "nim_sum( 10, 7 )"]),
    ("2.6", &["nim(1, 6, 7)", "nim(7,6,1)", "nim(2,5,7)", "nim(6,4,2)"], &["nim(2, 6, 7)", "nim(6, 7)", "*3"]),
    ("2.9", &["*12", "*8 + *4"], &["12", "*14", "*5+*9", "(*9 + *5)", "[*9 + *5]", "nim(12)"]),
    ("2.11", &["0", "1 - 1"], &["4", "mex({3, 2, 1})", "nim(0)"]),
    ("3.3", &["1"], &["0", "*", "subtraction({1,3,4}, 8)"]),
    ("3.5", &["1"], &["3", "*", "subtraction({1,3,4}, 703)"]),
    (
        "3.8",
        &["2", "game mine(n) := <mine(n-k) for k in 1..3 if k <= n>; nim_value(mine(30))", "mod(30, 4)"],
        &["3", "three(30)"],
    ),
    ("3.10", &["P", "p", "the previous player"], &["N", "row(2) + row(7)", "0"]),
    ("3.12", &["2", "game g(n) := <g(a) + g(n-a) for a in 1..n-1 if 2*a < n>; nim_value(g(8))"], &["1", "halves(8)"]),
    ("4.4", &["N", "n", "next"], &["L", "left", "domineering(2, 3)"]),
    (
        "4.7",
        &["<1|-1>", "{1|-1}", "+-1", "< 1 | -1 >", "form <1|-1>"],
        &["domineering(2, 2)", "<-1|1>", "form <1|0>", "0", "N"],
    ),
    ("4.11", &["||", "\"||\"", "∥", "confused"], &["<", ">", "==", "=", "\"<\"", "* || 0", "N"]),
    ("4.13", &["L", "l", "Left", "left wins"], &["P", "R", "1", "outcome((1 + nim(1, 2, 3)))"]),
    (
        "5.5",
        &["1/4", "0.25", ".25", "1/8 + 1/8"],
        &["hackenbush(\"BRR\")", "\"BRR\"", "1/2", "<0|1/2>", "value(hackenbush(\"BRR\"))"],
    ),
    ("5.8", &["1/2", ".5", "0.5"], &["<1/4|1>", "{1/4|1}", "(<1/4|1>)", "<1/4|1> + 0", "<0|1>", "5/8"]),
    ("5.9", &["0"], &["<-1|99>", "49", "<|>", "<-1|>"]),
    ("5.10", &["3", "2 + 1"], &["<2|>", "{2|}", "<0,1,2|>", "2", "inf()"]),
    (
        "5.13",
        &[
            "hackenbush(\"BRBR\")",
            "\"BRBR\"",
            "[hackenbush(\"BRBR\")]",
            "hackenbush <0 -B- 1; 1 -R- 2; 2 -B- 3; 3 -R- 4>",
        ],
        &["5/8", "hackenbush(\"BRB\")", "\"BRRB\"", "\"five\"", "\"\"", "0.625"],
    ),
    ("5.15", &["L", "l", "Left wins"], &["P", "1/4", "hackenbush(\"BRB\") + hackenbush(\"RR\") + hackenbush(\"BBR\")"]),
    ("6.4", &["1"], &["1/2", "*", "<1,*,1/2|>", "<0|>"]),
    ("6.9", &["*", "*1"], &["up", "0", "<up|0>", "1"]),
    ("6.11", &["*3", "* + *2"], &["3", "*7", "<0,*,*2,*7>", "{0,*,*2,*7}", "<0,*,*2>"]),
    ("6.16", &["3", "(5 + 1)/2"], &["2", "<5|1>", "3 + +-2", "mean( <5|1> )"]),
    ("6.17", &["2"], &["1", "<1,+-1|>", "<1|>", "+-1"]),
    ("7.5", &["N", "next"], &["L", "P", "up + *"]),
    ("7.6", &["L", "left"], &["N", "2*up + *"]),
    ("7.9", &["5*up + *", "up + 4*up + *", "* + 5*up"], &["<0|4*up>", "{0|4*up}", "5*up", "4*up + *"]),
    ("7.13", &["1"], &["4", "*", "<0|up> + <0|up> - 3*up"]),
    ("7.15", &["[0, up^2, up, 1/8]", "[0, up^2, up, .125]"], &["[0, up, up^2, 1/8]", "[up, 0, up^2, 1/8]", "0"]),
    ("8.3", &["3/2", "1.5", "(4 - 1)/2"], &["3", "5/2", "<4|1>", "temperature(<4|1>)"]),
    ("8.5", &["-3", "-5 + 3 - 1"], &["3", "+-5 + +-3 + +-1"]),
    ("8.8", &["<4|2>", "3 + +-1", "{4|2}"], &["cool(<5|1>, 1)", "<6|0>", "3"]),
    ("8.11", &["1", "2 - 1"], &["2", "3", "<2|-1>"]),
    ("8.14", &["9", "6 + 5/2 + 1/2"], &["8", "17/2", "<7|5> + <4|1> + 1/2"]),
    ("8.17", &["<3|-3>", "+-3"], &["40", "<9|8>", "3", "3/2"]),
    ("9.4", &["5", "4 + 1"], &["7", "S(10)", "4"]),
    ("9.6", &["P", "previous"], &["N", "sum(conj, S(7), S(8), S(9))", "4"]),
    ("9.8", &["3"], &["2", "1", "sum(conj_long, S(4), S(7), S(8))"]),
    ("9.10", &["N", "n", "the next player wins"], &["P", "sum(sel, S(2), S(7), S(8))"]),
    ("9.12", &["[P, N, N]", "[p,n,n]", "[previous, next, next]"], &["[N, N, N]", "[P, N]", "P"]),
    ("10.4", &["P", "p"], &["N", "D", "draw", "k.x"]),
    ("10.10", &["inf(0, 3)", "inf(3,0)"], &["inf(1, 2) + *2", "*2 + inf(1, 2)", "inf(3)", "inf()"]),
    ("10.11", &["N", "next"], &["P", "D", "inf(0, 3)"]),
    ("10.13", &["*", "c := graph <p -> q; q -> r; r -> p, s; s>; gamma(c.p)"], &["0", "inf(0)", "N"]),
    ("11.3", &["off", "-on"], &["on", "{|pass}", "<|pass>", "dud"]),
    ("11.6", &["true", "yes", "Yes."], &["false", "no", "over > up", "up < over and over > up"]),
    ("11.9", &["1 + under", "under + 1"], &["<0,pass|1>", "{0,pass|1}", "1", "over"]),
    ("11.12", &["off"], &["on", "dud", "offside(dud)"]),
    ("11.15", &["L", "l", "left"], &["N", "2 + over"]),
    ("12.2", &["N", "next"], &["P", "nim(1, 1)"]),
    ("12.3", &["P", "the previous player wins"], &["N", "nim(2, 2)"]),
    ("12.6", &["nim(1)", "nim(1, 0)", "nim(0, 1)"], &["nim(1, 1)", "nim(0)", "*", "nim(5)"]),
    ("12.11", &["9"], &["12", "10", "kayles(9)"]),
    ("12.13", &["P", "p"], &["N", "nim(1, 2, 3)"]),
    ("13.3", &["4"], &["7", "-4"]),
    ("13.5", &["2", "4 - 3 + 1"], &["8", "0", "1"]),
    ("13.8", &["2"], &["1", "-2"]),
    ("13.11", &["-4"], &["4", "-8", "0"]),
    ("13.13", &["R"], &["L", "D", "14"]),
    ("14.3", &["omega", "ω"], &["3", "omega + 1", "7"]),
    ("14.5", &["omega^2 + 2*omega + 1", "1 + 2*omega + omega^2"], &["omega^2 + 1", "(omega + 1)*(omega + 1)"]),
    ("14.7", &["omega/100", "1/100*omega"], &["omega^(1/2)", "10^6", "omega"]),
    ("14.9", &["false"], &["true", "1/omega"]),
    ("14.11", &["omega/2", "1/2*omega"], &["omega - omega", "omega", "0"]),
    ("14.13", &["omega + 1", "1 + omega"], &["omega*3/2", "omega"]),
    ("14.15", &["omega - 1", "-1 + omega"], &["omega", "omega + 1"]),
];

/// Judges an answer like the exercise does: returns what is wrong with it, or `None` if it is right.
fn judged(session: &mut Session, key: &AnswerKey<'_>, typed: &str) -> Option<String> {
    let spelled = key.spelled(typed).into_owned();
    let source = session.sources.add("answer", &spelled);
    let prepared = session.prepare(&source);
    if prepared.has_errors() {
        return Some("an error".into());
    }
    let mut value = None;
    for statement in &prepared.statements {
        match session.execute(statement).result {
            Ok(Value::Nothing) => {}
            Ok(result) => value = Some(result),
            Err(_) => return Some("an error".into()),
        }
    }
    let Some(value) = value else { return Some("no value".into()) };
    key.difference(session, &value, &spelled)
}

#[test]
fn every_exercise_takes_right_answers_alone() {
    let mut rows = ANSWERS.iter();
    for (number, (name, text)) in cg::shell::LESSONS.iter().enumerate() {
        let mut session = crate::language::session();
        let source = session.sources.add(name, text);
        let prepared = session.prepare(&source);
        for (step, at) in format::read(&source, &prepared.statements).steps.iter().zip(1..) {
            let statements = &prepared.statements[step.statements.clone()];
            if let Some(exercise) = &step.exercise {
                let &(place, right, wrong) = rows.next().expect("a row for each exercise");
                assert_eq!(place, format!("{}.{at}", number + 1));
                let solution = statements.last().and_then(|s| s.expected.as_ref()).expect("a solution").text.trim();
                let key = AnswerKey::new(&mut session, solution, exercise.any_of, exercise.question.as_deref());
                for answer in right {
                    assert_eq!(judged(&mut session, &key, answer), None, "{place}: {answer}");
                }
                for answer in wrong.iter().copied().chain(exercise.question.as_deref()) {
                    assert!(judged(&mut session, &key, answer).is_some(), "{place}: {answer}");
                }
            }
            for statement in statements {
                assert!(session.execute(statement).result.is_ok(), "{name}");
            }
        }
    }
    assert!(rows.next().is_none(), "a row without an exercise");
}

#[test]
fn any_of_several_answers_is_right() {
    let lesson =
        "# T\n\n# Exercise, any of: x\nwinning_moves(nim(2, 6, 7))  #=> [nim(1, 6, 7), nim(2, 5, 7), nim(2, 6, 4)]\n";
    for answer in ["nim(2, 5, 7)", "[nim(1, 6, 7)]", "winning_moves(nim(2, 6, 7))"] {
        assert!(own(lesson, &format!("{answer}\n")).out.contains("The lesson answers:"), "{answer}");
    }
    for answer in ["nim(2, 6, 5)", "nim(3, 3)", "[]", "[nim(1, 6, 7), nim(2, 6, 5)]"] {
        assert!(own(lesson, &format!("{answer}\n")).out.contains("Try again"), "{answer}");
    }
    assert!(own(lesson, "3\n").out.contains("That is a number. The answer is a position."));
}

#[test]
fn errors_hints_and_words() {
    let lesson = "# Title\n\n# Text.\n1 + 1  #=> 2\n\n# Exercise: x\n# Hint: one.\n# Hint: two.\n3  #=> 3\n\n# End.\n";
    let ran = own(lesson, "x := 5\nb\nx + 2\nhint\n\n\nhint\nhint\nhint\n1/0\nnosuch\nx + 1\nskip\nb\n3\n\nquit\n");
    let expected = [
        "Title",
        "step 1 of 3",
        "cg> 1 + 1\n2\n",
        "step 1 of 3",
        "7\nThere is nothing to guess here.",
        "step 2 of 3",
        "Type an answer, or `hint` or `skip`.",
        "Hint: one.\nHint: two.\nThere are no more hints.",
        "6\nThat is greater than the right answer.",
        "The lesson answers:\n\ncg> 3\n3\n",
        "step 1 of 3",
        "3\n\nstep 2 of 3",
        "\nGoodbye. `cg lesson ",
    ];
    let mut rest = ran.out.as_str();
    for part in expected {
        let at = rest.find(part).unwrap_or_else(|| panic!("{part:?} in {}", ran.out));
        rest = &rest[at + part.len()..];
    }
    assert!(rest.trim_end().ends_with("own.cg 2` goes on from here."), "{rest}");
    assert!(ran.err.contains("number::division-by-zero") && ran.err.contains("name::unknown"), "{}", ran.err);
}

#[test]
fn names_of_the_lesson_cannot_be_lost() {
    let lesson = "# T\n\n# a\nf(n) := n + 1\ny := 5\n\n# b\n[f(1), y]  #=> [2, 5]\n\n# c\n[f(2), y]\n";
    let ran = own(lesson, "f(n) := 7; y := 0\nmine := 4\n\n[f(1), mine]\n:reset\n\n");
    assert!(ran.out.contains("\n[2, 5]\n[2, 4]\n"), "{}", ran.out);
    assert!(ran.out.contains("everything is forgotten\n\nstep 3 of 3\n\nc\n\ncg> [f(2), y]\n[3, 5]\n"), "{}", ran.out);
    let ran = own(lesson, "nim := 3\ngame N(n) := <N(n-1)>\n");
    assert!(ran.out.contains("`nim` is built in") && ran.out.contains("`N` is built in"), "{}", ran.out);
    assert_eq!(ran.err, "");
    // Going on from the middle knows what was defined before.
    let folder = Folder::new();
    let ran = cg(&["lesson", &folder.file("own.cg", lesson), "2"]);
    assert!(ran.out.contains("step 2 of 3") && ran.out.contains("\n[2, 5]\n"), "{}{}", ran.out, ran.err);
}

#[test]
fn no_script_and_no_input_is_too_strange() {
    for lesson in
        ["", "\n\n", "#\n#\n#", "# only a title", "1", "# Exercise: without\n", "# T\n# Exercise: no value\nx := 1\n"]
    {
        for typed in ["", "\n\n\n\n", "1\n2\n", "<0|\n", "\u{0}\u{ff}\n", "b\nb\nb\n"] {
            let ran = own(lesson, typed);
            assert_eq!(ran.status, 0, "{lesson:?} {typed:?}: {}", ran.err);
            assert!(ran.out.contains("Goodbye") || ran.out.contains("last step"), "{lesson:?} {typed:?}: {}", ran.out);
        }
    }
    assert_eq!(own("# T\n<0|\n", "").status, 2);
    let long = format!("{}\n1\n\n", "<".repeat(200_000));
    assert_eq!(own("# T\n\n# a\n1\n", &long).status, 0);
    // A statement over several lines is one answer.
    assert!(own("# T\n\n# Exercise: x\n1/2  #=> 1/2\n", "(1\n/\n2)\n").out.contains("The lesson answers:"));
}

/// The program in a terminal of some columns.
fn terminal(columns: usize, arguments: &str, variable: (&str, &str)) -> PtySession {
    let program = command();
    let mut shell = std::process::Command::new("sh");
    let line = format!("stty cols {columns} && exec {} {arguments}", program.get_program().to_string_lossy());
    shell
        .args(["-c", &line])
        .env("TERM", "xterm")
        .env("LC_ALL", "C")
        .env_remove("NO_COLOR")
        .env(variable.0, variable.1);
    let options = Options::new().timeout_ms(Some(PATIENCE)).strip_ansi_escape_codes(false);
    spawn_with_options(shell, options).expect("a terminal")
}

#[test]
fn a_walk_in_a_terminal() {
    let mut session = terminal(80, "lesson 1", ("NO_COLOR", "1"));
    let before = session.exp_string("1.1> ").expect("the first prompt");
    assert!(before.contains("Lesson 1. What is a game?\r\n") && !before.contains("\x1b[1m"), "{before:?}");
    session.send_line("").expect("it listens");
    session.exp_string("[nim(0), nim(1), nim(2)]\r\n").expect("a live result");
    session.exp_string("1.2> ").expect("the prompt");
    session.send_line("len(options(nim(6)))").expect("it listens");
    session.exp_string("\n6\r\n").expect("an answer");
    // Ctrl-C stops the computation, not the lesson.
    session.send_line("sum_list([mod(i, 7) for i in 1..10^9])").expect("it listens");
    std::thread::sleep(std::time::Duration::from_millis(700));
    session.send_control('c').expect("it listens");
    session.exp_string("limit::interrupted").expect("it stops");
    session.exp_string("1.2> ").expect("the prompt");
    session.send_control('c').expect("it listens");
    session.exp_string("1.2> ").expect("the prompt again");
    session.send_line("").expect("it listens");
    session.exp_string("1.3> ").expect("the next step");
    session.send_line("").expect("it listens");
    session.exp_string("1.4> ").expect("an exercise");
    session.send_line("11").expect("it listens");
    session.exp_string("less than the right answer").expect("a wrong answer");
    session.send_line("3 + 4 + 5").expect("it listens");
    session.exp_string("The lesson answers:").expect("a right answer");
    session.exp_string("1.4> ").expect("the prompt");
    session.send_control('d').expect("it listens");
    session.exp_string("`cg lesson 1 4` goes on from here.").expect("Ctrl-D says how to go on");
    session.exp_eof().expect("it leaves");
}

#[test]
fn text_fits_a_narrow_terminal() {
    let mut session = terminal(20, "lesson 2", ("CLICOLOR", "1"));
    let text = session.exp_string("2.1> ").expect("the first prompt");
    assert!(text.contains("\x1b[1mLesson 2. Nim\x1b[0m"), "{text:?}");
    let prose = text.split("cg> ").next().expect("text");
    let prose = prose.split("step 1 of").nth(1).expect("a step");
    // Kept lines and code are as long as they are; prose fits.
    let long = prose.lines().filter(|l| !l.starts_with("  ") && l.trim_end().chars().count() > 20).count();
    assert_eq!(long, 0, "{prose}");
    session.send_control('d').expect("it listens");
    session.exp_eof().expect("it leaves");
}
