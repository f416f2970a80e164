//! Slips of those who come from elsewhere: signs with another meaning, calls with the wrong thing.

use crate::program::cg;

/// Signs put together in a way that means something else, or nothing, and what is offered.
const SIGNS: &[(&str, &[&str])] = &[
    ("2**3", &["`2^3`", "`2 * 3`"]),
    ("n := 2; n**10", &["`n^10`", "`n * 10`"]),
    ("3**", &["`3*`"]),
    ("<3**|4>", &["`3*`"]),
    ("*1*2", &["`*1 + *2`"]),
    ("up + *2*3", &["`*2 + *3`"]),
    ("[1..5]", &["`1..5`"]),
    ("[n for n in [0..4 by 2]]", &["`0..4 by 2`"]),
    ("up <> *", &["`up || *`"]),
    ("check up<>down", &["`up || down`", "`up != down`"]),
];

#[test]
fn signs_of_elsewhere_are_answered_with_what_is_meant() {
    let mut wrong = Vec::new();
    for (typed, offered) in SIGNS {
        let ran = cg(&["--errors", "plain", "-e", typed]);
        let help: Vec<&str> = ran.err.lines().filter(|line| line.contains("help:")).collect();
        if help.len() != 1 || !offered.iter().all(|offer| help[0].contains(offer)) {
            wrong.push(format!("{typed}: {offered:?} is not offered\n{}", ran.err));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A call, and the argument in it that is wrong.
const LABELS: &[(&str, &str)] = &[
    ("outcome([1, 2])", "[1, 2]"),
    ("temperature(\"warm\")", "\"warm\""),
    ("1 + norton(1/2, [up])", "[up]"),
    ("norton(U = true, G = 1)", "true"),
    ("nim_sum(1, 2, \"x\", 4)", "\"x\""),
    ("left(right(\"x\"))", "\"x\""),
    ("f := outcome; f([3])", "[3]"),
    ("map(x -> mean([x]), [1, 2])", "[x]"),
    ("cool(up, up)", "up"),
];

#[test]
fn the_argument_that_is_wrong_is_pointed_at() {
    let mut wrong = Vec::new();
    for (typed, argument) in LABELS {
        let ran = cg(&["--json", "-e", typed]);
        let answer: serde_json::Value = serde_json::from_str(ran.out.lines().last().unwrap_or("")).expect("an object");
        let at = |i: usize| answer["span"][i].as_u64().unwrap_or(0) as usize;
        let shown = typed.get(at(0)..at(1)).unwrap_or("");
        if shown != *argument || answer["code"] != "call::kind" {
            wrong.push(format!("{typed}: `{shown}` instead of `{argument}`: {answer}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Games whose play never ends, the option that can be taken for ever, and a form of it that ends.
const UNSTOPPED: &[(&str, &str, &str)] = &[
    ("game s(n) := <s(n-1), s(0) if n >= 1>; nim_value(s(4))", "`s(n-1)`", "`s(n-1) if n >= 1`"),
    ("game s(n) := <s(n-k) for k in 1..2>; s(4)", "`s(n-k) for k in 1..2`", "`s(n-k) for k in 1..2 if k <= n`"),
    ("game s(a, b) := <s(a, b-3)|s(a-1, b) if 0 < a>; value(s(2, 2))", "`s(a, b-3)`", "`s(a, b-3) if b >= 3`"),
    ("game s(n) := <s(n+1)|s(n+1)>; distance(s(0))", "`s(n+1)`", "`s(n+1) if n < 100`"),
];

#[test]
fn an_option_that_nothing_stops_is_named() {
    for (typed, option, stopped) in UNSTOPPED {
        let ran = cg(&["--errors", "plain", "-e", typed]);
        let said = ran.err.split_whitespace().collect::<Vec<_>>().join(" ");
        let says = format!("play never ends: the option {option} can be taken");
        assert!(said.contains(&says) && said.contains(&format!("instance {stopped}")), "{typed}: {said}");
    }
}
