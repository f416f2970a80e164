//! The tree under construction: nodes, their depths, and the text their tokens stand for.

use std::borrow::Cow;

use chumsky::input::{Checkpoint, Cursor};
use chumsky::inspector::Inspector;

use super::{TokenSpan, Tokens};
use crate::source::{SourceId, Span};
use crate::syntax::ast::{Expr, ExprId, Name, Node};
use crate::syntax::children::for_each_child;
use crate::syntax::error::{PER_STATEMENT, SyntaxError};
use crate::syntax::nesting::LIMIT;

/// The state of the parser. Nodes made on a way that is given up are taken off again.
pub(in crate::syntax) struct Builder<'t> {
    pub source: SourceId,
    pub text: &'t str,
    pub nodes: Vec<Node>,
    /// The height of the tree at each node.
    heights: Vec<u32>,
    /// Open levels: brackets, and operators that wait for their right operand.
    depth: u32,
    /// The last member that is a range without parentheses and clauses.
    pub bare_range: Option<ExprId>,
    /// Errors that show while the tree of the statement is built.
    pub errors: Vec<SyntaxError>,
}

impl<'t> Builder<'t> {
    pub fn new(source: SourceId, text: &'t str) -> Builder<'t> {
        Builder { source, text, nodes: Vec::new(), heights: Vec::new(), depth: 0, bare_range: None, errors: Vec::new() }
    }

    /// Adds a node; one that is nested too deep becomes an error.
    pub fn node(&mut self, expr: Expr, span: TokenSpan) -> ExprId {
        let span = self.span(span);
        self.node_at(expr, span)
    }

    /// Adds a node at a place of the source.
    pub fn node_at(&mut self, expr: Expr, span: Span) -> ExprId {
        let mut height = 0;
        for_each_child(&expr, |child| height = height.max(self.heights[child.0 as usize]));
        let id = ExprId(self.nodes.len() as u32);
        if height as usize >= LIMIT {
            self.too_deep(span);
            self.nodes.push(Node { expr: Expr::Error, span });
            self.heights.push(1);
        } else {
            self.nodes.push(Node { expr, span });
            self.heights.push(height + 1);
        }
        id
    }

    /// Begins a statement.
    pub fn begin(&mut self) {
        self.depth = 0;
        self.bare_range = None;
        self.errors.clear();
    }

    /// Notes an error, unless the statement has many already.
    pub fn report(&mut self, error: SyntaxError) {
        if self.errors.len() < PER_STATEMENT {
            self.errors.push(error);
        }
    }

    /// Goes a level deeper, at the sign that opens it. Returns `false` if there are too many.
    pub fn enter(&mut self, place: TokenSpan) -> bool {
        self.depth += 1;
        let fits = (self.depth as usize) < LIMIT;
        if !fits {
            self.too_deep(self.span(place));
        }
        fits
    }

    /// Ends the innermost level.
    pub fn leave(&mut self) {
        self.depth -= 1;
    }

    fn too_deep(&mut self, span: Span) {
        if !self.is_too_deep() {
            self.errors.push(SyntaxError::TooDeep(span));
        }
    }

    /// Returns `true` if the statement has too many levels.
    pub fn is_too_deep(&self) -> bool {
        self.errors.iter().any(|error| matches!(error, SyntaxError::TooDeep(_)))
    }

    pub fn span(&self, span: TokenSpan) -> Span {
        Span { source: self.source, start: span.start, end: span.end }
    }

    pub fn slice(&self, span: TokenSpan) -> &'t str {
        self.text.get(span.start as usize..span.end as usize).unwrap_or("")
    }

    /// Returns the name at a place; `ω`, `∞` and `γ` by their words.
    pub fn name(&self, span: TokenSpan) -> Name {
        Name { text: plain_name(self.slice(span)).into(), span: self.span(span) }
    }
}

/// Returns a name as typed on any keyboard.
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

/// Reads `\mathcal{N}`, `\hat{\mathcal{N}}`, `\operatorname{toads\_frogs}`.
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
    /// Nodes, and open levels.
    type Checkpoint = (u32, u32);

    #[inline]
    fn on_token(&mut self, _: &super::Token) {}

    #[inline]
    fn on_save<'parse>(&self, _: &Cursor<'t, 'parse, Tokens<'t>>) -> (u32, u32) {
        (self.nodes.len() as u32, self.depth)
    }

    #[inline]
    fn on_rewind<'parse>(&mut self, marker: &Checkpoint<'t, 'parse, Tokens<'t>, (u32, u32)>) {
        let (length, depth) = *marker.inspector();
        let length = length as usize;
        self.depth = depth;
        if length < self.nodes.len() {
            self.nodes.truncate(length);
            self.heights.truncate(length);
        }
    }
}
