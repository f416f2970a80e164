// Text of cells: the part of Markdown that notes need, built as elements, so that no text can become a program.

import { h, pieces } from "./elements.js";
import { formula } from "./typeset.js";

const INLINE = /(`+)(.+?)\1|\$([^$\s](?:[^$]*[^$\s])?)\$|\*\*(.+?)\*\*|\*([^*\s][^*]*)\*|\[([^\]]+)\]\((https?:[^)\s]+)\)/g;

function formatted([, , code, tex, strong, emphasis, words, address]) {
  if (code !== undefined) return h("code", {}, code);
  if (tex !== undefined) return formula(tex);
  if (strong !== undefined) return h("strong", {}, ...inline(strong));
  if (emphasis !== undefined) return h("em", {}, ...inline(emphasis));
  return h("a", { href: address, rel: "noopener" }, words);
}

/** Returns a line with its code, formulas, emphasis and links. */
export const inline = (text) => pieces(text, INLINE, formatted, (rest) => (rest === "" ? [] : [rest]));

/** Returns the elements of a text. */
export function markdown(text) {
  const out = [];
  const lines = text.split("\n");
  while (lines.length > 0) {
    const line = lines.shift();
    const heading = /^(#{1,4})\s+(.*)$/.exec(line);
    const item = (line) => /^\s*([-*]|\d+\.)\s+(.*)$/.exec(line ?? "");
    const gathered = (more) => {
      const taken = [line];
      while (lines.length > 0 && more(lines[0])) taken.push(lines.shift());
      return taken;
    };
    if (line.trim() === "") continue;
    // The page has its own first heading.
    else if (heading) out.push(h(`h${heading[1].length + 1}`, {}, ...inline(heading[2])));
    else if (line.startsWith("```")) {
      const code = [];
      while (lines.length > 0 && !lines[0].startsWith("```")) code.push(lines.shift());
      lines.shift();
      out.push(h("pre", {}, h("code", {}, code.join("\n"))));
    } else if (/^( {4}| {2}\S)/.test(line)) out.push(h("pre", {}, gathered((l) => /^ {2}/.test(l)).join("\n")));
    else if (item(line)) {
      const ordered = /\d/.test(item(line)[1]);
      const items = gathered((l) => item(l)).map((l) => h("li", {}, ...inline(item(l)[2])));
      out.push(h(ordered ? "ol" : "ul", {}, ...items));
    } else {
      const whole = gathered((l) => l.trim() !== "" && !/^(#{1,4}\s|```)/.test(l) && !item(l)).join(" ");
      out.push(h("p", {}, ...inline(whole)));
    }
  }
  return out;
}
