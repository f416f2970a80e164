//! Sprouts: a line is drawn from one spot to another or to itself that crosses no line, and a new spot is put on it; three lines
//! end at a spot at most (Conway and Paterson 1967; Gardner 1967; Winning Ways, ch. 17).
//!
//! State: a position by strings (Applegate, Jacobson and Sleator, Computer analysis of Sprouts, 1991; Lemoine and Viennot): for
//! each region its boundaries, for each boundary the spots along it that may still have lines, once for each corner.

mod canonical;
mod drawing;

use crate::games::hashing::FastSet;
use crate::games::{Fault, Player};
use crate::positions::{
    Cell, Content, Context, Facts, Moves, NetEdge, NetSketch, Pack, PositionId, Ruleset, Term, View,
};
use canonical::{canonical, canonical_land};
use drawing::{SproutsDrawing, boundaries, parted};

/// The most spots at the start, and of a position that is written.
pub const MAX_SPOTS: usize = 17;

const NAME: &str = "sprouts";

/// The steps of a nanosecond that a line takes until the position after it is in normal form.
const STEPS_OF_A_LINE: usize = 1 << 10;

/// The end of a boundary in [`SproutsSigns`].
const BOUNDARY: u8 = 254;
/// The end of a region.
const REGION: u8 = 255;

/// A position as signs: 0, 1 and 2 for a spot with one corner, by its number of lines; larger numbers for spots with two
/// corners; and the ends of boundaries and regions.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct SproutsSigns(Vec<u8>);

impl Pack for SproutsSigns {
    fn pack(&self, out: &mut Vec<u32>) {
        out.push(self.0.len() as u32);
        for four in self.0.chunks(4) {
            out.push(four.iter().rev().fold(0, |word, &sign| word << 8 | u32::from(sign)));
        }
    }
    fn unpack(words: &[u32]) -> SproutsSigns {
        let Some((&first, words)) = words.split_first() else { return SproutsSigns::default() };
        let signs = words.iter().flat_map(|word| word.to_le_bytes());
        SproutsSigns(signs.take(first as usize).collect())
    }
}

/// The reason why a text is no position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BadSprouts {
    /// The sign at this byte means nothing.
    Sign(usize, char),
    /// This letter does not stand twice.
    Letter(char),
    /// A boundary or a region is not ended.
    Open,
    /// Too many spots.
    Large,
}

/// The game of Sprouts.
#[derive(PartialEq, Eq, Hash)]
pub struct Sprouts;

/// Returns the position of `spots` spots without lines, at most [`MAX_SPOTS`].
pub fn start(cx: &mut dyn Context, spots: usize) -> PositionId {
    let mut signs = [0, BOUNDARY].repeat(spots);
    if spots > 0 {
        signs.push(REGION);
    }
    cx.positions().add_lasting(NAME, Sprouts).at(&SproutsSigns(signs), cx)
}

/// Returns the position of a text such as `"0.1aa1.}ab.}ab.}"`: `.` ends a boundary, `}` a region; `0`, `1`, `2` are spots
/// with one corner, by their number of lines, and a letter that stands twice is a spot with two lines and two corners.
///
/// # Errors
/// [`BadSprouts`]: the first mistake in the text.
pub fn read(text: &str, cx: &mut dyn Context) -> Result<PositionId, BadSprouts> {
    let mut signs = Vec::new();
    let mut letters: Vec<(char, usize)> = Vec::new();
    for (at, sign) in text.char_indices() {
        signs.push(match sign {
            '.' if signs.last().is_some_and(|&before| before < BOUNDARY) => BOUNDARY,
            '}' if signs.last() == Some(&BOUNDARY) => REGION,
            '0'..='2' => sign as u8 - b'0',
            'a'..='z' | 'A'..='Z' => {
                let known = letters.iter().position(|(letter, _)| *letter == sign);
                let place = known.unwrap_or(letters.len());
                match known {
                    Some(place) => letters[place].1 += 1,
                    None => letters.push((sign, 1)),
                }
                3 + place as u8
            }
            _ => return Err(BadSprouts::Sign(at, sign)),
        });
    }
    if signs.last().is_some_and(|&last| last != REGION) {
        return Err(BadSprouts::Open);
    }
    if let Some(&(letter, _)) = letters.iter().find(|(_, times)| *times != 2) {
        return Err(BadSprouts::Letter(letter));
    }
    let lives: usize = signs.iter().map(|&sign| if sign < 3 { 3 - usize::from(sign) } else { 0 }).sum();
    if lives + letters.len() > 3 * MAX_SPOTS {
        return Err(BadSprouts::Large);
    }
    Ok(cx.positions().add_lasting(NAME, Sprouts).at(&SproutsSigns(signs), cx))
}

/// Returns the text of signs.
fn text(SproutsSigns(signs): &SproutsSigns) -> String {
    let letter = |sign: u8| match sign {
        BOUNDARY => '.',
        REGION => '}',
        0..=2 => (b'0' + sign) as char,
        3..29 => (b'a' + sign - 3) as char,
        _ => (b'A' + (sign - 29) % 26) as char,
    };
    signs.iter().map(|&sign| letter(sign)).collect()
}

impl Ruleset for Sprouts {
    type State = SproutsSigns;

    fn facts(&self) -> Facts<'_, SproutsSigns> {
        Facts::impartial()
    }

    fn moves(&self, signs: &SproutsSigns, _: Player, out: &mut Moves<SproutsSigns>) -> Result<(), Fault> {
        let drawing = SproutsDrawing::of(signs);
        let mut seen = FastSet::default();
        let mut failed = None;
        drawing.each_line(&mut |after| {
            failed = out.charge(STEPS_OF_A_LINE).err();
            if failed.is_none() {
                let next = canonical(&after);
                if seen.insert(next.clone()) {
                    failed = out.expect(out.len() as u64 + 1).err();
                    out.to(next);
                }
            }
            failed.is_none()
        });
        failed.map_or(Ok(()), Err)
    }

    /// Returns the number of pairs of lives that a line may take, which is near the number of moves and is found at once.
    fn move_count(&self, signs: &SproutsSigns, _: Player) -> Option<usize> {
        Some(SproutsDrawing::of(signs).pairs_of_lives())
    }

    /// Regions with spots in common belong together. A position that somebody has written may not be in normal form.
    fn parts(&self, signs: &SproutsSigns, found: &mut dyn FnMut(SproutsSigns)) {
        let mut drawing = SproutsDrawing::of(signs);
        drawing.simplify();
        for land in drawing.lands() {
            found(SproutsSigns(canonical_land(&drawing, &land)));
        }
    }

    /// The lands after a move are in normal form.
    fn parts_after(&self, _: &SproutsSigns, after: &SproutsSigns, found: &mut dyn FnMut(SproutsSigns)) {
        let drawing = SproutsDrawing::of(after);
        for land in drawing.lands() {
            found(SproutsSigns(drawing.written(&land)));
        }
    }

    fn term(&self, signs: &SproutsSigns) -> Term {
        let SproutsSigns(all) = signs;
        let spots = all.len() / 2;
        if all.iter().all(|&sign| sign == 0 || sign >= BOUNDARY)
            && all.iter().filter(|&&sign| sign == REGION).count() <= 1
        {
            return Term::call(NAME, [spots as u64]);
        }
        Term::Call(NAME.into(), vec![Term::Text(text(signs).into())])
    }

    fn view(&self, signs: &SproutsSigns) -> Option<View> {
        let drawing = SproutsDrawing::of(signs);
        let names: Vec<char> = text(signs).chars().filter(|sign| !['.', '}'].contains(sign)).collect();
        let (mut labels, mut at) = (vec![' '; drawing.spots], 0);
        let mut edges: Vec<[u32; 2]> = Vec::new();
        for boundary in parted(&drawing.signs, REGION).flat_map(boundaries) {
            for (i, &spot) in boundary.iter().enumerate() {
                labels[usize::from(spot)] = names[at];
                at += 1;
                let next = boundary[(i + 1) % boundary.len()];
                let edge = [u32::from(spot.min(next)), u32::from(spot.max(next))];
                if spot != next && !edges.contains(&edge) {
                    edges.push(edge);
                }
            }
        }
        // A number behind it makes the label of each spot different.
        let vertex = |(spot, &letter): (usize, &char)| {
            let label = Term::Text(
                format!("{letter}{}", if letter.is_ascii_digit() { format!("_{}", spot + 1) } else { String::new() })
                    .into(),
            );
            (label, Cell { mark: Content::Neutral, letter })
        };
        let vertices = labels.iter().enumerate().map(vertex).collect();
        let edges = edges.into_iter().map(NetEdge::from).collect();
        Some(View::Graph(NetSketch { vertices, edges, is_directed: false }))
    }
}
