//! Light values: lists of them, and what they are in the language.

use std::ops::Range;
use std::rc::Rc;

use super::{Light, MOST_MEMBERS, Quick, Session, Value};
use crate::eval::machine::literals::bounded;
use crate::eval::state::{Argument, write_board, write_few, write_integer};
use crate::value::List;
use cg_engine::positions::Target;

impl Quick {
    /// The light value that means the same. A few small integers are copied, other lists only named.
    pub(super) fn light(&mut self, value: &Value) -> Option<Light> {
        Some(match value {
            Value::Nothing => Light::Nothing,
            Value::Boolean(b) => Light::Boolean(*b),
            Value::Integer(n) => Light::Integer(*n),
            Value::Position(p) => Light::Position(Target::from(*p)),
            Value::List(list) => match list.as_few() {
                Some(few) => self.few(few)?,
                None => self.give(list.clone())?,
            },
            Value::Text(text) => self.text(text)?,
            Value::Board(board) => self.board((**board).clone())?,
            _ => return None,
        })
    }

    /// A list that was there before.
    pub(super) fn give(&mut self, list: Rc<List>) -> Option<Light> {
        if self.given.len() == MOST_MEMBERS {
            return None;
        }
        self.given.push(list);
        Some(Light::Given(self.given.len() as u32 - 1))
    }

    /// The list of the members on the stack from `from` to `top`.
    pub(super) fn gather(&mut self, from: usize, top: usize) -> Option<Light> {
        let Quick { stack, members, .. } = self;
        let gathered = &stack[from..top];
        if gathered.len() > MOST_MEMBERS - members.len() {
            return None;
        }
        let list = Light::Made { from: members.len() as u32, len: gathered.len() as u32 };
        members.extend_from_slice(gathered);
        Some(list)
    }

    /// The number of members of a list.
    #[inline]
    pub(super) fn len(&self, list: Light) -> Option<u64> {
        match list {
            Light::Made { len, .. } => Some(len.into()),
            Light::Given(i) => Some(self.given[i as usize].len()),
            Light::Pair(..) => Some(2),
            _ => None,
        }
    }

    /// The member of a list at an index.
    #[inline]
    pub(super) fn member(&mut self, list: Light, index: i64) -> Option<Light> {
        let index = u64::try_from(index).ok()?;
        match list {
            Light::Made { from, len } if index < len.into() => Some(self.members[from as usize + index as usize]),
            Light::Given(i) => self.given_member(i, index),
            Light::Pair(first, _) if index == 0 => Some(Light::Integer(first.into())),
            Light::Pair(_, second) if index == 1 => Some(Light::Integer(second.into())),
            _ => None,
        }
    }

    fn given_member(&mut self, given: u32, index: u64) -> Option<Light> {
        let list = &self.given[given as usize];
        match list.small(index) {
            Some(n) => Some(Light::Integer(n)),
            None => {
                let value = list.get(index)?;
                if let Value::List(pair) = &value
                    && let Some(&[first, second]) = pair.as_few()
                {
                    return Some(Light::Pair(first.into(), second.into()));
                }
                self.light(&value)
            }
        }
    }

    /// `xs[from..to]`.
    pub(super) fn slice(&mut self, list: Light, range: &List) -> Option<Light> {
        let (first, 1) = range.as_range()? else { return None };
        let first = u64::try_from(first).ok()?;
        if first.saturating_add(range.len()) > self.len(list)? {
            return None;
        }
        match list {
            Light::Made { from, .. } => Some(Light::Made { from: from + first as u32, len: range.len() as u32 }),
            Light::Given(i) if range.len() <= MOST_MEMBERS as u64 => {
                let part = self.given[i as usize].slice(first, first + range.len());
                self.light(&Value::List(Rc::new(part)))
            }
            _ => None,
        }
    }

    /// The members of one list and then those of another.
    pub(super) fn joined(&mut self, list: Light, other: Light) -> Option<Light> {
        let parts = [self.made(list)?, self.made(other)?];
        let (start, len) = (self.members.len(), parts[0].len() + parts[1].len());
        if len > MOST_MEMBERS - start {
            return None;
        }
        parts.into_iter().for_each(|part| self.members.extend_from_within(part));
        Some(Light::Made { from: start as u32, len: len as u32 })
    }

    /// Where the members of a list stand. Those of one from elsewhere are brought there: all that are lists first, for each
    /// brings members of its own.
    fn made(&mut self, list: Light) -> Option<Range<usize>> {
        if let Light::Made { from, len } = list {
            return Some(from as usize..from as usize + len as usize);
        }
        let len = usize::try_from(self.len(list)?).ok().filter(|&len| len <= MOST_MEMBERS)?;
        let members: Vec<Light> = (0..len).map(|i| self.member(list, i as i64)).collect::<Option<_>>()?;
        let start = self.members.len();
        if len > MOST_MEMBERS - start {
            return None;
        }
        self.members.extend(members);
        Some(start..start + len)
    }

    /// Whether two values are the same, where that is plain.
    pub(super) fn same(&mut self, a: Light, b: Light) -> Option<bool> {
        match (a, b) {
            (Light::Integer(a), Light::Integer(b)) => Some(a == b),
            (Light::Boolean(a), Light::Boolean(b)) => Some(a == b),
            (Light::Letter(a), Light::Letter(b)) => Some(a == b),
            _ => {
                let len = self.len(a)?;
                if len != self.len(b)? {
                    return Some(false);
                }
                for i in 0..i64::try_from(len).ok()? {
                    let (a, b) = (self.member(a, i)?, self.member(b, i)?);
                    if !matches!((a, b), (Light::Integer(_), Light::Integer(_))) {
                        return None;
                    }
                    if !self.same(a, b)? {
                        return Some(false);
                    }
                }
                Some(true)
            }
        }
    }

    /// The value of the language that means the same.
    pub(super) fn value(&self, light: Light) -> Option<Value> {
        Some(match light {
            Light::Nothing => Value::Nothing,
            Light::Boolean(b) => Value::Boolean(b),
            Light::Integer(n) => Value::Integer(n),
            // What a solver is given stands for a position only where it is moved to.
            Light::Position(_) if self.solved.is_some() => return None,
            Light::Position(target) => Value::Position(target.components().err()?),
            Light::Given(i) => Value::List(self.given[i as usize].clone()),
            Light::Made { .. } => Value::List(Rc::new(self.list(light)?)),
            Light::Pair(..) | Light::Letter(_) | Light::Text(_) | Light::Board(_) => self.value_on_board(light)?,
        })
    }

    /// A list made on the way as a list of the language.
    fn list(&self, light: Light) -> Option<List> {
        let Light::Made { from, len } = light else { return None };
        let members = &self.members[from as usize..][..len as usize];
        if let Some(few) = List::few_integers(members.iter().map(|member| member.integer())) {
            return Some(few);
        }
        let values: Option<Vec<Value>> = members.iter().map(|&member| self.value(member)).collect();
        let list = List::new(values?);
        bounded(&list).ok()?;
        Some(list)
    }

    /// Writes an argument of the state of a position.
    pub(super) fn write(&self, light: Light, words: &mut Vec<u32>, session: &mut Session) -> Option<()> {
        let written = match light {
            Light::Integer(n) => write_integer(n, words),
            Light::Made { from, len } => {
                let members = self.members[from as usize..].iter().map(|member| member.integer());
                write_few(len as usize, members, words)
            }
            Light::Board(i) => write_board(&self.boards[i as usize], words),
            _ => false,
        };
        if !written {
            session.put_argument(&self.value(light)?, words);
        }
        Some(())
    }

    /// An argument that stands in the state of a position.
    pub(super) fn read(&mut self, argument: Argument, session: &Session) -> Option<Light> {
        match argument {
            Argument::Integer(n) => Some(Light::Integer(n.into())),
            Argument::Numbered(number) => self.light(session.machine.numbered(number)),
            Argument::Few { len, all } => self.few(&all[..len]),
            Argument::Board { columns, len, cells } => self.board(session.boards.board(columns, &cells[..len])),
        }
    }

    /// A list of a few small integers.
    fn few(&mut self, all: &[i8]) -> Option<Light> {
        let from = self.members.len();
        if all.len() > MOST_MEMBERS - from {
            return None;
        }
        self.members.extend(all.iter().map(|&n| Light::Integer(n.into())));
        Some(Light::Made { from: from as u32, len: all.len() as u32 })
    }
}
