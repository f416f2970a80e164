//! Steps of explanations replayed from the definitions: misère quotients, thermographs, atomic weights. And one
//! explanation of each kind as a whole, so that a change of words is seen.

use std::collections::{BTreeSet, HashMap};

use cg::eval::Session;
use cg::value::Value;
use cg_engine::notation::Notation;
use dashu_ratio::RBig;

use crate::language::{run, session};
use crate::random_graph::Random;

fn evaluate(session: &mut Session, text: &str) -> Value {
    let source = session.sources.add("test", text);
    let prepared = session.prepare(&source);
    assert!(!prepared.has_errors(), "{text}: {:?}", prepared.diagnostics);
    let mut last = Value::Nothing;
    for statement in &prepared.statements {
        last = session.execute(statement).result.unwrap_or_else(|e| panic!("{text}: {}", e.message));
    }
    last
}

fn members(value: &Value) -> Vec<Value> {
    match value {
        Value::List(list) => list.iter().collect(),
        other => panic!("{other:?} is no list"),
    }
}

fn rows(session: &mut Session, text: &str) -> Vec<Vec<Value>> {
    members(&evaluate(session, text)).iter().map(members).collect()
}

fn text_of(value: &Value) -> &str {
    match value {
        Value::Text(text) => text,
        other => panic!("{other:?} is no text"),
    }
}

fn written(session: &mut Session, value: &Value) -> String {
    session.written(value, Notation::Ascii).unwrap()
}

// Misère quotients.

/// How often each letter stands in a word such as `ab^2`.
fn exponents(word: &str) -> [u32; 26] {
    let mut all = [0; 26];
    let mut letters = word.chars().peekable();
    while let Some(letter) = letters.next() {
        if letter == '1' {
            continue;
        }
        let mut count = 0;
        if letters.next_if_eq(&'^').is_some() {
            while let Some(digit) = letters.next_if(char::is_ascii_digit) {
                count = 10 * count + digit.to_digit(10).unwrap();
            }
        }
        all[(letter as u8 - b'a') as usize] += count.max(1);
    }
    all
}

/// Applies relations from left to right as long as one fits.
fn reduced(mut word: [u32; 26], relations: &[([u32; 26], [u32; 26])]) -> [u32; 26] {
    while let Some((left, right)) = relations.iter().find(|(left, _)| (0..26).all(|i| left[i] <= word[i])) {
        for i in 0..26 {
            word[i] = word[i] - left[i] + right[i];
        }
    }
    word
}

/// Moves in Kayles: one pin or two side by side.
fn kayles(n: usize) -> Vec<Vec<usize>> {
    let rows = (1..=2.min(n)).flat_map(|k| (0..=n - k).map(move |a| vec![a, n - k - a]));
    rows.map(|row| row.into_iter().filter(|&h| h > 0).collect()).collect()
}

/// Moves in Nim: to any smaller heap.
fn nim(n: usize) -> Vec<Vec<usize>> {
    (0..n).map(|left| if left == 0 { vec![] } else { vec![left] }).collect()
}

/// Whether the mover loses misère play, by the definition.
fn is_lost(heaps: &[usize], moves: &dyn Fn(usize) -> Vec<Vec<usize>>, known: &mut HashMap<Vec<usize>, bool>) -> bool {
    if let Some(&lost) = known.get(heaps) {
        return lost;
    }
    let mut lost = !heaps.is_empty();
    for i in 0..heaps.len() {
        for left in moves(heaps[i]) {
            let mut next = heaps.to_vec();
            next.remove(i);
            next.extend(left);
            next.sort_unstable();
            lost &= !is_lost(&next, moves, known);
        }
    }
    known.insert(heaps.to_vec(), lost);
    lost
}

#[test]
fn a_quotient_tells_every_small_sum() {
    for (ruleset, most, moves) in
        [("kayles", 8, &kayles as &dyn Fn(usize) -> Vec<Vec<usize>>), ("nim", 5, &nim), ("kayles", 5, &kayles)]
    {
        let mut session = session();
        let report = format!("misere_quotient({ruleset}, {most})");
        let presentation = evaluate(&mut session, &format!("{report}.presentation"));
        let relations = text_of(&presentation).split_once(" | ").unwrap().1.trim_end_matches('>');
        let relations: Vec<_> = relations
            .split(", ")
            .map(|relation| relation.split_once(" = ").unwrap())
            .map(|(left, right)| (exponents(left), exponents(right)))
            .collect();
        let (mut words, mut lost) = (vec![[0; 26]; most + 1], BTreeSet::new());
        let mut generators = 0;
        for row in rows(&mut session, &format!("explain({report}).steps")) {
            match (text_of(&row[0]), &row[1]) {
                ("heap", Value::Integer(heap)) => words[*heap as usize] = exponents(text_of(&row[2])),
                ("lost", word) => {
                    lost.insert(exponents(text_of(word)));
                }
                ("generator", letter) => {
                    let Value::Integer(heap) = row[2] else { panic!("a generator is a heap") };
                    assert!(heap as usize <= most && text_of(letter).len() == 1);
                    generators += 1;
                }
                other => panic!("{other:?}"),
            }
        }
        assert!(generators > 0 && !lost.is_empty());
        let mut known = HashMap::new();
        let mut random = Random(most as u64);
        for _ in 0..1500 {
            let count = random.below(6);
            let mut heaps: Vec<usize> = (0..count).map(|_| 1 + random.below(most as u64) as usize).collect();
            heaps.sort_unstable();
            let mut product = [0; 26];
            heaps.iter().for_each(|&heap| (0..26).for_each(|i| product[i] += words[heap][i]));
            let product = reduced(product, &relations);
            assert_eq!(lost.contains(&product), is_lost(&heaps, &moves, &mut known), "{ruleset} {heaps:?}");
        }
    }
}

/// Long rows of Kayles: the search gives up, and the quotient of the rows that can be reached tells.
#[test]
fn a_verdict_by_a_quotient_names_its_words() {
    let mut session = session();
    for (position, lost) in [("kayles(25) + kayles(20) + kayles(17) + kayles(12) + kayles(9)", None::<bool>)] {
        let report = evaluate(&mut session, &format!("e := explain({position}, misere); e"));
        let text = session.text(&report, Notation::Ascii).unwrap();
        assert!(text.contains("by the misère quotient of its heaps (Plambeck and Siegel 2008)"), "{text}");
        let steps = rows(&mut session, "e.steps");
        let find = |name| steps.iter().filter(move |row| matches!(&row[0], Value::Text(t) if t.as_str() == name));
        let product = text_of(&find("product").next().unwrap()[1]).to_string();
        let all: Vec<Value> = members(&find("lost").next().unwrap()[1]);
        let named = all.iter().any(|word| text_of(word) == product);
        assert!(lost.is_none_or(|lost| lost == named));
        let answer = run(&mut session, "e.answer");
        assert_eq!(answer, if named { "P" } else { "N" });
        // The words of the components and the relations of the quotient of all rows to 25 give the product.
        let quotient = evaluate(&mut session, "misere_quotient(kayles, 25).presentation");
        let relations = text_of(&quotient).split_once(" | ").unwrap().1.trim_end_matches('>');
        let relations: Vec<_> = relations
            .split(", ")
            .map(|relation| relation.split_once(" = ").unwrap())
            .map(|(left, right)| (exponents(left), exponents(right)))
            .collect();
        let mut word = [0; 26];
        for row in find("heap") {
            let part = exponents(text_of(&row[2]));
            (0..26).for_each(|i| word[i] += part[i]);
        }
        assert_eq!(reduced(word, &relations), exponents(&product));
        // Of the moves that are said to win, each is lost for the other player: its own explanation says so.
        let moves = run(&mut session, &format!("[outcome(q, misere) for q in winning_moves({position}, misere)]"));
        assert!(moves.split(", ").all(|outcome| outcome.trim_matches(['[', ']']) == "P") != named || moves == "[]");
    }
}

// Thermographs.

fn number(value: &Value) -> RBig {
    match value {
        Value::Integer(n) => RBig::from(*n),
        Value::Number(x) => (**x).clone(),
        other => panic!("{other:?} is no number"),
    }
}

type Wall = Vec<(RBig, RBig)>;

fn wall(value: &Value) -> Wall {
    members(value).iter().map(members).map(|point| (number(&point[0]), number(&point[1]))).collect()
}

/// Where a wall stands at this tax.
fn at(wall: &Wall, t: &RBig) -> RBig {
    let after = wall.iter().position(|(u, _)| u >= t);
    match after {
        None => wall.last().unwrap().1.clone(),
        Some(0) => wall[0].1.clone(),
        Some(i) => {
            let ((t0, x0), (t1, x1)) = (&wall[i - 1], &wall[i]);
            x0 + (x1 - x0) * (t - t0) / (t1 - t0)
        }
    }
}

/// At every tax up to the temperature the walls are the best of the options' walls, paid for (Conway 1977, ch. 9); above
/// it they stand together at the mean.
fn replay_thermograph(session: &mut Session, game: &str, depth: u32) {
    let answer = members(&evaluate(session, &format!("e := explain({game}, thermograph); e.answer")));
    let (mean, temperature) = (number(&answer[0]), number(&answer[1]));
    let [left, right] = ["left", "right"].map(|side| wall(&evaluate(session, &format!("thermograph({game}).{side}"))));
    let steps = rows(session, "e.steps");
    if steps.is_empty() {
        // A number is a mast.
        let mast = [&left, &right].map(|wall| wall.iter().all(|(_, x)| *x == mean));
        assert_eq!(mast, [true, true], "{game}");
        return;
    }
    let mut walls: [Vec<Wall>; 2] = Default::default();
    let mut options = Vec::new();
    for row in &steps {
        let side = usize::from(written(session, &row[0]) == "R");
        let option = written(session, &row[1]);
        let told = wall(&row[2]);
        // The wall is that of the option: the right one of Left's, the left one of Right's.
        let field = if side == 0 { "right" } else { "left" };
        assert_eq!(told, wall(&evaluate(session, &format!("thermograph({option}).{field}"))), "{game}: {option}");
        walls[side].push(told);
        options.push(option);
    }
    let mut taxes: Vec<RBig> =
        walls.iter().flatten().chain([&left, &right]).flatten().map(|(t, _)| t.clone()).collect();
    taxes.sort();
    taxes.dedup();
    let between: Vec<RBig> = taxes.windows(2).map(|pair| (&pair[0] + &pair[1]) / RBig::from(2)).collect();
    taxes.extend(between);
    // The wall of a number begins at its own temperature, and says nothing of smaller taxes.
    let base = walls.iter().flatten().map(|wall| wall[0].0.clone()).max().unwrap();
    taxes.retain(|t| *t >= base);
    for t in taxes {
        if t > temperature {
            assert_eq!([at(&left, &t), at(&right, &t)], [mean.clone(), mean.clone()], "{game} at {t}");
            continue;
        }
        let best = walls[0].iter().map(|wall| at(wall, &t) - &t).max().unwrap();
        let least = walls[1].iter().map(|wall| at(wall, &t) + &t).min().unwrap();
        assert_eq!([at(&left, &t), at(&right, &t)], [best, least], "{game} at {t}");
    }
    assert_eq!([at(&left, &temperature), at(&right, &temperature)], [mean.clone(), mean], "{game}");
    if depth > 0 {
        for option in options {
            replay_thermograph(session, &option, depth - 1);
        }
    }
}

#[test]
fn walls_are_the_best_of_the_options() {
    let mut session = session();
    let mut random = Random(23);
    for game in ["<7|5||4|1>", "<2|-1>", "<6|-2||-2>", "<4|||3||2|1>", "<5/2|1/2>", "<2,<4|1>|0>"] {
        replay_thermograph(&mut session, game, 3);
    }
    for seed in 0..40 {
        let depth = 3 + random.below(2);
        replay_thermograph(&mut session, &format!("random_game({depth}, {seed})"), 2);
    }
}

// Atomic weights.

/// G has atomic weight w when G - w·up lies between down and up, each with a remote star (Siegel II.7).
fn has_weight(session: &mut Session, game: &str, weight: &str) {
    let text = format!("d := ({game}) - norton({weight}, up); down + *64 < d and d < up + *64");
    assert_eq!(run(session, &text), "true", "{game} has weight {weight}");
}

#[test]
fn weights_follow_from_those_of_the_options() {
    let small = ["0", "*", "*2", "up", "down", "up + *", "down + *", "2*up", "<0|up>", "<up|*>", "<2*up|2*down>"];
    let mut session = session();
    let mut random = Random(5);
    let (mut whole, mut other) = (0, 0);
    for _ in 0..120 {
        let mut some = || {
            let count = 1 + random.below(3);
            let options: Vec<&str> = (0..count).map(|_| small[random.below(small.len() as u64) as usize]).collect();
            options.join(", ")
        };
        let game = format!("<{} | {}>", some(), some());
        let answer = evaluate(&mut session, &format!("e := explain({game}, atomic_weight); e.answer"));
        let weight = written(&mut session, &answer);
        has_weight(&mut session, &game, &weight);
        let mut sides: [Vec<String>; 2] = Default::default();
        let mut far = None;
        for row in rows(&mut session, "e.steps") {
            if let Value::Text(_) = &row[0] {
                far = Some(written(&mut session, &row[1]));
                continue;
            }
            let side = usize::from(written(&mut session, &row[0]) == "R");
            let (option, of_option) = (written(&mut session, &row[1]), written(&mut session, &row[2]));
            has_weight(&mut session, &option, &of_option);
            sides[side].push(format!("({of_option}) {} 2", if side == 0 { '-' } else { '+' }));
        }
        if sides[0].is_empty() {
            // A sum of ups and a star is told in one sentence.
            continue;
        }
        let between = format!("<{} | {}>", sides[0].join(", "), sides[1].join(", "));
        let Some(far) = far else {
            assert_eq!(run(&mut session, &format!("not is_integer({between}) and {between} == {weight}")), "true");
            other += 1;
            continue;
        };
        whole += 1;
        // The remote star decides which of the integers that fit it is.
        let fits = |k: &str| {
            let left = sides[0].iter().map(|x| format!("({k}) |> ({x})"));
            let right = sides[1].iter().map(|x| format!("({k}) <| ({x})"));
            left.chain(right).collect::<Vec<_>>().join(" and ")
        };
        let text = format!(
            "w := {weight}; is_integer({between}) and {} and (if {game} >= *{far} then not ({}) else (if {game} <= *{far} \
             then not ({}) else w == 0))",
            fits("w"),
            fits("w + 1"),
            fits("w - 1")
        );
        assert_eq!(run(&mut session, &text), "true", "{game} of weight {weight}");
    }
    assert!(whole > 20 && other > 5, "{whole} {other}");
}

// One of each kind.

#[test]
fn one_of_each_kind() {
    let kinds = [
        ("value", "explain(form <0,*,up|1*,<2|0>>)"),
        ("value_deep", "explain(form <form <0|*>,form <*|*>|2>, 2)"),
        ("comparison", "compare(<2|-1>, 1/2)"),
        ("sum", "explain(domineering(2, 2) + domineering(1, 3))"),
        ("nim", "explain(nim(3, 5, 7))"),
        ("octal", "explain(dawson(9))"),
        ("loopy", "g := graph <a -> b, c; b -> a; c -> t; t>; explain(g.a)"),
        ("remoteness", "explain(kayles(4), remoteness)"),
        ("compound", "explain(sum(sel, nim(2), nim(3)))"),
        ("thermograph", "explain(<6|-2||-2>, thermograph)"),
        ("atomic_weight", "explain(<0|up>, atomic_weight)"),
        ("period", "explain(octal(\"0.137\"), period)"),
        ("misere", "explain(nim(1, 2, 3), misere)"),
        ("conditions", "explain(ferguson(kayles, 10))"),
        ("quotient", "explain(misere_quotient(kayles, 6))"),
        ("quotient_verdict", "explain(kayles(25) + kayles(20) + kayles(17) + kayles(12) + kayles(9), misere)"),
    ];
    for (name, text) in kinds {
        insta::assert_snapshot!(name, run(&mut session(), text), text);
    }
}
