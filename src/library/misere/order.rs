//! The order of partizan games in misère play, modulo all games or a universe of them.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::play;
use crate::eval::{EvalError, Session, Subject, builtins};
use crate::library::errors::MisereError;
use cg_engine::games::{Fault, Player};
use cg_engine::positions::{self, Convention, Options, PositionId};
use cg_engine::questions;

/// The number of moves in both games together from which they are not compared.
const MAX_DEPTH: usize = 400;

builtins! {
    /// The order of games in misère play.
    MISERE_ORDER, "Misère play";

    /// The order of positions in misère play, modulo all games or a universe.
    ///
    /// One of `"="`, `">"`, `"<"` and `"||"`. G >= H says that in no sum with a game of the `universe` Left does better with H
    /// in the place of G. It holds just where each option of Left's from H is answered by one of G that is at least as good, or
    /// by a move of Right's to at most G; likewise each of Right's from G; and where Left, who begins, wins G beside every end of
    /// the universe in which only Right can move if she so wins H, and likewise Right (Larsson, Nowakowski and Santos, Absolute
    /// combinatorial game theory).
    ///
    /// Modulo `"all"` games, which is meant if no universe is named, Left wins so only what leaves her no move (Siegel, Misère
    /// canonical forms of partizan games, 2015), and few games are comparable. In a `"dicot"` game both players can move or
    /// neither, there and later, so the only end is 0. In a `"dead-ending"` game a player who cannot move never can again;
    /// there the worst ends are those in which Right may wait as long as he likes and stop when he likes (perfect murders:
    /// Larsson, Milley, Nowakowski, Renault and Santos, Recursive comparison tests for dicot and dead-ending games, 2022).
    ///
    /// In a `"blocking"` game, when a player has no move, each move of the other leads to a game in which he has none either, or
    /// has one back to an end of this kind. What holds modulo all games holds there, and what fails modulo dead-ending games
    /// fails; where this does not decide there is no answer.
    /// [misere_compare(form <0,1|0>, form <0|0>), misere_compare(form <0|1>, form <0|0>)]  #=> [">", "||"]
    /// misere_compare(form <0,form <|1>|0>, form <form <|1>|0>)  #=> "="
    /// [misere_compare(nim(1, 1), nim(0), universe) for universe in ["all", "dead-ending", "dicot"]]  #=> ["||", "||", "="]
    /// [misere_compare(form <0|> + form <|0>, form <|>, universe) for universe in ["all", "dead-ending"]]  #=> ["||", "="]
    /// See: compare, misere_form, outcome
    misere_compare(G: Subject, H: Subject, universe: Option<Rc<String>>) -> String = misere_compare;
}

/// The games beside which two games are compared: sums, options and negatives of its games belong to it too.
#[derive(Clone, Copy, PartialEq)]
enum Universe {
    All,
    Blocking,
    DeadEnding,
    Dicot,
}

impl Universe {
    /// Every universe and its name.
    const NAMED: [(&str, Universe); 4] = [
        ("all", Universe::All),
        ("blocking", Universe::Blocking),
        ("dead-ending", Universe::DeadEnding),
        ("dicot", Universe::Dicot),
    ];

    /// Returns the universe of this name.
    fn of_name(name: &str) -> Result<Universe, MisereError> {
        let found = Universe::NAMED.into_iter().find(|(known, _)| *known == name);
        found.map(|(_, universe)| universe).ok_or_else(|| MisereError::NoUniverse { name: name.to_string() })
    }
}

fn misere_compare(cx: &mut Session, g: Subject, h: Subject, universe: Option<Rc<String>>) -> Result<String, EvalError> {
    let name = universe.as_ref().map_or("all", |name| name);
    let universe = Universe::of_name(name)?;
    let both = [play(cx, g, Convention::Misere)?, play(cx, h, Convention::Misere)?];
    for p in both {
        cx.positions.demand_value(p)?;
        if questions::is_loopy(p, cx)? {
            return Err(Fault::Loopy.into());
        }
    }
    let mut order = MisereOrder::new(cx, universe);
    for (argument, p) in both.into_iter().enumerate() {
        if !order.belongs(p, 0)? {
            return Err(MisereError::OutsideUniverse { universe: name.to_string(), argument }.into());
        }
    }
    let [above, below] = match universe {
        Universe::Blocking => {
            let surely = MisereOrder::new(cx, Universe::All).both_ways(both)?;
            let perhaps = MisereOrder::new(cx, Universe::DeadEnding).both_ways(both)?;
            if surely != perhaps {
                return Err(MisereError::Undecided.into());
            }
            surely
        }
        _ => order.both_ways(both)?,
    };
    let sign = match (above, below) {
        (true, true) => "=",
        (true, false) => ">",
        (false, true) => "<",
        (false, false) => "||",
    };
    Ok(sign.to_string())
}

/// The comparisons made so far, and who wins what.
struct MisereOrder<'s> {
    cx: &'s mut Session,
    universe: Universe,
    known: FxHashMap<[PositionId; 2], bool>,
    options: FxHashMap<PositionId, [Vec<PositionId>; 2]>,
    /// `true` where the player, who moves first, wins; beside an opponent who may wait if the last is `true`.
    wins: FxHashMap<(PositionId, Player, bool), bool>,
    /// `true` where a position belongs to the universe, or with a player is one of its ends, in which he has no move.
    members: FxHashMap<(PositionId, Option<Player>), bool>,
}

impl MisereOrder<'_> {
    fn new(cx: &mut Session, universe: Universe) -> MisereOrder<'_> {
        let (known, options, wins, members) = Default::default();
        MisereOrder { cx, universe, known, options, wins, members }
    }

    /// Returns the options of a player.
    fn options(&mut self, p: PositionId, player: Player) -> Result<Vec<PositionId>, Fault> {
        if let Some(both) = self.options.get(&p) {
            return Ok(both[player as usize].clone());
        }
        let mut found = Options::default();
        positions::plain_options(p, self.cx, &mut found)?;
        let both = [Player::Left, Player::Right].map(|player| found.of(player).to_vec());
        self.cx.games.budget.room_to_insert(&self.options)?;
        let options = both[player as usize].clone();
        self.options.insert(p, both);
        Ok(options)
    }

    /// Counts a step, at this number of moves from the beginning.
    fn step(&mut self, depth: usize) -> Result<(), Fault> {
        if depth > MAX_DEPTH {
            let (size, limit) = (format!("more than {MAX_DEPTH}"), MAX_DEPTH.to_string());
            return Err(Fault::TooLarge { what: "number of moves", size, limit });
        }
        self.cx.games.budget.tick()
    }

    /// Returns whether g >= h, and whether h >= g.
    fn both_ways(&mut self, [g, h]: [PositionId; 2]) -> Result<[bool; 2], Fault> {
        Ok([self.is_at_least(g, h, 0)?, self.is_at_least(h, g, 0)?])
    }

    /// Returns `true` if g >= h.
    fn is_at_least(&mut self, g: PositionId, h: PositionId, depth: usize) -> Result<bool, Fault> {
        if g == h {
            return Ok(true);
        }
        if let Some(&known) = self.known.get(&[g, h]) {
            return Ok(known);
        }
        self.step(depth)?;
        let found = self.is_matched(g, h, Player::Left, depth)? && self.is_matched(g, h, Player::Right, depth)?;
        self.cx.games.budget.room_to_insert(&self.known)?;
        self.known.insert([g, h], found);
        Ok(found)
    }

    /// Returns `true` if what the player may wish to change about g >= h is answered: Left plays h, Right g.
    fn is_matched(&mut self, g: PositionId, h: PositionId, player: Player, depth: usize) -> Result<bool, Fault> {
        let (mine, other) = if player == Player::Left { (h, g) } else { (g, h) };
        if self.wins_beside_ends(mine, player, depth)? && !self.wins_beside_ends(other, player, depth)? {
            return Ok(false);
        }
        let others = self.options(other, player)?;
        // The better one for Left comes first.
        let order = |a, b| if player == Player::Left { [a, b] } else { [b, a] };
        'moves: for q in self.options(mine, player)? {
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

    /// Returns `true` if the player, who moves first, wins `p` beside every end of the universe in which he has no move.
    fn wins_beside_ends(&mut self, p: PositionId, player: Player, depth: usize) -> Result<bool, Fault> {
        match self.universe {
            Universe::All | Universe::Blocking => Ok(self.options(p, player)?.is_empty()),
            Universe::Dicot => self.wins(p, player, false, depth),
            // The opponent may have nothing to wait with, not even for the first time.
            Universe::DeadEnding => Ok(self.wins(p, player, false, depth)? && self.wins(p, player, true, depth)?),
        }
    }

    /// Returns `true` if the player, who moves first, wins `p`. If the opponent `waits`, he can leave a move out until he chooses
    /// to have no more moves beside those in `p`.
    fn wins(&mut self, p: PositionId, player: Player, waits: bool, depth: usize) -> Result<bool, Fault> {
        if let Some(&known) = self.wins.get(&(p, player, waits)) {
            return Ok(known);
        }
        self.step(depth)?;
        let moves = self.options(p, player)?;
        let mut found = moves.is_empty();
        for q in moves {
            if found {
                break;
            }
            found = match waits {
                true => self.outlasts(q, player, depth + 1)?,
                false => !self.wins(q, player.other(), false, depth + 1)?,
            };
        }
        self.cx.games.budget.room_to_insert(&self.wins)?;
        self.wins.insert((p, player, waits), found);
        Ok(found)
    }

    /// Returns `true` if the player wins `q` whatever the opponent does next, who can wait.
    fn outlasts(&mut self, q: PositionId, player: Player, depth: usize) -> Result<bool, Fault> {
        // He waits, he waits for the last time, or he moves.
        if !self.wins(q, player, true, depth)? || !self.wins(q, player, false, depth)? {
            return Ok(false);
        }
        for answer in self.options(q, player.other())? {
            if !self.wins(answer, player, true, depth + 1)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Returns `true` if `p` belongs to the universe.
    fn belongs(&mut self, p: PositionId, depth: usize) -> Result<bool, Fault> {
        if self.universe == Universe::All {
            return Ok(true);
        }
        if let Some(&known) = self.members.get(&(p, None)) {
            return Ok(known);
        }
        self.step(depth)?;
        let mut found = true;
        for player in [Player::Left, Player::Right] {
            let moves = self.options(p, player)?;
            found = found && (!moves.is_empty() || self.is_end(p, player, depth)?);
            for q in moves {
                found = found && self.belongs(q, depth + 1)?;
            }
        }
        self.cx.games.budget.room_to_insert(&self.members)?;
        self.members.insert((p, None), found);
        Ok(found)
    }

    /// Returns `true` if the player has no move in `p` and `p` is an end of the universe.
    fn is_end(&mut self, p: PositionId, player: Player, depth: usize) -> Result<bool, Fault> {
        if let Some(&known) = self.members.get(&(p, Some(player))) {
            return Ok(known);
        }
        self.step(depth)?;
        let others = self.options(p, player.other())?;
        let mut found = self.options(p, player)?.is_empty() && (self.universe != Universe::Dicot || others.is_empty());
        for q in others {
            found = found && (self.is_end(q, player, depth + 1)? || self.has_way_back(q, player, depth + 1)?);
        }
        self.cx.games.budget.room_to_insert(&self.members)?;
        self.members.insert((p, Some(player)), found);
        Ok(found)
    }

    /// Returns `true` if the player can move from `q` back to an end, where the universe allows that.
    fn has_way_back(&mut self, q: PositionId, player: Player, depth: usize) -> Result<bool, Fault> {
        if self.universe != Universe::Blocking {
            return Ok(false);
        }
        for back in self.options(q, player)? {
            if self.is_end(back, player, depth + 1)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
