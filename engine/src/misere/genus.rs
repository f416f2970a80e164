//! The genus, and the classes of games that it determines.

use std::fmt;

use crate::games::hashing::FastMap;

/// The nim-value of a game and the misère nim-values of its sums with none, one, two, ... heaps `*2`.
///
/// The misère nim-value of a game without moves is 1, else the mex of those of its options. The sequence of the sums
/// alternates from some place on; it is stored to the end of the first pair from there (Conway, On Numbers and Games,
/// ch. 12; Winning Ways, ch. 13).
///
/// ```
/// use cg_engine::misere::Genus;
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
    /// Returns the genus of the game whose options have these.
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
        Genus::of_digits(normal, misere)
    }

    /// Returns the genus with these misère nim-values, of which the last two alternate for ever.
    pub(super) fn of_digits(normal: u32, mut misere: Vec<u32>) -> Genus {
        while misere.len() > 2 && misere[misere.len() - 1] == misere[misere.len() - 3] {
            misere.pop();
        }
        Genus { normal, misere }
    }

    /// Returns the misère nim-value with i heaps `*2` beside it.
    pub fn digit(&self, i: usize) -> u32 {
        match self.misere.get(i) {
            Some(&digit) => digit,
            None => self.misere[self.misere.len() - 2 + (i - self.misere.len()) % 2],
        }
    }

    /// Returns the nim-value and the misère nim-value.
    pub fn pair(&self) -> (u32, u32) {
        (self.normal, self.misere[0])
    }

    /// Returns the genus of a tame game: `firm` if some part of it has misère nim-value and nim-value equal.
    pub fn tame(normal: u32, firm: bool) -> Genus {
        let misere = if firm { vec![normal, normal ^ 2] } else { vec![normal ^ 1, normal ^ 2, normal] };
        Genus { normal, misere }
    }

    /// Returns `true` if some position of Nim has this genus.
    pub fn is_tame(&self) -> bool {
        self.is_of_nim() && *self == Genus::tame(self.normal, self.normal == self.misere[0])
    }

    /// Returns `true` if some position of Nim has this nim-value and this misère nim-value.
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

/// The behaviour of a game beside heaps of Nim in misère play. Write g⁺ for its nim-value and g⁻ for its misère
/// nim-value.
///
/// Conway (On Numbers and Games, ch. 12) considers games all of whose options are tame; Winning Ways (ch. 13) admits
/// options that do not matter because they can be answered. The classes here are the wider ones;
/// [`Species::hereditary`] marks the games that belong to them in the narrower sense as well. CGSuite calls the wider
/// sense "generally" tame and restive; its restive games have no options that are restive themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Class {
    /// Equal to a heap of Nim, whatever is played beside it.
    Nim,
    /// Like a position of Nim beside tame games: g⁺ and g⁻ are those of a position of Nim, the tame options alone give both
    /// as their mex, and every other option has an answer to a tame game of nim-value g⁺, and one to a tame game of misère
    /// nim-value g⁻.
    ///
    /// The genus of a sum of tame games is then that of the sum of these positions of Nim. For a move to an option that
    /// is not tame can be answered by one that restores the misère nim-value, so that this option never has that value.
    Tame,
    /// Like the heap g⁻ beside heaps of Nim of sizes 0, 1, g⁻ and its neighbour g⁻ ^ 1 alone, and like the heap g⁺ beside
    /// others, where g⁺ is 0 or 1 and g⁻ at least 2.
    ///
    /// A game is restive if tame options and restive ones, of a misère nim-value g⁻ or its neighbour, alone give both
    /// values as their mex, and every other option has an answer to a game of these kinds of nim-value g⁺, and one to a
    /// game of these kinds of misère nim-value g⁻.
    Restive,
    /// None of these, as far as the options decide.
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
    /// `true` if all options are tame, and all of theirs, and so on: tame and restive games of this kind are those of
    /// On Numbers and Games, ch. 12.
    pub hereditary: bool,
    /// `true` if the game is tameable as in CGSuite: tame, or tame if its tameable options and answers are counted as tame. The
    /// genus of a tameable game determines that of its sums with tame games.
    pub tameable: bool,
}

impl Species {
    /// Returns the species of a sum of heaps of Nim.
    ///
    /// ```
    /// use cg_engine::misere::Species;
    ///
    /// let text = |heaps: &[u32]| Species::of_nim(heaps).to_string();
    /// assert_eq!((text(&[1, 1]), text(&[5, 1]), text(&[2, 3])), ("0".into(), "4".into(), "1^1".into()));
    /// ```
    pub fn of_nim(heaps: &[u32]) -> Species {
        let sum = heaps.iter().fold(0, |sum, h| sum ^ h);
        let large = heaps.iter().filter(|h| **h > 1).count();
        Species {
            genus: Genus::tame(sum, large > 0),
            class: if large < 2 { Class::Nim } else { Class::Tame },
            hereditary: true,
            tameable: true,
        }
    }

    /// Returns the species of a sum of tame games, or `None` if one of them is not (Winning Ways, ch. 13).
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
        let class = if others > 1 { Class::Tame } else { class };
        Some(Species {
            genus: Genus::tame(sum, firm),
            class,
            hereditary: parts.iter().all(|part| part.hereditary),
            tameable: true,
        })
    }
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

/// A species and those of the options: all that the species of a game further up may depend on.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct SpeciesKind {
    species: u32,
    options: Vec<u32>,
}

/// All species found, and the kinds of games that have them.
#[derive(Default)]
pub(super) struct Catalogue {
    species: Vec<Species>,
    numbers: FastMap<Species, u32>,
    kinds: Vec<SpeciesKind>,
    by_kind: FastMap<SpeciesKind, u32>,
    /// The kind of a game from those of its options.
    by_options: FastMap<Vec<u32>, u32>,
}

impl Catalogue {
    /// Returns the species of a kind.
    pub fn species(&self, kind: u32) -> &Species {
        &self.species[self.kinds[kind as usize].species as usize]
    }

    /// Returns the kind of a game whose options are of these kinds.
    pub fn of(&mut self, mut options: Vec<u32>) -> u32 {
        options.sort_unstable();
        options.dedup();
        if let Some(&kind) = self.by_options.get(&options) {
            return kind;
        }
        let genera: Vec<&Genus> = options.iter().map(|&kind| &self.species(kind).genus).collect();
        let genus = Genus::of(&genera);
        let class = self.class(&genus, &options);
        let is_hereditary = |&kind: &u32| {
            let option = self.species(kind);
            option.class <= Class::Tame && option.hereditary
        };
        let hereditary = class == Class::Nim || options.iter().all(is_hereditary);
        let tameable = class <= Class::Tame || genus.is_of_nim() && self.is_tameable(&genus, &options);
        let species = Species { genus, class, hereditary, tameable };
        let next = self.species.len() as u32;
        let number = *self.numbers.entry(species.clone()).or_insert(next);
        if number == next {
            self.species.push(species);
        }
        let mut of_options: Vec<u32> = options.iter().map(|&kind| self.kinds[kind as usize].species).collect();
        of_options.sort_unstable();
        of_options.dedup();
        let kind = SpeciesKind { species: number, options: of_options };
        let next = self.kinds.len() as u32;
        let found = *self.by_kind.entry(kind.clone()).or_insert(next);
        if found == next {
            self.kinds.push(kind);
        }
        self.by_options.insert(options, found);
        found
    }

    /// Returns the species of the options of a kind.
    fn replies(&self, kind: u32) -> impl Iterator<Item = &Species> {
        self.kinds[kind as usize].options.iter().map(|&s| &self.species[s as usize])
    }

    /// Returns `true` if a game with these options is tame once tameable options and answers are counted as tame ones. A game of
    /// nim-value 0 without tameable options is like 0 beside others, whatever its misère nim-value is.
    fn is_tameable(&self, genus: &Genus, options: &[u32]) -> bool {
        let counts = |s: &Species| s.tameable;
        let is_like_zero = genus.normal == 0 && !options.iter().any(|&o| counts(self.species(o)));
        is_like_zero && self.are_answered(counts, genus, options) || self.is_given_by(counts, genus, options)
    }

    fn class(&self, genus: &Genus, options: &[u32]) -> Class {
        let (normal, misere) = genus.pair();
        let is_tame = |s: &Species| s.class <= Class::Tame;
        let is_alike = |s: &Species| is_tame(s) || s.class == Class::Restive && s.genus.misere[0] ^ misere < 2;
        if self.is_nim(genus, options) {
            Class::Nim
        } else if genus.is_of_nim() && self.is_given_by(is_tame, genus, options) {
            Class::Tame
        } else if normal < 2 && misere >= 2 && self.is_given_by(is_alike, genus, options) {
            Class::Restive
        } else {
            Class::Wild
        }
    }

    /// Returns `true` if a game with these options simplifies to a heap of Nim: it has all options of the heap, and
    /// every other has the heap as an option. To become the heap 0 it must have a winning move.
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

    /// Returns `true` if the options that count give both nim-values as their mex, and each of the others can be
    /// answered by moves to games that count: one of the same nim-value, one of the same misère nim-value. To lose for
    /// want of a move, as 0 does, is nothing that options can give.
    fn is_given_by(&self, counts: impl Fn(&Species) -> bool, genus: &Genus, options: &[u32]) -> bool {
        let (normal, misere) = genus.pair();
        let pairs = || options.iter().map(|&o| self.species(o)).filter(|s| counts(s)).map(|s| s.genus.pair());
        mex(pairs().map(|(n, _)| n)) == normal
            && mex(pairs().map(|(_, m)| m)) == misere
            && self.are_answered(&counts, genus, options)
    }

    /// Returns `true` if every option that does not count has an answer that counts to the nim-value, and one to the misère
    /// nim-value.
    fn are_answered(&self, counts: impl Fn(&Species) -> bool, genus: &Genus, options: &[u32]) -> bool {
        let (normal, misere) = genus.pair();
        options.iter().filter(|&&o| !counts(self.species(o))).all(|&o| {
            let answers = || self.replies(o).filter(|r| counts(r)).map(|r| r.genus.pair());
            answers().any(|(n, _)| n == normal) && answers().any(|(_, m)| m == misere)
        })
    }
}
