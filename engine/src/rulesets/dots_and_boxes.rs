//! Dots and Boxes: a player draws a line between neighbouring dots; who draws the fourth line of a box owns it and draws another
//! one. The boxes count points (Winning Ways, ch. 16).
//!
//! State: a bit for each line, set if it is drawn, the horizontal lines first, row by row; then two bits for each box, its owner.
//! Play is searched as that of strings and coins.

use dashu_ratio::RBig;

use super::strings_and_coins::{self, CoinString, GROUND};
use crate::games::{Fault, Player};
use crate::positions::{
    Cell, Content, Context, Facts, Here, Marks, Options, PositionId, Rules, Settled, Sketch, Term, View,
};

/// The largest number of rows and of columns.
pub const MAX_SIDE: usize = 32;

/// The rules on a board of `rows` rows and `columns` columns of boxes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct DotsAndBoxes {
    rows: usize,
    columns: usize,
}

/// The reason why a text is not a drawn board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BadDots {
    /// The row of this number, from 0, has another length than the first one, or an even length.
    Length(usize),
    /// The number of rows, which is even.
    Rows(usize),
    /// A sign that does not belong at this row and column, both from 0.
    Sign(usize, usize),
    /// The box in this row and column, both from 0, has an owner but not all its lines.
    Open(usize, usize),
    /// There are more than [`MAX_SIDE`] rows or columns of boxes.
    Large,
}

/// A position as it is drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Drawn {
    rules: DotsAndBoxes,
    lines: Vec<bool>,
    owners: Vec<Option<Player>>,
}

/// Returns the empty board of `rows` rows and `columns` columns of boxes, each at most [`MAX_SIDE`].
///
/// ```
/// use cg_engine::games::Player;
/// use cg_engine::positions::Engine;
/// use cg_engine::{questions, rulesets::dots_and_boxes};
///
/// let mut engine = Engine::default();
/// let board = dots_and_boxes::empty(1, 1, &mut engine);
/// assert_eq!(questions::score(board, Player::Left, &mut engine)?, (-1).into());
/// # Ok::<(), cg_engine::games::Fault>(())
/// ```
pub fn empty(rows: usize, columns: usize, cx: &mut dyn Context) -> PositionId {
    let rules = DotsAndBoxes { rows, columns };
    Drawn { rules, lines: vec![false; rules.lines()], owners: vec![None; rows * columns] }.position(cx)
}

/// Reads a board as it is drawn, rows parted by `/`: dots `+`, lines `-` and `|`, owners `L` and `R`.
///
/// # Errors
/// The fault and its place.
pub fn read(text: &str, cx: &mut dyn Context) -> Result<PositionId, BadDots> {
    let signs: Vec<Vec<char>> = text.split('/').map(|row| row.chars().collect()).collect();
    let width = signs[0].len();
    if let Some(row) = signs.iter().position(|row| row.len() != width || row.len().is_multiple_of(2)) {
        return Err(BadDots::Length(row));
    }
    if signs.len().is_multiple_of(2) {
        return Err(BadDots::Rows(signs.len()));
    }
    let rules = DotsAndBoxes { rows: signs.len() / 2, columns: width / 2 };
    if rules.rows > MAX_SIDE || rules.columns > MAX_SIDE {
        return Err(BadDots::Large);
    }
    let mut drawn = Drawn { rules, lines: vec![false; rules.lines()], owners: vec![None; rules.rows * rules.columns] };
    for (y, row) in signs.iter().enumerate() {
        for (x, &sign) in row.iter().enumerate() {
            match (y % 2, x % 2, sign) {
                (0, 0, '+') | (0, 1, ' ') | (1, _, ' ') => {}
                (0, 1, '-') => drawn.lines[rules.horizontal(y / 2, x / 2)] = true,
                (1, 0, '|') => drawn.lines[rules.vertical(y / 2, x / 2)] = true,
                (1, 1, 'L') => drawn.owners[y / 2 * rules.columns + x / 2] = Some(Player::Left),
                (1, 1, 'R') => drawn.owners[y / 2 * rules.columns + x / 2] = Some(Player::Right),
                _ => return Err(BadDots::Sign(y, x)),
            }
        }
    }
    for at in 0..drawn.owners.len() {
        if drawn.owners[at].is_some() && !rules.around(at).iter().all(|&line| drawn.lines[line]) {
            return Err(BadDots::Open(at / rules.columns, at % rules.columns));
        }
    }
    Ok(drawn.position(cx))
}

impl DotsAndBoxes {
    fn lines(self) -> usize {
        (self.rows + 1) * self.columns + self.rows * (self.columns + 1)
    }

    fn horizontal(self, row: usize, column: usize) -> usize {
        row * self.columns + column
    }

    fn vertical(self, row: usize, column: usize) -> usize {
        (self.rows + 1) * self.columns + row * (self.columns + 1) + column
    }

    /// Returns the lines around a box.
    fn around(self, at: usize) -> [usize; 4] {
        let (row, column) = (at / self.columns, at % self.columns);
        [
            self.horizontal(row, column),
            self.vertical(row, column),
            self.vertical(row, column + 1),
            self.horizontal(row + 1, column),
        ]
    }

    /// Returns the boxes on both sides of a line.
    fn beside(self, line: usize) -> Vec<usize> {
        let first_vertical = (self.rows + 1) * self.columns;
        match line.checked_sub(first_vertical) {
            None => {
                let (row, column) = (line / self.columns, line % self.columns);
                let above = row.checked_sub(1).map(|row| row * self.columns + column);
                let below = (row < self.rows).then_some(row * self.columns + column);
                above.into_iter().chain(below).collect()
            }
            Some(line) => {
                let (row, column) = (line / (self.columns + 1), line % (self.columns + 1));
                let before = column.checked_sub(1).map(|column| row * self.columns + column);
                let after = (column < self.columns).then_some(row * self.columns + column);
                before.into_iter().chain(after).collect()
            }
        }
    }
}

impl Drawn {
    fn unpack(rules: DotsAndBoxes, state: &[u32]) -> Drawn {
        let (lines, owners) = state.split_at(rules.lines().div_ceil(32));
        let bit = |words: &[u32], at: usize| words[at / 32] >> (at % 32) & 1 == 1;
        let owner = |at: usize| match (bit(owners, 2 * at), bit(owners, 2 * at + 1)) {
            (true, _) => Some(Player::Left),
            (_, true) => Some(Player::Right),
            _ => None,
        };
        Drawn {
            rules,
            lines: (0..rules.lines()).map(|at| bit(lines, at)).collect(),
            owners: (0..rules.rows * rules.columns).map(owner).collect(),
        }
    }

    fn position(&self, cx: &mut dyn Context) -> PositionId {
        let pack = |bits: Vec<bool>| -> Vec<u32> {
            bits.chunks(32).map(|word| (0..).zip(word).map(|(i, &bit)| u32::from(bit) << i).sum()).collect()
        };
        let owned = |owner: &Option<Player>| [*owner == Some(Player::Left), *owner == Some(Player::Right)];
        let mut state = pack(self.lines.clone());
        state.extend(pack(self.owners.iter().flat_map(owned).collect()));
        let here = cx.positions().add_rules(self.rules);
        cx.positions().intern(here, &state)
    }

    /// Returns the position after `player` has drawn a line, and `true` if that gives him a box.
    fn after(&self, line: usize, player: Player) -> (Drawn, bool) {
        let mut next = self.clone();
        next.lines[line] = true;
        let mut is_closed = false;
        for at in self.rules.beside(line) {
            if self.rules.around(at).iter().all(|&line| next.lines[line]) {
                next.owners[at] = Some(player);
                is_closed = true;
            }
        }
        (next, is_closed)
    }

    /// Returns the lines that are not drawn as strings. The boxes are coins, counted from 1.
    fn strings(&self) -> Vec<CoinString> {
        let open = (0..self.rules.lines()).filter(|&line| !self.lines[line]);
        open.map(|line| match self.rules.beside(line)[..] {
            [a] => [GROUND, a as u16 + 1],
            [a, b] => [a as u16 + 1, b as u16 + 1],
            _ => [GROUND, GROUND],
        })
        .collect()
    }

    /// Returns the number of boxes that Left has more than Right.
    fn points(&self) -> i64 {
        self.owners.iter().map(|owner| owner.map_or(0, |player| if player == Player::Left { 1 } else { -1 })).sum()
    }

    fn text(&self) -> String {
        let rows: Vec<String> = self.signs().into_iter().map(|row| row.into_iter().collect()).collect();
        rows.join("/")
    }

    fn signs(&self) -> Vec<Vec<char>> {
        let DotsAndBoxes { rows, columns } = self.rules;
        let sign = |y: usize, x: usize| match (y % 2, x % 2) {
            (0, 0) => '+',
            (0, 1) if self.lines[self.rules.horizontal(y / 2, x / 2)] => '-',
            (1, 0) if self.lines[self.rules.vertical(y / 2, x / 2)] => '|',
            (1, 1) => match self.owners[y / 2 * columns + x / 2] {
                Some(Player::Left) => 'L',
                Some(Player::Right) => 'R',
                None => ' ',
            },
            _ => ' ',
        };
        (0..=2 * rows).map(|y| (0..=2 * columns).map(|x| sign(y, x)).collect()).collect()
    }
}

/// Returns the lines that are not drawn in a position of Dots and Boxes as strings, or `None` if it is another position.
pub fn strings_of(p: PositionId, cx: &dyn Context) -> Option<Vec<CoinString>> {
    let positions = cx.positions_ref();
    let rules: &dyn std::any::Any = positions.rules_of(p);
    Some(Drawn::unpack(*rules.downcast_ref()?, positions.state(p)).strings())
}

impl Rules for DotsAndBoxes {
    fn options(&self, here: Here<'_>, cx: &mut dyn Context, out: &mut Options) -> Result<(), Fault> {
        let drawn = Drawn::unpack(*self, here.state);
        for line in (0..self.lines()).filter(|&line| !drawn.lines[line]) {
            cx.games().budget.charge(drawn.lines.len())?;
            for (player, list) in [(Player::Left, &mut out.left), (Player::Right, &mut out.right)] {
                let (next, is_closed) = drawn.after(line, player);
                let to = next.position(cx);
                list.push(if is_closed { cx.positions().again(to) } else { to });
            }
        }
        Ok(())
    }

    fn term(&self, state: &[u32], _: &dyn Context) -> Term {
        Term::call("dots_and_boxes", [&*Drawn::unpack(*self, state).text()])
    }

    fn facts(&self) -> Facts<'_> {
        Facts { marks: Marks::POINTS.and(Marks::TURNS), ..Facts::default() }
    }

    fn settled(&self, here: Here<'_>, cx: &mut dyn Context) -> Result<Option<Settled>, Fault> {
        let drawn = Drawn::unpack(*self, here.state);
        let strings = drawn.strings();
        let rest = if strings.is_empty() { Vec::new() } else { vec![strings_and_coins::position(&strings, true, cx)] };
        Ok(Some(Settled { points: RBig::from(drawn.points()), rest }))
    }

    fn view(&self, state: &[u32], _: &dyn Context) -> Option<View> {
        let drawn = Drawn::unpack(*self, state);
        let cell = |letter: char| {
            let mark = match letter {
                'L' => Content::Stone(Player::Left),
                'R' => Content::Stone(Player::Right),
                ' ' => Content::Empty,
                _ => Content::Letter,
            };
            Cell { mark, letter }
        };
        let cells = drawn.signs().into_iter().map(|row| row.into_iter().map(cell).collect()).collect();
        Some(View::Board(Sketch { has_dots: true, ..Sketch::new(cells) }))
    }
}
