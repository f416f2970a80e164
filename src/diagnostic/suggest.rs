//! Did you mean: names that are spelled nearly like one that is not known.

use std::cmp::Ordering;

/// Words of other notations and their names here.
const HABITS: &[(&str, &str)] = &[
    ("star", "*"),
    ("tiny_up", "tiny(up)"),
    ("double_up", "2*up"),
    ("xor", "nim_sum(a, b)"),
    ("replace", "join(split(s, \"a\"), \"b\")"),
    ("disjunctive", "disj"),
    ("conjunctive", "conj"),
    ("selective", "sel"),
    ("diminished_disjunctive", "disj_short"),
    ("continued_conjunctive", "conj_long"),
    ("shortened_selective", "sel_short"),
    ("nimber", "*n"),
    ("domineering_board", "domineering"),
    ("null", "0"),
    ("zero", "0"),
    ("True", "true"),
    ("False", "false"),
    ("None", "nothing"),
    ("quit", ":quit"),
    ("exit", ":quit"),
    ("help", ":help"),
    ("canonical", "value(p)"),
    ("canonical_form", "value(p)"),
    ("length", "len(xs)"),
    ("size", "len(xs)"),
    ("nimsum", "nim_sum(a, b)"),
    ("grundy", "nim_value(p)"),
    ("left_stop", "stops(G)[0]"),
    ("right_stop", "stops(G)[1]"),
    ("NP", "outcome(p)"),
    ("CanonicalForm", "canonical(G)"),
    ("GameValue", "value(p)"),
    ("simplify", "value(p)"),
    ("NimValue", "nim_value(p)"),
    ("GrundyValue", "nim_value(p)"),
    ("grundy_value", "nim_value(p)"),
    ("sprague_grundy", "nim_value(p)"),
    ("nimber_value", "nim_value(p)"),
    ("NimValueSequence", "sequence(r, n)"),
    ("NimValueTable", "sequence(r, n)"),
    ("Table", "[n^2 for n in 1..5]"),
    ("CheckPeriodicity", "period(r)"),
    ("Periodicity", "period(r)"),
    ("OutcomeClass", "outcome(p)"),
    ("MisereOutcomeClass", "outcome(p, misere)"),
    ("MisereCanonicalForm", "misere_form(p)"),
    ("MisereNimValue", "genus(p)"),
    ("winner", "who_wins(p)"),
    ("ReducedCanonicalForm", "reduced(G)"),
    ("ConwayProduct", "conway(G, H)"),
    ("ConwayMultiply", "conway(G, H)"),
    ("NortonProduct", "norton(G, U)"),
    ("NortonMultiply", "norton(G, U)"),
    ("nim_multiply", "nim_product(a, b)"),
    ("nim_mul", "nim_product(a, b)"),
    ("nim_prod", "nim_product(a, b)"),
    ("nimproduct", "nim_product(a, b)"),
    ("nimpower", "nim_power(a, b)"),
    ("sg", "nim_value(p)"),
    ("tis", "loop a <<|a>|>"),
    ("tisn", "loop a <|<a|>>"),
    ("confused", "G || H"),
    ("is_hot", "temperature(G) > 0"),
    ("is_cold", "is_number(G)"),
    ("nim_add", "nim_sum(a, b)"),
    ("SensibleOptions", "sensible(p)"),
    ("SensibleLeftOptions", "sensible(p, L)"),
    ("SensibleRightOptions", "sensible(p, R)"),
    ("moves", "options(p)"),
    ("SelectiveSum", "sum(sel, p, q)"),
    ("ConjunctiveSum", "sum(conj, p, q)"),
    ("ToadsAndFrogs", "toads_frogs(\"T_F\")"),
    ("GrundysGame", "grundy_game(n)"),
    ("DawsonsKayles", "dawson_kayles(n)"),
    ("TakeAndBreak", "code(c, n)"),
    ("HeapRuleset", "code(c, n)"),
    ("ExplicitGame", "form <...>"),
    ("Upsum", "up_sum(n)"),
    ("Nimber", "*n"),
    ("Star", "*"),
    ("Integer", "n"),
    ("Zero", "0"),
    ("IsZero", "G == 0"),
    ("is_zero", "G == 0"),
    ("spawning", "turning(family, n)"),
    ("Spawning", "turning(family, n)"),
    ("gen_clobber", "clobber(b, steps = ...)"),
    ("GenClobber", "clobber(b, steps = ...)"),
    ("Omega", "omega"),
    ("DoubleUp", "2*up"),
    ("DoubleDown", "2*down"),
    ("double_down", "2*down"),
    ("inverse", "-G"),
    ("equal", "G == H"),
    ("equals", "G == H"),
    ("negate", "-G"),
    ("fuzzy", "G || H"),
    ("append", "xs + [x]"),
    ("bye", ":quit"),
    ("tutorial", "cg lesson"),
    ("lesson", "cg lesson"),
    ("lessons", "cg lesson"),
    ("version", "cg --version"),
    ("examples", ":help"),
    ("ls", ":vars"),
    ("whos", ":vars"),
    ("games", ":help rulesets"),
    ("rulesets", ":help rulesets"),
    ("commands", ":help commands"),
    ("save", ":save FILE"),
    ("plot", "draw(x)"),
    ("first", "xs[0]"),
    ("LS", "left_stop(G)"),
    ("RS", "right_stop(G)"),
    ("day", "born_by(n)"),
    ("why", "explain(x)"),
    ("hint", "solve(p)"),
    ("lefty", "L"),
    ("righty", "R"),
    ("upon", "up_sum(on)"),
    ("Player", "L or R"),
    ("Canonicalize", "canonical(G)"),
    ("Pow", "G^n"),
    ("Power", "G^n"),
    ("Map", "[f(x) for x in xs]"),
    ("items", "entries(x)"),
    ("has_key", "contains(x, p)"),
    ("Counter", "tally(xs)"),
    ("histogram", "draw(tally(xs))"),
    ("hist", "draw(tally(xs))"),
    ("enumerate", "zip(0..len(xs)-1, xs)"),
    ("combinations", "subsets(xs, n)"),
    ("powerset", "subsets(xs)"),
    ("str", "text(x)"),
    ("int", "floor(x)"),
    ("parse", "number(x)"),
    ("ceil", "ceiling(x)"),
    ("round", "floor(x + 1/2)"),
    ("primes", "[k for k in 2..n if is_prime(k)]"),
    ("cooled", "cool"),
    ("cooling", "cool"),
    ("heating", "heat"),
    ("overheating", "overheat"),
    ("isprime", "is_prime(n)"),
    ("swap", "exchange(xs, a, b)"),
    ("read_json", "read(\"data.json\")"),
    ("beginner", "cg lesson"),
    ("intersect", "intersection"),
    ("minus", "difference"),
    ("subset", "is_subset"),
    ("concat", "xs + ys"),
    ("extend", "xs + ys"),
    ("time", ":time x"),
    ("timeit", ":time x"),
    ("Timing", ":time x"),
    ("some", "any(xs)"),
    ("every", "all(xs)"),
    ("head", "xs[0]"),
    ("tail", "xs[1..len(xs)-1]"),
    ("string", "text(x)"),
    ("sorted", "sort(xs)"),
    ("sort_by", "sort(xs)"),
    ("nim_values", "sequence(r, n)"),
    ("seq", "sequence(r, n)"),
    ("tex", "latex(x)"),
    ("RCF", "reduced(G)"),
    ("ToString", "text(x)"),
    ("DegreeOfLoopiness", "degree(G)"),
    ("SubordinateTo", "subordinate(G, H)"),
    ("rapid", "conj"),
    ("rapid_join", "conj"),
    ("slow", "conj_long"),
    ("slow_join", "conj_long"),
    ("urgent", "sel_short"),
    ("urgent_union", "sel_short"),
    ("diminished", "disj_short"),
    ("shortened", "sel_short"),
    ("order_by", "sort(xs)"),
];

/// Names here that mean something else in other languages, and how that is written.
const HOMONYMS: &[(&str, &str)] =
    &[("join", "xs + ys"), ("product", "fold((s, t) -> s*t, 1, xs)"), ("range", "0..n-1")];

/// Functions of other languages that are lacking here, and the help that names the nearest thing.
const LACKING: &[(&str, &str)] = &[
    ("infinity", INFINITIES),
    ("Infinity", INFINITIES),
    ("infty", INFINITIES),
    ("sidling", "sidling finds the sides of a loopy game: `onside(G)`, `offside(G)`"),
    ("sqrt", "there are no roots that are not whole: `isqrt(n)` is the root rounded down"),
    ("set", "a set is written `{1, 2}`; `union(xs)` is the set of the members of a list"),
    ("list", "a range, a set or a text is run through as it is; `sort(S)` makes a list of a set"),
    ("float", "numbers are exact: `1/3` is a third, and `0.5` is `1/2`"),
    ("random", RANDOM),
    ("rand", RANDOM),
    ("randint", RANDOM),
    ("randrange", RANDOM),
    ("choice", "a member is chosen with a seed, so that it comes again: `sample(xs, 1, 7)[0]`"),
    ("prod", "numbers of a list are multiplied by `fold((s, x) -> s*x, 1, xs)`"),
    ("factorial", "numbers from 1 to n are multiplied by `fold((s, k) -> s*k, 1, 1..5)`, here for n = 5"),
    ("binomial", "it is soon defined: `binomial(n, k) := if k == 0 then 1 else binomial(n-1, k-1)*n/k`"),
    ("random_position", RANDOM_BOARD),
    ("random_positions", RANDOM_BOARD),
    ("random_board", RANDOM_BOARD),
    ("random_game", RANDOM_BOARD),
    ("reduce", FOLD),
    ("foldl", FOLD),
    ("accumulate", FOLD),
    ("groupby", "`group(xs, x -> len(x))` gives a dictionary of lists, one for each length"),
    ("try", "what may fail is a function without parameters: `attempt(() -> period(r), \"none\", time = \"2s\")`"),
    ("open", READ),
    ("load", READ),
    ("read_csv", READ),
    ("read_file", READ),
];

const INFINITIES: &str = "`omega` is an infinite number, `on` an infinite game, `inf()` the length of play without end";
const RANDOM: &str =
    "random integers have a seed, so that they come again: `random_list(5, 10, 1)` is five from 0 to 9";
const RANDOM_BOARD: &str =
    "a board of random letters: `domineering(join([[\".\", \"#\"][i] for i in random_list(9, 2, 1)], \"\"))`";
const FOLD: &str = "a value goes through a list by `fold((s, x) -> s + x, 0, xs)`";
const READ: &str = "data are read by `read(\"data.csv\")`; `import \"rules.cg\"` runs a script, `load_graph(\"net.dot\")` reads a graph";

/// Returns the help for the name of a function that other languages have and this one lacks.
pub fn lacking(name: &str) -> Option<&'static str> {
    LACKING.iter().find(|row| row.0 == name).map(|row| row.1)
}

/// Returns how the function is written that has the name of this built-in in other languages.
pub fn homonym(name: &str) -> Option<&'static str> {
    HOMONYMS.iter().find(|row| row.0 == name).map(|row| row.1)
}

/// The names that stand for arguments in [`HABITS`].
const PLACEHOLDERS: &[&str] = &["G", "H", "U", "p", "q", "n", "a", "b", "c", "r", "x", "xs", "ys"];

/// Puts the texts `given` in place of the arguments of a template, in order: `options(p)` and `["x"]` give `options(x)`.
/// Further texts become further arguments of a call. Returns `None` if an argument is missing or a text has no place.
pub fn filled(template: &str, given: &[&str]) -> Option<String> {
    match (template, given) {
        ("[f(x) for x in xs]", [list, function]) if function.contains("->") => {
            return Some(format!("map({list}, {function})"));
        }
        ("[f(x) for x in xs]", [list, function]) => return Some(format!("[{function}(x) for x in {list}]")),
        // The name alone is one nimber, called it is any.
        ("*", [size]) if is_atom(size) => return Some(format!("*{size}")),
        // A text is no number that could be rounded.
        ("floor(x)", [text]) if text.starts_with('"') => return Some(format!("number({text})")),
        // The text between the others stands first in Python.
        (_, [separator, texts]) if template.starts_with("join(") && separator.starts_with('"') => {
            return Some(format!("join({texts}, {separator})"));
        }
        _ => {}
    }
    let is_call = template.ends_with(')') && template.find('(').is_some_and(|at| is_name(&template[..at]));
    let words = || template.split(|sign| !is_in_name(sign));
    if is_call && !given.is_empty() && !words().any(|word| PLACEHOLDERS.contains(&word)) {
        // The text in its parentheses is only an example.
        return Some(format!("{}({})", template.split('(').next()?, given.join(", ")));
    }
    let mut meant: Vec<(&str, String)> = Vec::new();
    let mut out = String::new();
    let mut rest = template;
    while !rest.is_empty() {
        let word = rest.find(|sign| !is_in_name(sign)).unwrap_or(rest.len());
        let (word, behind) = rest.split_at(word.max(rest.chars().next().map_or(0, char::len_utf8)));
        rest = behind;
        if !PLACEHOLDERS.contains(&word) {
            out.push_str(word);
            continue;
        }
        if !meant.iter().any(|(name, _)| *name == word) {
            let text = given.get(meant.len())?;
            meant.push((word, if is_call || is_atom(text) { (*text).into() } else { format!("({text})") }));
        }
        out.push_str(meant.iter().find(|(name, _)| *name == word).map_or("", |(_, text)| text));
    }
    let more = given.get(meant.len()..).unwrap_or(&[]);
    match more {
        [] => Some(out),
        more if is_call => Some(format!("{}, {})", out.strip_suffix(')')?, more.join(", "))),
        _ => None,
    }
}

fn is_name(text: &str) -> bool {
    !text.is_empty() && text.chars().all(is_in_name)
}

fn is_in_name(sign: char) -> bool {
    sign.is_alphanumeric() || sign == '_'
}

/// Returns `true` if a text needs no parentheses beside any operator: a name, a number, brackets, a call.
fn is_atom(text: &str) -> bool {
    let mut depth = 0_usize;
    let starts = text.starts_with(|sign: char| is_in_name(sign) || "([{".contains(sign));
    starts
        && text.chars().all(|sign| {
            match sign {
                '(' | '[' | '{' => depth += 1,
                ')' | ']' | '}' => depth = depth.saturating_sub(1),
                _ => return depth > 0 || is_in_name(sign),
            }
            true
        })
}

/// Returns the name here for a word of another notation: `xor` is `nim_sum`. Words are known in any case, `Length` as
/// `length`, and with underscores, `toads_and_frogs` as `ToadsAndFrogs`.
pub fn habit(name: &str) -> Option<&'static str> {
    let joined = name.replace('_', "");
    let folded =
        |known: &str| name.len() > 2 && (known.eq_ignore_ascii_case(name) || known.eq_ignore_ascii_case(&joined));
    HABITS.iter().find(|h| h.0 == name).or_else(|| HABITS.iter().find(|h| folded(h.0))).map(|h| h.1)
}

/// Like [`habit`], for a longer word in which a letter is wrong, or two are exchanged.
pub fn near_habit(name: &str) -> Option<&'static str> {
    let is_near = |known: &str| strsim::damerau_levenshtein(&name.to_lowercase(), &known.to_lowercase()) <= 1;
    let is_long = |text: &str| (6..=64).contains(&text.len());
    HABITS.iter().find(|h| is_long(name) && is_long(h.0) && is_near(h.0)).map(|h| h.1)
}

/// Words of other languages that are no slips for a name here.
const OWN_WORDS: &[&str] = &["out", "simple", "test", "with"];

/// Returns the number of slips by which `name` differs from `known`, or `None` if there are too many.
///
/// The distance is Damerau-Levenshtein's with case folded. A name of three letters may have one slip, of seven letters two
/// and of eleven three. With more than one slip, both names must begin with the same letter, and in a name below six letters
/// the slip must be one of the hand.
pub fn distance(name: &str, known: &str) -> Option<usize> {
    let (name, known) = (name.to_lowercase(), known.to_lowercase());
    let [typed, meant]: [Vec<char>; 2] = [&name, &known].map(|word| word.chars().collect());
    let allowed = match typed.len() {
        3..=64 => ((typed.len() + 1) / 4).min(3),
        _ => 0,
    };
    if meant.len().abs_diff(typed.len()) > allowed || OWN_WORDS.contains(&&*name) {
        return None;
    }
    let distance = strsim::damerau_levenshtein(&name, &known);
    let is_likely =
        if typed.len() < 6 { is_slip_of_hand(&typed, &meant) } else { distance < 2 || typed[0] == meant[0] };
    (distance <= allowed && (distance == 0 || is_likely)).then_some(distance)
}

/// Returns `true` if a word with one slip exchanges two letters, lacks one, or has one of a key beside the right one: a letter
/// of its own for a letter near it, or too much beside one.
fn is_slip_of_hand(typed: &[char], meant: &[char]) -> bool {
    let at = typed.iter().zip(meant).take_while(|(a, b)| a == b).count();
    let letter = |word: &[char], at: usize| word.get(at).copied().unwrap_or(' ');
    let wrong = letter(typed, at);
    match typed.len().cmp(&meant.len()) {
        Ordering::Less => true,
        Ordering::Greater => [at.wrapping_sub(1), at + 1].iter().any(|&i| are_near(wrong, letter(typed, i))),
        Ordering::Equal => {
            let is_exchange = wrong == letter(meant, at + 1) && letter(typed, at + 1) == letter(meant, at);
            is_exchange || are_near(wrong, letter(meant, at))
        }
    }
}

/// Returns `true` if two letters are equal or stand side by side on a keyboard.
fn are_near(a: char, b: char) -> bool {
    let place = |key: char| {
        let mut rows = ["qwertyuiop", "asdfghjkl", "zxcvbnm"].iter().enumerate();
        rows.find_map(|(row, keys)| Some((row, keys.find(key)?)))
    };
    let (Some(a), Some(b)) = (place(a), place(b)) else { return a == b };
    let (upper, lower) = if a <= b { (a, b) } else { (b, a) };
    match lower.0 - upper.0 {
        0 => lower.1 - upper.1 <= 1,
        1 => lower.1 == upper.1 || lower.1 + 1 == upper.1,
        _ => false,
    }
}

/// Returns the known name nearest to an unknown one, or `None` if no known name is near enough. Of names equally near it
/// returns the first, so list inner scopes first.
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let near = known.into_iter().filter(|known| *known != name);
    near.filter_map(|known| Some((distance(name, known)?, known)))
        .min_by_key(|(distance, _)| *distance)
        .map(|best| best.1)
}

/// Returns the shortest known name that an unknown one begins, as `temp` does `temperature`, or of which it is a part,
/// as `quotient` is of `misere_quotient`; of those equally short the first given.
pub fn longer<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let folded = name.to_lowercase();
    if folded.chars().count() < 4 || OWN_WORDS.contains(&&*folded) {
        return None;
    }
    let is_longer = |known: &&str| known.starts_with(&folded) || known.split('_').any(|part| part == folded);
    known.into_iter().filter(|k| *k != name && is_longer(k)).min_by_key(|k| k.len())
}

/// Returns the longest known name that is a part of an unknown one, as `lasker` is of `lasker_nim` and `nim_value` of
/// `misere_nim_value`; of those equally long the last in it.
pub fn within<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let folded = format!("_{}_", name.to_lowercase());
    let place = |known: &str| folded.rfind(&format!("_{known}_"));
    let parts =
        known.into_iter().filter(|known| known.len() > 3).filter_map(|known| Some((known.len(), place(known)?, known)));
    parts.max().map(|(_, _, known)| known)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_names_are_found() {
        let known = ["kayles", "outcome", "temperature", "up", "mex"];
        assert_eq!(nearest("kayels", known), Some("kayles"));
        assert_eq!(nearest("Outcome", known), Some("outcome"));
        assert_eq!(nearest("temprature", known), Some("temperature"));
        assert_eq!(nearest("UP", known), Some("up"));
        assert_eq!(nearest("xyz", known), None);
        assert_eq!(nearest("k", known), None);
        assert_eq!(nearest("temparture", known), Some("temperature"));
        assert_eq!(nearest("trailing", ["entailing"]), None);
        let known =
            ["min", "col", "all", "cool", "mate", "sample", "same", "tie", "put", "text", "scoring", "conway", "nim"];
        let others = "sin cos call bool date simple some name time cut out test string concat";
        assert!(others.split(' ').all(|word| nearest(word, known).is_none()));
        let slips = "mon alll colo matte smaple sme tei trxt scorring connway nmi";
        assert_eq!(slips.split(' ').filter_map(|word| nearest(word, known)).count(), 11);
        let known = ["misere_quotient", "temperature_policy", "temperature"];
        assert_eq!(longer("temp", known), Some("temperature"));
        assert_eq!(longer("quotient", known), Some("misere_quotient"));
        assert_eq!(longer("tem", known), None);
        assert_eq!(longer("perature", known), None);
        let known = ["lasker", "nim", "turning", "turtles", "value", "nim_value"];
        assert_eq!(within("lasker_nim", known), Some("lasker"));
        assert_eq!(within("turning_turtles", known), Some("turtles"));
        assert_eq!(within("misere_nim_value", known), Some("nim_value"));
        assert_eq!(within("values", known), None);
        assert_eq!(near_habit("conjuntive"), Some("conj"));
        assert_eq!(near_habit("nimble"), None);
        assert_eq!(habit("CanonicalForm"), Some("canonical(G)"));
    }

    #[test]
    fn templates_are_filled_in() {
        let filled = |template, given: &[&str]| filled(template, given).unwrap_or_default();
        assert_eq!(filled("value(p)", &["{2|0}"]), "value({2|0})");
        assert_eq!(filled("G == H", &["<0|1>", "f(2)"]), "(<0|1>) == f(2)");
        assert_eq!(filled("G^n", &["^", "3"]), "(^)^3");
        assert_eq!(filled("options(p)", &["x", "L"]), "options(x, L)");
        assert_eq!(filled("outcome(p, misere)", &["nim(3)"]), "outcome(nim(3), misere)");
        assert_eq!(filled("xs + [x]", &["a"]), "");
        assert_eq!(filled("[f(x) for x in xs]", &["[3,1]", "abs"]), "[abs(x) for x in [3,1]]");
    }
}
