//! A position of Sprouts as regions, boundaries and spots, and the lines that may be drawn in it.

use super::{BOUNDARY, MAX_SPOTS, REGION, SproutsSigns};

/// The most spots of a drawing: each has a line left, and one is new.
pub(super) const MAX_NUMBERS: usize = 3 * MAX_SPOTS + 1;

/// Something for each spot, by its number.
pub(super) type OfSpots<T> = [T; MAX_NUMBERS];

/// A position: the spots along each boundary by their numbers, once for each corner, with the ends of boundaries and regions as
/// in [`SproutsSigns`]; and the number of lines that each spot may still have.
#[derive(Clone)]
pub(super) struct SproutsDrawing {
    pub signs: Vec<u8>,
    pub lives: OfSpots<u8>,
    pub spots: usize,
}

/// Returns the parts of signs that end with this sign, with it.
pub(super) fn parted(signs: &[u8], end: u8) -> impl Iterator<Item = &[u8]> {
    signs.split_inclusive(move |&sign| sign == end)
}

/// Returns the boundaries of a region, each without its end.
pub(super) fn boundaries(region: &[u8]) -> impl Iterator<Item = &[u8]> {
    parted(region, BOUNDARY).filter(|boundary| boundary[0] < BOUNDARY).map(|boundary| &boundary[..boundary.len() - 1])
}

/// Returns the spots among signs as a set of bits.
fn set_of(signs: &[u8]) -> u64 {
    signs.iter().filter(|&&sign| sign < BOUNDARY).fold(0, |set, &spot| set | 1 << spot)
}

impl SproutsDrawing {
    /// Returns the position of signs, in which spots have numbers of their own.
    pub fn of(SproutsSigns(signs): &SproutsSigns) -> SproutsDrawing {
        let mut drawing = SproutsDrawing { signs: Vec::with_capacity(signs.len()), lives: [0; MAX_NUMBERS], spots: 0 };
        let mut numbers = [u8::MAX; 256];
        for &sign in signs {
            let number = match sign {
                BOUNDARY | REGION => sign,
                3.. if numbers[usize::from(sign)] < u8::MAX => numbers[usize::from(sign)],
                _ => drawing.spot(3 - sign.min(2)),
            };
            numbers[usize::from(sign)] = number;
            drawing.signs.push(number);
        }
        drawing
    }

    /// Adds a spot and returns its number.
    fn spot(&mut self, lives: u8) -> u8 {
        self.lives[self.spots] = lives;
        self.spots += 1;
        self.spots as u8 - 1
    }

    /// Returns the number of corners of each spot.
    pub fn corners(&self, signs: &[u8]) -> OfSpots<u8> {
        let mut corners = [0; MAX_NUMBERS];
        signs.iter().filter(|&&sign| sign < BOUNDARY).for_each(|&spot| corners[usize::from(spot)] += 1);
        corners
    }

    /// Returns the signs of a part of the drawing, in which letters stand in ascending order. Of spots with one corner in a
    /// region with three lives or fewer only the lives count: they are written as spots with one life each.
    pub fn written(&self, part: &[u8]) -> Vec<u8> {
        let corners = self.corners(part);
        let (mut names, mut fresh) = ([0; MAX_NUMBERS], 3);
        let mut signs = Vec::with_capacity(part.len());
        for region in parted(part, REGION) {
            let is_small = self.lives_in(region) <= 3;
            for &sign in region {
                let spot = usize::from(sign);
                match sign {
                    BOUNDARY | REGION => signs.push(sign),
                    _ if corners[spot] == 1 && is_small => {
                        signs.extend(std::iter::repeat_n(2, self.lives[spot].into()));
                    }
                    _ if corners[spot] == 1 => signs.push(3 - self.lives[spot]),
                    _ => {
                        if names[spot] == 0 {
                            (names[spot], fresh) = (fresh, fresh + 1);
                        }
                        signs.push(names[spot]);
                    }
                }
            }
        }
        signs
    }

    /// Returns the number of lines that the spots of a region may still have.
    fn lives_in(&self, region: &[u8]) -> u32 {
        let mut set = set_of(region);
        let mut lives = 0;
        while set != 0 {
            lives += u32::from(self.lives[set.trailing_zeros() as usize]);
            set &= set - 1;
        }
        lives
    }

    /// Returns the number of pairs of lives in one region.
    pub fn pairs_of_lives(&self) -> usize {
        parted(&self.signs, REGION)
            .map(|region| self.lives_in(region) as usize)
            .map(|lives| lives * lives.saturating_sub(1) / 2)
            .sum()
    }

    /// Takes away what makes no difference: spots that have three lines, regions in which no line can be drawn, and second
    /// corners beside the first. In a region with three lives or fewer every line leaves two spots that can be joined, or none,
    /// so its spots stand along one boundary.
    pub fn simplify(&mut self) {
        loop {
            let mut kept: Vec<u8> = Vec::with_capacity(self.signs.len());
            let mut is_complete = true;
            for region in parted(&self.signs, REGION) {
                match self.lives_in(region) {
                    0 | 1 => is_complete &= set_of(region) == 0,
                    2 | 3 => {
                        let spots = (0..self.spots as u8)
                            .filter(|&spot| set_of(region) >> spot & 1 == 1 && self.lives[usize::from(spot)] > 0);
                        kept.extend(spots.chain([BOUNDARY, REGION]));
                    }
                    _ => {
                        for boundary in boundaries(region) {
                            let start = kept.len();
                            for &spot in boundary.iter().filter(|&&spot| self.lives[usize::from(spot)] > 0) {
                                if kept.len() == start || kept[kept.len() - 1] != spot {
                                    kept.push(spot);
                                }
                            }
                            if kept.len() > start + 1 && kept[start] == kept[kept.len() - 1] {
                                kept.pop();
                            }
                            if kept.len() > start {
                                kept.push(BOUNDARY);
                            }
                        }
                        kept.push(REGION);
                    }
                }
            }
            self.signs = kept;
            if is_complete {
                return;
            }
        }
    }

    /// Returns the parts that have no spot in common.
    pub fn lands(&self) -> Vec<Vec<u8>> {
        let mut sets: Vec<u64> = Vec::new();
        for region in parted(&self.signs, REGION) {
            let mut land = set_of(region);
            sets.retain(|&set| {
                let is_apart = set & land == 0;
                land |= if is_apart { 0 } else { set };
                is_apart
            });
            sets.push(land);
        }
        let land =
            |set: u64| parted(&self.signs, REGION).filter(move |region| set_of(region) & set != 0).flatten().copied();
        sets.into_iter().map(|set| land(set).collect()).collect()
    }

    /// Calls back with the position after each line that may be drawn, simplified, until it gets `false`. Positions may come
    /// several times.
    pub fn each_line(&self, found: &mut dyn FnMut(SproutsDrawing) -> bool) {
        let corners = self.corners(&self.signs);
        // Boundaries whose spots have one corner look the same if they have the same lines.
        let look = |boundary: &&[u8]| {
            let is_own = boundary.iter().all(|&spot| corners[usize::from(spot)] == 1);
            is_own.then(|| boundary.iter().map(|&spot| self.lives[usize::from(spot)]).collect::<Vec<u8>>())
        };
        let mut start = 0;
        for signs in parted(&self.signs, REGION) {
            let all: Vec<&[u8]> = boundaries(signs).collect();
            let looks: Vec<_> = all.iter().map(look).collect();
            let region = OpenRegion {
                drawing: self,
                around: [&self.signs[..start], &self.signs[start + signs.len()..]],
                first_like: (0..all.len())
                    .map(|i| (0..i).find(|&j| looks[i].is_some() && looks[i] == looks[j]).unwrap_or(i))
                    .collect(),
                boundaries: all,
            };
            if !region.each_line(found) {
                return;
            }
            start += signs.len();
        }
    }
}

/// A region in which a line is drawn.
struct OpenRegion<'a> {
    drawing: &'a SproutsDrawing,
    /// The signs of the other regions, before and behind it.
    around: [&'a [u8]; 2],
    boundaries: Vec<&'a [u8]>,
    /// For each boundary the first one that looks the same.
    first_like: Vec<usize>,
}

impl OpenRegion<'_> {
    fn each_line(&self, found: &mut dyn FnMut(SproutsDrawing) -> bool) -> bool {
        let count = self.boundaries.len();
        let is_first = |i: usize| self.first_like[i] == i;
        // The first of those that look the same stands for all, and with the second for two of them.
        let is_second =
            |i: usize, j: usize| self.first_like[j] == i && !(i + 1..j).any(|other| self.first_like[other] == i);
        (0..count).filter(|&i| is_first(i)).all(|i| {
            self.lines_within(i, found)
                && (0..count)
                    .filter(|&j| (j > i && is_first(j)) || (j != i && is_second(i, j)))
                    .all(|j| self.lines_between([i, j], found))
        })
    }

    /// Returns the drawing without this region, with a new spot and a line from one spot to another.
    fn with_line(&self, from: u8, to: u8) -> (SproutsDrawing, u8) {
        let (drawing, [before, _]) = (self.drawing, self.around);
        let mut after = SproutsDrawing {
            signs: Vec::with_capacity(drawing.signs.len() + 10),
            lives: drawing.lives,
            spots: drawing.spots,
        };
        after.signs.extend_from_slice(before);
        after.lives[usize::from(from)] -= 1;
        after.lives[usize::from(to)] -= 1;
        let new = after.spot(1);
        (after, new)
    }

    fn finish(&self, mut after: SproutsDrawing, found: &mut dyn FnMut(SproutsDrawing) -> bool) -> bool {
        after.signs.extend_from_slice(self.around[1]);
        after.simplify();
        found(after)
    }

    /// Draws the lines from one boundary to another, which become one.
    fn lines_between(&self, pair: [usize; 2], found: &mut dyn FnMut(SproutsDrawing) -> bool) -> bool {
        let [first, second] = pair.map(|i| self.boundaries[i]);
        let ends = (0..first.len()).flat_map(|from| (0..second.len()).map(move |to| [from, to]));
        // Two corners of one spot with a single life are not joined.
        ends.filter(|&[from, to]| first[from] != second[to]).all(|[from, to]| {
            let (mut after, new) = self.with_line(first[from], second[to]);
            for (boundary, corner) in [(first, from), (second, to)] {
                // The walk from the corner where the line leaves round to it.
                after.signs.extend_from_slice(&boundary[corner..]);
                after.signs.extend_from_slice(&boundary[..corner]);
                if self.drawing.lives[usize::from(boundary[corner])] < 3 {
                    after.signs.push(boundary[corner]);
                }
                after.signs.push(new);
            }
            after.signs.push(BOUNDARY);
            for (_, other) in self.boundaries.iter().enumerate().filter(|(i, _)| !pair.contains(i)) {
                after.signs.extend_from_slice(other);
                after.signs.push(BOUNDARY);
            }
            after.signs.push(REGION);
            self.finish(after, found)
        })
    }

    /// Draws the lines from a boundary to itself, which part the region.
    fn lines_within(&self, at: usize, found: &mut dyn FnMut(SproutsDrawing) -> bool) -> bool {
        let boundary = self.boundaries[at];
        let lives = |corner: usize| self.drawing.lives[usize::from(boundary[corner])];
        let ends = (0..boundary.len()).flat_map(|from| (from..boundary.len()).map(move |to| [from, to]));
        let may_be_joined = |[from, to]: [usize; 2]| {
            if from == to { lives(from) >= 2 } else { boundary[from] != boundary[to] }
        };
        ends.filter(|&ends| may_be_joined(ends)).all(|[from, to]| {
            let (mut inner, mut outer) = if from < to {
                (boundary[from..=to].to_vec(), [&boundary[to..], &boundary[..=from]].concat())
            } else {
                (vec![boundary[from]], [&boundary[from..], &boundary[..from]].concat())
            };
            // A loop at a spot with a line has that spot on both sides of the rest.
            if from == to && lives(from) == 2 {
                outer.push(boundary[from]);
            }
            let (after, new) = self.with_line(boundary[from], boundary[to]);
            inner.extend([new, BOUNDARY]);
            outer.extend([new, BOUNDARY]);
            self.shared_out(at, [inner, outer], &after, found)
        })
    }

    /// Shares the other boundaries out between the two parts of the region, in every way that makes a difference: of those that
    /// look the same only the number in each part counts.
    fn shared_out(
        &self,
        at: usize,
        sides: [Vec<u8>; 2],
        after: &SproutsDrawing,
        found: &mut dyn FnMut(SproutsDrawing) -> bool,
    ) -> bool {
        let mut alike: Vec<Vec<usize>> = Vec::new();
        for i in (0..self.boundaries.len()).filter(|&i| i != at) {
            match alike.iter_mut().find(|kind| self.first_like[kind[0]] == self.first_like[i]) {
                Some(kind) => kind.push(i),
                None => alike.push(vec![i]),
            }
        }
        let mut inside = vec![0; alike.len()];
        loop {
            let mut next = after.clone();
            for (side, own) in sides.iter().enumerate() {
                next.signs.extend_from_slice(own);
                for (kind, &inside) in alike.iter().zip(&inside) {
                    for &i in if side == 0 { &kind[..inside] } else { &kind[inside..] } {
                        next.signs.extend_from_slice(self.boundaries[i]);
                        next.signs.push(BOUNDARY);
                    }
                }
                next.signs.push(REGION);
            }
            if !self.finish(next, found) {
                return false;
            }
            let Some(more) = (0..alike.len()).find(|&kind| inside[kind] < alike[kind].len()) else { return true };
            inside[..more].fill(0);
            inside[more] += 1;
        }
    }
}
