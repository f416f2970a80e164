//! Links, distinguishers and differences of misère canonical forms.
//!
//! Two games are *linked* if some game added to either leaves the mover lost; they are so unless one is equal to an option of
//! the other. Games that are not equal are *distinguished* by some game that added to one leaves the mover lost, and added to
//! the other does not (Conway, On Numbers and Games, ch. 12). Both are constructed here by induction on the options.

use super::forms::{FormId, Forms};
use crate::games::hashing::{FastMap, FastSet};
use crate::games::{Budget, Fault, deep};

/// The bytes of the stack that a level of the constructions takes.
const FRAME: usize = 1 << 10;

/// Constructs links, distinguishers and differences of forms, and stores those that it has found.
pub struct Distinguisher<'a> {
    forms: &'a mut Forms,
    budget: &'a mut Budget,
    lost_beside: FastMap<(FormId, FormId), FormId>,
    differences: FastMap<(FormId, FormId), Option<FormId>>,
    parts: FastMap<FormId, Vec<FormId>>,
}

impl<'a> Distinguisher<'a> {
    /// Returns an empty store of constructions, which adds forms to `forms`.
    pub fn new(forms: &'a mut Forms, budget: &'a mut Budget) -> Distinguisher<'a> {
        Distinguisher {
            forms,
            budget,
            lost_beside: FastMap::default(),
            differences: FastMap::default(),
            parts: FastMap::default(),
        }
    }

    fn has_option(&self, g: FormId, option: FormId) -> bool {
        self.forms.options(g).binary_search(&option).is_ok()
    }

    /// Returns a game T for which the mover loses both `g` + T and `h` + T, or `None` if there is none. T is born by day 4 if one
    /// of the forms born by then will do.
    pub fn link(&mut self, g: FormId, h: FormId) -> Result<Option<FormId>, Fault> {
        if self.has_option(g, h) || self.has_option(h, g) {
            return Ok(None);
        }
        for t in self.forms.born_by(4, self.budget)? {
            if self.is_lost(g, t)? && self.is_lost(h, t)? {
                return Ok(Some(t));
            }
        }
        self.constructed_link(g, h).map(Some)
    }

    /// Returns a game T for which the mover loses just one of `g` + T and `h` + T, or `None` if the games are equal. T is born by
    /// day 4 if one of the forms born by then will do.
    pub fn distinguisher(&mut self, g: FormId, h: FormId) -> Result<Option<FormId>, Fault> {
        if g == h {
            return Ok(None);
        }
        for t in self.forms.born_by(4, self.budget)? {
            if self.is_lost(g, t)? != self.is_lost(h, t)? {
                return Ok(Some(t));
            }
        }
        self.lost_beside(g, h).map(Some)
    }

    fn is_lost(&mut self, g: FormId, t: FormId) -> Result<bool, Fault> {
        let sum = self.forms.sum(g, t, self.budget)?;
        Ok(self.forms.is_lost(sum))
    }

    /// Returns a link of two games of which neither is an option of the other. Its options answer every move: for each option
    /// of one game a game that is lost beside that option and not beside the other game.
    fn constructed_link(&mut self, g: FormId, h: FormId) -> Result<FormId, Fault> {
        let mut options = Vec::new();
        for (from, other) in [(g, h), (h, g)] {
            for option in self.forms.options(from).to_vec() {
                options.push(self.lost_beside(option, other)?);
            }
        }
        if options.is_empty() {
            options.push(FormId::ZERO);
        }
        self.forms.of(&options, self.budget)
    }

    /// Returns a game T for which the mover loses `g` + T and wins `h` + T, for two games that are not equal.
    fn lost_beside(&mut self, g: FormId, h: FormId) -> Result<FormId, Fault> {
        if let Some(&known) = self.lost_beside.get(&(g, h)) {
            return Ok(known);
        }
        self.budget.tick()?;
        let found = deep::level(FRAME, || self.construct_lost_beside(g, h))??;
        self.budget.room_to_insert(&self.lost_beside)?;
        self.lost_beside.insert((g, h), found);
        Ok(found)
    }

    fn construct_lost_beside(&mut self, g: FormId, h: FormId) -> Result<FormId, Fault> {
        let (is_g_lost, is_h_lost) = (self.forms.is_lost(g), self.forms.is_lost(h));
        if is_g_lost && !is_h_lost {
            return Ok(FormId::ZERO);
        }
        // A mate leaves its game lost, and a game from which that can be reached won.
        if self.has_option(h, g) {
            return self.forms.mate(g, self.budget);
        }
        let reversed = if !is_g_lost && is_h_lost {
            Some(FormId::ZERO)
        } else if self.has_option(g, h) {
            Some(self.forms.mate(h, self.budget)?)
        } else {
            self.link_of_own_option(g, h)?
        };
        if let Some(reversed) = reversed {
            // `reversed` is lost beside h and won beside g. With it and the mates of the options of g as options, a game is lost
            // beside g and won beside h.
            let mut options = vec![reversed];
            for option in self.forms.options(g).to_vec() {
                options.push(self.forms.mate(option, self.budget)?);
            }
            return self.forms.of(&options, self.budget);
        }
        // Canonical forms that differ have an option of their own that does not revert to the other form.
        self.link_of_own_option(h, g)?.ok_or(Fault::None("equal forms are not distinguished".into()))
    }

    /// Returns a game that is lost beside `h` and beside an option of `g`, so that it is won beside `g`. `None` if every option
    /// of `g` is one of `h` too or has `h` as an option.
    fn link_of_own_option(&mut self, g: FormId, h: FormId) -> Result<Option<FormId>, Fault> {
        let own = |option: &FormId| !self.has_option(h, *option) && !self.has_option(*option, h);
        let Some(option) = self.forms.options(g).iter().copied().find(own) else { return Ok(None) };
        self.constructed_link(option, h).map(Some)
    }

    /// Returns the game X with `g` = `h` + X, or `None` if there is none. Its options are the differences of options of `g` and
    /// `h`, and those of `g` and options of `h`. Those that X does not need revert.
    pub fn difference(&mut self, g: FormId, h: FormId) -> Result<Option<FormId>, Fault> {
        if h == FormId::ZERO || g == h {
            return Ok(Some(if g == h { FormId::ZERO } else { g }));
        }
        if let Some(&known) = self.differences.get(&(g, h)) {
            return Ok(known);
        }
        self.budget.tick()?;
        let found = deep::level(FRAME, || self.find_difference(g, h))??;
        self.budget.room_to_insert(&self.differences)?;
        self.differences.insert((g, h), found);
        Ok(found)
    }

    fn find_difference(&mut self, g: FormId, h: FormId) -> Result<Option<FormId>, Fault> {
        let mut options = Vec::new();
        for option in self.forms.options(g).to_vec() {
            options.extend(self.difference(option, h)?);
        }
        for option in self.forms.options(h).to_vec() {
            options.extend(self.difference(g, option)?);
        }
        let rest = self.forms.of(&options, self.budget)?;
        Ok((self.forms.sum(h, rest, self.budget)? == g).then_some(rest))
    }

    /// Returns all parts of a game but 0 and `*`, in the order of their birthdays: the games H with `g` = H + X for some X. If
    /// neither H nor X is 0 or `*`, one of them is a part of an option of `g` (Siegel's algorithm, as CGSuite states it).
    pub fn parts(&mut self, g: FormId) -> Result<Vec<FormId>, Fault> {
        if let Some(known) = self.parts.get(&g) {
            return Ok(known.clone());
        }
        self.budget.tick()?;
        let star = self.forms.of(&[FormId::ZERO], self.budget)?;
        let mut candidates = FastSet::default();
        for option in self.forms.options(g).to_vec() {
            candidates.extend(deep::level(FRAME, || self.parts(option))??);
        }
        candidates.extend([g, self.forms.sum(g, star, self.budget)?]);
        let mut parts = FastSet::default();
        for h in candidates {
            if let Some(rest) = self.difference(g, h)? {
                parts.extend([h, rest]);
            }
        }
        parts.retain(|&h| h != FormId::ZERO && h != star);
        let mut by_birth = Vec::new();
        for h in parts {
            by_birth.push((self.forms.birthday(h, self.budget)?, h));
        }
        by_birth.sort_unstable();
        let parts: Vec<FormId> = by_birth.into_iter().map(|(_, h)| h).collect();
        self.parts.insert(g, parts.clone());
        Ok(parts)
    }
}

impl Forms {
    /// Computes the birthday of a form: 0 of 0, else one more than the latest birthday of an option.
    pub fn birthday(&self, g: FormId, budget: &mut Budget) -> Result<u32, Fault> {
        let mut birthdays: FastMap<FormId, u32> = FastMap::default();
        for part in self.parts(g, budget)? {
            let latest = self.options(part).iter().filter_map(|option| birthdays.get(option)).max();
            let own = self.nim_size(part).unwrap_or_else(|| latest.map_or(0, |day| day + 1));
            birthdays.insert(part, own);
        }
        Ok(birthdays[&g])
    }

    /// Returns the forms born by day `n`, in the order of their birthdays. There are 1, 2, 3, 5 and 22 of them on days 0 to 4.
    ///
    /// # Errors
    /// [`Fault::TooLarge`] if `n` is above 4.
    pub fn born_by(&mut self, n: u32, budget: &mut Budget) -> Result<Vec<FormId>, Fault> {
        if n > 4 {
            let limit = "day 4".to_string();
            return Err(Fault::TooLarge { what: "list of all forms born by day", size: n.to_string(), limit });
        }
        let mut all = vec![FormId::ZERO];
        for _ in 0..n {
            let before = all.clone();
            let mut seen = FastSet::from_iter(before.iter().copied());
            for set in 0..1u32 << before.len() {
                let options: Vec<FormId> = (0..before.len()).filter(|i| set >> i & 1 == 1).map(|i| before[i]).collect();
                let form = self.of(&options, budget)?;
                if seen.insert(form) {
                    all.push(form);
                }
            }
        }
        Ok(all)
    }

    /// Counts the forms born by day `n`, at most 5, where there are 4171780.
    ///
    /// # Errors
    /// [`Fault::TooLarge`] if `n` is above 5.
    pub fn count_born_by(&mut self, n: u32, budget: &mut Budget) -> Result<u64, Fault> {
        if n < 5 {
            return Ok(self.born_by(n, budget)?.len() as u64);
        }
        if n > 5 {
            let limit = "day 5".to_string();
            return Err(Fault::TooLarge { what: "number of all forms born by day", size: n.to_string(), limit });
        }
        // A set of forms born by day 4 is a word. It simplifies to H if it has all options of H, and every other member has H as
        // an option; those that simplify to none are canonical.
        let forms = self.born_by(4, budget)?;
        let place = |g: &FormId| forms.iter().position(|form| form == g).unwrap_or(0);
        let lost: u32 = (0..forms.len()).filter(|i| self.is_lost(forms[*i])).map(|i| 1 << i).sum();
        let options: Vec<u32> =
            forms.iter().map(|&g| self.options(g).iter().map(|option| 1u32 << place(option)).sum()).collect();
        let reverting: Vec<u32> = (0..forms.len())
            .map(|h| (0..forms.len()).filter(|i| options[*i] >> h & 1 == 1).map(|i| 1 << i).sum())
            .collect();
        let mut count = 0;
        for set in 0..1u32 << forms.len() {
            if set.is_multiple_of(1 << 12) {
                budget.charge(1 << 12)?;
            }
            let simplifies = |h: usize| {
                let rest = set & !options[h];
                options[h] & !set == 0 && rest != 0 && rest & !reverting[h] == 0 && (h > 0 || set & lost != 0)
            };
            count += u64::from(!(0..forms.len()).any(simplifies));
        }
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Forms born by day 4, and some sums and sets of them.
    fn some_forms(forms: &mut Forms, budget: &mut Budget) -> Result<Vec<FormId>, Fault> {
        let mut all = forms.born_by(4, budget)?;
        for i in (0..22).step_by(7) {
            let sum = forms.sum(all[i], all[21 - i], budget)?;
            let set = forms.of(&[all[i], all[20 - i / 2], all[2]], budget)?;
            all.extend([sum, set]);
        }
        Ok(all)
    }

    #[test]
    fn there_are_as_many_forms_by_day_as_the_literature_says() -> Result<(), Fault> {
        let (mut forms, mut budget) = (Forms::new(), Budget::unlimited());
        // Conway, On Numbers and Games, ch. 12; OEIS A047995.
        for (n, count) in (0..).zip([1, 2, 3, 5, 22, 4_171_780]) {
            assert_eq!(forms.count_born_by(n, &mut budget)?, count, "by day {n}");
        }
        Ok(())
    }

    #[test]
    fn links_leave_both_lost_and_distinguishers_one() -> Result<(), Fault> {
        let (mut forms, mut budget) = (Forms::new(), Budget::unlimited());
        let all = some_forms(&mut forms, &mut budget)?;
        for (i, &g) in all.iter().enumerate() {
            for &h in all.iter().skip(i % 3).step_by(3) {
                let mut tools = Distinguisher::new(&mut forms, &mut budget);
                let is_option = tools.has_option(g, h) || tools.has_option(h, g);
                let link = tools.link(g, h)?;
                assert_eq!(link.is_none(), is_option);
                if let Some(t) = link {
                    assert!(tools.is_lost(g, t)? && tools.is_lost(h, t)?);
                    let constructed = tools.constructed_link(g, h)?;
                    assert!(tools.is_lost(g, constructed)? && tools.is_lost(h, constructed)?);
                }
                let found = tools.distinguisher(g, h)?;
                assert_eq!(found.is_none(), g == h);
                if let Some(t) = found {
                    assert!(tools.is_lost(g, t)? != tools.is_lost(h, t)?);
                    let constructed = tools.lost_beside(g, h)?;
                    assert!(tools.is_lost(g, constructed)? && !tools.is_lost(h, constructed)?);
                }
            }
        }
        Ok(())
    }

    #[test]
    fn differences_undo_sums_and_parts_are_those_that_have_one() -> Result<(), Fault> {
        let (mut forms, mut budget) = (Forms::new(), Budget::unlimited());
        let all = forms.born_by(4, &mut budget)?;
        for &g in &all {
            for &h in &all {
                let sum = forms.sum(g, h, &mut budget)?;
                let mut tools = Distinguisher::new(&mut forms, &mut budget);
                assert_eq!(tools.difference(sum, h)?, Some(g));
                if g > FormId(1) {
                    assert!(tools.parts(sum)?.contains(&g) || sum <= FormId(1), "{g:?} is a part of {sum:?}");
                }
                // A difference may be born later than the game; where one is born by day 4, it is the one.
                let rest = tools.difference(g, h)?;
                for &x in &all {
                    if forms.sum(h, x, &mut budget)? == g {
                        assert_eq!(rest, Some(x));
                    }
                }
            }
        }
        Ok(())
    }

    #[test]
    fn tameable_games_have_the_genus_of_nim_beside_tame_ones() -> Result<(), Fault> {
        let (mut forms, mut budget) = (Forms::new(), Budget::unlimited());
        let mut all = forms.born_by(4, &mut budget)?;
        // Sets of forms born by day 4, some at random.
        let mut random = crate::games::Random::new(5);
        for _ in 0..200 {
            let options: Vec<FormId> = (0..1 + random.below(4)).map(|_| all[random.below(22) as usize]).collect();
            all.push(forms.of(&options, &mut budget)?);
        }
        let mut seen = [0; 2];
        for &g in &all {
            let species = forms.species(g, &mut budget)?.clone();
            seen[usize::from(species.tameable)] += 1;
            if !species.tameable {
                continue;
            }
            let (normal, misere) = species.genus.pair();
            for &t in &all[..22] {
                let other = forms.species(t, &mut budget)?.clone();
                if other.class > crate::misere::Class::Tame {
                    continue;
                }
                let sum = forms.sum(g, t, &mut budget)?;
                let (other_normal, other_misere) = other.genus.pair();
                // Beside each other they are firm if one of them is: both nim-values agree then.
                let nim = normal ^ other_normal;
                let is_firm = normal == misere || other_normal == other_misere;
                let expected = if is_firm { (nim, nim) } else { (nim, nim ^ 1) };
                assert_eq!(forms.species(sum, &mut budget)?.genus.pair(), expected, "{g:?} + {t:?}");
            }
        }
        assert!(seen.iter().all(|&count| count > 10), "{seen:?}");
        Ok(())
    }
}
