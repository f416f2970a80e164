//! All integration tests, in one binary so that they link once.

mod syntax_cases;
mod tree;
