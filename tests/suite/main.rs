//! The one binary of integration tests: a module for each subject.

mod engine_deep;
mod engine_laws;
mod engine_twin;
mod engine_values;
