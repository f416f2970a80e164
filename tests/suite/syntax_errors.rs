//! Slips and what is said about them: code, place, help.

use cg::diagnostic::{CODES, Diagnostic, ErrorCode, Style, lookup, render};
use cg::source::{Source, Sources, Span};
use cg::syntax::parse;

use crate::tree::read;

/// Text, code, the text under the primary label, a part of the help.
const SLIPS: &[(&str, &str, &str, &str)] = &[
    ("x = 5", "syntax::equals", "=", "`x := 5`, compare with `x == 5`"),
    ("K(n) = <K(n-1)>", "syntax::equals", "=", "`K(n) := <K(n-1)>`"),
    ("check 1 = 1", "syntax::equals", "=", "`1 == 1`"),
    ("3.up", "syntax::number-dot", "3.up", "`3*up`"),
    ("7|5||4|1", "syntax::bar-outside", "|", "`<7|5||4|1>`"),
    ("{x | x in S}", "syntax::set-builder", "in", "`{x for x in S}`"),
    ("[x | x in S]", "syntax::bar-outside", "|", "`[x for x in S]`"),
    ("<k for k in S if k > 2|0>", "syntax::greater-in-filter", ">", "`2 < k`"),
    ("up*2", "syntax::two-readings", "up*2", "`up + *2` or `2*up`"),
    ("up*up", "syntax::two-readings", "up*up", "`up + * + up` or `conway(up, up)`"),
    ("↑⇑", "syntax::two-readings", "↑⇑", "`↑ + ⇑` or `conway(↑, ⇑)`"),
    ("2↑*", "syntax::two-readings", "2↑*", "`2 + ↑*` or `2*↑ + *`"),
    ("2↑", "syntax::two-readings", "2↑", "`2 + ↑` or `2*↑`"),
    ("2^*", "syntax::two-readings", "2^*", "`2 + ^*` or `2*up + *`"),
    ("^^2", "syntax::two-readings", "^^2", "`up^2` or `^^ + 2`"),
    ("2^ + 1", "syntax::two-readings", "2^", "`2 + up` or `2*up`"),
    ("-1 < G < 1", "syntax::chained-comparison", "<", "`-1 < G and G < 1`"),
    ("a == b == c", "syntax::chained-comparison", "==", "`a == b and b == c`"),
    ("<3|2|1>", "syntax::ambiguous-bars", "|2|", "`<3||2|1>`"),
    ("{1 < 2|3}", "syntax::comparison-in-literal", "<", "parentheses"),
    ("f(1, 2", "syntax::unclosed", "(", "add `)`"),
    ("<0, *|1", "syntax::unclosed", "<", "add `>`"),
    ("[1, (2]", "syntax::unclosed", "(", "add `)`"),
    ("[1, 2)", "syntax::unmatched", ")", "close with `]`"),
    ("<0|1) + 2", "syntax::unmatched", ")", "close with `>`"),
    ("a =< b", "syntax::equals", "=<", "`a <= b`"),
    ("end := 3", "syntax::word-as-name", "end", "another name"),
    ("hackenbush <0 - 1>", "syntax::edge", "-", "`-B-`"),
    ("tiny 2", "syntax::missing-operator", "2", "an operator between them"),
    ("x\n+ 3", "syntax::missing-operand", "+", "line above"),
    (".5", "syntax::missing-operand", ".", "`0.5`"),
    ("1 + 2)", "syntax::unmatched", ")", "take it out"),
    ("1 + 2>", "syntax::unmatched", ">", "`<`"),
    ("[1, 2,]", "syntax::trailing-comma", ",", "take the comma out"),
    ("<0,|1>", "syntax::trailing-comma", ",", "take the comma out"),
    ("[1,, 2]", "syntax::missing-operand", ",", "take it out"),
    ("<1 + |2>", "syntax::missing-operand", "+", "between `+` and `|`"),
    ("1 +", "syntax::missing-operand", "+", "write a value"),
    ("x :=", "syntax::missing-operand", ":=", "value after `:=`"),
    ("let x = 5", "syntax::habit", "let", "`x := 5`"),
    ("def f(x)", "syntax::habit", "def", "`f(n) := ...`"),
    ("return 5", "syntax::habit", "return", "the expression itself"),
    ("while true", "syntax::habit", "while", "`for i in 1..3 do print(i) end`"),
    ("if a then b elif c then d", "syntax::habit", "elif", "`else if`"),
    ("3x", "syntax::missing-operator", "x", "`3*x`"),
    ("2(3)", "syntax::missing-operator", "(", "2*(3)"),
    ("* 5", "syntax::missing-operator", "5", "`*5`"),
    ("2* 3", "syntax::missing-operator", "3", "plus star"),
    ("^n", "syntax::missing-operator", "n", "`n*up`"),
    ("1½", "syntax::missing-operator", "½", "`1 + ½`"),
    ("print((1+2)\nprint(3)", "syntax::missing-operator", "print", "close it with `)` on the line above"),
    ("[1 2]", "syntax::missing-operator", "2", "`,`"),
    ("f(0) := 1", "syntax::parameter", "0", "if n == 0"),
    ("1 + (x := 2)", "syntax::misplaced-definition", ":=", "new statement"),
    ("f(k := 2)", "syntax::misplaced-definition", ":=", "`f(k = 2)`"),
    ("\"abc", "syntax::open-text", "\"", "`\"`"),
    ("3 $ 4", "syntax::character", "$", "take it out"),
    ("a && b", "syntax::character", "&&", "`and`"),
    ("'a'", "syntax::character", "'a'", "`\"a\"`"),
    ("10 % 3", "syntax::character", "%", "`mod(a, b)`"),
    ("for x in 1..3", "syntax::missing-do", "for", "do ... end"),
    ("for x in 1..3 do x", "syntax::missing-end", "for", "`end`"),
    ("end", "syntax::end-without-for", "end", "take it out"),
    ("for x = 1..3 do x end", "syntax::missing-in", "x", "`for x in 1..5`"),
    ("for 1 in 1..3 do 2 end", "syntax::for-pattern", "1", "`for x in xs`"),
    ("if a b else c", "syntax::missing-then", "if", "`if c then a else b`"),
    ("[if a, 2]", "syntax::missing-then", "if", "`if c then a else b`"),
    ("1 then 2", "syntax::then-without-if", "then", "if c then"),
    ("1 else 2", "syntax::else-without-if", "else", "if c then"),
    ("(1, 2)", "syntax::tuple", "(", "`[a, b]`"),
    ("1, 2", "syntax::comma-outside", ",", "`[a, b]`"),
    ("1 + ()", "syntax::empty-parentheses", "(", "`<|>`"),
    ("f(1; 2)", "syntax::semicolon", ";", "`,`"),
    ("where d := 2", "syntax::where", "where", "on the line of its definition, or end that line with `where`"),
    ("f(n) := where d := n", "syntax::where", "where", "write the expression first: `f(n) := ... where d := n`"),
    ("f(n) := d where d = [n, 1], e := 2", "syntax::where", "d", "write `where d := [n, 1]`"),
    ("f(n) := d where", "syntax::where", "where", "where a := 2"),
    ("f(n) := d where d := n and e := 2", "syntax::misplaced-definition", ":=", "commas: `where a := 1, e := 2`"),
    ("[n + d where d := 2 for n in 1..3]", "syntax::where", "where", "(a + 1 where a := 2)"),
    ("2 * (x for x in xs)", "syntax::misplaced-for", "for", "[e for x in xs]"),
    ("5 if a", "syntax::misplaced-if", "if", "if c then a else b"),
    ("1 + check 2", "syntax::misplaced-word", "check", "start the statement"),
    ("game K(5)", "syntax::game-definition", "game", "game f(n)"),
    ("import rules", "syntax::import-path", "import", "\"rules.cg\""),
    ("form 5", "syntax::literal-wanted", "form", "form <0|1>"),
    ("graph {a}", "syntax::literal-wanted", "graph", "graph <a -> b"),
    ("graph <a -> b -> c>", "syntax::arrow", "->", "a -> b; b -> c"),
    ("1 -> 2", "syntax::arrow", "->", "x -> e"),
    ("xs[1, 2]", "syntax::comma", ",", "[[1, 2]]"),
    ("1..3..9", "syntax::range", "..", "by"),
    ("1..3 by 2..9", "syntax::range", "..", "by"),
    ("1..3 == 4 by 2", "syntax::missing-operator", "by", "write an operator between them"),
    ("[(a), 1..2 < 3 < 4]", "syntax::chained-comparison", "<", "`1..2 < 3 and 3 < 4`"),
    ("g.", "syntax::dot", ".", "g.a"),
    ("^0.5", "syntax::number-of-ups", "0.5", "n*up"),
    ("±-1", "syntax::switch", "±", "±(...)"),
    ("#=> 5", "syntax::expected-alone", "#=> 5", "after a statement"),
    ("+ 1", "syntax::missing-operand", "+", "leading `+`"),
    ("a // b", "syntax::missing-operand", "/", "`floor(a/b)`"),
    ("[for x in xs]", "syntax::missing-operand", "for", "before `for`"),
];

#[test]
fn every_slip_is_answered_with_the_thing_meant() {
    let mut wrong = Vec::new();
    for &(text, code, place, help) in SLIPS {
        let parsed = read(text);
        let Some(first) = parsed.diagnostics.first() else {
            wrong.push(format!("{text:?}: no error"));
            continue;
        };
        let found = first.span().and_then(|s| text.get(s.range())).unwrap_or("?");
        let said = first.help.as_deref().unwrap_or("");
        if first.code.as_str() != code || found != place || !said.contains(help) {
            wrong.push(format!("{text:?}: {} at {found:?}: {} / {said}", first.code, first.message));
        }
        if first.message.contains("unexpected") || first.message.starts_with(char::is_uppercase) {
            wrong.push(format!("{text:?}: {}", first.message));
        }
    }
    assert!(wrong.is_empty(), "{} wrong\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn one_slip_is_one_error() {
    let several: Vec<_> = SLIPS
        .iter()
        .filter_map(|s| {
            let codes: Vec<_> = read(s.0).diagnostics.iter().map(|d| d.code.as_str()).collect();
            (codes.len() > 1).then(|| format!("{:?}: {codes:?}", s.0))
        })
        .collect();
    // `[x | x in S]` is wrong in two places.
    assert!(several.len() <= 3, "{}", several.join("\n"));
}

#[test]
fn a_slip_in_the_head_of_a_loop_is_one_error() {
    let heads = ["for x in xs:", "for x in f(1 do", "for x in [1, 2 +] do", "for x = 1..3 do", "for x in do"];
    for head in heads {
        let text = format!("{head}\n  print(x)\nend\ny := 3");
        let codes: Vec<_> = read(&text).diagnostics.iter().map(|d| d.code.as_str()).collect();
        assert_eq!(codes.len(), 1, "{head}: {codes:?}");
    }
}

#[test]
fn a_wrong_script_reports_all_its_errors() {
    let text = "x = 3\ny := (1 + 2\nz := 4\nprint(3.up)\n1 +\ncheck z == \ngame g(n) := <g(n-1)>\n[1 2] + [3,]\nw := 5";
    let codes: Vec<_> = read(text).diagnostics.iter().map(|d| d.code.as_str()).collect();
    assert_eq!(
        codes,
        [
            "syntax::equals",
            "syntax::unclosed",
            "syntax::number-dot",
            "syntax::missing-operand",
            "syntax::missing-operand",
            "syntax::missing-operator",
            "syntax::trailing-comma",
        ]
    );
}

#[test]
fn every_code_has_a_row_and_its_example() {
    for &(text, code, ..) in SLIPS {
        assert!(lookup(code).is_some(), "{code} of {text:?} has no row");
    }
    for (i, row) in CODES.iter().enumerate() {
        assert!(CODES[..i].iter().all(|r| r.code != row.code), "{} stands twice", row.code);
        assert!(!row.summary.is_empty() && !row.explanation.is_empty());
        // Whether a pass has a literal around it is seen where names are.
        if row.code.starts_with("syntax::") && row.code != "syntax::pass" {
            let found: Vec<_> = read(row.example).diagnostics.iter().map(|d| d.code.as_str()).collect();
            assert!(found.contains(&row.code), "the example of {} gives {found:?}", row.code);
        }
    }
}

fn sample() -> (Sources, Source) {
    let mut sources = Sources::default();
    let source = sources.add("game.cg", "x := ½ + ↑\ny = (3\n");
    (sources, source)
}

#[test]
fn three_renderings() {
    let (sources, source) = sample();
    let found = parse(&source).diagnostics;
    let shown = |style| render(&found, &sources, style);
    insta::assert_snapshot!("graphical", shown(Style::Graphical { colour: false, ascii: false, columns: None }));
    insta::assert_snapshot!("plain", shown(Style::Plain));
    insta::assert_snapshot!("json", shown(Style::Json));
    assert!(shown(Style::Graphical { colour: true, ascii: false, columns: None }).contains("\u{1b}["));
}

#[test]
fn a_very_long_line_is_cut() {
    let mut sources = Sources::default();
    let text = "1+".repeat(500_000) + "(" + &"+1".repeat(500_000);
    let source = sources.add("long.cg", &text);
    let found = parse(&source).diagnostics;
    assert!(!found.is_empty());
    for style in [Style::Graphical { colour: false, ascii: false, columns: None }, Style::Plain, Style::Json] {
        let shown = render(&found, &sources, style);
        assert!(shown.len() < 4_000, "{style:?} is {} bytes", shown.len());
        assert!(shown.contains("1000001") || style == Style::Json || style == Style::Plain, "{shown}");
    }
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig { cases: 200, failure_persistence: None, ..Default::default() })]
    #[test]
    fn any_span_is_rendered(text in "[a-z½↑ω\\n\\r\\t 漢\u{301}😀]{0,60}", spans in proptest::collection::vec((0u32..90, 0u32..90, 0u32..3), 0..4)) {
        let mut sources = Sources::default();
        let first = sources.add("a", &text);
        sources.add("b", "↑\n½");
        let mut diagnostic = Diagnostic::error(ErrorCode::SyntaxUnclosed, Span::default(), "message", "here").note("note");
        diagnostic.labels.clear();
        for (start, end, source) in spans {
            let span = Span { source: cg::source::SourceId(first.id.0 + source), start, end };
            diagnostic = diagnostic.label(span, "label");
        }
        for style in [Style::Graphical { colour: true, ascii: false, columns: None }, Style::Graphical { colour: false, ascii: false, columns: None }, Style::Plain, Style::Json] {
            render(std::slice::from_ref(&diagnostic), &sources, style);
        }
    }
}
