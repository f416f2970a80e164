//! `cg page`: serves the files of the page in the browser to this machine and to no other.
//!
//! The folder is the one that `web/build` writes. Only its own files are given, by their names; requests cannot send
//! any.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::{Component, Path, PathBuf};
use std::thread;
use std::time::Duration;

use clap::Args;

use super::app::Status;
use super::cli::lossy;
use super::report::refuse;
use super::settings::Settings;
use super::world;
use crate::diagnostic::ErrorCode;

/// The file that a folder stands for, and by which the folder of the page is known.
const INDEX: &str = "index.html";
/// Bytes of the longest request that is read.
const MAX_REQUEST_BYTES: u64 = 1 << 14;
/// The time that a browser may take to ask.
const PATIENCE: Duration = Duration::from_secs(10);

/// Kinds of files by their endings. A browser runs a module and compiles WebAssembly only under these names.
const KINDS: [(&str, &str); 10] = [
    ("html", "text/html; charset=utf-8"),
    ("css", "text/css; charset=utf-8"),
    ("js", "text/javascript; charset=utf-8"),
    ("mjs", "text/javascript; charset=utf-8"),
    ("json", "application/json"),
    ("cg", "text/plain; charset=utf-8"),
    ("md", "text/markdown; charset=utf-8"),
    ("svg", "image/svg+xml"),
    ("wasm", "application/wasm"),
    ("woff2", "font/woff2"),
];

/// The arguments of `cg page`.
#[derive(Clone, Debug, Args)]
pub struct PageArguments {
    /// The folder that `web/build` wrote [default: its usual place]
    #[arg(value_name = "FOLDER", value_parser = lossy())]
    pub folder: Option<String>,
    /// The port [default: any free one]
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    pub port: u16,
}

/// Serves the page until the program is ended. A port of 0 is any that is free.
pub fn page(settings: &Settings, folder: Option<&str>, port: u16) -> Status {
    let Some(folder) = found(folder) else {
        let place = folder.map_or("beside the program".into(), |folder| format!("in `{folder}`"));
        let message = format!("there is no page {place}; run `web/build` in the sources of cg, which makes one");
        refuse(settings, ErrorCode::CommandLine, &message, None);
        return Status::Wrong;
    };
    match TcpListener::bind((Ipv4Addr::LOCALHOST, port)).and_then(|listener| Ok((listener.local_addr()?, listener))) {
        Ok((address, listener)) => {
            world::put(&format!("The page is at http://{address}/ until you press Ctrl-C.\n"));
            for browser in listener.incoming().flatten() {
                let folder = folder.clone();
                // A browser that goes away harms nobody; the others are served as before.
                thread::spawn(move || drop(answer(browser, &folder)));
            }
            Status::Fine
        }
        Err(error) => {
            let message = format!("port {port} cannot be used: {error}; leave `--port` out to take any");
            refuse(settings, ErrorCode::CommandLine, &message, None);
            Status::Wrong
        }
    }
}

/// Returns the folder of the page: the one that is named, or one where it usually is.
fn found(named: Option<&str>) -> Option<PathBuf> {
    // The page lies where the program itself is, not where a link to it is.
    let program = std::env::current_exe().and_then(|program| program.canonicalize());
    let beside = |folder: &str| Some(program.as_ref().ok()?.parent()?.join(folder));
    let usual = [beside("page"), beside("../share/cg/page"), Some("web/dist".into())];
    let all = named.map_or_else(|| usual.into_iter().flatten().collect(), |named| vec![PathBuf::from(named)]);
    all.into_iter().find(|folder| folder.join(INDEX).is_file())
}

/// Reads one request and gives the file it is about.
fn answer(mut browser: TcpStream, folder: &Path) -> io::Result<()> {
    browser.set_read_timeout(Some(PATIENCE))?;
    let mut lines = BufReader::new((&browser).take(MAX_REQUEST_BYTES)).lines();
    let first = lines.next().transpose()?.unwrap_or_default();
    // The rest of the request does not matter here, but it is read before the answer is given.
    for line in lines {
        if line?.is_empty() {
            break;
        }
    }
    let file = asked(&first).map(|name| folder.join(name));
    let (status, kind, bytes) = match file.and_then(|file| Some((kind(&file)?, std::fs::read(&file).ok()?))) {
        Some((kind, bytes)) => ("200 OK", kind, bytes),
        None => ("404 Not Found", "text/plain", b"There is no such file in the page.\n".to_vec()),
    };
    let length = bytes.len();
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\nCache-Control: no-cache\r\n\
         X-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n"
    );
    browser.write_all(head.as_bytes())?;
    if first.starts_with("GET") {
        browser.write_all(&bytes)?;
    }
    browser.flush()
}

/// Returns the file that the first line of a request asks for, by a path that leads nowhere else.
fn asked(line: &str) -> Option<PathBuf> {
    let mut words = line.split(' ');
    words.next().filter(|method| ["GET", "HEAD"].contains(method))?;
    let path = words.next()?.split(['?', '#']).next()?.strip_prefix('/')?;
    let is_plain =
        !path.contains(['\\', ':', '%']) && Path::new(path).components().all(|c| matches!(c, Component::Normal(_)));
    let is_folder = path.is_empty() || path.ends_with('/');
    is_plain.then(|| if is_folder { Path::new(path).join(INDEX) } else { path.into() })
}

fn kind(file: &Path) -> Option<&'static str> {
    let ending = file.extension()?.to_str()?;
    KINDS.iter().find(|(known, _)| *known == ending).map(|(_, kind)| *kind)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_files_of_the_folder_are_asked_for() {
        assert_eq!(asked("GET / HTTP/1.1"), Some(INDEX.into()));
        assert_eq!(asked("GET /docs/ HTTP/1.1"), Some("docs/index.html".into()));
        assert_eq!(asked("GET /katex/katex.mjs?x=1 HTTP/1.1"), Some("katex/katex.mjs".into()));
        for line in
            ["GET /../Cargo.toml", "GET /a/../../b", "GET //etc/passwd", "GET /%2e%2e/a", "POST / HTTP/1.1", "", "GET"]
        {
            assert_eq!(asked(line), None, "{line}");
        }
        assert_eq!(kind(Path::new("cg.wasm")), Some("application/wasm"));
        assert_eq!(kind(Path::new("notes.txt")), None);
    }
}
