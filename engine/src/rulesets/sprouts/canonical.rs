//! One string for positions of Sprouts that differ by the names of spots, the order of regions and boundaries, where a boundary
//! begins and which way round a region is seen.
//!
//! A spot gets a colour from the colours of all that stands around it, again and again; spots of one colour stand in any
//! order. Where spots of one colour differ, two strings of one position may remain: then both are searched.

use super::drawing::{SproutsDrawing, SproutsRegion};
use super::{BOUNDARY, REGION, SproutsSigns};

/// The number of times that spots get new colours.
const ROUNDS: usize = 3;

/// Mixes a number into another (the last steps of MurmurHash3).
fn mix(state: u64, number: u64) -> u64 {
    let mut x = (state.rotate_left(29) ^ number).wrapping_mul(0xff51_afd7_ed55_8ccd);
    x ^= x >> 33;
    x = x.wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    x ^ x >> 33
}

/// Returns the signs of a position, which is simplified.
pub(super) fn canonical(drawing: SproutsDrawing) -> SproutsSigns {
    let corners = drawing.corners();
    let mut colours: Vec<u64> =
        drawing.lives.iter().zip(&corners).map(|(&lives, &n)| u64::from(lives) * 4 + u64::from(n)).collect();
    for _ in 0..ROUNDS {
        let mut next = colours.clone();
        for region in &drawing.regions {
            let around = of_region(region, &colours);
            for boundary in region {
                for (at, &spot) in boundary.iter().enumerate() {
                    let length = boundary.len();
                    let walk = |step: usize| {
                        (0..length).fold(1, |h, i| mix(h, colours[usize::from(boundary[(at + i * step) % length])]))
                    };
                    // Both ways round count alike.
                    let [on, back] = [walk(1), walk(length - 1)];
                    let seen = mix(around, on.wrapping_add(back) ^ mix(on.min(back), on.max(back)));
                    next[usize::from(spot)] = next[usize::from(spot)].wrapping_add(seen);
                }
            }
        }
        colours = next;
    }
    let mut regions: Vec<(Vec<u64>, SproutsRegion)> =
        drawing.regions.iter().map(|region| seen(region, &colours)).collect();
    regions.sort_unstable();
    let mut names = vec![0u8; drawing.spots()];
    let (mut fresh, mut signs) = (3u8, Vec::new());
    for boundary in regions.iter().map(|(_, region)| region) {
        for spots in boundary {
            for &spot in spots {
                let place = usize::from(spot);
                signs.push(match corners[place] {
                    1 => 3 - drawing.lives[place],
                    _ => {
                        if names[place] == 0 {
                            names[place] = fresh;
                            fresh += 1;
                        }
                        names[place]
                    }
                });
            }
            signs.push(BOUNDARY);
        }
        signs.push(REGION);
    }
    SproutsSigns(signs)
}

/// Returns a number for a region that does not depend on how it is written.
fn of_region(region: &SproutsRegion, colours: &[u64]) -> u64 {
    region.iter().fold(0, |sum: u64, boundary| {
        let spots = boundary.iter().fold(0, |sum: u64, &spot| sum.wrapping_add(mix(7, colours[usize::from(spot)])));
        sum.wrapping_add(mix(boundary.len() as u64, spots))
    })
}

/// Returns a region seen the way round that gives the least colours, with these: its boundaries begin where theirs are least
/// and are in ascending order.
fn seen(region: &SproutsRegion, colours: &[u64]) -> (Vec<u64>, SproutsRegion) {
    let turned = |is_reversed: bool| {
        let mut boundaries: Vec<(Vec<u64>, Vec<u8>)> = Vec::with_capacity(region.len());
        for boundary in region {
            let length = boundary.len();
            let rotation = |start: usize| {
                let place =
                    move |i: usize| if is_reversed { (start + length - i) % length } else { (start + i) % length };
                let spots: Vec<u8> = (0..length).map(|i| boundary[place(i)]).collect();
                (spots.iter().map(|&spot| colours[usize::from(spot)]).collect::<Vec<u64>>(), spots)
            };
            boundaries.extend((0..length).map(rotation).min_by(|a, b| a.0.cmp(&b.0)));
        }
        boundaries.sort_unstable_by(|a, b| a.0.len().cmp(&b.0.len()).then_with(|| a.0.cmp(&b.0)));
        let all = boundaries
            .iter()
            .flat_map(|(colours, _)| std::iter::once(colours.len() as u64).chain(colours.iter().copied()));
        (all.collect::<Vec<u64>>(), boundaries.into_iter().map(|(_, spots)| spots).collect())
    };
    let (forward, backward): ((Vec<u64>, SproutsRegion), (Vec<u64>, SproutsRegion)) = (turned(false), turned(true));
    if backward.0 < forward.0 { backward } else { forward }
}
