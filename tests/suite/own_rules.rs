//! The rules of `benches/own_rules`, at a small size: each prints the line that its twin in Python prints.

use std::process::Command;

#[test]
fn rules_print_what_their_twins_in_python_print() {
    if !Command::new("python3").arg("--version").output().is_ok_and(|ran| ran.status.success()) {
        eprintln!("not compared: python3 is missing");
        return;
    }
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/own_rules/run.py");
    let ran = Command::new("python3").args([script, env!("CARGO_BIN_EXE_cg"), "--size=3", "--runs=1"]).output();
    let ran = ran.expect("python3 starts");
    let rows = String::from_utf8_lossy(&ran.stdout).into_owned() + &String::from_utf8_lossy(&ran.stderr);
    assert!(ran.status.success() && rows.lines().count() > 30, "{rows}");
}
