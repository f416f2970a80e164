//! `cg fmt`: the same program in one layout.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use bnf::rand::rngs::StdRng;
use bnf::rand::{Rng, SeedableRng};
use cg::diagnostic::ErrorCode;
use cg::source::Sources;
use cg::syntax::{Unformatted, WIDTH, format};

use crate::grammar::sentences;
use crate::program::{Folder, cg};
use crate::random_graph::rounds;
use crate::syntax_cases::CASES;
use crate::tree::{read, show_program};

fn formatted(text: &str) -> String {
    let source = Sources::default().add("<test>", text);
    format(&source).unwrap_or_else(|wrong| panic!("{text:?}: {wrong:?}"))
}

/// Formats a text that blanks at its end put out of layout, so that giving it back unchanged is noticed; demands
/// the same tree and the same text when formatted again.
fn sound(text: &str) -> Result<(), String> {
    let first = read(text);
    if first.has_errors() {
        return Ok(());
    }
    let spoilt = format!("{text}   \n\n\n\n");
    if read(&spoilt).has_errors() || show_program(&read(&spoilt).program) != show_program(&first.program) {
        return Ok(());
    }
    let once = formatted(&spoilt);
    if once == spoilt {
        return Err(format!("{text:?} is given up"));
    }
    let second = read(&once);
    let (one, two) = (show_program(&first.program), show_program(&second.program));
    if second.has_errors() || one != two {
        return Err(format!("{text:?} becomes {once:?}\n  {one}\n  {two}"));
    }
    let twice = formatted(&once);
    if once == twice { Ok(()) } else { Err(format!("{text:?} is not settled\n{once}\n--- then\n{twice}")) }
}

fn demand(texts: impl IntoIterator<Item = String>) {
    let wrong: Vec<_> = texts.into_iter().filter_map(|text| sound(&text).err()).collect();
    let shown: Vec<_> = wrong.iter().take(12).map(String::as_str).collect();
    assert!(wrong.is_empty(), "{} wrong\n{}", wrong.len(), shown.join("\n"));
}

fn check(cases: &[(&str, &str)]) {
    for (text, wanted) in cases {
        assert_eq!(formatted(text), *wanted, "{text:?}");
    }
}

#[test]
fn blanks() {
    check(&[
        ("x:=1", "x := 1\n"),
        ("  x  :=  <0 , 1| 2 >", "x := <0, 1 | 2>\n"),
        ("a+ b", "a + b\n"),
        ("n-k+ 1", "n-k + 1\n"),
        ("f ( a,b , c )", "f(a, b, c)\n"),
        ("[0,*]", "[0, *]\n"),
        ("<K(a)+K(n-k-a) for a in s>", "<K(a) + K(n-k-a) for a in s>\n"),
        ("x-(a+b)", "x - (a+b)\n"),
        ("xs[1]-1", "xs[1] - 1\n"),
        ("2-xs[1]", "2 - xs[1]\n"),
        ("n-1", "n-1\n"),
        ("[x for i in 0..len(xs)-1]", "[x for i in 0..len(xs)-1]\n"),
        ("<0,*|f(a,b)>", "<0,*|f(a, b)>\n"),
        ("f(<0,*|1>,{1,2})", "f(<0,*|1>, {1, 2})\n"),
        ("2*up + 3 *5", "2*up + 3 * 5\n"),
        ("2* + *3", "2* + *3\n"),
        ("<2*|1>", "<2*|1>\n"),
        ("a==b", "a == b\n"),
        ("- 3", "-3\n"),
        ("g := graph  <a->b,c;b -L> c ; c : N>", "g := graph <a -> b, c; b -L> c; c : N>\n"),
        ("hackenbush<0 -B- 1;1-R-2>", "hackenbush <0 -B- 1; 1 -R- 2>\n"),
        ("for(a,b)in xs do print(a);print(b)end", "for (a, b) in xs do print(a); print(b) end\n"),
        ("if a then b  else(c)", "if a then b else (c)\n"),
        ("<|a if(b)>", "<|a if (b)>\n"),
        ("<a|if b then c else d>", "<a | if b then c else d>\n"),
        ("↑ + ½", "↑ + ½\n"),
        ("", ""),
        ("\n\n# only a comment  \n\n", "# only a comment\n"),
    ]);
}

#[test]
fn comments_and_results_keep_their_column() {
    check(&[
        ("x := 1 # one\nlong := 2 # two", "x := 1     # one\nlong := 2  # two\n"),
        (
            "x := 1      # one\ny := 2      # two\nz   := 3    # three",
            "x := 1      # one\ny := 2      # two\nz := 3      # three\n",
        ),
        ("1+1#=>2", "1+1  #=> 2\n"),
        ("1   #=> 1\n    #=> 2", "1   #=> 1\n    #=> 2\n"),
        ("f(1)\n#=> 2\n#=> 3", "f(1)\n#=> 2\n#=> 3\n"),
        ("x := 1   # one\n         # and more", "x := 1   # one\n         # and more\n"),
        ("a\n\n\n\nb", "a\n\nb\n"),
    ]);
}

#[test]
fn lines_and_blocks() {
    check(&[
        ("for x in xs do\nprint(x)\n  # done\nend", "for x in xs do\n  print(x)\n  # done\nend\n"),
        ("for x in xs do\nfor y in x do\ny\nend end", "for x in xs do\n  for y in x do\n    y\n  end end\n"),
        ("f(n) := <f(n-1)\n|\n0>", "f(n) := <f(n-1)\n  |\n  0>\n"),
        ("  xs := [\n      1\n  ]", "xs := [\n    1\n]\n"),
        ("x := 1;y := 2", "x := 1; y := 2\n"),
        ("x := 1\r\ny :=  2\r\n", "x := 1\r\ny := 2\r\n"),
    ]);
}

#[test]
fn long_lines_are_broken_at_outer_places_first() {
    let long = "C(m,n) := <C(m,a) + C(m,n-a) + something(m, n) for a in 1..n-1 | C(a,n) + C(m-a,n) + something(n, m) for a in 1..m-1>";
    let broken = "C(m, n) := <C(m, a) + C(m, n-a) + something(m, n) for a in 1..n-1\n            | C(a, n) + C(m-a, n) + something(n, m) for a in 1..m-1>\n";
    check(&[(long, broken)]);
    let list = format!("xs := [{}]", (100..160).map(|n| n.to_string()).collect::<Vec<_>>().join(", "));
    let lines = formatted(&list);
    assert!(lines.lines().count() == 4 && lines.lines().all(|l| l.len() <= WIDTH), "{lines}");
    assert!(lines.lines().skip(1).all(|l| l.starts_with("       1")), "{lines}");
    let block = format!("for n in 1..9 do check {} == n end", vec!["n"; 30].join(" + "));
    assert_eq!(formatted(&block).lines().next(), Some("for n in 1..9 do"));
    assert_eq!(formatted(&block).lines().last(), Some("end"));
}

#[test]
fn what_cannot_be_read_is_left_alone() {
    let source = Sources::default().add("<test>", "x := <1|\ny := 2");
    assert!(
        format(&source).is_err_and(
            |why| matches!(why, Unformatted::Unreadable(wrong) if wrong[0].code == ErrorCode::SyntaxUnclosed)
        )
    );
}

#[test]
fn every_notation_survives() {
    demand(CASES.iter().map(|c| c.0.to_string()));
}

#[test]
fn random_programs_survive() {
    for (depth, count) in [(18, 1200), (32, 800), (48, 500)] {
        demand(sentences(rounds(count), depth));
    }
}

#[test]
fn random_programs_with_other_blanks_survive() {
    let mut random = StdRng::seed_from_u64(5);
    let mut spoilt = Vec::new();
    for sentence in sentences(800, 34) {
        let lexemes = cg::syntax::lexer::lex(&sentence);
        let mut text = String::new();
        let mut at = 0;
        for lexeme in lexemes {
            // Blanks where there were some, and at times elsewhere; line breaks where blanks were.
            let gap = at < lexeme.start;
            match random.random_range(0..12) {
                0 if gap => text.push('\n'),
                1 if gap => text.push_str("  # note\n    "),
                2 => text.push_str("   "),
                _ if gap => text.push(' '),
                _ => {}
            }
            text.push_str(&sentence[lexeme.range()]);
            at = lexeme.end;
        }
        spoilt.push(text);
    }
    demand(spoilt);
}

fn scripts(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        if path.is_dir() {
            found.extend(scripts(&path));
        } else if path.extension().is_some_and(|e| e == "cg") {
            found.push(path);
        }
    }
    found
}

#[test]
fn the_scripts_of_the_project_are_in_their_layout() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut wrong = Vec::new();
    for folder in ["examples", "tests/errors"] {
        for path in scripts(&root.join(folder)) {
            let Ok(text) = std::fs::read_to_string(&path) else { continue };
            if let Err(why) = sound(&text) {
                wrong.push(why);
            }
            let source = Sources::default().add("<test>", &text);
            if folder == "examples" && format(&source).is_ok_and(|new| new != text) {
                wrong.push(format!("`cg fmt {}` changes it", path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_tab_in_a_text_is_one_column() {
    demand(
        [
            "[value(col(b)) for b in [\".\t\",\"x.\"]]  #=> [1, 2]\nx := 1                                     # one",
            "x := \"a\tb\"  # one\ny := \"ab\"   # two",
            "x := 1\t# one\nlonger := 2\t# two",
        ]
        .map(String::from),
    );
    check(&[("x := \"\t\"   # one\ny := 3     # two", "x := \"\t\"   # one\ny := 3     # two\n")]);
}

#[test]
fn a_comment_far_away_draws_no_others() {
    let text = format!("1{}# far\n{}", " ".repeat(20_000), "2 # x\n".repeat(2000));
    let out = formatted(&text);
    assert!(out.len() < 2 * text.len(), "{} bytes become {}", text.len(), out.len());
    demand([text]);
}

#[test]
fn many_blocks_on_a_line() {
    let text = format!("{}1{}", "for a in [1] do ".repeat(10_000), " end".repeat(10_000));
    let start = Instant::now();
    let out = formatted(&text);
    assert!(start.elapsed() < Duration::from_secs(30), "{:?}", start.elapsed());
    assert!(out.starts_with("for a in [1] do\n  for a in [1] do\n    for a"), "{}", &out[..100]);
    assert!(out.ends_with("    end\n  end\nend\n"), "{}", &out[out.len() - 100..]);
    let calls = "g(a); ".repeat(20);
    let out = formatted(&format!("for a in xs do for b in a do f(b) end; {calls}end; y := 1"));
    assert!(out.starts_with("for a in xs do\n  for b in a do\n"), "{out}");
}

#[test]
fn a_script_is_replaced_as_a_whole() {
    let folder = Folder::new();
    let script = folder.file("a.cg", "x:=1\n");
    let inside = |name: &str| folder.path().join(name);
    // Another name of the file as it was: nothing is written into it.
    std::fs::hard_link(&script, inside("old")).expect("a link");
    assert_eq!(cg(&["fmt", &script]).status, 0);
    let text = |path: &Path| std::fs::read_to_string(path).expect("a text");
    assert_eq!((text(Path::new(&script)), text(&inside("old"))), ("x := 1\n".into(), "x:=1\n".into()));
    let names = std::fs::read_dir(folder.path()).expect("a folder").count();
    assert_eq!(names, 2, "nothing else is left");
}

#[cfg(unix)]
#[test]
fn links_and_permissions_stay() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = Folder::new();
    let script = folder.file("deep/a.cg", "x:=1\n");
    let link = folder.path().join("link.cg");
    symlink("deep/a.cg", &link).expect("a link");
    std::fs::set_permissions(&script, PermissionsExt::from_mode(0o750)).expect("its own file");
    assert_eq!(cg(&["fmt", &link.to_string_lossy()]).status, 0);
    assert!(std::fs::symlink_metadata(&link).expect("it is there").is_symlink());
    assert_eq!(std::fs::read_to_string(&script).expect("a text"), "x := 1\n");
    assert_eq!(std::fs::metadata(&script).expect("it is there").permissions().mode() & 0o777, 0o750);
}
