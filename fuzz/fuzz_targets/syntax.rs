//! Any text is read: every message points into it, and can be shown without a sign that a terminal would obey.

#![no_main]

use cg::diagnostic::{Style, render};
use cg::source::Sources;
use cg::syntax::{Reading, parse, print_program};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let mut sources = Sources::default();
    let source = sources.add("fuzz.cg", text);
    let parsed = parse(&source);
    for diagnostic in &parsed.diagnostics {
        for label in &diagnostic.labels {
            assert!(text.get(label.span.range()).is_some(), "{diagnostic:?} points beside the text");
        }
    }
    for style in [Style::Graphical { colour: false, ascii: false, columns: Some(40) }, Style::Plain, Style::Json] {
        let shown = render(&parsed.diagnostics, &sources, style);
        let hidden = shown.chars().find(|&sign| cg::visible::is_hidden(sign) && !matches!(sign, '\n' | '\t'));
        assert_eq!(hidden, None, "{style:?}");
    }
    assert!(Reading::new(text).pieces().all(|(range, _)| text.get(range).is_some()));
    let half = Reading::up_to(text, text.len() / 2);
    let _ = (half.open_call(), half.argument_name());
    if !parsed.has_errors() {
        let printed = print_program(&parsed.program);
        let again = parse(&sources.add("printed.cg", &printed));
        assert!(!again.has_errors(), "{printed:?}: {:?}", again.diagnostics);
        assert_eq!(print_program(&again.program), printed);
    }
});
