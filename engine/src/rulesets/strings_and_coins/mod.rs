//! Strings and Coins: a player cuts a string; who cuts the last string of a coin takes the coin and has to move again (Winning
//! Ways, ch. 16). It is the dual of Dots and Boxes: a coin is a box, and a string is a line that is not drawn; it joins the
//! two boxes beside that line, or a box and the ground. Coins count points; in Nimstring they do not, and who cannot move has lost.
//!
//! State: the strings, each a word of two vertices, the smaller one first; vertex 0 is the ground.

mod canonical;
mod chains;
mod components;
mod table;

use dashu_ratio::RBig;

pub use chains::{CoinPart, lead, parts_under_control};
pub use components::components;

use crate::games::Fault;
use crate::games::hashing::FastMap;
use crate::positions::{Context, Facts, Forecast, Here, Marks, Options, PositionId, Rules, RulesetId, Settled, Term};
use table::LeadTable;

/// A string between two vertices, the smaller one first.
pub type CoinString = [u16; 2];

/// The ground, at which any number of strings may end.
pub const GROUND: u16 = 0;

/// The rules of Strings and Coins, or of Nimstring if coins do not count.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Coins {
    count: bool,
}

/// Returns the position with these strings: of Strings and Coins if `count` is `true`, where a coin is a point for the player
/// who takes it, else of Nimstring.
///
/// ```
/// use cg_engine::games::Player;
/// use cg_engine::positions::Engine;
/// use cg_engine::{questions, rulesets::strings_and_coins};
///
/// let mut engine = Engine::default();
/// // Two coins in a row, joined to the ground: whoever cuts first loses both.
/// let chain = strings_and_coins::position(&[[0, 1], [1, 2], [0, 2]], true, &mut engine);
/// assert_eq!(questions::score(chain, Player::Left, &mut engine)?, (-2).into());
/// # Ok::<(), cg_engine::games::Fault>(())
/// ```
pub fn position(strings: &[CoinString], count: bool, cx: &mut dyn Context) -> PositionId {
    let state: Vec<u32> = strings.iter().map(|&string| word(string)).collect();
    let rules = cx.positions().add_rules(Coins { count });
    cx.positions().intern(rules, &state)
}

/// Returns the strings of a position of Strings and Coins, or `None` for any other position, one of Nimstring included.
pub fn strings_of(p: PositionId, cx: &dyn Context) -> Option<Vec<CoinString>> {
    let positions = cx.positions_ref();
    let rules: &dyn std::any::Any = positions.rules_of(p);
    rules.downcast_ref::<Coins>().filter(|rules| rules.count).map(|_| strings(positions.state(p)))
}

fn word([a, b]: CoinString) -> u32 {
    u32::from(a) << 16 | u32::from(b)
}

fn strings(state: &[u32]) -> Vec<CoinString> {
    state.iter().map(|&word| [(word >> 16) as u16, word as u16]).collect()
}

/// Returns the number of coins that a player takes by cutting the string at the place `cut`.
fn taken(strings: &[CoinString], cut: usize) -> usize {
    let [a, b] = strings[cut];
    let is_last =
        |coin: u16| coin != GROUND && strings.iter().enumerate().all(|(i, string)| i == cut || !string.contains(&coin));
    usize::from(is_last(a)) + usize::from(a != b && is_last(b))
}

impl Rules for Coins {
    fn options(&self, here: Here<'_>, cx: &mut dyn Context, out: &mut Options) -> Result<(), Fault> {
        let strings = strings(here.state);
        let mut rest = here.state.to_vec();
        out.impartial = !self.count;
        for cut in 0..strings.len() {
            if cut > 0 && strings[cut] == strings[cut - 1] {
                continue;
            }
            cx.games().budget.charge(strings.len())?;
            rest.remove(cut);
            let to = cx.positions().intern(here.id, &rest);
            rest.insert(cut, here.state[cut]);
            match taken(&strings, cut) {
                0 => {
                    out.left.push(to);
                    out.right.extend(self.count.then_some(to));
                }
                coins if self.count => {
                    for (sign, list) in [(1, &mut out.left), (-1, &mut out.right)] {
                        let gain = cx.positions().points(&RBig::from(sign * coins as i64));
                        let sum = cx.positions().sum(&[to, gain]);
                        list.push(cx.positions().again(sum));
                    }
                }
                _ => out.left.push(cx.positions().again(to)),
            }
        }
        Ok(())
    }

    fn term(&self, state: &[u32], _: &dyn Context) -> Term {
        let strings = strings(state).into_iter();
        let pairs = strings.map(|string| Term::List(string.map(|v| u64::from(v).into()).to_vec())).collect();
        Term::call(if self.count { "strings_and_coins" } else { "nimstring" }, [Term::List(pairs)])
    }

    fn facts(&self) -> Facts<'_> {
        let marks = if self.count { Marks::POINTS.and(Marks::TURNS) } else { Marks::TURNS };
        Facts { marks, impartial: !self.count, ..Facts::default() }
    }

    /// Returns the connected parts, with their coins renumbered so that equal ones are searched once.
    fn settled(&self, here: Here<'_>, cx: &mut dyn Context) -> Result<Option<Settled>, Fault> {
        cx.games().budget.charge(8 * here.state.len())?;
        let parts = canonical::parts(&strings(here.state));
        let rest: Vec<PositionId> = parts
            .iter()
            .map(|part| {
                let state: Vec<u32> = part.iter().map(|&string| word(string)).collect();
                cx.positions().intern(here.id, &state)
            })
            .collect();
        // The numbering of coins that are alike may change again, so one part is only replaced by a lesser state.
        let itself =
            matches!(&parts[..], [part] if part.iter().map(|&s| word(s)).cmp(here.state.iter().copied()).is_ge());
        Ok((!itself).then(|| Settled { points: RBig::ZERO, rest }))
    }

    fn forecast(&self, state: &[u32]) -> Forecast {
        let strings = strings(state);
        let mut degrees = [0u32; 64];
        let mut more: FastMap<u16, u32> = FastMap::default();
        for coin in strings.iter().flatten().copied().filter(|&coin| coin != GROUND) {
            match degrees.get_mut(coin as usize) {
                Some(degree) => *degree += 1,
                None => *more.entry(coin).or_default() += 1,
            }
        }
        let all = || degrees.iter().chain(more.values()).filter(|&&degree| degree > 0);
        Forecast {
            most: Some(all().count() as u64),
            offered: all().filter(|&&degree| degree == 1).count() as u32,
            is_even_handed: true,
            // Taking it costs no move, and the opponent may take it whenever he moves, so leaving it gains nothing.
            is_free: strings.len() == 1 && strings[0] != [GROUND; 2],
            is_scored_in_sums: self.count && CoinPart::read(&strings).is_some(),
            moves: self.count.then_some(strings.len() as u32),
        }
    }

    /// Scores sums of trees, long chains and long loops by who keeps control, and all sets of a few strings by a table.
    fn score_of_sum(&self, here: RulesetId, states: &[Vec<u32>], cx: &mut dyn Context) -> Result<i64, Fault> {
        let parts: Vec<Vec<CoinString>> = states.iter().map(|state| strings(state)).collect();
        if let Some(known) = parts.iter().map(|part| parts_under_control(part)).collect::<Option<Vec<_>>>() {
            return lead(&known.concat(), &mut cx.games().budget);
        }
        let mut table: Box<LeadTable> = cx.positions().take_table(here);
        let lead = table.lead(&parts, &mut cx.games().budget);
        cx.positions().put_table(here, table);
        lead
    }
}
