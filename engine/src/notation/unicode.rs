//! Unicode, which reads back: `3·↓ + ∗2`, `{2|0}`.

use super::ascii;
use super::signs::Signs;
use crate::ordinals::OrdinalSigns;

/// The signs of Unicode.
pub(super) const SIGNS: Signs = Signs {
    name: "unicode",
    star: "∗",
    literal: ["{", "}"],
    // Braces without a bar would be a set.
    barless_literal: ["<", ">"],
    switch: "±",
    plus_switch: " + ±",
    upon: "↑^[on]",
    up_to_on: "↑^on",
    dots: "…",
    times: "·",
    up: "↑",
    down: "↓",
    doubles: Some(["⇑", "⇓"]),
    up_power: ["↑", ""],
    ordinals: OrdinalSigns {
        star: "∗",
        omega: "ω",
        infinity: ["∞(", ")"],
        bare_infinity: "∞()",
        times: "·",
        exponent: None,
        raises_digits: true,
    },
    ..ascii::SIGNS
};
