//! Certificates: answers with proofs that a program of somebody else can check. `grammar/certificates.md` says what stands in
//! them.

mod errors;
mod parts;
mod proof;
mod verify;

use std::collections::{BTreeMap, HashSet};

use serde::{Deserialize, Serialize};

use self::errors::CertificateError;
use self::parts::{LiteralDraft, Literals, Part, SignedPart, parts_of};
use self::proof::{CertifiedParts, LostPositions, Position, side};
use crate::eval::{EvalError, Reasons, Role, Session, Written, builtins};
use crate::syntax::ast::Relation;
use crate::value::{Report, Value, report};
use cg_engine::games::{Outcome, Player};
use cg_engine::positions::{Convention, PositionId};
use cg_engine::rulesets::nim;
pub use verify::verify;

/// The name of the form, and its version.
const FORMAT: &str = "cg certificate";
const VERSION: u32 = 1;

builtins! {
    /// Proofs that others can check.
    CERTIFICATES, "Explaining";

    /// The proof of an answer, as JSON that another program can check.
    ///
    /// Of `compare(G, H)` and comparisons such as `G == H`, `solve(p, L)`, `value(p)` and `nim_value(p)`, as they are written; a
    /// name stands for its value. It has the positions that a player loses who moves first in them, so that each move from one of
    /// them is answered by a move to another one; `grammar/certificates.md` says how that proves the answer. Positions are sums
    /// of boards of Domineering, Clobber, Col, Snort, and Toads and Frogs, heaps of Nim and of octal games, values and forms.
    /// `write("win.cert", certificate(..))` keeps it in a file, which `cg verify win.cert` checks, and so does
    /// `examples/certificates/verify.py` without `cg`.
    /// "octal 0.77 3 == nim 3" in certificate(nim_value(kayles(3)))  #=> true
    /// "L wins domineering .../.../... if L moves first" in certificate(solve(domineering(3, 3), L))  #=> true
    /// See: explain, compare, solve, write
    certificate(x: Written) -> String = certificate;
}

/// A certificate as it is written.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Certificate {
    format: String,
    version: u32,
    words: String,
    statement: CertifiedStatement,
    games: Vec<[Vec<u32>; 2]>,
    parts: Vec<String>,
    lost: WrittenLost,
}

/// The positions that are lost for the player to move, by the numbers of their parts.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenLost {
    #[serde(rename = "L")]
    left: Vec<Position>,
    #[serde(rename = "R")]
    right: Vec<Position>,
}

/// The statement that is proved. The parts of positions are texts.
#[derive(Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
enum CertifiedStatement {
    /// The order of two positions.
    Compare { left: Vec<String>, relation: String, right: Vec<String> },
    /// The winner of a position, who is named by a letter.
    Winner { position: Vec<String>, starter: String, winner: String },
}

impl CertifiedStatement {
    fn words(&self) -> String {
        let of = |parts: &[String]| if parts.is_empty() { "0".to_string() } else { parts.join(" + ") };
        match self {
            CertifiedStatement::Compare { left, relation, right } => format!("{} {relation} {}", of(left), of(right)),
            CertifiedStatement::Winner { position, starter, winner } => {
                format!("{winner} wins {} if {starter} moves first", of(position))
            }
        }
    }
}

/// Players who move first, each with `true` if that player wins.
type WinnerClaims = Vec<(Player, bool)>;

/// Returns who wins the difference of two games, moving first, if this relation holds. `None` if it is no order.
fn claims_of(relation: Relation) -> Option<WinnerClaims> {
    let [left, right] = match relation {
        Relation::Greater => [true, false],
        Relation::Equal => [false, false],
        Relation::Less => [false, true],
        Relation::Confused => [true, true],
        _ => return None,
    };
    Some(vec![(Player::Left, left), (Player::Right, right)])
}

/// The question of a call: two positions to compare, or a position and who moves first.
enum ProofQuestion {
    Compare(PositionId, PositionId),
    Winner(PositionId, Player),
}

fn certificate(cx: &mut Session, written: Written) -> Result<String, EvalError> {
    let question = question(cx, &written)?;
    let mut draft = LiteralDraft::default();
    let mut parts = |p: PositionId, cx: &mut Session| match parts_of(p, &mut draft, cx)? {
        Ok(parts) => Ok(parts),
        Err(unknown) => Err(EvalError::from(CertificateError::Rules { got: cx.short(&Value::Position(unknown)) })),
    };
    let (left, right) = match question {
        ProofQuestion::Compare(g, h) => (parts(g, cx)?, parts(h, cx)?),
        ProofQuestion::Winner(p, _) => (parts(p, cx)?, Vec::new()),
    };
    let literals = draft.finish();
    let plain: Vec<Part> = left.iter().map(|part| part.plain(&literals)).collect();
    let negatives = right.iter().map(|part| part.plain(&literals).negative(&literals));
    let all: Vec<Part> = plain.into_iter().chain(negatives).collect();
    let mut known = CertifiedParts::new(literals, cx)?;
    let position = known.position(&all, cx)?;
    let texts = |parts: &[SignedPart], literals: &Literals| -> Vec<String> {
        parts.iter().map(|part| part.text(literals)).collect()
    };
    let (statement, claims) = match question {
        ProofQuestion::Compare(..) => {
            let [left_wins, right_wins] =
                [Player::Left, Player::Right].map(|player| known.loses(&position, player, cx).map(|loses| !loses));
            let relation = match (left_wins?, right_wins?) {
                (true, false) => Relation::Greater,
                (false, false) => Relation::Equal,
                (false, true) => Relation::Less,
                (true, true) => Relation::Confused,
            };
            let statement = CertifiedStatement::Compare {
                left: texts(&left, &known.literals),
                relation: relation.sign().into(),
                right: texts(&right, &known.literals),
            };
            (statement, claims_of(relation).expect("an order"))
        }
        ProofQuestion::Winner(_, starter) => {
            let wins = !known.loses(&position, starter, cx)?;
            let winner = if wins { starter } else { starter.other() };
            let [first, won_by] = [starter, winner].map(|player| player.letter().to_string());
            let statement =
                CertifiedStatement::Winner { position: texts(&left, &known.literals), starter: first, winner: won_by };
            (statement, vec![(starter, wins)])
        }
    };
    let mut lost = LostPositions::default();
    for (player, wins) in claims {
        let loser = if wins { player.other() } else { player };
        let start = match wins {
            true => known.answer(&position, player, &lost[side(loser)], cx)?.expect("a move wins"),
            false => position.clone(),
        };
        known.prove_lost(start, loser, &mut lost[side(loser)], cx)?;
    }
    text(cx, statement, &known, lost)
}

/// Returns the certificate as JSON, with the parts that it needs.
fn text(
    cx: &mut Session,
    statement: CertifiedStatement,
    known: &CertifiedParts,
    lost: LostPositions,
) -> Result<String, EvalError> {
    let mut numbers = BTreeMap::new();
    let mut parts = Vec::new();
    let mut numbered = |positions: &HashSet<Position>| {
        let mut positions: Vec<&Position> = positions.iter().collect();
        positions.sort_unstable();
        let mut all = Vec::with_capacity(positions.len());
        for position in positions {
            all.push(
                position
                    .iter()
                    .map(|&part| {
                        *numbers.entry(part).or_insert_with(|| {
                            parts.push(known.parts[part as usize].text(&known.literals));
                            parts.len() as u32 - 1
                        })
                    })
                    .collect::<Position>(),
            );
        }
        all
    };
    let [left, right] = lost.each_ref().map(&mut numbered);
    let certificate = Certificate {
        format: FORMAT.into(),
        version: VERSION,
        words: statement.words(),
        statement,
        games: known.literals.written().to_vec(),
        parts,
        lost: WrittenLost { left, right },
    };
    let text = serde_json::to_string(&certificate).expect("texts and numbers");
    cx.games.budget.reserve(text.len())?;
    Ok(text)
}

/// Returns what a call or a comparison asks.
fn question(cx: &mut Session, written: &Written) -> Result<ProofQuestion, EvalError> {
    let found = match written.call.as_deref() {
        Some(Report::Call(call)) => question_of_call(cx, call)?,
        _ => None,
    };
    found.ok_or_else(|| CertificateError::NoQuestion { got: cx.describe(&written.value) }.into())
}

fn question_of_call(cx: &mut Session, call: &report::Call) -> Result<Option<ProofQuestion>, EvalError> {
    let arguments = cx.members(&call.arguments)?.unwrap_or_default();
    if arguments
        .iter()
        .any(|argument| matches!(argument, Value::Convention(convention) if *convention != Convention::Normal))
    {
        return Err(CertificateError::NotNormal.into());
    }
    let role = match call.callee {
        report::Callee::Builtin(row) => cx.globals.builtins.row(row).role,
        _ => None,
    };
    let compared = matches!(call.callee, report::Callee::Relation(_)) || is_report(&call.answer, "comparison");
    let (first, second) = match &arguments[..] {
        [g, h] if compared => (g, cx.as_position(h)?),
        [p] if role == Some(Role::Question(Reasons::Value)) => (p, cx.as_position(&call.answer)?),
        [p] if role == Some(Role::NimValue) => match call.answer.as_ordinal() {
            Some(size) => (p, Some(nim::nim(vec![size], cx)?)),
            None => return Ok(None),
        },
        [p, ..] => match &call.answer {
            Value::Report(report) if let Report::Solution(found) = &**report => {
                let starter =
                    if found.starter == Some(Value::Outcome(Outcome::R)) { Player::Right } else { Player::Left };
                return Ok(cx.as_position(p)?.map(|p| ProofQuestion::Winner(p, starter)));
            }
            Value::List(list) if list.iter().next().is_some_and(|first| is_report(&first, "solution")) => {
                return Err(CertificateError::BothStarters.into());
            }
            _ => return Ok(None),
        },
        [] => return Ok(None),
    };
    let first = cx.as_position(first)?;
    Ok(first.zip(second).map(|(g, h)| ProofQuestion::Compare(g, h)))
}

/// Returns `true` if a value is a report of this kind.
fn is_report(value: &Value, kind: &str) -> bool {
    matches!(value, Value::Report(report) if report.kind() == kind)
}
