//! Results about positions, as data that outlives a session: winners, with the size of the search, and nim-values.
//!
//! They are answers to questions, and positions that searches have visited on their way, finished or not.

use super::search::Memory;
use super::{
    About, AnswerType, Convention, Fact, Finding, Known, Lesson, PositionId, Positions, Question, RulesetId, Status,
    Topic, Transposition, Way,
};
use crate::games::hashing::{hash_of, key_of};
use crate::games::{Budget, Fault, Player};
use crate::graphs::Verdict;

impl Positions {
    /// Returns the results of searches in this session, then those learnt from other sessions. The same one may come
    /// twice.
    pub fn lessons(&self, mut tick: impl FnMut() -> Result<(), Fault>) -> Result<Vec<Lesson>, Fault> {
        let mut lessons = Vec::new();
        for i in 0..self.len() {
            tick()?;
            let p = PositionId::of_word(i as u32);
            let here = self.ruleset_of(p);
            let rules = self.rules_of(p);
            let Some(key) = self.lasting_name(here).filter(|_| rules.closed().is_some()) else { continue };
            let lesson = |fact| Lesson { ruleset: key.to_string(), state: self.state(p).to_vec(), fact };
            if let (true, Status::Known(Known::Nim(n))) = (rules.facts().impartial, self.status(p)) {
                lessons.push(lesson(Fact::NimValue(n)));
            }
            for convention in [Convention::Normal, Convention::Misere] {
                for starter in [Player::Left, Player::Right] {
                    let question = Question::new(Topic::OUTCOME, convention, starter);
                    if let Some(finding) = self.finding(p, question)
                        && let Way::Winner(nodes) = finding.way
                    {
                        let wins = finding.answer == Verdict::Win;
                        lessons.push(lesson(Fact::Winner { convention, starter, wins, nodes }));
                    }
                }
            }
        }
        // Results of another session that nobody asked about are not lost.
        for (ruleset, facts) in &self.learnt {
            for (state, facts) in facts {
                tick()?;
                let lesson = |&fact| Lesson { ruleset: ruleset.to_string(), state: state.clone(), fact };
                lessons.extend(facts.iter().map(lesson));
            }
        }
        Ok(lessons)
    }

    /// Stores results of another session as true. They are looked up by ruleset and state when a question needs them.
    pub fn learn(&mut self, lessons: Vec<Lesson>) {
        for Lesson { ruleset, state, fact } in lessons {
            let facts = self.learnt.entry(ruleset.into()).or_default().entry(state).or_default();
            if !facts.contains(&fact) {
                facts.push(fact);
            }
        }
    }

    /// Returns at most `most` results of searches in this session or learnt from others: those that took most to find.
    pub fn transpositions(&self, most: usize, budget: &mut Budget) -> Result<Vec<Transposition<'_>>, Fault> {
        let mut all = Vec::new();
        for (ruleset, met) in &self.met {
            for (key, fact) in met.worthwhile() {
                budget.tick()?;
                budget.room_to_push(&all)?;
                all.push(Transposition { ruleset, key, fact });
            }
        }
        all.sort_unstable_by_key(|met| match met.fact {
            // The effort behind a nim-value is not known; it stands for many couples.
            Fact::NimValue(_) => (0, met.ruleset, met.key),
            Fact::Winner { nodes, .. } => (u64::MAX - nodes, met.ruleset, met.key),
        });
        all.truncate(most);
        Ok(all)
    }

    /// Stores as true a result that a search of another session has found.
    ///
    /// # Errors
    /// [`Fault::Memory`].
    pub fn learn_transposition(&mut self, learnt: Transposition<'_>, budget: &Budget) -> Result<(), Fault> {
        let Transposition { ruleset, key, fact } = learnt;
        self.met.entry(ruleset.into()).or_default().learn(key, fact, budget)
    }

    /// Lends a search in a ruleset the results that others have found there, or takes them back when the search has
    /// ended. If only this session knows the ruleset, all results stay in the memory of its searches.
    pub(crate) fn exchange_transpositions(&mut self, here: RulesetId, memory: &mut Memory) {
        let Some(key) = self.lasting_name(here).map(Box::from) else { return };
        std::mem::swap(self.met.entry(key).or_default(), &mut memory.known);
    }

    /// Returns the key of a position that says the same in every session, if its ruleset can be searched and has one.
    pub(crate) fn lasting_key_of(&self, p: PositionId) -> Option<u128> {
        let here = self.ruleset_of(p);
        let name = hash_of(self.lasting_name(self.rules_of(p).closed()?.family(here))?);
        let words = [name as u32, (name >> 32) as u32].into_iter().chain(self.state(p).iter().copied());
        Some(key_of(&words.collect::<Vec<_>>()))
    }

    fn facts(&self, p: PositionId) -> &[Fact] {
        if self.learnt.is_empty() {
            return &[];
        }
        let lessons = self.lasting_name(self.ruleset_of(p)).and_then(|key| self.learnt.get(key));
        lessons.and_then(|lessons| lessons.get(self.state(p))).map_or(&[], Vec::as_slice)
    }

    /// Returns the answer to a question about who wins, as another session found it.
    pub(crate) fn learnt_finding<A: AnswerType>(&self, p: PositionId, question: Question<A>) -> Option<Finding<A>> {
        if question.about != About::Outcome {
            return None;
        }
        self.facts(p).iter().find_map(|fact| match *fact {
            Fact::Winner { convention, starter, wins, nodes }
                if (convention, starter) == (question.convention, question.starter) =>
            {
                let verdict = Verdict::won(wins);
                Some(Finding { answer: verdict.into(), way: Way::Winner(nodes) }.typed())
            }
            _ => None,
        })
    }

    /// Returns the nim-value, as another session found it.
    pub(crate) fn learnt_nim_value(&self, p: PositionId) -> Option<u64> {
        self.facts(p).iter().find_map(|fact| match *fact {
            Fact::NimValue(n) => Some(n),
            Fact::Winner { .. } => None,
        })
    }
}
