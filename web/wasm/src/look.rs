//! The looks of a position that is played by clicks, part by part, and the places that a move changes.

use cg::builtins;
use cg::draw;
use cg::engine::games::Player;
use cg::engine::positions::{self, Content, Options, PositionId, Term};
use cg::eval::{EvalError, Session};
use cg::show::{changed_part, placed_move, written_out};
use cg::value::Value;
use serde_json::{Value as Json, json};

use crate::board::tried;
use crate::bush::Bush;

/// The number of counters in the largest heap that is drawn, and the number of parts of a sum.
const MAX_HEAP: u64 = 120;
const MAX_PARTS: usize = 24;

/// The looks of a position: the parts of a sum, or one field for all of them.
pub struct Look(Vec<Part>);

/// A part of a sum, taken negative or not.
struct Part {
    negative: bool,
    text: String,
    kind: Kind,
}

/// The form in which a part is drawn.
enum Kind {
    Board(draw::Part),
    /// Heaps, of which one takes away.
    Heaps(Heaps),
    /// A row of pins: taking some from inside leaves two rows.
    Row(Heaps),
    /// A picture of Hackenbush.
    Edges(Bush),
    /// A graph with tokens or letters.
    Field(draw::Field),
    /// A graph from which a vertex is taken with all beside it.
    Neighbourhoods(draw::Field),
    /// A picture without places to click, such as the tree of a value.
    Picture(String),
    /// Nothing but its text.
    Text,
}

/// Rulesets on one heap whose last number is no heap, but limits what the next move may take.
const WITH_MEMORY: [&str; 4] = ["fibonacci_nim", "take_away", "mem", "gen_mem"];

/// Heaps: what the ruleset is called with before them, and their sizes.
struct Heaps {
    ruleset: (std::sync::Arc<str>, Vec<Term>),
    sizes: Vec<u64>,
}

impl Look {
    /// Returns the look of a position.
    ///
    /// # Errors
    /// Limits.
    pub fn of(cx: &mut Session, p: PositionId) -> Result<Look, EvalError> {
        let parts = cx.positions.parts(p);
        if parts.len() > 1
            && let Some(field) = tried(cx, |cx| draw::field(cx, p))?.flatten()
        {
            return Ok(Look(vec![Part { negative: false, text: String::new(), kind: Kind::Field(field) }]));
        }
        if parts.is_empty() || parts.len() > MAX_PARTS {
            return Ok(Look(vec![Part { negative: false, text: written_out(cx, p)?, kind: Kind::Text }]));
        }
        let mut all = Vec::with_capacity(parts.len());
        for part in parts {
            let (part, negative) = cx.positions.without_sign(part);
            let text = written_out(cx, part)?;
            let kind = Kind::of(cx, part, &text)?;
            all.push(Part { negative, text, kind });
        }
        Ok(Look(all))
    }

    /// Returns what the page draws, with values on the vertices of graphs if `notes`.
    ///
    /// # Errors
    /// Limits.
    pub fn json(&self, cx: &mut Session, notes: bool) -> Result<Json, EvalError> {
        let mut parts = Vec::with_capacity(self.0.len());
        for Part { negative, text, kind } in &self.0 {
            let mut part = json!({ "negative": negative, "text": text });
            let (name, shown) = kind.json(cx, notes)?;
            part[name] = shown;
            parts.push(part);
        }
        Ok(json!(parts))
    }

    /// Returns the ways to show a move by clicking: each is a list of places, by their names in the page.
    ///
    /// # Errors
    /// Limits.
    pub fn ways(
        &self,
        cx: &mut Session,
        from: PositionId,
        to: PositionId,
        mover: Player,
    ) -> Result<Vec<Vec<String>>, EvalError> {
        if let Some(placed) = placed_move(cx, from, to, mover) {
            return Ok(vec![placed.places()]);
        }
        if let [Part { kind: Kind::Field(field), .. }] = &self.0[..] {
            let after = draw::field(cx, to)?;
            return Ok(vec![field.changed(after.as_ref()).into_iter().map(|v| format!("0-{v}")).collect()]);
        }
        let Some(change) = changed_part(cx, from, to) else { return Ok(Vec::new()) };
        let number = change.part.unwrap_or(0);
        let Some(part) = self.0.get(number) else { return Ok(Vec::new()) };
        let after = parts_of(cx, &change.after);
        let mover = if part.negative { mover.other() } else { mover };
        let ways = part.kind.ways(cx, &after, mover)?;
        let named = |way: Vec<String>| way.into_iter().map(|place| format!("{number}-{place}")).collect();
        Ok(ways.into_iter().filter(|way| !way.is_empty()).map(named).collect())
    }

    /// Names a move by the edge that it cuts or the vertices that it changes, if the position after it says less.
    ///
    /// # Errors
    /// Limits.
    pub fn label(&self, cx: &mut Session, from: PositionId, to: PositionId) -> Result<Option<String>, EvalError> {
        let Some(change) = changed_part(cx, from, to) else { return Ok(None) };
        let Some(part) = self.0.get(change.part.unwrap_or(0)) else { return Ok(None) };
        let after = parts_of(cx, &change.after);
        let name = match (&part.kind, &after[..]) {
            (Kind::Edges(bush), after) => bush.cuts(cx, after).first().map(|&cut| {
                let [lower, upper] = bush.ends(cut);
                format!("cut {lower}-{upper}")
            }),
            (Kind::Field(field), after) if field.has_letters() => {
                let changed = changed_vertices(cx, field, after)?;
                let names: Vec<&str> = changed.iter().map(|&v| &*field.names[v]).collect();
                (!names.is_empty()).then(|| names.join(", "))
            }
            (Kind::Neighbourhoods(field), after) => {
                let taken = changed_vertices(cx, field, after)?;
                let mut middles = taken.iter().filter(|&&v| field.around(v) == taken);
                middles.next().map(|&v| format!("take {}", field.names[v]))
            }
            _ => None,
        };
        let number = change.part.map_or(String::new(), |part| format!("part {}: ", part + 1));
        Ok(name.map(|name| number + &name))
    }
}

/// Returns the parts of some positions without their signs.
fn parts_of(cx: &Session, positions: &[PositionId]) -> Vec<PositionId> {
    let parts = positions.iter().flat_map(|&p| cx.positions.parts(p));
    parts.map(|p| cx.positions.without_sign(p).0).collect()
}

impl Kind {
    fn of(cx: &mut Session, part: PositionId, text: &str) -> Result<Kind, EvalError> {
        if let Some(mut boards) = draw::boards(cx, part)? {
            return Ok(Kind::Board(boards.remove(0)));
        }
        if let Some(bush) = Bush::of(cx, part)? {
            return Ok(Kind::Edges(bush));
        }
        if let Some(heaps) = Heaps::of(cx, part).filter(|heaps| heaps.sizes.iter().all(|&n| n <= MAX_HEAP)) {
            if heaps.is_row(cx, text)? {
                return Ok(Kind::Row(heaps));
            }
            if heaps.are_taken_from(cx, part)? {
                return Ok(Kind::Heaps(heaps));
            }
        }
        if let Some(field) = tried(cx, |cx| draw::field(cx, part))?.flatten() {
            let is_taken_whole = text.starts_with("node_kayles(");
            return Ok(if is_taken_whole { Kind::Neighbourhoods(field) } else { Kind::Field(field) });
        }
        let drawn = tried(cx, |cx| draw::svg_of(cx, &Value::Position(part)))?;
        Ok(drawn.map_or(Kind::Text, Kind::Picture))
    }

    fn json(&self, cx: &mut Session, notes: bool) -> Result<(&'static str, Json), EvalError> {
        Ok(match self {
            Kind::Board(board) => ("board", shape(board)),
            Kind::Heaps(heaps) => ("heaps", json!(heaps.sizes)),
            Kind::Row(heaps) => ("row", json!(heaps.sizes[0])),
            Kind::Edges(bush) => ("edges", bush.json()),
            Kind::Field(field) | Kind::Neighbourhoods(field) => {
                ("graph", json!(tried(cx, |cx| graph(cx, field, notes))?))
            }
            Kind::Picture(svg) => ("picture", json!(svg)),
            Kind::Text => ("written", json!(true)),
        })
    }

    /// Returns the ways to show by clicking that this part becomes `after` by a move of `mover`.
    fn ways(&self, cx: &mut Session, after: &[PositionId], mover: Player) -> Result<Vec<Vec<String>>, EvalError> {
        Ok(match self {
            Kind::Board((_, old, material)) => {
                let new = match after {
                    [after] => draw::boards(cx, *after)?.map(|mut boards| boards.remove(0).1),
                    _ => None,
                };
                match (new, material) {
                    (Some(new), draw::Material::Chocolate) => vec![changed_cells(old, &new)],
                    (Some(new), draw::Material::Stones) => match changed_cells(old, &new) {
                        none if none.is_empty() || shape_of(old) != shape_of(&new) => toppled(old, &new, mover),
                        changed => vec![changed],
                    },
                    (None, _) => Vec::new(),
                }
            }
            Kind::Heaps(heaps) => heaps.of_same_ruleset(cx, after).map_or_else(Vec::new, |new| heaps.taken(&new)),
            Kind::Row(heaps) => {
                heaps.of_same_ruleset(cx, after).map_or_else(Vec::new, |new| knocked(heaps.sizes[0], &new))
            }
            Kind::Edges(bush) => bush.cuts(cx, after).into_iter().map(|cut| vec![cut.to_string()]).collect(),
            Kind::Field(field) => {
                vec![changed_vertices(cx, field, after)?.into_iter().map(|v| v.to_string()).collect()]
            }
            Kind::Neighbourhoods(field) => {
                let taken = changed_vertices(cx, field, after)?;
                let middles = taken.iter().filter(|&&v| field.around(v) == taken);
                middles.map(|v| vec![v.to_string()]).collect()
            }
            Kind::Picture(_) | Kind::Text => Vec::new(),
        })
    }
}

impl Heaps {
    /// Returns the heaps of a call of a ruleset: the numbers after the parameters that belong to the ruleset.
    fn of(cx: &Session, part: PositionId) -> Option<Heaps> {
        let Term::Call(name, mut lead) = positions::term(part, cx) else { return None };
        let own = builtins::all().find(|row| row.name == &*name).and_then(|row| row.ruleset).unwrap_or(0);
        let first = own + lead.iter().skip(own).position(|term| matches!(term, Term::Number(_)))?;
        let mut heaps = lead.split_off(first);
        if WITH_MEMORY.contains(&&*name) {
            heaps.truncate(1);
        }
        let size = |term: &Term| match term {
            Term::Number(number) => u64::try_from(number.to_int().value()).ok(),
            _ => None,
        };
        Some(Heaps { ruleset: (name, lead), sizes: heaps.iter().map(size).collect::<Option<_>>()? })
    }

    /// Returns the sizes of all heaps of some parts, or `None` if they are of another ruleset.
    fn of_same_ruleset(&self, cx: &Session, parts: &[PositionId]) -> Option<Vec<u64>> {
        let mut sizes = Vec::new();
        for &part in parts {
            let heaps = Heaps::of(cx, part)?;
            if heaps.ruleset != self.ruleset {
                return None;
            }
            sizes.extend(heaps.sizes);
        }
        Some(sizes)
    }

    /// Returns `true` if a move of the part takes counters from its heaps, or there is no move. Not all numbers are sizes of heaps.
    fn are_taken_from(&self, cx: &mut Session, part: PositionId) -> Result<bool, EvalError> {
        let mut all = Options::default();
        let listed = tried(cx, |cx| positions::options(part, cx, &mut all).map_err(EvalError::from))?;
        let options = listed.map(|()| [all.of(Player::Left), all.of(Player::Right)].concat()).unwrap_or_default();
        let takes = |&option: &PositionId| {
            let sizes = self.of_same_ruleset(cx, &cx.positions.parts(option));
            sizes.is_some_and(|sizes| self.taken(&sizes).iter().any(|places| !places.is_empty()))
        };
        Ok(options.is_empty() || options.iter().any(takes))
    }

    /// Returns `true` if a move of the ruleset takes something from inside of a heap and leaves two. `text` is the part as it
    /// is written; a heap that may be too small to tell is asked about with more counters.
    fn is_row(&self, cx: &mut Session, text: &str) -> Result<bool, EvalError> {
        const LARGE_HEAP: u64 = 12;
        let &[size] = &self.sizes[..] else { return Ok(false) };
        let Some(call) = text.strip_suffix(&format!("{size})")) else { return Ok(false) };
        let text = format!("{call}{})", size.max(LARGE_HEAP));
        let mut all = Options::default();
        let listed = tried(cx, |cx| {
            let Value::Position(larger) = cx.evaluate(&text).map_err(EvalError::Placed)? else { return Ok(()) };
            positions::options(larger, cx, &mut all).map_err(EvalError::from)
        })?;
        let mut options = listed.map(|()| all.of(Player::Left)).unwrap_or_default().iter();
        Ok(options.any(|&option| {
            let sizes = self.of_same_ruleset(cx, &cx.positions.parts(option)).unwrap_or_default();
            sizes.iter().filter(|&&n| n > 0).count() == 2 && sizes.iter().sum::<u64>() < size.max(LARGE_HEAP)
        }))
    }

    /// Returns the counters to click for a move: of each heap that becomes smaller, the lowest that goes, as heap and
    /// height. A heap that is split is clicked at either of its parts.
    fn taken(&self, new: &[u64]) -> Vec<Vec<String>> {
        if let (&[size], &[a, b]) = (&self.sizes[..], new)
            && a + b == size
        {
            let both = [a, b].map(|part| vec![format!("0-{part}")]);
            return if a == b { both[..1].to_vec() } else { both.to_vec() };
        }
        let after = |i: usize| new.get(i).copied().unwrap_or(0);
        let changed = (0..self.sizes.len()).filter(|&i| after(i) < self.sizes[i]);
        vec![changed.map(|i| format!("{i}-{}", after(i))).collect()]
    }
}

/// Returns the pins of a row of `size` that may be knocked down to leave rows of sizes `new`.
fn knocked(size: u64, new: &[u64]) -> Vec<Vec<String>> {
    let mut left: Vec<u64> = new.iter().copied().filter(|&n| n > 0).collect();
    left.resize(left.len().max(2), 0);
    let &[a, b] = &left[..] else { return Vec::new() };
    if a + b >= size {
        return Vec::new();
    }
    let between = |a: u64, b: u64| (a..size - b).map(|pin| pin.to_string()).collect::<Vec<_>>();
    if a == b { vec![between(a, b)] } else { vec![between(a, b), between(b, a)] }
}

/// Returns the vertices that look different when a part has become `after`.
fn changed_vertices(cx: &mut Session, field: &draw::Field, after: &[PositionId]) -> Result<Vec<usize>, EvalError> {
    let after = match after {
        [after] => draw::field(cx, *after)?,
        _ => None,
    };
    Ok(field.changed(after.as_ref()))
}

/// Describes a graph: its picture, and each vertex with its place in it, its name and its tokens.
fn graph(cx: &mut Session, field: &draw::Field, notes: bool) -> Result<Json, EvalError> {
    let picture = field.picture(cx, notes)?;
    let vertex = |(v, at): (usize, &[f64; 4])| json!({ "at": at, "name": field.names[v], "tokens": field.tokens(v), "gone": field.is_gone(v) });
    let vertices: Json = picture.places.iter().enumerate().map(vertex).collect();
    Ok(json!({ "picture": picture.svg, "vertices": vertices }))
}

/// Describes a board as rows of cells, each with its kind and its letter.
fn shape((_, board, material): &draw::Part) -> Json {
    let kind = |content| match content {
        Content::Blocked if *material == draw::Material::Chocolate => "chocolate",
        Content::Empty => "empty",
        Content::Blocked => "blocked",
        Content::Stone(Player::Left) => "left",
        Content::Stone(Player::Right) => "right",
        Content::Piece(Player::Left) => "piece left",
        Content::Piece(Player::Right) => "piece right",
        Content::Neutral | Content::Letter => "piece",
    };
    let cells = |row: &Vec<positions::Cell>| -> Json {
        row.iter().map(|cell| json!([kind(cell.mark), cell.letter.to_string()])).collect()
    };
    json!(board.rows.iter().map(cells).collect::<Json>())
}

fn shape_of(board: &positions::Sketch) -> Vec<usize> {
    board.rows.iter().map(Vec::len).collect()
}

/// Returns the ways in which a row of standing dominoes can have lost one of its ends: the domino of `mover` that is toppled,
/// and the end towards which it falls.
fn toppled(old: &positions::Sketch, new: &positions::Sketch, mover: Player) -> Vec<Vec<String>> {
    let row = |board: &positions::Sketch, y: usize| board.rows.get(y).cloned().unwrap_or_default();
    let mut changed = (0..old.rows.len()).filter(|&y| row(old, y) != row(new, y));
    let (Some(y), None) = (changed.next(), changed.next()) else { return Vec::new() };
    let (before, after) = (row(old, y), row(new, y));
    let Some(last) = before.len().checked_sub(1).filter(|_| after.len() < before.len()) else { return Vec::new() };
    let may = |x: usize| match before[x].mark {
        Content::Piece(player) | Content::Stone(player) => player == mover,
        _ => true,
    };
    let way = |x: usize, end: usize| {
        if x == end { vec![format!("{y}-{x}")] } else { vec![format!("{y}-{x}"), format!("{y}-{end}")] }
    };
    let leftwards = (before.ends_with(&after) && may(last - after.len())).then(|| way(last - after.len(), 0));
    let rightwards = (before.starts_with(&after) && may(after.len())).then(|| way(after.len(), last));
    leftwards.into_iter().chain(rightwards).collect()
}

/// Returns the cells in which two boards differ, each as row and column; none if the boards have different shapes. A board may
/// lose the ends of its rows, as chocolate does that is bitten off, if nothing else of it changes.
fn changed_cells(old: &positions::Sketch, new: &positions::Sketch) -> Vec<String> {
    let row = |y: usize| new.rows.get(y).map_or(&[][..], |row| row);
    let same_shape = old.rows.len() == new.rows.len() && (0..old.rows.len()).all(|y| old.rows[y].len() == row(y).len());
    let is_cut = new.rows.len() <= old.rows.len() && old.rows.iter().enumerate().all(|(y, r)| r.starts_with(row(y)));
    if !(same_shape || is_cut) {
        return Vec::new();
    }
    let mut changed = Vec::new();
    for (y, before) in old.rows.iter().enumerate() {
        let differ = (0..before.len()).filter(|&x| row(y).get(x) != Some(&before[x]));
        changed.extend(differ.map(|x| format!("{y}-{x}")));
    }
    changed
}
