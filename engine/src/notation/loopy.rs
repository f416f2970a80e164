//! Names of loopy values.
//!
//! A stopper is written by its name if it has one: `on`, `3/4 + over`, `up_sum(on) + *`, `tiny(on)`, `+-over`. Otherwise its
//! options are written, short ones first, then by text; an option that is the stopper itself is `pass`, and one that leads
//! back further has a label, `loop a <0||||0|||a|*||*>`. As in other literals, wider bars stand in place of inner signs.

use super::options::MAX_BARS;
use super::{LIMIT, Names, Notation, signs};
use crate::games::{Dyadic, Fault, GameId, Player, deep};
use crate::loopy::{Arenas, LoopyStop, Sided, Stopper};

/// Options up to which a short name is looked for, and the greatest star in one.
const MOST_OPTIONS: usize = 20;
const MOST_STAR: u64 = 16;
/// Literals that are written on the way to one text.
const MOST_PIECES: u32 = 20_000;
/// Labels stand as private signs until it is known which are used.
const FIRST_LABEL: u32 = 0xE000;
const MOST_LABELS: usize = 0x1000;
/// The approximate size of the stack frame of a literal, in bytes.
const FRAME: usize = 1 << 10;

/// A name with the number and the star beside it: `n + name + *k`.
struct Beside {
    number: Dyadic,
    negative: bool,
    name: Constant,
    star: u64,
}

#[derive(Clone, Copy)]
enum Constant {
    Upon,
    UpToOn,
}

/// The text between the signs of a literal, for each width of its bar.
struct Inside {
    texts: [String; MAX_BARS],
    /// `true` if it has a label, so that it keeps its signs.
    is_labelled: bool,
    depth: usize,
}

/// The text of an option: with its signs or name, and if it is a literal, the part inside.
struct Written {
    text: String,
    inside: Option<Inside>,
}

/// A text being made.
struct Writer<'n, 'v, 'a> {
    names: &'n mut Names,
    values: &'v mut Arenas<'a>,
    notation: Notation,
    /// The stoppers whose literals are open, and whether their label is used.
    path: Vec<(Stopper, bool)>,
    pieces: u32,
}

impl Names {
    /// Returns the text of a loopy value; of one with two sides `S & T`.
    pub fn loopy(&mut self, values: &mut Arenas<'_>, value: Sided, notation: Notation) -> Result<String, Fault> {
        let Some(stopper) = value.stopper() else {
            if value == values.dud()? {
                return Ok(notation.constant("dud"));
            }
            let onside = self.stopper(values, value.onside, notation)?;
            let offside = self.stopper(values, value.offside, notation)?;
            return Ok(format!("{onside}{}{offside}", notation.signs().sides));
        };
        self.stopper(values, stopper, notation)
    }

    /// Returns the text of a stopper.
    pub fn stopper(&mut self, values: &mut Arenas<'_>, stopper: Stopper, notation: Notation) -> Result<String, Fault> {
        let mut writer = Writer { names: self, values, notation, path: Vec::new(), pieces: 0 };
        match writer.write(stopper)? {
            Some(written) if written.text.len() as u64 <= LIMIT => Ok(lettered(&written.text)),
            _ => {
                let size = values.followers(stopper)?.len();
                Ok(notation.note(&format!("(too large to print: a stopper of {size} positions)")))
            }
        }
    }
}

impl Writer<'_, '_, '_> {
    /// Returns the stopper, or `None` if there is too much to write.
    fn write(&mut self, stopper: Stopper) -> Result<Option<Written>, Fault> {
        self.values.games.budget.tick()?;
        if let Some(g) = stopper.short() {
            let text = self.names.game(self.values.games, g, self.notation)?;
            return Ok(Some(Written { text, inside: None }));
        }
        if let Some(text) = self.name(stopper)? {
            return Ok(Some(Written { text, inside: None }));
        }
        self.pieces += 1;
        if self.pieces > MOST_PIECES || self.path.len() >= MOST_LABELS {
            return Ok(None);
        }
        deep::level(FRAME, || self.literal(stopper))?
    }

    fn literal(&mut self, stopper: Stopper) -> Result<Option<Written>, Fault> {
        let depth = self.path.len();
        self.path.push((stopper, false));
        let mut sides = Vec::with_capacity(2);
        for player in [Player::Left, Player::Right] {
            match self.side(stopper, player)? {
                Some(side) => sides.push(side),
                None => return Ok(None),
            }
        }
        let is_labelled = self.path.pop().is_some_and(|(_, used)| used);
        let texts = std::array::from_fn(|index| {
            let width = index + 1;
            let side = |list: &Vec<Written>| match &list[..] {
                [only] => only.beside(width).to_string(),
                _ => list.iter().map(|one| one.text.as_str()).collect::<Vec<_>>().join(","),
            };
            format!("{}{}{}", side(&sides[0]), self.notation.bar(width), side(&sides[1]))
        });
        let inside = Inside { texts, is_labelled, depth };
        let [open, close] = self.notation.signs().literal;
        let best = inside.best(MAX_BARS + 1);
        let mut text = format!("{open}{}{close}", inside.texts[best.max(1) - 1]);
        if is_labelled {
            text = format!("{}{} {text}", self.notation.signs().loop_word, label(inside.depth));
        }
        Ok(Some(Written { text, inside: Some(inside) }))
    }

    /// Returns the options of a player, short ones first.
    fn side(&mut self, stopper: Stopper, player: Player) -> Result<Option<Vec<Written>>, Fault> {
        let options = self.values.options(stopper, player)?;
        let short: Vec<GameId> = options.iter().filter_map(|option| option.short()).collect();
        for &g in &short {
            self.names.length(self.values.games, g)?;
        }
        let mut written = Vec::with_capacity(options.len());
        for g in self.names.sorted(self.values.games, short)? {
            let text = self.names.game(self.values.games, g, self.notation)?;
            written.push(Written { text, inside: None });
        }
        let mut loopy = Vec::new();
        for option in options.into_iter().filter(|option| option.is_loopy()) {
            let place = self.path.iter().rposition(|(open, _)| *open == option);
            loopy.push(match place {
                Some(place) if place + 1 == self.path.len() => {
                    Written { text: self.notation.constant("pass"), inside: None }
                }
                Some(place) => {
                    self.path[place].1 = true;
                    Written { text: label(place).into(), inside: None }
                }
                None => match self.write(option)? {
                    Some(written) => written,
                    None => return Ok(None),
                },
            });
        }
        loopy.sort_by(|a, b| a.text.cmp(&b.text));
        written.extend(loopy);
        let total: usize = written.iter().map(|one| one.text.len()).sum();
        Ok((total as u64 <= 4 * LIMIT).then_some(written))
    }

    /// Returns a name of its own.
    fn name(&mut self, stopper: Stopper) -> Result<Option<String>, Fault> {
        let notation = self.notation;
        let beside = |this: &mut Self, g: GameId, name: &str| -> Result<String, Fault> {
            let constant = notation.constant(name);
            if g == GameId::ZERO {
                return Ok(constant);
            }
            Ok(format!("{} + {constant}", this.names.game(this.values.games, g, notation)?))
        };
        match self.values.as_stop(stopper) {
            Some(LoopyStop::On) => return Ok(Some(notation.constant("on"))),
            Some(LoopyStop::Off) => return Ok(Some(notation.constant("off"))),
            Some(LoopyStop::Over(n)) => return Ok(Some(beside(self, n, "over")?)),
            Some(LoopyStop::Under(n)) => return Ok(Some(beside(self, n, "under")?)),
            _ => {}
        }
        let options = [Player::Left, Player::Right].map(|player| self.values.options(stopper, player));
        let [left, right] = options;
        let (left, right) = (left?, right?);
        if left.len() + right.len() > MOST_OPTIONS {
            return Ok(None);
        }
        if let ([zero], [only]) = (&left[..], &right[..])
            && *zero == Stopper::ZERO
            && only.is_loopy()
            && self.values.options(*only, Player::Left)? == [Stopper::ZERO]
            && self.values.options(*only, Player::Right)? == [self.values.off()?]
        {
            let [open, close] = notation.signs().tiny;
            return Ok(Some(format!("{open}{}{close}", notation.constant("on"))));
        }
        if let ([only], [zero]) = (&left[..], &right[..])
            && *zero == Stopper::ZERO
            && only.is_loopy()
            && self.values.options(*only, Player::Right)? == [Stopper::ZERO]
            && self.values.options(*only, Player::Left)? == [self.values.on()?]
        {
            let [open, close] = notation.signs().miny;
            return Ok(Some(format!("{open}{}{close}", notation.constant("on"))));
        }
        if let ([high], [low]) = (&left[..], &right[..])
            && let Some(LoopyStop::On | LoopyStop::Over(_)) = self.values.as_stop(*high)
            && self.values.negative_stopper(*high)? == *low
        {
            let name = self.name(*high)?.unwrap_or_default();
            let is_sum = matches!(self.values.as_stop(*high), Some(LoopyStop::Over(base)) if base != GameId::ZERO);
            let switched = if is_sum { format!("({name})") } else { name };
            return Ok(Some(format!("{}{switched}", notation.signs().switch)));
        }
        match self.beside(stopper, &left, &right)? {
            Some(found) => Ok(Some(self.sum(found))),
            None => Ok(None),
        }
    }

    /// Returns the stopper as a number, up_sum(on) or up^on, or its negative, and a star.
    fn beside(&mut self, stopper: Stopper, left: &[Stopper], right: &[Stopper]) -> Result<Option<Beside>, Fault> {
        let stop = self.values.stop(stopper, Player::Left)?;
        if self.values.stop(stopper, Player::Right)? != stop {
            return Ok(None);
        }
        let Some(number) = stop.short().and_then(|g| self.values.games.as_number(g)) else { return Ok(None) };
        // The star is among those of the options, or differs from one by 1.
        let mut stars = vec![0, 1];
        for option in left.iter().chain(right).filter_map(|option| option.short()) {
            if let Some((_, 0, star)) = self.values.games.as_number_up_star(option)
                && star <= MOST_STAR
            {
                stars.extend([star, star ^ 1, star + 1]);
            }
        }
        stars.sort_unstable();
        stars.dedup();
        for name in [Constant::Upon, Constant::UpToOn] {
            let plain = match name {
                Constant::Upon => self.values.upon()?,
                Constant::UpToOn => self.values.up_to_on()?,
            };
            for negative in [false, true] {
                let part = if negative { self.values.negative_stopper(plain)? } else { plain };
                for &star in &stars {
                    let short = self.values.games.number_up_star(&number, 0, star)?;
                    if self.values.sum(part, short.into())?.onside == Some(stopper) {
                        return Ok(Some(Beside { number, negative, name, star }));
                    }
                }
            }
        }
        Ok(None)
    }

    fn sum(&self, found: Beside) -> String {
        let name = match found.name {
            Constant::Upon => self.notation.signs().upon,
            Constant::UpToOn => self.notation.signs().up_to_on,
        };
        let mut text = match (found.number.is_zero(), found.negative) {
            (true, false) => name.to_string(),
            (true, true) => format!("-{name}"),
            (false, negative) => {
                let number = signs::number(&found.number, self.notation);
                format!("{number} {} {name}", if negative { "-" } else { "+" })
            }
        };
        if found.star != 0 {
            text.push_str(" + ");
            self.notation.write_nimber(&mut text, found.star);
        }
        text
    }
}

impl Inside {
    /// Returns the width of the shortest text with a bar narrower than this one; 0 if there is none.
    fn best(&self, beside: usize) -> usize {
        (1..beside).min_by_key(|&width| (self.texts[width - 1].chars().count(), MAX_BARS - width)).unwrap_or(0)
    }
}

impl Written {
    /// Returns the text beside a bar of this width: a literal loses its signs if that is no longer.
    fn beside(&self, width: usize) -> &str {
        match &self.inside {
            Some(inside) if !inside.is_labelled && inside.best(width) > 0 => &inside.texts[inside.best(width) - 1],
            _ => &self.text,
        }
    }
}

fn label(depth: usize) -> char {
    char::from_u32(FIRST_LABEL + depth as u32).unwrap_or('a')
}

/// Returns the text with letters for its labels, in the order in which they are bound.
fn lettered(text: &str) -> String {
    let mut letters: Vec<String> = Vec::new();
    let mut at: Vec<Option<usize>> = vec![None; MOST_LABELS];
    let mut out = String::with_capacity(text.len());
    for sign in text.chars() {
        let depth = (sign as u32).wrapping_sub(FIRST_LABEL) as usize;
        if depth >= MOST_LABELS {
            out.push(sign);
            continue;
        }
        if out.ends_with("loop ") || out.ends_with(r"\operatorname{loop} ") {
            let n = letters.len();
            let letter = char::from(b'a' + (n % 26) as u8);
            letters.push(if n < 26 { letter.to_string() } else { format!("{letter}{}", n / 26) });
            at[depth] = Some(n);
        }
        if let Some(n) = at[depth] {
            out.push_str(&letters[n]);
        }
    }
    out
}
