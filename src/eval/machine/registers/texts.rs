//! Texts: lists of the codes of their letters, so that they are cut and joined as lists are.

use std::cmp::Ordering;

use super::arena::Arena;
use super::lists::MAX_MEMBERS;
use super::{Tag, Word};
use crate::value::board::is_letter;

/// The most comparisons of letters that a search for a part of a text may take at one go.
const MAX_COMPARISONS: usize = 1 << 16;

/// The word of each byte that is a letter which can stand in a cell of a board, [`Word::NONE`] for all others.
const LETTERS_OF_BYTES: [Word; 256] = {
    let mut words = [Word::NONE; 256];
    let mut byte = 0;
    while byte < 256 {
        if is_letter(byte as u8) {
            words[byte] = Word::letter(byte as u8);
        }
        byte += 1;
    }
    words
};

/// Returns the word of a letter that can stand in a cell of a board, or `None` for any other code.
#[inline]
fn board_letter(code: Word) -> Option<Word> {
    u8::try_from(code.value()).ok().filter(|&letter| is_letter(letter)).map(Word::letter)
}

impl Arena {
    /// Returns the word of a text that is not too long.
    pub fn text(&mut self, text: &str) -> Word {
        if let &[letter] = text.as_bytes()
            && is_letter(letter)
        {
            return Word::letter(letter);
        }
        let mut letters = std::mem::take(&mut self.members);
        letters.clear();
        letters.extend(text.chars().map(|letter| Word::small(letter as i32)));
        let list = self.lists.list(&letters);
        self.members = letters;
        self.text_of(list)
    }

    /// Returns the word of the text whose letters are in a list.
    #[inline]
    pub fn text_of(&self, list: u32) -> Word {
        let number = list as usize;
        let letter = if self.lists.len(number) == 1 { self.lists.get(number, 0).and_then(board_letter) } else { None };
        letter.unwrap_or(Word::of(Tag::Text, list.into()))
    }

    /// Returns the list of the letters of a text, or `None` if the word is none or a long one.
    pub fn spelling(&mut self, text: Word) -> Option<u32> {
        match text.tag() {
            Tag::Letter => Some(self.lists.list(&[Word::small(text.number() as i32)])),
            Tag::Text => Some(text.number() as u32),
            _ => None,
        }
    }

    /// Returns the letter at an index of a text.
    #[inline(always)]
    pub fn letter_in(&mut self, text: Word, index: i64) -> Option<Word> {
        let code = match text.tag() {
            Tag::Text => match self.lists.bytes(text.number()) {
                Some(bytes) => match LETTERS_OF_BYTES[usize::from(*bytes.get(index as usize)?)] {
                    Word::NONE => Word::small(bytes[index as usize].into()),
                    letter => return Some(letter),
                },
                None => self.lists.get(text.number(), index)?,
            },
            Tag::Letter if index == 0 => return Some(text),
            _ => return None,
        };
        match board_letter(code) {
            Some(letter) => Some(letter),
            None => Some(self.text_of_one(code)),
        }
    }

    /// Returns the members of a list or the letters of a text from one index to another, or `None` if these are none.
    #[inline(never)]
    pub fn slice(&mut self, list: Word, from: Word, last: Word) -> Option<Word> {
        if !matches!(list.tag(), Tag::List | Tag::Text) || !from.are_integers(last) {
            return None;
        }
        let (from, end) = (from.value(), last.value() + 1);
        if from < 0 || end < from || end as usize > self.lists.len(list.number()) {
            return None;
        }
        let slice = self.lists.slice(list.number(), from as usize, end as usize);
        Some(if list.is_list() { Word::list(slice) } else { self.text_of(slice) })
    }

    /// Returns the next member of a loop, or `None` if there is none. A range is a case of its own so that it stays a branch.
    #[inline(always)]
    pub fn member_at(&mut self, list: Word, index: Word) -> Option<Word> {
        if list.are_integers(index) {
            (index.0 as i64 <= list.0 as i64).then_some(index)
        } else if list.is_list() {
            self.lists.get(list.number(), index.value())
        } else {
            self.letter_in(list, index.value())
        }
    }

    #[cold]
    #[inline(never)]
    fn text_of_one(&mut self, code: Word) -> Word {
        Word::of(Tag::Text, self.lists.list(&[code]).into())
    }

    /// Compares texts by the codes of their letters.
    pub fn order_of_texts(&self, a: Word, b: Word) -> Ordering {
        let [x, y] = [a, b].map(|text| [text.number() as u8]);
        match (self.bytes_of(a, &x), self.bytes_of(b, &y)) {
            (Some(a), Some(b)) => a.cmp(b),
            _ => self.codes(a).cmp(self.codes(b)),
        }
    }

    /// Returns the codes of a text if they are bytes: `one`, if it is a letter.
    fn bytes_of<'a>(&'a self, text: Word, one: &'a [u8; 1]) -> Option<&'a [u8]> {
        if text.tag() == Tag::Letter { Some(one) } else { self.lists.bytes(text.number()) }
    }

    /// Returns one text behind the other, or `None` if these are no texts or too long.
    #[inline(never)]
    pub fn join_texts(&mut self, first: Word, second: Word) -> Option<Word> {
        if let (Tag::Text, Tag::Letter) = (first.tag(), second.tag())
            && self.lists.len(first.number()) < MAX_MEMBERS
        {
            let letter = Word::small(second.number() as i32);
            let list = self.lists.append(first.number(), letter);
            return Some(self.text_of(list));
        }
        let (first, second) = (self.spelling(first)? as usize, self.spelling(second)? as usize);
        let is_short = self.lists.len(first) + self.lists.len(second) <= MAX_MEMBERS;
        is_short.then(|| {
            let list = self.lists.join(first, second);
            self.text_of(list)
        })
    }

    /// Returns `true` if the second text is a part of the first. `None` if these are no texts or too long.
    pub fn has_part(&mut self, text: Word, part: Word) -> Option<bool> {
        let (text, part) = (self.spelling(text)? as usize, self.spelling(part)? as usize);
        let is_short = self.lists.len(text).saturating_mul(self.lists.len(part)) <= MAX_COMPARISONS;
        is_short.then(|| self.lists.contains_part(text, part))
    }

    /// Returns the codes of the letters of a text.
    pub fn codes(&self, text: Word) -> impl Iterator<Item = Word> + '_ {
        let letter = (text.tag() == Tag::Letter).then_some(Word::small(text.number() as i32));
        let letters = (text.tag() == Tag::Text).then(|| self.lists.members(text.number()));
        letter.into_iter().chain(letters.into_iter().flatten())
    }

    /// Gives the bytes of a text to `read`. `None` if this is no text, or none of letters from 0 to 127.
    pub fn read_text<T>(&self, text: Word, read: impl FnOnce(&[u8]) -> Option<T>) -> Option<T> {
        match text.tag() {
            Tag::Letter => read(&[text.number() as u8]),
            Tag::Text => read(self.lists.bytes(text.number()).filter(|bytes| bytes.is_ascii())?),
            _ => None,
        }
    }

    /// Writes a text out.
    pub fn written(&self, text: Word) -> String {
        self.codes(text).filter_map(|code| char::from_u32(code.value() as u32)).collect()
    }
}
