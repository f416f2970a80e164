//! The order of two positions, by their values or by who wins the difference, whichever comes first.

use super::{draft, sides, value, winner};
use crate::games::{Fault, Order, Player};
use crate::positions::search::in_turn;
use crate::positions::{Context, PositionId};

/// Compares two positions by play, if that is faster than by values. `None` if the values are known by then.
///
/// G ≥ H if Left wins G - H when Right starts (Siegel II.1); so two searches for a winner decide.
///
/// ```
/// use cg_engine::games::{Budget, Games, Order};
/// use cg_engine::positions::{Context, Engine};
/// use cg_engine::questions::{order_by_play, value};
///
/// let mut engine = Engine::default();
/// let zero = engine.positions().form(&[], &[]);
/// let one = engine.positions().form(&[zero], &[]);
/// match order_by_play(one, zero, &mut engine)? {
///     Some(order) => assert_eq!(order, Order::Greater),
///     None => assert!(value(one, &mut engine).is_ok()),
/// }
/// # Ok::<(), cg_engine::games::Fault>(())
/// ```
pub fn order_by_play(p: PositionId, q: PositionId, cx: &mut dyn Context) -> Result<Option<Order>, Fault> {
    in_turn(
        cx,
        |cx| {
            value(p, cx)?;
            value(q, cx)?;
            Ok(None)
        },
        |cx| order(p, q, cx).map(Some),
    )
}

/// Compares two positions by two searches.
fn order(p: PositionId, q: PositionId, cx: &mut dyn Context) -> Result<Order, Fault> {
    let negative = cx.positions().negative(q);
    let difference = cx.positions().sum(&[p, negative]);
    let [at_least, at_most] = [Player::Right, Player::Left].map(|mover| winner(difference, mover, cx));
    Ok(match (!at_least?.answer, !at_most?.answer) {
        (true, true) => Order::Equal,
        (true, false) => Order::Greater,
        (false, true) => Order::Less,
        (false, false) => Order::Confused,
    })
}

/// Returns `true` if the first of two positions is at least the second, and `true` if it is at most that, as far as the
/// play on their difference proves it: for positions from which play need not end, whether or not stoppers are found
/// for their sides.
///
/// `true` is proved by a strategy of Left that does not lose with draws on either side: the swivel chair (Siegel,
/// Coping with cycles, section 3). `false` is proved on the onside if the second position is worth a stopper S there:
/// then Right, moving first, wins G - S in play that ends, and does not win S - S. On the offside the first position
/// takes its place.
///
/// ```
/// use cg_engine::games::{Budget, Games};
/// use cg_engine::positions::{Context, Engine};
/// use cg_engine::questions::order_as_proved;
///
/// let mut engine = Engine::default();
/// let zero = engine.positions().form(&[], &[]);
/// let one = engine.positions().form(&[zero], &[]);
/// assert_eq!(order_as_proved(one, zero, &mut engine)?, [Some(true), Some(false)]);
/// # Ok::<(), cg_engine::games::Fault>(())
/// ```
pub fn order_as_proved(p: PositionId, q: PositionId, cx: &mut dyn Context) -> Result<[Option<bool>; 2], Fault> {
    let known = [sides(p, cx)?, sides(q, cx)?];
    let (draft, order) = draft(&[p, q], true, cx)?;
    let same = order.first() == Some(&cx.positions().normal_order(q));
    let (first, second) = (0, u32::from(!same));
    let mut proved = [None; 2];
    for (proved, (a, b)) in proved.iter_mut().zip([(first, second), (second, first)]) {
        let [on, off] = cx.loopy().at_least_by_play(&draft, a, b)?;
        let [greater, less] = if a == first { known } else { [known[1], known[0]] };
        let refuted = !on && less.onside.is_some() || !off && greater.offside.is_some();
        *proved = if on && off { Some(true) } else { refuted.then_some(false) };
    }
    Ok(proved)
}
