//! Game trees: Left's options lean to the left, Right's to the right, those of both hang below.

use super::{Anchor, Drawing, Ink, Medium, Spot, width};
use cg_engine::games::Player;

/// A game tree. Each node comes before its options.
pub struct Tree {
    nodes: Vec<Node>,
}

struct Node {
    label: String,
    /// A picture that is drawn in place of the label.
    picture: Option<Drawing>,
    /// Options of Left, of both, of Right.
    options: [Vec<usize>; 3],
}

impl Node {
    /// Returns its columns and rows.
    fn size(&self) -> Spot {
        match &self.picture {
            None => (width(&self.label) as f64, 1.0),
            Some(picture) => {
                let (low, high) = picture.bounds();
                (high.0 - low.0, high.1 - low.1)
            }
        }
    }
}

/// Columns between two neighbours.
const GAP: f64 = 2.0;

impl Tree {
    /// Returns a tree with nothing but a root.
    pub fn new(label: impl Into<String>) -> Tree {
        Tree { nodes: vec![Node { label: label.into(), picture: None, options: Default::default() }] }
    }

    /// Adds an option of a node, of one player or of both, and gives its number.
    pub fn add(&mut self, node: usize, player: Option<Player>, label: impl Into<String>) -> usize {
        let side = match player {
            Some(Player::Left) => 0,
            None => 1,
            Some(Player::Right) => 2,
        };
        let new = self.nodes.len();
        self.nodes.push(Node { label: label.into(), picture: None, options: Default::default() });
        self.nodes[node].options[side].push(new);
        new
    }

    /// Draws a picture in place of the label of a node.
    pub fn show(&mut self, node: usize, picture: Drawing) {
        self.nodes[node].picture = Some(picture);
    }

    /// Returns how far each subtree reaches to the left and to the right of its node.
    fn reaches(&self) -> Vec<[f64; 2]> {
        let mut reaches = vec![[0.0; 2]; self.nodes.len()];
        for (i, node) in self.nodes.iter().enumerate().rev() {
            let room = |side: &Vec<usize>| {
                let wide: f64 = side.iter().map(|&o| reaches[o][0] + reaches[o][1]).sum();
                if side.is_empty() { 0.0 } else { wide + GAP * (side.len() - 1) as f64 }
            };
            let [left, both, right] = [0, 1, 2].map(|side| room(&node.options[side]));
            let half = node.size().0 / 2.0;
            let side = |room: f64| if room > 0.0 { room + GAP / 2.0 + both / 2.0 } else { both / 2.0 };
            reaches[i] = [half.max(side(left)), half.max(side(right))];
        }
        reaches
    }

    /// Returns the level of each node, and the height of each level.
    fn levels(&self) -> (Vec<usize>, Vec<f64>) {
        let mut levels = vec![0; self.nodes.len()];
        let mut heights: Vec<f64> = Vec::new();
        for (i, node) in self.nodes.iter().enumerate() {
            if heights.len() <= levels[i] {
                heights.push(0.0);
            }
            heights[levels[i]] = heights[levels[i]].max(node.size().1);
            for &option in node.options.iter().flatten() {
                levels[option] = levels[i] + 1;
            }
        }
        (levels, heights)
    }

    /// Returns the height of the level of a node.
    fn height(&self, (levels, heights): &(Vec<usize>, Vec<f64>), node: usize) -> f64 {
        heights[levels[node]]
    }

    /// Returns the meaning of its lines, or `None` if it has none.
    fn legend(&self) -> Option<&'static str> {
        let has = |side: usize| self.nodes.iter().any(|node| !node.options[side].is_empty());
        match (has(0) || has(2), has(1)) {
            (true, false) => Some("to the left moves of Left, to the right of Right"),
            (false, true) => Some("double lines are moves of both players"),
            (true, true) => Some("to the left moves of Left, to the right of Right; double lines of both"),
            (false, false) => None,
        }
    }

    /// Returns the number of columns of its drawing.
    pub fn width(&self) -> f64 {
        let [left, right] = self.reaches()[0];
        left + right
    }

    /// Draws the tree.
    pub fn draw(&self, medium: Medium) -> Drawing {
        // Free rows between two levels, and between a node and its branches.
        let (free, lift) = if medium.is_text() { (1.0, -0.5) } else { (3.0, 0.2) };
        let reaches = self.reaches();
        let levels = self.levels();
        let mut drawing = Drawing::new(format!("game tree of {}", self.nodes[0].label));
        let mut at = vec![(0.0, 0.0); self.nodes.len()];
        at[0] = (reaches[0][0].ceil(), 0.0);
        for (i, node) in self.nodes.iter().enumerate() {
            let (x, y): (f64, f64) = at[i];
            let half = node.size().1 / 2.0;
            let below = |option: usize| y + self.height(&levels, i) / 2.0 + free + self.height(&levels, option) / 2.0;
            let room = |side: &Vec<usize>| {
                let wide: f64 = side.iter().map(|&o| reaches[o][0] + reaches[o][1]).sum();
                if side.is_empty() { 0.0 } else { wide + GAP * (side.len() - 1) as f64 }
            };
            let [left, both, _] = [0, 1, 2].map(|side| room(&node.options[side]));
            let starts = [x - both / 2.0 - GAP / 2.0 - left, x - both / 2.0, x + both / 2.0 + GAP / 2.0];
            let inks = [Ink::Of(Player::Left), Ink::Both, Ink::Of(Player::Right)];
            for ((side, start), ink) in node.options.iter().zip(starts).zip(inks) {
                let mut edge = start;
                for &option in side {
                    let mut column = edge + reaches[option][0];
                    if medium.is_text() {
                        column = column.round();
                    }
                    // A single option of both hangs straight below.
                    if ink == Ink::Both && side.len() == 1 {
                        column = x;
                    }
                    at[option] = (column, below(option));
                    edge += reaches[option][0] + reaches[option][1] + GAP;
                    drawing.shapes.push(super::Shape::Branch {
                        from: (x, y + half + lift),
                        to: (column, below(option) - self.nodes[option].size().1 / 2.0 - lift),
                        ink,
                    });
                }
            }
        }
        drawing.legend = self.legend().map(str::to_string);
        for (node, at) in self.nodes.iter().zip(at) {
            match &node.picture {
                None => drawing.label(at, node.label.clone(), Anchor::Middle, Ink::Plain),
                Some(picture) => {
                    let (low, high) = picture.bounds();
                    let by = (at.0 - (low.0 + high.0) / 2.0, at.1 - (low.1 + high.1) / 2.0);
                    drawing.shapes.extend(picture.clone().moved(by).shapes);
                }
            }
        }
        drawing
    }
}
