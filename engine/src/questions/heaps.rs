//! Play in heaps of Nim, by Bouton's rules: a move makes one heap smaller.

use crate::games::Fault;
use crate::graphs::{Foreclosed, Verdict};
use crate::ordinals::{GammaValue, Length, Ordinal};
use crate::positions::{About, Answer, Claim, Convention, Finding, Question, Theorem};

const COUNTERS: Theorem =
    Theorem { says: Claim::Equals("the counters taken one by one"), source: "Smith 1966, eq. 15" };
const BOUTON: Theorem = Theorem {
    says: Claim::Because("by the nim-sum as in normal play, since a heap is above 1"),
    source: "Bouton 1901",
};
const HEAPS_OF_ONE: Theorem =
    Theorem { says: Claim::Because("by the number of heaps, since none is above 1"), source: "Bouton 1901" };
const NO_HEAP: Theorem = Theorem { says: Claim::Because("as no counter is left"), source: "by definition" };
const SOME_HEAP: Theorem = Theorem { says: Claim::Because("as a counter is left"), source: "by definition" };
const ONE_HEAP: Theorem = Theorem { says: Claim::Because("by taking the whole heap"), source: "Bouton 1901" };
const ALL_BUT_ONE: Theorem = Theorem { says: Claim::Because("by taking all but one counter"), source: "Bouton 1901" };
const LAST_COUNTER: Theorem =
    Theorem { says: Claim::Because("as the last counter must be taken"), source: "by definition" };
const ONE_LEFT: Theorem =
    Theorem { says: Claim::Because("as Nim with a counter less in each heap"), source: "On Numbers and Games, ch. 14" };
const TWO_HEAPS: Theorem = Theorem { says: Claim::Because("by keeping two heaps equal"), source: "Bouton 1901" };
const ONE_COUNTER: Theorem = Theorem { says: Claim::Because("by leaving one counter"), source: "Bouton 1901" };

/// Answers a question about heaps of Nim without their moves, if a theorem applies.
pub(super) fn by_heaps(heaps: &[Ordinal], question: Question) -> Result<Option<Finding>, Fault> {
    let misere = question.convention == Convention::Misere;
    let one = Ordinal::finite(1u64);
    let mut live: Vec<&Ordinal> = heaps.iter().filter(|h| !h.is_zero()).collect();
    live.sort_unstable();
    let found = |theorem, answer: Answer| Ok(Some(Finding::told(answer, theorem)));
    let length = |theorem, moves: Ordinal| found(theorem, Length::Ends(moves).into());
    match question.about {
        About::CanMove if live.is_empty() => found(&NO_HEAP, Answer::Yes(false)),
        About::CanMove => found(&SOME_HEAP, Answer::Yes(true)),
        About::Distance => {
            let mut sum = Ordinal::default();
            for heap in live {
                sum = sum.natural_sum(heap)?;
            }
            length(&COUNTERS, sum)
        }
        About::Outcome if misere => {
            let mut sum = Ordinal::default();
            for heap in &live {
                sum = sum.nim_sum(heap)?;
            }
            let large = live.last().is_some_and(|&largest| *largest > one);
            let won = sum.is_zero() != large;
            found(if large { &BOUTON } else { &HEAPS_OF_ONE }, Verdict::won(won).into())
        }
        // The play must end.
        About::Ends | About::Decided => found(&COUNTERS, Answer::Yes(true)),
        About::Suspense | About::Remoteness => match live[..] {
            [] => length(&NO_HEAP, Ordinal::finite(misere as u32)),
            [heap] if misere && *heap == one => length(&LAST_COUNTER, Ordinal::finite(2u32)),
            [_] if misere => length(&ALL_BUT_ONE, Ordinal::finite(3u32)),
            [_] => length(&ONE_HEAP, one),
            _ if question.about == About::Suspense => Ok(None),
            [a, b] if misere && *a == one => match *b == one {
                true => length(&HEAPS_OF_ONE, Ordinal::finite(3u32)),
                false => length(&ONE_COUNTER, Ordinal::finite(3u32)),
            },
            [a, b] => {
                let twice = Ordinal::finite(2u32).ordinary_product(a)?;
                length(&TWO_HEAPS, if a == b { twice } else { twice.natural_sum(&one)? })
            }
            _ => Ok(None),
        },
        About::Foreclosed => match foreclosed(&live, misere)? {
            Some(value) => {
                let theorem = match value {
                    Foreclosed::Ended => &NO_HEAP,
                    Foreclosed::Won => &ONE_HEAP,
                    Foreclosed::Open(_) => &ONE_LEFT,
                };
                found(theorem, Answer::Foreclosed(value))
            }
            None => Ok(None),
        },
        _ => Ok(None),
    }
}

/// Returns the foreclosed value of these heaps, when nobody ends them. One heap is ended by a move; if the last counter
/// loses, it is not taken. In a sum of two heaps neither is taken whole, for the opponent could then take the other.
fn foreclosed(live: &[&Ordinal], misere: bool) -> Result<Option<Foreclosed>, Fault> {
    let value = match live {
        [] => return Ok(Some(Foreclosed::Ended)),
        [_] if !misere => return Ok(Some(Foreclosed::Won)),
        [heap] => heap.without_one(),
        [a, b] if !misere => a.without_one().nim_sum(&b.without_one())?,
        _ => return Ok(None),
    };
    Ok(Some(Foreclosed::Open(GammaValue::Finite(value))))
}
