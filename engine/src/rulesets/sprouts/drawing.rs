//! A position of Sprouts as regions, boundaries and spots, and the lines that may be drawn in it.

use super::{BOUNDARY, REGION, SproutsSigns};

/// The spots along a boundary, by their numbers, once for each corner.
type Boundary = Vec<u8>;
/// The boundaries of a region.
pub(super) type SproutsRegion = Vec<Boundary>;

/// A position: its regions, and how many lines each spot may still have.
#[derive(Clone, Debug, Default)]
pub(super) struct SproutsDrawing {
    pub regions: Vec<SproutsRegion>,
    pub lives: Vec<u8>,
}

impl SproutsDrawing {
    /// Returns the position of signs, in which spots have numbers of their own.
    pub fn of(SproutsSigns(signs): &SproutsSigns) -> SproutsDrawing {
        let mut drawing = SproutsDrawing::default();
        let mut numbers = [u8::MAX; 256];
        let (mut region, mut boundary) = (SproutsRegion::new(), Boundary::new());
        for &sign in signs {
            match sign {
                REGION => drawing.regions.push(std::mem::take(&mut region)),
                BOUNDARY => region.push(std::mem::take(&mut boundary)),
                sign => {
                    let known = numbers[usize::from(sign)];
                    let number = if sign > 2 && known < u8::MAX { known } else { drawing.spot(3 - sign.min(2)) };
                    numbers[usize::from(sign)] = number;
                    boundary.push(number);
                }
            }
        }
        drawing
    }

    /// Adds a spot and returns its number.
    fn spot(&mut self, lives: u8) -> u8 {
        self.lives.push(lives);
        self.lives.len() as u8 - 1
    }

    /// Returns the number of spots.
    pub fn spots(&self) -> usize {
        self.lives.len()
    }

    /// Returns the boundaries of all regions.
    pub fn boundaries(&self) -> impl Iterator<Item = &Boundary> {
        self.regions.iter().flatten()
    }

    /// Returns the number of corners of each spot.
    pub fn corners(&self) -> Vec<u8> {
        let mut corners = vec![0; self.spots()];
        self.boundaries().flatten().for_each(|&spot| corners[usize::from(spot)] += 1);
        corners
    }

    /// Returns this without spots that have three lines, regions in which no line can be drawn, and second corners beside the
    /// first, which make no difference.
    pub fn simplified(mut self) -> SproutsDrawing {
        loop {
            let lives = &self.lives;
            for region in &mut self.regions {
                for boundary in region.iter_mut() {
                    boundary.retain(|&spot| lives[usize::from(spot)] > 0);
                    boundary.dedup();
                    if boundary.len() > 1 && boundary.first() == boundary.last() {
                        boundary.pop();
                    }
                }
                region.retain(|boundary| !boundary.is_empty());
            }
            let before = self.regions.len();
            self.regions.retain(|region| {
                let mut spots: Vec<u8> = region.concat();
                spots.sort_unstable();
                spots.dedup();
                spots.iter().map(|&spot| lives[usize::from(spot)]).sum::<u8>() > 1
            });
            if before == self.regions.len() {
                return self;
            }
        }
    }

    /// Returns the parts that have no spot in common.
    pub fn lands(self) -> Vec<SproutsDrawing> {
        let mut lands: Vec<(Vec<u8>, Vec<SproutsRegion>)> = Vec::new();
        for region in self.regions {
            let (mut spots, mut regions): (Vec<u8>, Vec<SproutsRegion>) = (region.concat(), vec![region]);
            let (meeting, apart): (Vec<_>, Vec<_>) =
                lands.into_iter().partition(|(others, _)| others.iter().any(|spot| spots.contains(spot)));
            for (more, others) in meeting {
                spots.extend(more);
                regions.extend(others);
            }
            lands = apart;
            lands.push((spots, regions));
        }
        lands.into_iter().map(|(_, regions)| SproutsDrawing { regions, lives: self.lives.clone() }).collect()
    }

    /// Calls back with the position after each line that may be drawn, simplified, until it gets `false`. Positions may come
    /// several times.
    pub fn each_line(&self, found: &mut impl FnMut(SproutsDrawing) -> bool) {
        let corners = self.corners();
        // Boundaries whose spots have one corner look the same if they have the same lines.
        let look = |boundary: &Boundary| {
            let is_own = boundary.iter().all(|&spot| corners[usize::from(spot)] == 1);
            is_own.then(|| boundary.iter().map(|&spot| self.lives[usize::from(spot)]).collect::<Vec<u8>>())
        };
        for (place, region) in self.regions.iter().enumerate() {
            let looks: Vec<Option<Vec<u8>>> = region.iter().map(look).collect();
            // For each boundary how many before it look the same.
            let copies: Vec<usize> = (0..region.len())
                .map(|i| (0..i).filter(|&j| looks[i].is_some() && looks[i] == looks[j]).count())
                .collect();
            for first in (0..region.len()).filter(|&i| copies[i] == 0) {
                if !self.lines_within(place, first, &looks, found) {
                    return;
                }
                for second in (first + 1..region.len())
                    .filter(|&j| copies[j] == 0 || (looks[j] == looks[first] && copies[j] == 1))
                {
                    if !self.lines_between(place, [first, second], found) {
                        return;
                    }
                }
            }
        }
    }

    /// Draws the lines from one boundary to another, which become one.
    fn lines_between(
        &self,
        place: usize,
        [first, second]: [usize; 2],
        found: &mut impl FnMut(SproutsDrawing) -> bool,
    ) -> bool {
        let region = &self.regions[place];
        // The walk from a corner round to it, where the line leaves.
        let round = |boundary: &Boundary, corner: usize| {
            let mut walk: Boundary = (0..boundary.len()).map(|i| boundary[(corner + i) % boundary.len()]).collect();
            if self.lives[usize::from(walk[0])] < 3 {
                walk.push(walk[0]);
            }
            walk
        };
        for from in 0..region[first].len() {
            for to in 0..region[second].len() {
                let [start, end] = [region[first][from], region[second][to]];
                // Two corners of one spot with a single life are not joined.
                if start == end {
                    continue;
                }
                let mut after = self.clone();
                let new = after.spot(1);
                let joined = [round(&region[first], from), vec![new], round(&region[second], to), vec![new]].concat();
                after.lives[usize::from(start)] -= 1;
                after.lives[usize::from(end)] -= 1;
                let boundaries = &mut after.regions[place];
                boundaries.remove(second);
                boundaries[first] = joined;
                if !found(after.simplified()) {
                    return false;
                }
            }
        }
        true
    }

    /// Draws the lines from a boundary to itself, which part the region.
    fn lines_within(
        &self,
        place: usize,
        at: usize,
        looks: &[Option<Vec<u8>>],
        found: &mut impl FnMut(SproutsDrawing) -> bool,
    ) -> bool {
        let boundary = &self.regions[place][at];
        let length = boundary.len();
        for from in 0..length {
            for to in from..length {
                let (start, end) = (boundary[from], boundary[to]);
                let lives = self.lives[usize::from(start)];
                if (start == end && (from < to || lives < 2)) || (from == to && lives < 2) {
                    continue;
                }
                let mut after = self.clone();
                let new = after.spot(1);
                after.lives[usize::from(start)] -= 1;
                after.lives[usize::from(end)] -= 1;
                let [mut inner, mut outer] = if from < to {
                    let outer = boundary[to..].iter().chain(&boundary[..=from]).copied().collect();
                    [boundary[from..=to].to_vec(), outer]
                } else {
                    let outer = (0..length).map(|i| boundary[(from + i) % length]).collect();
                    [vec![start], outer]
                };
                // A loop at a spot with a line has that spot on both sides of the rest.
                if from == to && lives == 2 {
                    outer.push(start);
                }
                inner.push(new);
                outer.push(new);
                if !self.shared_out(place, at, looks, [inner, outer], &after, found) {
                    return false;
                }
            }
        }
        true
    }

    /// Shares the other boundaries of a region out between its two parts, in every way that makes a difference.
    fn shared_out(
        &self,
        place: usize,
        at: usize,
        looks: &[Option<Vec<u8>>],
        [inner, outer]: [Boundary; 2],
        after: &SproutsDrawing,
        found: &mut impl FnMut(SproutsDrawing) -> bool,
    ) -> bool {
        let region = &self.regions[place];
        let others: Vec<usize> = (0..region.len()).filter(|&i| i != at).collect();
        // Of boundaries that look the same those that go inside come first.
        let mut inside = vec![false; region.len()];
        loop {
            let is_first = |i: usize| {
                let mut before = others.iter().filter(|&&j| j < i && looks[j].is_some() && looks[j] == looks[i]);
                !inside[i] || before.all(|&j| inside[j])
            };
            if others.iter().all(|&i| is_first(i)) {
                let mut parts = [vec![inner.clone()], vec![outer.clone()]];
                for &i in &others {
                    parts[usize::from(!inside[i])].push(region[i].clone());
                }
                let mut next = after.clone();
                let [first, second] = parts;
                next.regions[place] = first;
                next.regions.push(second);
                if !found(next.simplified()) {
                    return false;
                }
            }
            // The next set of boundaries, as a binary number.
            let Some(&carry) = others.iter().find(|&&i| !inside[i]) else { return true };
            others.iter().filter(|&&i| i < carry).for_each(|&i| inside[i] = false);
            inside[carry] = true;
        }
    }
}
