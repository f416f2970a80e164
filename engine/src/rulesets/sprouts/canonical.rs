//! One string for positions of Sprouts that differ by the names of spots, the order of regions and boundaries, where a boundary
//! begins and which way round a region is seen.
//!
//! A spot gets a colour from the colours of all that stands around it, again and again; spots of one colour stand in any
//! order. Where spots of one colour differ, two strings of one position may remain: then both are searched.

use super::BOUNDARY;
use super::drawing::{MAX_NUMBERS, OfSpots, SproutsDrawing, boundaries, parted};
use super::{REGION, SproutsSigns};

/// The number of times that spots get new colours.
const ROUNDS: usize = 3;

/// Mixes a number into another (the last steps of MurmurHash3).
fn mix(state: u64, number: u64) -> u64 {
    let mut x = (state.rotate_left(29) ^ number).wrapping_mul(0xff51_afd7_ed55_8ccd);
    x ^= x >> 33;
    x = x.wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    x ^ x >> 33
}

/// Returns the signs of a position, which is simplified: those of its lands, one after the other.
pub(super) fn canonical(drawing: &SproutsDrawing) -> SproutsSigns {
    let mut lands: Vec<Vec<u8>> = drawing.lands().iter().map(|land| canonical_land(drawing, land)).collect();
    if let [land] = &mut lands[..] {
        return SproutsSigns(std::mem::take(land));
    }
    lands.sort_unstable();
    let mut signs = Vec::with_capacity(lands.iter().map(Vec::len).sum());
    let mut letters = 0;
    for land in lands {
        let own = land.iter().filter(|&&sign| sign < BOUNDARY).max().map_or(0, |most| most.saturating_sub(2));
        let shifted = |&sign: &u8| if (3..BOUNDARY).contains(&sign) { sign + letters } else { sign };
        signs.extend(land.iter().map(shifted));
        letters += own;
    }
    SproutsSigns(signs)
}

/// Returns the signs of a land of a position.
pub(super) fn canonical_land(drawing: &SproutsDrawing, land: &[u8]) -> Vec<u8> {
    let colours = colours(drawing, land);
    let mut regions: Vec<(Vec<u64>, Vec<u8>)> = parted(land, REGION).map(|region| seen(region, &colours)).collect();
    regions.sort_unstable();
    let signs: Vec<u8> = regions.into_iter().flat_map(|(_, signs)| signs).collect();
    drawing.written(&signs)
}

/// Returns the colours of spots.
fn colours(drawing: &SproutsDrawing, land: &[u8]) -> OfSpots<u64> {
    let corners = drawing.corners(land);
    let mut colours = [0; MAX_NUMBERS];
    for (spot, colour) in colours.iter_mut().enumerate() {
        *colour = u64::from(drawing.lives[spot]) * 4 + u64::from(corners[spot]);
    }
    for _ in 0..ROUNDS {
        let old = colours;
        let of = |spot: u8| old[usize::from(spot)];
        let of_boundary = |boundary: &[u8]| {
            boundary.iter().fold(boundary.len() as u64, |sum, &spot| sum.wrapping_add(mix(7, of(spot))))
        };
        for region in parted(land, REGION) {
            let whole = boundaries(region).fold(0u64, |sum, boundary| sum.wrapping_add(mix(1, of_boundary(boundary))));
            for boundary in boundaries(region) {
                let around = mix(whole, of_boundary(boundary));
                for (at, &spot) in boundary.iter().enumerate() {
                    let length = boundary.len();
                    let [before, behind] = [at + length - 1, at + 1].map(|place| of(boundary[place % length]));
                    // Both ways round count alike.
                    let beside = mix(before.wrapping_add(behind), before ^ behind);
                    let colour = &mut colours[usize::from(spot)];
                    *colour = colour.wrapping_add(mix(around, beside));
                }
            }
        }
    }
    colours
}

/// Returns a region seen the way round that gives the least colours, with these: its boundaries begin where theirs are least
/// and are in ascending order.
fn seen(region: &[u8], colours: &OfSpots<u64>) -> (Vec<u64>, Vec<u8>) {
    let turned = |is_reversed: bool| {
        let mut all: Vec<(Vec<u64>, Vec<u8>)> = Vec::with_capacity(4);
        for boundary in boundaries(region) {
            let length = boundary.len();
            let rotation = |start: usize| {
                let place = move |i| if is_reversed { (start + length - i) % length } else { (start + i) % length };
                (0..length).map(move |i| boundary[place(i)])
            };
            let colours_from = |start: usize| rotation(start).map(|spot| colours[usize::from(spot)]);
            let least = (0..length).min_by(|&a, &b| colours_from(a).cmp(colours_from(b))).unwrap_or(0);
            all.push((colours_from(least).collect(), rotation(least).collect()));
        }
        all.sort_unstable_by(|a, b| a.0.len().cmp(&b.0.len()).then_with(|| a.0.cmp(&b.0)));
        let (mut of_spots, mut signs) = (Vec::with_capacity(region.len()), Vec::with_capacity(region.len()));
        for (colours, spots) in all {
            of_spots.push(colours.len() as u64);
            of_spots.extend(colours);
            signs.extend(spots);
            signs.push(BOUNDARY);
        }
        signs.push(REGION);
        (of_spots, signs)
    };
    let (forward, backward) = (turned(false), turned(true));
    if backward.0 < forward.0 { backward } else { forward }
}
