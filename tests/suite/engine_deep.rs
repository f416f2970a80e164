//! Games nested a hundred thousand deep, on a stack of two mebibytes.

use cg_engine::games::{Budget, Fault, GameId, Games, Order};

const DEPTH: i64 = 100_000;

/// Runs on a small stack, where recursion on depth would overflow.
fn on_small_stack(run: impl FnOnce() -> Result<(), Fault> + Send + 'static) {
    std::thread::Builder::new().stack_size(2 << 20).spawn(|| run().unwrap()).unwrap().join().unwrap();
}

/// g(n) = {n | g(n-1)} from a base.
fn sliding(games: &mut Games, base: GameId, depth: i64) -> Result<GameId, Fault> {
    let mut g = base;
    for n in 1..=depth {
        let n = games.integer(n);
        g = games.from_options(&[n], &[g])?;
    }
    Ok(g)
}

/// g(n) = {n | g(n-1)} and {g(n-1) | -n} in turns.
fn alternating(games: &mut Games, base: GameId, depth: i64) -> Result<GameId, Fault> {
    let mut g = base;
    for n in 1..=depth {
        let number = games.integer(if n % 2 == 0 { n } else { -n });
        g = if n % 2 == 0 { games.from_options(&[number], &[g])? } else { games.from_options(&[g], &[number])? };
    }
    Ok(g)
}

#[test]
fn deep_comparisons() {
    on_small_stack(|| {
        let mut games = Games::new(Budget::unlimited());
        let one_star = games.number_up_star(&1.into(), 0, 1)?;
        let g = sliding(&mut games, GameId::ZERO, DEPTH)?;
        let h = sliding(&mut games, one_star, DEPTH)?;
        games.clear_caches();
        let order = games.compare(g, h)?;
        games.clear_caches();
        assert_eq!((order, games.compare(g, g)?), (Order::Less, Order::Equal));
        assert_eq!(games.birthday(g)?, (DEPTH as u64 + 1).into());
        assert_eq!(games.followers(g)?.len() as i64, 2 * DEPTH + 1);
        Ok(())
    });
}

#[test]
fn deep_alternating_games() {
    on_small_stack(|| {
        let mut games = Games::new(Budget::unlimited());
        let g = alternating(&mut games, GameId::ZERO, DEPTH)?;
        let h = alternating(&mut games, GameId::STAR, DEPTH)?;
        games.clear_caches();
        let (there, back) = (games.compare(g, h)?, games.compare(h, g)?);
        assert_eq!(there == Order::Less, back == Order::Greater);
        let minus = games.negative(g)?;
        games.clear_caches();
        assert_eq!(games.negative(minus)?, g);
        Ok(())
    });
}

#[test]
fn deep_sums_and_negatives() {
    on_small_stack(|| {
        let mut games = Games::new(Budget::unlimited());
        let g = sliding(&mut games, GameId::ZERO, DEPTH)?;
        games.clear_caches();
        let minus = games.negative(g)?;
        assert_eq!(games.sum(g, minus)?, GameId::ZERO);
        let half = games.number(&cg_engine::games::Dyadic::from(1).half());
        let moved = games.sum(g, half)?;
        games.clear_caches();
        let back = games.negative(half)?;
        assert_eq!(games.sum(moved, back)?, g);
        let starred = games.sum(g, GameId::STAR)?;
        games.clear_caches();
        assert_eq!(games.sum(starred, GameId::STAR)?, g);
        Ok(())
    });
}
