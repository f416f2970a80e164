//! Statements of CGSuite and their translations.

use super::topic::topics;

topics! {
    /// Notation of other programs.
    ELSEWHERE, "Ideas";

    /// Statements of CGSuite 2 and their translations.
    ///
    /// Numbers, nimbers, `^`, `*`, `+-`, `{1|0}`, sums and comparisons are written as in CGSuite. Methods are functions:
    /// `G.Heat(1)` is `heat(G, 1)`, and names are small with underscores. `v`, `v2`, `1v2*` and `^[3]` are read
    /// as there. Rows of a board are parted by `/`. A literal `{L|R}`
    /// is a value; CGSuite's `'{L|R}'`, a game that keeps its options, is `form {L|R}`.
    ///
    /// Only here: loopy impartial games with their γ-values, draws and remoteness; conjunctive, selective and shortened
    /// compounds of any games, annihilation games; misère quotients and the genera of heaps of any size; proofs that a
    /// period goes on for ever; `explain`, `cg play`, `cg lesson`; scripts with tests, JSON, Python, a language server,
    /// pictures as SVG, PDF, TikZ and Typst, and values in LaTeX.
    ///
    /// Only there: a window with a worksheet and the Explorer, which unfolds a game tree by the mouse; classes for rulesets;
    /// `while` and variables that change inside of functions.
    /// See: form, game, ruleset
    "coming from CGSuite": "cgsuite" "CGSuite" "CGScript" => table;
}

/// A statement of CGSuite, and the statement of this language that answers the same question.
pub struct Translation {
    /// The statement of CGSuite.
    pub there: &'static str,
    /// The statement of this language.
    pub here: &'static str,
}

const fn row(there: &'static str, here: &'static str) -> Translation {
    Translation { there, here }
}

/// Statements of CGSuite and ours, in an order in which one meets them.
pub const TRANSLATIONS: &[Translation] = &[
    row("G := {2|-1}", "G := {2|-1}"),
    row("'{0,*|1}'", "form {0,*|1}"),
    row("G.OutcomeClass", "outcome(G)"),
    row("G.Temperature", "temperature(G)"),
    row("G.Thermograph", "draw(thermograph(G))"),
    row("G.Heat(1)", "heat(G, 1)"),
    row("G.LeftOptions", "left_options(G)"),
    row("game.grid.Domineering(Grid.Empty(4,4))", "domineering(4, 4)"),
    row("game.grid.Clobber(\"xoxo|ox..\")", "clobber(\"xoxo/ox..\")"),
    row("game.strip.ToadsAndFrogs(\"ttt..fff\")", "toads_frogs(\"TTT__FFF\")"),
    row("game.graph.Hackenbush(\"lrlrr\")", "hackenbush(\"BRBRR\")"),
    row("game.heap.Nim(8).NimValue", "nim_value(nim(8))"),
    row("r := game.heap.TakeAndBreak(\"0.07\")", "r := octal(\"0.07\")"),
    row("r.NimValueSequence(300)", "sequence(r, 300)"),
    row("r.CheckPeriodicity(300)", "period(r)"),
    row("(^^*).AtomicWeight", "atomic_weight(^^*)"),
    row("a{0|a}", "loop a {0|a}"),
    row("{0|pass}", "{0|pass}"),
    row("9 NimProduct 5", "nim_product(9, 5)"),
    row("[n^2 for n from 1 to 9]", "[n^2 for n in 1..9]"),
    row("f := x -> x + x", "f(x) := x + x"),
];

/// Predicates and small calls, of which the README has none.
pub const SMALL_CALLS: &[Translation] = &[
    row("G.StopCount", "stop_count(up)"),
    row("G.IsEvenTempered", "is_even_tempered(1)"),
    row("G.IsOddTempered", "is_odd_tempered(*)"),
    row("G.IsNumberish", "is_numberish(up)"),
    row("G.IsNumberTiny", "is_number_tiny(tiny(2))"),
    row("G.IsIdempotent", "is_idempotent(on)"),
    row("n.IsEvil", "is_evil(3)"),
    row("n.IsOdious", "is_odious(7)"),
    row("G.StrongStop", "strong_stops(up)"),
    row("G.Pow(x)", "up^(7/4)"),
    row("G.PowTo(x)", "up^[3]"),
    row("G.OrdinalProduct(H)", "ordinal_product(up, 2)"),
    row("G.Upsum(H)", "upsum(over, under)"),
    row("G.Downsum(H)", "downsum(over, under)"),
    row("G.UpsumVariety", "upsum_variety(over)"),
    row("G.DownsumVariety", "downsum_variety(over)"),
    row("G.IsStable", "is_stable(over)"),
    row("G.Link(H)", "misere_link(nim(2), form <*3>)"),
    row("G.Distinguisher(H)", "distinguisher(nim(2), nim(3))"),
    row("G.MisereMinus(H)", "misere_minus(nim(2, 3), nim(3))"),
    row("G.Parts", "misere_parts(nim(2))"),
    row("G.IsPrime", "misere_is_prime(nim(2))"),
    row("DayN(3)", "misere_day(3)"),
    row("G.Genus", "genus(kayles(5))"),
    row("G.IsTame", "is_tame(kayles(5))"),
    row("G.IsRestive", "is_restive(nim(2))"),
    row("G.IsRestless", "is_restless(nim(2))"),
    row("G.IsHalfTame", "is_half_tame(nim(2))"),
    row("G.IsTameable", "is_tameable(nim(2))"),
    row("G.IsGenerallyTame", "misere_is_generally_tame(kayles(5))"),
    row("G.IsLinkedTo(H)", "misere_is_linked_to(nim(2), nim(3))"),
    row("G.Partitions", "misere_partitions(nim(2))"),
    row("G.IsFinite", "is_finite(over)"),
    row("G.IsStopperSided", "is_stopper_sided(dud)"),
    row("G.SensibleLines(Left)", "sensible_lines(form <0,-1|1>, L)"),
    row("R.NimValueTable(3, 3)", "nim_value_table(wythoff, 3, 3)"),
    row("xs.PeriodicTable(3)", "periodic_table([0, 1, 2, 0], 3)"),
    row("GenClobber(directions => Compass)", "clobber(steps = king)"),
    row("GenMem((k, a) -> a >= k)", "gen_mem((k, a) -> a >= k)"),
    row("Spawning(\"1-3\")", "turning(\"1-3\")"),
    row("R.Join(S)", "heap_join(kayles, subtraction({3}))"),
    row("R.PartizanJoin(S)", "partizan_join(kayles, nim)"),
    row("R.CakeProduct(S)", "cake_product(nim(2), nim(3))"),
    row("GenCol([Nothing], [Nothing])", "gen_col(\".\", \".\")"),
    row("n.NimSqrt", "nim_sqrt(5)"),
    row("m.NimDiv(n)", "nim_div(6, 3)"),
];

/// Returns the table as help shows it.
fn table() -> String {
    let all = || TRANSLATIONS.iter().chain(SMALL_CALLS);
    let widest = all().map(|row| row.there.chars().count()).max().unwrap_or(0);
    let line = |there: &str, here: &str| format!("{there:widest$}  {here}\n");
    line("CGSuite", "cg") + &all().map(|row| line(row.there, row.here)).collect::<String>()
}

/// Returns the table in Markdown, for the README.
pub fn cgsuite_markdown() -> String {
    let code = |text: &str| format!("`{}`", text.replace('|', "\\|"));
    let rows = TRANSLATIONS.iter().map(|row| format!("| {} | {} |\n", code(row.there), code(row.here)));
    format!("| in CGSuite | in cg |\n|---|---|\n{}", rows.collect::<String>())
}
