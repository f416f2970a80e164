//! Reads numbers from texts.

use dashu_int::IBig;
use dashu_ratio::RBig;

/// The length of the longest text that is read as a number, in bytes.
pub const MAX_DIGITS: usize = 100_000;

/// Reads an integer, a fraction or a decimal number. `None` if the text is something else or longer than 100 000 bytes.
pub fn number(text: &str) -> Option<RBig> {
    let text = text.trim();
    if text.len() > MAX_DIGITS {
        return None;
    }
    let (negative, digits) = match text.strip_prefix(['-', '−']) {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let are_digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let x = if let Some((above, below)) = digits.split_once('/') {
        let (above, below) = (above.trim(), below.trim());
        if !are_digits(above) || !are_digits(below) || below.bytes().all(|byte| byte == b'0') {
            return None;
        }
        RBig::from_parts(above.parse::<IBig>().ok()?, below.parse().ok()?)
    } else if let Some((whole, part)) = digits.split_once('.') {
        let both = format!("{whole}{part}");
        if !are_digits(&both) {
            return None;
        }
        RBig::from_parts(both.parse::<IBig>().ok()?, dashu_int::UBig::from(10u8).pow(part.len()))
    } else {
        if !are_digits(digits) {
            return None;
        }
        RBig::from(digits.parse::<IBig>().ok()?)
    };
    Some(if negative { -x } else { x })
}
