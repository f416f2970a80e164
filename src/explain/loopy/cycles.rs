//! The passes that make a value loopy, and longer ways that lead back to where they began.

use crate::eval::{EvalError, Session, loopy_value};
use crate::explain::story::{Story, listed, player_value, said};
use crate::value::Value;
use cg_engine::games::Player;
use cg_engine::loopy::Stopper;
use cg_engine::positions::Context;

/// Followers that are looked at.
const MOST: usize = 100;

/// Tells who can pass in the stopper and below it, and a way back through several games if there is one.
pub(super) fn tell(cx: &mut Session, stopper: Stopper, story: &mut Story) -> Result<(), EvalError> {
    let mut loopy = cx.loopy().followers(stopper)?;
    loopy.retain(|follower| follower.is_loopy());
    loopy.truncate(MOST);
    let mut below = Vec::new();
    for &here in &loopy {
        for player in [Player::Left, Player::Right] {
            if !cx.loopy().options(here, player)?.contains(&here) {
                continue;
            }
            let value = loopy_value(&cx.games, here);
            if here == stopper {
                story.step(format!("{player} can pass, so it is loopy: {player} may make that move again and again."));
            } else {
                let text = said(cx, &value)?;
                below.push(format!("{player} in {text}"));
            }
            story.row(vec![Value::text("pass"), player_value(player), value]);
        }
    }
    if !below.is_empty() {
        story.step(format!("It is loopy because of passes further down: {}.", listed(&below)));
    }
    let Some(way) = way_back(cx, &loopy)? else { return Ok(()) };
    let mut texts = Vec::new();
    let mut values = vec![loopy_value(&cx.games, way[0].1)];
    let start = said(cx, &values[0])?;
    for &(player, to) in &way[1..] {
        let value = loopy_value(&cx.games, to);
        texts.push(format!("{player} to {}", said(cx, &value)?));
        values.push(value);
    }
    story.step(format!("Moves lead back to {start}: {}. No play in turns goes that way for ever.", texts.join(", ")));
    story.row(vec![Value::text("cycle"), Value::list(values)]);
    Ok(())
}

/// Returns a shortest way through at least two games from one of these back to itself. The mover of its first entry
/// means nothing.
fn way_back(cx: &mut Session, loopy: &[Stopper]) -> Result<Option<Vec<(Player, Stopper)>>, EvalError> {
    for &start in loopy {
        // Where each was reached from, and by whom.
        let mut reached: Vec<(Player, Stopper, usize)> = vec![(Player::Left, start, 0)];
        let mut next = 0;
        while let Some(&(_, here, _)) = reached.get(next) {
            for player in [Player::Left, Player::Right] {
                for to in cx.loopy().options(here, player)? {
                    cx.games.budget.tick()?;
                    if to == start && here != start {
                        let mut way = vec![(player, to)];
                        let mut at = next;
                        while at > 0 {
                            way.push((reached[at].0, reached[at].1));
                            at = reached[at].2;
                        }
                        way.push((player, start));
                        way.reverse();
                        return Ok(Some(way));
                    }
                    if to.is_loopy() && loopy.contains(&to) && reached.iter().all(|(_, met, _)| *met != to) {
                        reached.push((player, to, next));
                    }
                }
            }
            next += 1;
        }
    }
    Ok(None)
}
