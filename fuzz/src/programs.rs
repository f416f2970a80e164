//! Whole programs, drawn from bytes: games with endless options, functions that call themselves and nest their results,
//! modules, loops, mistakes, and questions about all of these. Most programs can be run.

/// A program and the files that it imports.
#[derive(Debug)]
pub struct Program {
    /// The names and texts of the files.
    pub files: Vec<(String, String)>,
    /// Texts that are run one after the other, even if some before them fail.
    pub statements: Vec<String>,
}

/// The largest number of drawn statements in a program.
const MAX_STATEMENTS: u32 = 14;
/// The largest number of statements in a module.
const MAX_STATEMENTS_OF_A_MODULE: u32 = 4;
/// The largest number of levels of an expression.
const MAX_DEPTH: u32 = 4;
/// The number of bytes from which on a question is not filled in further.
const MAX_BYTES: usize = 4_000;

/// Reads choices from bytes. When the bytes are used up, it takes the first choice everywhere.
struct Choices<'a>(&'a [u8]);

/// The place of an expression, which decides on the names that it may use.
#[derive(Clone, Copy)]
struct Scope<'a> {
    /// The names that stand for numbers.
    numbers: &'a [&'a str],
    depth: u32,
}

impl<'a> Scope<'a> {
    fn deeper(self) -> Scope<'a> {
        Scope { depth: self.depth + 1, ..self }
    }
}

const OUTSIDE: Scope<'static> = Scope { numbers: &[], depth: 0 };

/// Questions, with `@` for their subject.
const QUESTIONS: &[&str] = &[
    "@",
    "outcome(@)",
    "outcome(@, misere)",
    "nim_value(@)",
    "value(@)",
    "is_loopy(@)",
    "distance(@)",
    "remoteness(@)",
    "remoteness(@, misere)",
    "suspense(@)",
    "solve(@)",
    "winning_moves(@)",
    "winning_moves(@, misere)",
    "best_moves(@)",
    "options(@)",
    "left_options(@)",
    "right_options(@)",
    "explain(@)",
    "explain(outcome(@))",
    "text(@)",
    "@ == @",
    "same(@, @)",
    "@ <= @",
    "compare(@, @)",
    "genus(@)",
    "mean(@)",
    "temperature(@)",
    "birthday(@)",
    "followers(@)",
    "strategy(@)",
    "q_values(@)",
    "sensible(@)",
    "canonical(@)",
    "companion(@)",
    "misere_form(@)",
    "mate(@)",
    "gamma(@)",
    "is_impartial(@)",
    "draw(@)",
    "draw(@, view = tree)",
    "position_graph(@)",
    "latex(@)",
    "reduced(@)",
    "hottest(@)",
    "who_wins(@)",
    "reach(@)",
    "counter(@)",
    "dominated(@)",
    "play(@, \"auto\")",
    "{@, @}",
    "[@, @] == [@, @]",
    "sort([@, @])",
    "x := @; x == x",
    "check @ == @",
    "print(@)",
    "{@ for i in 1..3}",
    "stops(@)",
    "-(@)",
    "@ - @",
    "onside(@)",
    "thermograph(@)",
    "is_tame(@)",
    "misere_quotient(@)",
    "security(@)",
    "for i in 1..2 do @ end",
];
/// Templates that wrap a position `@`, some of them with another value `?`.
const WRAPPERS: &[&str] = &[
    "without_repetition(@)",
    "without_repetition(@, {?})",
    "sum(conj, @, ?)",
    "sum(conj_long, @, ?)",
    "sum(sel, ?, @)",
    "sum(sel_short, @, ?)",
    "sum(disj_short, @, ?)",
    "sum(disj, @, ?)",
    "product(@, ?)",
    "impartial(@)",
    "-@",
    "@ + ?",
    "form <@|?>",
    "<@|?>",
    "<@, ?>",
    "form <?, @>",
    "{?|@}",
    "[@]",
    "[@, ?]",
    "{@}",
    "k -> @",
    "@ : ?",
    "tiny(@)",
    "onside(@)",
    "sum(annihilation, @)",
    "loop a <@|a>",
    "form loop a <@, a>",
    "(@) - (?)",
    "cool(@, 1)",
    "heat(@, 1)",
    "@ & ?",
    "2 * @",
    "ordinal_sum(@, ?)",
    "component(@)",
    "sum(electrons, [@], [?])",
];
const VALUES: &[&str] = &[
    "nim(1)",
    "nim(2)",
    "0",
    "1",
    "*",
    "up",
    "on",
    "over",
    "1/2",
    "*2",
    "nim(omega)",
    "kayles(3)",
    "<1|-1>",
    "dud",
    "domineering(2, 2)",
    "(graph <a -> b; b -> a>)[\"a\"]",
    "hackenbush(\"BRG\")",
    "nim(10^18)",
    "<1|<0|-2>>",
    "off",
    "form <0|0>",
    "subtraction({1, 2}, 5)",
    "x0",
    "x1",
    "x2",
];
const NUMBERS: &[&str] = &["0", "1", "2", "3", "5", "-1", "20", "1000", "100000", "10^6", "10^18", "omega", "1/2"];

impl Choices<'_> {
    /// Draws a number below `n`, which is positive.
    fn below(&mut self, n: u32) -> u32 {
        let mut found = 0;
        let mut range = 1;
        while range < n {
            let Some((&byte, rest)) = self.0.split_first() else { return 0 };
            self.0 = rest;
            found = (found << 8) + u32::from(byte);
            range <<= 8;
        }
        found % n
    }

    fn one_of<'t>(&mut self, texts: &[&'t str]) -> &'t str {
        texts[self.below(texts.len() as u32) as usize]
    }

    fn one_in(&mut self, n: u32) -> bool {
        self.below(n) == n - 1
    }

    /// Draws a number, in terms of the names of the scope if it has any.
    fn number(&mut self, scope: Scope<'_>) -> String {
        if scope.numbers.is_empty() {
            return self.one_of(NUMBERS).into();
        }
        let name = self.one_of(scope.numbers);
        match self.below(8) {
            0..3 => format!("{name}-1"),
            3 => name.into(),
            4 => format!("{name}-{}", self.one_of(scope.numbers)),
            5 => format!("{name}+1"),
            6 => self.one_of(&["0", "1", "2*n", "-n", "n-2", "omega"]).into(),
            _ => self.one_of(&NUMBERS[..6]).into(),
        }
    }

    fn condition(&mut self, scope: Scope<'_>) -> String {
        let sign = self.one_of(&["<=", ">=", "==", "!=", "<", ">"]);
        let (name, bound) = (self.one_of(scope.numbers), self.one_of(&["0", "1", "n", "7", "-3"]));
        match self.below(6) {
            0 => format!("not ({name} {sign} {bound})"),
            1 => format!("({name} {sign} {bound} and n > 0)"),
            2 => format!("({name} {sign} {bound} or n == 1)"),
            _ => format!("({bound} {sign} {name})"),
        }
    }

    /// Draws a call of a game or a function, which need not be defined.
    fn call(&mut self, scope: Scope<'_>) -> String {
        match self.below(4) {
            0 | 1 => format!("g({})", self.number(scope)),
            2 => format!("h({}, {})", self.number(scope), self.number(scope)),
            _ => format!("f{}({})", self.below(3), self.number(scope)),
        }
    }

    fn expression(&mut self, scope: Scope<'_>) -> String {
        match self.below(if scope.depth >= MAX_DEPTH { 4 } else { 7 }) {
            0..3 => self.call(scope),
            3 => self.one_of(VALUES).into(),
            _ => self.wrapped(scope),
        }
    }

    fn wrapped(&mut self, scope: Scope<'_>) -> String {
        let wrapper = self.one_of(WRAPPERS);
        let inner = self.expression(scope.deeper());
        let other = self.one_of(VALUES);
        wrapper.replace('?', other).replacen('@', &inner, 1)
    }

    /// Draws an option of `game` with its clauses.
    fn option(&mut self, game: &str, names: &[&'static str]) -> String {
        let mut names = names.to_vec();
        let mut clauses = String::new();
        if self.one_in(2) {
            names.push("k");
            let source = self.one_of(&[
                "k in 1..n",
                "k in 1..2",
                "k in naturals",
                "k below n",
                "k in naturals if n < k",
                "k in [1, 3]",
                "k in xs",
                "k in 0..n-1",
                "k below omega",
            ]);
            clauses = format!(" for {source}");
        }
        let scope = Scope { numbers: &names, depth: 1 };
        for _ in 0..self.below(3) {
            clauses += &format!(" if {}", self.condition(scope));
        }
        let body = match (self.below(6), game) {
            (0..4, "g") => format!("g({})", self.number(scope)),
            (0..4, _) => format!("h({}, {})", self.number(scope), self.number(scope)),
            _ => self.expression(scope.deeper()),
        };
        body + &clauses
    }

    fn game(&mut self, game: &str) -> String {
        let (head, names): (_, &[&'static str]) = match game {
            "g" => ("g(n)", &["n"]),
            _ => ("h(n, m)", &["n", "m"]),
        };
        let mut options = || {
            let options: Vec<String> = (0..self.below(3) + 1).map(|_| self.option(game, names)).collect();
            options.join(", ")
        };
        let (first, second) = (options(), options());
        let scope = Scope { numbers: names, depth: 1 };
        let body = match self.below(8) {
            0..5 => format!("<{first}>"),
            5 => format!("<{first}|{second}>"),
            6 => format!("if {} then <{first}> else <{second}>", self.condition(scope)),
            _ => self.expression(scope),
        };
        format!("game {head} := {body}")
    }

    /// Draws a function that wraps the result of a call, mostly of itself.
    fn function(&mut self, name: &str) -> String {
        let scope = Scope { numbers: &["n"], depth: MAX_DEPTH };
        let wrapper = self.one_of(WRAPPERS);
        let other = self.one_of(VALUES);
        let inner = match self.below(8) {
            0 => self.expression(scope),
            1 => format!("{name}(n-2)"),
            2 => format!("f{}(n-1)", self.below(3)),
            _ => format!("{name}(n-1)"),
        };
        let step = wrapper.replace('?', other).replace('@', &inner);
        let (end, base) = (self.one_of(&["n == 0", "n <= 0", "n == 7", "n < 2"]), self.one_of(VALUES));
        format!("{name}(n) := if {end} then {base} else {step}")
    }

    fn statement(&mut self, is_inside: bool) -> String {
        match self.below(if is_inside { 12 } else { 16 }) {
            0..2 => format!("x{} := {}", self.below(3), self.expression(OUTSIDE)),
            2..7 => {
                let mut question: String = self.one_of(QUESTIONS).into();
                while question.contains('@') && question.len() < MAX_BYTES {
                    let about = match self.below(3) {
                        0 => format!("x{}", self.below(3)),
                        1 => self.call(OUTSIDE),
                        _ => self.expression(OUTSIDE),
                    };
                    question = question.replacen('@', &about, 1);
                }
                question
            }
            7 => self
                .one_of(&["1/0", "check false", "[1][5]", "nim(-1)", "x0 := [1, 2][9]", "f9(1)", "xs := {1, 2}"])
                .into(),
            8 | 9 if !is_inside => {
                let count = self.below(3) + 1;
                let body: Vec<String> = (0..count).map(|_| self.statement(true)).collect();
                format!("for i in 1..{} do {} end", count, body.join("; "))
            }
            10 | 11 if !is_inside => self.one_of(&["import \"m.cg\"", "import \"l.cg\"", "import \"m\""]).into(),
            12 | 13 => {
                let game = self.one_of(&["g", "h"]);
                self.game(game)
            }
            14 | 15 => {
                let function = self.one_of(&["f0", "f1", "f2"]);
                self.function(function)
            }
            _ => format!("x{} := {}", self.below(3), self.call(OUTSIDE)),
        }
    }

    fn statements(&mut self, most: u32) -> Vec<String> {
        (0..self.below(most) + 1).map(|_| self.statement(false)).collect()
    }
}

impl Program {
    /// Draws the program that these bytes choose.
    pub fn drawn(bytes: &[u8]) -> Program {
        let mut choices = Choices(bytes);
        let mut statements: Vec<String> =
            ["x0 := nim(2)", "x1 := *", "x2 := 1/2", "xs := {1, 2}"].map(String::from).into();
        // One text, so that functions may call those defined further down.
        let mut definitions: Vec<String> = ["g", "h"].iter().map(|game| choices.game(game)).collect();
        definitions.extend(["f0", "f1", "f2"].iter().map(|function| choices.function(function)));
        statements.push(definitions.join("; "));
        statements.extend(choices.statements(MAX_STATEMENTS));
        let files = ["m.cg", "l.cg"].map(|name| {
            let text = choices.statements(MAX_STATEMENTS_OF_A_MODULE).join("\n");
            (name.to_string(), text)
        });
        Program { files: files.into(), statements }
    }
}
