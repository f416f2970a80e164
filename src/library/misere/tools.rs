//! Misère canonical forms beside each other: links, differences, parts, classes.

use super::{misere_error, play};
use crate::eval::{Count, EvalError, Place, Session, Subject, builtins, reserve_list};
use crate::library::errors::MisereError;
use crate::value::{Value, report};
use cg_engine::games::Fault;
use cg_engine::positions::{Convention, PositionId};
use cg_engine::questions::{self, FormKind};

builtins! {
    /// Misère canonical forms.
    MISERE_FORMS, "Misère play";

    /// A game whose sums with two positions are both lost in misère play.
    ///
    /// Of impartial positions, for the player to move. There is one unless a position equals an option of the other; then this is an
    /// error of the code value::none (Conway, On Numbers and Games, ch. 12). It is in misère canonical form.
    /// [outcome(p + misere_link(nim(2), form <*3>), misere) for p in [nim(2), form <*3>]]  #=> [P, P]
    /// See: distinguisher, misere_form, mate
    misere_link(p: Subject, q: Subject) -> Place = |cx: &mut Session, p, q| {
        let both = [position(cx, p)?, position(cx, q)?];
        let found = questions::misere_link(both, cx).map_err(form_error)?;
        found.map(Place).ok_or_else(|| MisereError::NoLink.into())
    };

    /// A game whose sum with just one of two positions is lost in misère play.
    ///
    /// Of impartial positions, for the player to move. There is one unless both have the same misère canonical form; then this is
    /// an error of the code value::none.
    /// distinguisher(nim(2, 2), nim(0))  #=> 0
    /// distinguisher(nim(2), nim(3))  #=> *2
    /// See: misere_link, misere_form, same
    distinguisher(p: Subject, q: Subject) -> Place = |cx: &mut Session, p, q| {
        let both = [position(cx, p)?, position(cx, q)?];
        let found = questions::distinguisher(both, cx).map_err(form_error)?;
        found.map(Place).ok_or_else(|| MisereError::SameForm.into())
    };

    /// The game whose sum with q is p in misère play.
    ///
    /// There is at most one; where there is none, this is an error of the code value::none.
    /// misere_minus(nim(2, 3), nim(3))  #=> *2
    /// misere_minus(nim(2), nim(1))  #=> *3
    /// See: misere_parts, misere_form
    misere_minus(p: Subject, q: Subject) -> Place = |cx: &mut Session, p, q| {
        let both = [position(cx, p)?, position(cx, q)?];
        let found = questions::misere_difference(both, cx).map_err(form_error)?;
        found.map(Place).ok_or_else(|| MisereError::NoDifference.into())
    };

    /// The parts of an impartial position in misère play, but 0 and `*`.
    ///
    /// The games of which it is the sum with some other game, those born first first.
    /// misere_parts(nim(2))  #=> [*2, *3]
    /// len(misere_parts(nim(2, 2)))  #=> 4
    /// See: misere_minus, misere_is_prime
    misere_parts(p: Subject) -> Vec<Value> = |cx: &mut Session, p| {
        let p = position(cx, p)?;
        let parts = questions::misere_parts(p, cx).map_err(form_error)?;
        Ok(parts.into_iter().map(Value::Position).collect())
    };

    /// True if two positions have a misère link, with which both sums are lost.
    ///
    /// Of impartial positions: they are linked unless one equals an option of the other (Conway, On Numbers and Games, ch. 12).
    /// [misere_is_linked_to(nim(2), form <*3>), misere_is_linked_to(nim(1), nim(2))]  #=> [true, false]
    /// See: misere_link, distinguisher
    misere_is_linked_to(p: Subject, q: Subject) -> bool = |cx: &mut Session, p, q| {
        let both = [position(cx, p)?, position(cx, q)?];
        Ok(questions::misere_link(both, cx).map_err(form_error)?.is_some())
    };

    /// All ways to write a position as a sum in misère play, without 0 and `*`.
    ///
    /// Each is a list of misère canonical forms, itself alone among them; there are finitely many (CGSuite).
    /// misere_partitions(nim(2))  #=> [[*2]]
    /// len(misere_partitions(nim(2, 2)))  #=> 3
    /// See: misere_parts, misere_minus, misere_is_prime
    misere_partitions(p: Subject) -> Value = misere_partitions;

    /// The birthday of the misère canonical form of an impartial position.
    ///
    /// misere_birthday(nim(3))  #=> 3
    /// misere_birthday(form <<*2>,*1>)  #=> 4
    /// See: birthday, misere_form, misere_day
    misere_birthday(p: Subject) -> Count = |cx: &mut Session, p| {
        let p = position(cx, p)?;
        Ok(Count(questions::misere_birthday(p, cx).map_err(form_error)?.into()))
    };

    /// The misère canonical forms of impartial games born by day n.
    ///
    /// A report with `.count` for n up to 5, and `.forms`, a list, for n up to 4.
    /// [misere_day(n).count for n in 0..4]  #=> [1, 2, 3, 5, 22]
    /// misere_day(3).forms  #=> [0, *, *2, form <*2>, *3]
    /// See: misere_form, misere_birthday, born_by
    misere_day(n: Count) -> Value = |cx: &mut Session, n: Count| {
        let Some(n) = u32::try_from(n.0).ok().filter(|n| *n <= 5) else {
            return Err(MisereError::LateDay { day: n.0 }.into());
        };
        let (count, forms) = questions::misere_day(n, cx)?;
        let forms = forms.map(|forms| Value::list(forms.into_iter().map(Value::Position).collect()));
        let text = format!("{count} misère forms born by day {n}");
        Ok(Value::Report(report::MisereDay { text, count, forms }.into()))
    };

    /// The misère nim-value of an impartial position.
    ///
    /// The size of the heap of Nim beside which it is lost in misère play: the first digit of the genus behind the
    /// nim-value.
    /// misere_nim_value(kayles(5))  #=> 1
    /// misere_nim_value(nim(0))  #=> 1
    /// See: genus, nim_value
    misere_nim_value(p: Subject) -> Count = |cx: &mut Session, p| {
        let p = position(cx, p)?;
        Ok(Count(questions::species(p, cx).map_err(form_error)?.genus.pair().1.into()))
    };

    /// Whether an impartial position is restive in misère play.
    ///
    /// Like a heap of its misère nim-value, at least 2, beside few heaps of Nim, and like one of its nim-value, 0 or 1,
    /// beside others: `help genus` has the definition (Winning Ways, ch. 13).
    /// is_restive(octal("0.35", 4))  #=> true
    /// is_restive(nim(2, 2))  #=> false
    /// See: genus, is_tame, is_restless
    is_restive(p: Subject) -> bool = |cx: &mut Session, p| is_of_kind(cx, p, FormKind::Restive);

    /// Whether an impartial position is restless in misère play.
    ///
    /// Not tame, of nim-value at least 2 and misère nim-value 0 or 1, with tame options only (CGSuite's definition).
    /// is_restless(nim(2))  #=> false
    /// See: is_restive, genus
    is_restless(p: Subject) -> bool = |cx: &mut Session, p| is_of_kind(cx, p, FormKind::Restless);

    /// Whether an impartial position is half-tame in misère play.
    ///
    /// Not tame, while its sum with itself is tame of genus 0^0.
    /// is_half_tame(octal("0.35", 4))  #=> true
    /// is_half_tame(nim(2))  #=> false
    /// See: is_tame, genus
    is_half_tame(p: Subject) -> bool = |cx: &mut Session, p| is_of_kind(cx, p, FormKind::HalfTame);

    /// Whether an impartial position is tameable in misère play.
    ///
    /// Tame, or tame by the definition of `is_tame` if tameable options and answers count as tame ones (CGSuite's
    /// definition): it determines the genus of its sums with tame positions.
    /// is_tameable(nim(2, 2))  #=> true
    /// is_tameable(kayles(5))  #=> false
    /// See: is_tame, genus
    is_tameable(p: Subject) -> bool = |cx: &mut Session, p| is_of_kind(cx, p, FormKind::Tameable);

    /// Whether the misère form of a position is born before its sum with `*`.
    ///
    /// [misere_is_even(nim(n)) for n in 0..3]  #=> [true, false, true, false]
    /// See: misere_birthday, misere_is_prime
    misere_is_even(p: Subject) -> bool = |cx: &mut Session, p| is_of_kind(cx, p, FormKind::Even);

    /// Whether a position in misère play is a sum in no way but with 0 and `*`.
    ///
    /// Neither 0 nor `*` is prime.
    /// [misere_is_prime(nim(n)) for n in 0..3]  #=> [false, false, true, true]
    /// misere_is_prime(nim(2, 2))  #=> false
    /// See: misere_parts, misere_is_even
    misere_is_prime(p: Subject) -> bool = |cx: &mut Session, p| is_of_kind(cx, p, FormKind::Prime);

    /// Whether a position is a part of each of its options in misère play.
    ///
    /// Only 0 and `*` are.
    /// misere_is_introverted(nim(1))  #=> true
    /// See: misere_is_extraverted, misere_parts
    misere_is_introverted(p: Subject) -> bool = |cx: &mut Session, p| is_of_kind(cx, p, FormKind::Introverted);

    /// Whether a position is a part of the game that has it as its only option.
    ///
    /// misere_is_extraverted(nim(2))  #=> true
    /// See: misere_is_introverted, misere_parts
    misere_is_extraverted(p: Subject) -> bool = |cx: &mut Session, p| is_of_kind(cx, p, FormKind::Extraverted);
}

fn position(cx: &mut Session, p: Subject) -> Result<PositionId, EvalError> {
    play(cx, p, Convention::Misere)
}

fn misere_partitions(cx: &mut Session, p: Subject) -> Result<Value, EvalError> {
    let p = position(cx, p)?;
    let form = questions::misere_form(p, cx).map_err(form_error)?;
    let parts = questions::misere_parts(form, cx).map_err(form_error)?;
    let mut found = Vec::new();
    add_partitions(cx, form, &parts, &mut Vec::new(), &mut found)?;
    Ok(Value::list(found))
}

/// Adds the ways to write `rest` as a sum of some of `parts`, each behind those that were chosen before.
fn add_partitions(
    cx: &mut Session,
    rest: PositionId,
    parts: &[PositionId],
    chosen: &mut Vec<PositionId>,
    found: &mut Vec<Value>,
) -> Result<(), EvalError> {
    for (i, &part) in parts.iter().enumerate() {
        cx.games.budget.tick()?;
        let left =
            if part == rest { None } else { questions::misere_difference([rest, part], cx).map_err(form_error)? };
        chosen.push(part);
        if part == rest {
            reserve_list(&mut cx.games.budget, chosen.len() as u64)?;
            found.push(Value::list(chosen.iter().copied().map(Value::Position).collect()));
        } else if let Some(left) = left {
            add_partitions(cx, left, &parts[i..], chosen, found)?;
        }
        chosen.pop();
    }
    Ok(())
}

fn is_of_kind(cx: &mut Session, p: Subject, kind: FormKind) -> Result<bool, EvalError> {
    let p = position(cx, p)?;
    questions::is_of_form_kind(p, kind, cx).map_err(form_error)
}

fn form_error(fault: Fault) -> EvalError {
    misere_error(fault, "canonical form")
}
