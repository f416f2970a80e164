//! The genus, and the classes of games that are told by it.

use std::fmt;

use rustc_hash::FxHashMap;

/// The nim-value of a game and the misère nim-values of its sums with none, one, two, ... heaps `*2`.
///
/// The misère nim-value of a game without moves is 1, else the mex of those of its options. The sequence of the sums
/// alternates from some place on; it is kept to the end of its first such pair (Conway, On Numbers and Games, ch. 12;
/// Winning Ways, ch. 13).
///
/// ```
/// use cg::misere::Genus;
///
/// let zero = Genus::of(&[]);
/// assert_eq!((zero.normal, &zero.misere[..]), (0, &[1, 2, 0][..]));
/// let one = Genus::of(&[&zero]);
/// assert_eq!(Genus::of(&[&zero, &one]).to_string(), "2^20");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Genus {
    /// The nim-value in normal play.
    pub normal: u32,
    /// The misère nim-values of the game with 0, 1, 2, ... heaps `*2` beside it; the last two alternate for ever.
    pub misere: Vec<u32>,
}

impl Genus {
    /// The genus of the game whose options have these.
    pub fn of(options: &[&Genus]) -> Genus {
        let normal = mex(options.iter().map(|g| g.normal));
        let settled = options.iter().map(|g| g.misere.len()).max().unwrap_or(0);
        let mut misere: Vec<u32> = Vec::new();
        loop {
            let i = misere.len();
            let next = match misere.last() {
                None if options.is_empty() => 1,
                None => mex(options.iter().map(|g| g.digit(0))),
                Some(&last) => mex(options.iter().map(|g| g.digit(i)).chain([last, last ^ 1])),
            };
            misere.push(next);
            // From here on each digit is found from the one before in one of two ways, by turns.
            if i >= settled + 2 && next == misere[i - 2] {
                break;
            }
        }
        while misere.len() > 2 && misere[misere.len() - 1] == misere[misere.len() - 3] {
            misere.pop();
        }
        Genus { normal, misere }
    }

    /// The misère nim-value with i heaps `*2` beside it.
    pub fn digit(&self, i: usize) -> u32 {
        match self.misere.get(i) {
            Some(&digit) => digit,
            None => self.misere[self.misere.len() - 2 + (i - self.misere.len()) % 2],
        }
    }

    /// Nim-value and misère nim-value.
    pub fn pair(&self) -> (u32, u32) {
        (self.normal, self.misere[0])
    }

    /// Whether some position of Nim has this nim-value and this misère nim-value.
    pub fn is_of_nim(&self) -> bool {
        let (normal, misere) = self.pair();
        normal == misere || normal | misere == 1
    }

    fn write(&self, digits: usize, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits: Vec<String> = self.misere.iter().take(digits).map(u32::to_string).collect();
        match digits.iter().all(|d| d.len() == 1) {
            true => write!(f, "{}^{}", self.normal, digits.concat()),
            false => write!(f, "{}^({})", self.normal, digits.join(",")),
        }
    }
}

impl fmt::Display for Genus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(usize::MAX, f)
    }
}

fn mex(values: impl Iterator<Item = u32>) -> u32 {
    let mut all: Vec<u32> = values.collect();
    all.sort_unstable();
    all.dedup();
    (0..).zip(&all).take_while(|(i, v)| i == *v).count() as u32
}

/// How a game behaves beside heaps of Nim in misère play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Class {
    /// Equal to a heap of Nim, whatever is played beside it.
    Nim,
    /// Like a position of Nim beside positions of Nim and other tame games. As in CGSuite, options that are not tame may
    /// revert to tame games, and their options again, but no further: what takes more stages counts as wild.
    Tame,
    /// Like one heap of Nim or another, as the company asks: nim-value 0 or 1, misère nim-value from 2 on.
    Restive,
    /// None of these.
    Wild,
}

/// Genus and class of a game. It is written as in the literature: `3` if equal to a heap of Nim, with one digit above if
/// tame or restive (`2^2`), else with all digits up to where they alternate (`4^146`).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Species {
    /// The genus.
    pub genus: Genus,
    /// The class.
    pub class: Class,
    /// Of a tame game: how often one must look through options that are not tame, 0 if there are none.
    stage: u8,
}

/// The stages through which a tame game may revert.
const STAGES: u8 = 2;

impl Species {
    /// The species of a sum of heaps of Nim.
    ///
    /// ```
    /// use cg::misere::Species;
    ///
    /// let text = |heaps: &[u32]| Species::of_nim(heaps).to_string();
    /// assert_eq!((text(&[1, 1]), text(&[5, 1]), text(&[2, 3])), ("0".into(), "4".into(), "1^1".into()));
    /// ```
    pub fn of_nim(heaps: &[u32]) -> Species {
        let sum = heaps.iter().fold(0, |sum, h| sum ^ h);
        let large = heaps.iter().filter(|h| **h > 1).count();
        Species { genus: tame(sum, large > 0), class: if large < 2 { Class::Nim } else { Class::Tame }, stage: 0 }
    }

    /// The species of a sum of tame games; nothing if one of them is not (Winning Ways, ch. 13).
    pub fn of_tame_sum(parts: &[Species]) -> Option<Species> {
        let (mut sum, mut firm, mut class, mut others) = (0, false, Class::Nim, 0);
        for part in parts {
            if part.class > Class::Tame {
                return None;
            }
            let (normal, misere) = part.genus.pair();
            sum ^= normal;
            firm |= normal == misere;
            if part.class == Class::Tame || normal > 1 {
                class = class.max(part.class);
                others += 1;
            }
        }
        // A heap of Nim is a sum of two games in no other way than with 0 and `*`.
        let stage = parts.iter().map(|part| part.stage).max().unwrap_or(0);
        Some(Species { genus: tame(sum, firm), class: if others > 1 { Class::Tame } else { class }, stage })
    }
}

/// The genus of a tame game: `firm` if some part of it has misère nim-value and nim-value equal.
fn tame(normal: u32, firm: bool) -> Genus {
    let misere = if firm { vec![normal, normal ^ 2] } else { vec![normal ^ 1, normal ^ 2, normal] };
    Genus { normal, misere }
}

impl fmt::Display for Species {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.class {
            Class::Nim => write!(f, "{}", self.genus.normal),
            Class::Tame | Class::Restive => self.genus.write(1, f),
            Class::Wild => self.genus.write(usize::MAX, f),
        }
    }
}

/// A species and those of the options: what the species of a game further up may depend on.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Kind {
    species: u32,
    options: Vec<u32>,
}

/// All species met, and the kinds of games that have them.
#[derive(Default)]
pub(super) struct Catalogue {
    species: Vec<Species>,
    numbers: FxHashMap<Species, u32>,
    kinds: Vec<Kind>,
    by_kind: FxHashMap<Kind, u32>,
    /// The kind of a game from those of its options.
    by_options: FxHashMap<Vec<u32>, u32>,
}

impl Catalogue {
    /// The species of a kind.
    pub fn species(&self, kind: u32) -> &Species {
        &self.species[self.kinds[kind as usize].species as usize]
    }

    /// The kind of a game whose options are of these kinds.
    pub fn of(&mut self, mut options: Vec<u32>) -> u32 {
        options.sort_unstable();
        options.dedup();
        if let Some(&kind) = self.by_options.get(&options) {
            return kind;
        }
        let genera: Vec<&Genus> = options.iter().map(|&kind| &self.species(kind).genus).collect();
        let genus = Genus::of(&genera);
        let (class, stage) = self.class(&genus, &options);
        let species = Species { genus, class, stage };
        let next = self.species.len() as u32;
        let number = *self.numbers.entry(species.clone()).or_insert(next);
        if number == next {
            self.species.push(species);
        }
        let mut of_options: Vec<u32> = options.iter().map(|&kind| self.kinds[kind as usize].species).collect();
        of_options.sort_unstable();
        of_options.dedup();
        let kind = Kind { species: number, options: of_options };
        let next = self.kinds.len() as u32;
        let found = *self.by_kind.entry(kind.clone()).or_insert(next);
        if found == next {
            self.kinds.push(kind);
        }
        self.by_options.insert(options, found);
        found
    }

    /// The species of the options of a kind.
    fn replies(&self, kind: u32) -> impl Iterator<Item = &Species> {
        self.kinds[kind as usize].options.iter().map(|&s| &self.species[s as usize])
    }

    fn class(&self, genus: &Genus, options: &[u32]) -> (Class, u8) {
        if self.is_nim(genus, options) {
            return (Class::Nim, 0);
        }
        let (normal, misere) = genus.pair();
        let is_tame = |s: &Species| s.class <= Class::Tame;
        if genus.is_of_nim() {
            if options.iter().all(|&o| is_tame(self.species(o))) {
                return (Class::Tame, options.iter().map(|&o| self.species(o).stage).max().unwrap_or(0));
            }
            for stage in 1..=STAGES {
                let before = |s: &Species| is_tame(s) && s.stage < stage;
                if self.reverts(genus, options, before, before, |_, _| true) {
                    return (Class::Tame, stage);
                }
            }
        } else if normal < 2 {
            // A reply is one of the two sizes that the game can take, or a game that is decided already.
            let near = |m: u32| m < 2 || m ^ misere < 2;
            let replies = |reply: &Species| reply.class <= Class::Restive;
            if self.reverts(genus, options, is_tame, replies, |n, m| near(if n == normal { m } else { n })) {
                return (Class::Restive, 0);
            }
        }
        (Class::Wild, 0)
    }

    /// Whether a game with these options simplifies to a heap of Nim: it has all options of the heap, and every other has
    /// the heap as an option. To become the heap 0 it must have a winning move.
    fn is_nim(&self, genus: &Genus, options: &[u32]) -> bool {
        let size = genus.normal;
        let is_heap = |s: &Species, n: u32| s.class == Class::Nim && s.genus.normal == n;
        let all = (0..size).all(|n| options.iter().any(|&o| is_heap(self.species(o), n)));
        let rest = || {
            options.iter().all(|&o| {
                let s = self.species(o);
                (s.class == Class::Nim && s.genus.normal < size) || self.replies(o).any(|r| is_heap(r, size))
            })
        };
        (size > 0 || options.is_empty() || genus.misere[0] != 0) && all && rest()
    }

    /// Whether the tame options that count give these nim-values alone, and every option that is not tame can be answered by
    /// a move back to them: `admits` says which replies count, `fits` whether the other nim-value of the reply does.
    fn reverts(
        &self,
        genus: &Genus,
        options: &[u32],
        counts: impl Fn(&Species) -> bool,
        admits: impl Fn(&Species) -> bool,
        fits: impl Fn(u32, u32) -> bool,
    ) -> bool {
        let (normal, misere) = genus.pair();
        let species = || options.iter().map(|&o| self.species(o));
        let tame: Vec<&Genus> = species().filter(|s| counts(s)).map(|s| &s.genus).collect();
        if Genus::of(&tame).pair() != (normal, misere) {
            return false;
        }
        options.iter().filter(|&&o| self.species(o).class > Class::Tame).all(|&o| {
            let replies = || self.replies(o).filter(|r| admits(r)).map(|r| r.genus.pair());
            replies().any(|(n, m)| n == normal && fits(n, m)) && replies().any(|(n, m)| m == misere && fits(n, m))
        })
    }
}
