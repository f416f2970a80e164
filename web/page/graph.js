// Graphs and Hackenbush: a picture with a button on every vertex, or on every edge.

import { h } from "./elements.js";
import { picture } from "./pictures.js";
import { square } from "./squares.js";

const COLOURS = { B: "blue", R: "red", G: "green" };

function over(svg, name, targets) {
  const placed = targets.map(({ button, at }) => {
    const [left, top, width, height] = at.map((part) => `${(100 * part).toFixed(3)}%`);
    Object.assign(button.style, { left, top, width, height });
    return button;
  });
  return h("div", { class: "graph", role: "group", "aria-label": name }, picture(svg, name), ...placed);
}

/** Draws the graph of a part, its vertices to click. */
export function graphPart({ graph }, number, look) {
  const targets = graph.vertices.map(({ at, name, tokens, gone }, v) => {
    const on = tokens > 1 ? `, ${tokens} tokens` : tokens ? ", a token" : gone ? ", gone" : "";
    const content = h("span", {}, "●".repeat(Math.min(tokens, 3)));
    return { at, button: square(`${number}-${v}`, `vertex ${name}${on}`, content, `vertex ${gone ? "gone" : ""}`, look) };
  });
  return over(graph.picture, "graph", targets);
}

/** Draws a picture of Hackenbush, its edges to click. */
export function edgesPart({ edges }, number, look) {
  // Edges are counted again after each cut.
  const here = { ...look, last: [] };
  const targets = edges.edges.map(({ at, from, to, colour }, e) => ({
    at,
    button: square(`${number}-${e}`, `${COLOURS[colour]} edge ${from}-${to}`, h("span", { class: "edge-letter" }, colour), `edge ${COLOURS[colour]}`, here),
  }));
  return over(edges.picture, "picture of Hackenbush", targets.filter(({ at }) => at[2] > 0));
}
