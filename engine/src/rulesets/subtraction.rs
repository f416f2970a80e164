//! Games that subtract from one heap: numbers of a set, all but those of a set, or for each player those of his own.

use crate::games::Cache;

use dashu_int::UBig;

use super::several::{call, number, taken_from_one};
use crate::games::{Fault, Player};
use crate::heaps::{Code, ReplyCount, Rule, Sequence};
use crate::positions::{
    BoutonProof, Claim, Facts, HeapTheory, Moves, Ruleset, Term, Theorem, Theorems, TheoryMoves, too_many,
};

static SCORING: Theorem =
    Theorem { says: Claim::Because("by the nim-value n modulo t + 1"), source: "Scenic trails, section 2" };

/// The largest number that may be taken in a game that is treated as a take-and-break game.
const LONGEST_CODE: u64 = 1 << 20;
/// The largest number that may not be taken where all others may: there each heap looks at all smaller ones.
const LONGEST_EXCEPTION: u64 = 1 << 16;

fn ascending(mut set: Vec<u64>) -> Vec<u64> {
    set.sort_unstable();
    set.dedup();
    set
}

fn set_term(set: &[u64]) -> Term {
    Term::Set(set.iter().map(|&s| number(s)).collect())
}

/// The game that subtracts numbers of a set, or all numbers but those of a set.
#[derive(PartialEq, Eq, Hash)]
pub struct Subtraction {
    set: Vec<u64>,
    all_but: bool,
    /// Its nim-values as those of a take-and-break game, or `None` for sets with large numbers.
    values: Option<Cache<Sequence>>,
}

impl Subtraction {
    /// Returns the game that subtracts numbers of a set of positive numbers.
    pub fn new(set: Vec<u64>) -> Subtraction {
        Subtraction::with(set, false)
    }

    /// Returns the game that subtracts any positive number that is not in a set.
    pub fn all_but(set: Vec<u64>) -> Subtraction {
        Subtraction::with(set, true)
    }

    fn with(set: Vec<u64>, all_but: bool) -> Subtraction {
        let set = ascending(set);
        let code = if all_but { Code::taking_all_but } else { Code::taking };
        let longest = if all_but { LONGEST_EXCEPTION } else { LONGEST_CODE };
        let values = set.last().is_none_or(|&last| last <= longest).then(|| {
            let numbers: Vec<usize> = set.iter().filter(|&&taken| taken > 0).map(|&taken| taken as usize).collect();
            Cache::new(Sequence::new(code(&numbers)))
        });
        Subtraction { set, all_but, values }
    }
}

impl Ruleset for Subtraction {
    type State = u64;

    fn facts(&self) -> Facts<'_, u64> {
        Facts {
            impartial: true,
            heaps: Some(self),
            sequence: self.values.as_ref().map(|values| (values, 0)),
            period: self.period(),
            longest_move: self.set.last().copied(),
            // Ferguson 1974, theorem 3.
            bouton: Some(BoutonProof::Conditions),
            ..Facts::default()
        }
    }

    fn moves(&self, &heap: &u64, _: Player, out: &mut Moves<u64>) -> Result<(), Fault> {
        if self.all_but {
            out.expect(heap)?;
            (0..heap).filter(|left| self.set.binary_search(&(heap - left)).is_err()).for_each(|left| out.to(left));
        } else {
            self.set.iter().take_while(|&&taken| taken <= heap).for_each(|taken| out.to(heap - taken));
        }
        Ok(())
    }

    fn term(&self, heap: &u64) -> Term {
        HeapTheory::term(self, &[(*heap).into()])
    }
}

impl Theorems<[UBig]> for Subtraction {
    fn nim_value(&self, heaps: &[UBig]) -> Option<UBig> {
        Some(of_two(self.one_or_two()?, &heaps[0]).into())
    }
}

impl HeapTheory for Subtraction {
    fn rule(&self) -> Option<Rule> {
        self.values.as_ref().map(|values| values.read().rule().clone())
    }

    fn any_move(&self, heaps: &[UBig]) -> Option<Vec<UBig>> {
        let past = self.set.last().map_or(UBig::ONE, |&last| UBig::from(last) + 1u8);
        self.all_but.then(|| taken_from_one(heaps, |heap| heap - past.min(heap.clone()))).flatten()
    }

    fn moves<'a>(&'a self, heaps: &'a [UBig], _: Player) -> Result<TheoryMoves<'a>, Fault> {
        let positive = self.set.iter().filter(|&&taken| taken > 0).count();
        if self.all_but { Err(too_many(&heaps[0] - positive)) } else { Ok(less(&heaps[0], &self.set)) }
    }

    fn term(&self, heaps: &[UBig]) -> Term {
        call(if self.all_but { "all_but" } else { "subtraction" }, vec![set_term(&self.set)], heaps)
    }
}

impl Subtraction {
    /// Returns the period of the nim-values if one or two numbers may be taken.
    fn period(&self) -> Option<[u64; 3]> {
        let [a, b] = self.one_or_two()?;
        let length = if (b / a) % 2 == 1 && b % a == 0 { a.checked_mul(2) } else { a.checked_add(b) };
        Some([0, length?, 0])
    }

    /// Returns the numbers of a set of two, or the number of a set of one twice.
    fn one_or_two(&self) -> Option<[u64; 2]> {
        let positive: &[u64] = if self.set.first() == Some(&0) { &self.set[1..] } else { &self.set };
        match *positive {
            _ if self.all_but => None,
            [a] => Some([a, a]),
            [a, b] => Some([a, b]),
            _ => None,
        }
    }
}

/// Computes the nim-value of a heap from which a or b counters are taken, a <= b. Write b as 2ah + r or 2ah - r with
/// 0 <= r <= a: the values go round in h times a zeros and a ones, and then either r zeros, a - r twos and r ones, or a - r
/// twos.
///
/// Returns the nim-value for a set of two numbers. Take r > 0 of the first kind, the other is like it. A heap n with a
/// <= n mod (a + b) < 2ah has the value that the heap a before it has not, and the heap b before it is the heap a after
/// it, a period back. The heaps after those have, a and b before them, a one and no heap or a one too; a one and a
/// zero; a zero and no one.
fn of_two([a, b]: [u64; 2], heap: &UBig) -> u8 {
    let place = u128::try_from(heap % (UBig::from(a) + b)).expect("below two words");
    let (a, b) = (u128::from(a), u128::from(b));
    let rest = b % (2 * a);
    let long = if rest <= a { b - rest } else { b + 2 * a - rest };
    match place.checked_sub(long) {
        None => (place / a % 2) as u8,
        Some(_) if rest > a => 2,
        Some(place) if place < rest => 0,
        Some(place) if place < a => 2,
        Some(_) => 1,
    }
}

/// Returns a heap that is larger than all numbers of a set, less each of them.
fn less<'a>(heap: &'a UBig, set: &'a [u64]) -> TheoryMoves<'a> {
    let fitting = set.iter().filter(move |&&taken| heap >= &UBig::from(taken));
    TheoryMoves::new(fitting.map(move |&taken| vec![heap - taken]))
}

/// Scoring: subtract 1 to t (Fraenkel, Scenic trails, section 2).
#[derive(PartialEq, Eq, Hash)]
pub struct Scoring {
    most: u64,
}

impl Scoring {
    /// Returns the game of this t.
    pub fn new(most: u64) -> Scoring {
        Scoring { most }
    }
}

impl Ruleset for Scoring {
    type State = u64;

    fn facts(&self) -> Facts<'_, u64> {
        Facts {
            impartial: true,
            heaps: Some(self),
            theorem: Some(&SCORING),
            bouton: Some(BoutonProof::Conditions),
            period: self.most.checked_add(1).map(|length| [0, length, 0]),
            longest_move: Some(self.most),
            ..Facts::default()
        }
    }

    fn moves(&self, &score: &u64, _: Player, out: &mut Moves<u64>) -> Result<(), Fault> {
        let most = self.most.min(score);
        out.expect(most)?;
        (1..=most).for_each(|taken| out.to(score - taken));
        Ok(())
    }

    fn term(&self, score: &u64) -> Term {
        HeapTheory::term(self, &[(*score).into()])
    }
}

impl Theorems<[UBig]> for Scoring {
    fn nim_value(&self, scores: &[UBig]) -> Option<UBig> {
        Some(&scores[0] % (UBig::from(self.most) + 1u8))
    }
}

impl HeapTheory for Scoring {
    fn rule(&self) -> Option<Rule> {
        let most = usize::try_from(self.most).ok().filter(|&most| most <= Rule::LONGEST)?;
        Some(Code::taking(&(1..=most).collect::<Vec<usize>>()).into())
    }

    fn any_move(&self, scores: &[UBig]) -> Option<Vec<UBig>> {
        taken_from_one(scores, |score| score - UBig::from(self.most).min(score.clone()))
    }

    fn moves<'a>(&'a self, scores: &'a [UBig], _: Player) -> Result<TheoryMoves<'a>, Fault> {
        Moves::<UBig>::default().expect(self.most)?;
        Ok(TheoryMoves::new((1..=self.most).map(|taken| vec![&scores[0] - taken])))
    }

    /// Returns the move: one leads to each other value, unless the score is smaller than the way down to it.
    fn moves_to<'a>(&'a self, scores: &'a [UBig], nim_value: &UBig, _: ReplyCount) -> Option<TheoryMoves<'a>> {
        let (score, modulus) = (&scores[0], UBig::from(self.most) + 1u8);
        if *nim_value >= modulus {
            return Some(Vec::new().into());
        }
        let down = (score % &modulus + &modulus - nim_value) % &modulus;
        let is_move = !down.is_zero() && down <= *score;
        Some(if is_move { vec![vec![score - down]] } else { Vec::new() }.into())
    }

    fn term(&self, scores: &[UBig]) -> Term {
        call("scoring", vec![number(self.most)], scores)
    }
}

/// The game in which Left subtracts numbers of one set and Right of another (Fraenkel and Kotzig 1987).
#[derive(PartialEq, Eq, Hash)]
pub struct PartizanSubtraction {
    left: Vec<u64>,
    right: Vec<u64>,
}

impl PartizanSubtraction {
    /// Returns the game of two sets of positive numbers.
    pub fn new(left: Vec<u64>, right: Vec<u64>) -> PartizanSubtraction {
        PartizanSubtraction { left: ascending(left), right: ascending(right) }
    }
}

impl Ruleset for PartizanSubtraction {
    type State = u64;

    fn facts(&self) -> Facts<'_, u64> {
        Facts { heaps: Some(self), ..Facts::default() }
    }

    fn moves(&self, heap: &u64, player: Player, out: &mut Moves<u64>) -> Result<(), Fault> {
        let set = if player == Player::Left { &self.left } else { &self.right };
        set.iter().take_while(|&taken| taken <= heap).for_each(|taken| out.to(heap - taken));
        Ok(())
    }

    fn term(&self, heap: &u64) -> Term {
        HeapTheory::term(self, &[(*heap).into()])
    }
}

impl Theorems<[UBig]> for PartizanSubtraction {}

impl HeapTheory for PartizanSubtraction {
    fn moves<'a>(&'a self, heaps: &'a [UBig], player: Player) -> Result<TheoryMoves<'a>, Fault> {
        Ok(less(&heaps[0], if player == Player::Left { &self.left } else { &self.right }))
    }

    fn term(&self, heaps: &[UBig]) -> Term {
        call("partizan_subtraction", vec![set_term(&self.left), set_term(&self.right)], heaps)
    }
}
