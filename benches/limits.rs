//! Limits, measured from outside: each computation of a list under a time, under a memory, and under Ctrl-C.
//!
//! `cargo bench --bench limits` runs `limits/computations.txt` from end to end and prints a row for each computation; a word
//! chooses those in which it stands. `cargo bench --bench limits -- sessions 100` runs sessions that are cut at random.

#[path = "limits/sessions.rs"]
mod sessions;

#[cfg(unix)]
#[path = "limits/outside.rs"]
mod outside;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with('-')).collect();
    match arguments.first().map(String::as_str) {
        Some("sessions") => cut_sessions(arguments.get(1).and_then(|n| n.parse().ok()).unwrap_or(100)),
        #[cfg(unix)]
        word => outside::table(word.unwrap_or("")),
        #[cfg(not(unix))]
        _ => println!("processes are measured on Linux only"),
    }
}

fn cut_sessions(count: u64) {
    let mut cut = 0;
    let mut wrong = 0;
    for seed in 0..count {
        match sessions::cut(seed, 200) {
            Ok(statements) => cut += statements,
            Err(difference) => {
                wrong += 1;
                println!("{difference}");
            }
        }
    }
    println!("{count} sessions of 200 statements, {cut} statements cut; {wrong} sessions differ from fresh ones");
}
