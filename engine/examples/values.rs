//! Values: read, added, compared, written.

use cg_engine::Engine;
use cg_engine::games::Order;
use cg_engine::notation::{BadText, Notation};
use cg_engine::positions::Context;

fn main() -> Result<(), BadText> {
    let mut engine = Engine::default();

    // Equal values have equal ids, whatever the text.
    let half = engine.read("{0,*|1}")?;
    assert_eq!(half, engine.read("1/2")?);

    let up = engine.read("{0|*}")?;
    let sum = engine.games().sum(half, up)?;
    assert_eq!(engine.text(sum, Notation::Ascii)?, "1/2 + up");
    assert_eq!(engine.text(sum, Notation::Unicode)?, "1/2 + ↑");

    // A hot game is confused with all numbers between its stops.
    let hot = engine.read("{3|-1}")?;
    assert_eq!(engine.games().compare(hot, half)?, Order::Confused);
    println!("{} and {}", engine.text(sum, Notation::Unicode)?, engine.text(hot, Notation::Unicode)?);

    // A text that names no value is an error with its place.
    let bad = engine.read("{0|1|2}").unwrap_err();
    println!("{bad}");
    Ok(())
}
