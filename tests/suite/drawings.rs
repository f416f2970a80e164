//! Pictures: what stands where, and that nothing is too large to be drawn or to be cut.

use std::cell::RefCell;
use std::collections::HashMap;
use std::io;
use std::rc::Rc;

use cg::builtins;
use cg::eval::{Existing, Host, NewFile, Session};
use cg::picture::{Arrow, Medium, MoveGraph, Shape, Spot, Vertex, width};
use cg_engine::games::{Budget, Fault, Player};
use cg_engine::notation::Notation;

use crate::language::{check, run};
use crate::random_graph::{is_thorough, rounds};
use crate::update;

type Files = Rc<RefCell<HashMap<String, Vec<u8>>>>;

/// A world with a terminal of so many columns, and files in memory.
#[derive(Clone, Default)]
struct Paper {
    printed: Rc<RefCell<String>>,
    files: Files,
    columns: Option<usize>,
}

struct Sheet(String, Files);

impl io::Write for Sheet {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.1.borrow_mut().entry(self.0.clone()).or_default().extend(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl NewFile for Sheet {
    fn finish(self: Box<Self>) -> io::Result<()> {
        Ok(())
    }
}

impl Host for Paper {
    fn write(&mut self, text: &str) -> io::Result<()> {
        self.printed.borrow_mut().push_str(text);
        Ok(())
    }

    fn read_file(&mut self, _: &str) -> io::Result<String> {
        Err(io::ErrorKind::NotFound.into())
    }

    fn columns(&self) -> Option<usize> {
        self.columns
    }

    fn create_file(&mut self, path: &str, _: Existing<'_>) -> io::Result<Box<dyn NewFile>> {
        if path.starts_with("nowhere") {
            return Err(io::ErrorKind::NotFound.into());
        }
        Ok(Box::new(Sheet(path.into(), self.files.clone())))
    }
}

/// What is printed by a text, or the code of its error.
fn drawn(text: &str, notation: Notation, columns: Option<usize>) -> String {
    let paper = Paper { columns, ..Paper::default() };
    let mut session = Session::new(builtins::all(), Box::new(paper.clone()));
    session.printer.notation = notation;
    let result = run(&mut session, text);
    let printed = paper.printed.take();
    if result.starts_with("!!") { result } else { printed }
}

fn ascii(text: &str) -> String {
    drawn(text, Notation::Ascii, None)
}

/// The file that a text writes.
pub fn svg(text: &str) -> String {
    let paper = Paper::default();
    let mut session = Session::new(builtins::all(), Box::new(paper.clone()));
    let result = run(&mut session, text);
    let printed = paper.printed.take();
    assert!(printed.contains("written to"), "{text}: {result}");
    String::from_utf8(paper.files.take().into_values().next().expect("a file")).expect("a text")
}

/// Left's options to the left, Right's to the right, those of both below; up is {0|*} (Winning Ways, ch. 2).
#[test]
fn small_trees() {
    assert_eq!(ascii("draw(up)"), "  up\n ++-+\n 0  *\n    H\n    0\n");
}

#[test]
fn text() {
    let cases = [
        "draw(thermograph(<7|5||4|1>))",
        "draw(thermograph(<2|-1/2>))",
        "draw(thermograph(1/4))",
        "draw(thermograph(<1000|-1000>))",
        "draw(<2|-1/2>)",
        "draw(form <0,+-1|2>)",
        "draw(nim(3))",
        "draw(domineering(2,2), depth=2)",
        "draw(graph <a -> b, c; b -> a, t; c -> t; t>)",
        "draw(graph <a -L> b; a -R> c; b -> c; c -> c>)",
        "g := graph <a -> b; b -> a, t; s -> t; t>; draw(g.a)",
        "draw(graph <n -> (n - k for k in {1,3,4} if k <= n) for n in 0..30>)",
        "draw(hackenbush(\"BRG\"))",
        "draw(hackenbush <0 -B- a; a -R- b; b -B- 0; a -G- c>)",
        "draw(sequence(kayles, 60))",
        "draw(kayles)",
        "draw(lasker)",
        "draw(octal(\"0.007\"))",
        "draw(wythoff)",
        "draw(kayles(4))",
        "draw([1, -2, 1/2])",
        "game f(n) := <f(n)>; draw(f(1))",
    ];
    let both =
        |case: &str| format!("{case}\n{}{}", drawn(case, Notation::Unicode, None), drawn(case, Notation::Ascii, None));
    insta::assert_snapshot!(cases.map(both).join("\n"));
}

#[test]
fn graphics() {
    insta::assert_snapshot!("thermograph", svg("draw(thermograph(<7|5||4|1>), \"t.svg\")"));
    insta::assert_snapshot!("move_graph", svg("draw(graph <a -> b, c; b -> a, t; c -> c, t; t>, \"g.svg\")"));
}

/// What is drawn is well formed: labels with signs of XML in them too.
#[test]
fn labels_are_escaped() {
    let text = svg("draw(graph <\"<&>\" -> \"]]>\">, \"g.svg\")");
    assert!(text.contains("&lt;&amp;") && !text.contains("<&>"), "{text}");
}

#[test]
fn lines_fit_the_terminal() {
    let cases = [
        "draw(thermograph(<7|5||4|1>))",
        "draw(<<7|5>|<4|1>>)",
        "draw(up_sum(3) + +-1)",
        "draw(sequence(kayles, 60))",
        "draw(*12)",
        "draw(nim(5, 6))",
        "draw(kayles)",
        "draw(lasker)",
        "draw(wythoff)",
        "draw(graph <n -> (n - k for k in {1,3,4} if k <= n) for n in 0..30>)",
    ];
    for columns in [20, 40, 80] {
        for case in cases {
            for notation in [Notation::Ascii, Notation::Unicode] {
                let text = drawn(case, notation, Some(columns));
                assert!(!text.starts_with("!!"), "{case}: {text}");
                let picture = text.lines().filter(|line| !line.contains("has more room"));
                let widest = picture.map(|line| line.chars().count()).max().unwrap_or(0);
                assert!(widest <= columns, "{case} in {columns} columns takes {widest}:\n{text}");
            }
        }
    }
}

#[test]
fn what_is_large_is_cut() {
    let cases = [
        "draw(10^9)",
        "draw(*1000)",
        "draw(nim(1000))",
        "draw(graph <n -> n - 1 for n in 1..5000>)",
        "draw(graph <n -> (m for m in 0..99 if m != n) for n in 0..99>)",
        "draw(hackenbush(\"BRG\" * 1))",
        "draw(thermograph(<10^30|-10^30>))",
        "draw([10^400, 1])",
        "draw(1..10^9)",
        "game f(n) := <f(n + 1)>; draw(f(1), depth=3)",
    ];
    for case in cases {
        for text in [case.to_string(), case.replacen("depth=3)", "\"f.svg\", 3)", 1)] {
            let begun = std::time::Instant::now();
            let text = ascii(&text);
            assert!(text.len() < 100_000 && begun.elapsed().as_secs() < 20, "{case}");
        }
    }
    for case in ["graph <n -> (m for m in 0..99 if m != n) for n in 0..99>", "*200", "2^1000", "1..10^6"] {
        assert!(svg(&format!("draw({case}, \"x.svg\")")).len() < 1 << 20, "{case}");
    }
}

#[test]
fn errors() {
    assert_eq!(ascii("draw(up, \"nowhere/up.svg\")"), "!!io::write");
}

/// A board of boxes that would not fit is drawn in letters.
#[test]
fn boards_in_narrow_terminals() {
    let draw = |columns| drawn("draw(toads_frogs(\"TTTT__FFFF\"))", Notation::Unicode, Some(columns));
    assert_eq!(draw(24), "T T T T _ _ F F F F\n");
    assert!(draw(80).contains("│ T │ T │ T │ T │   │   │ F │ F │ F │ F │"));
}

/// PNG and PDF are features of the build.
#[test]
fn pixels_and_pages() {
    let encodings = [
        ("x.PNG", cfg!(feature = "png"), &b"\x89PNG\r\n\x1a\n"[..]),
        ("x.pdf", cfg!(feature = "pdf"), &b"%PDF-1."[..]),
    ];
    for (file, is_built, head) in encodings {
        if !is_built {
            check(&[(&*format!("draw(up, \"{file}\")"), "!!picture::file")]);
            continue;
        }
        let paper = Paper::default();
        let mut session = Session::new(builtins::all(), Box::new(paper.clone()));
        for case in ["up", "thermograph(<2|-1/2>)", "graph <a -> a>", "kayles", "2^1000"] {
            let result = run(&mut session, &format!("draw({case}, \"{file}\")"));
            let printed = paper.printed.take();
            assert!(printed.contains(&format!("written to {file}")), "{case}: {result}");
            let bytes = paper.files.borrow_mut().remove(file).expect("a file");
            assert!(bytes.starts_with(head), "{case}");
        }
    }
}

/// What is written of a vertex is its outcome and the least value that none of its followers has.
#[test]
fn long_lists_of_arrows_say_values() {
    let mut values: Vec<usize> = Vec::new();
    for n in 0..=30usize {
        let reached: Vec<usize> = [1, 3, 4].iter().filter(|k| **k <= n).map(|k| values[n - k]).collect();
        values.push((0..).find(|v| !reached.contains(v)).expect("there is one"));
    }
    let graph = "draw(graph <n -> (n - k for k in {1,3,4} if k <= n) for n in 0..30>)";
    let value = |n: usize| ["P, 0", "N, *", "N, *2", "N, *3"][values[n]];
    let text = ascii(graph);
    assert_eq!(text.lines().count(), 31);
    for row in text.lines() {
        let words: Vec<&str> = row.split("  ").filter(|word| !word.is_empty()).map(str::trim).collect();
        assert_eq!(words[1], value(words[0].parse().expect("the name of a vertex")), "{row}");
    }
    let narrow = drawn(graph, Notation::Ascii, Some(20));
    assert!(narrow.contains("-> ") && !narrow.contains("P, 0"), "{narrow}");
}

/// Pictures stand on white paper.
#[test]
fn paper() {
    for case in ["up", "thermograph(<2|-1/2>)", "graph <a -> a>", "kayles", "toads_frogs(\"T_F\")"] {
        let text = svg(&format!("draw({case}, \"x.svg\")"));
        let size = |name: &str| text.split(&format!(" {name}=\"")).nth(1).and_then(|rest| rest.split('"').next());
        let paper = text.split("<rect").find(|tag| tag.contains("fill=\"white\"")).expect("there is paper");
        for name in ["width", "height"] {
            assert!(paper.contains(&format!("{name}=\"{}\"", size(name).expect("a size"))), "{case}: {paper}");
        }
    }
}

/// What cannot be written or read is pointed at.
#[test]
fn the_file_is_pointed_at() {
    let cases = [
        ("draw(up, \"nowhere/up.svg\")", "\"nowhere/up.svg\""),
        ("f := \"nowhere/up.svg\"\ndraw(<1|2>, f)", "f"),
        ("draw(up, depth=2, file=\"nowhere/up.svg\")", "\"nowhere/up.svg\""),
        ("save_graph(graph <a -> b>, \"nowhere/g.csv\")", "\"nowhere/g.csv\""),
        ("load_graph(\"g.csv\")", "\"g.csv\""),
    ];
    for (text, wanted) in cases {
        let mut session = Session::new(builtins::all(), Box::new(Paper::default()));
        let source = session.sources.add("test", text);
        let prepared = session.prepare(&source);
        let last = prepared.statements.iter().map(|statement| session.execute(statement).result).last();
        let Some(Err(error)) = last else { panic!("{text}: no error") };
        assert_eq!(source.slice(error.labels[0].span), wanted, "{text}");
        assert!(error.code.as_str().starts_with("io::"), "{text}: {}", error.code);
    }
}

/// The dots of a plot in ASCII: how many places to the right of the first, and above the lowest.
fn dots(text: &str, apart: usize) -> Vec<(usize, usize)> {
    let rows: Vec<&str> = text.lines().take_while(|line| !line.contains("---")).collect();
    let signs =
        rows.iter().rev().enumerate().flat_map(|(y, row)| row.char_indices().map(move |(x, sign)| (x, y, sign)));
    let all: Vec<_> = signs.filter(|(.., sign)| "*o".contains(*sign)).collect();
    let first = all.iter().map(|(x, ..)| *x).min().unwrap_or(0);
    let low = all.iter().map(|(_, y, _)| *y).min().unwrap_or(0);
    let mut dots: Vec<_> = all.into_iter().map(|(x, y, _)| ((x - first) / apart, y - low)).collect();
    dots.sort_unstable();
    dots
}

/// Each dot stands where the least value that no option has stands (Winning Ways, ch. 4).
#[test]
fn nim_values_stand_at_their_places() {
    let mut values: Vec<usize> = Vec::new();
    for n in 0..60usize {
        let options = |taken: usize| (0..(n + 1).saturating_sub(taken)).map(move |a| (a, n - taken - a));
        let reached: Vec<usize> = [1, 2].into_iter().flat_map(options).map(|(a, b)| values[a] ^ values[b]).collect();
        values.push((0..).find(|v| !reached.contains(v)).expect("there is one"));
    }
    let wanted: Vec<_> = values.into_iter().enumerate().collect();
    assert_eq!(dots(&ascii("draw(sequence(kayles, 60))"), 1), wanted);
}

/// The P-positions of Wythoff's game: each number from 1 on is in one pair, whose difference is its number.
#[test]
fn p_positions_stand_at_their_places() {
    let mut wanted = vec![(0, 0)];
    for difference in 1.. {
        let a = (1..).find(|n| wanted.iter().all(|(x, y)| x != n && y != n)).expect("there is one");
        if a + difference > 20 {
            break;
        }
        wanted.extend([(a, a + difference), (a + difference, a)]);
    }
    wanted.sort_unstable();
    assert_eq!(dots(&ascii("draw(wythoff)"), 2), wanted);
}

/// Points have a scale for each axis: those of a line stand on a line, whatever the measures.
#[test]
fn pairs_fill_the_picture() {
    let text = ascii("draw([[0, 0], [5, 500], [10, 1000]])");
    let places: Vec<(usize, usize)> =
        text.lines().enumerate().filter_map(|(row, line)| Some((row, line.find('*')?))).collect();
    let [(top, right), (_, middle), (bottom, left)] = places[..] else { panic!("three points: {text}") };
    assert_eq!((top, bottom), (0, 19), "{text}");
    assert!((left + right).abs_diff(2 * middle) <= 1 && right - left > 60, "{text}");
}

/// As many signs as there are members stand above each key (4, 1 and 2 of them, of at most 4, in 20 rows).
#[test]
fn bars_are_as_high_as_their_numbers() {
    let text = ascii("draw(tally([1, 1, 1, 1, 2, 3, 3]))");
    let rows = |column: usize| text.lines().filter(|line| line.as_bytes().get(column) == Some(&b'#')).count();
    let first = text.lines().find_map(|line| line.find('#')).expect("a bar");
    let heights = [0, 10, 20].map(|at| rows(first + at));
    assert!(heights[0] == 20 && heights[1].abs_diff(6) <= 1 && heights[2].abs_diff(11) <= 1, "{heights:?}\n{text}");
}

/// A table of two values has two shades and says which is which.
#[test]
fn heat_maps_have_a_legend() {
    let text = ascii("draw([[0, 1, 1], [1, 0, 1]])");
    let rows: Vec<String> = text.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!((&*rows[0], &*rows[1]), (".@@", "@.@"), "{text}");
    assert!(text.contains(". 0") && text.contains("@ 1"), "{text}");
}

/// The nim-values of Kayles have period 12 from heap 71 on, with 14 exceptions (Guy and Smith 1956).
#[test]
fn a_period_is_marked() {
    for case in ["kayles", "period(kayles)", "period(kayles, 500)"] {
        let text = ascii(&format!("draw({case})"));
        assert!(text.contains(" preperiod 71\n") && text.contains(" period 12\n"), "{text}");
        let rings = svg(&format!("draw({case}, \"kayles.svg\")")).matches("fill=\"#ffffff\"").count();
        assert_eq!(rings, 14, "{case}");
    }
    let lasker = ascii("draw(period(lasker))");
    assert!(lasker.contains("period 4, saltus 4\n"), "{lasker}");
    let open = ascii("draw(period(octal(\"0.007\"), 300))");
    assert!(open.contains("not periodic up to 300\n"), "{open}");
}

/// The stops of a game stand beside its walls where no other number says them.
#[test]
fn stops_of_a_thermograph() {
    let text = ascii("draw(thermograph(<2|-1/2>))");
    let ground = text.lines().find(|line| line.trim_start().starts_with("0+")).expect("a line at temperature 0");
    assert!(ground.contains(" 2 /") && ground.contains("\\ -1/2 "), "{text}");
    let foot = ascii("draw(thermograph(<1000|-1000>))");
    assert!(foot.contains(" 1000 ") && foot.contains(" -1000\n") && !foot.contains("1001"), "{foot}");
}

/// Beside an axis stand numbers of the size that is plotted.
#[test]
fn axes_say_how_large() {
    let small = ascii("draw([0, 1/10, 1/5, 3/10])");
    assert!(small.starts_with(" 0.30|    *\n") && small.contains("\n 0.20|   *\n"), "{small}");
    let pairs = ascii("draw([[0, 0], [1/10, 1/5]])");
    assert_eq!(pairs.matches('*').count(), 2, "{pairs}");
    assert!(pairs.starts_with(" 0.20|") && pairs.trim_end().ends_with("0.10"), "{pairs}");
    let large = ascii("draw([2^k for k in 0..40])");
    assert!(large.contains("\n 1e12|"), "{large}");
    let signed = ascii("draw([-3, 2])");
    assert_eq!(signed.lines().next(), Some("  2|  *"), "{signed}");
    assert!(signed.contains("\n  0|\n") && signed.contains("\n -3| *\n"), "{signed}");
}

#[test]
fn a_tree_is_as_deep_as_is_asked() {
    assert_eq!(ascii("draw(<1,up|-1/2>, depth=0)").lines().next(), Some(" <1|-1/2>"));
    let levels =
        |depth: u32| ascii(&format!("draw(5, depth={depth})")).lines().filter(|l| l.contains(char::is_numeric)).count();
    assert_eq!([levels(1), levels(2), levels(5)], [2, 3, 6]);
}

/// LaTeX is for paper, the terminal shows signs.
#[test]
fn no_latex_in_the_terminal() {
    let tree = drawn("draw(up)", Notation::Latex, None);
    assert!(tree.contains('↑') && !tree.contains('\\'), "{tree}");
}

/// Below a heap, heaps are known by their sizes.
#[test]
fn heaps_in_trees() {
    let words = |text: &str| ascii(text).split_whitespace().map(String::from).collect::<Vec<_>>();
    assert_eq!(words("draw(kayles(1))"), ["kayles(1)", "H", "0"]);
    // Of two single pins one is left, whichever is taken.
    assert_eq!(words("draw(kayles(1) + kayles(1))"), ["kayles(1)", "+", "kayles(1)", "H", "1", "H", "0"]);
    let tree = ascii("draw(nim(1, 1))");
    assert!(tree.contains("(0, 1)") && tree.contains("(1, 0)"), "{tree}");
}

/// The pictures of a session, by their theme.
const SESSION: [(&str, &str); 2] =
    [("light", "examples/pictures/session.svg"), ("dark", "examples/pictures/session-dark.svg")];

/// The pictures of the README are what its example draws.
#[test]
fn pictures_of_the_readme() {
    let paper = Paper::default();
    let mut session = Session::new(builtins::all(), Box::new(paper.clone()));
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let name = "examples/pictures.cg";
    let script = std::fs::read_to_string(root.join(name)).expect("there is a story of pictures");
    let source = session.sources.add(name, &script);
    for statement in &session.prepare(&source).statements {
        session.execute(statement).result.expect("the story runs");
    }
    let files = paper.files.take();
    for (path, bytes) in &files {
        update::file_is(path, std::str::from_utf8(bytes).expect("SVG is a text"));
    }
    for (theme, path) in SESSION {
        let ran = crate::program::cg(&["run", "--picture", theme, "examples/session.cg"]);
        assert_eq!((ran.status, ran.err.as_str()), (0, ""));
        update::file_is(path, &ran.out);
    }
    let stored = std::fs::read_dir(root.join("examples/pictures")).expect("there is a folder of pictures").count();
    assert_eq!(stored, files.len() + SESSION.len());
    let readme = std::fs::read_to_string(root.join("README.md")).expect("there is a README");
    let shown = files.keys().filter(|path| readme.contains(&format!("({path})"))).count();
    assert!(shown >= 2, "the README shows {shown} of the pictures");
    assert!(SESSION.iter().all(|(_, path)| readme.contains(&format!("srcset=\"{path}\""))));
}

fn move_graph(n: usize, arrows: impl IntoIterator<Item = (usize, usize, Option<Player>)>) -> MoveGraph {
    let note = |v: usize| if v.is_multiple_of(3) { "N, inf(0)".to_string() } else { String::new() };
    let vertex = |v: usize| Vertex { label: "v".repeat(1 + v % 7), note: note(v), here: v == 0, board: None };
    let arrows = arrows.into_iter().map(|(from, to, player)| Arrow { from, to, player }).collect();
    MoveGraph { vertices: (0..n).map(vertex).collect(), arrows, undirected: false }
}

/// Each vertex has its box, each label its place in the box, no two boxes meet, and each arrow leads from the edge of one
/// box to the edge of another.
fn well_laid_out(graph: &MoveGraph) {
    let draw = || graph.draw(Medium::Svg, &mut Budget::unlimited()).expect("no limits");
    let drawing = draw();
    assert_eq!(drawing, draw(), "a graph has one picture");
    let boxes: Vec<(Spot, Spot)> = drawing
        .shapes
        .iter()
        .filter_map(|shape| match shape {
            Shape::Area { corner, size, .. } => Some((*corner, (corner.0 + size.0, corner.1 + size.1))),
            _ => None,
        })
        .collect();
    assert_eq!(boxes.len(), graph.vertices.len());
    for (i, a) in boxes.iter().enumerate() {
        for b in &boxes[..i] {
            assert!(a.1.0 < b.0.0 || b.1.0 < a.0.0 || a.1.1 < b.0.1 || b.1.1 < a.0.1, "{a:?} meets {b:?}");
        }
    }
    let labels = drawing.shapes.iter().filter_map(|shape| match shape {
        Shape::Label { at, text, .. } => Some((*at, width(text) as f64 / 2.0)),
        _ => None,
    });
    let wanted = graph.vertices.iter().map(|v| 1 + usize::from(!v.note.is_empty())).sum::<usize>();
    assert_eq!(labels.clone().count(), wanted);
    for ((x, y), half) in labels {
        let inside = |b: &&(Spot, Spot)| b.0.0 < x - half && x + half < b.1.0 && b.0.1 < y - 0.5 && y + 0.5 < b.1.1;
        assert_eq!(boxes.iter().filter(inside).count(), 1, "a label at {x}, {y}");
    }
    let routes: Vec<&Vec<Spot>> = drawing
        .shapes
        .iter()
        .filter_map(|shape| match shape {
            Shape::Line { through, arrow: true, .. } => Some(through),
            _ => None,
        })
        .collect();
    assert_eq!(routes.len(), graph.arrows.len());
    let near = |a: f64, b: f64| (a - b).abs() < 1e-6;
    let between = |x: f64, low: f64, high: f64| low - 1e-6 < x && x < high + 1e-6;
    let on_edge = |(x, y): Spot, (low, high): (Spot, Spot)| {
        (near(x, low.0) || near(x, high.0)) && between(y, low.1, high.1)
            || (near(y, low.1) || near(y, high.1)) && between(x, low.0, high.0)
    };
    for (arrow, route) in graph.arrows.iter().zip(routes) {
        assert!(on_edge(route[0], boxes[arrow.from]), "{arrow:?} begins at {:?}", route[0]);
        assert!(on_edge(route[route.len() - 1], boxes[arrow.to]), "{arrow:?} ends at {:?}", route[route.len() - 1]);
        assert!(route.iter().all(|at| at.0.is_finite() && at.1.is_finite()));
    }
}

/// Loops, arrows there and back, arrows of both players, parts that do not touch, single vertices, nothing at all.
#[test]
fn small_move_graphs_are_laid_out() {
    let (both, left, right) = (None, Some(Player::Left), Some(Player::Right));
    well_laid_out(&move_graph(0, []));
    well_laid_out(&move_graph(1, []));
    well_laid_out(&move_graph(5, []));
    well_laid_out(&move_graph(1, [(0, 0, both)]));
    well_laid_out(&move_graph(1, [(0, 0, left), (0, 0, right)]));
    well_laid_out(&move_graph(2, [(0, 1, left), (0, 1, right), (1, 0, left), (1, 0, right), (1, 1, both)]));
    well_laid_out(&move_graph(6, [(0, 1, both), (1, 0, both), (2, 3, both), (3, 3, both), (5, 2, left)]));
    let circle = |n: usize| move_graph(n, (0..n).map(|v| (v, (v + 1) % n, None)));
    (2..20).for_each(|n| well_laid_out(&circle(n)));
    let all = |n: usize| move_graph(n, (0..n).flat_map(|v| (0..n).map(move |w| (v, w, None))));
    (2..10).for_each(|n| well_laid_out(&all(n)));
    // Arrows that pass many layers, in the largest graph that is drawn where all is asked for.
    let many = if is_thorough() { 120 } else { 60 };
    well_laid_out(&move_graph(many, (1..many).flat_map(|v| [(v, v - 1, None), (v, v / 2, None), (v, 0, left)])));
}

#[test]
fn random_move_graphs_are_laid_out() {
    let mut state = 2026u64;
    let mut random = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    for _ in 0..rounds(50) {
        let n = 1 + random(60);
        let count = random(3 * n);
        let players = [None, Some(Player::Left), Some(Player::Right)];
        let arrows: Vec<_> = (0..count).map(|_| (random(n), random(n), players[random(3)])).collect();
        well_laid_out(&move_graph(n, arrows));
    }
}

/// A layout that takes long can be stopped.
#[test]
fn a_layout_can_be_interrupted() {
    let graph = move_graph(100, (0..100).flat_map(|v| (0..6).map(move |k| (v, (v * 7 + k * 31) % 100, None))));
    let mut budget = Budget::unlimited();
    budget.interrupt_flag().store(true, std::sync::atomic::Ordering::Relaxed);
    assert!(matches!(graph.draw(Medium::Svg, &mut budget), Err(Fault::Interrupted)));
}
