//! The winner of Kotzig's Nim, lap by lap.
//!
//! A counter whose longest step is m visits a place in every m that it passes, so that after m laps no place is left.
//! Between two laps the places visited are a word, a letter a place. The result that the players can force in a lap
//! that is entered at a place `d` depends on the word before it, and a finite automaton reads it from the word. Two
//! states differ if some word behind leads to different results. The automaton of the last lap has one state, for
//! nobody can enter another. The automaton of a lap is built from that of the next one in two steps. Read backwards, a
//! word gives the vector of winners for every state in which the next lap's automaton may be and every distance that
//! the counter has still to go; there are finitely many of these vectors. Read forwards, it gives the function from
//! vectors to results that is left to be applied, of which there are finitely many too (Brzozowski's way to turn an
//! automaton round). Only words that laps can leave are read, so that there are few states. If there are still too many
//! for the second lap, one player keeps to a rule in the first one; who wins so is found from the start only.

use std::collections::{BTreeSet, VecDeque};

use super::replies::ReplyRule;
use crate::games::hashing::FastMap;
use crate::games::{Budget, Fault};

/// The longest step for which the automata are made: two bits for each distance fill a word of [`Results`].
const MAX_STEP: u32 = 8;
/// The largest number of states of an automaton. Larger ones are not built: the first lap has 629 042 vectors for the steps 2, 3
/// and 4, and 1 633 563 for 1, 3 and 4 (computed).
const MAX_STATES: usize = 1 << 12;
/// The largest number after a lap in which a player keeps to a rule.
const MAX_STATES_BY_RULE: usize = 3 << 12;
/// Stands for no state.
const NONE: u32 = u32::MAX;

/// The winner for each distance to the next place that the counter comes to, in two bits each: the player who moves on
/// from there loses, or wins. Neither bit is set if the counter cannot come to that place.
type Results = u16;
/// The bit of a loss, at distance 0.
const LOSS_BIT: Results = 1;
/// The bit of a win, at distance 0.
const WIN_BIT: Results = 2;

/// The distances to the next places of some laps, ascending.
type Distances = Vec<u32>;

/// A deterministic automaton that reads whether each place of a circle was visited. It may lack transitions.
#[derive(Default)]
struct Automaton<T> {
    /// The label of each state. Reading begins at the first one.
    states: Vec<T>,
    /// The next state, by state and letter.
    next: Vec<[u32; 2]>,
}

impl<T: Clone + Eq + std::hash::Hash> Automaton<T> {
    /// Builds all states that can be reached, or `None` if these are more than `most`.
    fn explore(
        first: T,
        most: usize,
        budget: &mut Budget,
        step: impl Fn(&T, usize, &mut Budget) -> Result<Option<T>, Fault>,
    ) -> Result<Option<Automaton<T>>, Fault> {
        let mut numbers = FastMap::default();
        numbers.insert(first.clone(), 0);
        let mut all = Automaton { states: vec![first], next: Vec::new() };
        while all.next.len() < all.states.len() {
            let mut row = [NONE; 2];
            for (letter, to) in row.iter_mut().enumerate() {
                let Some(state) = step(&all.states[all.next.len()], letter, budget)? else { continue };
                *to = *numbers.entry(state).or_insert_with_key(|state| {
                    all.states.push(state.clone());
                    all.states.len() as u32 - 1
                });
            }
            all.next.push(row);
            if all.states.len() > most {
                return Ok(None);
            }
        }
        Ok(Some(all))
    }
}

impl<T> Automaton<T> {
    /// Returns the state after a letter, or [`NONE`].
    fn after(&self, state: u32, letter: usize) -> u32 {
        self.next.get(state as usize).map_or(NONE, |row| row[letter])
    }

    /// Returns the state that is reached from the first one by a word, or `None` if there is none.
    fn read(&self, mut word: impl Iterator<Item = bool>) -> Option<u32> {
        word.try_fold(0, |state: u32, visited| {
            Some(self.next[state as usize][usize::from(visited)]).filter(|next| *next != NONE)
        })
    }
}

/// The winners of the laps of one set of steps.
pub(super) struct Laps {
    steps: Vec<u32>,
    /// The words that the laps can leave, read forwards, by number of laps. Labels: the places where each lap may go
    /// on.
    forwards: Vec<Automaton<BTreeSet<Distances>>>,
    /// The automata that read the words backwards: the places where each lap may have begun.
    backwards: Vec<Automaton<BTreeSet<Distances>>>,
    /// The results that can be forced in the next lap, for each place at which it is entered. The last lap comes first.
    /// All or all but the one after the first lap are made.
    results: Vec<Automaton<Results>>,
    /// If not, a rule to which a player may keep in the first lap, and the results that can then be forced in the next.
    kept: Option<(ReplyRule, Automaton<Results>)>,
}

impl Laps {
    /// Makes the automata for steps in ascending order, or `None` if these are too large.
    pub fn new(steps: &[u64], budget: &mut Budget) -> Result<Option<Laps>, Fault> {
        let steps: Option<Vec<u32>> =
            steps.iter().map(|&step| u32::try_from(step).ok().filter(|step| *step <= MAX_STEP)).collect();
        let Some((steps, longest)) = steps.and_then(|steps| steps.last().copied().map(|longest| (steps, longest)))
        else {
            return Ok(None);
        };
        let mut laps = Laps { steps, forwards: vec![], backwards: vec![], results: vec![], kept: None };
        for count in 0..=longest as usize {
            let anywhere = multisets(count, longest);
            let Some(forwards) = words(&anywhere, budget, |at, letter| laps.goes_on(at, letter))? else {
                return Ok(None);
            };
            let Some(backwards) = words(&anywhere, budget, |at, letter| laps.came_from(at, letter))? else {
                return Ok(None);
            };
            laps.forwards.push(forwards);
            laps.backwards.push(backwards);
        }
        // After as many laps as the longest step every place is visited.
        laps.results.push(Automaton { states: vec![0], next: vec![[0; 2]] });
        for count in (1..longest as usize).rev() {
            match laps.before(&laps.backwards[count], &laps.forwards[count], MAX_STATES, budget)? {
                Some(results) => laps.results.push(results),
                None if count > 1 => return Ok(None),
                None => laps.kept = laps.keep_to_a_rule(budget)?,
            }
        }
        Ok(Some(laps))
    }

    /// Returns `true` if the player to move wins with the counter on place `token` of a circle on which these places were
    /// visited, or `None` if that is not the position after some laps from place 0.
    pub fn wins(&self, visited: &[bool], token: usize, budget: &mut Budget) -> Result<Option<bool>, Fault> {
        if visited.len() < self.longest() {
            return Ok(None);
        }
        let (before, after) = (&visited[..token], &visited[token + 1..]);
        if token == 0 && self.results.len() < self.longest() && !after.contains(&true) {
            return self.by_rule(visited.len(), budget);
        }
        for (ahead, results) in self.results.iter().enumerate() {
            let count = self.longest() - 1 - ahead;
            // In this lap, `count` laps have passed the places ahead, and one more those behind.
            let (Some(behind), Some(ahead)) = (
                self.forwards[count + 1].read(before.iter().copied()),
                self.backwards[count].read(after.iter().rev().copied().chain([false])),
            ) else {
                continue;
            };
            let ahead = &self.backwards[count].states[ahead as usize];
            let is_here = |at: &Distances| at.first() == Some(&0) && ahead.contains(&at[1..]);
            if !self.forwards[count + 1].states[behind as usize].iter().any(is_here) {
                continue;
            }
            let Some(state) = results.read(before.iter().copied()) else { continue };
            let mut vector = results.states.clone();
            for &letter in after.iter().rev().chain([&false]) {
                budget.charge(vector.len())?;
                vector = self.vector_before(results, &vector, usize::from(letter));
            }
            return Ok(Some(vector[state as usize] & WIN_BIT != 0));
        }
        Ok(None)
    }

    fn longest(&self) -> usize {
        self.steps.last().map_or(0, |&longest| longest as usize)
    }

    /// Returns the distances at which laps may go on behind a place, if they may go on at the distances `at` from it.
    fn goes_on(&self, at: &Distances, letter: usize) -> Vec<Distances> {
        let here = at.iter().filter(|distance| **distance == 0).count();
        if here != letter {
            return Vec::new();
        }
        let others: Distances = at.iter().skip(here).map(|distance| distance - 1).collect();
        match here {
            0 => vec![others],
            _ => self.steps.iter().map(|step| with(&others, step - 1)).collect(),
        }
    }

    /// Returns the distances at which laps may begin from a place, if they may begin at the distances `at` behind it.
    fn came_from(&self, at: &Distances, letter: usize) -> Vec<Distances> {
        let farther: Distances = at.iter().map(|distance| distance + 1).collect();
        let found = match letter {
            0 => vec![farther],
            // One of them steps from here to where it goes on.
            _ => {
                let steps = (0..farther.len()).filter(|i| self.steps.contains(&farther[*i]));
                steps.map(|i| with(&[&farther[..i], &farther[i + 1..]].concat(), 0)).collect()
            }
        };
        found.into_iter().filter(|at| at.last().is_none_or(|&distance| (distance as usize) < self.longest())).collect()
    }

    /// Returns the vector of results before a letter, from the vector behind it. The states are those of the next lap's
    /// automaton, which reads the place as visited if the counter comes to it.
    fn vector_before(&self, next_lap: &Automaton<Results>, vector: &[Results], letter: usize) -> Vec<Results> {
        let all = (1u32 << (2 * self.longest())) - 1;
        let lost_there = self.steps.iter().map(|step| LOSS_BIT << (2 * (step - 1))).sum::<Results>();
        let behind = |state: u32| vector.get(state as usize).copied();
        let before = |next: &[u32; 2]| {
            let passing = behind(next[letter]).map_or(0, |results| (u32::from(results) << 2 & all) as Results);
            let landing = match behind(next[1]).filter(|_| letter == 0) {
                Some(results) if results & lost_there != 0 => WIN_BIT,
                Some(_) => LOSS_BIT,
                None => 0,
            };
            passing | landing
        };
        next_lap.next.iter().map(before).collect()
    }

    /// Finds a rule, and makes the automaton of the second lap after a first one in which one player keeps to it.
    fn keep_to_a_rule(&self, budget: &mut Budget) -> Result<Option<(ReplyRule, Automaton<Results>)>, Fault> {
        let replies = ReplyRule::on_small_circles(&self.steps, budget)?;
        let ways = replies.ways(&self.steps);
        let longest = self.longest() as u32;
        let starts = ways.iter().map(|way| way.0).filter(|landing| landing.is_start(longest)).collect();
        let ends = ways.iter().map(|way| way.2).filter(|landing| landing.left == 0).collect();
        let behind = words(&starts, budget, |at, letter| {
            ways.iter().filter(|way| (&way.0, way.1) == (at, letter)).map(|way| way.2).collect()
        })?;
        let ahead = words(&ends, budget, |at, letter| {
            ways.iter().filter(|way| (way.1, &way.2) == (letter, at)).map(|way| way.0).collect()
        })?;
        let (Some(ahead), Some(behind)) = (ahead, behind) else { return Ok(None) };
        Ok(self.before(&ahead, &behind, MAX_STATES_BY_RULE, budget)?.map(|results| (replies, results)))
    }

    /// Returns `true` if the player to move wins at the start, or `None` if neither player wins by the rule.
    fn by_rule(&self, places: usize, budget: &mut Budget) -> Result<Option<bool>, Fault> {
        let Some((replies, results)) = &self.kept else { return Ok(None) };
        // The step by which the other player came, or none of them if the keeper came.
        let kinds = self.steps.len() + 1;
        // For each place behind, the nearest first: whether the keeper wins there, by the state before it and how the
        // counter comes to it.
        let mut behind: VecDeque<Vec<bool>> = VecDeque::new();
        for left in 1..=places {
            budget.charge(results.next.len() * kinds * self.longest())?;
            let mut won = Vec::with_capacity(results.next.len() * kinds);
            for row in &results.next {
                for came in (0..self.steps.len()).map(Some).chain([None]) {
                    let is_free = left <= self.longest();
                    let steps = self.steps.iter().enumerate().filter(|(i, _)| replies.allow(came, *i, is_free));
                    let mut after = steps.filter_map(|(i, step)| {
                        let step = *step as usize;
                        let passed = 1..step.min(left);
                        let state = passed.fold(row[1], |state, _| results.after(state, 0));
                        let Some(&result) = results.states.get(state as usize) else { return Some(false) };
                        if step < left {
                            let kind = if came.is_some() { self.steps.len() } else { i };
                            return Some(behind[step - 1][state as usize * kinds + kind]);
                        }
                        match result >> (2 * (step - left)) & (LOSS_BIT | WIN_BIT) {
                            0 => None,
                            LOSS_BIT => Some(came.is_some()),
                            WIN_BIT => Some(came.is_none()),
                            // The rule does not lead here.
                            _ => Some(false),
                        }
                    });
                    won.push(if came.is_some() { after.any(|wins| wins) } else { after.all(|wins| wins) });
                }
            }
            behind.push_front(won);
            behind.truncate(self.longest());
        }
        // The keeper who begins may do so as after any step.
        Ok(match behind[0][..kinds].split_last() {
            Some((true, _)) => Some(false),
            Some((_, begins)) if begins.contains(&true) => Some(true),
            _ => None,
        })
    }

    /// Returns the automaton of a lap from that of the next one, which was made last, and from the words ahead of the
    /// counter and behind it. It has at most `most` states.
    fn before<T>(
        &self,
        ahead: &Automaton<T>,
        behind: &Automaton<T>,
        most: usize,
        budget: &mut Budget,
    ) -> Result<Option<Automaton<Results>>, Fault> {
        let Some(next_lap) = self.results.last() else { return Ok(None) };
        let first = (next_lap.states.clone(), 0);
        let vectors = Automaton::explore(first, most, budget, |(vector, word), letter, budget| {
            let word = ahead.next[*word as usize][letter];
            budget.charge(1 + vector.len())?;
            budget.reserve(size_of_val(&vector[..]))?;
            Ok((word != NONE).then(|| (self.vector_before(next_lap, vector, letter), word)))
        })?;
        let Some(vectors) = vectors else { return Ok(None) };
        let Automaton { states: kinds, next } =
            merged(&vectors.next, vectors.states.iter().map(|(v, _)| v[0]), budget)?;
        let functions = Automaton::explore((kinds, 0), most, budget, |(function, word), letter, budget| {
            let word = behind.next[*word as usize][letter];
            budget.charge(1 + function.len())?;
            budget.reserve(size_of_val(&function[..]))?;
            // A word that no lap leaves is never read, so any result will do.
            let after = |row: &[u32; 2]| function.get(row[letter] as usize).copied().unwrap_or(Results::MAX);
            Ok((word != NONE).then(|| (next.iter().map(after).collect(), word)))
        })?;
        let Some(functions) = functions else { return Ok(None) };
        // The vector at the end of the circle comes first.
        merged(&functions.next, functions.states.iter().map(|(f, _)| f[0]), budget).map(Some)
    }
}

/// Returns `distances` with `one` more, in order.
fn with(distances: &[u32], one: u32) -> Distances {
    let mut all = distances.to_vec();
    all.insert(all.partition_point(|distance| *distance < one), one);
    all
}

/// Returns all multisets of `count` distances below `longest`, at which as many laps may go on.
fn multisets(count: usize, longest: u32) -> BTreeSet<Distances> {
    let mut all = BTreeSet::from([Distances::new()]);
    for _ in 0..count {
        all = all.iter().flat_map(|at| (0..longest).map(|distance| with(at, distance))).collect();
    }
    all
}

/// Builds the automaton of the words that laps leave. `step` changes the places where they may go on by one letter.
fn words<T: Clone + Ord + std::hash::Hash>(
    anywhere: &BTreeSet<T>,
    budget: &mut Budget,
    step: impl Fn(&T, usize) -> Vec<T>,
) -> Result<Option<Automaton<BTreeSet<T>>>, Fault> {
    Automaton::explore(anywhere.clone(), MAX_STATES, budget, |all, letter, budget| {
        budget.charge(1 + all.len())?;
        let next: BTreeSet<T> = all.iter().flat_map(|at| step(at, letter)).collect();
        Ok((!next.is_empty()).then_some(next))
    })
}

/// Merges the states from which all words lead to equal results (Moore's algorithm).
fn merged(
    next: &[[u32; 2]],
    results: impl Iterator<Item = Results>,
    budget: &mut Budget,
) -> Result<Automaton<Results>, Fault> {
    let results: Vec<Results> = results.collect();
    let mut class: Vec<u32> = results.iter().map(|result| u32::from(*result)).collect();
    let mut count = 0;
    loop {
        budget.charge(1 + next.len())?;
        let mut classes = FastMap::default();
        let of = |state: u32| class.get(state as usize).copied().unwrap_or(NONE);
        let finer = next.iter().zip(&class).map(|(row, class)| (*class, row.map(of)));
        let finer: Vec<u32> = finer
            .map(|key| {
                let new = classes.len() as u32;
                *classes.entry(key).or_insert(new)
            })
            .collect();
        let is_settled = classes.len() == count;
        (class, count) = (finer, classes.len());
        if is_settled {
            break;
        }
    }
    let mut merged = Automaton { states: vec![0; count], next: vec![[NONE; 2]; count] };
    for (i, row) in next.iter().enumerate() {
        let place = class[i] as usize;
        merged.states[place] = results[i];
        merged.next[place] = row.map(|state| class.get(state as usize).copied().unwrap_or(NONE));
    }
    Ok(merged)
}
