//! ASCII, which reads back: `3*down + *2`, `<2|0>`.

use super::signs::Signs;
use crate::ordinals::OrdinalSigns;

/// The signs of ASCII.
pub(super) const SIGNS: Signs = Signs {
    name: "ascii",
    star: "*",
    literal: ["<", ">"],
    barless_literal: ["<", ">"],
    bars: ["|", "||", "|||", "||||"],
    switch: "+-",
    plus_switch: " + +-",
    tiny: ["tiny(", ")"],
    miny: ["miny(", ")"],
    constant: ["", ""],
    upon: "up_sum(on)",
    up_to_on: "up^on",
    sides: " & ",
    loop_word: "loop ",
    dots: "...",
    times: "*",
    up: "up",
    down: "down",
    doubles: None,
    up_power: ["up^", ""],
    up_sum: None,
    fraction: ["", "/", ""],
    note: ["", ""],
    note_space: " ",
    much: "more than 10^19",
    ordinals: OrdinalSigns::ASCII,
    typeset: None,
};
