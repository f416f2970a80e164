//! The wording of players, moves and reasons.

use dashu_ratio::RBig;

use super::SideOwner;
use crate::diagnostic::counted;
use crate::eval::{EvalError, IntoValue, Session, gamma_value};
use crate::show::move_name;
use crate::value::Value;
use cg_engine::games::Player;
use cg_engine::graphs::Verdict;
use cg_engine::play::{Because, Choice, Ending, Slip};
use cg_engine::positions::{Claim, Known, Marks, PositionId, Way};

/// The way the players are spoken of.
#[derive(Clone, Copy)]
pub(super) struct Voice {
    pub sides: [SideOwner; 2],
    pub starter: Player,
    pub partizan: bool,
}

impl Voice {
    pub fn side(&self, player: Player) -> SideOwner {
        self.sides[player as usize]
    }

    /// Returns the person's side, if there is a person.
    pub fn person(&self) -> Option<Player> {
        [Player::Left, Player::Right].into_iter().find(|&player| self.side(player) == SideOwner::Person)
    }

    pub fn name(&self, player: Player) -> &'static str {
        match (self.side(player), self.person(), self.partizan) {
            (SideOwner::Person, ..) => "you",
            (SideOwner::Machine, Some(_), _) => "I",
            (_, None, true) if player == Player::Left => "Left",
            (_, None, true) => "Right",
            _ if player == self.starter => "the first player",
            _ => "the second player",
        }
    }

    /// Returns `you win`, `Left wins`.
    pub fn does(&self, player: Player, verb: &str) -> String {
        let s = if self.person().is_some() { "" } else { "s" };
        format!("{} {verb}{s}", self.name(player))
    }

    pub fn cannot(&self, player: Player) -> String {
        format!("{} cannot move", self.name(player))
    }

    /// Returns the object of a verb: `me`.
    pub fn object(&self, player: Player) -> &'static str {
        match (self.side(player), self.person()) {
            (SideOwner::Machine, Some(_)) => "me",
            _ => self.name(player),
        }
    }
}

pub(super) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Returns the reason why `player` makes a move, in one line.
pub(super) fn reason(cx: &mut Session, choice: &Choice, player: Player, voice: &Voice) -> Result<String, EvalError> {
    let me = player;
    if let Some(payoff) = &choice.payoff {
        let least = if me == Player::Left { "at least" } else { "at most" };
        return Ok(format!("from there Left receives {least} {payoff}"));
    }
    // Lengths of play with complimenting moves include passes, so they are left out.
    let is_counted = !cx.positions.marks(choice.to).has(Marks::TURNS);
    let within = choice.within.filter(|_| is_counted);
    let more = |n: u32| match n {
        _ if !is_counted => voice.does(me, "win"),
        0 => voice.cannot(me.other()),
        n => format!("{} in at most {}", voice.does(me, "win"), counted(n as usize, "more move")),
    };
    Ok(match (choice.verdict, &choice.because) {
        (_, Because::Only) => "the only move".into(),
        (Some(Verdict::Win), Because::Ahead(n)) => format!("I looked ahead: {}", more(*n)),
        (Some(Verdict::Win), because) => {
            let found = match because {
                Because::NimSum(sum) => Some(format!("the nim-sum becomes {}", sum)),
                Because::Found(finding) => way(cx, &finding.way, me)?,
                Because::Remembered => Some("the answer that keeps value 0 (Fraenkel and Yesha 1982)".into()),
                _ => None,
            };
            match (found, within) {
                (Some(found), Some(within)) => format!("{found}; {}", more(within)),
                (Some(found), None) => found,
                (None, Some(within)) => more(within),
                (None, None) => voice.does(me, "win"),
            }
        }
        (Some(Verdict::Draw), _) => "this keeps the draw".into(),
        (Some(Verdict::Loss), because) => {
            let known = match because {
                Because::Ahead(n) if is_counted => {
                    format!("every move loses, seen by looking {} ahead", counted(*n as usize, "move"))
                }
                _ => "every move loses against good play".into(),
            };
            match within {
                Some(n) => format!("{known}; this one delays it longest, for {}", counted(n as usize, "more move")),
                None => known,
            }
        }
        (None, Because::Hottest) => "too much to search; the hottest component comes first".into(),
        (None, because) => {
            let seen = match because {
                Because::Ahead(n) if *n > 0 && is_counted => {
                    format!("nothing is lost within {}, and ", counted(*n as usize, "move"))
                }
                _ => String::new(),
            };
            format!("too much to search; {seen}it leaves {} the most moves", voice.object(me))
        }
    })
}

/// Returns the way in which the result after a winning move of `me` was found.
fn way(cx: &mut Session, way: &Way, me: Player) -> Result<Option<String>, EvalError> {
    Ok(match way {
        Way::Value(Known::Nim(n)) => Some(format!("that leaves nim-value {n}")),
        Way::Value(known @ Known::Game(_)) => {
            let value = known.into_value(cx)?;
            let text = super::plain(cx, &value)?;
            let sign = if me == Player::Left { ">" } else { "<" };
            Some(match matches!(value, Value::Integer(0)) {
                true => "that leaves value 0, where who moves loses".into(),
                false => format!("that leaves value {text} {sign} 0"),
            })
        }
        Way::Gamma(gamma) => {
            let value = gamma_value(&mut cx.games, gamma.clone())?;
            let text = super::plain(cx, &value)?;
            Some(format!("that leaves \u{3b3}-value {text}"))
        }
        Way::Theorem(theorem, _) => Some(match theorem.says {
            // A colon leads to the answers that it comes from.
            Claim::Because(why) => format!("won {} ({})", why.trim_end_matches(':'), theorem.source),
            Claim::Equals(_) | Claim::Follows(_) => format!("won by a theorem ({})", theorem.source),
        }),
        Way::Search(_) | Way::Winner(_) | Way::Given => None,
    })
}

/// Returns the end of a game after `moves` moves, in words.
pub(super) fn ended(ending: &Ending, mover: Player, moves: usize, voice: &Voice) -> String {
    let after = format!("after {}", counted(moves, "move"));
    let stuck = capital(&voice.cannot(mover));
    match ending {
        Ending::Won(player) => format!("{stuck}: {} {after}.", voice.does(*player, "win")),
        Ending::Drawn => format!("{stuck}: a draw {after}."),
        Ending::Payoff(x) => format!("{stuck}: Left receives {x} {after}."),
        Ending::Told(winner) => {
            let told = winner.map_or("it is a draw".into(), |player| voice.does(player, "win"));
            format!("A value of two sides has no moves of its own; by these {told} {after}.")
        }
    }
}

/// Returns the end of a game for points after `moves` moves, in words. Left has these points more.
pub(super) fn ended_by_points(ahead: &RBig, moves: usize, voice: &Voice) -> String {
    let (winner, by) = match *ahead > RBig::ZERO {
        true => (Player::Left, ahead.clone()),
        false => (Player::Right, -ahead.clone()),
    };
    let result = match by == RBig::ZERO {
        true => "a draw, for the points are even".to_string(),
        false => {
            let points = if by == RBig::ONE { "point" } else { "points" };
            format!("{} by {by} {points}", voice.does(winner, "win"))
        }
    };
    format!("Play has ended after {}: {result}.", counted(moves, "move"))
}

/// Returns a better move that a person could have made, in words.
pub(super) fn slip(cx: &mut Session, from: PositionId, slip: &Slip, person: Player) -> Result<String, EvalError> {
    let had = if slip.had == Verdict::Win { "won" } else { "kept the draw" };
    let better = move_name(cx, from, slip.better, person)?.as_means();
    Ok(format!("You could have {had} at move {} {better}.", slip.number))
}
