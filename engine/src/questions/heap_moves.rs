//! The moves of any game on heaps, read off its positions.

use crate::games::Fault;
use crate::games::hashing::FastMap;
use crate::heaps::HeapMoves;
use crate::positions::{Context, Options, PositionId, plain_options};

/// Returns the moves of the game whose heaps 0, 1, ... are these positions. Every move must lead to smaller heaps among
/// them.
///
/// # Errors
/// [`Fault::Partizan`]; [`Fault::None`] if a move leads elsewhere.
pub fn heap_moves(heaps: &[PositionId], cx: &mut dyn Context) -> Result<HeapMoves, Fault> {
    let mut numbers: FastMap<PositionId, u32> = FastMap::default();
    let mut table = HeapMoves::default();
    let mut found = Options::default();
    for (n, &heap) in heaps.iter().enumerate() {
        plain_options(heap, cx, &mut found)?;
        if !found.impartial {
            return Err(Fault::Partizan);
        }
        let mut moves = Vec::with_capacity(found.left.len());
        for &option in &found.left {
            cx.games().budget.tick()?;
            let mut left = Vec::new();
            for part in cx.positions().parts(option) {
                match numbers.get(&part) {
                    Some(&heap) => left.push(heap),
                    None if is_over(part, cx)? => {}
                    None => return Err(Fault::None(format!("a move from heap {n} leads to no smaller heap"))),
                }
            }
            moves.push(left);
        }
        table.push(&moves);
        numbers.insert(heap, n as u32);
    }
    Ok(table)
}

fn is_over(p: PositionId, cx: &mut dyn Context) -> Result<bool, Fault> {
    let mut found = Options::default();
    plain_options(p, cx, &mut found)?;
    Ok(found.left.is_empty() && found.right().is_empty())
}
