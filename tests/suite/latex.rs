//! LaTeX: what a paper would print, what is read back, and whether a LaTeX engine takes it.

use std::path::Path;
use std::process::Command;

use cg::eval::{Session, game_value};
use cg::value::Value;
use cg_engine::games::GameId;
use cg_engine::notation::Notation;

use crate::engine_laws::born_by;
use crate::language::{run, session};
use crate::random_graph::{Random, rounds};

/// The value of a text.
fn read(session: &mut Session, text: &str) -> Value {
    let source = session.sources.add("paper", text);
    let prepared = session.prepare(&source);
    assert!(!prepared.has_errors(), "{text}: {:?}", prepared.diagnostics);
    let mut last = Value::Nothing;
    for statement in &prepared.statements {
        last = session.execute(statement).result.unwrap_or_else(|e| panic!("{text}: {}", e.message));
    }
    last
}

fn reads_back(session: &mut Session, value: &Value) {
    let text = session.written(value, Notation::Latex).unwrap();
    let again = read(session, &text);
    assert!(again == *value, "{text} reads back as {:?}", session.written(&again, Notation::Ascii));
}

#[test]
fn all_games_born_by_day_3_read_back() {
    let mut session = session();
    let (values, _) = born_by(&mut session.games, 3);
    assert_eq!(values.len(), 1474);
    for g in values {
        let value = game_value(&session.games, g);
        reads_back(&mut session, &value);
    }
}

#[test]
fn larger_games_read_back() {
    let mut session = session();
    let (mut pool, _) = born_by(&mut session.games, 3);
    let mut random = Random(17);
    for _ in 0..rounds(800) {
        let mut any = |pool: &[GameId]| pool[random.below(pool.len() as u64) as usize];
        let (a, b, c, d) = (any(&pool), any(&pool), any(&pool), any(&pool));
        let g = match random.below(4) {
            0 => session.games.sum(a, b).unwrap(),
            1 => session.games.from_options(&[a, b], &[c]).unwrap(),
            2 => session.games.from_options(&[a], &[c, d]).unwrap(),
            _ => session.games.multiple(&3.into(), a).unwrap(),
        };
        let value = game_value(&session.games, g);
        if session.written(&value, Notation::Ascii).unwrap().contains("too large") {
            continue;
        }
        reads_back(&mut session, &value);
        pool.push(g);
    }
}

#[test]
fn other_values_read_back() {
    let mut session = session();
    for text in [
        "1/3",
        "-22/7",
        "1/2^70",
        "omega^(omega + 1)*2 + omega^2 + 7",
        "omega^(omega^2*3 + 1)",
        "*(omega^2 + 3)",
        "*omega",
        "inf()",
        "inf(0,2)",
        "inf(0,omega + 1)",
        "[N, P, L, R, D]",
        "[Nhat, Phat, Ncheck, Pcheck]",
        "misere",
        "disj_short",
        "[1, [up, {2, 3}]]",
        "{1/2, *2, tiny(1), miny(<2|1>)}",
        "[tiny(up), miny(1/4) + *2, +-tiny(2), 3*tiny(1) + tiny(1/2)]",
        "[up_sum(2), up_sum(5) + *, 2 + up_sum(3), -up_sum(3), up^7 - up^2, 3*up^2]",
        "[]",
        "{}",
        "nim",
        "toads_frogs",
        "subtraction({1, 3, 4})",
        "nim(3, 5) + nim(2) - kayles(4)",
        "wythoff(1, 2)",
    ] {
        let value = read(&mut session, text);
        reads_back(&mut session, &value);
    }
}

#[test]
fn tables_are_arrays() {
    let mut session = session();
    let graph = read(&mut session, "graph <a -> b; b -> a, t; t>");
    let text = session.text(&graph, Notation::Latex).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], r"\begin{array}{lccccc}");
    assert_eq!(lines[1], r"\text{vertex} & D & R & \text{outcome} & \gamma & \text{counter} \\ \hline");
    // Play from a may go on for ever, so D is infinite; from t it is over.
    assert!(lines[2].starts_with(r"a & \infty & 2 & \mathcal{P} & 0 & "), "{text}");
    assert!(lines[3].starts_with(r"b & \infty & 1 & \mathcal{N} & {\ast} & "), "{text}");
    assert_eq!(lines[4..], [r"t & 0 & 0 & \mathcal{P} & 0 & 0 \\", r"\end{array}"]);
    let thermograph = read(&mut session, "thermograph(<2|-1>)");
    // {2|-1} has mean 1/2 and temperature 3/2 (Siegel, II.5).
    let text = session.text(&thermograph, Notation::Latex).unwrap();
    assert!(text.contains(r"\text{mean} & \tfrac{1}{2} \\"), "{text}");
    assert!(text.contains(r"\text{temperature} & \tfrac{3}{2} \\"), "{text}");
    assert!(text.contains(r"\text{left stop} & 2 \\"), "{text}");
}

#[test]
fn quotation_marks_open_and_close() {
    let mut session = session();
    // The letters of TeX have no straight quotation mark in its first encoding; those of a typewriter have one.
    for (text, latex) in [
        (r#""say \"hi\"""#, r"\text{say ``hi''}"),
        (r#""te\"x""#, r#"\text{te\texttt{"}x}"#),
        (r#""\"a\" or \"b""#, r#"\text{``a'' or \texttt{"}b}"#),
    ] {
        let value = read(&mut session, text);
        assert_eq!(session.text(&value, Notation::Latex).unwrap(), latex);
    }
}

/// Whatever is cut short, or wrong, is an answer or an error.
#[test]
fn pieces_of_latex_never_panic() {
    let texts = [
        r"\{7 \mid 5 \,\|\, 4 \mid 1\}",
        r"1 + {\uparrow}^{[3]} - 2 \cdot {\uparrow}^{2} + {\ast}(\omega^{\omega + 1})",
        r"\operatorname{toads\_frogs}(\texttt{T\_F}) \pm {+}_{{-}_{\tfrac{3}{4}}}",
        r"[\hat{\mathcal{N}}, \infty(0,2), \{1, \{2 \mid \}\}]",
    ];
    let mut session = session();
    for text in texts {
        for start in 0..text.len() {
            for end in start..=text.len() {
                run(&mut session, &text[start..end]);
            }
        }
    }
}

/// What stands on the sheet: each is shown as the session shows it, and as `latex` writes it.
const SHEET: &[&str] = &[
    "3/4",
    "-1/3",
    "[*, *5, 2 + *, 2 + *3]",
    "[up, 2*up, 3*up + *, down + *2, up^2, up_sum(3), 1 + 2*up^3 - up^2]",
    "[+-1, +-1/2, 3 + +-1, +-(1, 1*), up + +-1]",
    "[tiny(2), miny(1/2), tiny(tiny(1)), tiny(<2|1>), 3*tiny(1) + *]",
    "[<0,*|1,<2|1>>, <7|5||4|1>, <5||4|3|||2||1|0>, <8||||7|||6||5|4>]",
    "[omega^(omega + 1)*2 + omega^2 + 7, *(omega^2 + 3), inf(0,2), inf(), omega^omega^2]",
    "[N, P, L, R, D, Nhat, Phat, Ncheck, Pcheck]",
    "{1/2, {1, 2}, [], {}}",
    "1..5000",
    "born_by(2)",
    "nim(3, 5) + kayles(4) - wythoff(1, 2)",
    "domineering(\"..#/...\")",
    "toads_frogs(\"TT_FF\")",
    "konane(\"..x/o.x\")",
    "[octal(\"0.77\"), \"#_$%&~^{}<>|\", 1]",
    "\"50% of {a, b} & $2_3^4~ # x <= y < z ± ∗ ↑ ⇑ ↓ ⇓ ∞ ω γ · …\"",
    "form <0,form <1|>|*> + nim(2)",
    "sum(conj, nim(2), nim(3))",
    "table(nim, 1..3, 1..3)",
    "table([[1, *], [[1], \"a_b\"]], [\"x\", \"half of it\"])",
    "graph <a -> b; b -> a, t; t>",
    "graph <end_1 -> \"x y\"; \"x y\" -> [1, 2]>",
    "graph <n -> (n - k for k in {1,3} if k <= n) for n in 0..500>",
    "thermograph(<7|5||4|1>)",
    "period(kayles)",
    "period(octal(\"0.137\"))",
    "misere_quotient(kayles, 20)",
    "ferguson(kayles, 20)",
    "genus(kayles(5))",
    "strategy(nim(1, 2))",
    "annihilation_theory(nim, 5)",
    "explain(form <0,1,+-1|2>)",
    "explain(nim(3) + nim(5))",
    "explain(<up|*>, atomic_weight)",
    "explain(<2|-1>, thermograph)",
    "explain(kayles(7), misere)",
    "explain(kayles, period)",
    "explain(sum(conj, nim(2, 2), nim(5)))",
    "compare(up, *)",
    "canonical(<0,+-1|2>)",
    "x -> x + 1",
    "outcome",
    "normal",
    "2^(10^5)",
    "random_game(6, 1)",
    "explain(graph <a -> b; b -> a, t; t>)",
];

fn sheet() -> String {
    let mut text = String::from(
        "\\documentclass{article}\n\\usepackage[utf8]{inputenc}\n\\usepackage{amsmath}\n\
         \\setlength{\\parindent}{0pt}\n\\allowdisplaybreaks\n\\begin{document}\n",
    );
    for statement in SHEET {
        let mut session = session();
        session.printer.notation = Notation::Latex;
        let value = read(&mut session, statement);
        let shown = session.text(&value, Notation::Latex).unwrap();
        let written = session.written(&value, Notation::Latex).unwrap();
        let statement: String = statement.chars().map(|c| if c.is_ascii() { c } else { '?' }).collect();
        text.push_str(&format!("\\begin{{verbatim}}\n{statement}\n\\end{{verbatim}}\n\\[{shown}\\]\n"));
        if written != shown {
            text.push_str(&format!("\\[{written}\\]\n"));
        }
    }
    text.push_str("\\end{document}\n");
    text
}

/// An engine takes the sheet without a word.
#[test]
#[ignore = "needs pdflatex, lualatex or tectonic"]
fn an_engine_takes_it() {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("latex");
    std::fs::create_dir_all(&directory).unwrap();
    std::fs::write(directory.join("sheet.tex"), sheet()).unwrap();
    let engines: [(&str, &[&str]); 3] = [
        ("pdflatex", &["-interaction=nonstopmode", "-halt-on-error", "sheet.tex"]),
        ("lualatex", &["-interaction=nonstopmode", "-halt-on-error", "sheet.tex"]),
        ("tectonic", &["sheet.tex"]),
    ];
    for (engine, arguments) in engines {
        let Ok(output) = Command::new(engine).args(arguments).current_dir(&directory).output() else { continue };
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "{engine}: {said}{}", String::from_utf8_lossy(&output.stderr));
        return;
    }
    panic!("none of pdflatex, lualatex and tectonic is installed");
}
