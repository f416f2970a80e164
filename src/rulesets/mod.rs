//! Rulesets: what makes positions. One small file each.

pub mod annihilation;
pub mod board;
pub mod clobber;
pub mod code;
pub mod col;
pub mod component;
pub mod compound;
pub mod cutcake;
pub mod dollars;
pub mod domineering;
pub mod geography;
pub mod graph;
pub mod grid;
pub mod grundy_game;
pub mod hackenbush;
pub mod konane;
pub mod nim;
pub mod seating;
pub mod subtraction;
pub mod toads_frogs;
pub mod treblecross;
