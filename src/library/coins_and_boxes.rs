//! Dots and Boxes, Strings and Coins, and other games in which some moves say where or by whom the next one is made.

use dashu_int::IBig;

use super::errors::{BoardError, BoxesError};
use super::grounds::{GraphArrows, net_of};
use crate::eval::{AnyOrText, Count, EvalError, Place, Rest, Session, bare, builtins, members_of, sum_of};
use crate::value::{Ruleset, Value};
use cg_engine::games::Fault;
use cg_engine::rulesets::dots_and_boxes::{self, BadDots, MAX_SIDE};
use cg_engine::rulesets::strings_and_coins::{self, CoinString};
use cg_engine::rulesets::top_entails;

/// The largest number of strings.
const MAX_STRINGS: usize = 4096;

builtins! {
    /// Games with moves that bind the next one.
    COINS_AND_BOXES, "Boxes and coins";

    /// Dots and Boxes: who closes a box owns it and draws again.
    ///
    /// `dots_and_boxes(m, n)` has m rows of n boxes and no lines; `dots_and_boxes("+-+ +/|   |/+ +-+")` is drawn, its rows parted
    /// by `/`, the owners of boxes as `L` and `R`. Each box is a point (Winning Ways, ch. 16; Berlekamp, The Dots and Boxes Game).
    /// With at most 24 lines, as on 3 rows of 3 boxes, all positions are scored at once; with more, play is searched.
    /// score(dots_and_boxes(2, 2))  #=> [2, -2]
    /// [dots_and_boxes(1, 1)]  #=> [dots_and_boxes("+ +/   /+ +")]
    /// score(dots_and_boxes("+-+-+/|   |/+-+-+"), L)  #=> 2
    /// See: strings_and_coins, nimstring, score, solve, again
    dots_and_boxes(board: AnyOrText, columns: Option<IBig>) -> Place = boxes;

    /// Strings and Coins: who cuts a coin loose takes it and cuts again.
    ///
    /// Played on a graph, or on a list of strings `[[0, 1], [1, 2]]`; vertex `0` is the ground, which is no coin. A list may have
    /// several strings between the same two; a graph has one. Each coin is a point (Winning Ways, ch. 16). Sums of trees, long
    /// chains and long loops are reckoned by who keeps control.
    /// score(strings_and_coins(graph <0 -- a; a -- b; b -- c; c -- 0>))  #=> [-3, 3]
    /// score(strings_and_coins([[1, 2]]), L)  #=> 2
    /// See: dots_and_boxes, nimstring, score
    strings_and_coins(g: Value) -> Place = |cx: &mut Session, g| {
        let strings = strings(cx, "strings_and_coins", &g)?;
        Ok(Place(strings_and_coins::position(&strings, true, cx)))
    };

    /// Nimstring: as Strings and Coins, but who cannot move has lost.
    ///
    /// Its values are nimbers, or `loony` where somebody can take coins and choose who moves next (Winning Ways, ch. 16).
    /// nimstring([[0, 1]])  #=> 0
    /// nimstring([[0, 1], [0, 1]])  #=> *
    /// nimstring([[1, 2]])  #=> 0
    /// See: strings_and_coins, loony, again
    nimstring(g: Value) -> Place = |cx: &mut Session, g| {
        let strings = strings(cx, "nimstring", &g)?;
        Ok(Place(strings_and_coins::position(&strings, false, cx)))
    };

    /// Top Entails: split a stack, or take a coin and be answered in it.
    ///
    /// The values of stacks are nimbers, or `loony` (Winning Ways, ch. 12).
    /// [nim_value(top_entails(n)) for n in [0, 2, 4, 5, 6]]  #=> [0, 0, 1, 0, 2]
    /// nim_value(top_entails(1)) == loony  #=> true
    /// See: entail, loony, nim
    top_entails [] (heaps: Rest<Count>) -> Place = |cx: &mut Session, heaps: Rest<Count>| {
        let mut stacks = Vec::with_capacity(heaps.0.len());
        for Count(coins) in heaps.0 {
            let Ok(coins) = u32::try_from(coins) else {
                return Err(Fault::TooLarge { what: "stack", size: coins.to_string(), limit: u32::MAX.to_string() }.into());
            };
            stacks.push(top_entails::stack(coins, cx));
        }
        Ok(Place(sum_of(cx, &stacks)?))
    };
}

fn boxes(cx: &mut Session, board: AnyOrText, columns: Option<IBig>) -> Result<Place, EvalError> {
    let name = "dots_and_boxes";
    let too_large = || BoxesError::Large { limit: MAX_SIDE };
    let side = |n: &IBig| usize::try_from(n.clone()).ok().filter(|&n| n <= MAX_SIDE).ok_or_else(too_large);
    match (&board.0, board.0.as_integer(), columns) {
        (Value::Text(text), _, None) if text.is_empty() => Ok(Place(dots_and_boxes::empty(0, 0, cx))),
        (Value::Text(text), _, None) => dots_and_boxes::read(text, cx).map(Place).map_err(|bad| {
            match bad {
                BadDots::Length(row) => BoxesError::Length { row: row + 1 },
                BadDots::Rows(rows) => BoxesError::Rows { rows },
                BadDots::Sign(row, column) => BoxesError::Sign { row: row + 1, column: column + 1 },
                BadDots::Open(row, column) => BoxesError::Open { row: row + 1, column: column + 1 },
                BadDots::Large => too_large(),
            }
            .into()
        }),
        (_, Some(rows), Some(columns)) => {
            let (rows, columns) = (side(&rows)?, side(&columns)?);
            Ok(Place(dots_and_boxes::empty(rows, columns, cx)))
        }
        (_, Some(_), None) => Err(BoardError::OneSize { name }.into()),
        (Value::Text(_), _, Some(_)) => Err(BoardError::TextAndSize.into()),
        _ => Err(BoxesError::NoBoard { got: cx.describe(&board.0) }.into()),
    }
}

/// Reads the strings of a graph, or of a list of pairs.
fn strings(cx: &mut Session, name: &'static str, g: &Value) -> Result<Vec<CoinString>, EvalError> {
    let mut strings = match g {
        Value::Ruleset(ruleset) if let Ruleset::Graph(graph) = &**ruleset => {
            let net = net_of(name, graph, GraphArrows::Edges, cx)?;
            let labels: Vec<String> = (0..graph.len()).map(|v| bare(cx, &graph.label(v))).collect();
            let ground = labels.iter().position(|label| label == "0");
            // The ground is vertex 0, and coins are numbered from 1.
            let number = |v: u32| match (v as usize, ground) {
                (v, Some(ground)) if v == ground => 0,
                (v, Some(ground)) if v > ground => v as u16,
                (v, _) => v as u16 + 1,
            };
            let mut strings = Vec::new();
            for from in 0..graph.len() {
                cx.games.budget.tick()?;
                let later = net.rules.left().followers(from).iter().filter(|&&to| to >= from);
                strings.extend(later.map(|&to| [number(from), number(to)]));
            }
            strings
        }
        Value::List(_) => {
            let pair = |pair: &Value| match pair {
                Value::List(pair) if pair.len() == 2 => {
                    let end = |i| pair.get(i)?.as_integer().and_then(|v| u16::try_from(v).ok());
                    Some([end(0)?, end(1)?])
                }
                _ => None,
            };
            let members = members_of(&mut cx.games.budget, g)?.unwrap_or_default();
            members.iter().map(pair).collect::<Option<Vec<_>>>().ok_or(BoxesError::Strings { name })?
        }
        other => return Err(BoxesError::NoStrings { name, got: cx.describe(other) }.into()),
    };
    if strings.len() > MAX_STRINGS {
        let (size, limit) = (strings.len().to_string(), MAX_STRINGS.to_string());
        return Err(Fault::TooLarge { what: "set of strings", size, limit }.into());
    }
    for string in &mut strings {
        string.sort_unstable();
    }
    strings.sort_unstable();
    Ok(strings)
}
