//! Calls, and questions about positions.

use super::{Done, Item, Register, Registers, Role, Step, Translator, Unfit};
use crate::eval::globals::Global;
use crate::eval::machine::calls::{ArgumentSource, defaults, global_value, sources};
use crate::eval::machine::registers::builtins::MAX_OPERANDS;
use crate::eval::machine::registers::code::Question;
use crate::eval::machine::registers::value_of;
use crate::eval::{Effect, Reasons};
use crate::value::Value;
use cg_engine::positions::Topic;

impl Translator<'_> {
    /// Translates a call of a global name with the topmost `count` values.
    pub(super) fn call(&mut self, slot: u32, count: usize) -> Done {
        let global = self.session.globals.get(slot).clone();
        let is_provisional = matches!(global, Global::Unset);
        if let Global::Function(definition) | Global::Game(definition, _) = global
            && let Ok(defaults) = defaults(&definition, count)
            && !(definition.game && definition.parameters.is_empty())
            && !self.assigns(slot)
        {
            for &default in defaults {
                self.global(default)?;
            }
            self.before.items = self.state().items.as_slice().into();
            let count = count + defaults.len();
            if !definition.game {
                let function = Registers::function(self.session, slot).map_err(|_| Unfit)?;
                let first = self.arguments(count)?;
                self.emit(Step::Call { first, function });
                return self.push(Item::Register(first));
            }
            let first = self.arguments(count)?;
            self.push(Item::Position { slot, first, count: count as u8 })?;
            if self.makes_positions {
                let item = self.pop()?;
                let a = self.load(item, first.into())?;
                self.push(Item::Register(a))?;
            }
            return Ok(());
        }
        self.body.is_provisional |= is_provisional;
        let first = self.arguments(count)?;
        self.emit(Step::CallName { first, count: u8::try_from(count).map_err(|_| Unfit)?, slot });
        self.push(Item::Register(first))
    }

    /// Translates a call that names parameters. Where the arguments do not lie in the order of the parameters, it gets copies.
    pub(super) fn call_named(&mut self, slot: u32, given: usize) -> Done {
        let given = &self.code.given[given];
        let sources = match self.session.globals.get(slot) {
            Global::Function(definition) | Global::Game(definition, _) if !self.assigns(slot) => {
                sources(definition, given).ok()
            }
            _ => None,
        };
        self.body.is_provisional |= matches!(self.session.globals.get(slot), Global::Unset);
        let Some(sources) = sources else { return self.general(given.len()) };
        let are_in_order = (0..given.len()).all(|i| sources.get(i) == Some(&ArgumentSource::Argument(i)));
        if are_in_order {
            return self.call(slot, given.len());
        }
        let first = self.arguments(given.len())?;
        for _ in given {
            self.push_home()?;
        }
        for &source in &sources {
            match source {
                ArgumentSource::Argument(i) => self.push(Item::Register(first + i as Register))?,
                ArgumentSource::Default(slot) => self.global(slot)?,
            }
        }
        self.call(slot, sources.len())?;
        let from = self.pop_register()?;
        for _ in given {
            self.pop()?;
        }
        let to = self.push_home()?;
        self.emit(Step::Move { to, from });
        Ok(())
    }

    /// Pushes the value of a global name.
    pub(super) fn global(&mut self, slot: u32) -> Done {
        match self.session.globals.get(slot) {
            Global::Function(_) | Global::Game(..) if !self.assigns(slot) => {
                let value = global_value(self.session, slot).map_err(|_| Unfit)?;
                let item = self.constant(&value)?;
                self.push(item)
            }
            global => {
                self.body.is_provisional |= matches!(global, Global::Unset);
                let to = self.push_home()?;
                self.emit(Step::Global { to, slot });
                Ok(())
            }
        }
    }

    pub(super) fn call_builtin(&mut self, row: u32, count: usize) -> Done {
        let builtin = self.session.globals.builtins.row(row);
        if let Some(question) = self.question(builtin.role, count) {
            if count == 2 {
                self.pop()?;
            }
            let Item::Position { slot, first, .. } = self.pop()? else { return Err(Unfit) };
            let game = self.game(slot)?;
            self.emit(Step::Ask { first, question, game });
            return self.push(Item::Register(first));
        }
        if builtin.role == Some(Role::Length) && count == 1 {
            let list = self.pop_register()?;
            let to = self.push_home()?;
            self.emit(Step::Length { to, list });
            return Ok(());
        }
        match builtin.of_integers {
            Some(_) if builtin.role == Some(Role::Modulo) && count == 2 => self.remainder(),
            Some(function) if builtin.role == Some(Role::Quotient) && count == 2 => self.quotient(function),
            Some(_) if matches!(builtin.role, Some(Role::Least | Role::Greatest)) && count == 2 => {
                let is_least = builtin.role == Some(Role::Least);
                let (a, b) = self.operands()?;
                let to = self.push_home()?;
                self.emit(if is_least { Step::Least { to, a, b } } else { Step::Greatest { to, a, b } });
                Ok(())
            }
            Some(function) if count == 2 || count == 1 && builtin.parameters.len() == 1 => {
                self.of_integers(function, count)
            }
            _ => match builtin.role {
                Some(role) if count == 2 && builtin.effect != Effect::World => {
                    let (a, b) = self.operands()?;
                    let to = self.push_home()?;
                    self.emit(Step::OfTwo { to, a, b, role });
                    Ok(())
                }
                Some(role) if (1..=MAX_OPERANDS).contains(&count) && builtin.effect != Effect::World => {
                    let to = self.arguments(count)?;
                    self.emit(Step::OfWords { to, role, count: count as u8 });
                    self.push(Item::Register(to))
                }
                _ => self.general(count),
            },
        }
    }

    /// Pops two values into registers.
    fn operands(&mut self) -> Done<(Register, Register)> {
        let (second, first) = (self.pop()?, self.pop()?);
        let height = self.state().height;
        Ok((self.load(first, height)?, self.load(second, height + 1)?))
    }

    /// Translates the quotient of a division, which is rounded down.
    fn quotient(&mut self, function: fn(i64, i64) -> Option<i64>) -> Done {
        let Some(&Item::Integer(n @ 1..)) = self.state().items.last() else { return self.of_integers(function, 2) };
        self.pop()?;
        let a = self.pop_register()?;
        let to = self.push_home()?;
        self.emit(Step::Quotient { to, a, n });
        Ok(())
    }

    /// Translates the remainder of a division.
    fn remainder(&mut self) -> Done {
        let divisor = self.pop()?;
        let dividend = self.pop()?;
        let height = self.state().height;
        let a = self.load(dividend, height)?;
        if let Item::Integer(n @ 1..) = divisor {
            let to = self.push_home()?;
            self.emit(Step::Remainder { to, a, n });
            return Ok(());
        }
        let b = self.load(divisor, height + 1)?;
        let to = self.push_home()?;
        self.emit(Step::Modulo { to, a, b });
        Ok(())
    }

    /// Translates a function of the topmost `count` integers, one or two.
    pub(super) fn of_integers(&mut self, function: fn(i64, i64) -> Option<i64>, count: usize) -> Done {
        let Ok(number) = u16::try_from(self.body.functions.len()) else { return self.general(count) };
        let second = if count == 2 { Some(self.pop()?) } else { None };
        let first = self.pop()?;
        let height = self.state().height;
        let a = self.load(first, height)?;
        let b = match second {
            Some(second) => self.load(second, height + 1)?,
            None => a,
        };
        let to = self.push_home()?;
        self.body.functions.push(function);
        self.emit(Step::OfIntegers { to, a, b, function: number });
        Ok(())
    }

    /// Returns the question that a built-in asks about the position in its first argument.
    fn question(&mut self, role: Option<Role>, count: usize) -> Option<Question> {
        let items = &self.state.as_ref()?.items;
        let length = Role::Question(Reasons::Length(Topic::REMOTENESS));
        let asks = match role? {
            Role::NimValue => [Some(Question::NimValue), None],
            Role::Outcome => [Some(Question::Normal), Some(Question::Misere)],
            role if role == length => [Some(Question::Remoteness), Some(Question::MisereRemoteness)],
            _ => return None,
        };
        match *items.get(items.len().checked_sub(count)?..)? {
            [Item::Position { .. }] => asks[0],
            [Item::Position { .. }, Item::Constant(index)] => {
                let word = self.body.constants[index as usize].get();
                match value_of(self.session, word) {
                    Value::Convention(convention) => asks[convention as usize],
                    _ => None,
                }
            }
            _ => None,
        }
    }
}
