//! The reasons why a move is refused, in the words of the game.

use super::words::Voice;
use crate::eval::{Session, bare, graph_of};
use crate::show::PlacedMove;
use crate::value::graph::term_value;
use cg_engine::games::Player;
use cg_engine::positions::{self, BoardSquare, Cell, Content, NetSketch, PositionId, Sketch, Term, View};
use cg_engine::rulesets::hackenbush;

/// The number of moves that are offered instead.
const OFFERED: usize = 6;

/// Says why the squares `typed` are no move on a board, or returns `None` if the reason is not seen.
pub(super) fn of_squares(
    board: &Sketch,
    typed: &[BoardSquare],
    moves: &[PlacedMove],
    mover: Player,
    voice: &Voice,
) -> Option<String> {
    let cell = |at: BoardSquare| board.rows.get(at.row).and_then(|row| row.get(at.column)).copied();
    let first = *typed.first()?;
    let steps: Vec<&PlacedMove> = moves.iter().filter(|placed| placed.on_board.is_step).collect();
    if let Some(example) = steps.first() {
        let from: Vec<&str> = steps
            .iter()
            .filter(|placed| placed.on_board.squares.first() == Some(&first))
            .map(|placed| placed.on_board.name())
            .collect();
        let whose = if voice.person() == Some(mover) { "you".to_string() } else { mover.to_string() };
        return Some(match (cell(first)?.mark, &from[..]) {
            (Content::Empty, _) => format!("No piece stands on {first}."),
            (Content::Blocked, _) => format!("No piece can stand on {first}: it is taken or no cell."),
            (Content::Stone(owner) | Content::Piece(owner), _) if owner != mover => {
                format!("The piece on {first} is {}.", owned(owner, voice))
            }
            (_, []) => {
                format!("The piece on {first} cannot move now; {} can, by {}.", others(&whose), example.on_board.name())
            }
            (_, from) => format!("From {first} {whose} can move {}.", listed(from)),
        });
    }
    if let Some((at, mark)) = typed.iter().find_map(|&at| Some((at, taken(cell(at)?, voice)?))) {
        return Some(format!("{at} {mark}."));
    }
    let sizes: Vec<usize> = moves.iter().map(|placed| placed.on_board.squares.len()).collect();
    let size = *sizes.first()?;
    let example = moves.first()?.on_board.name();
    if sizes.iter().all(|other| *other == size) && typed.len() != size {
        let squares = if size == 1 { "one square".to_string() } else { format!("{size} squares") };
        return Some(format!("A move names {squares} here, as {example} does."));
    }
    if let [a, b] = typed {
        let is_upright = |a: &BoardSquare, b: &BoardSquare| a.column == b.column;
        let pairs = || moves.iter().map(|placed| &placed.on_board.squares);
        if a.row.abs_diff(b.row) + a.column.abs_diff(b.column) != 1 {
            return Some(format!("{a} and {b} are not side by side."));
        }
        let whose = if voice.person() == Some(mover) { "Yours".to_string() } else { format!("{mover}'s") };
        for (upright, how) in [(true, "one above the other"), (false, "side by side in a row")] {
            let is_so = |pair: &Vec<BoardSquare>| matches!(&pair[..], [a, b] if is_upright(a, b) == upright);
            if is_upright(a, b) != upright && pairs().all(is_so) {
                return Some(format!("{whose} are two squares {how}, as in {example}."));
            }
        }
    }
    if let [at] = typed {
        for (row, column) in [(-1, 0), (1, 0), (0, -1), (0, 1)] {
            let beside = at.row.checked_add_signed(row).zip(at.column.checked_add_signed(column));
            let Some(beside) = beside.map(|(row, column)| BoardSquare { row, column }) else { continue };
            if let Some(Cell { mark: Content::Stone(owner), .. }) = cell(beside) {
                return Some(format!("{at} is free, but {beside} beside it is {}.", owned(owner, voice)));
            }
        }
    }
    None
}

/// Says what is on a cell on which nothing can be placed, or returns `None` if it is empty.
fn taken(cell: Cell, voice: &Voice) -> Option<String> {
    match cell.mark {
        Content::Empty => None,
        Content::Blocked => Some("is taken, or no cell".into()),
        Content::Stone(owner) | Content::Piece(owner) => Some(format!("is {} already", owned(owner, voice))),
        Content::Neutral | Content::Letter => None,
    }
}

/// Returns whose something is: `mine`, `yours`, `Left's`.
fn owned(owner: Player, voice: &Voice) -> String {
    match (voice.person(), voice.person() == Some(owner)) {
        (Some(_), true) => "yours".into(),
        (Some(_), false) => "mine".into(),
        (None, _) => format!("{owner}'s"),
    }
}

fn others(whose: &str) -> String {
    if whose == "you" { "another of yours".into() } else { format!("another of {whose}'s") }
}

/// Returns the first names of a list, and how many more there are.
fn listed(names: &[&str]) -> String {
    match names.len() {
        n if n > OFFERED + 1 => format!("{}, or in {} more ways", names[..OFFERED].join(", "), n - OFFERED),
        _ => match names {
            [all @ .., last] if !all.is_empty() => format!("{} or {last}", all.join(", ")),
            _ => names.concat(),
        },
    }
}

/// Says why there is no move from a position to another one of the same game on numbers, or returns `None` if the reason is not
/// seen.
pub(super) fn of_position(cx: &mut Session, from: PositionId, to: PositionId, list: &[PositionId]) -> Option<String> {
    if from == to {
        return Some("That is the position itself: a move has to change it.".into());
    }
    let before = numbers(cx, from)?;
    let after = numbers(cx, to).filter(|after| after.0 == before.0 && after.1.len() == before.1.len())?;
    let options: Vec<Vec<String>> = list
        .iter()
        .filter_map(|&q| numbers(cx, q))
        .filter(|option| option.0 == before.0 && option.1.len() == before.1.len())
        .map(|option| option.1)
        .collect();
    let changed = |other: &[String]| (0..before.1.len()).filter(|&i| before.1[i] != other[i]).collect::<Vec<_>>();
    let typed = changed(&after.1);
    if options.len() == list.len() && typed.len() > 1 && options.iter().all(|option| changed(option).len() == 1) {
        return Some(format!("That changes {} numbers; a move changes one.", typed.len()));
    }
    let [at] = typed[..] else { return None };
    let mut sizes: Vec<&str> =
        options.iter().filter(|option| changed(option) == [at]).map(|option| option[at].as_str()).collect();
    sizes.dedup();
    Some(match &sizes[..] {
        [] => format!("{} cannot become another number here.", before.1[at]),
        sizes => format!("{} can become {}, not {}.", before.1[at], listed(sizes), after.1[at]),
    })
}

/// Returns the name of a game and its last arguments, if these are numbers.
fn numbers(cx: &Session, p: PositionId) -> Option<(String, Vec<String>)> {
    let Term::Call(name, arguments) = positions::term(p, cx) else { return None };
    let number = |term: &Term| match term {
        Term::Number(x) => Some(x.to_string()),
        _ => None,
    };
    let rules = arguments.iter().take_while(|term| number(term).is_none()).count();
    let head = format!("{name}{:?}", &arguments[..rules]);
    let numbers: Vec<String> = arguments[rules..].iter().map(number).collect::<Option<_>>()?;
    (!numbers.is_empty()).then_some((head, numbers))
}

/// Says why nothing can be done at the vertex or with the edge that is `typed`, or returns `None` if the position has none that
/// is called so.
pub(super) fn of_label(
    cx: &mut Session,
    from: PositionId,
    typed: &str,
    mover: Player,
    voice: &Voice,
) -> Option<String> {
    if let Some((graph, here)) = graph_of(&cx.positions, from) {
        let here = bare(cx, &graph.label(here));
        let there = (0..graph.len()).map(|v| bare(cx, &graph.label(v))).find(|label| label == typed)?;
        return Some(format!("No arrow leads from {here} to {there}."));
    }
    match positions::view(from, cx)? {
        View::Graph(net) => of_coloured_vertex(cx, &net, typed, voice),
        View::Strokes(_) => {
            let edges = hackenbush::edges_of(&positions::term(from, cx))?;
            let (a, b) = typed.split_once('-')?;
            let [a, b] = [a, b].map(str::trim);
            let is_meant = |edge: &&[String; 3]| (edge[0] == a && edge[2] == b) || (edge[0] == b && edge[2] == a);
            let own = if mover == Player::Left { "blue" } else { "red" };
            let whose = if voice.person() == Some(mover) { "you cut".to_string() } else { format!("{mover} cuts") };
            Some(match edges.iter().find(is_meant).map(|edge| edge[1].as_str()) {
                Some(letter) if letter != "G" && (letter == "B") != (mover == Player::Left) => {
                    let colour = if letter == "B" { "blue" } else { "red" };
                    format!("The edge {a}-{b} is {colour}; {whose} {own} and green ones.")
                }
                Some(_) => return None,
                None => format!("There is no edge {a}-{b} here."),
            })
        }
        View::Board(_) => None,
    }
}

/// Says what is on a vertex, or beside it.
fn of_coloured_vertex(cx: &mut Session, net: &NetSketch, typed: &str, voice: &Voice) -> Option<String> {
    let labels: Vec<String> = net.vertices.iter().map(|(label, _)| bare(cx, &term_value(label))).collect();
    if let Some((a, b)) = typed.split_once('-') {
        let place = |end: &str| labels.iter().position(|label| label == end.trim());
        let (a, b) = (place(a)?, place(b)?);
        let is_there =
            net.edges.iter().map(|edge| edge.ends.map(|v| v as usize)).any(|ends| ends == [a, b] || ends == [b, a]);
        let edge = format!("{}-{}", labels[a], labels[b]);
        return Some(if is_there {
            format!("The edge {edge} cannot be taken.")
        } else {
            format!("There is no edge {edge} here.")
        });
    }
    let v = labels.iter().position(|label| label == typed.trim_start_matches("vertex ").trim())?;
    if let Some(taken) = taken(net.vertices[v].1, voice) {
        return Some(format!("{} {taken}.", labels[v]));
    }
    let beside = net.edges.iter().map(|edge| edge.ends.map(|w| w as usize)).filter(|edge| edge.contains(&v));
    for w in beside.map(|[a, b]| if a == v { b } else { a }) {
        if let Content::Stone(owner) = net.vertices[w].1.mark {
            return Some(format!("{} is free, but {} beside it is {}.", labels[v], labels[w], owned(owner, voice)));
        }
    }
    Some(format!("No move is called {} here.", labels[v]))
}

/// Returns the rule of a built-in game in a sentence.
pub(super) fn rule(cx: &mut Session, p: PositionId) -> Option<String> {
    let (p, _) = cx.positions.without_sign(p);
    let name = match positions::term(p, cx) {
        Term::Call(name, _) => name.to_string(),
        Term::Name(text) => text.split(' ').next()?.to_string(),
        _ => return None,
    };
    let row = cx.globals.builtins.find(&name)?;
    let row = cx.globals.builtins.row(row);
    let summary = row.summary().split(';').next()?.trim_end_matches('.');
    // A name, a colon, and the rule.
    summary.contains(':').then(|| format!("{summary}."))
}
