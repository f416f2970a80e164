//! Dominated options (Siegel II.2): an option that is no better than another one of the same player is removed.

use super::{Fault, GameId, Games, Player};
use Player::{Left, Right};

/// Above this length options are sorted by stops before dominated ones are looked for.
const SHORT_LIST: usize = 12;

impl Games {
    /// Sorts a list by id and removes dominated options: of Left's, those that are at most another. `best` is one that
    /// is best by stops, if it is known.
    pub(super) fn remove_dominated(&mut self, player: Player, best: Option<GameId>, depth: u32) -> Result<(), Fault> {
        let mut list = std::mem::take(if player == Left { &mut self.left } else { &mut self.right });
        if let Some(best) = best {
            self.remove_worse(&mut list, best, player);
            // The option with the best stops dominates most of the others.
            if let Some(place) = list.iter().position(|&option| option == best) {
                list.swap(0, place);
            }
        }
        if list.len() > 1 {
            if list.len() > SHORT_LIST {
                list.sort_unstable();
                list.dedup();
                list.sort_by(|&a, &b| match player {
                    Left => self.compare_stops(b, Right, a, Right).then(self.compare_stops(b, Left, a, Left)),
                    Right => self.compare_stops(a, Left, b, Left).then(self.compare_stops(a, Right, b, Right)),
                });
            }
            let mut kept = 0;
            for index in 0..list.len() {
                let option = list[index];
                let (mut other, mut dominated) = (0, list[..kept].contains(&option));
                while !dominated && other < kept {
                    if kept > SHORT_LIST {
                        self.budget.tick()?;
                    }
                    let rival = list[other];
                    let (worse, better) = if player == Left { (option, rival) } else { (rival, option) };
                    if self.leq(worse, better, depth)? {
                        dominated = true;
                    } else if self.leq(better, worse, depth)? {
                        kept -= 1;
                        list[other] = list[kept];
                    } else {
                        other += 1;
                    }
                }
                if !dominated {
                    list[kept] = option;
                    kept += 1;
                }
            }
            list.truncate(kept);
            list.sort_unstable();
        }
        *(if player == Left { &mut self.left } else { &mut self.right }) = list;
        Ok(())
    }

    /// Removes the options whose both stops are beyond the stop of the best one: most dominated options go that way,
    /// and no step depends on what the last one found.
    fn remove_worse(&self, list: &mut Vec<GameId>, best: GameId, player: Player) {
        let bound = self.stop_key(best, player.other());
        let mut kept = 0;
        for index in 0..list.len() {
            let option = list[index];
            list[kept] = option;
            let stop = self.stop_key(option, player);
            kept += if player == Left { stop >= bound } else { stop <= bound } as usize;
        }
        list.truncate(kept);
    }

    /// Removes dominated options from a list of two antichains, the first of this length, and sorts it by id.
    pub(super) fn merge_antichains(&mut self, player: Player, first: usize, depth: u32) -> Result<(), Fault> {
        let mut list = std::mem::take(if player == Left { &mut self.left } else { &mut self.right });
        let (mut middle, mut end) = (first, list.len());
        let mut index = 0;
        'options: while index < middle {
            let option = list[index];
            let mut other = middle;
            while other < end {
                let rival = list[other];
                let (worse, better) = if player == Left { (option, rival) } else { (rival, option) };
                if self.leq(worse, better, depth)? {
                    // The last of the first antichain takes its place, the last of the second closes the gap.
                    middle -= 1;
                    end -= 1;
                    list[index] = list[middle];
                    list[middle] = list[end];
                    continue 'options;
                }
                if self.leq(better, worse, depth)? {
                    end -= 1;
                    list[other] = list[end];
                } else {
                    other += 1;
                }
            }
            index += 1;
        }
        list.truncate(end);
        list.sort_unstable();
        *(if player == Left { &mut self.left } else { &mut self.right }) = list;
        Ok(())
    }
}
