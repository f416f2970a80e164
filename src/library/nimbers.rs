//! The field of nimbers.

use dashu_int::IBig;

use super::errors::NumberError;
use crate::eval::{EvalError, NimNumber, Rest, Session, builtins};
use cg_engine::games::Fault;
use cg_engine::ordinals::Ordinal;

builtins! {
    /// The field of nimbers.
    NIMBERS, "Nimbers as a field";

    /// The product of numbers in the field of nimbers.
    ///
    /// The least number not of the form a'b + ab' + a'b' with nim-sums; ordinals below omega^omega^54 too (Conway, On
    /// Numbers and Games, ch. 6).
    /// nim_product(2, 3)  #=> 1
    /// nim_product(4, 4)  #=> 6
    /// nim_product(omega, omega, omega)  #=> 2
    /// See: nim_sum, nim_power, nim_inverse
    nim_product(a: NimNumber, others: Rest<NimNumber>) -> Ordinal = |cx: &mut Session, a: NimNumber, others: Rest<NimNumber>| {
        let mut product = a.0;
        for NimNumber(b) in &others.0 {
            product = product.nim_product(b, &mut cx.games.budget).map_err(beyond)?;
        }
        Ok(product)
    };

    /// The power of a number in the field of nimbers.
    ///
    /// The nim-product of n factors a; a negative n is a power of the inverse.
    /// nim_power(2, 3)  #=> 1
    /// nim_power(omega^omega, 5)  #=> 4
    /// See: nim_product, nim_inverse, nim_log
    nim_power(a: NimNumber, n: IBig) -> Ordinal = |cx: &mut Session, NimNumber(a): NimNumber, n: IBig| {
        if a.is_zero() && n < IBig::ZERO {
            return Err(EvalError::DivisionByZero);
        }
        a.nim_power(&n, &mut cx.games.budget).map_err(beyond)
    };

    /// The number whose nim-product with a number is 1.
    ///
    /// nim_inverse(2)  #=> 3
    /// nim_product(omega, nim_inverse(omega))  #=> 1
    /// See: nim_product, nim_power, nim_div
    nim_inverse(a: NimNumber) -> Ordinal = |cx: &mut Session, NimNumber(a): NimNumber| inverse(cx, &a);

    /// The quotient in the field of nimbers.
    ///
    /// The number whose nim-product with b is a.
    /// nim_div(1, 2)  #=> 3
    /// nim_div(6, 4)  #=> 4
    /// See: nim_product, nim_inverse
    nim_div(a: NimNumber, b: NimNumber) -> Ordinal = |cx: &mut Session, NimNumber(a): NimNumber, NimNumber(b): NimNumber| {
        let inverse = inverse(cx, &b)?;
        a.nim_product(&inverse, &mut cx.games.budget).map_err(beyond)
    };

    /// The square root in the field of nimbers.
    ///
    /// Each number has just one.
    /// nim_sqrt(6)  #=> 4
    /// nim_sqrt(omega^2)  #=> omega
    /// See: nim_solve, nim_product
    nim_sqrt(a: NimNumber) -> Ordinal = |cx: &mut Session, NimNumber(a): NimNumber| {
        a.nim_root(&mut cx.games.budget).map_err(beyond)
    };

    /// The order in the field of nimbers: the least n > 0 with a^n = 1.
    ///
    /// nim_order(2)  #=> 3
    /// nim_order(4)  #=> 15
    /// nim_order(omega)  #=> 9
    /// See: nim_power, nim_log
    nim_order(a: NimNumber) -> Ordinal = |cx: &mut Session, NimNumber(a): NimNumber| {
        let order = a.nim_order(&mut cx.games.budget).map_err(beyond)?;
        order.map(Ordinal::finite).ok_or_else(|| NumberError::NimOrder.into())
    };

    /// The logarithm of a to the base b in the field of nimbers.
    ///
    /// The least n from 0 with nim_power(b, n) = a.
    /// nim_log(6, 4)  #=> 2
    /// nim_power(4, nim_log(9, 4))  #=> 9
    /// See: nim_power, nim_order
    nim_log(a: NimNumber, b: NimNumber) -> Ordinal = |cx: &mut Session, NimNumber(a): NimNumber, NimNumber(b): NimNumber| {
        let found = a.nim_logarithm(&b, &mut cx.games.budget).map_err(beyond)?;
        found.map(Ordinal::finite).ok_or_else(|| NumberError::NimLogarithm { a: a.to_string(), b: b.to_string() }.into())
    };

    /// The roots of a x^2 + b x + c in the field of nimbers, in order.
    ///
    /// Two if b is not 0, else one; a linear equation if a is 0.
    /// nim_solve(1, 1, 1)  #=> [2, 3]
    /// nim_solve(1, 0, 6)  #=> [4]
    /// nim_solve(0, 2, 1)  #=> [3]
    /// See: nim_sqrt, nim_product
    nim_solve(a: NimNumber, b: NimNumber, c: NimNumber) -> Vec<Ordinal> = |cx: &mut Session, a: NimNumber, b: NimNumber, c: NimNumber| {
        let roots = a.0.nim_roots_of_quadratic(&b.0, &c.0, &mut cx.games.budget).map_err(beyond)?;
        roots.ok_or_else(|| NumberError::NimEquation.into())
    };
}

fn inverse(cx: &mut Session, a: &Ordinal) -> Result<Ordinal, EvalError> {
    if a.is_zero() {
        return Err(EvalError::DivisionByZero);
    }
    a.nim_inverse(&mut cx.games.budget).map_err(beyond)
}

fn beyond(fault: Fault) -> EvalError {
    EvalError::unanswered(fault, "take smaller ordinals; `nim_sum` is known for all of them")
}
