//! The tree under construction: nodes, their depths, and the text their tokens stand for.

use std::borrow::Cow;

use chumsky::input::{Checkpoint, Cursor};
use chumsky::inspector::Inspector;

use super::{TokenSpan, Tokens};
use crate::source::{SourceId, Span};
use crate::syntax::ast::{Expr, ExprId, Name, Node};
use crate::syntax::children::for_each_child;
use crate::syntax::nesting::LIMIT;

/// The state of the parser. Nodes made on a way that is given up are taken off again.
pub(in crate::syntax) struct Builder<'t> {
    pub source: SourceId,
    pub text: &'t str,
    pub nodes: Vec<Node>,
    /// The height of the tree under each node.
    depths: Vec<u32>,
    /// The first node of the statement that was too deep.
    pub too_deep: Option<Span>,
    /// Places of errors in literals, found while the tree is built.
    pub ambiguous_bars: Vec<Span>,
}

impl<'t> Builder<'t> {
    pub fn new(source: SourceId, text: &'t str) -> Builder<'t> {
        Builder { source, text, nodes: Vec::new(), depths: Vec::new(), too_deep: None, ambiguous_bars: Vec::new() }
    }

    /// Adds a node; one that is nested too deep becomes an error.
    pub fn node(&mut self, expr: Expr, span: TokenSpan) -> ExprId {
        let span = self.span(span);
        self.node_at(expr, span)
    }

    /// Adds a node at a place of the source.
    pub fn node_at(&mut self, expr: Expr, span: Span) -> ExprId {
        let mut depth = 0;
        for_each_child(&expr, |child| depth = depth.max(self.depths[child.0 as usize]));
        let id = ExprId(self.nodes.len() as u32);
        if depth as usize >= LIMIT {
            self.too_deep.get_or_insert(span);
            self.nodes.push(Node { expr: Expr::Error, span });
            self.depths.push(1);
        } else {
            self.nodes.push(Node { expr, span });
            self.depths.push(depth + 1);
        }
        id
    }

    pub fn span(&self, span: TokenSpan) -> Span {
        Span { source: self.source, start: span.start, end: span.end }
    }

    pub fn slice(&self, span: TokenSpan) -> &'t str {
        self.text.get(span.start as usize..span.end as usize).unwrap_or("")
    }

    /// The name at a place; `ω`, `∞` and `γ` by their words.
    pub fn name(&self, span: TokenSpan) -> Name {
        Name { text: plain_name(self.slice(span)).into(), span: self.span(span) }
    }
}

/// A name as typed on any keyboard.
pub(in crate::syntax) fn plain_name(text: &str) -> Cow<'_, str> {
    let word = match text {
        "ω" | r"\omega" => "omega",
        "∞" | r"\infty" => "inf",
        "γ" => "gamma",
        "{+}" => "tiny",
        "{-}" => "miny",
        other if other.starts_with('\\') => return latex_name(other),
        other => other,
    };
    word.into()
}

/// `\mathcal{N}`, `\hat{\mathcal{N}}`, `\operatorname{toads\_frogs}`.
fn latex_name(text: &str) -> Cow<'_, str> {
    let (command, name) = text.split_once('{').unwrap_or(("", text));
    let name = name.trim_end_matches('}');
    match command {
        r"\hat" | r"\check" => {
            format!("{}{}", name.rsplit('{').next().unwrap_or(name), command.trim_start_matches('\\')).into()
        }
        _ if name.contains('\\') => name.replace('\\', "").into(),
        _ => name.into(),
    }
}

impl<'t> Inspector<'t, Tokens<'t>> for Builder<'t> {
    type Checkpoint = u32;

    #[inline]
    fn on_token(&mut self, _: &super::Token) {}

    #[inline]
    fn on_save<'parse>(&self, _: &Cursor<'t, 'parse, Tokens<'t>>) -> u32 {
        self.nodes.len() as u32
    }

    #[inline]
    fn on_rewind<'parse>(&mut self, marker: &Checkpoint<'t, 'parse, Tokens<'t>, u32>) {
        let length = *marker.inspector() as usize;
        if length < self.nodes.len() {
            self.nodes.truncate(length);
            self.depths.truncate(length);
        }
    }
}
