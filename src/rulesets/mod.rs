//! Rulesets: what makes positions. One small file each.

pub mod compound;
pub mod domineering;
pub mod graph;
pub mod hackenbush;
pub mod nim;
pub mod subtraction;
