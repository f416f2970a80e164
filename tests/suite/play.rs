//! Explanations that name their theorem, and Nim by its rules as a compound.

use cg_engine::games::Player;
use cg_engine::ordinals::Length;
use cg_engine::positions::{self, Convention, Engine, Question, Topic};
use cg_engine::questions;
use cg_engine::rulesets::nim::Nim;

use crate::language::{run, session};

#[test]
fn explanations_name_the_theorem_and_its_data() {
    let text = run(&mut session(), "explain(sum(conj, component(R = 5), component(R = 3), component(R = inf())))");
    assert!(text.contains("remoteness 3 = the least of 5, 3, inf() (Smith 1966, eq. 9)"), "{text}");
    let text = run(&mut session(), "explain(kayles(8), misere)");
    assert!(text.contains("by search through "), "{text}");
    let text = run(&mut session(), "explain(nim(2, 1) + form <0, *>, misere)");
    assert!(text.contains("by Bouton's rule, since conditions A1 to A5 hold (Ferguson 1974, theorem 2)"), "{text}");
}

/// Bouton's rule, and the lengths known for one and two heaps, against a search that knows neither.
#[test]
fn nim_by_its_rules() {
    fn twin(heaps: &[u64; 3], misere: bool) -> u32 {
        let mut odd: Option<u32> = None;
        let mut even: Option<u32> = None;
        for i in 0..3 {
            for left in 0..heaps[i] {
                let mut next = *heaps;
                next[i] = left;
                let after = twin(&next, misere);
                if after.is_multiple_of(2) {
                    even = Some(even.map_or(after, |e| e.min(after)));
                } else {
                    odd = Some(odd.map_or(after, |o| o.max(after)));
                }
            }
        }
        even.or(odd).map_or(misere as u32, |after| after + 1)
    }
    let mut engine = Engine::default();
    let ruleset = engine.add(Nim);
    for heaps in (0..64u64).map(|i| [i % 4, i / 4 % 4, i / 16]) {
        let p = ruleset.at(&heaps.to_vec(), &mut engine);
        for convention in [Convention::Normal, Convention::Misere] {
            let question = Question::new(Topic::REMOTENESS, convention, Player::Left);
            let expected = twin(&heaps, convention == Convention::Misere);
            assert_eq!(questions::ask(p, question, &mut engine).unwrap().answer, Length::from(expected), "{heaps:?}");
            let outcome = question.with(Topic::OUTCOME);
            let verdict = questions::ask(p, outcome, &mut engine).unwrap().answer;
            assert_eq!(verdict, positions::by_parity(&Length::from(expected)), "{heaps:?}, {convention:?}");
        }
    }
}
