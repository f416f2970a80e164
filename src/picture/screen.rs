//! The picture of a terminal: lines of letters, each as wide as the next, in the colours of a theme.

use svg::Document;
use svg::node::Comment;
use svg::node::element::{Circle, Group, Rectangle, Text, Title};
use unicode_width::UnicodeWidthStr;

use super::theme::Theme;
use super::{Ink, MARK, short};
use crate::visible;

/// The width of a letter, and the height of a line and of its letters, in units.
const COLUMN: f64 = 8.4;
const ROW: f64 = 19.0;
const LETTERS: f64 = 14.0;
/// The space around the text, and that of the bar above it.
const MARGIN: f64 = 16.0;
const BAR: f64 = 28.0;
const FONTS: &str = "DejaVu Sans Mono, Menlo, Consolas, Liberation Mono, monospace";

/// A terminal that shows some lines.
#[derive(Clone, Debug, Default)]
pub struct Screen {
    /// The description for readers who do not see the picture.
    pub title: String,
    /// The lines, each as pieces with their colours.
    pub lines: Vec<Vec<(String, Ink)>>,
}

impl Screen {
    /// Returns the text of an SVG file with the picture.
    ///
    /// ```
    /// use cg::picture::{Ink, Screen, Theme};
    /// let line = vec![("> ".into(), Ink::Faint), ("<0|1>".into(), Ink::Plain)];
    /// let text = Screen { title: "a session".into(), lines: vec![line] }.svg(Theme::Dark);
    /// assert!(text.starts_with("<svg") && text.contains("&lt;0|1&gt;"));
    /// ```
    pub fn svg(&self, theme: Theme) -> String {
        let widest = self.lines.iter().map(|line| width(line)).max().unwrap_or(0);
        let size = (widest as f64 * COLUMN + 2.0 * MARGIN, self.lines.len() as f64 * ROW + BAR + MARGIN);
        let mut group =
            Group::new().set("font-family", FONTS).set("font-size", short(LETTERS)).set("style", "white-space: pre");
        for (row, line) in self.lines.iter().enumerate() {
            let mut column = 0;
            for (text, ink) in line {
                let wide = text.width();
                if !text.trim().is_empty() {
                    group = group.add(piece(text, *ink, theme, column, row));
                }
                column += wide;
            }
        }
        let mut document = Document::new()
            .set("viewBox", format!("0 0 {} {}", short(size.0), short(size.1)))
            .set("width", short(size.0))
            .set("height", short(size.1))
            .set("role", "img")
            .add(Comment::new(MARK))
            .add(Title::new(visible::line(&self.title).into_owned()));
        if let Some(paper) = theme.paper() {
            let frame = Rectangle::new()
                .set("x", "0.5")
                .set("y", "0.5")
                .set("width", short(size.0 - 1.0))
                .set("height", short(size.1 - 1.0))
                .set("rx", "8")
                .set("fill", paper)
                .set("stroke", theme.colour(Ink::Grid));
            document = document.add(frame);
        }
        for button in 0..3 {
            let disc = Circle::new()
                .set("cx", short(MARGIN + 4.0 + 16.0 * f64::from(button)))
                .set("cy", "15")
                .set("r", "5")
                .set("fill", theme.colour(Ink::Grid));
            document = document.add(disc);
        }
        format!("{}\n", document.add(group))
    }
}

/// Returns the columns of a line.
fn width(line: &[(String, Ink)]) -> usize {
    line.iter().map(|(text, _)| text.width()).sum()
}

/// Returns a piece of a line. Its length is given, so that columns stand below each other in any font.
fn piece(text: &str, ink: Ink, theme: Theme, column: usize, row: usize) -> Text {
    let shown = text.trim();
    let before = text[..text.len() - text.trim_start().len()].width();
    Text::new(visible::line(shown).into_owned())
        .set("x", short(MARGIN + (column + before) as f64 * COLUMN))
        .set("y", short(BAR + (row as f64 + 0.75) * ROW))
        .set("textLength", short(shown.width() as f64 * COLUMN))
        .set("fill", theme.colour(ink))
}
