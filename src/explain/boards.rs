//! Options on boards: those that count as small boards side by side, the others by their names.

use super::story::Story;
use crate::diagnostic::counted;
use crate::eval::{EvalError, Session};
use crate::lines;
use crate::picture::{self, Trace};
use crate::show::{board_of, names_on_boards, placed_move};
use cg_engine::games::Player;
use cg_engine::notation::Notation;
use cg_engine::positions::{BoardSquare, Cell, PositionId, Sketch};

/// The largest number of boards that are drawn for one player.
const MAX_BOARDS: usize = 12;

/// An option on a board.
struct BoardOption {
    position: PositionId,
    name: String,
    sketch: Sketch,
}

/// The options of one player from a position on a board.
pub(super) struct BoardOptions {
    from: PositionId,
    player: Player,
    all: Vec<BoardOption>,
}

impl BoardOptions {
    /// Reads the options of `player`, or returns `None` if the boards do not show each of them or results are typeset.
    pub fn of(
        cx: &mut Session,
        from: PositionId,
        options: &[PositionId],
        player: Player,
    ) -> Result<Option<BoardOptions>, EvalError> {
        if cx.printer.notation.signs().typeset.is_some() || cx.positions.parts(from).len() != 1 {
            return Ok(None);
        }
        let names = names_on_boards(cx, from, options, player)?;
        let mut all = Vec::with_capacity(options.len());
        for (&position, name) in options.iter().zip(names) {
            cx.games.budget.tick()?;
            let (board, _) = cx.positions.without_sign(position);
            match (name, board_of(cx, board)) {
                (Some(name), Some(sketch)) => all.push(BoardOption { position, name, sketch }),
                _ => return Ok(None),
            }
        }
        Ok(Some(BoardOptions { from, player, all }))
    }

    /// Returns the number of options.
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// Returns the name of an option, and how many others of `alike` there are.
    fn name(&self, option: usize, alike: &[usize]) -> String {
        let name = &self.all[option].name;
        self.counted(option, alike).map_or(name.clone(), |counted| format!("{name} {counted}"))
    }

    /// Returns the name of an option with its value.
    pub fn label(&self, Drawn { option, alike, worth }: &Drawn) -> String {
        format!("{} = {worth}", self.name(*option, alike))
    }

    /// Says how many of `alike` are mirror images of an option, and how many are others; `None` if there is only the option.
    fn counted(&self, option: usize, alike: &[usize]) -> Option<String> {
        let images = images(&self.all[option].sketch);
        let others = || alike.iter().filter(|&&other| other != option);
        let mirrored = others().filter(|&&other| images.contains(&self.all[other].sketch.rows)).count();
        let different = others().count() - mirrored;
        match (mirrored, different) {
            (0, 0) => None,
            (0, _) => Some(format!("and {}", counted(different, "other move"))),
            (_, 0) => Some(format!("and {}", counted(mirrored, "mirror image"))),
            _ => Some(format!("and {}, {}", counted(mirrored, "mirror image"), counted(different, "other move"))),
        }
    }

    /// Tells some options as small boards side by side, each with its value and the numbers of its `alike`.
    pub fn draw(&self, cx: &mut Session, drawn: &[Drawn], story: &mut Story) -> Result<(), EvalError> {
        let columns = cx.host.columns().unwrap_or(lines::USUAL_COLUMNS);
        let mut tiles = Vec::new();
        for Drawn { option, alike, worth } in drawn.iter().take(MAX_BOARDS) {
            let BoardOption { position, name, sketch } = &self.all[*option];
            let mut tile = vec![format!("{name} = {worth}")];
            if cx.printer.notation == Notation::Ascii {
                tile.extend(picture::letters(sketch).lines().map(str::to_string));
            } else {
                let changed: Vec<BoardSquare> = placed_move(cx, self.from, *position, self.player)
                    .map_or_else(Vec::new, |placed| placed.on_board.changed().collect());
                let trace = |at| changed.contains(&at).then_some(Trace { by: self.player, is_last: true });
                tile.extend(picture::small(sketch, &trace));
            }
            tile.extend(self.counted(*option, alike));
            tiles.push(tile);
        }
        story.pictures(&tiles, columns);
        if drawn.len() > MAX_BOARDS {
            story.under(format!("... ({} in all)", drawn.len()));
        }
        Ok(())
    }
}

/// An option that is drawn or named.
pub(super) struct Drawn {
    /// Its place among the options.
    pub option: usize,
    /// The options that are worth as much, itself included.
    pub alike: Vec<usize>,
    /// Its value in words.
    pub worth: String,
}

/// Returns the images of a board by reflections and turns.
fn images(sketch: &Sketch) -> Vec<Vec<Vec<Cell>>> {
    let mirrored = |rows: &Vec<Vec<Cell>>| rows.iter().map(|row| row.iter().rev().copied().collect()).collect();
    let turned = |rows: &Vec<Vec<Cell>>| {
        let columns = rows.first().map_or(0, Vec::len);
        (0..columns).map(|column| rows.iter().rev().filter_map(|row| row.get(column)).copied().collect()).collect()
    };
    let mut images: Vec<Vec<Vec<Cell>>> = vec![sketch.rows.clone()];
    for _ in 0..3 {
        let next = turned(&images[images.len() - 1]);
        images.push(next);
    }
    let reflected: Vec<Vec<Vec<Cell>>> = images.iter().map(mirrored).collect();
    images.extend(reflected);
    images
}
