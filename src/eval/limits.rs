//! Reads times and sizes, such as `10s` and `4GiB`.

use std::time::Duration;

/// Splits `1.5GiB` into number and unit.
fn parts(text: &str) -> Option<(f64, &str)> {
    let text = text.trim();
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let amount: f64 = text[..end].parse().ok()?;
    Some((amount, text[end..].trim_start()))
}

/// Reads a time such as `10s`, `500ms`, `2m`, `1.5h`; `off` is no limit.
///
/// ```
/// use cg::eval::limits::duration;
/// use std::time::Duration;
/// assert_eq!(duration("500ms"), Ok(Some(Duration::from_millis(500))));
/// assert_eq!(duration("2m"), Ok(Some(Duration::from_secs(120))));
/// assert_eq!(duration("off"), Ok(None));
/// assert!(duration("soon").is_err());
/// ```
///
/// # Errors
/// A sentence that says how a time is written.
pub fn duration(text: &str) -> Result<Option<Duration>, String> {
    if matches!(text, "off" | "none") {
        return Ok(None);
    }
    let wrong = || "write a time as 500ms, 10s, 2m or 1h; `off` is no limit".to_string();
    let (amount, unit) = parts(text).ok_or_else(wrong)?;
    let seconds = match unit {
        "ms" => amount / 1000.0,
        "s" => amount,
        "m" | "min" => amount * 60.0,
        "h" => amount * 3600.0,
        "" => return Err(format!("say the unit: {amount}s is {amount} seconds, {amount}ms milliseconds")),
        _ => return Err(wrong()),
    };
    if seconds <= 0.0 {
        return Err("a time limit is greater than 0".into());
    }
    // A century is as good as no limit.
    Ok((seconds < 3.2e9).then(|| Duration::from_secs_f64(seconds)))
}

/// Reads a size such as `512MiB`, `4GiB`, `2G`.
///
/// ```
/// use cg::eval::limits::bytes;
/// assert_eq!(bytes("4GiB"), Ok(4 << 30));
/// assert_eq!(bytes("512M"), Ok(512 << 20));
/// assert_eq!(bytes("1GB"), Ok(1_000_000_000));
/// assert!(bytes("much").is_err());
/// ```
///
/// # Errors
/// A sentence that says how a size is written.
pub fn bytes(text: &str) -> Result<usize, String> {
    match size(text)? {
        size if size < 1 << 20 => Err("the least that can be worked with is 1MiB".into()),
        size => Ok(size),
    }
}

/// Reads a size of any number of bytes from 1.
///
/// # Errors
/// A sentence that says how a size is written.
pub fn size(text: &str) -> Result<usize, String> {
    let wrong = || "write a size as 512MiB, 4GiB or 4G".to_string();
    let (amount, unit) = parts(text).ok_or_else(wrong)?;
    let scale = match unit.to_ascii_lowercase().as_str() {
        "b" => 1.0,
        "k" | "kib" => 1024.0,
        "m" | "mib" => 1024.0 * 1024.0,
        "g" | "gib" => 1024.0 * 1024.0 * 1024.0,
        "t" | "tib" => 1024.0 * 1024.0 * 1024.0 * 1024.0,
        "kb" => 1e3,
        "mb" => 1e6,
        "gb" => 1e9,
        "tb" => 1e12,
        "" => return Err(format!("say the unit: {amount}MiB, {amount}GiB")),
        _ => return Err(wrong()),
    };
    match (amount * scale) as usize {
        0 => Err("a size is at least 1B".into()),
        size => Ok(size),
    }
}
