//! How two positions compare, by their values or by who wins the difference, whichever comes first.

use super::{value, winner};
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
/// let mut engine = Engine::new(Games::new(Budget::unlimited()));
/// let zero = engine.positions().form(&[], &[]);
/// let one = engine.positions().form(&[zero], &[]);
/// match order_by_play(one, zero, &mut engine)? {
///     Some(order) => assert_eq!(order, Order::Greater),
///     None => assert!(value(one, &mut engine).is_ok()),
/// }
/// # Ok::<(), cg_engine::games::Fault>(())
/// ```
///
/// # Errors
/// Those of [`value`] and [`winner`].
pub fn order_by_play<C: Context>(p: PositionId, q: PositionId, cx: &mut C) -> Result<Option<Order>, Fault> {
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
fn order<C: Context>(p: PositionId, q: PositionId, cx: &mut C) -> Result<Order, Fault> {
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
