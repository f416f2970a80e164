//! Results as they are printed in papers.

use crate::eval::{EvalError, Room, Session, builtins};
use crate::value::Value;
use cg_engine::notation::Notation;

builtins! {
    /// LaTeX.
    TYPESETTING, "Typesetting";

    /// LaTeX of anything, as a text.
    ///
    /// For math mode, with the package `amsmath` and no macros. A position is written as a function of its heaps; its value
    /// is `latex(value(p))`. Tables and graphs become an `array`. Bars and letters are those of Siegel's Combinatorial Game
    /// Theory; tiny and miny are a plus and a minus with a subscript, as in Winning Ways. The text of a value is read back by
    /// `cg` as the same value. A text is prose; one with a backslash in it is taken for LaTeX and stays. A call of it at
    /// the prompt shows the text as it can be pasted, without quotes, and so does `print(latex(G))`; `:set notation latex`
    /// writes all results so.
    /// print(latex(3/4))  #=> \tfrac{3}{4}
    /// print(latex(up + *3))  #=> {\uparrow} + {\ast}3
    /// print(latex(<7|5||4|1>))  #=> \{7 \mid 5 \,\|\, 4 \mid 1\}
    /// print(latex(kayles(5)))  #=> \operatorname{kayles}(5)
    /// print(latex(outcome(up)))  #=> \mathcal{L}
    /// latex([1, *])  #=> "[1, {\\ast}]"
    /// See: text, print, canonical
    #[role = Typeset]
    latex(x: Value) -> String = latex;
}

fn latex(cx: &mut Session, x: Value) -> Result<String, EvalError> {
    cx.within(Room::WHOLE, |cx| match x {
        Value::Position(_) => cx.written(&x, Notation::Latex),
        x => cx.text(&x, Notation::Latex),
    })
}
