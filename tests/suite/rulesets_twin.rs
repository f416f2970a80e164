//! Rulesets on boards against their rules, written as plain games in the language: every option and every value on all
//! small boards. Then what the literature says of them.

use std::collections::BTreeSet;
use std::hash::Hash;
use std::sync::Arc;

use cg_engine::games::GameId;
use cg_engine::positions::{Engine, Ruleset};
use cg_engine::rulesets::board::Board;
use cg_engine::rulesets::cells::{Cells, SingleWord, Words};
use cg_engine::rulesets::clobber::{Clobber, Clobbering};
use cg_engine::rulesets::colouring::Colouring;
use cg_engine::rulesets::domineering::Domineering;
use cg_engine::rulesets::grid::{Grid, STONES, Square};
use cg_engine::rulesets::konane::Konane;
use cg_engine::rulesets::toads_frogs::{Lane, ToadsFrogs, Walking};

use cg_engine::rulesets::amazons::Amazons;
use cg_engine::rulesets::arc_kayles::ArcKayles;
use cg_engine::rulesets::cannibal_clobber::CannibalClobber;
use cg_engine::rulesets::elephants::Elephants;
use cg_engine::rulesets::fission::{Fission, Stones};
use cg_engine::rulesets::ground::{Free, Ground, Net};
use cg_engine::rulesets::nogo::NoGo;
use cg_engine::rulesets::toppling_dominoes::{Dominoes, TopplingDominoes};
use cg_engine::rulesets::{col, snort};

use crate::language::{run, session};
use crate::random_graph::{Random, graph_rules, is_thorough, rounds};

/// Cells that touch, on a board of `w` columns that is written as one list.
const NEAR: &str = "
    inside(w, n, p, q) := q >= 0 and q < n and (mod(p, w) == mod(q, w) or div(p, w) == div(q, w))
    near(w, xs, p) := [q for q in unique([p - w, p - 1, p + 1, p + w]) if inside(w, len(xs), p, q)]
    every(xs) := [p for p in 0..len(xs)-1]
";

/// Toads (1) step right onto 0 or jump over one frog (-1); frogs to the left.
const TOADS_FROGS: &str = "
    move(xs, p, q) := [if i == p then 0 else if i == q then xs[p] else xs[i] for i in every(xs)]
    may(xs, p, q) := q >= 0 and q < len(xs) and xs[q] == 0 and (abs(p - q) == 1 or xs[div(p + q, 2)] == -xs[p])
    game twin(w, xs) := <twin(w, move(xs, p, q)) for p in every(xs) if xs[p] == 1 for q in [p+1, p+2] if may(xs, p, q)
                        |twin(w, move(xs, p, q)) for p in every(xs) if xs[p] == -1 for q in [p-1, p-2] if may(xs, p, q)>
";

/// A stone (1 or -1) moves onto a stone of the other kind that touches it.
const CLOBBER: &str = "
    move(xs, p, q) := [if i == p then 0 else if i == q then xs[p] else xs[i] for i in every(xs)]
    game twin(w, xs) := <twin(w, move(xs, p, q)) for p in every(xs) if xs[p] == 1 for q in near(w, xs, p) if xs[q] == -1
                        |twin(w, move(xs, p, q)) for p in every(xs) if xs[p] == -1 for q in near(w, xs, p) if xs[q] == 1>
";

/// From p, k jumps in the direction d: each over a stone of the other kind onto 0. A line of n cells has room for
/// (n - 1) / 2 jumps.
const KONANE: &str = "
    jumps(w, xs, p, d, j) := inside(w, len(xs), p, p + 2*j*d) and (if xs[p + 2*j*d] == 0 then xs[p + (2*j-1)*d] == -xs[p] else false)
    may(w, xs, p, d, k) := [j for j in 1..k if jumps(w, xs, p, d, j)] == [j for j in 1..k]
    gone(p, d, k) := {p + d*j for j in 0..2*k-1}
    jump(xs, p, d, k) := [if contains(gone(p, d, k), i) then 0 else if i == p + 2*k*d then xs[p] else xs[i] for i in every(xs)]
    ways(w, xs, p) := [[d, k] for d in unique([-w, -1, 1, w]) for k in 1..div(max(w, div(len(xs), w)) - 1, 2) if may(w, xs, p, d, k)]
    game twin(w, xs) := <twin(w, jump(xs, p, d, k)) for p in every(xs) if xs[p] == 1 for (d, k) in ways(w, xs, p)
                        |twin(w, jump(xs, p, d, k)) for p in every(xs) if xs[p] == -1 for (d, k) in ways(w, xs, p)>
";

/// A player colours a cell (0) that touches no cell of his colour.
const COL: &str = "
    set(xs, p, c) := [if i == p then c else xs[i] for i in every(xs)]
    may(w, xs, p, c) := xs[p] == 0 and [q for q in near(w, xs, p) if xs[q] == c] == []
    game twin(w, xs) := <twin(w, set(xs, p, 1)) for p in every(xs) if may(w, xs, p, 1)
                        |twin(w, set(xs, p, -1)) for p in every(xs) if may(w, xs, p, -1)>
";

/// Left takes two cells (0) one above the other, Right two side by side.
const DOMINEERING: &str = "
    taken(xs, p, q) := [if i == p or i == q then 2 else xs[i] for i in every(xs)]
    game twin(w, xs) := <twin(w, taken(xs, p, q)) for p in every(xs) if xs[p] == 0 for q in near(w, xs, p) if q == p + w if xs[q] == 0
                        |twin(w, taken(xs, p, q)) for p in every(xs) if xs[p] == 0 for q in near(w, xs, p) if q == p + 1 and (w > 1) if xs[q] == 0>
";

/// A player colours a cell (0) that touches no cell of the other colour.
const SNORT: &str = "
    set(xs, p, c) := [if i == p then c else xs[i] for i in every(xs)]
    may(w, xs, p, c) := xs[p] == 0 and [q for q in near(w, xs, p) if xs[q] == -c] == []
    game twin(w, xs) := <twin(w, set(xs, p, 1)) for p in every(xs) if may(w, xs, p, 1)
                        |twin(w, set(xs, p, -1)) for p in every(xs) if may(w, xs, p, -1)>
";

/// A stone (1 or -1) moves onto a stone that touches it.
const CANNIBAL_CLOBBER: &str = "
    move(xs, p, q) := [if i == p then 0 else if i == q then xs[p] else xs[i] for i in every(xs)]
    game twin(w, xs) := <twin(w, move(xs, p, q)) for p in every(xs) if xs[p] == 1 for q in near(w, xs, p) if abs(xs[q]) == 1
                        |twin(w, move(xs, p, q)) for p in every(xs) if xs[p] == -1 for q in near(w, xs, p) if abs(xs[q]) == 1>
";

/// A stone goes onto a cell (0); then every stone lives: it touches a cell, or a living stone of its colour.
const NOGO: &str = "
    set(xs, p, c) := [if i == p then c else xs[i] for i in every(xs)]
    stones(xs) := [p for p in every(xs) if abs(xs[p]) == 1]
    helps(xs, ps, p, q) := xs[q] == 0 or (xs[q] == xs[p] and contains(ps, q))
    living(w, xs, ps, k) := if k == 0 then ps else living(w, xs, [p for p in stones(xs) if [q for q in near(w, xs, p) if helps(xs, ps, p, q)] != []], k - 1)
    fine(w, xs) := living(w, xs, [], len(xs)) == stones(xs)
    game twin(w, xs) := <twin(w, set(xs, p, 1)) for p in every(xs) if xs[p] == 0 if (fine(w, set(xs, p, 1)))
                        |twin(w, set(xs, p, -1)) for p in every(xs) if xs[p] == 0 if (fine(w, set(xs, p, -1)))>
";

/// A queen (1 or -1) goes over cells (0) from p to q, then its arrow from q to r, which is 2 from then on.
const AMAZONS: &str = "
    clear(w, xs, y, x) := y >= 0 and x >= 0 and x < w and y * w + x < len(xs) and xs[y * w + x] == 0
    open(w, xs, p, y, x, k) := [j for j in 1..k if clear(w, xs, div(p, w) + j*y, mod(p, w) + j*x)] == [j for j in 1..k]
    ways := [[y, x] for y in [-1, 0, 1] for x in [-1, 0, 1] if abs(x) + abs(y) > 0]
    seen(w, xs, p) := [p + k*(d[0]*w + d[1]) for d in ways for k in 1..len(xs) if open(w, xs, p, d[0], d[1], k)]
    move(xs, p, q) := [if i == p then 0 else if i == q then xs[p] else xs[i] for i in every(xs)]
    burn(xs, r) := [if i == r then 2 else xs[i] for i in every(xs)]
    game twin(w, xs) := <twin(w, burn(move(xs, p, q), r)) for p in every(xs) if xs[p] == 1 for q in seen(w, xs, p) for r in seen(w, move(xs, p, q), q)
                        |twin(w, burn(move(xs, p, q), r)) for p in every(xs) if xs[p] == -1 for q in seen(w, xs, p) for r in seen(w, move(xs, p, q), q)>
";

/// A stone (1) goes to both cells (0) above and below it, or left and right of it.
const FISSION: &str = "
    parted(xs, p, d) := [if i == p then 0 else if abs(i - p) == d then 1 else xs[i] for i in every(xs)]
    upright(w, xs, p) := p >= w and p + w < len(xs) and xs[p - w] == 0 and xs[p + w] == 0
    level(w, xs, p) := mod(p, w) > 0 and mod(p, w) < w - 1 and xs[p - 1] == 0 and xs[p + 1] == 0
    game twin(w, xs) := <twin(w, parted(xs, p, w)) for p in every(xs) if xs[p] == 1 if (upright(w, xs, p))
                        |twin(w, parted(xs, p, 1)) for p in every(xs) if xs[p] == 1 if (level(w, xs, p))>
";

/// Either player takes two cells (0) that touch.
const CRAM: &str = "
    taken(xs, p, q) := [if i == p or i == q then 2 else xs[i] for i in every(xs)]
    game twin(w, xs) := <twin(w, taken(xs, p, q)) for p in every(xs) if xs[p] == 0 for q in near(w, xs, p) if p < q if xs[q] == 0>
";

/// Elephants (1) step right onto 0, rhinos (-1) left.
const ELEPHANTS: &str = "
    move(xs, p, q) := [if i == p then 0 else if i == q then xs[p] else xs[i] for i in every(xs)]
    may(xs, q) := q >= 0 and q < len(xs) and xs[q] == 0
    game twin(w, xs) := <twin(w, move(xs, p, p + 1)) for p in every(xs) if xs[p] == 1 if (may(xs, p + 1))
                        |twin(w, move(xs, p, p - 1)) for p in every(xs) if xs[p] == -1 if (may(xs, p - 1))>
";

/// A domino, of Left's (1), of Right's (-1) or of either (2), falls with all before or behind it.
const TOPPLING_DOMINOES: &str = "
    before(xs, p) := [xs[i] for i in every(xs) if i < p]
    behind(xs, p) := [xs[i] for i in every(xs) if i > p]
    toppled(xs, c) := unique([ys for p in every(xs) if xs[p] == c or xs[p] == 2 for ys in [before(xs, p), behind(xs, p)]])
    game twin(w, xs) := <twin(w, ys) for ys in toppled(xs, 1)|twin(w, ys) for ys in toppled(xs, -1)>
";

/// A ruleset and its twin; each letter of its boards stands for a number in the twin's list.
struct Pair {
    name: &'static str,
    letters: &'static [(char, i32)],
    rules: &'static str,
}

impl Pair {
    /// The text of a board; of those with stones, without the rows and columns at its end that have no cells.
    fn board(&self, columns: usize, numbers: &[i32]) -> String {
        let letter = |n: &i32| self.letters.iter().find(|(_, m)| m == n).expect("a cell").0;
        let mut rows: Vec<String> = numbers.chunks(columns).map(|row| row.iter().map(letter).collect()).collect();
        let trims = self.name != "domineering" && !numbers.is_empty();
        while trims && rows.len() > 1 && rows.last().is_some_and(|row| row.chars().all(|c| c == '#')) {
            rows.pop();
        }
        while trims && rows[0].len() > 1 && rows.iter().all(|row| row.ends_with('#')) {
            rows.iter_mut().for_each(|row| row.truncate(row.len() - 1));
        }
        rows.join("/")
    }

    /// The twin's options as boards, in alphabetical order.
    fn of_twin(&self, columns: usize, shown: &str) -> Vec<String> {
        let lists = shown.split("twin(").skip(1).map(|rest| {
            let list = rest.split_once('[').and_then(|(_, rest)| rest.split_once(']')).expect("a list").0;
            let numbers: Vec<i32> =
                list.split(", ").filter(|n| !n.is_empty()).map(|n| n.parse().expect("a number")).collect();
            self.board(columns, &numbers)
        });
        let mut boards: Vec<String> = lists.collect();
        boards.sort();
        boards
    }

    /// Compares on every board of this size: the values of all, the options of one in `every`.
    fn agree(&self, rows: usize, columns: usize, every: usize) {
        let mut session = session();
        let prepared = run(&mut session, &format!("{NEAR}\n{}", self.rules));
        assert_eq!(prepared, "nothing", "the rules of the twin of {}", self.name);
        let cells = rows * columns;
        let letters: Vec<String> = self.letters.iter().map(|(letter, n)| format!("[\"{letter}\", {n}]")).collect();
        let loops: Vec<String> = (0..cells).map(|i| format!("for c{i} in [{}]", letters.join(", "))).collect();
        let list = (0..cells).map(|i| format!("c{i}[1]")).collect::<Vec<_>>().join(", ");
        let slash = |i: usize| if i > 0 && i.is_multiple_of(columns) { "\"/\" + " } else { "" };
        let text = (0..cells).map(|i| format!("{}c{i}[0]", slash(i))).collect::<Vec<_>>().join(" + ");
        let (mine, twin) = (format!("{}({text})", self.name), format!("twin({columns}, [{list}])"));
        let wrong = run(&mut session, &format!("[{mine} {} if {mine} != {twin}]", loops.join(" ")));
        assert_eq!(wrong, "[]", "{} of {rows} by {columns} has other values than its twin", self.name);

        let every = if is_thorough() { every } else { 16 * every };
        for number in (0..self.letters.len().pow(cells as u32)).step_by(every) {
            let digit = |i: usize| number / self.letters.len().pow(i as u32) % self.letters.len();
            let chosen: Vec<(char, i32)> = (0..cells).map(|i| self.letters[digit(i)]).collect();
            let lines: Vec<String> = chosen.chunks(columns).map(|row| row.iter().map(|c| c.0).collect()).collect();
            let numbers: Vec<String> = chosen.iter().map(|c| c.1.to_string()).collect();
            let mine = format!("{}(\"{}\")", self.name, lines.join("/"));
            let twin = format!("twin({columns}, [{}])", numbers.join(", "));
            for side in ["left_options", "right_options"] {
                let got = run(&mut session, &format!("{side}({mine})"));
                let mut got: Vec<String> = got.split('"').skip(1).step_by(2).map(str::to_string).collect();
                got.sort();
                let wanted = self.of_twin(columns, &run(&mut session, &format!("{side}({twin})")));
                assert_eq!(got, wanted, "{side}({mine})");
            }
        }
    }
}

const MARKS: &[(char, i32)] = &[('.', 0), ('x', 1), ('o', -1)];
const HOLED: &[(char, i32)] = &[('.', 0), ('x', 1), ('o', -1), ('#', 2)];

#[test]
fn toads_and_frogs_on_every_lane_up_to_seven() {
    let pair = Pair { name: "toads_frogs", letters: &[('_', 0), ('T', 1), ('F', -1)], rules: TOADS_FROGS };
    (1..=7).for_each(|n| pair.agree(1, n, 1));
}

#[test]
fn clobber_on_every_small_board() {
    let pair = Pair { name: "clobber", letters: MARKS, rules: CLOBBER };
    [(1, 6), (2, 3), (3, 2)].into_iter().for_each(|(rows, columns)| pair.agree(rows, columns, 1));
    Pair { letters: HOLED, ..pair }.agree(2, 2, 1);
}

#[test]
fn konane_on_every_small_board() {
    let pair = Pair { name: "konane", letters: MARKS, rules: KONANE };
    [(1, 7), (2, 3), (4, 1)].into_iter().for_each(|(rows, columns)| pair.agree(rows, columns, 1));
    if is_thorough() {
        pair.agree(3, 3, 17);
    }
    Pair { letters: HOLED, ..pair }.agree(1, 5, 1);
}

#[test]
fn col_on_every_small_board() {
    let pair = Pair { name: "col", letters: MARKS, rules: COL };
    (1..=6).for_each(|n| pair.agree(1, n, 1));
    pair.agree(2, 3, 1);
    Pair { letters: HOLED, ..pair }.agree(2, 2, 1);
}

#[test]
fn domineering_on_every_small_board() {
    let pair = Pair { name: "domineering", letters: &[('.', 0), ('#', 2)], rules: DOMINEERING };
    [(3, 3), (2, 4), (1, 5), (5, 1)].into_iter().for_each(|(rows, columns)| pair.agree(rows, columns, 1));
}

#[test]
fn snort_on_every_small_board() {
    let pair = Pair { name: "snort", letters: MARKS, rules: SNORT };
    (1..=6).for_each(|n| pair.agree(1, n, 1));
    pair.agree(2, 3, 1);
    Pair { letters: HOLED, ..pair }.agree(2, 2, 1);
}

#[test]
fn cannibal_clobber_on_every_small_board() {
    let pair = Pair { name: "cannibal_clobber", letters: MARKS, rules: CANNIBAL_CLOBBER };
    [(1, 6), (2, 3), (3, 2)].into_iter().for_each(|(rows, columns)| pair.agree(rows, columns, 1));
    Pair { letters: HOLED, ..pair }.agree(2, 2, 1);
}

#[test]
fn nogo_on_every_small_board() {
    let pair = Pair { name: "nogo", letters: MARKS, rules: NOGO };
    (1..=5).for_each(|n| pair.agree(1, n, 1));
    pair.agree(2, 3, 7);
    Pair { letters: HOLED, ..pair }.agree(2, 2, 1);
}

#[test]
fn amazons_on_every_small_board() {
    let pair = Pair { name: "amazons", letters: HOLED, rules: AMAZONS };
    (1..=4).for_each(|n| pair.agree(1, n, 1));
    pair.agree(2, 2, 1);
    if is_thorough() {
        pair.agree(2, 3, 61);
    }
}

#[test]
fn fission_on_every_small_board() {
    let pair = Pair { name: "fission", letters: &[('.', 0), ('x', 1), ('#', 2)], rules: FISSION };
    [(3, 2), (2, 3), (1, 6), (5, 1)].into_iter().for_each(|(rows, columns)| pair.agree(rows, columns, 1));
    Pair { letters: &[('.', 0), ('x', 1)], ..pair }.agree(3, 3, 1);
}

#[test]
fn cram_on_every_small_board() {
    let pair = Pair { name: "cram", letters: &[('.', 0), ('#', 2)], rules: CRAM };
    [(3, 3), (2, 4), (1, 6), (5, 1)].into_iter().for_each(|(rows, columns)| pair.agree(rows, columns, 1));
}

#[test]
fn elephants_and_rhinos_on_every_lane_up_to_seven() {
    let pair = Pair { name: "elephants", letters: MARKS, rules: ELEPHANTS };
    (1..=7).for_each(|n| pair.agree(1, n, 1));
}

#[test]
fn toppling_dominoes_on_every_row_up_to_six() {
    let letters = &[('L', 1), ('R', -1), ('E', 2)];
    (1..=6).for_each(|n| Pair { name: "toppling_dominoes", letters, rules: TOPPLING_DOMINOES }.agree(1, n, 1));
}

/// Larger boards, where parts and symmetries matter, against the twin.
#[test]
fn some_larger_boards() {
    let boards = [
        ("toads_frogs", "TT_TF_F_FF", TOADS_FROGS),
        ("toads_frogs", "TTT__FFF", TOADS_FROGS),
        ("toads_frogs", "T_TFF_TTFF_F", TOADS_FROGS),
        ("clobber", "xoxo/oxox/xox.", CLOBBER),
        ("clobber", "xxo#/o.ox/xoxo", CLOBBER),
        ("konane", "xo.ox/ox.xo/xoxo.", KONANE),
        ("konane", "x.o.x/.xo.o/oxox.", KONANE),
        ("col", "..../.#../x..o", COL),
        ("col", ".....o..", COL),
        ("snort", "..../.#../x..o", SNORT),
        ("snort", ".....o..", SNORT),
        ("nogo", "..x.o./.o....", NOGO),
        ("amazons", "x../..#/.o.", AMAZONS),
        ("fission", "..x.#/...../.x..x/.#...", FISSION),
        ("cram", "..#./..../.#..", CRAM),
        ("cannibal_clobber", "xoxo/o.ox/xo.x", CANNIBAL_CLOBBER),
        ("elephants", "xx..o.x...o.xo.", ELEPHANTS),
        ("domineering", "...#/.../....", DOMINEERING),
        // Rows of more than 8 cells lie in another way.
        ("clobber", "xoxoxoxoxoxo", CLOBBER),
        ("clobber", "xo.......o/ox.......x", CLOBBER),
        ("konane", "xo.oxo.ox.o.xo.o", KONANE),
        ("konane", "xo.......xo./o........ox./xo.......xx.", KONANE),
        ("col", "..x..o..x.", COL),
        ("snort", "..x..o..x.", SNORT),
        ("nogo", ".o.x...x.o", NOGO),
        ("fission", "......x..x./...x.......", FISSION),
        ("cram", "............", CRAM),
        ("col", "..xoxoxoxo.x./x.xoxoxoxo....", COL),
    ];
    let numbers = [('.', 0), ('_', 0), ('x', 1), ('T', 1), ('o', -1), ('F', -1), ('#', 2)];
    for (name, board, rules) in boards.into_iter().step_by(boards.len() / rounds(boards.len())) {
        let columns = board.split('/').map(str::len).max().expect("a row");
        let number = |c: char| numbers.iter().find(|(letter, _)| *letter == c).expect("a letter").1.to_string();
        // The short row of the board of dominoes is filled with a taken cell.
        let rows: Vec<String> = board.split('/').map(|row| format!("{row:#<columns$}")).collect();
        let cells: Vec<String> = rows.concat().chars().map(number).collect();
        let text = format!(
            "{NEAR}\n{rules}\nvalue({name}(\"{}\")) == value(twin({columns}, [{}]))",
            rows.join("/"),
            cells.join(", ")
        );
        assert_eq!(run(&mut session(), &text), "true", "{name}(\"{board}\")");
    }
}

/// The regions of two cells and more, one cell after another.
fn regions(cells: u64) -> Vec<u64> {
    let mut open: Vec<(i32, i32)> = (0..64).filter(|i| cells >> i & 1 == 1).map(|i| (i / 8, i % 8)).collect();
    let mut found = Vec::new();
    while let Some(first) = open.pop() {
        let mut region = vec![first];
        let mut next = 0;
        while let Some(&(y, x)) = region.get(next) {
            let (near, far) = open.into_iter().partition(|&(v, u): &(i32, i32)| (v - y).abs() + (u - x).abs() == 1);
            region.extend::<Vec<_>>(near);
            open = far;
            next += 1;
        }
        if region.len() > 1 {
            found.push(region.iter().fold(0, |bits, (y, x)| bits | 1 << (8 * y + x)));
        }
    }
    found.sort_unstable();
    found
}

/// What a domino leaves of a region, found from the cells around it.
#[test]
fn dominoes_cut_regions_apart() {
    let mut random = Random(9);
    let rules = Domineering::default();
    for (rows, columns) in [(3, 3), (4, 5), (7, 7), (8, 7), (7, 8), (8, 8)] {
        for density in [1, 2, 3] {
            for _ in 0..40 {
                let empty = |random: &mut Random| random.below(4) < 1 + density;
                let cells = (0..rows * columns).filter(|_| empty(&mut random));
                let cells = cells.fold(0u64, |bits, i| bits | 1 << (i / columns * 8 + i % columns));
                let mut parts = Vec::new();
                rules.parts(&cells, &mut |part| parts.push(part));
                parts.sort_unstable();
                assert_eq!(parts, regions(cells), "{cells:#x}");
                for part in parts {
                    let lying = (0..64).filter(|i| i % 8 < 7).map(|i| 0b11 << i);
                    let upright = (0..56).map(|i| 0x101 << i);
                    for domino in lying.chain(upright).filter(|domino| part & domino == *domino) {
                        let after = part ^ domino;
                        let mut found = Vec::new();
                        rules.parts_after(&part, &after, &mut |part| found.push(part));
                        found.sort_unstable();
                        assert_eq!(found, regions(after), "{part:#x} without {domino:#x}");
                    }
                }
            }
        }
    }
}

/// Compares the regions that are left without a pair of cells, or without a vertex that is joined to itself, with those that
/// a search of the whole board or graph finds.
#[test]
fn pairs_cut_regions_apart() {
    fn compare<C: Square>(rules: &ArcKayles<C>, ground: &Ground<C>, free: Free<C>) -> usize {
        let mut regions = Vec::new();
        rules.parts(&free, &mut |part| regions.push(part));
        let mut cut = 0;
        for region in regions {
            for cell in region.cells.each() {
                let alone = if ground.loops().meets(cell) { vec![cell] } else { Vec::new() };
                let beside = ground.neighbours(free.frame, cell) & region.cells;
                for gone in alone.into_iter().chain(beside.each().map(|other| cell | other)) {
                    let after = region.without(gone);
                    let (mut all, mut near) = (Vec::new(), Vec::new());
                    rules.parts(&after, &mut |part| all.push(part.cells));
                    rules.parts_after(&region, &after, &mut |part| near.push(part.cells));
                    all.sort_unstable();
                    near.sort_unstable();
                    assert_eq!(near, all, "{region:?} without {gone:?}");
                    cut += usize::from(all.len() > 1);
                }
            }
        }
        cut
    }
    let (mut random, mut cut) = (Random(23), 0);
    for _ in 0..rounds(600) {
        let (rows, columns) = (1 + random.below(7) as usize, 1 + random.below(8) as usize);
        let cells = (0..rows * columns).map(|_| if random.below(4) == 0 { '#' } else { '.' }).collect();
        let board = Board::new(rows, columns, cells).unwrap();
        cut += compare::<SingleWord>(&ArcKayles::on(None), &Ground::Board, Free::of(&board, &Ground::Board));
        cut += compare::<Words<4>>(&ArcKayles::on(None), &Ground::Board, Free::of(&board, &Ground::Board));

        let n = 2 + random.below(20) as usize;
        let mut edges = vec![Vec::new(); n];
        for _ in 0..n + random.below(6) as usize {
            let [a, b] = [(); 2].map(|()| random.below(n as u64) as usize);
            edges[a].push(b as u32);
            edges[b].push(a as u32);
        }
        let net = Net {
            rules: Arc::new(graph_rules([&edges, &edges], &vec![None; n])),
            written: "g".into(),
            literal: "".into(),
        };
        let ground = Ground::<SingleWord>::of(Some(&net));
        let board = Board::row(vec!['.'; n]);
        cut += compare(&ArcKayles::on(Some(&net)), &ground, Free::of(&board, &ground));
    }
    assert!(cut > 200, "{cut} fell apart");
}

/// All images of a board, and of its negative, have one normal form, told apart by the sign.
#[test]
fn images_have_one_normal_form() {
    let narrow = [(1, 1), (3, 4), (8, 8), (2, 9), (4, 16), (3, 11), (2, 32), (1, 64), (1, 17)];
    images_have_one::<SingleWord>(&narrow, 8, 50);
    images_have_one::<Words<4>>(&[(1, 1), (3, 4), (9, 9), (16, 16), (8, 32), (3, 33), (1, 84), (1, 256)], 16, 20);
    images_have_one::<Words<16>>(&[(3, 4), (17, 17), (32, 32), (10, 60), (1, 1024), (2, 300)], 32, 3);
}

fn images_have_one<C: Square>(sizes: &[(usize, usize)], square: usize, times: usize) {
    let mut random = Random(3);
    for &(rows, columns) in sizes {
        for _ in 0..times {
            let board: Vec<Vec<char>> = (0..rows)
                .map(|_| (0..columns).map(|_| ['x', 'o', '.', '#'][random.below(4) as usize]).collect())
                .collect();
            let grid = |rows: Vec<Vec<char>>| {
                let text: Vec<String> = rows.into_iter().map(|row| row.into_iter().collect()).collect();
                Grid::<C>::of(&Board::read(&text.join("/"), &STONES).expect("a board"))
            };
            let flipped: Vec<Vec<char>> = board.iter().rev().cloned().collect();
            let mirrored: Vec<Vec<char>> = board.iter().map(|row| row.iter().rev().copied().collect()).collect();
            let other = |c: &char| *[('x', 'o'), ('o', 'x')].iter().find(|(a, _)| a == c).map_or(c, |(_, b)| b);
            let exchanged: Vec<Vec<char>> = board.iter().map(|row| row.iter().map(other).collect()).collect();
            let (form, negated) = grid(board.clone()).normal_form();
            for image in [flipped, mirrored] {
                assert_eq!(grid(image).normal_form(), (form, negated), "{board:?}");
            }
            let (of_negative, sign) = grid(exchanged).normal_form();
            assert_eq!(of_negative, form, "{board:?}");
            assert!(sign != negated || !sign, "{board:?}");
            if rows <= square && columns <= square {
                let turned = (0..columns).map(|x| board.iter().map(|row| row[x]).collect()).collect();
                assert_eq!(grid(turned).normal_form(), (form, negated), "{board:?}");
            }
        }
    }
}

/// The value of a state of a ruleset, in a memory of its own.
fn value_of<R: Ruleset + Eq + Hash>(rules: R, state: &R::State, engine: &mut Engine) -> GameId {
    let position = engine.add(rules).at(state, engine);
    engine.value(position).expect("a value")
}

/// Boards that fit into one word have the same values in four words and in sixteen.
#[test]
fn wide_boards_have_the_values_of_narrow_ones() {
    let mut random = Random(21);
    let mut engine = Engine::default();
    for (rows, columns) in [(1, 7), (2, 4), (3, 3), (3, 4), (1, 12), (2, 5)] {
        for _ in 0..rounds(12) {
            let mut board = |letters: &[char]| {
                let cells = (0..rows * columns).map(|_| letters[random.below(letters.len() as u64) as usize]);
                Board::new(rows, columns, cells.collect()).unwrap()
            };
            let stones = board(&['x', 'o', 'x', 'o', '.', '#']);
            let lane = board(&['T', 'F', '_', '_']);
            let lane = Board::new(1, rows * columns, lane.cells().to_vec()).unwrap();
            let dominoes = Board::new(1, rows * columns, board(&['L', 'R', 'E']).cells().to_vec()).unwrap();
            macro_rules! values {
                ($cells:ty) => {{
                    let grid = Grid::of(&stones);
                    let (col, snort) =
                        (Colouring::<$cells>::on(col::COL, None), Colouring::<$cells>::on(snort::SNORT, None));
                    let (tinted, snorted) = (col.start(&stones), snort.start(&stones));
                    let free = Free::of(&stones, &Ground::<$cells>::Board);
                    let walking = Walking::<ToadsFrogs, $cells>::default();
                    let mut values = vec![
                        value_of(Clobbering::<Clobber, $cells>::default(), &grid, &mut engine),
                        value_of(Clobbering::<CannibalClobber, $cells>::default(), &grid, &mut engine),
                        value_of(Konane::<$cells>::default(), &grid, &mut engine),
                        value_of(NoGo::<$cells>::default(), &grid, &mut engine),
                        value_of(Fission::<$cells>::default(), &Stones::of(&stones), &mut engine),
                        value_of(col, &tinted, &mut engine),
                        value_of(snort, &snorted, &mut engine),
                        value_of(ArcKayles::<$cells>::on(None), &free, &mut engine),
                        value_of(walking, &Lane::of::<ToadsFrogs>(&lane), &mut engine),
                        value_of(Walking::<Elephants, $cells>::default(), &Lane::of::<ToadsFrogs>(&lane), &mut engine),
                        value_of(TopplingDominoes::<$cells>::default(), &Dominoes::of(&dominoes), &mut engine),
                    ];
                    if rows * columns < 9 {
                        values.push(value_of(Amazons::<$cells>::default(), &grid, &mut engine));
                    }
                    // What is written reads back, and every move is the same move.
                    assert_eq!(grid.board().text(), Grid::<SingleWord>::of(&stones).board().text());
                    values
                }};
            }
            let narrow = values!(SingleWord);
            assert_eq!(narrow, values!(Words<4>), "{stones:?} {lane:?}");
            assert_eq!(narrow, values!(Words<16>), "{stones:?} {lane:?}");
        }
    }
}

/// Shifts, counts and orders of long sets of cells, against lists of their indices.
#[test]
fn long_sets_of_cells_are_sets() {
    let mut random = Random(8);
    for _ in 0..300 {
        let indices: BTreeSet<usize> = (0..random.below(9)).map(|_| random.below(256) as usize).collect();
        let set =
            |indices: &BTreeSet<usize>| indices.iter().fold(Words::<4>::NONE, |all, &index| all | Words::cell(index));
        let cells = set(&indices);
        let by = random.below(300) as usize;
        let moved = |step: &dyn Fn(usize) -> Option<usize>| {
            set(&indices.iter().filter_map(|&i| step(i)).filter(|&i| i < 256).collect())
        };
        assert_eq!(cells << by, moved(&|i| Some(i + by)));
        assert_eq!(cells >> by, moved(&|i| i.checked_sub(by)));
        assert_eq!(cells.reversed(), moved(&|i| Some(255 - i)));
        assert_eq!(cells & Words::up_to(by.min(256)), moved(&|i| Some(i).filter(|&i| i < by)));
        assert_eq!((cells.count(), cells.is_empty()), (indices.len(), indices.is_empty()));
        assert_eq!(cells.start(), indices.first().copied().unwrap_or(256));
        assert_eq!(cells.end(), indices.last().map_or(0, |&i| i + 1));
        let each: Vec<usize> = cells.each().map(|cell| cell.start()).collect();
        assert_eq!(each, indices.into_iter().collect::<Vec<_>>());
    }
}

/// The characters that a message points at, and the message.
fn pointed_at(text: &str) -> (String, String) {
    let mut session = session();
    let source = session.sources.add("test", text);
    let prepared = session.prepare(&source);
    for statement in &prepared.statements {
        if let Err(error) = session.execute(statement).result {
            return (source.slice(error.span().expect("a place")).to_string(), error.message);
        }
    }
    panic!("{text} is fine");
}

#[test]
fn a_message_points_into_the_text() {
    let cases = [
        ("toads_frogs(\"TTxFF\")", "x", ""),
        ("1 + clobber(\"xo/ys\")", "y", ""),
        ("hackenbush(\"BRX\")", "X", ""),
        ("domineering(\"..ü.\")", "ü", ""),
        ("clobber(\"xo/xox/xo\")", "xox", ""),
        ("clobber(\"xo//xo\")", "/", ""),
        ("clobber(board = \"xs\")", "s", ""),
        ("f(b) := konane(b + \"s\"); f(\"xo/x\")", "b + \"s\"", "row 2, column 2: "),
        ("c := clobber; c(\"xo/oz\")", "z", ""),
        ("b := \"xo/oz\"; clobber(b)", "b", "row 2, column 2: "),
        ("clobber(\"xo/\\u{6f}z\")", "\"xo/\\u{6f}z\"", "row 2, column 2: "),
        ("clobber(\"xo\" + \"/z\")", "\"xo\" + \"/z\"", "row 2, column 1: "),
        ("map(clobber, [\"xo/z\"])", "map(clobber, [\"xo/z\"])", "row 2, column 1: "),
        ("clobber(\"xo\", 2)", "2", ""),
        ("clobber(40, 40)", "clobber(40, 40)", ""),
    ];
    for (text, place, begins) in cases {
        let (found, message) = pointed_at(text);
        assert_eq!(found, place, "{text}: {message}");
        assert!(message.starts_with(begins), "{text}: {message}");
    }
}

#[test]
fn pictures_in_text() {
    let drawn = |text: &str, notation| {
        let mut session = session();
        run(&mut session, &format!("p := {text}"));
        let Some(cg::value::Value::Position(p)) = session.variable("p").cloned() else { panic!("a position") };
        cg::draw::board_picture(&mut session, p, notation).expect("no limit").expect("a picture")
    };
    let ascii = |text| drawn(text, cg_engine::notation::Notation::Ascii);
    assert_eq!(ascii("domineering(\"..#/.#.\")"), ". . #\n. # .\n");
    assert_eq!(ascii("toads_frogs(\"T_F/_T\")"), "T _ F\n+\n_ T\n");
    assert_eq!(ascii("clobber(\"xo\") - konane(\"x.\")"), "x o\n-\nx .\n");
    assert_eq!(ascii("-clobber(\"xo\")"), "-\nx o\n");
    let boxes = drawn("clobber(\"xo/.#\")", cg_engine::notation::Notation::Unicode);
    assert_eq!(boxes, "┌───┬───┐\n│ ● │ ○ │\n├───┼───┤\n│   │▒▒▒│\n└───┴───┘\n");
}
