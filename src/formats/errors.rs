//! Errors of files of other programs, with their wording.

use crate::eval::error_family;

const NO_JSON: &str = "see whether another program reads the file as JSON";

error_family! {
    /// A file of another program that cannot be read or written.
    pub(crate) enum FileError {
        Ending { path: String } => GraphFile, "the ending of `{path}` does not say what the file holds",
            here: "no ending that is known", help: "use `.dot` or `.gv` for Graphviz, `.csv` or `.tsv` for a list of edges";
        ClassesOfEdges => GraphTerminalClass, "a list of edges has no place for terminal classes",
            help: "save it as DOT: `save_graph(g, \"out.dot\")`";
        NoFile { path: String } => IoRead, "there is no file `{path}`", here: "this file",
            help: "the path is taken from the folder of the script that loads it", argument: 0;
        Directory { path: String } => IoRead, "`{path}` is a directory", here: "this file", help: "name a file in it",
            argument: 0;
        Forbidden { path: String } => IoRead, "`{path}` may not be read", here: "this file", help: "see who owns the file",
            argument: 0;
        Unreadable { path: String, error: String } => IoRead, "`{path}` cannot be read: {error}", here: "this file",
            help: "see whether it is a text file that may be read", argument: 0;
        NoTable { path: String } => IoRead, "`{path}` is no table of positions", here: "this file",
            help: "`save_table(file)` writes one", argument: 0;
        Version { path: String } => IoRead, "`{path}` is a table of another version of cg", here: "this file",
            help: "write it anew with this one", argument: 0;
        BrokenTable { path: String } => IoRead, "`{path}` is not as it was written", here: "this file",
            help: "write it anew: `save_table(file)`", argument: 0;
    }
}

error_family! {
    /// A mistake in a file of DOT or a list of edges.
    pub(super) enum GraphMistake {
        NoUtf8 => GraphFile, "this is not UTF-8 text", help: "save the file as UTF-8";
        NoUtf8Name => GraphFile, "this name is not UTF-8 text", help: "save the file as UTF-8";
        OpenText => GraphFile, "this text has no closing quotation mark", help: "close it";
        OpenAngle => GraphFile, "this `<` is never closed", help: "close it with `>`, or write the id in quotes";
        OpenComment => GraphFile, "this comment is never closed", help: "close it with `*/`";
        Sign { sign: char } => GraphFile, (format!("`{}` does not belong here", sign.escape_debug())),
            help: "write the id in quotes";
        End => GraphFile, "the file ends here", help: "close the graph with `}}`";
        JoinedText => GraphFile, "`+` joins texts in quotes", help: "write the second text in quotes";
        NoDirection => GraphFile, "the edges of a `graph` have no direction", help: "write `digraph`, and `->` for a move";
        NoDigraph => GraphFile, "a DOT file begins with `digraph`", help: "write `digraph {{ a -> b }}`";
        BehindGraph => GraphFile, "the graph has ended before this", help: "keep one graph in a file";
        NoBrace => GraphFile, "`{{` is missing here", help: "write what belongs to the graph in braces";
        DeepGroups { most: usize } => GraphFile, "groups are nested at most {most} deep", help: "join some of them";
        OpenGroup => GraphFile, "this `{{` is never closed", help: "close it with `}}`";
        ArrowToNothing => GraphFile, "the arrow before this leads nowhere", help: "write the vertex it leads to";
        Statement { start: String } => GraphFile, "a statement does not begin with `{start}`",
            help: "write `a -> b`, or a vertex";
        Undirected => GraphFile, "`--` is an edge without a direction", help: "write `->` for a move";
        TwoClasses => GraphFile, "this vertex has another terminal class already", help: "keep one of them";
        NoValue => GraphFile, "a value is missing here", help: "write a name, a number or a text in quotes";
        Player { word: String } => GraphFile, "`{word}` is no player",
            help: "write `player=L` or `player=R`; leave it out where both may move";
        Class { word: String } => GraphFile, "`{word}` is no terminal class",
            help: "write P, N, D, L, R or what Left receives; call what is for pictures otherwise";
        LongLine => GraphFile, "this line does not end within 16 MiB",
            help: "close the quotation mark that was opened in it";
        NoEdges => GraphFile, "the file holds no edges", help: "write an edge on each line: `a,b` leads from a to b";
        NoSource => GraphFile, "the vertex that the arrow comes from has no name", help: "write it before the comma";
        NoTarget => GraphFile, "the vertex that the arrow leads to has no name", help: "write it after the comma";
        PlayerField { word: String } => GraphFile, "`{word}` is no player",
            help: "the third field is L or R; leave it out where both may move";
        ManyFields => GraphFile, "a line has at most three fields", help: "keep from, to and player alone";
    }
}

error_family! {
    /// A mistake in a file of rows or of JSON.
    pub(super) enum DataMistake {
        Row => DataFile, "this is no row of cells", help: "put a cell that holds a separator or a quotation mark in quotes";
        OpenQuote => DataFile, "a quotation mark opens here and is never closed",
            help: "close it behind the cell; a quotation mark that belongs to the cell is written twice";
        BehindValue => DataFile, "something stands behind the value", help: (NO_JSON);
        Deep { most: usize } => DataFile, "lists and objects are nested more than {most} deep", help: (NO_JSON);
        Text => DataFile, "this text does not end, or has a wrong escape", help: (NO_JSON);
        Value => DataFile, "this is no value of JSON", help: (NO_JSON);
        Sign => DataFile, "something else is wanted here, such as a comma", help: (NO_JSON);
        End => DataFile, "the file ends before the value does", help: (NO_JSON);
        Key => DataFile, "a key in quotes is wanted here", help: (NO_JSON);
        Colon => DataFile, "a colon is wanted behind the key", help: (NO_JSON);
    }
}
