//! Rulesets on several heaps, coins or places at once, and Chomp.

use std::fmt::Display;
use std::hash::Hash;

use dashu_int::UBig;

use super::errors::{BoardError, HeapError};
use super::heaps::{Bound, Heap, numbers, of_heaps};
use crate::diagnostic::counted;
use crate::eval::{EvalError, FromValue, Place, Rest, Session, builtins};
use crate::value::Value;
use cg_engine::games::Fault;
use cg_engine::positions::Ruleset;
use cg_engine::rulesets::chomp::{self, Chomp};
use cg_engine::rulesets::euclid::{Euclid, PartizanEuclid};
use cg_engine::rulesets::kotzig::{Kotzig, MOST_PLACES};
use cg_engine::rulesets::moore::Moore;
use cg_engine::rulesets::nimhoff::{CyclicNimhoff, PowerNimhoff, Take};
use cg_engine::rulesets::trip::Set;
use cg_engine::rulesets::welter::Welter;
use cg_engine::rulesets::wythoff::{ThreeHeapWythoff, Wythoff};

builtins! {
    /// Rulesets on several heaps.
    SEVERAL_HEAPS, "Several heaps";

    /// Wythoff's game: from one of two heaps, or the same from both.
    ///
    /// Any positive number. Who wins is known by the golden section for heaps of any size (Wythoff 1907). Beside a small heap
    /// the nim-values of large ones are periodic up to a step, proved as they are found (Dress, Flammenkamp and Pink 1999).
    /// nim_value(wythoff(4, 11))  #=> 12
    /// nim_value(wythoff(3, 10^18))  #=> 999999999999999998
    /// outcome(wythoff(618033988749894848, 10^18))  #=> P
    /// winning_moves(wythoff(5, 6))  #=> [wythoff(1, 2), wythoff(5, 3)]
    /// See: wythoff3, take, adjoin
    wythoff [] (a: Heap, b: Heap) -> Place = |cx: &mut Session, a: Heap, b: Heap| {
        Ok(of_heaps("wythoff", Wythoff::default(), vec![a, b], cx))
    };

    /// Wythoff's game on three heaps: numbers with nim-sum 0 from all.
    ///
    /// Or any number from one heap. With an empty heap it is Wythoff's game (Fraenkel, Scenic trails, section 6).
    /// [c for c in 3..9 if outcome(wythoff3(1, 3, c)) == P]  #=> [4]
    /// outcome(wythoff3(1, 1, 1))  #=> P
    /// See: wythoff
    wythoff3 [] (a: Heap, b: Heap, c: Heap) -> Place = |cx: &mut Session, a: Heap, b: Heap, c: Heap| {
        Ok(of_heaps("wythoff3", ThreeHeapWythoff, vec![a, b, c], cx))
    };

    /// Nim where also a vector of S may be taken, its numbers from all heaps.
    ///
    /// Each number from its own heap, so `{[1,3],[3,1]}` is both orders. If every vector is odd, it is Nim in disguise:
    /// divided by the largest power of 2 that divides all of it, its sum is odd (Fraenkel, Scenic trails, section 6).
    /// nim_value(take({[1,3]}, 2, 3))  #=> 4
    /// nim_value(take({[2,3]}, 6, 5))  #=> 3
    /// options(take({[1,1]}, 1, 1))  #=> [take({[1, 1]}, 0, 1), take({[1, 1]}, 1, 0), take({[1, 1]}, 0, 0)]
    /// See: nim, wythoff, cyclic_nimhoff, power_nimhoff
    take [S: Vec<Vec<Bound>>] (heaps: Rest<Heap>) -> Place = take;

    /// Cyclic Nimhoff: Nim where also fewer than h counters may be taken.
    ///
    /// From all heaps together. The nim-value is h times the nim-sum of the quotients by h, plus the sum of the heaps
    /// modulo h (Fraenkel and Lorberbom 1991; Scenic trails, section 6).
    /// nim_value(cyclic_nimhoff(3, 4, 7, 8))  #=> 4
    /// nim_value(cyclic_nimhoff(1, 4, 7, 8)) == nim_sum(4, 7, 8)  #=> true
    /// See: take, power_nimhoff
    cyclic_nimhoff [h: Bound] (heaps: Rest<Heap>) -> Place = |cx: &mut Session, h: Bound, heaps: Rest<Heap>| {
        if h.0 == 0 {
            return Err(HeapError::Cyclic.into());
        }
        Ok(of_heaps(format_args!("cyclic_nimhoff {}", h.0), CyclicNimhoff::new(h.0), heaps.0, cx))
    };

    /// Nimhoff with powers: Nim where also 2^k may be taken from two heaps.
    ///
    /// From k = 1 on the nim-value is the k-nim-sum: where both numbers have the binary digit k, the last digit of the
    /// nim-sum changes (Fraenkel and Lorberbom 1991; Scenic trails, section 6).
    /// nim_value(power_nimhoff(1, 2, 3))  #=> 0
    /// nim_value(power_nimhoff(1, 10^18, 2))  #=> 1000000000000000002
    /// See: take, cyclic_nimhoff
    power_nimhoff [k: Bound] (heaps: Rest<Heap>) -> Place = |cx: &mut Session, k: Bound, heaps: Rest<Heap>| {
        Ok(of_heaps(format_args!("power_nimhoff {}", k.0), PowerNimhoff::new(k.0), heaps.0, cx))
    };

    /// Euclid: take a multiple of the smaller number from the larger one.
    ///
    /// Both stay positive, and two that are equal are the end. The nim-value is the whole part of |x/y - y/x|; who moves
    /// loses if the ratio is below the golden section (Cole and Davie 1969; Nivasch 2006).
    /// nim_value(euclid(7, 31))  #=> 4
    /// options(euclid(7, 31))  #=> [euclid(7, 24), euclid(7, 17), euclid(7, 10), euclid(7, 3)]
    /// outcome(euclid(10^30, 16 * 10^29))  #=> P
    /// See: wythoff, gcd
    euclid [] (a: Heap, b: Heap) -> Place = |cx: &mut Session, a: Heap, b: Heap| {
        if [&a, &b].iter().any(|number| number.0.is_zero()) {
            return Err(HeapError::Euclid.into());
        }
        Ok(of_heaps("euclid", Euclid, vec![a, b], cx))
    };

    /// Partizan Euclid: Left leaves the remainder, Right what it lacks.
    ///
    /// From (p, q), where q does not divide p, Left moves to (q, p mod q), Right to (q, q - p mod q) (McKay and Nowakowski;
    /// CGSuite).
    /// [value(partizan_euclid(p, 3)) for p in 3..5]  #=> [0, up, down]
    /// left_options(partizan_euclid(7, 5))  #=> [partizan_euclid(5, 2)]
    /// See: euclid, mod
    partizan_euclid(p: Bound, q: Bound) -> Place = |cx: &mut Session, p: Bound, q: Bound| {
        Ok(Place(cx.positions.add_lasting("partizan_euclid", PartizanEuclid).at(&[p.0, q.0], cx)))
    };

    /// Welter's game: move a coin to a smaller empty square.
    ///
    /// The coins stand on distinct squares 0, 1, 2, ... The nim-value is the Welter function (Welter 1954; ONAG ch. 13).
    /// As a kind of compound it is played with tokens on any graph, `sum(welter, g.a, g.b)`: a move to a vertex that is taken is
    /// not allowed (Fraenkel, Scenic trails, section 4).
    /// nim_value(welter(1, 3, 5, 7, 9))  #=> 1
    /// winning_moves(welter(2, 3, 5))  #=> [welter(1, 3, 5)]
    /// g := graph <a -> b; b -> c; c -> a>; [outcome(sum(welter, g.a, g.b, g.c)), outcome(sum(welter, g.a, g.b))]  #=> [P, D]
    /// nim_value(sum(welter, nim(1, 3, 5, 7, 9)))  #=> 1
    /// See: sum, annihilation, electrons, nim
    #[role = Welter]
    welter [] (coins: Rest<Heap>) -> Place = welter;

    /// Moore's Nim: take any numbers from at least one and at most k heaps.
    ///
    /// The next player loses if each binary digit stands in a multiple of k + 1 heaps (Moore 1910).
    /// outcome(moore(2, 1, 2, 3))  #=> N
    /// outcome(moore(2, 5, 5, 5), misere)  #=> P
    /// winning_moves(moore(2, 1, 1, 2))  #=> [moore(2, 1, 1, 1)]
    /// See: nim
    moore [k: Bound] (heaps: Rest<Heap>) -> Place = |cx: &mut Session, k: Bound, heaps: Rest<Heap>| {
        if k.0 == 0 {
            return Err(HeapError::Moore.into());
        }
        Ok(of_heaps(format_args!("moore {}", k.0), Moore::new(k.0), heaps.0, cx))
    };

    /// Kotzig's Nim: a counter goes round n places by steps of S.
    ///
    /// It starts on place 0, never comes to a place twice, and who cannot move loses. Places that it was on, the last of
    /// them where it is now, may follow as a list (Kotzig 1946; Winning Ways, ch. 15).
    /// [outcome(kotzig(n, {1,2})) for n in 3..8]  #=> [P, N, N, N, P, N]
    /// options(kotzig(8, {2,3}))  #=> [kotzig(8, {2, 3}, [0, 2]), kotzig(8, {2, 3}, [0, 3])]
    /// See: geography, nim
    kotzig(n: Bound, S: Vec<Bound>, been: Option<Vec<Bound>>) -> Place = kotzig;

    /// Chomp: bite off a square of the bar, with all below and to its right.
    ///
    /// `chomp(m, n)` has m rows and n columns, `chomp([4,2,1])` rows of these lengths, from the top. The first square is
    /// poisoned: who has to eat it loses (Gale 1974; Winning Ways, ch. 18).
    /// outcome(chomp(3, 4))  #=> N
    /// winning_moves(chomp(3, 3))  #=> [chomp([3, 1, 1])]
    /// outcome(chomp([5, 4]))  #=> P
    /// See: poset, draw, nim
    chomp(m: Value, n: Option<Bound>) -> Place = chomp;
}

/// Returns a position of a ruleset that is registered under this name.
fn place<R: Ruleset + Eq + Hash>(name: impl Display, rules: R, state: R::State, cx: &mut Session) -> Place {
    Place(cx.positions.add_lasting(name, rules).at(&state, cx))
}

fn take(cx: &mut Session, vectors: Vec<Vec<Bound>>, heaps: Rest<Heap>) -> Result<Place, EvalError> {
    let vectors: Vec<Vec<u64>> = vectors.into_iter().map(numbers).collect();
    let written = |vector: &[u64]| format!("[{}]", vector.iter().map(u64::to_string).collect::<Vec<_>>().join(","));
    for vector in &vectors {
        cx.games.budget.tick()?;
        if vector.len() != heaps.0.len() {
            let (numbers, heaps) = (counted(vector.len(), "number"), counted(heaps.0.len(), "heap"));
            return Err(HeapError::VectorLength { vector: written(vector), numbers, heaps }.into());
        }
        if vector.iter().all(|&n| n == 0) {
            return Err(HeapError::VectorOfZeros { vector: written(vector) }.into());
        }
    }
    Ok(of_heaps(format!("take {vectors:?}"), Take::new(vectors), heaps.0, cx))
}

fn welter(cx: &mut Session, coins: Rest<Heap>) -> Result<Place, EvalError> {
    let mut sorted: Vec<&UBig> = coins.0.iter().map(|coin| &coin.0).collect();
    sorted.sort_unstable();
    if let Some(twice) = sorted.windows(2).find(|pair| pair[0] == pair[1]) {
        return Err(HeapError::SharedSquare { square: twice[0].clone() }.into());
    }
    Ok(of_heaps("welter", Welter, coins.0, cx))
}

fn kotzig(cx: &mut Session, n: Bound, steps: Vec<Bound>, been: Option<Vec<Bound>>) -> Result<Place, EvalError> {
    let (n, steps) = (n.0, numbers(steps));
    if n == 0 {
        return Err(HeapError::NoPlaces.into());
    }
    if steps.contains(&0) {
        return Err(HeapError::NoStep.into());
    }
    match Kotzig::<u64>::new(n, steps.clone()) {
        Some(rules) if rules.round() <= 64 => kotzig_on(cx, rules, n, &steps, been),
        _ => match Kotzig::<Vec<u64>>::new(n, steps.clone()) {
            Some(rules) => kotzig_on(cx, rules, n, &steps, been),
            None => Err(Fault::TooLarge { what: "circle", size: n.to_string(), limit: MOST_PLACES.to_string() }.into()),
        },
    }
}

/// Returns the position on a circle, after the counter was on some places.
fn kotzig_on<S: Set>(
    cx: &mut Session,
    rules: Kotzig<S>,
    n: u64,
    steps: &[u64],
    been: Option<Vec<Bound>>,
) -> Result<Place, EvalError> {
    let state = rules.after(&numbers(been.unwrap_or_default())).map_err(|place| match place < n {
        true => HeapError::Unreachable { place, unit: rules.unit() },
        false => HeapError::NoSuchPlace { place, last: n - 1 },
    })?;
    Ok(place(format_args!("kotzig {n} {steps:?}"), rules, state, cx))
}

fn chomp(cx: &mut Session, m: Value, n: Option<Bound>) -> Result<Place, EvalError> {
    let too_large = |rows: u64, columns: u64| {
        let (size, limit) = (format!("{rows} by {columns}"), format!("{0} by {0}", chomp::LARGEST));
        Fault::TooLarge { what: "bar", size, limit }
    };
    let rows = match (Bound::from_value(&m, cx)?, n) {
        (Some(rows), Some(columns)) if rows.0 <= chomp::LARGEST => vec![columns.0; rows.0 as usize],
        (Some(rows), Some(columns)) => return Err(too_large(rows.0, columns.0).into()),
        (Some(_), None) => return Err(BoardError::BarOfOneSize.into()),
        (None, Some(_)) => return Err(BoardError::BarAndSize.into()),
        (None, None) => match Vec::<Bound>::from_value(&m, cx)? {
            Some(rows) => numbers(rows),
            None => return Err(BoardError::NoBar { got: cx.describe(&m) }.into()),
        },
    };
    if rows.is_empty() || rows[0] == 0 {
        return Err(BoardError::EmptyBar.into());
    }
    if let Some(row) = rows.windows(2).position(|pair| pair[0] < pair[1]) {
        return Err(BoardError::LongerRow { row: row + 2, squares: rows[row + 1], above: rows[row] }.into());
    }
    if rows.len() as u64 > chomp::LARGEST || rows[0] > chomp::LARGEST {
        return Err(too_large(rows.len() as u64, rows[0]).into());
    }
    let eaten = rows.partition_point(|&row| row > 0);
    Ok(place("chomp", Chomp, rows[..eaten].to_vec(), cx))
}
