//! `cg batch`: a line in, an object out.

use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;

use serde_json::{Value, json};

use crate::program::{Folder, cg, command, fed, killed};

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
fn names_behind_where_belong_to_the_line_before() {
    let all = answers("f(n) := d\n  where d := n\nf(3)\n7\nwhere d := 2\n");
    assert_eq!(all.len(), 5, "every line is answered");
    assert_eq!(all[0]["warnings"][0]["code"], "name::unknown");
    assert_eq!((&all[1]["ok"], &all[2]["data"]), (&json!(true), &json!(3)));
    assert_eq!(all[4]["code"], "syntax::where");
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
fn an_option_that_is_no_game_is_marked_and_not_its_literal() {
    for option in ["1/3", "\"x\"", "true", "x -> x", "dict([])", "kayles", "omega"] {
        let all = answers(&format!("game a(b) := <({option}) for p in cells(b, \".\")>; options(a(board(1, 1)))"));
        assert_eq!(all[0]["span"], json!([15, 15 + option.len()]), "{option}: {}", all[0]);
    }
}

#[test]
fn objects_carry_an_id_exactly() {
    let ids = ["7", "\"a b\"", "[1,{\"x\":null}]", "123456789012345678901234567890", "1.50"];
    for id in ids {
        let ran = fed(&["batch"], format!("{{\"id\": {id}, \"expr\": \"2*3\"}}\n").as_bytes());
        assert!(ran.out.starts_with(&format!("{{\"id\":{id},\"ok\":true,")), "{}", ran.out);
    }
    let all = answers("{\"expr\": \"1 + \\u0031\"}\n{0,*|*}\n{1, 2}\n");
    assert_eq!(all[0]["text"], "2");
    assert_eq!(all[1]["ok"], true, "a line with a brace that is no JSON object is a statement");
    assert_eq!(all[2]["kind"], "set");
}

#[test]
fn objects_that_are_no_requests_are_answered_by_their_id() {
    let deep = format!("{}1{}", "[".repeat(5000), "]".repeat(5000));
    let ids = ["7", "null", "\"\\ud83d\\ude00\"", "{\"a\":[1,2]}", "-0.0e5", &deep];
    for id in ids {
        let bad = [
            format!("{{\"id\":{id}}}"),
            format!("{{\"exp\":\"1\",\"id\":{id}}}"),
            format!("{{\"id\":{id},\"expr\":[1]}}"),
            format!("{{\"id\":{id},\"expr\":\"1\",\"timeout\":2}}"),
            format!("{{\"id\":{id},\"expr\":\"1\",\"timeout\":\"2\"}}"),
            format!("{{\"id\":{id},\"expr\":\"1\",\"memory\":\"1B\"}}"),
        ];
        let ran = fed(&["batch"], bad.join("\n").as_bytes());
        assert_eq!((ran.status, ran.out.lines().count()), (0, bad.len()), "{}", ran.out);
        for line in ran.out.lines() {
            let head = format!("{{\"id\":{id},\"ok\":false,\"code\":\"batch::request\",\"message\":");
            assert!(line.starts_with(&head), "{line}");
        }
    }
    assert_eq!(answers("{}\n")[0]["code"], "batch::request");
}

#[test]
fn a_line_may_have_limits_of_its_own() {
    let slow = "for n in 1..10^12 do check true end";
    let all = answers(&format!(
        "{{\"id\": 1, \"expr\": \"{slow}\", \"timeout\": \"100ms\"}}\n\
         {{\"id\": 2, \"expr\": \"[n*n for n in 1..10^7]\", \"memory\": \"20MB\"}}\n\
         {{\"id\": 3, \"expr\": \"len([n for n in 1..10^5])\"}}\n"
    ));
    let codes: Vec<_> = all.iter().map(|a| a["code"].as_str().unwrap_or("-")).collect();
    assert_eq!(codes, ["limit::time", "limit::memory", "-"]);
    assert_eq!(all[2]["data"], 100_000);
}

#[test]
fn data_is_the_same_answer_as_json() {
    let rows = [
        ("2^53", "number", json!(9_007_199_254_740_992_i64)),
        ("-2^53", "number", json!(-9_007_199_254_740_992_i64)),
        ("2^53 + 1", "number", json!("9007199254740993")),
        ("5/8", "number", json!("5/8")),
        ("true", "boolean", json!(true)),
        ("\"a\\\"b\"", "text", json!("a\"b")),
        ("N", "outcome", json!("N")),
        ("[1, [2, \"x\"], {3/2}]", "list", json!([1, [2, "x"], ["3/2"]])),
        ("{3, 1}", "set", json!([1, 3])),
        ("1..4", "list", json!([1, 2, 3, 4])),
        ("1..10^7", "list", json!("1..10000000")),
        ("<2|-1/2>", "game", json!({"left": ["2"], "right": ["-1/2"]})),
        ("up", "game", json!({"left": ["0"], "right": ["*"]})),
        ("<2,<3|0>|-1>", "game", json!({"left": ["2", "<3|0>"], "right": ["-1"]})),
        ("*5", "nimber", json!("*5")),
        ("omega + 1", "ordinal", json!("omega + 1")),
        ("inf(0, 2)", "gamma", json!({"inf": [0, 2]})),
        ("nim(3, 4, 5)", "position", json!({"ruleset": "nim", "arguments": [3, 4, 5], "value": "*2", "outcome": "N"})),
        (
            "domineering(\"..\")",
            "position",
            json!({"ruleset": "domineering", "arguments": [".."], "value": -1, "outcome": "R"}),
        ),
        (
            "(graph <a -> b; b -> a>).a",
            "position",
            json!({"ruleset": "graph", "arguments": ["a"], "value": {"inf": []}, "outcome": "D"}),
        ),
        (
            "form <0,*|1>",
            "position",
            json!({"ruleset": "form", "arguments": [[0, "*"], [1]], "value": "1/2", "outcome": "L"}),
        ),
        (
            "[nim(1) + kayles(2)]",
            "list",
            json!([{"ruleset": "sum", "arguments": [
                {"ruleset": "nim", "arguments": [1]}, {"ruleset": "kayles", "arguments": [2]}]}]),
        ),
        ("table([[1, *]], [\"n\", \"v\"])", "table", json!({"columns": ["n", "v"], "rows": [[1, "*"]]})),
        ("subtraction({1, 3})", "ruleset", json!({"ruleset": "subtraction", "arguments": [[1, 3]]})),
        ("x := 1", "nothing", json!(null)),
    ];
    let input: String = rows.iter().map(|(expression, ..)| format!("{expression}\n")).collect();
    for ((expression, kind, data), answer) in rows.iter().zip(answers(&input)) {
        assert_eq!((answer["kind"].as_str(), &answer["data"]), (Some(*kind), data), "{expression}: {answer}");
    }
}

#[test]
fn reports_are_objects_of_their_fields_under_kinds_of_their_own() {
    let rows = [
        ("thermograph(<2|-1>)", "thermograph", "mean", json!("1/2")),
        ("period(kayles)", "period", "period", json!(12)),
        ("misere_quotient(kayles, 5)", "quotient", "complete", json!(true)),
        ("ferguson(kayles, 6)", "ferguson", "violations", json!([["A5", 5]])),
        ("annihilation_theory(nim, 8)", "annihilation", "theorem", json!(3)),
        ("genus(kayles(5))", "genus", "misere", json!([1, 4, 6])),
        ("strategy(nim(1))", "strategy", "remoteness", json!(1)),
        ("play(nim(1), \"auto\")", "line", "winner", json!("L")),
        ("compare(up, *)", "comparison", "relation", json!("||")),
        ("explain(form <0|1>)", "explanation", "answer", json!("1/2")),
    ];
    let input: String = rows.iter().map(|(expression, ..)| format!("{expression}\n")).collect();
    for ((expression, kind, field, value), answer) in rows.iter().zip(answers(&input)) {
        assert_eq!((answer["kind"].as_str(), &answer["data"][field]), (Some(*kind), value), "{expression}: {answer}");
    }
}

#[test]
fn nothing_is_cut() {
    let all =
        answers("[n^2 for n in 1..20000]\n2^40000\n[2^60 + n for n in 1..900]\nlen(text([n for n in 1..9999]))\n");
    assert_eq!(all[0]["data"].as_array().map(Vec::len), Some(20_000));
    assert_eq!(all[0]["data"][19_999], 400_000_000);
    assert_eq!((&all[0]["text_truncated"], all[0].get("text")), (&json!(true), None));
    assert_eq!(all[1]["text"].as_str().map(str::len), Some(12_042), "all digits");
    assert_eq!(all[1]["data"], all[1]["text"]);
    let text = all[2]["text"].as_str().expect("not too long");
    assert!(text.ends_with("1152921504606847876]") && all[2].get("text_truncated").is_none());
    assert_eq!(all[3]["data"], 9 + 2 * 90 + 3 * 900 + 4 * 9000 + 2 * 9998 + 2, "a text of a program is whole anywhere");

    let piped = cg(&["-e", "[n^2 for n in 1..20000]"]);
    assert!(piped.out.ends_with("399960001, 400000000]\n") && piped.out.len() > 180_000);
    let json = cg(&["--json", "-e", "1 + 1"]);
    assert_eq!(json.out, "{\"ok\":true,\"kind\":\"number\",\"text\":\"2\",\"data\":2}\n");
}

#[test]
fn longer_answers_than_are_wanted_are_errors() {
    let input = b"[n for n in 1..1000]\nfor n in 1..1000 do print(n) end\n2^20\n\"a\" + 1\n";
    let ran = fed(&["batch", "--max-output", "1KB"], input);
    let all: Vec<Value> = ran.out.lines().map(|l| serde_json::from_str(l).expect("JSON")).collect();
    let codes: Vec<_> = all.iter().map(|a| a["code"].as_str().unwrap_or("-")).collect();
    assert_eq!(codes, ["limit::output", "limit::output", "-", "call::kind"]);
    assert!(ran.out.lines().all(|line| line.len() < 1000));
    assert_eq!(cg(&["--max-output", "1KB", "-e", "[n for n in 1..1000]"]).status, 1);
    assert_eq!(cg(&["--max-output", "1KB", "-e", "1..100"]).status, 0);
}

#[test]
fn files_are_run_before_the_first_line() {
    let folder = Folder::new();
    let rules = folder.file("rules.cg", "print(\"not shown\"); game r(n) := <r(n - k) for k in {1, 2} if k <= n>; 5\n");
    let ran = fed(&["batch", &rules], b"outcome(r(3))\ny := 4\ny\n");
    let all: Vec<Value> = ran.out.lines().map(|l| serde_json::from_str(l).expect("JSON")).collect();
    let data: Vec<_> = all.iter().map(|a| &a["data"]).collect();
    assert_eq!(data, [&json!("P"), &json!(null), &json!(4)]);
    let wrong = folder.file("wrong.cg", "1 +\n");
    for options in [vec!["batch", &wrong], vec!["batch", "--jobs", "2", &wrong], vec!["batch", "missing.cg"]] {
        let ran = fed(&options, b"1\n");
        assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{}", ran.err);
    }
    assert_eq!(fed(&["batch", "--jobs", "0"], b"").status, 2);
}

#[test]
fn jobs_answer_as_one_process_does() {
    let folder = Folder::new();
    let rules = folder.file("rules.cg", "game r(S, n) := <r(S, n - k) for k in S if k <= n>; f(n) := n^2\n");
    let mut input = String::new();
    for n in 0..150 {
        input += &match n % 6 {
            0 => format!("{{\"id\": [{n}, null], \"expr\": \"f({n})\"}}\n"),
            1 => format!("nim_value(r({{1, 3, 4}}, {n}))\n"),
            2 => format!("{{\"id\": {n}}}\n"),
            3 => "1/0 + unknown\n".to_string(),
            4 => format!("  print({n}); thermograph(<{n}|-1>)  \r\n"),
            _ => "\n".to_string(),
        };
    }
    input += "\u{fffd}\n(((((";
    let mut bytes = b"\xff\n".to_vec();
    bytes.extend(input.bytes());
    let one = fed(&["batch", &rules], &bytes);
    for jobs in ["1", "2", "5"] {
        let many = fed(&["batch", "--jobs", jobs, &rules], &bytes);
        assert_eq!((many.status, many.err.as_str()), (0, ""));
        assert_eq!(many.out, one.out, "{jobs} processes");
    }
    let ran =
        fed(&["batch", "--jobs", "2"], b"x := 3; x\n1\nimport \"a.cg\"\ng(n) := n\nfor i in 1..2 do x := i end\n");
    let all: Vec<Value> = ran.out.lines().map(|l| serde_json::from_str(l).expect("JSON")).collect();
    assert_eq!((&all[0]["code"], &all[0]["span"]), (&json!("batch::definition"), &json!([0, 6])));
    assert_eq!((&all[1]["data"], &all[3]["code"]), (&json!(1), &json!("batch::definition")));
    assert_eq!(all[4]["code"], json!("batch::definition"));
}

#[test]
fn a_process_that_dies_costs_one_line() {
    let input =
        b"{\"id\": \"long\", \"expr\": \"for n in 1..10^18 do check true end\"}\n{\"id\": 2, \"expr\": \"1 + 1\"}\n";
    let out = killed(&["batch", "--jobs", "1"], input);
    let all: Vec<Value> = out.lines().map(|l| serde_json::from_str(l).expect("JSON")).collect();
    assert_eq!((&all[0]["id"], &all[0]["code"]), (&json!("long"), &json!("internal::process")), "{out}");
    assert_eq!((&all[1]["id"], &all[1]["data"]), (&json!(2), &json!(2)), "{out}");
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
        "graph <a -> b; b -> a, t; t>\nlen(text(graph <n -> n - 1 for n in 1..5000>))\nsave_graph(graph <a -> b>, \"/dev/null/x.dot\")",
    );
    assert_eq!(all[0]["text"], "graph <a -> b; b -> a, t>");
    assert!(all[0]["table"].as_str().unwrap().contains("| b      | inf() | 1 | N       | *     | 3       |"));
    assert_eq!(all[0]["data"]["columns"][0], "vertex");
    assert_eq!(all[0]["data"]["rows"][0], json!(["a", {"inf": []}, 2, "P", 0, 2]));
    assert!(all[1]["data"].as_i64() > Some(5000 * 10), "of all its vertices");
    assert_eq!(all[2]["code"], "io::write");
}

#[test]
fn what_is_done_is_passed_over() {
    let folder = Folder::new();
    let line = |n: u32| format!("{{\"id\": [{n}, \"ä\\u0007\"], \"expr\": \"print({n}); {n}^2\"}}\n");
    let input: String = (0..40).map(line).collect::<String>() + "1 + 1\n{\"id\": 7}\n{\"id\": 1.50, \"expr\": \"3\"}\n";
    let whole = fed(&["batch"], input.as_bytes()).out;
    let lines: Vec<&str> = whole.lines().collect();
    for kept in [0, 1, 17, 40, 42, 43] {
        // Whoever was stopped there left half a line.
        let half = lines.get(kept).map_or("", |line| &line[..line.len() / 2]);
        let old = folder.file("old", &(lines[..kept].join("\n") + if kept > 0 { "\n" } else { "" } + half));
        for options in [vec!["batch", "--done", &old], vec!["batch", "--jobs", "2", "--done", &old]] {
            let ran = fed(&options, input.as_bytes());
            assert_eq!((ran.status, ran.err.as_str()), (0, ""));
            // A line without an id is answered each time.
            let rest = lines.iter().enumerate().filter(|(at, _)| *at >= kept || *at == 40).map(|(_, line)| *line);
            let torn = if half.is_empty() { "" } else { "\n" };
            assert_eq!(ran.out, torn.to_string() + &rest.collect::<Vec<_>>().join("\n") + "\n", "{kept} are done");
        }
    }
}

#[test]
fn work_that_was_cut_off_is_not_done() {
    let folder = Folder::new();
    let old = "{\"id\":1,\"ok\":false,\"code\":\"limit::interrupted\",\"message\":\"\"}\n\
               {\"id\":2,\"ok\":false,\"code\":\"internal::process\",\"message\":\"\"}\n\
               {\"id\":3,\"ok\":false,\"code\":\"limit::time\",\"message\":\"\"}\n\
               {\"id\":4}\n\
               no answer\n\
               {\"id\":5,\"ok\":true}\n";
    let (first, second) = (folder.file("first", old), folder.file("second", "{\"id\":6,\"ok\":true}\n"));
    let input: String = (1..=7).map(|id| format!("{{\"id\": {id}, \"expr\": \"{id}\"}}\n")).collect();
    let ran = fed(&["batch", "--done", &first, "--done", &second], input.as_bytes());
    let ids: Vec<Value> = ran.out.lines().map(|l| serde_json::from_str::<Value>(l).expect(l)["id"].clone()).collect();
    assert_eq!(ids, [1, 2, 4, 7]);
    let ran = fed(&["batch", "--done", "no such file"], b"1\n");
    assert_eq!((ran.status, ran.out.as_str()), (2, ""));
    assert!(ran.err.contains("there is no file `no such file` of answers"), "{}", ran.err);
    let statements = folder.file("statements", "nim(3)\n1 + 1\n");
    let ran = fed(&["batch", "--done", &statements], b"1\n");
    assert_eq!((ran.status, ran.out.as_str()), (2, ""), "a file of statements has no answers");
}
