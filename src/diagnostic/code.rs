//! The codes of diagnostics, with the texts of `cg explain CODE`.

use std::fmt;

/// A code and its meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CodeRow {
    /// The code as it is written, such as `syntax::unclosed`.
    pub code: &'static str,
    /// A summary of a few words.
    pub summary: &'static str,
    /// The reason behind it, and a way out.
    pub explanation: &'static str,
    /// A text that provokes it; empty if none is short.
    pub example: &'static str,
}

/// Returns the row of a code as it is written.
pub fn lookup(code: &str) -> Option<&'static CodeRow> {
    CODES.iter().find(|row| row.code == code)
}

impl ErrorCode {
    /// Returns the code as it is written, such as `syntax::unclosed`.
    pub fn as_str(self) -> &'static str {
        self.row().code
    }

    /// Returns its row in the table.
    pub fn row(self) -> &'static CodeRow {
        &CODES[self as usize]
    }

    /// Returns `true` if it says that there is no answer, or none within the limits: the question itself is no mistake.
    pub fn is_no_answer(self) -> bool {
        let is_of_game = self.as_str().starts_with("game::");
        let is_mistake = matches!(self, ErrorCode::GameNotAPosition | ErrorCode::GameClaim);
        let has_none = matches!(self, ErrorCode::ValueNone | ErrorCode::GraphTerminalClass);
        self.is_limit() || has_none || is_of_game && !is_mistake
    }

    /// Returns `true` if the computation was stopped by a limit, so that there might be an answer under a higher one.
    pub fn is_limit(self) -> bool {
        use ErrorCode::*;
        matches!(self, LimitNesting | LimitMemory | LimitTime | LimitInterrupted | LimitDepth | LimitSize | LimitOutput)
    }

    /// Returns `true` if something of another kind or shape was wanted.
    pub fn is_misfit(self) -> bool {
        matches!(self, ErrorCode::CallKind | ErrorCode::BoardShape)
    }

    /// Returns `true` if the program itself is at fault.
    pub fn is_internal(self) -> bool {
        matches!(self, ErrorCode::InternalPanic | ErrorCode::InternalProcess | ErrorCode::InternalForeign)
    }
}

impl fmt::Display for ErrorCode {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

macro_rules! codes {
    ($($variant:ident $code:literal, $summary:literal, $explanation:literal, $example:literal;)*) => {
        /// The kind of a diagnostic, for programs: stage and case.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum ErrorCode {
            $(#[doc = $summary] $variant,)*
        }

        /// Every code, by stage; the row of a [`ErrorCode`] stands at its place in the enum.
        pub const CODES: &[CodeRow] =
            &[$(CodeRow { code: $code, summary: $summary, explanation: $explanation, example: $example },)*];

        impl ErrorCode {
            /// Every code, by stage.
            pub const ALL: &[ErrorCode] = &[$(ErrorCode::$variant,)*];
        }
    };
}

codes! {
    SyntaxAmbiguousBars "syntax::ambiguous-bars", "Several bars of one width",
    "Left's options stand on the left of a bar and Right's on its right. With two bars of one width in a literal \
     it is open which splits first. More bars bind looser, so the outer bar is written wider.",
    "<3|2|1>";
    SyntaxArrow "syntax::arrow", "An arrow where none belongs",
    "`->` takes names on its left and makes a function, or stands in a graph literal after a vertex, once in an \
     entry.",
    "graph <a -> b -> c>";
    SyntaxBarOutside "syntax::bar-outside", "A bar outside of a game literal",
    "Bars separate the options of Left and Right and need `<` and `>`, or `{` and `}`, around them. Between \
     values `||` asks whether two games are confused.",
    "7|5||4|1";
    SyntaxChainedComparison "syntax::chained-comparison", "Comparisons in a row",
    "Games are ordered in part only, so a comparison has two sides and its answer is true or false. Join two of \
     them with `and`.",
    "-1 < x < 1";
    SyntaxSides "syntax::sides", "Several `&` in a row",
    "`S & T` is the value with onside S and offside T; there are no more sides. Truths are joined by `and`.",
    "1 & 0 & -1";
    SyntaxPass "syntax::pass", "A pass outside of a literal",
    "Among the options of a literal `pass` is that literal itself, and in the body of a `game` the position: a move that \
     changes nothing but who is to move. Elsewhere it means nothing.",
    "pass + 1";
    SyntaxCharacter "syntax::character", "A sign that the language does not have",
    "Signs outside of texts and comments must be those of the language. In texts only a backslash means something: `\\n`, `\\t`, \
     `\\\"`, `\\\\` and `\\u{1b}`.",
    "3 $ 4";
    SyntaxComma "syntax::comma", "A comma where one value is wanted",
    "An index takes one value, and entries of graphs are separated by `;`.",
    "xs[1, 2]";
    SyntaxCommaOutside "syntax::comma-outside", "A comma outside of brackets",
    "Commas separate members inside brackets. Several values are a list.",
    "1, 2";
    SyntaxComparisonInLiteral "syntax::comparison-in-literal", "A bare comparison among options",
    "Options are sums, since `<` and `>` belong to the literal. A comparison inside needs parentheses.",
    "{1 < 2|3}";
    SyntaxDot "syntax::dot", "A dot without a name",
    "A dot is followed by the name of a vertex or of a field.",
    "g.";
    SyntaxEdge "syntax::edge", "An edge without a colour",
    "The edges of a Hackenbush picture are blue, red or green: `-B-`, `-R-`, `-G-`.",
    "hackenbush <0 - 1>";
    SyntaxWordAsName "syntax::word-as-name", "A word of the language as a name",
    "Words such as `end`, `in` and `graph` have their own meaning and cannot be defined.",
    "end := 3";
    SyntaxElseWithoutIf "syntax::else-without-if", "`else` without `if`",
    "`else` gives the value for when the condition of an `if` is false.",
    "1 else 2";
    SyntaxEmptyParentheses "syntax::empty-parentheses", "Parentheses around nothing",
    "Parentheses hold one value. Only a call may be empty.",
    "1 + ()";
    SyntaxEndWithoutFor "syntax::end-without-for", "`end` without a loop",
    "`end` ends the body of `for ... do`.",
    "end";
    SyntaxEquals "syntax::equals", "`=` between values",
    "`:=` defines a name, `==` compares. `=` only gives a named argument of a call.",
    "x = 5";
    SyntaxExpectedAlone "syntax::expected-alone", "`#=>` without a statement",
    "`#=>` gives the expected output of the statement that ends on its line, or on the line above when it stands \
     alone.",
    "#=> 5";
    SyntaxForPattern "syntax::for-pattern", "`for` without a name",
    "`for` is followed by a name, or by names in parentheses that take a list apart.",
    "for 1 in 1..3 do print(1) end";
    SyntaxGameDefinition "syntax::game-definition", "`game` without a definition",
    "`game` announces a ruleset: its literals are kept as written, as the moves of a position.",
    "game K(5)";
    SyntaxGreaterInFilter "syntax::greater-in-filter", "A `>` that closed the literal",
    "Inside `<` and `>` the first `>` that can close does. Put the comparison in parentheses or turn it round.",
    "<k for k in 1..5 if k > 2|0>";
    SyntaxHabit "syntax::habit", "A word of another language",
    "Definitions need no word in front, functions none but their name, and their value is the body itself.",
    "let x = 5";
    SyntaxImportPath "syntax::import-path", "`import` without a file name",
    "The file name is a text.",
    "import rules";
    SyntaxLiteralWanted "syntax::literal-wanted", "`form` or `graph` without a literal",
    "`form` keeps the game literal after it as it is written; `graph` is followed by a literal in `<` and `>`.",
    "form 5";
    SyntaxMisfit "syntax::misfit", "Something that does not fit",
    "The statement can be read up to this place and not beyond.",
    "import \"a.cg\" + 1";
    SyntaxMisplacedDefinition "syntax::misplaced-definition", "`:=` inside an expression",
    "A definition is a statement of its own: a name, perhaps parameters, `:=`, a value.",
    "1 + (x := 5)";
    SyntaxMisplacedFor "syntax::misplaced-for", "`for` where nothing is collected",
    "A comprehension stands in `[ ]`, `{ }`, a call or a game literal; a loop starts a statement.",
    "2 * (x for x in 1..3)";
    SyntaxMisplacedIf "syntax::misplaced-if", "`if` after a value",
    "A filter stands after `for` in brackets; a choice is written `if c then a else b`.",
    "5 if true";
    SyntaxMisplacedWord "syntax::misplaced-word", "A word of the language in a wrong place",
    "`check`, `game` and `import` start a statement, `do` follows the head of a loop.",
    "1 + check 2";
    SyntaxMissingDo "syntax::missing-do", "A loop without `do`",
    "The head of a loop ends with `do`, its body with `end`.",
    "for x in 1..3";
    SyntaxMissingEnd "syntax::missing-end", "A loop without `end`",
    "The body of a loop ends with `end`.",
    "for x in 1..3 do print(x)";
    SyntaxMissingIn "syntax::missing-in", "`for` without `in`",
    "`in` separates the name from what it runs through.",
    "for x = 1..3 do print(x) end";
    SyntaxMissingOperand "syntax::missing-operand", "An operator without its value",
    "An operator stands between two values, a comma or bar between members.",
    "1 + * 2 +";
    SyntaxMissingOperator "syntax::missing-operator", "Two values without an operator",
    "Products are written with `*`, members are separated by `,`, statements by `;` or a new line.",
    "3x";
    SyntaxMissingThen "syntax::missing-then", "`if` without `then`",
    "A choice is written `if c then a else b`; `else` may be absent.",
    "if 1 < 2 3 else 4";
    SyntaxNumberDot "syntax::number-dot", "A name after a number and a dot",
    "A number has no fields. Multiples are products.",
    "3.up";
    SyntaxNumberOfUps "syntax::number-of-ups", "A number of ups that is not whole",
    "After `^` stands a whole number.",
    "^0.5";
    SyntaxOpenText "syntax::open-text", "A text without its end",
    "A text ends on the line where it begins.",
    "\"abc";
    SyntaxParameter "syntax::parameter", "A parameter that is not a name",
    "Base cases come free, since no options means 0. Others are told apart in the body with `if`.",
    "f(0) := 1";
    SyntaxRange "syntax::range", "A range with three ends",
    "A range has a first and a last member, and perhaps a step after `by`.",
    "1..3..9";
    SyntaxSemicolon "syntax::semicolon", "`;` inside brackets",
    "`;` ends a statement, or separates the entries of a graph.",
    "[1; 2]";
    SyntaxSetBuilder "syntax::set-builder", "A comprehension with a bar",
    "Members are drawn with `for`; a bar makes a game.",
    "{x | x in 1..3}";
    SyntaxSwitch "syntax::switch", "A switch of something loose",
    "`+-` and `±` take one value or options in parentheses.",
    "±-1";
    SyntaxThenWithoutIf "syntax::then-without-if", "`then` without `if`",
    "`then` follows the condition of an `if`.",
    "1 then 2";
    SyntaxTooManyBars "syntax::too-many-bars", "A bar of more than 32 signs",
    "Inner literals may have signs of their own.",
    "<1|||||||||||||||||||||||||||||||||2>";
    SyntaxTrailingComma "syntax::trailing-comma", "A comma before a closing sign",
    "Every comma is followed by a member.",
    "[1, 2,]";
    SyntaxTuple "syntax::tuple", "Parentheses around several values",
    "A list is written in square brackets.",
    "(1, 2)";
    SyntaxTwoReadings "syntax::two-readings", "A notation that is read in two ways",
    "In the literature `2↑*` and its like stand for a sum in one place and for a multiple in another, so it must \
     be said which is meant; `[1:5]` is a range elsewhere, `{1: 2}` a pair, and here an ordinal sum.",
    "up*2";
    SyntaxUnclosed "syntax::unclosed", "A bracket or literal that is not closed",
    "What is opened with `(`, `[`, `{` or `<` is closed again, in the right order.",
    "<0, *|1";
    SyntaxUnmatched "syntax::unmatched", "A closing sign without its opening",
    "Nothing is open that this sign could close.",
    "1 + 2)";
    SyntaxWhere "syntax::where", "`where` without a name or in the wrong place",
    "Names stand behind the body of a definition or an expression in parentheses: `where a := 2, b := a + 1`.",
    "[n + d where d := 2 for n in 1..3]";
    LimitNesting "limit::nesting", "Nested too deep",
    "Source text may nest 10 000 levels. Sums and products may be of any length.",
    "";
    LimitMemory "limit::memory", "Out of memory",
    "The computation needed more memory than the session allows. What it had computed is forgotten, the session \
     goes on. `--memory` raises the limit.",
    "";
    LimitTime "limit::time", "Out of time",
    "The statement ran longer than `--timeout` allows.",
    "";
    LimitInterrupted "limit::interrupted", "Interrupted",
    "The computation was stopped with Ctrl-C. Names keep their values.",
    "";
    LimitDepth "limit::depth", "Recursion too deep",
    "A function called itself until memory for the calls ran out; often a base case is missing. Play \
     may also never end, if an option of a game can be taken again and again and no condition stops it.",
    "";
    LimitSize "limit::size", "Too large",
    "A number, list, range or text would be larger than can be held.",
    "";
    LimitOutput "limit::output", "An answer that is too long",
    "The answer would be longer than `--max-output` allows, or is a value so long that it could not be read back. Nothing is \
     cut in files, pipes and JSON, so there is no answer instead of a part of one.",
    "";
    NameUnknown "name::unknown", "A name that nobody defined",
    "The name is neither defined before nor built in. At the prompt, in a cell and in `cg batch`, where more lines follow, the \
     body of a function or a `game` may use a name that is not defined yet: then this is a warning, and an error once it is \
     called.",
    "oucome(5)";
    NameCircular "name::circular", "A value that needs itself",
    "A function may call itself, but not with the arguments it was called with. A `game` may: its positions can \
     return, and have γ-values.",
    "f(n) := f(n) + 1; f(5)";
    NameReserved "name::reserved", "A name kept for later",
    "Names of outcome classes and play conventions, and `pass`, always mean the same. Parameters and loop names may be called so.",
    "N := 3";
    NameShadows "name::shadows", "A name that hides a built-in one",
    "The definition hides a built-in name for what follows.",
    "mex := 3";
    NameRepeated "name::repeated", "Two parameters of one name",
    "A call could not tell them apart.",
    "add(a, a) := a + a";
    NameLoop "name::loop", "The name of a loop, defined in the loop",
    "The loop gives its name a value in each round; a definition in it needs a name of its own.",
    "for n in 1..3 do n := 2 * n end";
    CallArity "call::arity", "A wrong number of arguments",
    "The call gives more or fewer arguments than there are parameters.",
    "abs()";
    CallKind "call::kind", "An argument of a wrong kind",
    "The parameter takes another kind of value.",
    "abs(\"a\")";
    CallNotCallable "call::not-callable", "Something that is no function",
    "Only functions and rulesets can be called. A product is written with `*`.",
    "x := 1/2; x(4)";
    CallNamedArgument "call::named-argument", "A named argument that nobody takes",
    "The function has no parameter of this name.",
    "abs(y = 3)";
    CallField "call::field", "A field that is not there",
    "Graphs have their vertices as fields, reports what they found. Nothing else has fields.",
    "up.size";
    ValueForgetsPlay "value::forgets-play", "A value where play is asked for",
    "A value has forgotten how it came about; misère play, remoteness and compounds are answered for its \
     canonical form. `form` keeps a literal as written.",
    "outcome(up, misere)";
    ValueComparedWithNumber "value::compared-with-number", "A number compared with a nimber",
    "Nim-values are numbers: `nim_value(p) == 4`. The nimber `*4` is a game.",
    "nim_value(nim(4)) == *4";
    ValueNone "value::none", "A question without an answer",
    "The answer does not exist for this object, or it would have to be known before it can be found.",
    "game g(n) := <value(g(n))>; value(g(1))";
    NumberDivisionByZero "number::division-by-zero", "Division by zero",
    "There is no quotient.",
    "1/0";
    NumberNotAGame "number::not-a-game", "A number that is no short game",
    "Only fractions whose denominator is a power of two are values of short games. Other numbers are born later: they compare \
     with games, but are not added to them.",
    "1/3 + up";
    NumberNegative "number::negative", "A number below 0",
    "The function is defined from 0 on.",
    "isqrt(-4)";
    NumberSurreal "number::surreal", "A surreal number without a finite form",
    "Surreal numbers are kept as finitely many powers of omega with rational coefficients. Sums, products and quotients by one \
     such term stay of this kind; other quotients have infinitely many terms, and other games with infinite options are no \
     numbers at all.",
    "1/(omega - 1)";
    GameLoopy "game::loopy", "A loopy game as a value",
    "Play need not end, and the question is for games that end: no theory of it is settled for loopy games. Their order, \
     sums, outcomes, stops, degree and variety can be asked for. A value of two sides has no moves: games that have these \
     sides differ in theirs.",
    "mean(over)";
    GamePoints "game::points", "A game for points as a value",
    "Points decide such a game, not who makes the last move, so it has a score for each starter and no normal-play value: no      canonical form, mean, order.",
    "value(<points(3)|points(-3)>)";
    GameEntailing "game::entailing", "A game with entailing moves as a value",
    "After some moves the same player moves again, or the opponent must answer in one part. Impartial games of this kind are      worth nimbers or `loony`; others have outcomes alone.",
    "mean(<again(1)|0>)";
    GameSidesOrder "game::sides-order", "Sides in the wrong order",
    "The onside of a value is what it is worth if draws are won by Left, the offside if they are won by Right; so the onside \
     is at least the offside.",
    "0 & 1";
    GameNoSides "game::no-sides", "A loopy game without a stopper for a side",
    "Most loopy games are worth a stopper if draws are won by Left, and another if they are won by Right. For this one none \
     was found, which proves nothing; outcomes and winning moves are known all the same.",
    "onside(loop a <0,<1|1,<*,<1*|1*,a>|*>>|0>)";
    GameDegree "game::degree", "A degree that is not its own double",
    "The degree of loopiness is the onside of G - G, where that is idempotent: its own double.",
    "degree(<over|0>)";
    GameNotStable "game::not-stable", "A game without a variety",
    "The variety is known where it is the same from above and from below. Whether that is always so is open.",
    "";
    GameNotAtomic "game::not-atomic", "A game without an atomic weight",
    "Only games between all negative and all positive numbers can have one, those with both stops 0; all-small games have \
     one, and others where a multiple of up stays between down and up of the game, with a remote star added.",
    "atomic_weight(5)";
    GameClaim "game::claim", "A claim about a game that does not hold",
    "What stands behind `with` is made use of, not proved: `symmetry` says that turning and mirroring a board changes no \
     value, `mirror` that exchanging letters negates it. `check_symmetry` compares values by search.",
    "game g(b) := <g(replace_at(b, p, \"#\")) for p in [[0, 0]] if b[p] == \".\"|> with symmetry; check_symmetry(g, board(\".#\"))";
    GameEndless "game::endless", "A rule with options without end that cannot be reckoned with",
    "With `for n in naturals` a position has infinitely many options. What is answered then is proved from the rule, so \
     every option must be a call of the game itself, its arguments sums of parameters, of names behind `for` and of \
     multiples of them by numbers, under conditions that compare such sums.",
    "game e(n) := <nim(k) for k in naturals>";
    GameNotAPosition "game::not-a-position", "A rule that gives no position",
    "What a `game` gives is a literal of its moves, or a position.",
    "game g(n) := \"text\"; outcome(g(1))";
    GameNotAnOption "game::not-an-option", "An option that is no game",
    "Between `<` and `>` stand numbers, nimbers, games, positions, and lists of them.",
    "<true|1>";
    GameTransfinite "game::transfinite", "A transfinite nimber as a game",
    "The position is worth a transfinite nimber, such as `*omega`. It has an outcome and a nim-value, but is no short game.",
    "left(nim(omega))";
    GameLargeNimber "game::large-nimber", "A very large nimber as a game",
    "The position is worth a nimber of 2^62 or more. Its size is exact in every sum, but it is kept as a size alone, not as a short game.",
    "left(nim(10^20))";
    PositionNotImpartial "position::not-impartial", "A partizan position",
    "The question is for positions where both players have the same moves.",
    "nim_value(domineering(2, 2))";
    CheckFailed "check::failed", "A check that does not hold",
    "The two sides of the `check` differ, or its condition is false.",
    "check 1 + 1 == 3";
    ImportMissing "import::missing", "A file that is not there",
    "The file to import was not found beside the importing one.",
    "import \"nowhere.cg\"";
    ImportCircular "import::circular", "Files that import one another",
    "A file is being imported while it is still being read.",
    "";
    ImportUnreadable "import::unreadable", "A file that cannot be read",
    "The file is there but is no text, or may not be read.",
    "";
    ImportNoScript "import::no-script", "A file that is no script",
    "A file whose name does not end in `.cg` may be imported if it can be read as a script. If it cannot, its lines are not \
     shown: it may be a file of another kind.",
    "";
    ImportInside "import::inside", "An import inside a loop",
    "What a script imports is known before it runs, so `import` stands at its top level.",
    "for n in 1..3 do import \"rules.cg\" end";
    TextNumber "text::number", "A text that writes no number",
    "`number` reads an integer, a fraction or a decimal number.",
    "number(\"1e5\")";
    TextSeparator "text::separator", "A text split at nothing",
    "A separator has a letter at least. The letters of a text are `[c for c in s]`.",
    "split(\"abc\", \"\")";
    DictKey "dict::key", "A key that the dictionary does not have",
    "`d[k]` is the value of a key that is there; `get(d, k, otherwise)` asks for one that may not be, and `k in d` whether it is.",
    "dict([[\"apple\", 1]])[\"aple\"]";
    ListIndex "list::index", "An index out of range",
    "Members are counted from 0 to one less than the length.",
    "[1, 2][2]";
    ListStep "list::step", "A range that never ends",
    "The step of a range may be negative, but not 0.",
    "1..10 by 0";
    ListEmpty "list::empty", "An empty list without a least, greatest or last member",
    "Only lists with members have one.",
    "min([])";
    GraphTerminalClass "graph::terminal-class", "A question that terminal classes do not admit",
    "With terminal classes other than P only outcomes and security have a theory.",
    "";
    GraphVertex "graph::vertex", "A vertex that is not there",
    "The graph has no such vertex.",
    "g := graph <a -> b>; g.c";
    DataFile "data::file", "A file that holds other data than its name says",
    "A file of rows has cells with a separator between them, a file of JSON one value. Line and reason are named.",
    "";
    GraphFile "graph::file", "A file that holds no graph",
    "Graphs are read from Graphviz DOT (`.dot`, `.gv`) and from lists of edges with commas (`.csv`) or tabs (`.tsv`): \
     `from,to` or `from,to,player`, a line each. The message names the line and the column, in a list the field.",
    "load_graph(\"moves.txt\")";
    PlayHere "play::here", "No game can be played here",
    "A game against the machine asks for moves, so it needs a terminal or a pipe that answers line by line, and one game \
     is played at a time. The machine can also play both sides.",
    "";
    PictureFalls "picture::falls", "An edge that hangs in the air",
    "What no chain of edges joins to the ground, vertex 0, falls before play begins and counts for nothing.",
    "hackenbush <0 -B- 1; 2 -R- 3>";
    PictureGround "picture::ground", "A picture without ground",
    "A Hackenbush picture stands on vertex 0, the ground; some edge must touch it.",
    "hackenbush <1 -B- 2>";
    PictureFile "picture::file", "A file for a picture",
    "The ending of the file says how a picture is written; `.svg` is a vector graphic that browsers, LaTeX and slides \
     show. `.pdf` and `.png` are written by a program that was built with `cargo install --path . --features pdf`.",
    "draw(up, \"up.gif\")";
    BoardShape "board::shape", "A board that cannot be read",
    "A board is a text, its rows from top to bottom separated by `/`, all of one length and in the letters of its game; \
     or two sizes, where the game has a board to begin with. Each game says how large its boards may be.",
    "domineering(\"../.\")";
    RulesetArgument "ruleset::argument", "An argument that the ruleset does not take",
    "The rules are not defined for this argument.",
    "subtraction({0, 1}, 5)";
    RulesetLastZero "ruleset::last-zero", "A code that ends in 0",
    "The last digit of a code that is 0 allows no move, so the code without it is the same game. Papers that mean digits \
     which repeat for ever may print them once; here they stand in brackets.",
    "code(\"0.770\", 5)";
    FindNone "find::none", "Nothing was found",
    "No position of the sizes that were searched has this value or meets this condition; a larger one may.",
    "find(kayles, 1/2, 10)";
    InternalPanic "internal::panic", "A mistake in cg itself",
    "The program has met a state that should not exist. The statement is undone and the session goes on. Please \
     report it with what you typed.",
    "";
    IoRead "io::read", "Input that cannot be read",
    "The file or the standard input could not be read, or is not UTF-8.",
    "";
    IoWrite "io::write", "Output that cannot be written",
    "What a script prints could not be shown, or what it saves could not be written.",
    "";
    BatchRequest "batch::request", "A request that is none",
    "A line of `cg batch` that is a JSON object has its statement as `expr`, and may have an `id` of any kind and limits of \
     its own: `{\"id\": 1, \"expr\": \"2 + 2\", \"timeout\": \"2s\", \"memory\": \"200MB\"}`.",
    "";
    BatchDefinition "batch::definition", "A definition that other processes would not know",
    "With `--jobs` lines are answered by several processes, and a name that one line defines would be unknown to the others. \
     Names are defined in files: `cg batch --jobs 4 rules.cg`.",
    "";
    CommandLine "command::line", "A command line that asks for what there is not",
    "An option, an argument or a topic is not known, or something is missing. `cg --help` and `cg help` list what there is. \
     Only `--json` shows this code.",
    "";
    InternalProcess "internal::process", "A process that died",
    "With `--jobs` the process that worked on a line ended before it had the answer; often the system took it for its memory. \
     Another process answers the lines that follow.",
    "";
    IoExists "io::exists", "A file that is there already",
    "`draw` and `save_graph` replace a file that was written by them, `write` none, unless `replace` is their last argument.",
    "";
    InternalForeign "internal::foreign", "An error that was lost",
    "This is a fault of the program. Names keep their values and the session goes on.",
    "";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variants_are_called_as_their_codes_are_written() {
        for &variant in ErrorCode::ALL {
            let name: String = variant.as_str().replace("::", "-").split('-').map(capitalised).collect();
            assert_eq!(format!("{variant:?}"), name);
            assert_eq!(variant.is_limit(), variant.as_str().starts_with("limit::"), "{variant}");
            assert_eq!(variant.is_internal(), variant.as_str().starts_with("internal::"), "{variant}");
        }
    }

    fn capitalised(word: &str) -> String {
        word[..1].to_uppercase() + &word[1..]
    }
}
