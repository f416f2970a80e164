//! Hackenbush: cutting edges of a picture; parts that lose their way to the ground fall. Left cuts blue, Right red,
//! either green (Berlekamp, Conway and Guy, Winning Ways, ch. 1, 2 and 7; Conway 1977).
//!
//! State of a picture: the number of its edges, two words for each edge in the order written, then the names among
//! its labels. A label is a number, or a place among the names; the colour stands in the high bits of the first word.

mod block;
mod bounds;
mod by_edges;
mod fixed;
mod questions;
mod stalk;
mod worth;

use std::collections::VecDeque;
use std::sync::Arc;

use crate::games::hashing::FastMap;
use crate::games::{Fault, GameId, Player};
use crate::positions::{Context, EndOfPlay, Here, Known, Options, PositionId, Rules, Stroke, Term, View};
use block::Sketch;
pub use by_edges::{PictureEdge, PicturesByEdges};
pub use stalk::stalk;
use worth::Worth;

/// Colours of edges.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Colour {
    /// Left may cut it.
    Blue,
    /// Right may cut it.
    Red,
    /// Either may cut it.
    Green,
}

impl Colour {
    /// Returns the colour of a letter: `B`, `R` or `G`.
    pub fn of_letter(letter: char) -> Option<Colour> {
        [Colour::Blue, Colour::Red, Colour::Green].into_iter().find(|colour| colour.letter() == letter)
    }

    /// Returns its letter: `B`, `R` or `G`.
    pub fn letter(self) -> char {
        match self {
            Colour::Blue => 'B',
            Colour::Red => 'R',
            Colour::Green => 'G',
        }
    }

    fn of_word(word: u32) -> Colour {
        [Colour::Blue, Colour::Red, Colour::Green][word as usize]
    }

    /// Returns the player who alone may cut it, or `None` if both may.
    fn player(self) -> Option<Player> {
        match self {
            Colour::Blue => Some(Player::Left),
            Colour::Red => Some(Player::Right),
            Colour::Green => None,
        }
    }

    fn may_be_cut_by(self, player: Player) -> bool {
        match self {
            Colour::Blue => player == Player::Left,
            Colour::Red => player == Player::Right,
            Colour::Green => true,
        }
    }
}

/// The label of the ground.
pub const GROUND: &str = "0";

/// An edge by the labels of its ends.
pub type Edge = (Arc<str>, Colour, Arc<str>);

/// Reads the edges of a picture or a stalk as a position is written: an end, the letter of the colour, the other end. Returns
/// `None` if the position is none of Hackenbush.
pub fn edges_of(term: &Term) -> Option<Vec<[String; 3]>> {
    match term {
        Term::Name(text) => {
            let inside = text.strip_prefix("hackenbush <")?.strip_suffix('>')?;
            let edge = |edge: &str| {
                let (from, rest) = edge.split_once(" -")?;
                let (colour, to) = rest.split_once("- ")?;
                Some([from, colour, to].map(String::from))
            };
            inside.split("; ").filter(|edge| !edge.is_empty()).map(edge).collect()
        }
        Term::Call(_, arguments) if let [picture @ Term::Name(_)] = &arguments[..] => edges_of(picture),
        Term::Call(name, arguments) if &**name == "hackenbush" => {
            let [Term::Text(letters)] = &arguments[..] else { return None };
            let edge = |(i, letter): (usize, char)| [i.to_string(), letter.to_string(), (i + 1).to_string()];
            Some(letters.chars().enumerate().map(edge).collect())
        }
        _ => None,
    }
}

/// Returns `true` for each of these edges, given by the labels of their ends, that others join to the ground.
///
/// ```
/// use cg_engine::rulesets::hackenbush::standing;
/// assert_eq!(standing(&[["0", "a"], ["b", "c"], ["c", "a"]]), [true, true, true]);
/// assert_eq!(standing(&[["0", "a"], ["b", "c"]]), [true, false]);
/// ```
pub fn standing(edges: &[[&str; 2]]) -> Vec<bool> {
    let mut numbers: FastMap<&str, u32> = FastMap::default();
    numbers.insert(GROUND, 0);
    let mut number = |label| {
        let next = numbers.len() as u32;
        *numbers.entry(label).or_insert(next)
    };
    let ends: Vec<[u32; 2]> = edges.iter().map(|edge| edge.map(&mut number)).collect();
    Falling::new(&ends, numbers.len()).without(None)
}

/// Returns the position of a picture; the vertex `0` is the ground. Edges that are not joined to it fall before play
/// begins.
pub fn picture(cx: &mut dyn Context, edges: &[Edge]) -> PositionId {
    placed(cx, edges, Pictures { is_childish: false })
}

/// Like [`picture`], in Childish Hackenbush: no blue or red edge may be cut if another edge would fall.
pub fn childish(cx: &mut dyn Context, edges: &[Edge]) -> PositionId {
    placed(cx, edges, Pictures { is_childish: true })
}

fn placed(cx: &mut dyn Context, edges: &[Edge], rules: Pictures) -> PositionId {
    let ends: Vec<[&str; 2]> = edges.iter().map(|(from, _, to)| [&**from, &**to]).collect();
    let kept = standing(&ends);
    let mut drawing = Drawing::default();
    let mut names: FastMap<Arc<str>, u32> = FastMap::default();
    for ((from, colour, to), _) in edges.iter().zip(kept).filter(|(_, kept)| *kept) {
        let [from, to] = [from, to].map(|label| drawing.label(label, &mut names));
        drawing.edges.push((from, *colour, to));
    }
    let ruleset = cx.positions().add_rules(rules);
    cx.positions().intern(ruleset, &drawing.state())
}

/// A label that names a vertex; others are its number.
const NAMED_LABEL: u32 = 1 << 28;
/// The place of the colour in the first word of an edge.
const COLOUR: u32 = 30;

/// A picture with its labels.
#[derive(Default)]
struct Drawing {
    edges: Vec<(u32, Colour, u32)>,
    names: Vec<Arc<str>>,
}

impl Drawing {
    fn label(&mut self, text: &Arc<str>, names: &mut FastMap<Arc<str>, u32>) -> u32 {
        if let Ok(number) = text.parse::<u32>()
            && number < NAMED_LABEL
            && number.to_string() == **text
        {
            return number;
        }
        NAMED_LABEL
            + *names.entry(text.clone()).or_insert_with(|| {
                self.names.push(text.clone());
                self.names.len() as u32 - 1
            })
    }

    fn state(&self) -> Vec<u32> {
        let mut state = vec![self.edges.len() as u32];
        for &(from, colour, to) in &self.edges {
            state.extend([from | (colour as u32) << COLOUR, to]);
        }
        for name in &self.names {
            state.push(name.len() as u32);
            for bytes in name.as_bytes().chunks(4) {
                state.push(bytes.iter().rev().fold(0, |word, byte| word << 8 | u32::from(*byte)));
            }
        }
        state
    }

    fn of(state: &[u32]) -> Drawing {
        let (ends, mut rest) = state[1..].split_at(2 * state[0] as usize);
        let edge = |pair: &[u32]| (pair[0] & !(3 << COLOUR), Colour::of_word(pair[0] >> COLOUR), pair[1]);
        let edges = ends.chunks_exact(2).map(edge).collect();
        let mut names = Vec::new();
        while let [len, more @ ..] = rest {
            let len = *len as usize;
            let (words, more) = more.split_at(len.div_ceil(4));
            let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).take(len).collect();
            names.push(String::from_utf8_lossy(&bytes).into());
            rest = more;
        }
        Drawing { edges, names }
    }

    /// Returns the ends of each edge, with the vertices numbered from the ground, and the number of vertices.
    fn ends(&self) -> (Vec<[u32; 2]>, usize) {
        let mut numbers: FastMap<u32, u32> = FastMap::default();
        numbers.insert(0, 0);
        let mut number = |label| {
            let next = numbers.len() as u32;
            *numbers.entry(label).or_insert(next)
        };
        let ends = self.edges.iter().map(|&(from, _, to)| [number(from), number(to)]).collect();
        (ends, numbers.len())
    }

    /// Returns the drawing with only these edges.
    fn keep(&self, kept: &[bool]) -> Drawing {
        let mut left = Drawing::default();
        let mut moved = vec![u32::MAX; self.names.len()];
        for (&(from, colour, to), _) in self.edges.iter().zip(kept).filter(|(_, kept)| **kept) {
            let [from, to] = [from, to].map(|label| {
                let Some(name) = label.checked_sub(NAMED_LABEL) else { return label };
                let place = &mut moved[name as usize];
                if *place == u32::MAX {
                    *place = left.names.len() as u32;
                    left.names.push(self.names[name as usize].clone());
                }
                NAMED_LABEL + *place
            });
            left.edges.push((from, colour, to));
        }
        left
    }

    fn text(&self, label: u32) -> String {
        match label.checked_sub(NAMED_LABEL) {
            Some(name) => self.names[name as usize].to_string(),
            None => label.to_string(),
        }
    }
}

/// Finds the edges that fall.
struct Falling<'a> {
    ends: &'a [[u32; 2]],
    at: Vec<Vec<u32>>,
}

impl<'a> Falling<'a> {
    fn new(ends: &'a [[u32; 2]], vertices: usize) -> Falling<'a> {
        let mut at = vec![Vec::new(); vertices];
        for (i, pair) in ends.iter().enumerate() {
            pair.iter().for_each(|end| at[*end as usize].push(i as u32));
        }
        Falling { ends, at }
    }

    /// Returns `true` for each edge that is joined to the ground when one is cut.
    fn without(&self, cut: Option<usize>) -> Vec<bool> {
        let mut kept = vec![false; self.ends.len()];
        let mut reached = vec![false; self.at.len()];
        reached[0] = true;
        let mut next = VecDeque::from([0]);
        while let Some(vertex) = next.pop_front() {
            for &edge in &self.at[vertex as usize] {
                if Some(edge as usize) == cut {
                    continue;
                }
                kept[edge as usize] = true;
                for end in self.ends[edge as usize] {
                    if !std::mem::replace(&mut reached[end as usize], true) {
                        next.push_back(end);
                    }
                }
            }
        }
        kept
    }
}

/// Pictures of any shape.
#[derive(PartialEq, Eq, Hash)]
struct Pictures {
    /// `true` for Childish Hackenbush.
    is_childish: bool,
}

impl Rules for Pictures {
    fn options(&self, here: Here<'_>, cx: &mut dyn Context, out: &mut Options) -> Result<(), Fault> {
        let drawing = Drawing::of(here.state);
        let (ends, vertices) = drawing.ends();
        let falling = Falling::new(&ends, vertices);
        out.impartial = drawing.edges.iter().all(|(_, colour, _)| *colour == Colour::Green);
        for (i, &(_, colour, _)) in drawing.edges.iter().enumerate() {
            cx.games().budget.tick()?;
            let kept = falling.without(Some(i));
            let others_fall = kept.iter().filter(|kept| !**kept).count() > 1;
            if self.is_childish && others_fall && colour != Colour::Green {
                continue;
            }
            let next = drawing.keep(&kept).state();
            let room = cx.positions().bytes_for(next.len());
            cx.games().budget.reserve(room)?;
            let next = cx.positions().intern(here.id, &next);
            if colour.may_be_cut_by(Player::Left) {
                out.left.push(next);
            }
            if colour.may_be_cut_by(Player::Right) && !out.impartial {
                out.right.push(next);
            }
        }
        Ok(())
    }

    fn term(&self, state: &[u32], _: &dyn Context) -> Term {
        let drawing = Drawing::of(state);
        let edge = |&(from, colour, to): &(u32, Colour, u32)| {
            format!("{} -{}- {}", drawing.text(from), colour.letter(), drawing.text(to))
        };
        let edges: Vec<String> = drawing.edges.iter().map(edge).collect();
        let picture = Term::Name(format!("hackenbush <{}>", edges.join("; ")).into());
        if self.is_childish { Term::Call("childish_hackenbush".into(), vec![picture]) } else { picture }
    }

    fn end_of_play(&self, _: &[u32], _: &dyn Context) -> EndOfPlay {
        EndOfPlay::SURE
    }

    fn value(&self, here: Here<'_>, cx: &mut dyn Context) -> Option<Result<Known, Fault>> {
        if self.is_childish {
            return None;
        }
        let drawing = Drawing::of(here.state);
        let (ends, vertices) = drawing.ends();
        let lines = drawing.edges.iter().zip(ends).map(|((_, colour, _), [from, to])| (from, to, *colour)).collect();
        let sketch = Sketch { lines, hung: vec![GameId::ZERO; vertices] };
        let mut memo: Box<block::Memo> = cx.positions().take_table(here.id);
        let value = block::value(&sketch, &mut memo, cx);
        cx.positions().put_table(here.id, memo);
        Some(value.map(|g| Known::of(g, cx.games())))
    }

    fn view(&self, state: &[u32], _: &dyn Context) -> Option<View> {
        let drawing = Drawing::of(state);
        let (ends, _) = drawing.ends();
        let stroke = |(edge, [from, to]): (&(u32, Colour, u32), [u32; 2])| Stroke { from, to, player: edge.1.player() };
        Some(View::Strokes(drawing.edges.iter().zip(ends).map(stroke).collect()))
    }
}
