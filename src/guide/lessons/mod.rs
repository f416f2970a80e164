//! The course: its scripts, how one is taken apart, how answers to its exercises are judged.
//!
//! The lessons are the scripts of `examples/course`, carried in the program; any other script is a lesson too.

pub mod format;
mod judge;

pub use judge::{AnswerKey, with_zeros};

macro_rules! lessons {
    ($($name:literal)*) => { [$(($name, include_str!(concat!("../../../examples/course/", $name)))),*] };
}

/// The lessons of the course: the name of the file, and its text.
pub static LESSONS: [(&str, &str); 14] = lessons! {
    "01-what-is-a-game.cg"
    "02-nim.cg"
    "03-heap-games.cg"
    "04-left-and-right.cg"
    "05-numbers.cg"
    "06-canonical-forms.cg"
    "07-infinitesimals.cg"
    "08-temperature.cg"
    "09-many-at-once.cg"
    "10-round-in-circles.cg"
    "11-loopy-values.cg"
    "12-misere.cg"
    "13-points.cg"
    "14-beyond-the-integers.cg"
};

/// Returns the title of a lesson, counted from 1.
pub fn title(number: usize) -> Option<&'static str> {
    format::title(LESSONS.get(number.checked_sub(1)?)?.1)
}
