//! Positions that are found by their values.

use std::collections::BTreeSet;
use std::rc::Rc;

use super::cells::{as_step, make, some_letters};
use super::errors::FindError;
use super::graphs::families::numbered;
use super::sequences::Heaps;
use crate::diagnostic::{Diagnostic, ErrorCode};
use crate::eval::{
    AnyOrText, BoardSymmetry, Count, EvalError, Role, Session, as_game, at_heaps, builtins, call_given, game_value,
    reserve_list, role_of, worth_of,
};
use crate::value::{Function, Ruleset, Value};
use cg_engine::games::Fault;
use cg_engine::graphs::{ConnectedGraphs, vertex_count};
use cg_engine::notation::Notation;
use cg_engine::rulesets::board::Board;
use cg_engine::rulesets::hackenbush::{PictureEdge, PicturesByEdges};
use cg_engine::rulesets::shapes::{Shapes, regions};

/// The number of boards that are compared if no size is given.
const MOST_BOARDS: usize = 200_000;
/// The largest number of edges that is looked at if no size is given.
const MOST_EDGES: u64 = 9;
/// The largest number of edges of a picture that is looked at if no size is given.
const MOST_PICTURE_EDGES: u64 = 4;
/// The largest heap that is looked at if no size is given.
const LARGEST_HEAP: u64 = 1000;
/// The letter of a cell that is not there.
const HOLE: char = '#';

builtins! {
    /// Positions that are found by their values.
    FIND, "Sequences";

    /// The smallest positions of a ruleset that have this value.
    ///
    /// Of a ruleset on boards those with the fewest cells: all connected boards of 1, 2, 3, ... cells are looked at with every
    /// choice of letters, each once up to the symmetries of the ruleset, and those of the first number of cells that has any are
    /// listed; `#` is not counted. Where rows are lanes, a board is one row. Of `node_kayles` and `arc_kayles` those with the
    /// fewest edges, of all connected graphs without loops, each once up to isomorphism; so of `hackenbush`, of all pictures. Of
    /// a ruleset on one heap it is the smallest heap, from 0 on. `find(r, f)` asks f of each position, a function that gives true
    /// or false. `find(r, G, n)` looks at sizes to n, `find(r, G)` at about 200000 boards, at graphs of 9 edges and pictures of
    /// 4, or at the heaps to 1000. The list is empty if there are none; a warning says to what size was looked.
    ///
    /// `letters` are those that a cell may have, which must be given for a game of your own. Its boards are full rectangles
    /// unless `#` is among the letters, and images of a board are left out if it is defined `with symmetry`.
    /// find(domineering, 1/2)  #=> [domineering("#./#./..")]
    /// find(toads_frogs, up)  #=> [toads_frogs("T_TFF")]
    /// find(kayles, *5)  #=> [kayles(28)]
    /// find(hackenbush, 1/2)  #=> [hackenbush("BR")]
    /// find(node_kayles, *2)  #=> [node_kayles(graph <1 -- 2; 2 -- 3>)]
    /// game f(b) := <0 for p in cells(b, "x")>; find(f, *, letters = "x.")  #=> [f(board("x"))]
    /// See: identify, value, born_by, symmetry
    find(r: Value, G: Value, size: Option<Count>, letters: Option<Rc<String>>) -> Vec<Value> = find;
}

/// The condition that positions are to meet.
enum WantedValue {
    /// A value in its one form.
    Equal(Value),
    /// A function that gives `true`.
    Condition(Value),
}

impl WantedValue {
    fn new(cx: &mut Session, wanted: Value) -> Result<WantedValue, EvalError> {
        Ok(match &wanted {
            Value::Function(_) => WantedValue::Condition(wanted),
            Value::Loopy(_) | Value::Gamma(_) | Value::Nimber(_) => WantedValue::Equal(wanted),
            Value::Position(p) => WantedValue::Equal(worth_of(cx, *p)?),
            _ => match as_game(cx, &wanted)? {
                Some(g) => WantedValue::Equal(game_value(&cx.games, g)),
                None => return Err(FindError::NoValue { got: cx.describe(&wanted) }.into()),
            },
        })
    }

    fn is_met(&self, position: &Value, cx: &mut Session) -> Result<bool, EvalError> {
        match self {
            WantedValue::Equal(wanted) => Ok(match position {
                Value::Position(p) => worth_of(cx, *p)? == *wanted,
                value => value == wanted,
            }),
            WantedValue::Condition(condition) => match call_given(cx, condition, vec![position.clone()])? {
                Value::Boolean(is_met) => Ok(is_met),
                other => Err(FindError::NoTruth { got: cx.describe(&other) }.into()),
            },
        }
    }
}

fn find(
    cx: &mut Session,
    rule: Value,
    wanted: Value,
    size: Option<Count>,
    letters: Option<Rc<String>>,
) -> Result<Vec<Value>, EvalError> {
    let wanted = WantedValue::new(cx, wanted)?;
    let boards = match letters {
        Some(letters) => Some(BoardsBySize::of_letters(cx, &rule, &letters)?),
        None => BoardsBySize::new(cx, &rule)?,
    };
    match boards {
        Some(all) => find_board(cx, &rule, all, &wanted, size),
        None => match role_of(&cx.globals, &rule) {
            Some(Role::OnGraphs) => {
                let mut graphs = ConnectedGraphs::default();
                let sizes = (size.map_or(MOST_EDGES, |Count(size)| size), ConnectedGraphs::MOST_EDGES);
                find_by_edges(cx, &rule, &wanted, sizes, "connected graph", |cx| larger_graphs(&mut graphs, cx))
            }
            Some(Role::OnPictures) => {
                let mut pictures = PicturesByEdges::default();
                let sizes = (size.map_or(MOST_PICTURE_EDGES, |Count(size)| size), PicturesByEdges::MAX_EDGES);
                find_by_edges(cx, &rule, &wanted, sizes, "picture", |cx| larger_pictures(&mut pictures, cx))
            }
            _ => find_heap(cx, rule, &wanted, size),
        },
    }
}

/// Returns the symmetries of the boards of a ruleset, also of a variant such as its impartial version. `None` if it makes no
/// positions of boards.
fn symmetry(cx: &Session, rule: &Value) -> Option<BoardSymmetry> {
    match (role_of(&cx.globals, rule), rule) {
        // Steps that are not the same in all directions leave no image of a board.
        (Some(Role::Board(BoardSymmetry::Square)), Value::Ruleset(ruleset))
            if let Ruleset::Optioned(_, _, arguments) = &**ruleset
                && !arguments.iter().all(is_symmetric) =>
        {
            Some(BoardSymmetry::Still)
        }
        (Some(Role::Board(symmetry)), _) => Some(symmetry),
        (Some(Role::Variant(_)), Value::Ruleset(ruleset)) => match &**ruleset {
            Ruleset::Builtin(_, _, first) => symmetry(cx, first.first()?),
            _ => None,
        },
        _ => None,
    }
}

/// Returns `true` if steps are the same in all images of a square; other arguments always are.
fn is_symmetric(argument: &Value) -> bool {
    let Value::List(list) = argument else { return true };
    let steps: Vec<[i64; 2]> = list.iter().filter_map(|step| as_step(&step)).collect();
    steps.iter().all(|&[down, right]| steps.contains(&[right, down]) && steps.contains(&[-down, right]))
}

/// All boards of a ruleset, those with fewer cells first.
pub(crate) struct BoardsBySize {
    letters: Vec<char>,
    shapes: Shapes,
    /// `true` if they are boards of a person's own game, which takes the board itself and not its text.
    are_own: bool,
}

impl BoardsBySize {
    /// Returns the boards of a ruleset, or `None` if its positions are no boards.
    pub fn new(cx: &mut Session, rule: &Value) -> Result<Option<BoardsBySize>, EvalError> {
        let Some(symmetry) = symmetry(cx, rule) else { return Ok(None) };
        let letters = letters(cx, rule)?;
        Ok(Some(BoardsBySize::with(symmetry, letters, false)))
    }

    /// Returns the boards with these letters, also of a person's own game.
    ///
    /// # Errors
    /// A ruleset whose positions are no boards; no letter; a sign that is no letter.
    fn of_letters(cx: &mut Session, rule: &Value, letters: &str) -> Result<BoardsBySize, EvalError> {
        some_letters(letters, "find", 3)?;
        let letters: BTreeSet<char> = letters.chars().collect();
        if letters.iter().all(|letter| *letter == HOLE) {
            return Err(FindError::HolesAlone.into());
        }
        let letters = letters.into_iter().collect();
        let symmetry_claimed = |is_claimed| if is_claimed { BoardSymmetry::Square } else { BoardSymmetry::Still };
        match (symmetry(cx, rule), rule) {
            (Some(symmetry), _) => Ok(BoardsBySize::with(symmetry, letters, false)),
            (None, Value::Ruleset(ruleset)) if let Ruleset::Defined(slot, ..) = **ruleset => {
                let is_claimed = cx.globals.claims_of(slot).is_some_and(|claims| claims.symmetry);
                Ok(BoardsBySize::with(symmetry_claimed(is_claimed), letters, true))
            }
            (None, Value::Function(_)) => Ok(BoardsBySize::with(BoardSymmetry::Still, letters, true)),
            _ => Err(FindError::NoBoards { got: cx.describe(rule) }.into()),
        }
    }

    fn with(symmetry: BoardSymmetry, mut letters: Vec<char>, are_own: bool) -> BoardsBySize {
        let shapes = Shapes::of(symmetry, letters.contains(&HOLE));
        letters.retain(|letter| *letter != HOLE);
        BoardsBySize { letters, shapes, are_own }
    }

    /// Returns a board as the ruleset takes it.
    fn argument(&self, cx: &mut Session, board: &Board) -> Result<Value, EvalError> {
        let text = Value::text(board.text());
        match self.are_own {
            true => make(cx, AnyOrText(text), None, None).map(Value::Board),
            false => Ok(text),
        }
    }

    /// Returns the boards with one cell more, each once up to symmetry, or `None` if more than `most` would have to be compared.
    pub fn next(&mut self, most: usize, cx: &mut Session) -> Result<Option<(usize, Vec<Board>)>, EvalError> {
        let cells = self.shapes.grow(&mut cx.games.budget)?;
        let boards = self.shapes.boards(&self.letters, most, &mut cx.games.budget)?;
        Ok(boards.map(|boards| (cells, boards)))
    }

    /// Returns the connected boards of which a board as it is written consists, each as the first of its images.
    pub fn connected(&self, board: &str) -> Vec<Board> {
        let symmetry = self.shapes.symmetry();
        let lanes: Vec<&str> = if symmetry.is_of_lanes() { board.split('/').collect() } else { vec![board] };
        let boards = lanes.into_iter().filter_map(|lane| {
            let cells = lane.chars().filter(|letter| *letter != '/').collect();
            Board::new(lane.split('/').count(), lane.split('/').next()?.chars().count(), cells).ok()
        });
        let regions = boards.flat_map(|board| regions(&board, |letter| letter != HOLE));
        regions.map(|board| symmetry.first_image(&board)).collect()
    }

    /// Passes over the boards with one cell more and returns the number of their cells.
    pub fn pass(&mut self, cx: &mut Session) -> Result<usize, EvalError> {
        Ok(self.shapes.grow(&mut cx.games.budget)?)
    }
}

fn find_board(
    cx: &mut Session,
    rule: &Value,
    mut all: BoardsBySize,
    wanted: &WantedValue,
    size: Option<Count>,
) -> Result<Vec<Value>, EvalError> {
    if let Some(Count(size)) = size
        && size > Shapes::MOST_CELLS as u64
    {
        let limit = Shapes::MOST_CELLS.to_string();
        return Err(Fault::TooLarge { what: "board", size: size.to_string(), limit }.into());
    }
    let largest = size.map_or(Shapes::MOST_CELLS, |Count(size)| size as usize);
    let mut left = if size.is_some() { usize::MAX } else { MOST_BOARDS };
    let mut looked_at = 0;
    // A catalogue has all boards to some number of cells.
    if let (Some(earlier), WantedValue::Equal(value), false) = (cx.games.earlier.clone(), wanted, all.are_own) {
        let found = earlier.smallest(&name_of(cx, rule), &cx.text(value, Notation::Ascii)?);
        let boards = found.boards.into_iter().filter(|board| cells_of(board) <= largest);
        let boards: Vec<Value> =
            boards.map(|board| at_heaps(cx, rule, vec![Value::text(board)])).collect::<Result<_, _>>()?;
        if !boards.is_empty() {
            return Ok(boards);
        }
        while looked_at < found.complete_to.min(largest) {
            looked_at = all.pass(cx)?;
        }
    }
    while looked_at < largest {
        let Some((cells, boards)) = all.next(left, cx)? else { break };
        left -= boards.len().min(left);
        let mut found = Vec::new();
        for board in boards {
            cx.games.budget.tick()?;
            let argument = all.argument(cx, &board)?;
            let position = at_heaps(cx, rule, vec![argument])?;
            if wanted.is_met(&position, cx)? {
                reserve_list(&mut cx.games.budget, 1)?;
                found.push(position);
            }
        }
        if !found.is_empty() {
            return Ok(found);
        }
        looked_at = cells;
    }
    let rule = name_of(cx, rule);
    none_found(cx, &format!("no board of `{rule}` of at most {looked_at} cells"), looked_at as u64);
    Ok(Vec::new())
}

/// Returns the number of cells of a board as it is written.
pub(crate) fn cells_of(board: &str) -> usize {
    board.chars().filter(|letter| !matches!(letter, '/' | '#')).count()
}

/// Returns the letters that a board of one cell may have.
fn letters(cx: &mut Session, rule: &Value) -> Result<Vec<char>, EvalError> {
    let warnings = cx.machine.running.warnings.len();
    let mut letters = Vec::new();
    for letter in ('!'..='~').filter(|letter| *letter != '/') {
        match at_heaps(cx, rule, vec![Value::text(letter)]) {
            Ok(_) => letters.push(letter),
            Err(EvalError::Said(said)) if said.code == ErrorCode::BoardShape => {}
            Err(trouble) => return Err(trouble),
        }
    }
    cx.machine.running.warnings.truncate(warnings);
    Ok(letters)
}

/// Returns the smallest positions of a ruleset on graphs or pictures. `grow` gives the arguments for those with one edge more, at
/// first the one without edges.
fn find_by_edges(
    cx: &mut Session,
    rule: &Value,
    wanted: &WantedValue,
    (largest, limit): (u64, usize),
    what: &str,
    mut grow: impl FnMut(&mut Session) -> Result<Vec<Value>, EvalError>,
) -> Result<Vec<Value>, EvalError> {
    if largest > limit as u64 {
        let (size, limit) = (largest.to_string(), limit.to_string());
        return Err(Fault::TooLarge { what: "number of edges", size, limit }.into());
    }
    for _ in 0..=largest {
        let mut found = Vec::new();
        for argument in grow(cx)? {
            cx.games.budget.tick()?;
            let position = call_given(cx, rule, vec![argument])?;
            if wanted.is_met(&position, cx)? {
                reserve_list(&mut cx.games.budget, 1)?;
                found.push(position);
            }
        }
        if !found.is_empty() {
            return Ok(found);
        }
    }
    let rule = name_of(cx, rule);
    none_found(cx, &format!("no {what} of `{rule}` of at most {largest} edges"), largest);
    Ok(Vec::new())
}

/// Returns the connected graphs with one edge more than the last ones, each as the argument of a ruleset.
fn larger_graphs(graphs: &mut ConnectedGraphs, cx: &mut Session) -> Result<Vec<Value>, EvalError> {
    let mut all = Vec::new();
    for graph in graphs.grow(&mut cx.games.budget)? {
        // Vertices are numbered as they come in the list, so that they need not be listed before the edges.
        let mut order: Vec<u8> = Vec::new();
        for v in graph.iter().flatten() {
            if !order.contains(v) {
                order.push(*v);
            }
        }
        let number = |v: u8| order.iter().position(|w| *w == v).unwrap_or_default() as u64;
        let joined = graph.iter().map(|edge| edge.map(number));
        all.push(numbered(cx, String::new(), vertex_count(graph).into(), graph.len() as u64, joined)?);
    }
    Ok(all)
}

/// Returns the pictures with one edge more than the last ones, each as the argument of a ruleset.
fn larger_pictures(pictures: &mut PicturesByEdges, cx: &mut Session) -> Result<Vec<Value>, EvalError> {
    let pictures = pictures.grow(&mut cx.games.budget)?;
    reserve_list(&mut cx.games.budget, pictures.len() as u64)?;
    Ok(pictures.iter().map(|edges| picture(edges)).collect())
}

/// Returns a picture as it is written: a stalk by its colours, any other by its edges.
fn picture(edges: &[PictureEdge]) -> Value {
    let is_stalk = (0..).zip(edges).all(|(height, &(from, to, _))| (from, to) == (height, height + 1));
    if is_stalk {
        return Value::text(edges.iter().map(|(.., colour)| colour.letter()).collect::<String>());
    }
    let edge = |&(from, to, colour): &PictureEdge| {
        Value::list(vec![Value::Integer(from.into()), Value::text(colour.letter()), Value::Integer(to.into())])
    };
    Value::list(edges.iter().map(edge).collect())
}

fn find_heap(
    cx: &mut Session,
    rule: Value,
    wanted: &WantedValue,
    size: Option<Count>,
) -> Result<Vec<Value>, EvalError> {
    let heaps = Heaps::new(rule, "find", cx)?;
    let largest = size.map_or(LARGEST_HEAP, |Count(size)| size);
    for heap in 0..=largest {
        let position = heaps.at(heap, cx)?;
        let is_met = wanted.is_met(&position, cx).map_err(|trouble| heaps.blamed(trouble))?;
        if is_met {
            return Ok(vec![position]);
        }
    }
    let rule = name_of(cx, &heaps.rule);
    none_found(cx, &format!("no heap of `{rule}` up to {largest}"), largest);
    Ok(Vec::new())
}

/// Returns the name of a ruleset, without the parameters of its boards.
pub(crate) fn name_of(cx: &mut Session, rule: &Value) -> String {
    match rule {
        Value::Function(function) => match &**function {
            Function::Builtin(_, name) => name.to_string(),
            _ => cx.short(rule),
        },
        _ => cx.short(rule),
    }
}

/// Warns that nothing was found up to a size.
fn none_found(cx: &mut Session, looked_at: &str, most: u64) {
    let place = cx.here();
    let message = format!("{looked_at} has this value or meets this condition");
    cx.warn(
        Diagnostic::warning(ErrorCode::FindNone, place, message, "nothing found")
            .help(format!("a last argument says how far to look: `find(r, G, {})`", most.saturating_mul(2))),
    );
}
