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

/// The reason why the arguments of a call fit no parameters, with the number of the argument that shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mismatch {
    /// No parameter has the name.
    Unknown(usize),
    /// The parameter at this place has an argument already.
    Twice(usize, usize),
    /// There are more arguments than parameters.
    TooMany,
}

/// Returns for each parameter the number of its argument, or `None` if the call leaves it out.
///
/// # Errors
/// An argument fits no parameter, or one that another argument has.
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
