//! The games of tokens on one graph, and their states.

use crate::positions::{Context, PositionId, RulesetId, State};

/// The game of tokens that annihilate each other.
#[derive(PartialEq, Eq, Hash)]
pub(super) struct AnnihilationRules;

/// The game of tokens that repel each other.
#[derive(PartialEq, Eq, Hash)]
pub(super) struct Repulsion(pub(super) Meeting);

/// The rule for tokens that meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Meeting {
    /// Both vanish.
    Annihilation,
    /// No meeting: a token does not go where another one is.
    Welter,
    /// Unlike ones vanish, like ones never meet.
    Electrons,
}

/// Returns the game with these tokens of two kinds, which are known to stand on different vertices of one graph.
pub fn of_tokens(cx: &mut dyn Context, meeting: Meeting, kinds: &[Vec<PositionId>; 2]) -> PositionId {
    let here = meeting.ruleset(cx);
    let state = meeting.state(kinds);
    cx.positions().intern(here, &state)
}

impl Meeting {
    /// Returns the name in the language.
    pub fn name(self) -> &'static str {
        match self {
            Meeting::Annihilation => "annihilation",
            Meeting::Welter => "welter",
            Meeting::Electrons => "electrons",
        }
    }

    pub(super) fn ruleset(self, cx: &mut dyn Context) -> RulesetId {
        match self {
            Meeting::Annihilation => ruleset(cx),
            // Welter's game on a strip is another ruleset.
            Meeting::Welter | Meeting::Electrons => cx.positions().add_rules(Repulsion(self)),
        }
    }

    /// Returns the words of a state: the tokens, before them the number of electrons where there are two kinds.
    fn state(self, [electrons, positrons]: &[Vec<PositionId>; 2]) -> State {
        let count = (self == Meeting::Electrons).then_some(electrons.len() as u32);
        count.into_iter().chain(electrons.iter().chain(positrons).map(|p| p.0)).collect()
    }

    /// Returns the electrons and the positrons of a state, or all tokens and none.
    pub(super) fn kinds(self, state: &[u32]) -> [Vec<PositionId>; 2] {
        match (self, state) {
            (Meeting::Electrons, [count, all @ ..]) => {
                let (electrons, positrons) = all.split_at(*count as usize);
                [tokens(electrons), tokens(positrons)]
            }
            _ => [tokens(state), Vec::new()],
        }
    }
}

/// Returns the ruleset of annihilation.
pub(super) fn ruleset(cx: &mut dyn Context) -> RulesetId {
    cx.positions().add_rules(AnnihilationRules)
}

/// Returns the tokens of a state of annihilation.
pub(super) fn tokens(state: &[u32]) -> Vec<PositionId> {
    state.iter().map(|&p| PositionId::of_word(p)).collect()
}
