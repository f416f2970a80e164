//! Help answers for every name, finds by words, and the reference is what it prints.

use cg::shell::help;

use crate::program::cg;
use crate::random_graph::rounds;
use crate::update;

#[test]
fn the_page_of_every_name_has_its_form_and_its_summary() {
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    for entry in help::entries() {
        assert!(!entry.summary().is_empty(), "`{}` has no summary", entry.form());
        for name in entry.names() {
            let page = help::topic(name).unwrap_or_else(|| panic!("no page for `{name}`"));
            for part in [entry.form(), entry.summary()] {
                assert!(words(&page).contains(&words(&part)), "`{part}` is missing on the page of `{name}`\n{page}");
            }
        }
    }
}

#[test]
fn pages_have_signature_meaning_examples_and_neighbours() {
    let page = help::topic("grundy").expect("an alias has the page of its name");
    for part in ["nim_value(p)", "also called grundy", "Sprague 1935", "nim_value(nim(3, 5))", "#=> 6", "See also"] {
        assert!(page.contains(part), "`{part}` is missing in\n{page}");
    }
    assert!(page.lines().all(|l| l.chars().count() <= 100), "a line is too long in\n{page}");
    assert!(help::topic("rulesets").is_some_and(|p| p.contains("subtraction(S, n)")));
    assert!(help::topic("nim_value()").is_some());
    assert!(help::topic("syntax::unclosed").is_some_and(|p| p.contains("Error codes")));
    assert!(help::topic("unclosed").is_some());
    assert!(help::topic("*").is_some_and(|p| p.contains("Star") && p.contains("copies")));
}

#[test]
fn search_ranks_names_before_definitions() {
    let first = |asked: &str| help::search(asked).lines().nth(2).unwrap_or_default().trim().to_string();
    assert!(first("mex").starts_with("mex(S)"), "{}", first("mex"));
    assert!(first("least number not in a set").starts_with("mex(S)"), "{}", first("least number not in a set"));
    assert!(first("who wins").starts_with("who_wins"), "{}", first("who wins"));
    assert!(first("vertical dominoes").starts_with("domineering"));
    assert!(help::search("qwertzuiop").starts_with("Nothing speaks of"));
    assert!(help::search("").starts_with("Nothing"));
}

#[test]
fn every_built_in_is_found_by_its_summary() {
    let rows: Vec<_> = cg::builtins::all().collect();
    for row in rows.iter().step_by(rows.len() / rounds(rows.len())) {
        let found = help::search(row.summary());
        assert!(found.contains(row.name), "`{}` is not found by {:?}\n{found}", row.name, row.summary());
    }
}

#[test]
fn misspelt_topics_are_answered_with_near_ones() {
    assert_eq!(help::nearest("nim_valu").first().map(String::as_str), Some("nim_value"));
    assert_eq!(help::nearest("domineerin").first().map(String::as_str), Some("domineering"));
    assert!(help::nearest("excluded").contains(&"mex".to_string()));
}

#[test]
fn every_setting_has_a_page() {
    for name in cg::shell::settings::SETTINGS.iter().map(|setting| setting.name) {
        assert!(help::topic(name).is_some_and(|p| p.contains("Settings")), "`{name}`");
    }
}

#[test]
fn the_overview_fits_on_a_screen() {
    let page = help::overview();
    assert!(page.lines().count() <= 24 && page.lines().all(|l| l.chars().count() <= 80), "{page}");
}

#[test]
fn the_reference_is_what_help_prints() {
    update::file_is("grammar/reference.md", &help::markdown());
}

#[test]
fn every_sign_is_read_by_the_language() {
    let mut words = std::collections::HashSet::new();
    for sign in help::SIGNS {
        assert!(sign.reads.contains(sign.sign), "`{}` shows `{}`", sign.sign, sign.reads);
        assert_eq!(cg(&["-e", sign.reads]).out, "true\n", "{}", sign.reads);
        assert!(sign.words.iter().all(|word| words.insert(word)), "a word of `{}` is there twice", sign.sign);
        assert_eq!(help::sign_by_word(sign.words[0]), Some(sign.sign));
    }
    for name in ["symbols", "\\", "signs"] {
        assert!(help::topic(name).is_some_and(|page| page.contains("\\infty")), "{name}");
    }
}

/// What a newcomer types after `:search`, and what must be among the first three.
const SEARCHES: &[(&str, &str)] = &[
    ("product", "product(p, q, coins?)"),
    ("Conway's product", "conway(G, H)"),
    ("multiply games", "norton(G, U)"),
    ("multiply", "n * G, x * y"),
    ("mex", "mex(S)"),
    ("minimal excluded", "mex(S)"),
    ("who wins", "who_wins(p, c?, starter?)"),
    ("winner", "who_wins(p, c?, starter?)"),
    ("nimber sum", "nim_sum(a, others, ...)"),
    ("xor", "nim_sum(a, others, ...)"),
    ("nim multiplication", "nim_product(a, others, ...)"),
    ("loopy", "is_loopy(p)"),
    ("cycle", "graph <a -> b, c; b -> a; c>"),
    ("cold games", "cool(G, t)"),
    ("hot games", "switch(G, others, ...)"),
    ("hottest component", "hottest(p, starter?)"),
    ("temperature", "temperature(G)"),
    ("thermograph", "thermograph(G)"),
    ("simplify", "canonical(G)"),
    ("canonical form", "canonical(G)"),
    ("grundy number", "nim_value(p)"),
    ("sprague grundy", "nim_value(p)"),
    ("octal game", "octal(c, n)"),
    ("take away game", "subtraction(S, n)"),
    ("define my own game", "game f(n) := <...>"),
    ("define a function", "x := e, f(a, b) := e"),
    ("dominated option", "dominated(form)"),
    ("reversible moves", "reversible(form)"),
    ("winning move", "winning_moves(p, c?, starter?)"),
    ("best move", "best_moves(p, c?, starter?)"),
    ("misere play", "normal, misere"),
    ("misere quotient", "misere_quotient(r, n?)"),
    ("infinitesimal", "is_infinitesimal(G)"),
    ("dicotic", "is_all_small(G)"),
    ("up star", "up, ^, ^^, ^3, ^*2"),
    ("dominoes", "domineering(board, columns?)"),
    ("red blue hackenbush", "hackenbush(stalk)"),
    ("fuzzy", "G || H, G <| H, G |> H"),
    ("born on day 3", "born_by(n)"),
    ("picture of a game tree", "draw(x, file?, replace?, view?, depth?, theme?, width?, title?, x_label?, y_label?)"),
    ("why", "explain(x, question?, c?, starter?)"),
    ("periodic", "period(r, limit?)"),
    ("colon principle", "G : H"),
    ("atomic weight", "atomic_weight(G)"),
    ("loop over list", "for x in xs do ... end"),
    ("save my session", ":save FILE"),
    ("read a file", ":load FILE"),
    ("type greek letters", "\\up Tab"),
    ("play against the computer", "play(p, terms, ...)"),
    ("ordinal", "omega^2*3 + omega + 5"),
    ("average value", "mean(G)"),
];

#[test]
fn what_a_newcomer_searches_is_found() {
    let mut wrong = Vec::new();
    for (asked, wanted) in SEARCHES {
        let found = help::found(asked);
        let first: Vec<String> = found.iter().take(3).map(|entry| entry.form()).collect();
        if !first.iter().any(|form| form == wanted) {
            let more: Vec<String> = found.iter().take(6).map(|entry| entry.form()).collect();
            wrong.push(format!("{asked}: {wanted} is not in {more:?}"));
        }
    }
    assert!(wrong.is_empty(), "{} of {}\n{}", wrong.len(), SEARCHES.len(), wrong.join("\n"));
}

#[test]
fn help_fits_into_narrow_terminals() {
    for width in [20, 40, 60] {
        for name in ["mex", "domineering", "Settings", "symbols"] {
            let page = help::topic_fitted(name, width, &mut |_| None).expect("a page");
            let long = page.lines().filter(|l| l.chars().count() > width && l.split_whitespace().count() > 1);
            assert_eq!(long.collect::<Vec<_>>(), Vec::<&str>::new(), "`{name}` in {width} columns");
            let words = |text: &str| text.split_whitespace().map(String::from).collect::<Vec<_>>();
            assert_eq!(words(&page), words(&help::topic(name).expect("a page")), "`{name}` loses words");
        }
    }
    assert_eq!(cg::lines::fitted("  one two three four", 12), "  one two\n    three\n    four\n");
}

#[test]
fn examples_show_what_they_give_now() {
    let page = help::topic_fitted("mex", 78, &mut |example| Some(format!("<{}>", example.len()))).expect("a page");
    assert!(page.contains("#=> <"), "{page}");
    let help = crate::program::fed(&["--notation", "unicode"], b":help switch\n:help draw\n:help save_graph\n");
    assert_eq!(help.err, "");
    assert!(help.out.contains("#=> ±1"), "{}", help.out);
    assert!(!std::path::Path::new("abc.dot").exists(), "an example writes no file");
}

#[test]
fn statements_that_are_said_to_replace_those_of_cgsuite_run() {
    let mut run = crate::run::Script::new();
    for row in help::TRANSLATIONS.iter().chain(help::SMALL_CALLS) {
        let source = run.session.sources.add("row", row.here);
        let prepared = run.session.prepare(&source);
        assert!(prepared.diagnostics.is_empty(), "{}", row.here);
        for statement in &prepared.statements {
            let (_, found) = run.run(statement);
            assert!(found.is_ok(), "{}: {found:?}", row.here);
        }
    }
}

#[test]
fn the_readme_has_the_table_for_users_of_cgsuite() {
    let readme = include_str!("../../README.md");
    assert!(readme.contains(&help::cgsuite_markdown()), "{}", help::cgsuite_markdown());
    // What each of the programs has alone is said as in help, with other ends of lines.
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let page = words(&cg(&["help", "cgsuite"]).out);
    let from = page.find("Only here:").expect("what is only here");
    let to = page.find("change inside of functions.").expect("what is only there");
    assert!(words(readme).contains(&page[from..to]), "{page}");
}
