//! A page: one session, and the requests that can be made of it.

use std::mem;

use cg::builtins;
use cg::engine::games::Player;
use cg::engine::notation::Notation;
use cg::eval::{Room, Session};
use cg::guide::completion;
use cg::picture::{Ink, Theme};
use cg::syntax::{Reading, TokenClass};
use serde_json::{Value as Json, json};

use crate::world::{Shown, World};
use crate::{board, bytes_in_use, cells, course, explorer, handbook};

/// The number of bytes that the session may have in use. Browsers give a tab two or four times as many.
const MEMORY: usize = 1 << 30;

/// One session and its world.
pub struct Page {
    session: Session,
    shown: Shown,
}

/// A session while it answers a request, and the place from which its output is taken.
pub(crate) struct Exchange<'a> {
    pub session: &'a mut Session,
    pub shown: &'a Shown,
}

/// Answers a request by a session that belongs to somebody else, who gets what it prints.
pub fn ask(session: &mut Session, request: &str) -> String {
    Exchange { session, shown: &Shown::default() }.answer(request)
}

impl Default for Page {
    fn default() -> Page {
        Page::new()
    }
}

impl Page {
    /// Returns a page on which nothing is defined.
    pub fn new() -> Page {
        let (world, shown) = World::new();
        let mut session = Session::new(builtins::all(), Box::new(world));
        session.budget().set_memory(Some(MEMORY), bytes_in_use);
        Page { session, shown }
    }

    /// Answers a request.
    ///
    /// ```
    /// let mut page = cg_web::Page::new();
    /// let answer = page.answer(r#"{"do": "eval", "text": "<0|1> + 1/2"}"#);
    /// let answer: serde_json::Value = serde_json::from_str(&answer).unwrap();
    /// assert_eq!(answer["answers"][0]["text"], "1");
    ///
    /// // A board: each move with what it leads to for the player to move.
    /// let answer = page.answer(r#"{"do": "board", "text": "nim(1, 2)", "mover": "L"}"#);
    /// let answer: serde_json::Value = serde_json::from_str(&answer).unwrap();
    /// assert_eq!(answer["parts"][0]["heaps"], serde_json::json!([1, 2]));
    /// assert_eq!(answer["moves"].as_array().unwrap().len(), 3);
    ///
    /// // What the moves lead to is asked apart, for it may take long.
    /// let answer = page.answer(r#"{"do": "verdicts", "text": "nim(1, 2)", "mover": "L"}"#);
    /// let answer: serde_json::Value = serde_json::from_str(&answer).unwrap();
    /// assert_eq!(answer["verdicts"].as_array().unwrap().iter().filter(|verdict| *verdict == "win").count(), 1);
    ///
    /// // In misère play of two counters both are taken, whichever is taken first.
    /// let answer = page.answer(r#"{"do": "lengths", "text": "nim(1, 1)", "mover": "L", "misere": true}"#);
    /// let answer: serde_json::Value = serde_json::from_str(&answer).unwrap();
    /// assert_eq!(answer["lengths"], serde_json::json!([2, 2]));
    ///
    /// // A graph: each move with the vertices that it changes, by their numbers.
    /// page.answer(r#"{"do": "eval", "text": "g := graph <a -> b, t; b -> t; t>"}"#);
    /// let answer = page.answer(r#"{"do": "board", "text": "g.a", "mover": "L"}"#);
    /// let answer: serde_json::Value = serde_json::from_str(&answer).unwrap();
    /// assert_eq!(answer["parts"][0]["graph"]["vertices"][0]["tokens"], 1);
    /// assert_eq!(answer["moves"][0]["ways"], serde_json::json!([["0-0", "0-1"]]));
    ///
    /// // A graph without a name goes from move to move with its position.
    /// let answer = page.answer(r#"{"do": "eval", "text": "sum(conj, (graph <a -> b; b -> c>).a, nim(1))"}"#);
    /// let answer: serde_json::Value = serde_json::from_str(&answer).unwrap();
    /// let request = serde_json::json!({ "do": "board", "text": answer["answers"][0]["position"], "mover": "L" });
    /// let answer: serde_json::Value = serde_json::from_str(&page.answer(&request.to_string())).unwrap();
    /// let request = serde_json::json!({ "do": "board", "text": answer["moves"][0]["text"], "mover": "R" });
    /// let answer: serde_json::Value = serde_json::from_str(&page.answer(&request.to_string())).unwrap();
    /// assert_eq!((&answer["ok"], &answer["ending"]), (&true.into(), &"Right cannot move: Left wins.".into()));
    ///
    /// // Chocolate: a bite takes what lies below and to the right.
    /// let answer = page.answer(r#"{"do": "board", "text": "chomp(2, 2)", "mover": "L"}"#);
    /// let answer: serde_json::Value = serde_json::from_str(&answer).unwrap();
    /// assert_eq!(answer["parts"][0]["board"][1][1][0], "chocolate");
    /// let places: Vec<usize> = answer["moves"].as_array().unwrap().iter().map(|m| m["ways"][0].as_array().unwrap().len()).collect();
    /// assert_eq!(places.iter().max(), Some(&2));
    /// assert!(places.contains(&1));
    /// ```
    pub fn answer(&mut self, request: &str) -> String {
        Exchange { session: &mut self.session, shown: &self.shown }.answer(request)
    }
}

impl Exchange<'_> {
    fn answer(&mut self, request: &str) -> String {
        // As a page shows values.
        let printer = &mut self.session.printer;
        let notation = mem::replace(&mut printer.notation, Notation::Unicode);
        let room = mem::replace(&mut printer.room, Room::SCREEN);
        let answer = match serde_json::from_str::<Json>(request) {
            Ok(request) => self.answered(&request),
            Err(error) => refusal(&format!("this request is no JSON: {error}"), "send an object with a member `do`"),
        };
        (self.session.printer.notation, self.session.printer.room) = (notation, room);
        answer.to_string()
    }

    fn answered(&mut self, request: &Json) -> Json {
        let text = |name: &str| request[name].as_str().unwrap_or_default();
        match text("do") {
            "eval" => cells::evaluate(self, text("text")),
            "complete" => self.complete(text("text")),
            "help" => handbook::topic(text("topic")),
            "rulesets" => handbook::rulesets(),
            "colours" => colours(text("text")),
            "board" => board::board(self, &board::Table::read(request)),
            "verdicts" => board::verdicts(self, &board::Table::read(request)),
            "lengths" => board::lengths(self, &board::Table::read(request)),
            "about" => board::about(self, &board::Table::read(request)),
            "options" => explorer::options(self, &board::Table::read(request)),
            "inks" => inks(),
            "advise" => board::advise(self, &board::Table::read(request)),
            "lessons" => course::titles(),
            "lesson" => course::lesson(request["number"].as_u64().unwrap_or(1)),
            "judge" => course::judge(self, text("text"), request),
            "reset" => {
                self.session.reset();
                json!({ "ok": true })
            }
            other => refusal(&format!("there is no request `{other}`"), "see the table of requests"),
        }
    }

    fn complete(&self, before: &str) -> Json {
        let (from, found) = completion::complete(self.session, before);
        let found: Vec<Json> = found.into_iter().map(|c| json!({ "text": c.text, "about": c.summary })).collect();
        json!({ "ok": true, "from": from, "found": found })
    }
}

/// Returns the colours of pictures, each on light and on dark paper.
fn inks() -> Json {
    let lines =
        [Ink::Plain, Ink::Faint, Ink::Grid, Ink::Of(Player::Left), Ink::Of(Player::Right), Ink::Both, Ink::Chocolate];
    let both = |colour: &dyn Fn(Theme) -> Option<&'static str>| json!([colour(Theme::Light), colour(Theme::Dark)]);
    let mut pairs: Vec<Json> = lines.iter().map(|&ink| both(&|theme: Theme| Some(theme.colour(ink)))).collect();
    pairs.extend([
        both(&Theme::paper),
        both(&|theme: Theme| Some(theme.blank())),
        both(&|theme: Theme| Some(theme.shade())),
    ]);
    json!({ "ok": true, "inks": pairs })
}

fn colours(text: &str) -> Json {
    let class = |class| match class {
        TokenClass::Keyword => "keyword",
        TokenClass::Function => "function",
        TokenClass::Number => "number",
        TokenClass::Text => "text",
        TokenClass::Comment | TokenClass::Expected => "comment",
        TokenClass::Error => "error",
        TokenClass::Name | TokenClass::Operator | TokenClass::Bracket => "",
    };
    let reading = Reading::new(text);
    let pieces = reading.pieces().filter(|(_, c)| !class(*c).is_empty());
    let pieces: Vec<Json> = pieces.map(|(range, c)| json!([range.start, range.end, class(c)])).collect();
    json!({ "ok": true, "pieces": pieces })
}

/// Returns the answer to a request that cannot be fulfilled.
pub(crate) fn refusal(message: &str, help: &str) -> Json {
    json!({ "ok": false, "message": message, "help": help })
}
