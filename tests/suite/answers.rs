//! Answers for programs: every kind, and everything that goes wrong, is as the schema says.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::program::{Folder, cg, fed};

/// An expression for each kind of result.
const KINDS: [(&str, &str); 40] = [
    ("nothing", "x := 1"),
    ("boolean", "1 == 1"),
    ("number", "5/8"),
    ("game", "<2|-1/2>"),
    ("nimber", "*5"),
    ("ordinal", "omega + 1"),
    ("surreal", "omega - 1"),
    ("gamma", "inf(0, 2)"),
    ("loopy", "on"),
    ("outcome", "outcome(nim(3))"),
    ("text", "\"L\""),
    ("list", "[1, 2]"),
    ("set", "{3, 1}"),
    ("dictionary", "dict([[\"a\", 1]])"),
    ("dictionary", "dict([[1, *], [2, [L]]])"),
    ("function", "n -> n"),
    ("ruleset", "subtraction({1, 3})"),
    ("position", "nim(3, 4, 5)"),
    ("table", "table([[1, *]], [\"n\", \"v\"])"),
    ("board", "board(\"xo./.#.\")"),
    ("ruleset", "graph <a -> b>"),
    ("thermograph", "thermograph(<2|-1>)"),
    ("period", "period(kayles)"),
    ("identification", "identify([0, 1, 2, 3, 1, 4, 3, 2])"),
    ("quotient", "misere_quotient(kayles, 5)"),
    ("ferguson", "ferguson(kayles, 6)"),
    ("annihilation", "annihilation_theory(nim, 8)"),
    ("labels", "annihilation_basis(graph <a -> b>)"),
    ("genus", "genus(kayles(5))"),
    ("misere_day", "misere_day(3)"),
    ("strategy", "strategy(nim(1))"),
    ("solution", "solve(domineering(2, 2), L)"),
    ("points_solution", "solve(<points(2)|points(-1)>, points, L)"),
    ("security", "security(graph <a -> b>.a)"),
    ("labelling", "check_values(graph <a -> b>, [1, 0])"),
    ("line", "play(nim(1), \"auto\")"),
    ("comparison", "compare(up, *)"),
    ("explanation", "explain(form <0|1>)"),
    ("list", "[\"L\", L, *3, up, {1, *}, omega, nim(3), thermograph(3), table([[1]], [\"n\"]), [], 2^60]"),
    ("list", "1..10^7"),
];

/// The words of the schema that the check below knows. Those of the second row say nothing of what is valid.
const KEYWORDS: [&str; 18] = [
    "$ref",
    "type",
    "const",
    "enum",
    "properties",
    "required",
    "additionalProperties",
    "items",
    "minItems",
    "maxItems",
    "anyOf",
    "minimum", //
    "$schema",
    "$defs",
    "title",
    "description",
    "format",
    "default",
];

fn schema() -> Value {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/grammar/answers.schema.json");
    serde_json::from_str(&std::fs::read_to_string(path).expect("the schema")).expect("JSON")
}

/// Returns `true` if a value is as a schema says.
fn is_valid(value: &Value, schema: &Value, root: &Value) -> bool {
    let Some(rules) = schema.as_object() else { return schema != &json!(false) };
    rules.iter().all(|(keyword, rule)| {
        let all = || rule.as_array().expect("an array").iter();
        match &**keyword {
            "$ref" => {
                let path = rule.as_str().and_then(|r| r.strip_prefix('#')).expect("a place in this schema");
                is_valid(value, root.pointer(path).expect("it is there"), root)
            }
            "type" if rule.is_array() => all().any(|kind| has_type(value, kind)),
            "type" => has_type(value, rule),
            "const" => value == rule,
            "enum" => all().any(|known| value == known),
            "anyOf" => all().any(|one| is_valid(value, one, root)),
            "minimum" => value.as_f64().is_none_or(|x| x >= rule.as_f64().expect("a number")),
            "minItems" => value.as_array().is_none_or(|items| items.len() as u64 >= rule.as_u64().expect("a number")),
            "maxItems" => value.as_array().is_none_or(|items| items.len() as u64 <= rule.as_u64().expect("a number")),
            "items" => value.as_array().is_none_or(|items| items.iter().all(|item| is_valid(item, rule, root))),
            "required" => value
                .as_object()
                .is_none_or(|members| all().all(|name| members.contains_key(name.as_str().unwrap_or("")))),
            "properties" => value.as_object().is_none_or(|members| {
                members.iter().all(|(name, member)| rule.get(name).is_none_or(|rule| is_valid(member, rule, root)))
            }),
            "additionalProperties" => value.as_object().is_none_or(|members| {
                let known = |name: &String| rules.get("properties").is_some_and(|known| known.get(name).is_some());
                members.iter().all(|(name, member)| known(name) || is_valid(member, rule, root))
            }),
            keyword => {
                assert!(KEYWORDS.contains(&keyword), "the check does not know `{keyword}`");
                true
            }
        }
    })
}

fn has_type(value: &Value, kind: &Value) -> bool {
    match kind.as_str().expect("a word") {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        kind => panic!("the check does not know the type `{kind}`"),
    }
}

/// Reads lines of answers, each of which must be as the schema says. Members that it does not list are wrong here.
fn answers(out: &str) -> Vec<Value> {
    let schema = schema();
    let known: BTreeSet<String> = ["ResultAnswer", "FailureAnswer", "TestDifference", "TestTally"]
        .into_iter()
        .flat_map(|name| schema["$defs"][name]["properties"].as_object().expect("its members").keys().cloned())
        .collect();
    let read = |line: &str| {
        let answer: Value = serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
        assert!(is_valid(&answer, &schema, &schema), "{line}");
        let members = answer.as_object().expect("an object");
        assert!(members.keys().all(|name| known.contains(name)), "a member of {line} is not in the schema");
        answer
    };
    out.lines().map(read).collect()
}

#[test]
fn every_kind_is_as_the_schema_says() {
    let input = KINDS.map(|(_, expression)| expression).join("\n") + "\n";
    let answers = answers(&fed(&["batch", "--notation", "latex"], input.as_bytes()).out);
    assert_eq!(answers.len(), KINDS.len());
    for ((kind, expression), answer) in KINDS.iter().zip(&answers) {
        assert_eq!(answer["kind"], *kind, "{expression}: {answer}");
    }
    let schema = schema();
    let known = schema["$defs"]["ResultAnswer"]["properties"]["kind"]["enum"].as_array().expect("the kinds");
    for kind in known {
        assert!(KINDS.iter().any(|(tried, _)| kind == tried), "{kind} is not tried");
    }
    let text = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/grammar/answers.md")).expect("the page");
    for kind in known {
        let kind = kind.as_str().expect("a word");
        assert!(text.contains(&format!("| `{kind}` |")), "grammar/answers.md has no row for {kind}");
    }
}

#[test]
fn the_check_finds_what_is_wrong() {
    let schema = schema();
    let right = json!({"ok": true, "kind": "number", "text": "2", "data": 2});
    assert!(is_valid(&right, &schema, &schema));
    for (name, member) in [("ok", json!(1)), ("kind", json!("numbr")), ("text", json!(2)), ("warnings", json!([{}]))] {
        let mut wrong = right.clone();
        wrong[name] = member;
        assert!(!is_valid(&wrong, &schema, &schema), "{wrong}");
    }
}

#[test]
fn what_is_inside_of_a_list_can_be_told_apart() {
    let input =
        b"[\"L\", L, *3, \"1/2\", 1/2, omega, {1}, nim(3), nim]\n[1, [true, -2^53]]\n{\"a\", 2}\nthermograph(<1|*>)\n\
                  table([[\"P\", P]], [\"n\", \"v\"])\n[1..10^7, thermograph(3), table([[1]], [\"n\"])]\n";
    let answers = answers(&fed(&["batch"], input).out);
    let leaf = |kind: &str, text: &str| json!({ "kind": kind, "text": text });
    let first = json!([
        leaf("text", "L"),
        leaf("outcome", "L"),
        leaf("nimber", "*3"),
        leaf("text", "1/2"),
        leaf("number", "1/2"),
        leaf("ordinal", "omega"),
        { "kind": "set", "members": [1] },
        leaf("position", "nim(3)"),
        leaf("ruleset", "nim"),
    ]);
    assert_eq!(answers[0]["tagged"], first);
    assert_eq!(answers[1].get("tagged"), None, "the data say it all");
    assert_eq!(answers[2]["tagged"].as_array().map(Vec::len), Some(2), "{}", answers[2]);
    assert_eq!(answers[3]["tagged"]["right_stop"], 0, "{}", answers[3]);
    assert_eq!(answers[3]["tagged"]["game"], leaf("game", "<1|*>"));
    assert_eq!(answers[4]["tagged"]["rows"], json!([[leaf("text", "P"), leaf("outcome", "P")]]));
    assert_eq!(answers[5]["tagged"][0], leaf("list", "1..10000000"));
    assert_eq!(answers[5]["tagged"][1]["fields"]["mean"], 3);
    assert_eq!(answers[5]["tagged"][2], json!({ "kind": "table", "columns": [leaf("text", "n")], "rows": [[1]] }));
}

#[test]
fn the_notation_that_was_asked_for_is_there_too() {
    let ran = cg(&["--json", "--notation", "unicode", "-e", "up", "-e", "nim(3)", "-e", "x := 1"]);
    let answers = answers(&ran.out);
    let shown = |i: usize| ["text", "notation", "written"].map(|name| answers[i][name].as_str().unwrap_or("-"));
    assert_eq!(shown(0), ["up", "unicode", "↑"]);
    assert_eq!(shown(1), ["nim(3)", "unicode", "∗3"]);
    assert_eq!(shown(2), ["", "-", "-"]);
    assert_eq!(cg(&["--json", "-e", "up"]).out.matches("written").count(), 0);
}

#[test]
fn places_are_given_in_bytes_and_in_characters() {
    let ran = fed(&["batch"], "\"↑↑↑\" + nonsense\n".as_bytes());
    let answer = &answers(&ran.out)[0];
    assert_eq!((&answer["span"], &answer["characters"]), (&json!([14, 22]), &json!([8, 16])));
    assert_eq!((&answer["line"], &answer["column"]), (&json!(1), &json!(9)));
    let folder = Folder::new();
    let script = folder.file("a.cg", "# ½\n\n  1/0\n");
    let answer = &answers(&cg(&["--json", &script]).out)[0];
    assert_eq!((&answer["line"], &answer["column"], &answer["characters"]), (&json!(3), &json!(3), &json!([7, 10])));
}

#[test]
fn whatever_goes_wrong_is_an_answer() {
    let folder = Folder::new();
    let wrong = folder.file("wrong.cg", "1 +\n");
    let failing = folder.file("failing.cg", "1 + 1  #=> 3\n2 + 2  #=> 4\n");
    for (arguments, code, status) in [
        (&["--json", "nofile.cg"][..], "io::read", 2),
        (&["--json", "run", "nofile.cg"], "io::read", 2),
        (&["--json", &wrong], "syntax::missing-operand", 2),
        (&["--json", "-e", "1/0"], "number::division-by-zero", 1),
        (&["--json", "-e", "check 1 == 2"], "check::failed", 1),
        (&["--json", "--timeout", "50ms", "-e", "for i in 1..10^12 do i end"], "limit::time", 1),
        (&["--json", "--nonsense"], "command::line", 2),
        (&["--json", "--notation", "runes", "-e", "1"], "command::line", 2),
        (&["--json", "run"], "command::line", 2),
        (&["batch", "--json", "nofile.cg"], "io::read", 2),
        (&["batch", "--json", &wrong], "syntax::missing-operand", 2),
        (&["batch", "--json", "--done", "nofile"], "io::read", 2),
        (&["play", "--json", "x := 1"], "command::line", 2),
        (&["play", "--json", "nim("], "syntax::unclosed", 2),
        (&["fmt", "--json"], "command::line", 2),
        (&["fmt", "--json", "nofile.cg"], "io::read", 2),
        (&["fmt", "--json", &wrong], "syntax::missing-operand", 2),
        (&["help", "--json", "nonsens"], "command::line", 2),
        (&["explain", "--json", "nonsens"], "command::line", 2),
        (&["lesson", "--json", "99"], "command::line", 2),
        (&["page", "--json", "nofolder"], "command::line", 2),
        (&["test", "--json", "nofile.cg"], "io::read", 2),
    ] {
        let ran = cg(arguments);
        let answers = answers(&ran.out);
        assert_eq!((answers[0]["code"].as_str(), ran.status), (Some(code), status), "{arguments:?}: {}", ran.err);
        assert_eq!(answers[0]["ok"], false, "{arguments:?}");
        assert_eq!(ran.err, "", "{arguments:?}");
    }
    let ran = fed(&["--json"], b"1 + 1\n:set notation runes\n:load nofile.cg\n\xff\n");
    let codes: Vec<_> = answers(&ran.out).iter().map(|answer| answer["code"].as_str().map(str::to_string)).collect();
    let wanted = [None, Some("command::line"), Some("io::read"), Some("io::read")].map(|code| code.map(str::to_string));
    assert_eq!((codes.as_slice(), &*ran.err), (&wanted[..], ""));
    let answers = answers(&cg(&["test", "--json", &failing]).out);
    assert_eq!(
        (&answers[0]["expected"], &answers[0]["got"], &answers[1]["passed"]),
        (&json!("3"), &json!("2"), &json!(1))
    );
}

#[test]
fn a_dictionary_says_what_its_values_are() {
    let ran = fed(&["batch"], b"dict([[\"a\", *2], [\"b\", \"*2\"]])\ndict([[1, {L}]])\ndict([[\"a\", 1]])\n");
    let answers: Vec<Value> = ran.out.lines().map(|line| serde_json::from_str(line).expect(line)).collect();
    let leaf = |kind: &str, text: &str| serde_json::json!({ "kind": kind, "text": text });
    assert_eq!(answers[0]["tagged"], serde_json::json!({ "a": leaf("nimber", "*2"), "b": leaf("text", "*2") }));
    assert_eq!(answers[1]["tagged"][0][1]["members"][0], leaf("outcome", "L"));
    assert_eq!(answers[2].get("tagged"), None, "the data say it all");
}
