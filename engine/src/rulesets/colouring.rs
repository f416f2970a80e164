//! Games of colouring: each player colours cells in a colour of their own. Left colours `x`, Right `o`.
//!
//! A cell that nobody has coloured is free until a cell beside it is coloured; then it is marked by that player, and once
//! both have coloured beside it nobody colours it. A rule says which of these cells each player may colour (`GenCol` of
//! CGSuite).
//!
//! State: which cells are not marked by the other player, for either, and for the eye which cells are coloured.

use crate::games::{Fault, Player};
use crate::positions::{Context, Moves, Pack, PositionId, Ruleset, Term, View};
use crate::rulesets::board::Board;
use crate::rulesets::cells::Cells;
use crate::rulesets::grid::{Frame, Square, on_cells_of, placed};
use crate::rulesets::ground::{Ground, Net, key};

/// The cells that a player may colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Allowed {
    /// `true` for cells that have no colour beside them.
    pub free: bool,
    /// `true` for cells that have only this player's colour beside them.
    pub own: bool,
    /// `true` for cells that have only the opponent's colour beside them.
    pub other: bool,
}

/// The differences between games of colouring.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ColouringRule {
    /// The name of the game.
    pub name: &'static str,
    /// The cells that Left and Right may colour.
    pub allowed: [Allowed; 2],
    /// `true` if these stand before the board where a position is written, since the name does not say them.
    pub is_written: bool,
}

impl ColouringRule {
    /// Returns a rule that is the same for both players.
    pub const fn fair(name: &'static str, allowed: Allowed) -> ColouringRule {
        ColouringRule { name, allowed: [allowed; 2], is_written: false }
    }

    /// Returns the arguments of a position before the board: the letters of the cells that each player may colour.
    fn arguments(&self) -> Vec<Term> {
        let text = |(Allowed { free, own, other }, letters): (Allowed, [char; 2])| {
            let letters = [(free, '.'), (own, letters[0]), (other, letters[1])];
            let text: String = letters.iter().filter(|(allowed, _)| *allowed).map(|(_, letter)| *letter).collect();
            Term::Text(text.into())
        };
        if !self.is_written {
            return Vec::new();
        }
        self.allowed.into_iter().zip([['x', 'o'], ['o', 'x']]).map(text).collect()
    }
}

/// A game of colouring on a board or a graph.
#[derive(PartialEq, Eq, Hash)]
pub struct Colouring<C> {
    ground: Ground<C>,
    rule: ColouringRule,
}

/// Returns the position of a board, or of a graph whose vertices have the letters of a board of one row.
pub fn position(cx: &mut dyn Context, rule: ColouringRule, net: Option<&Net>, board: &Board) -> PositionId {
    let name = format!("{}{:?}", rule.name, rule.arguments());
    on_cells_of!(board, Set => {
        let rules = Colouring::<Set>::on(rule, net);
        let start = rules.start(board);
        placed(cx, &key(&name, net), rules, &start)
    })
}

/// The cells that have no colour, and the coloured ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Colours<C> {
    frame: Frame,
    /// Cells without a colour of Right's beside them.
    left: C,
    /// Cells without a colour of Left's beside them.
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

    /// Returns the cells that are not marked by the player's opponent, and those not marked by the player.
    fn sides(&self, player: Player) -> [C; 2] {
        if player == Player::Left { [self.left, self.right] } else { [self.right, self.left] }
    }

    /// Returns the cells that a player may colour.
    fn open(&self, player: Player, allowed: Allowed) -> C {
        let [own, other] = self.sides(player);
        own & other & of(allowed.free) | own.without(other) & of(allowed.own) | other.without(own) & of(allowed.other)
    }

    /// Returns the cells that a player may colour now or once they are marked.
    fn promising(&self, player: Player, Allowed { free, own, other }: Allowed) -> C {
        self.open(player, Allowed { free: free || own || other, own, other })
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

/// Returns all cells or none.
fn of<C: Cells>(all: bool) -> C {
    if all { !C::NONE } else { C::NONE }
}

impl<C: Square> Colouring<C> {
    /// Returns the game on boards, or on a graph.
    pub fn on(rule: ColouringRule, net: Option<&Net>) -> Colouring<C> {
        Colouring { ground: Ground::of(net), rule }
    }

    /// Returns the position of a board: `x`, `o`, `.` for no colour, `#` for no cell. The board may break the rule;
    /// then its coloured cells stand as they are.
    pub fn start(&self, board: &Board) -> Colours<C> {
        let frame = self.ground.frame(board);
        let [xs, os, plain] = ['x', 'o', '.'].map(|letter| board.cells_with::<C>(letter, frame.width()));
        let beside = |cells| self.ground.neighbours(frame, cells);
        Colours { frame, left: plain.without(beside(os)), right: plain.without(beside(xs)), xs, os, plain }
    }

    /// Returns the cells that each player may colour now or later.
    fn promising(&self, c: &Colours<C>) -> [C; 2] {
        [Player::Left, Player::Right].map(|player| c.promising(player, self.rule.allowed[player as usize]))
    }

    /// Returns `true` if the rule is the same for both players.
    fn is_fair(&self) -> bool {
        self.rule.allowed[0] == self.rule.allowed[1]
    }
}

impl<C: Square> Ruleset for Colouring<C> {
    type State = Colours<C>;

    fn moves(&self, c: &Colours<C>, player: Player, out: &mut Moves<Colours<C>>) -> Result<(), Fault> {
        for cell in c.open(player, self.rule.allowed[player as usize]).each() {
            let beside = self.ground.neighbours(c.frame, cell);
            let (left, right) = (c.left.without(cell), c.right.without(cell));
            let next = Colours { plain: c.plain.without(cell), left, right, ..*c };
            out.to(match player {
                Player::Left => Colours { right: right.without(beside), xs: c.xs | cell, ..next },
                Player::Right => Colours { left: left.without(beside), os: c.os | cell, ..next },
            });
        }
        Ok(())
    }

    /// Finds the regions: neighbouring cells belong together if a colour on one of them may make a difference to the other.
    fn parts(&self, c: &Colours<C>, found: &mut dyn FnMut(Colours<C>)) {
        let [of_left, of_right] = self.promising(c);
        let all = of_left | of_right;
        let beside = |cells| self.ground.neighbours(c.frame, cells);
        let joined = |part: C| {
            beside(part & of_left) & c.right & all
                | beside(part & of_right) & c.left & all
                | beside(part & c.right) & of_left
                | beside(part & c.left) & of_right
        };
        for part in all.regions(joined) {
            found(c.bare(part));
        }
    }

    fn normal_form(&self, c: Colours<C>) -> (Colours<C>, bool) {
        let [of_left, of_right] = self.promising(&c);
        let c = c.bare(of_left | of_right);
        let (frame, straight) = self.ground.least_image(c.frame, [c.left, c.right]);
        let (_, exchanged) = self.ground.least_image(c.frame, [c.right, c.left]);
        let negated = exchanged < straight && self.is_fair();
        let [left, right] = if negated { exchanged } else { straight };
        (Colours { frame, left, right, ..c }, negated)
    }

    fn is_own_negative(&self, c: &Colours<C>) -> bool {
        self.is_fair()
            && self.ground.least_image(c.frame, [c.left, c.right])
                == self.ground.least_image(c.frame, [c.right, c.left])
    }

    fn term(&self, c: &Colours<C>) -> Term {
        let mut term = self.ground.term(self.rule.name, c.frame, c.cells(), c.letter());
        if let Term::Call(_, arguments) = &mut term {
            arguments.splice(..0, self.rule.arguments());
        }
        term
    }

    fn view(&self, c: &Colours<C>) -> Option<View> {
        Some(self.ground.view(c.frame, c.cells(), c.letter()))
    }
}
