// The explorer: the options of a value or a position as a tree that is opened by clicks, values beside.

import { askForm, button, h, lineField } from "./elements.js";
import { trouble, written } from "./results.js";
import { withBoards } from "./why.js";

/** The explorer and its field. */
export class Explorer {
  constructor(element, engine, home) {
    Object.assign(this, { engine, home });
    this.field = lineField("value or position", "<3|<1|-1>>");
    this.tree = h("div", { class: "tree" });
    element.replaceChildren(
      askForm(this.field, "Open", (text) => this.open(text)),
      h("p", { class: "faint" }, "The options of a value or a position; those that matter for its value come first, others are faint. Press one to see its options."),
      this.tree);
  }

  /** Shows a value or a position with its options. */
  async open(text) {
    if (!text.trim()) return this.field.focus();
    this.field.value = text;
    const node = this.#node({ text });
    this.tree.replaceChildren(node.element);
    await node.toggle();
  }

  #node({ text, value, sensible }) {
    const below = h("div", { class: "below" });
    const shown = h("span", { class: "worth" }, ...this.#worth(text, value));
    const name = button([h("code", {}, ...withBoards(text))], () => toggle(), { class: `small option ${sensible === false ? "minor" : ""}`, title: text, "aria-expanded": "false" });
    const board = button("Board", () => this.home.play(text), { class: "small", "aria-label": `Board: ${text}` });
    const toggle = async () => {
      const isOpen = name.getAttribute("aria-expanded") === "true";
      name.setAttribute("aria-expanded", String(!isOpen));
      below.hidden = isOpen;
      if (isOpen || below.childElementCount > 0) return;
      const seen = await this.engine.ask({ do: "options", text });
      if (!seen.ok) return below.replaceChildren(trouble(seen, text));
      if (!value) shown.replaceChildren(...this.#worth(text, seen.value));
      below.replaceChildren(...["left", "right"].map((side) => this.#side(side, seen[side])));
    };
    return { element: h("div", { class: "node" }, h("div", { class: "node-head" }, name, shown, board), below), toggle };
  }

  #worth(text, value) {
    return value?.text && value.text !== text ? [" = ", written(value)] : [];
  }

  #side(side, { options, more }) {
    const title = side === "left" ? "Left" : "Right";
    const items = options.map((option) => h("li", {}, this.#node(option).element));
    const none = options.length === 0 ? [h("p", { class: "faint" }, `${title} has no move.`)] : [];
    const rest = more ? [h("p", { class: "faint" }, `and ${more} more`)] : [];
    return h("div", { class: `side-of-node by-${side}` }, h("span", { class: "whose" }, title), ...none, h("ul", {}, ...items), ...rest);
  }
}
