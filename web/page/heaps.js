// Heaps of counters and rows of pins.

import { h } from "./elements.js";
import { rulesetOf, square } from "./squares.js";

/** The number of counters that stand on each other before another column begins. */
const TALL = 10;

/** Rulesets of which two numbers are the rows and columns of a cake. */
const CAKES = new Set(["cutcake", "maundy_cake", "eatcake"]);

/** Draws a cake; the cuts are in the list of moves. */
function cake([rows, columns]) {
  const row = () => h("div", { class: "line-of-squares" }, ...Array.from({ length: columns }, () => h("span", { class: "square crumb" })));
  return h("div", { class: "cake", role: "img", "aria-label": `a cake of ${rows} rows and ${columns} columns`, style: `--columns: ${columns}` }, ...Array.from({ length: rows }, row));
}

/** Draws heaps: a click on a counter takes it and those above it. */
export function heapsPart({ heaps, text }, number, look) {
  if (CAKES.has(rulesetOf(text))) return cake(heaps);
  const heap = (count, i) => {
    const counters = Array.from({ length: count }, (_, k) => {
      const counter = square(`${number}-${i}-${k}`, `heap ${i + 1}, leaves ${k}`, undefined, "counter", look);
      counter.style.gridRow = String(Math.min(TALL, count) - (k % TALL));
      counter.style.gridColumn = String(1 + Math.floor(k / TALL));
      return counter;
    });
    return h("div", { class: "heap" }, h("div", { class: "counters" }, ...counters.reverse()), h("span", { class: "size" }, String(count)));
  };
  return h("div", { class: "heaps", role: "group", "aria-label": "heaps" }, ...heaps.map(heap));
}

/** Draws a row of pins: some beside each other are clicked, and the last of them twice if more could follow. */
export function rowPart({ row: count }, number, look) {
  const pins = Array.from({ length: count }, (_, k) => square(`${number}-${k}`, `pin ${k + 1} of ${count}`, undefined, "pin", look));
  return h("div", { class: "row-of-pins", role: "group", "aria-label": "row of pins" }, ...pins, h("span", { class: "size" }, String(count)));
}
