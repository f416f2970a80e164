//! Misère play by the theory of Ferguson 1984.

use super::board::{Board, on_board};
use super::ferguson::{FergusonTheorem, Side};
use super::large::Known;
use super::meeting::tokens;
use super::nim;
use crate::games::{Fault, Outcome};
use crate::graphs::Verdict;
use crate::positions::{self, Claim, Context, Finding, Here, Options, PositionId, Theorem, lost_moves};

/// Finds the winner by Ferguson's theory of all heaps if a token stands on a large one, else by his theory of the graph
/// if Condition A holds for everything that the tokens can reach.
pub(super) fn finding(tokens: &[PositionId], cx: &mut dyn Context) -> Result<Option<Finding>, Fault> {
    if let Some(finding) = nim::finding(tokens, cx)? {
        return Ok(Some(finding));
    }
    if let Some(Known { all, side, high }) = Known::of(tokens, cx)? {
        return Ok(Some(by_theorem(&REPEATING, all.theorem(), side, high)));
    }
    on_board(tokens, cx, |board, tokens, cx| {
        let Some((theory, reduced)) = board.theory(tokens, cx)? else { return Ok(None) };
        if let Some(side) = theory.side(tokens) {
            let high = tokens.iter().filter(|&&v| theory.is_high(v)).count();
            return Ok(Some(by_theorem(&REACHED, theory.theorem(), side, high)));
        }
        let outcome = reduced.outcome(theory, tokens, &mut cx.games().budget)?;
        Ok(outcome.map(|outcome| found(outcome, &REDUCED)))
    })
}

fn found(outcome: Outcome, theorem: &'static Theorem) -> Finding {
    Finding::told(Verdict::won(outcome == Outcome::N), theorem)
}

/// Returns the moves to P-positions, in the order of the options, if the theory determines them. Play ends, so each of
/// them wins.
pub(super) fn moves_to_lost(here: Here<'_>, cx: &mut dyn Context) -> Result<Option<Vec<PositionId>>, Fault> {
    let set = tokens(here.state);
    if set.is_empty() {
        return Ok(None);
    }
    if let Some(moves) = nim::moves_to_lost(here.id, &set, cx)? {
        return Ok(Some(moves));
    }
    let known = Known::of(&set, cx)?;
    if known.is_none() && !on_board(&set, cx, |board, numbers, cx| Ok(board.theory(numbers, cx)?.is_some()))? {
        return Ok(None);
    }
    let p = cx.positions().intern(here.id, here.state);
    let mut moves = Options::default();
    positions::plain_options(p, cx, &mut moves)?;
    lost_moves(moves.left, |&option| {
        cx.games().budget.tick()?;
        let after = tokens(cx.positions().state(option));
        match &known {
            Some(known) => known.is_lost(&after, cx),
            None => on_board(&set, cx, |board, numbers, cx| is_lost(board, numbers, &after, cx)),
        }
    })
}

/// Returns `true` if the mover loses with the tokens `after`, by the theory of all that `numbers` can reach.
fn is_lost(
    board: &mut Board,
    numbers: &[u32],
    after: &[PositionId],
    cx: &mut dyn Context,
) -> Result<Option<bool>, Fault> {
    let Some(after) = board.numbers(after) else { return Ok(None) };
    let Some((theory, reduced)) = board.theory(numbers, cx)? else { return Ok(None) };
    let outcome = match theory.outcome(&after) {
        Some(outcome) => Some(outcome),
        None => reduced.outcome(theory, &after, &mut cx.games().budget)?,
    };
    Ok(outcome.map(|outcome| outcome == Outcome::P))
}

/// The wording of Theorems 3 and 4, for P-positions of nim-value 1, for those of nim-value 0, and for the rest.
struct Wording {
    three: [Theorem; 3],
    four: [Theorem; 3],
}

/// Returns the winner by the theorem that applies, with `high` tokens in the reduced graph, and the theorem.
fn by_theorem(wording: &'static Wording, theorem: Option<FergusonTheorem>, side: Side, high: usize) -> Finding {
    let of = match theorem {
        _ if high == 0 => return found(side.outcome(), if side == Side::Neither { &EVEN_ONES } else { &ODD_ONES }),
        None if high == 2 => return found(side.outcome(), &TWO_HIGH),
        None => return found(side.outcome(), &ONE_HIGH),
        Some(FergusonTheorem::Three) => &wording.three,
        Some(FergusonTheorem::Four) => &wording.four,
        Some(FergusonTheorem::Five) => &FIVE,
        Some(FergusonTheorem::Six) => &SIX,
    };
    let theorem = match side {
        Side::Q1 => &of[0],
        Side::Q0 | Side::Listed => &of[1],
        Side::Neither => &of[2],
    };
    found(side.outcome(), theorem)
}

/// Returns a theorem that holds for a reason.
const fn theorem(says: &'static str, source: &'static str) -> Theorem {
    Theorem { says: Claim::Because(says), source }
}

const COROLLARY: &str = "Ferguson 1984, corollary of Theorem 2";

static TWO_HIGH: Theorem =
    theorem("by the list of the pairs of heaps of nim-value 2 or more that are lost", "Ferguson 1984, section 4.10");
static ODD_ONES: Theorem = theorem("as nim-values are 0 and 1 and those of 1 are odd in number", COROLLARY);
static EVEN_ONES: Theorem = theorem("as nim-values are 0 and 1 and those of 1 are even in number", COROLLARY);
static ONE_HIGH: Theorem = theorem(
    "as one token alone has a nim-value above 1, and it can move to nim-value 0 and to 1",
    "Ferguson 1984, Lemma 1 and corollary of Theorem 2",
);

/// The wording for the vertices that the tokens reach.
static REACHED: Wording = Wording {
    three: [
        theorem(
            "as Condition B holds, the nim-value is 1 and every set W has an even number of tokens",
            "Ferguson 1984, Theorem 3",
        ),
        theorem(
            "as Condition B holds, the nim-value is 0 and some set W has an odd number of tokens",
            "Ferguson 1984, Theorem 3",
        ),
        theorem(
            "as Condition B holds, and the position is neither of nim-value 1 with an even number of tokens in every \
             set W nor of nim-value 0 with an odd number in some",
            "Ferguson 1984, Theorem 3",
        ),
    ],
    four: [
        theorem(
            "as Condition C holds, the nim-value is 1, every set W has an even number of tokens and R has none",
            "Ferguson 1984, Theorem 4",
        ),
        theorem(
            "as Condition C holds, the nim-value is 0 and no move leads to nim-value 1 with an even number of tokens \
             in every set W and none in R",
            "Ferguson 1984, Theorem 4",
        ),
        theorem(
            "as Condition C holds, and the position neither has nim-value 1 with an even number of tokens in every \
             set W and none in R, nor has nim-value 0 with no move to such a one",
            "Ferguson 1984, Theorem 4",
        ),
    ],
};

/// The wording for all heaps of a rule.
static REPEATING: Wording = Wording {
    three: [
        theorem(
            "as Condition B holds for all heaps, whose nim-values and sets W repeat, the nim-value is 1 and every set W has an even number of tokens",
            "Ferguson 1984, Theorem 3",
        ),
        theorem(
            "as Condition B holds for all heaps, whose nim-values and sets W repeat, the nim-value is 0 and some set W has an odd number of tokens",
            "Ferguson 1984, Theorem 3",
        ),
        theorem(
            "as Condition B holds for all heaps, whose nim-values and sets W repeat, and the position is neither of nim-value 1 with an even number of tokens in every \
             set W nor of nim-value 0 with an odd number in some",
            "Ferguson 1984, Theorem 3",
        ),
    ],
    four: [
        theorem(
            "as Condition C holds for all heaps, whose nim-values and sets W repeat, the nim-value is 1, every set W has an even number of tokens and R has none",
            "Ferguson 1984, Theorem 4",
        ),
        theorem(
            "as Condition C holds for all heaps, whose nim-values and sets W repeat, the nim-value is 0 and no move leads to nim-value 1 with an even number of tokens \
             in every set W and none in R",
            "Ferguson 1984, Theorem 4",
        ),
        theorem(
            "as Condition C holds for all heaps, whose nim-values and sets W repeat, and the position neither has nim-value 1 with an even number of tokens in every \
             set W and none in R, nor has nim-value 0 with no move to such a one",
            "Ferguson 1984, Theorem 4",
        ),
    ],
};

/// The paper states Theorems 5 and 6 without proof, so their sources say how far they were compared with a search of
/// all sets.
const FIFTH: &str = "Ferguson 1984, Theorem 5, stated without proof there; no exception exists for heaps up to 62: exhaustive \
                     search, 2^28 positions";
const SIXTH: &str = "Ferguson 1984, Theorem 6, stated without proof there; no exception exists for heaps up to 53: exhaustive \
                     search, 2^27 positions";

static FIVE: [Theorem; 3] = [
    theorem(
        "as the nim-value is 1, every set W has an even number of tokens, W3 = {25, 26} and W4 = {32, 33} included, and \
         the rest of R has none",
        FIFTH,
    ),
    theorem(
        "as the nim-value is 0 and no move leads to nim-value 1 with an even number of tokens in every set W, W3 = {25, \
         26} and W4 = {32, 33} included, and none elsewhere",
        FIFTH,
    ),
    theorem("as the position is not among the P-positions of {1, 3, 4, 13, 20}", FIFTH),
];

static SIX: [Theorem; 3] = [
    theorem(
        "as the nim-value is 1 and no move leads to nim-value 0 with an odd number of tokens in both W1 and W2 and none \
         in R",
        SIXTH,
    ),
    theorem("as the nim-value is 0, both W1 and W2 have an odd number of tokens and R has none", SIXTH),
    theorem("as the position is not among the P-positions of {2, 4, 5, 6}", SIXTH),
];

static REDUCED: Theorem = theorem(
    "as tokens of nim-value 0 do not count and those of nim-value 1 count modulo 2; the rest was searched",
    "Ferguson 1984, Theorems 1 and 2",
);
