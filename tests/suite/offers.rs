//! Help for slips of many kinds: each slip has one message, and the text that its help offers runs when it is typed instead.

use std::collections::HashSet;

use cg::diagnostic::{Diagnostic, Style, render};
use cg::eval::{Builtin, Session};

use crate::language::session;

/// Statements before, the slip, and the text that the help offers in backticks.
const OFFERS: &[(&str, &str, &str)] = &[
    // Signs of definitions and comparisons.
    ("", "G=<0|1>", "G := <0|1>"),
    ("", "G = <0,1|2>", "G := <0,1|2>"),
    ("G := 1", "check <0|1>=<1|0>", "<0|1> == <1|0>"),
    ("", "x=5", "x := 5"),
    ("", "f(x)=x+1", "f(x) := x+1"),
    ("a := 1", "a =< 2", "a <= 2"),
    ("a := 1", "a =<= 2", "a <= 2"),
    ("", "up >> 0", "up > 0"),
    ("", "0 << up", "0 < up"),
    ("", "1 === 1", "1 == 1"),
    ("", "1 !== 2", "1 != 2"),
    ("", "> explain(nim(3))", "explain(nim(3))"),
    ("f(n) := n", "<f(n) if n > 0 for n in 1..2>", "0 < n"),
    ("n := 1", "<1 for n in 1..2 if n > 0>", "0 < n"),
    ("n := 1", "<1 for n in 1..2 if n > -1>", "-1 < n"),
    ("n := 1", "<1 for n in 1..2 if n > -1|0>", "-1 < n"),
    ("n := 1", "<1 for n in 1..2 if n > -1, 2>", "-1 < n"),
    ("n := 1", "game h(n) := <h(n-1) if n > 0>", "0 < n"),
    // Games and values that nothing joins.
    ("", "<0|1> <0|1>", "<0|1> + <0|1>"),
    ("", "{1|0} {2|1}", "{1|0} + {2|1}"),
    ("", "2 <0|1>", "2 + <0|1>"),
    ("", "2 up", "2*up"),
    ("", "'{1|0}'", "form {1|0}"),
    ("", "'abc'", "\"abc\""),
    ("", "“abc”", "\"abc\""),
    ("", "⟨1||2⟩", "<1||2>"),
    ("", "'it''s'", "\"it\""),
    ("", "∅", "{}"),
    ("", "⭐", "*"),
    // A colon between digits.
    ("", "{1: 2}", "dict([[1, 2]])"),
    ("", "{1: 2}", "(1) : (2)"),
    ("", "{3, 1:2}", "(1) : (2)"),
    ("", "[1:5]", "1..5"),
    ("", "[-1:5]", "(-1) : (5)"),
    ("xs := [5, 6, 7, 8]", "xs[1:3]", "1..3"),
    ("xs := [5, 6, 7, 8]", "xs[1:3]", "(1) : (3)"),
    ("", "[0x1:2]", "0x1..2"),
    ("xs := [5, 6, 7, 8]", "xs[:2]", "xs[0..1]"),
    ("xs := [5, 6, 7, 8]", "xs[1:]", "xs[1..len(xs)-1]"),
    ("", "{\"a\": 1}", "dict([[\"a\", 1]])"),
    ("", "{\"a\": nim(3), \"b\": 2}", "dict([[\"a\", nim(3)]])"),
    // Calls.
    ("", "nim[3,4,5]", "nim(3,4,5)"),
    ("", "nim[3]", "nim(3)"),
    ("", "len [1,2,3]", "len([1,2,3])"),
    ("", "nim_sum[3, 5]", "nim_sum(3, 5)"),
    ("", "{2|0}.Cool(1)", "cool({2|0}, 1)"),
    ("x := {2|0}", "x.Heat(1)", "heat(x, 1)"),
    ("", "{2|0}.Heat(1).Cool(2)", "cool(heat({2|0}, 1), 2)"),
    ("x := nim(3)", "x.Options(Player.Left)", "left_options(x)"),
    ("x := nim(3)", "x.Options(Player.Right)", "right_options(x)"),
    ("x := nim(3)", "x.Options()", "options(x)"),
    ("", "[3,1].Map(abs)", "[abs(x) for x in [3,1]]"),
    ("G := {1|0}", "G.Canonicalize", "canonical(G)"),
    ("", "{1|0}.CanonicalForm", "canonical({1|0})"),
    ("", "^.Pow(3)", "(^)^3"),
    ("", "up.Pow(3)", "up^3"),
    ("", "hackenbush(blue, red)", "hackenbush(\"BR\")"),
    ("", "subtraction(1,3,4)", "subtraction({1,3}, 4)"),
    ("", "mex(1, 2)", "mex([1, 2])"),
    ("", "{1,2} union {3}", "union({1,2}, {3})"),
    ("", "7 mod 2", "mod(7, 2)"),
    ("", "3 xor 5", "nim_sum(3, 5)"),
    ("", "domineering(\"2x3\")", "domineering(2, 3)"),
    ("", "clobber(\"4x4\")", "clobber(4, 4)"),
    ("", "nim(3,4) misere", "outcome(nim(3,4), misere)"),
    ("", "is P(nim(1,1))", "outcome(nim(1,1)) == P"),
    ("", "P(nim(1,1))", "outcome(nim(1,1)) == P"),
    ("", "sum(conj nim(3) nim(4))", "conj, nim(3), nim(4)"),
    ("", "grundy(7)", "nim_value(nim(7))"),
    ("", "sqrt(2)", "isqrt(n)"),
    ("", "random(10)", "random_list(5, 10, 1)"),
    ("", "Length([1, 2])", "len([1, 2])"),
    // Arguments of another kind.
    ("", "outcome(nim)", "outcome(nim(3, 4, 5))"),
    ("", "temperature(kayles)", "temperature(kayles(2))"),
    ("game h(n) := <h(n-1) if 0 < n>", "outcome(h)", "outcome(h(3))"),
    ("", "misere_quotient(nim(3),10)", "misere_quotient(nim,10)"),
    ("", "nim(*3)", "nim(3)"),
    ("", "nim(\"3,4,5\")", "nim(3,4,5)"),
    ("", "outcome(\"nim(3)\")", "outcome(nim(3))"),
    ("", "nim(-1)", "nim(3, 4, 5)"),
    ("", "mex(3)", "mex([3])"),
    ("", "abs(\"a\")", "abs(-3/4)"),
    ("", "nim(\"kayles\")", "nim(3, 4, 5)"),
    ("", "outcome(subtraction({1,2}))", "outcome(subtraction({1,2}, 5))"),
    ("", "outcome(cram)", "outcome(cram(3, 3))"),
    ("", "value(octal(\"0.7\"))", "value(octal(\"0.7\", 5))"),
    ("", "mean(clobber(steps = king))", "mean(clobber(steps = king)(\"xxo\"))"),
    ("", "subtraction(4,{1,3})", "subtraction({1,3},4)"),
    ("", "all(3)", "all([1/n > 0 for n in [2, -1, 0]])"),
    ("", "chomp([up])", "chomp(3, 4)"),
    ("", "sign_expansion(nim)", "sign_expansion(3/4)"),
    ("", "is_evil(\"x\")", "[n for n in 0..12 if is_evil(n)]"),
    ("", "abs -3", "abs(-3)"),
    ("f(n) := n", "f -3", "f(-3)"),
    ("", "{1,2} intersect {2}", "intersection({1,2}, {2})"),
    ("", "nim(\"(((\")", "nim(3, 4, 5)"),
    ("", "misere_quotient(\"kayles\", 5)", "misere_quotient(kayles, 5)"),
    ("", "who_wins(nim(3), 4)", "who_wins(nim(3, 5), misere, R)"),
    // Statements.
    ("", "if true then 5 elseif false then 6 end", "if a then 1 else if b then 2 else 3"),
    ("xs := [1,2,3]", "xs[0] := 5", "xs := replace_at(xs, 0, 5)"),
    ("", "f(n) := a := n+1; a", "f(n) := a where a := n+1"),
    ("", "f(n) := begin x := n; x end", "f(n) := x + 1 where x := n"),
    ("", "1 if 2 < 3 else 4", "if 2 < 3 then 1 else 4"),
    ("", "f(a) := a + 1 if a < 3 else [4]", "if a < 3 then a + 1 else [4]"),
    ("x := 0", "while x < 3 do x := x + 1 end", "for i in 1..3 do print(i) end"),
    ("", "print \"hello\"", "print(\"hello\")"),
    ("x := up", "x.pow", "x^n"),
    ("", "for i from 1 to 10 do print(i) end", "for i in 1..10"),
    ("", "{x from 1 to 10}", "x for x in 1..10"),
    ("", "[x for x in 1 to 3]", "1..3"),
    ("", "f(n)=<f(n-1)>", "f(n) := <f(n-1)>"),
    ("", "graph <a <-> b>", "a -- b"),
    ("", "help nim", "cg help nim"),
    ("", ":help vi", ":help"),
];

/// Runs a text and returns its errors and warnings.
fn diagnostics(session: &mut Session, text: &str) -> Vec<Diagnostic> {
    let source = session.sources.add("typed", text);
    let prepared = session.prepare(&source);
    let mut all = prepared.diagnostics.clone();
    if prepared.has_errors() {
        return all;
    }
    for statement in &prepared.statements {
        let ran = session.execute(statement);
        all.extend(ran.warnings);
        all.extend(ran.result.err().map(|error| *error));
    }
    all
}

/// Completes an offer to a text that can be typed alone, or returns an empty text if it is no statement of the language.
fn whole(offer: &str) -> String {
    match offer {
        "0 < n" | "-1 < n" => format!("n := 1; {offer}"),
        "conj, nim(3), nim(4)" => format!("sum({offer})"),
        "xs[0..1]" | "xs[1..len(xs)-1]" => format!("xs := [5, 6, 7, 8]; {offer}"),
        "if a < 3 then a + 1 else [4]" => format!("a := 1; {offer}"),
        "x^n" => format!("x := up; n := 2; {offer}"),
        "1..3" | "(1) : (3)" => format!("xs := [5, 6, 7, 8, 9]; xs[{offer}]"),
        "for i in 1..10" => format!("{offer} do print(i) end"),
        "x for x in 1..10" => format!("{{{offer}}}"),
        "a -- b" => format!("graph <{offer}>"),
        "isqrt(n)" => format!("n := 2; {offer}"),
        "if a then 1 else if b then 2 else 3" => format!("a := true; b := true; {offer}"),
        // A file that must exist, and commands.
        "import \"rules.cg\"" | "cg help nim" | ":help" => String::new(),
        offer => offer.into(),
    }
}

#[test]
fn every_slip_has_one_message_whose_offer_runs() {
    let mut wrong = Vec::new();
    for &(before, typed, offer) in OFFERS {
        let mut session = session();
        assert!(diagnostics(&mut session, before).is_empty(), "{before}");
        let all = diagnostics(&mut session, typed);
        let help = all.first().and_then(|first| first.help.as_deref()).unwrap_or("");
        if all.len() != 1 || !help.contains(&format!("`{offer}`")) {
            let messages: Vec<_> = all.iter().map(|d| d.message.as_str()).collect();
            wrong.push(format!("{typed}: {messages:?}, help {help}"));
        }
        let errors = diagnostics(&mut session, &whole(offer));
        if !errors.is_empty() {
            wrong.push(format!("{typed}: the offer `{offer}` gives {}", errors[0].message));
        }
    }
    assert!(wrong.is_empty(), "{} wrong\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn right_inputs_beside_the_slips_stay_right() {
    let right = [
        "[omega : 1]",
        "{1/2 : 3}",
        "{1 : 2|3}",
        "<1 : 2|3>",
        "{(1) : (2)}",
        "[1 : 2*3][0]",
        "xs := [5, 6, 7, 8]; xs[1..3]",
        "<0|1> < <1|2>",
        "2 < {0|1} and 3 > 1",
        "n := 1; <1 for n in 1..2 if (n > 0)>",
        "a := 1; a <= <0|1>",
        "f(n) := n; [f(n) for n in 1..3 if n > 1]",
    ];
    for text in right {
        let mut session = session();
        let all = diagnostics(&mut session, text);
        assert!(all.is_empty(), "{text}: {}", all[0].message);
    }
}

/// Returns `true` if a built-in writes files, draws or asks a person, so that its examples need a host that can.
fn needs_host(row: &Builtin) -> bool {
    matches!(row.family, "Files" | "Playing")
        || ["draw", "explain", "play", "load_graph", "save_graph"].contains(&row.name)
}

#[test]
fn every_example_that_is_offered_runs() {
    for row in cg::builtins::all().filter(|row| !row.constant) {
        let Some(example) = row.whole_example(0) else { panic!("{} has no example", row.name) };
        if !needs_host(row) {
            let errors = diagnostics(&mut session(), example);
            assert!(errors.is_empty(), "{example}: {}", errors[0].message);
        }
    }
}

/// Arguments of many kinds, most of them wrong for any one built-in.
const ARGUMENTS: &[&str] = &[
    "3",
    "-1",
    "1/2",
    "up",
    "kayles",
    "domineering",
    "subtraction({1,2})",
    "\"3\"",
    "\"x\"",
    "[up]",
    "[[1]]",
    "x -> x",
    "true",
    "N",
];

#[test]
fn an_error_of_kind_ends_in_a_call_that_runs() {
    let mut wrong = Vec::new();
    let mut session = session();
    let mut said_alone = |text: &str| {
        session.reset();
        diagnostics(&mut session, text)
    };
    for row in cg::builtins::all().filter(|row| !row.constant && !needs_host(row)) {
        let call = row.example(0).unwrap_or("()");
        let others = call.find(',').map_or(")", |at| &call[at..]);
        let mut seen = HashSet::new();
        for argument in ARGUMENTS {
            let typed = format!("{}({argument}{others}", row.name);
            let all = said_alone(&typed);
            // An error in a function that is an argument has no call of its own.
            let Some(error) =
                all.iter().find(|d| d.code.as_str() == "call::kind" && !d.message.contains("is wanted, "))
            else {
                continue;
            };
            let help = error.help.as_deref().unwrap_or("");
            if !help.contains('`') {
                wrong.push(format!("{typed}: no example in: {help}"));
            }
            for offer in help.split('`').skip(1).step_by(2).filter(|text| text.contains(&format!("{}(", row.name))) {
                let errors = if seen.insert(offer.to_string()) { said_alone(offer) } else { Vec::new() };
                if let Some(error) = errors.iter().find(|error| error.is_error()) {
                    wrong.push(format!("{typed}: the offer `{offer}` gives {}", error.message));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong\n{}", wrong.len(), wrong.join("\n"));
}

/// Returns the width of a line in columns.
fn columns(line: &str) -> usize {
    unicode_width::UnicodeWidthStr::width(line)
}

#[test]
fn messages_are_wrapped_between_words_in_every_width() {
    let mut wrong = Vec::new();
    for &(before, typed, _) in OFFERS {
        let mut session = session();
        diagnostics(&mut session, before);
        let all = diagnostics(&mut session, typed);
        let shown = |columns| {
            let style = Style::Graphical { colour: false, ascii: false, columns };
            render(&all, &session.sources, style)
        };
        let words = |text: &str| {
            let drawn = |sign: char| "│─╭╰╯┬┆[]".contains(sign) || sign.is_whitespace();
            text.split(drawn).filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
        };
        for width in [40, 60, 80] {
            let fitted = shown(Some(width));
            let broken =
                fitted.lines().find(|line| columns(line) > width && line.trim_start_matches([' ', '│']).contains(' '));
            if let Some(line) = broken {
                wrong.push(format!("{typed} in {width}: {line}"));
            }
            let texts =
                all.iter().flat_map(|d| d.help.iter().chain([&d.message]).chain(d.labels.iter().map(|l| &l.text)));
            for text in texts {
                if !words(&fitted).contains(&words(text)) {
                    wrong.push(format!("{typed} in {width}: not {text}\n{fitted}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong\n{}", wrong.len(), wrong.join("\n"));
}
