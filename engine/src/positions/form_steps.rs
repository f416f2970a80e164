//! A position as a form, with all that can be reached from it.

use super::{Context, Options, PositionId, options};
use crate::games::hashing::FastMap;
use crate::games::{Fault, FormSteps, PostOrder};

/// Returns the form of a position with all its followers, as its rules list the moves.
///
/// # Errors
/// [`Fault::Loopy`] if play can go round in circles; errors of its rules.
pub fn form_steps(p: PositionId, cx: &mut dyn Context) -> Result<FormSteps, Fault> {
    let mut steps = FormSteps::default();
    // By position, its moves while it waits for them and then its place.
    let mut places: FastMap<PositionId, Option<usize>> = FastMap::default();
    let mut walk = PostOrder::new([p]);
    let mut listed = Options::default();
    while let Some(&mut top) = walk.next(&mut cx.games().budget)? {
        if let Some(Some(_)) = places.get(&top) {
            continue;
        }
        options(top, cx, &mut listed)?;
        let lists = [&listed.left[..], listed.right()];
        cx.games().budget.reserve(64 * (1 + lists[0].len() + lists[1].len()))?;
        places.insert(top, None);
        for &option in lists.iter().copied().flatten() {
            match places.get(&option) {
                Some(Some(_)) => {}
                // It waits for this one.
                Some(None) => return Err(Fault::Loopy),
                None => walk.push(option),
            }
        }
        if !walk.is_waiting() {
            let place = |option: &PositionId| places.get(option).copied().flatten().unwrap_or_default();
            steps.options.push(lists.map(|list| list.iter().map(place).collect()));
            places.insert(top, Some(steps.options.len() - 1));
        }
    }
    Ok(steps)
}
