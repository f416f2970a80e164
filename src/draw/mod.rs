//! Pictures.

mod data;
mod encoding;
mod errors;
mod field;
mod graph;
mod options;
mod plot;
mod position;
mod tree;

use std::rc::Rc;

use dashu_ratio::RBig;

use self::errors::DrawError;
use crate::eval::{
    Count, EvalError, Room, Session, Target, as_position, builtins, print, print_coloured, show_picture, write_bytes,
};
pub use field::{Field, field};
pub use position::{Material, Part, board_in_play, board_picture, boards};
use position::{board_drawing, sketch_text};

use encoding::Encoding;
use options::{File, Manner, Scheme};

use crate::lines;
use crate::picture::{self, Drawing, Look, Mark, Medium, Walls, svg, text};
use crate::value::{Report, Ruleset, Value, report};
use crate::visible;
use cg_engine::notation::{Notation, rational};
use cg_engine::positions;
use cg_engine::positions::View;

builtins! {
    /// Pictures.
    DRAWING, "Drawing";

    /// Draws a thermograph, a game tree, a move graph, a board or a sequence.
    ///
    /// A position on a board is drawn as a board, one on a graph as that graph, one of Hackenbush with its edges, a graph or a vertex of one as a move
    /// graph, a loopy value as the graph of its canonical form or of its two sides, a list of numbers as a plot, a ruleset or its `period` as a plot of its nim-values with the period marked.
    /// Every other value or position is drawn as its game tree: Left's options lean left, Right's lean right, and double
    /// lines are moves of both. `draw(thermograph(G))` has the values grow to the left, as Conway draws them, and the stops
    /// beside the walls. `draw(x, "file.svg")` writes the picture into a file, with more room than a terminal has; a file
    /// that was not drawn here is replaced by `draw(x, "file.svg", replace)`. `draw(p, depth=2)` is the game tree down to
    /// that depth, of a board too. Numbers are leaves of a tree, unless all else ends above a depth that is asked for. Pairs of
    /// numbers are points of the plane, and a ruleset of two heaps is drawn with its P-positions: `draw(wythoff)`.
    ///
    /// `draw(p, tree)` draws what can be reached from a position, each position once and with its value; in files boards
    /// stand in trees as boards. A terminal has colours, blue for Left, red for Right, green for both. A file that ends in `.tikz` is a picture for LaTeX, one in `.tex` a document with it, one in `.typ`
    /// a picture for Typst, which `#include` takes; `.pdf` and `.png` are written by a program that was built with the feature
    /// `pdf`. `theme=dark`, `light`, `transparent` or `print` chooses the colours of SVG, PDF, PNG and Typst, and `width=600`
    /// how wide they are.
    /// A dictionary of numbers, such as `tally(xs)`, is drawn as bars in the order of its keys. A list of pairs of numbers is
    /// drawn as points with a scale for each axis, several series by `draw([["Kayles", xs], ["Dawson", ys]])`, a table or
    /// another list of lists as a heat map. `title="..."`, `x_label="..."` and `y_label="..."` write words around any picture.
    /// draw(toads_frogs("TT_FF"))  #=> T T _ F F
    /// draw(thermograph(+-1), "switch.svg")  #=> thermograph with mean 0 and temperature 1 written to switch.svg
    /// draw(period(kayles), "kayles.svg")  #=> plot of the nim-values of kayles written to kayles.svg
    /// draw(tally(sequence(kayles, 100)), "tally.svg", title="Nim-values of Kayles")  #=> Nim-values of Kayles written to tally.svg
    /// See: print, thermograph, sequence, clobber, domineering, hackenbush, save_graph, replace
    #[effect = World]
    draw(x: Value, file: Option<File>, replace: Option<Manner>, view: Option<Manner>, depth: Option<Count>,
        theme: Option<Scheme>, width: Option<Count>, title: Option<Rc<String>>, x_label: Option<Rc<String>>,
        y_label: Option<Rc<String>>) -> Value = draw;
}

/// The narrowest and the widest line that is drawn for.
const WIDTHS: (usize, usize) = (20, 200);

/// A picture that is to be shown: shapes, or text that is ready.
enum Picture {
    Shapes(Drawing),
    Text(String),
}

/// The kind of picture that is asked for.
#[derive(Clone, Copy)]
struct Wish {
    medium: Medium,
    notation: Notation,
    depth: Option<u64>,
    /// `true` if everything that can be reached is drawn, even if there is another picture.
    tree: bool,
    /// `true` if outcomes and values are written on the vertices of a graph.
    notes: bool,
}

impl Wish {
    /// A picture for a file or a page, of no more than is usual.
    const WRITTEN: Wish =
        Wish { medium: Medium::Svg, notation: Notation::Unicode, depth: None, tree: false, notes: true };
}

/// The title of a picture and the labels of its axes.
struct Labels {
    title: Option<Rc<String>>,
    x_label: Option<Rc<String>>,
    y_label: Option<Rc<String>>,
}

impl Labels {
    /// Returns a picture with this title and these labels.
    fn put(&self, drawing: Drawing) -> Drawing {
        let [title, x_label, y_label] =
            [&self.title, &self.x_label, &self.y_label].map(|label| label.as_ref().map(|text| text.as_str()));
        match (title, x_label, y_label) {
            (None, None, None) => drawing,
            _ => drawing.titled(title, x_label, y_label),
        }
    }

    /// Returns a picture in characters with title and labels above and below.
    fn around(&self, text: &str) -> String {
        let line = |label: &Option<Rc<String>>| {
            label.as_ref().map_or(String::new(), |text| format!("{}\n", visible::line(text)))
        };
        format!("{}{}{text}{}", line(&self.title), line(&self.y_label), line(&self.x_label))
    }
}

/// The widths that a picture in a file may have, in units of SVG or pixels.
const SIZES: std::ops::RangeInclusive<u64> = 16..=20_000;

#[allow(clippy::too_many_arguments)] // a parameter of the language each
fn draw(
    cx: &mut Session,
    x: Value,
    file: Option<File>,
    replace: Option<Manner>,
    view: Option<Manner>,
    depth: Option<Count>,
    theme: Option<Scheme>,
    width: Option<Count>,
    title: Option<Rc<String>>,
    x_label: Option<Rc<String>>,
    y_label: Option<Rc<String>>,
) -> Result<Value, EvalError> {
    let labels = Labels { title, x_label, y_label };
    let depth = depth.map(|depth| depth.0);
    let options::Aim { path, argument, replace, tree } = options::aim(file, [replace, view]);
    if let Some(Count(width)) = width
        && !SIZES.contains(&width)
    {
        return Err(DrawError::Width { width }.into());
    }
    let width = width.map(|width| width.0 as u32);
    let wish = Wish { depth, tree, ..Wish::WRITTEN };
    let look = Look { theme: theme.map(|theme| theme.0).unwrap_or_default(), width };
    let Some(path) = path else {
        if cx.host.shows_pictures() {
            let drawing = labels.put(drawing_of(cx, &x, wish)?);
            let written = svg::styled(&drawing, look, &mut cx.games.budget)?;
            show_picture(&mut *cx.host, &written)?;
            return Ok(Value::Nothing);
        }
        let sees = cx.host.columns();
        let columns = width.map(|w| w as usize).or(sees).unwrap_or(lines::USUAL_COLUMNS).clamp(WIDTHS.0, WIDTHS.1);
        let medium = Medium::Text { columns: columns - 1 };
        // LaTeX is for paper.
        let is_typeset = cx.printer.notation.signs().typeset.is_some();
        let notation = if is_typeset { Notation::Unicode } else { cx.printer.notation };
        let is_coloured = cx.host.shows_colours();
        let fit = |line: &str| line.chars().take(columns).collect::<String>() + "\n";
        let is_wide = |text: &str| text.lines().any(|line| picture::width(line) > columns);
        let notes = |more: Vec<String>| match more.join("; ") {
            more if more.is_empty() => more,
            more => format!("{more}; `draw(..., \"file.svg\")` has more room\n"),
        };
        let cut = "cut to the width of the terminal".to_string();
        let shown = match picture_of(cx, &x, Wish { medium, notation, depth, tree, notes: true })? {
            Picture::Text(text) => {
                let has_stones = text.contains(['\u{25cf}', '\u{25cb}']);
                let legend = if has_stones && sees.is_some() { "(\u{25cf} Left, \u{25cb} Right)\n" } else { "" };
                let text = labels.around(&text);
                let text = match sees.is_some() && is_wide(&text) {
                    true => text.lines().map(fit).collect::<String>() + &lines::fitted(&notes(vec![cut]), columns),
                    false => text,
                };
                visible::text(&(text + legend)).into_owned()
            }
            Picture::Shapes(drawing) => {
                let drawing = labels.put(drawing);
                let ascii = notation == Notation::Ascii;
                let shown = if ascii { text::plain(&drawing) } else { text::unicode(&drawing) };
                let more = notes(drawing.more.iter().cloned().chain(is_wide(&shown).then_some(cut)).collect());
                let shown = match is_coloured {
                    true => text::coloured(&drawing, !ascii, columns),
                    false => shown.lines().map(fit).collect(),
                };
                // Somebody at a terminal may not know the signs yet.
                let legend = drawing.legend.filter(|_| sees.is_some());
                let legend = legend.map_or(String::new(), |legend| format!("({legend})\n"));
                shown + &visible::text(&lines::fitted(&(more + &legend), columns))
            }
        };
        match is_coloured {
            true => print_coloured(&mut *cx.host, &shown)?,
            false => print(&mut *cx.host, &shown)?,
        }
        return Ok(Value::Nothing);
    };
    let encoding = Encoding::of(&path, argument)?;
    let drawing = labels.put(drawing_of(cx, &x, wish)?);
    let written = encoding.bytes(&drawing, look, &path, &mut cx.games.budget)?;
    let target = Target::new(&path, argument, "draw(..., FILE, replace)").ours(picture::MARK.as_bytes());
    write_bytes(cx, &target.replace(replace), &written)?;
    let more = drawing.more.map_or(String::new(), |more| format!("; {more}"));
    print(&mut *cx.host, &format!("{}\n", visible::line(&format!("{} written to {path}{more}", drawing.title))))?;
    Ok(Value::Nothing)
}

/// Draws as SVG the picture that belongs to a result even if nobody asked for one: of a board, a graph, a
/// thermograph. The tree of a game is none of these, and neither is the plot of a list.
///
/// # Errors
/// Limits.
pub fn portrait(cx: &mut Session, x: &Value) -> Result<Option<String>, EvalError> {
    if !is_pictured(cx, x)? {
        return Ok(None);
    }
    match picture_of(cx, x, Wish::WRITTEN) {
        Ok(Picture::Shapes(drawing)) => Ok(Some(svg::text(&drawing, &mut cx.games.budget)?)),
        Err(trouble @ EvalError::Fault(_)) => Err(trouble),
        _ => Ok(None),
    }
}

/// A picture as SVG in which one can click on places.
pub struct ClickablePicture {
    /// The picture.
    pub svg: String,
    /// The left side, top, width and height of each place, as parts of the width and height of the picture.
    pub places: Vec<[f64; 4]>,
}

/// Draws a position of Hackenbush with the squares in which one can click on its edges, or returns `None` if it is no such
/// position.
///
/// # Errors
/// Limits.
pub fn edges(cx: &mut Session, p: positions::PositionId) -> Result<Option<ClickablePicture>, EvalError> {
    let Some(View::Strokes(strokes)) = positions::view(p, cx) else { return Ok(None) };
    let mut drawing = picture::stalks(&strokes, Medium::Svg, &mut cx.games.budget)?;
    // The letters stand where one clicks.
    drawing.shapes.retain(|shape| !matches!(shape, picture::Shape::Label { .. }));
    let svg = svg::text(&drawing, &mut cx.games.budget)?;
    Ok(Some(ClickablePicture { svg, places: svg::places(&drawing) }))
}

/// Returns the picture that `draw(x, "file.svg")` writes.
///
/// # Errors
/// `x` has no picture; limits.
pub fn svg_of(cx: &mut Session, x: &Value) -> Result<String, EvalError> {
    let drawing = drawing_of(cx, x, Wish::WRITTEN)?;
    Ok(svg::text(&drawing, &mut cx.games.budget)?)
}

/// Returns `true` if a picture is the usual form of this value: a board, a graph, a thermograph. Every game has a
/// tree, which is drawn only on demand.
///
/// # Errors
/// Limits.
pub fn is_pictured(cx: &mut Session, x: &Value) -> Result<bool, EvalError> {
    Ok(match x {
        Value::Report(report) => matches!(**report, Report::Thermograph(_) | Report::Period(_)),
        Value::Ruleset(ruleset) => matches!(**ruleset, Ruleset::Graph(_)),
        Value::Board(_) => true,
        Value::Position(p) => {
            position::has_boards(cx, *p)?
                || matches!(positions::view(*p, cx), Some(View::Strokes(_) | View::Graph(_)))
                || cx.positions.rules_of(*p).facts().graph.is_some()
        }
        _ => false,
    })
}

/// Returns the picture of a position in characters, with colours if the terminal shows them, or `None` if people do not know
/// the position by one that fits on a screen.
///
/// # Errors
/// Limits.
pub fn component(cx: &mut Session, p: positions::PositionId, notation: Notation) -> Result<Option<String>, EvalError> {
    /// The lines that leave room for a list of moves.
    const MAX_LINES: usize = 20;
    let x = Value::Position(p);
    if !is_pictured(cx, &x)? {
        return Ok(None);
    }
    let columns = cx.host.columns().unwrap_or(lines::USUAL_COLUMNS).clamp(WIDTHS.0, WIDTHS.1) - 1;
    let in_unicode = notation != Notation::Ascii;
    let fits = |text: &str| {
        let count = text.lines().count();
        (1..=MAX_LINES).contains(&count) && text.lines().all(|line| picture::width(line) <= columns)
    };
    let drawing = match picture_of(cx, &x, Wish { medium: Medium::Text { columns }, notation, ..Wish::WRITTEN }) {
        Ok(Picture::Text(text)) => return Ok(Some(visible::text(&text).into_owned()).filter(|text| fits(text))),
        Ok(Picture::Shapes(drawing)) => drawing,
        Err(trouble @ EvalError::Fault(_)) => return Err(trouble),
        Err(_) => return Ok(None),
    };
    let text = if in_unicode { text::unicode(&drawing) } else { text::plain(&drawing) };
    let is_coloured = cx.host.shows_colours();
    Ok(fits(&text).then(|| if is_coloured { text::coloured(&drawing, in_unicode, columns) } else { text }))
}

fn drawing_of(cx: &mut Session, x: &Value, wish: Wish) -> Result<Drawing, EvalError> {
    match picture_of(cx, x, wish)? {
        Picture::Shapes(drawing) => Ok(drawing),
        Picture::Text(_) => Err(none(cx, x)),
    }
}

/// Draws a picture. It has little room for names, wherever it goes.
fn picture_of(cx: &mut Session, x: &Value, wish: Wish) -> Result<Picture, EvalError> {
    cx.within(Room::SCREEN, |cx| sketch_of(cx, x, wish))
}

fn sketch_of(cx: &mut Session, x: &Value, wish: Wish) -> Result<Picture, EvalError> {
    let shapes = |drawing| Ok(Picture::Shapes(drawing));
    if wish.tree
        && !matches!(x, Value::Loopy(value) if value.stopper().is_none())
        && let Some(p) = as_position(cx, x)?
    {
        return shapes(graph::of_position(cx, p, wish)?);
    }
    match x {
        Value::Report(report) => shapes(of_report(cx, report, wish)?),
        Value::List(list) if matches!(list.get(0), Some(Value::List(_))) => shapes(data::of_lists(cx, x, list, wish)?),
        Value::List(list) => shapes(plot::of_list(cx, x, list, wish)?),
        Value::Dict(dict) if dict.is_empty() => Err(none(cx, x)),
        Value::Dict(dict) => shapes(data::of_dict(cx, dict, wish)?),
        Value::Table(table) => shapes(data::of_table(cx, table, wish)?),
        Value::Ruleset(ruleset) => match &**ruleset {
            Ruleset::Graph(given) if wish.depth.is_none() => shapes(graph::of_graph(cx, given, wish)?),
            Ruleset::Graph(_) => of_game(cx, x, wish),
            _ => shapes(plot::of_ruleset(cx, x, wish)?),
        },
        Value::Board(board) => {
            let sketch = board.sketch();
            if !wish.medium.is_text() {
                return shapes(picture::stones(&sketch, 1.0));
            }
            let text = sketch_text(cx, &sketch, wish.notation)?;
            if !is_wide(&text, wish) {
                return Ok(Picture::Text(text));
            }
            Ok(Picture::Text(sketch_text(cx, &sketch, Notation::Ascii)?))
        }
        Value::Position(p) if wish.depth.is_none() => {
            let text = wish.medium.is_text();
            if let Some(board) = if text { board_picture(cx, *p, wish.notation)? } else { None } {
                return Ok(Picture::Text(match is_wide(&board, wish) {
                    true => board_picture(cx, *p, Notation::Ascii)?.unwrap_or(board),
                    false => board,
                }));
            }
            if let Some(mut board) = if text { None } else { board_drawing(cx, *p, 1.0)? } {
                board.title = format!("the board of {}", cx.short(x));
                return shapes(board);
            }
            match positions::view(*p, cx) {
                Some(View::Strokes(strokes)) => {
                    return shapes(picture::stalks(&strokes, wish.medium, &mut cx.games.budget)?);
                }
                Some(View::Graph(net)) => return shapes(graph::of_net(cx, &net, wish)?),
                Some(View::Board(_)) | None => {}
            }
            if cx.positions.rules_of(*p).facts().graph.is_some() {
                return shapes(graph::of_position(cx, *p, wish)?);
            }
            of_game(cx, x, wish)
        }
        x => of_game(cx, x, wish),
    }
}

/// Returns `true` if a board in boxes is wider than the terminal. In letters it takes less room.
fn is_wide(board: &str, wish: Wish) -> bool {
    match wish.medium {
        Medium::Text { columns } => board.lines().any(|line| picture::width(line) > columns),
        _ => false,
    }
}

/// Draws the tree of a value or a position, or its move graph if play can come back.
fn of_game(cx: &mut Session, x: &Value, wish: Wish) -> Result<Picture, EvalError> {
    if let Value::Loopy(value) = x
        && value.stopper().is_none()
    {
        return Ok(Picture::Shapes(graph::of_sides(cx, *value, wish)?));
    }
    let Some(p) = as_position(cx, x)? else { return Err(none(cx, x)) };
    match tree::of_position(cx, p, wish)? {
        Some(drawing) => Ok(Picture::Shapes(drawing)),
        None => Ok(Picture::Shapes(graph::of_position(cx, p, wish)?)),
    }
}

fn none(cx: &mut Session, x: &Value) -> EvalError {
    DrawError::NoPicture { got: cx.describe(x) }.into()
}

fn of_report(cx: &mut Session, report: &Rc<Report>, wish: Wish) -> Result<Drawing, EvalError> {
    let drawn = match &**report {
        Report::Thermograph(thermograph) => walls(thermograph, wish).draw(wish.medium),
        Report::Period(period) => Some(plot::of_period(cx, period, wish)?),
        _ => None,
    };
    drawn.ok_or_else(|| none(cx, &Value::Report(report.clone())))
}

/// Returns the walls and stops that a thermograph reports.
fn walls(thermograph: &report::Thermograph, wish: Wish) -> Walls {
    let wall = |wall: &Value| {
        let Value::List(list) = wall else { return Vec::new() };
        let points = list.iter().map(|point| match &point {
            Value::List(pair) => Some([mark(&pair.get(0)?, wish.notation)?, mark(&pair.get(1)?, wish.notation)?]),
            _ => None,
        });
        points.collect::<Option<Vec<_>>>().unwrap_or_default()
    };
    let stop = |stop| mark(stop, wish.notation);
    let stops = stop(&thermograph.left_stop).zip(stop(&thermograph.right_stop)).map(|(left, right)| [left, right]);
    Walls { left: wall(&thermograph.left), right: wall(&thermograph.right), stops }
}

fn mark(value: &Value, notation: Notation) -> Option<Mark> {
    let x = value.as_number()?;
    let at = about(&x).unwrap_or(if x < RBig::ZERO { -FARTHEST } else { FARTHEST });
    Some(Mark { at, text: picture::cut(&rational(&x, notation), 16) })
}

/// Beyond this nothing is drawn to scale.
const FARTHEST: f64 = 1e150;

/// Returns a number as a place on the paper.
fn about(x: &RBig) -> Option<f64> {
    Some(x.to_f64().value()).filter(|x| x.abs() < FARTHEST)
}
