//! Top Entails: a player splits a stack into two smaller ones, or takes one coin off a stack, and then the opponent must answer
//! in that stack (Winning Ways, ch. 12). Whoever takes a stack of one coin wins, for the opponent cannot answer.
//!
//! State: the number of coins of the stack.

use crate::games::Fault;
use crate::positions::{Context, Facts, Here, Marks, Options, PositionId, Rules, Term};

/// The rules of Top Entails.
#[derive(PartialEq, Eq, Hash)]
struct TopEntails;

/// Returns the position of one stack of `coins` coins.
///
/// ```
/// use cg_engine::positions::Engine;
/// use cg_engine::{questions::{Affine, affine}, rulesets::top_entails};
///
/// let mut engine = Engine::default();
/// let stack = top_entails::stack(1, &mut engine);
/// assert_eq!(affine(stack, &mut engine)?, Affine::Loony);
/// # Ok::<(), cg_engine::games::Fault>(())
/// ```
pub fn stack(coins: u32, cx: &mut dyn Context) -> PositionId {
    let here = cx.positions().add_rules(TopEntails);
    cx.positions().intern(here, &[coins])
}

impl Rules for TopEntails {
    fn options(&self, here: Here<'_>, cx: &mut dyn Context, out: &mut Options) -> Result<(), Fault> {
        let coins = here.state[0];
        out.impartial = true;
        if coins == 0 {
            return Ok(());
        }
        cx.games().budget.charge(coins as usize / 2)?;
        let less = cx.positions().intern(here.id, &[coins - 1]);
        out.left.push(cx.positions().entail(less));
        for part in 1..=coins / 2 {
            let parts = [part, coins - part].map(|part| cx.positions().intern(here.id, &[part]));
            out.left.push(cx.positions().sum(&parts));
        }
        Ok(())
    }

    fn term(&self, state: &[u32], _: &dyn Context) -> Term {
        Term::call("top_entails", [u64::from(state[0])])
    }

    fn facts(&self) -> Facts<'_> {
        Facts { marks: Marks::TURNS, impartial: true, ..Facts::default() }
    }
}
