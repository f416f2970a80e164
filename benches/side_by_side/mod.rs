//! Workloads timed side by side with other programs.
//!
//! `CG_PEERS` names programs, paths separated by `:`. Each is called as `PROGRAM workload size`, in turns with ours, and
//! prints `workload size checksum cpu_seconds`. Then the ratio is printed, and whether the checksums are equal.

use std::process::Command;

/// A workload of some size.
pub struct Job<'a> {
    pub workload: &'a str,
    pub size: &'a str,
    /// How often it runs; the least time counts.
    pub runs: usize,
    /// Whether no other program is asked.
    pub alone: bool,
}

/// The arguments that choose workloads.
pub fn chosen() -> Vec<String> {
    std::env::args().skip(1).filter(|a| !a.starts_with('-')).collect()
}

/// Runs the jobs one after the other; `run` gives checksum and CPU seconds, and a peer has `patience` seconds for a run.
pub fn compare<'a>(jobs: impl Iterator<Item = Job<'a>>, patience: u32, run: impl Fn(&str, &str) -> (String, f64)) {
    let peers = std::env::var("CG_PEERS").unwrap_or_default();
    let peers: Vec<&str> = peers.split(':').filter(|p| !p.is_empty()).collect();
    for Job { workload, size, runs, alone } in jobs {
        let peers = if alone { &[][..] } else { &peers[..] };
        let mut mine = (String::new(), f64::INFINITY);
        let mut theirs: Vec<Option<(String, f64)>> = vec![Some((String::new(), f64::INFINITY)); peers.len()];
        for _ in 0..runs {
            let (checksum, time) = run(workload, size);
            mine = (checksum, mine.1.min(time));
            for (peer, best) in peers.iter().zip(&mut theirs) {
                if let Some((_, before)) = best {
                    let before = *before;
                    *best = run_peer(peer, patience, workload, size).map(|(sum, time)| (sum, before.min(time)));
                }
            }
        }
        println!("{workload} {size} {} {:.6}", mine.0, mine.1);
        for (peer, result) in peers.iter().zip(theirs) {
            match result {
                Some((sum, time)) => {
                    let same = if sum == mine.0 { "equal" } else { "DIFFERENT" };
                    println!("  {peer} {time:.6} ratio {:.2} checksums {same}", time / mine.1);
                }
                None => println!("  {peer} gave no answer within {patience} s"),
            }
        }
    }
}

/// One run of another program.
fn run_peer(program: &str, patience: u32, workload: &str, size: &str) -> Option<(String, f64)> {
    let output = Command::new("timeout").args([&patience.to_string(), program, workload, size]).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let line = text.lines().find(|line| line.starts_with(workload))?;
    let mut words = line.split_whitespace().skip(2);
    Some((words.next()?.to_string(), words.next()?.parse().ok()?))
}
