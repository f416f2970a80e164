//! The prompt, in a real terminal and through a pipe.

use std::time::{Duration, Instant};

use rexpect::session::{Options, PtySession, spawn_with_options};

use crate::program::{Folder, await_answer, command, fed};

/// How long anything may take before a test gives up, for machines under load.
const PATIENCE: u64 = 20_000;

/// A Ctrl-C is meant to be answered in 0.2 s; a machine under load gets this much more.
const SLACK: Duration = Duration::from_secs(2);

/// The program in a terminal, with its history in a folder.
fn terminal(folder: &Folder) -> PtySession {
    terminal_with(folder, "false")
}

/// The program in a terminal where this is the editor of the person.
fn terminal_with(folder: &Folder, editor: &str) -> PtySession {
    let mut command = command();
    command.env_remove("VISUAL").env("EDITOR", editor);
    command.env("XDG_STATE_HOME", folder.path()).env("TERM", "xterm").args(["--color", "never"]);
    let options = Options::new().timeout_ms(Some(PATIENCE)).strip_ansi_escape_codes(true);
    let mut session = spawn_with_options(command, options).expect("a terminal");
    session.exp_string("cg> ").expect("the prompt");
    session
}

/// Types a line and waits for an answer.
fn say(session: &mut PtySession, line: &str, answer: &str) {
    session.send_line(line).expect("it listens");
    // The line is echoed, with a line end after it, before it is answered.
    session.exp_regex(&format!("\r?\n\\s*{answer}\\s*\r?\n")).unwrap_or_else(|e| panic!("{line}: {e}"));
    session.exp_string("cg> ").expect("the prompt again");
}

/// Types a line that has no answer.
fn tell(session: &mut PtySession, line: &str) {
    session.send_line(line).expect("it listens");
    session.exp_regex("\r\n\\s*cg> ").unwrap_or_else(|e| panic!("{line}: {e}"));
}

/// Presses keys.
fn press(session: &mut PtySession, keys: &str) {
    session.send(keys).and_then(|_| session.flush()).expect("it listens");
}

/// Leaves at the prompt, which must be there: before it, a terminal takes Ctrl-D for itself.
fn leave(mut session: PtySession) {
    session.send_control('d').expect("it listens");
    session.exp_eof().expect("Ctrl-D leaves");
}

#[test]
fn lines_are_answered_and_the_last_result_is_kept() {
    let folder = Folder::new();
    let mut session = terminal(&folder);
    say(&mut session, "1 + 1", "2");
    say(&mut session, "_ + 1", "3");
    tell(&mut session, "x := _ * 2   #=> 7");
    say(&mut session, "x", "6");
    say(&mut session, ":vars", "x := 6");
    leave(session);
}

#[test]
fn tab_completes() {
    let folder = Folder::new();
    let mut session = terminal(&folder);
    tell(&mut session, "kappa_long_name := 41");
    press(&mut session, "kappa_l\t + 1\r");
    await_answer(&mut session, "42");
    press(&mut session, ":va\t\r");
    await_answer(&mut session, "kappa_long_name := 41\r\n");
    leave(session);
}

#[test]
fn help_topics_and_codes_are_completed() {
    let folder = Folder::new();
    let mut session = terminal(&folder);
    press(&mut session, ":explain syntax::uncl\t\r");
    await_answer(&mut session, "A bracket or literal that is not closed");
    press(&mut session, ":set notation la\t\r");
    session.exp_string("cg> ").expect("the prompt");
    say(&mut session, "up", "\\{\\\\uparrow\\}");
    leave(session);
}

#[test]
fn the_last_input_is_edited_and_run() {
    let folder = Folder::new();
    let script = folder.file("edit.sh", "grep -q '1 + 1' \"$1\" && printf '6 *\\n  7\\n' > \"$1\"\n");
    let mut session = terminal_with(&folder, &format!("sh {script}"));
    say(&mut session, "1 + 1", "2");
    session.send_line(":edit").expect("it listens");
    session.exp_regex("6 \\*\r\n\\s*7\r\n\\s*42\r\n").expect("what is run, and its result");
    session.exp_string("cg> ").expect("the prompt");
    session.send_line(":edit").expect("it listens");
    await_answer(&mut session, "has failed");
    let file = folder.file("mine.cg", "# 1 + 1\n");
    session.send_line(&format!(":edit {file}")).expect("it listens");
    session.exp_regex("\r\n\\s*42\r\n").expect("the file is run");
    session.exp_string("cg> ").expect("the prompt");
    leave(session);
    assert!(fed(&[], b":edit\n").err.contains("needs a terminal"));
}

#[test]
fn keys_of_vi() {
    let folder = Folder::new();
    let mut session = terminal(&folder);
    tell(&mut session, ":set keys vi");
    press(&mut session, "1 + 2\u{1b}");
    // An Escape that is followed at once is Alt.
    std::thread::sleep(Duration::from_millis(700));
    press(&mut session, "0i40 + \r");
    await_answer(&mut session, "43");
    say(&mut session, ":set keys", "keys       vi");
    leave(session);
}

#[test]
fn an_open_literal_goes_on_with_the_next_line() {
    let folder = Folder::new();
    let mut session = terminal(&folder);
    press(&mut session, "<0,\r");
    press(&mut session, "*|1>\r");
    await_answer(&mut session, "1/2");
    press(&mut session, "<0|\r\r");
    await_answer(&mut session, "syntax::unclosed");
    leave(session);
}

#[test]
fn names_behind_where_stand_on_a_line_of_their_own() {
    let folder = Folder::new();
    let mut session = terminal(&folder);
    // d(3) = 3, and 3*3 + 1 = 10.
    press(&mut session, "f(n) := d*d + 1 where\r");
    press(&mut session, "d := n\r");
    say(&mut session, "f(3)", "10");
    // Pasted lines arrive together, typed ones do not.
    press(&mut session, "\x1b[200~g(n) := e + 1\n  where e := 2*n\x1b[201~\r");
    session.exp_regex("\r\n\\s*cg> ").expect("the prompt");
    say(&mut session, "g(3)", "7");
    // The definition before is made again with the names that it waits for.
    press(&mut session, "h(n) := d*d + e\r");
    session.exp_string("is not defined yet").expect("a warning");
    press(&mut session, "where d := div(n, 2), e := mod(n, 2)\r");
    session.exp_string("cg> ").expect("the prompt");
    say(&mut session, "h(7)", "10");
    press(&mut session, "where d := n\r");
    session.exp_string("or end that line with `where`").expect("what to do");
    session.exp_string("cg> ").expect("the prompt");
    leave(session);
}

#[test]
fn a_pipe_joins_lines_that_begin_with_where() {
    let rule = "game t(b) := <t(replace_at(b, p, \"x\")) for p in free>\n where free := cells(b, \".\")\n";
    // Three free cells are taken one by one: *.
    for (lines, answers) in [
        ("f(n) := d\n  where d := n\nf(3)\n".to_string(), "3\n"),
        ("f(n) := d + e where d := n,\n  e := 2\nf(3)\nf(4)".into(), "5\n6\n"),
        (format!("{rule}value(t(board(\"...\")))\n"), "*\n"),
        ("f(n) := n\nf(3)\ng(n) := d\n where d := n".into(), "3\n"),
    ] {
        let ran = fed(&[], lines.as_bytes());
        assert_eq!((ran.status, ran.out.as_str(), ran.err.as_str()), (0, answers, ""), "{lines}");
    }
    let ran = fed(&[], b"f(n) := n\n:set timeout\n2\nwhere d := 1\n");
    assert!(ran.status == 2 && ran.out.ends_with("\n2\n") && ran.err.contains("syntax::where"), "{}", ran.err);
}

#[test]
fn history_lasts_from_one_run_to_the_next() {
    let folder = Folder::new();
    let mut session = terminal(&folder);
    say(&mut session, "123456 + 1", "123457");
    leave(session);
    let mut session = terminal(&folder);
    press(&mut session, "\x1b[A\r");
    await_answer(&mut session, "123457");
    leave(session);
    assert!(folder.path().join("cg/history").is_file());
}

#[test]
fn prompts_side_by_side_keep_all_lines() {
    let folder = Folder::new();
    let mut sessions = [terminal(&folder), terminal(&folder), terminal(&folder)];
    for round in 0..5 {
        for (number, session) in sessions.iter_mut().enumerate() {
            tell(session, &format!("x{number}_{round} := {round}"));
        }
    }
    sessions.into_iter().for_each(leave);
    let kept = std::fs::read_to_string(folder.path().join("cg/history")).expect("a history");
    for (number, round) in (0..3).flat_map(|number| (0..5).map(move |round| (number, round))) {
        assert_eq!(kept.matches(&format!("x{number}_{round} :=")).count(), 1, "{kept}");
    }
    assert_eq!(kept.lines().count(), 16, "{kept}");
}

#[cfg(unix)]
#[test]
fn a_signal_leaves_the_terminal_as_it_was() {
    use nix::sys::termios::{LocalFlags, tcgetattr};
    use rexpect::process::{Signal, WaitStatus};

    for (signal, number) in [(Signal::SIGTERM, 15), (Signal::SIGHUP, 1), (Signal::SIGQUIT, 3)] {
        let folder = Folder::new();
        let mut session = terminal(&folder);
        tell(&mut session, "x := 41");
        press(&mut session, "x + 1");
        session.exp_string("x + 1").expect("what is typed is shown");
        let screen = session.process().get_file_handle().expect("the terminal");
        // Lines end with their line end again.
        let is_usual = || tcgetattr(&screen).expect("its state").local_flags.contains(LocalFlags::ICANON);
        assert!(!is_usual());
        let ended = session.process_mut().kill(signal).expect("it ends");
        assert!(matches!(ended, WaitStatus::Exited(_, status) if status == 128 + number), "{ended:?}");
        assert!(is_usual(), "{signal}");
        let kept = std::fs::read_to_string(folder.path().join("cg/history")).expect("a history");
        assert_eq!(kept.lines().last(), Some("x := 41"));
    }
}

#[test]
fn ctrl_c_stops_every_kind_of_work_and_keeps_the_session() {
    let folder = Folder::new();
    let mut session = terminal(&folder);
    tell(&mut session, "kept := 41");
    tell(&mut session, "deep(n) := deep(n + 1) + 1");
    tell(&mut session, "game S(n) := <S(n-k) + S(k-1) for k in 1..n>");
    tell(
        &mut session,
        "game B(a, b, c) := <B(a-k, b, c) for k in 1..a, B(a, b-k, c+1) for k in 1..b | B(a, b+1, c-k) for k in 1..c>",
    );
    let work = [
        "for i in 1..10^12 do check true end",
        "for i in 1..10^12 do kept := nim(i); deep := kayles(7) end",
        "sum_list([mod(i, 7) for i in 1..10^8])",
        "deep(0)",
        "S(10^6)",
        "value(B(60, 60, 60))",
        "sum_list([+-n for n in 1..60])",
        "nim_value(domineering(6, 6))",
    ];
    for line in work {
        session.send_line(line).expect("it listens");
        std::thread::sleep(Duration::from_millis(500));
        let start = Instant::now();
        session.send_control('c').expect("it listens");
        session.exp_string("limit::interrupted").unwrap_or_else(|e| panic!("{line}: {e}"));
        session.exp_string("cg> ").unwrap_or_else(|e| panic!("{line}: {e}"));
        let latency = start.elapsed();
        assert!(latency < Duration::from_millis(200) + SLACK, "{line}: {latency:?}");
        say(&mut session, "kept + 1", "42");
    }
    leave(session);
}

#[test]
fn a_long_computation_shows_how_far_it_is() {
    let folder = Folder::new();
    let mut session = terminal(&folder);
    for (line, shown) in [
        ("value(domineering(6, 6))", "positions [0-9].*, values [0-9].*, [0-9.]+ MiB, [1-9][0-9.]* s; Ctrl-C stops it"),
        ("sum_list([mod(i, 7) for i in 1..10^8])", "steps [0-9].* s; Ctrl-C stops it"),
    ] {
        session.send_line(line).expect("it listens");
        session.exp_regex(shown).unwrap_or_else(|e| panic!("{line}: {e}"));
        session.send_control('c').expect("it listens");
        session.exp_string("limit::interrupted").unwrap_or_else(|e| panic!("{line}: {e}"));
        session.exp_string("cg> ").expect("the prompt");
    }
    // What is printed meanwhile stands on lines of its own, and nothing is left of the line in the end.
    session
        .send_line("for k in 1..4 do print(k, sum_list([mod(i, 7) for i in 1..2*10^6]) > 0) end")
        .expect("it listens");
    let before = session.exp_string("4 true\r\n").expect("the last line");
    assert!(["1 true\r\n", "2 true\r\n", "3 true\r\n"].iter().all(|line| before.contains(line)), "{before:?}");
    // The line may come once more before the end, and is taken away.
    let after = session.exp_string("cg> ").expect("the prompt");
    assert!(after.rsplit('\r').all(|line| line.trim().is_empty() || line.contains("Ctrl-C stops it")), "{after:?}");
    assert!(after.rsplit('\r').next().is_some_and(|line| line.trim().is_empty()), "{after:?}");
    leave(session);
}

#[test]
fn progress_is_for_terminals_only() {
    let long = "sum_list([mod(i, 7) for i in 1..10^8])";
    for arguments in [&["--timeout", "1500ms", "-e", long][..], &["--timeout", "1500ms", "batch"]] {
        let ran = fed(arguments, long.as_bytes());
        assert!(!ran.err.contains("stops it") && !ran.out.contains("stops it"), "{}{}", ran.out, ran.err);
    }
}

#[test]
fn ctrl_c_at_the_prompt_clears_the_line() {
    let folder = Folder::new();
    let mut session = terminal(&folder);
    press(&mut session, "1/0 + unfinished");
    session.send_control('c').expect("it listens");
    // The editor forgets keys that reach it together with Ctrl-C: the next line waits for the new prompt,
    // which stands in a line of its own, not for a prompt that was drawn again while keys were pressed.
    session.exp_regex("unfinished[\r\n]+cg> ").expect("a new prompt");
    say(&mut session, "1 + 1", "2");
    leave(session);
}

#[test]
fn a_pipe_is_answered_without_a_prompt() {
    let ran = fed(&[], b"<0,\n1|2>\n_ + 1\n\nkayles_like := 1\n:lod x\n:set timeout 5s\n:set timeout\n");
    assert_eq!(ran.out, "3/2\n5/2\ntimeout    5s\n");
    assert!(ran.err.contains("did you mean `:load`?"), "{}", ran.err);
    let ran = fed(&[], b"1 + 1\n:quit\n1 + 2\n");
    assert_eq!((ran.out.as_str(), ran.status), ("2\n", 0));
}

#[test]
fn what_is_saved_can_be_loaded() {
    let folder = Folder::new();
    folder.file("lib.cg", "twice(n) := 2 * n\n");
    let script = folder.file("start.cg", "import \"lib.cg\"\nfour := twice(2)\n");
    let saved = folder.path().join("saved.cg");
    let saved = saved.to_string_lossy();
    let lines = format!(
        ":load {script}\n1 + 1\nseven := _ + 5; game S(n) :=\n <S(n-k) for k in 1..n>\n:save {saved}\n:reset\nseven\n:load {saved}\n[twice(four), seven, S(3) == *3]\n"
    );
    let ran = fed(&[], lines.as_bytes());
    assert!(ran.out.ends_with("[8, 7, true]\n"), "{}{}", ran.out, ran.err);
    assert!(ran.err.contains("name::unknown"), "{}", ran.err);
    let ran = fed(&[], format!("x := 1\n:save {script}\n").as_bytes());
    assert!(ran.err.contains("choose another name"), "{}", ran.err);
}

#[test]
fn what_is_loaded_leaves_the_results_of_the_session() {
    let folder = Folder::new();
    let saved = folder.path().join("saved.cg");
    let saved = saved.to_string_lossy();
    let ran = fed(&[], format!("1 + 1\ny := _ + 1\nnim(3)\nz := _1 * y\n:save {saved}\n").as_bytes());
    assert!(ran.out.contains("2 definitions in"), "{}{}", ran.out, ran.err);
    let ran = fed(&[], format!("7\n:load {saved}\n[_, _1, y, z]\n").as_bytes());
    assert!(ran.out.ends_with("[7, 7, 3, 6]\n"), "{}{}", ran.out, ran.err);
    let other = folder.path().join("other.cg");
    let other = other.to_string_lossy();
    let binding = "5\nzeros := [0 for _ in 1..3]\nfirst := (x, _) -> x\nf(_) := 2\n";
    let ran =
        fed(&[], format!("{binding}:save {other}\n:reset\n:load {other}\n[zeros, first(3, 4), f(1)]\n").as_bytes());
    assert!(ran.out.ends_with("[[0, 0, 0], 3, 2]\n"), "{}{}", ran.out, ran.err);
}

#[test]
fn functions_that_call_each_other_are_typed_one_after_the_other() {
    let told =
        "even(n) := if n == 0 then true else odd(n-1)\nodd(n) := if n == 0 then false else even(n-1)\neven(10)\n";
    let ran = fed(&["--errors", "plain"], told.as_bytes());
    assert_eq!((ran.out.as_str(), ran.status), ("true\n", 0), "{}", ran.err);
    assert!(ran.err.contains("`odd` is not defined yet\n    Diagnostic severity: warning"), "{}", ran.err);
    let ran = fed(&["batch"], told.as_bytes());
    assert!(ran.out.contains("\"warnings\":[{\"code\":\"name::unknown\""), "{}", ran.out);
    let answered = ran.out.lines().all(|line| line.starts_with("{\"ok\":true"));
    assert!(answered && ran.out.ends_with("\"data\":true}\n"), "{}", ran.out);
    let folder = Folder::new();
    let script = folder.file("even.cg", told.lines().next().unwrap());
    let ran = fed(&["run", &script], b"");
    assert!(ran.status == 2 && ran.err.contains("`odd` is not defined"), "{}", ran.err);
}

#[test]
fn a_name_whose_definition_failed_is_told_so() {
    let told = "v := foo\nv\nw := 1/0\nw\ngame K(n := <K(n-1)>\nK(3)\nw := 2\nw + 1\n";
    let ran = fed(&["--errors", "json"], told.as_bytes());
    assert_eq!(ran.err.matches("its definition failed, so it has no value").count(), 3, "{}", ran.err);
    assert_eq!(ran.out, "3\n");
}

#[test]
fn results_have_numbers() {
    let told = "1 + 1\nx := 5\n[x]; x + 2\n_1 + _3\n_4 - _\nf(n) := _9 + n\nf(n) := _1 + n\n";
    let ran = fed(&[], format!("{told}f(1)\n{}_1\n_2\n_7\n", "up\n".repeat(94)).as_bytes());
    assert_eq!(ran.out, format!("2\n[5]\n7\n9\n0\n3\n{}2\n[5]\nup\n", "up\n".repeat(94)), "{}", ran.err);
    assert_eq!(ran.err.matches("`_9` is not defined").count(), 1, "{}", ran.err);
    assert!(ran.err.contains(":history"), "{}", ran.err);
    // A hundred are kept, and results are no definitions.
    let ran = fed(&[], format!("{}_1\n_2\n:vars\n", "7\n".repeat(101)).as_bytes());
    assert_eq!(ran.out, format!("{}nothing is defined yet\n", "7\n".repeat(102)), "{}", ran.err);
    assert!(ran.err.contains("`_1` is not defined"), "{}", ran.err);
}

#[test]
fn the_last_definitions_are_taken_back() {
    let folder = Folder::new();
    let script = folder.file("lib.cg", "twice(n) := 2 * n\nfour := 4\n");
    let ran = fed(
        &[],
        format!(
            ":undo\nx := 5\nx := x + 1\n:undo\nx\n:undo\nx\n:undo\n\
            f(n) := n\ng(n) := f(n) + 1\ng(1)\nf(n) := 10 * n\ng(1)\n:undo\ng(1)\n\
            game S(n) := <S(n-k) for k in 1..n>\nS(3)\ngame S(n) := <S(n-1) if n >= 1>\nS(3)\n:undo\nS(3)\n:undo\nS(3)\n\
            import \"{script}\"\n:undo\ntwice(4)\nimport \"{script}\"\ntwice(four)\n:undo\n:vars\n"
        )
        .as_bytes(),
    );
    let answers = [
        "nothing is left to take back",
        "taken back: x := x + 1\nagain x := 5\n5",
        "taken back: x := 5\n`x` is not defined any more",
        "nothing is left to take back",
        "2\n11\ntaken back: f(n) := 10 * n\n`f` means what it meant before\n2",
        "*3\n*\ntaken back: game S(n) := <S(n-1) if n >= 1>\n`S` means what it meant before\n*3",
        "taken back: game S(n) := <S(n-k) for k in 1..n>\n`S` is not defined any more",
        &format!("taken back: import \"{script}\"\n`twice` is not defined any more\n`four` is not defined any more\n8"),
        &format!("taken back: import \"{script}\"\n`twice` is not defined any more\n`four` is not defined any more"),
        "f(n)\ng(n)\n",
    ];
    assert_eq!(ran.out, answers.join("\n"), "{}", ran.err);
    assert_eq!(ran.err.matches("is not defined").count(), 3, "{}", ran.err);
    // What was taken back is not saved; after `:reset` nothing is left.
    let saved = folder.path().join("saved.cg");
    let told = format!("x := 1\ny := 2\n:undo\n:save {}\n:reset\n:undo\n", saved.display());
    let ran = fed(&[], told.as_bytes());
    assert!(ran.out.ends_with("everything is forgotten\nnothing is left to take back\n"), "{}", ran.out);
    let text = std::fs::read_to_string(&saved).expect("the definitions");
    assert!(text.contains("x := 1") && !text.contains("y :="), "{text}");
    // A loop that defines is a definition.
    let file = folder.path().join("written.txt");
    let told = format!(
        "w := write(\"{}\", \"hi\")\nafter := 7\n:save {saved}\n:reset\n:load {saved}\n[w != \"\", after]\n",
        file.display(),
        saved = saved.display()
    );
    let ran = fed(&[], told.as_bytes());
    assert!(ran.out.ends_with("[true, 7]\n"), "{}{}", ran.out, ran.err);
    let told = format!("for i in 1..3 do z := i end\n:save {}\n:undo\nz\n", saved.display());
    let ran = fed(&[], told.as_bytes());
    assert!(ran.out.ends_with("taken back: for i in 1..3 do z := i end\n`z` is not defined any more\n"), "{}", ran.out);
    let text = std::fs::read_to_string(&saved).expect("the definitions");
    assert!(text.contains("for i in 1..3 do z := i end"), "{text}");
}

#[test]
fn inputs_are_listed_with_their_results() {
    let ran = fed(&[], b":history\n1 + 1\nx := 5\n<0,\n*|1>\n1; 2; 3; 4\n:vars\n> 7\n:history\n");
    let listed = "1  :history\n2  1 + 1  # _1\n3  x := 5\n4  <0,\n   *|1>  # _2\n5  1; 2; 3; 4  # _3, .., _6\n6  :vars\n7  7  # _7\n";
    assert!(ran.out.starts_with("nothing was typed before\n2\n") && ran.out.ends_with(listed), "{}", ran.out);
}

#[test]
fn each_input_may_be_timed() {
    let told = b":set timing on\n1 + 1\nx := 5\n1; 2\n:vars\n:set timing off\n3\n:set timing\n";
    let ran = fed(&[], told);
    let is_time = |line: &&str| line.starts_with("# ") && line.ends_with('s');
    let (times, answers): (Vec<&str>, Vec<&str>) = ran.out.lines().partition(is_time);
    assert_eq!((times.len(), answers), (3, vec!["2", "1", "2", "x := 5", "3", "timing     off"]), "{}", ran.err);
    assert_eq!(fed(&["--json"], b":set timing on\n1 + 1\n").out, fed(&["--json"], b"1 + 1\n").out);
}

#[test]
fn the_screen_is_cleared() {
    let folder = Folder::new();
    let mut command = command();
    command.env("XDG_STATE_HOME", folder.path()).env("TERM", "xterm").args(["--color", "never"]);
    let options = Options::new().timeout_ms(Some(PATIENCE)).strip_ansi_escape_codes(false);
    let mut session = spawn_with_options(command, options).expect("a terminal");
    session.exp_string("cg> ").expect("the prompt");
    session.send_line(":clear").expect("it listens");
    await_answer(&mut session, "\u{1b}[H\u{1b}[2J");
    leave(session);
    assert_eq!(fed(&[], b":clear\n").out, "");
}

#[test]
fn help_is_searched_from_the_command_line() {
    let asked = fed(&["help", "--search", "least", "excluded"], b"");
    assert!(asked.out.contains("mex") && asked.status == 0, "{}{}", asked.out, asked.err);
    for told in ["cg help --search least excluded\n", ":search least excluded\n"] {
        assert_eq!(fed(&[], told.as_bytes()).out, asked.out);
    }
    assert_eq!(fed(&["help", "--search"], b"").status, 2);
}
