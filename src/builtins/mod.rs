//! The one table of built-ins, family by family: the only place where a name of the language meets the function
//! that answers it.
//!
//! A row's documentation begins with a summary line, goes on with the definition and its source, and ends with
//! examples `expression  #=> result`, each of which a test runs.

mod annihilation;
mod annihilation_theory;
mod boards;
mod codes;
mod constants;
mod contest;
mod drawing;
mod explain;
mod files;
mod graphs;
mod heaps;
mod infinitesimals;
mod lists;
mod misere;
mod numbers;
mod ordinals;
mod pictures;
mod play;
mod positions;
mod rulesets;
mod sequences;
mod several_heaps;
mod strategy;
mod temperature;
mod toolbox;
mod typesetting;
mod values;

use crate::language::Builtin;

/// Every built-in, in the order in which the reference lists them.
pub fn all() -> impl Iterator<Item = &'static Builtin> {
    [
        constants::CONSTANTS,
        values::VALUES,
        temperature::TEMPERATURE,
        infinitesimals::INFINITESIMALS,
        toolbox::TOOLBOX,
        numbers::NUMBERS,
        ordinals::ORDINALS,
        positions::POSITIONS,
        annihilation::ANNIHILATION,
        annihilation_theory::ANNIHILATION_THEORY,
        play::PLAY,
        strategy::STRATEGY,
        contest::CONTEST,
        explain::EXPLAIN,
        graphs::GRAPHS,
        rulesets::RULESETS,
        heaps::HEAPS,
        codes::CODES,
        several_heaps::SEVERAL_HEAPS,
        sequences::SEQUENCES,
        misere::MISERE,
        boards::BOARDS,
        drawing::DRAWING,
        pictures::PICTURES,
        typesetting::TYPESETTING,
        lists::LISTS,
        files::FILES,
    ]
    .into_iter()
    .flatten()
}
