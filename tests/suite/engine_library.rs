//! The engine as a Rust library: what its misuse meets, and what its README promises.

use std::panic::{AssertUnwindSafe, catch_unwind};

use cg_engine::Engine;
use cg_engine::games::{Fault, Player};
use cg_engine::notation::BadText;
use cg_engine::positions::{Context, Moves, Ruleset, Term};
use cg_engine::questions;
use cg_engine::rulesets::board::{BadBoard, Board};
use cg_engine::rulesets::euclid::Euclid;
use dashu_int::UBig;

/// Take 1 to n counters from a heap.
#[derive(Debug, PartialEq, Eq, Hash)]
struct Take(u64);

impl Ruleset for Take {
    type State = u64;

    fn moves(&self, heap: &u64, _: Player, out: &mut Moves<u64>) -> Result<(), Fault> {
        (1..=self.0.min(*heap)).for_each(|taken| out.to(heap - taken));
        Ok(())
    }

    fn term(&self, heap: &u64) -> Term {
        Term::call("take", [*heap])
    }
}

#[test]
fn rulesets_are_told_apart_by_what_they_are() {
    let mut engine = Engine::default();
    let (two, three) = (engine.add(Take(2)), engine.add(Take(3)));
    assert_ne!(two, three);
    assert_eq!(two, engine.add(Take(2)));
    let [p, q] = [two.at(&3, &mut engine), three.at(&3, &mut engine)];
    assert_eq!([p, q].map(|p| engine.nim_value(p).unwrap()), [Some(0), Some(3)]);
    assert_eq!((two.state(p, &engine), two.state(q, &engine)), (Some(3), None));
}

/// A name that two rulesets have keeps nothing of the second: its answers are its own.
#[test]
fn a_lasting_name_is_no_identity() {
    let mut engine = Engine::default();
    let two = engine.positions().add_lasting("take", Take(2));
    let three = engine.positions().add_lasting("take", Take(3));
    let [p, q] = [two.at(&3, &mut engine), three.at(&3, &mut engine)];
    assert_eq!([p, q].map(|p| questions::winner(p, Player::Left, &mut engine).unwrap().answer), [false, true]);
}

#[test]
fn states_have_as_many_heaps_as_the_rules_say() {
    let mut engine = Engine::default();
    let euclid = engine.add(Euclid);
    let heaps = |count: u64| (1..=count).map(UBig::from).collect::<Vec<UBig>>();
    euclid.at_heaps(&heaps(2), &mut engine);
    assert_eq!(panic_of(|| euclid.at_heaps(&heaps(3), &mut engine)), "no state has 3 heaps");
}

#[test]
fn boards_have_as_many_letters_as_cells() {
    let board = |rows, columns, letters: usize| Board::new(rows, columns, vec!['.'; letters]);
    assert_eq!(board(4, 4, 16).unwrap().text(), "..../..../..../....");
    assert!(matches!(board(4, 4, 3), Err(BadBoard::Ragged { row: 1, wanted: 4, got: 3, .. })));
    assert!(matches!(board(2, 2, 5), Err(BadBoard::Ragged { row: 2, wanted: 2, got: 3, .. })));
    assert!(matches!(board(4, 0, 3), Err(BadBoard::NoCells(Some(_)))));
    assert!(matches!(board(0, 4, 0), Err(BadBoard::NoCells(Some(_)))));
    assert!(matches!(board(usize::MAX, 2, 5), Err(BadBoard::TooLarge { .. })));
}

/// The message of the panic that `run` ends in.
fn panic_of<T>(run: impl FnOnce() -> T) -> String {
    let caught = catch_unwind(AssertUnwindSafe(run)).err().expect("a panic");
    caught.downcast_ref::<String>().cloned().or_else(|| caught.downcast_ref::<&str>().map(|s| s.to_string())).unwrap()
}

#[test]
fn texts_that_name_no_value_say_where() {
    let mut engine = Engine::default();
    let mut message = |text: &str| engine.read(text).unwrap_err().to_string();
    assert_eq!(message(""), "expected a value at byte 0");
    assert_eq!(message("1 +"), "expected a value at byte 3");
    assert_eq!(message("1/3"), "expected a power of 2 at byte 2");
    assert_eq!(message("1/0"), "expected a power of 2 at byte 2");
    assert_eq!(message("{1}"), "expected a bar at byte 2");
    assert_eq!(message("{1|2>"), "expected the bracket that was opened at byte 4");
    assert_eq!(message("{1|2"), "expected a closing bracket at byte 4");
    assert_eq!(message("{1|2} 3"), "expected the end at byte 6");
    assert_eq!(message("up^0"), "expected a power from 1 at byte 4");
    assert_eq!(message("kayles"), "expected a value at byte 0");
    assert_eq!(message("<1|2|3>"), "a second bar of the same width at byte 4: write `<<1|2>|3>` or `<1||2|3>`");
    assert!(matches!(engine.read("*99999999999999999999"), Err(BadText::Expected { .. })));
    // As deep as a text is long.
    let deep = format!("{}0{}", "{0|".repeat(6_000), "}".repeat(6_000));
    assert!(engine.read(&deep).is_ok());
}

#[test]
fn spellings_of_one_value() {
    let mut engine = Engine::default();
    for (one, other) in [
        ("{0,*|1}", "1/2"),
        ("<0|*>", "up"),
        ("{0|{0|-2}}", "tiny(2)"),
        ("<<2|0>|0>", "miny(2)"),
        ("<2|0||0>", "miny(2)"),
        ("{7|5||4|1}", "<<7|5>|<4|1>>"),
        ("+-(1, {3|0})", "{1,{3|0}|-1,{0|-3}}"),
        ("+-1/2", "{1/2|-1/2}"),
        ("-{3|1}", "{-1|-3}"),
        ("3*up + *2 - 1", "up+up+up-1+*2"),
        ("2*{1|0}", "{1|0} + {1|0}"),
        ("down^2", "-up^2"),
        ("{|}", "0"),
        ("{1|}", "2"),
        ("-1*", "* - 1"),
        ("1/2* - 1/4*", "1/4"),
        ("{2*|1* - 3}", "{2 + *|* - 2}"),
        ("2*+-1", "0"),
    ] {
        assert_eq!(engine.read(one).unwrap(), engine.read(other).unwrap(), "{one} and {other}");
    }
}

/// The README of the engine names the least Rust of its manifest.
#[test]
fn the_least_rust_is_said_once_more() {
    let root = env!("CARGO_MANIFEST_DIR");
    let read = |file: &str| std::fs::read_to_string(format!("{root}/{file}")).unwrap();
    let manifest = read("Cargo.toml");
    let version = manifest.split("rust-version = \"").nth(1).and_then(|rest| rest.split('"').next()).unwrap();
    assert!(read("engine/README.md").contains(&format!("**Rust {version}** or newer")), "{version}");
}
