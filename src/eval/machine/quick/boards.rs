//! Boards on the quick way: cells, neighbours, changes and parts, without lists or texts on the heap.

use std::rc::Rc;

use super::{Light, MOST_MEMBERS, Quick, Session};
use crate::value::board::{Steps, is_letter};
use crate::value::{Board, Value};
use cg_engine::positions::{SUM, Target};

impl Quick {
    /// A board.
    pub(super) fn board(&mut self, board: Rc<Board>) -> Option<Light> {
        if self.boards.len() == MOST_MEMBERS {
            return None;
        }
        self.boards.push(board);
        Some(Light::Board(self.boards.len() as u32 - 1))
    }

    /// A text: one letter stands for itself.
    pub(super) fn text(&mut self, text: &Rc<String>) -> Option<Light> {
        match *text.as_bytes() {
            [letter] if is_letter(letter) => Some(Light::Letter(letter)),
            _ if self.texts.len() == MOST_MEMBERS => None,
            _ => {
                self.texts.push(text.clone());
                Some(Light::Text(self.texts.len() as u32 - 1))
            }
        }
    }

    /// The letter at a place of a board.
    #[inline]
    pub(super) fn letter_at(&mut self, board: u32, place: Light) -> Option<Light> {
        let cell = self.cell(board, place)?;
        Some(Light::Letter(self.boards[board as usize].cells()[cell]))
    }

    #[inline]
    fn cell(&mut self, board: u32, place: Light) -> Option<usize> {
        let [row, column] = self.pair(place)?;
        self.boards[board as usize].shape().cell(row, column)
    }

    /// The two integers of a list of two.
    #[inline]
    fn pair(&mut self, light: Light) -> Option<[i64; 2]> {
        match light {
            Light::Pair(first, second) => Some([first.into(), second.into()]),
            light if self.len(light)? == 2 => {
                Some([self.member(light, 0)?.integer()?, self.member(light, 1)?.integer()?])
            }
            _ => None,
        }
    }

    fn list_from(&self, from: usize) -> Option<Light> {
        let len = self.members.len() - from;
        (self.members.len() <= MOST_MEMBERS).then_some(Light::Made { from: from as u32, len: len as u32 })
    }

    /// What a function gives that rules on boards call; nothing where it is to be called with values.
    pub(super) fn call_on_board(&mut self, session: &mut Session, name: &str, arguments: &[Light]) -> Option<Light> {
        let from = self.members.len();
        match (name, arguments) {
            ("cells", &[Light::Board(board), Light::Letter(letter)]) => {
                let board = &self.boards[board as usize];
                session.games.budget.charge(board.cells().len() / 4).ok()?;
                for (cell, _) in board.cells().iter().enumerate().filter(|(_, held)| **held == letter) {
                    let (row, column) = board.shape().row_and_column(cell);
                    self.members.push(Light::Pair(row as i32, column as i32));
                }
                self.list_from(from)
            }
            ("neighbours", &[Light::Board(board), place]) => self.beside(board, place, Steps::Beside),
            ("neighbours", &[Light::Board(board), place, Light::Given(steps)]) => {
                let steps = session.boards.chessman(&self.given[steps as usize])?;
                self.beside(board, place, steps)
            }
            ("ray", &[Light::Board(board), place, direction, Light::Letter(letter)]) => {
                self.ray(session, board, place, direction, Some(letter))
            }
            ("ray", &[Light::Board(board), place, direction]) => self.ray(session, board, place, direction, None),
            ("replace_at", &[Light::Board(board), place, Light::Letter(letter)]) => {
                let cell = self.cell(board, place)?;
                let mut changed = (*self.boards[board as usize]).clone();
                changed.cells_mut()[cell] = letter;
                self.board(Rc::new(changed))
            }
            ("replace_at", &[Light::Board(board), changes @ Light::Made { len, .. }]) => {
                let mut changed = (*self.boards[board as usize]).clone();
                for i in 0..len {
                    let change = self.member(changes, i.into())?;
                    if self.len(change)? != 2 {
                        return None;
                    }
                    let (place, letter) = (self.member(change, 0)?, self.member(change, 1)?);
                    let Light::Letter(letter) = letter else { return None };
                    let cell = self.cell(board, place)?;
                    changed.cells_mut()[cell] = letter;
                }
                session.games.budget.charge(changed.cells().len() / 8).ok()?;
                self.board(Rc::new(changed))
            }
            ("parts", &[Light::Board(board), letters @ (Light::Letter(_) | Light::Text(_))]) => {
                let board = self.boards[board as usize].clone();
                let one = if let Light::Letter(letter) = letters { [letter] } else { [0] };
                let text = if let Light::Text(i) = letters { Some(self.texts[i as usize].clone()) } else { None };
                let letters = match &text {
                    Some(text) if !text.is_empty() && text.bytes().all(is_letter) => text.as_bytes(),
                    Some(_) => return None,
                    None => &one,
                };
                session.games.budget.charge(8 * board.cells().len()).ok()?;
                for region in board.regions(letters) {
                    let part = session.boards.cut(&board, &region);
                    session.games.budget.charge(part.cells().len() / 4).ok()?;
                    let part = self.board(Rc::new(part))?;
                    self.members.push(part);
                }
                self.list_from(from)
            }
            ("all" | "any", &[Light::Made { from, len }]) => {
                let wanted = name == "any";
                let members = &self.members[from as usize..][..len as usize];
                for member in members {
                    let Light::Boolean(holds) = *member else { return None };
                    if holds == wanted {
                        return Some(Light::Boolean(wanted));
                    }
                }
                Some(Light::Boolean(!wanted))
            }
            ("sum_list", &[Light::Made { from, len }]) if len > 0 => {
                let members = &self.members[from as usize..][..len as usize];
                let positions = members.iter().map(|member| member.position()?.components().err());
                let positions = positions.collect::<Option<Vec<_>>>()?;
                session.games.budget.charge(positions.len()).ok()?;
                let is_sum = |&p: &_| session.positions.ruleset_of(p) == SUM;
                match positions[..] {
                    [p] => Some(Light::Position(p.into())),
                    [p, q] if !is_sum(&p) && !is_sum(&q) => Some(Light::Position(Target::sum(p, q))),
                    _ => Some(Light::Position(session.sum_of(&positions).ok()?.into())),
                }
            }
            _ => None,
        }
    }

    fn beside(&mut self, board: u32, place: Light, steps: Steps) -> Option<Light> {
        let from = self.members.len();
        let [row, column] = self.pair(place)?;
        let shape = self.boards[board as usize].shape();
        shape.cell(row, column)?;
        for [down, right] in steps.all() {
            if shape.cell(row + down, column + right).is_some() {
                self.members.push(Light::Pair((row + down) as i32, (column + right) as i32));
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
        letter: Option<u8>,
    ) -> Option<Light> {
        let (cell, step) = (self.cell(board, place)?, self.pair(direction)?);
        if step == [0, 0] {
            return None;
        }
        let from = self.members.len();
        let board = &self.boards[board as usize];
        for cell in board.shape().line(cell, step) {
            if letter.is_some_and(|letter| board.cells()[cell] != letter) {
                break;
            }
            session.games.budget.tick().ok()?;
            let (row, column) = board.shape().row_and_column(cell);
            self.members.push(Light::Pair(row as i32, column as i32));
        }
        self.list_from(from)
    }

    /// A text, a board or a pair as a value.
    pub(super) fn value_on_board(&self, light: Light) -> Option<Value> {
        Some(match light {
            Light::Letter(letter) => Value::text(letter as char),
            Light::Text(i) => Value::Text(self.texts[i as usize].clone()),
            Light::Board(i) => Value::Board(self.boards[i as usize].clone()),
            Light::Pair(first, second) => {
                Value::list(vec![Value::Integer(first.into()), Value::Integer(second.into())])
            }
            _ => return None,
        })
    }
}
