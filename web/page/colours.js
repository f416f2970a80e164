// The colours of statements, as the language itself tells words, names and numbers apart.

import { h } from "./elements.js";

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Shows a text in an element: at once without colours, and with them as soon as they are known. */
export async function paint(element, text, engine) {
  element.textContent = text;
  // What is being computed is not kept waiting for; it may take long.
  if (engine.isBusy || text === "") return;
  const { pieces } = await engine.ask({ do: "colours", text });
  if (!pieces || element.textContent !== text) return;
  const bytes = encoder.encode(text);
  const slice = (from, to) => decoder.decode(bytes.slice(from, to));
  const shown = [];
  let done = 0;
  for (const [from, to, name] of pieces) {
    shown.push(slice(done, from), h("span", { class: `is-${name}` }, slice(from, to)));
    done = to;
  }
  element.replaceChildren(...shown, slice(done));
}

/** Colours what is typed into a field, by a copy of it that lies behind. */
export function colour(field, engine, frame) {
  const behind = h("pre", { class: "behind", "aria-hidden": "true" });
  frame.prepend(behind);
  frame.classList.add("coloured");
  // A last empty line has no height without a letter.
  const show = () => paint(behind, field.value.replace(/\n$/, "\n "), engine);
  field.addEventListener("input", show);
  engine.addEventListener("idle", () => behind.isConnected && !behind.querySelector("span") && show());
  show();
}
