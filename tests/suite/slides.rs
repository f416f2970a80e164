//! Pictures for slides and papers: their colours, their size, TikZ, and positions that are drawn once.

use crate::drawings::svg;

/// The pictures that are looked at.
const ALL: &[&str] = &[
    "thermograph(<7|5||4|1>)",
    "up",
    "<2|-1/2>",
    "form <0,+-1|2>",
    "nim(3, 2)",
    "hackenbush <0 -B- a; a -R- b; b -B- 0; a -G- c>",
    "graph <a -> b; b -> a, t; t>",
    "kayles",
    "wythoff",
    "chomp(2, 3)",
    "toads_frogs(\"TT_FF\")",
];

#[test]
fn a_theme_changes_the_colours_alone() {
    let plain =
        |text: &str| text.split('"').enumerate().filter(|(i, _)| i % 2 == 0).map(|(_, t)| t).collect::<String>();
    for x in ALL {
        let [light, dark, print] =
            ["light", "dark", "print"].map(|theme| svg(&format!("draw({x}, \"a.svg\", theme={theme})")));
        assert_eq!(light, svg(&format!("draw({x}, \"a.svg\")")), "{x}");
        assert_eq!(plain(&light), plain(&dark), "{x}");
        assert!(dark.contains("#1e1e1e") && !dark.contains("fill=\"white\""), "{x}");
        assert!(["#0072b2", "#c04a00", "#00805a"].iter().all(|colour| !print.contains(colour)), "{x}");
    }
    let bare = svg("draw(up, \"a.svg\", theme=transparent)");
    assert!(!bare.contains("fill=\"white\""), "{bare}");
}

#[test]
fn what_is_drawn_and_where_may_stand_in_any_order() {
    let usual = svg("draw(nim(2), \"a.svg\", tree)");
    assert!(usual.contains("a move graph with 3 vertices"), "{usual}");
    for words in ["tree, \"a.svg\"", "tree, \"a.svg\", replace", "\"a.svg\", replace, tree", "\"a.svg\", tree, replace"]
    {
        assert_eq!(svg(&format!("draw(nim(2), {words})")), usual, "{words}");
    }
}

#[test]
fn a_width_is_kept_with_the_proportions() {
    let number = |text: &str, name: &str| -> f64 {
        let rest = text.split(&format!(" {name}=\"")).nth(1).expect("a size");
        rest.split('"').next().expect("a number").parse().expect("a number")
    };
    for x in ALL {
        let (usual, wide) = (svg(&format!("draw({x}, \"a.svg\")")), svg(&format!("draw({x}, \"a.svg\", width=600)")));
        assert!((number(&wide, "width") - 600.0).abs() < 0.01, "{x}");
        let shape = |text: &str| number(text, "height") / number(text, "width");
        assert!((shape(&usual) - shape(&wide)).abs() < 0.01, "{x}");
    }
}

#[test]
fn the_axes_of_a_thermograph_have_names_and_the_picture_a_title() {
    let text = svg("draw(thermograph(+-1), \"a.svg\")");
    for word in ["temperature", "value"] {
        assert!(text.contains(&format!(">{word}</text>")), "{word}: {text}");
    }
    assert!(text.contains("<title>") && text.contains("role=\"img\""), "{text}");
}

/// Nothing but what TeX reads: commands that end, braces that match, signs that every LaTeX has.
#[test]
fn tikz_is_well_formed() {
    for x in ALL {
        for file in ["a.tikz", "a.tex"] {
            let text = svg(&format!("draw({x}, \"{file}\")"));
            let (mut open, mut formula) = (0, 0);
            let mut signs = text.lines().filter(|line| !line.starts_with('%')).flat_map(str::chars).peekable();
            while let Some(sign) = signs.next() {
                match sign {
                    // The sign after it is no brace and no dollar.
                    '\\' if signs.peek().is_some_and(|next| !next.is_alphabetic()) => drop(signs.next()),
                    '{' => open += 1,
                    '}' => open -= 1,
                    '$' => formula += 1,
                    _ => assert!(sign < '\u{180}', "{x}: {sign}"),
                }
                assert!(open >= 0, "{x}");
            }
            assert!(open == 0 && formula % 2 == 0, "{x}: {text}");
            let inside = text.split("font=\\small]\n").nth(1).expect("a picture").split("\\end{tikzpicture}").next();
            for line in inside.expect("an end").lines() {
                assert!(line.ends_with(';') || line.contains("\\definecolor"), "{x}: {line}");
            }
            assert_eq!(text.contains("\\documentclass"), file == "a.tex");
        }
    }
}

/// Nothing but what Typst reads: elements that are placed, texts that end, brackets that match.
#[test]
fn typst_is_well_formed() {
    for x in ALL {
        let text = svg(&format!("draw({x}, \"a.typ\", theme=dark)"));
        let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with("//")).collect();
        let [head, size, elements @ .., end] = &lines[..] else { panic!("{x}: {text}") };
        assert!(head.starts_with("#box(width: ") && head.contains("fill: rgb("), "{x}: {head}");
        assert_eq!((size.trim(), *end), ("set text(size: 9pt)", "})"), "{x}");
        assert!(!elements.is_empty(), "{x}");
        for line in elements {
            assert!(line.starts_with("  place(top + left, dx: "), "{x}: {line}");
            let (mut open, mut is_text) = (0, false);
            let mut signs = line.chars();
            while let Some(sign) = signs.next() {
                match sign {
                    '\\' if is_text => drop(signs.next()),
                    '"' => is_text = !is_text,
                    '(' if !is_text => open += 1,
                    ')' if !is_text => open -= 1,
                    _ => {}
                }
                assert!(open >= 0, "{x}: {line}");
            }
            assert!(open == 0 && !is_text, "{x}: {line}");
        }
    }
}

#[test]
fn in_a_tree_equal_positions_are_drawn_once_with_their_values() {
    // From a heap of 4 each of the heaps 0 to 4 is reached; nim-values are the remainders by 3 (Winning Ways, ch. 4).
    let text = svg("draw(subtraction({1, 2}, 4), \"a.svg\", tree)");
    assert!(text.contains("a move graph with 5 vertices"), "{text}");
    let count = |value: &str| text.matches(&format!(">{value}</text>")).count();
    assert_eq!([count("∗"), count("∗2")], [2, 1], "{text}");
    let same = svg("draw(subtraction({1, 2}, 4), tree, \"a.svg\")");
    assert_eq!(text, same);
    let shallow = svg("draw(subtraction({1, 2}, 4), \"a.svg\", tree, depth=1)");
    assert!(shallow.contains("a move graph with 3 vertices"), "{shallow}");
    // Numbers are leaves unless a depth is given: below the game 2 and -1/2; then also 1, -1 and 0.
    let numbers = svg("draw(<2|-1/2>, \"a.svg\", tree)");
    assert!(numbers.contains("a move graph with 3 vertices"), "{numbers}");
    let deeper = svg("draw(<2|-1/2>, \"a.svg\", tree, depth=9)");
    assert!(deeper.contains("a move graph with 6 vertices"), "{deeper}");
}

#[test]
fn in_a_tree_boards_are_boards() {
    let text = svg("draw(domineering(2, 2), \"a.svg\", tree)");
    assert!(text.lines().all(|line| !line.contains("../..")), "{text}");
    assert!(text.matches("<rect").count() > 20, "{text}");
}

#[test]
fn chocolate_is_brown_and_its_poison_is_not() {
    let text = svg("draw(chomp(2, 3), \"a.svg\")");
    assert_eq!(text.matches("fill=\"#9a6a44\"").count(), 5, "{text}");
}
