//! Values that a program around the session holds: they live as long as it wants, whatever is bound meanwhile.

use std::collections::BTreeMap;

use super::Session;
use crate::value::Value;

/// The identity of a kept value. No two values of a session have the same one, ever.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Handle(u64);

/// The values that are kept.
#[derive(Default)]
pub(crate) struct Held {
    values: BTreeMap<Handle, Value>,
    next: u64,
}

impl Held {
    /// Returns the handle that the next value will get.
    pub fn next(&self) -> Handle {
        Handle(self.next)
    }

    /// Drops the values kept since, and frees their parts.
    pub fn forget_from(&mut self, handle: Handle) {
        self.values.split_off(&handle);
    }

    /// Lets go of all values; their handles are not used again.
    pub fn clear(&mut self) {
        self.values.clear();
    }

    pub fn values_mut(&mut self) -> impl Iterator<Item = &mut Value> {
        self.values.values_mut()
    }
}

impl Session {
    /// Keeps a value until it is released, also when memory is freed between statements.
    ///
    /// ```
    /// use cg::eval::{Quiet, Session};
    /// use cg::value::Value;
    /// let mut session = Session::new(cg::builtins::all(), Box::new(Quiet::default()));
    /// let handle = session.hold(Value::Integer(3));
    /// session.compact();
    /// assert_eq!(session.held(handle), Some(&Value::Integer(3)));
    /// session.release(handle);
    /// assert_eq!(session.held(handle), None);
    /// ```
    pub fn hold(&mut self, value: Value) -> Handle {
        let handle = self.globals.held.next();
        self.globals.held.next += 1;
        self.globals.held.values.insert(handle, value);
        handle
    }

    /// Returns a value that is kept, or `None` if it was released, or made by a statement that failed afterwards, or if
    /// the session began again.
    pub fn held(&self, handle: Handle) -> Option<&Value> {
        self.globals.held.values.get(&handle)
    }

    /// Lets go of a value.
    pub fn release(&mut self, handle: Handle) {
        self.globals.held.values.remove(&handle);
    }
}
