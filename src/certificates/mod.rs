//! Certificates: answers with proofs that a program of somebody else can check. `grammar/certificates.md` says what stands in
//! them.

mod errors;
mod parts;
mod proof;
mod tables;
mod verify;

use std::collections::{BTreeMap, HashSet};
use std::rc::Rc;

use serde::{Deserialize, Serialize};

use self::errors::CertificateError;
use self::parts::{LiteralDraft, Literals, Part, SignedPart, octal_code, parts_of};
use self::proof::{CertifiedParts, LostPositions, Position, side};
use self::tables::{WrittenQuotient, period_refused};
use crate::eval::{EvalError, Reasons, Role, Session, Written, as_position, builtins, members_of};
use crate::library::sequences::rule_of;
use crate::syntax::ast::Relation;
use crate::value::{Report, Ruleset, Value, report};
use cg_engine::games::{Outcome, Player};
use cg_engine::heaps::Rule;
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
    /// Of `period(r)` and `misere_quotient(r, n)` for an octal game too: it has the period, or the table of the quotient.
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
    #[serde(default, skip_serializing_if = "Option::is_none")]
    quotient: Option<WrittenQuotient>,
}

/// The positions that are lost for the player to move, by the numbers of their parts.
#[derive(Default, Serialize, Deserialize)]
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
    /// The least preperiod and period of the nim-values of an octal game.
    Period { code: String, preperiod: u64, period: u64 },
    /// The last heap, the order and the size of the P-portion of the misère quotient of the first heaps of an octal game.
    Quotient { code: String, size: [usize; 3] },
}

impl CertifiedStatement {
    fn words(&self) -> String {
        let of = |parts: &[String]| if parts.is_empty() { "0".to_string() } else { parts.join(" + ") };
        match self {
            CertifiedStatement::Compare { left, relation, right } => format!("{} {relation} {}", of(left), of(right)),
            CertifiedStatement::Winner { position, starter, winner } => {
                format!("{winner} wins {} if {starter} moves first", of(position))
            }
            CertifiedStatement::Period { code, preperiod, period } => {
                format!("the nim-values of octal {code} have preperiod {preperiod} and period {period}")
            }
            CertifiedStatement::Quotient { code, size: [last, order, portion] } => {
                format!("the misère quotient of octal {code} to heap {last} has order {order} and P-portion {portion}")
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

/// The statement that a call asks for.
enum ProofQuestion {
    /// The order of two positions.
    Compare(PositionId, PositionId),
    /// The winner of a position if this player moves first.
    Winner(PositionId, Player),
    /// The period of a rule: its preperiod, and its length.
    Period(Rule, [u64; 2]),
    /// The misère quotient of a rule to this heap.
    Quotient(Rule, u32),
}

fn certificate(cx: &mut Session, written: Written) -> Result<String, EvalError> {
    match question(cx, &written)? {
        ProofQuestion::Compare(g, h) => certificate_of_play(cx, g, Some(h), Player::Left),
        ProofQuestion::Winner(p, starter) => certificate_of_play(cx, p, None, starter),
        ProofQuestion::Period(rule, [preperiod, period]) => {
            let refused = period_refused(rule.code(), preperiod, period, cx)?;
            let statement = CertifiedStatement::Period { code: rule.code().to_string(), preperiod, period };
            certificate_of_heaps(cx, statement, None, refused)
        }
        ProofQuestion::Quotient(rule, last) => {
            let Some(quotient) = WrittenQuotient::new(&rule, last, cx)? else {
                return Err(CertificateError::Table { why: "the quotient is not found".into() }.into());
            };
            let refused = quotient.refused(rule.code(), cx)?;
            let statement = CertifiedStatement::Quotient { code: rule.code().to_string(), size: quotient.size() };
            certificate_of_heaps(cx, statement, Some(quotient), refused)
        }
    }
}

/// Returns the certificate of a statement about heaps, unless a verifier would refuse it.
fn certificate_of_heaps(
    cx: &mut Session,
    statement: CertifiedStatement,
    quotient: Option<WrittenQuotient>,
    refused: Option<String>,
) -> Result<String, EvalError> {
    if let Some(why) = refused {
        return Err(CertificateError::Table { why }.into());
    }
    let no_parts = CertifiedParts::new(Literals::default(), cx)?;
    text(cx, statement, &no_parts, LostPositions::default(), quotient)
}

/// Returns the certificate of who wins a position if `starter` moves first, or of how it compares with another one.
fn certificate_of_play(
    cx: &mut Session,
    first: PositionId,
    second: Option<PositionId>,
    starter: Player,
) -> Result<String, EvalError> {
    let mut draft = LiteralDraft::default();
    let mut parts = |p: PositionId, cx: &mut Session| match parts_of(p, &mut draft, cx)? {
        Ok(parts) => Ok(parts),
        Err(unknown) => Err(EvalError::from(CertificateError::Rules { got: cx.short(&Value::Position(unknown)) })),
    };
    let left = parts(first, cx)?;
    let right = second.map_or(Ok(Vec::new()), |second| parts(second, cx))?;
    let literals = draft.finish();
    let plain: Vec<Part> = left.iter().map(|part| part.plain(&literals)).collect();
    let negatives = right.iter().map(|part| part.plain(&literals).negative(&literals));
    let all: Vec<Part> = plain.into_iter().chain(negatives).collect();
    let mut known = CertifiedParts::new(literals, cx)?;
    let position = known.position(&all, cx)?;
    let texts = |parts: &[SignedPart], literals: &Literals| -> Vec<String> {
        parts.iter().map(|part| part.text(literals)).collect()
    };
    let (statement, claims) = match second {
        Some(_) => {
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
        None => {
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
    text(cx, statement, &known, lost, None)
}

/// Returns the certificate as JSON, with the parts that it needs.
fn text(
    cx: &mut Session,
    statement: CertifiedStatement,
    known: &CertifiedParts,
    lost: LostPositions,
    quotient: Option<WrittenQuotient>,
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
        quotient,
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
    let arguments = members_of(&mut cx.games.budget, &call.arguments)?.unwrap_or_default();
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
        [g, h] if compared => (g, as_position(cx, h)?),
        [p] if role == Some(Role::Question(Reasons::Value)) => (p, as_position(cx, &call.answer)?),
        [p] if role == Some(Role::NimValue) => match call.answer.as_ordinal() {
            Some(size) => (p, Some(nim::nim(vec![size], cx)?)),
            None => return Ok(None),
        },
        _ if is_report(&call.answer, "quotient") && !matches!(arguments[..], [Value::Ruleset(_), _]) => {
            return Err(CertificateError::AllHeaps.into());
        }
        [Value::Ruleset(ruleset), ..] => return question_of_heaps(cx, ruleset, &call.answer),
        [p, ..] => match &call.answer {
            Value::Report(report) if let Report::Solution(found) = &**report => {
                let starter =
                    if found.starter == Some(Value::Outcome(Outcome::R)) { Player::Right } else { Player::Left };
                return Ok(as_position(cx, p)?.map(|p| ProofQuestion::Winner(p, starter)));
            }
            Value::List(list) if list.iter().next().is_some_and(|first| is_report(&first, "solution")) => {
                return Err(CertificateError::BothStarters.into());
            }
            _ => return Ok(None),
        },
        [] => return Ok(None),
    };
    let first = as_position(cx, first)?;
    Ok(first.zip(second).map(|(g, h)| ProofQuestion::Compare(g, h)))
}

/// Returns what a call about the heaps of a ruleset states.
fn question_of_heaps(
    cx: &mut Session,
    ruleset: &Rc<Ruleset>,
    answer: &Value,
) -> Result<Option<ProofQuestion>, EvalError> {
    let Value::Report(report) = answer else { return Ok(None) };
    if !matches!(**report, Report::Period(_) | Report::Quotient(_)) {
        return Ok(None);
    }
    let Some(rule) = rule_of(ruleset.clone(), cx).filter(|rule| octal_code(rule).is_some()) else {
        return Err(CertificateError::NoCode { got: cx.short(&Value::Ruleset(ruleset.clone())) }.into());
    };
    Ok(Some(match &**report {
        Report::Period(report::Period { preperiod: Some(first), period: Some(length), proved: true, .. }) => {
            ProofQuestion::Period(rule, [*first, *length])
        }
        Report::Quotient(report::Quotient { proved_to: Some(last), complete: true, .. }) => {
            ProofQuestion::Quotient(rule, *last as u32)
        }
        Report::Quotient(_) => {
            return Err(CertificateError::Table { why: "the quotient is not found for all these heaps".into() }.into());
        }
        _ => return Err(CertificateError::NoPeriod.into()),
    }))
}

/// Returns `true` if a value is a report of this kind.
fn is_report(value: &Value, kind: &str) -> bool {
    matches!(value, Value::Report(report) if report.kind() == kind)
}
