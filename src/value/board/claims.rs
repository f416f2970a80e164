//! The claims about a game on boards, and the board that stands for all that are equal by them.

use std::cmp::Ordering;
use std::rc::Rc;

use super::{Board, Boards, is_letter};

/// A person's claims about a game on a board.
#[derive(Clone, Debug, Default)]
pub struct Claims {
    /// Turning and mirroring the board changes no value.
    pub symmetry: bool,
    /// Exchanging letters negates the value: the letter in place of each.
    pub mirror: Option<Rc<[u8; 256]>>,
}

impl Claims {
    /// Returns `true` if there is none.
    pub fn is_empty(&self) -> bool {
        !self.symmetry && self.mirror.is_none()
    }

    /// Returns the exchange of the letters of two texts, if it is one: as many letters in both, and each goes and comes
    /// once.
    pub fn exchange(from: &str, to: &str) -> Option<Rc<[u8; 256]>> {
        let mut letters: [u8; 256] = std::array::from_fn(|letter| letter as u8);
        if from.len() != to.len() || !from.bytes().chain(to.bytes()).all(is_letter) {
            return None;
        }
        for (one, other) in from.bytes().zip(to.bytes()) {
            letters[one as usize] = other;
        }
        // Exchanged twice, all is as it was.
        let once = |text: &str| text.bytes().enumerate().all(|(i, letter)| !text.as_bytes()[..i].contains(&letter));
        let back = (0..256).all(|letter| letters[letters[letter] as usize] as usize == letter);
        (once(from) && once(to) && back).then(|| Rc::new(letters))
    }
}

impl Board {
    /// Returns the image that stands for all that are equal by the claims, and whether it is worth the negative, or
    /// `None` if the board is that image itself.
    pub fn normal_form(&self, claims: &Claims, boards: &Boards) -> Option<(Board, bool)> {
        let images = self.shape.images();
        // For an oblong and its turned image, the wider one stands for both.
        let images = match self.shape.rows.cmp(&self.shape.columns) {
            _ if !claims.symmetry => &images[..1],
            Ordering::Less => &images[..4],
            Ordering::Equal => &images[..],
            Ordering::Greater => &images[4..],
        };
        let turned = claims.symmetry && self.shape.rows > self.shape.columns;
        let cells = self.cells();
        let mut least = self.clone();
        if turned {
            least.shape = boards.shape(self.shape.columns(), self.shape.rows());
            least.cells_mut().iter_mut().zip(&images[0]).for_each(|(cell, &from)| *cell = cells[from as usize]);
        }
        let found = least.cells_mut();
        let mut changed = turned;
        for image in &images[1..] {
            changed |= take_if_less(found, |at| cells[image[at] as usize]);
        }
        let mut negated = false;
        if let Some(exchange) = claims.mirror.as_deref() {
            for image in images {
                negated |= take_if_less(found, |at| exchange[cells[image[at] as usize] as usize]);
            }
        }
        (changed || negated).then_some((least, negated))
    }

    /// Returns the boards that generate all that are equal by the claims: turned, mirrored, with letters exchanged,
    /// each with the words for it and whether it is worth the negative.
    pub fn images(&self, claims: &Claims, boards: &Boards) -> Vec<(Board, &'static str, bool)> {
        let cells = self.cells();
        let mut all = Vec::new();
        if claims.symmetry {
            let images = self.shape.images();
            let (rows, columns) = (self.shape.rows(), self.shape.columns());
            for (image, words) in [(2, "mirrored"), (1, "upside down"), (5, "turned")] {
                let shape = if image < 4 { self.shape.clone() } else { boards.shape(columns, rows) };
                let seen: Vec<u8> = images[image].iter().map(|&from| cells[from as usize]).collect();
                all.push((Board::new(shape, &seen), words, false));
            }
        }
        if let Some(exchange) = &claims.mirror {
            let seen: Vec<u8> = cells.iter().map(|&letter| exchange[letter as usize]).collect();
            all.push((Board::new(self.shape.clone(), &seen), "with its letters exchanged", true));
        }
        all
    }
}

/// Takes an image if it comes before the one found; whether it did.
#[inline]
fn take_if_less(found: &mut [u8], shown: impl Fn(usize) -> u8) -> bool {
    let Some(at) = (0..found.len()).find(|&at| shown(at) != found[at]) else { return false };
    let less = shown(at) < found[at];
    if less {
        (at..found.len()).for_each(|at| found[at] = shown(at));
    }
    less
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::{Board, Boards, Claims};

    /// Returns all boards that are equal to a board by the claims, image by image, each with its sign.
    fn class(board: &Board, claims: &Claims, boards: &Boards) -> BTreeMap<String, (Board, Vec<bool>)> {
        let mut found = BTreeMap::new();
        let mut waiting = vec![(board.clone(), false)];
        while let Some((board, negated)) = waiting.pop() {
            let (_, signs): &mut (Board, Vec<bool>) =
                found.entry(board.text()).or_insert_with(|| (board.clone(), Vec::new()));
            if signs.contains(&negated) {
                continue;
            }
            signs.push(negated);
            waiting.extend(board.images(claims, boards).into_iter().map(|(image, _, sign)| (image, negated ^ sign)));
        }
        found
    }

    #[test]
    fn one_board_stands_for_its_class() {
        let boards = Boards::default();
        let mirror = Claims::exchange("x", "o");
        let claims = [(true, None), (false, mirror.clone()), (true, mirror), (false, None)];
        let claims = claims.map(|(symmetry, mirror)| Claims { symmetry, mirror });
        let texts: [&[u8]; 6] = [b"xo.x..", b"x.o#..", b"xxoo..", b"......", b"xo", b"x.oo..xx#"];
        for (text, columns) in texts.iter().flat_map(|text| [1, 2, 3].map(|columns| (text, columns))) {
            if text.len() % columns != 0 {
                continue;
            }
            let board = boards.board(columns, text);
            for claims in &claims {
                let normal = |board: &Board| {
                    let form = board.normal_form(claims, &boards);
                    form.unwrap_or_else(|| (board.clone(), false))
                };
                let (form, negated) = normal(&board);
                for (image, signs) in class(&board, claims, &boards).values() {
                    let (other, sign) = normal(image);
                    assert_eq!(form, other, "{}", image.text());
                    assert!(signs.contains(&(sign ^ negated)), "{} {}", board.text(), image.text());
                }
                assert!(normal(&form) == (form, false));
            }
        }
    }
}
