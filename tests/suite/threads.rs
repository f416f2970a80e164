//! Searches by several threads, against the same by one.

use std::sync::atomic::Ordering;
use std::thread;
use std::time::Duration;

use cg_engine::games::{Budget, Fault, Player};
use cg_engine::positions::{Context, Convention, Engine, PositionId, term};
use cg_engine::questions::{misere_winner, solve, winner};
use cg_engine::rulesets::board::Board;
use cg_engine::rulesets::{clobber, colouring, domineering, snort};

use crate::language::{run, session};
use crate::random_graph::is_thorough;

type Place = fn(&mut Engine, &Board) -> PositionId;

fn board(rows: usize, columns: usize, letter: impl Fn(usize) -> char) -> Board {
    Board::new(rows, columns, (0..rows * columns).map(letter).collect()).unwrap()
}

/// Boards whose search is long enough for other threads to begin, and who moves first there.
fn boards() -> Vec<(Place, Board, Player)> {
    let taken = |cells: &'static [usize]| board(8, 8, move |i| if cells.contains(&i) { '#' } else { '.' });
    let mut boards: Vec<(Place, Board, Player)> = vec![
        (|cx, b| domineering::position(cx, b), taken(&[3, 17, 22, 37, 50, 56]), Player::Left),
        (|cx, b| domineering::position(cx, b), taken(&[8, 13, 27, 33, 45, 62]), Player::Right),
        (
            |cx, b| clobber::position::<clobber::Clobber>(cx, b),
            board(2, 12, |i| if (i / 12 + i) % 2 == 0 { 'x' } else { 'o' }),
            Player::Left,
        ),
        (|cx, b| colouring::position::<snort::Snort>(cx, None, b), board(5, 5, |_| '.'), Player::Right),
    ];
    if !is_thorough() {
        boards.truncate(2);
    }
    boards
}

/// Who wins and by which moves, found by so many threads; and how many positions were searched.
fn found((place, board, mover): &(Place, Board, Player), threads: usize) -> ((bool, Vec<String>), u64) {
    let mut budget = Budget::unlimited();
    budget.set_threads(threads);
    let mut engine = Engine::new(budget);
    let p = place(&mut engine, board);
    let searched = winner(p, *mover, &mut engine).unwrap();
    let line = solve(p, Convention::Normal, *mover, &mut engine).unwrap().line;
    let line = line.into_iter().map(|p| format!("{:?}", term(p, &engine))).collect();
    ((searched.answer, line), searched.nodes)
}

#[test]
fn who_wins_and_by_which_move_does_not_depend_on_threads() {
    let mut positions = Vec::new();
    for board in boards() {
        let (alone, nodes) = found(&board, 1);
        for threads in [2, 4] {
            let (together, others) = found(&board, threads);
            assert_eq!(together, alone, "{threads} threads");
            positions.push((nodes, others));
        }
    }
    assert!(positions.iter().any(|(alone, together)| alone != together), "no other thread began: {positions:?}");
}

/// Misère play, nim-values, who wins beside a heap, and the impartial version of a game for two.
const OTHERS: [&str; 5] = [
    "outcome(clobber(4, 5), misere)",
    "nim_value(impartial(clobber(4, 4)))",
    "nim_value(cram(5, 6))",
    "outcome(cram(5, 7) + *2)",
    "outcome(snort(4, 5), misere)",
];

#[test]
fn no_answer_of_a_search_depends_on_threads() {
    let (some, numbers) = if is_thorough() { (&OTHERS[..], &[2, 4][..]) } else { (&OTHERS[..1], &[3][..]) };
    for text in some {
        let answer = |threads| {
            let mut session = session();
            session.games().budget.set_threads(threads);
            run(&mut session, text)
        };
        let alone = answer(1);
        for &threads in numbers {
            assert_eq!(answer(threads), alone, "{text}, {threads} threads");
        }
    }
}

/// A search in which other threads begin counts the positions of all.
#[test]
fn who_wins_misere_play_and_by_which_move_does_not_depend_on_threads() {
    let found = |threads| {
        let mut budget = Budget::unlimited();
        budget.set_threads(threads);
        let mut engine = Engine::new(budget);
        let p = domineering::position(&mut engine, &board(5, 6, |_| '.'));
        let searched = misere_winner(p, Player::Right, &mut engine).unwrap();
        let line = solve(p, Convention::Misere, Player::Right, &mut engine).unwrap().line;
        let line: Vec<String> = line.into_iter().map(|p| format!("{:?}", term(p, &engine))).collect();
        ((searched.answer, line), searched.nodes)
    };
    let (alone, together) = (found(1), found(3));
    assert_eq!(together.0, alone.0);
    assert_ne!(together.1, alone.1, "no other thread began");
}

#[test]
fn a_search_by_several_threads_heeds_the_limits() {
    let mut budget = Budget::unlimited();
    budget.set_threads(3);
    let flag = budget.interrupt_flag();
    let mut engine = Engine::new(budget);
    let p = domineering::position(&mut engine, &board(8, 8, |_| '.'));
    let person = thread::spawn({
        let flag = flag.clone();
        move || {
            thread::sleep(Duration::from_millis(700));
            flag.store(true, Ordering::Relaxed);
        }
    });
    assert!(matches!(winner(p, Player::Left, &mut engine), Err(Fault::Interrupted)));
    person.join().unwrap();
    flag.store(false, Ordering::Relaxed);
    engine.games().budget.set_memory(Some(1), || 2);
    assert!(matches!(winner(p, Player::Left, &mut engine), Err(Fault::Memory { .. })));
}
