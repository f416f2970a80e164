//! Points: positions without moves at which Left has some number of points more than Right, and the tie, which nobody wins.
//!
//! State of points: twice the number of bytes of the numerator, plus 1 if it is negative; then the bytes of the numerator and
//! those of the denominator, four to a word.

use dashu_int::{IBig, Sign, UBig};
use dashu_ratio::RBig;

use super::{
    AGAIN, Binding, Context, ENTAIL, EndOfPlay, Facts, Here, LOONY, Marks, NEGATIVE, Options, POINTS, PositionId,
    Positions, Rules, Settled, TIE, Term,
};
use crate::games::Fault;

pub(super) struct PointsRules;

fn pack(k: &RBig) -> Vec<u32> {
    let (sign, above) = k.numerator().clone().into_parts();
    let above = above.to_le_bytes();
    let mut words = vec![2 * above.len() as u32 + u32::from(sign == Sign::Negative)];
    for bytes in [&above[..], &k.denominator().to_le_bytes()] {
        words.extend(bytes.chunks(4).map(|chunk| {
            let mut word = [0; 4];
            word[..chunk.len()].copy_from_slice(chunk);
            u32::from_le_bytes(word)
        }));
    }
    words
}

fn unpack(state: &[u32]) -> RBig {
    let (above, below) = state[1..].split_at((state[0] / 2).div_ceil(4) as usize);
    let number = |words: &[u32]| {
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        UBig::from_le_bytes(&bytes)
    };
    let above = IBig::from(number(above));
    RBig::from_parts(if state[0] % 2 == 1 { -above } else { above }, number(below))
}

impl Rules for PointsRules {
    fn options(&self, _: Here<'_>, _: &mut dyn Context, _: &mut Options) -> Result<(), Fault> {
        Ok(())
    }

    fn term(&self, state: &[u32], _: &dyn Context) -> Term {
        Term::call("points", [Term::Number(Box::new(unpack(state)))])
    }

    fn facts(&self) -> Facts<'_> {
        Facts { marks: Marks::POINTS, ..Facts::default() }
    }

    fn end_of_play(&self, _: &[u32], _: &dyn Context) -> EndOfPlay {
        EndOfPlay::SURE
    }

    fn settled(&self, here: Here<'_>, _: &mut dyn Context) -> Result<Option<Settled>, Fault> {
        Ok(Some(Settled { points: unpack(here.state), rest: Vec::new() }))
    }
}

pub(super) struct TieRules;

impl Rules for TieRules {
    fn options(&self, _: Here<'_>, _: &mut dyn Context, _: &mut Options) -> Result<(), Fault> {
        Ok(())
    }

    fn term(&self, _: &[u32], _: &dyn Context) -> Term {
        Term::Name("tie".into())
    }

    fn facts(&self) -> Facts<'_> {
        Facts { marks: Marks::TIES, ..Facts::default() }
    }

    fn end_of_play(&self, _: &[u32], _: &dyn Context) -> EndOfPlay {
        EndOfPlay::SURE
    }
}

impl Positions {
    /// Returns the position without moves at which Left has `k` points more than Right.
    pub fn points(&mut self, k: &RBig) -> PositionId {
        self.is_marked = true;
        self.intern(POINTS, &pack(k))
    }

    /// Returns the number of points of a position made by [`Positions::points`], or `None` if it is of another kind.
    pub fn as_points(&self, p: PositionId) -> Option<RBig> {
        (self.ruleset_of(p) == POINTS).then(|| unpack(self.state(p)))
    }

    /// Returns the total of a sum of points, or `None` if it has another part.
    pub fn sum_of_points(&self, p: PositionId) -> Option<RBig> {
        self.parts(p).into_iter().try_fold(RBig::ZERO, |sum, part| Some(sum + self.as_points(part)?))
    }

    /// Returns the position without moves that nobody wins.
    pub fn tie(&mut self) -> PositionId {
        self.is_marked = true;
        self.intern(TIE, &[])
    }

    /// Returns `true` if play that ends in `p` is drawn: one of its parts is a tie.
    pub fn is_tied(&self, p: PositionId) -> bool {
        let mut open = if self.marks.is_empty() { Vec::new() } else { self.parts(p) };
        while let Some(part) = open.pop() {
            let (part, _) = self.without_sign(part);
            match self.handed_on.get(&part) {
                _ if self.ruleset_of(part) == TIE => return true,
                Some(&inner) => open.extend(self.parts(inner)),
                None => {
                    if let Some(Binding::Entail(inner, rest)) = self.turn(part) {
                        open.extend(self.parts(inner).into_iter().chain(rest));
                    }
                }
            }
        }
        false
    }

    /// Returns the negative of a position, without a sign if its kind can be negated otherwise.
    pub(super) fn negative_of_marked(&mut self, p: PositionId) -> PositionId {
        let state = self.state(p).to_vec();
        match self.ruleset_of(p) {
            POINTS => self.points(&-unpack(&state)),
            here @ (AGAIN | ENTAIL) => {
                let parts: Vec<u32> = state.into_iter().map(|q| self.negative(PositionId::of_word(q)).0).collect();
                self.intern(here, &parts)
            }
            TIE | LOONY => p,
            _ => self.intern(NEGATIVE, &[p.0]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_any_size_are_read_back() {
        let large = RBig::from(IBig::from(3).pow(200));
        for k in
            [RBig::ZERO, RBig::from(7), -RBig::from(1) / RBig::from(3), large.clone(), -large.clone() / RBig::from(7)]
        {
            assert_eq!(unpack(&pack(&k)), k);
        }
    }
}
