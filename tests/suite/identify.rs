//! Games recognised by their nim-values: against the definition, and against a published list of equivalent octal games.

use std::collections::{BTreeMap, BTreeSet};

use cg::eval::Session;
use cg::value::{Report, Value};

use crate::language::{run, session};
use crate::random_graph::{Random, rounds};

/// Octal codes 0.d1d2d3 that are equivalent to the first of a row: their nim-values are equal, or become so when heaps are
/// counted from another number on, because too small ones have no move. The list is that of T. Czajka, `GameLookup.md` in
/// <https://github.com/tczajka/octal-games>, read in November 2026, as far as it is of codes with 0 before the point; rows for
/// codes with 4 there stand under their first member.
const EQUIVALENT: [(&str, &str); 81] = [
    (
        "2",
        "3 5 7 05 21 24 25 012 052 103 105 107 202 212 242 252 301 302 303 304 305 306 307 501 502 503 504 505 506 \
         507 701 702 703 704 705 706 707",
    ),
    ("51", "55 151 155 511 514 515 551 554 555"),
    ("77", "771"),
    ("75", "355 357 751 752 753 754 755 756 757"),
    ("1", "01 001"),
    ("02", "03 13 021 031"),
    ("4", "07 42 071 072 073 137 401 402 403 421 422 423"),
    ("22", "23 33 221 231"),
    ("26", "27 73 222 223 232 233 261 262 263 271 272 273 333 335 337 731 732 733 734 735 736 737"),
    ("6", "37 61 62 63 601 611 621 631"),
    ("17", "41 43 411 431"),
    ("44", "46 074 075 076 077 441 442 443 461 462 463"),
    ("45", "47 177 451 452 453 471 472 473"),
    ("64", "65 66 67 377 641 642 643 651 652 653 661 662 663 671 672 673"),
    ("57", "175 534 535 571 574 575"),
    ("332", "372"),
    ("776", "777"),
    ("002", "003 013 113"),
    ("04", "007 042"),
    ("11", "011"),
    ("022", "023 032 033 133"),
    ("024", "025"),
    ("026", "027"),
    ("034", "035"),
    ("06", "036 037 061 062 063"),
    ("017", "041 043"),
    ("044", "046"),
    ("045", "047"),
    ("051", "053 117"),
    ("054", "056"),
    ("055", "057"),
    ("064", "065 066 067"),
    ("31", "201 211"),
    ("71", "203 213 241 243 251 253 311 313 315 317 711 712 713 714 715 716 717"),
    ("204", "214"),
    ("205", "215"),
    ("206", "216"),
    ("207", "217"),
    ("224", "225 234 235"),
    ("226", "227 236 237"),
    ("244", "246 254 256"),
    ("245", "247 255 257"),
    ("264", "265 266 267 274 275 276 277"),
    ("32", "321"),
    ("72", "322 323 326 327 721 722 723 724 725 726 727"),
    ("324", "325"),
    ("34", "341"),
    ("342", "343"),
    ("344", "345"),
    ("346", "347"),
    ("36", "361"),
    ("362", "363"),
    ("364", "365"),
    ("366", "367"),
    ("404", "405 406 407 424 425 426 427"),
    ("173", "412 413 432 433"),
    ("414", "415 434 435"),
    ("416", "417 436 437"),
    ("444", "445 446 447 464 465 466 467"),
    ("454", "455 456 457 474 475 476 477"),
    ("512", "513"),
    ("157", "516 517 552 553 556 557"),
    ("52", "521 522 523"),
    ("524", "525 526 527"),
    ("53", "531"),
    ("532", "533"),
    ("536", "537 572 573 576 577"),
    ("54", "541 542 543"),
    ("147", "544 545 546 547"),
    ("56", "561 562 563"),
    ("564", "565 566 567"),
    ("373", "602 603 612 613 622 623 632 633"),
    ("604", "605 614 615 624 625 634 635"),
    ("606", "607 616 617 626 627 636 637"),
    ("644", "645 646 647 654 655 656 657 664 665 666 667 674 675 676 677"),
    ("74", "741 742 743"),
    ("744", "745 746 747"),
    ("76", "761 762 763"),
    ("764", "765 766 767"),
    ("772", "773"),
    ("774", "775"),
];

/// Returns the nim-values of heaps 0 to n-1 of an octal code 0.d1d2d3 by the definition.
fn by_definition(digits: &str, n: usize) -> Vec<u64> {
    let mut values: Vec<u64> = vec![0];
    for heap in 1..n {
        let mut options = BTreeSet::new();
        for (taken, digit) in
            (1..).zip(digits.bytes().map(|digit| digit - b'0')).take_while(|(taken, _)| *taken <= heap)
        {
            let left = heap - taken;
            if left == 0 {
                options.extend((digit & 1 > 0).then_some(0));
                continue;
            }
            options.extend((digit & 2 > 0).then_some(values[left]));
            options.extend((1..left).filter(|_| digit & 4 > 0).map(|part| values[part] ^ values[left - part]));
        }
        values.push((0..).find(|value| !options.contains(value)).expect("one is missing"));
    }
    values
}

/// Returns the nim-values from the first heap on that has a move.
fn from_first_move(values: &[u64]) -> &[u64] {
    &values[values.iter().position(|&value| value > 0).unwrap_or(values.len())..]
}

/// Returns the members of a list as they print.
fn members(value: &Value) -> Vec<Value> {
    let Value::List(list) = value else { panic!("{value:?} is no list") };
    list.iter().collect()
}

fn text(value: &Value) -> String {
    let Value::Text(text) = value else { panic!("{value:?} is no text") };
    text.to_string()
}

/// Returns what `identify` finds of an expression: the names of games that have its values, and the shifted ones with their
/// shifts and first heaps.
fn identified(session: &mut Session, expression: &str) -> (Vec<String>, Vec<(String, i64, usize)>) {
    // A code that ends in 0 comes with a warning.
    let shown = run(session, &format!("found := identify({expression})"));
    assert!(shown.ends_with("nothing"), "{expression}: {shown}");
    let Some(Value::Report(found)) = session.variable("found") else { panic!("{expression}") };
    let Report::Identification(found) = &**found else { panic!("{expression}") };
    let equal = members(&found.games).into_iter().chain(members(&found.same)).map(|name| text(&name));
    let shifted = members(&found.shifted).into_iter().map(|entry| match &members(&entry)[..] {
        [name, Value::Integer(shift), Value::Integer(from)] => (text(name), *shift, *from as usize),
        other => panic!("{other:?}"),
    });
    (equal.collect(), shifted.collect())
}

#[test]
fn equivalent_octal_games_as_published() {
    let mut session = session();
    let mut families: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (first, others) in EQUIVALENT {
        let values = by_definition(first, 64);
        let first = format!("octal(\"0.{first}\")");
        for other in others.split_whitespace() {
            let of_other = by_definition(other, 64);
            let (a, b) = (from_first_move(&values), from_first_move(&of_other));
            assert!(a.iter().zip(b).all(|(a, b)| a == b), "{first}, {other} by the definition");
            let (equal, shifted) = identified(&mut session, &format!("octal(\"0.{other}\")"));
            if values == of_other {
                assert!(equal.contains(&first), "{first}, {other}");
                continue;
            }
            let is_found = shifted.into_iter().any(|(name, shift, from)| {
                assert!((from..40).all(|heap| {
                    let beside = (heap as i64 + shift) as usize;
                    name != first || of_other[heap] == values[beside]
                }));
                let family = families.entry(name.clone()).or_insert_with(|| identified(&mut session, &name).0);
                family.contains(&first)
            });
            assert!(is_found, "{first}, {other}");
        }
    }
}

#[test]
fn names_read_back_as_rulesets_with_these_values() {
    let mut session = session();
    let mut random = Random(31);
    let mut seen = BTreeSet::new();
    for _ in 0..rounds(120) {
        let digits = format!("{:03o}", random.below(0o1000));
        let values = by_definition(&digits, 48);
        let (equal, _) = identified(&mut session, &format!("octal(\"0.{digits}\"), 48"));
        for name in equal {
            // Each pair of a name and values is checked once.
            if seen.insert((name.clone(), values.clone())) {
                assert_eq!(run(&mut session, &format!("sequence({name}, 48) == {values:?}")), "true", "{name}");
            }
        }
    }
}

/// Heap 519 is the first at which 0.161 and 0.36 differ (README.md of the list above).
#[test]
fn late_differences_are_seen() {
    let mut session = session();
    let (equal, _) = identified(&mut session, "octal(\"0.36\")");
    assert!(!equal.iter().any(|name| name == "octal(\"0.161\")"), "{equal:?}");
    let (equal, _) = identified(&mut session, "octal(\"0.36\"), 519");
    assert!(equal.iter().any(|name| name == "octal(\"0.161\")"), "{equal:?}");
    let near = "[s for s in identify(octal(\"0.36\")).near if s[0] == \"octal(\\\"0.161\\\")\"]";
    assert_eq!(run(&mut session, &format!("[s[1] for s in {near}]")), "[519]");
}
