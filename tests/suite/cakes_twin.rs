//! Partizan games of cutting against their rules, written out as sums of values: cakes, and heaps with a code for each
//! player.

use std::collections::HashMap;

use cg_engine::games::{GameId, Player};
use cg_engine::heaps::Code;
use cg_engine::positions::{Context, Engine, Known, PositionId};
use cg_engine::questions;
use cg_engine::rulesets::cakes::{Cake, cake};
use cg_engine::rulesets::code::{Name, PartizanTakeAndBreak, TakeAndBreak};

use crate::random_graph::Random;

fn engine() -> Engine {
    Engine::default()
}

fn value_of(p: PositionId, engine: &mut Engine) -> GameId {
    questions::value(p, engine).unwrap().game(engine.games()).unwrap()
}

/// Values by rules that say into what each player can cut a piece.
struct Cutting<'a, P> {
    cuts: &'a dyn Fn(P, Player) -> Vec<Vec<P>>,
    values: HashMap<P, GameId>,
}

impl<P: Copy + Eq + std::hash::Hash> Cutting<'_, P> {
    fn value(&mut self, piece: P, engine: &mut Engine) -> GameId {
        if let Some(&known) = self.values.get(&piece) {
            return known;
        }
        let [left, right] = [Player::Left, Player::Right].map(|player| {
            let options = (self.cuts)(piece, player).into_iter().map(|pieces| {
                let mut sum = GameId::ZERO;
                for piece in pieces {
                    let value = self.value(piece, engine);
                    sum = engine.games().sum(sum, value).unwrap();
                }
                sum
            });
            options.collect::<Vec<_>>()
        });
        let value = engine.games().from_options(&left, &right).unwrap();
        self.values.insert(piece, value);
        value
    }
}

/// The pieces of a cake that Left cuts along its columns, Right along its rows; `cut` says into which lengths.
fn pieces([rows, columns]: [u64; 2], player: Player, cut: &dyn Fn(u64) -> Vec<Vec<u64>>) -> Vec<Vec<[u64; 2]>> {
    let side = if player == Player::Left { columns } else { rows };
    let piece = |length: u64| if player == Player::Left { [rows, length] } else { [length, columns] };
    cut(side).into_iter().map(|lengths| lengths.into_iter().filter(|n| *n > 0).map(piece).collect()).collect()
}

fn cakes_agree(kind: Cake, sizes: std::ops::RangeInclusive<u64>, cut: &dyn Fn(u64) -> Vec<Vec<u64>>) {
    let engine = &mut engine();
    let mut twin = Cutting { cuts: &|piece, player| pieces(piece, player, cut), values: HashMap::new() };
    for rows in sizes.clone() {
        for columns in sizes.clone() {
            let p = cake(kind, rows, columns, engine);
            let (found, wanted) = (value_of(p, engine), twin.value([rows, columns], engine));
            assert_eq!(found, wanted, "{kind:?} of {rows} by {columns}");
        }
    }
}

#[test]
fn cutcake_by_its_cuts() {
    cakes_agree(Cake::Cutcake, 1..=16, &|side| (1..side).map(|line| vec![line, side - line]).collect());
}

#[test]
fn maundy_cake_by_its_cuts() {
    let equal = |side: u64| {
        let parts = (2..=side).filter(|parts| side.is_multiple_of(*parts));
        parts.map(|parts| vec![side / parts; parts as usize]).collect()
    };
    cakes_agree(Cake::Maundy, 0..=36, &equal);
}

#[test]
fn eatcake_by_its_cuts() {
    cakes_agree(Cake::Eatcake, 0..=6, &|side| (1..=side).map(|line| vec![line - 1, side - line]).collect());
}

/// All ways to part a heap into so many heaps that are not empty.
fn parted(total: u64, heaps: u32, least: u64) -> Vec<Vec<u64>> {
    match heaps {
        0 if total == 0 => vec![Vec::new()],
        0 => Vec::new(),
        _ => (least..=total)
            .flat_map(|first| {
                let rest = parted(total - first, heaps - 1, first).into_iter();
                rest.map(move |rest| [&[first], &rest[..]].concat())
            })
            .collect(),
    }
}

#[test]
fn take_and_break_with_two_codes() {
    let mut random = Random(12);
    let mut digits = |most: u64| (0..4).map(|_| random.below(most).to_string()).collect::<String>();
    for _ in 0..40 {
        let codes = [digits(8), digits(8)].map(|digits| format!("0.{digits}").parse::<Code>().unwrap());
        let [left, right] = &codes;
        let cuts = |heap: u64, player: Player| {
            let code = if player == Player::Left { left } else { right };
            let ways = (1..=heap).flat_map(|taken| (0..3).map(move |heaps| (taken, heaps)));
            let allowed = ways.filter(|&(taken, heaps)| code.allows(taken, heaps));
            allowed.flat_map(|(taken, heaps)| parted(heap - taken, heaps, 1)).collect()
        };
        let mut twin = Cutting { cuts: &cuts, values: HashMap::new() };
        let engine = &mut engine();
        let key = format!("{left} {right}");
        let ruleset = engine.add(PartizanTakeAndBreak::new(left.clone(), right.clone()));
        for heap in 0..=9u64 {
            let p = ruleset.at(&heap, engine);
            assert_eq!(value_of(p, engine), twin.value(heap, engine), "{key}, {heap}");
        }
    }
}

/// With one code for both it is the game of that code.
#[test]
fn take_and_break_with_one_code_twice() {
    let engine = &mut engine();
    for text in ["0.77", "0.07", "0.137", "4.3"] {
        let code: Code = text.parse().unwrap();
        let one = engine.add(TakeAndBreak::new(Name::OfCode("code"), code.clone()));
        let two = engine.add(PartizanTakeAndBreak::new(code.clone(), code.clone()));
        for heap in 0..=12u64 {
            let [p, q] = [one.at(&heap, engine), two.at(&heap, engine)];
            let Known::Nim(n) = questions::value(p, engine).unwrap() else { panic!("a nimber") };
            assert_eq!(questions::value(q, engine).unwrap(), Known::Nim(n), "{text}, {heap}");
        }
    }
}
