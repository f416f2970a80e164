//! Values that a program around the session holds: they live as long as it wants, whatever is bound meanwhile.

use std::collections::BTreeMap;

use super::Session;
use crate::value::Value;

/// What a held value is asked for by. No two values of a session have the same one, ever.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Handle(u64);

/// The values that are held.
#[derive(Default)]
pub(crate) struct Held {
    values: BTreeMap<Handle, Value>,
    next: u64,
}

impl Held {
    /// The handle that the next value will get.
    pub fn next(&self) -> Handle {
        Handle(self.next)
    }

    /// Lets go of the values held since: what they are made of is given back.
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
    /// Keeps a value until it is released, when memory is given back between statements too.
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
        let handle = self.held.next();
        self.held.next += 1;
        self.held.values.insert(handle, value);
        handle
    }

    /// A value that is held; nothing if it was released, or made by what failed afterwards, or if the session began anew.
    pub fn held(&self, handle: Handle) -> Option<&Value> {
        self.held.values.get(&handle)
    }

    /// Lets go of a value.
    pub fn release(&mut self, handle: Handle) {
        self.held.values.remove(&handle);
    }
}
