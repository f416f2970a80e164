//! Did you mean: temporary.
/// The nearest names.
pub fn suggest<'a>(name: &str, pool: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let mut near: Vec<(usize, &str)> = pool.into_iter().map(|n| (strsim::damerau_levenshtein(name, n), n)).collect();
    near.retain(|(d, _)| *d <= (name.len() / 3).max(1));
    near.sort();
    near.dedup();
    near.into_iter().take(3).map(|(_, n)| n).collect()
}
