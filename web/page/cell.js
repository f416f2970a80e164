// A cell: text, or statements with what came of them.

import { colour } from "./colours.js";
import { complete } from "./completion.js";
import { announce, h } from "./elements.js";
import { markdown } from "./markdown.js";
import { results } from "./results.js";

/** One cell. `home` runs statements, opens boards and help, and knows the cells around. */
export class Cell {
  constructor(kind, text, home) {
    this.kind = kind;
    this.home = home;
    const name = kind === "code" ? "statements" : "text in Markdown";
    this.field = h("textarea", {
      value: text, rows: 1, spellcheck: kind === "text", autocomplete: "off", autocapitalize: "off", "aria-label": name,
      oninput: () => this.#changed(), onkeydown: (event) => this.#key(event),
      onblur: () => kind === "text" && this.show(),
    });
    this.output = h("div", { class: "output", "aria-live": "polite" });
    const button = (label, title, onclick) => h("button", { class: "small", type: "button", title, onclick }, label);
    const tools = h("div", { class: "tools" },
      kind === "code" ? button("Run", "run this cell (Shift+Enter)", () => this.run()) : button("Edit", "edit this text", () => this.edit()),
      button("+ cg", "a cell of statements below", () => home.insert("code", "", this).field.focus()),
      button("+ text", "a cell of text below", () => home.insert("text", "", this).edit()),
      button("↑", "move this cell up", () => home.move(this, -1)),
      button("↓", "move this cell down", () => home.move(this, 1)),
      button("×", "remove this cell", () => home.remove(this)));
    this.frame = h("div", { class: "frame" }, this.field);
    this.element = h("section", { class: `cell ${kind}`, "aria-label": kind === "code" ? "cell" : "text" }, this.frame, this.output, tools);
    if (kind === "code") {
      complete(this.field, home.engine, this.frame);
      colour(this.field, home.engine, this.frame);
    } else this.output.addEventListener("dblclick", () => this.edit());
  }

  get text() {
    return this.field.value;
  }

  /** Brings the field to the height of its text; for text, shows it as it reads. */
  show() {
    this.#fit();
    if (this.kind !== "text") return;
    const isEmpty = this.text.trim() === "";
    this.output.replaceChildren(...(isEmpty ? [h("p", { class: "faint" }, "Empty text")] : markdown(this.text)));
    this.element.classList.remove("editing");
  }

  /** Opens a text for editing. */
  edit() {
    this.element.classList.add("editing");
    this.#fit();
    this.field.focus();
  }

  /** Runs the statements; says whether all went well. */
  async run() {
    if (this.kind === "text") return this.show(), true;
    const text = this.text;
    if (text.trim() === "") return this.output.replaceChildren(), true;
    this.element.classList.add("running");
    const answer = await this.home.engine.run(text);
    this.element.classList.remove("running");
    const shown = results(answer, text, (position) => this.home.play(position));
    this.output.replaceChildren(...(shown.length > 0 ? shown : [h("p", { class: "faint" }, "✓")]));
    const last = answer.answers?.at(-1);
    announce(last?.ok ? last.text || "done" : (last ?? answer).message);
    return answer.ok;
  }

  #changed() {
    this.#fit();
    this.home.changed();
  }

  #fit() {
    this.field.style.height = "auto";
    this.field.style.height = `${this.field.scrollHeight}px`;
  }

  #key(event) {
    if (event.defaultPrevented) return;
    if (event.key === "Enter" && (event.shiftKey || event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      this.run();
      if (event.shiftKey) this.home.after(this);
    } else if (event.key === "Escape" && this.kind === "text") this.field.blur();
    else if (event.key === "F1") {
      event.preventDefault();
      this.home.help(this.#word());
    }
  }

  #word() {
    const { value, selectionStart } = this.field;
    const before = /[\p{L}\p{N}_]*$/u.exec(value.slice(0, selectionStart))[0];
    return before + /^[\p{L}\p{N}_]*/u.exec(value.slice(selectionStart))[0];
  }
}
