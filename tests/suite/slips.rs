//! Slips of those who come from elsewhere: names of other programs, calls with the wrong thing.

use crate::program::cg;

/// What a person who knows another program types, and what is offered.
const HABITS: &[(&str, &str)] = &[
    ("CanonicalForm(up)", "canonical(G)"),
    ("Nim(5)", "`nim`"),
    ("Temperature(up)", "`temperature`"),
    ("up.Temperature", "temperature(x)"),
    ("up.Mean", "mean(x)"),
    ("up.CanonicalForm", "canonical(G)"),
    ("nim(3).NimValue", "nim_value(p)"),
    ("nim(3).OutcomeClass", "outcome(p)"),
    ("up.AtomicWeight", "atomic_weight(x)"),
    ("NimValue(nim(3))", "nim_value(p)"),
    ("OutcomeClass(up)", "outcome(p)"),
    ("ConwayProduct(2, 3)", "conway(G, H)"),
    ("GrundysGame(5)", "grundy_game(n)"),
    ("ToadsAndFrogs(1)", "toads_frogs"),
    ("Thermograph(up)", "`thermograph`"),
    ("LeftStop(up)", "`left_stop`"),
    ("Mex([1])", "`mex`"),
    ("xor(3, 5)", "nim_sum"),
    ("moves(nim(3))", "options(p)"),
    ("winner(nim(3))", "who_wins(p)"),
    ("is_zero(up)", "G == 0"),
];

#[test]
fn names_of_other_programs_are_answered_with_ours() {
    let mut wrong = Vec::new();
    for (typed, offered) in HABITS {
        let ran = cg(&["--errors", "plain", "-e", typed]);
        let help = ran.err.lines().find(|line| line.contains("help:")).unwrap_or_default();
        if !help.contains(offered) {
            wrong.push(format!("{typed}: {offered} is not offered\n{}", ran.err));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

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
