//! A person's `game` as a ruleset like any other.
//!
//! How the arguments stand in the state of a position is told in `state`.

use std::rc::Rc;
use std::sync::Arc;

use super::globals::{Definition, Global};
use super::{Session, claims, machine, state};
use crate::diagnostic::ErrorCode;
use crate::eval::machine::quick;
use crate::value::{Value, term};
use cg_engine::games::{Fault, Player};
use cg_engine::laws::OrdinalLaw;
use cg_engine::positions::{Context, Options, PositionId, Rules, RulesetId, Target, Term, Theory};

pub(crate) struct GameRules {
    pub slot: u32,
    pub name: Arc<str>,
    /// The rule as data, if its options have no end.
    pub law: Option<OrdinalLaw>,
}

impl Rules for GameRules {
    fn options(&self, here: RulesetId, state: &[u32], cx: &mut dyn Context, out: &mut Options) -> Result<(), Fault> {
        let cx = Session::of(cx);
        if let Some(moves) = self.lawful_moves(here, state, cx, out) {
            return moves;
        }
        let mut targets = Options::default();
        self.moves(state, cx, &mut targets, None, None)?;
        for (targets, list) in [(&targets.left, &mut out.left), (&targets.right, &mut out.right)] {
            cx.games.budget.reserve(targets.len() * size_of::<PositionId>())?;
            list.reserve_exact(targets.len());
            for &target in targets {
                list.push(at_target(cx, target)?);
            }
        }
        out.impartial = targets.impartial;
        Ok(())
    }

    fn targets(
        &self,
        here: RulesetId,
        state: &[u32],
        wanted: Option<Player>,
        cx: &mut dyn Context,
        out: &mut Options<Target>,
    ) -> Result<bool, Fault> {
        let cx = Session::of(cx);
        if self.law.is_some() {
            let mut options = Options::default();
            self.options(here, state, cx, &mut options)?;
            out.left.extend(options.left.into_iter().map(Target::from));
            out.impartial = options.impartial;
            return Ok(true);
        }
        let solved = match cx.globals.get(self.slot) {
            Global::Game(definition, _) if !definition.claims.is_empty() && !cx.is_checking => {
                Some((here, definition.clone()))
            }
            _ => None,
        };
        self.moves(state, cx, out, solved, wanted)
    }

    fn count(&self, here: RulesetId, state: &[u32], cx: &mut dyn Context) -> Result<Option<[usize; 2]>, Fault> {
        let cx = Session::of(cx);
        let definition = match cx.globals.get(self.slot) {
            Global::Game(definition, _) if self.law.is_none() => definition.clone(),
            _ => return Ok(None),
        };
        cx.whole(|cx| Ok(quick::count(cx, &definition, here, state)))
    }

    fn term(&self, state: &[u32], cx: &dyn Context) -> Term {
        let cx = Session::read(cx);
        Term::Call(self.name.clone(), state::arguments(cx, state).map(|argument| term(&argument)).collect())
    }

    fn theory(&self) -> &dyn Theory {
        self
    }
}

impl GameRules {
    /// The moves as the rule gives them, of one player if only his are wanted; for a solver, each to the position that is
    /// solved in place of the one reached. Whether the moves of both are there.
    fn moves(
        &self,
        state: &[u32],
        cx: &mut Session,
        out: &mut Options<Target>,
        solved: Option<(RulesetId, Rc<Definition>)>,
        wanted: Option<Player>,
    ) -> Result<bool, Fault> {
        let Global::Game(definition, _) = cx.globals.get(self.slot).clone() else {
            return Err(Fault::None(format!("`{}` is no longer a game", self.name)));
        };
        let quick = cx.whole(|cx| match quick::moves(cx, &definition, state, solved.clone(), wanted) {
            Some(moves) => Ok(Some(moves)),
            None => self.slow_moves(&definition, state, cx, out).map(|()| None),
        })?;
        match (quick, solved) {
            (Some(moves), _) => {
                let both = wanted.is_none() || moves.impartial;
                *out = moves;
                return Ok(both);
            }
            (None, Some((here, definition))) => claims::take_normal_forms(cx, here, &definition.claims, out)?,
            (None, None) => {}
        }
        Ok(true)
    }

    /// The moves as the machine finds them.
    fn slow_moves(
        &self,
        definition: &Definition,
        state: &[u32],
        cx: &mut Session,
        out: &mut Options<Target>,
    ) -> Result<(), Fault> {
        let arguments: Vec<Value> = state::arguments(cx, state).collect();
        let span = definition.code.spans.first().copied().unwrap_or_default();
        let result = machine::enter(cx, &definition.code, arguments).map_err(|d| Fault::Foreign(d))?;
        if let Some(moves) = cx.machine.moves.take() {
            *out = moves;
            return Ok(());
        }
        match cx.as_position(&result) {
            Ok(Some(p)) => {
                let mut options = Options::default();
                machine::pass_on(cx, p, &mut options)?;
                out.left.extend(options.left.into_iter().map(Target::from));
                out.right.extend(options.right.into_iter().map(Target::from));
                out.impartial = options.impartial;
                Ok(())
            }
            Ok(None) => {
                let got = cx.describe(&result);
                let trouble = crate::eval::EvalError::said(
                    ErrorCode::GameNotAPosition,
                    format!("the rule of `{}` gives {got}, not a position", self.name),
                )
                .help("let it end in a literal such as `<g(n-1), g(n-2)>`, or in a position such as `nim(n)`");
                Err(trouble.into_fault(span))
            }
            Err(trouble) => Err(trouble.into_fault(span)),
        }
    }
}

/// The position that a move leads to.
pub(super) fn at_target(cx: &mut Session, target: Target) -> Result<PositionId, Fault> {
    match target.components() {
        Ok(components) => cx.sum_of(&components),
        Err(p) => Ok(p),
    }
}
