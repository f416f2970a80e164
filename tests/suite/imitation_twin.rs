//! Sums without the pairs that imitation makes worth nothing, against plain play of the whole sum.

use cg::eval::Session;
use cg_engine::games::{Fault, Player};
use cg_engine::positions::{Context, without_pairs};
use cg_engine::questions::winner;

use crate::language::{run, session};
use crate::random_graph::{Random, rounds};
use crate::winner_twin::{Plain, position};

/// Small components, impartial and not.
const PARTS: &[&str] = &[
    "kayles(3)",
    "nim(2)",
    "chomp(2, 3)",
    "cram(2, 2)",
    "domineering(2, 2)",
    "domineering(1, 3)",
    "clobber(\"xo\")",
    "toads_frogs(\"T_F\")",
    "form <1|*>",
    "hackenbush(\"BR\")",
    "cake_product(nim(1), nim(0))",
    "cake_product(nim(2), kayles(1))",
    "twisted(cake_product(nim(2), nim(1)))",
    "twisted(nim(2))",
    "dicotic(domineering(2, 2))",
    "product(nim(1), kayles(2))",
    "sum(conj, cake_product(nim(2), nim(1)), nim(3))",
    "sum(sel, nim(1), twisted(form <1|*>))",
];

/// Compares a sum with what is left of it; returns `true` if a pair was found.
fn compare(terms: &[String], cx: &mut Session) -> bool {
    let parts: Vec<_> = terms.iter().map(|term| position(term, cx).unwrap()).collect();
    let Some(rest) = without_pairs(&parts, cx).unwrap() else { return false };
    let (sum, rest) = (cx.positions().sum(&parts), cx.positions().sum(&rest));
    for mover in [Player::Left, Player::Right] {
        let plain = Plain::default().wins(sum, mover, cx);
        assert_eq!(Plain::default().wins(rest, mover, cx), plain, "{terms:?}");
        assert_eq!(winner(sum, mover, cx).unwrap().answer, plain, "{terms:?}");
    }
    true
}

#[test]
fn sums_with_pairs() {
    let mut cx = session();
    for part in PARTS {
        compare(&[part.to_string(), part.to_string()], &mut cx);
        assert!(compare(&[part.to_string(), format!("-{part}")], &mut cx), "{part}");
    }
    let mut random = Random(1996);
    let mut pairs = 0;
    for _ in 0..rounds(1600) {
        let count = 2 + random.below(3);
        let term = |random: &mut Random| {
            let sign = ["", "-"][random.below(2) as usize];
            format!("{sign}{}", PARTS[random.below(PARTS.len() as _) as usize])
        };
        let terms: Vec<String> = (0..count).map(|_| term(&mut random)).collect();
        pairs += usize::from(compare(&terms, &mut cx));
    }
    assert!(pairs >= rounds(60), "{pairs}");
}

/// Pairs of positions of laws, of which some come round, against the same rules with their members listed.
#[test]
fn pairs_of_positions_of_a_law() {
    let mut random = Random(1966);
    let (mut answered, mut refused) = (0, 0);
    for _ in 0..rounds(3200) {
        let mut cx = session();
        let (but, back) = (random.below(4), random.below(3));
        let more = random.below(3) as i64 - 1;
        let condition = &[String::new(), format!(" if b != {but}")][random.below(2) as usize];
        let other = &[String::new(), format!(", NAME(n - {back}) if {back} <= n")][random.below(2) as usize];
        for (name, source) in [("k", format!("below n + {more}")), ("o", format!("in 0..n + {more} - 1"))] {
            let other = other.replace("NAME", name);
            run(&mut cx, &format!("game {name}(n) := <{name}(b) for b {source}{condition}{other}>"));
        }
        let (a, b) = (random.below(5), random.below(5));
        for question in ["outcome(G(A) + G(A))", "outcome(G(A) + G(B) + G(A))", "G(A) - G(A)", "is_loopy(G(A) + G(A))"]
        {
            let question = question.replace('A', &a.to_string()).replace('B', &b.to_string());
            let [law, listed] = ["k", "o"].map(|name| run(&mut cx, &question.replace('G', name)));
            match law == "!!value::none" {
                true => refused += 1,
                false => {
                    answered += 1;
                    assert_eq!(law, listed, "{question} by{condition}{other} and {more}");
                }
            }
        }
    }
    assert!(answered > rounds(3200) && refused > rounds(800), "{answered} {refused}");
}

/// An option of a random rule on one heap: as it is written, and the heaps to which it leads.
type RandomOption = (String, Box<dyn Fn(i64) -> Vec<i64>>);

fn random_option(random: &mut Random) -> RandomOption {
    let [low, wide, least, less] = [3, 3, 4, 4].map(|below| random.below(below) as i64 - 1);
    let high = low + wide;
    match random.below(5) {
        0 => (
            format!("g(n - k) for k in {low}..{high} if k <= n"),
            Box::new(move |n| (low..=high).filter(|&k| k <= n).map(|k| n - k).collect()),
        ),
        1 => (
            format!("g(n - {less}) if n >= {least}").replace("- -", "+ "),
            Box::new(move |n| if n >= least { vec![n - less] } else { vec![] }),
        ),
        2 => (
            format!("g(k) for k in {low}..n - {less}").replace("- -", "+ "),
            Box::new(move |n| (low..=n - less).collect()),
        ),
        3 => (
            format!("g(n - k) for k in {{{high}, {low}}} if not (n < {least} + k)").replace("{-", "{0 - "),
            Box::new(move |n| [high, low].into_iter().filter(|k| n >= least + k).map(|k| n - k).collect()),
        ),
        _ => (
            format!("g(n - k) for k in {low}..min(n - {less}, {high})").replace("- -", "+ "),
            Box::new(move |n| (low..=high.min(n - less)).map(|k| n - k).collect()),
        ),
    }
}

/// Returns `true` if play from a heap ends, in whatever order the moves are made.
fn ends(heap: i64, options: &[RandomOption]) -> bool {
    let moves = |n: i64| options.iter().flat_map(|(_, to)| to(n)).collect::<Vec<_>>();
    let mut known: std::collections::HashSet<i64> = Default::default();
    let mut path = vec![(heap, moves(heap))];
    while let Some((n, rest)) = path.last_mut() {
        let Some(next) = rest.pop() else {
            known.insert(*n);
            path.pop();
            continue;
        };
        if known.contains(&next) {
            continue;
        }
        if path.iter().any(|(n, _)| *n == next) || path.len() > 200 {
            return false;
        }
        path.push((next, moves(next)));
    }
    true
}

/// Rules whose play is proved to end from heaps that are too large to be looked at, against all play from small ones.
#[test]
fn play_by_rules_that_surely_ends() {
    let mut random = Random(1913);
    let (mut proved, mut open) = (0, 0);
    for _ in 0..rounds(6400) {
        let mut cx = session();
        let options: Vec<_> = (0..=random.below(2)).map(|_| random_option(&mut random)).collect();
        let written: Vec<&str> = options.iter().map(|(text, _)| &**text).collect();
        let rule = format!("game g(n) := <{}>", written.join(", "));
        run(&mut cx, &rule);
        let p = position("g(10^12)", &mut cx).unwrap();
        // Without a proof, a list of 10^12 moves is refused.
        cx.budget().set_memory(Some(1 << 18), || 0);
        match without_pairs(&[p, p], &mut cx) {
            Ok(Some(rest)) => {
                proved += 1;
                assert!(rest.is_empty() && (-3..12).all(|heap| ends(heap, &options)), "{rule}");
            }
            Ok(None) | Err(Fault::Memory { .. }) => open += 1,
            Err(fault) => panic!("{rule}: {fault}"),
        }
    }
    assert!(proved >= rounds(1600) && open >= rounds(1600), "{proved} {open}");
}
