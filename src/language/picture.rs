//! Pictures in text: boards as they are seen.

use super::{Session, Trouble};
use crate::games::Player;
use crate::notation::Notation;
use crate::positions::{Cell, Mark, NEGATIVE, PositionId, Sketch};

impl Session {
    /// The picture of a position, its lines each with their end; `None` when it has none. The components of a sum
    /// stand one under the other, each below its sign.
    ///
    /// # Errors
    /// Limits.
    pub fn picture(&mut self, p: PositionId, notation: Notation) -> Result<Option<String>, Trouble> {
        let mut picture = String::new();
        for (i, part) in self.positions.parts(p).into_iter().enumerate() {
            self.games.budget.tick()?;
            let negated = self.positions.ruleset_of(part) == NEGATIVE;
            let part = if negated { PositionId(self.positions.state(part)[0]) } else { part };
            let rules = self.positions.rules(self.positions.ruleset_of(part));
            let Some(sketch) = rules.sketch(self.positions.state(part)) else { return Ok(None) };
            picture.push_str(match (negated, i) {
                (true, _) => "-\n",
                (false, 0) => "",
                (false, _) => "+\n",
            });
            picture.push_str(&if notation == Notation::Ascii { plain(&sketch) } else { boxed(&sketch) });
        }
        // A sum of nothing has nothing to show.
        Ok((!picture.is_empty()).then_some(picture))
    }
}

/// The letters of the cells with blanks between them.
fn plain(sketch: &Sketch) -> String {
    let row = |row: &Vec<Cell>| row.iter().map(|cell| cell.letter.to_string()).collect::<Vec<_>>().join(" ");
    sketch.rows.iter().map(|cells| row(cells) + "\n").collect()
}

/// Cells in boxes: Left's stones black, Right's white.
fn boxed(sketch: &Sketch) -> String {
    let columns = sketch.rows.iter().map(Vec::len).max().unwrap_or(0);
    let line = |ends: [&str; 3]| format!("{}{}{}\n", ends[0], vec!["───"; columns].join(ends[1]), ends[2]);
    let inside = |cell: Option<&Cell>| match cell {
        None | Some(Cell { mark: Mark::Empty, .. }) => "   ".to_string(),
        Some(Cell { mark: Mark::Blocked, .. }) => "▒▒▒".to_string(),
        Some(Cell { mark: Mark::Stone(Player::Left), .. }) => " ● ".to_string(),
        Some(Cell { mark: Mark::Stone(Player::Right), .. }) => " ○ ".to_string(),
        Some(Cell { letter, .. }) => format!(" {letter} "),
    };
    let row = |cells: &Vec<Cell>| {
        let shown: Vec<String> = (0..columns).map(|x| inside(cells.get(x))).collect();
        format!("│{}│\n", shown.join("│"))
    };
    let rows: Vec<String> = sketch.rows.iter().map(row).collect();
    line(["┌", "┬", "┐"]) + &rows.join(&line(["├", "┼", "┤"])) + &line(["└", "┴", "┘"])
}
