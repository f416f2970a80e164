//! What `cg lsp` offers to do, and the corrections behind it.

use cg::builtins;
use cg::diagnostic::Diagnostic;
use cg::eval::{Quiet, Session};
use serde_json::{Value, json};

use crate::lsp::{Client, URI};

/// What is wrong with a text before it runs.
fn diagnostics(text: &str) -> Vec<Diagnostic> {
    let mut session = Session::new(builtins::all(), Box::<Quiet>::default());
    let source = session.sources.add("<test>", text);
    session.prepare(&source).diagnostics
}

/// The text after each correction of its first error.
fn corrected(text: &str) -> Vec<String> {
    let all = diagnostics(text);
    let Some(first) = all.iter().find(|d| d.is_error()) else { return Vec::new() };
    let correct = |fix: &cg::diagnostic::Fix| {
        let mut text = text.to_string();
        text.replace_range(fix.span.range(), &fix.text);
        text
    };
    first.fixes.iter().map(correct).collect()
}

#[test]
fn slips_are_corrected() {
    let cases: [(&str, &[&str]); 33] = [
        ("outcom(3)", &["outcome(3)"]),
        ("GrundyValue(3)", &["nim_value(3)"]),
        ("domineering(x)", &["domineering(\"x\")"]),
        ("x = 5", &["x := 5", "x == 5"]),
        ("check 1 = 1", &["check 1 == 1"]),
        ("let x := 5", &["x := 5"]),
        ("nim(2, 3", &["nim(2, 3)"]),
        ("nim(2  # two", &["nim(2)  # two"]),
        ("[1, (2 + 3]", &["[1, (2 + 3)]"]),
        ("[1, 2)", &["[1, 2]"]),
        ("nim(2))", &["nim(2)"]),
        ("nim(2, )", &["nim(2 )"]),
        ("[1; 2]", &["[1, 2]"]),
        ("[1 2]", &["[1, 2]"]),
        ("nim 2 3", &["nim(2, 3)"]),
        ("x := 2; 2x", &["x := 2; 2*x"]),
        ("* 5", &["*5"]),
        ("*1*2", &["*1 + *2"]),
        ("2**3", &["2^3", "2 * 3"]),
        ("0 <> up", &["0 || up", "0 != up"]),
        ("0 =< 1", &["0 <= 1"]),
        ("0 < 1 < 2", &["0 < 1 and 1 < 2"]),
        ("true && false", &["true and false"]),
        ("1...5", &["1..5"]),
        ("fro x in 1..3 do x end", &["for x in 1..3 do x end"]),
        ("for x bellow 3 do x end", &["for x below 3 do x end"]),
        ("if 1 == 2 then 3 elif 1 == 1 then 4 else 5", &["if 1 == 2 then 3 else if 1 == 1 then 4 else 5"]),
        ("assert 1 == 1", &["check 1 == 1"]),
        ("hackenbush <0 -b- 1>", &["hackenbush <0 -B- 1>"]),
        ("nim(3) + 1 end", &["nim(3) + 1 "]),
        ("if := 3", &["if_ := 3"]),
        ("K(size) := size; K(sise = 2)", &["K(size) := size; K(size = 2)"]),
        ("up_sum(2) + hello", &[]),
    ];
    for (text, wanted) in cases {
        assert_eq!(corrected(text), wanted, "{text}: {:#?}", diagnostics(text).first());
    }
}

#[test]
fn a_correction_takes_what_is_told_away() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/errors");
    let mut count = 0;
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("a file").path();
        let text = match path.extension() {
            Some(end) if end == "cg" => std::fs::read(&path).expect("a file"),
            _ => continue,
        };
        let Ok(text) = String::from_utf8(text) else { continue };
        let Some(first) = diagnostics(&text).into_iter().find(Diagnostic::is_error) else { continue };
        for corrected in corrected(&text) {
            count += 1;
            let stays = |other: &Diagnostic| other.message == first.message && other.span() == first.span();
            assert!(!diagnostics(&corrected).iter().any(stays), "{}: {corrected}", path.display());
        }
    }
    assert!(count > 10, "{count}");
}

fn actions(editor: &mut Client, line: u32, character: u32) -> Vec<Value> {
    let place = json!({ "line": line, "character": character });
    let range = json!({ "start": place, "end": place });
    let params = json!({ "textDocument": { "uri": URI }, "range": range, "context": { "diagnostics": [] } });
    editor.ask("textDocument/codeAction", params)["result"].as_array().cloned().unwrap_or_default()
}

fn titles(actions: &[Value]) -> Vec<&str> {
    actions.iter().filter_map(|a| a["title"].as_str()).collect()
}

#[test]
fn an_editor_offers_corrections_and_results() {
    let mut editor = Client::new();
    let text = "x = 5\noutcom(3)\n2 + 2\n1/0\n2 + 3  #=> 4\ndraw(<1|0>)\n3 + 4  # sum\nnim(2) ; 5\n\n";
    editor.open(URI, text);
    editor.diagnostics(|d| d.len() == 4);

    let equals = actions(&mut editor, 0, 2);
    assert_eq!(titles(&equals), ["Write `:=`", "Write `==`"]);
    assert_eq!(equals[0]["isPreferred"], false);
    assert_eq!(equals[0]["diagnostics"][0]["code"], "syntax::equals");
    let name = actions(&mut editor, 1, 3);
    assert_eq!(titles(&name)[0], "Write `outcome`");
    assert_eq!(name[0]["isPreferred"], true);
    assert_eq!(name[0]["edit"]["changes"][URI][0]["newText"], "outcome");

    let result = actions(&mut editor, 2, 0);
    assert_eq!(titles(&result), ["Write the result after the expression"]);
    assert_eq!(result[0]["edit"]["changes"][URI][0]["newText"], "  #=> 4");
    let place = json!({ "line": 2, "character": 5 });
    assert_eq!(result[0]["edit"]["changes"][URI][0]["range"], json!({ "start": place, "end": place }));

    // Nothing is offered if it fails, has a picture, or if a comment or another statement stands behind it.
    for line in [3, 5, 6, 7, 8] {
        assert_eq!(titles(&actions(&mut editor, line, 0)), [""; 0], "line {line}");
    }

    // A wrong result is corrected.
    let wrong = actions(&mut editor, 4, 9);
    assert_eq!(titles(&wrong), ["Write `#=> 5`"]);
    assert_eq!(editor.leave(), 0);
}
