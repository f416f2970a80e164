//! Games of colouring: each player colours free cells in a colour of their own, and a colour keeps one of the two
//! colours off the cells beside it. Left colours `x`, Right `o`.
//!
//! State: which cells each may still colour, and for the eye which cells are coloured.

use std::hash::Hash;
use std::marker::PhantomData;

use crate::games::{Fault, Player};
use crate::positions::{Context, Moves, Pack, PositionId, Ruleset, Term, View};
use crate::rulesets::board::Board;
use crate::rulesets::cells::Cells;
use crate::rulesets::grid::{Frame, Square, on_cells_of, placed};
use crate::rulesets::ground::{Ground, Net, key};

/// The differences between games of colouring.
pub trait ColouringRule: Eq + Hash + Send + Sync + 'static {
    /// The name of the game.
    const NAME: &'static str;
    /// `true` if a colour keeps itself off the cells beside it; otherwise it keeps the other colour off them.
    const KEEPS_ITSELF_OFF: bool;
    /// `true` if a player colours only cells that are kept for that player alone.
    const NEEDS_OWN_BESIDE: bool = false;
}

/// A game of colouring on a board or a graph.
#[derive(PartialEq, Eq, Hash)]
pub struct Colouring<K, C> {
    ground: Ground<C>,
    rule: PhantomData<K>,
}

/// Returns the position of a board, or of a graph whose vertices have the letters of a board of one row.
pub(super) fn placed_by<K: ColouringRule>(cx: &mut dyn Context, net: Option<&Net>, board: &Board) -> PositionId {
    on_cells_of!(board, Set => {
        let rules = Colouring::<K, Set>::on(net);
        let start = rules.start(board);
        placed(cx, &key(K::NAME, net), rules, &start)
    })
}

/// The cells that each player may colour, and the coloured ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Colours<C> {
    frame: Frame,
    /// Cells that Left may colour.
    left: C,
    /// Cells that Right may colour.
    right: C,
    /// Cells that Left has coloured; of no effect any more, and dropped in parts.
    xs: C,
    /// Cells that Right has coloured.
    os: C,
    /// Cells that nobody has coloured, whether anybody may or not.
    plain: C,
}

impl<C: Cells> Colours<C> {
    /// Returns the part of it on some cells, without distinctions that make no difference.
    fn bare(self, part: C) -> Colours<C> {
        let none = C::NONE;
        Colours { left: self.left & part, right: self.right & part, xs: none, os: none, plain: none, ..self }
    }

    fn cells(&self) -> C {
        self.xs | self.os | self.plain
    }

    fn letter(&self) -> impl Fn(C) -> char {
        let Colours { xs, os, plain, .. } = *self;
        move |cell| match () {
            () if xs.meets(cell) => 'x',
            () if os.meets(cell) => 'o',
            () if plain.meets(cell) => '.',
            () => '#',
        }
    }
}

impl<C: Cells> Pack for Colours<C> {
    fn pack(&self, out: &mut Vec<u32>) {
        self.frame.pack(out);
        [self.left, self.right, self.xs, self.os, self.plain].iter().for_each(|set| set.pack(out));
    }
    fn unpack(words: &[u32]) -> Colours<C> {
        let set = |i: usize| C::unpack(&words[1 + C::ROOM / 32 * i..]);
        Colours { frame: Frame::unpack(words), left: set(0), right: set(1), xs: set(2), os: set(3), plain: set(4) }
    }
}

impl<K: ColouringRule, C: Square> Colouring<K, C> {
    /// Returns the game on boards, or on a graph.
    pub fn on(net: Option<&Net>) -> Colouring<K, C> {
        Colouring { ground: Ground::of(net), rule: PhantomData }
    }

    /// Returns the position of a board: `x`, `o`, `.` for no colour, `#` for no cell. The board may break the rule;
    /// then its coloured cells stand as they are.
    pub fn start(&self, board: &Board) -> Colours<C> {
        let frame = self.ground.frame(board);
        let [xs, os, plain] = ['x', 'o', '.'].map(|letter| board.cells_with::<C>(letter, frame.width()));
        let beside = |cells| self.ground.neighbours(frame, cells);
        let (to_left, to_right) = if K::KEEPS_ITSELF_OFF { (xs, os) } else { (os, xs) };
        Colours { frame, left: plain.without(beside(to_left)), right: plain.without(beside(to_right)), xs, os, plain }
    }
}

impl<K: ColouringRule, C: Square> Ruleset for Colouring<K, C> {
    type State = Colours<C>;

    fn moves(&self, c: &Colours<C>, player: Player, out: &mut Moves<Colours<C>>) -> Result<(), Fault> {
        let (own, opponents) = if player == Player::Left { (c.left, c.right) } else { (c.right, c.left) };
        for cell in (if K::NEEDS_OWN_BESIDE { own.without(opponents) } else { own }).each() {
            let beside = self.ground.neighbours(c.frame, cell);
            let mut next = Colours { plain: c.plain.without(cell), ..*c };
            (next.left, next.right) = (c.left.without(cell), c.right.without(cell));
            if (player == Player::Left) == K::KEEPS_ITSELF_OFF {
                next.left = next.left.without(beside);
            } else {
                next.right = next.right.without(beside);
            }
            match player {
                Player::Left => next.xs = c.xs | cell,
                Player::Right => next.os = c.os | cell,
            }
            out.to(next);
        }
        Ok(())
    }

    /// Finds the regions: neighbouring cells belong together if the colours that may come there keep each other off.
    fn parts(&self, c: &Colours<C>, found: &mut dyn FnMut(Colours<C>)) {
        let beside = |cells| self.ground.neighbours(c.frame, cells);
        let joined = |part: C| {
            let (left, right) = (beside(part & c.left), beside(part & c.right));
            if K::KEEPS_ITSELF_OFF { left & c.left | right & c.right } else { left & c.right | right & c.left }
        };
        for part in (c.left | c.right).regions(joined) {
            found(c.bare(part));
        }
    }

    fn normal_form(&self, c: Colours<C>) -> (Colours<C>, bool) {
        let (frame, straight) = self.ground.least_image(c.frame, [c.left, c.right]);
        let (_, exchanged) = self.ground.least_image(c.frame, [c.right, c.left]);
        let negated = exchanged < straight;
        let [left, right] = if negated { exchanged } else { straight };
        (Colours { frame, left, right, ..c }.bare(left | right), negated)
    }

    fn is_own_negative(&self, c: &Colours<C>) -> bool {
        self.ground.least_image(c.frame, [c.left, c.right]) == self.ground.least_image(c.frame, [c.right, c.left])
    }

    fn term(&self, c: &Colours<C>) -> Term {
        self.ground.term(K::NAME, c.frame, c.cells(), c.letter())
    }

    fn view(&self, c: &Colours<C>) -> Option<View> {
        Some(self.ground.view(c.frame, c.cells(), c.letter()))
    }
}
