// Formulas, typeset by KaTeX, which is part of the page.

import "./katex/katex.min.js";
import { h } from "./elements.js";

// The small file is a script that leaves its name with the page.
const { katex } = globalThis;

/** A formula as an element; its source where it cannot be typeset. */
export function formula(tex, otherwise = tex) {
  try {
    const element = h("span", { class: "formula" });
    element.innerHTML = katex.renderToString(tex, { throwOnError: true, strict: "ignore", trust: false });
    return element;
  } catch {
    return h("code", {}, otherwise);
  }
}
