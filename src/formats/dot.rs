//! Graphviz DOT: digraphs with subgraphs, default attributes, ports, all kinds of ids.
//!
//! An id is the name of a vertex. Two attributes are read: `player=L` of an edge, `class=N` of a vertex. Groups may be
//! nested; open ones are on a stack of our own.

use std::borrow::Cow;
use std::ops::Range;

use logos::Logos;

use super::edges::player;
use super::errors::GraphMistake;
use super::graphs::Failure;
use super::names;
use cg_engine::games::{Budget, Outcome, Player};
use cg_engine::positions::TerminalClass;
use cg_engine::rulesets::graph::{Contradiction, GraphBuilder};

/// Groups within groups.
const MAX_DEPTH: usize = 10_000;

#[derive(Logos, Clone, Copy, Debug, PartialEq, Eq)]
#[logos(skip r"[ \t\r\n\f\u{feff}]+")]
enum DotToken {
    #[token("{")]
    Open,
    #[token("}")]
    Close,
    #[token("[")]
    OpenList,
    #[token("]")]
    CloseList,
    #[token(";")]
    #[token(",")]
    Separator,
    #[token("=")]
    Equals,
    #[token(":")]
    Colon,
    #[token("+")]
    Plus,
    #[token("->")]
    Arrow,
    #[token("--")]
    Line,
    // Every sign beyond ASCII counts as a letter, as in the language of Graphviz, except the mark that a file may begin
    // with.
    #[regex(
        r"[A-Za-z_\u{80}-\u{fefe}\u{ff00}-\u{10ffff}][A-Za-z0-9_\u{80}-\u{fefe}\u{ff00}-\u{10ffff}]*",
        priority = 3
    )]
    #[regex(r"-?(\.[0-9]+|[0-9]+(\.[0-9]*)?)", priority = 4)]
    Name,
    #[regex(r#""([^"\\]|\\[^\n]|\\\n)*""#)]
    Quoted,
    #[token("<", html)]
    Html,
    #[regex(r"(//|#)[^\n]*", allow_greedy = true)]
    #[token("/*", comment)]
    Comment,
}

/// Goes to the sign that closes an id in `<>`, which may hold others.
fn html(lexer: &mut logos::Lexer<'_, DotToken>) -> bool {
    let mut depth = 1;
    for (at, byte) in lexer.remainder().bytes().enumerate() {
        match byte {
            b'<' => depth += 1,
            b'>' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            lexer.bump(at + 1);
            return true;
        }
    }
    false
}

fn comment(lexer: &mut logos::Lexer<'_, DotToken>) -> bool {
    let end = lexer.remainder().find("*/");
    lexer.bump(end.map_or(0, |at| at + 2));
    end.is_some()
}

/// A group that is open: the graph itself, or a subgraph.
struct Group {
    /// The start.
    at: usize,
    /// Its vertices are the members from here on.
    start: usize,
    /// The default for later vertices and edges in it.
    class: Option<TerminalClass>,
    player: Option<Player>,
    /// The ends of the arrows under way, each a range of members.
    chain: Vec<Range<usize>>,
    /// An arrow has been read, and not yet where it leads to.
    waits: bool,
}

/// The meaning of a list of attributes.
#[derive(Default)]
struct Attributes {
    class: Option<(TerminalClass, usize)>,
    player: Option<Option<Player>>,
}

struct DotReader<'t, 'b> {
    text: &'t str,
    lexer: logos::Lexer<'t, DotToken>,
    ahead: Option<(DotToken, Range<usize>)>,
    builder: GraphBuilder,
    budget: &'b mut Budget,
    /// The vertices of all open groups, the inner ones' last.
    members: Vec<u32>,
    groups: Vec<Group>,
}

/// Reads a digraph.
pub(crate) fn read(text: &str, budget: &mut Budget) -> Result<GraphBuilder, Failure> {
    let mut reader = DotReader {
        text,
        lexer: DotToken::lexer(text),
        ahead: None,
        builder: GraphBuilder::default(),
        budget,
        members: Vec::new(),
        groups: Vec::new(),
    };
    reader.graph()?;
    Ok(reader.builder)
}

impl<'t> DotReader<'t, '_> {
    fn mistake<T>(&self, at: usize, mistake: GraphMistake) -> Result<T, Failure> {
        let before = &self.text[..at.min(self.text.len())];
        let line_start = before.rfind('\n').map_or(0, |i| i + 1);
        let (line, column) = (before.matches('\n').count(), before[line_start..].chars().count());
        Err(Failure::Mistake { line: line as u64 + 1, column: column as u64 + 1, mistake })
    }

    /// Looks at the next token.
    fn peek(&mut self) -> Result<Option<&(DotToken, Range<usize>)>, Failure> {
        while self.ahead.is_none() {
            self.budget.tick()?;
            let Some(result) = self.lexer.next() else { break };
            let range = self.lexer.span();
            match result {
                Ok(DotToken::Comment) => {}
                Ok(token) => self.ahead = Some((token, range)),
                Err(()) => {
                    let rest = &self.text[range.start..];
                    let mistake = match rest.chars().next() {
                        Some('"') => GraphMistake::OpenText,
                        Some('<') => GraphMistake::OpenAngle,
                        Some('/') => GraphMistake::OpenComment,
                        Some(sign) => GraphMistake::Sign { sign },
                        None => GraphMistake::End,
                    };
                    return self.mistake(range.start, mistake);
                }
            }
        }
        Ok(self.ahead.as_ref())
    }

    fn next(&mut self) -> Result<Option<(DotToken, Range<usize>)>, Failure> {
        self.peek()?;
        Ok(self.ahead.take())
    }

    /// Takes the next token if it is this one.
    fn accept(&mut self, wanted: DotToken) -> Result<bool, Failure> {
        let found = self.peek()?.is_some_and(|(token, _)| *token == wanted);
        if found {
            self.ahead = None;
        }
        Ok(found)
    }

    /// Returns the text of an id whose first token has been read.
    fn id(&mut self, token: DotToken, range: Range<usize>) -> Result<Cow<'t, str>, Failure> {
        if token != DotToken::Quoted {
            return Ok(Cow::Borrowed(&self.text[range]));
        }
        let mut all = unescaped(&self.text[range.start + 1..range.end - 1]);
        while self.accept(DotToken::Plus)? {
            match self.next()? {
                Some((DotToken::Quoted, more)) => {
                    all.to_mut().push_str(&unescaped(&self.text[more.start + 1..more.end - 1]));
                }
                other => {
                    let at = other.map_or(self.text.len(), |(_, range)| range.start);
                    return self.mistake(at, GraphMistake::JoinedText);
                }
            }
        }
        Ok(all)
    }

    /// Takes the next token if it is this word, not in quotes. Returns `true` if so.
    fn accept_word(&mut self, word: &str) -> Result<bool, Failure> {
        let text = self.text;
        let is = |(token, range): &(DotToken, Range<usize>)| {
            *token == DotToken::Name && text[range.clone()].eq_ignore_ascii_case(word)
        };
        let found = self.peek()?.is_some_and(is);
        if found {
            self.ahead = None;
        }
        Ok(found)
    }

    fn graph(&mut self) -> Result<(), Failure> {
        self.accept_word("strict")?;
        let at = self.peek()?.map_or(0, |(_, range)| range.start);
        if self.accept_word("graph")? {
            return self.mistake(at, GraphMistake::NoDirection);
        }
        if !self.accept_word("digraph")? {
            return self.mistake(at, GraphMistake::NoDigraph);
        }
        if let Some((token @ (DotToken::Name | DotToken::Quoted | DotToken::Html), range)) = self.peek()?.cloned() {
            self.ahead = None;
            self.id(token, range)?;
        }
        self.open()?;
        while !self.groups.is_empty() {
            self.statement()?;
        }
        match self.next()? {
            None => Ok(()),
            Some((_, range)) => self.mistake(range.start, GraphMistake::BehindGraph),
        }
    }

    /// Opens a group, of which `{` must come next.
    fn open(&mut self) -> Result<(), Failure> {
        let end = self.text.len();
        let at = self.peek()?.map_or(end, |(_, range)| range.start);
        if !self.accept(DotToken::Open)? {
            return self.mistake(at, GraphMistake::NoBrace);
        }
        if self.groups.len() >= MAX_DEPTH {
            return self.mistake(at, GraphMistake::DeepGroups { most: MAX_DEPTH });
        }
        let (class, player) = self.groups.last().map_or((None, None), |g| (g.class.clone(), g.player));
        let start = self.members.len();
        self.groups.push(Group { at, start, class, player, chain: Vec::new(), waits: false });
        Ok(())
    }

    /// Reads one statement, or the beginning of one that contains a group, or the end of a group.
    fn statement(&mut self) -> Result<(), Failure> {
        let waits = self.group().waits;
        let Some((token, range)) = self.next()? else {
            let at = self.group().at;
            return self.mistake(at, GraphMistake::OpenGroup);
        };
        let at = range.start;
        match token {
            DotToken::Open => {
                self.ahead = Some((token, range));
                self.open()
            }
            DotToken::Name | DotToken::Quoted | DotToken::Html => {
                let word = if token == DotToken::Name { &self.text[range.clone()] } else { "" };
                if word.eq_ignore_ascii_case("subgraph") {
                    if let Some((token @ (DotToken::Name | DotToken::Quoted | DotToken::Html), range)) =
                        self.peek()?.cloned()
                    {
                        self.ahead = None;
                        self.id(token, range)?;
                    }
                    return self.open();
                }
                if !waits && ["graph", "node", "edge"].iter().any(|w| word.eq_ignore_ascii_case(w)) {
                    let attributes = self.attributes()?;
                    if word.eq_ignore_ascii_case("node") {
                        if let Some((class, _)) = attributes.class {
                            self.group().class = Some(class);
                        }
                    } else if let (true, Some(player)) = (word.eq_ignore_ascii_case("edge"), attributes.player) {
                        self.group().player = player;
                    }
                    return Ok(());
                }
                let id = self.id(token, range)?;
                if !waits && self.accept(DotToken::Equals)? {
                    return self.value().map(|_| ());
                }
                self.vertex(&id)?;
                let end = self.members.len();
                self.element(end - 1..end)
            }
            _ if waits => self.mistake(at, GraphMistake::ArrowToNothing),
            DotToken::Separator => Ok(()),
            DotToken::Close => {
                let Some(group) = self.groups.pop() else { return Ok(()) };
                if self.groups.is_empty() {
                    return Ok(());
                }
                self.element(group.start..self.members.len())
            }
            _ => self.mistake(at, GraphMistake::Statement { start: self.text[range].to_string() }),
        }
    }

    fn group(&mut self) -> &mut Group {
        self.groups.last_mut().expect("a statement stands in a group")
    }

    /// Notes a vertex, which exists from now on.
    fn vertex(&mut self, id: &str) -> Result<(), Failure> {
        let before = self.builder.labels().len();
        let v = names::read(id, |label| self.builder.vertex(label, self.budget))?;
        if v == before
            && let Some(class) = self.group().class.clone()
        {
            // A new vertex has no class yet.
            let _ = self.builder.class(v, class);
        }
        if self.accept(DotToken::Colon)? {
            self.value()?;
            if self.accept(DotToken::Colon)? {
                self.value()?;
            }
        }
        if self.members.len() == self.members.capacity() {
            self.budget.reserve(4 * self.members.len())?;
        }
        self.members.push(v);
        Ok(())
    }

    /// Continues after an end of arrows: an arrow may follow, or the statement ends with its attributes.
    fn element(&mut self, members: Range<usize>) -> Result<(), Failure> {
        let next = self.peek()?.cloned();
        let group = self.group();
        group.chain.push(members);
        group.waits = false;
        match next {
            Some((DotToken::Arrow, _)) => {
                self.ahead = None;
                self.group().waits = true;
                Ok(())
            }
            Some((DotToken::Line, range)) => self.mistake(range.start, GraphMistake::Undirected),
            _ => self.end_of_statement(),
        }
    }

    fn end_of_statement(&mut self) -> Result<(), Failure> {
        let attributes = self.attributes()?;
        let group = self.group();
        let chain = std::mem::take(&mut group.chain);
        let player = attributes.player.unwrap_or(group.player);
        for pair in chain.windows(2) {
            for from in pair[0].clone() {
                for to in pair[1].clone() {
                    self.budget.tick()?;
                    self.builder.arrow(self.members[from], self.members[to], player, self.budget)?;
                }
            }
        }
        if let ([only], Some((class, at))) = (&chain[..], attributes.class) {
            for member in only.clone() {
                if let Err(Contradiction::TwoClasses(_)) = self.builder.class(self.members[member], class.clone()) {
                    return self.mistake(at, GraphMistake::TwoClasses);
                }
            }
        }
        if self.groups.len() == 1 {
            // Nobody asks for the vertices of the whole graph.
            self.members.clear();
        }
        Ok(())
    }

    /// Returns the id after `=` or `:`, and where it is.
    fn value(&mut self) -> Result<(Cow<'t, str>, usize), Failure> {
        match self.next()? {
            Some((token @ (DotToken::Name | DotToken::Quoted | DotToken::Html), range)) => {
                let at = range.start;
                Ok((self.id(token, range)?, at))
            }
            other => {
                let at = other.map_or(self.text.len(), |(_, range)| range.start);
                self.mistake(at, GraphMistake::NoValue)
            }
        }
    }

    /// Returns the lists of attributes that come next, if any.
    fn attributes(&mut self) -> Result<Attributes, Failure> {
        let mut all = Attributes::default();
        while self.accept(DotToken::OpenList)? {
            loop {
                if self.accept(DotToken::CloseList)? {
                    break;
                }
                if self.accept(DotToken::Separator)? {
                    continue;
                }
                let (name, _) = self.value()?;
                if !self.accept(DotToken::Equals)? {
                    continue;
                }
                let (value, at) = self.value()?;
                match &*name {
                    "player" => match player(value.as_bytes()) {
                        Some(player) => all.player = Some(player),
                        None => {
                            let word = short(&value).to_string();
                            return self.mistake(at, GraphMistake::Player { word });
                        }
                    },
                    "class" => match class(&value) {
                        Some(class) => all.class = Some((class, at)),
                        None => {
                            let word = short(&value).to_string();
                            return self.mistake(at, GraphMistake::Class { word });
                        }
                    },
                    _ => {}
                }
            }
        }
        Ok(all)
    }
}

fn class(value: &str) -> Option<TerminalClass> {
    Some(match value {
        "P" => TerminalClass::Outcome(Outcome::P),
        "N" => TerminalClass::Outcome(Outcome::N),
        "D" => TerminalClass::Outcome(Outcome::D),
        "L" => TerminalClass::Outcome(Outcome::L),
        "R" => TerminalClass::Outcome(Outcome::R),
        other => names::read(other, names::as_number).map(TerminalClass::Payoff)?,
    })
}

/// Returns the first letters, for a message.
fn short(text: &str) -> String {
    text.chars().take(40).collect()
}

/// Returns the inside of a text in quotes: `\"` is a quotation mark, a backslash at the end of a line joins it with the
/// next.
fn unescaped(inside: &str) -> Cow<'_, str> {
    if !inside.contains('\\') {
        return Cow::Borrowed(inside);
    }
    let mut out = String::with_capacity(inside.len());
    let mut chars = inside.chars();
    while let Some(c) = chars.next() {
        match (c, if c == '\\' { chars.next() } else { None }) {
            ('\\', Some('"')) => out.push('"'),
            ('\\', Some('\n')) => {}
            ('\\', Some(other)) => out.extend(['\\', other]),
            (c, _) => out.push(c),
        }
    }
    Cow::Owned(out)
}
