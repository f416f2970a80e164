//! The options of a value or a position, with their values: one step into the tree of a game.

use cg::engine::games::{GameId, Player};
use cg::engine::positions::{self, Options, PositionId};
use cg::eval::{EvalError, Session, as_game, worth_of};
use serde_json::{Value as Json, json};

use crate::board::{Table, at, tried, value, written};
use crate::page::Exchange;

/// The number of options of a player that are listed.
const MAX_OPTIONS: usize = 200;

/// Returns a position with its value and the options of both players; sensible options come first.
pub fn options(page: &mut Exchange<'_>, table: &Table) -> Json {
    at(page, table, |cx, p| {
        let mut all = Options::default();
        positions::options(p, cx, &mut all)?;
        let worth = tried(cx, |cx| worth_of(cx, p))?;
        let form = match &worth {
            Some(worth) => tried(cx, |cx| as_game(cx, worth))?.flatten(),
            None => None,
        };
        let mut seen = json!({ "ok": true, "text": written(cx, p)?, "left": side(cx, &all, form, Player::Left)? });
        seen["right"] = side(cx, &all, form, Player::Right)?;
        if let Some(worth) = worth {
            seen["value"] = value(cx, &worth)?;
        }
        Ok(seen)
    })
}

/// Describes the options of a player. An option is sensible if its value is an option of the canonical form `form`.
fn side(cx: &mut Session, all: &Options, form: Option<GameId>, player: Player) -> Result<Json, EvalError> {
    let kept = match form {
        Some(form) => tried(cx, |cx| cx.games.options(form, player))?,
        None => None,
    };
    let list: Vec<PositionId> = all.of(player).iter().copied().take(MAX_OPTIONS).collect();
    let mut told = Vec::with_capacity(list.len());
    for q in list {
        let text = written(cx, q)?;
        let worth = tried(cx, |cx| worth_of(cx, q))?;
        let (mut seen, mut is_sensible) = (json!({ "text": text }), None);
        if let Some(worth) = worth {
            seen["value"] = value(cx, &worth)?;
            let game = tried(cx, |cx| as_game(cx, &worth))?.flatten();
            is_sensible = game.zip(kept.as_ref()).map(|(game, kept)| kept.contains(&game));
        }
        seen["sensible"] = json!(is_sensible);
        told.push((is_sensible != Some(true), seen));
    }
    told.sort_by_key(|(is_late, _)| *is_late);
    let more = all.of(player).len().saturating_sub(MAX_OPTIONS);
    Ok(json!({ "options": told.into_iter().map(|(_, seen)| seen).collect::<Json>(), "more": more }))
}
