//! The one binary of integration tests: twins (naive solvers against the engine), laws, the literature, the shell.

mod engine_deep;
mod engine_laws;
mod engine_twin;
mod engine_values;
mod gamma_twin;
mod notation;
mod notation_reader;
mod ordinals;
mod outcome_twin;
mod random_graph;
mod syntax_cases;
//! All integration tests, in one binary so that they link once.

mod round_trip;
mod syntax_cases;
mod syntax_errors;
mod tree;
