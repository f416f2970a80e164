//! The arguments of a call, given by place or by name.

use std::rc::Rc;

/// The way in which a call gives an argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Given {
    /// By the place of the parameter.
    At(usize),
    /// By the name of the parameter.
    Named(Rc<str>),
}

/// The reason why the arguments of a call do not fit the parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mismatch {
    /// No parameter has the name of this argument.
    Unknown(usize),
    /// The number of an argument, and of its parameter, which already has one.
    Twice(usize, usize),
    /// There are more arguments than parameters.
    TooMany,
}

/// Returns for each parameter the number of its argument, or `None` if the call leaves it out.
///
/// # Errors
/// A [`Mismatch`]: an argument has no parameter, or one that is taken.
pub fn arrange(parameters: &[impl AsRef<str>], given: &[Given]) -> Result<Vec<Option<usize>>, Mismatch> {
    let mut order = vec![None; parameters.len()];
    for (i, argument) in given.iter().enumerate() {
        let place = match argument {
            Given::At(place) => *place,
            Given::Named(name) => {
                let place = parameters.iter().position(|parameter| parameter.as_ref() == &**name);
                place.ok_or(Mismatch::Unknown(i))?
            }
        };
        match order.get_mut(place) {
            Some(argument @ None) => *argument = Some(i),
            Some(_) => return Err(Mismatch::Twice(i, place)),
            None => return Err(Mismatch::TooMany),
        }
    }
    Ok(order)
}
