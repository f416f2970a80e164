// The parts of a sum side by side, each as itself.

import { h } from "./elements.js";
import { graphPart, edgesPart } from "./graph.js";
import { heapsPart, rowPart } from "./heaps.js";
import { picture } from "./pictures.js";
import { arrows, boardPart } from "./squares.js";

/** Draws all parts of a position. `look` says which `ways` there are to move, which parts are `anchored`, what is `chosen`, and what a press does. */
export function drawParts(parts, look) {
  const pieces = parts.flatMap((part, i) => {
    const sign = part.negative ? "−" : i > 0 ? "+" : "";
    const drawn = drawPart(part, i, look);
    return sign ? [h("span", { class: "plus" }, sign), drawn] : [drawn];
  });
  return arrows(h("div", { class: `parts ${parts.length > 1 ? "several" : ""}` }, ...pieces));
}

function drawPart(part, number, look) {
  if (part.board) return boardPart(part, number, look);
  if (part.heaps) return heapsPart(part, number, look);
  if (part.row !== undefined) return rowPart(part, number, look);
  if (part.edges) return edgesPart(part, number, look);
  if (part.graph) return graphPart(part, number, look);
  if (part.picture) return picture(part.picture, part.text);
  return h("p", { class: "as-text" }, part.text);
}
