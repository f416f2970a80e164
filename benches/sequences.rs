//! How fast nim-values of take-and-break games are found, alone or side by side with other programs, and how fast
//! periods are proved.
//!
//! Prints `workload size checksum cpu_seconds`: process CPU time, the least of five runs. A workload `METHOD:CODE`
//! computes the values of heaps 0 to `size`, with no use of periods; METHOD is for other programs alone, which may have
//! several. The checksum is the FNV-1a hash of the values as pairs of bytes. The workload `grundy` is Grundy's game, its
//! checksum the value of the last heap. A workload `period:CODE` proves the period of a code among so many heaps.
//!
//! If `CG_PEERS` names programs (paths separated by `:`), each is called as `PROGRAM workload size`, in turns with this
//! one, and must print a line of the same form. `CG_PATH=plain` or `avx2` keeps to these instructions. Arguments choose
//! workloads; `-- rc2:0.77/1000000` runs one of any size, once, and `-- record` proves the longest period known.

mod side_by_side;

use cg_engine::games::Budget;
use cg_engine::heaps::{Code, Method, Path, Rule, Sequence, Ways};
use cpu_time::ProcessTime;
use side_by_side::Job;

const RUNS: usize = 5;
/// With the method that is the fastest of other programs.
const WORKLOADS: &[(&str, &str)] = &[
    ("rc2s:0.77", "100000"),
    ("naive:0.07", "100000"),
    ("rcs:0.16", "1000000"),
    ("rc2s:0.6", "1048576"),
    ("naive:0.007", "100000"),
    ("naive:0.04", "100000"),
    ("rc2:0.104", "1000000"),
    ("rc2:0.454", "5000000"),
    ("grundy", "10000"),
    ("period:0.77", "1000000"),
    ("period:0.16", "1000000"),
    ("period:0.56", "2000000"),
    ("period:0.376", "8000000"),
    ("period:0.354", "32000000"),
];
const RECORD: (&str, &str) = ("period:0.454", "536870912");

fn path() -> Path {
    match std::env::var("CG_PATH").as_deref() {
        Ok("plain") => Path::Plain,
        Ok("avx2") => Path::Avx2,
        _ => Path::best(),
    }
}

/// One run: checksum and CPU seconds.
fn run(workload: &str, size: &str) -> (String, f64) {
    let heaps: u64 = size.parse().expect("a number of heaps");
    let (method, code) = workload.split_once(':').unwrap_or((workload, ""));
    let rule = match method {
        "grundy" => Rule::grundy_game(),
        _ => code.parse::<Code>().expect("a code").into(),
    };
    let ways = Ways { periods: method == "period", path: path(), method: Method::Best };
    let budget = &mut Budget::unlimited();
    let mut sequence = Sequence::with(rule, ways);
    let clock = ProcessTime::now();
    if method == "period" {
        let period = sequence.period(heaps, budget).expect("no limits");
        let time = clock.elapsed().as_secs_f64();
        let text = period.map_or("none".to_string(), |p| format!("{}+{},proved:{}", p.preperiod, p.period, p.proved));
        return (text, time);
    }
    sequence.extend_to(heaps + 1, budget).expect("no limits");
    let time = clock.elapsed().as_secs_f64();
    let known = sequence.known();
    if method == "grundy" {
        return (known.get(heaps as usize).to_string(), time);
    }
    let bytes = known.iter().flat_map(|value| (value as u16).to_le_bytes());
    let hash =
        bytes.fold(0xcbf2_9ce4_8422_2325u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3));
    (format!("{hash:016x}"), time)
}

fn main() {
    let chosen = side_by_side::chosen();
    let listed = WORKLOADS.iter().copied().filter(|(w, _)| chosen.is_empty() || chosen.iter().any(|c| c == w));
    let named = chosen.iter().filter_map(|c| c.split_once('/'));
    let record = chosen.iter().any(|c| c == "record").then_some(RECORD);
    let once = named.chain(record).map(|(w, s)| (w, s, 1));
    let jobs = listed.map(|(w, s)| (w, s, RUNS)).chain(once);
    let alone = |workload: &str| workload.starts_with("period:");
    let jobs = jobs.map(|(workload, size, runs)| Job { workload, size, runs, alone: alone(workload) });
    side_by_side::compare(jobs, 200, run);
}
