//! Statements.

use chumsky::prelude::*;

use super::leaf::{binder, unescape};
use super::literal::source;
use super::{Claim, ExprId, Name, Rule, StatementKind, Token, expression, name, place, text};

/// The statement, or part of one, that a piece gives.
pub(super) enum Parts {
    /// The head of a loop.
    ForHead(Vec<Name>, ExprId),
    /// A whole statement.
    Other(StatementKind),
}

/// One statement, or the head of a loop.
pub(super) fn statement<'t>() -> Rule<'t, Parts> {
    let expression = expression::expression();
    choice((
        define(expression.clone()),
        check(expression.clone()),
        import(),
        head(expression.clone()),
        plain(expression),
    ))
    .then_ignore(end())
    .boxed()
}

fn define<'t>(expression: Rule<'t, ExprId>) -> Rule<'t, Parts> {
    let name = select! { Token::DefineName = e => name(e) };
    let parameters = binder()
        .separated_by(just(Token::Comma))
        .collect::<Vec<_>>()
        .delimited_by(just(Token::DefineParen), just(Token::CloseParen))
        .or_not();
    just(Token::Game)
        .or_not()
        .then(name)
        .then(parameters)
        .then_ignore(just(Token::Define))
        .then(expression)
        .then(claims())
        .map(|((((game, name), parameters), body), claims)| {
            Parts::Other(StatementKind::Define { name, parameters, game: game.is_some(), body, claims })
        })
        .boxed()
}

/// `with symmetry and mirror("LR", "RL")`, any number of times.
fn claims<'t>() -> Rule<'t, Vec<Claim>> {
    let texts = select! { Token::Text = e => (unescape(text(e)), place(e)) }
        .separated_by(just(Token::Comma))
        .collect::<Vec<_>>()
        .delimited_by(just(Token::Call), just(Token::CloseParen))
        .or_not()
        .map(Option::unwrap_or_default);
    let claim = select! { Token::Name = e => name(e) }.then(texts).map(|(name, texts)| Claim { name, texts });
    just(Token::With).or(just(Token::And)).ignore_then(claim).repeated().collect::<Vec<_>>().boxed()
}

fn check<'t>(expression: Rule<'t, ExprId>) -> Rule<'t, Parts> {
    just(Token::Check).ignore_then(expression).map(|e| Parts::Other(StatementKind::Check(e))).boxed()
}

fn import<'t>() -> Rule<'t, Parts> {
    just(Token::Import)
        .ignore_then(select! { Token::Text = e => (unescape(text(e)), place(e)) })
        .map(|(path, span)| Parts::Other(StatementKind::Import { path, span }))
        .boxed()
}

fn head<'t>(expression: Rule<'t, ExprId>) -> Rule<'t, Parts> {
    just(Token::ForStatement)
        .ignore_then(binder().separated_by(just(Token::Comma)).at_least(1).collect::<Vec<_>>())
        .then(source(expression))
        .then_ignore(just(Token::Do))
        .map(|(pattern, source)| Parts::ForHead(pattern, source))
        .boxed()
}

fn plain<'t>(expression: Rule<'t, ExprId>) -> Rule<'t, Parts> {
    expression.map(|e| Parts::Other(StatementKind::Expression(e))).boxed()
}
