//! Errors of files of other programs, with their wording.

use crate::eval::error_family;

error_family! {
    /// A file of another program that cannot be read or written.
    pub(crate) enum FileError {
        Ending { path: String } => GraphFile,
            "the ending of `{path}` does not say what the file holds", here: "no ending that is known",
            help: "use `.dot` or `.gv` for Graphviz, `.csv` or `.tsv` for a list of edges";
        Graph { path: String, line: u64, column: u64, message: String, help: String } => GraphFile,
            "`{path}`, line {line}, column {column}: {message}", here: "loaded here", help: (help);
        ClassesOfEdges => GraphTerminalClass,
            "a list of edges has no place for terminal classes", help: "save it as DOT: `save_graph(g, \"out.dot\")`";
        NoFile { path: String } => IoRead,
            "there is no file `{path}`", here: "this file",
            help: "the path is taken from the folder of the script that loads it", argument: 0;
        Directory { path: String } => IoRead,
            "`{path}` is a directory", here: "this file", help: "name a file in it", argument: 0;
        Forbidden { path: String } => IoRead,
            "`{path}` may not be read", here: "this file", help: "see who owns the file", argument: 0;
        Unreadable { path: String, error: String } => IoRead,
            "`{path}` cannot be read: {error}", here: "this file", help: "see whether it is a text file that may be read",
            argument: 0;
        NoTable { path: String } => IoRead,
            "`{path}` is no table of positions", here: "this file", help: "`save_table(file)` writes one", argument: 0;
        Version { path: String } => IoRead,
            "`{path}` is a table of another version of cg", here: "this file", help: "write it anew with this one", argument: 0;
        BrokenTable { path: String } => IoRead,
            "`{path}` is not as it was written", here: "this file", help: "write it anew: `save_table(file)`", argument: 0;
        Row { path: String, line: u64 } => DataFile,
            "`{path}`, line {line}: this is no row of cells", here: "read here",
            help: "put a cell that holds a separator or a quotation mark in quotes";
        OpenQuote { path: String, line: u64 } => DataFile,
            "`{path}`, line {line}: a quotation mark opens here and is never closed", here: "read here",
            help: "close it behind the cell; a quotation mark that belongs to the cell is written twice";
        Json { path: String, line: u64, why: String } => DataFile,
            "`{path}`, line {line}: {why}", here: "read here", help: "see whether another program reads the file as JSON";
    }
}
