//! Misère canonical forms of impartial games.

use hashbrown::HashTable;

use super::genus::{Catalogue, Species};
use crate::games::hashing::{FastMap, FastSet, hash_of};
use crate::games::{Budget, Fault, PostOrder};

/// Options of all forms together beyond which no more are made.
const MAX_OPTIONS: usize = 50_000_000;

/// A misère canonical form. Equal ids of one [`Forms`] are equal games, whatever is played beside them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FormId(pub(crate) u32);

impl FormId {
    /// The game without moves.
    pub const ZERO: FormId = FormId(0);
}

struct StoredForm {
    start: u32,
    len: u32,
    /// `true` if the mover loses.
    lost: bool,
    /// The size of the heap of Nim that it is.
    nim: Option<u32>,
}

/// The arena of misère canonical forms.
///
/// A game simplifies to H if it has all options of H, every other option has H as an option, and, where H is 0, the game
/// has a winning move (Grundy and Smith 1956; Conway, On Numbers and Games, ch. 12). Simplified as far as that goes,
/// options included, equal games have one form. Options have smaller ids than the game.
///
/// ```
/// use cg_engine::games::Budget;
/// use cg_engine::misere::{FormId, Forms};
///
/// let (mut forms, budget) = (Forms::new(), &mut Budget::unlimited());
/// let one = forms.of(&[FormId::ZERO], budget)?;
/// let two = forms.of(&[FormId::ZERO, one], budget)?;
/// assert_eq!(forms.sum(one, one, budget)?, FormId::ZERO);
/// assert_ne!(forms.sum(two, two, budget)?, FormId::ZERO);
/// // From {*2} the only reply to the move to *2 is back to 0 or *; it has no winning move, so it is not 0.
/// assert_ne!(forms.of(&[two], budget)?, FormId::ZERO);
/// # Ok::<(), cg_engine::games::Fault>(())
/// ```
pub struct Forms {
    forms: Vec<StoredForm>,
    pool: Vec<FormId>,
    /// Options of all forms together beyond which no more are made.
    most: usize,
    index: HashTable<u32>,
    sums: FastMap<(FormId, FormId), FormId>,
    mates: FastMap<FormId, FormId>,
    kinds: FastMap<FormId, u32>,
    catalogue: Catalogue,
}

impl Default for Forms {
    fn default() -> Self {
        Forms::new()
    }
}

fn hash(options: &[FormId]) -> u64 {
    hash_of(options)
}

impl Forms {
    /// Returns an arena that holds 0.
    pub fn new() -> Forms {
        let mut forms = Forms {
            forms: Vec::new(),
            pool: Vec::new(),
            most: MAX_OPTIONS,
            index: HashTable::new(),
            sums: FastMap::default(),
            mates: FastMap::default(),
            kinds: FastMap::default(),
            catalogue: Catalogue::default(),
        };
        forms.intern(&[]);
        forms
    }

    /// Leaves room for `options` more options, all forms together; `None` leaves all the room there ever is.
    pub fn leave_room(&mut self, options: Option<usize>) {
        self.most = options.map_or(MAX_OPTIONS, |options| MAX_OPTIONS.min(self.pool.len() + options));
    }

    /// Returns the number of known forms.
    pub fn len(&self) -> usize {
        self.forms.len()
    }

    /// Returns `false`: 0 is there from the beginning.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// Returns the options of a form, in ascending order.
    pub fn options(&self, g: FormId) -> &[FormId] {
        let form = &self.forms[g.0 as usize];
        &self.pool[form.start as usize..][..form.len as usize]
    }

    /// Returns `true` if the mover loses.
    pub fn is_lost(&self, g: FormId) -> bool {
        self.forms[g.0 as usize].lost
    }

    /// Returns the size of the heap of Nim that a form is, if it is one.
    pub fn nim_size(&self, g: FormId) -> Option<u32> {
        self.forms[g.0 as usize].nim
    }

    /// Returns all forms that a form is made of, itself last, so that the options of each stand before it: by birthday,
    /// and by their options if birthdays are equal. The order does not depend on the order in which the forms were
    /// made. Heaps of Nim are not taken apart.
    pub fn parts(&self, g: FormId, budget: &mut Budget) -> Result<Vec<FormId>, Fault> {
        let parts_of = |g: FormId| if self.nim_size(g).is_some() { &[] } else { self.options(g) };
        let mut met = FastSet::from_iter([g]);
        let mut open = vec![g];
        while let Some(g) = open.pop() {
            budget.tick()?;
            open.extend(parts_of(g).iter().filter(|&&option| met.insert(option)));
        }
        let mut parts: Vec<FormId> = met.into_iter().collect();
        parts.sort_unstable();
        let mut birthdays: FastMap<FormId, u32> = FastMap::default();
        for &g in &parts {
            budget.tick()?;
            let of_options = parts_of(g).iter().map(|option| birthdays[option] + 1).max();
            birthdays.insert(g, of_options.or(self.nim_size(g)).unwrap_or(0));
        }
        parts.sort_by_key(|g| birthdays[g]);
        let mut places: FastMap<FormId, usize> = FastMap::default();
        let mut start = 0;
        for day in parts.chunk_by_mut(|a, b| birthdays[a] == birthdays[b]) {
            day.sort_by_cached_key(|&g| {
                let mut options: Vec<usize> = parts_of(g).iter().map(|option| places[option]).collect();
                options.sort_unstable();
                options
            });
            for (place, &g) in (start..).zip(&*day) {
                budget.tick()?;
                places.insert(g, place);
            }
            start += day.len();
        }
        Ok(parts)
    }

    /// Returns the form of the game with these options.
    ///
    /// # Errors
    /// [`Fault::TooLarge`] if there are too many forms.
    pub fn of(&mut self, options: &[FormId], budget: &mut Budget) -> Result<FormId, Fault> {
        let mut options = options.to_vec();
        options.sort_unstable();
        options.dedup();
        for _ in 0..options.len() {
            budget.tick()?;
        }
        let most = self.most;
        if self.pool.len() + options.len() > most {
            let size = format!("more than {most}");
            return Err(Fault::TooLarge { what: "misère canonical form", size, limit: most.to_string() });
        }
        // A form that the game simplifies to has smaller options than its largest one, so it must be an option of that.
        if let Some(&largest) = options.last() {
            for i in 0..self.options(largest).len() {
                let h = self.options(largest)[i];
                budget.tick()?;
                if self.simplifies_to(&options, h) {
                    return Ok(h);
                }
            }
        }
        Ok(self.intern(&options))
    }

    fn simplifies_to(&self, options: &[FormId], h: FormId) -> bool {
        let kept = self.options(h);
        kept.len() <= options.len()
            && kept.iter().all(|k| options.binary_search(k).is_ok())
            && options.iter().all(|g| kept.binary_search(g).is_ok() || self.options(*g).binary_search(&h).is_ok())
            && (h != FormId::ZERO || options.iter().any(|g| self.is_lost(*g)))
    }

    fn intern(&mut self, options: &[FormId]) -> FormId {
        let Forms { forms, pool, index, .. } = self;
        let list = |forms: &[StoredForm], pool: &[FormId], i: u32| {
            let form = &forms[i as usize];
            hash(&pool[form.start as usize..][..form.len as usize])
        };
        let is_same = |&i: &u32| {
            let form = &forms[i as usize];
            &pool[form.start as usize..][..form.len as usize] == options
        };
        if let Some(&i) = index.find(hash(options), is_same) {
            return FormId(i);
        }
        let lost = !options.is_empty() && !options.iter().any(|g| forms[g.0 as usize].lost);
        let is_nim = options.iter().zip(0..).all(|(g, n)| forms[g.0 as usize].nim == Some(n));
        let nim = is_nim.then_some(options.len() as u32);
        let id = forms.len() as u32;
        forms.push(StoredForm { start: pool.len() as u32, len: options.len() as u32, lost, nim });
        pool.extend_from_slice(options);
        index.insert_unique(hash(options), id, |&i| list(forms, pool, i));
        FormId(id)
    }

    /// Returns the form of the sum of two games.
    pub fn sum(&mut self, a: FormId, b: FormId, budget: &mut Budget) -> Result<FormId, Fault> {
        let known = |forms: &Forms, a: FormId, b: FormId| match a.min(b) {
            FormId::ZERO => Ok(a.max(b)),
            least => forms.sums.get(&(least, a.max(b))).copied().ok_or((least, a.max(b))),
        };
        let start = match known(self, a, b) {
            Ok(sum) => return Ok(sum),
            Err(missing) => missing,
        };
        let mut walk = PostOrder::new([start]);
        while let Some(&mut (a, b)) = walk.next(budget)? {
            if self.sums.contains_key(&(a, b)) {
                continue;
            }
            let mut options = Vec::new();
            let in_a = self.options(a).iter().map(|&option| (option, b));
            let in_b = self.options(b).iter().map(|&option| (a, option));
            for (a, b) in in_a.chain(in_b).rev() {
                budget.tick()?;
                match known(self, a, b) {
                    Ok(sum) => options.push(sum),
                    Err(missing) => walk.push(missing),
                }
            }
            if !walk.is_waiting() {
                let sum = self.of(&options, budget)?;
                self.sums.insert((a, b), sum);
            }
        }
        Ok(self.sums[&start])
    }

    /// Returns the mate of a game: the mate of 0 is `*`, and the options of every other mate are the mates of the
    /// options. The sum of a game and its mate is lost for the mover (Conway, On Numbers and Games, ch. 12).
    pub fn mate(&mut self, g: FormId, budget: &mut Budget) -> Result<FormId, Fault> {
        let mut walk = PostOrder::new([g]);
        while let Some(&mut g) = walk.next(budget)? {
            if self.mates.contains_key(&g) {
                continue;
            }
            let mut mates = Vec::new();
            for option in self.options(g) {
                match self.mates.get(option) {
                    Some(&mate) => mates.push(mate),
                    None => walk.push(*option),
                }
            }
            if walk.is_waiting() {
                continue;
            }
            let mate = self.of(if g == FormId::ZERO { &[FormId::ZERO] } else { &mates }, budget)?;
            self.mates.insert(g, mate);
        }
        Ok(self.mates[&g])
    }

    /// Returns the genus and class of a form.
    pub fn species(&mut self, g: FormId, budget: &mut Budget) -> Result<&Species, Fault> {
        let mut walk = PostOrder::new([g]);
        while let Some(&mut form) = walk.next(budget)? {
            if self.kinds.contains_key(&form) {
                continue;
            }
            let mut kinds = Vec::new();
            for option in self.options(form) {
                budget.tick()?;
                match self.kinds.get(option) {
                    Some(&kind) => kinds.push(kind),
                    None => walk.push(*option),
                }
            }
            if !walk.is_waiting() {
                let kind = self.catalogue.of(kinds);
                self.kinds.insert(form, kind);
            }
        }
        Ok(self.catalogue.species(self.kinds[&g]))
    }
}
