//! Sessions as a person has them: keys in, the screen out.

use crate::program::{Folder, cg};
use crate::screen::Screen;

const USUAL: (u16, u16) = (40, 80);
const PLAIN: [&str; 2] = ["--color", "never"];

#[test]
fn a_first_session() {
    let folder = Folder::new();
    let mut screen = Screen::open(&folder, USUAL, &PLAIN);
    screen.ends("cg>");
    for (keys, last) in [
        ("<0|1> + *3\r", "cg>"),
        ("2 + \\up\t", "cg> 2 + ↑"),
        ("\r", "cg>"),
        ("\\om\t + 1\r", "cg>"),
        ("\\up  + \\star \r", "cg>"),
        ("<0,\r", "..."),
        ("*|1>\r", "cg>"),
        ("K(n) := <K(a) + K(n-k-a) for k in 1..2 for a in 0..n-k>\r", "cg>"),
        ("K(", "cg> K(   K(‹n›)"),
        ("5)\r", "cg>"),
        ("_ + *4\r", "cg>"),
        ("norton(1/2, ", "cg> norton(1/2,    norton(G, ‹U›)  U: a game"),
        ("up)\r", "cg>"),
        (":explain *2 + *3\r", "cg>"),
    ] {
        screen.press(keys);
        screen.until(&format!("{last:?} after {keys:?}"), |text| {
            text.lines().last() == Some(last) && (last != "cg>" || text.matches("cg>").count() > 1)
        });
        // The next keys come when the line before them has been answered.
        std::thread::sleep(std::time::Duration::from_millis(150));
    }
    let text = screen.ends("cg>");
    let expected = concat!(
        "cg ",
        env!("CARGO_PKG_VERSION"),
        " - :help for help, :quit or Ctrl-D to leave
New here? Try  <0|1> + *3  and  :help  first; `cg lesson` is a course.
cg> <0|1> + *3
1/2 + ∗3
cg> 2 + ↑
2 + ↑
cg> ω + 1
ω + 1
cg> ↑ + ∗
↑ + ∗
cg> <0,
... *|1>
1/2
cg> K(n) := <K(a) + K(n-k-a) for k in 1..2 for a in 0..n-k>
cg> K(5)
∗4
cg> _ + *4
0
cg> norton(1/2, up)
"
    );
    let begin: String = text.lines().take(expected.lines().count()).map(|l| format!("{l}\n")).collect();
    assert_eq!(begin, expected);
    screen.press("quit\r");
    screen.ended();
    // The second run greets in one line.
    let mut screen = Screen::open(&folder, USUAL, &PLAIN);
    let text = screen.ends("cg>");
    assert_eq!(text.lines().count(), 2, "{text}");
    screen.leave();
}

#[test]
fn lines_typed_ahead_and_pasted_lines_are_all_heard() {
    let folder = Folder::new();
    let mut screen = Screen::open(&folder, USUAL, &PLAIN);
    screen.ends("cg>");
    screen.press("x := 3\ry := 4\rx + y\r");
    screen.shows("\n7\n");
    // As terminals send what is pasted.
    screen.press("\x1b[200~u := 10\rv :=\r  20\ru + v\x1b[201~");
    screen.shows("u + v");
    screen.press("\r");
    screen.shows("\n30\n");
    screen.leave();
}

#[test]
fn the_window_may_change_its_size_at_any_time() {
    let folder = Folder::new();
    let mut screen = Screen::open(&folder, USUAL, &PLAIN);
    screen.ends("cg>");
    screen.press("1000 + 234");
    screen.shows("1000 + 234");
    screen.resize((40, 20));
    screen.press(" + 1\r");
    screen.shows("\n1235\n");
    // A computation of half a second or more, with the line of its progress.
    screen.press("sum_list([mod(i, 7) for i in 1..4*10^6]) > 0\r");
    std::thread::sleep(std::time::Duration::from_millis(300));
    screen.resize((10, 100));
    screen.shows("\ntrue\n");
    screen.press("7 * 6\r");
    screen.shows("\n42\n");
    screen.leave();
}

#[test]
fn a_terminal_of_twenty_columns_is_enough() {
    let folder = Folder::new();
    let mut screen = Screen::open(&folder, (40, 20), &PLAIN);
    screen.ends("cg>");
    screen.press("norton(1/2, up) + outc\t");
    screen.shows("ome");
    screen.press("\x03");
    screen.ends("cg>");
    screen.press("1 + 1\r");
    screen.shows("\n2\n");
    screen.press("chec\t\t ki\t\t");
    screen.shows("check ki");
    screen.press("\x03");
    screen.ends("cg>");
    screen.press("[n for n in 1..30]\r");
    screen.shows("30]");
    screen.press(":help mex\r");
    screen.shows("See also");
    let text = screen.ends("cg>");
    assert!(text.contains("mex(S)"), "{text}");
    screen.leave();
}

#[test]
fn a_terminal_that_can_do_nothing_is_enough() {
    let folder = Folder::new();
    let mut screen = Screen::open(&folder, USUAL, &PLAIN);
    screen.ends("cg>");
    screen.leave();
    let path = crate::program::command().get_program().to_string_lossy().into_owned();
    let mut dumb = std::process::Command::new("sh");
    dumb.args(["-c", "stty rows 24 cols 80; exec env -u HOME TERM=dumb \"$0\"", &path]);
    let mut screen = Screen::start(dumb, (24, 80));
    screen.shows("cg>");
    screen.press("<0,\n");
    screen.shows("...");
    screen.press("*|1>\n");
    screen.shows("1/2");
    screen.press("help mex\n");
    screen.shows("Examples");
    screen.press("quit\n");
    screen.ended();
}

#[test]
fn the_start_up_file_is_run_and_its_errors_are_told() {
    let folder = Folder::new();
    folder.file("cg/init.cg", ":set notation ascii\nspecial := ↑ + 2\ntwice(n) := 2*n\n");
    let mut screen = Screen::open(&folder, USUAL, &PLAIN);
    screen.ends("cg>");
    screen.press("twice(special)\r");
    screen.shows("\n4 + 2*up\n");
    screen.leave();
    let mut screen = Screen::open(&folder, USUAL, &["--no-init"]);
    screen.ends("cg>");
    screen.press("special\r");
    screen.shows("name::unknown");
    screen.leave();
    folder.file("cg/init.cg", "ok := 1\n\nbroken := 1/0\n");
    let mut screen = Screen::open(&folder, USUAL, &PLAIN);
    let text = screen.shows("--no-init");
    assert!(text.contains("init.cg:3:"), "{text}");
    screen.press("ok + 1\r");
    screen.shows("\n2\n");
    screen.leave();
    folder.file("cg/init.cg", b"\xff\xfe broken".as_slice());
    folder.file("cg/history", b"#V2\n1 + 1\n\xff\xfe\n".as_slice());
    let mut screen = Screen::open(&folder, USUAL, &PLAIN);
    screen.shows("is not UTF-8");
    screen.ends("cg>");
    screen.press("3 + 4\r");
    screen.shows("\n7\n");
    screen.leave();
    assert!(folder.path().join("cg/history.damaged").is_file());
    let kept = std::fs::read_to_string(folder.path().join("cg/history")).expect("a new history");
    assert!(kept.contains("3 + 4"), "{kept}");
}

#[test]
fn a_home_that_cannot_be_written_is_no_hindrance() {
    let folder = Folder::new();
    let file = folder.file("cg", "a file where a folder should be");
    let mut screen = Screen::open(&folder, USUAL, &PLAIN);
    screen.ends("cg>");
    screen.press("1 + 1\r");
    screen.shows("\n2\n");
    screen.leave();
    assert!(std::path::Path::new(&file).is_file());
}

#[test]
fn a_start_needs_little_time() {
    // The least of several starts, as the machine may be busy; the program itself needs about 2 ms.
    let least = (0..5).map(|_| {
        let start = std::time::Instant::now();
        assert_eq!(cg(&["-e", "1"]).out, "1\n");
        start.elapsed()
    });
    let least = least.min().expect("five starts");
    assert!(least < std::time::Duration::from_millis(200), "{least:?}");
}

#[test]
fn colours_are_where_they_are_wanted() {
    let folder = Folder::new();
    for (variable, arguments, coloured) in [
        ("", "", true),
        ("NO_COLOR=1", "", false),
        ("", "--color never", false),
        ("NO_COLOR=1", "--color always", true),
    ] {
        let path = crate::program::command().get_program().to_string_lossy().into_owned();
        let start =
            format!("stty rows 24 cols 80; exec env {variable} XDG_STATE_HOME=\"$1\" \"$0\" --no-init {arguments}");
        let mut command = std::process::Command::new("sh");
        command.args(["-c", &start, &path]).arg(folder.path());
        command.env_remove("NO_COLOR").env("TERM", "xterm-256color").env("LC_ALL", "C.UTF-8");
        let mut screen = Screen::start(command, (24, 80));
        screen.ends("cg>");
        screen.press("for x in [1] do print(x + 1/0) end\r");
        screen.shows("number::division-by-zero");
        screen.ends("cg>");
        assert_eq!(screen.is_coloured(), coloured, "{variable} {arguments}");
        screen.press("\x04");
        screen.ended();
    }
}

#[test]
fn long_help_comes_a_screenful_at_a_time() {
    let folder = Folder::new();
    let mut screen = Screen::open(&folder, (12, 80), &PLAIN);
    screen.ends("cg>");
    screen.press(":help Boards\r");
    let first = screen.shows("-- more: Enter; all: a; enough: q --");
    assert_eq!(first.lines().count(), 12);
    assert!(first.contains("Boards\n"), "{first}");
    screen.press(" ");
    screen.shows("clobber(");
    screen.shows("-- more");
    screen.press("q");
    let left = screen.ends("cg>");
    assert!(!left.contains("-- more"), "{left}");
    screen.press(":help mex\r");
    screen.shows("-- more");
    screen.press("a");
    let all = screen.ends("cg>");
    assert!(all.contains("See also") && !all.contains("-- more"), "{all}");
    screen.leave();

    // What fits is shown at once.
    let mut screen = Screen::open(&folder, (26, 80), &PLAIN);
    screen.ends("cg>");
    screen.press(":help\r");
    screen.shows("Commands of the prompt");
    let all = screen.ends("cg>");
    assert!(!all.contains("-- more"), "{all}");
    screen.leave();
}
