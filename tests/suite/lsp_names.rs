//! `cg lsp` on names: references, another name, colours, folds.

use serde_json::{Value, json};

use crate::lsp::{Client, URI};

/// What an answer with ranges points at, as `line:start-end`, lines and columns from 0.
fn ranges(answer: &Value) -> Vec<String> {
    let range = |place: &Value| {
        let (start, end) = (&place["range"]["start"], &place["range"]["end"]);
        format!("{}:{}-{}", start["line"], start["character"], end["character"])
    };
    answer.as_array().into_iter().flatten().map(range).collect()
}

fn params(line: u32, character: u32) -> Value {
    json!({ "textDocument": { "uri": URI }, "position": { "line": line, "character": character } })
}

fn references(editor: &mut Client, line: u32, character: u32) -> Vec<String> {
    let mut all = params(line, character);
    all["context"] = json!({ "includeDeclaration": true });
    ranges(&editor.ask("textDocument/references", all)["result"])
}

/// The text after a name has been changed, or why it cannot be.
fn renamed(editor: &mut Client, text: &str, line: u32, character: u32, new: &str) -> Result<String, String> {
    let mut all = params(line, character);
    all["newName"] = json!(new);
    let answer = editor.ask("textDocument/rename", all);
    if let Some(message) = answer["error"]["message"].as_str() {
        return Err(message.to_string());
    }
    let edits = answer["result"]["changes"][URI].as_array().cloned().unwrap_or_default();
    let mut lines: Vec<String> = text.split('\n').map(String::from).collect();
    for edit in edits.iter().rev() {
        let place = |end: &str, what: &str| edit["range"][end][what].as_u64().expect("a number") as usize;
        let line = &mut lines[place("start", "line")];
        line.replace_range(
            place("start", "character")..place("end", "character"),
            edit["newText"].as_str().expect("a text"),
        );
    }
    Ok(lines.join("\n"))
}

const TEXT: &str = "\
n := 3
K(n) := <K(n-k-a) + K(a) for k in 1..2 for a in 0..n-k>
K(n) + K(n = 5)
[n + k for k in [n, 4] if k > n]
for k in 1..3 do check K(k) == K(k) end
h := (n, m) -> n + m + h0(n)
h0(x) := x
g := graph <n -> a; a -> b>
g.n + n
kayles(n)
form loop n <n|0>
broken := K(n
";

#[test]
fn a_name_is_found_where_it_means_the_same() {
    let mut editor = Client::new();
    editor.open(URI, TEXT);
    // The variable, not the parameter; in what cannot be read, names count as those of the text.
    let variable = ["0:0-1", "2:2-3", "3:1-2", "3:17-18", "3:30-31", "8:6-7", "9:7-8", "11:12-13"];
    assert_eq!(references(&mut editor, 0, 0), variable);
    assert_eq!(references(&mut editor, 2, 3), variable);
    // The parameter, and the argument that is given by its name.
    assert_eq!(references(&mut editor, 1, 11), ["1:2-3", "1:11-12", "1:51-52", "2:9-10"]);
    assert_eq!(references(&mut editor, 2, 9), ["1:2-3", "1:11-12", "1:51-52", "2:9-10"]);
    // Names of clauses and loops.
    assert_eq!(references(&mut editor, 3, 5), ["3:5-6", "3:11-12", "3:26-27"]);
    assert_eq!(references(&mut editor, 4, 25), ["4:4-5", "4:25-26", "4:33-34"]);
    assert_eq!(references(&mut editor, 5, 6), ["5:6-7", "5:15-16", "5:26-27"]);
    // A function that is defined further down, and a label of a graph, which is none.
    assert_eq!(references(&mut editor, 5, 24), ["5:23-25", "6:0-2"]);
    assert_eq!(references(&mut editor, 7, 11), [""; 0]);
    // The label of a loop.
    assert_eq!(references(&mut editor, 10, 13), ["10:10-11", "10:13-14"]);
    // Built-in functions are found as well.
    assert_eq!(references(&mut editor, 9, 2), ["9:0-6"]);
    let marks = editor.at("documentHighlight", URI, 6, 0);
    assert_eq!(ranges(&marks), ["5:23-25", "6:0-2"]);
    assert_eq!([&marks[0]["kind"], &marks[1]["kind"]], [2, 3]);
    assert_eq!(editor.leave(), 0);
}

#[test]
fn a_name_is_changed_where_nothing_else_changes() {
    let mut editor = Client::new();
    editor.open(URI, TEXT);
    let mut line_of = |line: u32, character: u32, new: &str, wanted: usize| {
        let text = renamed(&mut editor, TEXT, line, character, new).expect("it can be changed");
        text.split('\n').nth(wanted).expect("it is there").to_string()
    };
    assert_eq!(line_of(0, 0, "size", 0), "size := 3");
    assert_eq!(line_of(0, 0, "size", 11), "broken := K(size");
    assert_eq!(line_of(0, 0, "size", 7), "g := graph <n -> a; a -> b>");
    assert_eq!(line_of(1, 2, "heap", 1), "K(heap) := <K(heap-k-a) + K(a) for k in 1..2 for a in 0..heap-k>");
    assert_eq!(line_of(1, 2, "heap", 2), "K(n) + K(heap = 5)");
    assert_eq!(line_of(5, 24, "h1", 5), "h := (n, m) -> n + m + h1(n)");
    assert_eq!(line_of(3, 5, "j", 3), "[n + j for j in [n, 4] if j > n]");
    // A parameter may be called as something built in is.
    assert_eq!(line_of(6, 3, "mex", 6), "h0(mex) := mex");

    let mut refusal =
        |line, character, new: &str| renamed(&mut editor, TEXT, line, character, new).expect_err("refused");
    assert_eq!(refusal(9, 1, "x"), "`kayles` is built in and keeps its name");
    assert_eq!(refusal(4, 1, "x"), "`for` is a word of the language and keeps its name");
    assert_eq!(refusal(0, 0, "end"), "`end` is a word of the language and no name");
    assert_eq!(refusal(0, 0, "2x"), "`2x` is no name; names are letters, digits and `_`, a letter first");
    assert_eq!(refusal(0, 0, "a b"), "`a b` is no name; names are letters, digits and `_`, a letter first");
    assert_eq!(refusal(0, 0, "kayles"), "`kayles` is built in; a definition of that name would hide it");
    let other = |new: &str| format!("`{new}` has another meaning where this name stands; choose another name");
    // Another definition, a name that is bound where it stands, a label that would become a name.
    assert_eq!(refusal(0, 0, "h0"), other("h0"));
    assert_eq!(refusal(0, 0, "k"), other("k"));
    assert_eq!(refusal(1, 2, "k"), other("k"));
    assert_eq!(refusal(5, 6, "m"), other("m"));

    assert_eq!(editor.at("prepareRename", URI, 1, 2)["placeholder"], "n");
    assert_eq!(editor.at("prepareRename", URI, 9, 2), Value::Null);
    assert_eq!(editor.leave(), 0);
}

/// A result has the names of functions and games in it, and those of vertices, which are no variables.
#[test]
fn a_name_is_changed_in_expected_results_too() {
    const SCRIPT: &str = "\
game S(T, n) := <S(T, n-k) for k in T if k <= n>
winning_moves(S({1, 3}, 3)) #=> [S({1, 3}, 2), S({1, 3}, 0)]
a := 2
graph <a -> b>  #=> graph <a -> b>";
    let mut editor = Client::new();
    editor.open(URI, SCRIPT);
    let text = renamed(&mut editor, SCRIPT, 0, 5, "Q").expect("it can be changed");
    assert!(text.contains("#=> [Q({1, 3}, 2), Q({1, 3}, 0)]"), "{text}");
    let text = renamed(&mut editor, SCRIPT, 2, 0, "b").expect("it can be changed");
    assert!(text.ends_with("graph <a -> b>  #=> graph <a -> b>"), "{text}");
    assert_eq!(references(&mut editor, 1, 33).len(), 5);
    assert_eq!(editor.leave(), 0);
}

#[test]
fn signs_have_the_classes_of_the_prompt() {
    let mut editor = Client::new();
    let text = "K(n) := up + n  # half\nK(3)  #=> ↑ + 3\n\"𝔸\" == \"\"; nim(2)\n";
    editor.open(URI, text);
    let legend = ["keyword", "variable", "function", "number", "string", "operator", "comment", "parameter"];
    let answer = editor.ask("textDocument/semanticTokens/full", json!({ "textDocument": { "uri": URI } }));
    let data: Vec<usize> = serde_json::from_value(answer["result"]["data"].clone()).expect("numbers");
    let (mut line, mut column, mut all) = (0, 0, Vec::new());
    for token in data.chunks(5) {
        column = if token[0] == 0 { column + token[1] } else { token[1] };
        line += token[0];
        all.push(format!("{line}:{column}+{} {} {}", token[2], legend[token[3]], token[4]));
    }
    let wanted = [
        "0:0+1 function 1",
        "0:2+1 parameter 1",
        "0:5+2 operator 0",
        "0:8+2 variable 2",
        "0:11+1 operator 0",
        "0:13+1 parameter 0",
        "0:16+6 comment 0",
        "1:0+1 function 0",
        "1:2+1 number 0",
        "1:6+9 comment 4",
        "2:0+4 string 0",
        "2:5+2 operator 0",
        "2:8+2 string 0",
        "2:12+3 function 2",
        "2:16+1 number 0",
    ];
    assert_eq!(all, wanted);
    assert_eq!(editor.leave(), 0);
}

#[test]
fn what_takes_several_lines_folds() {
    let mut editor = Client::new();
    let text = "# One\n# and two.\n\n# Alone.\nfor i in 1..3 do\n  x := [\n    1,\n    2\n  ]\nend\nK(n) := <\n  n\n  |\n>\n1 + 1\n";
    editor.open(URI, text);
    let answer = editor.ask("textDocument/foldingRange", json!({ "textDocument": { "uri": URI } }));
    let fold = |f: &Value| format!("{}-{} {}", f["startLine"], f["endLine"], f["kind"].as_str().unwrap_or(""));
    let folds: Vec<String> = answer["result"].as_array().into_iter().flatten().map(fold).collect();
    assert_eq!(folds, ["0-1 comment", "4-9 ", "5-8 ", "10-13 "]);
    assert_eq!(editor.leave(), 0);
}
