//! Misère play of impartial games: genus, canonical forms, Bouton's rule, quotients.

mod ferguson;
mod genus;
pub(crate) mod order;
mod quotient;
pub(crate) mod tools;

use std::rc::Rc;

use super::errors::MisereError;
use super::positions::play;
use crate::eval::{Count, EvalError, Place, Session, Subject, apply, as_position, builtins, reserve_list};
use crate::value::{Ruleset, Value};
use cg_engine::games::{Fault, LIST_OF_OPTIONS};
use cg_engine::positions::Convention;
use cg_engine::questions::{self, HeapGame};
use ferguson::ferguson;
use genus::genus;
use quotient::misere_quotient;
pub(crate) use quotient::{letter, word};

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
    /// `.hereditary` tells whether all options of the misère canonical form are tame, all of theirs, and so on: then no move
    /// of that form needs an answer, and the class is so in the narrower sense of On Numbers and Games, ch. 12.
    ///
    /// Sums of heaps of any size of one take-and-break game are told where all its heaps have a finite quotient by misère
    /// nim-values, that is, as that of `misere_quotient`, but of what no sum of the heaps with `*` and `*2` can tell apart by its
    /// misère nim-value (after Plambeck and Siegel 2008, who ask who wins). `.order`, `.preperiod` and `.period` are of that
    /// quotient. The moves are not looked at then, so all digits are written and `.class` is "untold". Where that quotient grows
    /// too large, as for Kayles, one that counts all values from `.ceiling` on as one, 4, answers for sums that have none of
    /// them.
    /// genus(kayles(5))  #=> 4^146
    /// [genus(nim(2)), genus(nim(2, 2)), genus(kayles(17))]  #=> [2, 0^0, 4^64]
    /// [genus(octal("0.35", n)).class for n in [4, 8]]  #=> ["restive", "tame"]
    /// [genus(octal("0.35", n)).hereditary for n in [4, 8]]  #=> [true, false]
    /// [genus(kayles(10^18)), genus(octal("0.34", 10^18 + 2)), genus(octal("0.71", 10^18))]  #=> [1^13, 2^1420, 0^120]
    /// See: is_tame, misere_form, misere_quotient
    genus(p: Subject) -> Value = genus;

    /// Whether a position plays like one of Nim beside other such positions.
    ///
    /// Its nim-value and misère nim-value are those of a position of Nim, the tame options alone give both as their mex, and
    /// each other option of its misère form can be answered by moves back to tame positions of that nim-value and of that
    /// misère nim-value (Winning Ways, ch. 13). Sums of tame positions are tame. Where the genus of large heaps alone is told,
    /// `is_tame` answers if it is none of a position of Nim. `genus(p).hereditary` tells whether it is so
    /// without such answers.
    /// [is_tame(kayles(n)) for n in 4..8]  #=> [true, false, true, true, true]
    /// is_tame(octal("0.34", 10^18 + 2))  #=> false
    /// See: genus, bouton
    is_tame / misere_is_generally_tame (p: Subject) -> bool = |cx: &mut Session, p| {
        let p = play(cx, p, Convention::Misere)?;
        questions::is_tame(p, cx).map_err(|fault| misere_error(fault, "genus"))
    };

    /// The misère canonical form of an impartial position, as a position.
    ///
    /// Two positions have the same form, which `same` tells, just where no company tells them apart in misère play (Grundy
    /// and Smith 1956; Conway, On Numbers and Games, ch. 12). A form that is a heap of Nim is written as its value, others
    /// as a literal of their options: typed in, that is another position, whose form they are. Forms grow fast; `genus` and
    /// `misere_quotient` reach farther.
    /// misere_form(kayles(4))  #=> *
    /// misere_form(nim(2, 2))  #=> form <*2,*3>
    /// same(misere_form(nim(1, 2)), misere_form(nim(3)))  #=> true
    /// same(misere_form(form <*2,*3>), misere_form(nim(2, 2)))  #=> true
    /// See: genus, mate, same
    misere_form(p: Subject) -> Place = |cx: &mut Session, p| {
        let p = play(cx, p, Convention::Misere)?;
        questions::misere_form(p, cx).map(Place).map_err(|fault| misere_error(fault, "canonical form"))
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
        questions::mate(p, cx).map(Place).map_err(|fault| misere_error(fault, "mate"))
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
        questions::bouton(p, cx).map_err(|fault| misere_error(fault, "nim-value"))
    };

    /// Ferguson's conditions A1 to A5 on the heaps of a ruleset or a graph.
    ///
    /// Ferguson 1974, theorem 2: where all hold, Bouton's rule tells who wins every sum of the heaps in misère play.
    /// `ferguson(r)` is about all heaps: it says what Ferguson proved, or what the period of the nim-values proves; broken
    /// conditions are listed as far as heaps were looked at one by one, and go on with a period. `ferguson(r, n)` looks at heaps
    /// 0 to n-1. A report with `.holds`, `.violations`, a list of `[condition, heap]` from the smallest heap on, and `.bouton`,
    /// whether the rule is right for all sums of these heaps, and `.all_heaps`. It is so just where the conditions hold: with a
    /// heap of nim-value 1 beside it each heap that breaks one refutes the rule. Where no move splits a heap, that is A1 (the
    /// corollary): so of a graph, `ferguson(g)`, whose vertices are the heaps, or of what one position reaches, `ferguson(g.a)`.
    /// `.criterion` tells whether the criterion of section 5.2 holds, from which all conditions follow: each heap that has moves
    /// has one after which play is over, and if not all are such, one to a position whose moves all are such.
    /// ferguson(kayles, 9).violations  #=> [["A5", 5], ["A3", 8]]
    /// ferguson(subtraction({1,3,4}), 40).bouton  #=> true
    /// ferguson(code("0.[770]"))  #=> conditions A1 to A5 hold for all heaps, by the period of the nim-values: Bouton's rule solves misère play of their sums
    /// g := graph <a -> b; b -> c; c -> d, t; d -> t>; ferguson(g).violations  #=> [["A1", "b"]]
    /// See: bouton, misere_quotient
    ferguson(r: Value, n: Option<Count>) -> Value = ferguson;

    /// The misère quotient of a ruleset or a position.
    ///
    /// Of a ruleset it is that of all heaps, or of heaps 0 to n; of a position that of all sums of what it reaches.
    ///
    /// `misere_quotient(r)` is about all heaps of a take-and-break game: it is found and proved where from `.preperiod` on the
    /// elements of heaps have a `.period` (Plambeck 2005). That search ends at 1000 elements or 8000 heaps, and then gives the
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
    /// misere_quotient(kayles(5))  #=> order 12, P-portion 3, proved for what can be reached from this position
    /// misere_quotient(octal("0.26"), 22)  #=> order 50, P-portion 11, proved for heaps 0 to 22
    /// misere_quotient(nim, 2).presentation  #=> "<a, b | a^2 = 1, b^3 = b>"
    /// misere_quotient(nim, 3).values  #=> ["1", "a", "b", "ab"]
    /// See: ferguson, genus, outcome
    misere_quotient(r: Value, n: Option<Count>) -> Value = misere_quotient;
}

/// Returns the error about a position that has no such thing.
fn misere_error(fault: Fault, thing: &'static str) -> EvalError {
    match fault {
        Fault::Partizan => MisereError::Partizan { thing }.into(),
        Fault::Loopy => MisereError::Loopy { thing }.into(),
        Fault::TooLarge { what: LIST_OF_OPTIONS, .. } => MisereError::LargeHeap { thing }.into(),
        fault => fault.into(),
    }
}

/// Returns the game that heaps 0 to n-1 of a ruleset make.
fn heap_game(cx: &mut Session, name: &'static str, ruleset: &Rc<Ruleset>, n: u64) -> Result<HeapGame, EvalError> {
    reserve_list(&mut cx.games.budget, n)?;
    if let Ruleset::Graph(_) = &**ruleset {
        return Err(MisereError::Graph { name }.into());
    }
    let mut heaps = Vec::new();
    for heap in 0..n {
        cx.games.budget.tick()?;
        let value = apply(cx, ruleset, vec![Value::Integer(heap as i64)])?;
        match as_position(cx, &value)? {
            Some(p) => heaps.push(p),
            None => return Err(MisereError::NoPosition { heap, got: cx.describe(&value) }.into()),
        }
    }
    HeapGame::of(&heaps, cx).map_err(|fault| no_heap_game(fault, name))
}

/// Returns the error that positions are no heaps of one impartial game that ends.
fn no_heap_game(fault: Fault, name: &'static str) -> EvalError {
    match fault {
        Fault::Partizan => MisereError::PartizanHeaps { name }.into(),
        Fault::Loopy => MisereError::LoopyHeaps { name }.into(),
        fault => fault.into(),
    }
}
