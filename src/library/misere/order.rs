//! The order of partizan games in misère play, modulo all games.

use rustc_hash::FxHashMap;

use super::play;
use crate::eval::{EvalError, Session, Subject, builtins};
use cg_engine::games::{Fault, Player};
use cg_engine::positions::{self, Convention, Options, PositionId};
use cg_engine::questions;

/// The number of moves in both games together from which they are not compared.
const MAX_DEPTH: usize = 400;

builtins! {
    /// The order of games in misère play.
    MISERE_ORDER, "Misère play";

    /// The order of two positions in misère play, modulo all games.
    ///
    /// One of `"="`, `">"`, `"<"` and `"||"`. G >= H says that in no sum, with any game whatever beside, Left does better with H
    /// in the place of G. It holds just where each option of Left's from H is answered by one of G that is at least as good, or by
    /// a move of Right's to at most G; likewise each of Right's from G; where G has no move of Left's if H has none, and H none
    /// of Right's if G has none (Siegel, Misère canonical forms of partizan games, 2015). So few games are comparable, and no
    /// theorem is used here on fewer games beside them.
    /// [misere_compare(form <0,1|0>, form <0|0>), misere_compare(form <0|1>, form <0|0>)]  #=> [">", "||"]
    /// misere_compare(form <0,form <|1>|0>, form <form <|1>|0>)  #=> "="
    /// See: compare, misere_form, outcome
    misere_compare(G: Subject, H: Subject) -> String = misere_compare;
}

fn misere_compare(cx: &mut Session, g: Subject, h: Subject) -> Result<String, EvalError> {
    let both = [play(cx, g, Convention::Misere)?, play(cx, h, Convention::Misere)?];
    for p in both {
        cx.positions.demand_value(p)?;
        if questions::is_loopy(p, cx)? {
            return Err(Fault::Loopy.into());
        }
    }
    let mut order = MisereOrder { cx, known: FxHashMap::default(), options: FxHashMap::default() };
    let [g, h] = both;
    let sign = match (order.is_at_least(g, h, 0)?, order.is_at_least(h, g, 0)?) {
        (true, true) => "=",
        (true, false) => ">",
        (false, true) => "<",
        (false, false) => "||",
    };
    Ok(sign.to_string())
}

/// The comparisons made so far.
struct MisereOrder<'s> {
    cx: &'s mut Session,
    known: FxHashMap<[PositionId; 2], bool>,
    options: FxHashMap<PositionId, [Vec<PositionId>; 2]>,
}

impl MisereOrder<'_> {
    /// Returns the options of a player.
    fn options(&mut self, p: PositionId, player: Player) -> Result<Vec<PositionId>, Fault> {
        if let Some(both) = self.options.get(&p) {
            return Ok(both[player as usize].clone());
        }
        let mut found = Options::default();
        positions::options(p, self.cx, &mut found)?;
        let both = [Player::Left, Player::Right].map(|player| found.of(player).to_vec());
        self.cx.games.budget.room_to_insert(&self.options)?;
        let options = both[player as usize].clone();
        self.options.insert(p, both);
        Ok(options)
    }

    /// Returns `true` if g >= h.
    fn is_at_least(&mut self, g: PositionId, h: PositionId, depth: usize) -> Result<bool, Fault> {
        self.cx.games.budget.tick()?;
        if g == h {
            return Ok(true);
        }
        if let Some(&known) = self.known.get(&[g, h]) {
            return Ok(known);
        }
        if depth > MAX_DEPTH {
            let (size, limit) = (format!("more than {MAX_DEPTH}"), MAX_DEPTH.to_string());
            return Err(Fault::TooLarge { what: "number of moves", size, limit });
        }
        let found = self.is_matched(g, h, Player::Left, depth)? && self.is_matched(g, h, Player::Right, depth)?;
        self.cx.games.budget.room_to_insert(&self.known)?;
        self.known.insert([g, h], found);
        Ok(found)
    }

    /// Returns `true` if what the player may wish to change about g >= h is answered: Left plays h, Right g.
    fn is_matched(&mut self, g: PositionId, h: PositionId, player: Player, depth: usize) -> Result<bool, Fault> {
        let (mine, other) = if player == Player::Left { (h, g) } else { (g, h) };
        let (moves, others) = (self.options(mine, player)?, self.options(other, player)?);
        if moves.is_empty() && !others.is_empty() {
            return Ok(false);
        }
        // The better one for Left comes first.
        let order = |a, b| if player == Player::Left { [a, b] } else { [b, a] };
        'moves: for q in moves {
            for &better in &others {
                let [a, b] = order(better, q);
                if self.is_at_least(a, b, depth + 1)? {
                    continue 'moves;
                }
            }
            for answer in self.options(q, player.other())? {
                let [a, b] = order(other, answer);
                if self.is_at_least(a, b, depth + 2)? {
                    continue 'moves;
                }
            }
            return Ok(false);
        }
        Ok(true)
    }
}
