//! Joins of rulesets and cake products beside rules written in the language.

use crate::language::{run, session};
use crate::random_graph::{Random, rounds};

/// A rule of heaps: the numbers that may be taken.
struct HeapRule {
    taken: Vec<u64>,
    /// `true` if what is left of the heap may be parted into two heaps.
    parts: bool,
}

impl HeapRule {
    fn random(random: &mut Random) -> HeapRule {
        HeapRule { taken: (1..5).filter(|_| random.below(2) == 0).collect(), parts: random.below(2) == 0 }
    }

    /// The options of a heap, where `to` is the position of a heap that is left.
    fn options(&self, heap: &str, to: impl Fn(&str) -> String) -> String {
        let (taken, rest) = (format!("{:?}", self.taken), format!("{heap} - k"));
        let whole = format!("{} for k in {taken} if k <= {heap}", to(&rest));
        let pair = [to("a"), to(&format!("{rest} - a"))].join(" + ");
        let parted = format!("{pair} for k in {taken} for a in 1..{rest}-1 if a <= {rest} - a");
        if self.parts { format!("{whole}, {parted}") } else { whole }
    }
}

#[test]
fn joins_have_the_moves_of_both() {
    let mut random = Random(12);
    for _ in 0..rounds(640) {
        let [r, s] = [(); 2].map(|()| HeapRule::random(&mut random));
        let of = |rule: &HeapRule, name: &str| rule.options("n", |heap| format!("{name}({heap})"));
        let program = [
            format!("game r(n) := <{}>", of(&r, "r")),
            format!("game s(n) := <{}>", of(&s, "s")),
            format!("game both(n) := <{}, {}>", of(&r, "both"), of(&s, "both")),
            format!("game each(n) := <{}|{}>", of(&r, "each"), of(&s, "each")),
            format!(
                "game cake(n, m) := <{}|{}>",
                r.options("n", |heap| format!("cake({heap}, m)")),
                s.options("m", |heap| format!("cake(n, {heap})"))
            ),
        ];
        let mut session = session();
        for line in &program {
            assert!(!run(&mut session, line).starts_with("!!"), "{line}");
        }
        for question in [
            "[nim_value(heap_join(r, s, n)) for n in 0..9] == [nim_value(both(n)) for n in 0..9]",
            "[outcome(heap_join(r, s, n), misere) for n in 0..9] == [outcome(both(n), misere) for n in 0..9]",
            "[value(partizan_join(r, s, n)) for n in 0..7] == [value(each(n)) for n in 0..7]",
            "[value(cake_product(r(n), s(m))) for n in 0..5 for m in 0..5] == [value(cake(n, m)) for n in 0..5 for m in 0..5]",
        ] {
            assert_eq!(run(&mut session, question), "true", "{question}, {program:?}");
        }
    }
}
