//! Pictures.

use crate::language::{Session, Trouble, Value, builtins};

builtins! {
    /// Pictures.
    DRAWING, "Drawing";

    /// Prints a picture of a position on a board.
    ///
    /// With boxes where the notation is Unicode, in plain letters in ASCII. The components of a sum stand one under the
    /// other, each below its sign.
    /// draw(toads_frogs("TT_FF"))  #=> T T _ F F
    /// See: print, clobber, domineering
    draw(x: Value) -> () = draw;
}

fn draw(cx: &mut Session, x: Value) -> Result<(), Trouble> {
    let picture = match x {
        Value::Position(p) => cx.picture(p, cx.notation)?,
        _ => None,
    };
    let Some(picture) = picture else {
        let what = cx.describe(&x);
        return Err(Trouble::said("value::none", format!("there is no picture of {what}"))
            .here("nothing to draw")
            .help("positions on boards are drawn, for instance `draw(clobber(2, 3))`")
            .inside(0, 0..0, ""));
    };
    cx.print(&picture)
}
