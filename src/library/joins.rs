//! Rulesets on one heap that have the moves of two others (CGSuite).

use std::rc::Rc;

use super::heap_moves::{HeapBase, state_of, without_repeats};
use crate::eval::{Count, EvalError, Place, Session, builtins};
use crate::value::Ruleset;
use cg_engine::games::Fault;
use cg_engine::positions::{Context, Here, Options, Rules, Term};
use cg_engine::rulesets::cake_product::cake_product;

builtins! {
    /// Rulesets made of two others.
    JOINS, "Heaps";

    /// A heap with the moves of two rulesets.
    ///
    /// Each move goes on in the same game: every heap that it leaves has the moves of both again. `r` and `s` are rulesets on one
    /// heap, built in or a person's own (Join of CGSuite).
    /// sequence(heap_join(subtraction({1}), subtraction({3, 4})), 9) == sequence(subtraction({1, 3, 4}), 9)  #=> true
    /// sequence(heap_join(octal("0.1"), octal("0.07")), 8) == sequence(octal("0.17"), 8)  #=> true
    /// See: partizan_join, cake_product, subtraction, octal
    heap_join [r: Rc<Ruleset>, s: Rc<Ruleset>] (n: Count) -> Place =
        |cx: &mut Session, r: Rc<Ruleset>, s: Rc<Ruleset>, n| joined(cx, Joining::Both, [r, s], n);

    /// A heap with the moves of one ruleset for Left, of another for Right.
    ///
    /// Left has her moves in `r` and Right his in `s`, from each heap that is left too (PartizanJoin of CGSuite).
    /// partizan_join(subtraction({1, 3}), subtraction({2, 3}), 6) == partizan_subtraction({1, 3}, {2, 3}, 6)  #=> true
    /// [value(partizan_join(nim, subtraction({1}), n)) for n in 0..3]  #=> [0, *, up, 2*up + *]
    /// See: heap_join, cake_product, partizan_subtraction
    partizan_join [r: Rc<Ruleset>, s: Rc<Ruleset>] (n: Count) -> Place =
        |cx: &mut Session, r: Rc<Ruleset>, s: Rc<Ruleset>, n| joined(cx, Joining::Partizan, [r, s], n);

    /// The cake product of positions: Left moves in one, Right in the other.
    ///
    /// Left's move in p to a sum of parts cuts the product into the products of these parts with q, like a cake; Right's move in
    /// q likewise (CakeProduct of CGSuite).
    /// cake_product(octal("4.0", 4), octal("4.0", 7)) == cutcake(7, 4)  #=> true
    /// cake_product(nim(2), nim(3))  #=> -1
    /// See: cutcake, maundy_cake, product, partizan_join
    cake_product(p: Place, q: Place) -> Place = |cx: &mut Session, p: Place, q: Place| Ok(Place(cake_product(p.0, q.0, cx)?));
}

/// The players who have the moves of two rulesets.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Joining {
    /// Each player has his moves of both.
    Both,
    /// Left has hers of the first, Right his of the second.
    Partizan,
}

/// A ruleset whose moves are those of two others.
#[derive(PartialEq, Eq, Hash)]
struct HeapJoin {
    joining: Joining,
    bases: [HeapBase; 2],
}

fn joined(cx: &mut Session, joining: Joining, [r, s]: [Rc<Ruleset>; 2], n: Count) -> Result<Place, EvalError> {
    let state = state_of(&[n.0])?;
    let bases = [HeapBase::kept(cx, &r, &state)?, HeapBase::kept(cx, &s, &state)?];
    let here = cx.positions.add_rules(HeapJoin { joining, bases });
    Ok(Place(cx.positions.intern(here, &state)))
}

impl Rules for HeapJoin {
    fn options(&self, here: Here<'_>, cx: &mut dyn Context, out: &mut Options) -> Result<(), Fault> {
        let cx = Session::of(cx);
        let [r, s] = &self.bases;
        let [r, s] = [r.options(here.id, here.state, cx)?, s.options(here.id, here.state, cx)?];
        match self.joining {
            Joining::Both => {
                out.impartial = r.impartial && s.impartial;
                out.left = [r.left.as_slice(), &s.left].concat();
                if !out.impartial {
                    out.right = [r.right(), s.right()].concat();
                }
            }
            Joining::Partizan => (out.left, out.right) = (r.left, s.right().to_vec()),
        }
        without_repeats(out);
        Ok(())
    }

    fn term(&self, state: &[u32], _: &dyn Context) -> Term {
        let name = match self.joining {
            Joining::Both => "heap_join",
            Joining::Partizan => "partizan_join",
        };
        let bases = self.bases.iter().map(|base| Term::Name(base.name.clone()));
        let heaps = state.iter().map(|&heap| Term::Number(Box::new(heap.into())));
        Term::Call(name.into(), bases.chain(heaps).collect())
    }
}
