// The parts of a sum side by side, each as itself.

import { boxesPart } from "./boxes.js";
import { h } from "./elements.js";
import { graphPart, edgesPart } from "./graph.js";
import { heapsPart, rowPart } from "./heaps.js";
import { picture } from "./pictures.js";
import { isPoints } from "./points.js";
import { arrows, boardPart, rulesetOf } from "./squares.js";
import { stringsPart } from "./strings.js";

/** Draws all parts of a position. `look` says which `ways` there are to move, which parts are `anchored`, what is `chosen`, and what a press does. */
export function drawParts(parts, look) {
  // Points are shown above the board.
  const shown = parts.map((part, i) => [part, i]).filter(([part]) => !isPoints(part));
  const pieces = shown.flatMap(([part, i], place) => {
    const sign = part.negative ? "−" : place > 0 ? "+" : "";
    const drawn = drawPart(part, i, look);
    return sign ? [h("span", { class: "plus" }, sign), drawn] : [drawn];
  });
  return arrows(h("div", { class: `parts ${shown.length > 1 ? "several" : ""}` }, ...pieces));
}

function drawPart(part, number, look) {
  if (part.strings) return stringsPart(part, number, look);
  if (part.board && rulesetOf(part.text) === "dots_and_boxes") return boxesPart(part, number, look);
  if (part.board) return boardPart(part, number, look);
  if (part.heaps) return heapsPart(part, number, look);
  if (part.row !== undefined) return rowPart(part, number, look);
  if (part.edges) return edgesPart(part, number, look);
  if (part.graph) return graphPart(part, number, look);
  if (part.picture) return picture(part.picture, part.text);
  return h("p", { class: "as-text" }, part.text);
}
