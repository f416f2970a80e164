//! A value where a position is wanted: its canonical form, option by option.

use super::{Context, EndOfPlay, Here, Known, Options, Rules, Term, Word};
use crate::games::{Fault, GameId, Player};
use crate::ordinals::Ordinal;

pub(super) struct ValueRules;

impl Rules for ValueRules {
    fn options(&self, here: Here<'_>, cx: &mut dyn Context, out: &mut Options) -> Result<(), Fault> {
        let g = GameId::of_word(here.state[0]);
        for (player, list) in [(Player::Left, &mut out.left), (Player::Right, &mut out.right)] {
            for option in cx.games().options(g, player)? {
                list.push(cx.positions().intern(here.id, &[option.0]));
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

    fn end_of_play(&self, _: &[u32], _: &dyn Context) -> EndOfPlay {
        EndOfPlay::SURE
    }

    fn heaps(&self, state: &[u32], cx: &mut dyn Context) -> Option<Vec<Ordinal>> {
        cx.games().as_nimber(GameId::of_word(state[0])).map(|n| vec![Ordinal::finite(n)])
    }

    fn value(&self, here: Here<'_>, cx: &mut dyn Context) -> Option<Result<Known, Fault>> {
        let g = GameId::of_word(here.state[0]);
        Some(Ok(match cx.games().as_nimber(g) {
            Some(n) => Known::Nim(n),
            None => Known::Game(g),
        }))
    }
}
