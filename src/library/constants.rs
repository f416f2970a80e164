//! Names that stand for themselves.

use super::errors::NumberError;
use crate::eval::{EvalError, Session, builtins};
use crate::value::Value;
use cg_engine::games::{Dyadic, GameId, Outcome};
use cg_engine::ordinals::Ordinal;
use cg_engine::positions::Convention;
use cg_engine::rulesets::compound::Kind;

builtins! {
    /// Constants.
    CONSTANTS, "Constants";

    /// The positive infinitesimal {0|*}.
    ///
    /// Less than every positive number, confused with star (Conway, On Numbers and Games, ch. 9).
    /// up > 0  #=> true
    /// up || *  #=> true
    /// See: down, ^, tiny
    up -> GameId = |cx: &mut Session| ups(cx, 1);

    /// The negative of up, {*|0}.
    ///
    /// down + up  #=> 0
    /// See: up
    down -> GameId = |cx: &mut Session| ups(cx, -1);

    /// The least infinite ordinal.
    ///
    /// Surreal numbers are made of it by `+`, `-`, `*`, `/` and `^` (Conway, On Numbers and Games); of ordinals these are
    /// the natural sum and product, and `:` is the ordinary sum.
    /// omega + 1 > omega  #=> true
    /// 1 : omega  #=> omega
    /// (omega - 1)*(omega + 1)  #=> omega^2 - 1
    /// omega^(1/2) > 1000  #=> true
    /// See: inf, :, sign_expansion, expansion
    omega -> Ordinal = |_: &mut Session| Ok(Ordinal::omega());

    /// The value of what has none, such as the move of a lost position.
    ///
    /// `null` in JSON is read as it. It is printed inside of lists only.
    /// solve(nim(0)).move == nothing  #=> true
    /// [if n > 1 then n for n in 1..3]  #=> [nothing, 2, 3]
    /// See: attempt, solve, read
    nothing -> Value = |_: &mut Session| Ok(Value::Nothing);

    /// All natural numbers, in the rule of a `game` or in a literal.
    ///
    /// What is answered of a position with infinitely many options is proved from the rule (Smith 1966, section 11). Every
    /// option is a call of the game itself, its arguments sums of multiples of parameters and names, under conditions that
    /// compare such sums. `for b below a` runs through all smaller ordinals: in a rule of heaps of any, in others of those
    /// below omega^2, to which at most a number is added. An argument and those behind it are one heap if a move that makes
    /// it smaller makes those any numbers: l(a, b) is a heap of omega*a + b.
    /// game e(d, c) := <e(d, c-1) if 0 < c, e(d-1, 2*n+1) for n in naturals if c == 0 and 0 < d>; distance(e(3, 4))  #=> omega*3 + 4
    /// game w(a) := <w(b) for b below a>; nim_value(w(omega + 2) + w(omega))  #=> 2
    /// game l(a, b) := <l(c, n) for c below a for n in naturals, l(a, d) for d below b>; nim_value(l(omega, 3))  #=> omega^2 + 3
    /// <0|1/2^n for n in naturals>  #=> 1/omega
    /// <naturals|omega>  #=> omega - 1
    /// <*n for n in naturals>  #=> *omega
    /// See: omega, dollars, nim
    naturals -> Value = |_: &mut Session| {
        Err(NumberError::Naturals.into())
    };

    /// Outcome class: the next player wins, whoever that is.
    ///
    /// outcome(*)  #=> N
    /// See: outcome
    N -> Outcome = |_: &mut Session| Ok(Outcome::N);

    /// Outcome class: the previous player wins, so the next one loses.
    ///
    /// outcome(0)  #=> P
    /// See: outcome
    P -> Outcome = |_: &mut Session| Ok(Outcome::P);

    /// Outcome class, and player: Left wins, whoever starts.
    ///
    /// outcome(up)  #=> L
    /// See: outcome
    L -> Outcome = |_: &mut Session| Ok(Outcome::L);

    /// Outcome class, and player: Right wins, whoever starts.
    ///
    /// outcome(-1/2)  #=> R
    /// See: outcome
    R -> Outcome = |_: &mut Session| Ok(Outcome::R);

    /// Outcome class: neither player can force a win.
    ///
    /// g := graph <a -> b; b -> a>; outcome(g.a)  #=> D
    /// See: outcome, graph
    D -> Outcome = |_: &mut Session| Ok(Outcome::D);

    /// Outcome class: Left wins if she starts, otherwise it is drawn.
    ///
    /// g := graph <a -L> t; a -R> b; b -> b; t : L>; outcome(g.a)  #=> Nhat
    /// See: outcome, D
    Nhat -> Outcome = |_: &mut Session| Ok(Outcome::NHat);

    /// Outcome class: Left wins if Right starts, otherwise it is drawn.
    ///
    /// g := graph <a -R> t; a -L> b; b -> b; t : L>; outcome(g.a)  #=> Phat
    /// See: outcome, D
    Phat -> Outcome = |_: &mut Session| Ok(Outcome::PHat);

    /// Outcome class: Right wins if he starts, otherwise it is drawn.
    ///
    /// g := graph <a -R> t; a -L> b; b -> b; t : R>; outcome(g.a)  #=> Ncheck
    /// See: outcome, D
    Ncheck -> Outcome = |_: &mut Session| Ok(Outcome::NCheck);

    /// Outcome class: Right wins if Left starts, otherwise it is drawn.
    ///
    /// g := graph <a -L> t; a -R> b; b -> b; t : R>; outcome(g.a)  #=> Pcheck
    /// See: outcome, D
    Pcheck -> Outcome = |_: &mut Session| Ok(Outcome::PCheck);

    /// Play convention: a player who cannot move loses.
    ///
    /// outcome(form <0>, normal)  #=> N
    /// See: misere, outcome
    normal -> Convention = |_: &mut Session| Ok(Convention::Normal);

    /// Play convention: a player who cannot move wins.
    ///
    /// outcome(form <0>, misere)  #=> P
    /// See: normal, outcome, form
    misere -> Convention = |_: &mut Session| Ok(Convention::Misere);

    /// Says that a file which is there already may be replaced.
    ///
    /// The last argument of what writes files; it is `true`. A file is replaced as a whole, and never through a link.
    /// write("notes.txt", "a"); write("notes.txt", "b", replace)  #=> "1 byte written to notes.txt"
    /// See: write, draw, save_graph
    replace -> bool = |_: &mut Session| Ok(true);

    /// Kind of compound: a move in exactly one component, until all have ended.
    ///
    /// The disjunctive sum, also written `+`.
    /// sum(disj, nim(1), nim(2))  #=> *3
    /// See: sum
    disj -> Kind = |_: &mut Session| Ok(Kind::Disj);

    /// Kind of compound: as `disj`, but the first component to end ends it all.
    ///
    /// The diminished disjunctive sum (Conway, On Numbers and Games, ch. 14). It is not known of components
    /// with options without end.
    /// outcome(sum(disj_short, nim(1), nim(2)))  #=> N
    /// See: sum
    disj_short -> Kind = |_: &mut Session| Ok(Kind::DisjShort);

    /// Kind of compound: a move in every component, until the first ends.
    ///
    /// The conjunctive compound, or rapid join (Smith 1966, section 6; Winning Ways, ch. 9).
    /// outcome(sum(conj, nim(1), nim(2)))  #=> N
    /// See: sum
    conj -> Kind = |_: &mut Session| Ok(Kind::Conj);

    /// Kind of compound: a move in every component not ended, until all have.
    ///
    /// The continued conjunctive compound, or slow join (Winning Ways, ch. 9). Where somebody wins from wherever each component
    /// can come, the one of greatest suspense decides, with cycles and with options without end too; where a component can be
    /// drawn, play is searched.
    /// outcome(sum(conj_long, nim(1), nim(2)))  #=> N
    /// outcome(sum(conj_long, dollars(1, 0), nim(omega)))  #=> P
    /// See: sum
    conj_long -> Kind = |_: &mut Session| Ok(Kind::ConjLong);

    /// Kind of compound: a move in any components, until all have ended.
    ///
    /// The selective compound, or union (Smith 1966, section 7; Winning Ways, ch. 9).
    /// outcome(sum(sel, nim(1), nim(2)))  #=> N
    /// See: sum
    sel -> Kind = |_: &mut Session| Ok(Kind::Sel);

    /// Kind of compound: as `sel`, but the first component to end ends it all.
    ///
    /// The shortened selective compound, or urgent union (Winning Ways, ch. 9). One move wins where it ends a component; else
    /// the components are those of a selective compound without such moves, with cycles and with options without end too.
    /// outcome(sum(sel_short, nim(1), nim(2)))  #=> N
    /// remoteness(sum(sel_short, dollars(1, 0), dollars(1, 2)))  #=> omega*2 + 2
    /// See: sum
    sel_short -> Kind = |_: &mut Session| Ok(Kind::SelShort);
}

fn ups(cx: &mut Session, count: i64) -> Result<GameId, EvalError> {
    Ok(cx.games.number_up_star(&Dyadic::from(0), count, 0)?)
}
