//! Printed values: the table of the language, reading back, sizes.

use std::collections::HashSet;
use std::time::Instant;

use cg_engine::games::{Budget, Dyadic, Fault, GameId, Games};
use cg_engine::notation::{LIMIT, Names, Notation};

use crate::engine_laws::born_by;
use crate::notation_reader::read;
use crate::random_graph::Random;

struct Printer {
    games: Games,
    names: Names,
}

impl Printer {
    fn new() -> Printer {
        Printer { games: Games::new(Budget::unlimited()), names: Names::default() }
    }

    fn text(&mut self, g: GameId, notation: Notation) -> String {
        self.names.game(&mut self.games, g, notation).unwrap()
    }

    #[track_caller]
    fn round_trip(&mut self, g: GameId) -> String {
        let ascii = self.text(g, Notation::Ascii);
        assert_eq!(self.names.length(&mut self.games, g).unwrap(), ascii.len() as u64, "length of {ascii}");
        assert_eq!(read(&mut self.games, &ascii), g, "{ascii}");
        assert_eq!(cg_engine::notation::read(&ascii, &mut self.games).unwrap(), g, "{ascii}");
        let unicode = self.text(g, Notation::Unicode);
        assert_eq!(read(&mut self.games, &unicode), g, "{unicode}");
        ascii
    }
}

#[test]
fn the_table_of_the_language() {
    let mut p = Printer::new();
    for (written, ascii, unicode, latex, typst) in [
        ("3/4", "3/4", "3/4", r"\tfrac{3}{4}", "3/4"),
        ("<0|0>", "*", "∗", r"{\ast}", "*"),
        ("*5", "*5", "∗5", r"{\ast}5", "*5"),
        ("2 + *", "2*", "2∗", r"2{\ast}", "2*"),
        ("2 + *3", "2 + *3", "2 + ∗3", r"2 + {\ast}3", "2 + *3"),
        ("<0|*>", "up", "↑", r"{\uparrow}", "arrow.t"),
        ("up + *", "up + *", "↑ + ∗", r"{\uparrow} + {\ast}", "arrow.t + *"),
        ("up + up", "2*up", "⇑", r"{\Uparrow}", "arrow.t.double"),
        ("3*down + *2", "3*down + *2", "3·↓ + ∗2", r"3 \cdot {\downarrow} + {\ast}2", "3 dot.op arrow.b + *2"),
        ("<1|-1>", "+-1", "±1", r"\pm 1", "plus.minus 1"),
        ("1 + <1|-1>", "<2|0>", "{2|0}", r"\{2 \mid 0\}", "{2 | 0}"),
        ("<0||0|-2>", "tiny(2)", "tiny(2)", "{+}_{2}", r#"class("normal", +)_(2)"#),
        ("<2|-1/2>", "<2|-1/2>", "{2|-1/2}", r"\{2 \mid -\tfrac{1}{2}\}", "{2 | -1/2}"),
        ("<0|down + *>", "up^2", "↑²", r"{\uparrow}^{2}", "scripts(arrow.t)^(2)"),
        ("<7|5||4|1>", "<7|5||4|1>", "{7|5||4|1}", r"\{7 \mid 5 \,\|\, 4 \mid 1\}", "{7 | 5 bar.v.double 4 | 1}"),
        ("<|>", "0", "0", "0", "0"),
    ] {
        let written = if written == "<|>" { "0" } else { written };
        let g = read(&mut p.games, written);
        assert_eq!(p.text(g, Notation::Ascii), ascii);
        assert_eq!(p.text(g, Notation::Unicode), unicode);
        assert_eq!(p.text(g, Notation::Latex), latex);
        assert_eq!(p.text(g, Notation::Typst), typst);
        p.round_trip(g);
    }
}

#[test]
fn uptimals_are_named_by_their_multiples() {
    // Their names are put together here from the multiples with which the values are made.
    let mut p = Printer::new();
    let powers =
        ["", "up", "up^2", "up^3"].map(|text| if text.is_empty() { GameId::ZERO } else { read(&mut p.games, text) });
    for code in 0..5 * 5 * 3 * 3 * 2 {
        let digit = |base: i64, place: i64| code / place % base - base / 2;
        let counts = [digit(3, 1), digit(5, 3), digit(5, 15)];
        let (star, number) = ((code / 75 % 3) as u64, code / 225);
        let half = Dyadic::from(number).half();
        let mut g = p.games.number_up_star(&half, 0, star).unwrap();
        let mut text = if number == 0 { String::new() } else { format!("{number}/2") };
        for n in [3usize, 2, 1] {
            let count = counts[3 - n];
            let part = p.games.multiple(&count.into(), powers[n]).unwrap();
            g = p.games.sum(g, part).unwrap();
            if count != 0 {
                let lead = if text.is_empty() { ["", "-"] } else { [" + ", " - "] }[usize::from(count < 0)];
                let name = ["up", "up^2", "up^3"][n - 1];
                let factor = if count.abs() == 1 { String::new() } else { format!("{}*", count.abs()) };
                text += &format!("{lead}{factor}{name}");
            }
        }
        if counts[..2] == [0, 0] {
            continue;
        }
        if star > 0 {
            text += [" + *", " + *2"][star as usize - 1];
        }
        assert_eq!(p.round_trip(g), text);
    }
}

#[test]
fn powers_of_up_in_the_three_notations() {
    let mut p = Printer::new();
    let g = read(&mut p.games, "1 - up^3 + 2*up^2 - 2*up + *2");
    assert_eq!(p.text(g, Notation::Unicode), "1 - ↑³ + 2·↑² - ⇑ + ∗2");
    let tinies = read(&mut p.games, "2*tiny(2) + tiny(1)");
    assert_eq!(p.text(tinies, Notation::Unicode), "2·tiny(2) + tiny(1)");
    assert_eq!(p.text(tinies, Notation::Latex), r"2 \cdot {+}_{2} + {+}_{1}");
    let latex = r"1 - {\uparrow}^{3} + 2 \cdot {\uparrow}^{2} - {\Uparrow} + {\ast}2";
    assert_eq!(p.text(g, Notation::Latex), latex);
}

#[test]
fn day_3_reads_back() {
    let mut p = Printer::new();
    let (values, _) = born_by(&mut p.games, 3);
    let mut texts = HashSet::new();
    for &g in &values {
        let text = p.round_trip(g);
        assert!(texts.insert(text.clone()), "{text} twice");
    }
    // A new memory, after the values are known: the time of printing alone.
    let mut names = Names::default();
    let start = Instant::now();
    let total: usize = values.iter().map(|&g| names.game(&mut p.games, g, Notation::Ascii).unwrap().len()).sum();
    println!("{total} characters in {:?}", start.elapsed());
}

#[test]
fn larger_games_read_back() {
    let mut p = Printer::new();
    let (mut values, _) = born_by(&mut p.games, 2);
    let mut random = Random(8);
    for layer in 0..5 {
        for _ in 0..300 {
            let mut pick = |most| -> Vec<GameId> {
                let count = 1 + random.below(most);
                (0..count).map(|_| values[random.below(values.len() as u64) as usize]).collect()
            };
            let (left, right) = (pick(2), pick(2));
            let mut g = p.games.from_options(&left, &right).unwrap();
            if random.below(2) == 0 {
                let (x, ups, star) = (random.below(9) as i64 - 4, random.below(5) as i64 - 2, random.below(4));
                let beside = p.games.number_up_star(&Dyadic::from(x).half(), ups, star).unwrap();
                g = p.games.sum(g, beside).unwrap();
            }
            if random.below(3) == 0 {
                let negative: Vec<GameId> = left.iter().map(|&g| p.games.negative(g).unwrap()).collect();
                g = p.games.from_options(&left, &negative).unwrap();
            }
            if p.names.length(&mut p.games, g).unwrap() < 400 + 200 * layer {
                p.round_trip(g);
                values.push(g);
            }
        }
    }
}

#[test]
fn a_name_depends_on_the_value_alone() {
    let mut p = Printer::new();
    let (values, _) = born_by(&mut p.games, 3);
    let mut other = Printer::new();
    // The other arena meets the same values in the opposite order.
    for &g in values.iter().rev() {
        let text = p.text(g, Notation::Ascii);
        let same = read(&mut other.games, &text);
        assert_eq!(other.text(same, Notation::Ascii), text);
    }
}

#[test]
fn what_is_too_large_says_so() {
    let mut p = Printer::new();
    // Shared options: 64 levels, and a text of more than 2^64 characters.
    let mut g = read(&mut p.games, "<7||5|2>");
    for level in 0..64 {
        let high = p.games.integer(1000 * (level + 1));
        let low = p.games.negative(high).unwrap();
        let left = p.games.sum(g, high).unwrap();
        let right = p.games.sum(g, low).unwrap();
        g = p.games.from_options(&[left], &[right]).unwrap();
        if level == 10 {
            let text = p.text(g, Notation::Ascii);
            assert!(text.starts_with("<...|...> (too large to print: "), "{text}");
            assert!(text.ends_with(" characters; 1 left and 1 right option)"), "{text}");
            let million = p.games.integer(1_000_000);
            let half_shown = p.games.from_options(&[million, g], &[low]).unwrap();
            let text = p.text(half_shown, Notation::Unicode);
            assert!(
                text.starts_with("{1000000|-11000} ") || text.starts_with("{1000000,…|") || text.len() < 40,
                "{text}"
            );
        }
    }
    let text = p.text(g, Notation::Ascii);
    assert_eq!(text, "<...|...> (too large to print: more than 10^19 characters; 1 left and 1 right option)");
    assert!(p.text(g, Notation::Latex).starts_with(r"\{\ldots \mid \ldots\} \quad \text{(too large"));
    assert!(p.names.length(&mut p.games, g).unwrap() > LIMIT);

    let huge = p.games.number(&Dyadic::new(1.into(), 4_000_000_000));
    assert_eq!(p.text(huge, Notation::Ascii), "(a number too large to print: about 1204119985 digits)");
}

#[test]
fn large_nimbers_are_names() {
    let mut p = Printer::new();
    let (nimber, one) = (p.games.nimber(1_000_000_000).unwrap(), p.games.integer(1));
    let g = p.games.from_options(&[one], &[nimber]).unwrap();
    assert_eq!(p.text(g, Notation::Ascii), "<1|*1000000000>");
}

#[test]
fn deep_games_on_a_small_stack() {
    let run = || {
        let mut p = Printer::new();
        // up^100000 from its options.
        let mut rung = read(&mut p.games, "down + *");
        for _ in 2..100_000 {
            rung = p.games.from_options(&[GameId::ZERO], &[GameId::ZERO, rung]).unwrap();
        }
        let power = p.games.from_options(&[GameId::ZERO], &[rung]).unwrap();
        assert_eq!(p.text(power, Notation::Ascii), "up^100000");
        // Threats within threats.
        let mut g = read(&mut p.games, "<1|0>");
        for level in 0..100_000 {
            let far = p.games.integer(2 * level + 2);
            g = p.games.from_options(&[far], &[g]).unwrap();
        }
        let text = p.text(g, Notation::Ascii);
        assert!(text.starts_with("<200000|...> (too large to print: 7"), "{text}");
    };
    std::thread::Builder::new().stack_size(2 << 20).spawn(run).unwrap().join().unwrap();
}

#[test]
fn nested_as_far_as_is_printed() {
    let mut p = Printer::new();
    let mut g = read(&mut p.games, "<1|0>");
    for level in 0..1000 {
        let far = p.games.integer(level % 7 + 2);
        g = p.games.from_options(&[far], &[g]).unwrap();
    }
    p.round_trip(g);
}

#[test]
fn a_print_can_be_interrupted() {
    let mut p = Printer::new();
    let mut g = read(&mut p.games, "<1|0>");
    for level in 0..10_000 {
        let far = p.games.integer(level + 2);
        g = p.games.from_options(&[far], &[g]).unwrap();
    }
    p.games.budget.interrupt_flag().store(true, std::sync::atomic::Ordering::Relaxed);
    assert!(matches!(p.names.game(&mut p.games, g, Notation::Ascii), Err(Fault::Interrupted)));
    p.games.budget.interrupt_flag().store(false, std::sync::atomic::Ordering::Relaxed);
    assert!(p.names.game(&mut p.games, g, Notation::Ascii).is_ok());
}

#[test]
fn names_of_what_was_rolled_back_are_forgotten() {
    let mut p = Printer::new();
    // The argument of tiny is made by the print, after the mark.
    let g = read(&mut p.games, "<0||0|<-1|-7>>");
    let five = p.games.integer(5);
    let around = p.games.from_options(&[five], &[g]).unwrap();
    let mark = p.games.mark();
    assert_eq!(p.text(around, Notation::Ascii), "<5|tiny(<7|1>)>");
    p.games.rollback(mark);
    p.names.forget_from(p.games.len());
    for k in 2..20 {
        p.games.nimber(k).unwrap();
    }
    assert_eq!(p.text(around, Notation::Ascii), "<5|tiny(<7|1>)>");
    assert_eq!(p.text(g, Notation::Ascii), "tiny(<7|1>)");
}
