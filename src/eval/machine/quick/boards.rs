//! Boards on the quick way: cells, neighbours, changes and parts, without lists or texts on the heap.

use std::ops::Range;
use std::rc::Rc;

use super::calls::{Known, MOST_ARGUMENTS};
use super::{Kind, Light, MOST_MEMBERS, Quick, Session};
use crate::eval::Role;
use crate::value::Value;
use crate::value::board::{Board, Letters, Steps, Ties, is_letter, pair};
use crate::value::code::{Code, Op};
use cg_engine::positions::{RulesetId, SUM, Target};

/// Pairs of letters that may hold cells together on the quick way.
const MOST_PAIRS: usize = 32;

impl Quick {
    /// A board.
    pub(super) fn board(&mut self, board: Board) -> Option<Light> {
        if self.boards.len() == MOST_MEMBERS {
            return None;
        }
        self.boards.push(board);
        Some(Light::board(self.boards.len() as u32 - 1))
    }

    /// A text: one letter stands for itself.
    pub(super) fn text(&mut self, text: &Rc<String>) -> Option<Light> {
        match *text.as_bytes() {
            [letter] if is_letter(letter) => Some(Light::letter(letter)),
            _ if self.texts.len() == MOST_MEMBERS => None,
            _ => {
                self.texts.push(text.clone());
                Some(Light::text(self.texts.len() as u32 - 1))
            }
        }
    }

    /// The letter at a place of a board.
    #[inline]
    pub(super) fn letter(&mut self, board: u32, place: Light) -> Option<u8> {
        let cell = self.cell(board, place)?;
        Some(self.boards[board as usize].cells()[cell])
    }

    #[inline]
    fn cell(&mut self, board: u32, place: Light) -> Option<usize> {
        let [row, column] = self.pair(place)?;
        self.boards[board as usize].shape().cell(row, column)
    }

    /// The two integers of a list of two.
    #[inline]
    fn pair(&mut self, light: Light) -> Option<[i64; 2]> {
        match light.kind() {
            Kind::Pair(first, second) => Some([first.into(), second.into()]),
            _ if self.len(light)? == 2 => {
                Some([self.member(light, 0)?.as_integer()?, self.member(light, 1)?.as_integer()?])
            }
            _ => None,
        }
    }

    fn list_from(&self, from: usize) -> Option<Light> {
        if self.members.len() > MOST_MEMBERS {
            return None;
        }
        Light::made(from, self.members.len() - from)
    }

    /// The letters of a text.
    fn letters(&self, light: Light) -> Option<Letters> {
        match light.kind() {
            Kind::Letter(letter) => Letters::of(&[letter]),
            Kind::Text(i) => Letters::of(self.texts[i as usize].as_bytes()),
            _ => None,
        }
    }

    /// What holds cells together: the letters of a text, or pairs of them.
    fn ties(&mut self, light: Light) -> Option<Ties> {
        let Some(len) = self.len(light) else { return Some(Ties::all(self.letters(light)?)) };
        let mut pairs = [[0; 2]; MOST_PAIRS];
        let pairs = pairs.get_mut(..len as usize)?;
        for (i, pair) in pairs.iter_mut().enumerate() {
            let Kind::Text(text) = self.member(light, i as i64)?.kind() else { return None };
            *pair = self.texts[text as usize].as_bytes().try_into().ok()?;
        }
        Ties::pairs(pairs.iter().copied())
    }

    /// The steps of a chessman.
    fn chessman(&self, session: &Session, steps: Light) -> Option<Steps> {
        match steps.kind() {
            Kind::Steps(steps) => Some(steps),
            Kind::Given(list) => session.boards.chessman(&self.given[list as usize]),
            _ => None,
        }
    }

    /// What a function gives that rules on boards call; nothing where it is to be called with values.
    pub(super) fn call_known(&mut self, session: &mut Session, role: Role, arguments: &[Light]) -> Option<Light> {
        let (first, rest) = arguments.split_first()?;
        match (first.kind(), rest) {
            (Kind::Board(board), _) => self.call_with_board(session, role, board, rest),
            (Kind::Made(from, len), []) => self.call_with_list(session, role, from, len),
            _ => None,
        }
    }

    fn call_with_board(&mut self, session: &mut Session, role: Role, board: u32, rest: &[Light]) -> Option<Light> {
        match (role, rest) {
            (Role::Cells, &[letters]) => {
                let (from, letters) = (self.members.len(), self.letters(letters)?);
                self.pay(session, self.boards[board as usize].cells().len())?;
                let board = &self.boards[board as usize];
                for (cell, _) in board.cells().iter().enumerate().filter(|(_, held)| letters.contains(**held)) {
                    let (row, column) = board.shape().row_and_column(cell);
                    self.members.push(Light::pair(row, column)?);
                }
                self.list_from(from)
            }
            (Role::Neighbours, &[place]) => self.beside(board, place, Steps::Beside),
            (Role::Neighbours, &[place, steps]) => {
                let steps = self.chessman(session, steps)?;
                self.beside(board, place, steps)
            }
            (Role::Ray, &[place, direction, letters]) => {
                let letters = self.letters(letters)?;
                self.ray(session, board, place, direction, Some(letters))
            }
            (Role::Ray, &[place, direction]) => self.ray(session, board, place, direction, None),
            (Role::ReplaceAt, &[place, letter]) => {
                let mut changed = self.boards[board as usize].clone();
                self.put(&mut changed, board, place, letter)?;
                self.board(changed)
            }
            (Role::ReplaceAt, &[changes]) => {
                let mut changed = self.boards[board as usize].clone();
                for i in 0..self.len(changes)? {
                    let change = self.member(changes, i as i64)?;
                    if self.len(change)? != 2 {
                        return None;
                    }
                    let (place, letter) = (self.member(change, 0)?, self.member(change, 1)?);
                    self.put(&mut changed, board, place, letter)?;
                }
                self.pay(session, changed.cells().len())?;
                self.board(changed)
            }
            (Role::Parts, &[letters]) => self.parts(session, board, letters, Steps::Beside),
            (Role::Parts, &[letters, steps]) => {
                let steps = self.chessman(session, steps)?;
                self.parts(session, board, letters, steps)
            }
            _ => None,
        }
    }

    /// A board with changes: instructions that push them, a place and a letter in turn.
    #[inline(never)]
    pub(super) fn replaced(&mut self, session: &mut Session, board: u32, changes: &[Op], base: usize) -> Option<Light> {
        let mut changed = self.boards[board as usize].clone();
        let mut place = None;
        for op in changes {
            let Some(pushed) = self.operand(op, base) else { continue };
            match place.take() {
                None => place = Some(pushed),
                Some(place) => self.put(&mut changed, board, place, pushed)?,
            }
        }
        self.pay(session, changed.cells().len())?;
        self.board(changed)
    }

    /// What a built-in gives for a board and what these instructions push before the last of them calls it.
    #[inline(never)]
    pub(super) fn call_on_board(
        &mut self,
        session: &mut Session,
        code: &Code,
        board: Light,
        rest: &[Op],
        base: usize,
    ) -> Option<Light> {
        let (&Op::CallBuiltin(row, count), operands) = rest.split_last()? else { return None };
        let Kind::Board(board) = board.kind() else { return None };
        let mut arguments = [Light::NOTHING; MOST_ARGUMENTS - 1];
        for (argument, op) in arguments.iter_mut().zip(operands) {
            *argument = match *op {
                Op::Constant(i) => self.constant(&code.constants[i as usize])?,
                Op::Builtin(row) => self.constant_of(session, row)?,
                _ => self.operand(op, base)?,
            };
        }
        let Known::Pure(Some(role)) = self.known(session, row) else { return None };
        self.call_with_board(session, role, board, arguments.get(..count as usize - 1)?)
    }

    /// What an instruction pushes, if it is a local or a letter.
    #[inline]
    fn operand(&self, op: &Op, base: usize) -> Option<Light> {
        match *op {
            Op::Local(slot) | Op::TwoLocals(slot, _) => Some(self.stack[base + slot as usize]),
            Op::Letter(letter, _) => Some(Light::letter(letter)),
            _ => None,
        }
    }

    /// Puts a letter into a cell of what is made of a board.
    fn put(&mut self, changed: &mut Board, board: u32, place: Light, letter: Light) -> Option<()> {
        let Kind::Letter(letter) = letter.kind() else { return None };
        let cell = self.cell(board, place)?;
        changed.cells_mut()[cell] = letter;
        Some(())
    }

    fn call_with_list(&mut self, session: &mut Session, role: Role, from: u32, len: u32) -> Option<Light> {
        let members = &self.members[from as usize..][..len as usize];
        match role {
            Role::All | Role::Any => {
                let wanted = role == Role::Any;
                for member in members {
                    if member.as_boolean()? == wanted {
                        return Some(Light::boolean(wanted));
                    }
                }
                Some(Light::boolean(!wanted))
            }
            Role::SumOfList if len == 0 => Some(Light::small(0)),
            Role::SumOfList => {
                let mut components = std::mem::take(&mut self.components);
                components.clear();
                let mut last = None;
                for &member in &self.members[from as usize..][..len as usize] {
                    let p = self.as_target(member)?.components().err()?;
                    last = Some(p);
                    // What is over adds nothing to a sum, however it is played.
                    if !self.met.as_ref().is_some_and(|met| met.has_ended(session.positions.without_sign(p).0)) {
                        components.push(p);
                    }
                }
                self.pay(session, len as usize)?;
                let is_sum = |&p: &_| session.positions.ruleset_of(p) == SUM;
                let target = match components[..] {
                    [] => last?.into(),
                    [p] => p.into(),
                    [p, q] if !is_sum(&p) && !is_sum(&q) => Target::sum(p, q),
                    _ => session.sum_of(&components).ok()?.into(),
                };
                self.components = components;
                self.target(target)
            }
            _ => None,
        }
    }

    fn parts(&mut self, session: &mut Session, board: u32, letters: Light, steps: Steps) -> Option<Light> {
        let ties = self.ties(letters)?;
        let from = self.members.len();
        let board = self.boards[board as usize].clone();
        let mut cut = board.cells().len();
        let found = board.parts(&ties, steps, &session.boards, |part| {
            cut += part.cells().len();
            let part = self.board(part).ok_or(())?;
            self.members.push(part);
            Ok::<(), ()>(())
        });
        found.ok()?;
        self.pay(session, cut)?;
        self.list_from(from)
    }

    fn beside(&mut self, board: u32, place: Light, steps: Steps) -> Option<Light> {
        let from = self.members.len();
        let [row, column] = self.pair(place)?;
        let shape = self.boards[board as usize].shape();
        shape.cell(row, column)?;
        for [down, right] in steps.all() {
            if shape.cell(row + down, column + right).is_some() {
                self.members.push(Light::pair(row + down, column + right)?);
            }
        }
        self.list_from(from)
    }

    fn ray(
        &mut self,
        session: &mut Session,
        board: u32,
        place: Light,
        direction: Light,
        letters: Option<Letters>,
    ) -> Option<Light> {
        let ([mut row, mut column], [down, right]) = (self.pair(place)?, self.pair(direction)?);
        if [down, right] == [0, 0] {
            return None;
        }
        let Quick { boards, members, .. } = self;
        let (board, from) = (&boards[board as usize], members.len());
        let (shape, cells) = (board.shape(), board.cells());
        shape.cell(row, column)?;
        loop {
            (row, column) = (row.saturating_add(down), column.saturating_add(right));
            let Some(cell) = shape.cell(row, column) else { break };
            if letters.is_some_and(|letters| !letters.contains(cells[cell])) {
                break;
            }
            members.push(Light::pair(row, column)?);
        }
        self.pay(session, self.members.len() - from)?;
        self.list_from(from)
    }

    /// The only board among the arguments of a position of the game that is being solved: which of them it is, and its
    /// number.
    pub(super) fn board_to_solve(&self, ruleset: RulesetId, mut arguments: Range<usize>) -> Option<(usize, u32)> {
        self.solved.as_ref().filter(|(here, _)| *here == ruleset)?;
        let mut board = || {
            arguments.find_map(|i| match self.stack[i].kind() {
                Kind::Board(board) => Some((i, board)),
                _ => None,
            })
        };
        let first = board()?;
        board().is_none().then_some(first)
    }

    /// The board that stands for a board of a position that is being solved, and whether the position is the negative;
    /// nothing where the board stands for itself.
    pub(super) fn normal_form(&self, session: &Session, board: u32) -> Option<(Board, bool)> {
        let (_, definition) = self.solved.as_ref()?;
        self.boards[board as usize].normal_form(&definition.claims, &session.boards)
    }

    /// A text, a board or a pair as a value.
    pub(super) fn value_on_board(&self, light: Light) -> Option<Value> {
        Some(match light.kind() {
            Kind::Letter(letter) => Value::text(letter as char),
            Kind::Text(i) => Value::Text(self.texts[i as usize].clone()),
            Kind::Board(i) => Value::Board(Rc::new(self.boards[i as usize].clone())),
            Kind::Pair(first, second) => pair(first.into(), second.into()),
            Kind::Steps(steps) => Value::list(steps.all().iter().map(|&[down, right]| pair(down, right)).collect()),
            _ => return None,
        })
    }
}
