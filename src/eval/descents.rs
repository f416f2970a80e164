//! Finds options of a `game` that can be taken again and again, so that play never ends; and whether play surely ends.

use std::cell::RefCell;
use std::rc::Rc;

use dashu_int::IBig;

use super::globals::Global;
use super::{Session, state};
use crate::value::Value;
use cg_engine::games::Fault;
use cg_engine::laws::{ArgumentStep, Descent, FallingOption, Guard, Linear};

/// The number of members of a list or range that are tried for one bound variable.
pub(crate) const MAX_MEMBERS: usize = 4;
/// The largest number of members of a variable among which the least is looked for.
const MAX_MEMBERS_FOR_LEAST: u64 = 1 << 12;
/// The number of choices of a member for each bound variable that are tried.
const MAX_CHOICES: usize = 16;

/// The source of the members that are tried for a bound variable of an option.
#[derive(Debug)]
pub(crate) enum MemberSource {
    /// The first of some numbers, and the least of them, or `None` if not all are known.
    Numbers { first: Vec<IBig>, least: Option<IBig> },
    /// A list or set in the global variable of this slot.
    Variable(u32),
}

/// One argument of the position that an option leads to.
#[derive(Debug)]
pub(crate) enum ArgumentTarget {
    /// The argument is unchanged.
    Kept,
    /// The argument is a linear term.
    Linear(Linear),
}

/// An option that calls its own game, in linear terms. The first variables are the parameters of the game, those behind them
/// are bound by the option.
#[derive(Debug)]
pub(crate) struct RecursiveOption {
    /// The option as it is written, in backticks.
    pub option: String,
    /// The option with a condition that would stop it, in backticks.
    pub stopped: String,
    /// The conditions of the option.
    pub guards: Vec<Guard>,
    /// The members for each bound variable.
    pub bound: Vec<MemberSource>,
    /// The arguments of the position that it leads to.
    pub targets: Vec<ArgumentTarget>,
}

impl RecursiveOption {
    /// Returns the option for each choice of members with which it may never end. `of_variable` gives the members of a
    /// global variable.
    fn choices(&self, of_variable: impl Fn(u32) -> Vec<IBig>) -> Vec<Descent> {
        let mut choices = vec![Vec::new()];
        for members in &self.bound {
            let members = match members {
                MemberSource::Numbers { first, .. } => first.clone(),
                MemberSource::Variable(slot) => of_variable(*slot),
            };
            let longer = |choice: &Vec<IBig>| {
                let choice = choice.clone();
                members.iter().map(move |member| choice.iter().chain([member]).cloned().collect()).collect::<Vec<_>>()
            };
            choices = choices.iter().flat_map(longer).take(MAX_CHOICES).collect();
        }
        choices.iter().filter_map(|choice| self.chosen(choice)).collect()
    }

    /// Returns the option for one choice of members, or `None` if it always stops or an argument has no [`ArgumentStep`].
    fn chosen(&self, choice: &[IBig]) -> Option<Descent> {
        let arity = self.targets.len();
        let step = |(argument, target): (usize, &ArgumentTarget)| match target {
            ArgumentTarget::Kept => Some(ArgumentStep::Kept),
            ArgumentTarget::Linear(linear) => ArgumentStep::of(argument, &linear.with_numbers(arity, choice)),
        };
        let steps = self.targets.iter().enumerate().map(step).collect::<Option<Vec<_>>>()?;
        let guards = self.guards.iter().map(|guard| guard.with_numbers(arity, choice)).collect();
        Some(Descent { guards, steps }).filter(Descent::may_never_end)
    }
}

/// Returns the integers among the first members of a variable that is a list or set; none for any other global.
fn numbers_of(global: &Global) -> Vec<IBig> {
    let Global::Variable(Value::List(list) | Value::Set(list)) = global else { return Vec::new() };
    (0..list.len().min(MAX_MEMBERS as u64)).filter_map(|i| list.small(i)).map(IBig::from).collect()
}

/// Returns the least member of a variable that is a list or set of integers, if these are not too many.
fn least_of(global: &Global) -> Option<IBig> {
    let Global::Variable(Value::List(list) | Value::Set(list)) = global else { return None };
    let is_short = list.len() <= MAX_MEMBERS_FOR_LEAST;
    is_short.then(|| (0..list.len()).map(|i| list.small(i)).min().flatten().map(IBig::from)).flatten()
}

/// An option all of whose components are positions of its own game, in linear terms as in [`RecursiveOption`].
#[derive(Debug)]
pub(crate) struct OwnOption {
    /// The conditions of the option.
    pub guards: Vec<Guard>,
    /// The members for each bound variable.
    pub bound: Vec<MemberSource>,
    /// The arguments of each component, `None` for one that is unchanged.
    pub components: Vec<Vec<Option<Linear>>>,
}

impl OwnOption {
    /// Returns `true` if the arguments are proved to fall in each component.
    fn falls(&self, cx: &Session) -> bool {
        let least = |members: &MemberSource| match members {
            MemberSource::Numbers { least, .. } => least.clone(),
            MemberSource::Variable(slot) => least_of(cx.globals.get(*slot)),
        };
        let least: Vec<_> = self.bound.iter().map(least).collect();
        self.components.iter().all(|targets| FallingOption { guards: &self.guards, least: &least, targets }.is_proved())
    }
}

/// The options of a game that can be taken again and again, and all its options if these lead to no other game.
#[derive(Debug, Default)]
pub(crate) struct Descents {
    options: Vec<RecursiveOption>,
    /// All options, if each is known in linear terms.
    own: Option<Vec<OwnOption>>,
    /// `true` if `own` has all options, and they are both players'.
    pub is_impartial: bool,
    /// The choices that may never end, and the generation of globals for which they hold. `None` before they are first needed.
    cache: RefCell<Option<(u64, Choices)>>,
}

/// The options with members chosen, each with its index in [`Descents::options`].
type Choices = Rc<[(usize, Descent)]>;

impl Descents {
    /// Keeps the options that may never end. Most have a condition that stops them.
    pub fn new(mut options: Vec<RecursiveOption>, own: Option<Vec<OwnOption>>, has_bars: bool) -> Descents {
        let has_variable =
            |option: &RecursiveOption| option.bound.iter().any(|m| matches!(m, MemberSource::Variable(_)));
        options.retain(|option| has_variable(option) || !option.choices(|_| Vec::new()).is_empty());
        let is_impartial = own.is_some() && !has_bars;
        Descents { options, own, is_impartial, cache: RefCell::default() }
    }

    /// Returns `true` if play from the position with this `state` is proved to end, in whatever order the players move.
    pub fn surely_end(&self, state: &[u32], cx: &Session) -> bool {
        let Some(own) = &self.own else { return false };
        state::arguments(cx, state).all(|argument| argument.as_integer().is_some())
            && own.iter().all(|option| option.falls(cx))
    }

    /// Returns `true` if no option may never end.
    pub fn is_empty(&self) -> bool {
        self.options.is_empty()
    }

    /// Returns [`Fault::RunsOn`] if one of the options is proved to lead on for ever from the position with this `state`.
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
        let RecursiveOption { option, stopped, .. } = &self.options[*number];
        Some(Fault::RunsOn { option: option.clone(), stopped: stopped.clone() })
    }

    /// Returns the choices that may never end with the present values of global variables.
    fn choices(&self, cx: &Session) -> Choices {
        let now = cx.globals.generation();
        let mut cache = self.cache.borrow_mut();
        match &*cache {
            Some((generation, choices)) if *generation == now => choices.clone(),
            _ => {
                let mut choices = Vec::new();
                for (number, option) in self.options.iter().enumerate() {
                    let of_option = option.choices(|slot| numbers_of(cx.globals.get(slot)));
                    choices.extend(of_option.into_iter().map(|descent| (number, descent)));
                }
                let choices: Choices = choices.into();
                *cache = Some((now, choices.clone()));
                choices
            }
        }
    }
}
