//! Statements that were copied together with prompts and answers.

use super::{MORE_PROMPT, PROMPT};

/// The sign before a statement in the output of `cg run --echo`.
const ECHO: &str = "> ";

/// Returns the lines behind the prompts, each with the lines that continue it, or `None` if no line has a prompt. The sign
/// of an echo is a prompt only if the text begins with it, since elsewhere it may be a comparison.
pub fn typed(text: &str) -> Option<Vec<String>> {
    let is_echo = text.trim_start().starts_with(ECHO);
    let mut typed: Vec<String> = Vec::new();
    let mut goes_on = false;
    for line in text.lines() {
        let line = line.trim_start();
        // The blank may be lost at the end of a line.
        let echoed = line.strip_prefix(ECHO).filter(|_| is_echo);
        let prompted = line.strip_prefix(PROMPT).or_else(|| line.strip_prefix("cg>").filter(|l| l.is_empty()));
        if let Some(first) = prompted.or(echoed) {
            typed.push(first.into());
            goes_on = true;
        } else if let Some((more, last)) = line.strip_prefix(MORE_PROMPT).zip(typed.last_mut()).filter(|_| goes_on) {
            last.push('\n');
            last.push_str(more);
        } else {
            goes_on = false;
        }
    }
    (!typed.is_empty()).then_some(typed)
}

#[cfg(test)]
mod tests {
    use super::typed;

    #[test]
    fn answers_and_prompts_are_left_out() {
        let lines = |text: &str| typed(text).unwrap_or_default();
        assert_eq!(lines("cg> nim(3)"), ["nim(3)"]);
        assert_eq!(lines("cg> x := <0|\n... 1>\ncg> x\n1/2\ncg>"), ["x := <0|\n1>", "x", ""]);
        assert_eq!(lines("> nim(3)\n*3\n> up"), ["nim(3)", "up"]);
        assert_eq!(typed("(up\n> 0)"), None);
        assert_eq!(typed("1 + 2"), None);
        assert_eq!(typed("cg>2"), None);
    }
}
