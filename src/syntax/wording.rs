//! The words for each error of syntax: the fault in the person's own text, and one thing to do.

use super::advice::{
    assignment, between, closing, equals, foreign_word, function_for, instead_of, instead_of_enclosed, joined,
    literal_between, member_definition, no_escape, opening, snake, square_call, with_brackets,
};
use super::error::{DefinitionIn, Joint, MeantByBar, SyntaxError};
use super::nesting::LIMIT;
use crate::diagnostic::{Diagnostic, ErrorCode};
use crate::source::Span;

/// Returns a text for a message: its first line, cut if it is long.
pub(super) fn quote(text: &str) -> String {
    let start: String = text.trim_start().chars().take_while(|&c| c != '\n').take(41).collect();
    if start.chars().count() <= 40 {
        start.trim_end().to_string()
    } else {
        start.chars().take(37).chain("...".chars()).collect()
    }
}

impl SyntaxError {
    /// Returns the error in words; `text` is the source that it is in.
    pub(super) fn diagnostic(&self, text: &str) -> Diagnostic {
        use ErrorCode::*;
        let whole = |span: Span| text.get(span.range()).unwrap_or("");
        let quoted = |span: Span| quote(whole(span));

        match self {
            SyntaxError::TooLarge(at) => {
                Diagnostic::error(LimitSize, *at, "the text is larger than 4 GiB", "cannot be read")
                    .help("split it into files and `import` them")
            }
            SyntaxError::TooDeep(at) => {
                let message = format!("the text is nested more than {LIMIT} levels deep");
                Diagnostic::error(LimitNesting, *at, message, "this is one level too many")
                    .help("give inner parts names with `:=` and use the names")
            }
            SyntaxError::UnknownSigns(at) => {
                let message = format!("`{}` is no sign of the language", quoted(*at));
                Diagnostic::error(SyntaxCharacter, *at, message, "this cannot be read").help(instead_of(whole(*at)))
            }
            SyntaxError::Enclosed(at) => {
                let sign = whole(*at).chars().next().unwrap_or(' ');
                Diagnostic::error(SyntaxCharacter, *at, format!("`{sign}` is no sign of the language"), "this cannot be read")
                    .help(instead_of_enclosed(&quoted(*at)))
            }
            SyntaxError::Escape(at) => no_escape(*at, whole(*at)),
            SyntaxError::Transcript { at, line } => {
                let message = "`>` before a statement is the sign of a transcript";
                Diagnostic::error(SyntaxUnmatched, *at, message, "not to be typed")
                    .help(format!("leave it out: `{}`", quoted(*line)))
            }
            SyntaxError::Colon { sides: [left, right], is_index } => {
                let (at, left, right) = (left.to(*right), quoted(*left), quoted(*right));
                if [&left, &right].iter().any(|side| side.starts_with('"')) {
                    let message = "`:` does not pair a key with its value";
                    return Diagnostic::error(SyntaxHabit, at, message, "a pair?")
                        .help(format!("a dictionary is written `dict([[{left}, {right}]])`"));
                }
                let ordinal = format!("`({left}) : ({right})` for the ordinal sum");
                let help = match (*is_index, left.starts_with('-')) {
                    (true, false) => format!("write `{left}..{right}` for the members {left} to {right}, {ordinal}"),
                    (true, true) => format!("write {ordinal}; members are counted from 0"),
                    _ => format!(
                        "write `{left}..{right}` for a range, `dict([[{left}, {right}]])` for a dictionary, {ordinal}"
                    ),
                };
                let message = format!("`{}` is read in several ways", quoted(at));
                Diagnostic::error(SyntaxTwoReadings, at, message, "range, pair or ordinal sum?").help(help)
            }
            SyntaxError::OpenText(at) => {
                Diagnostic::error(SyntaxOpenText, *at, "this text has no closing quote", "it starts here")
                    .help("end it with `\"` on the same line; a quote inside is written `\\\"`, a new line `\\n`")
            }
            SyntaxError::Unclosed { at, around } => {
                let message = format!("`{}` is opened and never closed", quoted(*at));
                let diagnostic = Diagnostic::error(SyntaxUnclosed, *at, message, "opened here")
                    .help(format!("add `{}` where it ends", closing(whole(*at))));
                around.iter().fold(diagnostic, |diagnostic, &open| diagnostic.label(open, "open as well"))
            }
            SyntaxError::UnclosedBefore { open, closing: here } => {
                let wanted = closing(whole(*open));
                let message = format!("`{}` is not closed before `{}`", quoted(*open), whole(*here));
                Diagnostic::error(SyntaxUnclosed, *open, message, "opened here")
                    .label(*here, format!("`{wanted}` is wanted before this"))
                    .help(format!("add `{wanted}` where it ends"))
            }
            SyntaxError::WrongClosing { at, open } => {
                let message = format!("`{}` does not close `{}`", whole(*at), quoted(*open));
                Diagnostic::error(SyntaxUnmatched, *at, message, "closes nothing")
                    .label(*open, "opened here")
                    .help(format!("close with `{}`", closing(whole(*open))))
            }
            SyntaxError::NothingToClose(at) => {
                let message = format!("`{}` closes nothing", whole(*at));
                Diagnostic::error(SyntaxUnmatched, *at, message, "nothing is open here")
                    .help(format!("take it out, or open with `{}` before", opening(whole(*at))))
            }
            SyntaxError::WordAsName(at) => {
                let word = quoted(*at);
                let message = format!("`{word}` is a word of the language and no name");
                Diagnostic::error(SyntaxWordAsName, *at, message, "cannot be defined")
                    .help(format!("choose another name, such as `{word}_`"))
            }
            SyntaxError::NoColour(at) => {
                let word = quoted(*at);
                let capital = word.to_ascii_uppercase();
                let help = match &*capital {
                    "B" | "R" | "G" if capital != word => format!("colours are capital letters: `-{capital}-`"),
                    _ => "edges are blue, red or green: `-B-`, `-R-`, `-G-`".to_string(),
                };
                Diagnostic::error(SyntaxEdge, *at, format!("`{word}` is not a colour of an edge"), "no colour")
                    .help(help)
            }
            SyntaxError::EdgeWithoutColour(at) => Diagnostic::error(SyntaxEdge, *at, "an edge has a colour", "no edge")
                .help("edges are written `-B-`, `-R-` and `-G-`: `hackenbush <0 -B- 1>`; a difference stands in parentheses"),
            SyntaxError::NothingOnTheRight { at, next } => {
                let (operator, next) = (quoted(*at), quoted(*next));
                let message = format!("`{operator}` has nothing on its right");
                let help = match (&*operator, &*next) {
                    (":", "=" | "==") => "a definition is written with `:=`, in one word".to_string(),
                    ("+", "+") => "write one `+`: `[1, 2] + [3]`; a count goes on by `n := n + 1`".to_string(),
                    ("/", "/") => "a comment starts with `#`; `floor(a/b)` is a quotient without its rest".to_string(),
                    _ => format!("write a value between `{operator}` and `{next}`"),
                };
                Diagnostic::error(SyntaxMissingOperand, *at, message, format!("`{next}` follows at once")).help(help)
            }
            SyntaxError::NothingAfter(at) => {
                let help = match whole(*at) {
                    ":=" => "write the value after `:=`",
                    "then" | "else" => "write the value of this branch",
                    "->" | "→" => "write what the function gives",
                    "," => "take the comma out, or write one more value",
                    _ => "write a value after it, or take it out",
                };
                let message = format!("`{}` has nothing on its right", quoted(*at));
                Diagnostic::error(SyntaxMissingOperand, *at, message, "the statement ends after this").help(help)
            }
            SyntaxError::NothingOnTheLeft { at, starts_line } => {
                let goes_on = text.get(at.range().end..).is_some_and(|rest| rest.starts_with(char::is_alphabetic));
                let help = match whole(*at) {
                    ":" if goes_on => "commands such as `:help` belong to the prompt, which `cg` alone starts",
                    "for" => "write what is collected before `for`: `[x^2 for x in 1..5]`",
                    _ if *starts_line => "to go on with a statement, end the line above with an operator",
                    "." => "a number starts with a digit: `0.5`",
                    "+" => "leave a leading `+` out; a switch is written `+-1`, tiny `tiny(1)`",
                    ".." => "a range has two ends: `0..5`; all integers from 0 have the value `omega`",
                    "/" => "write a number before it; a comment starts with `#`",
                    _ => "write a value before it, or take it out",
                };
                let message = format!("`{}` has nothing on its left", quoted(*at));
                Diagnostic::error(SyntaxMissingOperand, *at, message, "a value is wanted before this").help(help)
            }
            SyntaxError::TrailingComma(at) => {
                Diagnostic::error(SyntaxTrailingComma, *at, "nothing follows this `,`", "a value is wanted after this")
                    .help("take the comma out")
            }
            SyntaxError::EmptyParentheses(at) => {
                Diagnostic::error(SyntaxEmptyParentheses, *at, "nothing stands in these parentheses", "opened here")
                    .help("write a value in them; the game without moves is `0` or `<|>`")
            }
            SyntaxError::Tuple(at) => {
                Diagnostic::error(SyntaxTuple, *at, "parentheses hold one value, not several", "opened here")
                    .help("a list is written in square brackets: `[a, b]`")
            }
            SyntaxError::SemicolonInside { at, open } => Diagnostic::error(
                SyntaxSemicolon,
                *at,
                format!("`;` stands inside `{}`", quoted(*open)),
                "ends a statement",
            )
            .label(*open, "opened here")
            .help("separate members with `,`, or close what is open"),
            SyntaxError::MisplacedWord(at) => {
                let help = match whole(*at) {
                    "do" => "`do` belongs to a loop: `for x in xs do ... end`",
                    "game" => "start the statement with it: `game f(n) := <...>`",
                    "check" => "start the statement with it: `check a == b`",
                    _ => "start the statement with it: `import \"rules.cg\"`",
                };
                let message = format!("`{}` cannot stand here", whole(*at));
                Diagnostic::error(SyntaxMisplacedWord, *at, message, "a word of the language").help(help)
            }
            SyntaxError::MissingThen(at) => {
                Diagnostic::error(SyntaxMissingThen, *at, "this `if` has no `then`", "the condition starts here")
                    .help("write `if c then a else b`")
            }
            SyntaxError::ThenWithoutIf(at) => {
                Diagnostic::error(SyntaxThenWithoutIf, *at, "`then` has no `if`", "no condition is open here")
                    .help("write `if c then a else b`")
            }
            SyntaxError::ElseWithoutIf(at) => {
                Diagnostic::error(SyntaxElseWithoutIf, *at, "`else` has no `if`", "no `then` is open here")
                    .help("write `if c then a else b`")
            }
            SyntaxError::MissingDo(at) => {
                Diagnostic::error(SyntaxMissingDo, *at, "this `for` has no `do`", "the loop starts here")
                    .help("write `for x in xs do ... end`")
            }
            SyntaxError::MissingEnd(at) => {
                Diagnostic::error(SyntaxMissingEnd, *at, "this `for` has no `end`", "the loop starts here")
                    .help("write `end` after its last statement")
            }
            SyntaxError::EndWithoutFor(at) => {
                Diagnostic::error(SyntaxEndWithoutFor, *at, "`end` ends nothing", "no `for` is open here")
                    .help("take it out; only `for ... do` takes an `end`")
            }
            SyntaxError::ClaimOutside(at) => {
                let message = "`with` stands behind the rule of a game";
                Diagnostic::error(SyntaxGameDefinition, *at, message, "no game is defined here")
                    .help("write `game f(b) := <...|...> with symmetry`")
            }
            SyntaxError::ClaimWanted(at) => {
                let message = "`with` is followed by what holds of the game";
                Diagnostic::error(SyntaxGameDefinition, *at, message, "no claim follows")
                    .help("write `with symmetry`, `with mirror` or `with symmetry and mirror`")
            }
            SyntaxError::WhereInside { at, open } => {
                let message =
                    format!("`where` stands inside `{}`, not behind an expression in parentheses", quoted(*open));
                Diagnostic::error(SyntaxWhere, *at, message, "whose names are these?")
                    .help("put the expression and its names in parentheses: `(a + 1 where a := 2)`")
            }
            SyntaxError::WhereWithoutBody { at, names, rest } => {
                let message = "nothing stands before `where` whose names these could be";
                let names = quoted(*names);
                let names = if names.contains(":=") { names } else { names.replacen('=', ":=", 1) };
                let help = match rest {
                    Some(rest) => format!("write the expression first: `{} ... {names}`", quoted(*rest)),
                    None => format!("write `{names}` on the line of its definition, or end that line with `where`"),
                };
                Diagnostic::error(SyntaxWhere, *at, message, "an expression is wanted before it").help(help)
            }
            SyntaxError::LocalNameEquals { name, value } => {
                let message = "a name behind `where` gets its value by `:=`, not by `=`";
                let value = if value.start < value.end { quoted(*value) } else { "...".into() };
                Diagnostic::error(SyntaxWhere, *name, message, "no `name := value`")
                    .help(format!("write `where {} := {value}`", quoted(*name)))
            }
            SyntaxError::LocalName { at, is_function: true } => {
                let name = quoted(*at);
                let message = format!("`{name}` stands behind `where` with parameters");
                Diagnostic::error(SyntaxWhere, *at, message, "a name is wanted here")
                    .help(format!("name a function: `where {name} := n -> ...`"))
            }
            SyntaxError::LocalName { at, is_function: false } => {
                let message = "behind `where` stand names with their values";
                Diagnostic::error(SyntaxWhere, *at, message, "no `name := value`")
                    .help("write `where a := 2, b := a + 1`")
            }
            SyntaxError::GameDefinesNothing(at) => {
                Diagnostic::error(SyntaxGameDefinition, *at, "`game` defines nothing here", "a definition is wanted")
                    .help("write `game f(n) := <...>`")
            }
            SyntaxError::ImportWithoutText(at) => {
                Diagnostic::error(SyntaxImportPath, *at, "`import` takes a file name in quotes", "it is wanted here")
                    .help("write `import \"rules.cg\"`")
            }
            SyntaxError::LiteralWanted(at) => {
                let help = match whole(*at) {
                    "form" => "write `form <0|1>`",
                    _ => "write `graph <a -> b, c; b -> c>`",
                };
                let message = format!("`{}` is followed by a literal", whole(*at));
                Diagnostic::error(SyntaxLiteralWanted, *at, message, "word of the language").help(help)
            }
            SyntaxError::BarOutside { at, meant } => {
                let help = match meant {
                    MeantByBar::For => {
                        "a comprehension is written with `for`: `[x for x in S]`; bars belong in `<` and `>`"
                            .to_string()
                    }
                    MeantByBar::Literal(line) => format!("write `{}`", literal_between(&quoted(*line))),
                    MeantByBar::Call(name, literal) if quoted(*name) == "loop" => {
                        format!("write `loop a {}`, with the name by which it leads back", quoted(*literal))
                    }
                    MeantByBar::Call(name, literal) => format!("write `{}({})`", quoted(*name), quoted(*literal)),
                    MeantByBar::Unknown => "write `<L|R>`".to_string(),
                };
                Diagnostic::error(
                    SyntaxBarOutside,
                    *at,
                    "a bar stands outside of a game literal",
                    "no `<` is open here",
                )
                .help(help)
            }
            SyntaxError::TooManyBars(at) => {
                Diagnostic::error(SyntaxTooManyBars, *at, "more than 32 bars stand together", "these")
                    .help("put inner literals into `<` and `>` of their own")
            }
            SyntaxError::AmbiguousBars(at) => Diagnostic::error(
                SyntaxAmbiguousBars,
                *at,
                "these bars do not say which belong together",
                "bars of one width",
            )
            .help("double the outer one: `<3||2|1>` is `<3|<2|1>>`, `<3|2||1>` is `<<3|2>|1>`"),
            SyntaxError::TwoReadings { at, readings: [one, other] } => {
                let message = format!("`{}` is read in two ways in the literature", quoted(*at));
                Diagnostic::error(SyntaxTwoReadings, *at, message, "sum or multiple?")
                    .help(format!("write `{one}` or `{other}`"))
            }
            SyntaxError::SwitchOperand(at) => {
                let sign = quoted(*at);
                Diagnostic::error(SyntaxSwitch, *at, format!("`{sign}` takes one value or parentheses"), "this switch")
                    .help(format!("write `{sign}(...)`, with the options of Left inside"))
            }
            SyntaxError::NumberOfUps(at) => Diagnostic::error(
                SyntaxNumberOfUps,
                *at,
                format!("`{}` is not a number of ups", quoted(*at)),
                "after `^`",
            )
            .help("a whole number below 2^63 can follow `^`; other multiples are written `n*up`"),
            SyntaxError::ForeignWord(at) => {
                let message = format!("`{}` is no word of this language", whole(*at));
                let diagnostic = Diagnostic::error(SyntaxHabit, *at, message, "taken as a name");
                foreign_word(whole(*at)).into_iter().fold(diagnostic, Diagnostic::help)
            }
            SyntaxError::MissingOperator { left, at, joint, still_open } => {
                let message = format!("nothing joins `{}` and `{}`", quoted(*left), quoted(*at));
                let diagnostic = Diagnostic::error(SyntaxMissingOperator, *at, message, "a second value starts here")
                    .label(*left, "the first ends here");
                match still_open {
                    Some(open) => diagnostic.label(*open, "this is still open").help(format!(
                        "close it with `{}` on the line above, or join the lines with `,` or an operator",
                        closing(whole(*open))
                    )),
                    None => {
                        let right = if *joint == Joint::Product { with_brackets(text, *at) } else { *at };
                        diagnostic.help(joined(joint, &quoted(*left), &quoted(right), quoted))
                    }
                }
            }
            SyntaxError::GreaterInFilter { at, literal, operands } => {
                let [left, right] = operands.map(quoted);
                Diagnostic::error(SyntaxGreaterInFilter, *at, "this `>` closes the literal", "not a comparison here")
                    .label(*literal, "the literal starts here")
                    .help(format!("turn the comparison round: `{right} < {left}`, or write `({left} > {right})`"))
            }
            SyntaxError::TwoStars { at, left, right, follows } => {
                let left = quoted(*left);
                let right = right.map_or("b".to_string(), quoted);
                let help = match (follows, left.as_str()) {
                    (true, _) => format!("write `{left}^{right}` for the power, `{left} * {right}` for the product"),
                    (false, "*") => "stars are added with `+`: `* + * + *`".to_string(),
                    (false, _) => format!("write `{left}*` for {left} plus star"),
                };
                Diagnostic::error(SyntaxHabit, *at, "`**` is not an operator", "two stars").help(help)
            }
            SyntaxError::GluedNimbers { left, right } => {
                let (at, left, right) = (left.to(*right), quoted(*left), quoted(*right));
                Diagnostic::error(
                    SyntaxHabit,
                    at,
                    format!("nothing joins the nimbers `{left}` and `{right}`"),
                    "two nimbers",
                )
                .help(format!("write `{left} + {right}`"))
            }
            SyntaxError::LessOrGreater { at, left, right } => {
                let left = quoted(*left);
                let right = Some(quoted(*right)).filter(|right| !right.is_empty()).unwrap_or("H".to_string());
                Diagnostic::error(SyntaxHabit, *at, "`<>` is not an operator", "less or greater?").help(format!(
                    "games that are confused: `{left} || {right}`; that are not equal: `{left} != {right}`"
                ))
            }
            SyntaxError::RangeInList { at, range } => {
                Diagnostic::error(SyntaxRange, *at, "a range is a list by itself", "a list in a list")
                    .help(format!("write `{}`", quoted(*range)))
            }
            SyntaxError::MisspeltComparison { at, meant, operands } => {
                let wrong = whole(*at);
                let operand =
                    |span: Span, other: &str| Some(quoted(span)).filter(|o| !o.is_empty()).unwrap_or(other.into());
                let [left, right] = [operand(operands[0], "a"), operand(operands[1], "b")];
                let help = match wrong == "=>" {
                    true if left.starts_with('"') => format!("a dictionary is made of pairs: `dict([[{left}, {right}]])`"),
                    true if left.ends_with(')') => "a function without a name is written `x -> x + 1`".into(),
                    true => format!("write `{left} {meant} {right}`; a function is written `x -> x + 1`"),
                    false => format!("write `{left} {meant} {right}`"),
                };
                Diagnostic::error(SyntaxEquals, *at, format!("`{wrong}` is not an operator"), "no comparison").help(help)
            }
            SyntaxError::Equals { at, left, right, defines } => {
                let left = quoted(*left);
                let right = Some(quoted(*right)).filter(|right| !right.is_empty()).unwrap_or("...".into());
                let help = equals(&left, &right, *defines);
                Diagnostic::error(SyntaxEquals, *at, "`=` is not an operator", "not `:=`, not `==`").help(help)
            }
            SyntaxError::SetBuilder { at, member } => {
                let member = quoted(*member);
                Diagnostic::error(SyntaxSetBuilder, *at, "`in` stands without `for`", "members are drawn with `for`")
                    .help(format!("write `for` instead of the bar: `{{{member} for {member} in S}}`"))
            }
            SyntaxError::ChainedComparison { first, at, operands } => {
                let [left, middle, right] = operands.map(quoted);
                let (one, other) = (whole(*first), whole(*at));
                let (before, behind) = middle.split_once(" & ").unwrap_or((&middle, &middle));
                Diagnostic::error(SyntaxChainedComparison, *at, "comparisons are not chained", "a second comparison")
                    .label(*first, "the first")
                    .help(format!("write `{left} {one} {before} and {behind} {other} {right}`"))
            }
            SyntaxError::ThirdSide { first, at } => {
                Diagnostic::error(SyntaxSides, *at, "a value has two sides, not three", "a second `&`")
                    .label(*first, "the first")
                    .help("write one onside and one offside: `S & T`; true and false are joined by `and`")
            }
            SyntaxError::ComparisonInLiteral { at, literal } => {
                let sign = quoted(*at);
                let message = format!("`{sign}` compares inside a literal, where options stand");
                let help = match &*sign {
                    "in" => "members are drawn with `for`: `{n^2 for n in 1..3}`",
                    _ => "put the comparison in parentheses, or close the literal before it",
                };
                Diagnostic::error(SyntaxComparisonInLiteral, *at, message, "options are sums")
                    .label(*literal, "the literal starts here")
                    .help(help)
            }
            SyntaxError::NumberDot { number, name, arguments } => {
                let (at, number, name) = (number.to(*name), quoted(*number), quoted(*name));
                let help = function_for(&number, &name, arguments.map(whole))
                    .unwrap_or_else(|| format!("write `{number}*{name}`"));
                Diagnostic::error(
                    SyntaxNumberDot,
                    at,
                    format!("`{number}.{name}` is not a product"),
                    "a number has no fields",
                )
                .help(help)
            }
            SyntaxError::Package { at, name, .. } => {
                let message = "rulesets stand in no package here";
                Diagnostic::error(SyntaxHabit, *at, message, "the name of another program")
                    .help(format!("write the name alone: `{}`", snake(&quoted(*name))))
            }
            SyntaxError::Assignment { at, name, value } => {
                let sign = whole(*at);
                Diagnostic::error(SyntaxHabit, *at, format!("`{sign}` is not an operator"), "this")
                    .help(assignment(&quoted(*name), sign.trim_end_matches('='), &quoted(*value)))
            }
            SyntaxError::ThreeDots { at, ends } => {
                let [from, to] = ends.map(quoted);
                Diagnostic::error(SyntaxRange, *at, "a range is written with two dots", "one too many")
                    .help(format!("write `{from}..{to}`"))
            }
            SyntaxError::DotWithoutName(at) => Diagnostic::error(SyntaxDot, *at, "a name is wanted after `.`", "this")
                .help("write `g.a` for a vertex or field, `g[e]` for one that is computed, `a..b` for a range"),
            SyntaxError::CommaOutside(at) => {
                Diagnostic::error(SyntaxCommaOutside, *at, "`,` stands outside of brackets", "joins nothing here")
                    .help("a list is written `[a, b]`, a game `<a, b|c>`; statements are separated by `;`")
            }
            SyntaxError::MisplacedComma { at, open } => {
                let help = match closing(whole(*open)) {
                    ']' => "an index is one value: `g[[1, 2]]` for a vertex that is a list",
                    '}' => "a subscript is one value: `{+}_{2}` is tiny(2)",
                    _ => "entries are separated by `;`",
                };
                Diagnostic::error(SyntaxComma, *at, "`,` cannot stand here", "one value is wanted").help(help)
            }
            SyntaxError::SquareCall { at, callee, inside } => {
                let (callee, inside) = (quoted(*callee), quoted(*inside));
                Diagnostic::error(
                    SyntaxComma,
                    *at,
                    "square brackets behind a value hold one index",
                    "one value is wanted",
                )
                .help(square_call(&callee, &inside))
            }
            SyntaxError::BothWays(at) => {
                Diagnostic::error(SyntaxArrow, *at, "`<->` is no arrow of a graph", "both ways?")
                    .help("moves both ways are written `a -- b`")
            }
            SyntaxError::MisplacedArrow(at) => {
                Diagnostic::error(SyntaxArrow, *at, "`->` takes names on its left", "this arrow")
                    .help("write `x -> e` or `(x, y) -> e`; arrows between vertices stand in `graph <...>`")
            }
            SyntaxError::SecondArrow(at) => {
                Diagnostic::error(SyntaxArrow, *at, "an entry of a graph has one arrow", "this arrow")
                    .help("start a new entry with `;`: `a -> b; b -> c`")
            }
            SyntaxError::ThirdEnd(at) => {
                Diagnostic::error(SyntaxRange, *at, "a range has two ends", "a third is given here")
                    .help("write the step with `by`: `1..9 by 2`")
            }
            SyntaxError::MisplacedFor(at) => Diagnostic::error(
                SyntaxMisplacedFor,
                *at,
                "`for` cannot stand here",
                "belongs in a list, set, call or literal",
            )
            .help("write `[e for x in xs]`; a loop starts its statement: `for x in xs do ... end`"),
            SyntaxError::MisplacedIf { at, parts } => {
                let [value, condition, other] = parts.map_or(["a".into(), "c".into(), "b".into()], |all| all.map(quoted));
                Diagnostic::error(SyntaxMisplacedIf, *at, "`if` cannot stand after a value here", "this `if`")
                    .help(format!("write `if {condition} then {value} else {other}`"))
            }
            SyntaxError::OpenSlice { at, list, sides: [first, last] } => {
                let list = if list.start < list.end { quoted(*list) } else { "xs".into() };
                let first = first.map_or("0".into(), quoted);
                let last = last.map_or(format!("len({list})"), quoted);
                let last = last.parse::<u64>().map_or(format!("{last}-1"), |n| n.saturating_sub(1).to_string());
                Diagnostic::error(SyntaxHabit, *at, "`:` does not cut a part out of a list", "a part of a list?")
                    .help(format!("members are counted from 0, and a range has both its ends: `{list}[{first}..{last}]`"))
            }
            SyntaxError::MisplacedDefinition { at, inside } => {
                let help = match inside {
                    DefinitionIn::Game => String::from("write `game f(n) := <...>`"),
                    DefinitionIn::Call => "a named argument is written with `=`: `f(k = 2)`".into(),
                    DefinitionIn::Member(places) => {
                        let [list, index, value] = places.map(quoted);
                        member_definition(&list, &index, &value)
                    }
                    DefinitionIn::Body(places) => {
                        let [head, name, value, rest] = places.map(quoted);
                        let rest = if rest.is_empty() { name.clone() } else { rest };
                        format!("a part of a body is named behind it: `{head} := {rest} where {name} := {value}`")
                    }
                    DefinitionIn::Group(places) => {
                        let [name, value, rest] = places.map(quoted);
                        let rest = if rest.is_empty() { name.clone() } else { rest };
                        format!("a part of an expression is named behind it: `({rest} where {name} := {value})`")
                    }
                    DefinitionIn::LocalName(name) => {
                        format!("names behind `where` are parted by commas: `where a := 1, {} := 2`", quoted(*name))
                    }
                    DefinitionIn::Elsewhere => "start a new statement with `name := ...`; compare with `==`".into(),
                };
                let here = "defines a name at the start of a statement";
                Diagnostic::error(SyntaxMisplacedDefinition, *at, "`:=` cannot stand here", here).help(help)
            }
            SyntaxError::Parameter { at, case } => {
                let (name, value) = match case.map(|places| places.map(quoted)) {
                    Some([name, value]) => (name, value),
                    None => ("f".into(), "...".into()),
                };
                let wrong = if case.is_some() { quoted(*at) } else { "0".into() };
                let help = format!(
                    "distinguish cases in the body: `{name}(n) := if n == {wrong} then {value} else ..`; no options means 0 by itself"
                );
                let message = "the parameters of a definition are names";
                Diagnostic::error(SyntaxParameter, *at, message, "this is no name").help(help)
            }
            SyntaxError::ForPattern { at, is_word } => {
                let help = match is_word {
                    true if whole(*at) == "in" => "write `for x in xs`, without parentheses",
                    true => "words of the language are no names; choose another",
                    false => "write `for x in xs`",
                };
                Diagnostic::error(SyntaxForPattern, *at, "`for` is followed by a name", "wanted here").help(help)
            }
            SyntaxError::WordSlip { at, meant } => {
                let message = format!("`{}` stands where `{meant}` is wanted", quoted(*at));
                Diagnostic::error(SyntaxHabit, *at, message, "taken as a name").help(format!("write `{meant}`"))
            }
            SyntaxError::MissingIn { at, word, assigned, ends } => {
                let name = quoted(*at);
                let source = match (ends, word) {
                    (Some(ends), _) => ends.map(quoted).join(".."),
                    (None, Some(_)) => "...".into(),
                    (None, None) if *assigned => "1..5".into(),
                    (None, None) => "xs".into(),
                };
                let meant = word.map_or("in", |word| between(whole(word)));
                let message = match word {
                    Some(word) => format!("`{}` stands where `{meant}` is wanted", quoted(*word)),
                    None => "this `for` has no `in`".into(),
                };
                Diagnostic::error(SyntaxMissingIn, *at, message, format!("`{meant}` is wanted after this"))
                    .help(format!("write `for {name} {meant} {source}`"))
            }
            SyntaxError::OrdinalSums { sides: [left, right] } => {
                let (at, left, right) = (left.to(*right), quoted(*left), quoted(*right));
                let message = format!("`{}` is an ordinal sum", quoted(at));
                Diagnostic::warning(SyntaxTwoReadings, at, message, "no key with its value")
                    .help(format!("a dictionary is `dict([[{left}, {right}] for ...])`; `({left}) : {right}` stays a sum"))
            }
            SyntaxError::ExpectedAlone(at) => {
                let message = "`#=>` belongs to no statement";
                Diagnostic::warning(SyntaxExpectedAlone, *at, message, "nothing ends here")
                    .help("write it after a statement, on its last line or the next")
            }
            SyntaxError::Misfit(at) => {
                let message = match quoted(*at) {
                    nothing if nothing.is_empty() => "the statement is not finished".to_string(),
                    text => format!("`{text}` does not fit here"),
                };
                Diagnostic::error(SyntaxMisfit, *at, message, "up to here it can be read")
                    .help("take it out, or look at the examples of `cg help`")
            }
        }
    }
}
