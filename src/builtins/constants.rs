//! Names that stand for themselves.

use crate::games::{Dyadic, GameId, Outcome};
use crate::language::{Compound, Session, Trouble, builtins};
use crate::ordinals::Ordinal;
use crate::positions::Convention;

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
    /// Ordinals below epsilon_0 have `+` (the natural sum), `*`, `^` and `:` (the ordinary sum).
    /// omega + 1 > omega  #=> true
    /// 1 : omega  #=> omega
    /// See: inf, :
    omega -> Ordinal = |_: &mut Session| Ok(Ordinal::omega());

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

    /// Kind of compound: a move in exactly one component, until all have ended.
    ///
    /// sum(disj, nim(1), nim(2))  #=> *3
    /// See: sum, +
    disj -> Compound = |_: &mut Session| Ok(Compound::Disj);

    /// Kind of compound: a move in one component, until the first has ended.
    ///
    /// disj_short  #=> disj_short
    /// See: sum, disj
    disj_short -> Compound = |_: &mut Session| Ok(Compound::DisjShort);

    /// Kind of compound: a move in every component, until the first has ended.
    ///
    /// conj  #=> conj
    /// See: sum, conj_long
    conj -> Compound = |_: &mut Session| Ok(Compound::Conj);

    /// Kind of compound: a move in every component that has not ended.
    ///
    /// conj_long  #=> conj_long
    /// See: sum, conj
    conj_long -> Compound = |_: &mut Session| Ok(Compound::ConjLong);

    /// Kind of compound: a move in one or more components.
    ///
    /// The play ends when all have ended.
    /// sel  #=> sel
    /// See: sum, sel_short
    sel -> Compound = |_: &mut Session| Ok(Compound::Sel);

    /// Kind of compound: a move in one or more, until the first has ended.
    ///
    /// sel_short  #=> sel_short
    /// See: sum, sel
    sel_short -> Compound = |_: &mut Session| Ok(Compound::SelShort);

    /// Kind of compound: tokens on a graph; two that meet both vanish.
    ///
    /// annihilation  #=> annihilation
    /// See: sum, graph
    annihilation -> Compound = |_: &mut Session| Ok(Compound::Annihilation);
}

fn ups(cx: &mut Session, count: i64) -> Result<GameId, Trouble> {
    Ok(cx.games.number_up_star(&Dyadic::from(0), count, 0)?)
}
