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
/// The number of games through which a way back may lead.
const MAX_GAMES: usize = 4;
/// The number of ways of one length from which on no more are followed.
const MAX_PASSAGES: usize = 64;

/// The source of the members that are tried for a bound variable of an option.
#[derive(Clone, Debug)]
pub(crate) enum MemberSource {
    /// The first of some numbers, and the least of them, or `None` if not all are known.
    Numbers { first: Vec<IBig>, least: Option<IBig> },
    /// A list or set in the global variable of this slot.
    Variable(u32),
}

/// An option that calls a game, its own or another one, in linear terms. The first variables are the parameters of the game,
/// those behind them are bound by the option.
#[derive(Debug)]
pub(crate) struct CallingOption {
    /// The option as it is written, in backticks.
    pub option: String,
    /// The option with a condition that would stop it, in backticks.
    pub stopped: String,
    /// The game that it calls.
    pub game: u32,
    /// The conditions of the option.
    pub guards: Vec<Guard>,
    /// The members for each bound variable.
    pub bound: Vec<MemberSource>,
    /// The arguments of the position that it leads to.
    pub targets: Vec<Linear>,
}

/// An option with members chosen, or several taken one after the other.
#[derive(Clone, Debug)]
struct Passage {
    /// The game to which it leads.
    game: u32,
    /// The conditions in terms of the first arguments.
    guards: Vec<Guard>,
    /// The arguments to which it leads.
    targets: Vec<Linear>,
}

impl CallingOption {
    /// Returns the option of a game with `arity` parameters for each choice of members. `of_variable` gives the members of a
    /// global variable.
    fn choices(&self, arity: usize, of_variable: impl Fn(u32) -> Vec<IBig>) -> Vec<Passage> {
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
        let chosen = |choice: Vec<IBig>| Passage {
            game: self.game,
            guards: self.guards.iter().map(|guard| guard.with_numbers(arity, &choice)).collect(),
            targets: self.targets.iter().map(|target| target.with_numbers(arity, &choice)).collect(),
        };
        choices.into_iter().map(chosen).collect()
    }
}

impl Passage {
    /// Returns this passage, which leads back to its game, as a descent, or `None` if it always stops or an argument has no
    /// [`ArgumentStep`].
    fn descent(self) -> Option<Descent> {
        let step = |(argument, target)| ArgumentStep::of(argument, target);
        let steps = self.targets.iter().enumerate().map(step).collect::<Option<Vec<_>>>()?;
        Some(Descent { guards: self.guards, steps }).filter(Descent::may_never_end)
    }

    /// Returns this passage with another one behind it.
    fn then(&self, next: &Passage) -> Passage {
        let guards = next.guards.iter().map(|guard| guard.with_terms(&self.targets));
        Passage {
            game: next.game,
            guards: self.guards.iter().cloned().chain(guards).collect(),
            targets: next.targets.iter().map(|target| target.with_terms(&self.targets)).collect(),
        }
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

/// An option all of whose components are positions of its own game, in linear terms as in [`CallingOption`].
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
    /// Returns `true` if this is proved of each component.
    fn is_proved(&self, cx: &Session, proves: fn(&FallingOption<'_>) -> bool) -> bool {
        let least = |members: &MemberSource| match members {
            MemberSource::Numbers { least, .. } => least.clone(),
            MemberSource::Variable(slot) => least_of(cx.globals.get(*slot)),
        };
        let least: Vec<_> = self.bound.iter().map(least).collect();
        self.components.iter().all(|targets| proves(&FallingOption { guards: &self.guards, least: &least, targets }))
    }
}

/// The options of a game that can be taken again and again, and all its options if these lead to no other game.
#[derive(Debug, Default)]
pub(crate) struct Descents {
    /// The number of parameters of the game.
    arity: usize,
    /// The options that call a game.
    options: Vec<CallingOption>,
    /// All options, if each is known in linear terms.
    own: Option<Vec<OwnOption>>,
    /// `true` if `own` has all options, and they are both players'.
    pub is_impartial: bool,
    /// The choices that may never end, and the generation of globals for which they hold. `None` before they are first needed.
    cache: RefCell<Option<(u64, Choices)>>,
}

/// The ways back to the game with members chosen, each with the index of its first option in [`Descents::options`].
type Choices = Rc<[(usize, Descent)]>;

impl Descents {
    /// Keeps the options of the game `game`, with `arity` parameters, that may never end. Most have a condition that stops them.
    pub fn new(
        game: u32,
        arity: usize,
        mut options: Vec<CallingOption>,
        own: Option<Vec<OwnOption>>,
        has_bars: bool,
    ) -> Descents {
        options.retain(|option| {
            let has_variable = option.bound.iter().any(|members| matches!(members, MemberSource::Variable(_)));
            let mut choices = option.choices(arity, |_| Vec::new()).into_iter();
            option.game != game || has_variable || choices.any(|choice| choice.descent().is_some())
        });
        let is_impartial = own.is_some() && !has_bars;
        Descents { arity, options, own, is_impartial, cache: RefCell::default() }
    }

    /// Returns `true` if play from the position with this `state` is proved to end, in whatever order the players move.
    pub fn surely_end(&self, state: &[u32], cx: &Session) -> bool {
        self.are_proved(state, cx, |option| option.is_proved())
    }

    /// Returns `true` if play from the position with this `state` is proved never to return to an earlier position.
    pub fn never_return(&self, state: &[u32], cx: &Session) -> bool {
        self.are_proved(state, cx, |option| option.falls())
    }

    /// Returns `true` if this is proved of all options of a position with this `state`.
    fn are_proved(&self, state: &[u32], cx: &Session, proves: fn(&FallingOption<'_>) -> bool) -> bool {
        let Some(own) = &self.own else { return false };
        state::arguments(cx, state).all(|argument| argument.as_integer().is_some())
            && own.iter().all(|option| option.is_proved(cx, proves))
    }

    /// Returns `true` if no option may never end, and none leads to another game.
    pub fn is_empty(&self) -> bool {
        self.options.is_empty()
    }

    /// Returns `true` if a way back to the game may never end with the present values of global variables.
    pub fn may_run_on(&self, cx: &Session) -> bool {
        !self.options.is_empty() && !self.choices(cx).is_empty()
    }

    /// Returns [`Fault::RunsOn`] if one of the options is proved to lead back to the game for ever from the position with this
    /// `state`.
    pub fn runs_on(&self, state: &[u32], cx: &Session) -> Option<Fault> {
        if !self.may_run_on(cx) {
            return None;
        }
        let choices = self.choices(cx);
        let arguments: Vec<Option<IBig>> = state::arguments(cx, state).map(|argument| argument.as_integer()).collect();
        let (number, _) = choices.iter().find(|(_, descent)| descent.never_ends(&arguments))?;
        let CallingOption { option, stopped, .. } = &self.options[*number];
        Some(Fault::RunsOn { option: option.clone(), stopped: stopped.clone() })
    }

    /// Returns the choices that may never end with the present values of global variables.
    fn choices(&self, cx: &Session) -> Choices {
        let now = cx.globals.generation();
        let mut cache = self.cache.borrow_mut();
        match &*cache {
            Some((generation, choices)) if *generation == now => choices.clone(),
            _ => {
                let choices = self.ways_back(cx);
                let choices: Choices = choices.into();
                *cache = Some((now, choices.clone()));
                choices
            }
        }
    }

    /// Returns the ways back to this game, through other games too, that may never end.
    fn ways_back(&self, cx: &Session) -> Vec<(usize, Descent)> {
        let members = |slot: u32| numbers_of(cx.globals.get(slot));
        let first = |(number, option): (usize, &CallingOption)| {
            option.choices(self.arity, members).into_iter().map(move |passage| (number, passage)).collect::<Vec<_>>()
        };
        let mut found = Vec::new();
        let mut ends: Vec<(usize, Passage)> = self.options.iter().enumerate().flat_map(first).collect();
        for _ in 0..MAX_GAMES {
            let mut longer = Vec::new();
            for (number, passage) in ends {
                let Global::Game(definition, _) = cx.globals.get(passage.game) else { continue };
                let next = &definition.descents;
                if definition.parameters.len() != passage.targets.len() {
                    continue;
                }
                if std::ptr::eq(next, self) {
                    found.extend(passage.descent().map(|descent| (number, descent)));
                } else if longer.len() < MAX_PASSAGES {
                    let choices = next.options.iter().flat_map(|option| option.choices(next.arity, members));
                    longer.extend(choices.take(MAX_CHOICES).map(|choice| (number, passage.then(&choice))));
                }
            }
            ends = longer;
        }
        found
    }
}
