//! Rulesets: what makes positions. One small file each.

pub mod compound;
pub mod cutcake;
pub mod domineering;
pub mod graph;
pub mod hackenbush;
pub mod nim;
pub mod seating;
pub mod subtraction;
