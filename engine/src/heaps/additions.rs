//! Numbers that can be added to a subtraction set without changing the nim-sequence (Ferguson 1984, section 4).

use crate::games::{Budget, Fault};

/// The largest number of a set.
const MAX_NUMBER: u64 = 1_000_000;
/// The longest stretch of nim-values in which a period is looked for.
const MAX_VALUES: usize = 1 << 27;

/// The nim-sequence of the subtraction game of a finite set, which repeats in the end.
///
/// ```
/// use cg_engine::games::Budget;
/// use cg_engine::heaps::Subtractions;
/// let budget = &mut Budget::unlimited();
/// let game = Subtractions::new(&[1, 3, 4], budget)?;
/// assert_eq!((game.preperiod(), game.period()), (0, 7));
/// assert_eq!(game.additions(6, budget)?, [6]);
/// # Ok::<(), cg_engine::games::Fault>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subtractions {
    set: Vec<u64>,
    /// The nim-values up to the end of the first period.
    values: Vec<u16>,
    preperiod: usize,
}

impl Subtractions {
    /// Returns the sequence of a set of positive numbers. A nim-value depends on as many before it as the largest
    /// number says, so where that many repeat, all that follow do.
    ///
    /// # Errors
    /// [`Fault::TooLarge`] for numbers above a million, or if no period is found in 2^27 values.
    pub fn new(set: &[u64], budget: &mut Budget) -> Result<Subtractions, Fault> {
        let mut set: Vec<u64> = set.iter().copied().filter(|&s| s > 0).collect();
        set.sort_unstable();
        set.dedup();
        let largest = set.last().copied().unwrap_or(0);
        if largest > MAX_NUMBER {
            let what = "number in a subtraction set";
            return Err(Fault::TooLarge { what, size: largest.to_string(), limit: MAX_NUMBER.to_string() });
        }
        let mut values: Vec<u16> = Vec::new();
        let mut length = 4 * largest as usize + 64;
        loop {
            budget.reserve(6 * length)?;
            extend(&set, &mut values, length, budget)?;
            if let Some((preperiod, period)) = repeats(&values, largest as usize, budget)? {
                values.truncate(preperiod + period);
                return Ok(Subtractions { set, values, preperiod });
            }
            length *= 2;
            if length > MAX_VALUES {
                let what = "stretch of nim-values without a period";
                return Err(Fault::TooLarge { what, size: length.to_string(), limit: MAX_VALUES.to_string() });
            }
        }
    }

    /// Returns the number of nim-values before the first period.
    pub fn preperiod(&self) -> u64 {
        self.preperiod as u64
    }

    /// Returns the period.
    pub fn period(&self) -> u64 {
        (self.values.len() - self.preperiod) as u64
    }

    /// Returns the nim-value of a heap.
    pub fn nim_value(&self, heap: u64) -> u64 {
        let first = self.preperiod as u64;
        let at = if heap < first { heap } else { first + (heap - first) % self.period() };
        u64::from(self.values[at as usize])
    }

    /// Returns the numbers up to `most`, not in the set, that can be added without changing the nim-sequence: k with
    /// g(n) ≠ g(n + k) for all n. From the preperiod on they repeat with the period.
    pub fn additions(&self, most: u64, budget: &mut Budget) -> Result<Vec<u64>, Fault> {
        let mut found = Vec::new();
        // From the preperiod on, only the remainder of a number decides if it can be added.
        let mut known: Vec<Option<bool>> = vec![None; self.values.len()];
        for k in 1..=most {
            budget.tick()?;
            let first = self.preperiod as u64;
            let at = if k < first { k } else { first + (k - first) % self.period() };
            let can = match known[at as usize] {
                Some(can) => can,
                None => {
                    let mut can = true;
                    for n in 0..self.values.len() as u64 {
                        budget.tick()?;
                        if self.nim_value(n) == self.nim_value(n + at) {
                            can = false;
                            break;
                        }
                    }
                    known[at as usize] = Some(can);
                    can
                }
            };
            if can && self.set.binary_search(&k).is_err() {
                budget.room_to_push(&found)?;
                found.push(k);
            }
        }
        Ok(found)
    }
}

fn extend(set: &[u64], values: &mut Vec<u16>, length: usize, budget: &mut Budget) -> Result<(), Fault> {
    let mut seen: Vec<usize> = vec![usize::MAX; set.len() + 1];
    while values.len() < length {
        let n = values.len();
        for &s in set.iter().take_while(|&&s| s as usize <= n) {
            budget.tick()?;
            seen[usize::from(values[n - s as usize])] = n;
        }
        budget.tick()?;
        let value = seen.iter().position(|&mark| mark != n).unwrap_or(0);
        values.push(u16::try_from(value).map_err(|_| Fault::TooLarge {
            what: "nim-value of a subtraction game",
            size: value.to_string(),
            limit: u16::MAX.to_string(),
        })?);
    }
    Ok(())
}

/// Finds the preperiod and the period if the last `window` values occur once more before. Read from the end, the values
/// agree with themselves shifted by a period for as long as the sequence repeats.
fn repeats(values: &[u16], window: usize, budget: &mut Budget) -> Result<Option<(usize, usize)>, Fault> {
    let n = values.len();
    let at = |i: usize| values[n - 1 - i];
    // The Z-function of the reversed sequence.
    let mut agree = vec![0u32; n];
    let (mut left, mut right) = (0, 0);
    for i in 1..n {
        budget.tick()?;
        let mut length = if i < right { (right - i).min(agree[i - left] as usize) } else { 0 };
        while i + length < n && at(length) == at(i + length) {
            budget.tick()?;
            length += 1;
        }
        agree[i] = length as u32;
        if i + length > right {
            (left, right) = (i, i + length);
        }
        if length >= window.max(1) {
            return Ok(Some((n - i - length, i)));
        }
    }
    Ok(None)
}
