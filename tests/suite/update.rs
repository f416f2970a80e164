//! Files that the program writes itself.

use std::path::Path;

/// Whether `CG_UPDATE` is set: files are written anew instead of compared.
pub fn wanted() -> bool {
    std::env::var_os("CG_UPDATE").is_some_and(|v| v != "0" && !v.is_empty())
}

/// Demands that a file of the project holds this text, or writes it.
pub fn file_is(path: &str, text: &str) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    if wanted() {
        std::fs::write(&file, text).expect("the file can be written");
        return;
    }
    let stored = std::fs::read_to_string(&file).unwrap_or_default();
    if stored != text {
        let line = stored.lines().zip(text.lines()).position(|(a, b)| a != b);
        let line = line.unwrap_or_else(|| stored.lines().count().min(text.lines().count()));
        panic!(
            "{path} is out of date from line {} on; `CG_UPDATE=1 cargo test` writes it anew\n  stored {:?}\n  now    {:?}",
            line + 1,
            stored.lines().nth(line).unwrap_or(""),
            text.lines().nth(line).unwrap_or("")
        );
    }
}
