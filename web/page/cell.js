// A cell: text, or statements with what came of them.

import { colour } from "./colours.js";
import { complete } from "./completion.js";
import { announce, button, h } from "./elements.js";
import { markdown } from "./markdown.js";
import { results } from "./results.js";
import { asksForHelp } from "./words.js";

/** One cell. `home` runs statements, opens boards and help, and knows the cells around. */
export class Cell {
  constructor(kind, text, home) {
    this.kind = kind;
    this.home = home;
    const isCode = kind === "code";
    this.field = h("textarea", {
      value: text, rows: 1, spellcheck: !isCode, autocomplete: "off", autocapitalize: "off", "aria-label": isCode ? "statements" : "text in Markdown",
      placeholder: isCode ? "Type here, such as nim(3, 4, 5)" : "",
      oninput: () => this.#changed(), onkeydown: (event) => this.#key(event),
      onblur: () => !isCode && this.show(),
    });
    this.output = h("div", { class: "output", "aria-live": "polite" });
    this.clock = h("span", { class: "clock faint", "aria-hidden": "true" });
    const small = (label, title, onclick) => button(label, onclick, { class: "small", title, "aria-label": title });
    const run = isCode
      ? button("▶", () => this.run(), { class: "run", title: "run this cell (Shift+Enter)", "aria-label": "run this cell" })
      : undefined;
    const tools = h("div", { class: "tools" },
      isCode ? undefined : small("Edit", "edit this text", () => this.edit()),
      small("+ cg", "a cell of statements below", () => home.insert("code", "", this).field.focus()),
      small("+ text", "a cell of text below", () => home.insert("text", "", this).edit()),
      small("↑", "move this cell up", () => home.move(this, -1)),
      small("↓", "move this cell down", () => home.move(this, 1)),
      small("×", "remove this cell", () => home.remove(this)));
    this.frame = h("div", { class: "frame" }, this.field);
    this.element = h("div", { class: `cell ${kind}`, role: "group" }, h("div", { class: "statements" }, run, this.frame, this.clock), this.output, tools);
    if (isCode) {
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

  /** Runs the statements. Says whether all went `ok`, and whether they were `stopped`. */
  async run() {
    if (this.kind === "text") return this.show(), { ok: true };
    const text = this.text;
    if (text.trim() === "") return this.output.replaceChildren(), { ok: true };
    const topic = asksForHelp(text);
    if (topic !== undefined) return this.home.help(topic), { ok: true };
    this.element.classList.add("running");
    const since = performance.now();
    const seconds = () => Math.floor((performance.now() - since) / 1000);
    const clock = setInterval(() => (this.clock.textContent = seconds() > 0 ? `${seconds()} s` : ""), 500);
    const answer = await this.home.engine.run(text);
    clearInterval(clock);
    this.clock.textContent = "";
    this.element.classList.remove("running");
    const shown = results(answer, text, this.home);
    const isComment = text.split("\n").every((line) => /^\s*(#|$)/.test(line));
    const nothing = h("p", { class: "faint" }, isComment ? "nothing to run" : "✓ defined");
    this.output.replaceChildren(...(shown.length > 0 ? shown : [nothing]));
    const last = answer.answers?.at(-1);
    announce(last?.ok ? last.text || "done" : (last ?? answer).message);
    return { ok: answer.ok, stopped: (last ?? answer).stopped };
  }

  #changed() {
    this.#fit();
    this.home.changed(true);
  }

  #fit() {
    this.field.style.height = "auto";
    this.field.style.height = `${this.field.scrollHeight}px`;
  }

  #key(event) {
    if (event.defaultPrevented) return;
    if (event.key === "Enter" && (event.shiftKey || event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      const done = this.run();
      if (!event.shiftKey) return;
      const next = this.home.after(this);
      // The results have moved it.
      done.then(() => next.contains(document.activeElement) && next.scrollIntoView({ block: "nearest" }));
    } else if (event.key === "Escape" && this.kind === "text") this.field.blur();
    else if (event.key === "F1") {
      event.preventDefault();
      this.home.help(this.#word());
    }
  }

  // Returns the name that is marked in an open list of completions, or the one at the cursor.
  #word() {
    const marked = this.frame.querySelector(".completions:not([hidden]) [aria-selected=true] code");
    if (marked) return marked.textContent.replace(/\($/, "");
    const { value, selectionStart } = this.field;
    const before = /[\p{L}\p{N}_]*$/u.exec(value.slice(0, selectionStart))[0];
    return before + /^[\p{L}\p{N}_]*/u.exec(value.slice(selectionStart))[0];
  }
}
