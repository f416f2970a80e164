//! All integration tests, in one binary so that they link once.

mod grammar;
mod hostile_syntax;
mod round_trip;
mod syntax_cases;
mod syntax_errors;
mod tree;
