//! Explanations: the data of every step is replayed against the definitions.

use std::collections::BTreeSet;

use cg::eval::Session;
use cg::value::Value;
use cg_engine::games::{Budget, Fault, GameId, Games, Player, ReductionStep};

use crate::engine_laws::born_by;
use crate::language::{run, session};

/// A small generator of numbers, the same at every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n as u64) as usize
    }

    fn some(&mut self, from: &[GameId], most: usize) -> Vec<GameId> {
        (0..self.below(most + 1)).map(|_| from[self.below(from.len())]).collect()
    }
}

/// The order by its definition: G <= H unless some H^R <= G or some G^L >= H.
fn at_most(games: &mut Games, g: GameId, h: GameId) -> bool {
    let rights = games.options(h, Player::Right).unwrap();
    let lefts = games.options(g, Player::Left).unwrap();
    !rights.into_iter().any(|r| at_most(games, r, g)) && !lefts.into_iter().any(|l| at_most(games, h, l))
}

/// Whether the player likes `a` at least as well as `b`, by the definition.
fn likes(games: &mut Games, player: Player, a: GameId, b: GameId) -> bool {
    if player == Player::Left { at_most(games, b, a) } else { at_most(games, a, b) }
}

/// Every step of a reduction does what it says, and what is left at the end is the canonical form.
fn replay(games: &mut Games, left: &[GameId], right: &[GameId]) -> Result<usize, Fault> {
    let way = games.reduction(left, right)?;
    let whole = games.from_options(left, right)?;
    assert_eq!(way.value, whole);
    for (i, step) in way.steps.iter().enumerate() {
        match step {
            ReductionStep::Dominated { option, by } => {
                let (a, b) = (way.entries[*option], way.entries[*by]);
                assert_eq!(a.player, b.player);
                assert!(option != by && likes(games, a.player, b.value, a.value));
                assert!(way.after(i, a.player).contains(option) && way.after(i + 1, a.player).contains(by));
            }
            ReductionStep::Reversible { option, through, by } => {
                let a = way.entries[*option];
                let opponent = a.player.other();
                assert!(games.options(a.value, opponent)?.contains(through));
                assert!(likes(games, opponent, *through, whole), "no worse for {opponent}");
                let behind: BTreeSet<GameId> = games.options(*through, a.player)?.into_iter().collect();
                let replaced: BTreeSet<GameId> = by.iter().map(|&i| way.entries[i].value).collect();
                assert_eq!(behind, replaced);
                assert!(by.iter().all(|i| way.after(i + 1, a.player).len() <= way.entries.len()));
            }
        }
        // No step changes the value.
        let values = |player| way.after(i + 1, player).into_iter().map(|j| way.entries[j].value).collect::<Vec<_>>();
        let (l, r) = (values(Player::Left), values(Player::Right));
        assert_eq!(games.from_options(&l, &r)?, whole);
    }
    for player in [Player::Left, Player::Right] {
        let kept: BTreeSet<GameId> = way.kept(player).into_iter().map(|i| way.entries[i].value).collect();
        let canonical: BTreeSet<GameId> = games.options(whole, player)?.into_iter().collect();
        assert_eq!(kept, canonical);
    }
    Ok(way.steps.len())
}

#[test]
fn steps_do_what_they_say() {
    let mut games = Games::new(Budget::unlimited());
    let day2 = born_by(&mut games, 2).0;
    let mut dice = Dice(7);
    let mut steps = 0;
    for _ in 0..3000 {
        let (left, right) = (dice.some(&day2, 5), dice.some(&day2, 5));
        steps += replay(&mut games, &left, &right).unwrap();
    }
    assert!(steps > 3000);
}

/// The lists are all that the definitions give: nothing is missing, nothing wrong.
#[test]
fn dominated_and_reversible_options_are_all_found() {
    let mut games = Games::new(Budget::unlimited());
    let day2 = born_by(&mut games, 2).0;
    let mut dice = Dice(11);
    for _ in 0..600 {
        let sides = [dice.some(&day2, 4), dice.some(&day2, 4)];
        let whole = games.from_options(&sides[0], &sides[1]).unwrap();
        let dominated = games.dominated_options(&sides[0], &sides[1]).unwrap();
        let reversible = games.reversible_options(&sides[0], &sides[1]).unwrap();
        let mut place = 0;
        for (side, player) in sides.iter().zip([Player::Left, Player::Right]) {
            for (i, &x) in side.iter().enumerate() {
                let rivals = side.iter().enumerate();
                let beaten = rivals
                    .filter(|&(j, &y)| j != i && likes(&mut games, player, y, x) && (y != x || j < i))
                    .map(|(j, _)| j)
                    .collect::<Vec<_>>();
                let named = dominated.iter().find(|(option, _)| *option == place).map(|(_, by)| *by);
                assert_eq!(named.is_some(), !beaten.is_empty());
                if let Some(by) = named {
                    assert!(beaten.contains(&(by + i - place)), "it is one of those that dominate");
                    assert!(dominated.iter().all(|(option, _)| *option != by), "and not dominated itself");
                }
                let answers = games.options(x, player.other()).unwrap();
                let good: Vec<GameId> =
                    answers.into_iter().filter(|&y| likes(&mut games, player.other(), y, whole)).collect();
                let named = reversible.iter().find(|(option, _)| *option == place).map(|(_, through)| *through);
                assert_eq!(named.is_some(), !good.is_empty());
                assert!(named.is_none_or(|through| good.contains(&through)));
                place += 1;
            }
        }
    }
}

/// The members of a list.
fn members(value: &Value) -> Vec<Value> {
    match value {
        Value::List(list) => list.iter().collect(),
        other => panic!("{other:?} is no list"),
    }
}

fn evaluate(session: &mut Session, text: &str) -> Value {
    let source = session.sources.add("test", text);
    let prepared = session.prepare(&source);
    assert!(prepared.diagnostics.is_empty(), "{text}");
    let mut last = Value::Nothing;
    for statement in &prepared.statements {
        last = session.execute(statement).result.unwrap_or_else(|e| panic!("{text}: {}", e.message));
    }
    last
}

/// Nim-values of kayles by the definition.
fn kayles(most: usize) -> Vec<u64> {
    let mut values: Vec<u64> = Vec::new();
    for n in 0..=most {
        let mut met = BTreeSet::new();
        for k in 1..=2.min(n) {
            for a in 0..=n - k {
                met.insert(values[a] ^ values[n - k - a]);
            }
        }
        values.push((0..).find(|v| !met.contains(v)).unwrap());
    }
    values
}

#[test]
fn mex_steps_are_recomputed() {
    let twin = kayles(20);
    let mut session = session();
    for (n, &value) in twin.iter().enumerate().skip(1) {
        let steps = evaluate(&mut session, &format!("explain(kayles({n})).steps"));
        let mut met = BTreeSet::new();
        let mut least = None;
        for step in members(&steps) {
            let step = members(&step);
            match (&step[0], &step[1]) {
                (Value::Text(text), Value::Integer(mex)) if **text == "mex" => least = Some(*mex as u64),
                (Value::Position(p), Value::Integer(nim_value)) => {
                    let name =
                        session.text(&Value::list(vec![Value::Position(*p)]), cg_engine::notation::Notation::Ascii);
                    let heaps: Vec<usize> = name
                        .unwrap()
                        .split(|c: char| !c.is_ascii_digit())
                        .filter_map(|digits| digits.parse().ok())
                        .collect();
                    assert_eq!(heaps.iter().fold(0, |sum, &h| sum ^ twin[h]), *nim_value as u64);
                    met.insert(*nim_value as u64);
                }
                other => panic!("{other:?}"),
            }
        }
        assert_eq!(least, Some(value));
        assert_eq!((0..).find(|v| !met.contains(v)), Some(value));
    }
}

/// Winning moves and replies of `compare` win by the definition of the order.
#[test]
fn compared_games_are_won_as_told() {
    let mut games = Games::new(Budget::unlimited());
    let day2 = born_by(&mut games, 2).0;
    let mut session = session();
    let mut dice = Dice(5);
    for _ in 0..150 {
        let (i, j) = (dice.below(day2.len()), dice.below(day2.len()));
        let texts =
            [day2[i], day2[j]].map(|g| cg_engine::notation::Names::default().game(&mut games, g, Default::default()));
        let [g, h] = texts.map(Result::unwrap);
        let script = format!(
            "G := {g}; H := {h}; c := compare(G, H); \
             won(p, m) := if m[0] == \"G\" then (if p == L then H <= m[1] else m[1] <= H) \
             else (if p == L then m[1] <= G else G <= m[1]); \
             check unique([won(L, m) for m in c.left] + [won(R, m) for m in c.right]) != [false]; \
             check not contains([won(L, m) for m in c.left] + [won(R, m) for m in c.right], false); \
             check (len(c.left) > 0) == not (G <= H); check (len(c.right) > 0) == not (H <= G); \
             check c.difference == G - H; len(c.replies)"
        );
        let got = run(&mut session, &script);
        assert!(!got.starts_with("!!"), "{g} and {h}: {got}");
    }
}

/// Coins of two boards have the same numbers; 8 + 2 is even, so an odd number of chains is wanted (Winning Ways, ch. 16).
#[test]
fn coins_of_two_boards_are_counted_apart() {
    let text = run(&mut session(), "explain(dots_and_boxes(1, 1) + dots_and_boxes(1, 1), points)");
    assert!(text.contains("8 strings and 2 coins are left, so Left gets control if an odd number"), "{text}");
}
