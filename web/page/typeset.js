// Formulas, typeset by KaTeX, which is part of the page and loaded with the first of them.

import { h } from "./elements.js";

let loading;

/** KaTeX: a script that leaves its name with the page, and a style sheet that names the fonts. */
function renderer() {
  loading ??= import("./katex/katex.min.js").then(() => {
    document.head.append(h("link", { rel: "stylesheet", href: new URL("./katex/katex.min.css", import.meta.url).href }));
    return globalThis.katex;
  });
  return loading;
}

/** A formula as an element; its source until it is typeset, and where it cannot be. */
export function formula(tex, otherwise = tex) {
  const element = h("span", { class: "formula" }, h("code", {}, otherwise));
  renderer().then((katex) => {
    element.innerHTML = katex.renderToString(tex, { throwOnError: true, strict: "ignore", trust: false });
  }).catch(() => {});
  return element;
}
