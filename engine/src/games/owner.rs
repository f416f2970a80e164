//! The owners of ids, in builds with debug assertions and in tests: an id of one engine means something else in another.

/// The owner of an id. It takes no room and says nothing in builds without debug assertions.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Owner {
    #[cfg(any(debug_assertions, test))]
    number: u32,
}

impl Owner {
    /// The owner of ids that are the same everywhere, and of those that were read from a state.
    pub const ANY: Owner = Owner {
        #[cfg(any(debug_assertions, test))]
        number: 0,
    };

    /// Returns a new owner.
    pub fn new() -> Owner {
        #[cfg(any(debug_assertions, test))]
        static OWNERS: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(1);
        Owner {
            #[cfg(any(debug_assertions, test))]
            number: OWNERS.fetch_add(1, std::sync::atomic::Ordering::Relaxed),
        }
    }

    /// Checks, in debug builds, that an id of `other` belongs to this owner.
    ///
    /// # Panics
    /// If it is another owner's.
    #[inline]
    #[track_caller]
    pub fn demand(self, other: Owner, what: &str) {
        #[cfg(any(debug_assertions, test))]
        assert!(other.number == 0 || other.number == self.number, "this {what} belongs to another engine");
        #[cfg(not(any(debug_assertions, test)))]
        let _ = (other, what);
    }
}

/// Implements an id of a word and an owner. Ids are equal if their words are.
macro_rules! impl_id {
    ($id:ident) => {
        impl $id {
            /// Returns the id that this word of a state stands for.
            #[inline]
            pub(crate) const fn of_word(word: u32) -> $id {
                $id(word, $crate::games::Owner::ANY)
            }
        }

        impl PartialEq for $id {
            #[inline]
            fn eq(&self, other: &$id) -> bool {
                self.0 == other.0
            }
        }

        impl Eq for $id {}

        impl PartialOrd for $id {
            #[inline]
            fn partial_cmp(&self, other: &$id) -> Option<std::cmp::Ordering> {
                Some(self.cmp(other))
            }
        }

        impl Ord for $id {
            #[inline]
            fn cmp(&self, other: &$id) -> std::cmp::Ordering {
                self.0.cmp(&other.0)
            }
        }

        impl std::hash::Hash for $id {
            #[inline]
            fn hash<H: std::hash::Hasher>(&self, hasher: &mut H) {
                self.0.hash(hasher);
            }
        }

        impl std::fmt::Debug for $id {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, concat!(stringify!($id), "({})"), self.0)
            }
        }
    };
}

pub(crate) use impl_id;
