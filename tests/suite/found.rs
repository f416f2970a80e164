//! Positions that are found by their values, against all boards of a few cells, which are made here another way.

use std::collections::BTreeSet;

use crate::language::{run, session};

type Rows = Vec<Vec<char>>;

fn text(rows: &Rows) -> String {
    rows.iter().map(|row| row.iter().collect()).collect::<Vec<String>>().join("/")
}

/// The images of a board: half turns and reflections, with those of its transpose if it has all symmetries of a square.
fn images(rows: &Rows, is_square: bool) -> BTreeSet<String> {
    let mut all = vec![rows.clone()];
    if is_square {
        all.push((0..rows[0].len()).map(|x| rows.iter().map(|row| row[x]).collect()).collect());
    }
    all.iter()
        .flat_map(|rows| {
            let mirrored: Rows = rows.iter().map(|row| row.iter().rev().copied().collect()).collect();
            [rows.clone(), mirrored].into_iter().flat_map(|rows| {
                let flipped: Rows = rows.iter().rev().cloned().collect();
                [text(&rows), text(&flipped)]
            })
        })
        .collect()
}

/// Returns `true` if the cells other than `#` are joined by sides, and reach every side of the board.
fn is_shape(rows: &Rows) -> bool {
    let cells: Vec<(usize, usize)> = (0..rows.len())
        .flat_map(|y| (0..rows[0].len()).map(move |x| (y, x)))
        .filter(|&(y, x)| rows[y][x] != '#')
        .collect();
    let touches = |is_there: &dyn Fn(&(usize, usize)) -> bool| cells.iter().any(is_there);
    let sides = [
        touches(&|c| c.0 == 0),
        touches(&|c| c.0 + 1 == rows.len()),
        touches(&|c| c.1 == 0),
        touches(&|c| c.1 + 1 == rows[0].len()),
    ];
    // The set of cells that can be reached from the first one, grown until it grows no more.
    let mut met: BTreeSet<(usize, usize)> = cells.first().copied().into_iter().collect();
    loop {
        let more: Vec<_> = cells
            .iter()
            .filter(|c| !met.contains(c) && met.iter().any(|d| c.0.abs_diff(d.0) + c.1.abs_diff(d.1) == 1))
            .copied()
            .collect();
        if more.is_empty() {
            return sides.iter().all(|side| *side) && met.len() == cells.len();
        }
        met.extend(more);
    }
}

/// Returns all boards with this number of cells other than `#`, each with all its images.
fn boards(cells: usize, letters: &[char], is_square: bool) -> BTreeSet<BTreeSet<String>> {
    let mut found = BTreeSet::new();
    for (height, width) in (1..=cells).flat_map(|height| (1..=cells + 1 - height).map(move |width| (height, width))) {
        let base = letters.len() + 1;
        for mut code in 0..base.pow((height * width) as u32) {
            let mut rows = vec![vec!['#'; width]; height];
            for cell in rows.iter_mut().flatten() {
                *cell = if code % base == 0 { '#' } else { letters[code % base - 1] };
                code /= base;
            }
            if rows.iter().flatten().filter(|cell| **cell != '#').count() == cells && is_shape(&rows) {
                found.insert(images(&rows, is_square));
            }
        }
    }
    found
}

/// Returns the texts in `find(rule, wanted)`, with all their images.
fn found(rule: &str, wanted: &str, is_square: bool) -> (usize, BTreeSet<BTreeSet<String>>) {
    let printed = run(&mut session(), &format!("find({rule}, {wanted})"));
    let texts: Vec<&str> = printed.split('"').skip(1).step_by(2).collect();
    let rows = |text: &str| text.split('/').map(|row| row.chars().collect()).collect();
    (texts.len(), texts.iter().map(|text| images(&rows(text), is_square)).collect())
}

#[test]
fn the_smallest_boards_of_a_value() {
    let cases: [(&str, &[char], bool, &[&str]); 3] = [
        ("domineering", &['.'], false, &["0", "1", "-1", "1/2", "+-1", "*", "<1|0>", "2"]),
        ("clobber", &['x', 'o', '.'], true, &["*", "up", "up + *"]),
        ("snort", &['x', 'o', '.'], true, &["1", "*", "+-1"]),
    ];
    for (rule, letters, is_square, values) in cases {
        for value in values {
            let (count, found) = found(rule, value, is_square);
            assert_eq!(count, found.len(), "{rule}, {value}: a board stands there twice");
            let mut session = session();
            for cells in 1.. {
                let with_value: BTreeSet<BTreeSet<String>> = boards(cells, letters, is_square)
                    .into_iter()
                    .filter(|images| {
                        let board = images.first().expect("itself");
                        run(&mut session, &format!("{rule}(\"{board}\") == {value}")).ends_with("true")
                    })
                    .collect();
                if !with_value.is_empty() {
                    assert_eq!(found, with_value, "{rule}, {value}");
                    break;
                }
            }
        }
    }
}

#[test]
fn conditions_and_sizes_and_heaps() {
    let mut session = session();
    for (text, expected) in [
        ("find(kayles, *5)", "[kayles(28)]"),
        ("find(kayles, *9, 50)", "??find::none []"),
        ("find(n -> n^2, 49)", "[49]"),
        ("find(domineering, p -> temperature(p) >= 1, 3)", "??find::none []"),
        ("find(domineering, 1/4, 3)", "??find::none []"),
        ("find(domineering, \"x\")", "!!call::kind"),
        ("find(domineering, p -> 3)", "!!call::kind"),
        ("find(domineering, 0, 100)", "!!limit::size"),
        ("len(find(toads_frogs, 1))", "1"),
    ] {
        assert_eq!(run(&mut session, text), expected, "{text}");
    }
}
