//! The catalogue: positions of rulesets with all that is known of them, in an SQLite file.
//!
//! The file has one table of positions and one that says how far each ruleset is worked out. The boards of a ruleset are added
//! in the order of [`BoardsBySize`], so that their number says where a run that was stopped goes on.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;

use rusqlite::types::Value as Cell;
use rusqlite::{Connection, OpenFlags, OptionalExtension, params, params_from_iter};

use crate::eval::{EvalError, FromValue, Session, Subject, as_game, at_heaps, worth_of};
use crate::library::find::{BoardsBySize, cells_of, name_of};
use crate::library::positions::outcome_class;
use crate::value::Value;
use cg_engine::games::{EarlierValues, Fault, GameId, Games, SmallestBoards};
use cg_engine::notation::{Notation, read};
use cg_engine::positions::{self, Convention, PositionId, State, Term};

/// The version of the tables. It grows with each change after which older programs cannot read them.
const TABLE_VERSION: i32 = 3;
/// Marks a file as a catalogue among other SQLite files: `cgct` in ASCII.
const APPLICATION_ID: i32 = 0x6367_6374;
/// The length of the longest value that is kept. To read a longer one takes about as long as to find it.
const LONGEST_VALUE: u64 = 1_000_000;

/// The tables. Columns without a value for a position are null.
const EMPTY_TABLES: &str = "
    CREATE TABLE positions (
        ruleset TEXT NOT NULL,         -- as it is written: clobber, impartial(clobber)
        position TEXT NOT NULL,        -- the board, rows parted by /; the first of its images under the symmetries
        size INTEGER NOT NULL,         -- the number of cells, # not counted
        value TEXT,                    -- the value in normal play, in ASCII, unless it is very long
        outcome TEXT NOT NULL,         -- in normal play: N, P, L, R, D
        misere_outcome TEXT,           -- in misere play
        nim_value INTEGER,             -- n if the value is *n
        mean TEXT, temperature TEXT,   -- of the value, as fractions
        birthday INTEGER,              -- of the value
        region TEXT,                   -- the board in normal form, as words in hexadecimal, if it does not fall apart
        negated INTEGER NOT NULL,      -- 1 if the value of that board is the negative of this one
        number INTEGER,                -- its place among the boards of its size, if it was added with all of them
        PRIMARY KEY (ruleset, position)
    );
    CREATE INDEX by_region ON positions (ruleset, region);
    CREATE INDEX by_value ON positions (ruleset, value, size);
    CREATE TABLE sizes (               -- the sizes all of whose positions are there
        ruleset TEXT NOT NULL, size INTEGER NOT NULL, positions INTEGER NOT NULL,
        PRIMARY KEY (ruleset, size)
    );";

const INSERT_POSITION: &str = "INSERT INTO positions VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET number = coalesce(excluded.number, number)";
const HAS_POSITION: &str = "SELECT EXISTS (SELECT 1 FROM positions WHERE ruleset = ? AND position = ?)";
const COUNT_OF_SIZE: &str = "SELECT count(number) FROM positions WHERE ruleset = ? AND size = ?";
const VALUE_OF_REGION: &str =
    "SELECT value, negated FROM positions WHERE ruleset = ? AND region = ? AND value IS NOT NULL LIMIT 1";
const COMPLETE_SIZE: &str = "SELECT coalesce(max(size), 0) FROM sizes WHERE ruleset = ?";
const SMALLEST_BOARDS: &str = "SELECT position FROM positions WHERE ruleset = ?1 AND value = ?2 AND size = \
    (SELECT min(size) FROM positions WHERE ruleset = ?1 AND value = ?2) AND size <= ?3 ORDER BY number";

/// Reads a row that is one number.
fn number(row: &rusqlite::Row<'_>) -> rusqlite::Result<usize> {
    row.get::<_, i64>(0).map(|n| usize::try_from(n).unwrap_or_default())
}

/// A position with all that is known of it: a row of the table.
pub struct CataloguedPosition(Vec<Cell>);

/// An open file.
pub struct Catalogue {
    file: Mutex<Connection>,
}

impl Catalogue {
    /// Opens a file to ask it.
    ///
    /// # Errors
    /// A sentence that says why it cannot be read as a catalogue.
    pub fn open(path: &str) -> Result<Catalogue, String> {
        let file =
            Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX);
        Catalogue::checked(file.map_err(|error| format!("`{path}` cannot be opened: {error}"))?, path)
    }

    /// Opens a file to add to it, which is made if there is none.
    ///
    /// # Errors
    /// A sentence that says why it cannot be used.
    pub fn create(path: &str) -> Result<Catalogue, String> {
        let unusable = |error| format!("`{path}` cannot be written: {error}");
        let file = Connection::open(path).map_err(|error| format!("`{path}` cannot be opened: {error}"))?;
        // A file of another program has tables, or is no database; then the check says so.
        let is_new = file.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get::<_, i64>(0)) == Ok(0);
        if is_new {
            let marks = format!("PRAGMA application_id = {APPLICATION_ID}; PRAGMA user_version = {TABLE_VERSION};");
            file.execute_batch(&format!("BEGIN IMMEDIATE; {marks} {EMPTY_TABLES} COMMIT;")).map_err(unusable)?;
        }
        Catalogue::checked(file, path)
    }

    fn checked(file: Connection, path: &str) -> Result<Catalogue, String> {
        let number = |pragma: &str| file.pragma_query_value(None, pragma, |row| row.get::<_, i32>(0));
        match (number("application_id"), number("user_version")) {
            (Ok(APPLICATION_ID), Ok(TABLE_VERSION)) => Ok(Catalogue { file: Mutex::new(file) }),
            (Ok(APPLICATION_ID), Ok(version)) => Err(format!(
                "`{path}` is a catalogue of version {version}, and this program reads version {TABLE_VERSION}"
            )),
            (Ok(_), _) => Err(format!("`{path}` is no catalogue; `cg catalogue add FILE RULESET --size N` makes one")),
            (Err(error), _) => Err(format!("`{path}` cannot be read: {error}")),
        }
    }

    /// Returns the connection. A thread that panicked while it had it leaves no statement half done.
    fn file(&self) -> std::sync::MutexGuard<'_, Connection> {
        self.file.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    /// Returns the largest size up to which all positions of a ruleset are there.
    pub fn complete_to(&self, ruleset: &str) -> rusqlite::Result<usize> {
        self.file().prepare_cached(COMPLETE_SIZE)?.query_row([ruleset], number)
    }

    /// Returns the number of positions of a ruleset with this size that were added in the order of all.
    pub fn count(&self, ruleset: &str, size: usize) -> rusqlite::Result<usize> {
        self.file().prepare_cached(COUNT_OF_SIZE)?.query_row(params![ruleset, size as i64], number)
    }

    /// Returns `true` if the position is there.
    pub fn has(&self, ruleset: &str, position: &str) -> rusqlite::Result<bool> {
        self.file().prepare_cached(HAS_POSITION)?.query_row([ruleset, position], |row| row.get(0))
    }

    /// Adds positions, all or none.
    pub fn add(&self, positions: Vec<CataloguedPosition>) -> rusqlite::Result<()> {
        let mut file = self.file();
        let transaction = file.transaction()?;
        {
            let mut insert = transaction.prepare_cached(INSERT_POSITION)?;
            for CataloguedPosition(cells) in positions {
                insert.execute(params_from_iter(cells))?;
            }
        }
        transaction.commit()
    }

    /// Notes that all positions of this size are there.
    pub fn complete(&self, ruleset: &str, size: usize, positions: usize) -> rusqlite::Result<()> {
        let note = "INSERT INTO sizes VALUES (?, ?, ?)";
        self.file().execute(note, params![ruleset, size as i64, positions as i64]).map(|_| ())
    }
}

impl EarlierValues for Catalogue {
    fn value(&self, ruleset: &str, region: &[u32], games: &mut Games) -> Result<Option<GameId>, Fault> {
        let found: Option<(String, bool)> = {
            let file = self.file();
            let Ok(mut ask) = file.prepare_cached(VALUE_OF_REGION) else { return Ok(None) };
            ask.query_row([ruleset, &written_region(region)], |row| Ok((row.get(0)?, row.get(1)?)))
                .optional()
                .unwrap_or_default()
        };
        let Some((value, negated)) = found else { return Ok(None) };
        // A value that is no short game is not of use here.
        let Ok(value) = read(&value, games) else { return Ok(None) };
        if negated { games.negative(value).map(Some) } else { Ok(Some(value)) }
    }

    fn smallest(&self, ruleset: &str, value: &str) -> SmallestBoards {
        let complete_to = self.complete_to(ruleset).unwrap_or_default();
        let file = self.file();
        let boards = file.prepare_cached(SMALLEST_BOARDS).and_then(|mut ask| {
            ask.query_map(params![ruleset, value, complete_to as i64], |row| row.get(0))?.collect()
        });
        SmallestBoards { complete_to, boards: boards.unwrap_or_default() }
    }
}

/// A ruleset on boards whose positions are worked out.
pub struct CataloguedRuleset {
    rule: Value,
    /// The name under which it stands in the catalogue.
    pub name: String,
    boards: BoardsBySize,
}

impl CataloguedRuleset {
    /// Returns the ruleset, or `None` if its positions are no boards.
    pub fn new(cx: &mut Session, rule: Value) -> Result<Option<CataloguedRuleset>, EvalError> {
        let Some(boards) = BoardsBySize::new(cx, &rule)? else { return Ok(None) };
        Ok(Some(CataloguedRuleset { name: name_of(cx, &rule), rule, boards }))
    }

    /// Passes over the boards with one cell more.
    pub fn pass(&mut self, cx: &mut Session) -> Result<(), EvalError> {
        self.boards.pass(cx).map(|_| ())
    }

    /// Returns the boards with one cell more.
    ///
    /// # Errors
    /// [`Fault::Memory`] if their number is no machine integer; limits.
    pub fn next(&mut self, cx: &mut Session) -> Result<Vec<String>, EvalError> {
        match self.boards.next(usize::MAX, cx)? {
            Some((_, boards)) => Ok(boards.into_iter().map(|board| board.text()).collect()),
            None => Err(Fault::Memory { limit: cx.games.budget.memory_limit().unwrap_or(usize::MAX) }.into()),
        }
    }

    /// Returns the connected boards that the cells of these make, each once up to symmetry, those with fewer cells first.
    pub fn connected(&self, boards: &[String]) -> Vec<String> {
        let mut all = BTreeSet::new();
        for board in boards.iter().flat_map(|board| self.boards.connected(board)) {
            let text = board.text();
            all.insert((cells_of(&text), text));
        }
        all.into_iter().map(|(_, text)| text).collect()
    }

    /// Works out all that the catalogue has of a board, which may be the one of this number among those of its size.
    pub fn position(
        &self,
        cx: &mut Session,
        board: &str,
        number: Option<usize>,
    ) -> Result<CataloguedPosition, EvalError> {
        let position = at_heaps(cx, &self.rule, vec![Value::text(board)])?;
        let value = match &position {
            Value::Position(p) => worth_of(cx, *p)?,
            value => value.clone(),
        };
        let text = |value: String| Cell::Text(value);
        let mut cells = vec![
            text(self.name.clone()),
            text(board.into()),
            Cell::Integer(cells_of(board) as i64),
            match as_game(cx, &value)? {
                Some(g) if cx.printer.names.length(&mut cx.games, g)? > LONGEST_VALUE => Cell::Null,
                _ => text(cx.text(&value, Notation::Ascii)?),
            },
        ];
        for convention in [Convention::Normal, Convention::Misere] {
            let subject = Subject::from_value(&position, cx)?;
            let outcome = subject.map(|subject| outcome_class(cx, subject, convention)).transpose()?;
            cells.push(outcome.map_or(Cell::Null, |outcome| text(outcome.to_string())));
        }
        match as_game(cx, &value)? {
            Some(g) => {
                let nim_value = cx.games.as_nimber(g).and_then(|n| i64::try_from(n).ok());
                let [mean, temperature] = [cx.games.mean(g)?, cx.games.temperature(g)?];
                let birthday = i64::try_from(&cx.games.birthday(g)?).ok();
                let whole = |n: Option<i64>| n.map_or(Cell::Null, Cell::Integer);
                cells.extend([
                    whole(nim_value),
                    text(mean.to_string()),
                    text(temperature.to_string()),
                    whole(birthday),
                ]);
            }
            None => cells.extend([Cell::Null, Cell::Null, Cell::Null, Cell::Null]),
        }
        let (region, negated) = match &position {
            Value::Position(p) => region_of(&positions::regions(*p, cx).unwrap_or_default()),
            _ => (None, false),
        };
        let number = number.map_or(Cell::Null, |number| Cell::Integer(number as i64));
        cells.extend([region.map_or(Cell::Null, Cell::Text), Cell::Integer(negated.into()), number]);
        Ok(CataloguedPosition(cells))
    }
}

/// Returns the boards of a position, of a sum or of a list of them, by the names of their rulesets. `None` if there is anything
/// else among them.
pub fn boards_of(cx: &Session, value: &Value) -> Option<BTreeMap<String, Vec<String>>> {
    let mut all: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut waiting = vec![value.clone()];
    while let Some(value) = waiting.pop() {
        match value {
            Value::List(list) => waiting.extend(list.iter()),
            Value::Position(p) => {
                for part in cx.positions.parts(p) {
                    let (ruleset, board) = board_of(cx, part)?;
                    all.entry(ruleset).or_default().push(board);
                }
            }
            _ => return None,
        }
    }
    Some(all)
}

/// Returns the board of a position with the name of its ruleset.
fn board_of(cx: &Session, p: PositionId) -> Option<(String, String)> {
    let mut term = positions::term(cx.positions.without_sign(p).0, cx);
    let mut variants = Vec::new();
    loop {
        let Term::Call(name, arguments) = term else { return None };
        term = match <[Term; 1]>::try_from(arguments).ok()? {
            [Term::Text(board)] => {
                let ruleset =
                    variants.iter().rev().fold(name.to_string(), |inner, variant| format!("{variant}({inner})"));
                return Some((ruleset, board.to_string()));
            }
            [Term::Position(inner)] => positions::term(inner, cx),
            [inner] => inner,
        };
        variants.push(name);
    }
}

/// Returns the only region as it is written, and whether it is negated.
fn region_of(regions: &[(State, bool)]) -> (Option<String>, bool) {
    match regions {
        [(region, negated)] => (Some(written_region(region)), *negated),
        _ => (None, false),
    }
}

/// Returns the words of a region in hexadecimal. Its text as a board would not do: a normal form may be turned, so that it does
/// not fit into the board that it comes from, and of a coloured board it has only the colours that are still possible.
fn written_region(region: &[u32]) -> String {
    let words: Vec<String> = region.iter().map(|word| format!("{word:x}")).collect();
    words.join(" ")
}
