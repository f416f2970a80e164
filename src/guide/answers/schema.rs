//! The JSON schema of the answers.

use std::collections::BTreeMap;

use schemars::{JsonSchema, Schema, SchemaGenerator, generate::SchemaSettings, json_schema};
use serde::Serialize;

use super::{Answer, TestDifference, TestTally};
use crate::value::{Report, Value};

/// A line of `cg batch`, or of another command with `--json`.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
#[allow(dead_code, reason = "only its schema is used")]
enum AnswerLine<'a> {
    /// The answer to a line or a statement.
    Answer(Answer<'a>),
    /// A statement of `cg test --json` whose result is not the expected one.
    TestDifference(TestDifference<'a>),
    /// The last line of `cg test --json`.
    TestTally(TestTally),
}

/// A result as JSON. Parts of different kinds may look alike.
#[derive(JsonSchema)]
#[serde(untagged)]
#[allow(dead_code, reason = "only its schema is used")]
pub enum Data {
    /// Nothing.
    Nothing(()),
    /// A boolean.
    Boolean(bool),
    /// An integer from -2^53 to 2^53.
    Integer(i64),
    /// A text; another number, nimber, ordinal, surreal, outcome, convention or function as it is written; a board by its rows; a
    /// range of more than a million members.
    Text(String),
    /// A list or a set.
    List(Vec<Data>),
    /// A game by its options, a table by `columns` and `rows`, a loopy nim-value by the values that it can reach, `inf`; a
    /// position or a ruleset by `ruleset` and `arguments`, a position that is the whole answer also by `value` and `outcome`; a
    /// report by its fields.
    Fields(BTreeMap<String, Data>),
}

/// A list, a set, a table or a report as JSON with the kinds of its parts.
#[derive(JsonSchema)]
#[serde(untagged)]
#[allow(dead_code, reason = "only its schema is used")]
pub enum Tagged {
    /// The members of a list or a set.
    Members(Vec<TaggedMember>),
    /// A table.
    Table(TaggedTable),
    /// The fields of a report.
    Fields(BTreeMap<String, TaggedMember>),
}

/// A table.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
#[allow(dead_code, reason = "only its schema is used")]
pub struct TaggedTable {
    /// The heads.
    columns: Vec<TaggedMember>,
    /// The rows.
    rows: Vec<Vec<TaggedMember>>,
}

/// A value inside of a list, a set, a table or a report.
#[derive(JsonSchema)]
#[serde(untagged)]
#[schemars(deny_unknown_fields)]
#[allow(dead_code, reason = "only its schema is used")]
pub enum TaggedMember {
    /// Nothing.
    Nothing(()),
    /// A boolean.
    Boolean(bool),
    /// An integer from -2^53 to 2^53.
    Integer(i64),
    /// A list.
    List(Vec<TaggedMember>),
    /// A set.
    Set {
        /// `set`.
        #[schemars(extend("const" = "set"))]
        kind: String,
        /// The members.
        members: Vec<TaggedMember>,
    },
    /// A table.
    Table {
        /// `table`.
        #[schemars(extend("const" = "table"))]
        kind: String,
        /// The heads.
        columns: Vec<TaggedMember>,
        /// The rows.
        rows: Vec<Vec<TaggedMember>>,
    },
    /// A report.
    Report {
        /// The kind of report.
        #[schemars(schema_with = "kind_schema")]
        kind: String,
        /// The fields.
        fields: BTreeMap<String, TaggedMember>,
    },
    /// Any other value.
    Value {
        /// The kind.
        #[schemars(schema_with = "kind_schema")]
        kind: String,
        /// A text as it is; another value in ASCII, which reads back as the same value.
        text: String,
    },
}

/// Returns the schema of a kind: one of all kinds.
pub fn kind_schema(_: &mut SchemaGenerator) -> Schema {
    // No script sees a call.
    let kinds: Vec<_> =
        Value::KINDS.iter().chain(Report::KINDS).filter(|kind| !["call", "family"].contains(kind)).collect();
    json_schema!({ "type": "string", "enum": kinds })
}

/// Returns the schema of all lines.
pub fn text() -> String {
    let settings = SchemaSettings::draft2020_12().for_serialize();
    let schema = settings.into_generator().into_root_schema_for::<AnswerLine<'_>>();
    serde_json::to_string_pretty(&schema).expect("JSON") + "\n"
}
