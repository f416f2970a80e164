// Heaps of counters and rows of pins.

import { h } from "./elements.js";
import { rulesetOf, square } from "./squares.js";

/** The number of counters that stand on each other before another column begins. */
const TALL = 10;

/** Rulesets of which two numbers are the rows and columns of a cake: what a press does, and where it is, in columns or rows. */
const CAKES = { cutcake: ["cut after", 0], maundy_cake: ["pieces of", 0], eatcake: ["eat", 0.5] };

/** Draws a cake; cuts between columns are pressed above it, those between rows beside it. */
function cake([rows, columns], ruleset, number, look) {
  const [verb, middle] = CAKES[ruleset];
  const isThere = (place) => look.ways.some(({ places }) => places.includes(place));
  const cuts = (count, side, name) => Array.from({ length: count + 1 }, (_, k) => k).filter((k) => isThere(`${number}-${side}-${k}`)).map((k) => {
    const at = middle ? `${name} ${k + 1}` : `${k} ${name}${k === 1 ? "" : "s"}`;
    const button = square(`${number}-${side}-${k}`, `${verb} ${at}`, middle ? "✕" : "✂", `cut across-${name}`, look);
    button.style.setProperty("--at", k + middle);
    return button;
  });
  const row = () => h("div", { class: "line-of-squares" }, ...Array.from({ length: columns }, () => h("span", { class: "square crumb" })));
  const style = `--columns: ${columns}`;
  return h("div", { class: "cake", role: "group", "aria-label": `a cake of ${rows} rows and ${columns} columns`, style }, ...cuts(columns, 1, "column"), ...cuts(rows, 0, "row"), ...Array.from({ length: rows }, row));
}

/** Draws heaps: a click on a counter takes it and those above it. */
export function heapsPart({ heaps, text }, number, look) {
  if (rulesetOf(text) in CAKES) return cake(heaps, rulesetOf(text), number, look);
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
