//! Games whose options have no end against the same games cut off: a family without end becomes a long one.
//!
//! What is finite must be the same for every cut that is far enough. What is infinite must grow with the cut and keep its
//! parity, on which depends who wins.

use std::collections::HashMap;

use cg_engine::games::{Budget, Fault};
use cg_engine::laws::{Clause, Compared, Guard, Law, Linear, LinearRule, Measure, OrdinalLaw, Range, Sign};
use cg_engine::ordinals::Ordinal;
use dashu_int::IBig;

use crate::random_graph::{Random, rounds};

/// Options of one kind from d dollars and c cents.
#[derive(Clone, Copy, Debug)]
enum Kind {
    /// To (d, c - k).
    Pay(u64),
    /// To (d, c) with any smaller c.
    PayAny,
    /// To (d, b) with any b below c - lag but one.
    PayMost { lag: u64, but: u64 },
    /// To (x, c + more) with any x below d.
    DropAny { more: u64 },
    /// To (x, n) with any x below d and any n.
    ExchangeAny,
    /// To (d - 1, c + k), where c < limit.
    Change(u64, u64),
    /// To (d - 1, k).
    Drop(u64),
    /// To (d - 1, step*n + first) for every n, where c < limit.
    Exchange { step: u64, first: u64, limit: u64 },
    /// The same for n > least only.
    ExchangeMuch { step: u64, first: u64, least: u64 },
}

const MEASURES: [Measure; 10] = [
    Measure::Distance,
    Measure::Remoteness,
    Measure::MisereRemoteness,
    Measure::NimValue,
    Measure::Hurried,
    Measure::Delayed,
    Measure::Suspense,
    Measure::MisereSuspense,
    Measure::Foreclosed,
    Measure::MisereForeclosed,
];

fn random_kinds(random: &mut Random) -> Vec<Kind> {
    let some = |random: &mut Random| match random.below(12) {
        0..3 => Kind::Pay(1 + random.below(4)),
        3 => Kind::PayAny,
        4 => Kind::Change(random.below(5), 1 + random.below(9)),
        5 => Kind::Drop(random.below(6)),
        9 => Kind::PayMost { lag: random.below(3), but: random.below(6) },
        10 => Kind::DropAny { more: random.below(3) },
        11 => Kind::ExchangeAny,
        6 => Kind::ExchangeMuch { step: 1 + random.below(3), first: random.below(4), least: random.below(5) },
        _ => Kind::Exchange { step: 1 + random.below(4), first: random.below(5), limit: 1 + random.below(6) },
    };
    (0..1 + random.below(4)).map(|_| some(random)).collect()
}

/// The options by the words of the rule, each family cut off.
fn options(kinds: &[Kind], (d, c): (u64, u64), cut: u64) -> Vec<(u64, u64)> {
    let mut all = Vec::new();
    for kind in kinds {
        match *kind {
            Kind::Pay(k) if c >= k => all.push((d, c - k)),
            Kind::PayAny => all.extend((0..c).map(|less| (d, less))),
            Kind::PayMost { lag, but } => {
                all.extend((0..c.saturating_sub(lag)).filter(|less| *less != but).map(|less| (d, less)));
            }
            Kind::DropAny { more } => all.extend((0..d).map(|x| (x, c + more))),
            Kind::ExchangeAny => all.extend((0..d).flat_map(|x| (0..cut).map(move |n| (x, n)))),
            Kind::Change(k, limit) if d > 0 && c < limit => all.push((d - 1, c + k)),
            Kind::Drop(k) if d > 0 => all.push((d - 1, k)),
            Kind::Exchange { step, first, limit } if d > 0 && c < limit => {
                all.extend((0..cut).map(|n| (d - 1, step * n + first)));
            }
            Kind::ExchangeMuch { step, first, least } if d > 0 => {
                all.extend((0..cut).filter(|n| *n > least).map(|n| (d - 1, step * n + first)));
            }
            _ => {}
        }
    }
    all
}

fn rule(kinds: &[Kind]) -> LinearRule {
    let (d, c, bound) = (Linear::variable(0), Linear::variable(1), Linear::variable(2));
    let plus = |linear: &Linear, n: i64| linear.clone().plus(&IBig::ONE, &Linear::constant(n));
    let rich = Guard::Has(Sign::Positive, d.clone());
    let less = |limit: u64| Guard::Has(Sign::Negative, plus(&c, -(limit as i64)));
    let clause =
        |guards: Vec<Guard>, arguments: [Linear; 2]| Clause { ranges: Vec::new(), guards, arguments: arguments.into() };
    let family = |guards: Vec<Guard>, inner: Vec<Guard>, step: u64, first: u64| Clause {
        ranges: vec![(Range::Naturals, inner)],
        guards,
        arguments: vec![plus(&d, -1), plus(&bound.clone().times(&IBig::from(step)), first as i64)],
    };
    let one = |kind: &Kind| match *kind {
        Kind::Pay(k) => {
            let enough = Guard::Has(Sign::NotNegative, plus(&c, -(k as i64)));
            clause(vec![enough], [d.clone(), plus(&c, -(k as i64))])
        }
        Kind::PayAny => Clause {
            ranges: vec![(Range::Below(c.clone()), Vec::new())],
            guards: Vec::new(),
            arguments: vec![d.clone(), bound.clone()],
        },
        Kind::PayMost { lag, but } => Clause {
            ranges: vec![(
                Range::Below(plus(&c, -(lag as i64))),
                vec![Guard::Has(Sign::NotZero, plus(&bound, -(but as i64)))],
            )],
            guards: Vec::new(),
            arguments: vec![d.clone(), bound.clone()],
        },
        Kind::DropAny { more } => Clause {
            ranges: vec![(Range::Below(d.clone()), Vec::new())],
            guards: Vec::new(),
            arguments: vec![bound.clone(), plus(&c, more as i64)],
        },
        Kind::ExchangeAny => Clause {
            ranges: vec![(Range::Below(d.clone()), Vec::new()), (Range::Naturals, Vec::new())],
            guards: Vec::new(),
            arguments: vec![bound.clone(), Linear::variable(3)],
        },
        Kind::Change(k, limit) => clause(vec![rich.clone(), less(limit)], [plus(&d, -1), plus(&c, k as i64)]),
        Kind::Drop(k) => clause(vec![rich.clone()], [plus(&d, -1), Linear::constant(k)]),
        Kind::Exchange { step, first, limit } => family(vec![rich.clone(), less(limit)], Vec::new(), step, first),
        Kind::ExchangeMuch { step, first, least } => {
            let much = Guard::Has(Sign::Positive, plus(&bound, -(least as i64)));
            family(vec![rich.clone()], vec![much], step, first)
        }
    };
    LinearRule { arity: 2, clauses: kinds.iter().map(one).collect() }
}

/// The values of cut games by the definitions.
struct Cut<'a> {
    kinds: &'a [Kind],
    cut: u64,
    known: HashMap<(u64, u64), [u64; 10]>,
}

impl Cut<'_> {
    /// The measures in their order.
    fn values(&mut self, place: (u64, u64)) -> [u64; 10] {
        if let Some(known) = self.known.get(&place) {
            return *known;
        }
        let all: Vec<[u64; 10]> = options(self.kinds, place, self.cut).into_iter().map(|q| self.values(q)).collect();
        let remoteness = |which: usize, ended: u64| {
            let evens = all.iter().map(|values| values[which]).filter(|n| n % 2 == 0);
            let longest = all.iter().map(|values| values[which]).max();
            evens.min().or(longest).map_or(ended, |n| n + 1)
        };
        let mex = (0..).find(|n| all.iter().all(|values| values[3] != *n)).expect("there is one");
        let distance = all.iter().map(|values| values[0] + 1).max().unwrap_or(0);
        // Who wants play to end takes the quickest way, the other the slowest.
        let hurried = all.iter().map(|values| values[5] + 1).min().unwrap_or(1);
        let delayed = all.iter().map(|values| values[4] + 1).max().unwrap_or(0);
        // The winner delays the end, the loser hastens it.
        let suspense = |which: usize, ended: u64| {
            let evens = all.iter().map(|values| values[which]).filter(|n| n % 2 == 0);
            let shortest = all.iter().map(|values| values[which]).min();
            evens.max().or(shortest).map_or(ended, |n| n + 1)
        };
        let lengths = [suspense(6, 0), suspense(7, 1)];
        // Nobody ends a part unless he must, nor lets it be ended; 0 and 1 stand for what is ended and what a move ends.
        let foreclosed = |which: usize| {
            (2..).find(|n| all.iter().all(|values| values[which] != *n)).filter(|_| !all.is_empty()).unwrap_or(0)
        };
        let is_won = all.iter().any(|values| values[8] == 0);
        let open = [if is_won { 1 } else { foreclosed(8) }, foreclosed(9)];
        let lengths = [lengths[0], lengths[1], open[0], open[1]];
        let head = [distance, remoteness(1, 0), remoteness(2, 1), mex, hurried, delayed];
        let values = std::array::from_fn(|at| if at < 6 { head[at] } else { lengths[at - 6] });
        self.known.insert(place, values);
        values
    }
}

fn agree(found: &Ordinal, near: u64, far: u64, kinds: &[Kind], what: (Measure, (u64, u64))) {
    match found.to_u64() {
        Some(n) => assert_eq!((n, n), (near, far), "{what:?} {kinds:?}"),
        None => assert!(near < far, "{what:?} {kinds:?}: {found}, but {near} and {far}"),
    }
    let has_parity = !matches!(what.0, Measure::Foreclosed | Measure::MisereForeclosed | Measure::NimValue);
    if has_parity && what.0 != Measure::Distance {
        assert_eq!(found.is_even(), far.is_multiple_of(2), "{what:?} {kinds:?}: {found}, but {far}");
    }
}

#[test]
fn games_without_end_are_as_those_that_are_cut_off() {
    let random = &mut Random(16);
    let (mut answered, mut infinite, mut refused) = (0, 0, 0);
    for _ in 0..rounds(600) {
        let kinds = random_kinds(random);
        let law = Law::new(rule(&kinds));
        let [mut near, mut far] = [60, 90].map(|cut| Cut { kinds: &kinds, cut, known: HashMap::new() });
        for _ in 0..4 {
            let place = (random.below(3), random.below(30));
            let (near, far) = (near.values(place), far.values(place));
            for (at, measure) in MEASURES.into_iter().enumerate() {
                let arguments = [IBig::from(place.0), IBig::from(place.1)];
                match law.measure(&arguments, measure, &mut Budget::unlimited()) {
                    Ok(found) => {
                        answered += 1;
                        infinite += u32::from(!found.is_finite());
                        agree(&found, near[at], far[at], &kinds, (measure, place));
                    }
                    Err(Fault::None(_)) => refused += 1,
                    Err(fault) => panic!("{fault:?}: {kinds:?}"),
                }
            }
        }
    }
    assert!(
        answered > 20 * refused && infinite * 600 > 400 * rounds(600) as u32,
        "{answered} answered, {infinite} infinite, {refused} refused"
    );
}

#[test]
fn large_positions_of_a_line_are_as_those_before_them() {
    let random = &mut Random(17);
    let mut refused = 0;
    for _ in 0..100 {
        let kinds = random_kinds(random);
        let law = Law::new(rule(&kinds));
        let mut cut = Cut { kinds: &kinds, cut: 0, known: HashMap::new() };
        // Without dollars nothing is cut off.
        for c in [200, 333, 400] {
            let values = cut.values((0, c));
            for (at, measure) in MEASURES.into_iter().enumerate() {
                match law.measure(&[IBig::ZERO, IBig::from(c)], measure, &mut Budget::unlimited()) {
                    Ok(found) => assert_eq!(found.to_u64(), Some(values[at]), "{kinds:?} {measure:?}"),
                    // Of a line by itself all is proved, but where most positions in front are options.
                    Err(_) if kinds.iter().any(|kind| matches!(kind, Kind::PayMost { .. })) => refused += 1,
                    Err(fault) => panic!("{fault:?}: {kinds:?} {measure:?}"),
                }
            }
        }
    }
    assert!(refused < 100, "{refused} of 3000");
}

/// Families told apart by several measures: every member is of one kind, of which the first and all others that are looked
/// at have the measures that the kind is to share.
#[test]
fn members_of_a_kind_are_alike() {
    let mut random = Random(1101);
    let budget = &mut Budget::unlimited();
    let all = [Compared::Itself, Compared::Parity, Compared::Zero];
    let [first, second, third, ..] = MEASURES;
    let measures = [first, second, third, Measure::Foreclosed, Measure::MisereForeclosed];
    let (mut families, mut without_end) = (0, 0);
    for _ in 0..rounds(600) {
        let law = Law::new(rule(&random_kinds(&mut random)));
        let at = [1 + random.below(2), random.below(5)].map(IBig::from);
        let Ok(moves) = law.rule.moves(&at, budget) else { continue };
        let enough = [Ordinal::finite(random.below(12)), Ordinal::omega()];
        let asked: Vec<(Measure, Compared)> = (0..1 + random.below(2))
            .map(|_| (measures[random.below(5) as usize], all[random.below(3) as usize]))
            .collect();
        for family in &moves.families {
            let Ok(kinds) = law.kinds(family, &asked, &enough, budget) else { continue };
            families += 1;
            without_end += kinds.iter().filter(|kind| !kind.is_one()).count();
            for n in 0..60 {
                let member = family.member(&IBig::from(n));
                let is_of =
                    |kind: &&cg_engine::laws::Bundle| kind.family.start == member || kind.family.contains(&member);
                let of: Vec<_> = kinds.iter().filter(is_of).collect();
                assert_eq!(of.len(), 1, "{member:?} of {family:?}");
                for &(measure, compared) in &asked {
                    let here = law.measure(&member, measure, budget).unwrap();
                    let first = law.measure(&of[0].family.start, measure, budget).unwrap();
                    let is_alike = match compared {
                        // What comes just before a family and is beyond, too, belongs to it with another length.
                        Compared::Itself if here.is_beyond(&enough) => {
                            let far = law.measure(&of[0].family.member(&IBig::from(60)), measure, budget).unwrap();
                            first.is_beyond(&enough)
                                && here.limit_part() == first.limit_part()
                                && here.is_even() == first.is_even()
                                && (n < 30 || of[0].grows || here == far)
                        }
                        Compared::Itself => here == first,
                        Compared::Parity => here.is_even() == first.is_even(),
                        Compared::Zero => here.is_zero() == first.is_zero(),
                    };
                    assert!(is_alike, "{member:?}, {measure:?}, {compared:?}: {here} and {first}");
                }
            }
        }
    }
    assert!(families >= rounds(200) && without_end > families / 2, "{families} {without_end}");
}

/// Options of one kind from (a, c), where a and perhaps c are ordinals.
#[derive(Clone, Copy, Debug)]
enum Far {
    /// To (b, c) with any b below a but one.
    Below { but: u64 },
    /// To (b, c) with any b below a that is below c.
    BelowBoth,
    /// To (b + more, c - 1) with any b below a.
    Longer { more: u64 },
    /// To (b, n) with any b below a and any number n.
    Any,
    /// To (b, b) with any b below a.
    Twice,
    /// To (a, c - k).
    Pay(u64),
    /// To (a, d) with any d below c.
    PayAny,
}

/// An ordinal ω·k + n as k and n.
type Pair = (u64, u64);

/// The same rule with a number that is cut off in place of ω.
fn far_options(kinds: &[Far], (a, c): (Pair, Pair), cut: u64) -> Vec<(Pair, Pair)> {
    let below = |(k, n): Pair| -> Vec<Pair> {
        (0..k).flat_map(|j| (0..cut).map(move |m| (j, m))).chain((0..n).map(|m| (k, m))).collect()
    };
    let mut all = Vec::new();
    for kind in kinds {
        match *kind {
            Far::Below { but } => all.extend(below(a).into_iter().filter(|b| *b != (0, but)).map(|b| (b, c))),
            Far::BelowBoth => all.extend(below(a).into_iter().filter(|b| *b < c).map(|b| (b, c))),
            Far::Longer { more } if c.1 > 0 => {
                all.extend(below(a).into_iter().map(|b| ((b.0, b.1 + more), (c.0, c.1 - 1))));
            }
            Far::Any => all.extend(below(a).into_iter().flat_map(|b| (0..cut).map(move |n| (b, (0, n))))),
            Far::Twice => all.extend(below(a).into_iter().map(|b| (b, b))),
            Far::Pay(k) if c.1 >= k => all.push((a, (c.0, c.1 - k))),
            Far::PayAny => all.extend(below(c).into_iter().map(|d| (a, d))),
            _ => {}
        }
    }
    all
}

fn far_rule(kinds: &[Far]) -> LinearRule {
    let (a, c, b) = (Linear::variable(0), Linear::variable(1), Linear::variable(2));
    let plus = |linear: &Linear, n: i64| linear.clone().plus(&IBig::ONE, &Linear::constant(n));
    let smaller = |guards: Vec<Guard>, inner: Vec<Guard>, arguments: [Linear; 2]| Clause {
        ranges: vec![(Range::Below(a.clone()), inner)],
        guards,
        arguments: arguments.into(),
    };
    let one = |kind: &Far| match *kind {
        Far::Below { but } => {
            let other = Guard::Has(Sign::NotZero, plus(&b, -(but as i64)));
            smaller(Vec::new(), vec![other], [b.clone(), c.clone()])
        }
        Far::BelowBoth => {
            let less = Guard::Has(Sign::Negative, b.clone().plus(&IBig::NEG_ONE, &c));
            smaller(Vec::new(), vec![less], [b.clone(), c.clone()])
        }
        Far::Longer { more } => {
            let rich = Guard::Has(Sign::Positive, c.clone());
            smaller(vec![rich], Vec::new(), [plus(&b, more as i64), plus(&c, -1)])
        }
        Far::Any => Clause {
            ranges: vec![(Range::Below(a.clone()), Vec::new()), (Range::Naturals, Vec::new())],
            guards: Vec::new(),
            arguments: vec![b.clone(), Linear::variable(3)],
        },
        Far::Twice => smaller(Vec::new(), Vec::new(), [b.clone(), b.clone()]),
        Far::Pay(k) => Clause {
            ranges: Vec::new(),
            guards: vec![Guard::Has(Sign::NotNegative, plus(&c, -(k as i64)))],
            arguments: vec![a.clone(), plus(&c, -(k as i64))],
        },
        Far::PayAny => Clause {
            ranges: vec![(Range::Below(c.clone()), Vec::new())],
            guards: Vec::new(),
            arguments: vec![a.clone(), b.clone()],
        },
    };
    LinearRule { arity: 2, clauses: kinds.iter().map(one).collect() }
}

/// The nim-values and distances of cut games by the definitions.
fn far_values(kinds: &[Far], place: (Pair, Pair), cut: u64, known: &mut HashMap<(Pair, Pair), [u64; 3]>) -> [u64; 3] {
    if let Some(known) = known.get(&place) {
        return *known;
    }
    let all = far_options(kinds, place, cut);
    let all: Vec<[u64; 3]> = all.into_iter().map(|q| far_values(kinds, q, cut, known)).collect();
    let mut met: Vec<u64> = all.iter().map(|values| values[0]).collect();
    met.sort_unstable();
    met.dedup();
    let mex = (0..).zip(&met).take_while(|(n, value)| n == *value).count() as u64;
    let distance = all.iter().map(|values| values[1] + 1).max().unwrap_or(0);
    let evens = all.iter().map(|values| values[2]).filter(|n| n % 2 == 0);
    let longest = all.iter().map(|values| values[2]).max();
    let values = [mex, distance, evens.min().or(longest).map_or(0, |n| n + 1)];
    known.insert(place, values);
    values
}

#[test]
fn games_on_ordinals_are_as_those_that_are_cut_off() {
    let random = &mut Random(1966);
    let (mut answered, mut infinite, mut refused) = (0, 0, 0);
    for _ in 0..rounds(640) {
        let kinds: Vec<Far> = (0..1 + random.below(3))
            .map(|_| match random.below(7) {
                0 => Far::Below { but: random.below(4) },
                1 => Far::BelowBoth,
                2 => Far::Longer { more: random.below(2) },
                3 => Far::Any,
                4 => Far::Twice,
                5 => Far::Pay(1 + random.below(2)),
                _ => Far::PayAny,
            })
            .collect();
        let game = OrdinalLaw::new(far_rule(&kinds));
        let [mut near, mut far] = [HashMap::new(), HashMap::new()];
        for _ in 0..4 {
            let place = ((random.below(3), random.below(4)), (0, random.below(5)));
            let near = far_values(&kinds, place, 14, &mut near);
            let far = far_values(&kinds, place, 20, &mut far);
            let ordinal = |(k, n): Pair| {
                let limit = Ordinal::omega().ordinary_product(&Ordinal::finite(k)).expect("small");
                limit.ordinary_sum(&Ordinal::finite(n)).expect("small")
            };
            let Ok((paired, numbers)) = game.at(&[ordinal(place.0), ordinal(place.1)]) else {
                refused += 3;
                continue;
            };
            let measures = [Measure::NimValue, Measure::Distance, Measure::Remoteness];
            for (at, measure) in measures.into_iter().enumerate() {
                match paired.law.measure(&numbers, measure, &mut Budget::unlimited()) {
                    Ok(found) => {
                        answered += 1;
                        infinite += u32::from(!found.is_finite());
                        match found.to_u64() {
                            Some(n) => assert_eq!((n, n), (near[at], far[at]), "{kinds:?} {measure:?} {place:?}"),
                            None => assert!(near[at] < far[at], "{kinds:?} {measure:?} {place:?}: {found}"),
                        }
                    }
                    Err(Fault::None(_)) => refused += 1,
                    Err(fault) => panic!("{fault:?}: {kinds:?}"),
                }
            }
        }
    }
    assert!(
        answered > refused && infinite * 20 > answered,
        "{answered} answered, {infinite} infinite, {refused} refused"
    );
}
