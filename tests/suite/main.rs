//! All integration tests, in one binary so that they link once.

mod speed;
mod syntax_cases;
mod tree;
