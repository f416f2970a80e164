//! Cooling, heating and overheating: the same game under another tax (Conway, On Numbers and Games, ch. 9; Winning
//! Ways, ch. 6; Siegel II.5).

use super::hashing::FastMap;
use super::{Dyadic, Fault, GameId, Games, Player};

/// A rebuilding of games from the bottom: the result for each leaf, and the games that are added to rebuilt options.
pub(super) struct Rebuilding<F> {
    /// Returns the result for a game at once, or `None` if it follows from the results of its options.
    pub leaf: F,
    /// Each of these is added to every rebuilt left option.
    pub left: Vec<GameId>,
    /// Each of these is added to every rebuilt right option.
    pub right: Vec<GameId>,
    /// The games whose results are known, with these.
    pub known: FastMap<GameId, GameId>,
}

impl Games {
    /// Returns the game cooled by t: every move costs t, until that would stop the play at a number, which stays.
    ///
    /// `G_t = {G^L_t - t | G^R_t + t}` up to the temperature, above it the mean.
    ///
    /// ```
    /// # use cg_engine::games::*;
    /// let mut games = Games::new(Budget::unlimited());
    /// let [three, one] = [3, 1].map(|n| games.integer(n));
    /// let hot = games.from_options(&[three], &[one])?;
    /// let frozen = games.cool(hot, &1.into())?;
    /// assert_eq!(games.as_number_up_star(frozen), Some((2.into(), 0, 1))); // 2*
    /// assert_eq!(games.cool(hot, &2.into())?, games.integer(2));
    /// # Ok::<(), Fault>(())
    /// ```
    ///
    /// # Errors
    /// [`Fault::None`] if `t <= -1`; those of the [budget](super::Budget) and of [`Games::sum`].
    pub fn cool(&mut self, g: GameId, t: &Dyadic) -> Result<GameId, Fault> {
        if *t <= Dyadic::from(-1) {
            let why = format!("nothing is cooled by {t}: from -1 down integers would have moves to gain by");
            return Err(Fault::None(why));
        }
        if t.is_zero() {
            return Ok(g);
        }
        let tax = self.number(t);
        let leaf = |games: &mut Games, game: GameId| {
            let (temperature, mean) = games.mast(game)?;
            Ok((*t > temperature).then(|| games.number(&mean)))
        };
        let left = vec![self.negative(tax)?];
        self.rebuilt(g, &mut Rebuilding { leaf, left, right: vec![tax], known: FastMap::default() }, 1)
    }

    /// Returns the game cooled by its temperature: its mean and an infinitesimal. A number stays: nobody wants to move
    /// in it.
    pub fn freeze(&mut self, g: GameId) -> Result<GameId, Fault> {
        if self.as_number(g).is_some() {
            return Ok(g);
        }
        let temperature = self.temperature(g)?;
        self.cool(g, &temperature)
    }

    /// Returns the game heated by t, which may be any game: numbers stay, other games become
    /// `{heat(G^L) + t | heat(G^R) - t}`.
    pub fn heat(&mut self, g: GameId, t: GameId) -> Result<GameId, Fault> {
        let leaf = |games: &mut Games, game: GameId| Ok(games.record(game).is_number().then_some(game));
        let right = vec![self.negative(t)?];
        self.rebuilt(g, &mut Rebuilding { leaf, left: vec![t], right, known: FastMap::default() }, 1)
    }

    /// Returns the game overheated from s to t: an integer n becomes n copies of s, other games
    /// `{..G^L.. + t | ..G^R.. - t}`.
    pub fn overheat(&mut self, g: GameId, s: GameId, t: GameId) -> Result<GameId, Fault> {
        let leaf = |games: &mut Games, game: GameId| match games.as_number(game).filter(Dyadic::is_integer) {
            Some(n) => games.multiple(&n.floor(), s).map(Some),
            None => Ok(None),
        };
        let right = vec![self.negative(t)?];
        self.rebuilt(g, &mut Rebuilding { leaf, left: vec![t], right, known: FastMap::default() }, 1)
    }

    /// Rebuilds a game from its canonical options, each follower once.
    pub(super) fn rebuilt<F>(&mut self, g: GameId, way: &mut Rebuilding<F>, depth: u32) -> Result<GameId, Fault>
    where
        F: FnMut(&mut Games, GameId) -> Result<Option<GameId>, Fault>,
    {
        if let Some(&known) = way.known.get(&g) {
            return Ok(known);
        }
        self.budget.tick()?;
        let new = match (way.leaf)(self, g)? {
            Some(new) => new,
            None => self.level(depth, |games| {
                let left = games.rebuilt_options(g, Player::Left, way, depth + 1)?;
                let right = games.rebuilt_options(g, Player::Right, way, depth + 1)?;
                games.from_options(&left, &right)
            })?,
        };
        way.known.insert(g, new);
        Ok(new)
    }

    fn rebuilt_options<F>(
        &mut self,
        g: GameId,
        player: Player,
        way: &mut Rebuilding<F>,
        depth: u32,
    ) -> Result<Vec<GameId>, Fault>
    where
        F: FnMut(&mut Games, GameId) -> Result<Option<GameId>, Fault>,
    {
        let mut options = Vec::new();
        for option in self.options(g, player)? {
            let new = self.rebuilt(option, way, depth)?;
            for index in 0..if player == Player::Left { way.left.len() } else { way.right.len() } {
                let change = if player == Player::Left { way.left[index] } else { way.right[index] };
                options.push(self.sum(new, change)?);
            }
        }
        Ok(options)
    }
}
