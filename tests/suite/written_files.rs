//! Files that a script writes: whole, never through a link, and over others only when it is told to.

use std::fs;
use std::path::Path;

use crate::program::{Folder, Ran, command};

/// Runs the program inside a folder.
fn inside(folder: &Folder, arguments: &[&str]) -> Ran {
    let output = command().current_dir(folder.path()).args(arguments).output().expect("it runs");
    Ran {
        status: output.status.code().unwrap_or(-1),
        out: String::from_utf8_lossy(&output.stdout).into_owned(),
        err: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

/// What must be said on standard error, or nothing of it.
fn evaluates(folder: &Folder, text: &str, complaint: &str) {
    let ran = inside(folder, &["-e", text]);
    let fits = if complaint.is_empty() { ran.err.is_empty() } else { ran.err.contains(complaint) };
    assert!(fits, "{text} says {} {}, not {complaint}", ran.out, ran.err);
    assert!(leftovers(folder.path()).is_empty(), "{text} leaves {:?}", leftovers(folder.path()));
}

/// Files under way that were left behind.
fn leftovers(folder: &Path) -> Vec<String> {
    let names = fs::read_dir(folder).expect("a folder").flatten().map(|e| e.file_name().to_string_lossy().into_owned());
    names.filter(|name| name.starts_with('.')).collect()
}

fn read(folder: &Folder, name: &str) -> String {
    fs::read_to_string(folder.path().join(name)).unwrap_or_default()
}

#[test]
fn pictures_and_graphs_replace_their_own() {
    let folder = Folder::new();
    for (name, call) in [("a.svg", "draw(up, \"a.svg\""), ("a.dot", "save_graph(graph <a -> b>, \"a.dot\"")] {
        evaluates(&folder, &format!("{call})"), "");
        evaluates(&folder, &format!("{call})"), "");
        folder.file(name, "made by hand");
        evaluates(&folder, &format!("{call})"), "there is a file `a.");
        assert_eq!(read(&folder, name), "made by hand");
        evaluates(&folder, &format!("{call}, false)"), "there is a file `a.");
        evaluates(&folder, &format!("{call}, replace)"), "");
        assert_ne!(read(&folder, name), "made by hand");
    }
    // A list of edges has no place for a mark: it is known within a session only.
    let save = "save_graph(graph <a -> b>, \"a.csv\")";
    evaluates(&folder, &format!("{save}; {save}"), "");
    evaluates(&folder, save, "to replace it: `save_graph(g, \"a.csv\", replace)`");
    assert_eq!(read(&folder, "a.csv"), "from,to\na,b\n");
}

#[test]
fn write_replaces_nothing_by_itself() {
    let folder = Folder::new();
    evaluates(&folder, "write(\"a.txt\", \"one\\n\")", "");
    evaluates(&folder, "write(\"a.txt\", 2)", "there is a file `a.txt` already");
    evaluates(&folder, "write(\"b.txt\", 2); write(\"b.txt\", 3)", "to replace it: `write(\"b.txt\", ..., replace)`");
    assert_eq!((&*read(&folder, "a.txt"), &*read(&folder, "b.txt")), ("one\n", "2\n"));
    evaluates(&folder, "write(\"a.txt\", <0|1>, replace)", "");
    assert_eq!(read(&folder, "a.txt"), "1/2\n");
    evaluates(&folder, "write(\"no/a.txt\", 1)", "there is no folder for `no/a.txt`");
    evaluates(&folder, "write(\"\", 1)", "a file needs a name");
    evaluates(&folder, "write(\".\", 1)", "is a directory");
    evaluates(&folder, "write(\"/dev/null\", 1, replace)", "it is a device");
}

#[test]
fn rows_are_cells() {
    let folder = Folder::new();
    let list = "write(\"a.csv\", [[\"n\", \"a, b\"], [1, \"say \\\"x\\\"\"], [1/2, <0|up>], [[1, 2], nim(3)], []])";
    evaluates(&folder, list, "");
    assert_eq!(
        read(&folder, "a.csv"),
        "n,\"a, b\"\n1,\"say \"\"x\"\"\"\n1/2,up + up + *\n\"[1, 2]\",nim(3)\n\"\"\n"
            .replace("up + up + *", "2*up + *")
    );
    evaluates(&folder, "write(\"t.csv\", table(n -> n^2, 1..3))", "");
    assert_eq!(read(&folder, "t.csv").lines().last(), Some("3,9"));
    evaluates(&folder, "write(\"t.tsv\", [[1, \"a b\"], [2, \"c\"]])", "");
    assert_eq!(read(&folder, "t.tsv"), "1\ta b\n2\tc\n");
    evaluates(&folder, "write(\"u.csv\", 3)", "a file of rows holds a table or a list of lists");
}

#[cfg(unix)]
#[test]
fn links_are_not_followed() {
    use std::os::unix::fs::symlink;

    let folder = Folder::new();
    folder.file("precious", "gold");
    for name in ["a.svg", "a.dot", "a.csv", "a.txt", "saved.cg"] {
        symlink("precious", folder.path().join(name)).expect("a link");
    }
    symlink("nothing", folder.path().join("dangling.txt")).expect("a link");
    for call in [
        "draw(up, \"a.svg\"",
        "save_graph(graph <a -> b>, \"a.dot\"",
        "write(\"a.txt\", 1",
        "write(\"dangling.txt\", 1",
    ] {
        for end in [")", ", replace)"] {
            evaluates(&folder, &format!("{call}{end}"), "it is a link to another file");
        }
    }
    let path = folder.path().join("saved.cg");
    let ran = crate::program::fed(&[], format!("x := 1\n:save {}\n", path.display()).as_bytes());
    assert!(ran.err.contains("it is a link to another file"), "{}", ran.err);
    assert_eq!(read(&folder, "precious"), "gold");
    assert!(!folder.path().join("nothing").exists());
}

#[test]
fn nothing_is_left_of_what_fails() {
    let folder = Folder::new();
    let text = "save_graph(graph <n -> n - 1 for n in 1..200000>, \"big.dot\")";
    let ran = inside(&folder, &["--timeout", "300ms", "-e", text]);
    assert!(ran.err.contains("limit::time"), "{} {}", ran.out, ran.err);
    evaluates(&folder, "write(\"a.csv\", [[n, f(n)] for n in 1..3])", "f");
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 0);
}

#[test]
fn tests_write_in_memory() {
    let folder = Folder::new();
    folder.file("a.txt", "mine");
    let script = "write(\"a.txt\", \"b\")  #=> \"1 byte written to a.txt\"\nwrite(\"a.txt\", \"c\", replace)  #=> \"1 byte written to a.txt\"\n\
                  save_graph(graph <a -> b>, \"g.csv\")  #=> \"2 vertices and 1 arrow written to g.csv\"\nload_graph(\"g.csv\").a  #=> *\n";
    folder.file("test.cg", script);
    let ran = inside(&folder, &["test", "test.cg"]);
    assert!(ran.out.contains("4 passed, 0 failed"), "{} {}", ran.out, ran.err);
    assert_eq!(read(&folder, "a.txt"), "mine");
    assert!(!folder.path().join("g.csv").exists());
}

#[test]
fn files_that_are_no_scripts_are_not_quoted() {
    let folder = Folder::new();
    folder.file("passwd", "root:x:0:0:secret\n1 +\n");
    folder.file("fine", "secret := 7\n");
    folder.file("later", "f(n) := 1/(n - 7)\n");
    folder.file("bad.cg", "open := <0|1\n");
    folder.file("between.cg", "import \"passwd\"\n");
    for errors in ["graphical", "plain", "json"] {
        for text in ["import \"passwd\"", "import \"between.cg\""] {
            let ran = inside(&folder, &["--errors", errors, "-e", text]);
            assert!(ran.err.contains("import::no-script") && !ran.err.contains("secret"), "{}", ran.err);
        }
        let ran = inside(&folder, &["--errors", errors, "-e", "import \"later\"; f(7)"]);
        assert!(ran.err.contains("number::division-by-zero") && !ran.err.contains("n - 7"), "{}", ran.err);
    }
    assert_eq!(inside(&folder, &["-e", "import \"fine\"; secret"]).out, "7\n");
    assert!(inside(&folder, &["-e", "import \"bad.cg\""]).err.contains("open := <0|1"));
    assert!(inside(&folder, &["run", "passwd"]).err.contains("secret"));
}
