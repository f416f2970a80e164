//! The colours of pictures in files: for white paper, for dark slides, for slides of any colour, for print in black.

use super::Ink;
use cg_engine::games::Player;

/// The appearance of a picture in a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Look {
    /// Its colours.
    pub theme: Theme,
    /// Its width in units of SVG or pixels, or `None` if the picture decides.
    pub width: Option<u32>,
}

/// The colours of a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// Dark lines on white paper.
    #[default]
    Light,
    /// Light lines on dark paper.
    Dark,
    /// Dark lines without paper.
    Transparent,
    /// Black and grey on white; dashes and widths alone tell lines apart.
    Print,
}

/// The themes by their names.
pub const THEMES: &[(&str, Theme)] =
    &[("light", Theme::Light), ("dark", Theme::Dark), ("transparent", Theme::Transparent), ("print", Theme::Print)];

impl Theme {
    /// Returns the colour of `ink`. Colour-blind readers can tell Left's from Right's (Okabe and Ito 2008); in print both are
    /// black, and Right's lines are dashed.
    pub fn colour(self, ink: Ink) -> &'static str {
        let colours = match self {
            Theme::Light | Theme::Transparent => {
                ["#1a1a1a", "#707070", "#dcdcdc", "#0072b2", "#c04a00", "#00805a", "#9a6a44"]
            }
            Theme::Dark => ["#f2f2f2", "#a8a8a8", "#484848", "#56b4e9", "#e69f00", "#2fc59b", "#8a5a33"],
            Theme::Print => ["#000000", "#555555", "#bbbbbb", "#000000", "#000000", "#000000", "#b0b0b0"],
        };
        const HEAT: [[&str; 10]; 2] = [
            [
                "#ffffd9", "#edf8b1", "#c7e9b4", "#7fcdbb", "#41b6c4", "#1d91c0", "#225ea8", "#253494", "#1a2a78",
                "#081d58",
            ],
            [
                "#ffffff", "#e8e8e8", "#d0d0d0", "#b8b8b8", "#a0a0a0", "#888888", "#707070", "#505050", "#303030",
                "#000000",
            ],
        ];
        colours[match ink {
            Ink::Heat(shade) => return HEAT[usize::from(self == Theme::Print)][usize::from(shade.min(9))],
            Ink::Plain => 0,
            Ink::Faint => 1,
            Ink::Grid => 2,
            Ink::Of(Player::Left) => 3,
            Ink::Of(Player::Right) => 4,
            Ink::Both => 5,
            Ink::Chocolate => 6,
        }]
    }

    /// Returns the colour of the paper, or `None` if there is none.
    pub fn paper(self) -> Option<&'static str> {
        match self {
            Theme::Light | Theme::Print => Some("white"),
            Theme::Dark => Some("#1e1e1e"),
            Theme::Transparent => None,
        }
    }

    /// Returns the colour inside empty discs and boxes.
    pub fn blank(self) -> &'static str {
        if self == Theme::Dark { "#1e1e1e" } else { "#ffffff" }
    }

    /// Returns the colour of shaded cells.
    pub fn shade(self) -> &'static str {
        if self == Theme::Dark { "#3c3c3c" } else { "#e4e4e4" }
    }
}
