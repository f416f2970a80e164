//! The least counter function (Smith 1966, section 10, conditions 23a–e; he calls it H_min).
//!
//! For a vertex u of finite value, H(u) is the least h such that every smaller value is the value of a follower with
//! counter below h, and every follower v has counter below h or has a follower w with γ(w) = γ(u) and H(w) + 1 < h.
//! These are debts of u, paid one or two steps after a counter is known, so the least solution is computed layer by
//! layer. Vertices are renumbered by value first. The followers of one value, and the predecessors of one value, are
//! then a stretch of a list, which a binary search finds. Cost: O(m·log d) for m edges and lists of length d.

use super::csr::tick_list;
use std::ops::Range;

use super::INFINITE;
use super::{Csr, Digraph};
use crate::games::{Budget, Fault};

/// Values below this are kept in bit masks.
const SMALL_VALUES: u32 = 64;

/// The number of steps after which a counter is reported: one for the predecessors, two for theirs.
#[derive(Clone, Copy)]
enum Delay {
    Near,
    Far,
}

/// Returns the counter of every vertex of finite value; meaningless for the others.
pub(super) fn least_counters(graph: &Digraph, values: &[u32], budget: &mut Budget) -> Result<Vec<u32>, Fault> {
    budget.reserve(11 * graph.edges() + 40 * values.len())?;
    let mut order: Vec<u32> = (0..graph.vertices()).collect();
    order.sort_by_key(|&v| values[v as usize]);
    let mut rank = vec![0; values.len()];
    for (new, &old) in order.iter().enumerate() {
        rank[old as usize] = new as u32;
    }
    let mut search = CounterSearch::new(graph.forward().renumbered(&order, &rank, budget)?, &order, values, budget)?;
    search.run(budget)?;
    Ok(rank.iter().map(|&new| search.counters.get(new as usize).copied().unwrap_or(INFINITE)).collect())
}

/// The state of the search, in the numbering by value.
struct CounterSearch {
    /// Values of the finite vertices, which come first.
    values: Vec<u32>,
    /// The first vertex of each value, and then the first infinite one.
    firsts: Vec<u32>,
    reverse: Csr,
    /// Per vertex and delay, the small values of followers of which news has come.
    small: Vec<[u64; 2]>,
    /// Sorted lists of followers; none when all values are small.
    forward: Csr,
    /// Per entry of `forward` that is the first of its value, and per delay: whether news has come.
    large: Vec<[bool; 2]>,
    /// Per entry of `reverse`: the edge leads to a follower that is no obstacle any more.
    paid: Vec<bool>,
    /// For finite vertices: the number of unpaid followers and of smaller values not yet seen.
    debts: Vec<u32>,
    counters: Vec<u32>,
}

impl CounterSearch {
    fn new(graph: Csr, order: &[u32], values: &[u32], budget: &mut Budget) -> Result<CounterSearch, Fault> {
        let reverse = graph.transposed(budget)?;
        let values: Vec<u32> = order.iter().map(|&v| values[v as usize]).take_while(|&v| v != INFINITE).collect();
        let mut firsts = Vec::new();
        for (v, &value) in values.iter().enumerate() {
            while firsts.len() <= value as usize {
                firsts.push(v as u32);
            }
        }
        firsts.push(values.len() as u32);
        let debts = values.iter().zip(0..).map(|(&value, v)| value + graph.row(v).len() as u32).collect();
        let forward = if values.last().is_some_and(|&v| v >= SMALL_VALUES) {
            reverse.transposed(budget)?
        } else {
            Csr::default()
        };
        Ok(CounterSearch {
            small: vec![[0; 2]; order.len()],
            large: vec![[false; 2]; forward.targets().len()],
            paid: vec![false; reverse.targets().len()],
            counters: vec![INFINITE; values.len()],
            values,
            firsts,
            debts,
            forward,
            reverse,
        })
    }

    fn run(&mut self, budget: &mut Budget) -> Result<(), Fault> {
        let mut far: Vec<u32> = Vec::new();
        let mut near: Vec<u32> = (0..).zip(&self.debts).filter(|&(_, &debt)| debt == 0).map(|(v, _)| v).collect();
        for &v in &near {
            self.counters[v as usize] = 0;
        }
        let mut h = 0;
        while !(near.is_empty() && far.is_empty()) {
            h += 1;
            let mut settled = Vec::new();
            for &x in &near {
                tick_list(budget, self.reverse.row(x).len())?;
                self.pay_near(x, &mut settled);
            }
            for &w in &far {
                self.pay_far(w, &mut settled, budget)?;
            }
            for &u in &settled {
                self.counters[u as usize] = h;
            }
            far = std::mem::replace(&mut near, settled);
        }
        Ok(())
    }

    /// Returns the vertices of this value.
    fn class(&self, value: u32) -> Range<u32> {
        self.firsts[value as usize]..self.firsts[value as usize + 1]
    }

    /// Pays the debts that depend on `x`, which has a counter smaller than the current one.
    fn pay_near(&mut self, x: u32, settled: &mut Vec<u32>) {
        let value = self.values[x as usize];
        let larger = self.class(value).end;
        for i in self.reverse.range(x) {
            let u = self.reverse.targets()[i];
            if u as usize >= self.values.len() {
                break;
            }
            let mut payment = 0;
            if !self.paid[i] {
                self.paid[i] = true;
                payment += 1;
            }
            if u >= larger && self.first_time(u, value, Delay::Near) {
                payment += 1;
            }
            self.pay(u, payment, settled);
        }
    }

    /// Pays the debts that depend on `w`, whose counter is smaller than the current one by 2 or more: moves to its
    /// predecessors can be answered by moving to it.
    fn pay_far(&mut self, w: u32, settled: &mut Vec<u32>, budget: &mut Budget) -> Result<(), Fault> {
        let value = self.values[w as usize];
        let class = self.class(value);
        tick_list(budget, self.reverse.row(w).len())?;
        for i in self.reverse.range(w) {
            let v = self.reverse.targets()[i];
            if !self.first_time(v, value, Delay::Far) {
                continue;
            }
            let range = self.reverse.range(v);
            tick_list(budget, range.len())?;
            let first = self.reverse.row(v).partition_point(|&u| u < class.start);
            for j in range.start + first..range.end {
                let u = self.reverse.targets()[j];
                if u >= class.end {
                    break;
                }
                if !self.paid[j] {
                    self.paid[j] = true;
                    self.pay(u, 1, settled);
                }
            }
        }
        Ok(())
    }

    /// Returns `true` on the first call that reports to `v` a follower with this value and this delay.
    fn first_time(&mut self, v: u32, value: u32, delay: Delay) -> bool {
        if value < SMALL_VALUES {
            let mask = &mut self.small[v as usize][delay as usize];
            let new = *mask >> value & 1 == 0;
            *mask |= 1 << value;
            new
        } else {
            let start = self.class(value).start;
            let first = self.forward.row(v).partition_point(|&x| x < start);
            let known = &mut self.large[self.forward.range(v).start + first][delay as usize];
            !std::mem::replace(known, true)
        }
    }

    fn pay(&mut self, u: u32, payment: u32, settled: &mut Vec<u32>) {
        if payment > 0 {
            self.debts[u as usize] -= payment;
            if self.debts[u as usize] == 0 {
                settled.push(u);
            }
        }
    }
}
