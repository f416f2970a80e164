//! The winner of normal play, by the value or by a search for the winner, whichever comes first.

use std::ops::Range;

use super::affine::{AFFINE, is_won_by_next};
use super::{gamma, value, value_if_near};
use crate::games::hashing::{FastMap, key_of};
use crate::games::{Fault, GameId, Outcome, Player};
use crate::graphs::Verdict;
use crate::positions::search::{self, BookFacts, Listing, Memory, OptionSet, Quest, Region, Rulebook, in_turn};
use crate::positions::{
    Claim, Context, Convention, Known, Options, Pack, PositionId, Positions, Reason, RulesetId, SUM, Searched, State,
    Status, Target, Theorem, Way, by_gamma, ending, targets, with,
};

/// The theorem for a nimber that is larger than every nimber in the other games.
const REMOTE_STAR: Theorem = Theorem {
    says: Claim::Because("as with any nimber that no follower of the other games is worth"),
    source: "Winning Ways, ch. 8",
};

/// Returns the winner of normal play by the value, if there is a value that is found sooner than all positions.
pub(super) fn by_value(p: PositionId, mover: Player, cx: &mut dyn Context) -> Result<Option<(Verdict, Way)>, Fault> {
    // Exploring a compound is faster than computing its value, which the values of its parts do not determine.
    if cx.positions().ruleset_of(p) != SUM && cx.positions_ref().is_compound(p) {
        return Ok(None);
    }
    match by_value_or_search(p, mover, cx) {
        Err(Fault::Entailing) => by_affine(p, cx),
        Err(Fault::Refused(_)) => Ok(None),
        found => found,
    }
}

fn by_value_or_search(p: PositionId, mover: Player, cx: &mut dyn Context) -> Result<Option<(Verdict, Way)>, Fault> {
    match value_or_winner(p, mover, cx) {
        Ok(FirstResult::Value(known)) => Ok(Some((verdict(known, mover, cx)?, Way::Value(known)))),
        Ok(FirstResult::Winner(searched)) => Ok(Some((Verdict::won(searched.answer), Way::Winner(searched.nodes)))),
        Err(Fault::Loopy | Fault::LargeNimber { .. }) => match gamma(p, cx) {
            Ok(gamma) => Ok(Some((by_gamma(&gamma), Way::Gamma(gamma)))),
            Err(Fault::Partizan) => by_remote_star(p, mover, cx),
            Err(fault) => Err(fault),
        },
        Err(fault) => Err(fault),
    }
}

fn verdict(known: Known, mover: Player, cx: &mut dyn Context) -> Result<Verdict, Fault> {
    let wins = match known {
        Known::Nim(n) => n > 0,
        Known::Game(g) => match cx.games().outcome(g)? {
            Outcome::L => mover == Player::Left,
            Outcome::R => mover == Player::Right,
            outcome => outcome == Outcome::N,
        },
    };
    Ok(Verdict::won(wins))
}

/// Finds the winner of impartial play with entailing moves, by its affine value.
fn by_affine(p: PositionId, cx: &mut dyn Context) -> Result<Option<(Verdict, Way)>, Fault> {
    Ok(match is_won_by_next(p, cx) {
        Ok(wins) => Some((Verdict::won(wins), Way::Theorem(&AFFINE, Vec::new()))),
        Err(Fault::Partizan | Fault::Loopy | Fault::Refused(_)) => None,
        Err(fault) => return Err(fault),
    })
}

/// Returns the winner of the sum of games of the arena and a nimber larger than all of theirs. Every nimber that is the
/// value of no follower has the same winner.
fn by_remote_star(p: PositionId, mover: Player, cx: &mut dyn Context) -> Result<Option<(Verdict, Way)>, Fault> {
    let mut total = Known::Nim(0);
    for part in cx.positions().parts(p) {
        match value(part, cx) {
            Ok(known) => total = total.plus(known, cx.games())?,
            // Together they are large, or the sum would have a value.
            Err(Fault::LargeNimber { .. }) => {}
            Err(Fault::Loopy) => return Ok(None),
            Err(fault) => return Err(fault),
        }
    }
    let game = total.game(cx.games())?;
    let star = cx.games().remote_star(game)?;
    let sum = Known::Game(game).plus(Known::Nim(star), cx.games())?;
    Ok(Some((verdict(sum, mover, cx)?, Way::Theorem(&REMOTE_STAR, Vec::new()))))
}

/// The result that came first.
enum FirstResult {
    Value(Known),
    Winner(Searched<bool>),
}

/// Returns the value of a position, or the result of a search that returns `true` if `mover` wins it: the first to be found.
///
/// # Errors
/// [`Fault::Loopy`] if play can return to an earlier position.
fn value_or_winner(p: PositionId, mover: Player, cx: &mut dyn Context) -> Result<FirstResult, Fault> {
    let mut earlier = 0;
    let mut by_search = |cx: &mut dyn Context| with_earlier_tries(&mut earlier, |cx| winner(p, mover, cx), cx);
    in_turn(cx, |cx| value(p, cx).map(FirstResult::Value), |cx| by_search(cx).map(FirstResult::Winner))
}

/// Tries a search. Its result counts the positions searched in this try and in the `earlier` ones, which were too short.
pub(super) fn with_earlier_tries(
    earlier: &mut u64,
    search: impl FnOnce(&mut dyn Context) -> Result<Searched<bool>, Fault>,
    cx: &mut dyn Context,
) -> Result<Searched<bool>, Fault> {
    let before = cx.games().budget.searched();
    let found = search(cx);
    match found {
        Ok(Searched { answer, nodes }) => Ok(Searched { answer, nodes: *earlier + nodes }),
        Err(fault) => {
            *earlier += cx.games().budget.searched() - before;
            Err(fault)
        }
    }
}

/// Searches for the winner: returns `true` if `mover` wins normal play of a position without cycles.
///
/// ```
/// use cg_engine::games::{Budget, Games, Player};
/// use cg_engine::positions::{Context, Engine};
/// use cg_engine::questions::winner;
///
/// let mut engine = Engine::default();
/// let zero = engine.positions().form(&[], &[]);
/// let one = engine.positions().form(&[zero], &[]);
/// assert!(winner(one, Player::Left, &mut engine)?.answer);
/// assert!(!winner(one, Player::Right, &mut engine)?.answer);
/// # Ok::<(), cg_engine::games::Fault>(())
/// ```
///
/// # Errors
/// [`Fault::Loopy`] if play can return to an earlier position.
pub fn winner(p: PositionId, mover: Player, cx: &mut dyn Context) -> Result<Searched<bool>, Fault> {
    if let Some(SearchTask { largest, states, value }) = task(p, cx)? {
        let found = with(largest, cx, |rules, here, cx| {
            rules.closed().and_then(|closed| closed.search_winner(here.id, &states, value, mover, cx))
        });
        if let Some(found) = found {
            return found;
        }
    }
    search_any(any(p, cx)?, cx, |book, memory, (regions, value), cx| {
        search::wins(book, memory, &regions, value, mover, None, cx)
    })
}

/// Returns the reason why a position without cycles is decided with `mover` to move, if values decide it without its
/// moves.
///
/// ```
/// use cg_engine::games::{Budget, GameId, Games, Player};
/// use cg_engine::positions::{Context, Engine, Telling};
/// use cg_engine::questions::reason;
///
/// let mut engine = Engine::default();
/// let zero = engine.positions().form(&[], &[]);
/// let one = engine.positions().form(&[zero], &[]);
/// let why = reason(one, Player::Right, &mut engine)?.expect("its value tells");
/// assert_eq!((why.winner, why.is_tied), (Player::Left, false));
/// assert!(matches!(why.by, Telling::Sum(_)));
/// # Ok::<(), cg_engine::games::Fault>(())
/// ```
pub fn reason(p: PositionId, mover: Player, cx: &mut dyn Context) -> Result<Option<Reason>, Fault> {
    if let Some(SearchTask { largest, states, value }) = task(p, cx)? {
        let found = with(largest, cx, |rules, here, cx| {
            rules.closed().and_then(|closed| closed.search_reason(here.id, &states, value, mover, cx))
        });
        if let Some(found) = found {
            return found;
        }
    }
    search_any(any(p, cx)?, cx, |book, memory, (regions, value), cx| {
        search::reason(book, memory, &regions, value, mover, cx)
    })
}

/// A position as states of the ruleset of its largest component, and the value of all else.
struct SearchTask {
    largest: PositionId,
    states: Vec<(State, bool)>,
    value: Known,
}

/// Returns the components of a position as states of one ruleset that can be searched, and the value of the rest.
fn task(p: PositionId, cx: &mut dyn Context) -> Result<Option<SearchTask>, Fault> {
    let (mut total, components) = components(p, cx)?;
    let Some(largest) = largest(&components, cx) else { return Ok(None) };
    let mut states = Vec::new();
    let mut others = Vec::new();
    for part in &components {
        if part.family == largest.family {
            states.push((cx.positions().state(part.position).into(), part.negated));
        } else {
            others.push(*part);
        }
    }
    let Some(others) = values(&others, cx)? else { return Ok(None) };
    total = total.plus(others, cx.games())?;
    Ok(Some(SearchTask { largest: largest.position, states, value: total }))
}

/// Returns the options of a position in the order in which a search without results tries them: those first that seem
/// worst for `mover`, who moves there. The order depends on the options alone. `None` if the rules of the position
/// cannot be searched by themselves.
pub(super) fn in_order_of_search(
    p: PositionId,
    options: &[PositionId],
    convention: Convention,
    mover: Player,
    cx: &mut dyn Context,
) -> Result<Option<Vec<PositionId>>, Fault> {
    let Some(largest) = largest(&components(p, cx)?.1, cx) else { return Ok(None) };
    // The rest of the other games is the same after all moves but those in it.
    let mut sums = Vec::with_capacity(options.len());
    for &q in options {
        let mut states = Vec::new();
        for part in components(q, cx)?.1.iter().filter(|part| part.family == largest.family) {
            states.push((cx.positions_ref().state(part.position).into(), part.negated));
        }
        sums.push(states);
    }
    let budget = cx.games().budget.clone();
    let rules = cx.positions_ref().rules_of(largest.position);
    let estimates = rules.closed().and_then(|closed| closed.estimates(&sums, convention, mover, &budget));
    let Some(estimates) = estimates.transpose()? else { return Ok(None) };
    let mut ordered: Vec<_> = estimates.into_iter().zip(options.iter().copied()).collect();
    ordered.sort_by_key(|(estimate, _)| *estimate);
    Ok(Some(ordered.into_iter().map(|(_, q)| q).collect()))
}

/// Returns the largest of the components that can be searched.
fn largest(components: &[SearchComponent], cx: &dyn Context) -> Option<SearchComponent> {
    let can_be_searched = components.iter().filter(|part| part.family.is_some());
    can_be_searched.max_by_key(|part| cx.positions_ref().state(part.position).len()).copied()
}

/// Returns the components of a position that are no values, and the sum of those that are.
fn components(p: PositionId, cx: &mut dyn Context) -> Result<(Known, Vec<SearchComponent>), Fault> {
    cx.positions().demand_value(p)?;
    let mut total = Known::Nim(0);
    let mut components: Vec<SearchComponent> = Vec::new();
    for part in cx.positions().parts(p) {
        let (q, negated) = cx.positions().without_sign(part);
        match cx.positions().as_value(q) {
            Some(g) => {
                let g = cx.games().negative_if(negated, g)?;
                let known = Known::of(g, cx.games());
                total = total.plus(known, cx.games())?;
            }
            None => {
                let family = family(q, cx);
                components.push(SearchComponent { position: q, negated, family });
            }
        }
    }
    Ok((total, components))
}

type ComponentSum = (Vec<Region>, GameId);

/// Returns a position as a sum of positions and a value.
fn any(p: PositionId, cx: &mut dyn Context) -> Result<ComponentSum, Fault> {
    let (total, components) = components(p, cx)?;
    let mut regions = Vec::with_capacity(components.len());
    for &SearchComponent { position: q, negated, .. } in &components {
        let has_opposite = components.iter().any(|other| other.position == q && other.negated != negated);
        regions.push(match has_opposite && negated && ending(q, cx)?.is_none() {
            true => (State::from([cx.positions().negative(q).index()]), false),
            false => (State::from([q.index()]), negated),
        });
    }
    Ok((regions, total.game(cx.games())?))
}

/// Searches a sum of positions of any rulesets.
fn search_any<T>(
    sum: ComponentSum,
    cx: &mut dyn Context,
    search: impl FnOnce(&mut AnyRules, &mut Memory, ComponentSum, &mut dyn Context) -> Result<T, Fault>,
) -> Result<T, Fault> {
    let mut kept: Box<KeptSearches> = cx.positions().take_table(SUM);
    let KeptSearches { memory, moves } = &mut *kept;
    let mut rules = AnyRules::of(&sum.0, moves, cx.positions_ref());
    if rules.is_lasting {
        cx.positions().exchange_transpositions(SUM, memory);
    }
    let found = search(&mut rules, memory, sum, cx);
    if rules.is_lasting {
        cx.positions().exchange_transpositions(SUM, memory);
    }
    cx.positions().put_table(SUM, kept);
    found
}

/// Searches for the winner: returns `true` if `mover` wins misère play of a position without cycles.
///
/// ```
/// use cg_engine::games::{Budget, Games, Player};
/// use cg_engine::positions::{Context, Engine};
/// use cg_engine::questions::misere_winner;
///
/// let mut engine = Engine::default();
/// let zero = engine.positions().impartial_form(&[]);
/// let star = engine.positions().impartial_form(&[zero]);
/// assert!(misere_winner(zero, Player::Left, &mut engine)?.answer);
/// assert!(!misere_winner(star, Player::Left, &mut engine)?.answer);
/// # Ok::<(), cg_engine::games::Fault>(())
/// ```
pub fn misere_winner(p: PositionId, mover: Player, cx: &mut dyn Context) -> Result<Searched<bool>, Fault> {
    cx.positions().demand_value(p)?;
    if let Some((largest, states)) = one_family(p, cx) {
        let found = with(largest, cx, |rules, here, cx| {
            rules.closed().and_then(|closed| closed.search_misere(here.id, &states, mover, cx))
        });
        if let Some(found) = found {
            return found;
        }
    }
    let mut regions = Listing::default();
    for part in cx.positions().parts(p) {
        split_part(part, cx, &mut regions);
    }
    regions.end_option();
    let regions: Vec<Region> = regions.option(0).map(|(region, negated)| (region.into(), negated)).collect();
    search_any((regions, GameId::ZERO), cx, |book, memory, (regions, _), cx| {
        Quest::MisereWinner(mover).run(book, memory, &regions, cx).map(Searched::is_won)
    })
}

/// Returns the ruleset that stands for all whose states can be searched together with `q`, or `None` if it cannot be searched.
fn family(q: PositionId, cx: &dyn Context) -> Option<RulesetId> {
    let positions = cx.positions_ref();
    Some(positions.rules_of(q).closed()?.family(positions.ruleset_of(q)))
}

/// Returns one of the components of a position, and the states of all, if they can be searched together.
fn one_family(p: PositionId, cx: &mut dyn Context) -> Option<(PositionId, Vec<(State, bool)>)> {
    let mut states = Vec::new();
    let mut first = None;
    for part in cx.positions().parts(p) {
        let (q, negated) = cx.positions().without_sign(part);
        let family = family(q, cx)?;
        if first.get_or_insert((q, family)).1 != family {
            return None;
        }
        states.push((cx.positions().state(q).into(), negated));
    }
    Some((first?.0, states))
}

/// A component that is no value, its sign apart.
#[derive(Clone, Copy)]
struct SearchComponent {
    position: PositionId,
    negated: bool,
    /// The rulesets that can be searched together.
    family: Option<RulesetId>,
}

/// Returns the sum of the values of components, if they are soon found.
fn values(parts: &[SearchComponent], cx: &mut dyn Context) -> Result<Option<Known>, Fault> {
    let mut total = Known::Nim(0);
    for part in parts {
        let Some(known) = value_if_near(part.position, cx)? else { return Ok(None) };
        let known = if part.negated { known.negative(cx.games())? } else { known };
        total = total.plus(known, cx.games())?;
    }
    Ok(Some(total))
}

/// The memory of searches through positions of any rulesets, from one to the next.
#[derive(Default)]
struct KeptSearches {
    memory: Memory,
    moves: ListedMoves,
}

/// Options that are kept at most.
const MOST_KEPT: usize = 1 << 19;

/// The options of positions, one position's after another's. A search asks for their number, then for those of one player,
/// and seldom for the other's, where it comes by another way; rules that a person has written take long to run.
#[derive(Default)]
struct ListedMoves {
    listed: Listing,
    /// The places of the moves of each player, as far as they were listed.
    places: FastMap<PositionId, [Option<(u32, u32)>; 2]>,
    scratch: Options<Target>,
}

impl ListedMoves {
    /// Returns the place of the options of a player.
    fn of(&mut self, p: PositionId, player: Player, cx: &mut dyn Context) -> Result<Range<usize>, Fault> {
        let range = |(from, to): (u32, u32)| from as usize..to as usize;
        if let Some(place) = self.places.get(&p).and_then(|places| places[player as usize]) {
            return Ok(range(place));
        }
        let both = targets(p, Some(player), cx, &mut self.scratch)?;
        cx.positions().demand_value(p)?;
        cx.games().budget.charge(self.scratch.left.len() + self.scratch.right.len())?;
        if self.listed.len() > MOST_KEPT {
            self.listed.clear();
            self.places.clear();
        }
        let mut list = |targets: &[Target]| {
            let from = self.listed.len() as u32;
            for target in targets {
                split(*target, cx, &mut self.listed);
                self.listed.end_option();
            }
            (from, self.listed.len() as u32)
        };
        let place = list(self.scratch.of(player));
        let others = match both {
            true if self.scratch.impartial => Some(place),
            true => Some(list(self.scratch.of(player.other()))),
            false => None,
        };
        let places = self.places.entry(p).or_default();
        places[player as usize] = Some(place);
        if others.is_some() {
            places[player.other() as usize] = others;
        }
        Ok(range(place))
    }
}

/// Adds the regions of an option.
fn split(option: Target, cx: &mut dyn Context, out: &mut Listing) {
    match option.components() {
        Ok(components) => components.into_iter().for_each(|part| split_part(part, cx, out)),
        Err(p) => cx.positions_ref().parts(p).into_iter().for_each(|part| split_part(part, cx, out)),
    }
}

/// Adds the regions of a component of an option.
fn split_part(part: PositionId, cx: &mut dyn Context, out: &mut Listing) {
    let positions = cx.positions_ref();
    let (q, negated) = positions.without_sign(part);
    match positions.rules_of(q).closed().and_then(|closed| closed.regions(positions.state(q))) {
        Some(regions) => {
            let here = positions.ruleset_of(q);
            for (state, turned) in regions {
                let q = cx.positions().intern(here, &state);
                out.region(&q, turned ^ negated);
            }
        }
        None => out.region(&q, negated),
    }
}

/// The rules of any positions, those of a region's own ruleset each, by the moves that a solver is given.
struct AnyRules<'a> {
    moves: &'a mut ListedMoves,
    /// `true` if the keys of all positions are valid in every session.
    is_lasting: bool,
    is_all_small: bool,
    keys: FastMap<PositionId, u128>,
}

impl AnyRules<'_> {
    /// Returns the rules for a sum. Play stays in rulesets whose positions have lasting keys.
    fn of<'a>(regions: &[Region], moves: &'a mut ListedMoves, positions: &Positions) -> AnyRules<'a> {
        let is_lasting = |(words, _): &Region| positions.lasting_key_of(PositionId::unpack(words)).is_some();
        let is_all_small = |(words, _): &Region| {
            let facts = positions.rules_of(PositionId::unpack(words)).facts();
            facts.impartial || facts.all_small
        };
        AnyRules {
            moves,
            is_lasting: regions.iter().all(is_lasting),
            is_all_small: regions.iter().all(is_all_small),
            keys: FastMap::default(),
        }
    }
}

impl Rulebook for AnyRules<'_> {
    fn facts(&self) -> BookFacts {
        BookFacts { may_return: true, is_all_small: self.is_all_small }
    }

    fn negative_apart(&mut self, region: &[u32], cx: &mut dyn Context) -> Result<Option<State>, Fault> {
        let p = PositionId::unpack(region);
        Ok(match ending(p, cx)? {
            Some(_) => None,
            None => Some(State::from([cx.positions().negative(p).index()])),
        })
    }

    fn key(&mut self, region: &[u32], cx: &dyn Context) -> u128 {
        if !self.is_lasting {
            return key_of(region);
        }
        let p = PositionId::unpack(region);
        *self.keys.entry(p).or_insert_with(|| cx.positions_ref().lasting_key_of(p).unwrap_or_else(|| key_of(region)))
    }

    fn list(
        &mut self,
        region: &[u32],
        player: Player,
        _: OptionSet,
        cx: &mut dyn Context,
        out: &mut Listing,
    ) -> Result<(), Fault> {
        let options = self.moves.of(PositionId::unpack(region), player, cx)?;
        cx.games().budget.charge(options.len())?;
        out.copy(&self.moves.listed, options);
        Ok(())
    }

    fn count(&mut self, region: &[u32], cx: &mut dyn Context) -> Result<[u16; 2], Fault> {
        let p = PositionId::unpack(region);
        let counts = match with(p, cx, |rules, here, cx| rules.count(here, cx))? {
            Some(counts) => counts,
            None => [self.moves.of(p, Player::Left, cx)?.len(), self.moves.of(p, Player::Right, cx)?.len()],
        };
        Ok(counts.map(|count| count.min(u16::MAX.into()) as u16))
    }

    fn known(&self, region: &[u32], cx: &dyn Context) -> Option<Known> {
        match cx.positions_ref().status(PositionId::unpack(region)) {
            Status::Known(known) => Some(known),
            Status::Unknown | Status::Open | Status::Loopy => None,
        }
    }

    fn value(&mut self, region: &[u32], cx: &mut dyn Context) -> Result<Known, Fault> {
        value(PositionId::unpack(region), cx)
    }
}
