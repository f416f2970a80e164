//! The type of a row in the table of built-ins, and the macro that writes rows.
//!
//! From a row alone come resolution, arity and kind errors, completion, hints and every form of help.

use super::{Arguments, Doc, EvalError, Role, Session, ValueKind};
use crate::value::Value;

/// A built-in function or constant.
pub struct Builtin {
    /// Its name, the field's standard term.
    pub name: &'static str,
    /// Other names it answers to.
    pub aliases: &'static [&'static str],
    /// The family it is listed under.
    pub family: &'static str,
    /// First line: summary. Then definition and source. Lines with `#=>` are examples; see [`Doc`].
    pub doc: &'static str,
    /// Its parameters; empty for a constant.
    pub parameters: &'static [Parameter],
    /// The kind of the result.
    pub result: ValueKind,
    /// For rulesets, the number of parameters that belong to the ruleset, before the heaps.
    pub ruleset: Option<usize>,
    /// For rulesets with parameters of their own, the test that an argument is one of them.
    pub lead: Option<Take>,
    /// `true` if it is a constant, written without parentheses.
    pub constant: bool,
    /// The effects of a call besides its result.
    pub effect: Effect,
    /// The part that it plays elsewhere in the program.
    pub role: Option<Role>,
    /// A faster version of `run` for machine integers. Returns `None` if `run` has to compute the result. A built-in with
    /// one parameter ignores the second number.
    pub of_integers: Option<fn(i64, i64) -> Option<i64>>,
    /// The function that it calls.
    pub run: fn(&mut Session, Arguments) -> Result<Value, EvalError>,
}

/// The effects of a call of a built-in besides its result, and besides those of functions that it is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// No effect: it computes with numbers, texts, lists, boards and positions. A call may be made again or left out,
    /// and is not worth remembering.
    Pure,
    /// Asks the engine, which keeps the positions, values and answers that it finds. The result is worth remembering.
    Engine,
    /// Prints, asks the person, reads or writes files. A call of a function that does so is not remembered.
    World,
}

/// A function that takes arguments and drops them.
pub type Take = fn(&mut Session, Arguments) -> Result<(), EvalError>;

/// A parameter of a built-in.
pub struct Parameter {
    /// Its name, usable in calls.
    pub name: &'static str,
    /// The kind of the arguments it takes.
    pub kind: ValueKind,
    /// The number of arguments that it takes.
    pub arity: Arity,
    /// The way in which the expression given for it is read.
    pub reading: ReadAs,
    /// Words that stand for themselves there, without quotes.
    pub words: &'static [&'static str],
}

/// A way to read the expression that is given for a parameter. A name always stands for its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReadAs {
    /// Evaluates the expression.
    Value,
    /// Like `Value`, but a sum of games, written with `+`, `-` or `sum_list`, is the position whose parts are the summands.
    Parts,
    /// Like `Parts` for `+` and `-`, but a literal is kept as if `form` stood in front, and a call or a comparison arrives
    /// as a report [`Call`](crate::value::report::Call), with its arguments and its answer.
    Whole,
}

/// The number of arguments that a parameter takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arity {
    /// Exactly one.
    One,
    /// One or none.
    Optional,
    /// Any number, as the last parameter.
    Rest,
}

impl Builtin {
    /// Returns its documentation, taken apart.
    pub fn documentation(&self) -> Doc {
        Doc(self.doc)
    }

    /// Returns the first line of its documentation.
    pub fn summary(&self) -> &'static str {
        self.documentation().summary()
    }

    /// Returns the examples: expression and result.
    pub fn examples(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        self.documentation().examples()
    }

    /// Returns the first call in its examples that has an argument at `place`, or the first of all calls if none has. Calls
    /// that may use a name bound around them are passed over. `None` if no call is left.
    pub fn example(&self, place: usize) -> Option<&'static str> {
        let binds = |text: &str| [" for ", "->", "loop "].iter().any(|sign| text.contains(sign));
        let calls = || {
            self.examples().map(|example| example.0).filter(|text| !text.contains(';')).flat_map(|text| {
                let places = text.match_indices(self.name).filter(move |(at, _)| *at == 0 || !binds(text));
                places.filter_map(move |(at, _)| call_at(text, at, self.name))
            })
        };
        calls().find(|call| call.1 > place).or(calls().next()).map(|call| call.0)
    }

    /// Like [`example`](Builtin::example), or else its shortest example, which may define names first.
    pub fn whole_example(&self, place: usize) -> Option<&'static str> {
        self.example(place).or_else(|| self.examples().map(|example| example.0).min_by_key(|text| text.len()))
    }

    /// Returns its signature: `outcome(p, c?)`.
    pub fn signature(&self) -> String {
        if self.constant {
            return self.name.to_string();
        }
        let parameters = self.parameters.iter().map(|p| match p.arity {
            Arity::One => p.name.to_string(),
            Arity::Optional => format!("{}?", p.name),
            Arity::Rest => format!("{}, ...", p.name),
        });
        format!("{}({})", self.name, parameters.collect::<Vec<_>>().join(", "))
    }

    /// Returns `true` if it is a ruleset on boards that has options, so that it is a ruleset with them alone:
    /// `clobber(steps = king)`.
    pub fn takes_options(&self) -> bool {
        matches!(self.role, Some(Role::Board(_))) && self.arity().0 == 1
    }

    /// Returns the least and the greatest number of arguments; `None` is any number.
    pub fn arity(&self) -> (usize, Option<usize>) {
        let least = self.parameters.iter().filter(|p| p.arity == Arity::One).count();
        let rest = self.parameters.iter().any(|p| p.arity == Arity::Rest);
        (least, if rest { None } else { Some(self.parameters.len()) })
    }
}

/// Returns the call of `name` that begins at byte `at` of `text`, and the number of its arguments. `None` if `text` has no
/// whole call there.
fn call_at<'t>(text: &'t str, at: usize, name: &str) -> Option<(&'t str, usize)> {
    let is_part = text[..at].ends_with(|sign: char| sign.is_alphanumeric() || sign == '_');
    let rest = text[at..].strip_prefix(name).filter(|rest| rest.starts_with('(') && !is_part)?;
    let commas = outer_commas(rest);
    let end = *commas.last()?;
    rest[end..].starts_with(')').then(|| (&text[at..=at + name.len() + end], commas.len()))
}

/// Returns the arguments of a call, as they are written.
pub(super) fn arguments(call: &str) -> Vec<&str> {
    let rest = call.find('(').map_or("", |at| &call[at..]);
    let mut from = 1;
    let places = outer_commas(rest).into_iter();
    places.map(|at| rest[std::mem::replace(&mut from, at + 1)..at].trim()).collect()
}

/// Returns the places of the commas in the parentheses with which `text` begins, and that of their end, or only those
/// of the commas if they do not end.
fn outer_commas(text: &str) -> Vec<usize> {
    let (mut depth, mut in_text, mut places) = (0_usize, false, Vec::new());
    for (i, sign) in text.bytes().enumerate() {
        match sign {
            b'"' => in_text = !in_text,
            b'(' | b'[' | b'{' if !in_text => depth += 1,
            b')' | b']' | b'}' if !in_text => depth -= 1,
            b',' if !in_text && depth == 1 => places.push(i),
            _ => {}
        }
        if depth == 0 {
            places.push(i);
            break;
        }
    }
    places
}

/// Writes a table of built-ins: documentation, name, aliases, parameters, result and the function that runs.
///
/// `name / alias (a: Kind, b: Option<Kind>) -> Kind = path;` — a ruleset puts its own parameters in brackets before
/// those of its positions: `subtraction [set: Set] (n: Count) -> Place = path;` — a constant has no parentheses:
/// `up -> Game = path;` — a faster function for two machine integers stands last: `= path, quicker;`
///
/// Between documentation and name may stand the [`Effect`], `#[effect = Pure]`, if it is not [`Effect::Engine`], and then a
/// [`Role`], `#[role = Modulo]`.
macro_rules! builtins {
    ($(#[$meta:meta])* $table:ident, $family:literal; $($rows:tt)*) => {
        $(#[$meta])*
        pub static $table: &[$crate::eval::Builtin] = $crate::eval::builtins!(@rows $family [] $($rows)*);
    };
    (@rows $family:literal [$($done:expr,)*]) => { &[$($done,)*] };
    (@rows $family:literal [$($done:expr,)*]
        $(#[doc = $doc:literal])* $(#[effect = $effect:ident])? $(#[role = $($role:tt)+])?
        $name:ident $(/ $alias:ident)* -> $result:ty = $run:expr; $($more:tt)*) => {
        $crate::eval::builtins!(@rows $family [$($done,)* $crate::eval::Builtin {
            name: stringify!($name),
            aliases: &[$(stringify!($alias)),*],
            family: $family,
            doc: concat!($($doc, "\n"),*),
            parameters: &[],
            result: <$result as $crate::eval::IntoValue>::KIND,
            ruleset: None,
            lead: None,
            constant: true,
            effect: $crate::eval::builtins!(@effect $($effect)?),
            role: $crate::eval::builtins!(@optional $($crate::eval::Role::$($role)+)?),
            of_integers: None,
            run: |cx, _| {
                let result: Result<$result, $crate::eval::EvalError> = $run(cx);
                $crate::eval::IntoValue::into_value(result?, cx)
            },
        },] $($more)*)
    };
    (@rows $family:literal [$($done:expr,)*]
        $(#[doc = $doc:literal])* $(#[effect = $effect:ident])? $(#[role = $($role:tt)+])?
        $name:ident $(/ $alias:ident)* $([$($lead:ident : $lead_kind:ty),*])?
        ($($arg:ident : $kind:ty),*) -> $result:ty = $run:expr $(, $of_integers:expr)?; $($more:tt)*) => {
        $crate::eval::builtins!(@rows $family [$($done,)* $crate::eval::Builtin {
            name: stringify!($name),
            aliases: &[$(stringify!($alias)),*],
            family: $family,
            doc: concat!($($doc, "\n"),*),
            parameters: &[
                $($($crate::eval::Parameter {
                    name: stringify!($lead),
                    kind: <$lead_kind as $crate::eval::FromValue>::KIND,
                    arity: <$lead_kind as $crate::eval::FromValue>::ARITY,
                    reading: <$lead_kind as $crate::eval::FromValue>::READ_AS,
                    words: <$lead_kind as $crate::eval::FromValue>::WORDS,
                },)*)?
                $($crate::eval::Parameter {
                    name: stringify!($arg),
                    kind: <$kind as $crate::eval::FromValue>::KIND,
                    arity: <$kind as $crate::eval::FromValue>::ARITY,
                    reading: <$kind as $crate::eval::FromValue>::READ_AS,
                    words: <$kind as $crate::eval::FromValue>::WORDS,
                },)*
            ],
            result: <$result as $crate::eval::IntoValue>::KIND,
            ruleset: $crate::eval::builtins!(@leading $([$($lead),*])?),
            lead: $crate::eval::builtins!(@lead $([$($lead_kind),*])?),
            constant: false,
            effect: $crate::eval::builtins!(@effect $($effect)?),
            role: $crate::eval::builtins!(@optional $($crate::eval::Role::$($role)+)?),
            of_integers: $crate::eval::builtins!(@optional $($of_integers)?),
            #[allow(unused_mut, unused_variables, non_snake_case)]
            run: |cx, mut arguments| {
                $($(let $lead = <$lead_kind as $crate::eval::FromValue>::take(cx, &mut arguments)?;)*)?
                $(let $arg = <$kind as $crate::eval::FromValue>::take(cx, &mut arguments)?;)*
                let result: Result<$result, $crate::eval::EvalError> = $run(cx, $($($lead,)*)? $($arg),*);
                $crate::eval::IntoValue::into_value(result?, cx)
            },
        },] $($more)*)
    };
    (@lead $([])?) => { None };
    (@lead [$($kind:ty),+]) => {
        Some(|cx, mut arguments| {
            $(<$kind as $crate::eval::FromValue>::take(cx, &mut arguments)?;)+
            Ok(())
        })
    };
    (@effect) => { $crate::eval::Effect::Engine };
    (@effect $effect:ident) => { $crate::eval::Effect::$effect };
    (@optional) => { None };
    (@optional $what:expr) => { Some($what) };
    (@leading) => { None };
    (@leading [$($lead:ident),*]) => { Some(<[&str]>::len(&[$(stringify!($lead)),*])) };
}

pub(crate) use builtins;
