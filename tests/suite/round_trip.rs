//! Printing a tree and parsing it again gives the same tree.

use cg::syntax::print_program;

use crate::syntax_cases::CASES;
use crate::tree::{read, show_program};

/// The tree of the printed text; an error when it cannot be read.
pub fn check(text: &str) -> Result<(), String> {
    let first = read(text);
    if first.has_errors() {
        return Ok(());
    }
    let printed = print_program(&first.program);
    let second = read(&printed);
    if let Some(wrong) = second.diagnostics.iter().find(|d| d.is_error()) {
        return Err(format!("{text:?} is printed as {printed:?}: {} {}", wrong.code, wrong.message));
    }
    // Braces of nested bars and the like are written out; the trees are compared as trees.
    let (one, two) = (show_program(&first.program), show_program(&second.program));
    if one == two { Ok(()) } else { Err(format!("{text:?} is printed as {printed:?}\n  {one}\n  {two}")) }
}

#[test]
fn every_notation_survives_printing() {
    let extra = [
        "(^)^2",
        "(^)*",
        "2^(*)",
        "(a+b)+c",
        "(a*b)*c",
        "-(-(x))",
        "(not a) == b",
        "<(if a then b else c)|>",
        "if a then (if b then c) else d",
        "(x -> x)(1)",
        "(1..2)..3",
        "(1,x) -> 2",
        "[1][0]",
        "(3).a",
        "*(1/2)",
        "*(½)",
        "±±1",
        "((a:b):c)",
        "f((x -> x), (a, b) -> a)",
        "(a < b) < c",
        "up^(2*)",
        "(2*)*",
        "**",
        "-(2*)",
        "↓5*3",
        "graph <(a : b) : 3>",
        "[x for x in (if a then b else c) if (a > b) if c]",
        "<0|1>.a",
        "\"x\"[0]",
    ];
    let wrong: Vec<_> = CASES.iter().map(|c| c.0).chain(extra).filter_map(|text| check(text).err()).collect();
    assert!(wrong.is_empty(), "{} wrong\n{}", wrong.len(), wrong.join("\n"));
}
