//! Reports: the named results of one question, a type for each question.

use std::fmt;
use std::rc::Rc;

use super::Value;
use crate::syntax::ast::Relation;
use cg_engine::misere::Class;
use cg_engine::positions::Way;

/// The type of a field of a report.
trait ReportField: Clone {
    /// Returns the field as a script reads it.
    fn value(&self) -> Value;

    /// Returns the field with each value replaced.
    fn with_values(&self, _: &mut dyn FnMut(&Value) -> Value) -> Self {
        self.clone()
    }
}

impl ReportField for Value {
    fn value(&self) -> Value {
        self.clone()
    }
    fn with_values(&self, change: &mut dyn FnMut(&Value) -> Value) -> Value {
        change(self)
    }
}

impl ReportField for bool {
    fn value(&self) -> Value {
        Value::Boolean(*self)
    }
}

impl ReportField for u64 {
    fn value(&self) -> Value {
        Value::integer((*self).into())
    }
}

impl ReportField for i64 {
    fn value(&self) -> Value {
        Value::Integer(*self)
    }
}

impl ReportField for String {
    fn value(&self) -> Value {
        Value::text(self.clone())
    }
}

/// Makes fields that scripts read as texts.
macro_rules! text_fields {
    ($($kind:ty: $text:ident;)+) => {
        $(impl ReportField for $kind {
            fn value(&self) -> Value {
                Value::text(self.$text())
            }
        })+
    };
}

text_fields! {
    Relation: sign;
    Tameness: to_string;
    FoundBy: to_string;
}

/// Scripts do not read it.
impl ReportField for Callee {
    fn value(&self) -> Value {
        Value::Nothing
    }
}

/// The class of a game in misère play, or that it is unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Tameness {
    /// The class by the options of the game.
    Known(Class),
    /// The genus was found without the options.
    Untold,
}

impl fmt::Display for Tameness {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Tameness::Known(Class::Nim) => "nim",
            Tameness::Known(Class::Tame) => "tame",
            Tameness::Known(Class::Restive) => "restive",
            Tameness::Known(Class::Wild) => "wild",
            Tameness::Untold => "untold",
        })
    }
}

/// The way in which a winner was found: a [`Way`] without its data.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FoundBy {
    /// A theorem about the ruleset.
    Theorem,
    /// The value in normal play.
    Value,
    /// A search.
    Search,
}

impl From<&Way> for FoundBy {
    fn from(way: &Way) -> FoundBy {
        match way {
            Way::Theorem(..) | Way::Given => FoundBy::Theorem,
            Way::Value(_) | Way::Gamma(_) => FoundBy::Value,
            Way::Search(_) | Way::Winner(_) => FoundBy::Search,
        }
    }
}

impl fmt::Display for FoundBy {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            FoundBy::Theorem => "theorem",
            FoundBy::Value => "value",
            FoundBy::Search => "search",
        })
    }
}

/// The built-in, function or relation that a call or a comparison calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Callee {
    /// A built-in, by its row.
    Builtin(u32),
    /// A function of a person.
    Function,
    /// The order of two values.
    Relation(Relation),
    /// A literal with options that are no short games. Its arguments are the options of Left and those of Right.
    Literal,
}

impl<T: ReportField> ReportField for Option<T> {
    fn value(&self) -> Value {
        self.as_ref().map_or(Value::Nothing, ReportField::value)
    }
    fn with_values(&self, change: &mut dyn FnMut(&Value) -> Value) -> Option<T> {
        self.as_ref().map(|field| field.with_values(change))
    }
}

/// Declares the reports. A row is the type, the kind as `cg batch` names it, and the fields in their order.
macro_rules! reports {
    ($($(#[$about:meta])* $Type:ident $kind:literal { $($(#[$what:meta])* $field:ident: $of:ty,)+ })+) => {
        $(
            $(#[$about])*
            #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
            pub struct $Type {
                /// The printed text.
                pub text: String,
                $($(#[$what])* pub $field: $of,)+
            }

            impl From<$Type> for Rc<Report> {
                fn from(report: $Type) -> Rc<Report> {
                    Rc::new(Report::$Type(report))
                }
            }
        )+

        /// Named results of one question. Equal text and equal fields are the same report.
        #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Report {
            $($(#[$about])* $Type($Type),)+
        }

        impl Report {
            /// Every kind.
            pub const KINDS: &[&str] = &[$($kind,)+];

            /// Returns the kind as `cg batch` names it.
            pub fn kind(&self) -> &'static str {
                match self {
                    $(Report::$Type(_) => $kind,)+
                }
            }

            /// Returns the printed text.
            pub fn text(&self) -> &str {
                match self {
                    $(Report::$Type(report) => &report.text,)+
                }
            }

            /// Returns the value of `report.field` for every field in its order.
            pub fn fields(&self) -> Vec<(&'static str, Value)> {
                match self {
                    $(Report::$Type(report) => vec![$((stringify!($field).trim_start_matches("r#"), ReportField::value(&report.$field)),)+],)+
                }
            }

            /// Returns the report with each value replaced.
            pub(crate) fn with_values(&self, change: &mut dyn FnMut(&Value) -> Value) -> Report {
                match self {
                    $(Report::$Type(report) => Report::$Type($Type {
                        text: report.text.clone(),
                        $($field: ReportField::with_values(&report.$field, change),)+
                    }),)+
                }
            }
        }
    };
}

reports! {
    /// Walls, mast and stops of a game.
    Thermograph "thermograph" {
        /// The mean value.
        mean: Value,
        /// The temperature.
        temperature: Value,
        /// The corners of the left wall, pairs of temperature and value.
        left: Value,
        /// The corners of the right wall.
        right: Value,
        /// The left stop.
        left_stop: Value,
        /// The right stop.
        right_stop: Value,
        /// The game.
        game: Value,
    }

    /// The period of a sequence of nim-values; without numbers if none was found.
    Period "period" {
        /// The first heap from which on it repeats.
        preperiod: Option<u64>,
        /// The length of the period, in heaps.
        period: Option<u64>,
        /// The amount by which values grow from one period to the next.
        saltus: Option<u64>,
        /// The heaps before that break the pattern.
        exceptions: Option<Value>,
        /// `true` if it is proved to go on for ever.
        proved: bool,
        /// The ruleset.
        rule: Value,
    }

    /// The games that have given nim-values.
    Identification "identification" {
        /// A name for each family of games that have them.
        games: Value,
        /// The other names in these families.
        same: Value,
        /// Lists of a name, the number that is added to a heap, and the heap from which on the values agree.
        shifted: Value,
        /// Pairs of a name and the first heap whose value differs, those that agree longest.
        near: Value,
        /// The number of heaps that were compared.
        heaps: u64,
    }

    /// A misère quotient.
    Quotient "quotient" {
        /// The number of elements.
        order: i64,
        /// The number of elements that are lost for the player to move.
        p_portion: i64,
        /// The largest heap covered, or `None` if the quotient holds for all heaps.
        proved_to: Option<i64>,
        /// `true` if it holds for all heaps asked for.
        complete: bool,
        /// The first heap from which on the words of heaps repeat, if it is that of all heaps.
        preperiod: Option<u64>,
        /// The length of the period, in heaps.
        period: Option<u64>,
        /// The heaps that generate it; nothing for a part of a heap.
        generators: Value,
        /// The relations that shorten words.
        presentation: String,
        /// The word of each heap.
        values: Value,
        /// The words of the elements that are lost.
        p: Value,
    }

    /// The conditions of Ferguson 1974.
    Ferguson "ferguson" {
        /// `true` if every heap keeps them.
        holds: bool,
        /// Pairs of a condition and a heap that breaks it.
        violations: Value,
        /// `true` if Bouton's rule solves misère play.
        bouton: bool,
        /// `true` if every heap keeps the criterion of section 5.2; `None` if this is not known of all heaps.
        criterion: Option<bool>,
        /// `true` if this is proved for all heaps.
        all_heaps: bool,
    }

    /// The conditions and theorems of Ferguson 1984.
    Annihilation "annihilation" {
        /// The sets W0, W1, ... of vertices.
        sets: Value,
        /// The vertices in none of them.
        rest: Value,
        /// The reduced graph.
        reduced: Value,
        /// Pairs of a condition and whether it holds.
        conditions: Value,
        /// Pairs of a condition and the heap that violates it.
        violations: Value,
        /// The number of the theorem that applies.
        theorem: Option<i64>,
        /// The heap from which all repeats.
        preperiod: Option<i64>,
        /// The period with which it does.
        period: Option<i64>,
        /// Heaps less than this have a theorem, where all have none.
        holds_below: Option<i64>,
        /// The way to win sums of reduced value 0.
        q0: Option<String>,
        /// The way to win sums of reduced value 1.
        q1: Option<String>,
    }

    /// The labels of annihilation on a graph, and a basis of the sets of finite value.
    Labels "labels" {
        /// A table: vertex, label, the γ-value of a token alone.
        labels: Value,
        /// The least power of 2 that no finite value reaches.
        threshold: Value,
        /// Pairs of a set of vertices and its value.
        basis: Value,
        /// The number of sets in the basis.
        dimension: u64,
        /// The sum of the labels of the tokens, if a position was asked about.
        label: Option<Value>,
        /// The γ-value of the position.
        gamma: Option<Value>,
    }

    /// The genus of a position and its class.
    Genus "genus" {
        /// The nim-value.
        normal: Value,
        /// The misère nim-values of the position, and of it beside one and more heaps of 2.
        misere: Value,
        /// The class.
        class: Tameness,
        /// `true` if all positions that can be reached are as tame.
        hereditary: bool,
        /// The number of elements of the quotient by misère nim-values, if the genus comes from it.
        order: Option<i64>,
        /// The misère nim-value from which on that quotient counts all as one, if there is one.
        ceiling: Option<i64>,
        /// The heap from which on the elements of that quotient have the period.
        preperiod: Option<u64>,
        /// The period of the elements of that quotient.
        period: Option<u64>,
    }

    /// The misère canonical forms born by a day.
    MisereDay "misere_day" {
        /// Their number.
        count: u64,
        /// The forms, if there are few.
        forms: Option<Value>,
    }

    /// The moves of a winning strategy.
    Strategy "strategy" {
        /// Pairs of a position and the move from it.
        moves: Value,
        /// The remoteness of the first position.
        remoteness: Value,
    }

    /// The winner, the winning move, and a line of play.
    Solution "solution" {
        /// The player who moves first: L or R, or `None` if both have the same moves.
        starter: Option<Value>,
        /// The outcome: L or R for the player who wins, N or P where both have the same moves, D.
        winner: Value,
        /// A move that wins, or keeps a draw.
        r#move: Option<Value>,
        /// The positions of a play in which the winner makes winning moves.
        line: Value,
        /// Positions that were searched; 0 where none were.
        nodes: u64,
        /// The way in which it was found.
        way: FoundBy,
    }

    /// The score of a position, the move that reaches it, and a line of play.
    PointsSolution "points_solution" {
        /// The player who moves first.
        starter: Value,
        /// The points that Left has more than Right at the end.
        score: Value,
        /// A move that is best for points, or `None` without a move.
        r#move: Option<Value>,
        /// The positions of a play in which both make their best moves.
        line: Value,
    }

    /// The payoffs that the players can be sure of.
    Security "security" {
        /// The result that Left can secure.
        left: String,
        /// The result that Right can secure, if it is known.
        right: Option<String>,
        /// Smith's Q functions for Left.
        q_left: Value,
        /// The Q functions of Right.
        q_right: Option<Value>,
    }

    /// The check that numbers on the vertices of a graph are its values.
    Labelling "labelling" {
        /// `true` if they are.
        holds: bool,
        /// `true` if they are so in the strict sense, in which they are unique.
        strict: bool,
        /// The first vertex where they are not.
        vertex: Option<Value>,
    }

    /// A play from its first position to its end.
    Line "line" {
        /// The winner, or a draw; nothing in a play that was not finished.
        winner: Value,
        /// The positions, in order.
        positions: Value,
    }

    /// Two games side by side.
    Comparison "comparison" {
        /// The order of the two.
        relation: Relation,
        /// The first game less the second.
        difference: Value,
        /// Left's first moves that win the difference.
        left: Value,
        /// Right's.
        right: Value,
        /// The answers to moves that lose.
        replies: Value,
        /// The whole proof of G >= H, of G <= H or of both: an answer wherever the other player can bring play. `None`
        /// if it was too long.
        strategy: Option<Value>,
        /// If G >= H does not hold, the way Right wins if he starts; if G <= H does not hold, the way Left does. `None`
        /// if it was too long.
        refutation: Option<Value>,
    }

    /// A call or a comparison with its answer. Only a parameter that is read as it is written takes it; no script sees one.
    Call "call" {
        /// The function or the relation.
        callee: Callee,
        /// The arguments in the order of the parameters.
        arguments: Value,
        /// The answer.
        answer: Value,
    }

    /// The members of something written with `for n in naturals`: options of a number, or heaps of a sum. Only a literal and
    /// `sum` take it; no script sees one.
    Family "family" {
        /// The member with `first_at` in place of the part that changes with n.
        first: Value,
        /// The member with the next number there.
        second: Value,
        /// The base, if that part is a power b^n, else `Nothing`.
        base: Value,
        /// The member as a function of n, or `Nothing` for options of a number.
        member: Value,
        /// `true` if the exponent of the power is negative.
        is_negative: bool,
        /// `true` if the options are divided by the power.
        divides: bool,
    }

    /// The reasons for an answer.
    Explanation "explanation" {
        /// The answer.
        answer: Value,
        /// The steps as data.
        steps: Value,
    }
}

impl Report {
    /// Returns the field of this name, if the report has one.
    pub fn field(&self, name: &str) -> Option<Value> {
        self.fields().into_iter().find(|(known, _)| *known == name).map(|(_, value)| value)
    }
}
