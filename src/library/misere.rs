//! Misère play of impartial games: genus, canonical forms, Bouton's rule, quotients.

use std::fmt::Display;
use std::rc::Rc;

use dashu_int::IBig;

use super::positions::play;
use super::sequences::rule_of;
use crate::diagnostic::ErrorCode;
use crate::eval::{Count, EvalError, Place, Session, Subject, builtins};
use crate::value::{Ruleset, Value, report};
use cg_engine::games::Fault;
use cg_engine::heaps::Splits;
use cg_engine::misere::{AllConditions, Class, Condition, Limits, Quotient, Stop};
use cg_engine::ordinals::Ordinal;
use cg_engine::positions::{self, Convention, PositionId};
use cg_engine::questions::{self, HeapGame};

/// Heaps among which a period of the quotient is looked for.
const MOST_HEAPS: usize = 2000;
/// Heaps in a list beyond which it is shortened in a sentence.
const WIDEST: usize = 12;

builtins! {
    /// Misère play.
    MISERE, "Misère play";

    /// The genus of an impartial position: its nim-values in misère company.
    ///
    /// First the nim-value, then above it the misère nim-values of the position alone and with one, two, ... heaps `*2`
    /// beside it, to the end of the first pair that alternates for ever (Winning Ways, ch. 13). A position that is equal to
    /// a heap of Nim is written as its size, a tame or restive one with one digit: `2^2`, `1^2`.
    /// A report with `.normal`, `.misere`, a list, `.class` and `.hereditary`.
    ///
    /// Write g for the nim-value and h for the misère nim-value. `.class` is "nim" for what is equal to a heap of Nim. It is
    /// "tame" for what plays like a position of Nim beside tame games: g and h are those of a position of Nim; the tame
    /// options alone give both as their mex; and every other option can be answered by a move to a tame game of nim-value g,
    /// and by one to a tame game of misère nim-value h (Winning Ways, ch. 13). It is "restive", where g is 0 or 1 and h at
    /// least 2, for what plays like the heap h beside heaps of Nim of sizes 0, 1, h and its neighbour alone, and like the heap
    /// g beside others: tame options, and restive ones that play like h or its neighbour, alone give g and h as their mex, and
    /// every other option can be answered as before by such games. Everything else is "wild".
    ///
    /// `.hereditary` tells whether all options are tame, all of theirs, and so on: then no move needs an answer, and the
    /// class is so in the narrower sense of On Numbers and Games, ch. 12.
    /// genus(kayles(5))  #=> 4^146
    /// [genus(nim(2)), genus(nim(2, 2)), genus(kayles(17))]  #=> [2, 0^0, 4^64]
    /// [genus(octal("0.35", n)).class for n in [4, 8]]  #=> ["restive", "tame"]
    /// [genus(octal("0.35", n)).hereditary for n in [4, 8]]  #=> [true, false]
    /// See: is_tame, misere_form, misere_quotient
    genus(p: Subject) -> Value = genus;

    /// Whether a position plays like one of Nim beside other such positions.
    ///
    /// Its nim-value and misère nim-value are those of a position of Nim, the tame options alone give both as their mex, and
    /// each other option of its misère form can be answered by moves back to tame positions of that nim-value and of that
    /// misère nim-value (Winning Ways, ch. 13). Sums of tame positions are tame. `genus(p).hereditary` tells whether it is so
    /// without such answers.
    /// [is_tame(kayles(n)) for n in 4..8]  #=> [true, false, true, true, true]
    /// See: genus, bouton
    is_tame(p: Subject) -> bool = |cx: &mut Session, p| {
        let p = play(cx, p, Convention::Misere)?;
        Ok(species(cx, p)?.class <= Class::Tame)
    };

    /// The misère canonical form of an impartial position, as a position.
    ///
    /// Two positions have the same form, which `same` tells, just where no company tells them apart in misère play (Grundy
    /// and Smith 1956; Conway, On Numbers and Games, ch. 12). A form that is a heap of Nim is written as its value, others
    /// as a literal of their options. Forms grow fast; `genus` and `misere_quotient` reach farther.
    /// misere_form(kayles(4))  #=> *
    /// misere_form(nim(2, 2))  #=> form <*2,*3>
    /// same(misere_form(nim(1, 2)), misere_form(nim(3)))  #=> true
    /// See: genus, mate, same
    misere_form(p: Subject) -> Place = |cx: &mut Session, p| {
        let p = play(cx, p, Convention::Misere)?;
        questions::misere_form(p, cx).map(Place).map_err(|fault| told(cx, fault, "canonical form"))
    };

    /// The mate of a position: its sum with it is lost for the player to move.
    ///
    /// The mate of 0 is `*`; the options of every other mate are the mates of the options (Conway, On Numbers and Games, ch.
    /// 12). It is given in misère canonical form.
    /// [mate(nim(0)), mate(nim(1)), mate(nim(2))]  #=> [*, 0, *2]
    /// outcome(kayles(5) + mate(kayles(5)), misere)  #=> P
    /// See: misere_form
    mate(p: Subject) -> Place = |cx: &mut Session, p| {
        let p = play(cx, p, Convention::Misere)?;
        questions::mate(p, cx).map(Place).map_err(|fault| told(cx, fault, "mate"))
    };

    /// Whether Bouton's rule says that the previous player wins in misère play.
    ///
    /// It says so of nim-sum 0 with some component of nim-value 2 or more, and of nim-sum 1 with none (Bouton 1901). It is
    /// right for Nim and wherever Ferguson's conditions hold, which `ferguson` tells; elsewhere it may be wrong.
    /// [bouton(nim(1, 1, 1)), bouton(nim(2, 2)), bouton(nim(1, 1))]  #=> [true, true, false]
    /// [bouton(kayles(8)), outcome(kayles(8), misere)]  #=> [true, N]
    /// See: ferguson, outcome
    bouton(p: Subject) -> bool = |cx: &mut Session, p| {
        let p = play(cx, p, Convention::Misere)?;
        questions::bouton(p, cx).map_err(|fault| told(cx, fault, "nim-value"))
    };

    /// Ferguson's conditions A1 to A5 on the heaps of a ruleset.
    ///
    /// Ferguson 1974, theorem 2: where all hold, Bouton's rule tells who wins every sum of the heaps in misère play.
    /// `ferguson(r)` is about all heaps: it says what Ferguson proved, or what the period of the nim-values proves; broken
    /// conditions are listed as far as heaps were looked at one by one, and go on with a period. `ferguson(r, n)` looks at
    /// heaps 0 to n-1. A report with `.holds`, `.violations`, a list of `[condition, heap]` from the smallest heap on, and `.bouton`, whether
    /// the rule is right for all sums of these heaps, and `.all_heaps`. It is so just where the conditions hold: with a heap of nim-value 1
    /// beside it each heap that breaks one refutes the rule. Where no move splits a heap, that is A1 (the corollary).
    /// ferguson(kayles, 9).violations  #=> [["A5", 5], ["A3", 8]]
    /// ferguson(subtraction({1,3,4}), 40).bouton  #=> true
    /// ferguson(code("0.[770]"))  #=> conditions A1 to A5 hold for all heaps, by the period of the nim-values: Bouton's rule solves misère play of their sums
    /// See: bouton, misere_quotient
    ferguson(r: Rc<Ruleset>, n: Option<Count>) -> Value = ferguson;

    /// The misère quotient of a ruleset: of all heaps, or of heaps 0 to n.
    ///
    /// `misere_quotient(r)` is about all heaps of a take-and-break game: it is found and proved where from `.preperiod` on the
    /// elements of heaps have a `.period` (Plambeck 2005). That search ends at 400 elements or 2000 heaps, and then gives the
    /// quotient of fewer heaps. `misere_quotient(r, n)` is about heaps 0 to n:
    /// sums of these heaps, taken as one where no sum of these heaps tells them apart (Plambeck and Siegel 2008): a
    /// commutative monoid, with the set P of what the player to move loses. It is proved, not guessed, for heaps up to
    /// `.proved_to`. Many quotients grow without end, so the search goes on as long as time and memory last: with a time
    /// limit, as in `cg --timeout 60s`, `.proved_to` tells how far it came, and `.complete` is false. It also ends where more
    /// than 32 generators are needed. A report with `.order`, `.p_portion` (the number of
    /// elements in P), `.proved_to`, `.complete`, `.generators` (heaps, named a, b, ...), `.presentation`, `.values` (the
    /// element of each heap, the pretending function) and `.p` (the elements of P).
    /// misere_quotient(kayles)  #=> order 40, P-portion 9, proved for all heaps: preperiod 71, period 12
    /// misere_quotient(kayles, 8).order  #=> 12
    /// misere_quotient(octal("0.26"), 22)  #=> order 50, P-portion 11, proved for heaps 0 to 22
    /// misere_quotient(nim, 2).presentation  #=> "<a, b | a^2 = 1, b^3 = b>"
    /// misere_quotient(nim, 3).values  #=> ["1", "a", "b", "ab"]
    /// See: ferguson, genus, outcome
    misere_quotient(r: Rc<Ruleset>, n: Option<Count>) -> Value = misere_quotient;
}

/// What is wrong with a position that has no such thing.
fn told(_: &mut Session, fault: Fault, thing: &str) -> EvalError {
    match fault {
        Fault::Partizan => EvalError::said(
            ErrorCode::PositionNotImpartial,
            format!("the players have different moves here, and only where both have the same is there a {thing}"),
        )
        .here("partizan")
        .help("`outcome(p, misere)` tells who wins misère play"),
        Fault::Loopy => EvalError::said(
            ErrorCode::GameLoopy,
            format!("play from this position can go round in circles, so it has no {thing}"),
        )
        .here("loopy")
        .help("`outcome(p, misere)` tells who wins misère play"),
        fault => fault.into(),
    }
}

fn species(cx: &mut Session, p: PositionId) -> Result<cg_engine::misere::Species, EvalError> {
    questions::species(p, cx).map_err(|fault| told(cx, fault, "genus"))
}

fn genus(cx: &mut Session, subject: Subject) -> Result<Value, EvalError> {
    let p = play(cx, subject, Convention::Misere)?;
    if let Some(heaps) = positions::heaps_of_nim(p, cx)
        && heaps.iter().all(Ordinal::is_finite)
        && heaps.iter().any(|heap| heap.to_u64().is_none_or(|n| n > u32::MAX.into()))
    {
        return genus_of_nim(&heaps);
    }
    let species = species(cx, p)?;
    let class = match species.class {
        Class::Nim => "nim",
        Class::Tame => "tame",
        Class::Restive => "restive",
        Class::Wild => "wild",
    };
    let number = |n: u32| Value::Integer(n.into());
    let report = report::Genus {
        text: species.to_string(),
        normal: number(species.genus.normal),
        misere: Value::list(species.genus.misere.iter().copied().map(number).collect()),
        class,
        hereditary: species.hereditary,
    };
    Ok(Value::Report(report.into()))
}

/// The genus of heaps of Nim of which one is large: like one heap beside them, or like several (Winning Ways, ch. 13).
fn genus_of_nim(heaps: &[Ordinal]) -> Result<Value, EvalError> {
    let mut sum = Ordinal::default();
    for heap in heaps {
        sum = sum.nim_sum(heap)?;
    }
    let one_heap = heaps.iter().filter(|heap| **heap > Ordinal::finite(1u64)).count() == 1;
    let text = match sum.to_u64() {
        _ if one_heap => sum.to_string(),
        Some(digit @ 0..10) => format!("{digit}^{digit}"),
        _ => format!("{sum}^({sum})"),
    };
    let misere = vec![Value::ordinal(sum.clone()), Value::ordinal(sum.nim_sum(&Ordinal::finite(2u64))?)];
    let report = report::Genus {
        text,
        normal: Value::ordinal(sum),
        misere: Value::list(misere),
        class: if one_heap { "nim" } else { "tame" },
        hereditary: true,
    };
    Ok(Value::Report(report.into()))
}

/// The game that heaps 0 to n-1 of a ruleset make.
fn heap_game(cx: &mut Session, name: &str, ruleset: &Rc<Ruleset>, n: u64) -> Result<HeapGame, EvalError> {
    cx.reserve_list(n)?;
    if let Ruleset::Graph(_) = &**ruleset {
        return Err(EvalError::said(
            ErrorCode::CallKind,
            format!("`{name}` takes a game on heaps, and a graph has vertices"),
        )
        .help("write the moves as a rule: `game g(n) := <g(n-1), g(n-2)>`"));
    }
    let mut heaps = Vec::new();
    for heap in 0..n {
        cx.games.budget.tick()?;
        let value = cx.apply(ruleset, vec![Value::Integer(heap as i64)])?;
        match cx.as_position(&value)? {
            Some(p) => heaps.push(p),
            None => {
                let got = cx.describe(&value);
                return Err(EvalError::said(
                    ErrorCode::CallKind,
                    format!("heap {heap} of this ruleset is {got}, not a position"),
                )
                .help("give a ruleset whose only argument is the heap, such as `kayles` or `subtraction({1,2})`"));
            }
        }
    }
    HeapGame::of(&heaps, cx).map_err(|fault| match fault {
        Fault::Partizan => EvalError::said(
            ErrorCode::PositionNotImpartial,
            format!("`{name}` is for games in which both players have the same moves"),
        )
        .help("`outcome(p, misere)` answers for positions of other games"),
        Fault::Loopy => EvalError::said(
            ErrorCode::GameLoopy,
            format!("`{name}` is for games that end, and play from these heaps can go round in circles"),
        )
        .help("`outcome(p, misere)` answers for positions of such games"),
        fault => fault.into(),
    })
}

fn ferguson(cx: &mut Session, ruleset: Rc<Ruleset>, n: Option<Count>) -> Result<Value, EvalError> {
    let Some(n) = n else { return ferguson_of_all(cx, ruleset) };
    let game = heap_game(cx, "ferguson", &ruleset, n.0)?;
    let violations = game.violations(cx)?;
    let bouton = game.is_bouton(cx)?;
    let range = match n.0 {
        0 => "no heaps".to_string(),
        n => format!("heaps 0 to {}", n - 1),
    };
    let text = if bouton {
        format!("conditions A1 to A5 hold for {range}: Bouton's rule solves misère play of their sums")
    } else {
        let broken = match violations.is_empty() {
            true => "a heap that these reach breaks a condition".to_string(),
            false => in_words(&violations),
        };
        format!("Bouton's rule does not solve misère play of {range}: {broken}")
    };
    let (holds, violations) = (violations.is_empty(), pairs(&violations));
    Ok(Value::Report(report::Ferguson { text, holds, violations, bouton, all_heaps: false }.into()))
}

/// Ferguson's conditions on all heaps, by his theorems or by the period of the nim-values.
fn ferguson_of_all(cx: &mut Session, ruleset: Rc<Ruleset>) -> Result<Value, EvalError> {
    let known = match cx.apply(&ruleset, vec![Value::Integer(0)]) {
        Ok(Value::Position(p)) => cx.positions.rules_of(p).theory().keeps_bouton(),
        _ => false,
    };
    let holds = |how: &str| {
        format!("conditions A1 to A5 hold for all heaps{how}: Bouton's rule solves misère play of their sums")
    };
    let all = if known {
        return Ok(of_all(holds(" (Ferguson 1974, section 5)"), &[]));
    } else {
        match rule_of(ruleset.clone(), cx) {
            Some(rule) => AllConditions::of(&rule, &mut cx.games.budget)?,
            None => None,
        }
    };
    let Some(all) = all else { return Err(of_how_many(cx, "ferguson", ruleset, 30)) };
    let text = match all.period {
        _ if all.broken.is_empty() => holds(", by the period of the nim-values"),
        0 => format!("Bouton's rule does not solve misère play: {}, and at no other heap", in_words(&all.broken)),
        period => format!(
            "Bouton's rule does not solve misère play: {}; from heap {} on each breaks what the heap smaller by {period} does",
            in_words(&all.broken),
            all.checked
        ),
    };
    Ok(of_all(text, &all.broken))
}

fn of_all(text: String, broken: &[(Condition, u64)]) -> Value {
    let holds = broken.is_empty();
    let violations = pairs(broken);
    Value::Report(report::Ferguson { text, holds, violations, bouton: holds, all_heaps: true }.into())
}

/// What to say where nothing is known of all heaps.
fn of_how_many(cx: &mut Session, name: &str, ruleset: Rc<Ruleset>, heaps: u64) -> EvalError {
    let short = cx.short(&Value::Ruleset(ruleset));
    EvalError::said(ErrorCode::CallArity, format!("no theorem tells `{name}` of all heaps of `{short}`"))
        .help(format!("say how many heaps to look at: `{name}({short}, {heaps})`"))
}

/// Conditions and heaps that break them, as a list of pairs.
fn pairs<T: Copy + Into<IBig>>(violations: &[(Condition, T)]) -> Value {
    let pair = |&(condition, heap): &(Condition, T)| {
        Value::list(vec![Value::text(condition.to_string()), Value::integer(heap.into())])
    };
    Value::list(violations.iter().map(pair).collect())
}

/// "A3 is broken at heap 8, A5 is broken at heaps 5 and 9".
fn in_words<T: Copy + Display>(violations: &[(Condition, T)]) -> String {
    let all =
        [Condition::A1, Condition::A2, Condition::A3, Condition::A4, Condition::A5].into_iter().map(|condition| {
            let heaps: Vec<T> = violations.iter().filter(|v| v.0 == condition).map(|v| v.1).collect();
            (condition, heaps)
        });
    let broken = all.filter(|(_, heaps)| !heaps.is_empty());
    let words: Vec<String> =
        broken.map(|(condition, heaps)| format!("{condition} is broken at {}", several(&heaps))).collect();
    words.join(", ")
}

/// "heap 5", "heaps 5, 8 and 13", "heaps 5, 8, ... (20 in all)".
fn several<T: Display>(heaps: &[T]) -> String {
    let mut names: Vec<String> = heaps.iter().take(WIDEST).map(T::to_string).collect();
    match heaps.len() {
        1 => format!("heap {}", names[0]),
        n if n > WIDEST => format!("heaps {}, ... ({n} in all)", names.join(", ")),
        _ => {
            let last = names.pop().unwrap_or_default();
            format!("heaps {} and {last}", names.join(", "))
        }
    }
}

fn misere_quotient(cx: &mut Session, ruleset: Rc<Ruleset>, n: Option<Count>) -> Result<Value, EvalError> {
    let Some(n) = n else { return quotient_of_all(cx, ruleset) };
    let game = heap_game(cx, "misere_quotient", &ruleset, n.0.saturating_add(1))?;
    let quotient = Quotient::of(&game.moves, Limits::NONE, &mut cx.games.budget)?;
    // Heaps of the ruleset, all of whose parts have an element.
    let known = |heaps: &&Vec<u32>| heaps.iter().all(|&h| (h as usize) < quotient.heaps());
    let values: Vec<u32> = game
        .positions
        .iter()
        .take_while(known)
        .map(|heaps| heaps.iter().fold(0, |product, &h| quotient.times(product, quotient.value(h))))
        .collect();
    let (order, p_portion, proved_to) = (quotient.order(), quotient.p_portion(), values.len() as i64 - 1);
    let mut text = format!("order {order}, P-portion {p_portion}, proved for heaps 0 to {proved_to}");
    if let Some(stop) = quotient.stop() {
        text += &halted(stop, proved_to + 1);
    }
    // A generator is a heap of the ruleset, but where that is made of others it may be a part of one.
    let heap_of = |g: u32| game.positions.iter().position(|heaps| heaps[..] == [g]);
    let generators =
        quotient.generators().iter().map(|&g| heap_of(g).map_or(Value::Nothing, |h| Value::Integer(h as i64)));
    let complete = values.len() == game.positions.len();
    Ok(quotient_report(&quotient, text, (Some(proved_to), complete), generators.collect(), &values))
}

/// The quotient of all heaps of a take-and-break game, or of as many as are found to have a small one.
fn quotient_of_all(cx: &mut Session, ruleset: Rc<Ruleset>) -> Result<Value, EvalError> {
    let rule = rule_of(ruleset.clone(), cx).filter(|rule| rule.splits() == Splits::Coded);
    let Some(rule) = rule else { return Err(of_how_many(cx, "misere_quotient", ruleset, 8)) };
    let quotient = Quotient::of_rule(&rule, MOST_HEAPS, Limits::SMALL, &mut cx.games.budget)?;
    let (order, p_portion) = (quotient.order(), quotient.p_portion());
    let largest = quotient.heaps() as i64 - 1;
    let (known, how) = match quotient.period() {
        Some(period) => {
            let (preperiod, period) = (period.preperiod, period.period);
            (preperiod + period, format!("proved for all heaps: preperiod {preperiod}, period {period}"))
        }
        None if quotient.heaps() == MOST_HEAPS => {
            (quotient.heaps() as u64, format!("proved for heaps 0 to {largest}, among which no period is proved"))
        }
        None => {
            let why = quotient.stop().map_or_else(String::new, |stop| halted(stop, largest + 1));
            (quotient.heaps() as u64, format!("proved for heaps 0 to {largest}{why}"))
        }
    };
    let text = format!("order {order}, P-portion {p_portion}, {how}");
    let values: Vec<u32> = (0..known).map(|heap| quotient.value(heap as u32)).collect();
    let generators = quotient.generators().iter().map(|&heap| Value::Integer(heap.into())).collect();
    let all = quotient.period().is_some();
    Ok(quotient_report(&quotient, text, ((!all).then_some(largest), all), generators, &values))
}

/// Why a quotient is one of fewer heaps.
fn halted(stop: Stop, heap: i64) -> String {
    match stop {
        Stop::Large => format!("; heap {heap} makes it larger than what is searched"),
        Stop::Time => format!("; at heap {heap} the time was up"),
        Stop::Memory => format!("; at heap {heap} the memory was full"),
    }
}

fn quotient_report(
    quotient: &Quotient,
    text: String,
    (proved_to, complete): (Option<i64>, bool),
    generators: Vec<Value>,
    values: &[u32],
) -> Value {
    let element = |e: u32| Value::text(word(quotient.word(e)));
    let report = report::Quotient {
        text,
        order: quotient.order() as i64,
        p_portion: quotient.p_portion() as i64,
        proved_to,
        complete,
        preperiod: quotient.period().map(|period| period.preperiod),
        period: quotient.period().map(|period| period.period),
        generators: Value::list(generators),
        presentation: presentation(quotient),
        values: Value::list(values.iter().copied().map(element).collect()),
        p: Value::list(quotient.p().map(element).collect()),
    };
    Value::Report(report.into())
}

/// The name of a generator: a, b, ..., z, then x27, x28, ...
pub(crate) fn letter(i: usize) -> String {
    match u8::try_from(i) {
        Ok(i @ 0..26) => char::from(b'a' + i).to_string(),
        _ => format!("x{}", i + 1),
    }
}

/// A word in the generators: `ab^2`, the empty one `1`.
pub(crate) fn word(copies: &[u32]) -> String {
    let mut text = String::new();
    for (i, &n) in copies.iter().enumerate().filter(|(_, n)| **n > 0) {
        text += &letter(i);
        if n > 1 {
            text += &format!("^{n}");
        }
    }
    if text.is_empty() { "1".into() } else { text }
}

fn presentation(quotient: &Quotient) -> String {
    let generators: Vec<String> = (0..quotient.generators().len()).map(letter).collect();
    let relations: Vec<String> =
        quotient.relations().iter().map(|(a, b)| format!("{} = {}", word(a), word(b))).collect();
    format!("<{} | {}>", generators.join(", "), relations.join(", "))
}
