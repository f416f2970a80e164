//! `cg`: a language for combinatorial games. (The map of the crate is written when its parts stand.)

pub mod builtins;
pub mod diagnostic;
pub mod digraphs;
pub mod games;
pub mod language;
pub mod notation;
pub mod ordinals;
pub mod positions;
pub mod rulesets;
pub mod shell;
pub mod source;
pub mod syntax;
