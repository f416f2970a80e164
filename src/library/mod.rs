//! Functions and constants of the language, a file for each family: rows of the table in `builtins`, and no more code than a
//! row needs.
//!
//! A row's documentation begins with a summary line, goes on with the definition and its source, and ends with
//! examples `expression  #=> result`, each of which a test runs.

pub(crate) mod annihilation;
pub(crate) mod annihilation_basis;
pub(crate) mod annihilation_theory;
pub(crate) mod attempts;
pub(crate) mod boards;
pub(crate) mod cells;
pub(crate) mod chance;
pub(crate) mod codes;
pub(crate) mod coins;
pub(crate) mod coins_and_boxes;
pub(crate) mod constants;
pub(crate) mod dictionaries;
pub(crate) mod duels;
mod endless_sums;
mod errors;
pub(crate) mod files;
pub(crate) mod find;
pub(crate) mod graphs;
mod grounds;
mod heap_moves;
pub(crate) mod heaps;
pub(crate) mod infinitesimals;
pub(crate) mod joins;
pub(crate) mod lists;
pub(crate) mod loopy;
pub(crate) mod misere;
pub(crate) mod nimbers;
pub(crate) mod numbers;
pub(crate) mod orders;
pub(crate) mod ordinals;
pub(crate) mod pictures;
pub(crate) mod play;
pub(crate) mod points;
pub(crate) mod positions;
mod primes;
pub(crate) mod rulesets;
pub(crate) mod selections;
pub(crate) mod sequences;
pub(crate) mod sets;
pub(crate) mod several_heaps;
pub(crate) mod sprouts;
pub(crate) mod strategy;
pub(crate) mod tables;
pub(crate) mod temperature;
pub(crate) mod texts;
pub(crate) mod toolbox;
pub(crate) mod typesetting;
pub(crate) mod values;
