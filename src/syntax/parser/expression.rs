//! Expressions: atoms and the table of operators.

use chumsky::pratt::{infix, left, postfix, prefix, right};
use chumsky::prelude::*;

use super::builder::Builder;
use super::leaf::{binder, decimal, leaf, superscript, ups};
use super::operator::{Comparator, Level, Operand};
use super::{Expr, ExprId, Here, Name, Rule, Token, close, literal, make, name, open, place, text};
use crate::syntax::ast::{Argument, BinaryOperator, Item, UnaryOperator};

/// Parses any expression.
pub(super) fn expression<'t>() -> Rule<'t, ExprId> {
    recursive(|expression| {
        let expression = expression.boxed();
        operators(atom(expression.clone()))
    })
    .boxed()
}

macro_rules! chained {
    ($power:expr, $level:expr, $($token:pat => $operator:expr),+) => {
        infix(
            left($power),
            select! { $($token = e => ($operator, e.span())),+ },
            |a: Operand, operator, b: Operand, e: &mut Here<'t, '_, '_>| {
                let span = e.span();
                Operand::chain(a, $level, operator, b, span, e.state())
            },
        )
    };
}

macro_rules! joined {
    ($associativity:expr, $token:expr, $node:expr) => {
        infix($associativity, open($token), |a: Operand, _, b: Operand, e: &mut Here<'t, '_, '_>| {
            e.state().leave();
            let (a, b) = (a.close(e.state()), b.close(e.state()));
            Operand::Node(make($node(a, b), e))
        })
    };
}

/// Returns the table of operators, from tightest to loosest.
fn operators<'t>(atom: Rule<'t, ExprId>) -> Rule<'t, ExprId> {
    use BinaryOperator::*;
    atom.map(Operand::Node)
        .boxed()
        .pratt((
            postfix(
                13,
                select! { Token::Superscript = e => e.span() },
                |a: Operand, place, e: &mut Here<'t, '_, '_>| {
                    let a = a.close(e.state());
                    let (digits, negative) = superscript(e.state().slice(place));
                    let mut exponent = e.state().node(Expr::Number(digits.into()), place);
                    if negative {
                        exponent = e.state().node(Expr::Unary(UnaryOperator::Negate, exponent), place);
                    }
                    Operand::Node(make(Expr::Power(a, exponent), e))
                },
            ),
            joined!(right(12), Token::Power, Expr::Power),
            prefix(11, open(Token::Negate), |_, a: Operand, e: &mut Here<'t, '_, '_>| {
                e.state().leave();
                let a = a.close(e.state());
                Operand::Node(make(Expr::Unary(UnaryOperator::Negate, a), e))
            }),
            chained!(10, Level::Product, Token::Times => Multiply, Token::Over => Divide),
            postfix(9, just(Token::PlusStar), |a: Operand, _, e: &mut Here<'t, '_, '_>| {
                let a = a.close(e.state());
                Operand::Node(make(Expr::PlusStar(a), e))
            }),
            infix(
                left(9),
                select! { Token::PlusDowns = e => (Add, e.span()) },
                |a: Operand, sign, b: Operand, e: &mut Here<'t, '_, '_>| {
                    let (a, span) = (Operand::Node(a.close(e.state())), e.span());
                    Operand::Node(Operand::chain(a, Level::Sum, sign, b, span, e.state()).close(e.state()))
                },
            ),
            joined!(right(8), Token::Ordinal, Expr::OrdinalSum),
            chained!(7, Level::Sum, Token::Plus => Add, Token::Minus => Subtract, Token::NimSum => NimSum),
            infix(
                left(6),
                select! { token @ (Token::DotDot | Token::By) = e => (token == Token::By, e.span()) },
                |a: Operand, (by, sign), b: Operand, e: &mut Here<'t, '_, '_>| {
                    let span = e.span();
                    Operand::range(a, by, sign, b, span, e.state())
                },
            ),
            infix(
                left(5),
                select! { Token::Sides = e => e.span() },
                |a: Operand, sign, b: Operand, e: &mut Here<'t, '_, '_>| {
                    let span = e.span();
                    Operand::sides(a, sign, b, span, e.state())
                },
            ),
            infix(
                left(4),
                select! {
                    Token::Relation(relation) = e => (Comparator::Relation(relation), e.span()),
                    Token::Member(negated) = e => (Comparator::Member { negated }, e.span()),
                },
                |a: Operand, sign, b: Operand, e: &mut Here<'t, '_, '_>| {
                    let span = e.span();
                    Operand::comparison(a, sign, b, span, e.state())
                },
            ),
            prefix(3, open(Token::Not), |_, a: Operand, e: &mut Here<'t, '_, '_>| {
                e.state().leave();
                let a = a.close(e.state());
                Operand::Node(make(Expr::Unary(UnaryOperator::Not, a), e))
            }),
            chained!(2, Level::And, Token::And => And),
            chained!(1, Level::Or, Token::Or => Or),
        ))
        .map_with(|operand: Operand, e| operand.close(e.state()))
        .boxed()
}

fn atom<'t>(expression: Rule<'t, ExprId>) -> Rule<'t, ExprId> {
    let postfix = call_index_field(expression.clone());
    let literal = literal::literal(expression.clone());
    let group = expression
        .clone()
        .then(local_names(expression.clone()))
        .map_with(|(body, names), e| place_names(body, names, e.state()))
        .delimited_by(open(Token::Paren), close(Token::CloseParen))
        .boxed();
    let simple = choice((leaf(), literal, star_and_ups(expression.clone(), postfix.clone()))).boxed();
    let value = after(choice((simple.clone(), group)).boxed(), postfix.clone());
    choice((value, switch(expression.clone(), simple, postfix), condition(expression.clone()), function(expression)))
        .boxed()
}

/// The names behind `where`, with their values.
pub(super) type LocalNames = Vec<(Name, ExprId)>;

/// A call, an index or a field after a value.
enum After {
    Call(Vec<Argument>),
    Index(ExprId),
    Field(Name),
}

fn call_index_field<'t>(expression: Rule<'t, ExprId>) -> Rule<'t, After> {
    let key = select! { Token::ArgumentName = e => name(e) };
    // `f(e for x in xs)` is the call `f([e for x in xs])`.
    let collected = expression.clone().then(literal::clauses(expression.clone())).map_with(|(body, clauses), e| {
        match clauses.is_empty() {
            true => body,
            false => make(Expr::List(vec![Item { body, clauses }]), e),
        }
    });
    let argument = key
        .then_ignore(just(Token::ArgumentIs))
        .or_not()
        .then(collected.boxed())
        .map(|(name, value)| Argument { name, value });
    let call = argument
        .separated_by(just(Token::Comma))
        .collect()
        .delimited_by(open(Token::Call), close(Token::CloseParen))
        .map(After::Call);
    let index = expression.delimited_by(open(Token::Index), close(Token::CloseSquare)).map(After::Index);
    let field = just(Token::Dot).ignore_then(select! { Token::Field = e => name(e) }).map(After::Field);
    choice((call, index, field)).boxed()
}

/// Returns a value with calls, indices and fields after it.
fn after<'t>(value: Rule<'t, ExprId>, postfix: Rule<'t, After>) -> Rule<'t, ExprId> {
    value
        .foldl_with(postfix.repeated(), |callee, after, e| {
            let expr = match after {
                After::Call(arguments) => Expr::Call { callee, arguments },
                After::Index(index) => Expr::Index(callee, index),
                After::Field(name) => Expr::Field(callee, name),
            };
            make(expr, e)
        })
        .boxed()
}

/// Parses `*5`, `*k`, `*f(2)`, `*(a + b)`; `^`, `^3*2`.
fn star_and_ups<'t>(expression: Rule<'t, ExprId>, postfix: Rule<'t, After>) -> Rule<'t, ExprId> {
    let name = select! { Token::Name = e => {
        let name = name(e);
        make(Expr::Name(name.text), e)
    } };
    let number = select! { Token::Number = e => {
        let digits = decimal(text(e));
        make(Expr::Number(digits.into()), e)
    } };
    let group = expression.delimited_by(open(Token::Paren), close(Token::CloseParen));
    let operand = choice((number.boxed(), after(name.boxed(), postfix), group.boxed())).boxed();
    let nimber =
        just(Token::StarOf).ignore_then(operand.clone()).map_with(|inner, e| make(Expr::Nimber(Some(inner)), e));
    let glued = choice((just(Token::UpStar).to(None), just(Token::UpStarOf).ignore_then(operand).map(Some)));
    let ups = select! { Token::Ups = e => ups(text(e)) }
        .then(glued.or_not())
        .map_with(|(count, nimber), e| make(Expr::Ups { count, nimber }, e));
    choice((nimber.boxed(), ups.boxed())).boxed()
}

/// Parses `+-1`, `±1/2`, `±(G, H)`.
fn switch<'t>(expression: Rule<'t, ExprId>, simple: Rule<'t, ExprId>, postfix: Rule<'t, After>) -> Rule<'t, ExprId> {
    let number = select! { Token::Number = e => {
        let digits = decimal(text(e));
        make(Expr::Number(digits.into()), e)
    } };
    let over = select! { Token::Over = e => place(e) };
    let fraction = number.then(over.then(number).or_not()).map_with(|(first, rest), e| match rest {
        Some((place, second)) => make(Expr::Chain { first, rest: vec![(BinaryOperator::Divide, place, second)] }, e),
        None => first,
    });
    let several = expression
        .separated_by(just(Token::Comma))
        .at_least(1)
        .collect::<Vec<_>>()
        .delimited_by(open(Token::Paren), close(Token::CloseParen));
    let one = choice((fraction.boxed(), after(simple, postfix))).map(|e| vec![e]);
    just(Token::Switch)
        .ignore_then(choice((several.boxed(), one.boxed())))
        .map_with(|options, e| make(Expr::Switch(options), e))
        .boxed()
}

fn condition<'t>(expression: Rule<'t, ExprId>) -> Rule<'t, ExprId> {
    open(Token::If)
        .ignore_then(expression.clone())
        .then_ignore(just(Token::Then))
        .then(expression.clone())
        .then(just(Token::Else).ignore_then(expression).or_not())
        .map_with(|((condition, then), otherwise), e| {
            e.state().leave();
            make(Expr::If { condition, then, otherwise }, e)
        })
        .boxed()
}

fn function<'t>(expression: Rule<'t, ExprId>) -> Rule<'t, ExprId> {
    let one = select! { Token::LambdaName = e => vec![name(e)] };
    let several = binder()
        .separated_by(just(Token::Comma))
        .collect::<Vec<_>>()
        .delimited_by(just(Token::LambdaParen), just(Token::CloseParen));
    choice((one.boxed(), several.boxed()))
        .then_ignore(open(Token::LambdaArrow))
        .then(expression)
        .map_with(|(parameters, body), e| {
            e.state().leave();
            make(Expr::Lambda { parameters, body }, e)
        })
        .boxed()
}

/// Parses `where a := 1, b := a + 1`, any number of times.
pub(super) fn local_names<'t>(expression: Rule<'t, ExprId>) -> Rule<'t, LocalNames> {
    let one = binder().then_ignore(just(Token::Define)).then(expression);
    let after = just(Token::Where).or(just(Token::Comma));
    let more = after.ignore_then(one.clone()).repeated().collect::<Vec<_>>();
    let all = just(Token::Where).ignore_then(one).then(more).map(|(first, mut rest)| {
        rest.insert(0, first);
        rest
    });
    all.or_not().map(Option::unwrap_or_default).boxed()
}

/// Attaches names to an expression. If it is a function, they belong to its body.
fn place_names(body: ExprId, names: LocalNames, builder: &mut Builder) -> ExprId {
    let mut functions = Vec::new();
    let mut inner = body;
    while let (false, Expr::Lambda { parameters, body }) = (names.is_empty(), &builder.nodes[inner.0 as usize].expr) {
        functions.push((parameters.clone(), builder.nodes[inner.0 as usize].span));
        inner = *body;
    }
    let inner = with_names(inner, names, builder);
    let end = builder.nodes[inner.0 as usize].span;
    functions
        .into_iter()
        .rev()
        .fold(inner, |body, (parameters, span)| builder.node_at(Expr::Lambda { parameters, body }, span.to(end)))
}

/// Attaches names to an expression, if there are any.
pub(super) fn with_names(body: ExprId, names: LocalNames, builder: &mut Builder) -> ExprId {
    let span = builder.nodes[body.0 as usize].span;
    match names.last() {
        None => body,
        Some((_, last)) => {
            let span = span.to(builder.nodes[last.0 as usize].span);
            builder.node_at(Expr::Where { body, names }, span)
        }
    }
}
