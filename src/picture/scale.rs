//! The numbers beside an axis.

/// Returns round numbers from `low` to `high` that are at least `apart` apart, with their labels. If `whole`, there
/// are none between whole numbers.
pub(super) fn levels(low: f64, high: f64, apart: f64, whole: bool) -> Vec<(f64, String)> {
    let apart = apart.max((high - low) / 10.0).max(if whole { 1.0 } else { f64::MIN_POSITIVE });
    let power = apart.log10().floor();
    let ten = 10f64.powf(power);
    let step = [1.0, 2.0, 5.0, 10.0].map(|k| k * ten).into_iter().find(|step| *step >= apart).unwrap_or(apart);
    let first = (low / step).ceil();
    let text = |level: f64| match level {
        _ if level.abs() >= 1e6 || step < 1e-4 && level != 0.0 => format!("{level:.1e}").replace(".0e", "e"),
        _ => format!("{level:.*}", (-power).clamp(0.0, 5.0) as usize),
    };
    let levels = (0..=12).map(|i| (first + f64::from(i)) * step).take_while(|level| *level <= high * (1.0 + 1e-9));
    levels.map(|level| (level, text(level))).collect()
}

#[cfg(test)]
mod tests {
    use super::levels;

    #[test]
    fn levels_are_round() {
        let texts = |low, high, apart, whole| -> Vec<String> {
            levels(low, high, apart, whole).into_iter().map(|(_, text)| text).collect()
        };
        assert_eq!(texts(0.0, 8.0, 1.0, true), ["0", "1", "2", "3", "4", "5", "6", "7", "8"]);
        assert_eq!(texts(0.0, 0.3, 0.05, false), ["0.00", "0.05", "0.10", "0.15", "0.20", "0.25", "0.30"]);
        assert_eq!(texts(-1.0, 1.0, 0.5, false), ["-1.0", "-0.5", "0.0", "0.5", "1.0"]);
        assert_eq!(texts(0.0, 1e30, 3e29, true), ["0", "5e29", "1e30"]);
    }
}
