//! Texts that are read under the limits, and what is said of a text in which nearly everything is wrong.

use std::time::Duration;

use cg::diagnostic::{Style, render};
use cg::eval::{Quiet, Session};

use crate::ALLOCATOR;
use crate::program::fed;

fn session() -> Session {
    Session::new(cg::builtins::all(), Box::new(Quiet::default()))
}

/// The code of what stops the reading of a text, if anything does.
fn stopped_by(session: &mut Session, text: &str) -> Option<&'static str> {
    let source = session.sources.add("long", text);
    let prepared = session.prepare(&source);
    let code = prepared.diagnostics.first().map(|d| d.code.as_str());
    assert!(code.is_none() || prepared.statements.is_empty(), "what is not read to its end is not run");
    code
}

#[test]
fn a_long_text_is_read_under_the_limits() {
    let texts = ["1\n".repeat(400_000), format!("[{}1]", "1,".repeat(400_000)), ")".repeat(400_000)];
    for text in texts {
        let mut session = session();
        session.set_timeout(Some(Duration::ZERO));
        assert_eq!(stopped_by(&mut session, &text), Some("limit::time"));
        session.set_timeout(None);
        assert_eq!(stopped_by(&mut session, "1 + 1"), None);
    }
}

/// The program by itself: in this process other tests take memory and give it back at the same time.
#[test]
fn a_long_text_is_read_within_the_memory() {
    for text in ["1\n".repeat(400_000), format!("[{}1]", "1,".repeat(400_000))] {
        let ran = fed(&["--memory", "24MiB", "-"], text.as_bytes());
        assert!(ran.err.contains("limit::memory"), "{}", ran.err);
        assert_eq!(ran.out, "");
    }
}

#[test]
fn a_short_text_is_read_however_full_the_memory_is() {
    let mut session = session();
    session.budget().set_memory(Some(1), || ALLOCATOR.allocated());
    assert_eq!(stopped_by(&mut session, "x := 0"), None);
}

#[test]
fn of_thousands_of_errors_the_first_are_shown() {
    let mut session = session();
    let text: String = (0..5000).map(|i| format!("name_{i}\n")).collect();
    let source = session.sources.add("wrong", &text);
    let diagnostics = session.prepare(&source).diagnostics;
    assert_eq!(diagnostics.len(), 5000);
    for style in [Style::Graphical { colour: false, ascii: false, columns: None }, Style::Plain, Style::Json] {
        let shown = render(&diagnostics, &session.sources, style);
        assert!(shown.contains("`name_99`") && !shown.contains("`name_100`"));
        assert!(shown.contains("4900 more like these are not shown"), "{style:?}");
        let all = render(&diagnostics[..100], &session.sources, style);
        assert!(!all.contains("not shown"));
    }
}
