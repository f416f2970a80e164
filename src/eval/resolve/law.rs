//! The rule of a game as data, where options have no end: `w(b) for b below a`, `w(n) for n in naturals`.

use std::cell::Cell;

use dashu_int::IBig;

use super::Resolver;
use super::errors::DefinitionError;
use crate::eval::steps::StepRule;
use crate::source::Span;
use crate::syntax::ast::{
    Argument, BinaryOperator, Clause as Clauses, Expr, ExprId, Item, Name, Relation, UnaryOperator,
};
use crate::syntax::children::for_each_child;
use cg_engine::laws::{Clause, Guard, Linear, LinearRule, Range, Sign};

/// The name of the set of all natural numbers.
pub(super) const NATURALS: &str = "naturals";
/// The greatest depth of nested expressions in a term or a condition.
const MAX_DEPTH: usize = 200;

impl Resolver<'_> {
    /// Returns the rule of a `game` as data, if there are options without end in it.
    pub(super) fn law(&mut self, name: &Name, parameters: &[Name], body: ExprId) -> Option<LinearRule> {
        let variables = parameters.iter().map(|p| &*p.text).collect();
        let mut reader = Reader::new(self, &name.text, variables);
        let (mut work, mut endless, mut is_needed) = (vec![body], false, false);
        while let Some(id) = work.pop() {
            let all = reader.is_naturals(id);
            is_needed |= all;
            endless |= all || matches!(self.program[id].expr, Expr::Below(_));
            for_each_child(&self.program[id].expr, |child| work.push(child));
        }
        if !endless {
            return None;
        }
        match reader.moves(body, &mut Vec::new()) {
            Ok(()) => Some(LinearRule { arity: parameters.len(), clauses: reader.clauses }),
            Err((span, why)) => {
                // Positions with finite arguments have finitely many options, which the body lists.
                if is_needed {
                    self.report(span, DefinitionError::EndlessRule { why });
                }
                None
            }
        }
    }
}

impl Resolver<'_> {
    /// Returns the rule of a `game` of one heap as data, if its options are at fixed steps and one of them leads up.
    pub(super) fn steps(&self, name: &Name, parameters: &[Name], body: ExprId) -> Option<StepRule> {
        let [parameter] = parameters else { return None };
        let mut reader = Reader::new(self, &name.text, vec![&*parameter.text]);
        reader.moves(body, &mut Vec::new()).ok()?;
        StepRule::of(LinearRule { arity: 1, clauses: reader.clauses })
    }
}

/// The place of something that is not linear, and the reason.
pub(super) type Refused = (Span, String);

/// Reads the body of a game in linear terms.
pub(super) struct Reader<'a> {
    pub resolver: &'a Resolver<'a>,
    pub game: &'a str,
    /// The names that are bound: parameters first.
    pub variables: Vec<&'a str>,
    /// The number of parameters.
    pub arity: usize,
    clauses: Vec<Clause>,
    /// The number of nested expressions that are being read.
    depth: Cell<usize>,
}

impl<'a> Reader<'a> {
    pub fn new(resolver: &'a Resolver<'a>, game: &'a str, variables: Vec<&'a str>) -> Reader<'a> {
        Reader { resolver, game, arity: variables.len(), variables, clauses: Vec::new(), depth: Cell::new(0) }
    }

    pub fn expr(&self, id: ExprId) -> &'a Expr {
        &self.resolver.program[id].expr
    }

    /// Runs `read` one level deeper, or refuses `id` if it is nested too deep.
    fn inside<T>(&self, id: ExprId, read: impl FnOnce() -> Result<T, Refused>) -> Result<T, Refused> {
        if self.depth.get() == MAX_DEPTH {
            return self.refuse(id, "it is nested too deep");
        }
        self.depth.set(self.depth.get() + 1);
        let found = read();
        self.depth.set(self.depth.get() - 1);
        found
    }

    pub fn refuse<T>(&self, id: ExprId, why: &str) -> Result<T, Refused> {
        Err((self.resolver.span(id), why.into()))
    }

    fn moves(&mut self, id: ExprId, guards: &mut Vec<Guard>) -> Result<(), Refused> {
        match self.expr(id) {
            Expr::Game(literal) if literal.label.is_none() => {
                if literal.right.is_some() {
                    return self.refuse(id, "both players have the same options there, so that no bar is written");
                }
                literal.left.iter().try_for_each(|item| self.item(item, guards))
            }
            Expr::If { condition, then, otherwise } => {
                let guard = self.guard(*condition)?;
                guards.push(guard.clone());
                self.moves(*then, guards)?;
                guards.pop();
                guards.push(Guard::Not(Box::new(guard)));
                otherwise.map_or(Ok(()), |otherwise| self.moves(otherwise, guards))?;
                guards.pop();
                Ok(())
            }
            _ => self.refuse(id, "such a rule is one literal, or one behind `then` and one behind `else`"),
        }
    }

    fn item(&mut self, item: &'a Item, guards: &[Guard]) -> Result<(), Refused> {
        let bound = self.variables.len();
        let mut clause = Clause { ranges: Vec::new(), guards: guards.to_vec(), arguments: Vec::new() };
        for part in &item.clauses {
            match part {
                Clauses::For { pattern, source } => {
                    let members = self.listed_numbers(*source);
                    let range = match &members[..] {
                        [first, .., last] | [first @ last] => {
                            Range::Between(Linear::constant(first.clone()), Linear::constant(last.clone()))
                        }
                        [] => self.range(*source)?,
                    };
                    let [name] = &pattern[..] else {
                        return self.refuse(*source, "behind `for` stands one name there");
                    };
                    let variable = Linear::variable(self.variables.len());
                    let is = |n: &IBig| {
                        Guard::Has(Sign::Zero, variable.clone().plus(&IBig::NEG_ONE, &Linear::constant(n.clone())))
                    };
                    let guards =
                        if members.is_empty() { vec![] } else { vec![Guard::Any(members.iter().map(is).collect())] };
                    self.variables.push(&name.text);
                    clause.ranges.push((range, guards));
                }
                Clauses::If(condition) => {
                    let guard = self.guard(*condition)?;
                    clause.ranges.last_mut().map_or(&mut clause.guards, |(_, guards)| guards).push(guard);
                }
            }
        }
        // The members of a list are options one by one.
        let bodies = match self.expr(item.body) {
            Expr::List(items) if items.iter().all(|item| item.clauses.is_empty()) => {
                items.iter().map(|item| item.body).collect()
            }
            _ => vec![item.body],
        };
        for body in bodies {
            let Some(arguments) = self.recursive_call(body) else {
                let why = format!("every option there is a call of `{}` with all its arguments", self.game);
                return self.refuse(body, &why);
            };
            let arguments = arguments.iter().map(|argument| self.linear(argument.value)).collect::<Result<_, _>>()?;
            self.clauses.push(Clause { arguments, ..clause.clone() });
        }
        self.variables.truncate(bound);
        Ok(())
    }

    /// Returns the members of a list or a set of numbers, if they are written in ascending order.
    fn listed_numbers(&self, id: ExprId) -> Vec<IBig> {
        let (Expr::List(items) | Expr::Set(items)) = self.expr(id) else { return Vec::new() };
        let number =
            |item: &Item| self.linear(item.body).ok()?.as_constant().filter(|_| item.clauses.is_empty()).cloned();
        let members: Vec<IBig> = items.iter().map_while(number).collect();
        let is_ascending = members.windows(2).all(|pair| pair[0] < pair[1]);
        if is_ascending && members.len() == items.len() { members } else { Vec::new() }
    }

    /// Returns the arguments if the expression is a call of the game itself with one for each parameter.
    pub fn recursive_call(&self, id: ExprId) -> Option<&'a [Argument]> {
        let Expr::Call { callee, arguments } = self.expr(id) else { return None };
        let is_own = matches!(self.expr(*callee), Expr::Name(name) if **name == *self.game)
            && !self.variables.contains(&self.game)
            && arguments.len() == self.arity
            && arguments.iter().all(|argument| argument.name.is_none());
        is_own.then_some(arguments)
    }

    /// Returns `true` if the expression is the set of all natural numbers, not a name that hides it.
    fn is_naturals(&self, id: ExprId) -> bool {
        matches!(self.expr(id), Expr::Name(name) if &**name == NATURALS)
            && !self.variables.contains(&NATURALS)
            && !self.resolver.is_hidden(NATURALS)
    }

    fn range(&self, id: ExprId) -> Result<Range, Refused> {
        match self.expr(id) {
            Expr::Below(top) => Ok(Range::Below(self.linear(*top)?)),
            Expr::Range { from, to, by: None } => Ok(Range::Between(self.linear(*from)?, self.linear(*to)?)),
            Expr::Name(_) if self.is_naturals(id) => Ok(Range::Naturals),
            _ => self.refuse(id, "behind `for` stands `below a`, `in naturals` or a range such as `in 1..n` there"),
        }
    }

    pub fn linear(&self, id: ExprId) -> Result<Linear, Refused> {
        self.inside(id, || match self.expr(id) {
            Expr::Number(text) if let Ok(n) = text.parse::<IBig>() => Ok(Linear::constant(n)),
            Expr::Name(name) => match self.variables.iter().rposition(|variable| **variable == **name) {
                Some(variable) => Ok(Linear::variable(variable)),
                None => self.refuse(id, "only parameters, the names behind `for`, and numbers count there"),
            },
            Expr::Unary(UnaryOperator::Negate, operand) => Ok(self.linear(*operand)?.times(&IBig::NEG_ONE)),
            Expr::Chain { first, rest } => {
                let mut sum = self.linear(*first)?;
                for (operator, _, operand) in rest {
                    let next = self.linear(*operand)?;
                    sum = match (operator, sum.as_constant(), next.as_constant()) {
                        (BinaryOperator::Add, ..) => sum.plus(&IBig::ONE, &next),
                        (BinaryOperator::Subtract, ..) => sum.plus(&IBig::NEG_ONE, &next),
                        (BinaryOperator::Multiply, _, Some(times)) => sum.times(times),
                        (BinaryOperator::Multiply, Some(times), _) => next.times(times),
                        _ => return self.refuse(id, LINEAR),
                    };
                }
                Ok(sum)
            }
            _ => self.refuse(id, LINEAR),
        })
    }

    pub fn guard(&self, id: ExprId) -> Result<Guard, Refused> {
        self.inside(id, || match self.expr(id) {
            Expr::Boolean(always) => Ok(Guard::Is(*always)),
            Expr::Unary(UnaryOperator::Not, operand) => Ok(Guard::Not(Box::new(self.guard(*operand)?))),
            Expr::Chain { first, rest } => {
                let operands = std::iter::once(*first).chain(rest.iter().map(|(_, _, operand)| *operand));
                let operands = operands.map(|operand| self.guard(operand)).collect::<Result<Vec<_>, _>>()?;
                match rest.first() {
                    Some((BinaryOperator::And, ..)) => Ok(Guard::All(operands)),
                    Some((BinaryOperator::Or, ..)) => Ok(Guard::Any(operands)),
                    _ => self.refuse(id, CONDITION),
                }
            }
            Expr::Compare(left, relation, right) => {
                let sign = match relation {
                    Relation::Equal => Sign::Zero,
                    Relation::NotEqual => Sign::NotZero,
                    Relation::Less => Sign::Negative,
                    Relation::LessOrEqual => Sign::NotPositive,
                    Relation::Greater => Sign::Positive,
                    Relation::GreaterOrEqual => Sign::NotNegative,
                    _ => return self.refuse(id, CONDITION),
                };
                Ok(Guard::Has(sign, self.linear(*left)?.plus(&IBig::NEG_ONE, &self.linear(*right)?)))
            }
            _ => self.refuse(id, CONDITION),
        })
    }
}

const LINEAR: &str = "arguments are sums of parameters, names behind `for`, and multiples of them by numbers there";
const CONDITION: &str = "conditions compare numbers there, and are joined by `and`, `or`, `not`";
