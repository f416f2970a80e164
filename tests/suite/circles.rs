//! No long circles of files: where many reach each other, none can be understood alone.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::errors::sources;

/// The number of files of the engine that may reach each other by their imports.
const LONGEST_CIRCLE: usize = 6;

type Names = Vec<String>;

/// A file of the engine, without comments and tests.
#[derive(Default)]
struct Module {
    /// Its imports: the path, the name in this file, and `true` if other files may use that name.
    imports: Vec<(Names, String, bool)>,
    /// All else.
    code: String,
}

type Modules = BTreeMap<Names, Module>;

fn names(path: &str) -> Names {
    path.split("::").map(|name| name.trim().to_string()).filter(|name| !name.is_empty()).collect()
}

/// The imports of `a::{b, c::{d as e}}`, with names before them.
fn expand(before: &[String], text: &str, found: &mut Vec<(Names, String)>) {
    let Some((head, list)) = text.trim().strip_suffix('}').and_then(|text| text.split_once('{')) else {
        let (path, name) = text.split_once(" as ").unwrap_or((text, ""));
        let mut path = [before, &names(path)].concat();
        path.pop_if(|last| last == "self");
        let name = if name.is_empty() { path.last().cloned().unwrap_or_default() } else { name.trim().to_string() };
        return found.extend((!path.is_empty()).then_some((path, name)));
    };
    let before = [before, &names(head)].concat();
    let (mut depth, mut start) = (0, 0);
    for (at, sign) in list.char_indices().chain([(list.len(), ',')]) {
        match sign {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                if !list[start..at].trim().is_empty() {
                    expand(&before, &list[start..at], found);
                }
                start = at + 1;
            }
            _ => {}
        }
    }
}

fn module(text: &str) -> Module {
    let mut module = Module::default();
    let text = text.split("#[cfg(test)]").next().unwrap_or_default();
    let lines = text.lines().map(|line| line.split("//").next().unwrap_or_default());
    let mut import: Option<String> = None;
    for line in lines {
        let is_import =
            import.is_none() && (line.starts_with("use ") || line.starts_with("pub") && line.contains(" use "));
        if is_import || import.is_some() {
            let text = import.take().unwrap_or_default() + line.trim();
            if !text.ends_with(';') {
                import = Some(text + " ");
                continue;
            }
            let (public, path) = text.trim_end_matches(';').split_once("use ").unwrap_or_default();
            let mut found = Vec::new();
            expand(&[], path, &mut found);
            module.imports.extend(found.into_iter().map(|(path, name)| (path, name, !public.is_empty())));
        } else if !line.contains("mod ") {
            module.code.push_str(line);
            module.code.push('\n');
        }
    }
    module
}

fn modules() -> Modules {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("engine/src");
    let read = |path: std::path::PathBuf| {
        let inside = path.strip_prefix(&folder).expect("inside").with_extension("");
        let mut name: Names = inside.iter().map(|part| part.to_string_lossy().into_owned()).collect();
        name.pop_if(|last| last == "mod" || last == "lib");
        (name, module(&std::fs::read_to_string(&path).expect("a text")))
    };
    sources(&folder).into_iter().map(read).collect()
}

/// The file that a path leads to, where a name that is handed on is followed.
fn resolve(modules: &Modules, from: &[String], path: &[String], depth: usize) -> Option<Names> {
    let (mut here, mut rest) = match path.first()?.as_str() {
        "crate" => (Vec::new(), &path[1..]),
        "self" => (from.to_vec(), &path[1..]),
        "super" => (from[..from.len().checked_sub(1)?].to_vec(), &path[1..]),
        first => {
            modules.get(&[from, &[first.to_string()]].concat())?;
            (from.to_vec(), path)
        }
    };
    while let Some(name) = rest.first() {
        let inner = [&here[..], std::slice::from_ref(name)].concat();
        match name.as_str() {
            "super" => drop(here.pop()?),
            _ if modules.contains_key(&inner) => here = inner,
            _ => break,
        }
        rest = &rest[1..];
    }
    let Some(name) = rest.first().filter(|_| depth < 9) else { return Some(here) };
    let handed_on = modules[&here].imports.iter().find(|(_, other, public)| *public && other == name);
    Some(handed_on.and_then(|(path, ..)| resolve(modules, &here, path, depth + 1)).unwrap_or(here))
}

/// The files that a file names. A folder that hands names on reaches those only that its own code uses.
fn reached(modules: &Modules, here: &Names) -> BTreeSet<Names> {
    let module = &modules[here];
    let is_folder = modules.keys().any(|other| other.len() == here.len() + 1 && other.starts_with(here));
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let words: BTreeSet<&str> = module.code.split(|c| !is_word(c)).collect();
    let used = module.imports.iter().filter(|(_, name, public)| !(*public && is_folder) || words.contains(&**name));
    let paths = module.code.split(|c| !is_word(c) && c != ':').filter(|path| path.contains("::")).map(names);
    let mut all: Vec<Names> = used.map(|(path, ..)| path.clone()).collect();
    all.extend(paths.filter(|path| path.first().is_some_and(|first| ["crate", "super", "self"].contains(&&**first))));
    let found = all.iter().filter_map(|path| resolve(modules, here, path, 0));
    found.filter(|other| other != here).collect()
}

#[test]
fn circles_of_files_are_short() {
    let modules = modules();
    let direct: BTreeMap<&Names, BTreeSet<Names>> =
        modules.keys().map(|name| (name, reached(&modules, name))).collect();
    assert!(direct.values().map(BTreeSet::len).sum::<usize>() > 1000, "imports are found");
    let all_from = |start: &Names| {
        let (mut found, mut open) = (BTreeSet::new(), vec![start.clone()]);
        while let Some(next) = open.pop() {
            open.extend(direct[&next].iter().filter(|other| found.insert((*other).clone())).cloned());
        }
        found
    };
    let all: BTreeMap<&Names, BTreeSet<Names>> = modules.keys().map(|name| (name, all_from(name))).collect();
    let circle = |name: &Names| -> Vec<String> {
        all[name].iter().filter(|other| all[*other].contains(name)).map(|other| other.join("/")).collect()
    };
    let longest = modules.keys().map(circle).max_by_key(Vec::len).unwrap_or_default();
    assert!(longest.len() > 1, "a parent and its part reach each other");
    assert!(longest.len() <= LONGEST_CIRCLE, "{} files reach each other: {}", longest.len(), longest.join(" "));
}
