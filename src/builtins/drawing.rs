//! Pictures.

mod graph;
mod plot;
mod tree;

use std::path::Path;
use std::rc::Rc;

use dashu_ratio::RBig;

use crate::language::{Count, Report, Ruleset, Session, Trouble, Value, builtins};
use crate::notation::{Notation, rational};
use crate::picture::{self, Drawing, Mark, Medium, Walls, svg, text};

builtins! {
    /// Pictures.
    DRAWING, "Drawing";

    /// Draws a thermograph, a game tree, a move graph, a board or a sequence.
    ///
    /// A position on a board is drawn as a board, one of Hackenbush with its edges, a graph or a vertex of one as a move
    /// graph, a list of numbers and a ruleset as a plot of its nim-values. Every other value or position is drawn as its game
    /// tree: Left's options lean left, Right's lean right, and double lines are moves of both. `draw(thermograph(G))` has
    /// the values grow to the left, as Conway draws them. `draw(x, "file.svg")` writes the picture into a file, with more
    /// room than a terminal has; `draw(p, depth=2)` is the game tree down to that depth, of a board too.
    /// draw(toads_frogs("TT_FF"))  #=> T T _ F F
    /// draw(thermograph(+-1), "switch.svg")  #=> "thermograph with mean 0 and temperature 1 written to switch.svg"
    /// See: print, thermograph, sequence, clobber, domineering, hackenbush, save_graph
    draw(x: Value, file: Option<Rc<String>>, depth: Option<Count>) -> Value = draw;
}

/// Columns of a terminal of unknown size.
const COLUMNS: usize = 80;
/// The narrowest and the widest line that is drawn for.
const WIDTHS: (usize, usize) = (20, 200);

/// What is to be shown: shapes, or text that is ready.
enum Picture {
    Shapes(Drawing),
    Text(String),
}

/// How a picture is to be made.
#[derive(Clone, Copy)]
struct Wish {
    medium: Medium,
    notation: Notation,
    depth: Option<u64>,
}

fn draw(cx: &mut Session, x: Value, file: Option<Rc<String>>, depth: Option<Count>) -> Result<Value, Trouble> {
    let depth = depth.map(|depth| depth.0);
    let Some(path) = file else {
        let columns = cx.host.columns().unwrap_or(COLUMNS).clamp(WIDTHS.0, WIDTHS.1);
        let medium = Medium::Text { columns: columns - 1 };
        let shown = match picture_of(cx, &x, Wish { medium, notation: cx.notation, depth })? {
            Picture::Text(text) => text,
            Picture::Shapes(drawing) => {
                let ascii = cx.notation == Notation::Ascii;
                let shown = if ascii { text::plain(&drawing) } else { text::unicode(&drawing) };
                let wide = shown.lines().any(|line| picture::width(line) > columns);
                let cut = wide.then(|| "cut to the width of the terminal".to_string());
                let more = match drawing.more.into_iter().chain(cut).collect::<Vec<_>>().join("; ") {
                    more if more.is_empty() => more,
                    more => format!("{more}; `draw(..., \"file.svg\")` has more room\n"),
                };
                let fit = |line: &str| line.chars().take(columns).collect::<String>() + "\n";
                shown.lines().map(fit).collect::<String>() + &more
            }
        };
        cx.print(&shown)?;
        return Ok(Value::Nothing);
    };
    let ending = Path::new(&**path).extension().map_or(String::new(), |e| e.to_string_lossy().to_lowercase());
    if ending != "svg" && ending != "png" {
        let message = match &*ending {
            "" => format!("`{path}` has no ending that says what picture to write"),
            ending => format!("pictures are not written as `.{ending}`"),
        };
        return Err(Trouble::said("picture::file", message)
            .here("this file")
            .help(format!("write SVG: `draw(..., \"{}.svg\")`", path.trim_end_matches(&format!(".{ending}"))))
            .inside(1, 0..0, ""));
    }
    let wish = Wish { medium: Medium::Svg, notation: Notation::Unicode, depth };
    let Picture::Shapes(drawing) = picture_of(cx, &x, wish)? else { return Err(none(cx, &x)) };
    let written = svg::text(&drawing);
    if ending == "png" {
        return Err(Trouble::said("picture::file", "this program writes pictures as SVG, not as PNG")
            .here("this file")
            .help(format!(
                "write `{}svg` and turn it into PNG: `rsvg-convert` and Inkscape can",
                path.trim_end_matches("png")
            ))
            .inside(1, 0..0, ""));
    }
    cx.write_picture(written.as_bytes(), &path)?;
    let more = drawing.more.map_or(String::new(), |more| format!("; {more}"));
    Ok(Value::text(format!("{} written to {path}{more}", drawing.title)))
}

fn picture_of(cx: &mut Session, x: &Value, wish: Wish) -> Result<Picture, Trouble> {
    let shapes = |drawing| Ok(Picture::Shapes(drawing));
    match x {
        Value::Report(report) => shapes(of_report(cx, report, wish)?),
        Value::List(list) => shapes(plot::of_list(cx, x, list, wish)?),
        Value::Ruleset(ruleset) => match &**ruleset {
            Ruleset::Graph(given) if wish.depth.is_none() => shapes(graph::of_graph(cx, given, wish)?),
            Ruleset::Graph(_) => of_game(cx, x, wish),
            _ => shapes(plot::of_ruleset(cx, x, wish)?),
        },
        Value::Position(p) if wish.depth.is_none() => {
            let text = wish.medium.is_text();
            if let Some(board) = if text { cx.picture(*p, wish.notation)? } else { None } {
                return Ok(Picture::Text(board));
            }
            if let Some(board) = if text { None } else { cx.board_drawing(*p)? } {
                return shapes(board);
            }
            let rules = cx.positions.rules(cx.positions.ruleset_of(*p));
            let state = cx.positions.state(*p).to_vec();
            if let Some(strokes) = rules.strokes(&state, cx) {
                return shapes(picture::stalks(&strokes, wish.medium, &mut cx.games.budget)?);
            }
            if rules.whole().is_some() {
                return shapes(graph::of_position(cx, *p, wish)?);
            }
            of_game(cx, x, wish)
        }
        x => of_game(cx, x, wish),
    }
}

/// The tree of a value or a position; its move graph where play can come back.
fn of_game(cx: &mut Session, x: &Value, wish: Wish) -> Result<Picture, Trouble> {
    let Some(p) = cx.as_position(x)? else { return Err(none(cx, x)) };
    match tree::of_position(cx, p, wish)? {
        Some(drawing) => Ok(Picture::Shapes(drawing)),
        None => Ok(Picture::Shapes(graph::of_position(cx, p, wish)?)),
    }
}

fn none(cx: &mut Session, x: &Value) -> Trouble {
    let what = cx.describe(x);
    Trouble::said("value::none", format!("there is no picture of {what}"))
        .here("nothing to draw")
        .help("what has a picture: games and positions, `thermograph(G)`, graphs, rulesets, lists of numbers")
        .inside(0, 0..0, "")
}

fn of_report(cx: &mut Session, report: &Rc<Report>, wish: Wish) -> Result<Drawing, Trouble> {
    let field = |name: &str| report.fields.iter().find(|(field, _)| *field == name).map(|(_, value)| value.clone());
    if let (Some(_), Some(Value::List(left)), Some(Value::List(right))) =
        (field("left_stop"), field("left"), field("right"))
    {
        let wall = |list: &crate::language::List| {
            let points = list.iter().map(|point| match &point {
                Value::List(pair) => Some([mark(&pair.get(0)?, wish.notation)?, mark(&pair.get(1)?, wish.notation)?]),
                _ => None,
            });
            points.collect::<Option<Vec<_>>>().unwrap_or_default()
        };
        let walls = Walls { left: wall(&left), right: wall(&right) };
        if let Some(drawing) = walls.draw(wish.medium) {
            return Ok(drawing);
        }
    }
    let x = Value::Report(report.clone());
    if field("saltus").is_some() {
        return Err(Trouble::said("value::none", "a period does not know the sequence it belongs to")
            .here("nothing to draw")
            .help("draw the ruleset, and the period is marked: `draw(kayles)`")
            .inside(0, 0..0, ""));
    }
    Err(none(cx, &x))
}

fn mark(value: &Value, notation: Notation) -> Option<Mark> {
    let x = value.as_number()?;
    Some(Mark { at: about(&x), text: picture::cut(&rational(&x, notation), 16) })
}

/// A number as a place on the paper.
fn about(x: &RBig) -> f64 {
    let at = x.to_f64().value();
    if at.is_finite() { at } else { f64::MAX.sqrt().copysign(at) }
}
