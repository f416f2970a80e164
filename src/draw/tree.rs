//! Game trees of values and positions.

use std::collections::VecDeque;
use std::sync::Arc;

use super::position::board_drawing;
use super::{Wish, graph};
use crate::eval::{EvalError, Session};
use crate::picture::{Drawing, Medium, Tree, cut};
use crate::value::Value;
use cg_engine::games::Player;
use cg_engine::positions::{self, Options, PositionId, Term};

/// Nodes and depth that are drawn, in a terminal and in a file.
const NODES: [usize; 2] = [150, 600];
const DEPTH: [u64; 2] = [6, 10];
/// Letters of the name of a node.
const NAME: [usize; 2] = [16, 28];
/// Options of one player that are drawn when not all fit.
const FEW: [usize; 5] = [40, 8, 4, 2, 1];
/// Columns of a picture in a file, and of one whose depth is asked for.
const WIDE: [f64; 2] = [180.0, 1000.0];

/// A node on its way into the tree.
struct Growing {
    at: PositionId,
    node: usize,
    depth: u64,
    /// The nodes from the root to this one.
    parent: Option<usize>,
}

/// Returns the ruleset of a position of heaps, or of all parts of a sum. Below a root that has one, heaps are named
/// by their sizes.
pub(super) fn family(cx: &mut Session, root: PositionId) -> Option<Arc<str>> {
    let of_one = |term: Term| match term {
        Term::Call(name, arguments) => sizes(&arguments).map(|_| name),
        _ => None,
    };
    match positions::term(root, cx) {
        Term::Call(name, arguments) if sizes_of_parts(cx, &arguments).is_some() => Some(name),
        Term::Sum(parts) => {
            let mut all = parts.into_iter().take(8).map(|part| of_one(positions::term(part, cx)));
            let first = all.next()??;
            all.all(|name| name.as_ref() == Some(&first)).then_some(first)
        }
        term => of_one(term),
    }
}

/// Returns the sizes of heaps, without the rule in front of them.
fn sizes(arguments: &[Term]) -> Option<String> {
    let rule = |term: &&Term| matches!(term, Term::Set(_) | Term::List(_) | Term::Text(_));
    let size = |term: &Term| match term {
        Term::Number(x) => Some(x.to_string()),
        _ => None,
    };
    let sizes: Vec<String> = arguments.iter().skip_while(rule).map(size).collect::<Option<_>>()?;
    match &sizes[..] {
        [] => None,
        [one] => Some(one.clone()),
        several => Some(format!("({})", several.join(", "))),
    }
}

/// Returns the sizes of the parts of a compound if these are heaps of one ruleset.
fn sizes_of_parts(cx: &Session, arguments: &[Term]) -> Option<String> {
    let [Term::Name(_), parts @ ..] = arguments else { return None };
    let mut ruleset = None;
    let mut texts = Vec::new();
    for part in parts {
        let Term::Position(part) = part else { return None };
        let Term::Call(name, arguments) = positions::term(*part, cx) else { return None };
        if *ruleset.get_or_insert_with(|| name.clone()) != name {
            return None;
        }
        texts.push(sizes(&arguments)?);
    }
    (!texts.is_empty()).then(|| texts.join(", "))
}

/// Returns the name of a position: without the words that say what kind of thing it is, and without the name of the
/// ruleset where it is the one given.
pub(super) fn name(cx: &mut Session, p: PositionId, family: Option<&str>, wish: Wish) -> Result<String, EvalError> {
    let text = match positions::term(p, cx) {
        Term::Call(name, arguments) if family == Some(&*name) && sizes(&arguments).is_some() => {
            sizes(&arguments).unwrap_or_default()
        }
        Term::Call(name, arguments) if family == Some(&*name) && sizes_of_parts(cx, &arguments).is_some() => {
            sizes_of_parts(cx, &arguments).unwrap_or_default()
        }
        Term::Vertex(_, label) => match *label {
            Term::Text(text) => text.to_string(),
            Term::Number(x) => x.to_string(),
            _ => cx.written(&Value::Position(p), wish.notation)?,
        },
        // A board or a stalk is known by its text.
        Term::Call(_, arguments) if matches!(&arguments[..], [Term::Text(_)]) => match &arguments[0] {
            Term::Text(text) => text.to_string(),
            _ => String::new(),
        },
        Term::Sum(parts) if !parts.is_empty() && parts.len() <= 8 => {
            let mut all = Vec::new();
            for part in parts {
                // A sum has no sums as parts, so this is one step down.
                let text = name(cx, part, family, wish)?;
                // Heaps that have ended are left out.
                if text != "0" || family.is_none() || !has_ended(cx, part)? {
                    all.push(text);
                }
            }
            if all.is_empty() {
                all.push("0".into());
            }
            all.join(" + ").replace("+ -", "- ")
        }
        _ => cx.written(&Value::Position(p), wish.notation)?,
    };
    Ok(text.strip_prefix("form ").unwrap_or(&text).replace('\n', " "))
}

/// Returns `true` if neither player has a move.
pub(super) fn has_ended(cx: &mut Session, p: PositionId) -> Result<bool, EvalError> {
    let mut options = Options::default();
    graph::options(cx, p, &mut options)?;
    Ok(options.left.is_empty() && options.right.is_empty())
}

/// Levels that are drawn at most.
const DEEPEST: u64 = 60;

/// Draws the tree, as deep and as wide as fits. `None` if play comes back to a position.
pub(super) fn of_position(cx: &mut Session, root: PositionId, wish: Wish) -> Result<Option<Drawing>, EvalError> {
    let (place, wide) = match wish.medium {
        Medium::Text { columns } => (0, columns as f64),
        Medium::Svg => (1, WIDE[usize::from(wish.depth.is_some())]),
    };
    let deepest = wish.depth.unwrap_or(DEPTH[place]).min(DEEPEST);
    // First fewer levels, then fewer options.
    let mut tries = Vec::new();
    let levels: Vec<u64> = if wish.depth.is_some() { vec![deepest] } else { (2..=deepest).rev().collect() };
    tries.extend(levels.iter().map(|&depth| (depth, FEW[0])));
    tries.extend(FEW[1..].iter().flat_map(|&few| [deepest.min(3), 2, 1].map(|depth| (depth.min(deepest), few))));
    let mut last = None;
    for (depth, few) in tries {
        let bounds = Bounds { depth, few, nodes: NODES[place], letters: NAME[place] };
        // Numbers are leaves, unless all the rest ends above a depth that is asked for, or the root is a number.
        let above = match wish.depth {
            None if is_number(cx, root) => None,
            None => grown(cx, root, wish, bounds, true)?,
            Some(_) => grown(cx, root, wish, bounds, true)?.filter(|grown| !grown.complete || grown.height == depth),
        };
        let grown = match above {
            Some(grown) => grown,
            None => match grown(cx, root, wish, bounds, false)? {
                Some(grown) => grown,
                None => return Ok(None),
            },
        };
        let Grown { tree, complete, .. } = grown;
        let fits = tree.width() <= wide;
        last = Some((tree, complete, depth));
        if fits {
            break;
        }
    }
    let Some((tree, complete, depth)) = last else { return Ok(None) };
    let mut drawing = tree.draw(wish.medium);
    if !complete {
        let deeper = match wish.medium {
            _ if depth == DEEPEST => format!("; no more than {DEEPEST} levels are drawn"),
            Medium::Svg => format!("; `depth={}` asks for more", depth + 1),
            Medium::Text { .. } => String::new(),
        };
        drawing.more = Some(format!("the tree goes on where `..` stands{deeper}"));
    }
    Ok(Some(drawing))
}

/// The limits of a tree that is drawn.
#[derive(Clone, Copy)]
struct Bounds {
    depth: u64,
    /// Options of one player.
    few: usize,
    nodes: usize,
    /// Letters of the name of a node.
    letters: usize,
}

/// A tree within bounds.
struct Grown {
    tree: Tree,
    /// `true` if nothing is left out.
    complete: bool,
    /// Levels below the root.
    height: u64,
}

/// Returns `true` if the position is a value that is a number.
pub(super) fn is_number(cx: &Session, p: PositionId) -> bool {
    matches!(positions::term(p, cx), Term::Game(g) if cx.games.as_number(g).is_some())
}

/// Grows the tree, with numbers below the root as leaves or with their options. `None` if play comes back.
fn grown(
    cx: &mut Session,
    root: PositionId,
    wish: Wish,
    bounds: Bounds,
    leaves: bool,
) -> Result<Option<Grown>, EvalError> {
    let Bounds { depth: deepest, few, nodes: most, letters } = bounds;
    let mut tree = Tree::new(cut(&name(cx, root, None, wish)?, 2 * letters));
    if !wish.medium.is_text()
        && let Some(board) = board_drawing(cx, root, graph::SMALL)?
    {
        tree.show(0, board);
    }
    let family = family(cx, root);
    let (mut complete, mut height) = (true, 0);
    let mut count = 1;
    let mut way: Vec<(PositionId, Option<usize>)> = Vec::new();
    let mut next = VecDeque::from([Growing { at: root, node: 0, depth: 0, parent: None }]);
    let mut options = Options::default();
    while let Some(Growing { at, node, depth, parent }) = next.pop_front() {
        cx.games.budget.tick()?;
        height = height.max(depth);
        if leaves && depth > 0 && is_number(cx, at) {
            continue;
        }
        let mut before = parent;
        while let Some(i) = before {
            if way[i].0 == at {
                return Ok(None);
            }
            before = way[i].1;
        }
        way.push((at, parent));
        let here = way.len() - 1;
        graph::options(cx, at, &mut options)?;
        let sides = if options.impartial {
            vec![(None, options.left.clone())]
        } else {
            vec![(Some(Player::Left), options.left.clone()), (Some(Player::Right), options.right().to_vec())]
        };
        for (player, moves) in sides {
            // Two ways to one position are one option.
            let mut seen = rustc_hash::FxHashSet::default();
            let mut named = rustc_hash::FxHashSet::default();
            let mut moves: Vec<PositionId> = moves;
            moves.retain(|p| seen.insert(*p));
            if moves.is_empty() {
                continue;
            }
            if depth == deepest || count >= most {
                complete = false;
                tree.add(node, player, "..");
                continue;
            }
            let mut drawn = 0;
            for &p in &moves {
                if drawn == few {
                    complete = false;
                    tree.add(node, player, "..");
                    break;
                }
                let text = name(cx, p, family.as_deref(), wish)?;
                let label = cut(&text, letters);
                if family.is_some() && !named.insert(text) {
                    continue;
                }
                drawn += 1;
                let new = tree.add(node, player, label);
                if !wish.medium.is_text()
                    && let Some(board) = board_drawing(cx, p, graph::SMALL)?
                {
                    tree.show(new, board);
                }
                count += 1;
                next.push_back(Growing { at: p, node: new, depth: depth + 1, parent: Some(here) });
            }
        }
    }
    Ok(Some(Grown { tree, complete, height }))
}
