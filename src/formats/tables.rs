//! Files with results of sessions: winners of positions, and nim-values, a line each; and positions that searches
//! visited on their way.
//!
//! The first line contains the kind of the file and its version; a line `ruleset KEY` begins the lines of a ruleset;
//! `n STATE VALUE` is a nim-value, `w STATE PLAY STARTER WINS NODES` a winner. A position that a search visited has a
//! key: `p KEY WINS NODES` is the winner with Left to move, `m KEY WINS NODES` the winner in misère play, `v KEY VALUE`
//! a nim-value; a table of version 1 has none of these. The last line is a checksum of all before it, so that a file
//! that was cut or changed by accident is not read. Its contents are believed: only the search itself could check them.

use super::errors::FileError;
use crate::diagnostic::counted;
use crate::eval::reading::{LONGEST_TEXT, Unread};
use crate::eval::{EvalError, Session, Target, beside, read_script, write_bytes};
use cg_engine::games::{Fault, Player};
use cg_engine::positions::{Convention, Fact, Lesson, Transposition};

/// The beginning of the first line; the version follows.
const HEAD: &str = "cg table ";
const VERSION: &str = "2";
/// All versions that can be read.
const VERSIONS: [&str; 2] = ["1", VERSION];
/// The largest number of positions visited in searches that are written: they are no more than a few megabytes.
const MOST_MET: usize = 1 << 17;

/// Writes the results of the session, and says so. Tables are replaced, other files only if `replace` says so.
///
/// # Errors
/// A file that cannot be written or is there already.
pub fn save_table(cx: &mut Session, path: &str, replace: bool) -> Result<String, EvalError> {
    let Session { positions, games, .. } = cx;
    let mut lessons = positions.lessons(|| games.budget.tick())?;
    // A key of several lines has no place.
    lessons.retain(|lesson| !lesson.ruleset.contains(char::is_control));
    let mut lines: Vec<(String, String)> = Vec::with_capacity(lessons.len());
    for lesson in lessons {
        games.budget.tick()?;
        games.budget.room_to_push(&lines)?;
        let line = written(&lesson);
        lines.push((lesson.ruleset, line));
    }
    lines.sort_unstable();
    lines.dedup();
    let answers = lines.len();
    for met in positions.transpositions(MOST_MET, &mut games.budget)? {
        games.budget.room_to_push(&lines)?;
        lines.push((met.ruleset.to_string(), written_met(&met)));
    }
    lines.sort_unstable();
    let mut text = format!("{HEAD}{VERSION}\n");
    let mut ruleset = "";
    for (key, line) in &lines {
        if ruleset != key {
            text += &format!("ruleset {key}\n");
            ruleset = key;
        }
        text += line;
        if text.len() as u64 > LONGEST_TEXT {
            let limit = LONGEST_TEXT.to_string();
            return Err(
                Fault::TooLarge { what: "table of positions", size: format!("more than {limit}"), limit }.into()
            );
        }
    }
    text += &format!("end {:016x}\n", checksum(text.as_bytes()));
    let target = Target::new(path, 0, "save_table(FILE, replace)").ours(HEAD.as_bytes()).replace(replace);
    write_bytes(cx, &target, text.as_bytes())?;
    Ok(format!("{} written to {path}", summary(answers, lines.len() - answers)))
}

fn summary(answers: usize, searched: usize) -> String {
    match searched {
        0 => counted(answers, "answer"),
        _ => format!("{}, {} met in searches", counted(answers, "answer"), counted(searched, "position")),
    }
}

/// Returns the line of a fact.
fn written(lesson: &Lesson) -> String {
    let state: Vec<String> = lesson.state.iter().map(|word| format!("{word:x}")).collect();
    let state = if state.is_empty() { "-".to_string() } else { state.join(".") };
    match lesson.fact {
        Fact::NimValue(n) => format!("n {state} {n}\n"),
        Fact::Winner { convention, starter, wins, nodes } => {
            let play = if convention == Convention::Normal { "normal" } else { "misere" };
            let starter = starter.letter();
            format!("w {state} {play} {starter} {} {nodes}\n", if wins { "+" } else { "-" })
        }
    }
}

/// Returns the line of a position that a search visited. Of the key of a winner 96 bits are known.
fn written_met(met: &Transposition) -> String {
    match met.fact {
        Fact::NimValue(n) => format!("v {:032x} {n}\n", met.key),
        Fact::Winner { convention, wins, nodes, .. } => {
            let kind = if convention == Convention::Normal { "p" } else { "m" };
            format!("{kind} {:024x} {} {nodes}\n", met.key >> 32, if wins { "+" } else { "-" })
        }
    }
}

/// Reads the results of another session, and says so.
///
/// # Errors
/// A file that cannot be read, is no such table, or is not whole.
pub fn load_table(cx: &mut Session, path: &str) -> Result<String, EvalError> {
    let full = beside(cx, path);
    let text = read_script(cx, &full).map_err(|unread| match unread {
        Unread::Fault(fault) => EvalError::from(fault),
        Unread::Io(error) => super::graphs::unreadable(&full, &error).into(),
    })?;
    let named = || full.to_string();
    match text.lines().next().unwrap_or_default().strip_prefix(HEAD) {
        None => return Err(FileError::NoTable { path: named() }.into()),
        Some(version) if !VERSIONS.contains(&version) => return Err(FileError::Version { path: named() }.into()),
        Some(_) => {}
    }
    let broken = || FileError::BrokenTable { path: named() };
    let Read { lessons, met } = whole(&text).and_then(|body| read(body, cx).transpose()).ok_or_else(broken)??;
    let count = summary(lessons.len(), met.len());
    for met in met {
        cx.games.budget.tick()?;
        cx.positions.learn_transposition(met, &cx.games.budget)?;
    }
    cx.positions.learn(lessons);
    Ok(format!("{count} read from {path}"))
}

/// The contents of a table.
#[derive(Default)]
struct Read<'a> {
    lessons: Vec<Lesson>,
    met: Vec<Transposition<'a>>,
}

/// Returns the text without its last line, if that is the checksum of the rest.
fn whole(text: &str) -> Option<&str> {
    let (body, last) = text.strip_suffix('\n')?.rsplit_once('\n')?;
    let body = &text[..body.len() + 1];
    (last == format!("end {:016x}", checksum(body.as_bytes()))).then_some(body)
}

/// Returns the lines of a table, or `None` if one of them is none.
fn read<'a>(body: &'a str, cx: &mut Session) -> Result<Option<Read<'a>>, EvalError> {
    let Read { mut lessons, mut met } = Read::default();
    let mut ruleset = "";
    for line in body.lines().skip(1) {
        cx.games.budget.tick()?;
        if let Some(key) = line.strip_prefix("ruleset ") {
            ruleset = key;
            continue;
        }
        if let Some((key, fact)) = read_met(line) {
            cx.games.budget.room_to_push(&met)?;
            met.push(Transposition { ruleset, key, fact });
            continue;
        }
        let Some((state, fact)) = read_fact(line) else { return Ok(None) };
        cx.games.budget.room_to_push(&lessons)?;
        lessons.push(Lesson { ruleset: ruleset.to_string(), state, fact });
    }
    Ok(Some(Read { lessons, met }))
}

fn read_met(line: &str) -> Option<(u128, Fact)> {
    let (kind, rest) = line.split_once(' ')?;
    let (key, rest) = rest.split_once(' ')?;
    let key = u128::from_str_radix(key, 16).ok()?;
    if kind == "v" {
        return Some((key, Fact::NimValue(rest.parse().ok().filter(|n| *n < 1 << 62)?)));
    }
    let (wins, nodes) = rest.split_once(' ')?;
    let convention = match kind {
        "p" => Convention::Normal,
        "m" => Convention::Misere,
        _ => return None,
    };
    let (wins, nodes) = (wins == "+", nodes.parse().ok()?);
    Some((key.checked_shl(32)?, Fact::Winner { convention, starter: Player::Left, wins, nodes }))
}

fn read_fact(line: &str) -> Option<(Vec<u32>, Fact)> {
    let words: Vec<&str> = line.split(' ').collect();
    let (kind, state, rest) = (*words.first()?, *words.get(1)?, words.get(2..)?);
    let state = match state {
        "-" => Vec::new(),
        state => state.split('.').map(|word| u32::from_str_radix(word, 16).ok()).collect::<Option<_>>()?,
    };
    let fact = match (kind, rest) {
        ("n", [n]) => Fact::NimValue(n.parse().ok().filter(|n| *n < 1 << 62)?),
        ("w", [play, starter, wins, nodes]) => Fact::Winner {
            convention: if *play == "misere" { Convention::Misere } else { Convention::Normal },
            starter: if *starter == "R" { Player::Right } else { Player::Left },
            wins: *wins == "+",
            nodes: nodes.parse().ok()?,
        },
        _ => return None,
    };
    Some((state, fact))
}

/// Returns the checksum: FNV-1a in 64 bits.
fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}
