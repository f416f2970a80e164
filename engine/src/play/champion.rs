//! A player who remembers: on large boards of annihilation games a win is brought home only by memory of the play.

use super::choice::by_question;
use super::{Because, Choice, Contest, choose};
use crate::annihilation::Memory;
use crate::games::{Fault, Player};
use crate::graphs::Verdict;
use crate::positions::{Context, Convention, Finding, Topic, Way};

/// The memory of a good player from one move to the next, for each of the two.
#[derive(Default)]
pub struct Champion {
    memories: [Option<Memory>; 2],
    /// `true` if a search for the winner has determined moves: then it remembers the further play.
    is_proved: bool,
}

impl Champion {
    /// Returns the best move, as [`choose`] finds it, or the answer that the memory of the play gives.
    ///
    /// ```
    /// use cg_engine::play::{Champion, Contest};
    /// use cg_engine::games::{Budget, Games, Player};
    /// use cg_engine::positions::{Context, Convention, Engine};
    ///
    /// let mut engine = Engine::default();
    /// let zero = engine.positions().impartial_form(&[]);
    /// let star = engine.positions().impartial_form(&[zero]);
    /// let contest = Contest::new(star, Convention::Normal, Player::Left, &mut engine);
    /// let choice = Champion::default().choose(&contest, &mut engine)?;
    /// assert_eq!(choice.map(|choice| choice.to), Some(zero));
    /// # Ok::<(), cg_engine::games::Fault>(())
    /// ```
    ///
    /// # Errors
    /// The limits, if the answer lies too deep.
    pub fn choose(&mut self, contest: &Contest, cx: &mut dyn Context) -> Result<Option<Choice>, Fault> {
        if contest.is_for_points() {
            return choose(contest, cx);
        }
        let player = contest.mover();
        let place = if player == Player::Left { 0 } else { 1 };
        let before = contest.turns().last().map(|turn| turn.from);
        // A memory that fails half way is dropped.
        if let Some(mut memory) = self.memories[place].take().filter(|memory| Some(memory.at()) == before) {
            let to = memory.answer(contest.position(), cx)?;
            self.memories[place] = Some(memory);
            let because = Because::Remembered;
            return Ok(Some(Choice { to, verdict: Some(Verdict::Win), within: None, payoff: None, because }));
        }
        if self.is_proved
            && let Some(choice) = by_question(contest, Topic::PROOF_MOVE, cx)?
        {
            return Ok(Some(choice));
        }
        let choice = choose(contest, cx)?;
        let is_by_search = |finding: &Finding<Verdict>| matches!(finding.way, Way::Winner(nodes) if nodes > 0);
        self.is_proved = matches!(&choice, Some(Choice { within: None, because: Because::Found(finding), .. })
            if is_by_search(finding));
        if let Some(Choice { to, verdict: Some(Verdict::Win), .. }) = &choice
            && contest.convention() == Convention::Normal
        {
            // Without it the move is as good, only the way on is not proved.
            self.memories[place] = match Memory::new(*to, cx) {
                Err(Fault::TooLarge { .. } | Fault::Memory { .. } | Fault::Timeout | Fault::Hard { .. }) => None,
                memory => memory?,
            };
        }
        Ok(choice)
    }
}
