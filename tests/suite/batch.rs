//! `cg batch`: a line in, an object out.

use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;

use serde_json::{Value, json};

use crate::program::{cg, command, fed};

fn answers(input: &str) -> Vec<Value> {
    let ran = fed(&["batch"], input.as_bytes());
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    ran.out.lines().map(|line| serde_json::from_str(line).expect(line)).collect()
}

#[test]
fn every_line_is_answered_in_order() {
    let all = answers("1 + 1\n\nx := *3\n<0|\nx + *1\n# nothing\n1/0\n<1|-1>");
    let texts: Vec<_> = all.iter().map(|a| a["text"].as_str().unwrap_or("-")).collect();
    assert_eq!(texts, ["2", "", "", "-", "*2", "", "-", "+-1"]);
    let kinds: Vec<_> = all.iter().map(|a| a["kind"].as_str().unwrap_or("-")).collect();
    assert_eq!(kinds, ["number", "nothing", "nothing", "-", "nimber", "nothing", "-", "game"]);
}

#[test]
fn errors_have_code_message_help_and_span() {
    let all = answers("½ + foo\n");
    assert_eq!(all[0]["ok"], false);
    assert_eq!(all[0]["code"], "name::unknown");
    assert_eq!(all[0]["span"], json!([5, 8]), "in bytes of the statement");
    assert!(all[0]["message"].is_string() && all[0].get("help").is_some());
}

#[test]
fn objects_carry_an_id_exactly() {
    let ids = ["7", "\"a b\"", "[1,{\"x\":null}]", "123456789012345678901234567890", "1.50"];
    for id in ids {
        let ran = fed(&["batch"], format!("{{\"id\": {id}, \"expr\": \"2*3\"}}\n").as_bytes());
        assert!(ran.out.starts_with(&format!("{{\"id\":{id},\"ok\":true,")), "{}", ran.out);
    }
    let all = answers("{\"expr\": \"1 + \\u0031\"}\n{0,*|*}\n{1, 2}\n{\"expr\": 5}\n");
    assert_eq!(all[0]["text"], "2");
    assert_eq!(all[1]["ok"], true, "a line with a brace that is no such object is a statement");
    assert_eq!(all[2]["kind"], "set");
    assert_eq!(all[3]["ok"], false);
}

#[test]
fn what_is_printed_and_warned_of_is_gathered() {
    let all = answers("print(1); print(2); 3\nnim_value(nim(3)) == *4\nouter(n) := n; outer(1); outer(2)\n");
    assert_eq!((all[0]["printed"].as_str(), all[0]["text"].as_str()), (Some("1\n2\n"), Some("3")));
    assert_eq!(all[1]["warnings"][0]["code"], "value::compared-with-number");
    assert_eq!(all[2]["text"], "2");
    assert!(all[2].get("printed").is_none() && all[2].get("warnings").is_none());
}

#[test]
fn positions_are_written_and_valued() {
    let all = answers("nim(3) + nim(1)\nform <0|*>\n");
    assert_eq!((all[0]["kind"].as_str(), all[0]["text"].as_str()), (Some("position"), Some("nim(3) + nim(1)")));
    assert_eq!(all[0]["value"], "*2");
    assert_eq!(all[1]["value"], "up");
}

#[test]
fn texts_read_back_as_the_same_value() {
    let all = answers("3/4\nup + *\n<5|-2>\n{1, 2}\n[1, \"a\\\"b\"]\nomega + 1\ninf(0, 2)\ntrue\nN\n");
    let again: String = all.iter().map(|a| a["text"].as_str().expect("a text").to_string() + "\n").collect();
    assert_eq!(answers(&again), all);
}

#[test]
fn lines_are_answered_at_once() {
    let mut child = command().arg("batch").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it starts");
    let mut input = child.stdin.take().expect("a pipe");
    let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
    for n in 1..4 {
        writeln!(input, "{n} + 1").expect("it listens");
        let mut line = String::new();
        output.read_line(&mut line).expect("it answers before the next line");
        assert!(line.contains(&format!("\"text\":\"{}\"", n + 1)), "{line}");
    }
    drop(input);
    assert!(child.wait().expect("it ends").success());
}

#[test]
fn strange_lines_do_not_stop_it() {
    let mut input = b"1\n\xff\xfe\n2\r\n".to_vec();
    input.extend("(".repeat(100_000).bytes());
    input.extend(b"\n3");
    let ran = fed(&["batch"], &input);
    let all: Vec<Value> = ran.out.lines().map(|l| serde_json::from_str(l).expect("JSON")).collect();
    let fine: Vec<_> = all.iter().map(|a| a["ok"].as_bool() == Some(true)).collect();
    assert_eq!((fine, ran.status), (vec![true, false, true, false, true], 0));
    assert_eq!(all[1]["code"], "io::read");
}

#[test]
fn limits_are_answers() {
    let ran = fed(&["batch", "--timeout", "100ms"], b"for i in 1..10^12 do check true end\n1 + 1\n");
    let all: Vec<Value> = ran.out.lines().map(|l| serde_json::from_str(l).expect("JSON")).collect();
    assert_eq!((all[0]["code"].as_str(), all[1]["text"].as_str()), (Some("limit::time"), Some("2")));
    assert_eq!(cg(&["batch"]).out, "");
}

#[test]
fn a_graph_is_a_literal_that_reads_back_and_a_table() {
    let all = answers(
        "graph <a -> b; b -> a, t; t>\ngraph <n -> n - 1 for n in 1..5000>\nsave_graph(graph <a -> b>, \"/dev/null/x.dot\")",
    );
    assert_eq!(all[0]["text"], "graph <a -> b; b -> a, t>");
    assert!(all[0]["table"].as_str().unwrap().contains("| b      | inf() | 1 | N       | *     | 3       |"));
    assert_eq!(all[1]["text"], "a graph of 5001 vertices");
    assert_eq!(all[2]["code"], "io::write");
}
