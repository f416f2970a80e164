//! What surrounds the program: the page in the browser as it is served, completions of shells, the manual.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use crate::program::{Folder, cg, command};

/// The answer to a request for a path.
fn get(address: &str, path: &str) -> String {
    let mut stream = TcpStream::connect(address).expect("it listens");
    write!(stream, "GET {path} HTTP/1.1\r\nHost: {address}\r\n\r\n").expect("it reads");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("it answers");
    answer
}

/// A server under way, and where it says that it is.
struct Server(Child, String);

impl Server {
    fn started(mut command: Command) -> Server {
        let mut child = command.stdout(Stdio::piped()).spawn().expect("it starts");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("a pipe")).read_line(&mut line).expect("it says where");
        let address = line.split("http://").nth(1).and_then(|rest| rest.split('/').next()).unwrap_or_default();
        let server = Server(child, address.to_string());
        assert!(server.1.starts_with("127.0.0.1:"), "{line}");
        server
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill().and_then(|()| self.0.wait());
    }
}

#[test]
fn the_page_is_served_with_the_types_that_browsers_want() {
    let folder = Folder::new();
    let index = folder.file("page/index.html", "<title>a page</title>");
    folder.file("page/cg.wasm", "\0asm");
    folder.file("page/katex/katex.min.js", "export {}");
    folder.file("secret.html", "not for everybody");
    let place = index.trim_end_matches("/index.html");
    let mut page = command();
    page.args(["page", place]);
    let server = Server::started(page);
    let address = &server.1;
    let index = get(address, "/");
    assert!(index.starts_with("HTTP/1.1 200 OK\r\nContent-Type: text/html") && index.ends_with("a page</title>"));
    assert!(get(address, "/cg.wasm").contains("Content-Type: application/wasm\r\n"));
    assert!(get(address, "/katex/katex.min.js?v=1").contains("Content-Type: text/javascript"));
    for path in ["/../secret.html", "/%2e%2e/secret.html", "/missing.js", "//secret.html", "/katex"] {
        assert!(get(address, path).starts_with("HTTP/1.1 404"), "{path}");
    }
}

/// An archive has the page beside the program, a package in `share`; a link to the program changes nothing.
#[cfg(unix)]
#[test]
fn the_page_is_found_where_the_program_is_installed() {
    for (program, page) in [("archive/cg", "archive/page"), ("usr/bin/cg", "usr/share/cg/page")] {
        let folder = Folder::new();
        let title = format!("<title>{page}</title>");
        folder.file(&format!("{page}/index.html"), &title);
        let program = PathBuf::from(folder.file(program, ""));
        fs::remove_file(&program).expect("a file");
        let built = env!("CARGO_BIN_EXE_cg");
        fs::hard_link(built, &program).or_else(|_| fs::copy(built, &program).map(drop)).expect("a program");
        let link = folder.file("link", "");
        fs::remove_file(&link).expect("a file");
        std::os::unix::fs::symlink(&program, &link).expect("a link");
        for program in [program, link.into()] {
            let mut command = Command::new(program);
            command.arg("page").current_dir("/");
            let server = Server::started(command);
            assert!(get(&server.1, "/").ends_with(&title), "{page}");
        }
    }
}

#[test]
fn where_there_is_no_page_one_thing_is_to_be_done() {
    let folder = Folder::new();
    let empty = folder.file("empty", "");
    let ran = cg(&["page", "no/such/folder"]);
    assert_eq!(ran.status, 2);
    assert_eq!(
        ran.err,
        "cg: there is no page in `no/such/folder`; run `web/build` in the sources of cg, which makes one\n"
    );
    let mut command = command();
    command.arg("page").current_dir(std::path::Path::new(&empty).parent().expect("a folder"));
    let told = command.output().expect("it runs").stderr;
    let told = String::from_utf8_lossy(&told);
    assert!(told.contains("no page beside the program; run `web/build`"), "{told}");
}

#[test]
fn shells_complete_every_command_and_option() {
    for shell in ["bash", "zsh", "fish"] {
        let ran = cg(&["completions", shell]);
        assert_eq!(ran.status, 0, "{}", ran.err);
        for word in ["lesson", "batch", "completions", "max-output", "misere"] {
            assert!(ran.out.contains(word), "{shell} lacks {word}");
        }
        for value in ["unicode", "graphical", "nim_value", "syntax::unclosed"] {
            assert!(ran.out.replace('\\', "").contains(value), "{shell} does not complete {value}");
        }
    }
    let ran = cg(&["completions", "csh"]);
    assert_eq!(ran.status, 2);
    assert!(ran.err.contains("fish"), "{}", ran.err);
}

#[test]
fn the_manual_has_every_command() {
    let ran = cg(&["man"]);
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert!(ran.out.contains(".TH cg 1") && ran.out.contains(".SH OPTIONS"));
    for word in ["cg lesson [N]", "cg batch [FILE]...", "cg page [FOLDER]", "max\\-output"] {
        assert!(ran.out.contains(word) || ran.out.replace("\\-", "-").contains(word), "no {word}");
    }
}
