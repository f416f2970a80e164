//! The `cg` program: everything is in the library's `shell`.
fn main() {
    let text = std::env::args().nth(1).unwrap_or_default();
    let mut session = cg::language::Session::new(cg::builtins::all(), Box::new(cg::language::Quiet::default()));
    let source = session.sources.add("<e>", &text);
    let prepared = session.prepare(&source);
    for d in &prepared.diagnostics {
        println!("{:?} {} {:?} {:?}", d.code, d.message, d.span(), d.help);
    }
    if prepared.has_errors() {
        return;
    }
    for s in &prepared.statements {
        let ran = session.execute(s);
        for w in ran.warnings {
            println!("W {} {}", w.code, w.message);
        }
        match ran.result {
            Ok(v) => match session.text(&v, cg::notation::Notation::Ascii) {
                Ok(t) => println!("{t}"),
                Err(e) => println!("SHOW {e:?}"),
            },
            Err(d) => println!("E {} {} {:?} {:?}", d.code, d.message, d.help, d.notes),
        }
    }
}
