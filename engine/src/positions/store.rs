//! The interned positions of a session.

use std::any::{Any, TypeId};
use std::hash::Hash;
use std::sync::Arc;

use hashbrown::HashTable;

use super::index::{Index, Node};
use super::known::Packed;
use super::lesson::Lessons;
use super::question::{Finding, Question};
use super::search::Transpositions;
use super::{AGAIN, ENTAIL, FORM, Known, Marks, NEGATIVE, PositionId, Rules, RulesetId, SUM, State, VALUE, Word};
use crate::games::hashing::{FastMap, OrderedMap, hash_of};
use crate::games::{GameId, Owner};
use crate::loopy::Sides;
use crate::ordinals::GammaValue;

/// The value of a position, as far as it is known, in eight bytes: a tag in the two high bits, a payload below.
#[derive(Clone, Copy, PartialEq, Eq)]
struct ValueMemo(u64);

impl ValueMemo {
    const UNKNOWN: ValueMemo = ValueMemo(0);
    const OPEN: ValueMemo = ValueMemo(1);
    const LOOPY: ValueMemo = ValueMemo(2);
}

/// The state of the computation of a position's value.
pub(crate) enum Status {
    Unknown,
    /// Its options are being valued further up.
    Open,
    /// Play from it can return to an earlier position.
    Loopy,
    Known(Known),
}

/// A ruleset that was registered.
struct Registered {
    /// The name with its parameters, if it identifies the ruleset in every session, or else an empty text.
    lasting: Box<str>,
    /// Its [`identity`], or 0 if it is not compared with other rulesets.
    hash: u64,
    rules: Arc<dyn Rules>,
    heaps: HeapIndex,
}

/// Returns the hash of rules and their type, by which equal rules are found. It is never 0.
pub(super) fn identity<R: Hash + 'static>(rules: &R) -> u64 {
    hash_of((TypeId::of::<R>(), rules)).max(1)
}

impl Registered {
    fn new(lasting: &str, hash: u64, rules: Arc<dyn Rules>) -> Registered {
        Registered { lasting: lasting.into(), hash, rules, heaps: HeapIndex::default() }
    }
}

/// Positions whose state is one small word, such as heaps: found by their place instead of by a hash, for rules on
/// heaps need no more. A missing position may be interned nevertheless.
#[derive(Default)]
struct HeapIndex {
    places: Vec<u32>,
    /// The number of positions that are noted.
    count: usize,
}

impl HeapIndex {
    /// Stands where no position was noted.
    const MISSING: u32 = u32::MAX;
    /// The largest number of places for each position that is noted.
    const MAX_PLACES: usize = 8;

    #[inline]
    fn get(&self, heap: u32) -> Option<PositionId> {
        self.places.get(heap as usize).filter(|p| **p != HeapIndex::MISSING).map(|p| PositionId::of_word(*p))
    }

    /// Notes a position, unless the list would be long for the number of positions in it.
    fn put(&mut self, heap: u32, p: PositionId) {
        let at = heap as usize;
        if at >= self.places.len() {
            if at > HeapIndex::MAX_PLACES * self.count + 64 {
                return;
            }
            self.places.resize(at + 1, HeapIndex::MISSING);
        }
        self.count += usize::from(self.places[at] == HeapIndex::MISSING);
        self.places[at] = p.0;
    }
}

/// All interned positions, their rulesets, and the results about them.
pub struct Positions {
    owner: Owner,
    rulesets: Vec<Registered>,
    /// The rulesets that are found by their identity.
    equals: HashTable<u32>,
    /// The rulesets that have a lasting name, by that name.
    lasting: HashTable<u32>,
    pub(super) nodes: Vec<Node>,
    pub(super) words: Vec<u32>,
    index: Index,
    memos: Vec<ValueMemo>,
    gammas: OrderedMap<PositionId, GammaValue>,
    loopy: OrderedMap<PositionId, Sides>,
    impartial: FastMap<PositionId, bool>,
    endings: FastMap<PositionId, Option<FinitePlay>>,
    pub(super) findings: OrderedMap<(PositionId, Question), Finding>,
    /// The results read from other sessions.
    pub(super) learnt: Lessons,
    /// The results of searches, by the key of the ruleset. They contain no id of this session, so they outlive the
    /// questions.
    pub(super) met: FastMap<Box<str>, Transpositions>,
    tables: FastMap<(RulesetId, TypeId), Box<dyn Any + Send>>,
    /// `true` if some position may have marks.
    pub(super) is_marked: bool,
    /// The marks of the positions that have some.
    pub(super) marks: FastMap<PositionId, Marks>,
    /// Positions whose rules have given another one, with marks, in their place.
    pub(super) handed_on: FastMap<PositionId, PositionId>,
}

/// A proof that play ends, with its other results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FinitePlay {
    /// `true` if both players are known to have the same moves, here and in all that can be reached.
    pub is_impartial: bool,
}

/// A moment to return to: positions interned later are forgotten by [`Positions::rollback`].
#[derive(Clone, Copy)]
pub struct PositionsMark {
    nodes: usize,
    words: usize,
    rulesets: usize,
}

impl Positions {
    /// Returns a store with these rulesets. `lasting` has a name that identifies it in every session.
    pub(super) fn of(
        rulesets: impl IntoIterator<Item = Arc<dyn Rules>>,
        (lasting, name): (RulesetId, &str),
    ) -> Positions {
        let mut rulesets: Vec<_> = rulesets.into_iter().map(|rules| Registered::new("", 0, rules)).collect();
        rulesets[lasting.0 as usize].lasting = name.into();
        Positions {
            owner: Owner::new(),
            rulesets,
            equals: HashTable::new(),
            lasting: HashTable::new(),
            nodes: Vec::new(),
            words: Vec::new(),
            index: Index::default(),
            memos: Vec::new(),
            gammas: OrderedMap::default(),
            loopy: OrderedMap::default(),
            impartial: FastMap::default(),
            endings: FastMap::default(),
            findings: OrderedMap::default(),
            learnt: Lessons::default(),
            met: FastMap::default(),
            tables: FastMap::default(),
            is_marked: false,
            marks: FastMap::default(),
            handed_on: FastMap::default(),
        }
    }

    /// Adds rules, or finds those that are equal to them.
    pub fn add_rules<R: Rules + Eq + Hash>(&mut self, rules: R) -> RulesetId {
        let hash = identity(&rules);
        let found = self.find_equal(hash, &|other: &dyn Any| other.downcast_ref() == Some(&rules));
        found.unwrap_or_else(|| self.register("", hash, Arc::new(rules)))
    }

    /// Adds rules that are no others, even if they look the same.
    pub fn add_own(&mut self, rules: Arc<dyn Rules>) -> RulesetId {
        self.register("", 0, rules)
    }

    /// Finds the first ruleset that was added by [`Positions::add_own`] and that `is_it` accepts.
    pub fn find_own(&self, is_it: impl Fn(&dyn Any) -> bool) -> Option<RulesetId> {
        let found = self.rulesets.iter().position(|known| known.hash == 0 && is_it(&*known.rules));
        found.map(|id| RulesetId(id as u32))
    }

    /// Gives a ruleset that was added by [`Positions::add_own`] other rules. All that is known of positions must be forgotten
    /// unless these have the same moves.
    pub fn set_rules(&mut self, id: RulesetId, rules: Arc<dyn Rules>) {
        self.rulesets[id.0 as usize].rules = rules;
    }

    /// Finds the registered ruleset with this [`identity`] that `is_same` accepts.
    pub(super) fn find_equal(&self, hash: u64, is_same: &dyn Fn(&dyn Any) -> bool) -> Option<RulesetId> {
        self.equals.find(hash, |&i| is_same(&*self.rulesets[i as usize].rules)).map(|&i| RulesetId(i))
    }

    /// Returns the owner of the ids of positions.
    pub(super) fn owner(&self) -> Owner {
        self.owner
    }

    /// Registers a ruleset. A lasting name that another one has is not taken, for findings are kept by it.
    pub(super) fn register(&mut self, lasting: &str, hash: u64, rules: Arc<dyn Rules>) -> RulesetId {
        let id = self.rulesets.len() as u32;
        let Positions { rulesets, equals, lasting: names, .. } = self;
        let is_taken = || names.find(hash_of(lasting), |&i| &*rulesets[i as usize].lasting == lasting).is_some();
        let lasting = if lasting.is_empty() || is_taken() { "" } else { lasting };
        rulesets.push(Registered::new(lasting, hash, rules));
        if hash != 0 {
            equals.insert_unique(hash, id, |&i| rulesets[i as usize].hash);
        }
        if !lasting.is_empty() {
            names.insert_unique(hash_of(lasting), id, |&i| hash_of(&*rulesets[i as usize].lasting));
        }
        self.is_marked |= self.marks_of_ruleset(RulesetId(id)) != Marks::NONE;
        RulesetId(id)
    }

    /// Returns the name of a ruleset that says the same in every session, if it has one.
    pub(super) fn lasting_name(&self, id: RulesetId) -> Option<&str> {
        Some(&*self.rulesets[id.0 as usize].lasting).filter(|name| !name.is_empty())
    }

    /// Returns the rules of a ruleset.
    pub fn rules(&self, id: RulesetId) -> Arc<dyn Rules> {
        self.rulesets[id.0 as usize].rules.clone()
    }

    /// Returns the rules of a ruleset, to read only.
    pub(super) fn rules_ref(&self, id: RulesetId) -> &dyn Rules {
        &*self.rulesets[id.0 as usize].rules
    }

    /// Returns the rules of a position.
    pub fn rules_of(&self, p: PositionId) -> &dyn Rules {
        self.rules_ref(self.ruleset_of(p))
    }

    /// Returns the position of this ruleset and state.
    pub fn intern(&mut self, ruleset: RulesetId, state: &[u32]) -> PositionId {
        let &[heap] = state else { return self.find_or_add(ruleset, state) };
        if let Some(p) = self.rulesets[ruleset.0 as usize].heaps.get(heap) {
            return PositionId(p.0, self.owner);
        }
        let p = self.find_or_add(ruleset, state);
        self.rulesets[ruleset.0 as usize].heaps.put(heap, p);
        p
    }

    fn find_or_add(&mut self, ruleset: RulesetId, state: &[u32]) -> PositionId {
        if let Some(id) = self.index.find(ruleset, state, &self.nodes, &self.words) {
            return PositionId(id, self.owner);
        }
        let (id, start) = (self.nodes.len() as u32, self.words.len() as u32);
        self.nodes.push(Node::new(ruleset, state, start));
        self.words.extend_from_slice(state);
        self.memos.push(ValueMemo::UNKNOWN);
        self.index.add(id, &self.nodes);
        if self.is_marked {
            self.mark_position(PositionId::of_word(id), self.marks_of_state(ruleset, state));
        }
        PositionId(id, self.owner)
    }

    /// Returns the ruleset of a position.
    #[inline]
    pub fn ruleset_of(&self, p: PositionId) -> RulesetId {
        self.owner.demand(p.1, "position");
        self.nodes[p.0 as usize].ruleset
    }

    /// Returns the state of a position.
    #[inline]
    pub fn state(&self, p: PositionId) -> &[u32] {
        self.owner.demand(p.1, "position");
        let node = &self.nodes[p.0 as usize];
        &self.words[node.start as usize..][..node.len as usize]
    }

    /// Returns the word that stands for a position in a state.
    fn word_of(&self, p: PositionId) -> u32 {
        self.owner.demand(p.1, "position");
        p.0
    }

    /// Returns the literal form with these options.
    pub fn form(&mut self, left: &[PositionId], right: &[PositionId]) -> PositionId {
        let mut state = vec![left.len() as u32];
        state.extend(left.iter().chain(right).map(|&p| self.word_of(p)));
        self.intern(FORM, &state)
    }

    /// Returns the impartial literal form with these options.
    pub fn impartial_form(&mut self, options: &[PositionId]) -> PositionId {
        let mut state = vec![u32::MAX];
        state.extend(options.iter().map(|&p| self.word_of(p)));
        self.intern(FORM, &state)
    }

    /// Returns a value as a position: its canonical form.
    pub fn of_value(&mut self, g: GameId) -> PositionId {
        self.intern(VALUE, &[g.0])
    }

    /// Returns the disjunctive sum; components of sums among them are taken over one by one.
    pub fn sum(&mut self, parts: &[PositionId]) -> PositionId {
        if let [p] = parts {
            return *p;
        }
        if self.is_marked
            && let Some(sum) = self.sum_of_turns(parts)
        {
            return sum;
        }
        if let [p, q] = parts
            && self.ruleset_of(*p) != SUM
            && self.ruleset_of(*q) != SUM
        {
            return self.intern(SUM, &[p.0, q.0]);
        }
        let mut state = State::with_capacity(parts.len());
        for &p in parts {
            if self.ruleset_of(p) == SUM { state.extend_from_slice(self.state(p)) } else { state.push(p.0) }
        }
        if let [p] = state[..] { PositionId::of_word(p) } else { self.intern(SUM, &state) }
    }

    /// Returns the negative, in which the players have changed places. Sums are negated part by part.
    pub fn negative(&mut self, p: PositionId) -> PositionId {
        match self.ruleset_of(p) {
            NEGATIVE => PositionId::of_word(self.state(p)[0]),
            SUM => {
                let state = self.state(p).to_vec();
                let parts: Vec<PositionId> = state.into_iter().map(|q| self.negative(PositionId::of_word(q))).collect();
                self.sum(&parts)
            }
            _ if self.is_marked => self.negative_of_marked(p),
            _ => self.intern(NEGATIVE, &[p.0]),
        }
    }

    /// Returns the position that this one is or is the negative of, and whether it is the negative. Two signs never
    /// follow each other.
    pub fn without_sign(&self, p: PositionId) -> (PositionId, bool) {
        match self.ruleset_of(p) {
            NEGATIVE => (PositionId::of_word(self.state(p)[0]), true),
            _ => (p, false),
        }
    }

    /// Returns the value that a position is, if it was made of one.
    pub fn as_value(&self, p: PositionId) -> Option<GameId> {
        (self.ruleset_of(p) == VALUE).then(|| GameId::of_word(self.state(p)[0]))
    }

    /// Returns the components of a disjunctive sum, or the position itself.
    pub fn parts(&self, p: PositionId) -> Vec<PositionId> {
        match self.ruleset_of(p) {
            SUM => self.state(p).iter().map(|&q| PositionId::of_word(q)).collect(),
            _ => vec![p],
        }
    }

    /// Returns this position with the components of sums and the members of sets in order: for `same` and for searches. So are
    /// the parts that wait for a move that binds.
    pub fn normal_order(&mut self, p: PositionId) -> PositionId {
        let mut inner = p;
        // The rulesets of moves that bind, from the outside in, and the parts that wait there.
        let mut bound: Vec<(RulesetId, State)> = Vec::new();
        while let here @ (AGAIN | ENTAIL) = self.ruleset_of(inner) {
            let (&first, waiting) = self.state(inner).split_first().expect("the position that is played on");
            bound.push((here, waiting.into()));
            inner = PositionId::of_word(first);
        }
        inner = match self.ruleset_of(inner) {
            SUM => {
                let state = self.state(inner).into();
                let parts = self.parts_in_order(state);
                self.intern(SUM, &parts)
            }
            _ => self.set_in_order(inner),
        };
        while let Some((here, waiting)) = bound.pop() {
            let mut state = self.parts_in_order(waiting);
            state.insert(0, inner.0);
            inner = self.intern(here, &state);
        }
        inner
    }

    fn parts_in_order(&mut self, mut parts: State) -> State {
        for part in &mut parts {
            *part = self.set_in_order(PositionId::of_word(*part)).0;
        }
        parts.sort_unstable();
        parts
    }

    fn set_in_order(&mut self, p: PositionId) -> PositionId {
        let here = self.ruleset_of(p);
        let state = self.state(p);
        let word = if state.is_empty() { Word::Plain } else { self.rules_ref(here).word(state, 0) };
        let mut members: Vec<PositionId> = match word {
            Word::Member => state.iter().map(|&q| PositionId::of_word(q)).collect(),
            Word::Position if let Some(mut components) = self.components(p) => {
                components.sort_unstable();
                return self.with_components(p, &components);
            }
            _ => return p,
        };
        self.sort_as_set(&mut members);
        let state: State = members.iter().map(|q| q.0).collect();
        self.intern(here, &state)
    }

    /// Sorts positions by ruleset and state: vertices in the order of their graph, heaps by size.
    pub fn sort_as_set(&self, members: &mut [PositionId]) {
        members.sort_unstable_by_key(|&p| (self.ruleset_of(p), self.state(p)));
    }

    pub(crate) fn status(&self, p: PositionId) -> Status {
        match self.memos[p.0 as usize] {
            ValueMemo::UNKNOWN => Status::Unknown,
            ValueMemo::OPEN => Status::Open,
            ValueMemo::LOOPY => Status::Loopy,
            ValueMemo(bits) => Status::Known(Packed::read(bits)),
        }
    }

    pub(crate) fn set_status(&mut self, p: PositionId, status: Status) {
        self.memos[p.0 as usize] = match status {
            Status::Unknown => ValueMemo::UNKNOWN,
            Status::Open => ValueMemo::OPEN,
            Status::Loopy => ValueMemo::LOOPY,
            Status::Known(known) => ValueMemo(Packed::new(known).bits()),
        };
    }

    pub(crate) fn gammas(&mut self) -> &mut OrderedMap<PositionId, GammaValue> {
        &mut self.gammas
    }

    /// Returns the sides of loopy positions that were found.
    pub(crate) fn loopy(&mut self) -> &mut OrderedMap<PositionId, Sides> {
        &mut self.loopy
    }

    /// Returns the table of positions with `true` if both players have the same moves, as far as that is known.
    pub(crate) fn impartial(&mut self) -> &mut FastMap<PositionId, bool> {
        &mut self.impartial
    }

    /// Returns the positions whose play was proved to end, and those for which that failed, as `None`.
    pub(super) fn endings(&mut self) -> &mut FastMap<PositionId, Option<FinitePlay>> {
        &mut self.endings
    }

    /// Takes out a memory kept between questions about a ruleset, or an empty one. Each type is a memory of its own, so
    /// that different questions may keep theirs side by side. The caller puts it back; otherwise it is forgotten.
    pub fn take_table<T: Default + Send + 'static>(&mut self, id: RulesetId) -> Box<T> {
        self.tables.remove(&(id, TypeId::of::<T>())).and_then(|t| t.downcast().ok()).unwrap_or_default()
    }

    /// Keeps it until the next question; it is forgotten when values are freed.
    pub fn put_table<T: Send + 'static>(&mut self, id: RulesetId, table: Box<T>) {
        self.tables.insert((id, TypeId::of::<T>()), table);
    }

    /// Forgets every remembered value, for instance because a person's rules have changed.
    pub fn forget(&mut self) {
        self.memos.fill(ValueMemo::UNKNOWN);
        self.gammas = OrderedMap::default();
        self.loopy = OrderedMap::default();
        self.impartial.clear();
        self.endings.clear();
        self.findings = OrderedMap::default();
        self.tables.clear();
        self.find_marks();
    }

    /// Returns a mark of this moment, for [`Positions::rollback`].
    pub fn mark(&self) -> PositionsMark {
        PositionsMark { nodes: self.nodes.len(), words: self.words.len(), rulesets: self.rulesets.len() }
    }

    /// Forgets everything interned since `mark`, and every remembered value that may name a game younger than
    /// `games` (the arena is rolled back beside this).
    pub fn rollback(&mut self, mark: PositionsMark, games: usize) {
        self.nodes.truncate(mark.nodes);
        self.words.truncate(mark.words);
        self.memos.truncate(mark.nodes);
        self.rulesets.truncate(mark.rulesets);
        self.forget_heaps();
        let rulesets = &self.rulesets;
        self.equals.retain(|&mut i| (i as usize) < mark.rulesets);
        self.equals.shrink_to_fit(|&i| rulesets[i as usize].hash);
        self.lasting.retain(|&mut i| (i as usize) < mark.rulesets);
        self.lasting.shrink_to_fit(|&i| hash_of(&*rulesets[i as usize].lasting));
        self.index.keep(&self.nodes);
        self.impartial.retain(|p, _| (p.0 as usize) < mark.nodes);
        self.endings.retain(|p, _| (p.0 as usize) < mark.nodes);
        self.marks.retain(|p, _| (p.0 as usize) < mark.nodes);
        self.handed_on.retain(|p, q| (p.0.max(q.0) as usize) < mark.nodes);
        self.gammas = OrderedMap::default();
        self.loopy = OrderedMap::default();
        // A finding names positions and values that it used, of any age.
        self.findings = OrderedMap::default();
        self.tables.clear();
        for i in 0..self.memos.len() {
            let young = match self.status(PositionId::of_word(i as u32)) {
                Status::Known(Known::Game(g)) => g.0 as usize >= games,
                Status::Open => true,
                _ => false,
            };
            if young {
                self.memos[i] = ValueMemo::UNKNOWN;
            }
        }
        self.nodes.shrink_to_fit();
        self.words.shrink_to_fit();
        self.memos.shrink_to_fit();
    }

    /// Rebuilds the index and forgets remembered results after states have changed, so that memory is freed.
    pub fn reindex(&mut self) {
        self.met = FastMap::default();
        self.rulesets.iter().for_each(|registered| registered.rules.facts().give_back());
        self.forget_heaps();
        let Positions { nodes, words, index, .. } = self;
        for node in nodes.iter_mut() {
            let (start, end) = (node.start as usize, (node.start + node.len) as usize);
            *node = Node::new(node.ruleset, &words[start..end], node.start);
        }
        *index = Index::of(nodes);
        self.memos = vec![ValueMemo::UNKNOWN; self.nodes.len()];
        self.gammas = OrderedMap::default();
        self.loopy = OrderedMap::default();
        self.impartial.clear();
        self.endings.clear();
        self.findings = OrderedMap::default();
        self.tables.clear();
        self.find_marks();
    }

    /// Lets positions be found by their hashes alone, until they are asked for again.
    fn forget_heaps(&mut self) {
        self.rulesets.iter_mut().for_each(|registered| registered.heaps = HeapIndex::default());
    }

    /// Finds the marks of all positions again.
    fn find_marks(&mut self) {
        self.marks.clear();
        self.handed_on.clear();
        if !self.is_marked {
            return;
        }
        // A state names only positions interned before it.
        for p in (0..self.nodes.len() as u32).map(PositionId::of_word) {
            self.mark_position(p, self.marks_of_state(self.ruleset_of(p), self.state(p)));
        }
    }

    /// Returns the bytes that the store grows by once some thousands of positions are added: a part that is nearly full
    /// doubles. Interning does not check the limits, so the caller that makes moves does so before.
    pub(super) fn growth(&self) -> usize {
        /// The approximate number of positions that are interned between two checks of the limits.
        const POSITIONS_AHEAD: usize = 1 << 12;
        fn of<T>(all: &Vec<T>) -> usize {
            if all.len() + POSITIONS_AHEAD > all.capacity() { 2 * size_of_val(all.as_slice()) } else { 0 }
        }
        of(&self.nodes) + of(&self.words) + of(&self.memos) + self.index.growth(POSITIONS_AHEAD)
    }

    /// Returns the number of bytes that interning a state of `len` words may take: the store doubles when it is full,
    /// and the old room is freed late.
    pub fn bytes_for(&self, len: usize) -> usize {
        let full = self.words.len() + len > self.words.capacity();
        size_of::<u32>() * if full { 2 * self.words.len() + len } else { 0 }
    }

    /// Returns the number of interned positions.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Returns `true` if no position is interned.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }
}
