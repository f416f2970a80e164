//! `cg`: a language for combinatorial games. (The map of the crate is written when its parts stand.)

pub mod diagnostic;
pub mod digraphs;
pub mod games;
pub mod notation;
pub mod ordinals;
pub mod source;
pub mod syntax;
