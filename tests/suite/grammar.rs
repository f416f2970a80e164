//! The grammar file and the parser agree: random sentences of `grammar/cg.ebnf` are read, printed and read again.

use std::collections::HashMap;

use bnf::rand::rngs::StdRng;
use bnf::rand::{Rng, SeedableRng};
use bnf::{Expression, GenerationStrategy, Grammar, Production, Term};
use cg::diagnostic::ErrorCode;
use cg::syntax::lexer::{Lexeme, lex};

use crate::random_graph::rounds;
use crate::tree::read;
use crate::{hostile_syntax, round_trip};

fn grammar() -> Grammar {
    let text = include_str!("../../grammar/cg.ebnf");
    // The only conversion: `\n` in a terminal is a new line.
    text.replace("\\n", "\n").parse().expect("the grammar file is read by `bnf`")
}

/// Chooses freely or shortly down to a depth, then the shortest way out.
struct Bounded {
    random: StdRng,
    depth: usize,
    sizes: HashMap<String, usize>,
}

impl Bounded {
    fn new(grammar: &Grammar, depth: usize, seed: u64) -> Bounded {
        let mut sizes: HashMap<String, usize> = HashMap::new();
        for _ in 0..60 {
            for production in grammar.productions_iter() {
                let size = production.rhs_iter().map(|e| size(e, &sizes)).min().unwrap_or(usize::MAX);
                sizes.insert(name(&production.lhs), size);
            }
        }
        assert!(sizes.values().all(|&h| h < 100), "every rule comes to an end");
        Bounded { random: StdRng::seed_from_u64(seed), depth, sizes }
    }
}

fn name(term: &Term) -> String {
    match term {
        Term::Nonterminal(name) | Term::Terminal(name) => name.clone(),
    }
}

fn size(expression: &Expression, sizes: &HashMap<String, usize>) -> usize {
    let of = |term: &Term| match term {
        Term::Terminal(_) => 1,
        Term::Nonterminal(name) => sizes.get(name).copied().unwrap_or(usize::MAX),
    };
    expression.terms_iter().map(of).fold(0, usize::saturating_add)
}

impl GenerationStrategy for Bounded {
    fn choose<'p>(&mut self, production: &'p Production, depth: usize) -> Option<&'p Expression> {
        let all: Vec<&Expression> = production.rhs_iter().collect();
        let least = all.iter().map(|e| size(e, &self.sizes)).min()?;
        // Every other choice is a short one, so that sentences grow deep rather than wide.
        let free = depth < self.depth && self.random.random_range(0..100) < 45;
        let spare = if free { usize::MAX / 2 } else { 0 };
        let pool: Vec<_> = all.into_iter().filter(|e| size(e, &self.sizes) <= least + spare).collect();
        pool.get(self.random.random_range(0..pool.len())).copied()
    }
}

/// Random sentences.
pub fn sentences(count: usize, depth: usize) -> Vec<String> {
    let grammar = grammar();
    let mut strategy = Bounded::new(&grammar, depth, 7);
    let mut list = Vec::new();
    for seed in 0..count as u64 {
        strategy.random = StdRng::seed_from_u64(seed);
        list.push(grammar.generate_seeded_with_strategy(&mut strategy).expect("a sentence"));
    }
    list
}

#[test]
fn every_terminal_is_made_of_tokens() {
    for production in grammar().productions_iter() {
        for term in production.rhs_iter().flat_map(|e| e.terms_iter()) {
            if let Term::Terminal(text) = term {
                let bad = lex(text).into_iter().find(|l| matches!(l.kind, Lexeme::Invalid | Lexeme::OpenText));
                assert!(bad.is_none(), "{text:?}");
            }
        }
    }
}

#[test]
fn the_parser_takes_every_sentence_and_prints_it_back() {
    let mut longest = 0;
    for (depth, count) in [(18, 1500), (32, 1000), (48, 600)] {
        for sentence in sentences(rounds(count), depth) {
            longest = longest.max(sentence.len());
            let parsed = read(&sentence);
            // A list of one range, `[1..5]`, and of a colon between digits or behind a text, `[1:5]`, has the form of a list,
            // and is answered as a slip.
            let slips = [ErrorCode::SyntaxRange, ErrorCode::SyntaxTwoReadings, ErrorCode::SyntaxHabit];
            if parsed.diagnostics.iter().any(|d| slips.contains(&d.code)) {
                continue;
            }
            if let Some(wrong) = parsed.diagnostics.iter().find(|d| d.is_error()) {
                let place = wrong.span().map(|s| s.range());
                panic!("{sentence}\n{}: {} at {place:?}", wrong.code, wrong.message);
            }
            if let Err(difference) = round_trip::check(&sentence) {
                panic!("{difference}");
            }
        }
    }
    assert!(longest > 200, "the sentences are long enough to mean something: {longest}");
}

#[test]
fn spoilt_sentences_do_no_harm() {
    let mut random = StdRng::seed_from_u64(11);
    for sentence in sentences(300, 34) {
        let mut signs: Vec<char> = sentence.chars().take(2_000).collect();
        for _ in 0..random.random_range(1..4) {
            if signs.is_empty() {
                break;
            }
            let (i, j) = (random.random_range(0..signs.len()), random.random_range(0..signs.len()));
            match random.random_range(0..4) {
                0 => drop(signs.remove(i)),
                1 => signs.swap(i, j),
                2 => signs.insert(i, ['<', '>', '|', '(', ']', '*', '^', '\n', ':', '"'][j % 10]),
                _ => signs.truncate(i),
            }
        }
        hostile_syntax::exercise(&signs.into_iter().collect::<String>());
    }
}
