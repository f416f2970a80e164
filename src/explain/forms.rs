//! From a written form to its value: dominated and reversible options, the simplicity rule, the names of values.

use super::boards::{BoardOptions, Drawn};
use super::story::{
    Story, as_data, liked_less, listed, moves_of, player_value, relation, said_game, said_position, sign,
};
use crate::eval::{EvalError, Session, Subject, game_value};
use crate::show::{name_on_board, names_on_boards};
use crate::syntax::ast::Relation;
use crate::value::Value;
use Player::{Left, Right};
use cg_engine::games::{
    Dyadic, Entry, Fault, GameId, LIST_OF_OPTIONS, Order, Player, Reduction, ReductionStep, Uptimal,
};
use cg_engine::notation::Notation;
use cg_engine::positions::{self, PositionId};
use cg_engine::questions;

/// The options of a position with their values.
struct Written {
    position: PositionId,
    name: String,
    left: Vec<PositionId>,
    right: Vec<PositionId>,
    left_values: Vec<GameId>,
    right_values: Vec<GameId>,
}

impl Written {
    fn of(cx: &mut Session, p: PositionId) -> Result<Written, EvalError> {
        demand_few(cx, p)?;
        let mut moves = moves_of(cx, p)?;
        if moves.impartial {
            moves.right = moves.left.clone();
        }
        let name = said_position(cx, p)?;
        let mut values = |list: &[PositionId]| -> Result<Vec<GameId>, EvalError> {
            let mut values = Vec::with_capacity(list.len());
            for &q in list {
                cx.games.budget.tick()?;
                values.push(questions::value(q, cx)?.game(&mut cx.games)?);
            }
            Ok(values)
        };
        let (left_values, right_values) = (values(&moves.left)?, values(&moves.right)?);
        Ok(Written { position: p, name, left: moves.left, right: moves.right, left_values, right_values })
    }

    /// Returns the option at this place of both lists.
    fn at(&self, i: usize) -> (Player, PositionId, GameId) {
        match i.checked_sub(self.left.len()) {
            None => (Left, self.left[i], self.left_values[i]),
            Some(j) => (Right, self.right[j], self.right_values[j]),
        }
    }

    fn len(&self) -> usize {
        self.left.len() + self.right.len()
    }
}

/// Demands that a value has few options. The canonical form of a nimber can have very many.
fn demand_few(cx: &mut Session, p: PositionId) -> Result<(), EvalError> {
    const MOST: u64 = 10_000;
    let Some(g) = cx.positions.as_value(p) else { return Ok(()) };
    let options = cx.games.option_count(g, Left).max(cx.games.option_count(g, Right));
    if options > MOST {
        return Err(
            Fault::TooLarge { what: LIST_OF_OPTIONS, size: options.to_string(), limit: MOST.to_string() }.into()
        );
    }
    Ok(())
}

/// Returns the position whose options are looked at.
fn position(cx: &mut Session, form: Subject) -> Result<PositionId, EvalError> {
    super::position_of(cx, form, positions::Convention::Normal)
}

/// Returns `[player, option, by]` of every dominated option.
pub(super) fn dominated(cx: &mut Session, form: Subject) -> Result<Vec<Value>, EvalError> {
    let p = position(cx, form)?;
    let written = Written::of(cx, p)?;
    let found = cx.games.dominated_options(&written.left_values, &written.right_values)?;
    let row = |(option, by): (usize, usize)| {
        let (player, option, _) = written.at(option);
        let (_, by, _) = written.at(by);
        Value::list(vec![player_value(player), as_data(cx, option), as_data(cx, by)])
    };
    Ok(found.into_iter().map(row).collect())
}

/// Returns `[player, option, through, replacements]` of every reversible option.
pub(super) fn reversible(cx: &mut Session, form: Subject) -> Result<Vec<Value>, EvalError> {
    let p = position(cx, form)?;
    let written = Written::of(cx, p)?;
    let value = questions::value(p, cx)?.game(&mut cx.games)?;
    let mut by_value = cx.games.reversible_options(&written.left_values, &written.right_values)?.into_iter().peekable();
    let mut rows = Vec::new();
    for i in 0..written.len() {
        let (player, option, _) = written.at(i);
        let through = by_value.next_if(|(reversible, _)| *reversible == i);
        let through = match reversing_reply(cx, option, player, value)? {
            Some(reply) => Some(reply),
            None => through.map(|(_, reply)| cx.positions.of_value(reply)),
        };
        let Some(through) = through else { continue };
        let behind = own_moves(cx, through, player)?.into_iter().map(|q| as_data(cx, q)).collect();
        let row = vec![player_value(player), as_data(cx, option), as_data(cx, through), Value::list(behind)];
        rows.push(Value::list(row));
    }
    Ok(rows)
}

/// Returns the opponent's first answer to an option as it is written that is no worse for him than the game. `None`
/// if the option is a value: the arena of values knows the answer to its canonical form.
fn reversing_reply(
    cx: &mut Session,
    option: PositionId,
    player: Player,
    game: GameId,
) -> Result<Option<PositionId>, EvalError> {
    if cx.positions.ruleset_of(option) == positions::VALUE {
        return Ok(None);
    }
    for reply in own_moves(cx, option, player.other())? {
        let value = questions::value(reply, cx)?.game(&mut cx.games)?;
        let serves = match player {
            Left => cx.games.less_or_equal(value, game)?,
            Right => cx.games.less_or_equal(game, value)?,
        };
        if serves {
            return Ok(Some(reply));
        }
    }
    Ok(None)
}

/// Returns the moves of one player.
fn own_moves(cx: &mut Session, p: PositionId, player: Player) -> Result<Vec<PositionId>, EvalError> {
    let moves = moves_of(cx, p)?;
    Ok(if player == Left { moves.left } else { moves.right().to_vec() })
}

/// Tells the way from the options of a position to its value.
pub(super) fn tell(cx: &mut Session, p: PositionId, story: &mut Story, depth: usize) -> Result<(), EvalError> {
    let written = match Written::of(cx, p) {
        Err(EvalError::Fault(Fault::TooLarge { .. })) if cx.positions.ruleset_of(p) != positions::VALUE => {
            return tell_unlisted(cx, p, story);
        }
        written => written?,
    };
    let way = cx.games.reduction(&written.left_values, &written.right_values)?;
    let value = said_game(cx, way.value)?;
    if value == written.name {
        story.answer(format!("{value} is in canonical form"));
    } else {
        story.answer(format!("{} = {value}", written.name));
    }
    tell_reduction(cx, &written, &way, story)?;
    if depth > 1 {
        for i in 0..written.len() {
            let (_, q, value) = written.at(i);
            if cx.games.as_number(value).is_none() || cx.positions.ruleset_of(q) != positions::VALUE {
                story.inside(|story| super::tell_position(cx, q, story, depth - 1))?;
            }
        }
    }
    Ok(())
}

fn tell_reduction(cx: &mut Session, written: &Written, way: &Reduction, story: &mut Story) -> Result<(), EvalError> {
    let told = told_steps(cx, way);
    let sides = match BoardOptions::of(cx, written.position, &written.left, Left)? {
        Some(left) => BoardOptions::of(cx, written.position, &written.right, Right)?.map(|right| [left, right]),
        None => None,
    };
    match &sides {
        Some(sides) if written.len() > 0 => tell_boards(cx, written, way, told, sides, story)?,
        _ => {
            options_with_other_names(cx, written, story)?;
            for step in &way.steps[..told] {
                tell_step(cx, written, way, step, None, story)?;
            }
        }
    }
    conclude(cx, way, told, story)?;
    who_wins(cx, written, way, story)
}

/// Tells options on boards: draws those that survive the steps, and names those that are dominated or reversible.
fn tell_boards(
    cx: &mut Session,
    written: &Written,
    way: &Reduction,
    told: usize,
    sides: &[BoardOptions; 2],
    story: &mut Story,
) -> Result<(), EvalError> {
    let side = |player: Player| &sides[player as usize];
    let first = |player: Player| if player == Left { 0 } else { written.left.len() };
    // An option by its place among all, as its player's options have it.
    let drawn = |cx: &mut Session, i: usize| -> Result<Drawn, EvalError> {
        let Entry { player, value } = way.entries[i];
        let alike = (0..side(player).len()).filter(|j| way.entries[first(player) + j].value == value).collect();
        Ok(Drawn { option: i - first(player), alike, worth: said_game(cx, value)? })
    };
    for player in [Left, Right] {
        let mut survivors = Vec::new();
        for i in way.after(told, player).into_iter().filter(|&i| i < written.len()) {
            survivors.push(drawn(cx, i)?);
        }
        if !survivors.is_empty() {
            let alike: usize = survivors.iter().map(|survivor| survivor.alike.len()).sum();
            story.step(match (side(player).len(), alike == side(player).len(), survivors.len()) {
                (1, ..) => format!("{player} has one option:"),
                (all, true, _) => format!("{player}'s options, {all} in all:"),
                (all, false, 1) => format!("{player}'s option that counts, of {all}:"),
                (all, false, _) => format!("{player}'s options that count, of {all}:"),
            });
            side(player).draw(cx, &survivors, story)?;
        }
    }
    let is_told = |step: &&ReductionStep| match step {
        ReductionStep::Dominated { option, by } => *option < written.len() && *by < written.len(),
        ReductionStep::Reversible { .. } => false,
    };
    let dominated: Vec<&ReductionStep> = way.steps[..told].iter().take_while(is_told).collect();
    for player in [Left, Right] {
        // What dominates, with the values that it dominates.
        let mut groups: Vec<(GameId, Vec<(GameId, String)>)> = Vec::new();
        for step in &dominated {
            let ReductionStep::Dominated { option, by } = step else { continue };
            let (entry, by) = (way.entries[*option], way.entries[*by].value);
            if entry.player != player || entry.value == by {
                continue;
            }
            let at = groups.iter().position(|(known, _)| *known == by).unwrap_or(groups.len());
            if at == groups.len() {
                groups.push((by, Vec::new()));
            }
            if groups[at].1.iter().all(|(value, _)| *value != entry.value) {
                let drawn = drawn(cx, *option)?;
                groups[at].1.push((entry.value, side(player).label(&drawn)));
            }
        }
        for (by, values) in groups {
            let texts: Vec<String> = values.into_iter().map(|(_, text)| text).collect();
            let by = said_game(cx, by)?;
            story.step(format!("{player}'s options dominated by {by}: {}.", listed(&texts)));
        }
    }
    for (i, step) in way.steps[..told].iter().enumerate() {
        if i < dominated.len() {
            tell_row(cx, written, way, step, story);
            continue;
        }
        let label = match step {
            ReductionStep::Reversible { option, .. } if *option < written.len() => {
                let drawn = drawn(cx, *option)?;
                Some(side(way.entries[*option].player).label(&drawn))
            }
            _ => None,
        };
        tell_step(cx, written, way, step, label, story)?;
    }
    Ok(())
}

/// Tells the way from the options of a sum to its value. Returns `false`, and tells no step, if a part is no value or
/// the parts have many options.
pub(super) fn tell_moves_of_sum(
    cx: &mut Session,
    sum: PositionId,
    parts: &[PositionId],
    story: &mut Story,
) -> Result<bool, EvalError> {
    const MAX_OPTIONS: u64 = 8;
    let mut count = 0;
    for &part in parts {
        let Some(g) = cx.positions.as_value(part) else { return Ok(false) };
        count += cx.games.option_count(g, Left) + cx.games.option_count(g, Right);
        if count > MAX_OPTIONS {
            return Ok(false);
        }
    }
    let written = Written::of(cx, sum)?;
    let way = cx.games.reduction(&written.left_values, &written.right_values)?;
    story.step("A move in the sum is a move in one of its parts.");
    tell_reduction(cx, &written, &way, story)?;
    Ok(true)
}

/// Tells the value of a position that has more options than can be looked at.
fn tell_unlisted(cx: &mut Session, p: PositionId, story: &mut Story) -> Result<(), EvalError> {
    let value = questions::value(p, cx)?.game(&mut cx.games)?;
    let (name, text) = (said_position(cx, p)?, said_game(cx, value)?);
    story.answer(format!("{name} = {text}"));
    story.step("There are too many moves to list, but the value is known by the rule of the game.");
    outcome(cx, value, story)
}

/// Tells the options that are written otherwise than their values are.
fn options_with_other_names(cx: &mut Session, written: &Written, story: &mut Story) -> Result<(), EvalError> {
    let mut on_boards = names_on_boards(cx, written.position, &written.left, Left)?;
    on_boards.extend(names_on_boards(cx, written.position, &written.right, Right)?);
    let mut known: Vec<(Player, PositionId, String)> = Vec::new();
    for (i, on_board) in on_boards.into_iter().enumerate() {
        let (player, q, value) = written.at(i);
        let value = said_game(cx, value)?;
        let term = on_board.map_or_else(|| said_position(cx, q), Ok)?;
        if term.trim_start_matches("form ") != value
            && known.iter().all(|(by, option, _)| (*by, *option) != (player, q))
        {
            known.push((player, q, format!("{term} = {value}")));
        }
    }
    let texts = |player: Player| -> Vec<String> {
        known.iter().filter(|(by, ..)| player == *by).map(|(.., text)| text.clone()).collect()
    };
    let (left, right) = (texts(Left), texts(Right));
    let groups = match left == right {
        true => vec![("The", left)],
        false => vec![("Left's", left), ("Right's", right)],
    };
    for (whose, texts) in groups.into_iter().filter(|(_, texts)| !texts.is_empty()) {
        story.step(format!("{whose} options are worth: {}.", listed(&texts)));
    }
    Ok(())
}

/// Returns the number of steps to tell. The steps of a number end before the first reversible option that is a
/// number, as the simplicity rule gives the rest.
fn told_steps(cx: &Session, way: &Reduction) -> usize {
    let is_number = |i: usize| cx.games.as_number(way.entries[i].value).is_some();
    if cx.games.as_number(way.value).is_none() {
        return way.steps.len();
    }
    let first = way.steps.iter().position(|step| match step {
        ReductionStep::Reversible { option, .. } => is_number(*option),
        ReductionStep::Dominated { .. } => false,
    });
    first.unwrap_or(way.steps.len())
}

/// Returns the values of some entries, as texts.
fn values(cx: &mut Session, way: &Reduction, entries: &[usize]) -> Result<Vec<String>, EvalError> {
    entries.iter().map(|&i| said_game(cx, way.entries[i].value)).collect()
}

/// Tells a step in words and as data. `label` names the option if its value is not enough.
fn tell_step(
    cx: &mut Session,
    written: &Written,
    way: &Reduction,
    step: &ReductionStep,
    label: Option<String>,
    story: &mut Story,
) -> Result<(), EvalError> {
    match step {
        ReductionStep::Dominated { option, by } => {
            let (entry, other) = (way.entries[*option], way.entries[*by]);
            let [x, y] = [said_game(cx, entry.value)?, said_game(cx, other.value)?];
            let player = entry.player;
            let is_same = |step: &ReductionStep| match step {
                ReductionStep::Dominated { option, by: kept } => kept == by && way.entries[*option] == entry,
                ReductionStep::Reversible { .. } => false,
            };
            let first = way.steps.iter().find(|step| is_same(step));
            if first == Some(step) {
                let count = way.steps.iter().filter(|step| is_same(step)).count();
                story.step(if entry.value == other.value {
                    format!("{player} has the option {x} {} times; one is enough.", count + 1)
                } else {
                    let sign = sign(cx, liked_less(player));
                    let liked = if player == Left { "at least as much" } else { "no more" };
                    format!("{player}'s option {x} is dominated by {y}: {x} {sign} {y}, so {y} gives Left {liked}.")
                });
            }
        }
        ReductionStep::Reversible { option, through, by } => {
            let entry = way.entries[*option];
            let player = entry.player;
            let [x, y] = [said_game(cx, entry.value)?, said_game(cx, *through)?];
            let whole = said_game(cx, way.value)?;
            let sign = sign(cx, liked_less(player));
            let opponent = player.other();
            let named = label.as_ref().unwrap_or(&x);
            story.step(format!(
                "{player}'s option {named} is reversible: {opponent} answers with {y}, and {y} {sign} {whole}, the whole game."
            ));
            let behind = values(cx, way, by)?;
            story.under(if behind.is_empty() {
                format!("{player} has no option there, so {x} is struck out.")
            } else {
                format!("{player}'s options of {y} take its place: {}.", listed(&behind))
            });
        }
    }
    tell_row(cx, written, way, step, story);
    Ok(())
}

/// Tells a step as data.
fn tell_row(cx: &mut Session, written: &Written, way: &Reduction, step: &ReductionStep, story: &mut Story) {
    let data = |cx: &mut Session, i: usize| {
        if i < written.len() { as_data(cx, written.at(i).1) } else { game_value(&cx.games, way.entries[i].value) }
    };
    let row = match step {
        ReductionStep::Dominated { option, by } => {
            let player = player_value(way.entries[*option].player);
            vec![Value::text("dominated"), player, data(cx, *option), data(cx, *by)]
        }
        ReductionStep::Reversible { option, through, by } => {
            let replaced = by.iter().map(|&i| game_value(&cx.games, way.entries[i].value)).collect();
            let player = player_value(way.entries[*option].player);
            vec![
                Value::text("reversible"),
                player,
                data(cx, *option),
                game_value(&cx.games, *through),
                Value::list(replaced),
            ]
        }
    };
    story.row(row);
}

/// Tells why the options that are left give the value.
fn conclude(cx: &mut Session, way: &Reduction, told: usize, story: &mut Story) -> Result<(), EvalError> {
    let (left, right) = (way.after(told, Left), way.after(told, Right));
    let (left_texts, right_texts) = (values(cx, way, &left)?, values(cx, way, &right)?);
    let value = said_game(cx, way.value)?;
    let answer = game_value(&cx.games, way.value);
    if cx.games.as_number(way.value).is_some() {
        story.row(vec![Value::text("simplest"), answer]);
        let less = sign(cx, Relation::LessOrConfused);
        let infinite = |cx: &Session, i: &usize| cx.games.as_number(way.entries[*i].value).is_none();
        let are_numbers = !left.iter().chain(&right).any(|i| infinite(cx, i));
        let between = match (left.is_empty(), right.is_empty()) {
            (true, true) => {
                story.step(if way.entries.is_empty() {
                    "Neither player has a move: that is 0, by definition."
                } else {
                    "No option is left for either player: that is 0, by definition."
                });
                return Ok(());
            }
            // Of several numbers all but one are dominated.
            (false, true) if are_numbers => format!("greater than {}", listed(&left_texts)),
            (true, false) if are_numbers => format!("less than {}", listed(&right_texts)),
            (false, false) if are_numbers => format!("between {} and {}", listed(&left_texts), listed(&right_texts)),
            (false, true) => format!("x with {} {less} x", listed(&left_texts)),
            (true, false) => format!("x with x {less} {}", listed(&right_texts)),
            (false, false) => format!("x with {} {less} x {less} {}", listed(&left_texts), listed(&right_texts)),
        };
        story.step(format!("Simplicity rule: {value} is the simplest number {between}."));
        if !are_numbers {
            story.under(format!("(G {less} H says that G is less than H or confused with it.)"));
        }
        return Ok(());
    }
    if let Some(n) = cx.games.as_nimber(way.value) {
        story.row(vec![Value::text("mex"), Value::integer(n.into())]);
        story.step(format!(
            "Both players are left with {}: mex rule, the least nimber not among them is {value}.",
            listed(&left_texts)
        ));
        return Ok(());
    }
    let [open, close] = if cx.printer.notation == Notation::Unicode { ["{", "}"] } else { ["<", ">"] };
    let literal = format!("{open}{}|{}{close}", listed(&left_texts), listed(&right_texts));
    let nothing =
        if told == 0 { "No option is dominated or reversible" } else { "Nothing else is dominated or reversible" };
    story.row(vec![Value::text("canonical"), answer]);
    story.step(format!("{nothing}: {literal} is the canonical form."));
    if let Some(name) = named(cx, way.value, &literal)? {
        story.step(name);
    }
    Ok(())
}

/// Says what kind of game it is, or returns `None` if that has no name.
fn named(cx: &mut Session, g: GameId, literal: &str) -> Result<Option<String>, EvalError> {
    let text = said_game(cx, g)?;
    if let Some(Uptimal { number, ups, star }) = cx.games.as_uptimal(g) {
        let mut parts = Vec::new();
        if !number.is_zero() {
            parts.push(format!("the number {number}"));
        }
        match (ups.highest(), cx.games.as_number_up_star(g)) {
            (0, _) => {}
            (1, Some((_, 1, _))) => parts.push("up".into()),
            (1, Some((_, -1, _))) => parts.push("down".into()),
            (1, _) => {
                let count = ups.coefficient(1);
                let (size, name) = if ups.signum() < 0 { (-count, "down") } else { (count, "up") };
                parts.push(format!("{size} times {name}"));
            }
            _ => parts.push("multiples of powers of up".into()),
        }
        if star > 0 {
            let nimber = cx.games.nimber(star)?;
            parts.push(format!("the nimber {}", said_game(cx, nimber)?));
        }
        return Ok(Some(if parts.len() == 1 {
            format!("It has the name {text}.")
        } else {
            format!("It is the sum of {}, written {text}.", parts.join(" and "))
        }));
    }
    let (left, right) = (cx.games.options(g, Left)?, cx.games.options(g, Right)?);
    if let ([x], [y]) = (&left[..], &right[..])
        && let (Some(x), Some(y)) = (cx.games.as_number(*x), cx.games.as_number(*y))
    {
        let (mean, temperature) = ((&x + &y).half(), (&x - &y).half());
        return Ok(Some(format!(
            "It is a switch: whoever moves first gains {temperature} from the mean value {mean}."
        )));
    }
    let same: String = literal.chars().filter(|c| !c.is_whitespace()).collect();
    let value = game_value(&cx.games, g);
    let ascii: String = cx.written(&value, Notation::Ascii)?.chars().filter(|c| !c.is_whitespace()).collect();
    let is_literal = ascii.starts_with('<') && ascii.replace("||", "|").len() >= same.len();
    let temperature = cx.games.temperature(g)?;
    if temperature > Dyadic::ZERO {
        let mean = cx.games.mean(g)?;
        return Ok(Some(format!("It is hot: its temperature is {temperature}, its mean value {mean}.")));
    }
    Ok((!is_literal).then(|| format!("It has the name {text}.")))
}

/// Tells who wins a position whose options are known. If the player who starts wins, it says by which moves, and prefers those
/// that stay in the canonical form.
fn who_wins(cx: &mut Session, written: &Written, way: &Reduction, story: &mut Story) -> Result<(), EvalError> {
    let value = way.value;
    if cx.games.compare(value, GameId::ZERO)? != Order::Confused || cx.games.as_nimber(value).is_some() {
        return outcome(cx, value, story);
    }
    let mut moves = [None, None];
    let kept = [way.kept(Left), way.kept(Right)].concat();
    for i in kept.into_iter().filter(|&i| i < written.len()).chain(0..written.len()) {
        let (player, option, after) = written.at(i);
        let wins = match player {
            Left => cx.games.less_or_equal(GameId::ZERO, after)?,
            Right => cx.games.less_or_equal(after, GameId::ZERO)?,
        };
        if wins && moves[player as usize].is_none() {
            moves[player as usize] = Some((option, after));
        }
    }
    let [Some(left), Some(right)] = moves else { return outcome(cx, value, story) };
    let mut texts = Vec::new();
    for (player, (option, after)) in [(Left, left), (Right, right)] {
        let worth = said_game(cx, after)?;
        let name = match name_on_board(cx, written.position, option, player)? {
            Some(name) => name,
            None => format!("a move to {}", said_position(cx, option)?.trim_start_matches("form ")),
        };
        let is_named = name.ends_with(&format!(" to {worth}"));
        texts.push(if is_named { name } else { format!("{name}, worth {worth}") });
    }
    let [name, sign] = [said_game(cx, value)?, sign(cx, Relation::Confused).into()];
    story.step(format!("{name} {sign} 0: the player who starts wins, Left by {}, Right by {}.", texts[0], texts[1]));
    Ok(())
}

/// Tells who wins a value, by its order with 0.
pub(super) fn outcome(cx: &mut Session, g: GameId, story: &mut Story) -> Result<(), EvalError> {
    let text = said_game(cx, g)?;
    let order = cx.games.compare(g, GameId::ZERO)?;
    let who = match order {
        Order::Less => "Right wins, whoever starts",
        Order::Equal => "the player who starts loses",
        Order::Greater => "Left wins, whoever starts",
        Order::Confused => "the player who starts wins",
    };
    let text = match order {
        Order::Equal => "Value 0".to_string(),
        order => format!("{text} {} 0", sign(cx, relation(order))),
    };
    story.step(format!("{text}: {who}."));
    Ok(())
}
