//! Docs that can be read without a key: how they may not begin, and words that say nothing alone.

use std::collections::HashMap;

use crate::architecture::{File, demand, files};

/// Rooms whose docs still have to be rewritten. A room leaves this list when it is clean, and does not come back.
const NOT_YET: &[&str] = &[];

/// Beginnings of a paragraph that leave out its subject or its verb. A function's doc begins with a verb ("Returns"), that of
/// a field or a type with a noun, and a condition with "`true` if".
const BEGINNINGS: &[&str] =
    &["What", "Whether", "How", "Where", "The same", "Why", "Who", "Which", "As", "Of", "That", "Those"];

/// Words that leave open who does something or what is meant, each with what to write for it.
const EMPTY_WORDS: &[(&str, &str)] = &[
    ("so many", "the name of the number"),
    ("nothing where", "`None` if"),
    ("nothing if", "`None` if"),
    ("told", "reported, given, determined"),
    ("heard", "received"),
    ("said", "written, stated, given"),
    ("met", "visited, found, reached"),
    ("held", "kept, stored, locked"),
    ("anew", "again"),
    ("unlisted", "uncounted"),
    ("such", "what it is like"),
];

/// Uses of those words that say all there is to say.
const PLAIN_USES: &[&str] = &["such as", "such that", "no such"];

/// Returns the mark and the text of a line that is a comment, or `None` if it is none.
fn comment(line: &str) -> Option<(&str, &str)> {
    let line = line.trim_start();
    let mark = ["///", "//!", "//"].into_iter().find(|mark| line.starts_with(mark))?;
    Some((mark, line[mark.len()..].trim()))
}

/// Returns the paragraphs of comments in a file, without code: the number of the first line, the mark and the text. Texts of
/// help, which end with a line `See:`, have a form of their own and are left out.
fn paragraphs(text: &str) -> Vec<(usize, &str, String)> {
    let mut found: Vec<(usize, &str, String)> = Vec::new();
    let (mut open, mut code, mut begun) = (None, false, 0);
    for (i, line) in text.lines().enumerate() {
        let Some((mark, words)) = comment(line) else {
            (open, code, begun) = (None, false, i + 2);
            continue;
        };
        code ^= words.starts_with("```");
        if code
            || words.is_empty()
            || words.starts_with("```")
            || words.starts_with('#')
            || open.is_some_and(|m| m != mark)
        {
            open = None;
        }
        if code || words.is_empty() || words.starts_with("```") || words.starts_with('#') {
            continue;
        }
        if words.starts_with("See: ") {
            found.retain(|(line, ..)| *line < begun);
            continue;
        }
        if open.is_none() || words.starts_with("- ") {
            found.push((i + 1, mark, String::new()));
            open = Some(mark);
        }
        if let Some((_, _, paragraph)) = found.last_mut() {
            paragraph.push_str(words.trim_start_matches("- "));
            paragraph.push(' ');
        }
    }
    found
}

/// Returns `true` if `words` stand in `text` as words of their own.
fn has_words(text: &str, words: &str) -> bool {
    text.match_indices(words).any(|(at, _)| {
        let after = &text[at + words.len()..];
        !text[..at].ends_with(char::is_alphanumeric) && !after.starts_with(char::is_alphanumeric)
    })
}

/// Returns the fault of a paragraph, as far as a list of words can tell, or `None` if it has none.
fn fault(mark: &str, paragraph: &str) -> Option<String> {
    let begins =
        |words: &&&str| paragraph.strip_prefix(**words).is_some_and(|rest| !rest.starts_with(char::is_alphanumeric));
    if let Some(words) = BEGINNINGS.iter().find(begins).filter(|_| mark != "//") {
        return Some(format!("begins with \"{words}\""));
    }
    // Every second piece is code.
    let prose: String = paragraph.to_lowercase().split('`').step_by(2).collect();
    let plain = PLAIN_USES.iter().fold(prose, |text, words| text.replace(words, ""));
    let (words, better) = EMPTY_WORDS.iter().find(|(words, _)| has_words(&plain, words))?;
    Some(format!("has \"{words}\"; perhaps {better}"))
}

/// Returns the room of a file as a person names it. The machine, which is large, counts apart from the rest of `eval`.
fn room(file: &File) -> String {
    let machine = if file.path.starts_with("src/eval/machine/") { "/machine" } else { "" };
    format!("{}/{}{machine}", if file.engine { "engine/src" } else { "src" }, file.room)
}

/// Names of types that several files of a crate still give to different things, for each crate. It gets shorter.
const REPEATED: [(bool, &str); 2] = [
    (
        true,
        "Allowance Beside Bits Board Bound Bounds Candidate Choice Coins Ends Entry Facts Heaps Kind Known Labels \
         Lane Line Listing Memory Moves Nim Node Options Packed Part Pattern Place Play Reduction Row Rule Search \
         Sequence Set Sets Settled Side Sketch State Step Table Values Vectors Won Word Words",
    ),
    (
        false,
        "Argument Clock Command Done Duel Entry Frame Head Here Item Kind Layout Look Mark Misfit Node Open Part \
         Picture Piece Place Reader Request Said Shape Step Table Translation Written",
    ),
];

/// Words that are no name for a constant, since they lack the noun that `MAX_MOVES`, `MOVES_SHOWN` and `FEW_PAIRS` have.
const BARE: &[&str] = &[
    "DEEPEST", "ENOUGH", "FARTHEST", "FEW", "FEWEST", "FURTHEST", "HEAVIEST", "KEPT", "LARGEST", "LEAST", "LONGEST",
    "MANY", "MOST", "NEAR", "SHOWN", "SMALLEST", "WIDEST",
];

/// Files that still have a constant with a name among [`BARE`]. A file leaves this list when it has none.
const BARE_YET: &[&str] = &[
    "engine/src/heaps/rule.rs",
    "engine/src/positions/mark.rs",
    "engine/src/questions/value.rs",
    "engine/src/rulesets/chomp.rs",
    "src/draw/field.rs",
    "src/draw/graph.rs",
    "src/draw/mod.rs",
    "src/draw/tree.rs",
    "src/eval/machine/members.rs",
    "src/eval/machine/mod.rs",
    "src/explain/compare.rs",
    "src/explain/compare_play.rs",
    "src/explain/forms.rs",
    "src/explain/hot.rs",
    "src/explain/line.rs",
    "src/explain/loopy.rs",
    "src/explain/loopy/cycles.rs",
    "src/explain/story.rs",
    "src/picture/hackenbush.rs",
    "src/picture/pdf.rs",
    "src/picture/png.rs",
    "src/picture/points.rs",
    "src/value/board.rs",
    "src/value/list.rs",
];

/// Returns the name that a line declares by one of the words in `kinds`, public or not, or `None` if it declares none.
fn declared<'l>(line: &'l str, kinds: &[&str]) -> Option<&'l str> {
    let line = match line.strip_prefix("pub") {
        Some(rest) => {
            rest.strip_prefix('(').and_then(|rest| rest.split_once(')')).map_or(rest, |open| open.1).trim_start()
        }
        None => line,
    };
    let rest = kinds.iter().find_map(|kind| line.strip_prefix(kind)?.strip_prefix(' '))?;
    rest.split(|c: char| !c.is_alphanumeric() && c != '_').next()
}

/// The name of a type is enough to find it, in a search or from a message of the compiler.
#[test]
fn types_have_names_of_their_own() {
    let mut owners: HashMap<(bool, String), Vec<String>> = HashMap::new();
    for file in files() {
        for name in file.text.lines().filter_map(|line| declared(line, &["struct", "enum", "trait", "type", "union"])) {
            owners.entry((file.engine, name.to_string())).or_default().push(file.path.clone());
        }
    }
    assert!(owners.len() > 1000, "{} types", owners.len());
    let listed = |engine: bool, name: &str| {
        REPEATED.iter().any(|(e, names)| *e == engine && names.split_whitespace().any(|listed| listed == name))
    };
    let repeated = owners.iter().filter(|(_, paths)| paths.len() > 1);
    let new = repeated.clone().filter(|((engine, name), _)| !listed(*engine, name));
    demand(&new.map(|((_, name), paths)| format!("{name} is declared in {}", paths.join(", "))).collect::<Vec<_>>());
    let is_left = |engine: bool, name: &str| repeated.clone().any(|((e, n), _)| *e == engine && n == name);
    let gone =
        REPEATED.iter().flat_map(|(engine, names)| names.split_whitespace().filter(|name| !is_left(*engine, name)));
    demand(&gone.map(|name| format!("{name} is declared once, and can leave the list")).collect::<Vec<_>>());
}

#[test]
fn constants_have_a_noun() {
    let mut wrong = Vec::new();
    let mut clean = BARE_YET.to_vec();
    for file in files() {
        let names = file.text.lines().filter_map(|line| declared(line.trim_start(), &["const", "static"]));
        let bare: Vec<String> = names.filter(|name| BARE.contains(name)).map(str::to_string).collect();
        if !BARE_YET.contains(&file.path.as_str()) {
            wrong.extend(bare.iter().map(|name| format!("{} has a constant {name}: of what?", file.path)));
        } else if !bare.is_empty() {
            clean.retain(|path| *path != file.path);
        }
    }
    demand(&wrong);
    assert!(clean.is_empty(), "{clean:?} can leave the list");
}

#[test]
fn docs_are_in_plain_words() {
    let mut wrong = Vec::new();
    let mut clean = NOT_YET.to_vec();
    for file in files() {
        let room = room(&file);
        let faults = paragraphs(&file.text).into_iter().filter_map(|(line, mark, paragraph)| {
            Some(format!("{}:{line} {}: {paragraph}", file.path, fault(mark, &paragraph)?))
        });
        let faults: Vec<String> = faults.collect();
        if !NOT_YET.contains(&room.as_str()) {
            wrong.extend(faults);
        } else if !faults.is_empty() {
            clean.retain(|listed| *listed != room);
        }
    }
    demand(&wrong);
    assert!(clean.is_empty(), "{clean:?} can leave the list");
    assert!(fault("///", "Whether it is a number. ").is_some() && fault("//", "Whether it is. ").is_none());
    assert!(fault("//", "This is met again. ").is_some() && fault("//", "A method such as this. ").is_none());
    assert!(paragraphs("/// Whether it is a number.\n///\n/// Of any game.\n/// See: value\nis_number(").is_empty());
    let text = "/// Returns\n/// that.\n///\n/// What?\n/// ```\n/// // What else\n/// ```\nfn f() {} // not this\n";
    let [first, second] = &paragraphs(text)[..] else { panic!("{text}") };
    assert_eq!((first.2.as_str(), second.0, second.2.as_str()), ("Returns that. ", 4, "What? "));
}
