// Dots and Boxes: dots, lines to press, and boxes with their owners.

import { h } from "./elements.js";
import { letters, rim, square } from "./squares.js";

const OWNERS = { L: ["by-left", "Left's"], R: ["by-right", "Right's"] };

/** Draws the board of a part, in which dots and lines and boxes take turns. */
export function boxesPart({ board: rows }, number, look) {
  const line = (y, x, letter) => {
    const place = `${number}-${y}-${x}`;
    const isDrawn = letter !== " ";
    const [by, whose] = (isDrawn && OWNERS[look.laid.get(place)?.mover]) || ["", undefined];
    const words = `line ${letters(x)}${y + 1}, ${isDrawn ? (whose ? `drawn, ${whose}` : "drawn") : "open"}`;
    return square(place, words, h("span", { class: "ink" }), `stroke ${x % 2 ? "across" : "down"} ${isDrawn ? "drawn" : ""} ${by}`, look);
  };
  const box = (y, x, letter) => {
    const [by, whose] = OWNERS[letter] ?? [];
    return whose ? h("span", { class: `box ${by}`, role: "img", "aria-label": `box ${letters(x)}${y + 1}, ${whose}` }, letter) : h("span", { class: "box" });
  };
  const piece = (y, x, letter) => (y % 2 && x % 2 ? box(y, x, letter) : y % 2 || x % 2 ? line(y, x, letter) : h("span", { class: "dot" }));
  const lines = rows.flatMap((row, y) => [rim("side", String(y + 1)), ...row.map(([, letter], x) => piece(y, x, letter))]);
  const top = [rim("side", ""), ...rows[0].map((_, x) => rim("top", letters(x)))];
  const [height, width] = [rows.length, rows[0].length].map((side) => Math.floor(side / 2));
  const name = `dots and boxes, ${height} by ${width}`;
  return h("div", { class: "boxes", role: "group", "aria-label": name, style: `--columns: ${width}; --rows: ${height}` }, ...top, ...lines);
}
