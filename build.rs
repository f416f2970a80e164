//! Names the commit that the program is built from, for `cg --version`.
//!
//! It runs again only when one of [`SOURCES`] changes, so that a commit alone rebuilds nothing. A build from files that
//! differ from their commit says so, which stays true when they are committed afterwards.

use std::path::Path;
use std::process::Command;

/// The files and folders that the program is built from.
const SOURCES: [&str; 4] = ["build.rs", "Cargo.toml", "src", "engine"];

fn main() {
    // A published package lacks the engine, and a missing path would run this script in every build.
    for path in SOURCES.into_iter().filter(|path| Path::new(path).exists()) {
        println!("cargo::rerun-if-changed={path}");
    }
    let version = env!("CARGO_PKG_VERSION");
    let named = commit().map_or(version.to_string(), |commit| format!("{version} ({commit})"));
    println!("cargo::rustc-env=CG_VERSION={named}");
}

/// Returns the commit of the repository, or the commit that a published package was made from. `None` if there is neither.
fn commit() -> Option<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    // A package may lie in the repository of another project, whose commit does not count.
    if let Ok(text) = std::fs::read_to_string(folder.join(".cargo_vcs_info.json")) {
        let hash = text.split("\"sha1\"").nth(1)?.split('"').nth(1)?;
        return Some(hash.get(..10)?.to_string());
    }
    if !folder.join(".git").exists() {
        return None;
    }
    let hash = git(&["rev-parse", "--short=10", "HEAD"])?;
    let changes = git(&[&["status", "--porcelain", "--untracked-files=no", "--"][..], &SOURCES].concat())?;
    Some(if changes.is_empty() { hash } else { format!("{hash} with changes") })
}

fn git(arguments: &[&str]) -> Option<String> {
    let ran = Command::new("git").current_dir(env!("CARGO_MANIFEST_DIR")).args(arguments).output().ok()?;
    ran.status.success().then(|| String::from_utf8_lossy(&ran.stdout).trim().to_string())
}
