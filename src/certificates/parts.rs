//! The parts of the positions in a certificate: boards, heaps and literal games, as they are written there.

use std::rc::Rc;

use crate::eval::{EvalError, Session};
use cg_engine::games::{Fault, GameId, Player};
use cg_engine::heaps::{Code, Rule, Splits};
use cg_engine::positions::{self, Options, PositionId, Term, VALUE};
use cg_engine::rulesets::board::{Alphabet, Board};
use cg_engine::rulesets::code::{Name, TakeAndBreak};
use cg_engine::rulesets::grid::STONES;
use cg_engine::rulesets::shapes::{BoardSymmetry, regions};
use cg_engine::rulesets::toads_frogs::{Animals, ToadsFrogs};
use cg_engine::rulesets::{clobber, col, domineering, nim, snort, toads_frogs};

/// The largest heap of Nim that may stand in a certificate.
const LARGEST_HEAP: u64 = 1 << 16;
/// The number of options in all literal games of a certificate.
const MOST_OPTIONS: usize = 1 << 22;

/// The rulesets on boards whose rules a certificate may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum BoardRules {
    Domineering,
    Clobber,
    Col,
    Snort,
    ToadsFrogs,
}

use BoardRules::{Clobber, Col, Domineering, Snort, ToadsFrogs as Toads};

const BOARD_RULES: [BoardRules; 5] = [Domineering, Clobber, Col, Snort, Toads];

impl BoardRules {
    fn name(self) -> &'static str {
        match self {
            Domineering => "domineering",
            Clobber => "clobber",
            Col => "col",
            Snort => "snort",
            Toads => "toads_frogs",
        }
    }

    fn alphabet(self) -> &'static Alphabet {
        match self {
            Domineering => &domineering::LETTERS,
            Clobber | Col | Snort => &STONES,
            Toads => &ToadsFrogs::LETTERS,
        }
    }

    /// Returns the letters of the cells through which a region goes on, and the symmetries of regions. `None` if a board stays
    /// as it is.
    fn regions(self) -> Option<(&'static [char], BoardSymmetry)> {
        match self {
            Domineering => Some((&['.'], BoardSymmetry::Rectangle)),
            Clobber => Some((&['x', 'o'], BoardSymmetry::Square)),
            Col | Snort => Some((&['x', 'o', '.'], BoardSymmetry::Square)),
            Toads => None,
        }
    }

    fn position(self, board: &Board, cx: &mut Session) -> PositionId {
        match self {
            Domineering => domineering::position(cx, board),
            Clobber => clobber::position(cx, board),
            Col => col::position(cx, None, board),
            Snort => snort::position(cx, None, board),
            Toads => toads_frogs::position(cx, board),
        }
    }

    /// Returns the board on which the players have changed places.
    fn negative(self, board: &Board) -> Board {
        let (rows, columns, cells) = (board.rows(), board.columns(), board.cells());
        let (rows, columns, cells): (usize, usize, Vec<char>) = match self {
            Domineering => {
                (columns, rows, (0..columns).flat_map(|x| (0..rows).map(move |y| cells[y * columns + x])).collect())
            }
            Toads => (rows, columns, cells.iter().rev().map(|&letter| swapped(letter)).collect()),
            _ => (rows, columns, cells.iter().map(|&letter| swapped(letter)).collect()),
        };
        Board::new(rows, columns, cells).expect("as many cells as before")
    }
}

/// Returns the letter of the other player.
fn swapped(letter: char) -> char {
    match letter {
        'x' => 'o',
        'o' => 'x',
        'T' => 'F',
        'F' => 'T',
        other => other,
    }
}

/// A part of a position.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Part {
    /// An entry of the [`Literals`].
    Literal(u32),
    /// A heap of Nim.
    Nim(u32),
    /// A heap of an octal game, by its code.
    Octal(Rc<str>, u64),
    /// A board, as text.
    Board(BoardRules, Rc<str>),
}

/// Games that are written out, each by the numbers of its options, Left's and Right's. The first half are those of the
/// certificate, in which options stand before the games that have them; the second half are their negatives.
#[derive(Clone, Debug, Default)]
pub(super) struct Literals(pub Vec<[Vec<u32>; 2]>);

impl Literals {
    /// Adds the negatives, behind all games.
    pub fn with_negatives(mut self) -> Literals {
        let half = self.0.len() as u32;
        let negated = |side: &Vec<u32>| side.iter().map(|option| option + half).collect::<Vec<u32>>();
        let negatives: Vec<_> = self.0.iter().map(|[left, right]| [negated(right), negated(left)]).collect();
        self.0.extend(negatives);
        self
    }

    fn negative(&self, game: u32) -> u32 {
        let (half, all) = (self.0.len() as u32 / 2, self.0.len() as u32);
        (game + half) % all
    }

    /// Returns the games of the certificate.
    pub fn written(&self) -> &[[Vec<u32>; 2]] {
        &self.0[..self.0.len() / 2]
    }
}

/// The literal games that positions are made of, while they are collected.
#[derive(Default)]
pub(super) struct LiteralDraft {
    games: Vec<[Vec<u32>; 2]>,
    numbers: std::collections::HashMap<PositionId, u32>,
    options: usize,
}

impl LiteralDraft {
    pub fn finish(self) -> Literals {
        Literals(self.games).with_negatives()
    }

    /// Returns the number of a value or a form, after its options, which are added too. `None` if something else is among them.
    fn number(&mut self, p: PositionId, cx: &mut Session) -> Result<Option<u32>, EvalError> {
        let mut waiting = vec![(p, None::<[Vec<PositionId>; 2]>)];
        while let Some((p, options)) = waiting.pop() {
            cx.games.budget.tick()?;
            if self.numbers.contains_key(&p) {
                continue;
            }
            match options {
                None => {
                    let Some(sides) = literal_options(p, cx)? else { return Ok(None) };
                    let all: Vec<PositionId> = sides.iter().flatten().copied().collect();
                    self.options += 1 + all.len();
                    if self.options > MOST_OPTIONS {
                        let (size, limit) = (self.options.to_string(), MOST_OPTIONS.to_string());
                        return Err(Fault::TooLarge { what: "game that is written out", size, limit }.into());
                    }
                    cx.games.budget.reserve(64 * (1 + all.len()))?;
                    waiting.push((p, Some(sides)));
                    waiting.extend(all.into_iter().map(|option| (option, None)));
                }
                Some(sides) => {
                    let number = self.games.len() as u32;
                    self.games.push(sides.map(|side| side.iter().map(|option| self.numbers[option]).collect()));
                    self.numbers.insert(p, number);
                }
            }
        }
        Ok(self.numbers.get(&p).copied())
    }
}

/// Returns the options of a value or of a form as positions, or `None` for positions of other rulesets.
fn literal_options(p: PositionId, cx: &mut Session) -> Result<Option<[Vec<PositionId>; 2]>, EvalError> {
    if let Some(g) = cx.positions.as_value(p) {
        let mut sides = [Vec::new(), Vec::new()];
        for (side, player) in sides.iter_mut().zip([Player::Left, Player::Right]) {
            let options: Vec<GameId> = cx.games.options(g, player)?;
            side.extend(options.into_iter().map(|option| cx.positions.of_value(option)));
        }
        return Ok(Some(sides));
    }
    let term = cx.positions.rules_of(p).term(cx.positions.state(p), cx);
    if !matches!(term, Term::Form(..)) {
        return Ok(None);
    }
    let mut options = Options::default();
    positions::options(p, cx, &mut options)?;
    let right = options.right().to_vec();
    Ok(Some([options.left, right]))
}

/// Returns the parts of a position, or the part whose rules a certificate does not know.
pub(super) fn parts_of(
    p: PositionId,
    draft: &mut LiteralDraft,
    cx: &mut Session,
) -> Result<Result<Vec<SignedPart>, PositionId>, EvalError> {
    let mut found = Vec::new();
    for part in cx.positions.parts(p) {
        cx.games.budget.tick()?;
        let (plain, is_negative) = cx.positions.without_sign(part);
        if let Some(heaps) = positions::heaps_of_nim(plain, cx) {
            for heap in heaps {
                let Some(heap) = heap.to_u64().filter(|heap| *heap <= LARGEST_HEAP) else { return Ok(Err(plain)) };
                if heap > 0 {
                    found.push(SignedPart { part: Part::Nim(heap as u32), is_negative: false });
                }
            }
            continue;
        }
        let known = match known_part(plain, cx) {
            None => draft.number(plain, cx)?.map(Part::Literal),
            known => known,
        };
        match known {
            // A board without cells has no moves.
            Some(Part::Board(_, text)) if text.is_empty() => {}
            Some(part) => found.push(SignedPart { part, is_negative }),
            None => return Ok(Err(plain)),
        }
    }
    Ok(Ok(found))
}

/// A part or its negative, as a statement has it.
#[derive(Clone, Debug)]
pub(super) struct SignedPart {
    pub part: Part,
    pub is_negative: bool,
}

impl SignedPart {
    /// Returns the part itself, of the other player if it is a negative.
    pub fn plain(&self, literals: &Literals) -> Part {
        if self.is_negative { self.part.negative(literals) } else { self.part.clone() }
    }

    pub fn text(&self, literals: &Literals) -> String {
        format!("{}{}", if self.is_negative { "-" } else { "" }, self.part.text(literals))
    }

    /// Reads a part of a certificate.
    pub fn read(text: &str, literals: &Literals) -> Option<SignedPart> {
        let (is_negative, rest) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        Some(SignedPart { part: Part::read(rest, literals)?, is_negative })
    }
}

/// Returns the code of a rule whose digits are those of an octal game, and come to an end.
pub(super) fn octal_code(rule: &Rule) -> Option<&Code> {
    let code = rule.code();
    let is_octal = code.largest_digit() < 8 && matches!(code.digit(0), 0 | 4);
    let is_plain = !rule.is_unequal() && rule.splits() == Splits::Coded && code.repeats().is_none();
    (is_octal && is_plain).then_some(code)
}

/// Reads the code of an octal game.
pub(super) fn read_code(text: &str) -> Option<Code> {
    let is_octal =
        text.starts_with(['0', '4']) && text.contains('.') && text.bytes().all(|b| matches!(b, b'0'..=b'7' | b'.'));
    text.parse().ok().filter(|_| is_octal)
}

/// Returns the part that a position of a board or of a heap is.
fn known_part(p: PositionId, cx: &Session) -> Option<Part> {
    if cx.positions.ruleset_of(p) == VALUE {
        return None;
    }
    let (rules, state) = (cx.positions.rules_of(p), cx.positions.state(p));
    if let Some((rule, heap)) = rules.heap_of_rule(state) {
        let heap = u64::try_from(&heap).ok()?;
        return octal_code(&rule).map(|code| Part::Octal(code.to_string().into(), heap));
    }
    match rules.term(state, cx) {
        Term::Call(name, arguments) => match &arguments[..] {
            [Term::Text(text)] => {
                let rules = BOARD_RULES.into_iter().find(|rules| rules.name() == &*name)?;
                Some(Part::Board(rules, Rc::from(&**text)))
            }
            _ => None,
        },
        _ => None,
    }
}

impl Part {
    pub fn text(&self, literals: &Literals) -> String {
        match self {
            Part::Literal(game) if *game as usize >= literals.written().len() => {
                format!("-game {}", literals.negative(*game))
            }
            Part::Literal(game) => format!("game {game}"),
            Part::Nim(heap) => format!("nim {heap}"),
            Part::Octal(code, heap) => format!("octal {code} {heap}"),
            Part::Board(rules, text) => format!("{} {text}", rules.name()),
        }
    }

    fn read(text: &str, literals: &Literals) -> Option<Part> {
        let words: Vec<&str> = text.split(' ').collect();
        let number = |text: &str| text.bytes().all(|b| b.is_ascii_digit()).then(|| text.parse::<u64>().ok()).flatten();
        match words[..] {
            ["game", game] => number(game)
                .filter(|game| *game < literals.written().len() as u64)
                .map(|game| Part::Literal(game as u32)),
            ["nim", heap] => number(heap).filter(|heap| *heap <= LARGEST_HEAP).map(|heap| Part::Nim(heap as u32)),
            ["octal", code, heap] => Some(Part::Octal(read_code(code)?.to_string().into(), number(heap)?)),
            [name, text] => {
                let rules = BOARD_RULES.into_iter().find(|rules| rules.name() == name)?;
                let board = Board::read(text, rules.alphabet()).ok()?;
                let is_one = !board.cells().is_empty() && (rules.regions().is_some() || board.rows() == 1);
                is_one.then(|| Part::Board(rules, text.into()))
            }
            _ => None,
        }
    }

    pub fn negative(&self, literals: &Literals) -> Part {
        match self {
            Part::Literal(game) => Part::Literal(literals.negative(*game)),
            Part::Nim(_) | Part::Octal(..) => self.clone(),
            Part::Board(rules, text) => Part::Board(*rules, rules.negative(&board(*rules, text)).text().into()),
        }
    }

    /// Returns the position, for questions about who wins.
    pub fn position(&self, literals: &[PositionId], cx: &mut Session) -> Result<PositionId, EvalError> {
        Ok(match self {
            Part::Literal(game) => literals[*game as usize],
            Part::Nim(heap) => nim::nim(vec![u64::from(*heap).into()], cx)?,
            Part::Octal(code, heap) => {
                let rules = TakeAndBreak::new(Name::OfCode("octal"), code.parse().expect("a code"));
                cx.positions.add_lasting(format_args!("certified octal {code}"), rules).at_heaps(&[(*heap).into()], cx)
            }
            Part::Board(rules, text) => rules.position(&board(*rules, text), cx),
        })
    }

    /// Returns the sums of parts after the moves of a player.
    pub fn moves(&self, player: Player, literals: &Literals, cx: &mut Session) -> Result<Vec<Vec<Part>>, EvalError> {
        match self {
            Part::Literal(game) => {
                let sides = &literals.0[*game as usize];
                let side = if player == Player::Left { &sides[0] } else { &sides[1] };
                Ok(side.iter().map(|option| vec![Part::Literal(*option)]).collect())
            }
            Part::Nim(heap) => Ok((0..*heap).map(|heap| vec![Part::Nim(heap)]).collect()),
            Part::Octal(code, heap) => {
                let heap = u32::try_from(*heap).map_err(|_| Fault::TooLarge {
                    what: "heap",
                    size: heap.to_string(),
                    limit: u32::MAX.to_string(),
                })?;
                let rule = Rule::from(code.parse::<Code>().expect("a code"));
                let moves = rule.moves(heap, &mut cx.games.budget)?;
                let parts =
                    |left: Vec<u32>| left.into_iter().map(|heap| Part::Octal(code.clone(), heap.into())).collect();
                Ok(moves.into_iter().map(parts).collect())
            }
            Part::Board(..) => {
                let p = self.position(&[], cx)?;
                let mut options = Options::default();
                positions::options(p, cx, &mut options)?;
                let side = if player == Player::Left { options.left.clone() } else { options.right().to_vec() };
                let parts = |option: PositionId| {
                    let parts = cx.positions.parts(option).into_iter();
                    parts.map(|part| known_part(part, cx).expect("a board moves to boards")).collect()
                };
                Ok(side.into_iter().map(parts).collect())
            }
        }
    }

    /// Returns the regions of a board, each the first of its images; of anything else the part itself.
    pub fn regions(&self) -> Vec<Part> {
        let Part::Board(rules, text) = self else { return vec![self.clone()] };
        let Some((letters, symmetry)) = rules.regions() else { return vec![self.clone()] };
        let regions = regions(&board(*rules, text), |letter| letters.contains(&letter));
        regions.iter().map(|region| Part::Board(*rules, symmetry.first_image(region).text().into())).collect()
    }
}

/// Returns the board of a text that has been read before.
fn board(rules: BoardRules, text: &str) -> Board {
    Board::read(text, rules.alphabet()).expect("a board")
}
