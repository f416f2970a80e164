//! Values that are the same in each round of a loop.
//!
//! Constants and variables are loaded before all else. Longer expressions are computed in the first round that comes to them, so
//! that they fail where they would have failed, and recalled in the others.

use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};

use super::{Closing, Done, Gathering, Item, Op, Register, Role, Step, Translator, Value, Word};
use crate::eval::Effect;
use crate::eval::globals::Global;
use crate::eval::machine::calls::builtin_value;

/// The largest number of constants and variables that are loaded before all else.
const MAX_LOADED: usize = 4;
/// The largest number of expressions that are recalled in one body.
const MAX_RECALLED: usize = 4;

/// An expression, from its first instruction to the one behind it, in the loop that begins at `head`.
#[derive(Clone, Copy)]
pub(super) struct Invariant {
    pub first: usize,
    pub end: usize,
    pub head: usize,
    /// The register of the value, or of no value until it is computed.
    pub register: Register,
}

/// An operand on the stack.
#[derive(Clone, Copy, Default)]
struct LoopOperand {
    first: usize,
    end: usize,
    is_mark: bool,
    /// `true` if its value is the same in each round.
    is_invariant: bool,
    /// `true` if it takes longer to compute than to recall.
    is_costly: bool,
    /// `true` if the next instruction is translated without it.
    is_unstored: bool,
}

/// The straight code of a loop that is being read.
struct LoopReader {
    head: usize,
    operands: Vec<LoopOperand>,
    found: Vec<Invariant>,
}

impl LoopReader {
    /// Pops operands of an instruction. Those that do not change are found, unless all of them are parts of a larger one.
    fn pop(&mut self, count: usize, is_pure: bool) -> Option<LoopOperand> {
        let from = self.operands.len().checked_sub(count)?;
        let popped = self.operands.split_off(from);
        let is_invariant = is_pure && popped.iter().all(|operand| operand.is_invariant && !operand.is_mark);
        let stored = popped.iter().filter(|operand| operand.is_invariant && operand.is_costly && !operand.is_unstored);
        if !is_invariant {
            let head = self.head;
            self.found.extend(stored.map(|&LoopOperand { first, end, .. }| Invariant {
                first,
                end,
                head,
                register: 0,
            }));
        }
        let first = popped.first().map_or(usize::MAX, |operand| operand.first);
        let is_costly = popped.iter().any(|operand| operand.is_costly);
        Some(LoopOperand { first, is_invariant, is_costly, ..LoopOperand::default() })
    }
}

impl Translator<'_> {
    /// Loads what is read in loops, and sets registers aside for what is recalled in them.
    pub(super) fn load_first(&mut self, ops: &[Op]) -> Done {
        if self.makes_positions {
            return Ok(());
        }
        for op in self.read_in_loops() {
            let Some(pc) = ops.iter().position(|known| *known == op) else { continue };
            self.before.pc = pc as u32;
            self.step(ops, pc)?;
            let register = self.pop_register()?;
            let value = self.lasting_value(op);
            let is_same = |this: &mut Self, other| other == op || value.is_some() && this.lasting_value(other) == value;
            let same: Vec<Op> = ops.iter().copied().filter(|&other| is_same(self, other)).collect();
            self.loaded.extend(same.into_iter().map(|op| (op, register)));
            self.set_aside();
        }
        for invariant in self.find_invariants() {
            let register = self.register(self.bottom)?;
            self.invariants.push(Invariant { register, ..invariant });
            self.set_aside();
        }
        Ok(())
    }

    /// Sets the register below the stack aside.
    fn set_aside(&mut self) {
        self.bottom += 1;
        self.state().height += 1;
        self.highest = self.highest.max(self.bottom);
    }

    /// Returns the constants, and the variables that do not change, which are read in loops: those of inner loops first.
    fn read_in_loops(&mut self) -> Vec<Op> {
        let code = self.code;
        let ends = code.ops.iter().enumerate().filter_map(|(end, op)| Some(op.target()? as usize..end));
        let inside: Vec<Op> = ends.flat_map(|inside| code.ops.get(inside).unwrap_or_default()).copied().collect();
        let mut found: Vec<(Op, Option<Value>)> = Vec::new();
        for op in inside {
            let value = self.lasting_value(op);
            let is_known = |(known, of_known): &(Op, _)| *known == op || value.is_some() && *of_known == value;
            let is_variable = matches!(op, Op::Global(slot) if self.is_constant(slot));
            if (is_variable || value.is_some()) && !found.iter().any(is_known) && found.len() < MAX_LOADED {
                found.push((op, value));
            }
        }
        found.into_iter().map(|(op, _)| op).collect()
    }

    /// Returns `true` if a name is that of a variable that the code does not change.
    fn is_constant(&self, slot: u32) -> bool {
        matches!(self.session.globals.get(slot), Global::Variable(_)) && !self.assigns(slot)
    }

    /// Returns the constant that an instruction pushes, unless it is often a part of another instruction: an integer, or a
    /// convention, which belongs to a question.
    fn lasting_value(&mut self, op: Op) -> Option<Value> {
        let value = match op {
            Op::Constant(i) => self.code.constants[i as usize].clone(),
            Op::Builtin(row) if self.session.globals.builtins.row(row).effect != Effect::World => {
                builtin_value(self.session, row).ok()?
            }
            _ => return None,
        };
        (!matches!(value, Value::Integer(_) | Value::Convention(_))).then_some(value)
    }

    /// Finds the expressions that do not change in the innermost loop around them.
    fn find_invariants(&self) -> Vec<Invariant> {
        let code = self.code;
        let targets: FxHashSet<usize> = code.ops.iter().filter_map(|op| Some(op.target()? as usize)).collect();
        // The last instruction of each loop, by its first one.
        let mut ends: FxHashMap<usize, usize> = FxHashMap::default();
        for (end, op) in code.ops.iter().enumerate() {
            if let Some(head) = op.target().map(|head| head as usize).filter(|head| *head <= end) {
                ends.insert(head, end);
            }
        }
        // The loops around the instruction, the innermost last, each with the locals that it changes.
        let mut around: Vec<(usize, usize, FxHashSet<u32>)> = Vec::new();
        let mut reader = LoopReader { head: 0, operands: Vec::new(), found: Vec::new() };
        for (pc, &op) in code.ops.iter().enumerate() {
            while around.pop_if(|(_, end, _)| *end < pc).is_some() {}
            if let Some(&end) = ends.get(&pc) {
                around.push((pc, end, code.ops[pc..=end].iter().flat_map(changed).collect()));
            }
            let Some(&(head, _, ref changed)) = around.last() else { continue };
            if head != reader.head || targets.contains(&pc) {
                (reader.head, reader.operands) = (head, Vec::new());
            }
            let ends_member = code.member_ends.binary_search(&(pc as u32)).is_ok();
            if ends_member && !reader.operands.iter().any(|operand| operand.is_mark) {
                reader.pop(1, false);
            }
            let one = LoopOperand { first: pc, is_invariant: true, ..LoopOperand::default() };
            let operand = match op {
                Op::Integer(_) | Op::Constant(_) | Op::Captured(_) => Some(one),
                Op::Local(slot) => Some(LoopOperand { is_invariant: !changed.contains(&slot), ..one }),
                Op::Global(slot) => Some(LoopOperand { is_invariant: self.is_constant(slot), ..one }),
                Op::Open => Some(LoopOperand { is_mark: true, is_invariant: false, ..one }),
                Op::List | Op::Set => {
                    let mark = reader.operands.iter().rposition(|operand| operand.is_mark);
                    mark.and_then(|mark| {
                        let first = reader.operands[mark].first;
                        let members = reader.pop(reader.operands.len() - mark - 1, true)?;
                        reader.operands.pop();
                        let is_unstored = !self.is_made(first);
                        Some(LoopOperand { first, is_costly: true, is_unstored, ..members })
                    })
                }
                Op::Range { by: false } => {
                    reader.pop(2, true).map(|range| LoopOperand { is_costly: true, is_unstored: true, ..range })
                }
                Op::Binary(_) | Op::Index => reader.pop(2, true),
                Op::Negate => reader.pop(1, true),
                Op::CallBuiltin(row, count) => {
                    let builtin = self.session.globals.builtins.row(row);
                    let is_short = builtin.of_integers.is_some() || builtin.role == Some(Role::Length);
                    let result = reader.pop(count as usize, builtin.effect == Effect::Pure);
                    result.map(|result| LoopOperand { is_costly: !is_short || result.is_costly, ..result })
                }
                Op::CallGlobal(_, count) => reader.pop(count as usize, false),
                Op::CallNamed(_, given) => reader.pop(code.given[given as usize].len(), false),
                Op::Compare(_) => reader.pop(2, false),
                _ => None,
            };
            match operand {
                Some(operand) => {
                    reader.operands.push(LoopOperand { end: pc + 1, first: operand.first.min(pc), ..operand })
                }
                None => reader.operands.clear(),
            }
        }
        reader.found.truncate(MAX_RECALLED);
        reader.found
    }

    /// Returns `true` if the list or set whose mark is set at `pc` becomes a value of its own.
    fn is_made(&self, pc: usize) -> bool {
        use Gathering::{List, Set, Waiting};
        matches!(self.closings.get(&pc), Some(Closing::Gathering(List | Set | Waiting)))
    }

    /// Clears the values of expressions in the loop that begins at `head`.
    pub(super) fn clear_invariants(&mut self, head: usize) {
        for i in 0..self.invariants.len() {
            let Invariant { head: known, register, .. } = self.invariants[i];
            if known == head {
                let none = self.constant_word(Word::NONE);
                if let Item::Constant(index) = none {
                    self.emit(Step::Constant { to: register, index });
                }
            }
        }
    }
}

/// Returns the locals that an instruction changes.
fn changed(op: &Op) -> Range<u32> {
    match *op {
        Op::Next(slot, _) | Op::Iterate(slot) => slot..slot + 3,
        Op::TakeApart(slot, count) => slot..slot + count + 1,
        Op::SetLocal(slot) | Op::Label(slot) => slot..slot + 1,
        _ => 0..0,
    }
}
