//! Chomp: a bar of chocolate whose corner square is poisoned; a move bites off a square with all below it and to its
//! right (Gale 1974; Winning Ways, ch. 18).
//!
//! State: the squares left in each row, from the poisoned row down, without rows that are eaten.

use dashu_int::UBig;

use super::several::number;
use crate::games::{Fault, Player};
use crate::positions::{
    Cell, Claim, Content, Convention, Facts, Moves, Ruleset, Sketch, Term, Theorem, Theorems, View,
};

/// Rows and columns of the largest bar.
pub const LARGEST: u64 = 1000;

static STEALING: Theorem = Theorem {
    says: Claim::Because("by strategy stealing: a bite of the last square wins, or the reply that beats it does"),
    source: "Gale 1974",
};
static TWO_ROWS: Theorem =
    Theorem { says: Claim::Because("by the two rows: lost if the first has one square more"), source: "Gale 1974" };
static ARMS: Theorem = Theorem {
    says: Claim::Because("by the two arms at the poisoned square: they are heaps of Nim"),
    source: "Bouton 1901",
};

/// A bar; whoever has to eat the poisoned square loses, so it is no move.
#[derive(PartialEq, Eq, Hash)]
pub struct Chomp;

/// Returns the columns instead of the rows.
fn turned(rows: &[u64]) -> Vec<u64> {
    let columns = rows.first().copied().unwrap_or(0);
    (0..columns).map(|column| rows.partition_point(|&row| row > column) as u64).collect()
}

/// Returns `true` if nothing was bitten off yet.
fn is_whole(rows: &[u64]) -> bool {
    rows.first() == rows.last()
}

/// Returns the lengths of the arms, if only the first row and the first column are left.
fn arms(rows: &[u64]) -> Option<[u64; 2]> {
    let [first, others @ ..] = rows else { return Some([0, 0]) };
    others.iter().all(|&row| row == 1).then(|| [first - 1, others.len() as u64])
}

impl Ruleset for Chomp {
    type State = Vec<u64>;

    fn facts(&self) -> Facts<'_, Vec<u64>> {
        Facts { impartial: true, theorems: Some(self), ..Facts::default() }
    }

    fn moves(&self, rows: &Vec<u64>, _: Player, out: &mut Moves<Vec<u64>>) -> Result<(), Fault> {
        let squares: u64 = rows.iter().sum();
        out.expect_wide(squares, 1 + rows.len() as u64 / 4)?;
        for (y, &row) in rows.iter().enumerate() {
            for left in u64::from(y == 0)..row {
                let mut next: Vec<u64> = rows.clone();
                next[y..].iter_mut().for_each(|row| *row = left.min(*row));
                next.retain(|&row| row > 0);
                out.to(next);
            }
        }
        Ok(())
    }

    fn normal_form(&self, rows: Vec<u64>) -> (Vec<u64>, bool) {
        let turned = turned(&rows);
        (rows.min(turned), false)
    }

    fn term(&self, rows: &Vec<u64>) -> Term {
        let arguments = match is_whole(rows) {
            true => vec![number(rows.len() as u64), number(rows.first().copied().unwrap_or(0))],
            false => vec![Term::List(rows.iter().map(|&row| number(row)).collect())],
        };
        Term::Call("chomp".into(), arguments)
    }

    fn view(&self, rows: &Vec<u64>) -> Option<View> {
        let square = |y: usize, x: u64| match (y, x) {
            (0, 0) => Cell { mark: Content::Piece(Player::Left), letter: 'P' },
            _ => Cell { mark: Content::Blocked, letter: '#' },
        };
        let rows = rows.iter().enumerate();
        Some(View::Board(Sketch::new(rows.map(|(y, &row)| (0..row).map(|x| square(y, x)).collect()).collect())))
    }
}

impl Theorems<Vec<u64>> for Chomp {
    fn nim_value(&self, rows: &Vec<u64>) -> Option<UBig> {
        arms(rows).map(|[right, down]| (right ^ down).into())
    }

    /// Decides who wins without looking for the move: the bar without its last square is won or lost, and if it is won,
    /// every move there is a move in the whole bar too.
    fn wins(&self, rows: &Vec<u64>, convention: Convention) -> Option<(bool, &'static Theorem)> {
        if convention == Convention::Misere {
            return None;
        }
        if let Some([right, down]) = arms(rows) {
            return Some((right != down, &ARMS));
        }
        if is_whole(rows) {
            return Some((true, &STEALING));
        }
        match (&rows[..], &turned(rows)[..]) {
            ([a, b], _) | (_, [a, b]) => Some((*a != b + 1, &TWO_ROWS)),
            _ => None,
        }
    }
}
