//! Tree to source. Printing and parsing again gives the same tree.
//!
//! The printer keeps its own stack of work, so the depth of a tree costs no stack. It writes parentheses wherever
//! an operand binds more loosely than its place, and where signs that touch would be read as one.

use super::ast::*;
use super::downs_of_nimber;
use crate::visible::quoted;

/// The binding strength of an expression, from 0 (takes all that follows) to [`ATOM`].
type Strength = u8;

/// The strength of an expression with names behind `where`, which only parentheses and definitions may contain.
const NAMES: Strength = 0;
const LOOSE: Strength = 1;
const OR: Strength = 2;
const AND: Strength = 3;
const NOT: Strength = 4;
const COMPARE: Strength = 5;
const SIDES: Strength = 6;
const RANGE: Strength = 7;
const SUM: Strength = 8;
const ORDINAL: Strength = 9;
const STARRED: Strength = 10;
const PRODUCT: Strength = 11;
const NEGATION: Strength = 12;
const POWER: Strength = 13;
const ATOM: Strength = 14;
/// The strength of names: only a name with calls and indices goes without parentheses.
const NAMED_STRENGTH: Strength = 15;

/// A piece that is still to be written.
enum Work {
    Static(&'static str),
    Text(String),
    /// An expression that must bind at least so tightly.
    Expression(ExprId, Strength),
    /// The source of the names behind `for`, with the word in front.
    Source(ExprId, Strength),
    /// A statement, indented so far.
    Statement(StatementId, usize),
}

/// Returns the whole program, a statement a line.
pub fn print_program(program: &Program) -> String {
    let mut work = Vec::new();
    for &statement in program.top.iter().rev() {
        work.push(Work::Statement(statement, 0));
    }
    run(program, work)
}

/// Returns one expression.
pub fn print_expression(program: &Program, expression: ExprId) -> String {
    run(program, vec![Work::Expression(expression, NAMES)])
}

fn run(program: &Program, mut work: Vec<Work>) -> String {
    let mut text = String::new();
    while let Some(next) = work.pop() {
        let start = work.len();
        match next {
            Work::Static(part) => text.push_str(part),
            Work::Text(part) => text.push_str(&part),
            Work::Source(id, strength) => match program[id].expr {
                Expr::Below(top) => work.extend([Work::Static(" below "), Work::Expression(top, strength)]),
                _ => work.extend([Work::Static(" in "), Work::Expression(id, strength)]),
            },
            Work::Statement(id, indent) => statement(&program[id], indent, &mut work),
            Work::Expression(id, wanted) if strength(program, id) < wanted => {
                work.push(Work::Static("("));
                work.push(Work::Expression(id, NAMES));
                work.push(Work::Static(")"));
            }
            Work::Expression(id, _) => expression(program, id, &mut work),
        }
        // The parts were put in the order of the text.
        work[start..].reverse();
    }
    text
}

fn statement(statement: &Statement, indent: usize, work: &mut Vec<Work>) {
    let margin = "  ".repeat(indent.min(20));
    work.push(Work::Text(margin.clone()));
    match &statement.kind {
        StatementKind::Error(_) => work.push(Work::Static("# unreadable")),
        StatementKind::Expression(e) => work.push(Work::Expression(*e, NAMES)),
        StatementKind::Check(e) => {
            work.push(Work::Static("check "));
            work.push(Work::Expression(*e, NAMES));
        }
        StatementKind::Import { path, .. } => work.push(Work::Text(format!("import {}", quoted(path)))),
        StatementKind::Define { name, parameters, defaults, game, body, claims } => {
            let game = if *game { "game " } else { "" };
            work.push(Work::Text(format!("{game}{}", name.text)));
            if let Some(parameters) = parameters {
                let plain = parameters.len() - defaults.len().min(parameters.len());
                for (i, parameter) in parameters.iter().enumerate() {
                    work.push(Work::Static(if i > 0 { ", " } else { "(" }));
                    work.push(Work::Text(parameter.text.to_string()));
                    if let Some(default) = i.checked_sub(plain).and_then(|i| defaults.get(i)) {
                        work.extend([Work::Static(" = "), Work::Expression(*default, LOOSE)]);
                    }
                }
                work.push(Work::Static(if parameters.is_empty() { "()" } else { ")" }));
            }
            work.push(Work::Static(" := "));
            work.push(Work::Expression(*body, NAMES));
            work.extend(claims.iter().map(|claim| Work::Text(claim_text(claim))));
        }
        StatementKind::For { pattern, source, body } => {
            work.push(Work::Text(format!("for {}", pattern_text(pattern))));
            work.push(Work::Source(*source, LOOSE));
            work.push(Work::Static(" do\n"));
            work.extend(body.iter().map(|&s| Work::Statement(s, indent + 1)));
            work.push(Work::Text(format!("{margin}end")));
        }
    }
    match &statement.expected {
        Some(expected) if expected.text.contains('\n') => {
            expected.text.lines().for_each(|line| work.push(Work::Text(format!("\n#=> {line}"))));
        }
        Some(expected) => work.push(Work::Text(format!("  #=> {}", expected.text))),
        None => {}
    }
    work.push(Work::Static("\n"));
}

fn claim_text(claim: &Claim) -> String {
    let texts: Vec<String> = claim.texts.iter().map(|(text, _)| quoted(text)).collect();
    let texts = if texts.is_empty() { String::new() } else { format!("({})", texts.join(", ")) };
    format!(" with {}{texts}", claim.name.text)
}

/// Returns the binding strength of a node as it is printed.
fn strength(program: &Program, id: ExprId) -> Strength {
    match &program[id].expr {
        Expr::Where { .. } => NAMES,
        Expr::If { .. } | Expr::Lambda { .. } => LOOSE,
        Expr::Chain { rest, .. } => match rest.first().map(|r| r.0) {
            Some(BinaryOperator::Or) => OR,
            Some(BinaryOperator::And) => AND,
            Some(BinaryOperator::Multiply | BinaryOperator::Divide) => PRODUCT,
            _ => SUM,
        },
        Expr::Unary(UnaryOperator::Not, _) => NOT,
        Expr::Unary(UnaryOperator::Negate, _) | Expr::Switch(_) | Expr::Ups { .. } | Expr::Nimber(_) => NEGATION,
        Expr::Compare(..) | Expr::Member { .. } => COMPARE,
        Expr::Sides(..) => SIDES,
        Expr::Range { .. } => RANGE,
        Expr::OrdinalSum(..) => ORDINAL,
        Expr::PlusStar(_) => STARRED,
        Expr::Power(..) => POWER,
        Expr::Name(_) | Expr::Call { .. } | Expr::Index(..) | Expr::Field(..) => NAMED_STRENGTH,
        _ => ATOM,
    }
}

/// Returns `true` if the innermost thing that is called, indexed or asked for a field is a name.
fn is_rooted_in_name(program: &Program, mut id: ExprId) -> bool {
    loop {
        match &program[id].expr {
            Expr::Name(_) => return true,
            Expr::Call { callee: inner, .. } | Expr::Index(inner, _) | Expr::Field(inner, _) => id = *inner,
            _ => return false,
        }
    }
}

fn expression(program: &Program, id: ExprId, work: &mut Vec<Work>) {
    match &program[id].expr {
        Expr::Error => work.push(Work::Static("0")),
        Expr::Number(text) => work.push(Work::Text(number(text))),
        Expr::Text(text) => work.push(Work::Text(quoted(text))),
        Expr::Boolean(value) => work.push(Work::Static(if *value { "true" } else { "false" })),
        Expr::Name(name) => work.push(Work::Text(name.to_string())),
        Expr::Nimber(inner) => nimber(program, *inner, work),
        Expr::PlusStar(inner) => {
            work.push(Work::Expression(*inner, ATOM));
            work.push(Work::Static("*"));
        }
        Expr::Ups { count, nimber: glued } => {
            let text = match count {
                1 => "^".to_string(),
                -1 => "↓".to_string(),
                n if *n < 0 => format!("↓{}", n.unsigned_abs()),
                n => format!("^{n}"),
            };
            work.push(Work::Text(text));
            if let Some(inner) = glued {
                nimber(program, *inner, work);
            }
        }
        Expr::Switch(options) => {
            work.push(Work::Static("+-("));
            separated(options.iter().map(|&e| Work::Expression(e, LOOSE)), ", ", work);
            work.push(Work::Static(")"));
        }
        Expr::Game(literal) => game(literal, work),
        Expr::Graph(entries) => graph("graph <", entries, work),
        Expr::Hackenbush(entries) => graph("hackenbush <", entries, work),
        Expr::List(members) => {
            work.push(Work::Static("["));
            items(members, work);
            work.push(Work::Static("]"));
        }
        Expr::Set(members) => {
            work.push(Work::Static("{"));
            items(members, work);
            work.push(Work::Static("}"));
        }
        Expr::Range { from, to, by } => {
            work.push(Work::Expression(*from, SUM));
            work.push(Work::Static(".."));
            work.push(Work::Expression(*to, SUM));
            if let Some(by) = by {
                work.push(Work::Static(" by "));
                work.push(Work::Expression(*by, SUM));
            }
        }
        Expr::Unary(operator, inner) => {
            let (sign, wanted) = match operator {
                UnaryOperator::Negate => ("-", NEGATION),
                UnaryOperator::Not => ("not ", NOT),
            };
            work.push(Work::Static(sign));
            work.push(Work::Expression(*inner, wanted));
        }
        Expr::Chain { first, rest } => {
            let operand = strength(program, id) + 1;
            work.push(Work::Expression(*first, operand));
            let mut left = *first;
            for &(operator, place, right) in rest {
                let is_star =
                    operator == BinaryOperator::Multiply && downs_of_nimber(program, left, place, right).is_some();
                work.push(Work::Static(if is_star { "*" } else { sign(operator) }));
                work.push(Work::Expression(right, operand));
                left = right;
            }
        }
        Expr::Power(base, exponent) => {
            work.push(Work::Expression(*base, ATOM));
            work.push(Work::Static("^"));
            work.push(Work::Expression(*exponent, POWER));
        }
        Expr::OrdinalSum(left, right) => {
            work.push(Work::Expression(*left, STARRED));
            work.push(Work::Static(" : "));
            work.push(Work::Expression(*right, ORDINAL));
        }
        // Written with its word by the clause in which it stands.
        Expr::Below(top) => work.push(Work::Expression(*top, LOOSE)),
        Expr::Sides(onside, offside) => {
            work.push(Work::Expression(*onside, RANGE));
            work.push(Work::Static(" & "));
            work.push(Work::Expression(*offside, RANGE));
        }
        Expr::Compare(left, relation, right) => {
            work.push(Work::Expression(*left, SIDES));
            work.extend([" ", relation.sign(), " "].map(Work::Static));
            work.push(Work::Expression(*right, SIDES));
        }
        Expr::Call { callee, arguments } => {
            work.push(Work::Expression(*callee, NAMED_STRENGTH));
            work.push(Work::Static("("));
            for (i, argument) in arguments.iter().enumerate() {
                let comma = if i > 0 { ", " } else { "" };
                let name = argument.name.as_ref().map_or(String::new(), |n| format!("{} = ", n.text));
                work.push(Work::Text(format!("{comma}{name}")));
                work.push(Work::Expression(argument.value, LOOSE));
            }
            work.push(Work::Static(")"));
        }
        Expr::Index(inner, index) => {
            work.push(Work::Expression(*inner, NAMED_STRENGTH));
            work.push(Work::Static("["));
            work.push(Work::Expression(*index, LOOSE));
            work.push(Work::Static("]"));
        }
        Expr::Field(inner, name) => {
            work.push(Work::Expression(*inner, NAMED_STRENGTH));
            work.push(Work::Text(format!(".{}", name.text)));
        }
        Expr::If { condition, then, otherwise } => {
            work.push(Work::Static("if "));
            work.push(Work::Expression(*condition, OR));
            work.push(Work::Static(" then "));
            work.push(Work::Expression(*then, OR));
            if let Some(otherwise) = otherwise {
                work.push(Work::Static(" else "));
                work.push(Work::Expression(*otherwise, LOOSE));
            }
        }
        Expr::Member { item, container, negated } => {
            work.push(Work::Expression(*item, SIDES));
            work.push(Work::Static(if *negated { " not in " } else { " in " }));
            work.push(Work::Expression(*container, SIDES));
        }
        Expr::Where { body, names } => {
            work.push(Work::Expression(*body, LOOSE));
            for (i, (name, value)) in names.iter().enumerate() {
                let before = if i > 0 { ", " } else { " where " };
                work.push(Work::Text(format!("{before}{} := ", name.text)));
                work.push(Work::Expression(*value, LOOSE));
            }
        }
        Expr::Lambda { parameters, body } => {
            work.push(Work::Text(format!("({}) -> ", names(parameters))));
            work.push(Work::Expression(*body, LOOSE));
        }
    }
}

fn nimber(program: &Program, inner: Option<ExprId>, work: &mut Vec<Work>) {
    work.push(Work::Static("*"));
    let Some(inner) = inner else { return };
    let bare = match &program[inner].expr {
        Expr::Number(text) => !text.contains('/'),
        _ => is_rooted_in_name(program, inner),
    };
    if bare {
        work.push(Work::Expression(inner, LOOSE));
    } else {
        work.push(Work::Static("("));
        work.push(Work::Expression(inner, LOOSE));
        work.push(Work::Static(")"));
    }
}

fn game(literal: &GameLiteral, work: &mut Vec<Work>) {
    let (open, close) = if literal.braces { ("{", "}") } else { ("<", ">") };
    if literal.form {
        work.push(Work::Static("form "));
    }
    if let Some(label) = &literal.label {
        work.push(Work::Text(format!("loop {} ", label.text)));
    }
    work.push(Work::Static(open));
    items(&literal.left, work);
    if let Some(right) = &literal.right {
        work.push(Work::Static(" | "));
        items(right, work);
    }
    work.push(Work::Static(close));
}

fn graph(opening: &'static str, entries: &[GraphItem], work: &mut Vec<Work>) {
    work.push(Work::Static(opening));
    for (i, entry) in entries.iter().enumerate() {
        work.push(Work::Static(if i > 0 { "; " } else { "" }));
        work.push(Work::Expression(entry.vertex, STARRED));
        match &entry.kind {
            GraphItemKind::Alone => {}
            GraphItemKind::Class(e) => {
                work.push(Work::Static(" : "));
                work.push(Work::Expression(*e, RANGE));
            }
            GraphItemKind::Path(vertices) => {
                for &vertex in vertices {
                    work.push(Work::Static(" -- "));
                    work.push(Work::Expression(vertex, STARRED));
                }
            }
            GraphItemKind::Edges(edges) => {
                for &(colour, vertex) in edges {
                    work.push(Work::Static(match colour {
                        Colour::Blue => " -B- ",
                        Colour::Red => " -R- ",
                        Colour::Green => " -G- ",
                    }));
                    work.push(Work::Expression(vertex, STARRED));
                }
            }
            GraphItemKind::Arrow { join, targets } => {
                work.push(Work::Static(match join {
                    Join::Arrow => " -> ",
                    Join::ArrowOf(Side::Left) => " -L> ",
                    Join::ArrowOf(Side::Right) => " -R> ",
                    Join::Edge => " -- ",
                }));
                for (i, target) in targets.iter().enumerate() {
                    work.push(Work::Static(if i > 0 { ", " } else { "" }));
                    let ruled = !target.clauses.is_empty();
                    work.push(Work::Static(if ruled { "(" } else { "" }));
                    item(target, work);
                    work.push(Work::Static(if ruled { ")" } else { "" }));
                }
            }
        }
        clauses(&entry.clauses, work);
    }
    work.push(Work::Static(">"));
}

fn items(items: &[Item], work: &mut Vec<Work>) {
    for (i, member) in items.iter().enumerate() {
        work.push(Work::Static(if i > 0 { ", " } else { "" }));
        item(member, work);
    }
}

/// Writes a member: a sum, or in parentheses.
fn item(item: &Item, work: &mut Vec<Work>) {
    work.push(Work::Expression(item.body, RANGE));
    clauses(&item.clauses, work);
}

fn clauses(clauses: &[Clause], work: &mut Vec<Work>) {
    for clause in clauses {
        match clause {
            Clause::For { pattern, source } => {
                work.push(Work::Text(format!(" for {}", pattern_text(pattern))));
                work.push(Work::Source(*source, RANGE));
            }
            Clause::If(condition) => {
                work.push(Work::Static(" if "));
                work.push(Work::Expression(*condition, RANGE));
            }
        }
    }
}

fn separated(parts: impl Iterator<Item = Work>, by: &'static str, work: &mut Vec<Work>) {
    for (i, part) in parts.enumerate() {
        work.push(Work::Static(if i > 0 { by } else { "" }));
        work.push(part);
    }
}

fn names(names: &[Name]) -> String {
    names.iter().map(|n| &*n.text).collect::<Vec<_>>().join(", ")
}

fn pattern_text(pattern: &[Name]) -> String {
    if let [one] = pattern { one.text.to_string() } else { format!("({})", names(pattern)) }
}

/// Returns a number; a fraction of one sign is written with it, since `1/2` would be a quotient. Others stand in
/// parentheses.
fn number(text: &str) -> String {
    const SIGNS: &str = "¼½¾⅐⅑⅒⅓⅔⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞";
    if !text.contains('/') {
        return text.to_string();
    }
    let sign = SIGNS.chars().find(|c| super::parser::fraction(c.encode_utf8(&mut [0; 4])) == text);
    sign.map_or_else(|| format!("({text})"), |c| c.to_string())
}

fn sign(operator: BinaryOperator) -> &'static str {
    match operator {
        BinaryOperator::Add => " + ",
        BinaryOperator::Subtract => " - ",
        BinaryOperator::NimSum => " ⊕ ",
        BinaryOperator::Multiply => " * ",
        BinaryOperator::Divide => " / ",
        BinaryOperator::And => " and ",
        BinaryOperator::Or => " or ",
    }
}
