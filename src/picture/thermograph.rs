//! Thermographs: values grow to the left, so that Left's wall is on the left; temperatures grow upwards, and above the
//! walls stands the mast (Conway, On Numbers and Games, ch. 9).

use super::{Anchor, Drawing, Ink, Medium, width};
use cg_engine::games::Player;

/// A number of a thermograph: where it stands, and as it is written.
#[derive(Clone, Debug, PartialEq)]
pub struct Mark {
    /// About where.
    pub at: f64,
    /// Exactly.
    pub text: String,
}

/// The walls, each from the base up to the foot of the mast as pairs of temperature and value.
#[derive(Clone, Debug, PartialEq)]
pub struct Walls {
    /// Left's wall.
    pub left: Vec<[Mark; 2]>,
    /// Right's wall.
    pub right: Vec<[Mark; 2]>,
    /// The stops: where the walls stand at temperature 0, of Left and of Right.
    pub stops: Option<[Mark; 2]>,
}

impl Walls {
    /// Draws the thermographs, or returns `None` if there is no point.
    pub fn draw(&self, medium: Medium) -> Option<Drawing> {
        let [temperature, mean] = self.left.last()?;
        let points: Vec<&[Mark; 2]> = self.left.iter().chain(&self.right).collect();
        let least = |of: usize| points.iter().map(|p| p[of].at).fold(f64::INFINITY, f64::min);
        let most = |of: usize| points.iter().map(|p| p[of].at).fold(f64::NEG_INFINITY, f64::max);
        let (base, low, high) = (least(0), least(1), most(1));
        let bottom = base.min(0.0);
        let top = temperature.at.max(0.0);
        // A row is twice as high as a column is wide, so slopes of 1 are seen as 45 degrees.
        let (rows, columns) = match medium {
            Medium::Text { columns } => (12.0, (columns as f64 - 14.0).clamp(4.0, 48.0)),
            Medium::Svg => (16.0, 48.0),
        };
        let scale = (rows / (top - bottom).max(1e-9)).min(columns / 2.0 / (high - low).max(1e-9)).min(8.0);
        // Powers of two bring dyadic fractions to whole rows.
        let scale = if medium.is_text() { scale.log2().floor().exp2() } else { scale };
        let (mast, margin) = (3.0, 8.0);
        // The stops are written beside the walls, unless they stand at the foot of the picture or of the mast.
        let flat = bottom > -0.75 / scale;
        let beside = |i: usize, wall: &[[Mark; 2]]| match &self.stops {
            Some(stops) if !flat && top > 0.0 && stops[i].text != wall[0][1].text => Some(stops[i].clone()),
            _ => None,
        };
        let beside = [beside(0, &self.left), beside(1, &self.right)];
        let room = match &beside[0] {
            Some(stop) => (width(&stop.text) as f64 + 4.0 - (high - stop.at) * 2.0 * scale).max(3.0),
            None => 3.0,
        };
        let row = |t: f64| mast + (top - t) * scale;
        let column = |x: f64| margin + room + (high - x) * 2.0 * scale;
        let mut drawing =
            Drawing::new(format!("thermograph with mean {} and temperature {}", mean.text, temperature.text));
        let end = column(low) + 3.0;
        drawing.line(&[(margin, row(0.0)), (end, row(0.0))], Ink::Faint);
        drawing.line(&[(margin, 0.0), (margin, row(bottom))], Ink::Faint);

        let spot = |[t, x]: &[Mark; 2]| (column(x.at), row(t.at));
        let walls = [(&self.left, Player::Left), (&self.right, Player::Right)];
        for (wall, player) in walls {
            let through: Vec<_> = wall.iter().map(spot).collect();
            drawing.line(&through, Ink::Of(player));
        }
        let foot = (column(mean.at), row(temperature.at));
        drawing.arrow(&[foot, (foot.0, 0.0)], Ink::Plain);
        for point in points.iter().filter(|_| !medium.is_text()) {
            drawing.disc(spot(point), 0.3, Ink::Plain, true);
        }
        if medium.is_text() {
            drawing.disc(foot, 0.3, Ink::Plain, true);
        }

        let zero = Mark { at: 0.0, text: "0".into() };
        let ends = [&self.left[0][0], &self.right[0][0]];
        let inner = points.iter().map(|p| &p[0]);
        let temperatures = [temperature, &zero].into_iter().chain(ends).chain(inner);
        let mut taken: Vec<f64> = Vec::new();
        for mark in temperatures {
            let y = row(mark.at);
            if taken.iter().all(|other| (other - y).abs() >= 0.95) {
                taken.push(y);
                drawing.label((margin - 1.5, y), mark.text.clone(), Anchor::End, Ink::Faint);
                if !medium.is_text() {
                    drawing.line(&[(margin - 0.6, y), (margin, y)], Ink::Faint);
                }
            }
        }
        let lift = if medium.is_text() { 0.0 } else { 0.55 };
        for (stop, (by, anchor)) in beside.iter().zip([(-1.0, Anchor::End), (1.0, Anchor::Start)]) {
            if let Some(stop) = stop {
                // With blanks around it the line at temperature 0 is no part of the number.
                let text = if medium.is_text() { format!(" {} ", stop.text) } else { stop.text.clone() };
                drawing.label((column(stop.at) + by, row(0.0) - lift), text, anchor, Ink::Plain);
            }
        }
        // Of the values first those where play begins and ends, then the others as they fit.
        let ground = row(bottom) + 1.0;
        let ends = [&self.left, &self.right].map(|wall| &wall[0][1]);
        let ends = match &self.stops {
            Some([left, right]) if flat => [left, right],
            _ => ends,
        };
        let inner = points.iter().map(|p| &p[1]).filter(|_| !flat);
        let mut spans: Vec<(f64, f64)> = Vec::new();
        for mark in ends.into_iter().chain([mean]).chain(inner) {
            let (x, half) = (column(mark.at), width(&mark.text) as f64 / 2.0);
            if spans.iter().all(|(from, to)| x + half + 1.0 <= *from || x - half - 1.0 >= *to) {
                spans.push((x - half, x + half));
                drawing.label((x, ground), mark.text.clone(), Anchor::Middle, Ink::Plain);
            }
        }
        if !medium.is_text() {
            drawing.label((margin, -1.0), "temperature", Anchor::Middle, Ink::Faint);
            drawing.label((end + 0.8, row(0.0)), "value", Anchor::Start, Ink::Faint);
        }
        let words = [format!("mean {}", mean.text), format!("temperature {}", temperature.text)];
        match medium {
            Medium::Text { columns } if columns < 40 => {
                for (i, words) in words.into_iter().enumerate() {
                    drawing.label((margin - 4.0, ground + 1.0 + i as f64), words, Anchor::Start, Ink::Plain);
                }
            }
            _ => drawing.label((margin, ground + 1.0), words.join(", "), Anchor::Start, Ink::Plain),
        }
        drawing.legend = Some("up: temperature; to the left: greater values".into());
        Some(drawing)
    }
}
