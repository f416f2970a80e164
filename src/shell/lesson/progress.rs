//! The places that a person has reached in the course, kept in a file between runs.

use std::path::PathBuf;

use crate::guide::lessons::LESSONS;
use crate::shell::repl::lessons_file;

/// A place in the course.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LessonPlace {
    /// The number of the lesson.
    pub lesson: usize,
    /// The step to go on with, one more than there are if the lesson is done.
    pub step: usize,
    /// The number of steps of the lesson.
    pub steps: usize,
}

impl LessonPlace {
    /// Returns `true` if the person has gone through the lesson.
    pub fn is_done(self) -> bool {
        self.step > self.steps
    }
}

/// The places where a person is, one for each lesson begun; the last one is the latest.
#[derive(Default)]
pub struct CourseProgress {
    file: Option<PathBuf>,
    places: Vec<LessonPlace>,
}

impl CourseProgress {
    /// Reads the progress kept by earlier runs. An unreadable file counts as absent.
    pub fn read() -> CourseProgress {
        let file = lessons_file();
        let text = file.as_ref().and_then(|file| std::fs::read_to_string(file).ok()).unwrap_or_default();
        CourseProgress { file, places: text.lines().filter_map(place).collect() }
    }

    /// Returns the place in a lesson, or `None` if it was not begun.
    pub fn of(&self, lesson: usize) -> Option<LessonPlace> {
        self.places.iter().copied().find(|place| place.lesson == lesson)
    }

    /// Returns the lesson and the step to go on with: where the person was last, or the lesson after it if that is
    /// done. Returns `None` if no lesson was begun or all are done.
    pub fn next(&self) -> Option<(usize, usize)> {
        let last = self.places.last()?;
        if !last.is_done() {
            return Some((last.lesson, last.step));
        }
        (last.lesson + 1..=LESSONS.len()).find_map(|lesson| match self.of(lesson) {
            None => Some((lesson, 1)),
            Some(place) => (!place.is_done()).then_some((lesson, place.step)),
        })
    }

    /// Keeps a place. A lesson that is done stays so.
    pub fn keep(&mut self, place: LessonPlace) {
        let done = self.of(place.lesson).filter(|old| old.is_done());
        self.places.retain(|old| old.lesson != place.lesson);
        self.places.push(done.unwrap_or(place));
        let Some(file) = &self.file else { return };
        let lines = self.places.iter().map(|place| format!("{} {} {}\n", place.lesson, place.step, place.steps));
        // Whoever has no such folder goes through the course all the same.
        let _ = file.parent().map(std::fs::create_dir_all);
        let _ = std::fs::write(file, lines.collect::<String>());
    }
}

/// Reads a line of the file: lesson, step, steps.
fn place(line: &str) -> Option<LessonPlace> {
    let mut numbers = line.split(' ').map(|word| word.parse().ok());
    let (lesson, step, steps) = (numbers.next()??, numbers.next()??, numbers.next()??);
    let is_known = (1..=LESSONS.len()).contains(&lesson) && step > 0;
    is_known.then_some(LessonPlace { lesson, step, steps })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_goes_on_where_one_was_last() {
        let mut progress = CourseProgress::default();
        assert_eq!(progress.next(), None);
        progress.keep(LessonPlace { lesson: 1, step: 4, steps: 12 });
        progress.keep(LessonPlace { lesson: 3, step: 2, steps: 10 });
        assert_eq!(progress.next(), Some((3, 2)));
        progress.keep(LessonPlace { lesson: 1, step: 13, steps: 12 });
        // The second lesson was never begun.
        assert_eq!(progress.next(), Some((2, 1)));
        progress.keep(LessonPlace { lesson: 2, step: 15, steps: 14 });
        assert_eq!(progress.next(), Some((3, 2)));
        // A second look at a lesson leaves it done.
        progress.keep(LessonPlace { lesson: 1, step: 5, steps: 12 });
        assert!(progress.of(1).is_some_and(LessonPlace::is_done));
        progress.keep(LessonPlace { lesson: LESSONS.len(), step: 20, steps: 19 });
        assert_eq!(progress.next(), None);
    }

    #[test]
    fn a_damaged_file_is_passed_over() {
        assert_eq!(place("3 5 14"), Some(LessonPlace { lesson: 3, step: 5, steps: 14 }));
        for line in ["", "3", "3 5", "0 1 2", "99 1 2", "3 0 4", "a b c", "3 5 -1"] {
            assert_eq!(place(line), None, "{line}");
        }
    }
}
