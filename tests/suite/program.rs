//! Running the program as a person or another program would.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use rexpect::session::PtySession;

/// What came of a run.
pub struct Ran {
    pub status: i32,
    pub out: String,
    pub err: String,
}

/// The program with a plain environment.
pub fn command() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cg"));
    command.env_remove("NO_COLOR").env("LC_ALL", "C").env("HOME", "/nonexistent").env_remove("XDG_STATE_HOME");
    command
}

/// Waits in a terminal until this text is shown, and then the prompt.
#[track_caller]
pub fn await_answer(session: &mut PtySession, answer: &str) {
    session.exp_string(answer).unwrap_or_else(|error| panic!("{answer}: {error}"));
    session.exp_string("cg> ").expect("the prompt");
}

/// Runs it with these arguments and nothing on standard input.
pub fn cg(arguments: &[&str]) -> Ran {
    fed(arguments, b"")
}

/// Runs it with something on standard input.
pub fn fed(arguments: &[&str], input: &[u8]) -> Ran {
    let mut command = command();
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let input = input.to_vec();
    // It may end without reading everything.
    let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().expect("it ends");
    writer.join().expect("the writer ends");
    Ran {
        status: output.status.code().unwrap_or(-1),
        out: String::from_utf8_lossy(&output.stdout).into_owned(),
        err: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

/// Runs it with lines on standard input and kills the process that answers them; what is written nevertheless.
pub fn killed(arguments: &[&str], input: &[u8]) -> String {
    let mut child = command().args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin.write_all(input).expect("it listens");
    let worker = loop {
        if let Some(worker) = child_of(child.id()) {
            break worker;
        }
        std::thread::sleep(Duration::from_millis(5));
    };
    // Its line is sent as soon as it is there.
    std::thread::sleep(Duration::from_millis(300));
    assert!(Command::new("kill").args(["-KILL", &worker]).status().expect("kill is there").success());
    drop(stdin);
    let output = child.wait_with_output().expect("it ends");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// The process that was started by this one.
fn child_of(parent: u32) -> Option<String> {
    let found = Command::new("pgrep").args(["-P", &parent.to_string()]).output().expect("pgrep is there");
    String::from_utf8_lossy(&found.stdout).split_whitespace().next().map(str::to_string)
}

/// A folder that goes away with the test.
pub struct Folder(PathBuf);

impl Folder {
    /// A new empty one.
    pub fn new() -> Folder {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let name = format!("cg-test-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&path).expect("a folder can be made");
        Folder(path)
    }

    /// Writes a file in it and returns its path.
    pub fn file(&self, name: &str, text: impl AsRef<[u8]>) -> String {
        let path = self.0.join(name);
        std::fs::create_dir_all(path.parent().expect("it has one")).expect("a folder can be made");
        std::fs::write(&path, text).expect("a file can be written");
        path.to_string_lossy().into_owned()
    }

    /// Its path.
    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
