//! What surrounds the program: the page in the browser as it is served, completions of shells, the manual.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::Stdio;

use crate::program::{Folder, cg, command};

/// The answer to a request for a path.
fn get(address: &str, path: &str) -> String {
    let mut stream = TcpStream::connect(address).expect("it listens");
    write!(stream, "GET {path} HTTP/1.1\r\nHost: {address}\r\n\r\n").expect("it reads");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("it answers");
    answer
}

#[test]
fn the_page_is_served_with_the_types_that_browsers_want() {
    let folder = Folder::new();
    let index = folder.file("page/index.html", "<title>a page</title>");
    folder.file("page/cg.wasm", "\0asm");
    folder.file("page/katex/katex.min.js", "export {}");
    folder.file("secret.html", "not for everybody");
    let place = index.trim_end_matches("/index.html");
    let mut server = command().args(["page", place]).stdout(Stdio::piped()).spawn().expect("it starts");
    let mut line = String::new();
    BufReader::new(server.stdout.take().expect("a pipe")).read_line(&mut line).expect("it says where");
    let address = line.split("http://").nth(1).and_then(|rest| rest.split('/').next()).expect("an address").to_string();
    assert!(address.starts_with("127.0.0.1:"), "{line}");
    let index = get(&address, "/");
    assert!(index.starts_with("HTTP/1.1 200 OK\r\nContent-Type: text/html") && index.ends_with("a page</title>"));
    assert!(get(&address, "/cg.wasm").contains("Content-Type: application/wasm\r\n"));
    assert!(get(&address, "/katex/katex.min.js?v=1").contains("Content-Type: text/javascript"));
    for path in ["/../secret.html", "/%2e%2e/secret.html", "/missing.js", "//secret.html", "/katex"] {
        assert!(get(&address, path).starts_with("HTTP/1.1 404"), "{path}");
    }
    server.kill().and_then(|()| server.wait()).expect("it ends");
    let ran = cg(&["page", "no/such/folder"]);
    assert_eq!(ran.status, 2);
    assert!(ran.err.contains("there is no page in `no/such/folder`") && ran.err.contains("web/build"), "{}", ran.err);
}

#[test]
fn shells_complete_every_command_and_option() {
    for shell in ["bash", "zsh", "fish"] {
        let ran = cg(&["completions", shell]);
        assert_eq!(ran.status, 0, "{}", ran.err);
        for word in ["lesson", "batch", "completions", "max-output", "misere"] {
            assert!(ran.out.contains(word), "{shell} lacks {word}");
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
