// Help: entries with links, examples that run, lists of families and of what a search finds.

import { askForm, button, h, lineField } from "./elements.js";
import { inline } from "./markdown.js";
import { results } from "./results.js";
import { helpLink, ofThisDoor } from "./words.js";

/** The help and its field. */
export class Help {
  #asked = 0;

  constructor(element, engine, home) {
    Object.assign(this, { engine, home });
    this.field = lineField("a name or words", "outcome");
    this.page = h("div", { class: "help-page" });
    element.replaceChildren(askForm(this.field, "Show", (text) => this.open(text)), this.page);
  }

  /** Shows help on a topic; without one, where to begin. */
  async open(topic) {
    const asked = ++this.#asked;
    this.field.value = topic;
    const found = await this.engine.ask({ do: "help", topic });
    if (asked !== this.#asked) return;
    this.page.replaceChildren(...this.#shown(found, topic));
    this.page.parentElement.scrollTop = 0;
  }

  #shown(found, topic) {
    if (!found.ok) return [h("p", {}, found.message)];
    const shown = found.entries.map((entry) => this.#entry(entry));
    if (found.families) shown.push(h("h3", {}, "Everything that is built in"), h("ul", {}, ...found.families.map((family) => h("li", {}, helpLink(family, family)))));
    if (found.listed?.length > 0) shown.push(h("h3", {}, found.family ?? `Topics for “${topic}”`), h("dl", {}, ...found.listed.flatMap(({ name, form, summary }) => [h("dt", {}, helpLink(name, form)), h("dd", {}, ...inline(summary))])));
    if (found.listed?.length === 0) shown.push(h("p", {}, `There is no help on “${topic}”. `, ...found.near.map((name) => helpLink(name, name))));
    if (topic) shown.push(h("p", {}, helpLink("", "All families")));
    return shown;
  }

  #entry({ form, family, also, kinds, summary, definition, table, provocation, examples, see }) {
    const linked = (text) => this.#linked(ofThisDoor(text), see);
    return h("article", { class: "entry" },
      h("h3", {}, h("code", {}, form)),
      h("p", { class: "faint" }, helpLink(family, family), also.length > 0 ? ` · also called ${also.join(", ")}` : ""),
      h("p", {}, h("strong", {}, ...linked(summary))),
      ...definition.split("\n\n").filter(Boolean).flatMap((paragraph) => this.#paragraph(paragraph, linked)),
      kinds ? h("p", { class: "faint" }, ...inline(kinds)) : undefined,
      table ? h("pre", { tabIndex: 0 }, table) : undefined,
      provocation ? h("div", {}, h("h4", {}, "A text with this error"), h("pre", {}, provocation)) : undefined,
      examples.length > 0 ? h("h4", {}, "Examples") : undefined,
      ...examples.map(([text, result]) => this.#example(text, result)),
      see.length > 0 ? h("p", {}, "See also ", ...see.flatMap((name, i) => [i > 0 ? ", " : "", helpLink(name, name)])) : undefined);
  }

  #paragraph(text, linked) {
    const [first, ...items] = text.replaceAll(/\n(?!- )/g, " ").split("\n- ");
    return [h("p", {}, ...linked(first)), ...(items.length > 0 ? [h("ul", {}, ...items.map((item) => h("li", {}, ...linked(item))))] : [])];
  }

  // Returns a text in which code that names a topic among `see` is a link.
  #linked(text, see) {
    return inline(text).map((piece) => (piece.tagName === "CODE" && see.includes(piece.textContent) ? helpLink(piece.textContent, piece) : piece));
  }

  #example(text, result) {
    const output = h("div", { class: "output", "aria-live": "polite" });
    const run = async () => output.replaceChildren(...results(await this.engine.ask({ do: "eval", text }), text, this.home));
    return h("div", { class: "example" }, h("div", { class: "example-head" }, h("code", {}, text), button("Run", run, { class: "small", "aria-label": `Run ${text}` })), h("pre", { class: "faint" }, result), output);
  }
}
