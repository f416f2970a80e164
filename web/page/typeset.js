// Formulas, typeset by KaTeX, which is part of the page.

import katex from "./katex/katex.mjs";
import { h } from "./elements.js";

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
