//! Literals: games, lists, sets, graphs, Hackenbush pictures.

use chumsky::prelude::*;

use super::builder::Builder;
use super::leaf::{binder, leaf};
use super::{Expr, ExprId, Rule, Token, TokenSpan, close, make, open, place};
use crate::syntax::ast::{Clause, GameLiteral, GraphItem, GraphItemKind, Item};
use crate::syntax::error::SyntaxError;

/// Parses any literal in brackets.
pub(super) fn literal<'t>(expression: Rule<'t, ExprId>) -> Rule<'t, ExprId> {
    let clauses = clauses(expression.clone());
    let item = expression.clone().then(clauses.clone()).map_with(|(body, clauses), e| {
        let (place, builder): (_, &mut Builder) = (place(e), e.state());
        let node = &builder.nodes[body.0 as usize];
        if matches!(node.expr, Expr::Range { .. }) && node.span == place {
            builder.bare_range = Some(body);
        }
        Item { body, clauses }
    });
    // Data is mostly items of one token, which need no table of operators.
    let ends = select! { Token::Comma | Token::CloseSquare | Token::CloseBrace => () };
    let alone = any().then(ends).rewind().ignore_then(leaf()).map(|body| Item { body, clauses: Vec::new() });
    let item = choice((alone.boxed(), item.boxed())).boxed();
    let items = item.separated_by(just(Token::Comma)).collect::<Vec<_>>().boxed();
    let list = items.clone().delimited_by(open(Token::List), close(Token::CloseSquare)).map_with(|items, e| {
        if let [Item { body, clauses }] = &items[..]
            && clauses.is_empty()
            && e.state().bare_range == Some(*body)
        {
            let (at, builder): (_, &mut Builder) = (place(e), e.state());
            let range = builder.nodes[body.0 as usize].span;
            builder.report(SyntaxError::RangeInList { at, range });
        }
        make(Expr::List(items), e)
    });
    let set = items
        .clone()
        .delimited_by(open(Token::Set), close(Token::CloseBrace))
        .map_with(|items, e| make(Expr::Set(items), e));
    choice((
        game(items),
        list.boxed(),
        set.boxed(),
        graph(expression.clone(), clauses.clone()),
        hackenbush(expression, clauses),
    ))
    .boxed()
}

/// Parses `for x in xs if c ...`.
pub(super) fn clauses<'t>(expression: Rule<'t, ExprId>) -> Rule<'t, Vec<Clause>> {
    let draw = just(Token::For)
        .ignore_then(binder().separated_by(just(Token::Comma)).at_least(1).collect::<Vec<_>>())
        .then(source(expression.clone()))
        .map(|(pattern, source)| Clause::For { pattern, source });
    let filter = just(Token::Filter).ignore_then(expression).map(Clause::If);
    choice((draw.boxed(), filter.boxed())).repeated().collect().boxed()
}

/// Parses `in xs` or `below a`: the source of the names behind `for`.
pub(super) fn source<'t>(expression: Rule<'t, ExprId>) -> Rule<'t, ExprId> {
    let below = just(Token::Below).ignore_then(expression.clone()).map_with(|top, e| make(Expr::Below(top), e));
    just(Token::In).ignore_then(expression).or(below).boxed()
}

/// The options between two bars, and where they stand.
type LiteralSide = (Vec<Item>, TokenSpan);
/// The number of signs in a bar, and where it stands.
type Bar = (u8, TokenSpan);

/// Parses `<L|R>`, `{L|R}`, `<A, B>`, with `form` in front or not, with `loop a` or not.
fn game<'t>(items: Rule<'t, Vec<Item>>) -> Rule<'t, ExprId> {
    let part = items.map_with(|items, e| (items, e.span())).boxed();
    let bar = select! { Token::Bar(count) = e => (count, e.span()) };
    let parts = part.clone().then(bar.then(part).repeated().collect::<Vec<(Bar, LiteralSide)>>()).boxed();
    let angle = parts.clone().delimited_by(open(Token::AngleGame), close(Token::CloseAngle)).map(|p| (false, p));
    let brace = parts.delimited_by(open(Token::BraceGame), close(Token::CloseBrace)).map(|p| (true, p));
    let label = just(Token::Loop).ignore_then(binder()).or_not();
    just(Token::Form)
        .or_not()
        .then(label)
        .then(choice((angle.boxed(), brace.boxed())))
        .map_with(|((form, label), (braces, (first, rest))), e| {
            let mut bars = Vec::with_capacity(rest.len());
            let mut parts = vec![Some(first)];
            for (bar, part) in rest {
                bars.push(bar);
                parts.push(Some(part));
            }
            let (left, right) = split(&bars, &mut parts, braces, e.state());
            make(Expr::Game(GameLiteral { form: form.is_some(), label, braces, left, right }), e)
        })
        .boxed()
}

/// Splits at the widest bar; a side that has bars of its own becomes a literal. The number of widths, and so the
/// depth, is at most 32.
fn split(
    bars: &[Bar],
    parts: &mut [Option<LiteralSide>],
    braces: bool,
    builder: &mut Builder,
) -> (Vec<Item>, Option<Vec<Item>>) {
    let Some(widest) = bars.iter().map(|b| b.0).max() else {
        return (parts[0].take().map_or_else(Vec::new, |p| p.0), None);
    };
    let mut places = bars.iter().enumerate().filter(|(_, b)| b.0 == widest);
    let at = places.next().map_or(0, |(i, _)| i);
    if let Some((second, _)) = places.next() {
        let span = builder.span(bars[at].1).to(builder.span(bars[second].1));
        builder.report(SyntaxError::AmbiguousBars(span));
        return (Vec::new(), Some(Vec::new()));
    }
    let (left, right) = parts.split_at_mut(at + 1);
    let left = side(&bars[..at], left, braces, builder);
    let right = side(&bars[at + 1..], right, braces, builder);
    (left, Some(right))
}

fn side(bars: &[Bar], parts: &mut [Option<LiteralSide>], braces: bool, builder: &mut Builder) -> Vec<Item> {
    if bars.is_empty() {
        return parts[0].take().map_or_else(Vec::new, |p| p.0);
    }
    let place = |part: Option<&Option<LiteralSide>>| part.and_then(|p| p.as_ref()).map(|p| p.1);
    let (first, last) = (place(parts.first()), place(parts.last()));
    let (start, end) = (bars[0].1.start, bars[bars.len() - 1].1.end);
    let span = TokenSpan {
        start: first.filter(|s| s.start < s.end).map_or(start, |s| s.start.min(start)),
        end: last.filter(|s| s.start < s.end).map_or(end, |s| s.end.max(end)),
        context: (),
    };
    let (left, right) = split(bars, parts, braces, builder);
    let body = builder.node(Expr::Game(GameLiteral { form: false, label: None, braces, left, right }), span);
    vec![Item { body, clauses: Vec::new() }]
}

/// Parses `graph <a -> b, c; t : N>`.
fn graph<'t>(expression: Rule<'t, ExprId>, clauses: Rule<'t, Vec<Clause>>) -> Rule<'t, ExprId> {
    let ruled = expression
        .clone()
        .then(clauses.clone())
        .delimited_by(open(Token::TargetParen), close(Token::CloseParen))
        .map(|(body, clauses)| Item { body, clauses });
    let plain = expression.clone().map(|body| Item { body, clauses: Vec::new() });
    let target = choice((ruled.boxed(), plain.boxed()));
    let onward = select! { Token::Arrow(_) = e => e.span() }.then(expression.clone());
    let arrow = select! { Token::Arrow(join) => join }
        .then(target.separated_by(just(Token::Comma)).at_least(1).collect::<Vec<_>>())
        .then(onward.repeated().collect::<Vec<(TokenSpan, ExprId)>>())
        .map_with(|((join, targets), onward), e| match (&targets[..], &onward[..]) {
            (_, []) => GraphItemKind::Arrow { join, targets },
            ([Item { body, clauses }], _) if clauses.is_empty() => {
                GraphItemKind::Path(std::iter::once(*body).chain(onward.iter().map(|(_, vertex)| *vertex)).collect())
            }
            (_, [(at, _), ..]) => {
                let builder: &mut Builder = e.state();
                builder.report(SyntaxError::SecondArrow(builder.span(*at)));
                GraphItemKind::Arrow { join, targets }
            }
        });
    let class = just(Token::Class).ignore_then(expression.clone()).map(GraphItemKind::Class);
    let kind = choice((arrow.boxed(), class.boxed())).or_not().map(|k| k.unwrap_or(GraphItemKind::Alone));
    let entry = expression
        .then(kind)
        .then(clauses)
        .map_with(|((vertex, kind), clauses), e| GraphItem { vertex, kind, clauses, span: place(e) })
        .boxed();
    entries(entry)
        .delimited_by(open(Token::Graph), close(Token::CloseAngle))
        .map_with(|entries, e| make(Expr::Graph(entries), e))
        .boxed()
}

/// Entries with any number of `;` before, between and after them.
fn entries<'t, O: 't>(entry: Rule<'t, O>) -> Rule<'t, Vec<O>> {
    let separator = just(Token::Separator).repeated();
    separator.ignore_then(entry.then_ignore(separator).repeated().collect::<Vec<_>>()).boxed()
}

/// Parses `hackenbush <0 -B- 1 -R- 2; 1 -G- 3>`.
fn hackenbush<'t>(expression: Rule<'t, ExprId>, clauses: Rule<'t, Vec<Clause>>) -> Rule<'t, ExprId> {
    let edge = select! { Token::Edge(colour) => colour }.then(expression.clone());
    let path = expression
        .then(edge.repeated().at_least(1).collect::<Vec<_>>())
        .then(clauses)
        .map_with(|((vertex, edges), clauses), e| GraphItem {
            vertex,
            kind: GraphItemKind::Edges(edges),
            clauses,
            span: place(e),
        })
        .boxed();
    entries(path)
        .delimited_by(open(Token::Hackenbush), close(Token::CloseAngle))
        .map_with(|paths, e| make(Expr::Hackenbush(paths), e))
        .boxed()
}
