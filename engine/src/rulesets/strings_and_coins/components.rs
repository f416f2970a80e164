//! The connected components of strings; the ground joins nothing.

use super::{CoinString, GROUND};

/// Returns the components of `strings`. A string from the ground to the ground is one by itself.
pub fn components(strings: &[CoinString]) -> Vec<Vec<CoinString>> {
    let most = strings.iter().flatten().copied().max().unwrap_or(0) as usize;
    let mut root: Vec<u16> = (0..=most as u16).collect();
    let find = |root: &mut Vec<u16>, mut v: u16| {
        while root[v as usize] != v {
            root[v as usize] = root[root[v as usize] as usize];
            v = root[v as usize];
        }
        v
    };
    for &[a, b] in strings {
        if a != GROUND && b != GROUND {
            let (a, b) = (find(&mut root, a), find(&mut root, b));
            root[a as usize] = b;
        }
    }
    let mut all: Vec<Vec<CoinString>> = Vec::new();
    let mut place = vec![usize::MAX; most + 1];
    for &string in strings {
        let coin = string.into_iter().find(|&v| v != GROUND);
        let Some(coin) = coin else {
            all.push(vec![string]);
            continue;
        };
        let root = find(&mut root, coin) as usize;
        if place[root] == usize::MAX {
            place[root] = all.len();
            all.push(Vec::new());
        }
        all[place[root]].push(string);
    }
    all
}
