//! The ways of the interpreter that are quick against those that are plain: each pair of texts means the same.

use std::hash::BuildHasher;
use std::rc::Rc;

use cg::builtins;
use cg::eval::{Quiet, Session};
use cg::value::{List, Value, order};
use cg_engine::games::Budget;
use cg_engine::notation::Notation;
use proptest::prelude::*;

use crate::random_graph::rounds;

/// What the last line gives, or the code and the words of the first error.
pub fn answer(text: &str) -> String {
    let mut session = Session::new(builtins::all(), Box::new(Quiet::default()));
    let source = session.sources.add("twin", text);
    let prepared = session.prepare(&source);
    if let Some(error) = prepared.diagnostics.iter().find(|d| d.is_error()) {
        return format!("{}: {}", error.code, error.message);
    }
    let mut last = String::new();
    for statement in &prepared.statements {
        let shown = match session.execute(statement).result {
            Ok(value) => session.show(&value, Notation::Ascii, statement.span),
            Err(error) => Err(error),
        };
        match shown {
            Ok(text) => last = text,
            Err(error) => return format!("{}: {}", error.code, error.message),
        }
    }
    last
}

/// The same where no shortcut sees it.
fn hidden(expression: &str) -> String {
    format!("(if true then {expression} else 0)")
}

/// The list of these members, and the same where no shortcut sees how it is written.
fn lists(members: &[(String, String)]) -> (String, String) {
    let (quick, slow): (Vec<&str>, Vec<&str>) = members.iter().map(|(x, y)| (x.as_str(), y.as_str())).unzip();
    (format!("[{}]", quick.join(", ")), hidden(&format!("[{}]", slow.join(", "))))
}

/// A list that is copied but for some members.
fn copied<'a>(
    number: impl Strategy<Value = (String, String)> + 'a,
    truth: impl Strategy<Value = (String, String)> + 'a,
) -> impl Strategy<Value = (String, String)> + 'a {
    let arm =
        (prop_oneof![3 => Just("i == a"), 3 => Just("i == b"), 1 => Just("i == half"), 1 => Just("i == i")], number);
    let range = prop_oneof![
        4 => Just("0..len(xs)-1"), 1 => Just("1..len(xs)"), 1 => Just("a..min(b, 9)"), 1 => Just("0..39"), 1 => Just("xs"),
    ];
    let list = prop_oneof![4 => Just("xs"), 1 => Just("long"), 1 => Just("mixed"), 1 => Just("a")];
    (proptest::collection::vec(arm, 0..3), range, list, proptest::option::of(truth)).prop_map(
        |(arms, range, list, condition)| {
            let quick: String = arms.iter().map(|(c, x)| format!("if {c} then {} else ", x.0)).collect();
            let slow: String = arms.iter().map(|(c, x)| format!("if {} then {} else ", hidden(c), x.1)).collect();
            let (first, second) =
                condition.map_or_else(Default::default, |c| (format!(" if {}", c.0), format!(" if {}", c.1)));
            (
                format!("[{quick}{list}[i] for i in {range}{first}]"),
                format!("[{slow}{}[i] for i in {}{second}]", hidden(list), hidden(range)),
            )
        },
    )
}

/// What rules ask of a place: what stands there, or whether it is one.
fn cell() -> impl Strategy<Value = (String, String)> {
    let list = prop_oneof![4 => Just("xs"), 1 => Just("long"), 1 => Just("mixed"), 1 => Just("a")];
    let other = prop_oneof![
        (-2i64..3).prop_map(|n| n.to_string()),
        "[abi]".prop_map(|name| name),
        "[abi]".prop_map(|name| format!("-{name}")),
        Just("40000".to_string()),
    ];
    let relation = prop_oneof![4 => Just("=="), 2 => Just("!="), 1 => Just("<"), 1 => Just(">=")];
    (list, "[abi]", relation, other, any::<bool>()).prop_map(|(list, i, relation, other, ask)| match ask {
        true => {
            (format!("{list}[{i}] {relation} {other}"), format!("{}[{i}] {relation} {}", hidden(list), hidden(&other)))
        }
        false => (
            format!("{i} >= 0 and {i} < len({list})"),
            format!("({} >= 0 and {} < len({}))", hidden(&i), hidden(&i), hidden(list)),
        ),
    })
}

/// An index, or a place on a board, and the same where no shortcut sees how it is written.
fn part() -> impl Strategy<Value = (String, String)> {
    // Most indices are names, so that several short ways stand behind one another.
    let number = prop_oneof![1 => (-1i64..4).prop_map(|n| n.to_string()), 5 => "[ab]".prop_map(|name| name)];
    let leaf = prop_oneof![16 => number, 1 => Just("\"a\"".to_string()), 1 => Just("0..1".to_string())];
    let leaf = leaf.prop_map(|leaf| (leaf.clone(), hidden(&leaf)));
    let pair = (leaf.clone(), leaf.clone())
        .prop_map(|(x, y)| (format!("[{}, {}]", x.0, y.0), hidden(&format!("[{}, {}]", x.1, y.1))));
    prop_oneof![5 => leaf, 1 => pair]
}

/// An expression, and the same with every leaf hidden.
fn expression() -> impl Strategy<Value = (String, String)> {
    let leaf = prop_oneof![
        "[abi]".prop_map(|name| name),
        (-3i64..6).prop_map(|n| if n < 0 { format!("({n})") } else { n.to_string() }),
        Just("9223372036854775807".to_string()),
        Just("half".to_string()),
    ];
    let leaf = leaf.prop_map(|leaf| (leaf.clone(), hidden(&leaf)));
    let number = leaf.prop_recursive(3, 16, 2, |inner| {
        prop_oneof![
            (inner.clone(), prop_oneof![Just("+"), Just("-"), Just("*")], inner.clone())
                .prop_map(|(x, sign, y)| (format!("({} {sign} {})", x.0, y.0), format!("({} {sign} {})", x.1, y.1))),
            inner.clone().prop_map(|i| (format!("xs[{}]", i.0), format!("{}[{}]", hidden("xs"), i.1))),
            ("[ab]", -2i64..3).prop_map(|(name, by)| {
                let by = format!("{} {}", if by < 0 { "-" } else { "+" }, by.abs());
                (format!("xs[{name} {by}]"), format!("{}[{} {by}]", hidden("xs"), hidden(&name)))
            }),
            Just(("len(xs)".to_string(), format!("len({})", hidden("xs")))),
            Just(("(len(xs) - 1)".to_string(), format!("(len({}) - 1)", hidden("xs")))),
            (proptest::collection::vec(inner.clone(), 0..3), -1i64..3).prop_map(|(members, at)| {
                let (quick, slow) = lists(&members);
                (format!("{quick}[{at}]"), format!("{slow}[{at}]"))
            }),
            (proptest::collection::vec(inner.clone(), 0..3), inner.clone()).prop_map(|(members, c)| {
                let (quick, slow) = lists(&members);
                let quick = format!("len([i for i in {quick} if i < {}])", c.0);
                (quick, format!("len({})", hidden(&format!("[i for i in {slow} if i < {}]", c.1))))
            }),
            (proptest::collection::vec(inner.clone(), 0..3), inner).prop_map(|(members, more)| {
                let (quick, slow) = lists(&members);
                let slow = format!("(ys -> ys + {})({slow})", hidden(&format!("[{}, {}]", more.1, more.1)));
                (format!("({quick} + [{}, {}])[1]", more.0, more.0), format!("{slow}[1]"))
            }),
        ]
    });
    let relation = prop_oneof![Just("=="), Just("!="), Just("<"), Just("<="), Just(">"), Just(">="), Just("||")];
    let compared = (number.clone(), relation, number.clone())
        .prop_map(|(x, sign, y)| (format!("{} {sign} {}", x.0, y.0), format!("{} {sign} {}", x.1, y.1)));
    let none = (proptest::collection::vec(number.clone(), 0..3), number.clone(), prop_oneof![Just("=="), Just("!=")])
        .prop_map(|(members, c, sign)| {
            let (quick, slow) = lists(&members);
            let quick = format!("[[i, 1, half][k] for i in {quick} for k in [0, {}]] {sign} []", c.0);
            let slow = format!("[[i, 1, half][k] for i in {slow} for k in {}]", hidden(&format!("[0, {}]", c.1)));
            (quick, format!("{} {sign} {}", hidden(&slow), hidden("[]")))
        });
    let truth = prop_oneof![3 => compared, 1 => none, 2 => cell()];
    let truth = truth.prop_recursive(3, 12, 2, |inner| {
        (inner.clone(), prop_oneof![Just("and"), Just("or")], inner.clone(), any::<bool>()).prop_map(
            |(x, word, y, not)| {
                let not = if not { "not " } else { "" };
                (
                    format!("({} {word} {not}({}))", x.0, y.0),
                    format!("({} {word} {not}({}))", hidden(&x.1), hidden(&y.1)),
                )
            },
        )
    });
    prop_oneof![
        (truth.clone(), number.clone(), number.clone()).prop_map(|(c, x, y)| {
            (format!("if {} then {} else {}", c.0, x.0, y.0), format!("if {} then {} else {}", hidden(&c.1), x.1, y.1))
        }),
        (number.clone(), truth.clone(), number.clone()).prop_map(|(x, c, last)| {
            (
                format!("[{} for i in 0..min({}, 9) if {}]", x.0, last.0, c.0),
                format!("[{} for i in {} if {}]", x.1, hidden(&format!("0..min({}, 9)", last.1)), hidden(&c.1)),
            )
        }),
        copied(number.clone(), truth.clone()),
        (truth, number).prop_map(|(c, x)| (format!("[{}, {}]", c.0, x.0), format!("[{}, {}]", c.1, x.1))),
    ]
}

/// A part of the body of a loop over `i` and `j` that may be the same in each round, and may fail.
fn part_in_loop() -> impl Strategy<Value = String> {
    let number = "[abij]|[ab] [+] 1|len[(]xs[)]|ys\\[a\\]|2";
    let list = prop_oneof![
        3 => (number, number).prop_map(|(x, y)| format!("[{x}, {y}]")),
        3 => (number, number).prop_map(|(x, y)| format!("{{{x}, {y}}}")),
        1 => number.prop_map(|x| format!("xs[0..{x} - 1]")),
        1 => number.prop_map(|x| format!("[[{x}], \"a\"]")),
        1 => Just("xs".to_string()),
        1 => Just("ys".to_string()),
        1 => Just("\"ab\"".to_string()),
    ];
    (list, number, 0usize..12).prop_map(|(list, number, kind)| match kind {
        0 => format!("max({list})"),
        1 => format!("union({{{number}}}, {list})"),
        2 => format!("sort({list})"),
        3 => format!("replace_at({list}, 1, {number})"),
        4 => format!("mex({list})"),
        5 => format!("contains({list}, {number})"),
        6 => number,
        _ => list,
    })
}

/// Lists of integers, as many and as large as any way of keeping them takes.
fn integers() -> impl Strategy<Value = Vec<i64>> {
    prop_oneof![
        proptest::collection::vec(-3i64..4, 0..8),
        proptest::collection::vec(-130i64..130, 0..34),
        proptest::collection::vec(prop_oneof![Just(i64::MIN), Just(i64::MAX), -9i64..9], 0..5),
    ]
}

fn list(numbers: &[i64]) -> List {
    List::new(numbers.iter().map(|&n| Value::Integer(n)).collect())
}

/// The same members, one by one: only a large one made it so.
fn plain(numbers: &[i64]) -> List {
    let mut large = numbers.to_vec();
    if let Some(first) = large.first_mut() {
        *first = i64::MAX;
    }
    let mut list = list(&large);
    if let Some(first) = numbers.first() {
        assert!(list.replace(0, &Value::Integer(*first)));
    }
    list
}

/// A move to a sum of one or two by the quick way and by `sum_list`; its generators bind `a`. With three, play from a few
/// heaps comes to millions of sums.
fn move_to_sum() -> impl Strategy<Value = (String, String)> {
    let term = prop_oneof![
        Just("k(a)".to_string()),
        (1u8..3).prop_map(|by| format!("k(n-{by}-a)")),
        Just("k(0)".to_string()),
        Just("*".to_string()),
        Just("1".to_string()),
        Just("up".to_string()),
    ];
    let condition = prop_oneof![Just(""), Just(" if a != 1"), Just(" if n > 2"), Just(" if mod(a, 2) == 0 and n < 6")];
    (proptest::collection::vec(term, 1..3), condition).prop_map(|(terms, condition)| {
        let with = format!(" for a in 0..n-2{condition}");
        (format!("{}{with}", terms.join(" + ")), format!("sum_list([{}]){with}", terms.join(", ")))
    })
}

/// The moves of one player: one kind, or two.
fn moves_to_sums() -> impl Strategy<Value = (String, String)> {
    proptest::collection::vec(move_to_sum(), 1..3).prop_map(|moves| {
        let (quick, slow): (Vec<String>, Vec<String>) = moves.into_iter().unzip();
        (quick.join(", "), slow.join(", "))
    })
}

/// A condition, which may be no boolean, and the same where each part is a value before it is asked.
fn condition() -> impl Strategy<Value = (String, String)> {
    let truths = ["p", "q", "a == b", "a < i", "xs == [b]", "contains(xs, a)", "xs[0] == i", "true"];
    let others = ["a", "xs", "half", "\"ab\"", "xs[b]"];
    let leaf =
        prop_oneof![12 => proptest::sample::select(truths.to_vec()), 1 => proptest::sample::select(others.to_vec())];
    leaf.prop_map(|leaf| (leaf.to_string(), leaf.to_string())).prop_recursive(4, 12, 2, |inner| {
        let two = (inner.clone(), prop_oneof![Just("and"), Just("or")], inner.clone());
        prop_oneof![
            inner.prop_map(|(x, y)| (format!("not ({x})"), format!("[not [{y}][0]][0]"))),
            two.prop_map(|(x, word, y)| {
                (format!("(({}) {word} ({}))", x.0, y.0), format!("[[{}][0] {word} [{}][0]][0]", x.1, y.1))
            }),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: rounds(400) as u32, ..ProptestConfig::default() })]

    #[test]
    fn jumps_ask_conditions_as_values_are_asked(
        (quick, slow) in condition(),
        xs in proptest::collection::vec(-1i64..3, 0..4),
        a in -1i64..3,
        b in -1i64..3,
        place in prop_oneof![
            Just("if C then a else b"),
            Just("[i + k for k in 0..1 if C for i in 0..1 if C]"),
            Just("filter(i -> C, [0, a, 2])"),
            Just("len([1 for i in xs if C])"),
            Just("[if C then 1 else k for k in 0..2]"),
        ],
    ) {
        let run = |condition: &str| answer(&format!(
            "half := 1/2\nf(xs, a, b, i, p, q) := {}\n[f({xs:?}, {a}, {b}, 1, p, q) for p in [true, false] for q in [false, true]]",
            place.replace('C', condition),
        ));
        prop_assert_eq!(run(&quick), run(&slow), "{}", quick);
    }

    #[test]
    fn shortcuts_change_nothing(
        (quick, slow) in expression(),
        xs in proptest::collection::vec(-2i64..4, 0..5),
        a in -1i64..5,
        b in prop_oneof![-1i64..5, Just(i64::MAX), Just(i64::MIN)],
    ) {
        let run = |body: &str| answer(&format!(
            "half := 1/2\nf(xs, a, b, i, long, mixed) := {body}\n\
             f({xs:?}, {a}, {b}, 1, [k*k for k in 0..40], [3, half, 0, [1]])"
        ));
        let (quick_answer, slow_answer) = (run(&quick), run(&slow));
        prop_assert_eq!(quick_answer, slow_answer, "{}\n{}", quick, slow);
    }

    #[test]
    fn parts_of_parts_are_found_step_by_step(
        path in proptest::collection::vec(part(), 1..5),
        a in prop_oneof![4 => 0i64..2, 1 => -1i64..3],
        b in prop_oneof![4 => 0i64..2, 1 => -1i64..3],
    ) {
        let quick: String = path.iter().map(|(index, _)| format!("[{index}]")).collect();
        let slow = path.iter().fold("t".to_string(), |whole, (_, index)| format!("{}[{index}]", hidden(&whole)));
        for target in [
            "[[1, 2, 3], [4, [5, 6], 2^70], \"ab\", 300]",
            "[[[[1, 2], [3]], [[4], 5]], [[[6, 7], [8]], [9, \"xy\"]]]",
            "[board(\"xo./.#x\"), board(\"xo/.#\")]",
            "board(\"xo./.#x\")",
            "\"hello\"",
            "dict([[0, [1, 2]], [1, \"a\"], [[0, 1], 3], [\"a\", dict([[1, 9]])]])",
            "{1, 2}",
            "7",
        ] {
            let run = |body: &str| answer(&format!("f(t, a, b) := {body}\nf({target}, {a}, {b})"));
            prop_assert_eq!(run(&format!("t{quick}")), run(&slow), "{}{}", target, quick);
        }
    }

    #[test]
    fn members_written_one_by_one_are_those_of_a_loop(
        members in proptest::collection::vec(
            prop_oneof![
                1 => expression().prop_map(|(quick, _)| quick),
                // An expression often fails, and then the members behind it are not asked for.
                12 => "[abi]|[abi] [+*-] [ab]|half|\"ab\"|\"\" [+] \"c\"|2\\^70 [*] a|xs|k[(]2[)]|len[(]xs[)]".prop_map(|name| name),
                3 => prop_oneof![Just("[a, b - 1]"), Just("{a, b, 1}"), Just("if a > b then a else b")].prop_map(str::to_string),
            ],
            0..11,
        ),
        brackets in prop_oneof![2 => Just("[]"), 1 => Just("{}")],
        xs in proptest::collection::vec(-2i64..4, 0..5),
        a in -1i64..5,
        b in -1i64..5,
    ) {
        let (open, close) = brackets.split_at(1);
        let count = members.len();
        let arms: String = members.iter().enumerate().map(|(j, x)| format!("if j == {j} then ({x}) else ")).collect();
        let written = format!("{open}{}{close}", members.iter().map(|x| format!("({x})")).collect::<Vec<_>>().join(", "));
        let gathered = format!("{open}{arms}0 for j in 0..{count}-1{close}");
        let run = |body: &str| answer(&format!(
            "half := 1/2\ngame k(n) := <k(n-m) for m in 1..2 if m <= n>\nf(xs, a, b, i, long, mixed) := {body}\n\
             f({xs:?}, {a}, {b}, 1, [k*k for k in 0..40], [3, half, 0, [1]])"
        ));
        prop_assert_eq!(run(&written), run(&gathered), "{}", written);
        let nested = run(&format!("[[{written}, a], 2][0]"));
        prop_assert_eq!(nested, run(&format!("[if j == 0 then {gathered} else a for j in 0..1]")), "{}", written);
    }

    #[test]
    fn what_is_the_same_in_each_round_is_recalled(
        all in proptest::collection::vec(proptest::collection::vec(part_in_loop(), 4), 48),
        xs in proptest::collection::vec(-2i64..5, 0..5),
        a in -1i64..4,
        b in -1i64..4,
    ) {
        let body = |kind: usize, parts: &[String]| {
            let [p, q, r, s] = parts else { unreachable!("four parts") };
            match kind % 4 {
                0 => format!("[[{p}, {q}, i, j] for i in 0..a for j in i..3 if contains({r}, j) or {s} == 1]"),
                1 => format!("sum_list([len({p}) + j for i in xs for j in [i, {q}, a] if {r} != {s}])"),
                2 => format!("[[x for x in {p} if contains({q}, x)] + [i, j] for (i, j) in [[1, a], [b, 2]] if {r} == {s}]"),
                _ => format!("[outcome(k(a + i, {p}, {q})) for i in 0..b for j in {r} if {s} == j]"),
            }
        };
        let run = |kind, parts: &[String]| answer(&format!(
            "ys := [3, 1, 2]\ngame k(n, p, q) := <k(n - m, p, q) for m in 1..3 if m <= n and contains({{n, 2}}, m)>\n\
             f(xs, a, b, i, j) := {}\nf({xs:?}, {a}, {b}, 1, 2)", body(kind, parts)
        ));
        for (kind, parts) in all.iter().enumerate() {
            let apart: Vec<String> = parts.iter().map(|part| hidden(part)).collect();
            prop_assert_eq!(run(kind, parts), run(kind, &apart), "{}", body(kind, parts));
        }
    }

    #[test]
    fn helpers_are_called_as_other_functions_are(
        (body, _) in expression(),
        condition in prop_oneof![Just("true"), Just("q > 0"), Just("xs == []"), Just("print(q) == 0")],
        xs in proptest::collection::vec(-2i64..4, 0..5),
        a in -1i64..5,
    ) {
        // A function that could call itself is no helper, and one that is a value is called in another way.
        let run = |recursion: &str, call: &str| answer(&format!(
            "half := 1/2\nlong := 0..40\nmixed := [half]\n\
             h(xs, a, b, i) := {recursion}(if {} then {body} else [a, b])\n\
             f(xs, a) := [{call}(xs, q, a, 1) for q in [a, 0, 2, a]]\n[f(xs, a) for xs in [{xs:?}, []] for a in [{a}, 1, {a}]]",
            condition.replace('q', "a"),
        ));
        let quick = run("", "h");
        prop_assert_eq!(&quick, &run("", &hidden("h")), "{}", body);
        prop_assert_eq!(&quick, &run("if false then h(xs, a, b, i) else ", "h"), "{}", body);
    }

    #[test]
    fn the_quick_way_and_the_machine_give_the_same(
        (body, _) in expression(),
        xs in proptest::collection::vec(prop_oneof![9 => -2i64..4, 1 => Just(300)], 0..5),
        a in -1i64..5,
        rows in any::<bool>(),
    ) {
        // A call with a function among its arguments is left to the machine.
        let xs = if rows { format!("[{xs:?}, [1, 2], {xs:?}]") } else { format!("{xs:?}") };
        let run = |last: &str| answer(&format!(
            "half := 1/2\nlong := 0..40\nmixed := [3, half, 0, [1]]\ng(ys, a, b, i) := [ys, a] + [b - i, mod(a, b + 1), ys[0..b - 1]]\n\
             f(xs, a, b, i, last) := [{body}, g(xs, a, b, i)[b], xs + [a] + xs, [x for x in xs for k in 0..b by 2]]\n[f({xs}, {a}, b, 1, {last}) for b in [2, 0, 1, 2]]",
        ));
        prop_assert_eq!(run("0"), run("x -> x"), "{}", body);
    }

    #[test]
    fn moves_are_the_same_by_the_quick_way(
        (change, _) in expression(),
        (condition, _) in expression(),
        xs in proptest::collection::vec(-2i64..4, 0..5),
        rows in any::<bool>(),
        ask in prop_oneof![Just("outcome(START)"), Just("left_options(START)"), Just("right_options(START)"), Just("START + 0")],
    ) {
        // A body that makes a function is left to the machine. Each move is from a larger number to a smaller one.
        let start = if rows { format!("g([{xs:?}, 7], 3)") } else { format!("g({xs:?}, 3)") };
        let run = |same: &str| answer(&format!(
            "half := 1/2\nlong := 0..40\nmixed := [half]\nb := 2\ni := 1\nh(xs, a) := {change}\nc(xs, a) := [{condition}] != [0]\n\
             game g(xs, a) := <g({same}(xs), a - 1) for k in 1..2 if a > 0, g([a, h(xs, a)], a - 2) if a > 1\
             | g(xs, a - k) + g([k, 0, k], 0) for k in 1..a if c(xs, a)>\n{}",
            ask.replace("START", &start),
        ));
        prop_assert_eq!(run(""), run("(x -> x)"), "{} {}", change, condition);
    }

    #[test]
    fn random_moves_to_sums_are_the_sums(
        left in moves_to_sums(),
        right in proptest::option::of(moves_to_sums()),
        n in 2u8..6,
        ask in prop_oneof![
            Just("outcome(k(N))"), Just("k(N) + 0"), Just("len(left_options(k(N)))"), Just("outcome(k(N), misere)"),
            Just("remoteness(k(N))"), Just("right_options(k(N))"),
        ],
    ) {
        let ask = ask.replace('N', &n.to_string());
        let run = |left: &str, right: Option<&String>| {
            let right = right.map_or(String::new(), |right| format!(" | {right}"));
            answer(&format!("game k(n) := if n > 1 then <{left}{right}>\n{ask}"))
        };
        let (quick, slow) = (run(&left.0, right.as_ref().map(|r| &r.0)), run(&left.1, right.as_ref().map(|r| &r.1)));
        prop_assert_eq!(quick, slow, "{} | {:?}", left.0, right);
    }

    #[test]
    fn a_list_means_the_same_however_it_is_kept(a in integers(), b in integers(), at in 0usize..40, n in -200i64..200) {
        let kept = |all: &[i64]| [list(all), plain(all)];
        let value = |list: List| Value::List(Rc::new(list));
        let hash = |value: &Value| rustc_hash::FxBuildHasher.hash_one(value);
        for x in kept(&a) {
            prop_assert_eq!(x.len(), a.len() as u64);
            prop_assert_eq!((x.depth(), x.weight()), (1, a.len() as u64));
            prop_assert_eq!(x.get(at as u64), a.get(at).map(|&n| Value::Integer(n)));
            let members: Vec<Value> = a.iter().map(|&n| Value::Integer(n)).collect();
            prop_assert!(x.iter().eq(members));
            prop_assert_eq!(x.finds(&Value::Integer(n)).unwrap_or(a.contains(&n)), a.contains(&n));
            let (from, to) = (at.min(a.len()), a.len());
            prop_assert_eq!(value(x.slice(from as u64, to as u64)), value(list(&a[from..to])));
        }
        for (x, y) in kept(&a).into_iter().zip(kept(&b).into_iter().rev()) {
            let (x, y) = (value(x), value(y));
            prop_assert_eq!(x.cmp(&y), a.cmp(&b));
            prop_assert_eq!(x == y, a == b);
        }
        let [x, y] = kept(&a).map(value);
        prop_assert_eq!(hash(&x), hash(&y));
        let run: Vec<i64> = (n..n + at as i64).collect();
        let (range, run) = (value(List::range(n, 1, at as u64)), value(list(&run)));
        prop_assert_eq!(hash(&range), hash(&run));
        prop_assert_eq!(range, run);
        if at < a.len() {
            let mut changed = a.clone();
            changed[at] = n;
            prop_assert_eq!(answer(&format!("replace_at({a:?}, {at}, {n})")), answer(&format!("{changed:?}")));
        }
    }

    #[test]
    fn a_set_finds_its_members(a in integers(), n in -200i64..200) {
        let set = Value::set(a.iter().map(|&n| Value::Integer(n)).collect());
        let Value::Set(set) = set else { unreachable!("a set") };
        prop_assert_eq!(order::is_in_set(&Value::Integer(n), &set, &mut Budget::unlimited()).unwrap(), a.contains(&n));
    }
}

#[test]
fn a_helper_gives_the_same_whether_its_calls_are_remembered() {
    // A function that could call itself is remembered; one that cannot is a helper.
    let bodies = [
        "[if i == p then 1 else xs[i] for i in 0..len(xs)-1]",
        "xs[p] == 0 and [q for q in [p - 1, p + 1] if q >= 0 and q < len(xs)] == []",
        "sum_list([i*j for i in 1..60 for j in 1..60]) + p",
        "xs[p + 7]",
        "[print(p), p]",
    ];
    for body in bodies {
        let run = |body: &str| answer(&format!("h(xs, p) := {body}\n[h([0, 1, 0], q) for k in 1..3 for q in 0..2]"));
        assert_eq!(run(body), run(&format!("if false then h(xs, p) else {body}")), "{body}");
    }
    // A name that gets another meaning counts at once, be it a helper or not.
    let text = "g(n) := n\nf(n) := g(n) + 1\nf(1)\ng(n) := if n == 0 then 0 else g(n-1) + 2\nf(3)";
    assert_eq!(answer(text), "7");
    assert!(answer("g(n) := n\nf(n) := g(n)\nf(1)\ng(n) := f(n)\nf(1)").contains("name::circular"));
    // What takes long is computed once.
    assert_eq!(
        answer(
            "long(n) := len([1 for i in 1..3000 for j in 1..1000]) + n\n[long(1) for k in 1..2000] == [3000001 for k in 1..2000]"
        ),
        "true"
    );
}

#[test]
fn moves_to_sums_are_the_sums() {
    let rules = [
        ("k(a) + k(n-j-a) for j in 1..2 for a in 0..n-j", "sum_list([k(a), k(n-j-a)]) for j in 1..2 for a in 0..n-j"),
        ("k(a) + k(n-2-a) for a in 0..n-2 | k(n-1)", "sum_list([k(a), k(n-2-a)]) for a in 0..n-2 | k(n-1)"),
        (
            "k(n-1), k(0) + k(n-2) if n > 1 | k(n-2) + * if n > 1",
            "k(n-1), sum_list([k(0), k(n-2)]) if n > 1 | sum_list([k(n-2), *]) if n > 1",
        ),
        ("k(a) + k(a) + k(n-1-a) for a in 0..n-1", "sum_list([k(a), k(a), k(n-1-a)]) for a in 0..n-1"),
        (
            "k(a) + k(n-1-a) for a in 0..n-1, [k(0)] if n > 2 | 3, k(0) + k(1) if n > 2",
            "sum_list([k(a), k(n-1-a)]) for a in 0..n-1, k(0) if n > 2 | 3, sum_list([k(0), k(1)]) if n > 2",
        ),
        (
            "k(a) + k(n-1-a) for a in 0..n-1 | k(n-1-a) + k(a) for a in 0..n-1",
            "sum_list([k(a), k(n-1-a)]) for a in 0..n-1 | sum_list([k(n-1-a), k(a)]) for a in 0..n-1",
        ),
        ("k(n-1) + k(0), 1 == 1", "sum_list([k(n-1), k(0)]), 1 == 1"),
    ];
    for (i, (quick, slow)) in rules.into_iter().enumerate() {
        let questions = [
            "k(7) + 0",
            "left_options(k(5))",
            "right_options(k(4))",
            "outcome(k(6))",
            "remoteness(k(6))",
            "outcome(k(5), misere)",
        ];
        for ask in questions.into_iter().skip(i % (6 / rounds(6))).step_by(6 / rounds(6)) {
            let run = |rule: &str| answer(&format!("game k(n) := if n > 0 then <{rule}>\n{ask}"));
            assert_eq!(run(quick), run(slow), "{quick}: {ask}");
        }
    }
}

/// Numbers, small, long and broken.
fn number() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => (-3i64..6).prop_map(|n| n.to_string()),
        1 => (0i64..400).prop_map(|n| n.to_string()),
        1 => Just("2^70".to_string()),
        1 => Just("(-2^70)".to_string()),
        1 => Just("1/2".to_string()),
        1 => Just("(2^59 - 1)".to_string()),
    ]
}

/// Members for random sets: numbers, texts, and lists of them.
fn member() -> impl Strategy<Value = String> {
    let text = prop_oneof![Just(""), Just("a"), Just("b"), Just("ab"), Just("ba"), Just("é"), Just("a/")];
    let plain = prop_oneof![number(), text.prop_map(|text| format!("\"{text}\""))];
    prop_oneof![3 => plain.clone(), 1 => proptest::collection::vec(plain, 0..3).prop_map(|all| format!("[{}]", all.join(", ")))]
}

fn members() -> impl Strategy<Value = String> {
    (proptest::collection::vec(member(), 0..5), any::<bool>()).prop_map(|(all, is_set)| {
        if is_set { format!("{{{}}}", all.join(", ")) } else { format!("[{}]", all.join(", ")) }
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: rounds(200) as u32, ..ProptestConfig::default() })]

    #[test]
    fn arithmetic_in_place_is_that_of_values(x in number(), y in number(), all in proptest::collection::vec(number(), 0..6)) {
        let all = all.join(", ");
        for (quick, slow) in [
            (format!("mod({x}, {y})"), format!("(f -> f({x}, {y}))(mod)")),
            (format!("{x} * {y}"), format!("-((-({x})) * {y})")),
            (format!("{x} + {y}"), format!("{x} - (-({y}))")),
            (format!("({x})^2"), format!("({x})^(n + 1)")),
            (format!("sum_list([n * {y} for n in [{all}]])"), format!("fold((s, n) -> s - n * (-({y})), 0, [{all}])")),
            (format!("mex([n for n in [{all}] if n != {x}])"), format!("(f -> f([n for n in [{all}] if n != {x}]))(mex)")),
            (format!("mex({{n for n in [{all}] if n != {x}}})"), format!("(f -> f({{n for n in [{all}] if n != {x}}}))(mex)")),
        ] {
            let run = |text: &str| answer(&format!("f(n) := {text}\n[f(1), f(1)]"));
            prop_assert_eq!(run(&quick), run(&slow), "{}", quick);
        }
    }

    #[test]
    fn sets_and_comparisons_in_place_are_those_of_members(a in members(), b in members(), x in member(), y in member()) {
        let run = |text: &str| answer(&format!("f(A, B, x, y) := {text}\nf({a}, {b}, {x}, {y})"));
        for (quick, slow) in [
            ("difference(A, B)", "{m for m in A if not (m in B)}"),
            ("intersection(A, B)", "{m for m in A if m in B}"),
            ("union(A, B)", "{m for C in [A, B] for m in C}"),
            ("[x, y] == [y, x]", "x == y"),
            ("[[x, 1], y] != [[y, 1], x]", "x != y"),
            ("x in A", "any([m == x for m in A])"),
        ] {
            prop_assert_eq!(run(quick), run(slow), "{} of {} and {}", quick, a, b);
        }
        let values = "(g -> g(A, B))";
        prop_assert_eq!(run("difference(A, B)"), run(&format!("{values}(difference)")));
        prop_assert_eq!(run("intersection(A, B)"), run(&format!("{values}(intersection)")));
    }

    #[test]
    fn winning_moves_of_rules_lead_to_what_the_next_player_loses(
        takes in proptest::collection::btree_set(1u8..6, 1..4),
        more in prop_oneof![
            Just(""), Just(", g(n - 2, not b) if n > 3"), Just(", g(n, not b) if b"), Just(", g(n, not b) if n == 2"),
            Just(", 0 if n == 4"), Just(" | g(n - 1, b) if n > 0"), Just(", g(n - 3, b) + g(1, b) if n > 3"),
        ],
        n in 0u8..12,
        misere in any::<bool>(),
    ) {
        let takes: Vec<String> = takes.iter().map(u8::to_string).collect();
        let rule = format!("game g(n, b) := <g(n - k, b) for k in [{}] if k <= n{more}>", takes.join(", "));
        let convention = if misere { ", misere" } else { "" };
        let quick = answer(&format!("{rule}\nwinning_moves(g({n}, true){convention})"));
        // Moves that can be taken back, and players who differ, are left to the engine.
        let is_taken_back = more.contains("g(n, not b) if n");
        if !is_taken_back && !more.contains('|') {
            let slow = answer(&format!("{rule}\n[q for q in options(g({n}, true)) if outcome(q{convention}) == P]"));
            prop_assert_eq!(quick, slow, "{}", rule);
        }
    }
}

#[test]
fn sets_of_texts_are_in_order() {
    let texts = ["b", "", "ab", "a", "é", "aé", "ba", "a", "{", "ab", "zé", "abc"];
    for k in 0..texts.len() {
        let some = &texts[k..];
        let ordered: std::collections::BTreeSet<&&str> = some.iter().collect();
        assert_eq!(
            answer(&format!("f(xs) := {{x for x in xs}}\n[x for x in f({some:?})]")),
            format!("{:?}", ordered.iter().collect::<Vec<_>>())
        );
    }
}

/// A name behind `where` and the last result of `fold` stand in locals that loops beside them use again: operands are the same as
/// if each had been worked out by itself.
#[test]
fn loops_beside_an_operand_leave_it_as_it_is() {
    const OPERANDS: [&str; 5] = [
        "(c where c := n + 10)",
        "(c where c := d*2, d := n)",
        "fold((s, x) -> s + x, n, [1, 2])",
        "(n where n := n + 1)",
        "n",
    ];
    const LOOPS: [&str; 8] = [
        "len([1 for x in 1..3])",
        "sum_list([j for j in 1..n])",
        "len(filter(x -> x > 1, [1, 2, n]))",
        "max(map(x -> x*x, 0..n))",
        "len([a for [a, b] in [[1, 2], [3, n]] if a < b])",
        "fold((s, x) -> s*x, 1, 1..n)",
        "mex({x for x in 0..n})",
        "len([c for c in \"abc\" if c in \"ab\"])",
    ];
    const TOGETHER: [&str; 9] = [
        "A * B",
        "[A, B]",
        "pair(A, B)",
        "max(A, B)",
        "A == B",
        "nim_sum(A, B)",
        "[A + B for i in 1..2]",
        "A..A+B",
        "(e + A where e := B)",
    ];
    for (one, other) in OPERANDS.iter().flat_map(|one| LOOPS.iter().map(move |other| (one, other))) {
        for together in TOGETHER {
            for [first, second] in [[one, other], [other, one]] {
                let inline = together.replace('A', first).replace('B', second);
                let program = format!("pair(a, b) := [a, b]; f(n) := {inline}; f(3)");
                let alone = format!(
                    "pair(a, b) := [a, b]; one(n) := {first}; p := one(3); other(n) := {second}; q := other(3); {}",
                    together.replace('A', "p").replace('B', "q")
                );
                assert_eq!(answer(&program), answer(&alone), "{program}");
            }
        }
    }
}
