// Small pictures of positions, for the gallery: nothing in them can be pressed.

import { h } from "./elements.js";
import { picture } from "./pictures.js";
import { pieceOn, rulesetOf } from "./squares.js";

const many = (count, one) => Array.from({ length: Math.min(count, 14) }, one);

function part({ board, heaps, row, edges, graph, picture: svg, text }) {
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
export const miniature = (parts) => h("div", { class: "miniature", "aria-hidden": "true" }, ...parts.map(part));
