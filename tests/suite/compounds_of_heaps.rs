//! Nim-values of heaps of Nim that are played together, against those of all their moves.

use std::collections::BTreeSet;

use cg_engine::ordinals::{GammaValue, Ordinal};
use cg_engine::positions::Engine;
use cg_engine::questions;
use cg_engine::rulesets::compound::{Kind, compound};
use cg_engine::rulesets::nim::nim;

use crate::language;

const KINDS: [Kind; 5] = [Kind::Conj, Kind::ConjLong, Kind::Sel, Kind::SelShort, Kind::DisjShort];

/// The heaps after each move, if a heap becomes one of `smaller`.
fn options(kind: Kind, heaps: &[Ordinal], smaller: &dyn Fn(&Ordinal) -> Vec<Ordinal>) -> Vec<Vec<Ordinal>> {
    let is_short = matches!(kind, Kind::Conj | Kind::SelShort | Kind::DisjShort);
    if is_short && heaps.iter().any(Ordinal::is_zero) {
        return Vec::new();
    }
    let live = heaps.iter().filter(|heap| !heap.is_zero()).count();
    let mut all = vec![(Vec::new(), 0)];
    for heap in heaps {
        let mut longer = Vec::new();
        for (next, moved) in &all {
            let to = |size: Ordinal, more: usize| {
                let next: &Vec<Ordinal> = next;
                (next.iter().cloned().chain([size]).collect::<Vec<_>>(), moved + more)
            };
            longer.push(to(heap.clone(), 0));
            longer.extend(smaller(heap).into_iter().map(|size| to(size, 1)));
        }
        all = longer;
    }
    let is_move = |moved: usize| match kind {
        Kind::Conj | Kind::ConjLong => moved == live && moved > 0,
        Kind::DisjShort => moved == 1,
        _ => moved > 0,
    };
    all.into_iter().filter(|(_, moved)| is_move(*moved)).map(|(next, _)| next).collect()
}

fn value(kind: Kind, heaps: &[Ordinal], engine: &mut Engine) -> Ordinal {
    let parts: Vec<_> = heaps.iter().map(|heap| nim(vec![heap.clone()], engine).unwrap()).collect();
    let p = compound(engine, kind, &parts);
    match questions::gamma(p, engine).unwrap() {
        GammaValue::Finite(value) => value,
        GammaValue::Infinite(_) => panic!("heaps end"),
    }
}

#[test]
fn nim_values_of_finite_heaps() {
    let mut engine = Engine::default();
    let finite = |n: u64| Ordinal::finite(n);
    let smaller = |heap: &Ordinal| {
        let size = u64::try_from(heap.as_finite().unwrap()).unwrap();
        (0..size).map(finite).collect()
    };
    for kind in KINDS {
        for heaps in (0..6u64.pow(3)).map(|n| [n % 6, n / 6 % 6, n / 36]) {
            for heaps in [&heaps[..2], &heaps[..]] {
                let heaps: Vec<Ordinal> = heaps.iter().map(|&n| finite(n)).collect();
                let met: BTreeSet<Ordinal> =
                    options(kind, &heaps, &smaller).iter().map(|next| value(kind, next, &mut engine)).collect();
                let least = (0..).map(finite).find(|n| !met.contains(n)).unwrap();
                assert_eq!(value(kind, &heaps, &mut engine), least, "{kind:?} {heaps:?}");
            }
        }
    }
}

/// Of infinite heaps some moves are looked at: none leads to the value of the position, and to each smaller value of small
/// coefficients one does.
#[test]
fn nim_values_of_infinite_heaps() {
    let mut engine = Engine::default();
    let ordinal = |high: u64, low: u64| {
        let high = Ordinal::omega().ordinary_product(&Ordinal::finite(high)).unwrap();
        high.ordinary_sum(&Ordinal::finite(low)).unwrap()
    };
    let below = |heap: &Ordinal, least: u64| -> Vec<Ordinal> {
        let all = (0..5).flat_map(|high| (0..least).map(move |low| ordinal(high, low)));
        all.filter(|smaller| smaller < heap).collect()
    };
    let heaps: Vec<Ordinal> = [(0, 0), (0, 1), (0, 3), (1, 0), (1, 2), (2, 1)].map(|(i, j)| ordinal(i, j)).into();
    for kind in KINDS {
        for a in &heaps {
            for b in &heaps {
                let heaps = [a.clone(), b.clone()];
                let worth = value(kind, &heaps, &mut engine);
                let met: BTreeSet<Ordinal> = options(kind, &heaps, &|heap| below(heap, 6))
                    .iter()
                    .map(|next| value(kind, next, &mut engine))
                    .collect();
                assert!(!met.contains(&worth), "{kind:?} {heaps:?}");
                for smaller in below(&worth, 3) {
                    assert!(met.contains(&smaller), "{kind:?} {heaps:?}: {smaller:?}");
                }
            }
        }
    }
}

/// A rule in which several heaps are made smaller at once is that compound.
#[test]
fn rules_on_several_heaps_are_compounds() {
    let mut session = language::session();
    language::run(
        &mut session,
        "game all(a, b) := <all(c, d) for c below a for d below b>
         game any(a, b) := <any(c, b) for c below a, any(a, d) for d below b, any(c, d) for c below a for d below b>",
    );
    let heaps = ["0", "1", "2", "5", "10^18", "omega", "omega + 1", "omega^2"];
    for (name, kind) in [("all", "conj"), ("any", "sel")] {
        for a in heaps {
            for b in heaps {
                let [own, known] = [format!("{name}({a}, {b})"), format!("sum({kind}, nim({a}), nim({b}))")];
                for what in ["nim_value", "outcome", "remoteness", "suspense", "distance"] {
                    language::run(&mut session, &format!("check {what}({own}) == {what}({known})"));
                }
                language::run(&mut session, &format!("check outcome({own}, misere) == outcome({known}, misere)"));
            }
        }
    }
    language::run(&mut session, "check winning_moves(any(omega, 5)) == [any(0, 0)]");
    language::run(&mut session, "check winning_moves(any(3, 1), misere) == [any(1, 0), any(0, 1)]");
}
