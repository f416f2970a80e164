//! How two positions compare, by their values or by who wins the difference, whichever comes first.

use super::{draft, sides, value, winner};
use crate::games::{Fault, Order, Player};
use crate::positions::search::in_turn;
use crate::positions::{Context, PositionId};

/// How two positions compare where that is sooner found by play than by values; nothing where the values are there now.
///
/// G ≥ H if Left wins G - H when Right starts (Siegel II.1); so two searches for a winner tell.
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

/// By two searches.
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

/// Whether the first of two positions is at least the second, and whether it is at most that, as far as it is proved by the
/// play on their difference: for positions from which play need not end, whether or not stoppers are found for their
/// sides.
///
/// Yes is a strategy of Left by which draws are held on both sides: the swivel chair (Siegel, Coping with cycles, section
/// 3). No is proved on the onside if the second position is there worth a stopper S: then Right, moving first, wins G - S
/// in play that ends, and does not win S - S. On the offside it is so with the first position.
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
