//! Trees as compact s-expressions, for comparing them in tests.

use std::fmt::Write;

use cg::source::Sources;
use cg::syntax::ast::*;
use cg::syntax::{Parsed, parse};

/// Parses a text.
pub fn read(text: &str) -> Parsed {
    parse(&Sources::default().add("<test>", text))
}

/// Parses a text and shows its tree; errors are shown instead of it.
pub fn tree(text: &str) -> String {
    let parsed = read(text);
    if !parsed.diagnostics.is_empty() {
        let lines: Vec<_> = parsed.diagnostics.iter().map(|d| format!("{}: {}", d.code, d.message)).collect();
        return format!("!{}", lines.join(" !"));
    }
    show_program(&parsed.program)
}

/// All statements, one after the other.
pub fn show_program(program: &Program) -> String {
    let statements: Vec<_> = program.top.iter().map(|&s| statement(program, s)).collect();
    statements.join(" ")
}

fn statement(p: &Program, id: StatementId) -> String {
    let statement = &p[id];
    let mut text = match &statement.kind {
        StatementKind::Error(_) => "error".to_string(),
        StatementKind::Expression(e) => show(p, *e),
        StatementKind::Define { name, parameters, defaults, game, body, claims } => {
            let game = if *game { "game" } else { "def" };
            let parameters = parameters.as_ref().map_or(String::new(), |ps| format!(" ({})", names(ps)));
            let texts = |claim: &Claim| claim.texts.iter().map(|(text, _)| format!(" {text:?}")).collect::<String>();
            let claims: String = claims.iter().map(|c| format!(" (with {}{})", c.name.text, texts(c))).collect();
            let defaults: String = defaults.iter().map(|e| format!(" (= {})", show(p, *e))).collect();
            format!("({game} {}{parameters}{defaults} {}{claims})", name.text, show(p, *body))
        }
        StatementKind::Check(e) => format!("(check {})", show(p, *e)),
        StatementKind::For { pattern, source, body } => {
            let body: Vec<_> = body.iter().map(|&s| self::statement(p, s)).collect();
            format!("(for ({}) {} {})", names(pattern), show(p, *source), body.join(" "))
        }
        StatementKind::Import { path, .. } => format!("(import {path:?})"),
    };
    if let Some(expected) = &statement.expected {
        let _ = write!(text, " #=> {:?}", expected.text);
    }
    text
}

fn names(names: &[Name]) -> String {
    names.iter().map(|n| &*n.text).collect::<Vec<_>>().join(" ")
}

fn all(p: &Program, ids: impl IntoIterator<Item = ExprId>) -> String {
    ids.into_iter().map(|e| show(p, e)).collect::<Vec<_>>().join(" ")
}

fn items(p: &Program, items: &[Item]) -> String {
    items.iter().map(|i| item(p, i)).collect::<Vec<_>>().join(" ")
}

fn item(p: &Program, item: &Item) -> String {
    if item.clauses.is_empty() {
        return show(p, item.body);
    }
    format!("(each {}{})", show(p, item.body), clauses(p, &item.clauses))
}

fn clauses(p: &Program, clauses: &[Clause]) -> String {
    let clause = |c: &Clause| match c {
        Clause::For { pattern, source } => format!(" (for ({}) {})", names(pattern), show(p, *source)),
        Clause::If(e) => format!(" (if {})", show(p, *e)),
    };
    clauses.iter().map(clause).collect()
}

fn spaced(text: String) -> String {
    if text.is_empty() { text } else { format!(" {text}") }
}

/// An expression.
pub fn show(p: &Program, id: ExprId) -> String {
    match &p[id].expr {
        Expr::Error => "error".into(),
        Expr::Number(text) => text.to_string(),
        Expr::Text(text) => format!("{text:?}"),
        Expr::Boolean(b) => b.to_string(),
        Expr::Name(name) => name.to_string(),
        Expr::Nimber(None) => "*".into(),
        Expr::Nimber(Some(e)) => format!("(* {})", show(p, *e)),
        Expr::PlusStar(e) => format!("(+* {})", show(p, *e)),
        Expr::Ups { count, nimber } => match nimber {
            None => format!("(ups {count})"),
            Some(None) => format!("(ups {count} *)"),
            Some(Some(e)) => format!("(ups {count} (* {}))", show(p, *e)),
        },
        Expr::Switch(es) => format!("(± {})", all(p, es.iter().copied())),
        Expr::Game(g) => {
            let label = g.label.as_ref().map_or(String::new(), |label| format!("loop {} ", label.text));
            let form = format!("{}{label}", if g.form { "form " } else { "" });
            let (open, close) = if g.braces { ("{", "}") } else { ("<", ">") };
            let left = items(p, &g.left);
            match &g.right {
                None => format!("{form}{open}{left}{close}"),
                Some(right) => format!("{form}{open}{left}|{}{close}", items(p, right)),
            }
        }
        Expr::Graph(entries) => {
            let entry = |g: &GraphItem| {
                let kind = match &g.kind {
                    GraphItemKind::Alone => String::new(),
                    GraphItemKind::Arrow { join, targets } => {
                        let arrow = match join {
                            Join::Arrow => "->",
                            Join::ArrowOf(Side::Left) => "-L>",
                            Join::ArrowOf(Side::Right) => "-R>",
                            Join::Edge => "--",
                        };
                        format!(" {arrow} {}", items(p, targets))
                    }
                    GraphItemKind::Path(vertices) => {
                        vertices.iter().map(|&vertex| format!(" -- {}", show(p, vertex))).collect()
                    }
                    GraphItemKind::Class(e) => format!(" : {}", show(p, *e)),
                    GraphItemKind::Edges(_) => unreachable!("an entry of a picture"),
                };
                format!(" [{}{kind}{}]", show(p, g.vertex), clauses(p, &g.clauses))
            };
            format!("(graph{})", entries.iter().map(entry).collect::<String>())
        }
        Expr::Hackenbush(entries) => {
            let entry = |g: &GraphItem| {
                let GraphItemKind::Edges(edges) = &g.kind else { unreachable!("a path of coloured edges") };
                let edges: String = edges.iter().map(|(colour, to)| format!(" {colour:?} {}", show(p, *to))).collect();
                format!(" [{}{edges}{}]", show(p, g.vertex), clauses(p, &g.clauses))
            };
            format!("(hackenbush{})", entries.iter().map(entry).collect::<String>())
        }
        Expr::List(xs) => format!("[{}]", items(p, xs)),
        Expr::Set(xs) => format!("{{{}}}", items(p, xs)),
        Expr::Below(top) => format!("(below {})", show(p, *top)),
        Expr::Range { from, to, by } => match by {
            None => format!("(.. {} {})", show(p, *from), show(p, *to)),
            Some(by) => format!("(.. {} {} {})", show(p, *from), show(p, *to), show(p, *by)),
        },
        Expr::Unary(UnaryOperator::Negate, e) => format!("(- {})", show(p, *e)),
        Expr::Unary(UnaryOperator::Not, e) => format!("(not {})", show(p, *e)),
        Expr::Chain { first, rest } => {
            let rest: String = rest.iter().map(|(o, _, e)| format!(" {} {}", sign(*o), show(p, *e))).collect();
            format!("({}{rest})", show(p, *first))
        }
        Expr::Power(a, b) => format!("({} ^ {})", show(p, *a), show(p, *b)),
        Expr::OrdinalSum(a, b) => format!("({} : {})", show(p, *a), show(p, *b)),
        Expr::Compare(a, r, b) => format!("({} {} {})", show(p, *a), relation(*r), show(p, *b)),
        Expr::Call { callee, arguments } => {
            let argument = |a: &Argument| match &a.name {
                None => show(p, a.value),
                Some(name) => format!("{}={}", name.text, show(p, a.value)),
            };
            let arguments = arguments.iter().map(argument).collect::<Vec<_>>().join(" ");
            format!("(call {}{})", show(p, *callee), spaced(arguments))
        }
        Expr::Index(a, b) => format!("(index {} {})", show(p, *a), show(p, *b)),
        Expr::Field(a, name) => format!("(. {} {})", show(p, *a), name.text),
        Expr::If { condition, then, otherwise } => {
            format!("(if {})", all(p, [*condition, *then].into_iter().chain(*otherwise)))
        }
        Expr::Sides(a, b) => format!("(& {} {})", show(p, *a), show(p, *b)),
        Expr::Member { item, container, negated } => {
            format!("({} {} {})", show(p, *item), if *negated { "not-in" } else { "in" }, show(p, *container))
        }
        Expr::Where { body, names } => {
            let names: String = names.iter().map(|(name, e)| format!(" ({} {})", name.text, show(p, *e))).collect();
            format!("(where {}{names})", show(p, *body))
        }
        Expr::Lambda { parameters, body } => format!("(fn ({}) {})", names(parameters), show(p, *body)),
    }
}

fn sign(operator: BinaryOperator) -> &'static str {
    match operator {
        BinaryOperator::Add => "+",
        BinaryOperator::Subtract => "-",
        BinaryOperator::NimSum => "⊕",
        BinaryOperator::Multiply => "*",
        BinaryOperator::Divide => "/",
        BinaryOperator::And => "and",
        BinaryOperator::Or => "or",
    }
}

fn relation(relation: Relation) -> &'static str {
    match relation {
        Relation::Equal => "==",
        Relation::NotEqual => "!=",
        Relation::Less => "<",
        Relation::LessOrEqual => "<=",
        Relation::Greater => ">",
        Relation::GreaterOrEqual => ">=",
        Relation::Confused => "||",
        Relation::LessOrConfused => "<|",
        Relation::GreaterOrConfused => "|>",
    }
}
