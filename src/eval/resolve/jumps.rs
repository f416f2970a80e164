//! Shortcuts for jumps to jumps.

use crate::value::Value;
use crate::value::code::{Code, Op};

/// Replaces each jump to a jump by a jump to the final target.
pub(super) fn straighten(code: &mut Code) {
    thread_jumps(code);
    join_jumps(code);
}

/// Makes `and` and `or` jump to the final target, instead of pushing a boolean for the jump after them. If a return follows
/// them, the target is a return of that boolean.
fn thread_jumps(code: &mut Code) {
    let written = code.ops.to_vec();
    let mut ends = [None; 2];
    for (op_at, op) in written.iter().enumerate() {
        let (decided, to) = match *op {
            Op::And(to) => (false, to),
            Op::Or(to) => (true, to),
            _ => continue,
        };
        let mut at = to as usize;
        let target = loop {
            match (written[at], decided) {
                (Op::Boolean, _) => at += 1,
                (Op::And(to), false) | (Op::Or(to), true) => at = to as usize,
                (Op::And(_), true) | (Op::Or(_), false) => break Some(at as u32 + 1),
                (Op::JumpIfFalse(to), false) => break Some(to),
                (Op::JumpIfFalse(_), true) => break Some(at as u32 + 1),
                (Op::Return, _) => break Some(*ends[decided as usize].get_or_insert_with(|| end(code, decided, at))),
                _ => break None,
            }
        };
        if let Some(to) = target {
            code.ops[op_at] = if decided { Op::JumpIfTrue(to) } else { Op::JumpIfFalse(to) };
        }
    }
}

/// Appends code that returns `value`, with the place of the return at `at`. Returns its address.
fn end(code: &mut Code, value: bool, at: usize) -> u32 {
    let (constant, here) = (code.constants.len() as u32, code.ops.len() as u32);
    code.constants.push(Value::Boolean(value));
    code.ops.extend([Op::Constant(constant), Op::Return]);
    code.spans.extend([code.spans[at]; 2]);
    here
}

/// Leads a jump to another jump straight to that one's target. A failure there keeps the place of the last jump.
fn join_jumps(code: &mut Code) {
    for at in 0..code.ops.len() {
        while let Op::Jump(to) = code.ops[at]
            && let Some(&Op::Jump(further)) = code.ops.get(to as usize)
            && further != to
        {
            code.ops[at] = Op::Jump(further);
            code.spans[at] = code.spans[to as usize];
        }
    }
}
