//! Certificates: what they state holds, changed ones are refused or state what holds, and the program in Python says the same
//! of each as `cg` does. Whether a statement holds is decided by a search of all play, by rules that are written here from
//! their definitions.

use std::collections::{BTreeSet, HashMap};
use std::io::Write;
use std::process::{Command, Stdio};

use cg::certificates::verify;
use cg::eval::Session;
use cg::value::Value;
use serde_json::{Value as Json, json};

use crate::language::{run, session};
use crate::random_graph::{Random, is_thorough, rounds};

/// Questions whose answers have certificates.
const QUESTIONS: [&str; 31] = [
    "solve(domineering(3, 3), L)",
    "solve(domineering(3, 4), R)",
    "value(domineering(2, 3))",
    "compare(domineering(\"../.#\"), domineering(\"../#.\"))",
    "domineering(2, 2) == +-1",
    "domineering(2, 3) >= domineering(2, 2)",
    "solve(clobber(2, 3), L)",
    "value(clobber(\"xxo\"))",
    "clobber(\"xoxo\") > clobber(\"xo\")",
    "solve(col(2, 3), R)",
    "value(col(\"x..\"))",
    "value(snort(1, 3))",
    "solve(snort(\"x..../.....\"), L)",
    "value(toads_frogs(\"T_TFF\"))",
    "solve(toads_frogs(\"TT__FF\"), R)",
    "toads_frogs(\"\") == -toads_frogs(\"\")",
    "solve(toads_frogs(\"T_F\") - toads_frogs(\"\"), L)",
    "nim_value(kayles(7))",
    "nim_value(nim(3, 5))",
    "nim_value(octal(\"4.0\", 6) + dawson(5))",
    "up == *",
    "<7|5||4|1> > 4",
    "compare(form <0,1|2>, 3/2)",
    "compare(-domineering(2, 3), clobber(\"xo\"))",
    "tiny(1) < up",
    "0 == 0",
    "period(kayles)",
    "period(octal(\"0.15\"))",
    "misere_quotient(kayles, 5)",
    "misere_quotient(octal(\"0.123\"), 6)",
    "misere_quotient(octal(\"4.7\"), 5)",
];

/// A part of a position: the name of its rules, and what stands behind it.
type NaivePart = (String, String);

fn grid(text: &str) -> Vec<Vec<char>> {
    text.split('/').map(|row| row.chars().collect()).collect()
}

fn written(rows: &[Vec<char>]) -> String {
    rows.iter().map(|row| row.iter().collect()).collect::<Vec<String>>().join("/")
}

/// The negative of a part, whose players have changed places.
fn negative(part: &NaivePart, games: &Json) -> NaivePart {
    let (name, rest) = part;
    let swapped = |text: &str| -> String {
        let swap = |c| "xoTF".find(c).map_or(c, |at| "oxFT".as_bytes()[at] as char);
        text.chars().map(swap).collect()
    };
    let _ = games;
    let rest = match &**name {
        "domineering" => {
            let rows = grid(rest);
            let column = |x: usize| rows.iter().map(|row| row[x]).collect();
            written(&(0..rows[0].len()).map(column).collect::<Vec<Vec<char>>>())
        }
        "toads_frogs" => swapped(rest).chars().rev().collect(),
        "game" => match rest.strip_prefix('-') {
            Some(number) => number.to_string(),
            None => format!("-{rest}"),
        },
        "nim" | "octal" => rest.clone(),
        _ => swapped(rest),
    };
    (name.clone(), rest)
}

/// The sums of parts after the moves of Left or Right.
fn moves(part: &NaivePart, is_left: bool, games: &Json) -> Vec<Vec<NaivePart>> {
    let (name, rest) = part;
    let one = |rest: String| vec![(name.clone(), rest)];
    match &**name {
        "game" => {
            let (number, sign, side) = match rest.strip_prefix('-') {
                Some(number) => (number, "-", is_left),
                None => (&**rest, "", !is_left),
            };
            let options = games[number.parse::<usize>().unwrap()][side as usize].as_array().unwrap();
            options.iter().map(|option| one(format!("{sign}{option}"))).collect()
        }
        "nim" => (0..rest.parse::<u64>().unwrap()).map(|heap| one(heap.to_string())).collect(),
        "octal" => {
            let (code, heap) = rest.split_once(' ').unwrap();
            let heap: usize = heap.parse().unwrap();
            let digits = code.bytes().filter(|b| *b != b'.').map(|b| b - b'0');
            let mut found = Vec::new();
            for (taken, digit) in digits.enumerate().filter(|(taken, _)| *taken <= heap) {
                let left = heap - taken;
                if digit & 1 > 0 && left == 0 && taken > 0 {
                    found.push(Vec::new());
                }
                if digit & 2 > 0 && left > 0 && taken > 0 {
                    found.push(one(format!("{code} {left}")));
                }
                if digit & 4 > 0 {
                    found.extend(
                        (1..left).map(|a| [a, left - a].map(|a| (name.clone(), format!("{code} {a}"))).to_vec()),
                    );
                }
            }
            found
        }
        _ => moves_on_board(name, &grid(rest), is_left).into_iter().map(|rows| one(written(&rows))).collect(),
    }
}

fn moves_on_board(name: &str, rows: &[Vec<char>], is_left: bool) -> Vec<Vec<Vec<char>>> {
    let mut found = Vec::new();
    let at = |y: isize, x: isize| rows.get(y as usize).and_then(|row| row.get(x as usize)).copied().unwrap_or('#');
    let with = |changes: &[(isize, isize, char)]| {
        let mut after = rows.to_vec();
        changes.iter().for_each(|&(y, x, letter)| after[y as usize][x as usize] = letter);
        after
    };
    let (own, foe) = if is_left { ('x', 'o') } else { ('o', 'x') };
    for y in 0..rows.len() as isize {
        for x in 0..rows[0].len() as isize {
            let beside = [(y - 1, x), (y + 1, x), (y, x - 1), (y, x + 1)];
            match name {
                "domineering" => {
                    let (v, u) = if is_left { (y + 1, x) } else { (y, x + 1) };
                    if at(y, x) == '.' && at(v, u) == '.' {
                        found.push(with(&[(y, x, '#'), (v, u, '#')]));
                    }
                }
                "clobber" if at(y, x) == own => {
                    let taken = beside.iter().filter(|(v, u)| at(*v, *u) == foe);
                    found.extend(taken.map(|&(v, u)| with(&[(y, x, '.'), (v, u, own)])));
                }
                "col" if at(y, x) == '.' && beside.iter().all(|(v, u)| at(*v, *u) != own) => {
                    found.push(with(&[(y, x, own)]))
                }
                "snort" if at(y, x) == '.' && beside.iter().all(|(v, u)| at(*v, *u) != foe) => {
                    found.push(with(&[(y, x, own)]));
                }
                "toads_frogs" => {
                    let (own, foe, step) = if is_left { ('T', 'F', 1) } else { ('F', 'T', -1) };
                    let to = if at(y, x + step) == foe { x + 2 * step } else { x + step };
                    if at(y, x) == own && at(y, to) == '_' {
                        found.push(with(&[(y, x, '_'), (y, to, own)]));
                    }
                }
                _ => {}
            }
        }
    }
    found
}

/// A search of all play from sums.
struct Naive<'g> {
    games: &'g Json,
    known: HashMap<(Vec<NaivePart>, bool), bool>,
}

impl Naive<'_> {
    fn wins(&mut self, position: &[NaivePart], is_left: bool) -> bool {
        let mut position = position.to_vec();
        position.sort();
        if let Some(&known) = self.known.get(&(position.clone(), is_left)) {
            return known;
        }
        let mut wins = false;
        'all: for at in 0..position.len() {
            for after in moves(&position[at], is_left, self.games) {
                let mut next = position.clone();
                next.remove(at);
                next.extend(after);
                if !self.wins(&next, !is_left) {
                    wins = true;
                    break 'all;
                }
            }
        }
        self.known.insert((position, is_left), wins);
        wins
    }
}

/// Returns the parts of a position of a statement.
fn read(list: &Json, games: &Json) -> Vec<NaivePart> {
    let part = |text: &Json| {
        let text = text.as_str().unwrap();
        let (name, rest) = text.trim_start_matches('-').split_once(' ').unwrap();
        let part = (name.to_string(), rest.to_string());
        if text.starts_with('-') { negative(&part, games) } else { part }
    };
    list.as_array().unwrap().iter().map(part).collect()
}

/// Decides by a search of all play whether the statement of a certificate holds.
fn holds(certificate: &Json) -> bool {
    let (statement, games) = (&certificate["statement"], &certificate["games"]);
    match statement["kind"].as_str() {
        Some("period") => return repeats(statement),
        Some("quotient") => return is_quotient(statement, &certificate["quotient"]),
        _ => {}
    }
    let mut naive = Naive { games, known: HashMap::new() };
    if statement["kind"] == "winner" {
        let is_left = statement["starter"] == "L";
        let wins = naive.wins(&read(&statement["position"], games), is_left);
        return wins == (statement["starter"] == statement["winner"]);
    }
    let right = read(&statement["right"], games);
    let negatives = right.iter().map(|part| negative(part, games));
    let difference: Vec<NaivePart> = read(&statement["left"], games).into_iter().chain(negatives).collect();
    let sign = match (naive.wins(&difference, true), naive.wins(&difference, false)) {
        (true, false) => ">",
        (false, false) => "==",
        (false, true) => "<",
        (true, true) => "||",
    };
    statement["relation"] == sign
}

/// The heaps that each move of an octal game leaves.
fn left(code: &str, heap: usize) -> Vec<Vec<usize>> {
    let part = ("octal".to_string(), format!("{code} {heap}"));
    let size = |(_, rest): NaivePart| rest.split(' ').next_back().unwrap().parse().unwrap();
    moves(&part, true, &Json::Null).into_iter().map(|parts| parts.into_iter().map(size).collect()).collect()
}

/// Decides on the first heaps whether nim-values repeat as is stated, and no sooner.
fn repeats(statement: &Json) -> bool {
    let code = statement["code"].as_str().unwrap();
    let [from, period] = ["preperiod", "period"].map(|name| statement[name].as_u64().unwrap() as usize);
    let mut values: Vec<usize> = Vec::new();
    for heap in 0..from + 4 * period + 50 {
        let after: Vec<usize> =
            left(code, heap).iter().map(|left| left.iter().fold(0, |sum, &h| sum ^ values[h])).collect();
        values.push((0..).find(|value| !after.contains(value)).unwrap());
    }
    let last = |by: usize| (0..values.len() - by).rev().find(|&heap| values[heap] != values[heap + by]);
    last(period).map_or(0, |heap| heap + 1) == from && (1..period).all(|less| last(less) >= Some(from))
}

/// Lists the sums of up to `most` heaps, each in ascending order.
fn sums(heaps: usize, most: usize) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    let mut at = 0;
    while at < all.len() {
        if all[at].len() < most {
            let longer = (all[at].last().copied().unwrap_or(1)..=heaps).map(|heap| [&all[at][..], &[heap]].concat());
            all.extend(longer.collect::<Vec<_>>());
        }
        at += 1;
    }
    all
}

/// Decides on small sums whether the table of a misère quotient says who wins, and tells as many sums apart as there are.
fn is_quotient(statement: &Json, quotient: &Json) -> bool {
    fn loses(code: &str, sum: &[usize], known: &mut HashMap<Vec<usize>, bool>) -> bool {
        if let Some(&known) = known.get(sum) {
            return known;
        }
        let mut options = Vec::new();
        for at in 0..sum.len() {
            for left in left(code, sum[at]) {
                let mut option: Vec<usize> = [&sum[..at], &sum[at + 1..], &left].concat();
                option.retain(|heap| *heap > 0);
                option.sort();
                options.push(option);
            }
        }
        let loses = !options.is_empty() && options.iter().all(|option| !loses(code, option, known));
        known.insert(sum.to_vec(), loses);
        loses
    }
    let code = statement["code"].as_str().unwrap();
    let number = |json: &Json| json.as_u64().unwrap() as usize;
    let times: Vec<Vec<usize>> = quotient["times"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row.as_array().unwrap().iter().map(number).collect())
        .collect();
    let lost: Vec<usize> = quotient["lost"].as_array().unwrap().iter().map(number).collect();
    let (mut known, mut told_apart) = (HashMap::new(), BTreeSet::new());
    let all = sums(times.len() - 1, 3);
    for sum in &all {
        let mut beside = Vec::new();
        for other in &all {
            let mut both = [&sum[..], other].concat();
            both.sort();
            let element = both.iter().fold(0, |element, &heap| times[heap][element]);
            beside.push(loses(code, &both, &mut known));
            if beside.last() != Some(&lost.contains(&element)) {
                return false;
            }
        }
        told_apart.insert(beside);
    }
    told_apart.len() <= number(&statement["size"][1])
}

/// Returns the certificate of the answer to a question.
fn certificate(session: &mut Session, question: &str) -> String {
    assert_eq!(run(session, &format!("found := certificate({question})")), "nothing", "{question}");
    match session.variable("found") {
        Some(Value::Text(text)) => text.to_string(),
        other => panic!("{other:?}"),
    }
}

/// Changes something at random in JSON.
fn change(json: &mut Json, random: &mut Random) {
    match json {
        Json::Object(members) => {
            if random.below(20) == 0 {
                members.insert("more".into(), Json::Null);
                return;
            }
            let at = random.below(members.len() as u64) as usize;
            change(members.values_mut().nth(at).expect("a member"), random);
        }
        Json::Array(members) if members.is_empty() => {
            members.push(if random.below(2) == 0 { 0.into() } else { Json::Array(vec![]) })
        }
        Json::Array(members) => {
            let at = random.below(members.len() as u64) as usize;
            match random.below(6) {
                0 => drop(members.remove(at)),
                1 => members.push(members[at].clone()),
                _ => change(&mut members[at], random),
            }
        }
        Json::Number(number) => *json = (number.as_i64().unwrap_or(0) + random.below(3) as i64 - 1).into(),
        Json::String(text) => {
            let mut letters: Vec<char> = text.chars().collect();
            let all: Vec<char> = "xo.#/TF_0123457 -LR<>=|".chars().collect();
            if !letters.is_empty() {
                let at = random.below(letters.len() as u64) as usize;
                letters[at] = all[random.below(all.len() as u64) as usize];
            }
            *text = letters.into_iter().collect();
        }
        _ => {}
    }
}

/// Returns what the program in Python says of each certificate: `true` if it proves its statement.
fn proved_in_python(certificates: &[String]) -> Vec<bool> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/certificates");
    let program = format!(
        "import sys, json\nsys.dont_write_bytecode = True\nsys.path.insert(0, {folder:?})\nimport verify\nfor line in sys.stdin:\n    try:\n        verify.verify(json.loads(line))\n        print(1)\n    except (ValueError, KeyError, TypeError, IndexError, AttributeError):\n        print(0)"
    );
    let mut python = Command::new("python3")
        .args(["-c", &program])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("python3");
    let text = certificates.join("\n");
    let mut input = python.stdin.take().expect("a pipe");
    let writer = std::thread::spawn(move || input.write_all(text.as_bytes()));
    let out = python.wait_with_output().expect("it ends");
    writer.join().expect("no panic").expect("all is read");
    String::from_utf8(out.stdout).expect("digits").lines().map(|line| line == "1").collect()
}

/// Periods of all short codes that are stated of too few heaps are refused, those that hold are proved, in both programs.
#[test]
fn periods_are_proved_where_they_hold_for_all_heaps() {
    let mut session = session();
    let digits = || (0..8).flat_map(|first| (0..8).map(move |second| format!("{first}{second}")));
    let codes = ["0.", "4."].iter().flat_map(|whole| digits().map(move |digits| format!("{whole}{digits}")));
    let (mut texts, mut proved) = (Vec::new(), [0, 0]);
    let mut expected = Vec::new();
    for code in codes.chain(["0.004".into(), "4.0".into(), "0.4".into()]) {
        for (preperiod, period) in (0..3).flat_map(|n| (1..5).map(move |p| (n, p))) {
            let statement = json!({"kind": "period", "code": code, "preperiod": preperiod, "period": period});
            let words = format!("the nim-values of octal {code} have preperiod {preperiod} and period {period}");
            let text = json!({"format": "cg certificate", "version": 1, "words": words, "statement": statement,
                "games": [], "parts": [], "lost": {"L": [], "R": []}})
            .to_string();
            let is_proved = verify(&mut session, &text).unwrap().is_ok();
            assert_eq!(is_proved, repeats(&statement), "{text}");
            proved[usize::from(is_proved)] += 1;
            texts.push(text);
            expected.push(is_proved);
        }
    }
    assert!(proved.iter().all(|&count| count > 5), "{proved:?}");
    assert_eq!(proved_in_python(&texts), expected);
}

/// Both programs refuse a certificate in which something else stands in place of a list of numbers or texts.
#[test]
fn certificates_of_another_shape_are_refused() {
    let mut session = session();
    let text = certificate(&mut session, "up == *");
    let whole: Json = serde_json::from_str(&text).expect("JSON");
    let mut texts = Vec::new();
    for (place, wrong) in [
        ("/lost/L", json!({})),
        ("/lost/R", json!("")),
        ("/lost/R", json!([""])),
        ("/lost/L", json!([{}])),
        ("/parts", json!("")),
        ("/parts", json!({})),
        ("/games", json!({})),
        ("/statement/left", json!("")),
        ("/version", json!(true)),
    ] {
        let mut changed = whole.clone();
        *changed.pointer_mut(place).expect("a member") = wrong;
        assert!(verify(&mut session, &changed.to_string()).unwrap().is_err(), "{changed}");
        texts.push(changed.to_string());
    }
    assert!(proved_in_python(&texts).iter().all(|is_proved| !is_proved));
}

#[test]
fn certificates_state_what_holds_and_are_proved() {
    let mut session = session();
    let all: Vec<String> = QUESTIONS.iter().map(|question| certificate(&mut session, question)).collect();
    for (question, text) in QUESTIONS.iter().zip(&all) {
        let json: Json = serde_json::from_str(text).expect("JSON");
        assert!(holds(&json), "{question}: {text}");
        assert_eq!(verify(&mut session, text).unwrap(), Ok(json["words"].as_str().unwrap().to_string()), "{question}");
        // As `write("win.json", ..)` leaves it.
        assert!(verify(&mut session, &Json::from(text.as_str()).to_string()).unwrap().is_ok(), "{question}");
        for player in ["L", "R"] {
            let lost = json["lost"][player].as_array().unwrap();
            let different: BTreeSet<String> = lost.iter().map(Json::to_string).collect();
            assert_eq!(lost.len(), different.len(), "{question}: a position stands there twice");
        }
    }
    assert!(proved_in_python(&all).iter().all(|is_proved| *is_proved));
}

/// Domineering on 6 rows and 6 columns, which the values of regions answer at once, is won by play that a reader can follow
/// without them.
#[test]
fn the_square_of_six() {
    if is_thorough() {
        let text = certificate(&mut session(), "solve(domineering(6, 6), L)");
        assert_eq!(proved_in_python(&[text]), [true]);
    }
}

#[test]
fn changed_certificates_are_refused_or_hold() {
    let mut session = session();
    let mut random = Random(52);
    let originals: Vec<Json> = QUESTIONS
        .iter()
        .map(|question| serde_json::from_str(&certificate(&mut session, question)).expect("JSON"))
        .collect();
    let (mut texts, mut proved) = (Vec::new(), Vec::new());
    for _ in 0..rounds(10_000) {
        let mut changed = originals[random.below(originals.len() as u64) as usize].clone();
        (0..1 + random.below(3)).for_each(|_| change(&mut changed, &mut random));
        let text = changed.to_string();
        let is_proved = verify(&mut session, &text).unwrap().is_ok();
        assert!(!is_proved || holds(&changed), "{text}");
        texts.push(text);
        proved.push(is_proved);
    }
    assert!(proved.contains(&true) && proved.contains(&false));
    let in_python = proved_in_python(&texts);
    assert_eq!(in_python.len(), texts.len());
    for ((text, cg), python) in texts.iter().zip(&proved).zip(&in_python) {
        assert_eq!(cg, python, "{text}");
    }
}
