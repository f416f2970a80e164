//! One process for each computation and limit, watched from outside.

use std::fs::read_to_string;
use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::channel;
use std::thread::sleep;
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

/// The computations: a heading after `#`, then a text for `-e` on each line. The part before `;;` only
/// prepares, and `20000{1,}` stands for 20000 copies of `1,`.
const COMPUTATIONS: &str = include_str!("computations.txt");

/// The limits: a time, a number of MiB, and the ratio by which a process may exceed them.
const TIME: Duration = Duration::from_secs(1);
const MEMORY: usize = 256;
const TOLERANCE: f64 = 0.1;
/// The time and the MiB that are allowed besides, for the program itself and for its start and end.
const MORE_TIME: Duration = Duration::from_millis(200);
const MORE_MEMORY: usize = 20;

/// When Ctrl-C is pressed, and how soon it is to be answered.
const PRESSED: Duration = Duration::from_millis(500);
const ANSWERED: Duration = Duration::from_millis(200);

/// After this long, or with this many MiB, a process is ended that has passed its limit.
const PATIENCE: Duration = Duration::from_secs(20);
const MOST: usize = 3 << 10;

/// Stands between making ready and the computation that is measured, and becomes a statement that says so.
const READY: (&str, &str) = (" ;; ", "; print(\"ready\"); ");

/// From one look at a process to the next.
const LOOK: Duration = Duration::from_millis(2);

/// What became of a process.
struct Ended {
    /// The code of the error, `done`, or how it was ended.
    how: String,
    after: Duration,
    /// The most memory that it was seen with, in MiB.
    memory: usize,
    /// From Ctrl-C to the end, if it was pressed.
    answered: Option<Duration>,
}

/// Prints a row for each computation in which a word stands, and then the worst of them.
pub fn table(word: &str) {
    let mut rows = Vec::new();
    let mut kind = "";
    println!("   time   over    memory   over   Ctrl-C  computation");
    for line in COMPUTATIONS.lines().filter(|line| !line.trim().is_empty()) {
        if let Some(heading) = line.strip_prefix("# ") {
            kind = heading;
        } else if line.contains(word) || kind.contains(word) {
            let row = Row::measured(kind, line);
            println!("{}", row.text());
            rows.push(row);
        }
    }
    conclude(&rows);
}

/// A computation and what became of it under each limit.
struct Row {
    kind: &'static str,
    line: &'static str,
    time: Ended,
    memory: Ended,
    interrupt: Ended,
}

impl Row {
    fn measured(kind: &'static str, line: &'static str) -> Row {
        let time = format!("{}ms", TIME.as_millis());
        let memory = format!("{MEMORY}MiB");
        Row {
            kind,
            line,
            time: watch(&["--timeout", &time, "--memory", "2GiB"], line, false),
            memory: watch(&["--timeout", "8s", "--memory", &memory], line, false),
            interrupt: watch(&["--timeout", "15s", "--memory", "2GiB"], line, true),
        }
    }

    /// Seconds beyond the limit.
    fn late(&self) -> f64 {
        self.time.after.saturating_sub(TIME).as_secs_f64()
    }

    /// MiB beyond the limit.
    fn more(&self) -> usize {
        self.memory.memory.saturating_sub(MEMORY)
    }

    fn answered(&self) -> Duration {
        self.interrupt.answered.unwrap_or_default()
    }

    fn is_late(&self) -> bool {
        self.late() > TIME.as_secs_f64() * TOLERANCE + MORE_TIME.as_secs_f64()
    }

    fn is_large(&self) -> bool {
        self.more() as f64 > MEMORY as f64 * TOLERANCE + MORE_MEMORY as f64
    }

    fn is_deaf(&self) -> bool {
        self.answered() > ANSWERED
    }

    /// Whether a process died, or the text is no computation.
    fn is_odd(&self) -> bool {
        let fine = |how: &str| matches!(how, "done" | "slow" | "large") || how.starts_with("limit::");
        [&self.time, &self.memory, &self.interrupt].iter().any(|ended| !fine(&ended.how))
    }

    fn text(&self) -> String {
        let mark = |bad: bool| if bad { '!' } else { ' ' };
        let answered = match self.interrupt.answered {
            Some(time) => format!("{:>5} ms", time.as_millis()),
            None => "       -".into(),
        };
        let odd = [&self.time, &self.memory, &self.interrupt].map(|ended| ended.how.as_str()).join(", ");
        format!(
            "{:>6.2} s {:>4.0} %{} {:>5} MiB {:>4} %{} {answered}{}  {}{}",
            self.time.after.as_secs_f64(),
            self.late() / TIME.as_secs_f64() * 100.0,
            mark(self.is_late()),
            self.memory.memory,
            self.more() * 100 / MEMORY,
            mark(self.is_large()),
            mark(self.is_deaf()),
            self.line,
            if self.is_odd() { format!("  [{odd}]") } else { String::new() },
        )
    }
}

/// Counts what passed its limit, and shows the worst.
fn conclude(rows: &[Row]) {
    let count = |is: fn(&Row) -> bool| rows.iter().filter(|row| is(row)).count();
    println!(
        "\n{} computations: {} late by more than {:.0} % and {} ms, {} larger by more than {:.0} % and {} MiB, {} deaf to \
         Ctrl-C for more than {} ms, {} ended otherwise",
        rows.len(),
        count(Row::is_late),
        TOLERANCE * 100.0,
        MORE_TIME.as_millis(),
        count(Row::is_large),
        TOLERANCE * 100.0,
        MORE_MEMORY,
        count(Row::is_deaf),
        ANSWERED.as_millis(),
        count(Row::is_odd),
    );
    worst(rows, "latest", Row::is_late, |row| (row.late() * 1000.0) as u128);
    worst(rows, "largest", Row::is_large, |row| row.more() as u128);
    worst(rows, "deafest", Row::is_deaf, |row| row.answered().as_millis());
    worst(rows, "ended otherwise", Row::is_odd, |_| 0);
}

fn worst(rows: &[Row], title: &str, is_bad: fn(&Row) -> bool, how: impl Fn(&Row) -> u128) {
    let mut bad: Vec<&Row> = rows.iter().filter(|row| is_bad(row)).collect();
    bad.sort_by_key(|row| std::cmp::Reverse(how(row)));
    if !bad.is_empty() {
        println!("\n{title}");
    }
    bad.iter().take(10).for_each(|row| println!("{}  ({})", row.text(), row.kind));
}

/// Runs a text with these options and watches it to its end, from the moment when it is ready.
fn watch(options: &[&str], text: &str, presses: bool) -> Ended {
    let makes_ready = text.contains(READY.0);
    let text = repeated(&text.replace(READY.0, READY.1));
    let mut start = Instant::now();
    let mut command = Command::new(env!("CARGO_BIN_EXE_cg"));
    command.args(options).args(["--errors", "json", "-e", &text]);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    let (send, ready) = channel();
    if let Some(stream) = child.stdout.take() {
        std::thread::spawn(move || {
            let mut stream = BufReader::new(stream);
            let _ = stream.read_line(&mut String::new());
            let _ = send.send(Instant::now());
            let _ = std::io::copy(&mut stream, &mut std::io::sink());
        });
    }
    let errors = child.stderr.take().map(|mut stream| {
        std::thread::spawn(move || {
            let mut bytes = Vec::new();
            let _ = stream.read_to_end(&mut bytes);
            String::from_utf8_lossy(&bytes).into_owned()
        })
    });
    let (mut memory, mut pressed, mut forced) = (0, None, None);
    let status = loop {
        if let Ok(now) = ready.try_recv()
            && makes_ready
        {
            start = now;
        }
        memory = memory.max(peak(&child));
        if let Some(status) = child.try_wait().expect("it is ours") {
            break status;
        }
        if presses && pressed.is_none() && start.elapsed() >= PRESSED {
            let _ = kill(Pid::from_raw(child.id().cast_signed()), Signal::SIGINT);
            pressed = Some(Instant::now());
        }
        if start.elapsed() > PATIENCE || memory > MOST {
            forced = Some(if memory > MOST { "large" } else { "slow" });
            let _ = child.kill();
        }
        sleep(LOOK);
    };
    let after = start.elapsed();
    let said = errors.and_then(|reader| reader.join().ok()).unwrap_or_default();
    let code = said.split("\"code\": \"").nth(1).and_then(|rest| rest.split('"').next());
    let how = match (forced, code, status.code()) {
        (Some(how), _, _) => how.to_string(),
        (None, Some(code), _) => code.to_string(),
        (None, None, Some(0)) => "done".into(),
        (None, None, Some(130)) => "limit::interrupted".into(),
        (None, None, _) => status.to_string(),
    };
    Ended { how, after, memory, answered: pressed.map(|at: Instant| at.elapsed()) }
}

/// Writes out repetitions such as `20000{1,}`. No computation has digits before a brace for another reason.
fn repeated(text: &str) -> String {
    let mut pieces = text.split('{');
    let mut out = pieces.next().unwrap_or_default().to_string();
    for piece in pieces {
        let digits = out.len() - out.bytes().rev().take_while(u8::is_ascii_digit).count();
        match (out[digits..].parse::<usize>(), piece.split_once('}')) {
            (Ok(times), Some((inner, rest))) => {
                out.truncate(digits);
                out += &inner.repeat(times);
                out += rest;
            }
            _ => {
                out.push('{');
                out += piece;
            }
        }
    }
    out
}

/// The most memory that a process has had so far, in MiB; 0 once it has ended.
fn peak(child: &Child) -> usize {
    let status = read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.split_whitespace().next()?.parse::<usize>().ok()).map_or(0, |kib| kib >> 10)
}
