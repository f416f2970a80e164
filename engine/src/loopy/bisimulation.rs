//! The coarsest bisimulation: vertices are in one class if their moves lead to the same classes.
//!
//! The smaller half rule (Hopcroft 1971): when a class falls apart its largest part keeps the number, so that a vertex gets
//! another one only as often as it can be halved.

use crate::games::hashing::FastMap;
use crate::games::{Budget, Fault};

/// Classes on their way to stability.
struct Partition<'a> {
    moves: &'a dyn Fn(u32, usize) -> &'a [u32],
    class: Vec<u32>,
    members: Vec<Vec<u32>>,
    /// The place of a vertex among the members of its class.
    place: Vec<u32>,
    /// Vertices, by class, some of whose moves lead to classes with new numbers.
    touched: Vec<Vec<u32>>,
    is_touched: Vec<bool>,
    waiting: Vec<u32>,
}

/// Refines first classes, numbered from 0 without gaps, until all members of a class move to the same classes.
/// `moves(v, player)` are the moves of a player.
pub(super) fn refine<'a>(
    first: Vec<u32>,
    moves: &'a dyn Fn(u32, usize) -> &'a [u32],
    budget: &mut Budget,
) -> Result<Vec<u32>, Fault> {
    let vertices = first.len();
    budget.reserve(vertices * 64)?;
    let mut members: Vec<Vec<u32>> = vec![Vec::new(); first.iter().max().map_or(0, |&c| c as usize + 1)];
    let mut place = vec![0; vertices];
    let mut before: Vec<Vec<u32>> = vec![Vec::new(); vertices];
    for v in 0..vertices as u32 {
        let class = &mut members[first[v as usize] as usize];
        place[v as usize] = class.len() as u32;
        class.push(v);
        for player in 0..2 {
            for &w in moves(v, player) {
                budget.tick()?;
                before[w as usize].push(v);
            }
        }
    }
    budget.check()?;
    let touched = members.clone();
    let waiting = (0..members.len() as u32).collect();
    let mut partition =
        Partition { moves, class: first, members, place, touched, is_touched: vec![true; vertices], waiting };
    while let Some(class) = partition.waiting.pop() {
        for moved in partition.split(class, budget)? {
            for &v in &before[moved as usize] {
                budget.tick()?;
                partition.touch(v);
            }
        }
    }
    Ok(partition.class)
}

impl Partition<'_> {
    fn touch(&mut self, v: u32) {
        if !std::mem::replace(&mut self.is_touched[v as usize], true) {
            let class = self.class[v as usize];
            let touched = &mut self.touched[class as usize];
            if touched.is_empty() {
                self.waiting.push(class);
            }
            touched.push(v);
        }
    }

    /// Splits a class by the new targets of its touched members. Returns the vertices whose class has a new number.
    fn split(&mut self, class: u32, budget: &mut Budget) -> Result<Vec<u32>, Fault> {
        let touched = std::mem::take(&mut self.touched[class as usize]);
        let mut groups: FastMap<[Vec<u32>; 2], Vec<u32>> = FastMap::default();
        for &v in &touched {
            self.is_touched[v as usize] = false;
            let mut signature = [Vec::new(), Vec::new()];
            for (player, classes) in signature.iter_mut().enumerate() {
                classes.extend((self.moves)(v, player).iter().map(|&w| self.class[w as usize]));
                budget.charge(classes.len())?;
                classes.sort_unstable();
                classes.dedup();
            }
            groups.entry(signature).or_default().push(v);
        }
        let mut groups: Vec<Vec<u32>> = groups.into_values().collect();
        // The untouched members move to none of the new classes, so they are a part of their own.
        let untouched = self.members[class as usize].len() - touched.len();
        let largest = (0..groups.len()).max_by_key(|&i| groups[i].len()).expect("something was touched");
        if groups[largest].len() >= untouched {
            let kept = groups.swap_remove(largest);
            if untouched > 0 {
                let mut rest = self.members[class as usize].clone();
                let mut taken: Vec<u32> = touched;
                taken.sort_unstable();
                rest.retain(|v| taken.binary_search(v).is_err());
                groups.push(rest);
            }
            drop(kept);
        }
        let mut moved = Vec::new();
        for group in groups {
            let new = self.members.len() as u32;
            self.members.push(Vec::new());
            self.touched.push(Vec::new());
            for &v in &group {
                budget.tick()?;
                self.remove(class, v);
                self.class[v as usize] = new;
                self.place[v as usize] = self.members[new as usize].len() as u32;
                self.members[new as usize].push(v);
            }
            moved.extend(group);
        }
        Ok(moved)
    }

    fn remove(&mut self, class: u32, v: u32) {
        let members = &mut self.members[class as usize];
        let at = self.place[v as usize] as usize;
        members.swap_remove(at);
        if let Some(&other) = members.get(at) {
            self.place[other as usize] = at as u32;
        }
    }
}
