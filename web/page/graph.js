// A graph as a picture with a button on every vertex, each coloured by the best that a move there leads to.

import { arrows, square } from "./squares.js";
import { h, picture } from "./elements.js";

/** The graph of a position, its vertices to click. */
export function vertices({ picture: svg, vertices }, look) {
  const one = ({ at, name, tokens, gone }, v) => {
    const on = tokens > 1 ? `, ${tokens} tokens` : tokens ? ", a token" : gone ? ", gone" : "";
    const button = square(String(v), `vertex ${name}${on}`, "●".repeat(Math.min(tokens, 3)), `vertex ${gone ? "gone" : ""}`, look);
    const [left, top, width, height] = at.map((part) => `${(100 * part).toFixed(3)}%`);
    Object.assign(button.style, { left, top, width, height });
    return button;
  };
  return arrows(h("div", { class: "graph", role: "group", "aria-label": "graph" }, picture(svg, "graph"), ...vertices.map(one)));
}
