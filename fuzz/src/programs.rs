//! Whole programs, drawn from bytes: games with endless options, functions that call themselves and nest what they give,
//! modules, loops, mistakes, and questions about all of it. Most programs that are drawn can be run.

/// A program and the files that it imports.
#[derive(Debug)]
pub struct Program {
    /// Names and texts of files.
    pub files: Vec<(String, String)>,
    /// Texts that are run one after the other, whatever became of those before.
    pub statements: Vec<String>,
}

/// Statements of a program and of a module, at most.
const MAX_STATEMENTS: u32 = 14;
const MAX_STATEMENTS_OF_A_MODULE: u32 = 4;
/// Levels of an expression, at most.
const MAX_DEPTH: u32 = 4;
/// Bytes of a question, at most.
const MAX_BYTES: usize = 4_000;

/// Reads choices from bytes. When they are used up, the first choice is taken everywhere.
struct Choices<'a>(&'a [u8]);

/// Where an expression stands, and so what it may name.
#[derive(Clone, Copy)]
struct Scope<'a> {
    /// Names of numbers.
    numbers: &'a [&'a str],
    depth: u32,
}

impl<'a> Scope<'a> {
    fn deeper(self) -> Scope<'a> {
        Scope { depth: self.depth + 1, ..self }
    }
}

const OUTSIDE: Scope<'static> = Scope { numbers: &[], depth: 0 };

/// Questions, with `@` for what is asked about.
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
/// What a position is put into, with `@` for it and `?` for another.
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
    /// A number below `n`, which is positive.
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

    fn of<'t>(&mut self, texts: &[&'t str]) -> &'t str {
        texts[self.below(texts.len() as u32) as usize]
    }

    fn one_in(&mut self, n: u32) -> bool {
        self.below(n) == n - 1
    }

    /// A small number in terms of what is named.
    fn number(&mut self, scope: Scope<'_>) -> String {
        if scope.numbers.is_empty() {
            return self.of(NUMBERS).into();
        }
        let name = self.of(scope.numbers);
        match self.below(8) {
            0..3 => format!("{name}-1"),
            3 => name.into(),
            4 => format!("{name}-{}", self.of(scope.numbers)),
            5 => format!("{name}+1"),
            6 => self.of(&["0", "1", "2*n", "-n", "n-2", "omega"]).into(),
            _ => self.of(&NUMBERS[..6]).into(),
        }
    }

    fn condition(&mut self, scope: Scope<'_>) -> String {
        let sign = self.of(&["<=", ">=", "==", "!=", "<", ">"]);
        let (name, bound) = (self.of(scope.numbers), self.of(&["0", "1", "n", "7", "-3"]));
        match self.below(6) {
            0 => format!("not ({name} {sign} {bound})"),
            1 => format!("({name} {sign} {bound} and n > 0)"),
            2 => format!("({name} {sign} {bound} or n == 1)"),
            _ => format!("({bound} {sign} {name})"),
        }
    }

    /// A call of a game or a function, some of which may not be defined.
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
            3 => self.of(VALUES).into(),
            _ => self.wrapped(scope),
        }
    }

    fn wrapped(&mut self, scope: Scope<'_>) -> String {
        let wrapper = self.of(WRAPPERS);
        let inner = self.expression(scope.deeper());
        let other = self.of(VALUES);
        wrapper.replace('?', other).replacen('@', &inner, 1)
    }

    /// An option of the game `game` with its clauses.
    fn option(&mut self, game: &str, names: &[&'static str]) -> String {
        let mut names = names.to_vec();
        let mut clauses = String::new();
        if self.one_in(2) {
            names.push("k");
            let source = self.of(&[
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

    /// A function that calls itself and puts what it gives into something.
    fn function(&mut self, name: &str) -> String {
        let scope = Scope { numbers: &["n"], depth: MAX_DEPTH };
        let wrapper = self.of(WRAPPERS);
        let other = self.of(VALUES);
        let inner = match self.below(8) {
            0 => self.expression(scope),
            1 => format!("{name}(n-2)"),
            2 => format!("f{}(n-1)", self.below(3)),
            _ => format!("{name}(n-1)"),
        };
        let step = wrapper.replace('?', other).replace('@', &inner);
        let (end, base) = (self.of(&["n == 0", "n <= 0", "n == 7", "n < 2"]), self.of(VALUES));
        format!("{name}(n) := if {end} then {base} else {step}")
    }

    fn statement(&mut self, is_inside: bool) -> String {
        match self.below(if is_inside { 12 } else { 16 }) {
            0..2 => format!("x{} := {}", self.below(3), self.expression(OUTSIDE)),
            2..7 => {
                let mut question: String = self.of(QUESTIONS).into();
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
            7 => {
                self.of(&["1/0", "check false", "[1][5]", "nim(-1)", "x0 := [1, 2][9]", "f9(1)", "xs := {1, 2}"]).into()
            }
            8 | 9 if !is_inside => {
                let count = self.below(3) + 1;
                let body: Vec<String> = (0..count).map(|_| self.statement(true)).collect();
                format!("for i in 1..{} do {} end", count, body.join("; "))
            }
            10 | 11 if !is_inside => self.of(&["import \"m.cg\"", "import \"l.cg\"", "import \"m\""]).into(),
            12 | 13 => {
                let game = self.of(&["g", "h"]);
                self.game(game)
            }
            14 | 15 => {
                let function = self.of(&["f0", "f1", "f2"]);
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
    /// The program that these bytes choose.
    pub fn drawn(bytes: &[u8]) -> Program {
        let mut choices = Choices(bytes);
        let mut statements: Vec<String> =
            ["x0 := nim(2)", "x1 := *", "x2 := 1/2", "xs := {1, 2}"].map(String::from).into();
        // Functions may call those that come later: a text is read as a whole.
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
