//! Finding topics by words, and the nearest name of a misspelt one.

use super::page::{WIDTH, rows};
use super::{Entry, entries, families, found_by};
use crate::diagnostic::{distance, habit};
use crate::lines::fitted;

/// Lines that a search shows.
const LINES_SHOWN: usize = 12;

/// Words that are too common to search for.
const EMPTY: &[&str] = &[
    "the",
    "a",
    "an",
    "of",
    "in",
    "is",
    "to",
    "and",
    "or",
    "for",
    "how",
    "do",
    "i",
    "what",
    "find",
    "with",
    "can",
    "does",
    "get",
    "my",
    "me",
    "it",
    "its",
    "are",
    "be",
    "by",
    "on",
    "at",
    "two",
    "that",
    "this",
    "there",
    "when",
    "which",
    "game",
    "games",
    "one",
    "from",
    "s",
    "about",
    "make",
    "show",
    "compute",
    "calculate",
];

/// Returns the topics that speak of these words, the best first.
///
/// A word counts most in a name, then in the summary, then in the definition; topics with more of the words come
/// before those with fewer.
///
/// ```
/// assert!(cg::guide::help::search("minimal excluded").contains("mex(S)"));
/// ```
pub fn search(asked: &str) -> String {
    search_fitted(asked, WIDTH)
}

/// Like [`search`], in `width` columns.
pub fn search_fitted(asked: &str, width: usize) -> String {
    let mut found = ranked(asked);
    if found.is_empty() {
        found = ranked(&split_capitals(asked));
    }
    if found.is_empty() {
        let near = near_words(asked);
        let mut out = format!("Nothing speaks of `{}`.\n", asked.trim());
        if !near.is_empty() {
            out.push_str(&format!("Did you mean `{}`?\n", near.join("` or `")));
        }
        out.push_str("`:help` lists the families.\n");
        return fitted(&out, width);
    }
    let more = found.len().saturating_sub(LINES_SHOWN);
    let shown: Vec<Entry> = found.into_iter().take(LINES_SHOWN).collect();
    let mut out = rows(&format!("Topics for `{}`", asked.trim()), &shown, width);
    if more > 0 {
        out.push_str(&format!("\n  and {more} more; another word narrows it down\n"));
    }
    fitted(&out, width)
}

/// Returns the topics that were probably meant by one that does not exist: names spelt alike, then the results of a
/// search for it.
pub fn nearest(asked: &str) -> Vec<String> {
    let asked = asked.trim().trim_matches('`');
    let mut names: Vec<String> = Vec::new();
    let pool: Vec<&'static str> = entries().flat_map(Entry::names).chain(families()).collect();
    let near = habit(asked).into_iter().chain(spelt_alike(asked, pool.iter().copied())).map(String::from);
    let words = words(asked);
    let is_meant = |entry: &Entry| {
        let index = SearchWords::new(*entry);
        words.iter().any(|word| index.names.iter().chain(&index.found_by).any(|known| likeness(word, known) > 0))
    };
    let found = ranked(asked).into_iter().filter(is_meant).filter_map(|e| e.names().next()).map(String::from);
    for name in near.chain(found) {
        if names.len() < 3 && !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// Returns all topics with at least one of the words, the best first.
pub fn ranked(asked: &str) -> Vec<Entry> {
    let mut words = words(asked);
    if words.iter().any(|w| !EMPTY.contains(&w.as_str())) {
        words.retain(|w| !EMPTY.contains(&w.as_str()));
    }
    let signs: Vec<&str> = asked.split_whitespace().collect();
    let mut scored: Vec<(usize, usize, usize, Entry)> = Vec::new();
    for (place, entry) in entries().enumerate() {
        let index = SearchWords::new(entry);
        let scores: Vec<usize> = words.iter().map(|w| index.score(w)).collect();
        let mut hits = scores.iter().filter(|s| **s > 0).count();
        let mut score: usize = scores.iter().sum();
        if signs.iter().any(|s| entry.names().any(|n| n == *s)) {
            hits = hits.max(1);
            score += 100;
        }
        if matches!(entry, Entry::Code(_)) {
            score /= 4;
        }
        if hits > 0 {
            scored.push((hits, score, place, entry));
        }
    }
    scored.sort_by_key(|&(hits, score, place, _)| (std::cmp::Reverse((hits, score)), place));
    // When some topics have all the words, those with fewer are noise.
    let best = scored.first().map_or(0, |s| s.0);
    scored.into_iter().filter(|s| s.0 == best || best < words.len()).map(|(_, _, _, e)| e).collect()
}

/// The words of an entry by weight.
struct SearchWords {
    names: Vec<String>,
    summary: Vec<String>,
    definition: Vec<String>,
    /// Words that people look for it by, though it does not speak of them.
    found_by: Vec<String>,
}

impl SearchWords {
    fn new(entry: Entry) -> SearchWords {
        SearchWords {
            names: entry.names().chain([entry.family()]).flat_map(words).collect(),
            summary: words(&entry.summary()),
            // Shorter words are numbers of chapters.
            definition: words(&entry.definition()).into_iter().filter(|word| word.len() > 2).collect(),
            found_by: entry.names().next().map(found_by::words_for).into_iter().flat_map(words).collect(),
        }
    }

    fn score(&self, word: &str) -> usize {
        let best = |words: &[String]| words.iter().map(|w| likeness(word, w)).max().unwrap_or(0);
        20 * best(&self.names) + 15 * best(&self.found_by) + 6 * best(&self.summary) + 2 * best(&self.definition)
    }
}

/// Returns 2 for the same word, 1 when one begins with the other: `product` and `products`, `dominate` and `dominated`.
fn likeness(asked: &str, word: &str) -> usize {
    let (short, long) = if asked.len() <= word.len() { (asked, word) } else { (word, asked) };
    match () {
        () if short == long => 2,
        () if short.chars().count() >= 4 && long.starts_with(short) => 1,
        () if short.chars().count() >= 3
            && long.strip_prefix(short).is_some_and(|rest| rest == "s" || rest == "es") =>
        {
            1
        }
        () => 0,
    }
}

/// Returns the text with a space in front of each capital inside a word: names of CGSuite are written so.
fn split_capitals(text: &str) -> String {
    let mut split = String::new();
    for sign in text.chars() {
        if sign.is_uppercase() && split.ends_with(char::is_lowercase) {
            split.push(' ');
        }
        split.push(sign);
    }
    split
}

/// Returns the words in lower case; `Conway's` is `conway`, accents are dropped where the language drops them.
fn words(text: &str) -> Vec<String> {
    let text = text.to_lowercase().replace("'s", " ").replace("’s", " ").replace(['é', 'è'], "e");
    text.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).map(String::from).collect()
}

/// Returns the names of the pool for which `name` may be a slip, the nearest first.
fn spelt_alike<'a>(name: &str, pool: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let mut near: Vec<(usize, &str)> =
        pool.into_iter().filter_map(|known| Some((distance(name, known)?, known))).collect();
    near.sort_by_key(|(distance, _)| *distance);
    let mut names: Vec<&str> = Vec::new();
    for (_, name) in near {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names.truncate(3);
    names
}

/// Returns the names and search words that are spelt like the words of `asked`.
fn near_words(asked: &str) -> Vec<String> {
    let pool: Vec<String> =
        entries().map(SearchWords::new).flat_map(|index| [index.names, index.found_by].concat()).collect();
    let mut near: Vec<String> = Vec::new();
    for word in words(asked) {
        for found in spelt_alike(&word, pool.iter().map(String::as_str).filter(|w| w.len() > 3)) {
            if near.len() < 3 && !near.iter().any(|n| n == found) {
                near.push(found.to_string());
            }
        }
    }
    near
}
