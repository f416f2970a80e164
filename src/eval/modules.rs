//! Modules: the texts that `import` names. Each is read once, however many others import it.

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::globals::{Globals, Shape};
use super::reading::{Unread, read_script};
use super::session::IMPORT_FRAME;
use super::statement::{Action, Import, ReadyStatement};
use super::{EvalError, Session};
use crate::diagnostic::{Diagnostic, ErrorCode};
use crate::source::{Source, Span};
use cg_engine::games::deep;

/// Names with their shapes.
pub(crate) type Shapes = Rc<[(Rc<str>, Shape)]>;

/// A module that has been read.
struct Module {
    path: String,
    text: std::sync::Arc<str>,
    /// The modules it imports, by [`Host::identity`](crate::eval::Host::identity).
    imports: Vec<String>,
    /// The names that it defines, and that the modules it imports define.
    shapes: Shapes,
    /// `true` if it has errors, which have been reported.
    is_wrong: bool,
    /// `true` if it has run to its end.
    has_run: bool,
}

/// The modules of a session, each after those that it imports.
#[derive(Default)]
pub(crate) struct Modules {
    read: Vec<Module>,
    places: FxHashMap<String, usize>,
    /// Modules being read, from the outermost one in.
    under_way: Vec<UnderWay>,
    /// `true` if the modules were checked for changes since preparing the present text began.
    is_fresh: bool,
}

/// A module being read.
struct UnderWay {
    identity: String,
    /// The definitions before the `import` in the text that imports it.
    known: Shapes,
    imports: Vec<String>,
    is_wrong: bool,
}

impl Modules {
    /// Returns `true` if the text that begins now to be prepared is no module.
    pub fn begins_text(&mut self) -> bool {
        if !self.under_way.is_empty() {
            return false;
        }
        self.is_fresh = false;
        true
    }

    /// Returns what is defined where the module is imported that is being read.
    pub fn known(&self) -> Shapes {
        self.under_way.last().map_or_else(|| [].into(), |module| module.known.clone())
    }

    /// Returns the number of modules that are being read.
    pub fn open_imports(&self) -> usize {
        self.under_way.len()
    }

    /// Stops reading all modules but the outermost `imports`. A panic leaves the others open.
    pub fn abandon_imports(&mut self, imports: usize) {
        self.under_way.truncate(imports);
    }

    /// Notes whether a module has run to its end and its definitions were kept.
    pub fn ran(&mut self, identity: &str, has_run: bool) {
        if let Some(&place) = self.places.get(identity) {
            self.read[place].has_run = has_run;
        }
    }

    fn get(&self, identity: &str) -> Option<&Module> {
        self.places.get(identity).map(|&place| &self.read[place])
    }

    fn keep(&mut self, identity: String, module: Module) {
        self.places.insert(identity, self.read.len());
        self.read.push(module);
    }

    /// Forgets the modules that have not run to their end, those that `is_other` finds changed, and all that import one
    /// of these: they are to be read again.
    fn forget_stale(&mut self, mut is_other: impl FnMut(&Module) -> bool) {
        let mut identities: Vec<(String, usize)> = self.places.drain().collect();
        identities.sort_unstable_by_key(|(_, place)| *place);
        let read = std::mem::take(&mut self.read);
        for (module, (identity, _)) in read.into_iter().zip(identities) {
            let stands = module.imports.iter().all(|import| self.places.contains_key(import));
            if module.has_run && stands && !is_other(&module) {
                self.keep(identity, module);
            }
        }
    }
}

/// Reads the module that a text imports, unless it has been read and neither it nor its own imports have changed. It may use the
/// names that are `known` in that text.
///
/// # Errors
/// The errors in it; none if they have been reported.
pub(crate) fn load_import(
    cx: &mut Session,
    path: &str,
    span: Span,
    from: &Source,
    known: Shapes,
) -> Result<(Import, Shapes), Vec<Diagnostic>> {
    let beside = std::path::Path::new(&*from.name).parent().map(|p| p.join(path));
    let full = beside.map_or_else(|| path.to_string(), |p| p.to_string_lossy().into_owned());
    let identity = cx.host.identity(&full);
    let loaded = load_module(cx, path, &full, &identity, span, (from, known));
    if let Some(importer) = cx.globals.modules.under_way.last_mut() {
        importer.is_wrong |= loaded.is_err();
        importer.imports.push(identity);
    }
    loaded
}

fn load_module(
    cx: &mut Session,
    path: &str,
    full: &str,
    identity: &str,
    span: Span,
    (from, known): (&Source, Shapes),
) -> Result<(Import, Shapes), Vec<Diagnostic>> {
    let is_under_way = cx.globals.modules.under_way.iter().any(|module| module.identity == identity);
    if is_under_way || cx.host.identity(&from.name) == identity {
        let message = format!("`{path}` is being imported already");
        let circular =
            Diagnostic::error(ErrorCode::ImportCircular, span, message, "imports itself, directly or through others");
        return Err(vec![circular.help("move what both files need into a third one")]);
    }
    if !cx.globals.modules.is_fresh {
        forget_changed(cx);
        cx.globals.modules.is_fresh = true;
    }
    if let Some(known) = cx.globals.modules.get(identity) {
        let nothing = Import { identity: identity.into(), statements: Vec::new() };
        return if known.is_wrong { Err(Vec::new()) } else { Ok((nothing, known.shapes.clone())) };
    }
    let text = read_script(cx, full).map_err(|unread| vec![unreadable(full, unread, span)])?;
    let is_script = std::path::Path::new(full).extension().is_some_and(|end| end.eq_ignore_ascii_case("cg"));
    let source = if is_script { cx.sources.add(full, &text) } else { cx.sources.add_unquoted(full, &text) };
    let under_way = UnderWay { identity: identity.into(), known, imports: Vec::new(), is_wrong: false };
    cx.globals.modules.under_way.push(under_way);
    let prepared = deep::level(IMPORT_FRAME, || cx.prepare(&source));
    let Some(UnderWay { imports, is_wrong, .. }) = cx.globals.modules.under_way.pop() else {
        return Err(Vec::new());
    };
    let prepared = prepared.map_err(|fault| vec![*EvalError::from(fault).at(span, None)])?;
    let is_wrong = is_wrong || prepared.has_errors();
    let shapes = if is_wrong { [].into() } else { shapes_of(&cx.globals, &prepared.statements) };
    let named = path;
    let path = full.to_string();
    // An empty module has nothing left to run.
    let has_run = prepared.statements.is_empty() && !is_wrong;
    let module = Module { path, text: source.text, imports, shapes: shapes.clone(), is_wrong, has_run };
    cx.globals.modules.keep(identity.into(), module);
    if is_wrong && is_script {
        return Err(prepared.diagnostics);
    }
    if is_wrong {
        // The contents of its lines are nobody's business here.
        let message = format!("`{named}` is no script: it cannot be read as one, and its name does not end in `.cg`");
        let no_script = Diagnostic::error(ErrorCode::ImportNoScript, span, message, "imported here")
            .help("import a file of definitions; `cg run FILE` shows what is wrong with one");
        return Err(vec![no_script]);
    }
    Ok((Import { identity: identity.into(), statements: prepared.statements }, shapes))
}

/// Forgets the modules whose files have changed. One that cannot be read now counts as changed.
fn forget_changed(cx: &mut Session) {
    let mut modules = std::mem::take(&mut cx.globals.modules);
    modules.forget_stale(|module| read_script(cx, &module.path).ok().as_deref() != Some(&module.text));
    cx.globals.modules = modules;
}

/// Returns the definitions of these statements, each once.
fn shapes_of(globals: &Globals, statements: &[ReadyStatement]) -> Shapes {
    let mut all = Vec::new();
    let mut seen = FxHashSet::default();
    let mut note = |name: Rc<str>, shape: Shape| {
        if seen.insert((name.clone(), shape.clone())) {
            all.push((name, shape));
        }
    };
    for statement in statements {
        match &statement.action {
            Action::Bind(slot, _) => note(globals.name(*slot), Shape::Variable),
            Action::Define(slot, d, _) => {
                let shape =
                    Shape::Callable { parameters: d.parameters.clone(), defaults: d.defaults.len(), game: d.game };
                note(globals.name(*slot), shape);
            }
            Action::Import(import) => {
                let imported = globals.modules.get(&import.identity).map(|module| module.shapes.clone());
                for (name, shape) in imported.iter().flat_map(|shapes| shapes.iter()) {
                    note(name.clone(), shape.clone());
                }
            }
            Action::Run(_) | Action::Fail(_) => {}
        }
    }
    all.into()
}

fn unreadable(full: &str, unread: Unread, span: Span) -> Diagnostic {
    let error = match unread {
        Unread::Fault(fault) => return *EvalError::from(fault).at(span, None),
        Unread::Io(error) => error,
    };
    let (code, message, help) = match error.kind() {
        std::io::ErrorKind::NotFound => {
            let help = "the path is taken from the folder of the script that imports";
            (ErrorCode::ImportMissing, format!("there is no file `{full}`"), help)
        }
        _ => (
            ErrorCode::ImportUnreadable,
            format!("`{full}` cannot be read: {error}"),
            "a script is a text file in UTF-8",
        ),
    };
    Diagnostic::error(code, span, message, "imported here").help(help)
}
