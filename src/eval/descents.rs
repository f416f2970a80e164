//! Options of a person's `game` that can be taken again and again, so that play never ends.

use std::cell::RefCell;
use std::rc::Rc;

use dashu_int::IBig;

use super::globals::Global;
use super::{Session, state};
use crate::value::Value;
use cg_engine::games::Fault;
use cg_engine::laws::{ArgumentStep, Descent, Guard, Linear};

/// The number of members of a list or range that are tried for one bound variable.
const MAX_MEMBERS: usize = 4;
/// The number of ways to choose a member for each bound variable that are tried.
const MAX_CHOICES: usize = 16;

/// What a bound variable of an option runs through, as far as it is tried.
#[derive(Debug)]
pub(crate) enum Members {
    Numbers(Vec<IBig>),
    /// The members of a variable, by its slot.
    Variable(u32),
}

/// What an option says of one argument of the position that it leads to.
#[derive(Debug)]
pub(crate) enum Target {
    /// The argument of the position that it is an option of.
    Kept,
    Linear(Linear),
}

/// An option that calls its own game, in linear terms. The first variables are the parameters of the game, those behind them
/// are bound by the option.
#[derive(Debug)]
pub(crate) struct OwnOption {
    /// The option as it is written, in quotes, and as it would be with a condition that stops it.
    pub option: String,
    pub stopped: String,
    pub guards: Vec<Guard>,
    pub bound: Vec<Members>,
    pub targets: Vec<Target>,
}

impl OwnOption {
    /// Returns what the option is for each choice of members, where `of_variable` gives those of a variable.
    fn choices(&self, of_variable: impl Fn(u32) -> Vec<IBig>) -> Vec<Descent> {
        let mut choices = vec![Vec::new()];
        for members in &self.bound {
            let members = match members {
                Members::Numbers(numbers) => numbers.clone(),
                Members::Variable(slot) => of_variable(*slot),
            };
            let longer = |choice: &Vec<IBig>| {
                let choice = choice.clone();
                members.iter().map(move |member| choice.iter().chain([member]).cloned().collect()).collect::<Vec<_>>()
            };
            choices = choices.iter().flat_map(longer).take(MAX_CHOICES).collect();
        }
        choices.iter().filter_map(|choice| self.chosen(choice)).collect()
    }

    /// Returns the option for this choice of members, or `None` if it stops or depends on the arguments in another way.
    fn chosen(&self, choice: &[IBig]) -> Option<Descent> {
        let arity = self.targets.len();
        let step = |(argument, target): (usize, &Target)| match target {
            Target::Kept => Some(ArgumentStep::Kept),
            Target::Linear(linear) => ArgumentStep::of(argument, &linear.with_numbers(arity, choice)),
        };
        let steps = self.targets.iter().enumerate().map(step).collect::<Option<Vec<_>>>()?;
        let guards = self.guards.iter().map(|guard| guard.with_numbers(arity, choice)).collect();
        Some(Descent { guards, steps }).filter(Descent::may_never_end)
    }
}

/// The first integers of a list or a set.
fn numbers_of(global: &Global) -> Vec<IBig> {
    let Global::Variable(Value::List(list) | Value::Set(list)) = global else { return Vec::new() };
    (0..list.len().min(MAX_MEMBERS as u64)).filter_map(|i| list.small(i)).map(IBig::from).collect()
}

/// The options of a game that may be taken again and again.
#[derive(Debug, Default)]
pub(crate) struct Descents {
    options: Vec<OwnOption>,
    /// For each choice of members that may never end, the number of its option. They hold for one generation of globals.
    known: RefCell<Option<(u64, Choices)>>,
}

type Choices = Rc<[(usize, Descent)]>;

impl Descents {
    pub fn new(mut options: Vec<OwnOption>) -> Descents {
        // Most options have a condition that stops them, and are not looked at again.
        let has_variable = |option: &OwnOption| option.bound.iter().any(|m| matches!(m, Members::Variable(_)));
        options.retain(|option| has_variable(option) || !option.choices(|_| Vec::new()).is_empty());
        Descents { options, known: RefCell::default() }
    }

    /// Returns [`Fault::RunsOn`] if one of the options leads on for ever from the position with this state.
    pub fn runs_on(&self, state: &[u32], cx: &Session) -> Option<Fault> {
        if self.options.is_empty() {
            return None;
        }
        let choices = self.choices(cx);
        if choices.is_empty() {
            return None;
        }
        let arguments: Vec<Option<IBig>> = state::arguments(cx, state).map(|argument| argument.as_integer()).collect();
        let (number, _) = choices.iter().find(|(_, descent)| descent.never_ends(&arguments))?;
        let OwnOption { option, stopped, .. } = &self.options[*number];
        Some(Fault::RunsOn { option: option.clone(), stopped: stopped.clone() })
    }

    fn choices(&self, cx: &Session) -> Choices {
        let now = cx.globals.generation();
        let mut known = self.known.borrow_mut();
        match &*known {
            Some((generation, choices)) if *generation == now => choices.clone(),
            _ => {
                let mut choices = Vec::new();
                for (number, option) in self.options.iter().enumerate() {
                    let of_option = option.choices(|slot| numbers_of(cx.globals.get(slot)));
                    choices.extend(of_option.into_iter().map(|descent| (number, descent)));
                }
                let choices: Choices = choices.into();
                *known = Some((now, choices.clone()));
                choices
            }
        }
    }
}
