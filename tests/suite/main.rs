//! The one binary of integration tests: twins (naive solvers against the engine), laws, the literature, the shell.

mod annihilation;
mod architecture;
mod batch;
mod builtins;
mod cg_test;
mod cli;
mod compounds_twin;
mod drawings;
mod engine_deep;
mod engine_laws;
mod engine_twin;
mod engine_values;
mod errors;
mod examples;
mod ferguson84;
mod gamma_twin;
mod grammar;
mod graph_files;
mod heap_games;
mod heap_language;
mod help;
mod hostile;
mod hostile_syntax;
mod infinitesimals;
mod language;
mod misere;
mod move_graphs;
mod nim_field;
mod notation;
mod notation_reader;
mod ordinals;
mod outcome_twin;
mod pictures;
mod play;
mod policy;
mod positions_twin;
mod program;
mod random_graph;
mod reads_back;
mod repl;
mod round_trip;
mod rulesets_twin;
mod run;
mod sequences;
mod strategies;
mod strategy_cases;
mod syntax_cases;
mod syntax_errors;
mod temperature;
mod toolbox;
mod tree;
mod update;

/// Counts the bytes in use, as the program does.
#[global_allocator]
static ALLOCATOR: cap::Cap<std::alloc::System> = cap::Cap::new(std::alloc::System, usize::MAX);
