//! Shortcuts through code that has been written: see [`Op`].

use crate::eval::Role;
use crate::eval::globals::BuiltinTable;
use crate::syntax::ast::{BinaryOperator, Relation};
use crate::value::Value;
use crate::value::board::is_letter;
use crate::value::code::{Branch, Code, Op};

/// Puts shortcuts in.
pub(super) fn shorten(code: &mut Code, builtins: &BuiltinTable) {
    thread_jumps(code);
    join_jumps(code);
    let written = code.ops.to_vec();
    for (at, op) in code.ops.iter_mut().enumerate() {
        match shortcut(&written[at..], &code.constants, builtins) {
            Some(short) => *op = short,
            None => match *op {
                Op::Next(slot, exit) if is_copied(&written, at, slot + 2) => *op = Op::NextCopied(slot, exit),
                Op::Iterate(slot) if is_taken(&written, at + 1, slot + 2) => *op = Op::IterateTaken(slot),
                _ => {}
            },
        }
    }
}

/// Whether the loop that begins at `top` does no more than push the member that it has come to.
fn is_taken(ops: &[Op], top: usize, member: u32) -> bool {
    matches!(ops[top..], [Op::Next(..), Op::Local(local), Op::Jump(to), ..] if local == member && to as usize == top)
}

/// Whether the loop that begins at `top` does no more than push a member of a list, at the index that it runs through,
/// unless this index is one of some locals.
fn is_copied(ops: &[Op], top: usize, index: u32) -> bool {
    let mut at = top + 1;
    loop {
        match ops[at..] {
            [Op::Local(i), Op::Local(p), Op::Compare(Relation::Equal), Op::JumpIfFalse(to), ..]
                if i == index && p != index && to as usize > at =>
            {
                at = to as usize
            }
            [Op::Local(list), Op::Local(i), Op::Index, Op::Jump(to), ..] => {
                return i == index && list != index && to as usize == top;
            }
            _ => return false,
        }
    }
}

/// Lets `and` and `or` that decide where to go on jump there instead of leaving a boolean for the jump after them, or to an
/// end of their own instead of leaving it for the end.
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

/// Writes an end that gives this boolean, in place of the one at `at`.
fn end(code: &mut Code, value: bool, at: usize) -> u32 {
    let (constant, here) = (code.constants.len() as u32, code.ops.len() as u32);
    code.constants.push(Value::Boolean(value));
    code.ops.extend([Op::Constant(constant), Op::Return]);
    code.spans.extend([code.spans[at]; 2]);
    here
}

/// Lets a jump to a jump go where that one goes. What goes wrong there is still told at the place of the last one.
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

/// The longest shortcut that begins here.
fn shortcut(ops: &[Op], constants: &[Value], builtins: &BuiltinTable) -> Option<Op> {
    let small = |slot: u32| u16::try_from(slot).ok();
    let letter = |i: u32| match &constants[i as usize] {
        Value::Text(text) => <[u8; 1]>::try_from(text.as_bytes()).ok().map(|[letter]| letter).filter(|&l| is_letter(l)),
        _ => None,
    };
    let is_length = |row: u32| builtins.row(row).role == Some(Role::Length);
    let is_operand = |op: &Op| match *op {
        Op::Constant(i) => matches!(constants[i as usize], Value::Text(_)),
        Op::Builtin(row) => builtins.row(row).role == Some(Role::Chessman),
        _ => matches!(op, Op::Local(_)),
    };
    let empty = |i: u32| matches!(&constants[i as usize], Value::List(list) if list.is_empty());
    match *ops {
        [Op::Local(list), Op::Local(index), Op::Index, Op::Integer(k), Op::Compare(relation), ref rest @ ..]
            if let (Ok(k), Some(branch)) = (i16::try_from(k), branch(relation, rest, 5)) =>
        {
            Some(Op::BranchMember(relation, small(list)?, small(index)?, k, branch))
        }
        [Op::Local(list), Op::Local(index), Op::Index, Op::Local(other), Op::Compare(relation), ref rest @ ..]
            if let Some(branch) = branch(relation, rest, 5) =>
        {
            Some(Op::BranchMemberLocal(relation, small(list)?, small(index)?, small(other)?, branch))
        }
        [
            Op::Local(board),
            Op::Local(place),
            Op::Index,
            Op::Constant(i),
            Op::Compare(relation @ (Relation::Equal | Relation::NotEqual)),
            ref rest @ ..,
        ] if let (Some(letter), Some(branch)) = (letter(i), branch(relation, rest, 5)) => {
            Some(Op::BranchLetter(relation, small(board)?, small(place)?, letter, branch))
        }
        [
            Op::Local(list),
            Op::Local(index),
            Op::Index,
            Op::Local(other),
            Op::Negate,
            Op::Compare(relation),
            ref rest @ ..,
        ] if let Some(branch) = branch(relation, rest, 6) => {
            Some(Op::BranchMemberNegated(relation, small(list)?, small(index)?, small(other)?, branch))
        }
        [
            Op::Local(a),
            Op::Integer(0),
            Op::Compare(Relation::GreaterOrEqual),
            Op::JumpIfFalse(to),
            Op::Local(b),
            Op::Local(list),
            Op::CallBuiltin(row, 1),
            Op::Compare(Relation::Less),
            ref rest @ ..,
        ] if a == b
            && is_length(row)
            && let Some(branch @ Branch { when: false, .. }) = branch(Relation::Less, rest, 8)
            && branch.to == to =>
        {
            Some(Op::BranchWithin(small(a)?, small(list)?, branch))
        }
        [Op::Local(list), Op::Local(index), Op::Integer(k), Op::Binary(operator), Op::Index, ..] => {
            let by = match operator {
                BinaryOperator::Add => k,
                BinaryOperator::Subtract => k.checked_neg()?,
                _ => return None,
            };
            Some(Op::MemberBeside(small(list)?, small(index)?, by))
        }
        [Op::Local(list), Op::Local(index), Op::Index, ..] => Some(Op::Member(small(list)?, small(index)?)),
        [Op::Local(a), Op::Local(b), Op::Binary(operator), ..] if is_quick(operator) => {
            Some(Op::Locals(operator, small(a)?, small(b)?))
        }
        [Op::Local(a), Op::Local(b), Op::Compare(relation), ref rest @ ..] => {
            Some(Op::BranchLocals(relation, small(a)?, small(b)?, branch(relation, rest, 3)?))
        }
        [Op::Local(a), Op::Integer(k), Op::Binary(operator), ..] if is_quick(operator) => {
            Some(Op::LocalPlus(operator, small(a)?, k))
        }
        [Op::Local(a), Op::Integer(k), Op::Compare(relation), ref rest @ ..] => {
            Some(Op::BranchLocal(relation, small(a)?, k, branch(relation, rest, 3)?))
        }
        [Op::Local(a), Op::Local(list), Op::CallBuiltin(row, 1), Op::Compare(relation), ref rest @ ..]
            if is_length(row) =>
        {
            Some(Op::BranchLength(relation, small(a)?, small(list)?, branch(relation, rest, 4)?))
        }
        [Op::Local(list), Op::CallBuiltin(row, 1), ..] if is_length(row) => Some(Op::Length(small(list)?)),
        [Op::Local(board), ref rest @ ..]
            if let Some(done) = changes(rest, builtins, |op| match *op {
                Op::Constant(i) => letter(i).is_some(),
                _ => matches!(op, Op::Local(_)),
            }) =>
        {
            Some(Op::ReplaceAt(small(board)?, u8::try_from(done).ok()?))
        }
        [Op::Local(board), ref rest @ ..]
            if let Some(operands) = rest.iter().position(|op| !is_operand(op))
                && let Op::CallBuiltin(row, count) = rest[operands]
                && count as usize == operands + 1
                && matches!(
                    builtins.row(row).role,
                    Some(Role::Cells | Role::Neighbours | Role::Parts | Role::Ray | Role::ReplaceAt)
                ) =>
        {
            Some(Op::CallOnBoard(small(board)?, u8::try_from(operands + 1).ok()?))
        }
        [Op::Local(a), Op::Local(b), ..] if shortcut(&ops[1..], constants, builtins).is_none() => {
            Some(Op::TwoLocals(a, b))
        }
        [Op::Local(a), Op::Jump(to), ..] => Some(Op::LocalJump(a, to)),
        [Op::Integer(k), Op::Binary(operator), ..] if is_quick(operator) => Some(Op::Plus(operator, k)),
        [Op::Integer(k), Op::Compare(relation), ref rest @ ..] => {
            Some(Op::BranchInteger(relation, k, branch(relation, rest, 2)?))
        }
        [Op::Compare(relation), ref rest @ ..] => Some(Op::Branch(relation, branch(relation, rest, 1)?)),
        [Op::Constant(i), ..] => Some(Op::Letter(letter(i)?, i)),
        [Op::Range { by: false }, Op::Iterate(slot), ..] => Some(Op::IterateRange(slot)),
        [Op::List, Op::CallBuiltin(row, 1), ..] if is_length(row) => Some(Op::CountMembers),
        [Op::List, Op::Constant(i), Op::Compare(Relation::Equal), ..] if empty(i) => Some(Op::NoMembers(true)),
        [Op::List, Op::Constant(i), Op::Compare(Relation::NotEqual), ..] if empty(i) => Some(Op::NoMembers(false)),
        _ => None,
    }
}

/// How many instructions gather changes of a board and make them, where each place is a local and each letter such a one.
fn changes(ops: &[Op], builtins: &BuiltinTable, is_letter: impl Fn(&Op) -> bool) -> Option<usize> {
    let [Op::Open, rest @ ..] = ops else { return None };
    let change = |four: &&[Op; 4]| matches!(four, [Op::Open, Op::Local(_), letter, Op::List] if is_letter(letter));
    let count = rest.as_chunks::<4>().0.iter().take_while(change).count();
    match rest[4 * count..] {
        [Op::List, Op::CallBuiltin(row, 2), ..] if count > 0 && builtins.row(row).role == Some(Role::ReplaceAt) => {
            Some(4 * count + 3)
        }
        _ => None,
    }
}

fn is_quick(operator: BinaryOperator) -> bool {
    matches!(operator, BinaryOperator::Add | BinaryOperator::Subtract | BinaryOperator::Multiply)
}

/// The jump on what a comparison has given, the last of `done` instructions.
fn branch(relation: Relation, rest: &[Op], done: usize) -> Option<Branch> {
    use Relation as R;
    if !matches!(relation, R::Equal | R::NotEqual | R::Less | R::LessOrEqual | R::Greater | R::GreaterOrEqual) {
        return None;
    }
    let checks = rest.iter().take_while(|op| matches!(op, Op::Boolean)).count();
    let skip = u8::try_from(done + checks).ok()?;
    match *rest.get(checks)? {
        Op::JumpIfFalse(to) => Some(Branch { to, when: false, skip }),
        Op::JumpIfTrue(to) => Some(Branch { to, when: true, skip }),
        _ => None,
    }
}
