// Small pictures of positions, for the gallery: nothing in them can be pressed.

import { h } from "./elements.js";
import { picture } from "./pictures.js";
import { pieceOn, rulesetOf } from "./squares.js";
import { drawing, withStrings } from "./strings.js";

const many = (count, one) => Array.from({ length: Math.min(count, 14) }, one);

/** The strokes and boxes of a board on which dots and lines and boxes take turns. */
const STROKES = { "-": "across", "|": "down", "+": "dot", L: "by-left", R: "by-right" };

function part({ board, strings, heaps, row, edges, graph, picture: svg, text }) {
  if (strings) return drawing(strings).image;
  if (board && rulesetOf(text) === "dots_and_boxes") return h("div", { class: "tiny-boxes", style: `--columns: ${board[0].length}` }, ...board.flat().map(([, letter]) => h("span", { class: STROKES[letter] ?? "" })));
  if (board) {
    const lines = board.map((line) => h("div", { class: "tiny-row" }, ...line.map(([kind, letter]) => h("span", { class: `tiny-square ${kind}` }, pieceOn(kind, letter, rulesetOf(text))))));
    return h("div", { class: `tiny-board ${rulesetOf(text)}` }, ...lines);
  }
  if (heaps) return h("div", { class: "tiny-heaps" }, ...heaps.map((count) => h("div", { class: "tiny-heap" }, ...many(count, () => h("span", { class: "tiny-counter" })))));
  if (row !== undefined) return h("div", { class: "tiny-heaps" }, ...many(row, () => h("span", { class: "tiny-pin" })));
  const drawn = edges?.picture ?? graph?.picture ?? svg;
  if (!drawn) return h("code", {}, text);
  const image = picture(drawn, text);
  image.alt = "";
  return image;
}

/** Draws the parts of a position small. */
export const miniature = (parts) => h("div", { class: "miniature", "aria-hidden": "true" }, ...withStrings({ parts }).parts.map(part));
