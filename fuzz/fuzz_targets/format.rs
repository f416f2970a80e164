//! The usual layout of a script is a script in its usual layout, with the same tree.

#![no_main]

use cg::source::Sources;
use cg::syntax::{Unformatted, format, parse, print_program};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let mut sources = Sources::default();
    let source = sources.add("fuzz.cg", text);
    let once = match format(&source) {
        Ok(once) => once,
        Err(Unformatted::Unreadable(_)) => return,
        Err(Unformatted::Changed) => panic!("the layout changes what {text:?} means"),
    };
    let formatted = sources.add("once.cg", &once);
    let twice = format(&formatted).unwrap_or_else(|_| panic!("{once:?} cannot be read"));
    assert_eq!(once, twice, "of {text:?}");
    assert_eq!(print_program(&parse(&source).program), print_program(&parse(&formatted).program));
});
