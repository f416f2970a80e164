//! The two alphabets of the front end.
//!
//! A [`Lexeme`] is a single sign, as the lexer sees it, regardless of its place. A [`Token`] is a sign as the parser
//! sees it: the nesting pass has decided from the position if `<` opens a literal or compares, if `*` is a nimber, a
//! product or a glued star. Tokens carry no text; their span finds it in the source.

use logos::Logos;

use super::ast::{Colour, Join, Relation};

/// The pieces that the lexer cuts a text into. Names of LaTeX are lexed as the signs that they stand for.
#[derive(Logos, Clone, Copy, Debug, PartialEq, Eq)]
#[logos(skip r"([ \t\f\r\u{a0}\u{2009}\u{202f}\u{feff}]|\\[,;:! ]|\\left|\\right|\\middle|\\quad)+")]
pub enum Lexeme {
    /// `\n`
    #[regex(r"\n")]
    Newline,
    /// `;`
    #[token(";")]
    Semicolon,
    /// `# text` to the end of the line.
    #[regex(r"#[^\n]*", allow_greedy = true)]
    Comment,
    /// `#=> text` to the end of the line.
    #[regex(r"#=>[^\n]*", allow_greedy = true, priority = 20)]
    Expected,
    /// `12`, `0.375`, `0x1f`, `0b101`
    #[regex(r"[0-9]+(\.[0-9]+)?")]
    #[regex(r"0x[0-9a-fA-F]+|0b[01]+")]
    Number,
    /// `½`, `¾`, `\tfrac{3}{4}`
    #[regex(r"[¼½¾⅐⅑⅒⅓⅔⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞]")]
    #[regex(r"\\[td]?frac\{[0-9]+\}\{0*[1-9][0-9]*\}")]
    Fraction,
    /// `²`, `⁻¹⁰`, `^{2}`
    #[regex(r"⁻?[⁰¹²³⁴⁵⁶⁷⁸⁹]+")]
    #[regex(r"\^\{-?[0-9]+\}")]
    Superscript,
    /// `"text"`
    #[regex(r#""([^"\\\n]|\\[^\n])*""#)]
    Text,
    /// A text without its closing quote on the line.
    #[regex(r#""([^"\\\n]|\\[^\n])*\\?"#)]
    OpenText,
    /// A name that is not a word of the language, as far as its letters are those of ASCII.
    #[regex(r"[A-Za-z_][A-Za-z0-9_]*")]
    #[token("∞")]
    #[token(r"\omega")]
    #[token(r"\infty")]
    #[regex(r"\\mathcal\{[A-Z]\}|\\(hat|check)\{\\mathcal\{[A-Z]\}\}")]
    #[regex(r"\\mathbf\{[a-z]+\}")]
    #[regex(r"\\operatorname\{([^\\{}\n]|\\_)+\}")]
    Name,
    /// `and`
    #[token("and")]
    And,
    /// `or`
    #[token("or")]
    Or,
    /// `not`
    #[token("not")]
    Not,
    /// `if`
    #[token("if")]
    If,
    /// `then`
    #[token("then")]
    Then,
    /// `else`
    #[token("else")]
    Else,
    /// `for`
    #[token("for")]
    For,
    /// `in`
    #[token("in")]
    In,
    /// `do`
    #[token("do")]
    Do,
    /// `end`
    #[token("end")]
    End,
    /// `true`
    #[token("true")]
    True,
    /// `false`
    #[token("false")]
    False,
    /// `game`
    #[token("game")]
    Game,
    /// `check`
    #[token("check")]
    Check,
    /// `import`
    #[token("import")]
    Import,
    /// `form`
    #[token("form")]
    Form,
    /// `graph`
    #[token("graph")]
    Graph,
    /// `(`
    #[token("(")]
    LeftParen,
    /// `)`
    #[token(")")]
    RightParen,
    /// `[`
    #[token("[")]
    LeftSquare,
    /// `]`
    #[token("]")]
    RightSquare,
    /// `{`
    #[token("{")]
    #[token(r"\{")]
    LeftBrace,
    /// `}`
    #[token("}")]
    #[token(r"\}")]
    RightBrace,
    /// `<`
    #[token("<")]
    Less,
    /// `>`
    #[token(">")]
    Greater,
    /// `|`
    #[token("|")]
    #[token(r"\mid")]
    #[token(r"\vert")]
    Bar,
    /// `,`
    #[token(",")]
    Comma,
    /// `:=`
    #[token(":=")]
    Define,
    /// `:`
    #[token(":")]
    Colon,
    /// `..`
    #[token("..")]
    DotDot,
    /// `.`
    #[token(".")]
    Dot,
    /// `->`
    #[token("->")]
    #[token("→")]
    Arrow,
    /// `==`
    #[token("==")]
    EqualEqual,
    /// `=`
    #[token("=")]
    Equal,
    /// `!=`, `≠`
    #[token("!=")]
    #[token("≠")]
    #[regex(r"\\neq?")]
    NotEqual,
    /// `⧏`, less or confused.
    #[token("⧏")]
    LessConfused,
    /// `⧐`, greater or confused.
    #[token("⧐")]
    GreaterConfused,
    /// `≤`
    #[token("≤")]
    #[regex(r"\\leq?")]
    LessEqual,
    /// `≥`
    #[token("≥")]
    #[regex(r"\\geq?")]
    GreaterEqual,
    /// `∥`: in a literal two bars, else confusion.
    #[token("∥")]
    #[token("‖")]
    #[token(r"\|")]
    #[token(r"\Vert")]
    #[token(r"\parallel")]
    Parallel,
    /// `+`
    #[token("+")]
    Plus,
    /// `-`
    #[token("-")]
    #[token("−")]
    Minus,
    /// `*`, `∗`, `⋆`
    #[token("*")]
    #[token("∗")]
    #[token("⋆")]
    #[regex(r"\{\\ast\}|\\ast|\{\\star\}|\\star")]
    Star,
    /// `·`, always a product
    #[token("·")]
    #[token("×")]
    #[token(r"\cdot")]
    #[token(r"\times")]
    Product,
    /// `⊕`
    #[token("⊕")]
    #[token(r"\oplus")]
    NimSum,
    /// `/`
    #[token("/")]
    Slash,
    /// `^`
    #[token("^")]
    Caret,
    /// `↑`, `⇑`, `↓`, `⇓`
    #[regex("[↑⇑↓⇓]")]
    #[regex(r"\\([Uu]p|[Dd]own)arrow|\{\\([Uu]p|[Dd]own)arrow\}")]
    UpArrow,
    /// `{\uparrow}^{[3]}`: the sum of the first powers of up.
    #[regex(r"(\\uparrow|\{\\uparrow\})\^\{\[([0-9]+|\\mathbf\{on\})\]\}")]
    #[token("↑^[on]")]
    UpSum,
    /// `↑^on`, `{\uparrow}^{\mathbf{on}}`
    #[token("↑^on")]
    #[regex(r"(\\uparrow|\{\\uparrow\})\^\{\\mathbf\{on\}\}")]
    UpToOn,
    /// `&`: between an onside and an offside.
    #[token("&")]
    #[regex(r"\\mathbin\{\\&\}|\\&")]
    Ampersand,
    /// `{+}_{`, `{-}_{`: tiny and miny, up to the subscript.
    #[regex(r"\{[+\-]\}_\{")]
    Tiny,
    /// `±`
    #[token("±")]
    #[token(r"\pm")]
    PlusMinus,
    /// A sign that the language has no use for, or a name that LaTeX may know.
    #[regex(r"\\[A-Za-z]+", priority = 1)]
    #[token("&&")]
    Invalid,
}

impl Lexeme {
    /// Returns `true` if it is a word: a name or a word of the language.
    pub fn is_word(self) -> bool {
        use Lexeme::*;
        matches!(
            self,
            Name | And
                | Or
                | Not
                | If
                | Then
                | Else
                | For
                | In
                | Do
                | End
                | True
                | False
                | Game
                | Check
                | Import
                | Form
                | Graph
        )
    }

    /// Returns `true` if it is a word that cannot be used as a name.
    pub fn is_keyword(self) -> bool {
        self.is_word() && self != Lexeme::Name
    }

    /// Returns `true` if an operand can start with it.
    pub fn starts_operand(self) -> bool {
        use Lexeme::*;
        matches!(
            self,
            Number
                | Fraction
                | Text
                | OpenText
                | Name
                | Not
                | If
                | True
                | False
                | Form
                | Graph
                | LeftParen
                | LeftSquare
                | LeftBrace
                | Less
                | Minus
                | Star
                | Caret
                | UpArrow
                | UpSum
                | UpToOn
                | Tiny
                | PlusMinus
                | Invalid
        )
    }
}

/// The alphabet of the parser. The names contain the decisions of the nesting pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Token {
    /// `12`, `0.375`
    Number,
    /// `½`
    Fraction,
    /// `"text"`
    Text,
    /// `true`
    True,
    /// `false`
    False,
    /// A name used as a value.
    Name,
    /// `*` alone at operand position.
    Star,
    /// `*` with its operand glued to it.
    StarOf,
    /// `^`, `^^`, `^3`, `⇓`
    Ups,
    /// `{\uparrow}^{[3]}`
    UpSum,
    /// `↑^on`
    UpToOn,
    /// The glued star of `^*`.
    UpStar,
    /// The glued star of `^*2`, its operand follows.
    UpStarOf,
    /// `+-`, `±` at operand position.
    Switch,
    /// `-` at operand position.
    Negate,
    /// `not`
    Not,
    /// `+`
    Plus,
    /// `-`
    Minus,
    /// `⊕`
    NimSum,
    /// `*`, `·`
    Times,
    /// `/`
    Over,
    /// `^`
    Power,
    /// `²`
    Superscript,
    /// `*` glued to its left operand only.
    PlusStar,
    /// Nothing between a number and a multiple of down, `1v2`.
    PlusDowns,
    /// `:` between values.
    Ordinal,
    /// `..`
    DotDot,
    /// `by`
    By,
    /// `&`
    Sides,
    /// `in`, or `not in` if true, between values.
    Member(bool),
    /// A comparison.
    Relation(Relation),
    /// `and`
    And,
    /// `or`
    Or,
    /// `if` at operand position.
    If,
    /// `then`
    Then,
    /// `else`
    Else,
    /// `(` around an expression, or around the options of a switch.
    Paren,
    /// `(` after a callee.
    Call,
    /// `(` before the parameters of a function.
    LambdaParen,
    /// `(` around a target with clauses in a graph.
    TargetParen,
    /// `)`
    CloseParen,
    /// `[` of a list.
    List,
    /// `[` after an indexed value.
    Index,
    /// `]`
    CloseSquare,
    /// `{` of a set.
    Set,
    /// `{` of a game literal.
    BraceGame,
    /// `}`
    CloseBrace,
    /// `<` of a game literal.
    AngleGame,
    /// `graph <`
    Graph,
    /// `hackenbush <`
    Hackenbush,
    /// `>` that closes a literal.
    CloseAngle,
    /// `form`
    Form,
    /// `loop` before a label.
    Loop,
    /// A run of this number of bars.
    Bar(u8),
    /// `,`
    Comma,
    /// `;` in a graph.
    Separator,
    /// `->`, `-L>`, `-R>`, `--` in a graph.
    Arrow(Join),
    /// `:` after a vertex.
    Class,
    /// `-B-`
    Edge(Colour),
    /// `.` before a field.
    Dot,
    /// The name of a field.
    Field,
    /// `for` after a member.
    For,
    /// `if` after a member.
    Filter,
    /// A name bound by a clause, a function or a definition.
    Binder,
    /// `in`
    In,
    /// `below`
    Below,
    /// The parameter of `x -> e`.
    LambdaName,
    /// `->` of a function.
    LambdaArrow,
    /// The name in `k = e`.
    ArgumentName,
    /// `=` after it.
    ArgumentIs,
    /// `for` of a statement.
    ForStatement,
    /// `do`
    Do,
    /// `game` of a definition.
    Game,
    /// The name that is defined.
    DefineName,
    /// `(` of its parameters.
    DefineParen,
    /// `:=`
    Define,
    /// `with` after the body of a game.
    With,
    /// `where` before local names.
    Where,
    /// `check`
    Check,
    /// `import`
    Import,
    /// Stands for something that could not be read.
    Missing,
}
