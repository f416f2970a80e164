//! The way answers were found, step by step: the data that was used.

use super::ask;
use crate::games::Fault;
use crate::games::hashing::FastSet;
use crate::positions::{Context, Finding, PositionId, Question, Way};

/// One answer on the way to another.
#[derive(Clone, Debug)]
pub struct Step {
    /// The number of steps below the first question.
    pub depth: usize,
    /// The position asked about.
    pub position: PositionId,
    /// The question.
    pub question: Question,
    /// The answer, and how it was found.
    pub finding: Finding,
}

/// Returns the answer to a question and all answers that it depends on, each after the one it was used for. An answer
/// that is used twice is listed once. At most `most` steps.
pub fn steps(p: PositionId, question: Question, most: usize, cx: &mut dyn Context) -> Result<Vec<Step>, Fault> {
    let mut steps = Vec::new();
    let mut told = FastSet::default();
    let mut open = vec![(0, p, question)];
    while let Some((depth, position, question)) = open.pop() {
        cx.games().budget.tick()?;
        if steps.len() >= most || !told.insert((position, question)) {
            continue;
        }
        let finding = ask(position, question, cx)?;
        if let Way::Theorem(_, parts) = &finding.way {
            open.extend(parts.iter().rev().map(|&(p, q)| (depth + 1, p, q)));
        }
        steps.push(Step { depth, position, question, finding });
    }
    Ok(steps)
}
