//! Fraenkel's extended γ: a label for each vertex, which add up to the values of all sets of tokens.

use dashu_int::UBig;

use super::board::Board;
use super::fraenkel::Annihilation;
use super::vertices::Vertices;
use crate::games::Fault;
use crate::ordinals::GammaValue;
use crate::positions::{Context, PositionId};

/// The values of all sets of tokens on the vertices that some can reach (Fraenkel, Scenic trails, section 4, Figure 13).
pub struct ExtendedGamma {
    /// The vertices on which tokens matter, with their labels. The labels of a set add up without carrying to its value,
    /// or to no less than the threshold where its value is infinite.
    pub labels: Vec<(PositionId, UBig)>,
    /// The γ-value of a token alone on each of these vertices.
    pub alone: Vec<GammaValue>,
    /// The threshold t: the least power of 2 that no finite value reaches.
    pub threshold: UBig,
    /// A basis, over the field of two elements, of the sets of finite value, with their values.
    pub basis: Vec<(Vec<PositionId>, u64)>,
}

/// Returns the extended γ of annihilation on all that these tokens can reach, or `None` if a move splits a token. There
/// are many labellings; this one is that of the vertices in the order of their graph, whatever was asked before.
///
/// # Errors
/// [`Fault::None`] if the players' moves differ; the errors of the tokens' rules.
pub fn extended_gamma(tokens: &[PositionId], cx: &mut dyn Context) -> Result<Option<ExtendedGamma>, Fault> {
    let mut reached = Vertices::default();
    reached.extend(tokens, usize::MAX, cx)?;
    cx.positions().sort_as_set(&mut reached.all);
    let board = Board::new(&reached.all, None, cx)?;
    if board.vertices.splits {
        return Ok(None);
    }
    let game = Annihilation::new(&board.graph, &mut cx.games().budget)?;
    let (threshold, labels) = game.labels();
    let alone = labels.iter().map(|&(v, _)| game.gamma(&[v])).collect();
    let at = |v: u32| board.vertices.all[v as usize];
    let labels = labels.into_iter().map(|(v, label)| (at(v), label)).collect();
    let basis = game.basis().into_iter().map(|(set, value)| (set.into_iter().map(at).collect(), value)).collect();
    Ok(Some(ExtendedGamma { labels, alone, threshold, basis }))
}
