//! The options of a `game` that call it again, in linear terms, as far as they can be read so.

use dashu_int::IBig;

use super::Resolver;
use super::law::{Reader, Refused};
use crate::eval::descents::{Descents, Members, OwnOption, Target};
use crate::syntax::ast::{BinaryOperator, Clause, Expr, ExprId, Item, Name};
use cg_engine::laws::{Guard, Linear, Sign};

/// The number of members of a range that are tried.
const MAX_MEMBERS: i64 = 4;
/// The number of options that are read; further ones are passed over.
const MAX_OPTIONS: usize = 64;
/// The number of bytes of an option that is quoted as a whole.
const MAX_QUOTED: usize = 80;

impl Resolver<'_> {
    /// The options of a game that may be taken again and again.
    pub(super) fn descents(&self, name: &Name, parameters: &[Name], body: ExprId) -> Descents {
        let variables = parameters.iter().map(|p| &*p.text).collect();
        let mut reader = Reader::new(self, &name.text, variables);
        let mut options = Vec::new();
        // What is still to be read, and the conditions under which it holds.
        let mut work = vec![(body, Vec::new())];
        while let Some((id, guards)) = work.pop() {
            match reader.expr(id) {
                Expr::Game(literal) if literal.label.is_none() => {
                    for item in literal.left.iter().chain(literal.right.iter().flatten()) {
                        if options.len() < MAX_OPTIONS {
                            options.extend(reader.own_option(item, &guards));
                        }
                    }
                }
                Expr::If { condition, then, otherwise } => {
                    // Of what holds under a condition that cannot be read, nothing is known.
                    let Ok(guard) = reader.guard(*condition) else { continue };
                    let with = |guard: Guard| guards.iter().cloned().chain([guard]).collect::<Vec<_>>();
                    work.extend(otherwise.map(|otherwise| (otherwise, with(Guard::Not(Box::new(guard.clone()))))));
                    work.push((*then, with(guard)));
                }
                _ => {}
            }
            if work.first().is_some_and(|(_, guards)| guards.len() > MAX_OPTIONS) {
                break;
            }
        }
        Descents::new(options)
    }
}

impl<'a> Reader<'a> {
    /// The option, if it is a call of the game or a sum with one.
    fn own_option(&mut self, item: &'a Item, guards: &[Guard]) -> Option<OwnOption> {
        let arity = self.variables.len();
        let mut guards = guards.to_vec();
        let mut bound = Vec::new();
        let mut option = None;
        if self.clauses_of(item, &mut guards, &mut bound).is_ok() {
            let mut components = vec![item.body];
            if let Expr::Chain { first, rest } = self.expr(item.body)
                && rest.iter().all(|(operator, ..)| *operator == BinaryOperator::Add)
            {
                components = std::iter::once(*first).chain(rest.iter().map(|(.., operand)| *operand)).collect();
            }
            let own = components.into_iter().find_map(|component| self.own_call(component, arity).ok());
            option = own.map(|(targets, stop)| {
                let (option, stopped) = self.quoted(item, &stop);
                OwnOption { option, stopped, guards, bound, targets }
            });
        }
        self.variables.truncate(arity);
        option
    }

    /// Reads what stands behind an option.
    fn clauses_of(&mut self, item: &'a Item, guards: &mut Vec<Guard>, bound: &mut Vec<Members>) -> Result<(), Refused> {
        for clause in &item.clauses {
            match clause {
                Clause::If(condition) => guards.push(self.guard(*condition)?),
                Clause::For { pattern, source } => {
                    let [name] = &pattern[..] else { return self.refuse(*source, "a list is taken apart") };
                    let members = self.members(*source, guards)?;
                    bound.push(members);
                    self.variables.push(&name.text);
                }
            }
        }
        Ok(())
    }

    /// The first members of what a name runs through, and the conditions on them.
    fn members(&self, source: ExprId, guards: &mut Vec<Guard>) -> Result<Members, Refused> {
        let member = Linear::variable(self.variables.len());
        let minus = |a: &Linear, b: &Linear| a.clone().plus(&IBig::NEG_ONE, b);
        match self.expr(source) {
            Expr::Range { from, to, by } => {
                let (from, to) = (self.linear(*from)?, self.linear(*to)?);
                let by = match by {
                    Some(by) => self.linear(*by)?.as_constant().filter(|by| **by > IBig::ZERO).cloned(),
                    None => Some(IBig::ONE),
                };
                let (Some(first), Some(by)) = (from.as_constant(), by) else {
                    return self.refuse(source, "the range begins elsewhere at each position");
                };
                guards.push(Guard::Has(Sign::NotNegative, minus(&to, &member)));
                Ok(Members::Numbers((0..MAX_MEMBERS).map(|i| first + &by * IBig::from(i)).collect()))
            }
            Expr::List(items) | Expr::Set(items) => {
                let number = |item: &Item| match item.clauses.is_empty() {
                    true => self.linear(item.body).ok()?.as_constant().cloned(),
                    false => None,
                };
                Ok(Members::Numbers(items.iter().filter_map(number).take(MAX_MEMBERS as usize).collect()))
            }
            Expr::Name(name) if !self.variables.contains(&&**name) => match self.resolver.session.globals.slot_of(name)
            {
                Some(slot) => Ok(Members::Variable(slot)),
                None => self.refuse(source, "it has no members yet"),
            },
            _ => self.refuse(source, "its members are not known"),
        }
    }

    /// What a call of the game says of each argument, and a condition that would stop it.
    fn own_call(&self, id: ExprId, arity: usize) -> Result<(Vec<Target>, String), Refused> {
        let Expr::Call { callee, arguments } = self.expr(id) else { return self.refuse(id, "no call") };
        let is_own = matches!(self.expr(*callee), Expr::Name(name) if **name == *self.game)
            && !self.variables.contains(&self.game)
            && arguments.len() == arity
            && arguments.iter().all(|argument| argument.name.is_none());
        if !is_own {
            return self.refuse(id, "a call of something else");
        }
        let mut targets = Vec::with_capacity(arity);
        let mut stop = None;
        for (i, argument) in arguments.iter().enumerate() {
            let is_kept = matches!(self.expr(argument.value), Expr::Name(name)
                if self.variables.iter().rposition(|variable| **variable == **name) == Some(i));
            targets.push(match is_kept {
                true => Target::Kept,
                false => {
                    let linear = self.linear(argument.value)?;
                    stop = stop.or_else(|| self.stop(i, argument.value, &linear, arity));
                    Target::Linear(linear)
                }
            });
        }
        Ok((targets, stop.unwrap_or_default()))
    }

    /// A condition that stops an option which changes an argument of this number to `linear`.
    fn stop(&self, argument: usize, id: ExprId, linear: &Linear, arity: usize) -> Option<String> {
        let name = self.variables[argument];
        let (own, others): (Vec<_>, Vec<_>) = linear.terms.iter().partition(|(variable, _)| *variable == argument);
        if own.is_empty() {
            return None;
        }
        let written = self.resolver.source.slice(self.resolver.span(id));
        let grows = linear.constant > IBig::ZERO || others.iter().any(|(_, factor)| *factor > IBig::ZERO);
        Some(match &others[..] {
            _ if own[0].1 != IBig::ONE || grows => format!("{name} < 100"),
            [] => format!("{name} >= {}", -&linear.constant),
            [(bound, factor)] if *bound >= arity && *factor == IBig::NEG_ONE && linear.constant.is_zero() => {
                format!("{} <= {name}", self.variables[*bound])
            }
            _ => format!("{written} >= 0"),
        })
    }

    /// An option in quotes, as it is written and with this condition behind it.
    fn quoted(&self, item: &Item, stop: &str) -> (String, String) {
        let last = item.clauses.last().map_or(item.body, |clause| match clause {
            Clause::If(condition) => *condition,
            Clause::For { source, .. } => *source,
        });
        let resolver = self.resolver;
        let whole = resolver.source.slice(resolver.span(item.body).to(resolver.span(last)));
        let text = match whole.len() <= MAX_QUOTED && !whole.contains('\n') {
            true => whole,
            false => resolver.source.slice(resolver.span(item.body)),
        };
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        (format!("`{text}`"), format!("`{text} if {stop}`"))
    }
}
