//! Who wins, by search beside values: process CPU, the time that passed, and positions searched. `cargo bench --bench winner
//! -- large 7x7 threads=2` runs the large rows whose name contains a word, with two threads.

use std::time::Instant;

#[path = "script/mod.rs"]
mod script;

/// What is solved, and whether it takes long.
const ROWS: [(&str, &str, bool); 22] = [
    ("Domineering 6x6 Left", "solve(domineering(6, 6), L)", false),
    ("Domineering 6x6 Right", "solve(domineering(6, 6), R)", false),
    ("Domineering 7x7 Left", "solve(domineering(7, 7), L)", true),
    ("Domineering 6x8 Left", "solve(domineering(6, 8), L)", false),
    ("Domineering 4x13 Right", "solve(domineering(4, 13), R)", true),
    ("Domineering 7x9 Left", "solve(domineering(7, 9), L)", true),
    ("Domineering 7x9 Right", "solve(domineering(7, 9), R)", true),
    ("Domineering 8x8 Left", "solve(domineering(8, 8), L)", true),
    ("Domineering 9x9, 12 cells taken", NINE_BY_NINE, true),
    ("Clobber 3x6", "solve(clobber(3, 6), L)", false),
    ("Clobber 4x4", "solve(clobber(4, 4), L)", false),
    ("Clobber 4x5", "solve(clobber(4, 5), L)", false),
    ("Clobber 4x6", "solve(clobber(4, 6), L)", true),
    ("Clobber (xo)^10", "solve(clobber(1, 20), L)", false),
    ("Clobber (xo)^20", "solve(clobber(1, 40), L)", false),
    ("Clobber (xo)^30", "solve(clobber(1, 60), L)", true),
    ("Cram 5x5", "nim_value(cram(5, 5))", false),
    ("Cram 4x7", "nim_value(cram(4, 7))", true),
    ("Cram 5x7", "nim_value(cram(5, 7))", true),
    ("Clobber 5x5, either player puts either stone", "nim_value(impartial(clobber(5, 5)))", true),
    ("NoGo 1x16", "solve(nogo(1, 16), L)", false),
    ("Clobber 4x4 and Domineering 5x5", "solve(clobber(4, 4) + domineering(5, 5), L)", false),
];

/// A board beyond one word, with cells taken at random.
const NINE_BY_NINE: &str = "solve(domineering(\"..#....../......#../#......../...#...../.......#./.#....#../....#..../...#...#./#......#.\"), R)";

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let large = words.iter().any(|word| word == "large");
    let threads = words.iter().find_map(|word| word.strip_prefix("threads=")?.parse().ok()).unwrap_or(1);
    let words: Vec<&String> = words.iter().filter(|word| *word != "large" && !word.starts_with("threads=")).collect();
    for (name, text, takes_long) in ROWS {
        let wanted = words.is_empty() || words.iter().any(|word| name.contains(*word));
        if !wanted || takes_long && !large {
            continue;
        }
        let how_many =
            if text.starts_with("solve") { format!("s := {text}; [s.winner, s.nodes]") } else { text.into() };
        let began = Instant::now();
        let (seconds, answer) = script::least(1, &|| script::answer(&how_many, threads));
        let passed = began.elapsed().as_secs_f64();
        println!("{name:<36} {seconds:>9.3} s of CPU in {passed:>9.3} s   {answer}");
    }
}
