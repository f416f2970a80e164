//! Loopy values: constants, sides, degree and variety.

use crate::eval::{EvalError, Session, builtins, game_value, loopy_value, stopper_of, unsettled};
use crate::show::loopy_text;
use crate::value::Value;
use cg_engine::games::Fault;
use cg_engine::loopy::{Sided, Sides, Stopper, Unsettled};
use cg_engine::positions::Context;

builtins! {
    /// Loopy values.
    LOOPY, "Values";

    /// The loopy game {pass|}, greater than every game that ends.
    ///
    /// Left can always pass, and Right cannot move (Winning Ways, ch. 11).
    /// on > 1000  #=> true
    /// on + off  #=> dud
    /// See: off, dud, over, pass
    on -> Stopper = |cx: &mut Session| Ok(cx.loopy().on()?);

    /// The loopy game {|pass}, the negative of on.
    ///
    /// off == -on  #=> true
    /// See: on, under
    off -> Stopper = |cx: &mut Session| Ok(cx.loopy().off()?);

    /// The loopy game {0|pass}, above every infinitesimal that ends.
    ///
    /// Less than every positive number, and its own double (Winning Ways, ch. 11).
    /// over > 1000*up  #=> true
    /// over + over  #=> over
    /// See: under, on, tiny
    over -> Stopper = |cx: &mut Session| Ok(cx.loopy().over()?);

    /// The loopy game {pass|0}, the negative of over.
    ///
    /// over + under  #=> over & under
    /// See: over, &
    under -> Stopper = |cx: &mut Session| Ok(cx.loopy().under()?);

    /// The deathless universal draw {pass|pass}: on & off.
    ///
    /// Whatever is added to it can be drawn (Winning Ways, ch. 11).
    /// dud + 5  #=> dud
    /// outcome(dud)  #=> D
    /// See: on, off, inf
    dud -> Sided = |cx: &mut Session| Ok(cx.loopy().dud()?);

    /// The onside: the stopper that a game is if Left wins all draws.
    ///
    /// It may be known where the offside is not (Winning Ways, ch. 11; Siegel, Coping with cycles, section 3).
    /// onside(over + under)  #=> over
    /// onside(loop a <<|a>|>)  #=> 1
    /// See: offside, &, is_stopper
    onside(G: Sides) -> Stopper = |_: &mut Session, sides: Sides| Ok(sides.onside.ok_or(Fault::NoSides)?);

    /// The offside: the stopper that a game is if Right wins all draws.
    ///
    /// offside(over + under)  #=> under
    /// offside(loop a <<|a>|>)  #=> 0
    /// See: onside, &, is_stopper
    offside(G: Sides) -> Stopper = |_: &mut Session, sides: Sides| Ok(sides.offside.ok_or(Fault::NoSides)?);

    /// Whether a value is a stopper: its onside and its offside are one.
    ///
    /// No endless play is possible in which the players alternate. Every game that ends is one (Siegel, Combinatorial
    /// Game Theory, VI.2).
    /// is_stopper(over)  #=> true
    /// is_stopper(dud)  #=> false
    /// is_stopper(up)  #=> true
    /// See: onside, offside, is_loopy
    is_stopper(G: Sided) -> bool = |_: &mut Session, value: Sided| Ok(value.stopper().is_some());

    /// True if both sides of a value are stoppers.
    ///
    /// An error of the code game::no-sides says that this is not known (CGSuite; Siegel, Combinatorial Game Theory, VI.2).
    /// [is_stopper_sided(dud), is_stopper_sided(over)]  #=> [true, true]
    /// See: is_stopper, onside, offside
    is_stopper_sided(G: Sides) -> bool = |_: &mut Session, sides: Sides| {
        sides.value().map(|_| true).ok_or_else(|| Fault::NoSides.into())
    };

    /// The degree of loopiness: the onside of G - G.
    ///
    /// It is 0 for games that end. Where it is not its own double there is none (Siegel, Combinatorial Game Theory,
    /// VI.5; Winning Ways, ch. 11).
    /// degree(up_sum(on))  #=> up^on
    /// degree(over)  #=> over
    /// degree(*3)  #=> 0
    /// See: variety, onside
    degree(G: Sided) -> Stopper = |cx: &mut Session, value: Sided| match cx.loopy().degree(value)? {
        Ok(degree) => Ok(degree),
        Err(why) => Err(unsettled(cx, why)),
    };

    /// The variety of a stopper: its kind of loopiness, 0 of games that end.
    ///
    /// The onside of G less a copy on the offside, where that is the same from above and from below (Siegel,
    /// Combinatorial Game Theory, VI.5).
    /// variety(1)  #=> 0
    /// variety(over)  #=> over
    /// See: degree
    variety(G: Sided) -> Stopper = |cx: &mut Session, value: Sided| {
        let stopper = stopper_of(cx, value, "variety")?;
        match cx.loopy().variety(stopper)? {
            Ok(variety) => Ok(variety),
            Err(why) => Err(unsettled(cx, why)),
        }
    };

    /// The upsum: the onside of the sum.
    ///
    /// upsum(over, under)  #=> over
    /// upsum(up_sum(on), -up_sum(on)) == degree(up_sum(on))  #=> true
    /// See: downsum, onside
    upsum(G: Sided, H: Sided) -> Stopper = |cx: &mut Session, g, h| Ok(cx.loopy().sided_sum(g, h)?.onside.ok_or(Fault::NoSides)?);

    /// The downsum: the offside of the sum.
    ///
    /// downsum(over, under)  #=> under
    /// See: upsum, offside
    downsum(G: Sided, H: Sided) -> Stopper = |cx: &mut Session, g, h| Ok(cx.loopy().sided_sum(g, h)?.offside.ok_or(Fault::NoSides)?);

    /// The upsum variety of a stopper for a degree, its own if none is given.
    ///
    /// upsum(G, downsum(-G, -D)) for an idempotent D (Siegel, Combinatorial Game Theory, VI.5).
    /// upsum_variety(over, over)  #=> over
    /// See: downsum_variety, variety, is_stable
    upsum_variety(G: Sided, D: Option<Sided>) -> Stopper = |cx: &mut Session, g, d| {
        let (g, degree) = of_degree(cx, g, d, "upsum_variety")?;
        Ok(cx.loopy().upsum_variety(g, degree)?.ok_or(Fault::NoSides)?)
    };

    /// The downsum variety of a stopper for a degree, its own if none is given.
    ///
    /// downsum(G, upsum(-G, D)) for an idempotent D (Siegel, Combinatorial Game Theory, VI.5).
    /// downsum_variety(over, over)  #=> over
    /// See: upsum_variety, variety, is_stable
    downsum_variety(G: Sided, D: Option<Sided>) -> Stopper = |cx: &mut Session, g, d| {
        let (g, degree) = of_degree(cx, g, d, "downsum_variety")?;
        Ok(cx.loopy().downsum_variety(g, degree)?.ok_or(Fault::NoSides)?)
    };

    /// Whether both varieties of a stopper for its degree are the same.
    ///
    /// is_stable(over)  #=> true
    /// is_stable(loop a <0|<0||||0,*2|||a|0||0>||0>)  #=> false
    /// See: variety, upsum_variety, downsum_variety
    is_stable(G: Sided) -> bool = |cx: &mut Session, value: Sided| {
        let stopper = stopper_of(cx, value, "is_stable")?;
        match cx.loopy().variety(stopper)? {
            Ok(_) => Ok(true),
            Err(Unsettled::NotStable) => Ok(false),
            Err(why) => Err(unsettled(cx, why)),
        }
    };
}

/// Returns `g` as a stopper, and the degree for its variety.
fn of_degree(
    cx: &mut Session,
    g: Sided,
    degree: Option<Sided>,
    name: &'static str,
) -> Result<(Stopper, Stopper), EvalError> {
    let g = stopper_of(cx, g, name)?;
    let Some(degree) = degree else {
        return match cx.loopy().degree(g.into())? {
            Ok(degree) => Ok((g, degree)),
            Err(why) => Err(unsettled(cx, why)),
        };
    };
    let degree = stopper_of(cx, degree, name)?;
    if !cx.loopy().is_idempotent(degree.into())? {
        return Err(unsettled(cx, Unsettled::NotIdempotent(degree)));
    }
    Ok((g, degree))
}

/// Returns the options of a stopper in the order in which they are written, as values.
pub(super) fn options(
    cx: &mut Session,
    value: Sided,
    player: cg_engine::games::Player,
    name: &'static str,
) -> Result<Vec<Value>, EvalError> {
    if let Some(g) = value.short() {
        let options = cx.printer.names.options(&mut cx.games, g, player)?;
        return Ok(options.into_iter().map(|g| game_value(&cx.games, g)).collect());
    }
    let stopper = stopper_of(cx, value, name)?;
    let options = cx.loopy().options(stopper, player)?;
    listed(cx, options)
}

/// Stoppers as values, short ones first, then by text.
pub(super) fn listed(cx: &mut Session, stoppers: Vec<Stopper>) -> Result<Vec<Value>, EvalError> {
    let (short, loopy): (Vec<Stopper>, Vec<Stopper>) = stoppers.into_iter().partition(|s| !s.is_loopy());
    let short = short.into_iter().filter_map(Stopper::short).collect();
    let short = cx.printer.names.in_order(&mut cx.games, short)?.into_iter().map(Stopper::from);
    let mut texts = Vec::with_capacity(loopy.len());
    for stopper in loopy {
        texts.push((loopy_text(cx, stopper.into(), cg_engine::notation::Notation::Ascii)?, stopper));
    }
    texts.sort();
    let all = short.chain(texts.into_iter().map(|(_, stopper)| stopper));
    Ok(all.map(|stopper| loopy_value(&cx.games, stopper)).collect())
}
