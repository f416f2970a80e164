//! The least counter function (Smith 1966, conditions 23a–e; he calls it H_min).
//!
//! For a vertex u of finite value, H(u) is the least h such that every smaller value is the value of a follower
//! with counter below h, and every follower v has counter below h or has a follower w with γ(w) = γ(u) and
//! H(w) + 1 < h. Both kinds of debt are paid one or two steps after a counter is known, so the least solution
//! comes out layer by layer: O(m·log) for m edges.

use super::gamma::INFINITE;
use super::{Csr, Digraph};
use crate::games::{Budget, Fault};

/// An edge into a follower that is no obstacle any more; on the predecessor lists.
const PAID: u8 = 1;
/// First of the followers with one value: a follower with that value has its counter, seen one step later.
const NEAR: u8 = 1;
/// The same, seen two steps later.
const FAR: u8 = 2;

struct Search<'a> {
    values: &'a [u32],
    /// Lists sorted by γ, infinite last.
    forward: Csr,
    reverse: Csr,
    /// Per entry of `forward`.
    seen: Vec<u8>,
    /// Per entry of `reverse`.
    paid: Vec<u8>,
    debts: Vec<u32>,
    counters: Vec<u32>,
}

/// The counter of every vertex of finite value; meaningless for the others.
pub(super) fn least_counters(graph: &Digraph, values: &[u32], budget: &mut Budget) -> Result<Vec<u32>, Fault> {
    budget.reserve(14 * graph.edges() + 12 * values.len())?;
    let mut order: Vec<u32> = (0..graph.vertices()).collect();
    order.sort_by_key(|&v| values[v as usize]);
    let reverse = graph.forward().transposed(order.iter().copied(), budget)?;
    let forward = reverse.transposed(order.into_iter(), budget)?;
    let debts = (0..graph.vertices()).map(|v| match values[v as usize] {
        INFINITE => INFINITE,
        value => value + forward.row(v).len() as u32,
    });
    let mut search = Search {
        values,
        debts: debts.collect(),
        seen: vec![0; forward.targets().len()],
        paid: vec![0; reverse.targets().len()],
        forward,
        reverse,
        counters: vec![INFINITE; values.len()],
    };
    search.run(budget)?;
    Ok(search.counters)
}

impl Search<'_> {
    fn run(&mut self, budget: &mut Budget) -> Result<(), Fault> {
        let mut far: Vec<u32> = Vec::new();
        let mut near: Vec<u32> = (0..self.forward.len()).filter(|&v| self.debts[v as usize] == 0).collect();
        for &v in &near {
            self.counters[v as usize] = 0;
        }
        let mut h = 0;
        while !(near.is_empty() && far.is_empty()) {
            h += 1;
            let mut settled = Vec::new();
            for &x in &near {
                budget.tick()?;
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

    /// Vertex `x` has a counter smaller than the current one.
    fn pay_near(&mut self, x: u32, settled: &mut Vec<u32>) {
        for i in self.reverse.range(x) {
            let u = self.reverse.targets()[i];
            if self.values[u as usize] == INFINITE {
                continue;
            }
            let mut payment = 0;
            if self.paid[i] == 0 {
                self.paid[i] = PAID;
                payment += 1;
            }
            if self.values[x as usize] < self.values[u as usize] && self.first_time(u, x, NEAR) {
                payment += 1;
            }
            self.pay(u, payment, settled);
        }
    }

    /// Vertex `w` has a counter smaller than the current one by 2 or more: moves to its predecessors can be
    /// answered by moving to it.
    fn pay_far(&mut self, w: u32, settled: &mut Vec<u32>, budget: &mut Budget) -> Result<(), Fault> {
        let value = self.values[w as usize];
        for i in self.reverse.range(w) {
            budget.tick()?;
            let v = self.reverse.targets()[i];
            if !self.first_time(v, w, FAR) {
                continue;
            }
            let range = self.reverse.range(v);
            let first = self.reverse.row(v).partition_point(|&u| self.values[u as usize] < value);
            for j in range.start + first..range.end {
                let u = self.reverse.targets()[j];
                if self.values[u as usize] != value {
                    break;
                }
                if self.paid[j] == 0 {
                    self.paid[j] = PAID;
                    self.pay(u, 1, settled);
                }
            }
        }
        Ok(())
    }

    /// Whether `v` meets the value of its follower `w` for the first time, as counted by `flag`.
    fn first_time(&mut self, v: u32, w: u32, flag: u8) -> bool {
        let value = self.values[w as usize];
        let first = self.forward.row(v).partition_point(|&x| self.values[x as usize] < value);
        let seen = &mut self.seen[self.forward.range(v).start + first];
        let new = *seen & flag == 0;
        *seen |= flag;
        new
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
