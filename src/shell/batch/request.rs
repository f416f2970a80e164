//! The requests of `cg batch`, a line each.

use std::collections::HashMap;
use std::time::Duration;

use serde_json::value::RawValue;

use crate::diagnostic::ErrorCode;
use crate::shell::reply;
use crate::shell::settings;

/// A line as it is understood: a statement, or an object such as
/// `{"id": 1, "expr": "2 + 2", "timeout": "2s", "memory": "200MB"}`. Members of other names are passed over.
pub struct Request {
    id: Option<Box<RawValue>>,
    /// The statements.
    pub expression: String,
    /// The time limit that came with it; `Some(None)` lifts the usual one.
    pub timeout: Option<Option<Duration>>,
    /// The memory limit that came with it.
    pub memory: Option<usize>,
}

/// An object that is no request.
pub struct Misfit {
    id: Option<Box<RawValue>>,
    message: String,
    help: String,
}

impl Misfit {
    /// Returns the id as JSON, exactly as it came.
    pub fn id(&self) -> Option<&RawValue> {
        self.id.as_deref()
    }

    /// Returns the answer to a line that is no request.
    pub fn answer(&self) -> String {
        reply::refused(self.id(), ErrorCode::BatchRequest, &self.message, Some(&self.help))
    }
}

impl Request {
    /// Reads a line. One that is no JSON object is a statement, though it may begin with a brace.
    ///
    /// # Errors
    /// An object without a statement, or with a limit that cannot be read.
    pub fn read(line: String) -> Result<Request, Misfit> {
        let object = line.trim_start().starts_with('{').then(|| serde_json::from_str(&line).ok()).flatten();
        let Some(mut members): Option<HashMap<String, Box<RawValue>>> = object else {
            return Ok(Request { id: None, expression: line, timeout: None, memory: None });
        };
        let id = members.remove("id");
        match Request::of_members(&mut members) {
            Ok(request) => Ok(Request { id, ..request }),
            Err((message, help)) => Err(Misfit { id, message, help }),
        }
    }

    fn of_members(members: &mut HashMap<String, Box<RawValue>>) -> Result<Request, (String, String)> {
        let Some(expression) = text(members, "expr", "2 + 2")? else {
            let help = r#"write `{"id": 1, "expr": "2 + 2"}`, or the statement alone"#.to_string();
            return Err(("this request has no statement as its `expr`".into(), help));
        };
        let wrong = |name: &'static str| move |help| (format!("the `{name}` of this request cannot be read"), help);
        let timeout = text(members, "timeout", "2s")?.map(|t| settings::duration(&t).map_err(wrong("timeout")));
        let memory = text(members, "memory", "200MB")?.map(|m| settings::bytes(&m).map_err(wrong("memory")));
        Ok(Request { id: None, expression, timeout: timeout.transpose()?, memory: memory.transpose()? })
    }

    /// Returns the id as JSON, exactly as it came.
    pub fn id(&self) -> Option<&RawValue> {
        self.id.as_deref()
    }
}

/// Returns a member that is a text, or `None` if it is absent or `null`.
fn text(
    members: &mut HashMap<String, Box<RawValue>>,
    name: &str,
    example: &str,
) -> Result<Option<String>, (String, String)> {
    match members.remove(name) {
        None => Ok(None),
        Some(member) if member.get() == "null" => Ok(None),
        Some(member) => match serde_json::from_str(member.get()) {
            Ok(text) => Ok(Some(text)),
            Err(_) => {
                let help = format!("write it in quotes: `\"{name}\": \"{example}\"`");
                Err((format!("the `{name}` of this request is no text"), help))
            }
        },
    }
}
