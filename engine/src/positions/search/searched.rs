//! The answer of a search, and what it took.

/// Who wins, as a search found it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Searched<T> {
    /// The answer.
    pub answer: T,
    /// How many positions were searched.
    pub nodes: u64,
}

impl<T> Searched<T> {
    /// The same with what is made of the answer.
    pub(crate) fn map<U>(self, of: impl FnOnce(T) -> U) -> Searched<U> {
        Searched { answer: of(self.answer), nodes: self.nodes }
    }
}

impl Searched<u64> {
    /// Of a quest for who wins, whether it is the player to move: told by 1, and by 0 if it is the other one.
    pub(crate) fn is_won(self) -> Searched<bool> {
        self.map(|answer| answer == 1)
    }
}
