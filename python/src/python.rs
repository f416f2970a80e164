//! Plain data as Python's objects, and Python's objects as plain data.

use std::process;

use cg::eval::Handle;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBool, PyDict, PyFloat, PyFrozenSet, PyInt, PyList, PyRange, PySet, PyString, PyTuple, PyType};

use crate::ForeignValue;
use crate::diagnostics::RenderedDiagnostics;
use crate::plain::{Given, Held, Plain};

/// Lists in lists that are read.
const DEEPEST: usize = 100;

/// Bytes of stack that reading an argument may take.
const STACK: usize = 1 << 20;

/// The number of members of a list that are read between two checks for Ctrl-C.
const HEARD_EVERY: usize = 1 << 16;

/// What stands in Python for a value that stays in its session.
#[pyclass(frozen, module = "cgames._core")]
pub struct Token {
    held: Held,
    /// The session that it belongs to.
    engine: u64,
}

#[pymethods]
impl Token {
    /// What it is: `game`, `position`, `ruleset`.
    #[getter]
    fn kind(&self) -> &'static str {
        self.held.kind
    }
}

impl Token {
    pub fn new(held: Held, engine: u64) -> Token {
        Token { held, engine }
    }

    /// The value that a class of the package wraps, if it is one of the session with this number.
    fn handle_of(object: &Bound<'_, PyAny>, engine: u64) -> PyResult<Option<Handle>> {
        let Ok(token) = object.getattr("_token") else { return Ok(None) };
        let token = token.cast::<Token>().map_err(PyErr::from)?.get();
        if token.engine != engine {
            return Err(ForeignValue::new_err(
                "this value belongs to another session; `session.take(x)` brings it here",
            ));
        }
        Ok(Some(token.held.handle))
    }
}

/// Makes Python's objects; what is no kind of Python's is given to `wrap(kind, token, parts)`.
pub struct Maker<'a, 'py> {
    pub py: Python<'py>,
    pub wrap: &'a Bound<'py, PyAny>,
    pub engine: u64,
}

impl<'py> Maker<'_, 'py> {
    /// The object; with `is_member` one that can be a member of a set.
    pub fn object(&self, plain: Plain, is_member: bool) -> PyResult<Bound<'py, PyAny>> {
        let py = self.py;
        Ok(match plain {
            Plain::Nothing => py.None().into_bound(py),
            Plain::Boolean(b) => PyBool::new(py, b).to_owned().into_any(),
            Plain::Integer(n) => n.into_pyobject(py)?.into_any(),
            Plain::Long(digits) => py.get_type::<PyInt>().call1((digits, 16))?,
            Plain::Fraction(both) => {
                let [over, under] = both.map(|part| self.object(part, false));
                fraction(py)?.call1((over?, under?))?
            }
            Plain::Text(text) => PyString::new(py, &text).into_any(),
            Plain::Range(from, step, len) => {
                let end = i128::from(from) + i128::from(step) * i128::from(len);
                py.get_type::<PyRange>().call1((from, end, step))?
            }
            Plain::List(all) if is_member => PyTuple::new(py, self.all(all, true)?)?.into_any(),
            Plain::List(all) => PyList::new(py, self.all(all, false)?)?.into_any(),
            Plain::Set(all) => {
                let all = self.all(all, true)?;
                let set = PyFrozenSet::new(py, &all)?;
                // Python takes positions of one value for equal; in a set of the language each is itself.
                match (set.len() == all.len(), is_member) {
                    (true, true) => set.into_any(),
                    (true, false) => PySet::new(py, &all)?.into_any(),
                    (false, true) => PyTuple::new(py, all)?.into_any(),
                    (false, false) => PyList::new(py, all)?.into_any(),
                }
            }
            // A dictionary in Python cannot have this key, so the value stays one of the session.
            Plain::Dict(_, held) if is_member => self.wrapped(held.kind, held, py.None().into_bound(py))?,
            Plain::Dict(entries, _) => {
                let entry = |(key, value)| Ok((self.object(key, true)?, self.object(value, false)?));
                let entries: Vec<_> = entries.into_iter().map(entry).collect::<PyResult<_>>()?;
                let all = PyDict::new(py);
                for (key, value) in &entries {
                    all.set_item(key, value)?;
                }
                // As for sets.
                if all.len() == entries.len() { all.into_any() } else { PyList::new(py, entries)?.into_any() }
            }
            Plain::Table(head, rows, held) => {
                let parts = (PyList::new(py, self.all(head, false)?)?, PyList::new(py, self.all(rows, false)?)?);
                self.wrapped("table", held, parts.into_pyobject(py)?.into_any())?
            }
            Plain::Report(fields, held) => {
                let parts = PyDict::new(py);
                for (name, field) in fields {
                    parts.set_item(name, self.object(field, false)?)?;
                }
                self.wrapped("report", held, parts.into_any())?
            }
            Plain::Symbol(text, held) => self.wrapped("symbol", held, PyString::new(py, &text).into_any())?,
            Plain::Held(held) => self.wrapped(held.kind, held, py.None().into_bound(py))?,
        })
    }

    fn all(&self, all: Vec<Plain>, is_member: bool) -> PyResult<Vec<Bound<'py, PyAny>>> {
        all.into_iter().map(|one| self.object(one, is_member)).collect()
    }

    fn wrapped(&self, what: &str, held: Held, parts: Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let token = Bound::new(self.py, Token::new(held, self.engine))?;
        self.wrap.call1((what, token, parts))
    }
}

/// An argument of the session with this number.
///
/// # Errors
/// `TypeError` for what the language has no kind for.
pub fn given(object: &Bound<'_, PyAny>, engine: u64) -> PyResult<Given> {
    // A thread of Python may have a small stack.
    stacker::maybe_grow(STACK, STACK, || member(object, engine, 0))
}

fn member(object: &Bound<'_, PyAny>, engine: u64, depth: usize) -> PyResult<Given> {
    if depth > DEEPEST {
        return Err(PyValueError::new_err(format!("lists are nested more than {DEEPEST} deep")));
    }
    if let Some(handle) = Token::handle_of(object, engine)? {
        return Ok(Given::Held(handle));
    }
    if object.is_none() {
        return Ok(Given::Nothing);
    }
    if let Ok(b) = object.cast::<PyBool>() {
        return Ok(Given::Boolean(b.is_true()));
    }
    if object.is_instance_of::<PyInt>() {
        return integer(object);
    }
    if object.is_instance_of::<PyString>() {
        return Ok(Given::Text(object.extract()?));
    }
    let all = |object: &Bound<'_, PyAny>| -> PyResult<Vec<Given>> {
        let py = object.py();
        let mut all = Vec::new();
        for one in object.try_iter()? {
            all.push(member(&one?, engine, depth + 1)?);
            if all.len() % HEARD_EVERY == 0 {
                py.check_signals()?;
            }
        }
        Ok(all)
    };
    if object.is_instance_of::<PyList>() || object.is_instance_of::<PyTuple>() {
        return Ok(Given::List(all(object)?));
    }
    if object.is_instance_of::<PyRange>() {
        let part = |name| object.getattr(name)?.extract::<i64>();
        let too_long = |_| PyValueError::new_err("the numbers of this range are too large; give its members as a list");
        let (from, step) = (part("start").map_err(too_long)?, part("step").map_err(too_long)?);
        let len = object.len().map_err(too_long)?;
        return Ok(Given::Range(from, step, len as u64));
    }
    if object.is_instance_of::<PySet>() || object.is_instance_of::<PyFrozenSet>() {
        return Ok(Given::Set(all(object)?));
    }
    if let Ok(all) = object.cast::<PyDict>() {
        let entry = |(key, value): (Bound<'_, PyAny>, Bound<'_, PyAny>)| {
            Ok((member(&key, engine, depth + 1)?, member(&value, engine, depth + 1)?))
        };
        return Ok(Given::Dict(all.iter().map(entry).collect::<PyResult<_>>()?));
    }
    if object.is_instance(rational(object.py())?)? {
        let part = |name| object.getattr(name).and_then(|n| integer(&n));
        return Ok(Given::Fraction(Box::new([part("numerator")?, part("denominator")?])));
    }
    // A number of numpy is one of Python's.
    if object.hasattr("dtype")?
        && object.getattr("ndim")?.extract::<usize>()? == 0
        && !object.is_instance_of::<PyFloat>()
    {
        return member(&object.call_method0("item")?, engine, depth + 1);
    }
    let name = object.get_type().name()?;
    let help = match &*name.to_string_lossy() {
        "float" | "float64" | "float32" => "floats are not exact: write an integer or a fractions.Fraction",
        "ndarray" => "give `array.tolist()`",
        _ => {
            "what can be given: integers, fractions, booleans, texts, lists, sets, dictionaries, and values of a session"
        }
    };
    Err(PyTypeError::new_err(format!("'{name}' cannot be given to the language; {help}")))
}

fn integer(object: &Bound<'_, PyAny>) -> PyResult<Given> {
    if let Ok(n) = object.extract::<i64>() {
        return Ok(Given::Integer(n));
    }
    Ok(Given::Long(object.call_method1("__format__", ("x",))?.extract()?))
}

fn fraction(py: Python<'_>) -> PyResult<&Bound<'_, PyType>> {
    static FRACTION: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    FRACTION.import(py, "fractions", "Fraction")
}

fn rational(py: Python<'_>) -> PyResult<&Bound<'_, PyType>> {
    static RATIONAL: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    RATIONAL.import(py, "numbers", "Rational")
}

/// Returns the exception for errors.
pub fn exception(py: Python<'_>, diagnostics: &RenderedDiagnostics) -> PyErr {
    match py.import("cgames._error").and_then(|module| module.getattr("Error")?.call1(parts(diagnostics))) {
        Ok(error) => PyErr::from_value(error),
        Err(error) => error,
    }
}

/// Returns errors and warnings as a tuple.
#[allow(clippy::type_complexity, reason = "it is taken apart at once, in Python")]
pub fn parts(
    diagnostics: &RenderedDiagnostics,
) -> (&str, &str, Option<&str>, Option<(&str, usize, usize, usize, usize)>, &[String], &str, &str) {
    let [plain, coloured] = &diagnostics.shown;
    let Some(problem) = &diagnostics.problem else { return ("", "", None, None, &[], plain, coloured) };
    let place = (|| {
        let [start, end] = problem.characters?;
        Some((problem.file.as_deref()?, problem.line?, problem.column?, start, end))
    })();
    (problem.code, &problem.message, problem.help.as_deref(), place, &problem.notes, plain, coloured)
}

/// The number of this process: a thread does not live on in one that was forked.
pub fn process() -> u32 {
    process::id()
}
