//! The test suite, one binary: twins (naive solvers against the engine), laws, and values from the literature.

mod gamma_twin;
mod ordinals;
mod outcome_twin;
mod random_graph;
