//! Help answers for every name, finds by words, and the reference is what it prints.

use cg::shell::help;

use crate::update;

#[test]
fn every_name_has_a_page() {
    for entry in help::entries() {
        for name in entry.names() {
            let page = help::topic(name).unwrap_or_else(|| panic!("no page for `{name}`"));
            assert!(page.contains(entry.summary().split(' ').next().unwrap_or("")), "the page of `{name}`\n{page}");
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
    for row in cg::builtins::all() {
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
    for name in cg::shell::settings::NAMES {
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
