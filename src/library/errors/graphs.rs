//! Errors of graphs and orders.

use crate::eval::error_family;

error_family! {
    /// An error of a call that takes a graph.
    pub(crate) enum GraphError {
        HeapsOfGraph => CallArity, "a graph takes no heaps", help: "write `adjoin(g)[v]`";
        NoVector { vertex: String } => GraphVertex, "vertex `{vertex}` is no number and no list of numbers",
            help: "`adjoin` subtracts P-positions; let numbers or lists of numbers be the vertices";
        Labels { found: usize, what: &'static str, vertices: usize } => CallKind,
            "there are {found} {what} for {vertices} vertices",
            help: "give one for each vertex, in the order in which `vertices(g)` lists them";
        Weight { weight: u64, most: u64 } => LimitSize, "a vertex cannot have {weight} counters",
            help: "give at most {most} to each", argument: 1;
        Partizan => PositionNotImpartial, "the players have different arrows in this graph",
            help: "nim-values are for graphs with `->` alone";
        NoGraph { name: &'static str, got: String } => CallKind, "`{name}` takes a graph, not {got}",
            help: "give a graph";
        ShortCycle { n: u64 } => RulesetArgument, "a cycle has at least three vertices, not {n}",
            help: "for two vertices, or one, there is `path_graph({n})`", argument: 0;
        TooManyEdges { n: u64, m: u64, all: u64 } => RulesetArgument,
            "{n} vertices have only {all} pairs, and {m} edges are asked for", here: "more edges than pairs",
            help: "ask for {all} edges at most", argument: 1;
        GoneArrow => RulesetArgument, "a removed arrow is given as a pair of vertices",
            help: "for instance `edge_geography(g.b, {{[g.a, g.b]}})`";
        PartizanGeography => PositionNotImpartial, "geography takes the same arrows for both players",
            here: "arrows of one player", help: "write `->` for every arrow of the graph";
        ClassesReached => GraphTerminalClass,
            "play from here may come to terminal classes, which a graph of positions does not keep",
            help: "ask the position itself: `outcome(p)`, `q_values(p)`";
    }
}

error_family! {
    /// An order, a forest or a family of sets that cannot be played on.
    pub(crate) enum OrderError {
        Element { got: String } => CallKind, "an element is a number, a text or a list of these, not {got}",
            help: "write texts in quotes: `{{[\"a\", \"b\"]}}`";
        Order { got: String } => CallKind, "an order is a set of chains or a graph, not {got}", here: "no order",
            help: "for instance `poset({{[1,2], [1,3]}})`, in which 1 is below 2 and 3, or `poset(graph <a -> b>)`";
        PartizanOrder { name: &'static str } => PositionNotImpartial, "`{name}` takes the same arrows for both players",
            here: "arrows of one player", help: "write `->` for every arrow of the graph";
        ClassesOfOrder { name: &'static str } => GraphTerminalClass,
            "`{name}` takes vertices away, and terminal classes have no meaning there", help: "leave the classes out";
        NoElement { text: String } => RulesetArgument, "`{text}` is no element of this order",
            help: "list elements that are taken: `{{1, 2}}`";
        SetAsChain => RulesetArgument, "a chain is a list, from the least element up; a set has no order",
            help: "write `[a, b]` for a < b";
        Circle { element: String } => RulesetArgument, "this is no order: `{element}` would be below itself",
            help: "take out a pair of the cycle through `{element}`";
        NoForest { why: &'static str, vertex: String } => RulesetArgument, "this graph is no forest: {why} `{vertex}`",
            help: "draw arrows from each vertex to its children: `graph <r -> a, b; a -> c>`";
        NoPoint { point: u64, points: u32 } => RulesetArgument, "{point} is not among the points 1 to {points}",
            help: "name subsets of {{1, .., n}}";
        NamedWhole => RulesetArgument, "the empty set and the whole set cannot be listed", help: "leave that set out";
    }
}
