//! Temporary.
use crate::games::{Fault, GameId, Games, Player};
/// Notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Notation {
    /// a
    #[default]
    Ascii,
    /// u
    Unicode,
    /// l
    Latex,
}
/// Names.
#[derive(Default)]
pub struct Names;
impl Names {
    /// g
    pub fn game(&mut self, games: &mut Games, g: GameId, n: Notation) -> Result<String, Fault> {
        if let Some(x) = games.as_number(g) {
            return Ok(x.to_rational().to_string());
        }
        if let Some(x) = games.as_nimber(g) {
            return Ok(if x == 1 { "*".into() } else { format!("*{x}") });
        }
        let l = games.options(g, Player::Left)?;
        let r = games.options(g, Player::Right)?;
        let mut f = |v: Vec<GameId>, games: &mut Games| -> Result<String, Fault> {
            let mut s = vec![];
            for x in v {
                s.push(self.game(games, x, n)?);
            }
            Ok(s.join(","))
        };
        Ok(format!("<{}|{}>", f(l, games)?, f(r, games)?))
    }
    /// f
    pub fn forget_from(&mut self, _: usize) {}
    /// c
    pub fn clear(&mut self) {}
}
