//! Errors of built-ins as data: an enum for each family, with its wording.

mod boards;
mod boxes;
mod graphs;
mod heaps;
mod lists;
mod numbers;
mod play;
mod rulesets;
mod tokens;

pub(crate) use boards::{BoardError, bad_board};
pub(crate) use boxes::BoxesError;
pub(crate) use graphs::{GraphError, OrderError};
pub(crate) use heaps::{FindError, HeapError, MisereError, SequenceError};
pub(crate) use lists::ListError;
pub(crate) use numbers::NumberError;
pub(crate) use play::PlayError;
pub(crate) use rulesets::{CoinError, PictureError, SproutsError};
pub(crate) use tokens::TokenError;
