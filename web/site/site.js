// The documentation as it is read: examples that run, and the search.

import { Engine } from "../engine.js";
import { h } from "../elements.js";
import { loaded } from "../module.js";
import { results } from "../results.js";
import { write } from "../address.js";
import { helpIs } from "../words.js";
import { FIELDS } from "./fields.js";
import MiniSearch from "./minisearch.js";

if (matchMedia("(prefers-color-scheme: dark)").matches) document.documentElement.dataset.theme = "dark";

const MOST_FOUND = 20;

// The program is loaded with the first example that runs. Boards, options and help open in the page above.
let engine;
const above = (parts) => location.assign(`../${write(parts)}`);
const home = { play: (board) => above({ board }), explore: (options) => above({ options }) };
helpIs((help) => above({ help }));

const examples = [...document.querySelectorAll(".example")];
// Examples of a text use what those before it define; entries of the reference stand alone.
const areApart = document.body.hasAttribute("data-apart");
let done = 0;

async function run(at) {
  engine ??= new Engine(loaded(() => {}));
  const first = areApart || at < done ? at : done;
  done = Math.max(done, at + 1);
  for (const example of examples.slice(first, at + 1)) {
    const text = example.querySelector("code").textContent;
    const output = example.querySelector(".output");
    output.replaceChildren(h("p", { class: "faint" }, "…"));
    const shown = results(await engine.run(text), text, home);
    output.replaceChildren(...(shown.length > 0 ? shown : [h("p", { class: "faint" }, "✓ defined")]));
  }
}

for (const [i, example] of examples.entries()) {
  const button = example.querySelector(".run");
  button.hidden = false;
  button.addEventListener("click", () => run(i));
}

// On a phone the text comes first.
if (matchMedia("(max-width: 48rem)").matches) for (const group of document.querySelectorAll("nav details")) group.open = false;

// The index is loaded with the first letter.
const field = document.getElementById("search");
const found = document.getElementById("found");
const beside = (file) => new URL(file, import.meta.url);
let index;

async function search() {
  const asked = field.value.trim();
  found.hidden = asked === "";
  if (asked === "") return;
  index ??= fetch(beside("search.json")).then((answer) => answer.text()).then((text) => MiniSearch.loadJSON(text, FIELDS));
  const both = (await index).search(asked);
  // Where no text has all words, those that have some are better than nothing.
  const all = both.length > 0 ? both : (await index).search(asked, { combineWith: "OR" });
  if (asked !== field.value.trim()) return;
  const item = ({ href, heading, page }) => h("li", {}, h("a", { href }, heading), h("span", { class: "faint" }, ` ${page}`));
  found.replaceChildren(
    h("h2", {}, all.length > 0 ? `“${asked}”` : `Nothing was found for “${asked}”`),
    h("ol", {}, ...all.slice(0, MOST_FOUND).map(item)));
  scrollTo({ top: 0 });
}

field.addEventListener("input", search);
field.form.addEventListener("submit", (event) => {
  event.preventDefault();
  found.querySelector("a")?.click();
});
// A result on this page leads to its place in the text.
found.addEventListener("click", (event) => event.target.closest("a") && (found.hidden = true));
addEventListener("keydown", (event) => {
  if (event.key === "/" && !event.target.closest("input, textarea")) {
    event.preventDefault();
    field.focus();
  }
});
