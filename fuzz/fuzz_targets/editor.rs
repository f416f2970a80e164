//! `cg lsp` lives through any messages. The input is their bodies, a line each; standard output should lead nowhere.

#![no_main]

use cg::shell::fuzzing::Editor;
use cg_fuzz::{MEMORY, TIME, meter};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let mut editor = Editor::open(TIME, meter() + MEMORY, meter);
    for body in bytes.split(|&byte| byte == b'\n').take(8) {
        editor.hear(body);
    }
});
