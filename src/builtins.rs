//! The one table of built-ins: the only place where a name of the language meets the function that answers it.

use crate::eval::Builtin;
use crate::{certificates, contest, draw, explain, library};

/// Returns every built-in, in the order in which the reference lists them.
pub fn all() -> impl Iterator<Item = &'static Builtin> {
    [
        library::constants::CONSTANTS,
        library::values::VALUES,
        library::temperature::TEMPERATURE,
        library::infinitesimals::INFINITESIMALS,
        library::loopy::LOOPY,
        library::toolbox::TOOLBOX,
        library::numbers::NUMBERS,
        library::ordinals::ORDINALS,
        library::nimbers::NIMBERS,
        library::positions::POSITIONS,
        library::annihilation::ANNIHILATION,
        library::annihilation_basis::ANNIHILATION_BASIS,
        library::annihilation_theory::ANNIHILATION_THEORY,
        library::play::PLAY,
        library::points::POINTS,
        library::strategy::STRATEGY,
        library::duels::DUELS,
        contest::CONTEST,
        explain::EXPLAIN,
        certificates::CERTIFICATES,
        library::graphs::GRAPHS,
        library::graphs::families::GRAPH_FAMILIES,
        library::rulesets::RULESETS,
        library::heaps::HEAPS,
        library::joins::JOINS,
        library::codes::CODES,
        library::several_heaps::SEVERAL_HEAPS,
        library::orders::ORDERS,
        library::coins::COINS,
        library::sequences::SEQUENCES,
        library::find::FIND,
        library::misere::MISERE,
        library::misere::tools::MISERE_FORMS,
        library::misere::order::MISERE_ORDER,
        library::coins_and_boxes::COINS_AND_BOXES,
        library::boards::BOARDS,
        library::cells::CELLS,
        draw::DRAWING,
        library::pictures::PICTURES,
        library::sprouts::SPROUTS,
        library::typesetting::TYPESETTING,
        library::lists::LISTS,
        library::tables::TABLES,
        library::selections::SELECTIONS,
        library::attempts::ATTEMPTS,
        library::texts::TEXTS,
        library::dictionaries::DICTIONARIES,
        library::sets::SETS,
        library::chance::CHANCE,
        library::files::FILES,
    ]
    .into_iter()
    .flatten()
}
