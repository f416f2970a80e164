//! Checks certificates with the rules of the engine.

use super::parts::{Literals, Part, SignedPart, read_code};
use super::proof::{CertifiedParts, LostPositions, side};
use super::tables::period_refused;
use super::{Certificate, CertifiedStatement, FORMAT, VERSION, claims_of};
use crate::eval::{EvalError, Session};
use crate::syntax::ast::Relation;
use cg_engine::games::Player;

/// Returns the statement of a certificate in words, if it proves it, otherwise what is wrong with it.
///
/// ```
/// use cg::certificates::verify;
/// use cg::eval::{Quiet, Session};
///
/// let mut session = Session::new(cg::builtins::all(), Box::new(Quiet::default()));
/// let text = r#"{"format": "cg certificate", "version": 1, "words": "nim 1 + nim 1 == 0",
///     "statement": {"kind": "compare", "left": ["nim 1", "nim 1"], "relation": "==", "right": []},
///     "games": [], "parts": ["nim 1"], "lost": {"L": [[0, 0], []], "R": [[0, 0], []]}}"#;
/// assert_eq!(verify(&mut session, text).unwrap(), Ok("nim 1 + nim 1 == 0".to_string()));
/// let without = text.replace("[0, 0], []", "[0, 0]");
/// assert!(verify(&mut session, &without).unwrap().is_err());
/// ```
///
/// # Errors
/// The limits of the session.
pub fn verify(cx: &mut Session, text: &str) -> Result<Result<String, String>, EvalError> {
    // A text in JSON, as `write("win.json", certificate(..))` leaves it.
    let quoted: Option<String> = serde_json::from_str(text).ok();
    let certificate: Certificate = match serde_json::from_str(quoted.as_deref().unwrap_or(text)) {
        Ok(certificate) => certificate,
        Err(error) => {
            let (line, column) = (error.line(), error.column());
            return Ok(Err(format!("it is no certificate from line {line}, column {column} on")));
        }
    };
    if certificate.format != FORMAT || certificate.version != VERSION {
        return Ok(Err(format!("it is no `{FORMAT}` of version {VERSION}")));
    }
    let mut before = 0..;
    let fits = |sides: &[Vec<u32>; 2]| {
        let number: u32 = before.next().expect("numbers without end");
        sides.iter().flatten().all(|&option| option < number)
    };
    if !certificate.games.iter().all(fits) {
        return Ok(Err("a game has options that do not stand before it".into()));
    }
    let mut known = CertifiedParts::new(Literals(certificate.games).with_negatives(), cx)?;
    let mut parts = Vec::with_capacity(certificate.parts.len());
    for text in &certificate.parts {
        match read(text, &known.literals) {
            Ok(part) => parts.push(part),
            Err(why) => return Ok(Err(why)),
        }
    }
    let mut lost = LostPositions::default();
    for (player, positions) in [(Player::Left, &certificate.lost.left), (Player::Right, &certificate.lost.right)] {
        for position in positions {
            cx.games.budget.tick()?;
            let named: Option<Vec<Part>> = position.iter().map(|&part| parts.get(part as usize).cloned()).collect();
            let Some(named) = named else { return Ok(Err("a position has a part that is not there".into())) };
            let position = known.position(&named, cx)?;
            lost[side(player)].insert(position);
        }
        if !known.is_closed(&lost[side(player)], player, cx)? {
            return Ok(Err(format!("a move of {player} has no answer")));
        }
    }
    let words = certificate.statement.words();
    let (named, claims) = match &certificate.statement {
        CertifiedStatement::Period { code, preperiod, period } => {
            let Some(code) = read_code(code) else { return Ok(Err(format!("`{code}` is no octal code"))) };
            if let Some(why) = period_refused(&code, *preperiod, *period, cx)? {
                return Ok(Err(why));
            }
            (Ok(Vec::new()), Vec::new())
        }
        CertifiedStatement::Quotient { code, size } => {
            let Some(code) = read_code(code) else { return Ok(Err(format!("`{code}` is no octal code"))) };
            let Some(quotient) = certificate.quotient.filter(|quotient| quotient.size() == *size) else {
                return Ok(Err("there is no quotient of this size".into()));
            };
            if let Some(why) = quotient.refused(&code, cx)? {
                return Ok(Err(why));
            }
            (Ok(Vec::new()), Vec::new())
        }
        CertifiedStatement::Compare { left, relation, right } => {
            let sign = [Relation::Greater, Relation::Equal, Relation::Less, Relation::Confused];
            let known_relation = sign.into_iter().find(|known| known.sign() == relation);
            let Some(claims) = known_relation.and_then(claims_of) else {
                return Ok(Err(format!("`{relation}` is no relation of games")));
            };
            let left = left.iter().map(|text| read(text, &known.literals));
            let right = right.iter().map(|text| read(text, &known.literals).map(|part| part.negative(&known.literals)));
            (left.chain(right).collect::<Result<Vec<Part>, String>>(), claims)
        }
        CertifiedStatement::Winner { position, starter, winner } => {
            let (Some(starter), Some(winner)) = (player(starter), player(winner)) else {
                return Ok(Err("the players are L and R".into()));
            };
            (position.iter().map(|text| read(text, &known.literals)).collect(), vec![(starter, starter == winner)])
        }
    };
    let position = match named {
        Ok(named) => known.position(&named, cx)?,
        Err(why) => return Ok(Err(why)),
    };
    for (player, wins) in claims {
        let is_shown = match wins {
            true => {
                let lost = &lost[side(player.other())];
                known.options(&position, player, cx)?.iter().any(|option| lost.contains(option))
            }
            false => lost[side(player)].contains(&position),
        };
        if !is_shown {
            let what = if wins { "win" } else { "lose" };
            return Ok(Err(format!("{player}, moving first, is not shown to {what}")));
        }
    }
    Ok(if words == certificate.words { Ok(words) } else { Err("the words say something else".into()) })
}

/// Reads a part of a certificate.
fn read(text: &str, literals: &Literals) -> Result<Part, String> {
    match SignedPart::read(text, literals) {
        Some(part) => Ok(part.plain(literals)),
        None => Err(format!("`{text}` is no part of a position")),
    }
}

fn player(letter: &str) -> Option<Player> {
    [Player::Left, Player::Right].into_iter().find(|player| player.letter() == letter)
}
