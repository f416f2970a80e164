//! Writing a value whose name and length are known.

use std::borrow::Cow;
use std::cmp::Ordering;

use super::names::{Form, LIMIT, Names};
use super::options::MAX_BARS;
use super::shape::{Named, Part};
use super::{Notation, length, signs};
use crate::games::{Dyadic, Fault, GameId, Games, Player, Run, Ups, Uptimal};

/// The longest option and the most options of a player that are shown of a value too large to print.
const OPTIONS_SHOWN: (u64, usize) = (120, 5);

/// The largest number of options that are shown; of more, none is.
const MOST_SORTED: u64 = 1_000_000;

/// The rank of a value among options.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Rank {
    length: u64,
    has_options: bool,
    /// The multiple of up, the star, `true` if the ups are downs, and the number.
    normal: Option<(u64, u64, bool, Dyadic)>,
}

/// The parts still to be written, last first.
enum WriteTask {
    Game(GameId),
    /// The part between the signs of a literal, beside a bar of this width.
    Inside(GameId, usize),
    Text(Cow<'static, str>),
}

impl WriteTask {
    fn text(text: &'static str) -> WriteTask {
        WriteTask::Text(Cow::Borrowed(text))
    }
}

impl Names {
    /// Returns the text of a value whose length is known and at most the limit.
    pub(super) fn written(&self, games: &mut Games, g: GameId, notation: Notation) -> Result<String, Fault> {
        let length = self.entry(g).map_or(0, |entry| entry.length.min(LIMIT));
        let mut out = String::with_capacity(length as usize);
        let mut tasks = Vec::with_capacity(8);
        tasks.push(WriteTask::Game(g));
        while let Some(task) = tasks.pop() {
            games.budget.tick()?;
            match task {
                WriteTask::Text(text) => out.push_str(&text),
                WriteTask::Inside(g, beside) => self.write_inside(games, g, beside, notation, &mut tasks)?,
                WriteTask::Game(g) => match self.entry(g).map(|entry| &entry.form) {
                    Some(Form::Options(_)) => {
                        let [open, close] = notation.signs().literal;
                        out.push_str(open);
                        tasks.extend([WriteTask::text(close), WriteTask::Inside(g, MAX_BARS + 1)]);
                    }
                    Some(Form::Named(named)) => self.write_named(games, named, notation, &mut tasks)?,
                    Some(Form::Normal) | None => {
                        if let Some(form) = games.as_uptimal(g) {
                            write_uptimal(&mut out, &form, notation, u64::MAX);
                        }
                    }
                },
            }
        }
        Ok(out)
    }

    fn write_inside(
        &self,
        games: &mut Games,
        g: GameId,
        beside: usize,
        notation: Notation,
        tasks: &mut Vec<WriteTask>,
    ) -> Result<(), Fault> {
        let Some(Form::Options(layout)) = self.entry(g).map(|entry| &entry.form) else { return Ok(()) };
        let width = layout.best(beside).map_or(1, |(width, _)| width);
        for player in [Player::Right, Player::Left] {
            let options = games.options(g, player)?;
            match options[..] {
                [option] => tasks.push(self.alone(option, width)),
                _ => self.write_list(games, options, tasks)?,
            }
            if player == Player::Right {
                tasks.push(WriteTask::text(notation.bar(width)));
            }
        }
        Ok(())
    }

    /// Returns the only option of a player, beside a bar: a literal loses its signs if that is no longer.
    fn alone(&self, option: GameId, width: usize) -> WriteTask {
        match self.entry(option) {
            Some(entry) => match &entry.form {
                Form::Options(layout) if layout.best(width).is_some_and(|(_, length)| length <= entry.length) => {
                    WriteTask::Inside(option, width)
                }
                _ => WriteTask::Game(option),
            },
            None => WriteTask::Game(option),
        }
    }

    fn write_list(&self, games: &mut Games, options: Vec<GameId>, tasks: &mut Vec<WriteTask>) -> Result<(), Fault> {
        for (index, option) in self.sorted(games, options)?.into_iter().rev().enumerate() {
            if index > 0 {
                tasks.push(WriteTask::text(","));
            }
            tasks.push(WriteTask::Game(option));
        }
        Ok(())
    }

    fn write_named(
        &self,
        games: &mut Games,
        named: &Named,
        notation: Notation,
        tasks: &mut Vec<WriteTask>,
    ) -> Result<(), Fault> {
        let (x, ups, star) = games.as_number_up_star(named.beside).unwrap_or((Dyadic::ZERO, 0, 0));
        let glued = !x.is_zero() && ups == 0 && star == 1;
        let first = !x.is_zero() || ups != 0;
        if star != 0 && !glued {
            let mut text = " + ".to_string();
            notation.write_nimber(&mut text, star);
            tasks.push(WriteTask::Text(text.into()));
        }
        let plus = |text: &'static str| WriteTask::text(if first { text } else { "" });
        match &named.part {
            Part::Switch(options) if self.is_plain_switch(games, options) => {
                tasks.extend(options.iter().map(|&option| WriteTask::Game(option)));
            }
            Part::Switch(options) => {
                tasks.push(WriteTask::text(")"));
                self.write_list(games, options.clone(), tasks)?;
                tasks.push(WriteTask::text("("));
            }
            Part::Tiny(g) => {
                let [open, close] = notation.signs().tiny;
                tasks.extend([WriteTask::text(close), WriteTask::Game(*g), WriteTask::text(open), plus(" + ")]);
            }
            Part::Miny(g) => {
                let [open, close] = notation.signs().miny;
                tasks.extend([WriteTask::text(close), WriteTask::Game(*g), WriteTask::text(open), plus(" + ")]);
            }
            Part::Tinies(player, tinies) => {
                let [open, close] = if *player == Player::Left { notation.signs().tiny } else { notation.signs().miny };
                for (i, &(g, count)) in tinies.iter().enumerate().rev() {
                    let mut sign = if i > 0 || first { " + " } else { "" }.to_string();
                    notation.write_factor(&mut sign, &count.into());
                    tasks.extend([
                        WriteTask::text(close),
                        WriteTask::Game(g),
                        WriteTask::text(open),
                        WriteTask::Text(sign.into()),
                    ]);
                }
            }
        }
        if matches!(named.part, Part::Switch(_)) {
            tasks.push(WriteTask::text(if first { notation.signs().plus_switch } else { notation.signs().switch }));
        }
        if first {
            let star = if glued { star } else { 0 };
            let text = uptimal(&Uptimal { number: x, ups: ups.into(), star }, notation, u64::MAX);
            tasks.push(WriteTask::Text(text.into()));
        }
        Ok(())
    }

    /// Returns the rank of a value in that order, but for its text. Its length is known.
    fn rank(&self, games: &Games, g: GameId) -> Rank {
        let length = self.entry(g).map_or(u64::MAX, |entry| entry.length);
        let normal = games.as_number_up_star(g);
        let normal = normal.map(|(x, ups, star)| (ups.unsigned_abs(), star, ups < 0, x));
        Rank { length, has_options: normal.is_none(), normal }
    }

    /// Returns the order in which two values are written as options: short ones first. It does not depend on their ids.
    /// [`Equal`](Ordering::Equal) if they are the same, or too large to print.
    ///
    /// ```
    /// # use cg_engine::games::*;
    /// # use cg_engine::notation::*;
    /// let (mut games, mut names) = (Games::new(Budget::unlimited()), Names::default());
    /// let [ten, three] = [10, 3].map(|n| games.nimber(n));
    /// assert!(names.order(&mut games, three?, ten?)?.is_lt());
    /// # Ok::<(), Fault>(())
    /// ```
    pub fn order(&mut self, games: &mut Games, a: GameId, b: GameId) -> Result<Ordering, Fault> {
        self.length(games, a)?;
        self.length(games, b)?;
        let (rank, other) = (self.rank(games, a), self.rank(games, b));
        let order = rank.cmp(&other);
        if order.is_ne() || a == b || rank.length > LIMIT {
            return Ok(order);
        }
        Ok(self.written(games, a, Notation::Ascii)?.cmp(&self.written(games, b, Notation::Ascii)?))
    }

    /// Returns the options in the order in which they are written: short ones first; it does not depend on their ids.
    pub(super) fn sorted(&self, games: &mut Games, options: Vec<GameId>) -> Result<Vec<GameId>, Fault> {
        let mut keyed = Vec::with_capacity(options.len());
        for option in options {
            games.budget.tick()?;
            keyed.push((self.rank(games, option), option));
        }
        keyed.sort_unstable();
        // In a text that is too large to print the order may be any. Texts are needed only if lengths do not decide.
        // These options are at most half as long as the whole, so the depth of this is that of a logarithm.
        let mut sorted = Vec::with_capacity(keyed.len());
        for run in keyed.chunk_by(|(a, _), (b, _)| a == b) {
            if run.len() > 1 && run[0].0.length.saturating_mul(run.len() as u64) <= 100 * LIMIT {
                let mut texts = Vec::with_capacity(run.len());
                for &(_, option) in run {
                    texts.push((self.written(games, option, Notation::Ascii)?, option));
                }
                texts.sort_unstable();
                sorted.extend(texts.into_iter().map(|(_, option)| option));
            } else {
                sorted.extend(run.iter().map(|&(_, option)| option));
            }
        }
        Ok(sorted)
    }

    /// Returns the size of a value too large to print, with its outermost options.
    pub(super) fn summary(&self, games: &mut Games, g: GameId, notation: Notation) -> Result<String, Fault> {
        let length = self.entry(g).map_or(u64::MAX, |entry| entry.length);
        let size = if length == u64::MAX { notation.signs().much.to_string() } else { grouped(length) };
        let left = self.outermost(games, g, Player::Left, notation)?;
        let right = self.outermost(games, g, Player::Right, notation)?;
        let [open, close] = notation.signs().literal;
        let counts = [Player::Left, Player::Right].map(|player| games.option_count(g, player));
        let options = if counts == [1, 1] { "option" } else { "options" };
        let bar = notation.bar(1);
        let note = notation.note(&format!(
            "(too large to print: {size} characters; {} left and {} right {options})",
            grouped(counts[0]),
            grouped(counts[1])
        ));
        let space = notation.signs().note_space;
        Ok(format!("{open}{left}{bar}{right}{close}{space}{note}"))
    }

    /// Returns the first options of a player as far as they are short.
    fn outermost(&self, games: &mut Games, g: GameId, player: Player, notation: Notation) -> Result<String, Fault> {
        let mut texts: Vec<Cow<str>> = Vec::new();
        if games.option_count(g, player) > MOST_SORTED {
            return Ok(notation.signs().dots.into());
        }
        let options = games.options(g, player)?;
        for option in self.sorted(games, options)? {
            let length = self.entry(option).map_or(u64::MAX, |entry| entry.length);
            if texts.len() == OPTIONS_SHOWN.1 || length > OPTIONS_SHOWN.0 {
                texts.push(notation.signs().dots.into());
                break;
            }
            texts.push(self.written(games, option, notation)?.into());
        }
        Ok(texts.join(","))
    }
}

/// Returns a number of at most `limit` digits, powers of up and a star.
pub(super) fn uptimal(form: &Uptimal, notation: Notation, limit: u64) -> String {
    let mut out = String::new();
    write_uptimal(&mut out, form, notation, limit);
    out
}

/// Adds a number of at most `limit` digits, powers of up and a star: the highest power first.
fn write_uptimal(out: &mut String, form: &Uptimal, notation: Notation, limit: u64) {
    let Uptimal { number, ups, star } = form;
    let before = out.len();
    if !number.is_zero() || (ups.is_zero() && *star == 0) {
        out.push_str(&signs::number_within(number, notation, limit));
    }
    let plus = |out: &mut String| out.push_str(if out.len() > before { " + " } else { "" });
    let whole = ups.highest() > 1 && *ups == Ups::sum_of_powers(ups.highest());
    match notation.up_sum(ups.highest()).filter(|_| whole) {
        _ if ups.is_zero() => {}
        Some(sum) => {
            plus(out);
            out.push_str(&sum);
        }
        None if ups.highest() == 1 => {
            plus(out);
            notation.write_ups(out, &ups.coefficient(1));
        }
        None => write_powers(out, before, ups, notation),
    }
    if *star != 0 {
        // `2*` is two and a star.
        if *star != 1 || !ups.is_zero() {
            plus(out);
        }
        notation.write_nimber(out, *star);
    }
}

/// Adds powers of up beyond up alone, to the text from `before` on.
fn write_powers(out: &mut String, before: usize, ups: &Ups, notation: Notation) {
    let mut power = ups.highest();
    for Run { length, coefficient } in ups.runs().into_iter().rev() {
        if coefficient.is_zero() {
            power -= length;
            continue;
        }
        let (size, negative) = signs::magnitude(&coefficient);
        for _ in 0..length {
            out.push_str(match (out.len() == before, negative) {
                (true, false) => "",
                (true, true) => "-",
                (false, false) => " + ",
                (false, true) => " - ",
            });
            if power == 1 {
                notation.write_ups(out, &size.clone().into());
            } else {
                notation.write_factor(out, &size);
                out.push_str(&notation.up_power(power));
            }
            power -= 1;
        }
    }
}

/// Returns a count with its digits in threes.
fn grouped(n: u64) -> String {
    let digits = n.to_string();
    let first = (length::digits(n) % 3) as usize;
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && index % 3 == first {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}
