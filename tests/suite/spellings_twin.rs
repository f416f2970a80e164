//! Long sums and plain items, against spellings that the reader takes another way.

use crate::language::{run, session};
use crate::random_graph::{Random, rounds};

/// The summands of a sum: values, positions, loopy values, texts, lists.
const SUMMANDS: [&[&str]; 5] = [
    &["1", "-2", "1/2", "*", "*2", "up", "{1|0}", "omega", "0"],
    &["2", "*", "nim(3)", "nim(0)", "kayles(2)", "-domineering(2, 3)", "form <1|2>"],
    &["1", "*", "up", "on", "over", "under", "dud"],
    &["\"a\"", "\"bc\"", "\"\"", "\"+\""],
    &["[1]", "[2, [3]]", "[]", "[*]"],
];

/// Items of one token, and some of several.
const ITEMS: &[&str] =
    &["1", "12", "*", "up", "v", "^", "0x1f", "1/2", "½", "\"a,b\"", "true", "L", "P", "-1", "*2", "[]"];

fn chosen<'a>(all: &[&'a str], count: u64, random: &mut Random) -> Vec<&'a str> {
    (0..count).map(|_| all[random.below(all.len() as u64) as usize]).collect()
}

/// Long sums are added in halves; with brackets each sign joins one summand more.
#[test]
fn long_sums_are_those_of_each_sign_in_turn() {
    let mut random = Random(2001);
    let mut sums = 0;
    for _ in 0..rounds(3200) {
        let kind = SUMMANDS[random.below(5) as usize];
        let questions = if kind == SUMMANDS[0] { &["_", "outcome(_)", "mean(_)"][..] } else { &["_"] };
        let count = 15 + random.below(8);
        let mut sum = chosen(kind, 1, &mut random)[0].to_string();
        let mut in_turn = sum.clone();
        for next in chosen(kind, count, &mut random) {
            let sign = if random.below(3) == 0 { "-" } else { "+" };
            sum += &format!(" {sign} {next}");
            in_turn = format!("({in_turn}) {sign} {next}");
        }
        for question in questions {
            let [sum, expected] = [&sum, &in_turn].map(|text| run(&mut session(), &question.replace('_', text)));
            assert_eq!(sum, expected, "{question} of {sum}");
            sums += usize::from(!sum.starts_with("!!"));
        }
    }
    assert!(sums > rounds(800), "{sums}");
}

/// `sum_list` adds the members in halves, and a list that is only added up is not made; with brackets each sign joins one more.
#[test]
fn sums_of_lists_are_those_of_each_sign_in_turn() {
    let mut random = Random(2003);
    let mut sums = 0;
    for _ in 0..rounds(3200) {
        let count = random.below(24);
        let members = chosen(SUMMANDS[random.below(5) as usize], count, &mut random);
        let in_turn = members.iter().fold(String::new(), |sum, next| match &sum[..] {
            "" => next.to_string(),
            _ => format!("({sum}) + {next}"),
        });
        let in_turn = if members.is_empty() { "0".into() } else { in_turn };
        let list = members.join(", ");
        let added = [format!("sum_list([{list}])"), format!("xs := [{list}]; sum_list([x for x in xs])")];
        for text in added {
            let [sum, expected] = [&text, &in_turn].map(|text| run(&mut session(), text));
            assert_eq!(sum, expected, "{text}");
            sums += usize::from(!sum.starts_with("!!"));
        }
        // Heaps are positions, which are gathered first.
        let factor = random.below(9);
        let heaps: Vec<String> = (1..=count).map(|i| format!("nim({})", i * factor % 7)).collect();
        let gathered = format!("sum_list([nim(mod(i*{factor}, 7)) for i in 1..{count}])");
        let in_turn = if heaps.is_empty() { "0".into() } else { heaps.join(" + ") };
        let [sum, expected] = [&gathered, &in_turn].map(|text| run(&mut session(), text));
        assert_eq!(sum, expected, "{gathered}");
    }
    assert!(sums > rounds(1600), "{sums}");
}

/// Items of one token are read without the table of operators, those in brackets with it.
#[test]
fn plain_items_are_those_in_brackets() {
    let mut random = Random(2002);
    let mut lists = 0;
    for _ in 0..rounds(6400) {
        let count = random.below(6);
        let items = chosen(ITEMS, count, &mut random);
        let bracketed: Vec<String> = items.iter().map(|item| format!("({item})")).collect();
        let (open, close) = [("[", "]"), ("{", "}"), ("<", "|0>"), ("[1, [", "], 2]")][random.below(4) as usize];
        let [plain, bracketed] = [items.join(", "), bracketed.join(", ")].map(|items| format!("{open}{items}{close}"));
        let [value, expected] = [&plain, &bracketed].map(|text| run(&mut session(), text));
        assert_eq!(value, expected, "{plain}");
        lists += usize::from(!value.starts_with("!!"));
    }
    assert!(lists > rounds(3200), "{lists}");
}
