//! Good moves of compounds, part by part: for those in which a move may be made in several parts at once, so that the
//! moves are too many to be examined one by one, and for the sum that ends with its first part.
//!
//! After a move each part has a winner, a length and an end or not. The theorems that determine the outcome of the
//! whole from these (Smith 1966, sections 6 to 8; Winning Ways, ch. 9) determine which choices go together. Moves that
//! do not win are never written down.

mod choices;
mod marks;
mod product;

use dashu_int::UBig;

use self::choices::{choices, holds, live};
use self::product::{Choice, Product, Total};
use super::all_play::{once, returning};
use super::ask::ask;
use super::explore;
use crate::games::hashing::FastMap;
use crate::games::{Fault, LIST_OF_GOOD_MOVES, Player};
use crate::graphs::Verdict;
use crate::ordinals::Length;
use crate::positions::search::within;
use crate::positions::{
    About, Alike, Claim, Context, Convention, Finding, Joint, JointRule, Numbered, Options, PositionId, Prospects,
    Question, SUM, Term, Theorem, Topic, is_impartial, options, term,
};

/// Names for the numbers that run through infinitely many values, one for each part.
const NAMES: [&str; 6] = ["n", "m", "k", "j", "i", "h"];

/// Moves beyond which they are not listed.
const MAX_MOVES: u32 = 1_000_000;
/// Kinds of moves without end that are named.
const MOST_TOLD: usize = 8;
/// Steps for the remoteness of the parts, where a list of moves does without.
const EFFORT: u64 = 1 << 21;

/// A compound that is judged by its parts, and a player who is to move in it.
struct JointTask {
    p: PositionId,
    joint: Joint,
    convention: Convention,
    player: Player,
    verdict: Verdict,
    product: Product,
}

/// The answer of the parts to a question about moves.
pub(crate) const BY_PARTS: Theorem = Theorem {
    says: Claim::Because("by who wins the parts after each move, and how soon"),
    source: "Smith 1966, sections 6 to 8; Winning Ways, ch. 9",
};

/// Returns the answer of the parts of a compound to a question about good moves, if they determine how soon it is won.
pub(super) fn by_parts(p: PositionId, question: Question, cx: &mut dyn Context) -> Result<Option<Finding>, Fault> {
    Ok(match question.about {
        About::WinningMoves => finishing(p, question, cx)?.map(|moves| Finding::told(moves, &BY_PARTS)),
        About::BestMoves => exact_prospects(p, question, cx)?.map(|found| Finding::told(Box::new(found), &BY_PARTS)),
        _ => None,
    })
}

/// Returns the winning moves of a compound, if a theorem decides it by its parts and play ends, or if the needs of the
/// parts until they end show which moves make progress.
fn finishing(p: PositionId, question: Question, cx: &mut dyn Context) -> Result<Option<Vec<PositionId>>, Fault> {
    let Some(task) = JointTask::new(p, question, cx)? else { return Ok(None) };
    if task.verdict != Verdict::Win {
        return Ok(Some(Vec::new()));
    }
    let Some(loopy) = task.is_loopy(cx)? else { return Ok(None) };
    if loopy && !task.has_remoteness(cx)? {
        return Ok(None);
    }
    let moves = task.good(MAX_MOVES, cx)?;
    if loopy {
        return task.making_progress(moves, cx).map(Some);
    }
    // The search of misère play in which the players differ lists the quickest first.
    if question.convention == Convention::Misere && !is_impartial(p, cx)? {
        let sorted = task.sorted(moves, cx)?;
        return Ok(Some(sorted.into_iter().map(|(_, q)| q).collect()));
    }
    Ok(Some(moves))
}

/// Returns the best moves of a compound with their targets, if its remoteness is known by a theorem and that of the
/// parts is found quickly.
pub(super) fn exact_prospects(
    p: PositionId,
    question: Question,
    cx: &mut dyn Context,
) -> Result<Option<Prospects>, Fault> {
    let found = within(EFFORT, cx, |cx| {
        let Some(task) = JointTask::new(p, question, cx)? else { return Ok(None) };
        if !task.has_remoteness(cx)? {
            return Ok(None);
        }
        let remoteness = task.remoteness(p, question.starter, cx)?;
        Ok(Some((task, remoteness)))
    })?;
    let Some((task, remoteness)) = found.flatten() else { return Ok(None) };
    let moves = task.good(MAX_MOVES, cx)?;
    let moves = task.sorted(moves, cx)?.into_iter().map(|(_, q)| q).collect();
    let remoteness = remoteness.ends().and_then(|r| r.to_u64()).and_then(|r| u32::try_from(r).ok());
    Ok(Some(Prospects { moves, verdict: task.verdict, remoteness, payoff: None }))
}

/// Returns the moves that keep the best outcome where a theorem decides the compound: the best first, if the lengths of play behind
/// them are soon known, otherwise in the order of the options.
pub(super) fn prospects(p: PositionId, question: Question, cx: &mut dyn Context) -> Result<Option<Finding>, Fault> {
    let Some(task) = JointTask::that_leads_on(p, question, cx)? else { return Ok(None) };
    let moves = task.good(MAX_MOVES, cx)?;
    let moves = match within(EFFORT, cx, |cx| task.sorted(moves.clone(), cx)) {
        Ok(Some(sorted)) => sorted.into_iter().map(|(_, q)| q).collect(),
        Err(fault) if fault.is_abort() => return Err(fault),
        Ok(None) | Err(_) => moves,
    };
    let found = Prospects { moves, verdict: task.verdict, remoteness: None, payoff: None };
    Ok(Some(Finding::told(Box::new(found), &BY_PARTS)))
}

/// Returns the first move that keeps the best outcome of a compound in which play ends, or `Some(None)` if there is no
/// move. `None` if no theorem decides it.
pub(super) fn first(
    p: PositionId,
    question: Question,
    cx: &mut dyn Context,
) -> Result<Option<Option<PositionId>>, Fault> {
    let Some(task) = JointTask::that_leads_on(p, question, cx)? else { return Ok(None) };
    Ok(Some(task.list(1, cx)?.first().copied()))
}

/// Returns `true` if a theorem decides who wins a compound by its parts.
pub(super) fn is_decided(p: PositionId, question: Question, cx: &mut dyn Context) -> Result<bool, Fault> {
    match joint(p, cx) {
        Some(joint) => holds(&joint, question.convention, question.starter, cx),
        None => Ok(false),
    }
}

/// Returns roughly the number of moves of a player in several parts at once, or `None` if moves are made in one part.
pub(super) fn count_of_moves(p: PositionId, player: Player, cx: &mut dyn Context) -> Result<Option<u64>, Fault> {
    let Some(joint) = joint(p, cx) else { return Ok(None) };
    let mut count = 1u64;
    let mut moves = Options::default();
    if !joint.rule.may_join() {
        return Ok(None);
    }
    for part in joint.parts {
        options(part, cx, &mut moves)?;
        count = count.saturating_mul(moves.of(player).len() as u64 + u64::from(joint.rule.may_rest()));
    }
    Ok(Some(count))
}

fn joint(p: PositionId, cx: &dyn Context) -> Option<Joint> {
    let positions = cx.positions_ref();
    let rules = positions.rules_of(p);
    Some(Joint { rule: rules.facts().joint?, parts: rules.parts(positions.state(p))? })
}

/// Returns `true` if both players have the same moves in `p`. A compound is decided part by part. Moves that are too
/// many to list are the same, and those of a value of two sides are not known.
pub fn has_same_moves(p: PositionId, cx: &mut dyn Context) -> Result<bool, Fault> {
    let mut open = vec![p];
    let mut moves = Options::default();
    while let Some(q) = open.pop() {
        cx.games().budget.tick()?;
        if let Some(joint) = joint(q, cx) {
            open.extend(joint.parts);
            continue;
        }
        if cx.positions_ref().ruleset_of(q) == SUM {
            open.extend(cx.positions().parts(q));
            continue;
        }
        if cx.positions_ref().rules_of(q).facts().impartial {
            continue;
        }
        match options(q, cx, &mut moves) {
            // Moves that differ in a part may be the same in the whole, for instance if another part has ended.
            Ok(()) if !moves.impartial => return Ok(q != p && options(p, cx, &mut moves).is_ok() && moves.impartial),
            Ok(()) | Err(Fault::TooLarge { .. } | Fault::None(_)) => {}
            Err(Fault::TwoSides) => return Ok(false),
            Err(fault) => return Err(fault),
        }
    }
    Ok(true)
}

impl JointTask {
    fn new(p: PositionId, question: Question, cx: &mut dyn Context) -> Result<Option<JointTask>, Fault> {
        let (convention, player) = (question.convention, question.starter);
        let Some(joint) = joint(p, cx) else { return Ok(None) };
        cx.positions().demand_play(p)?;
        if !holds(&joint, convention, player, cx)? {
            return Ok(None);
        }
        let verdict = ask(p, question.with(Topic::OUTCOME), cx)?.answer;
        let choices = choices(&joint, convention, player, verdict, cx)?;
        let product = Product::new(choices, joint.rule.may_join(), &mut cx.games().budget)?;
        Ok(Some(JointTask { p, joint, convention, player, verdict, product }))
    }

    /// Returns the task of a question about a compound, or `None` if no theorem decides it or play can go round in
    /// circles, where a move that keeps a win need not lead to it.
    fn that_leads_on(p: PositionId, question: Question, cx: &mut dyn Context) -> Result<Option<JointTask>, Fault> {
        let Some(task) = JointTask::new(p, question, cx)? else { return Ok(None) };
        let leads_on = task.verdict != Verdict::Win || task.is_loopy(cx)? == Some(false);
        Ok(leads_on.then_some(task))
    }

    /// Returns the condition for a choice to be a move that keeps the best outcome.
    fn wants(&self) -> impl Fn(&Total) -> bool {
        let wanted = match self.verdict {
            Verdict::Win => Some(Verdict::Loss),
            Verdict::Draw => Some(Verdict::Draw),
            Verdict::Loss => None,
        };
        let convention = self.convention;
        move |total| match total {
            Some((mark, true)) => wanted.is_none_or(|wanted| mark.verdict(convention) == wanted),
            _ => false,
        }
    }

    /// Returns the moves that keep the best outcome, each once.
    ///
    /// # Errors
    /// [`Fault::TooLarge`] if there are more than `most`.
    fn good(&self, most: u32, cx: &mut dyn Context) -> Result<Vec<PositionId>, Fault> {
        let count = self.product.count(self.wants());
        if count > UBig::from(most) {
            return Err(Fault::TooLarge { what: LIST_OF_GOOD_MOVES, size: in_digits(&count), limit: most.to_string() });
        }
        self.list(most as usize, cx)
    }

    /// Says which moves are good, if these stand for others.
    fn demand_each(&self, list: &[Vec<&Choice>], cx: &mut dyn Context) -> Result<(), Fault> {
        let stands_for = |parts: &Vec<&Choice>, all: fn(&Numbered) -> bool| {
            parts.iter().any(|choice| choice.alike().all.as_ref().is_some_and(all))
        };
        if !list.iter().any(|parts| stands_for(parts, |_| true)) {
            return Ok(());
        }
        let Term::Call(name, head) = term(self.p, cx) else { return Ok(()) };
        let Some(Term::Name(kind)) = head.first() else { return Ok(()) };
        let head = format!("{name}({kind}, ");
        // Choices that several ways lead to come first.
        let (several, others): (Vec<_>, Vec<_>) = list.iter().partition(|parts| stands_for(parts, |_| true));
        let mut all = Vec::new();
        for parts in several.into_iter().chain(others).take(MOST_TOLD) {
            cx.games().budget.tick()?;
            let parts: Vec<Alike> = parts.iter().map(|choice| choice.alike()).collect();
            all.push(told(&head, &parts.iter().collect::<Vec<&Alike>>(), cx));
        }
        let more = if list.len() > MOST_TOLD { " and others" } else { "" };
        let is_endless = list.iter().any(|parts| stands_for(parts, |all| all.is_endless));
        let number = if is_endless { "infinitely many such moves" } else { "too many such moves to list" };
        Err(Fault::None(format!("there are {number}: {}{more}", all.join(", "))))
    }

    fn list(&self, most: usize, cx: &mut dyn Context) -> Result<Vec<PositionId>, Fault> {
        let list = self.product.list(self.wants(), most, &mut cx.games().budget)?;
        if most > 1 {
            self.demand_each(&list, cx)?;
        }
        let here = cx.positions().ruleset_of(self.p);
        let mut moves = Vec::with_capacity(list.len());
        for parts in list {
            cx.games().budget.tick()?;
            let state: Vec<u32> = parts.iter().map(|choice| choice.to.0).collect();
            moves.push(cx.positions().intern(here, &state));
        }
        Ok(once(moves.into_iter()))
    }

    /// Returns `true` if a theorem determines the remoteness of the compound, and so that of all its followers.
    fn has_remoteness(&self, cx: &mut dyn Context) -> Result<bool, Fault> {
        Ok(match (self.joint.rule, self.convention) {
            (JointRule::Least | JointRule::AnyShort, _) | (JointRule::Any, Convention::Normal) => true,
            (JointRule::Greatest | JointRule::OneShort, _) => false,
            (JointRule::Any, Convention::Misere) => live(&self.joint.parts, self.player, cx)?.len() < 2,
        })
    }

    fn remoteness(&self, q: PositionId, mover: Player, cx: &mut dyn Context) -> Result<Length, Fault> {
        Ok(ask(q, Question::new(Topic::REMOTENESS, self.convention, mover), cx)?.answer)
    }

    /// Returns the best first: the quickest of wins, the longest of defences; equally good ones stay as they were.
    fn sorted(&self, moves: Vec<PositionId>, cx: &mut dyn Context) -> Result<Vec<(Length, PositionId)>, Fault> {
        let mut known = Vec::with_capacity(moves.len());
        for q in moves {
            known.push((self.remoteness(q, self.player.other(), cx)?, q));
        }
        match self.verdict {
            Verdict::Loss => known.sort_by(|(a, _), (b, _)| b.cmp(a)),
            _ => known.sort_by(|(a, _), (b, _)| a.cmp(b)),
        }
        Ok(known)
    }

    /// Returns `true` if play can return to an earlier position, or `None` if the parts do not decide it.
    fn is_loopy(&self, cx: &mut dyn Context) -> Result<Option<bool>, Fault> {
        let mut loopy = 0;
        for &part in &self.joint.parts {
            let question = Question::new(Topic::ENDS, self.convention, self.player);
            loopy += usize::from(!ask(part, question, cx)?.answer);
        }
        Ok(match self.joint.rule {
            JointRule::Least if loopy < self.joint.parts.len() => Some(false),
            // Cycles in which the players' moves come in different orders need not fit together.
            JointRule::Least if !is_impartial(self.p, cx)? => None,
            _ => Some(loopy > 0),
        })
    }

    /// Returns those of some winning moves that finish the win: the quickest, and those that cannot be taken back.
    ///
    /// A move can be taken back if that in each part can. For then there are, in each part, as many moves round to where it
    /// began as one likes, of the multiples of some even number; and where parts may rest, one can be moved after the other,
    /// twice if need be.
    fn making_progress(&self, moves: Vec<PositionId>, cx: &mut dyn Context) -> Result<Vec<PositionId>, Fault> {
        let here = self.remoteness(self.p, self.player, cx)?;
        let sorted = self.sorted(moves, cx)?;
        let Some(least) = sorted.first().map(|(r, _)| r.clone()) else { return Ok(Vec::new()) };
        assert!(least < here);
        if sorted.iter().all(|(r, _)| *r == least) {
            return Ok(sorted.into_iter().map(|(_, q)| q).collect());
        }
        let mut ways_back = Vec::with_capacity(self.joint.parts.len());
        for &part in &self.joint.parts {
            let explored = explore(part, self.convention, cx)?;
            let returns = returning(&explored, self.player, cx)?;
            let all: FastMap<PositionId, bool> = explored.positions.into_iter().zip(returns).collect();
            ways_back.push((cx.positions().normal_order(part), all));
        }
        let mut kept = Vec::new();
        for (r, q) in sorted {
            if r == least || !self.returns(q, &ways_back, cx)? {
                kept.push(q);
            }
        }
        Ok(kept)
    }

    fn returns(
        &self,
        q: PositionId,
        ways_back: &[(PositionId, FastMap<PositionId, bool>)],
        cx: &mut dyn Context,
    ) -> Result<bool, Fault> {
        let parts = cx.positions().state(q).to_vec();
        for (part, (start, back)) in parts.into_iter().zip(ways_back) {
            cx.games().budget.tick()?;
            let part = cx.positions().normal_order(PositionId::of_word(part));
            let stays = self.joint.rule.may_rest() && part == *start;
            if !stays && !back.get(&part).copied().unwrap_or(false) {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// Returns the digits of a number, or a power of ten below it if it is long.
fn in_digits(n: &UBig) -> String {
    let text = n.to_string();
    if text.len() <= 19 { text } else { format!("more than 10^{}", text.len() - 1) }
}

/// Writes moves of several parts at once as a person would: ``to `sum(conj, nim(2), e(0, 2*n + 1))` for every n from 0
/// on``. `head` stands before the parts.
fn told(head: &str, parts: &[&Alike], cx: &mut dyn Context) -> String {
    let mut names = NAMES.iter().copied();
    let (mut written, mut ranges) = (Vec::new(), Vec::new());
    for part in parts {
        written.push(match &part.all {
            None => cx.position_text(part.first).unwrap_or_else(|| "...".into()),
            Some(family) => {
                let name = names.next().unwrap_or("g");
                ranges.push(format!("every {name} {}", family.range));
                family.pieces.join(name)
            }
        });
    }
    let ranges = if ranges.is_empty() { String::new() } else { format!(" for {}", ranges.join(" and ")) };
    format!("to `{head}{})`{ranges}", written.join(", "))
}
