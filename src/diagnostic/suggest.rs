//! Did you mean: names that are spelled nearly like one that is not known.

/// Words of other notations and their names here.
const HABITS: &[(&str, &str)] = &[
    ("v", "down"),
    ("vv", "2*down"),
    ("vvv", "3*down"),
    ("star", "*"),
    ("tiny_up", "tiny(up)"),
    ("double_up", "2*up"),
    ("xor", "nim_sum"),
    ("disjunctive", "disj"),
    ("conjunctive", "conj"),
    ("selective", "sel"),
    ("diminished_disjunctive", "disj_short"),
    ("continued_conjunctive", "conj_long"),
    ("shortened_selective", "sel_short"),
    ("nimber", "*n"),
    ("domineering_board", "domineering"),
    ("null", "0"),
    ("zero", "0"),
    ("True", "true"),
    ("False", "false"),
    ("None", "0"),
    ("infinity", "inf()"),
    ("quit", ":quit"),
    ("exit", ":quit"),
    ("help", ":help"),
    ("canonical", "value(p)"),
    ("canonical_form", "value(p)"),
    ("length", "len(xs)"),
    ("size", "len(xs)"),
    ("sqrt", "isqrt(n)"),
    ("nimsum", "nim_sum"),
    ("grundy", "nim_value(p)"),
    ("left_stop", "stops(G)[0]"),
    ("right_stop", "stops(G)[1]"),
    ("NP", "outcome(p)"),
    ("CanonicalForm", "canonical(G)"),
    ("GameValue", "value(p)"),
    ("simplify", "value(p)"),
    ("NimValue", "nim_value(p)"),
    ("GrundyValue", "nim_value(p)"),
    ("grundy_value", "nim_value(p)"),
    ("sprague_grundy", "nim_value(p)"),
    ("nimber_value", "nim_value(p)"),
    ("NimValueSequence", "sequence(r, n)"),
    ("NimValueTable", "sequence(r, n)"),
    ("CheckPeriodicity", "period(r)"),
    ("Periodicity", "period(r)"),
    ("OutcomeClass", "outcome(p)"),
    ("MisereOutcomeClass", "outcome(p, misere)"),
    ("MisereCanonicalForm", "misere_form(p)"),
    ("MisereNimValue", "genus(p)"),
    ("winner", "who_wins(p)"),
    ("ReducedCanonicalForm", "reduced(G)"),
    ("ConwayProduct", "conway(G, H)"),
    ("ConwayMultiply", "conway(G, H)"),
    ("NortonProduct", "norton(G, U)"),
    ("NortonMultiply", "norton(G, U)"),
    ("nim_multiply", "nim_product(a, b)"),
    ("nim_mul", "nim_product(a, b)"),
    ("nim_add", "nim_sum(a, b)"),
    ("SensibleOptions", "sensible(p)"),
    ("SensibleLeftOptions", "sensible(p, L)"),
    ("SensibleRightOptions", "sensible(p, R)"),
    ("moves", "options(p)"),
    ("SelectiveSum", "sum(sel, p, q)"),
    ("ConjunctiveSum", "sum(conj, p, q)"),
    ("ToadsAndFrogs", "toads_frogs(\"T_F\")"),
    ("GrundysGame", "grundy_game(n)"),
    ("DawsonsKayles", "dawson_kayles(n)"),
    ("TakeAndBreak", "code(c, n)"),
    ("HeapRuleset", "code(c, n)"),
    ("ExplicitGame", "form <...>"),
    ("Upsum", "up_sum(n)"),
    ("Nimber", "*n"),
    ("Star", "*"),
    ("Integer", "n"),
    ("Zero", "0"),
    ("IsZero", "G == 0"),
    ("is_zero", "G == 0"),
    ("IsLoopfree", "not is_loopy(p)"),
    ("Omega", "omega"),
    ("DoubleUp", "2*up"),
    ("DoubleDown", "2*down"),
    ("double_down", "2*down"),
    ("inverse", "-G"),
    ("equal", "G == H"),
    ("equals", "G == H"),
    ("negate", "-G"),
    ("fuzzy", "G || H"),
    ("append", "xs + [x]"),
    ("bye", ":quit"),
    ("tutorial", "cg lesson"),
    ("lesson", "cg lesson"),
    ("lessons", "cg lesson"),
    ("version", "cg --version"),
    ("examples", ":help"),
    ("ls", ":vars"),
    ("whos", ":vars"),
    ("games", ":help rulesets"),
    ("rulesets", ":help rulesets"),
    ("commands", ":help commands"),
    ("save", ":save FILE"),
    ("plot", "draw(x)"),
    ("first", "xs[0]"),
    ("LS", "left_stop(G)"),
    ("RS", "right_stop(G)"),
    ("day", "born_by(n)"),
    ("why", "explain(x)"),
    ("upon", "up_sum(on)"),
    ("Player", "L or R"),
];

/// The name here for a word of another notation: `v` is `down`. Words are known in any case, `Length` as `length`.
pub fn habit(name: &str) -> Option<&'static str> {
    let folded = |known: &str| name.len() > 2 && known.eq_ignore_ascii_case(name);
    HABITS.iter().find(|h| h.0 == name).or_else(|| HABITS.iter().find(|h| folded(h.0))).map(|h| h.1)
}

/// The same for a longer word in which a letter is wrong, or two are exchanged.
pub fn near_habit(name: &str) -> Option<&'static str> {
    let is_near = |known: &str| strsim::damerau_levenshtein(&name.to_lowercase(), &known.to_lowercase()) <= 1;
    let is_long = |text: &str| (6..=64).contains(&text.len());
    HABITS.iter().find(|h| is_long(name) && is_long(h.0) && is_near(h.0)).map(|h| h.1)
}

/// The known name nearest to an unknown one, if any is near enough.
///
/// The distance is Damerau-Levenshtein's with case folded; names of three letters or more may differ by a third
/// of their letters, at least by one. Of names equally near the first given wins, so list inner scopes first.
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let folded = name.to_lowercase();
    let length = folded.chars().count();
    if !(3..=64).contains(&length) {
        return known.into_iter().find(|k| k.to_lowercase() == folded && *k != name);
    }
    let allowed = (length / 3).max(1);
    let mut best: Option<(usize, &str)> = None;
    for candidate in known {
        if candidate == name || candidate.chars().count().abs_diff(length) > allowed {
            continue;
        }
        let distance = strsim::damerau_levenshtein(&folded, &candidate.to_lowercase());
        if distance <= allowed && best.is_none_or(|(d, _)| distance < d) {
            best = Some((distance, candidate));
        }
    }
    best.map(|b| b.1)
}

/// The shortest known name that an unknown one begins, as `temp` does `temperature`, or of which it is a part, as
/// `quotient` is of `misere_quotient`; of those equally short the first given.
pub fn longer<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let folded = name.to_lowercase();
    if folded.chars().count() < 4 {
        return None;
    }
    let is_longer = |known: &&str| known.starts_with(&folded) || known.split('_').any(|part| part == folded);
    known.into_iter().filter(|k| *k != name && is_longer(k)).min_by_key(|k| k.len())
}

/// The longest known name that is a part of an unknown one, as `lasker` is of `lasker_nim` and `nim_value` of
/// `misere_nim_value`; of those equally long the last in it.
pub fn within<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let folded = format!("_{}_", name.to_lowercase());
    let place = |known: &str| folded.rfind(&format!("_{known}_"));
    let parts =
        known.into_iter().filter(|known| known.len() > 3).filter_map(|known| Some((known.len(), place(known)?, known)));
    parts.max().map(|(_, _, known)| known)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_names_are_found() {
        let known = ["kayles", "outcome", "temperature", "up", "mex"];
        assert_eq!(nearest("kayels", known), Some("kayles"));
        assert_eq!(nearest("Outcome", known), Some("outcome"));
        assert_eq!(nearest("temprature", known), Some("temperature"));
        assert_eq!(nearest("UP", known), Some("up"));
        assert_eq!(nearest("xyz", known), None);
        assert_eq!(nearest("k", known), None);
        let known = ["misere_quotient", "temperature_policy", "temperature"];
        assert_eq!(longer("temp", known), Some("temperature"));
        assert_eq!(longer("quotient", known), Some("misere_quotient"));
        assert_eq!(longer("tem", known), None);
        assert_eq!(longer("perature", known), None);
        let known = ["lasker", "nim", "turning", "turtles", "value", "nim_value"];
        assert_eq!(within("lasker_nim", known), Some("lasker"));
        assert_eq!(within("turning_turtles", known), Some("turtles"));
        assert_eq!(within("misere_nim_value", known), Some("nim_value"));
        assert_eq!(within("values", known), None);
        assert_eq!(near_habit("conjuntive"), Some("conj"));
        assert_eq!(near_habit("nimble"), None);
        assert_eq!(habit("vv"), Some("2*down"));
        assert_eq!(habit("CanonicalForm"), Some("canonical(G)"));
    }
}
