//! Sprouts and Brussels Sprouts.

use super::errors::SproutsError;
use crate::eval::{AnyOrText, EvalError, Place, Session, builtins, members_of};
use crate::value::Value;
use cg_engine::rulesets::brussels_sprouts::{self, MAX_CROSSES, MAX_ENDS};
use cg_engine::rulesets::sprouts::{self, BadSprouts, MAX_SPOTS};

builtins! {
    /// Games of drawing lines.
    SPROUTS, "Rulesets";

    /// Sprouts: join spots by a line that crosses none, and put a spot on it.
    ///
    /// A line may lead from a spot to itself; three lines end at a spot at most. `sprouts(n)` has n spots, `sprouts("0.1aa1.}")`
    /// any position: its regions end with `}`, the boundaries of a region with `.`, and along a boundary stand its spots, `0`,
    /// `1` or `2` by the number of its lines, or a letter, which stands twice, for a spot with two lines and two corners. The
    /// first player wins normal play of 1 to 11 spots if n is 3, 4 or 5 modulo 6, misere play of 1 to 12 for n = 1, 5, 6, 10, 11,
    /// 12 (Applegate, Jacobson and Sleator 1991; Lemoine and Viennot; OEIS A164950).
    /// [outcome(sprouts(n)) for n in 1..3]  #=> [P, P, N]
    /// [outcome(sprouts(n), misere) for n in 1..3]  #=> [N, P, P]
    /// options(sprouts(1))  #=> [sprouts("ab.}ab.}")]
    /// See: brussels_sprouts, draw, misere
    sprouts(n: AnyOrText) -> Place = sprouts_position;

    /// Brussels Sprouts: join free ends of crosses, and cross the line.
    ///
    /// Each line uses two free ends and gives one on either side. `brussels_sprouts(n)` has n crosses, and a list any position:
    /// for each region the free ends of each of its boundaries. Play of n crosses lasts 5n - 2 moves, whatever the players do
    /// (Winning Ways, ch. 17).
    /// [remoteness(brussels_sprouts(n)) for n in 1..2]  #=> [3, 8]
    /// options(brussels_sprouts(1))  #=> [brussels_sprouts([[3]]), brussels_sprouts([[2], [2]])]
    /// See: sprouts, remoteness
    brussels_sprouts(n: AnyOrText) -> Place = brussels_position;
}

fn sprouts_position(cx: &mut Session, AnyOrText(spots): AnyOrText) -> Result<Place, EvalError> {
    if let Value::Text(text) = &spots {
        return sprouts::read(text, cx).map(Place).map_err(|bad| {
            match bad {
                BadSprouts::Sign(at, sign) => SproutsError::Sign { sign, at: at..at + sign.len_utf8() },
                BadSprouts::Letter(letter) => SproutsError::Letter { letter },
                BadSprouts::Open => SproutsError::Open,
                BadSprouts::Large => SproutsError::Large { most: MAX_SPOTS },
            }
            .into()
        });
    }
    match spots.as_integer().map(usize::try_from) {
        Some(Ok(n)) if n <= MAX_SPOTS => Ok(Place(sprouts::start(cx, n))),
        Some(Ok(_)) => Err(SproutsError::Large { most: MAX_SPOTS }.into()),
        _ => Err(SproutsError::NoSpots { got: cx.describe(&spots) }.into()),
    }
}

fn brussels_position(cx: &mut Session, AnyOrText(crosses): AnyOrText) -> Result<Place, EvalError> {
    let no_crosses = |cx: &mut Session| SproutsError::NoCrosses { got: cx.describe(&crosses) };
    let too_many = || SproutsError::ManyCrosses { crosses: MAX_CROSSES, ends: MAX_ENDS };
    match crosses.as_integer().map(usize::try_from) {
        Some(Ok(n)) if n <= MAX_CROSSES => return Ok(Place(brussels_sprouts::position(cx, vec![vec![4; n]]))),
        Some(Ok(_)) => return Err(too_many().into()),
        Some(Err(_)) => return Err(no_crosses(cx).into()),
        None => {}
    }
    let Some(members) = members_of(&mut cx.games.budget, &crosses)? else { return Err(no_crosses(cx).into()) };
    let (mut regions, mut all) = (Vec::with_capacity(members.len()), 0u64);
    for member in members {
        let Some(boundaries) = members_of(&mut cx.games.budget, &member)? else { return Err(no_crosses(cx).into()) };
        let mut region = Vec::with_capacity(boundaries.len());
        for ends in boundaries {
            cx.games.budget.tick()?;
            match ends.as_integer().map(u64::try_from) {
                Some(Ok(ends)) if ends > 0 => region.push(ends),
                _ => return Err(no_crosses(cx).into()),
            }
            all = all.saturating_add(region[region.len() - 1]);
        }
        regions.push(region);
    }
    if all > MAX_ENDS {
        return Err(too_many().into());
    }
    Ok(Place(brussels_sprouts::position(cx, regions)))
}
