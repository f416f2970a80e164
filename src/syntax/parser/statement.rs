//! Statements.

use chumsky::prelude::*;

use super::expression::{local_names, with_names};
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

/// Returns one statement, or the head of a loop.
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

/// Parses an expression with names behind `where`.
fn named<'t>(expression: Rule<'t, ExprId>) -> Rule<'t, ExprId> {
    let names = local_names(expression.clone());
    expression.then(names).map_with(|(body, names), e| with_names(body, names, e.state())).boxed()
}

fn define<'t>(expression: Rule<'t, ExprId>) -> Rule<'t, Parts> {
    let defined = select! { Token::DefineName = e => name(e) };
    let key = select! { Token::ArgumentName = e => name(e) };
    let default = key.then_ignore(just(Token::ArgumentIs)).then(expression.clone());
    let parameter = binder().map(|name| (name, None)).or(default.map(|(name, value)| (name, Some(value))));
    let parameters = parameter
        .separated_by(just(Token::Comma))
        .collect::<Vec<_>>()
        .map(|all| all.into_iter().unzip())
        .delimited_by(just(Token::DefineParen), just(Token::CloseParen))
        .or_not();
    just(Token::Game)
        .or_not()
        .then(defined)
        .then(parameters)
        .then_ignore(just(Token::Define))
        .then(named(expression))
        .then(claims())
        .map(|((((game, name), parameters), body), claims)| {
            let (parameters, defaults): (Option<Vec<Name>>, Vec<Option<ExprId>>) = match parameters {
                Some((names, defaults)) => (Some(names), defaults),
                None => (None, Vec::new()),
            };
            let defaults = defaults.into_iter().flatten().collect();
            Parts::Other(StatementKind::Define { name, parameters, defaults, game: game.is_some(), body, claims })
        })
        .boxed()
}

/// Parses `with symmetry and mirror("LR", "RL")`, any number of times.
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
    just(Token::Check).ignore_then(named(expression)).map(|e| Parts::Other(StatementKind::Check(e))).boxed()
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
    named(expression).map(|e| Parts::Other(StatementKind::Expression(e))).boxed()
}
