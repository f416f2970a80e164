//! The syntax tree: all nodes in one vector, referred to by id.
//!
//! Children are ids, never boxes, so that dropping a tree is flat however deep it is. Names are not resolved
//! here: whether `a` is a variable, a built-in or a vertex's label is for the resolver to say.

use crate::source::Span;

/// Index of an expression in [`Program::nodes`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ExprId(pub u32);

/// Index of a statement in [`Program::statements`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct StatementId(pub u32);

/// A parsed text.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// Every expression, children before parents.
    pub nodes: Vec<Node>,
    /// Every statement, those inside `for` blocks included.
    pub statements: Vec<Statement>,
    /// The statements of the text itself, in order.
    pub top: Vec<StatementId>,
}

impl std::ops::Index<ExprId> for Program {
    type Output = Node;
    fn index(&self, id: ExprId) -> &Node {
        &self.nodes[id.0 as usize]
    }
}

impl std::ops::Index<StatementId> for Program {
    type Output = Statement;
    fn index(&self, id: StatementId) -> &Statement {
        &self.statements[id.0 as usize]
    }
}

/// An expression and its place.
#[derive(Clone, Debug)]
pub struct Node {
    /// Its kind, with its children.
    pub expr: Expr,
    /// Its place.
    pub span: Span,
}

/// A name as written (`ω`, `∞` are already `omega`, `inf`), with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// The name.
    pub text: Box<str>,
    /// The place in the source.
    pub span: Span,
}

/// A claim of a definition: `symmetry`, `mirror("LR", "RL")`.
#[derive(Clone, Debug)]
pub struct Claim {
    /// The name of the claim.
    pub name: Name,
    /// The texts in parentheses, quotes and escapes undone, with their places.
    pub texts: Vec<(Box<str>, Span)>,
}

/// A statement and its place.
#[derive(Clone, Debug)]
pub struct Statement {
    /// Its kind.
    pub kind: StatementKind,
    /// Its place, without a trailing `#=>`.
    pub span: Span,
    /// The text after `#=>` on the statement's last line.
    pub expected: Option<Expected>,
}

/// The output that `cg test` compares: the text after `#=>`.
#[derive(Clone, Debug)]
pub struct Expected {
    /// The text, trimmed.
    pub text: Box<str>,
    /// The place in the source.
    pub span: Span,
}

/// The statements of the language.
#[derive(Clone, Debug)]
pub enum StatementKind {
    /// Could not be read; a diagnostic says why. The name is the one that it would have defined.
    Error(Option<Name>),
    /// An expression whose value is shown.
    Expression(ExprId),
    /// `x := e`, `f(a, b) := e`, `game g(n) := e`.
    Define {
        /// The name that is defined.
        name: Name,
        /// `None` for a variable, `Some` (possibly empty) for a function or a game.
        parameters: Option<Vec<Name>>,
        /// The defaults of the last parameters.
        defaults: Vec<ExprId>,
        /// `true` if it was announced with `game`: literals in the body are kept as written.
        game: bool,
        /// The right-hand side.
        body: ExprId,
        /// The claims about the game behind `with`.
        claims: Vec<Claim>,
    },
    /// `check e`.
    Check(ExprId),
    /// `for x in xs do ... end`.
    For {
        /// One name, or several for a list that is taken apart: `for (a, b) in pairs`.
        pattern: Vec<Name>,
        /// The list or set that is run through.
        source: ExprId,
        /// The statements of the body.
        body: Vec<StatementId>,
    },
    /// `import "path"`.
    Import {
        /// The path as written, without quotes, escapes undone.
        path: Box<str>,
        /// The place of the text literal.
        span: Span,
    },
}

/// The expressions of the language.
#[derive(Clone, Debug)]
pub enum Expr {
    /// Could not be read; a diagnostic says why.
    Error,
    /// A number as written: digits, `3.75`; a sign such as `½` is given as `1/2`.
    Number(Box<str>),
    /// A text, escapes undone.
    Text(Box<str>),
    /// `true`, `false`.
    Boolean(bool),
    /// A name: variable, parameter, built-in, constant (`up`, `omega`, `N`, `misere`, `_` ...).
    Name(Box<str>),
    /// `*` (none), `*5`, `*k`, `*f(2)`, `*(a + b)`.
    Nimber(Option<ExprId>),
    /// `2*`: a value and star, the star glued to its left operand.
    PlusStar(ExprId),
    /// `^`, `^^`, `^3`, `↑`, `⇓`, with a glued nimber: `^*`, `^^*2`, `↑*2`.
    Ups {
        /// The number of ups; negative for downs.
        count: i64,
        /// The glued nimber: `Some(None)` is star.
        nimber: Option<Option<ExprId>>,
    },
    /// `+-1`, `±(G, H)` at operand position: the switch of these options.
    Switch(Vec<ExprId>),
    /// `<L|R>`, `{L|R}`, `<A, B>`, with `form` in front or not.
    Game(GameLiteral),
    /// `graph <...>`.
    Graph(Vec<GraphItem>),
    /// `hackenbush <0 -B- 1; 1 -R- 2>`, whose entries are [`GraphItemKind::Edges`].
    Hackenbush(Vec<GraphItem>),
    /// `[1, 2]`, `[e for x in xs]`, mixed freely.
    List(Vec<Item>),
    /// `{1, 3, 4}`, `{e for x in xs}`, mixed freely; `{}` is the empty set.
    Set(Vec<Item>),
    /// `1..7`, `1..9 by 2`.
    Range {
        /// First member.
        from: ExprId,
        /// Last member, included.
        to: ExprId,
        /// Step, 1 when absent.
        by: Option<ExprId>,
    },
    /// The bound in `for x below e`: `x` runs through all ordinals that are smaller.
    Below(ExprId),
    /// `-e`, `not e`.
    Unary(UnaryOperator, ExprId),
    /// `a + b - c`: operators of one level applied from left to right; never empty.
    /// Each level is flat, so that a sum of 100 000 terms is no deeper than one of two.
    Chain {
        /// The first operand.
        first: ExprId,
        /// Each operator, its place, its right operand.
        rest: Vec<(BinaryOperator, Span, ExprId)>,
    },
    /// `a ^ b`.
    Power(ExprId, ExprId),
    /// `a : b`.
    OrdinalSum(ExprId, ExprId),
    /// `S & T`: the value with these sides; never chained.
    Sides(ExprId, ExprId),
    /// `a <= b`, `a || b`: never chained.
    Compare(ExprId, Relation, ExprId),
    /// `f(a, k = b)`.
    Call {
        /// The expression that is called.
        callee: ExprId,
        /// The arguments in order.
        arguments: Vec<Argument>,
    },
    /// `xs[i]`, `g[e]`.
    Index(ExprId, ExprId),
    /// `g.a`, `report.period`.
    Field(ExprId, Name),
    /// `if c then a else b`; the `else` may be absent if the result may be empty.
    If {
        /// The condition.
        condition: ExprId,
        /// The value if it is true.
        then: ExprId,
        /// The value if it is false.
        otherwise: Option<ExprId>,
    },
    /// `a in xs`, `a not in xs`: never chained.
    Member {
        /// The wanted value.
        item: ExprId,
        /// The list, set, text or dictionary that may have it.
        container: ExprId,
        /// `true` for `not in`.
        negated: bool,
    },
    /// `e where a := 1, b := a + 1`.
    Where {
        /// The expression that sees the names.
        body: ExprId,
        /// The names and their values, in the order of the text.
        names: Vec<(Name, ExprId)>,
    },
    /// `x -> e`, `(x, y) -> e`, `() -> e`.
    Lambda {
        /// The parameters.
        parameters: Vec<Name>,
        /// The body.
        body: ExprId,
    },
}

impl Expr {
    /// Returns the summands of a sum whose signs are all `+`, or `None` if it is no such sum.
    pub fn summands(&self) -> Option<Vec<ExprId>> {
        match self {
            Expr::Chain { first, rest } if rest.iter().all(|(operator, ..)| *operator == BinaryOperator::Add) => {
                Some(std::iter::once(*first).chain(rest.iter().map(|(.., operand)| *operand)).collect())
            }
            _ => None,
        }
    }
}

/// A game literal.
#[derive(Clone, Debug)]
pub struct GameLiteral {
    /// `form` stands in front: the literal is a position, kept as written.
    pub form: bool,
    /// `loop a` stands in front: the name that means the literal inside it.
    pub label: Option<Name>,
    /// Written with `{ }`.
    pub braces: bool,
    /// Left's options, or everybody's when there is no bar.
    pub left: Vec<Item>,
    /// Right's options; `None` if the literal has no bar (impartial).
    pub right: Option<Vec<Item>>,
}

/// A member of a literal, a list or a set: an expression with any number of clauses after it.
#[derive(Clone, Debug)]
pub struct Item {
    /// The member.
    pub body: ExprId,
    /// `for x in xs`, `if c`, the first is the outer loop. Empty for a plain member.
    pub clauses: Vec<Clause>,
}

/// A clause of a comprehension.
#[derive(Clone, Debug)]
pub enum Clause {
    /// `for x in xs`, `for (a, b) in pairs`.
    For {
        /// One name, or several that take a list apart.
        pattern: Vec<Name>,
        /// The list or set that is run through.
        source: ExprId,
    },
    /// `if c`.
    If(ExprId),
}

/// An entry of a graph literal: `a -> b, c`, `a -L> b`, `a -- b -- c`, `t : N`, `n -> (n - k for k in S) for n in 0..20`, `t`.
#[derive(Clone, Debug)]
pub struct GraphItem {
    /// The vertex. A bare name that no clause of this item and no enclosing parameter binds is a label.
    pub vertex: ExprId,
    /// The part after the vertex.
    pub kind: GraphItemKind,
    /// `for` and `if` clauses of the whole entry.
    pub clauses: Vec<Clause>,
    /// Its place.
    pub span: Span,
}

/// The part of an entry of a graph literal after its vertex.
#[derive(Clone, Debug)]
pub enum GraphItemKind {
    /// The vertex alone.
    Alone,
    /// The moves of the vertex.
    Arrow {
        /// The player whose moves they are, and their direction.
        join: Join,
        /// The targets; an item with clauses was written in parentheses.
        targets: Vec<Item>,
    },
    /// `a -- b -- c`: the vertices behind the first one, each joined to the one before it.
    Path(Vec<ExprId>),
    /// `t : N`, `t : 5`: a terminal class or payoff, an expression.
    Class(ExprId),
    /// `0 -B- 1 -R- 2`: the vertices behind the first one, each with the colour of the edge that leads to it.
    Edges(Vec<(Colour, ExprId)>),
}

/// A connection of two vertices of a graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Join {
    /// `->`: a move for both players.
    Arrow,
    /// `-L>`, `-R>`: a move for one of them.
    ArrowOf(Side),
    /// `--`: a move for both players, there and back.
    Edge,
}

/// Left or Right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// Left, Blue, positive.
    Left,
    /// Right, Red, negative.
    Right,
}

/// Colours of Hackenbush edges.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Colour {
    /// Left may cut it.
    Blue,
    /// Right may cut it.
    Red,
    /// Either may cut it.
    Green,
}

/// An argument of a call.
#[derive(Clone, Debug)]
pub struct Argument {
    /// The name in `k = e`.
    pub name: Option<Name>,
    /// The value.
    pub value: ExprId,
}

/// Operators with one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnaryOperator {
    /// `-`
    Negate,
    /// `not`
    Not,
}

/// Operators with two operands that can be chained.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum BinaryOperator {
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `⊕`
    NimSum,
    /// `*`, `·`
    Multiply,
    /// `/`
    Divide,
    /// `and`
    And,
    /// `or`
    Or,
}

/// Relations; on values they are the partial order of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Relation {
    /// `==`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    LessOrEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterOrEqual,
    /// `||`: confused with
    Confused,
    /// `<|`: less than or confused with
    LessOrConfused,
    /// `|>`: greater than or confused with
    GreaterOrConfused,
}

impl Relation {
    /// Returns the sign as it is typed.
    pub const fn sign(self) -> &'static str {
        match self {
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
}
