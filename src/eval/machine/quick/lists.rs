//! Light values: lists of them, and what they are in the language.

use std::ops::Range;
use std::rc::Rc;

use super::{Kind, Light, MOST_MEMBERS, Quick, Session, Value};
use crate::eval::machine::literals::bounded;
use crate::eval::state;
use crate::eval::state::{Argument, write_board, write_few, write_integer};
use crate::value::List;
use cg_engine::positions::Target;

/// Texts among which a constant is looked for.
const FEW_TEXTS: usize = 8;

impl Quick {
    /// The light value that means the same. A few small integers are copied, other lists only named.
    pub(super) fn light(&mut self, value: &Value) -> Option<Light> {
        Some(match value {
            Value::Nothing => Light::NOTHING,
            Value::Boolean(b) => Light::boolean(*b),
            Value::Integer(n) => Light::integer(*n)?,
            Value::Position(p) => self.target(Target::from(*p))?,
            Value::List(list) => match list.as_few() {
                Some(few) => self.few(few)?,
                None => self.give(list.clone())?,
            },
            Value::Text(text) => self.text(text)?,
            Value::Board(board) => self.board((**board).clone())?,
            _ => return None,
        })
    }

    /// The same of a constant: the texts of a rule are met again and again. It is called, for the loop over instructions is
    /// the faster the smaller it is.
    #[inline(never)]
    pub(super) fn constant(&mut self, value: &Value) -> Option<Light> {
        let Value::Text(text) = value else { return self.light(value) };
        let known = self.texts.iter().take(FEW_TEXTS).position(|known| Rc::ptr_eq(known, text));
        known.map_or_else(|| self.text(text), |i| Some(Light::text(i as u32)))
    }

    /// A position, or a move to the sum of two.
    #[inline]
    pub(super) fn target(&mut self, target: Target) -> Option<Light> {
        if self.targets.len() == MOST_MEMBERS {
            return None;
        }
        self.targets.push(target);
        Some(Light::position(self.targets.len() as u32 - 1))
    }

    /// The position, or the sum of two, that a value is.
    #[inline]
    pub(super) fn as_target(&self, light: Light) -> Option<Target> {
        if let Kind::Position(i) = light.kind() { Some(self.targets[i as usize]) } else { None }
    }

    /// A list that was there before.
    pub(super) fn give(&mut self, list: Rc<List>) -> Option<Light> {
        if self.given.len() == MOST_MEMBERS {
            return None;
        }
        self.given.push(list);
        Some(Light::given(self.given.len() as u32 - 1))
    }

    /// The list of the members on the stack from `from` to `top`.
    pub(super) fn gather(&mut self, from: usize, top: usize) -> Option<Light> {
        let Quick { stack, members, .. } = self;
        let gathered = &stack[from..top];
        if gathered.len() > MOST_MEMBERS - members.len() {
            return None;
        }
        let list = Light::made(members.len(), gathered.len());
        members.extend_from_slice(gathered);
        list
    }

    /// The number of members of a list.
    #[inline]
    pub(super) fn len(&self, list: Light) -> Option<u64> {
        match list.kind() {
            Kind::Made(_, len) => Some(len.into()),
            Kind::Given(i) => Some(self.given[i as usize].len()),
            Kind::Pair(..) => Some(2),
            Kind::Steps(steps) => Some(steps.all().len() as u64),
            _ => None,
        }
    }

    /// The member of a list at an index.
    #[inline]
    pub(super) fn member(&mut self, list: Light, index: i64) -> Option<Light> {
        let index = u64::try_from(index).ok()?;
        match list.kind() {
            Kind::Made(from, len) if index < len.into() => Some(self.members[from as usize + index as usize]),
            Kind::Given(i) => self.given_member(i, index),
            Kind::Pair(first, _) if index == 0 => Some(Light::small(first)),
            Kind::Pair(_, second) if index == 1 => Some(Light::small(second)),
            Kind::Steps(steps) => steps.all().get(index as usize).and_then(|&[down, right]| Light::pair(down, right)),
            _ => None,
        }
    }

    fn given_member(&mut self, given: u32, index: u64) -> Option<Light> {
        let list = &self.given[given as usize];
        if let Some(n) = list.small(index) {
            return Light::integer(n);
        }
        // A pair is taken where it stands.
        if let Some(Value::List(pair)) = list.as_values().and_then(|values| values.get(index as usize))
            && let Some(&[first, second]) = pair.as_few()
        {
            return Light::pair(first.into(), second.into());
        }
        let value = list.get(index)?;
        self.light(&value)
    }

    /// `xs[from..to]`.
    pub(super) fn slice(&mut self, list: Light, range: &List) -> Option<Light> {
        let (first, 1) = range.as_range()? else { return None };
        let first = u64::try_from(first).ok()?;
        if first.saturating_add(range.len()) > self.len(list)? {
            return None;
        }
        match list.kind() {
            Kind::Made(from, _) => Light::made(from as usize + first as usize, range.len() as usize),
            Kind::Given(i) if range.len() <= MOST_MEMBERS as u64 => {
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
        Light::made(start, len)
    }

    /// Where the members of a list stand. Those of one from elsewhere are brought there: all that are lists first, for each
    /// brings members of its own.
    fn made(&mut self, list: Light) -> Option<Range<usize>> {
        if let Kind::Made(from, len) = list.kind() {
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
        match (a.kind(), b.kind()) {
            (Kind::Integer(a), Kind::Integer(b)) => Some(a == b),
            (Kind::Boolean(a), Kind::Boolean(b)) => Some(a == b),
            (Kind::Letter(a), Kind::Letter(b)) => Some(a == b),
            _ => {
                let len = self.len(a)?;
                if len != self.len(b)? {
                    return Some(false);
                }
                for i in 0..i64::try_from(len).ok()? {
                    if self.member(a, i)?.as_integer()? != self.member(b, i)?.as_integer()? {
                        return Some(false);
                    }
                }
                Some(true)
            }
        }
    }

    /// The value of the language that means the same.
    pub(super) fn value(&self, light: Light) -> Option<Value> {
        Some(match light.kind() {
            Kind::Nothing => Value::Nothing,
            Kind::Boolean(b) => Value::Boolean(b),
            Kind::Integer(n) => Value::Integer(n),
            // What a solver is given stands for a position only where it is moved to.
            Kind::Position(_) if self.solved.is_some() => return None,
            Kind::Position(i) => Value::Position(self.targets[i as usize].components().err()?),
            Kind::Given(i) => Value::List(self.given[i as usize].clone()),
            Kind::Made(from, len) => Value::List(Rc::new(self.list(from, len)?)),
            Kind::Pair(..) | Kind::Letter(_) | Kind::Text(_) | Kind::Board(_) | Kind::Steps(_) => {
                self.value_on_board(light)?
            }
        })
    }

    /// A list made on the way as a list of the language.
    fn list(&self, from: u32, len: u32) -> Option<List> {
        let members = &self.members[from as usize..][..len as usize];
        if let Some(few) = List::few_integers(members.iter().map(|member| member.as_integer())) {
            return Some(few);
        }
        let values: Option<Vec<Value>> = members.iter().map(|&member| self.value(member)).collect();
        let list = List::new(values?);
        bounded(&list).ok()?;
        Some(list)
    }

    /// Writes an argument of the state of a position.
    pub(super) fn write(&self, light: Light, words: &mut Vec<u32>, session: &mut Session) -> Option<()> {
        let written = match light.kind() {
            Kind::Integer(n) => write_integer(n, words),
            Kind::Made(from, len) => {
                let members = self.members[from as usize..].iter().map(|member| member.as_integer());
                write_few(len as usize, members, words)
            }
            Kind::Board(i) => write_board(&self.boards[i as usize], words),
            _ => false,
        };
        if !written {
            state::put_argument(&mut session.machine, &self.value(light)?, words);
        }
        Some(())
    }

    /// An argument that stands in the state of a position.
    pub(super) fn read(&mut self, argument: Argument, session: &Session) -> Option<Light> {
        match argument {
            Argument::Integer(n) => Light::integer(n.into()),
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
        self.members.extend(all.iter().map(|&n| Light::small(n.into())));
        Light::made(from, all.len())
    }
}
