//! A value where a position is wanted: its canonical form, option by option.

use super::{Context, Known, Options, PositionId, Rules, RulesetId, Term, Theory, Word};
use crate::games::{Fault, GameId, Player};
use crate::ordinals::Ordinal;

/// The ruleset of values.
pub const VALUE: RulesetId = RulesetId(3);

pub(super) struct ValueRules;

impl Rules for ValueRules {
    fn options(&self, here: RulesetId, state: &[u32], cx: &mut dyn Context, out: &mut Options) -> Result<(), Fault> {
        let g = GameId::of_word(state[0]);
        for (player, list) in [(Player::Left, &mut out.left), (Player::Right, &mut out.right)] {
            for option in cx.games().options(g, player)? {
                list.push(cx.positions().intern(here, &[option.0]));
            }
        }
        Ok(())
    }

    fn word(&self, _: &[u32], _: usize) -> Word {
        Word::Game
    }

    fn term(&self, state: &[u32], _: &dyn Context) -> Term {
        Term::Game(GameId::of_word(state[0]))
    }

    fn theory(&self) -> &dyn Theory {
        self
    }
}

impl Theory for ValueRules {
    fn ends_with(&self, _: &[u32], _: &mut dyn Context) -> Result<Option<Vec<PositionId>>, Fault> {
        Ok(Some(Vec::new()))
    }

    fn heaps(&self, state: &[u32], cx: &mut dyn Context) -> Option<Vec<Ordinal>> {
        cx.games().as_nimber(GameId::of_word(state[0])).map(|n| vec![Ordinal::finite(n)])
    }

    fn value(&self, _: RulesetId, state: &[u32], cx: &mut dyn Context) -> Option<Result<Known, Fault>> {
        let g = GameId::of_word(state[0]);
        Some(Ok(match cx.games().as_nimber(g) {
            Some(n) => Known::Nim(n),
            None => Known::Game(g),
        }))
    }
}
