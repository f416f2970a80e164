//! Failures: finds their places in the source.

use super::{EvalError, Session, offers};
use crate::diagnostic::{Diagnostic, ErrorCode};
use crate::eval::Inside;
use crate::source::Span;
use crate::value::code::Op;

/// Places a failure at the topmost of the places above `floor`, which are then forgotten.
pub(super) fn failed(cx: &mut Session, floor: usize, trouble: EvalError) -> Box<Diagnostic> {
    let span = match cx.machine.places.last() {
        Some(place) => place.code.spans.get(place.pc).copied().unwrap_or_default(),
        None => Default::default(),
    };
    let diagnostic = place(cx, trouble, span);
    cx.machine.unwind(floor, diagnostic)
}

/// Adds the place to a failure, and the built-in that was being called there.
fn place(cx: &mut Session, trouble: EvalError, span: Span) -> Box<Diagnostic> {
    let call = span;
    let of_kind = match &trouble {
        EvalError::Kind { argument, wanted, given, .. } => {
            Some(offers::Misfit { place: *argument, wanted: *wanted, given: given.clone() })
        }
        _ => None,
    };
    let of_function = matches!(&trouble, EvalError::Operands { left: "a function", .. });
    let (trouble, span) = match trouble {
        EvalError::Inside(inside) => point_into(cx, *inside, span),
        EvalError::Kind { argument, .. } => (trouble, written_at(cx, argument).unwrap_or(span)),
        other => (other, span),
    };
    let row = cx.machine.places.last().and_then(|f| match f.code.ops.get(f.pc) {
        Some(Op::CallBuiltin(row, _) | Op::CallMany(row) | Op::Each(row, _)) => Some(cx.globals.builtins.row(*row)),
        _ => None,
    });
    let mut diagnostic = match row {
        Some(row) => {
            let parameter = |i: usize| {
                row.parameters.get(i).or(row.parameters.last()).map_or("argument".into(), |p| p.name.to_string())
            };
            trouble.at(span, Some((row.name, &parameter)))
        }
        None => trouble.at(span, None),
    };
    if let Some(misfit) = of_kind {
        if let Some(label) = diagnostic.labels.first_mut().filter(|_| span != call) {
            label.text = "this argument".into();
        }
        let places: Vec<Span> = (0..).map_while(|i| written_at(cx, i)).collect();
        let offer = row.and_then(|row| offers::of_kind(cx, row, &misfit, &places, call));
        diagnostic.help = offer.or(diagnostic.help);
    }
    if of_function && let Some(source) = cx.sources.get(span.source).cloned() {
        diagnostic.help = offers::of_operands(cx, source.slice(span)).or(diagnostic.help);
    }
    // Every error of kind ends in an example that works.
    if let (ErrorCode::CallKind, Some(help), Some(row)) = (diagnostic.code, &mut diagnostic.help, row)
        && !help.contains('`')
        && let Some(example) = row.whole_example(0)
    {
        *help += &format!(": `{example}`");
    }
    diagnostic
}

/// Returns the span of an argument of the present call.
fn written_at(cx: &Session, argument: usize) -> Option<Span> {
    let place = cx.machine.places.last()?;
    place.code.argument(place.pc, argument)
}

/// Returns the failure and its place: the characters themselves if the argument is a text as it stands in the source,
/// else the argument, with the place in words.
fn point_into(cx: &Session, inside: Inside, call: Span) -> (EvalError, Span) {
    let Some(argument) = written_at(cx, inside.argument) else {
        return (inside.in_words(), call);
    };
    let written = cx.sources.get(argument.source).map_or("", |source| source.slice(argument));
    let text = written.strip_prefix('"').and_then(|w| w.strip_suffix('"'));
    match text {
        // No escapes, and not two texts with something between them.
        Some(text) if !text.contains(['\\', '"']) && inside.at.end <= text.len() => {
            let start = argument.start as usize + 1;
            let within = Span::new(argument.source, start + inside.at.start, start + inside.at.end);
            let span = if inside.at.is_empty() { argument } else { within };
            (EvalError::Said(Box::new(inside.said)), span)
        }
        _ => (inside.in_words(), argument),
    }
}
