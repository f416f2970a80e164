//! `cg lsp`, asked as an editor asks: over the pipes of the process.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::program::{Folder, command};

/// Longer than any answer takes, on a busy machine too.
const PATIENCE: Duration = Duration::from_secs(60);

pub struct Client {
    child: Child,
    input: Option<ChildStdin>,
    output: Receiver<Value>,
    /// What came while something else was waited for.
    aside: Vec<Value>,
    next: i32,
}

fn messages(output: impl Read + Send + 'static) -> Receiver<Value> {
    let (sender, receiver) = channel();
    std::thread::spawn(move || {
        let mut output = BufReader::new(output);
        let mut line = String::new();
        while output.read_line(&mut line).is_ok_and(|n| n > 0) {
            let length: usize =
                line.trim().strip_prefix("Content-Length: ").expect("a length").parse().expect("digits");
            let mut body = vec![0; length + 2];
            output.read_exact(&mut body).expect("the whole message");
            let message = serde_json::from_slice(&body[2..]).expect("JSON");
            if sender.send(message).is_err() {
                return;
            }
            line.clear();
        }
    });
    receiver
}

impl Client {
    /// A server that waits for `initialize`.
    fn fresh() -> Client {
        Client::started(&["lsp"])
    }

    fn started(arguments: &[&str]) -> Client {
        let mut command = command();
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the program starts");
        let output = messages(child.stdout.take().expect("a pipe"));
        let input = child.stdin.take();
        Client { child, input, output, aside: Vec::new(), next: 0 }
    }

    pub fn new() -> Client {
        Client::with(&["lsp"])
    }

    fn with(arguments: &[&str]) -> Client {
        let mut client = Client::started(arguments);
        let answer = client.ask("initialize", json!({ "processId": null, "rootUri": null, "capabilities": {} }));
        assert_eq!(answer["result"]["capabilities"]["hoverProvider"], true);
        client.tell("initialized", json!({}));
        client
    }

    fn send(&mut self, body: &[u8]) {
        let input = self.input.as_mut().expect("still open");
        write!(input, "Content-Length: {}\r\n\r\n", body.len()).expect("it reads");
        input.write_all(body).and_then(|()| input.flush()).expect("it reads");
    }

    fn tell(&mut self, method: &str, params: Value) {
        self.send(json!({ "jsonrpc": "2.0", "method": method, "params": params }).to_string().as_bytes());
    }

    /// Sends a request and returns its number.
    fn post(&mut self, method: &str, params: Value) -> i32 {
        self.next += 1;
        let id = self.next;
        self.send(json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }).to_string().as_bytes());
        id
    }

    pub fn ask(&mut self, method: &str, params: Value) -> Value {
        let id = self.post(method, params);
        self.until(|m| m["id"] == id)
    }

    /// The first message that is wanted.
    fn until(&mut self, wanted: impl Fn(&Value) -> bool) -> Value {
        if let Some(at) = self.aside.iter().position(&wanted) {
            return self.aside.remove(at);
        }
        let end = Instant::now() + PATIENCE;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            let message = self.output.recv_timeout(left).unwrap_or_else(|_| panic!("came so far: {:#?}", self.aside));
            if wanted(&message) {
                return message;
            }
            self.aside.push(message);
        }
    }

    pub fn open(&mut self, uri: &str, text: &str) {
        let document = json!({ "uri": uri, "languageId": "cg", "version": 1, "text": text });
        self.tell("textDocument/didOpen", json!({ "textDocument": document }));
    }

    pub fn change(&mut self, uri: &str, version: i32, text: &str) {
        let document = json!({ "uri": uri, "version": version });
        let changes = json!([{ "text": text }]);
        self.tell("textDocument/didChange", json!({ "textDocument": document, "contentChanges": changes }));
    }

    /// The next list of diagnostics for which something holds, as codes.
    pub fn diagnostics(&mut self, holds: impl Fn(&[Value]) -> bool) -> Vec<Value> {
        let told = |m: &Value| m["method"] == "textDocument/publishDiagnostics";
        let list = |m: &Value| m["params"]["diagnostics"].as_array().cloned().unwrap_or_default();
        let message = self.until(|m| told(m) && holds(&list(m)));
        list(&message)
    }

    /// Asks about a place of an open text.
    pub fn at(&mut self, what: &str, uri: &str, line: u32, character: u32) -> Value {
        let position = json!({ "line": line, "character": character });
        let params = json!({ "textDocument": { "uri": uri }, "position": position });
        self.ask(&format!("textDocument/{what}"), params)["result"].clone()
    }

    fn hover(&mut self, uri: &str, line: u32, character: u32) -> String {
        self.at("hover", uri, line, character)["contents"]["value"].as_str().unwrap_or("").to_string()
    }

    /// Ends it as an editor does.
    pub fn leave(mut self) -> i32 {
        assert_eq!(self.ask("shutdown", Value::Null)["result"], Value::Null);
        self.tell("exit", Value::Null);
        self.child.wait().expect("it ends").code().unwrap_or(-1)
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub const URI: &str = "file:///nowhere/games.cg";

fn codes(diagnostics: &[Value]) -> Vec<&str> {
    diagnostics.iter().filter_map(|d| d["code"].as_str()).collect()
}

#[test]
fn a_conversation() {
    let mut editor = Client::new();
    editor
        .open(URI, "x := <0|1>\nK(n) := <K(a) + K(n-k-a) for k in 1..2 for a in 0..n-k>\nK(5) + x\ny := unknwon + 1\n");
    let wrong = editor.diagnostics(|_| true);
    assert_eq!(codes(&wrong), ["name::unknown"]);
    assert_eq!(
        wrong[0]["range"],
        json!({ "start": { "line": 3, "character": 5 }, "end": { "line": 3, "character": 12 } })
    );
    assert_eq!(wrong[0]["severity"], 1);

    editor.change(URI, 2, "x := <0|1>\nK(n) := <K(a) + K(n-k-a) for k in 1..2 for a in 0..n-k>\nK(5) + x\nout");
    assert_eq!(
        codes(&editor.diagnostics(|d| d.iter().all(|d| d["message"] != wrong[0]["message"]))),
        ["name::unknown"]
    );
    let found = editor.at("completion", URI, 3, 3);
    assert!(found.as_array().is_some_and(|all| all.iter().any(|c| c["textEdit"]["newText"] == "outcome(")), "{found}");

    editor.change(URI, 3, "x := <0|1>\nK(n) := <K(a) + K(n-k-a) for k in 1..2 for a in 0..n-k>\nK(5) + x\n");
    assert!(editor.diagnostics(|d| d.is_empty()).is_empty());
    // The sum, the call, the function, the parameter.
    assert!(editor.hover(URI, 2, 6).starts_with("```cg\nK(5) + x = 1/2 + ∗4\n```"));
    let call = editor.hover(URI, 2, 0);
    assert!(call.starts_with("```cg\nK(5) = ∗4\n```") && call.contains("K(n) := <K(a)"), "{call}");
    let variable = editor.hover(URI, 0, 0);
    assert!(variable.starts_with("```cg\nx = 1/2\n```") && variable.contains("x := <0|1>"), "{variable}");
    assert!(editor.hover(URI, 1, 18).contains("bound here"));
    assert!(editor.hover(URI, 2, 7).contains("x = 1/2"));

    let place = editor.at("definition", URI, 2, 0);
    assert_eq!(place["range"]["start"], json!({ "line": 1, "character": 0 }));
    let place = editor.at("definition", URI, 1, 22);
    assert_eq!(place["range"]["start"], json!({ "line": 1, "character": 43 }), "{place}");
    let symbols = editor.ask("textDocument/documentSymbol", json!({ "textDocument": { "uri": URI } }));
    let names: Vec<_> = symbols["result"].as_array().expect("a list").iter().map(|s| s["name"].clone()).collect();
    assert_eq!(names, ["x", "K"]);

    editor.change(URI, 4, "K(n) := n\nK(2,\nnim_value(");
    assert!(editor.at("signatureHelp", URI, 1, 4).is_null(), "there is no second argument");
    let signature = editor.at("signatureHelp", URI, 2, 10);
    assert_eq!(signature["signatures"][0]["label"], "nim_value(p)");
    assert_eq!(editor.leave(), 0);
}

/// Parameters, loops, clauses and names behind `where`, fields and vertices, on one line and on several.
#[test]
fn names_that_are_bound_are_completed() {
    let mut editor = Client::new();
    let mut offered = |text: &str| {
        editor.open(URI, text);
        // A hover is answered when the line has run.
        editor.hover(URI, 0, 0);
        let (line, last) = text.split('\n').enumerate().last().expect("a line");
        let found = editor.at("completion", URI, line as u32, last.len() as u32);
        let all = found.as_array().into_iter().flatten();
        all.map(|c| c["textEdit"]["newText"].as_str().unwrap_or("").to_string()).collect::<Vec<_>>()
    };
    for (text, wanted) in [
        ("f(heapsize) := heapsi", "heapsize"),
        ("f(a, heapsize = 2) := heapsi", "heapsize"),
        ("for index in 1..3 do\n  print(inde", "index"),
        ("[k for [index, k] in [[1, 2]] if inde", "index"),
        ("map((index, k) -> inde", "index"),
        ("a where valuex := 1 + valu", "valuex"),
        ("g := graph <aa -> bb; bb -> aa>\ng.", "aa"),
        ("x := solve(nim(3))\nx.win", "winner"),
    ] {
        let found = offered(text);
        assert!(found.iter().any(|one| one == wanted), "{text}: {wanted}, {found:?}");
    }
    assert!(offered("outco").contains(&"outcome(".to_string()));
    assert_eq!(editor.leave(), 0);
}

#[test]
fn help_of_built_ins_and_words() {
    let mut editor = Client::new();
    editor.open(URI, "outcome(nim(2, 2))\ncheck 1 == 1\nform <0,1,+-1|2>\n");
    let help = editor.hover(URI, 0, 2);
    assert!(help.starts_with("```cg\noutcome(nim(2, 2)) = P\n```") && help.contains("outcome(p"), "{help}");
    assert!(editor.hover(URI, 0, 9).contains("nim("));
    assert!(editor.hover(URI, 1, 1).contains("check"));
    let story = editor.hover(URI, 2, 5);
    assert!(story.starts_with("```cg\nform <0,1,+-1|2> = 3/2\n```") && story.contains("dominated"), "{story}");
    assert_eq!(editor.leave(), 0);
}

#[test]
fn columns_count_units_of_utf16() {
    let mut editor = Client::new();
    editor.open(URI, "↑ + ½ + unknwon\n# 𝔸𝔸\nω := 1\n");
    let wrong = editor.diagnostics(|_| true);
    assert_eq!(wrong[0]["range"]["start"], json!({ "line": 0, "character": 8 }));
    editor.change(URI, 2, "x := ↑ + ½\n\"𝔸\"; x + ↑");
    editor.diagnostics(|d| d.is_empty());
    let shown = editor.hover(URI, 1, 6);
    assert!(shown.contains("x = 1/2 + ↑"), "{shown}");
    let place = editor.at("definition", URI, 1, 6);
    assert_eq!(place["range"], json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 0, "character": 1 } }));
    assert_eq!(editor.leave(), 0);
}

#[test]
fn formatting_is_that_of_fmt() {
    let mut editor = Client::new();
    editor.open(URI, "x:=1 # ½\n\n\ny  := 2");
    let ask = |editor: &mut Client| {
        let params = json!({ "textDocument": { "uri": URI }, "options": { "tabSize": 4, "insertSpaces": true } });
        editor.ask("textDocument/formatting", params)["result"].clone()
    };
    let edits = ask(&mut editor);
    assert_eq!(edits[0]["newText"], "x := 1  # ½\n\ny := 2\n");
    assert_eq!(edits[0]["range"]["end"], json!({ "line": 3, "character": 7 }));
    editor.change(URI, 2, "x := 1\n");
    assert_eq!(ask(&mut editor), json!([]));
    editor.change(URI, 3, "x := <1|");
    assert_eq!(ask(&mut editor), Value::Null);
    assert_eq!(editor.leave(), 0);
}

#[test]
fn checks_and_results_are_told() {
    let mut editor = Client::new();
    editor.open(
        URI,
        "1 + 1  #=> 3\ncheck up == down\n1/0  #=> error number::division-by-zero\n2 + 2  #=> 2*2\nmissing  #=> error\n",
    );
    let wrong = editor.diagnostics(|d| d.len() == 2);
    assert_eq!(codes(&wrong), ["check::failed", "check::failed"]);
    assert_eq!(wrong[0]["severity"], 2);
    assert!(wrong[0]["message"].as_str().is_some_and(|m| m.starts_with("this gives 2")), "{wrong:?}");
    assert_eq!(wrong[1]["range"]["start"]["line"], 1);
    assert_eq!(editor.leave(), 0);
}

#[test]
fn nothing_is_written_and_nothing_hangs() {
    let folder = Folder::new();
    let target = folder.path().join("out.dot");
    let text = format!(
        "g := graph <a -> b>\nsave_graph(g, {target:?})\nplay(nim(3))\nimport \"/dev/stdin\"\nfor i in 1..10^12 do print(i) end\n\
         domineering(9, 9)\nf(n) := f(n + 1)\nf(0)\nx := 1\nx + 1\n"
    );
    let mut editor = Client::new();
    editor.open(URI, &text);
    assert_eq!(codes(&editor.diagnostics(|_| true)), ["import::unreadable"]);
    editor.change(URI, 2, &text.replace("import", "# import"));
    // Answers come while it runs.
    for line in 0..9 {
        let start = Instant::now();
        editor.at("hover", URI, line, 0);
        assert!(start.elapsed() < PATIENCE / 2, "line {line}");
    }
    editor.change(URI, 3, "1 + 1");
    assert!(editor.hover(URI, 0, 2).contains("1 + 1 = 2"));
    assert!(!target.exists());
    assert_eq!(editor.leave(), 0);
}

#[test]
fn no_text_waits_for_another() {
    let mut editor = Client::with(&["--timeout", "1h", "lsp"]);
    editor.open(URI, "for i in 1..10^15 do check true end\n");
    let other = "file:///other.cg";
    editor.open(other, "1 + 1  #=> 3\n");
    let is_told = |m: &Value| m["params"]["uri"] == other && m["params"]["diagnostics"][0]["code"] == "check::failed";
    editor.until(is_told);
    // The first one runs again, whatever is asked of the second.
    editor.open(URI, "for i in 1..10^15 do check true end\n2\n");
    assert!(editor.hover(other, 0, 2).contains("1 + 1 = 2"));
    editor.change(other, 2, "1 + 1  #=> 4\n");
    editor.until(is_told);
    // Of one that is closed nothing is told, and it can be opened again.
    editor.tell("textDocument/didClose", json!({ "textDocument": { "uri": other } }));
    editor.until(|m| m["params"]["uri"] == other && m["params"]["diagnostics"] == json!([]));
    editor.open(other, "1 + 1  #=> 5\n");
    editor.until(is_told);
    assert_eq!(editor.leave(), 0);
}

#[test]
fn a_very_long_text_is_not_read() {
    let mut editor = Client::new();
    editor.open(URI, &"1\n".repeat(600_000));
    assert_eq!(codes(&editor.diagnostics(|all| !all.is_empty())), ["limit::size"]);
    editor.hover(URI, 7, 0);
    editor.change(URI, 2, "1 + 1");
    assert!(editor.hover(URI, 0, 2).contains("1 + 1 = 2"));
    assert_eq!(editor.leave(), 0);
}

#[test]
fn values_stand_beside_their_lines() {
    let mut editor = Client::fresh();
    let workspace = json!({ "inlayHint": { "refreshSupport": true } });
    let answer = editor.ask("initialize", json!({ "capabilities": { "workspace": workspace } }));
    assert_eq!(answer["result"]["capabilities"]["inlayHintProvider"], true);
    let long: Vec<String> = (1..=40).map(|n| n.to_string()).collect();
    let text = "g := up + *\nf(n) := 2 * n  # doubles\nf(3)   # six\nf(4)  #=> 8\n1/0\n[n for n in 1..40]\n";
    let uri = "untitled:hints";
    let hints = |editor: &mut Client, last: u32| {
        let range = json!({ "start": { "line": 0, "character": 0 }, "end": { "line": last, "character": 0 } });
        let answer = editor.ask("textDocument/inlayHint", json!({ "textDocument": { "uri": uri }, "range": range }));
        answer["result"].as_array().cloned().expect("a list")
    };
    let refreshed = |m: &Value| m["method"] == "workspace/inlayHint/refresh";
    editor.open(uri, text);
    let mut found = Vec::new();
    while found.len() < 3 {
        editor.until(refreshed);
        found = hints(&mut editor, 9);
    }
    let [sum, six, list] = &found[..] else { panic!("{found:?}") };
    assert_eq!((sum["label"].as_str(), &sum["position"]), (Some("= ↑ + ∗"), &json!({ "line": 0, "character": 11 })));
    assert_eq!((six["label"].as_str(), &six["position"]), (Some("= 6"), &json!({ "line": 2, "character": 4 })));
    assert_eq!(list["tooltip"].as_str(), Some(&*format!("[{}]", long.join(", "))));
    assert!(list["label"].as_str().is_some_and(|label| label.starts_with("= [1, 2, 3") && label.ends_with(" ...")));
    assert_eq!(hints(&mut editor, 1).len(), 1, "in the range alone");
    editor.change(uri, 2, "2 + 2\n");
    editor.until(refreshed);
    let found = hints(&mut editor, 9);
    assert_eq!((found.len(), found[0]["label"].as_str()), (1, Some("= 4")));

    let mut quiet = Client::fresh();
    let options = json!({ "valueHints": false });
    let answer = quiet.ask("initialize", json!({ "capabilities": {}, "initializationOptions": options }));
    assert_eq!(answer["result"]["capabilities"]["inlayHintProvider"], Value::Null);
}

#[test]
fn definitions_in_imported_files() {
    let folder = Folder::new();
    folder.file("rules of mine.cg", "# rules\nhalf := <0|1>\nbroken(n) := n\n");
    let uri = format!("file://{}/main.cg", folder.path().display());
    let mut editor = Client::new();
    editor.open(&uri, "import \"rules of mine.cg\"\nhalf + 1\n");
    assert!(editor.diagnostics(|_| true).is_empty());
    let place = editor.at("definition", &uri, 1, 1);
    assert!(place["uri"].as_str().is_some_and(|u| u.ends_with("/rules%20of%20mine.cg")), "{place}");
    assert_eq!(place["range"]["start"], json!({ "line": 1, "character": 0 }));
    assert!(editor.at("definition", &uri, 0, 12)["uri"].is_string());
    assert!(editor.hover(&uri, 1, 6).contains("half + 1 = 3/2"));
    // An import reads the text in the editor, saved or not.
    let imported = format!("file://{}/rules%20of%20mine.cg", folder.path().display());
    editor.open(&imported, "half := 5\nhalf\n");
    assert!(editor.hover(&uri, 1, 6).contains("half + 1 = 6"));
    editor.change(&imported, 2, "half := 7\n");
    assert!(editor.hover(&uri, 1, 6).contains("half + 1 = 8"));
    editor.tell("textDocument/didClose", json!({ "textDocument": { "uri": imported } }));
    assert!(editor.hover(&uri, 1, 6).contains("half + 1 = 3/2"));
    folder.file("rules of mine.cg", "half := <0|\n");
    editor.change(&uri, 2, "\nimport \"rules of mine.cg\"\n");
    let wrong = editor.diagnostics(|d| !d.is_empty());
    assert_eq!(wrong[0]["range"]["start"]["line"], 1);
    assert!(wrong[0]["relatedInformation"][0]["location"]["uri"].is_string(), "{wrong:?}");
    assert_eq!(editor.leave(), 0);
}

#[test]
fn bad_requests_are_answered() {
    let mut editor = Client::fresh();
    assert_eq!(editor.ask("textDocument/hover", json!({}))["error"]["code"], -32002);
    editor.ask("initialize", json!({ "capabilities": {} }));
    assert_eq!(editor.ask("initialize", json!({}))["error"]["code"], -32600);
    assert_eq!(editor.ask("textDocument/dance", json!({}))["error"]["code"], -32601);
    assert_eq!(editor.ask("textDocument/hover", json!({}))["error"]["code"], -32602);
    assert_eq!(editor.ask("textDocument/hover", json!([1, 2]))["error"]["code"], -32602);
    editor.open(URI, "1\n");
    let params = json!({ "textDocument": { "uri": URI }, "position": { "line": -1 } });
    assert_eq!(editor.ask("textDocument/hover", params)["error"]["code"], -32602);
    editor.at("hover", URI, 99, 4_000_000);
    editor.send(b"{ this is no json");
    assert_eq!(editor.until(|m| m["id"].is_null() && m["error"].is_object())["error"]["code"], -32700);
    editor.send(b"[1, 2]");
    assert_eq!(editor.until(|m| m["id"].is_null() && m["error"].is_object())["error"]["code"], -32600);
    editor.send(&vec![b'['; 100_000]);
    assert_eq!(editor.until(|m| m["id"].is_null() && m["error"].is_object())["error"]["code"], -32700);
    editor
        .tell("textDocument/didChange", json!({ "textDocument": { "uri": "file:///other.cg" }, "contentChanges": 3 }));
    editor.tell("workspace/strange", json!(null));
    assert!(editor.hover(URI, 0, 0).is_empty());
    assert_eq!(editor.ask("shutdown", Value::Null)["result"], Value::Null);
    assert_eq!(editor.ask("textDocument/hover", json!({}))["error"]["code"], -32600);
    editor.tell("exit", Value::Null);
    assert_eq!(editor.child.wait().expect("it ends").code(), Some(0));
}

#[test]
fn it_ends_with_its_editor() {
    let mut editor = Client::new();
    editor.open(URI, "for i in 1..10^12 do check true end\n");
    editor.input = None;
    assert_eq!(editor.child.wait().expect("it ends").code(), Some(1));
}

#[test]
fn a_long_text_is_answered_at_once() {
    let mut text: String = (0..1000).map(|n| format!("x{n} := {n}*up + *{n}\n")).collect();
    text.push_str("x7 + x8\n");
    let mut editor = Client::new();
    editor.open(URI, &text);
    assert!(editor.diagnostics(|_| true).is_empty());
    let mut best = Duration::MAX;
    for _ in 0..8 {
        let start = Instant::now();
        editor.at("hover", URI, 1000, 3);
        best = best.min(start.elapsed());
    }
    assert!(best < Duration::from_secs(1), "{best:?}");
    assert!(editor.hover(URI, 1000, 3).contains("x7 + x8 = 15·↑ + ∗15"));
    // Changes that follow one another are answered by the last one.
    for version in 2..30 {
        editor.change(URI, version, &text.replace("x7 + x8", &format!("x7 + {version}")));
    }
    let start = Instant::now();
    assert!(editor.hover(URI, 1000, 0).contains("x7"));
    assert!(start.elapsed() < PATIENCE / 2);
    assert_eq!(editor.leave(), 0);
}

#[test]
fn what_is_taken_back_is_not_computed() {
    let mut editor = Client::new();
    editor.open(URI, "domineering(8, 8)\n");
    let mut batch = Vec::new();
    // The answer to each takes as long as an editor may wait, so the last is taken back long before its turn.
    for id in 100..=130 {
        let params = json!({ "textDocument": { "uri": URI }, "position": { "line": 0, "character": 3 } });
        batch.push(json!({ "jsonrpc": "2.0", "id": id, "method": "textDocument/hover", "params": params }));
    }
    batch.push(json!({ "jsonrpc": "2.0", "method": "$/cancelRequest", "params": { "id": 130 } }));
    for message in batch {
        editor.send(message.to_string().as_bytes());
    }
    assert!(editor.until(|m| m["id"] == 100)["error"].is_null());
    assert_eq!(editor.until(|m| m["id"] == 130)["error"]["code"], -32800);
    assert_eq!(editor.leave(), 0);
}

#[test]
fn a_value_that_was_another_one_is_not_shown() {
    let mut editor = Client::new();
    // Names in the bodies of functions are read when they are called.
    editor.open(URI, "x := 1\nf(n) := n+x\ng(n) := f(n)\ny := g(2)+0\nh := [g]\nz := h[0](2)\nx := 5\n");
    let call = editor.hover(URI, 3, 5);
    assert!(call.contains("g(n) := f(n)") && !call.contains("= 7"), "{call}");
    assert!(!editor.hover(URI, 3, 9).contains("= 7"));
    assert!(!editor.hover(URI, 5, 9).contains("= 7"));
    // What `y` has been given stays.
    assert!(editor.hover(URI, 3, 0).contains("y = 3"));
    editor.change(URI, 2, "x := 1\nf(n) := n+x\ng(n) := f(n)\ny := g(2)+0\n");
    assert!(editor.hover(URI, 3, 5).contains("g(2) = 3"));
    assert_eq!(editor.leave(), 0);
}

#[test]
fn what_is_run_through_stands_outside_of_its_clause() {
    let mut editor = Client::new();
    editor.open(
        URI,
        "n := [1, 2]\nx := [n for n in n]\ny := [n for n in n for m in n..3, n]\nfor n in n do\n  n\nend\nn := [n]\n",
    );
    let place = |editor: &mut Client, line, character| {
        let start = editor.at("definition", URI, line, character)["range"]["start"].clone();
        (start["line"].as_u64().unwrap_or(99), start["character"].as_u64().unwrap_or(99))
    };
    // The member, its name, what it runs through.
    assert_eq!([6, 12, 17].map(|c| place(&mut editor, 1, c)), [(1, 12), (1, 12), (0, 0)]);
    // A later clause sees the earlier one, the next member does not.
    assert_eq!([17, 28, 34].map(|c| place(&mut editor, 2, c)), [(0, 0), (2, 12), (0, 0)]);
    assert_eq!([4, 9].map(|c| place(&mut editor, 3, c)), [(3, 4), (0, 0)]);
    assert_eq!(place(&mut editor, 4, 2), (3, 4));
    assert_eq!([0, 6].map(|c| place(&mut editor, 6, c)), [(6, 0), (0, 0)]);
    assert!(editor.hover(URI, 1, 6).contains("bound here"));
    editor.change(URI, 2, "n := [1, 2]\nx := [n for n in n]\n");
    let source = editor.hover(URI, 1, 17);
    assert!(source.contains("n = [1, 2]") && !source.contains("bound here"), "{source}");
    assert_eq!(editor.leave(), 0);
}

#[test]
fn the_argument_that_is_named_is_marked() {
    let mut editor = Client::new();
    editor.open(URI, "f(a, b) := a\nf(b = \n");
    let marked = |answer: &Value| {
        let at = answer["activeParameter"].as_u64().expect("a number") as usize;
        answer["signatures"][0]["parameters"][at]["label"].as_str().unwrap_or("none").to_string()
    };
    assert_eq!(marked(&editor.at("signatureHelp", URI, 1, 6)), "b");
    for (text, label) in [
        ("component(R = ", "R?"),
        ("component(", "D?"),
        ("nim(1, 2, 3, 4, ", "heaps, ..."),
        ("f(a, b = 2) := a\nf(1, ", "b?"),
    ] {
        editor.change(URI, 2, text);
        let line = text.matches('\n').count() as u32;
        let answer = editor.at("signatureHelp", URI, line, 99);
        assert_eq!(marked(&answer), label, "{text}: {answer}");
    }
    assert_eq!(editor.leave(), 0);
}

#[test]
fn a_long_line_is_outlined() {
    let text: String = (0..40_000).map(|n| format!("x{n} := {n}; ")).collect();
    let mut editor = Client::new();
    editor.open(URI, &text);
    editor.hover(URI, 0, 0);
    // A search for the place of each symbol from the beginning of the line would outlast the client's patience.
    let symbols = editor.ask("textDocument/documentSymbol", json!({ "textDocument": { "uri": URI } }));
    let last = symbols["result"].as_array().and_then(|all| all.last()).expect("symbols");
    assert_eq!(last["range"]["start"]["character"], text.find("x39999").expect("it is there"));
}

#[test]
fn limits_of_what_is_expected_are_no_failures() {
    let mut editor = Client::new();
    editor.open(URI, "1 + 1  #=> nim_value(octal(\"0.007\", 10^8))\n2 + 2  #=> 5\n");
    let wrong = editor.diagnostics(|d| !d.is_empty());
    assert_eq!((wrong.len(), &wrong[0]["range"]["start"]["line"]), (1, &json!(1)), "{wrong:?}");
}

/// The lines on which something is told, counted from 1, and its code.
fn told(diagnostics: &[Value]) -> Vec<String> {
    let told = |d: &Value| {
        let line = d["range"]["start"]["line"].as_u64().unwrap_or(u64::MAX);
        format!("{} {}", line + 1, d["code"].as_str().unwrap_or(""))
    };
    diagnostics.iter().map(told).collect()
}

#[test]
fn each_cause_is_told_once_and_the_rest_runs() {
    let mut editor = Client::new();
    let text = "x = 5\nx + 1\nK(n) := <K(n-1)|0> 5\n\nK(3)\ng(n) := K(n)\ng(2)\nfor i un 1..3 do\n  q := i\nend\nq + 1\n\
                2 + 2  #=> 5\nblub + 1\nw := blub + 2\nw\nv := 1/0\nv + 1\nu := v\nu\n3 + 3  #=> 7\nimport \"nowhere.cg\"\nzork(3)\n\
                y := 3\ny  #=> 4\n";
    editor.open(URI, text);
    let all = editor.diagnostics(|d| codes(d).iter().filter(|c| **c == "check::failed").count() == 3);
    let mut lines = told(&all);
    lines.sort_by_key(|line| line.split(' ').next().and_then(|n| n.parse::<u32>().ok()));
    let wanted = [
        "1 syntax::equals",
        "3 syntax::missing-operator",
        "8 syntax::missing-in",
        "12 check::failed",
        "13 name::unknown",
        "16 number::division-by-zero",
        "20 check::failed",
        "21 import::missing",
        "24 check::failed",
    ];
    assert_eq!(lines, wanted);
}
