// A board to click: the position, the moves of either player, and what each of them leads to.

import { announce, h, picture } from "./elements.js";
import { vertices } from "./graph.js";
import { trouble } from "./results.js";
import { cells, columns } from "./squares.js";
import { formula } from "./typeset.js";

const NAMES = { L: "Left", R: "Right" };
const SIGNS = { win: "✓", loss: "✗", draw: "=" };

/** What a move leads to, in words. */
function prospect({ verdict, length }) {
  if (!verdict) return "not known";
  const moves = length ? ` in ${length} move${length === 1 ? "" : "s"}` : "";
  return { win: `wins${moves}`, loss: `loses${moves}`, draw: "draws" }[verdict];
}

/** Whether some places are among others, which are more. */
const within = (few, many) => few.length < many.length && few.every((place) => many.includes(place));

/** The board and its tools. */
export class Board {
  // Positions so far, each with who moves there; the last is on the table.
  #past = [];
  #seen;
  #chosen = [];
  #asked = 0;

  constructor(element, engine) {
    this.engine = engine;
    this.field = h("input", { type: "text", spellcheck: false, autocapitalize: "off", autocomplete: "off", "aria-label": "position", placeholder: "domineering(3, 3)" });
    this.mover = this.#choice("moves now", { L: "Left", R: "Right" }, () => this.#again());
    this.rule = this.#choice("rule", { normal: "who cannot move loses", misere: "who cannot move wins" }, () => this.#again());
    this.machine = this.#choice("machine", { "": "nobody", L: "Left", R: "Right" }, () => this.#answerBack());
    const button = (label, onclick, title) => h("button", { type: "button", onclick, title }, label);
    this.undo = button("Undo", () => this.#back(), "take a move back");
    this.status = h("p", { class: "status", role: "status" });
    this.place = h("div", { class: "place-of-board" });
    this.said = h("div", { class: "said", "aria-live": "polite" });
    this.list = h("div", { class: "moves" });
    this.about = h("div", { class: "about" });
    element.replaceChildren(
      h("form", { class: "ask", onsubmit: (event) => (event.preventDefault(), this.open(this.field.value)) }, this.field, h("button", { type: "submit" }, "Show")),
      h("div", { class: "choices" }, this.mover.label, this.machine.label, this.rule.label),
      this.status, this.place,
      h("div", { class: "row" }, this.undo, button("Hint", () => this.#hint(), "a good move, and why"), button("Why?", () => this.#why(), "why the outcome is what it is")),
      this.said, this.list, this.about);
  }

  /** Puts a position on the table. */
  open(text) {
    if (!text.trim()) return this.field.focus();
    this.field.value = text;
    this.#past = [{ text, mover: this.mover.value }];
    return this.#show();
  }

  get #here() {
    return this.#past.at(-1);
  }

  get #request() {
    return { text: this.#here.text, mover: this.#here.mover, misere: this.rule.value === "misere" };
  }

  #choice(name, options, onchange) {
    const select = h("select", { onchange }, ...Object.entries(options).map(([value, text]) => h("option", { value }, text)));
    return { label: h("label", {}, `${name} `, select), get value() { return select.value; }, set value(v) { select.value = v; } };
  }

  // Who moves, or the rule, has been changed.
  #again() {
    if (this.#past.length === 0) return;
    this.#here.mover = this.mover.value;
    this.#show();
  }

  async #show() {
    const asked = ++this.#asked;
    this.mover.value = this.#here.mover;
    this.undo.disabled = this.#past.length < 2;
    this.#chosen = [];
    this.said.replaceChildren();
    this.place.setAttribute("aria-busy", "true");
    const seen = await this.engine.ask({ do: "board", ...this.#request });
    if (asked !== this.#asked) return;
    this.place.removeAttribute("aria-busy");
    this.#seen = seen.ok ? seen : undefined;
    if (!seen.ok) {
      for (const part of [this.place, this.list, this.about]) part.replaceChildren();
      this.status.textContent = "";
      return this.said.replaceChildren(trouble(seen, this.#here.text));
    }
    this.#draw();
    this.#tell();
    return this.#answerBack();
  }

  #draw() {
    const seen = this.#seen;
    const press = (place) => this.#press(place);
    const look = { moves: seen.moves, chosen: this.#chosen, press };
    const shown = seen.boards ? cells(seen.boards, look) : seen.heaps ? columns(seen.heaps, look)
      : seen.graph ? vertices(seen.graph, look) : seen.picture ? picture(seen.picture, seen.text) : h("p", { class: "written" }, seen.text);
    // The focus stays where it was, for those who play by the keys.
    const focused = document.activeElement?.dataset?.place;
    this.place.replaceChildren(shown);
    if (focused) this.place.querySelector(`[data-place="${focused}"]`)?.focus();
    const fits = seen.moves.filter((move) => this.#chosen.every((place) => move.places.includes(place)));
    const items = fits.map((move) => {
      const sign = h("span", { class: "sign", "aria-hidden": true }, SIGNS[move.verdict] ?? "?");
      const onclick = () => this.#make(move);
      return h("li", {}, h("button", { type: "button", class: `move ${move.verdict ?? "unknown"}`, onclick }, sign, h("span", { class: "where" }, move.label), h("span", { class: "prospect" }, prospect(move))));
    });
    const more = seen.more ? [h("p", { class: "faint" }, `and ${seen.more} more`)] : [];
    const described = seen.described ? [h("p", {}, `The moves: ${seen.described}.`)] : [];
    const heading = items.length ? [h("h3", {}, `Moves of ${NAMES[this.#here.mover]}`)] : [];
    this.list.replaceChildren(...heading, ...described, h("ul", {}, ...items), ...more);
  }

  #tell() {
    const { ending, outcome, value, thermograph } = this.#seen;
    const turn = ending ?? `${NAMES[this.#here.mover]} moves.`;
    this.status.replaceChildren(h("strong", {}, turn), outcome && !ending ? ` ${outcome.charAt(0).toUpperCase()}${outcome.slice(1)}.` : "");
    announce(this.status.textContent);
    const parts = [];
    if (value?.text) parts.push(h("p", {}, "Value ", value.latex ? formula(value.latex, value.text) : h("code", {}, value.text)));
    if (thermograph) parts.push(h("details", {}, h("summary", {}, "Thermograph"), picture(thermograph, "thermograph")));
    this.about.replaceChildren(...parts);
  }

  // A place was clicked: if one move is meant, it is made; else the moves there are left to choose from.
  #press(place) {
    const fits = (chosen) => this.#seen.moves.filter((move) => chosen.every((one) => move.places.includes(one)));
    const at = this.#chosen.indexOf(place);
    if (at >= 0) {
      // A place is meant a second time where that ends a move, as when an amazon shoots to where she stood.
      const whole = this.#chosen.length > 1 && fits(this.#chosen).find((move) => move.places.length === this.#chosen.length);
      if (whole) return this.#make(whole);
      this.#chosen.splice(at, 1);
    } else {
      const chosen = fits([...this.#chosen, place]).length > 0 ? [...this.#chosen, place] : [place];
      const left = fits(chosen);
      // Of moves that take more and more from one place on, such as bites of chocolate, the first is meant.
      const least = left.reduce((least, move) => (move.places.length < least.places.length ? move : least), left[0]);
      const isFirst = chosen.length === 1 && left.every((move) => move === least || within(least.places, move.places));
      if (left.length === 1 || isFirst) return this.#make(least);
      this.#chosen = left.length > 0 ? chosen : [];
    }
    this.#draw();
  }

  #make({ text }) {
    const mover = this.#here.mover === "L" ? "R" : "L";
    this.#past.push({ text, mover });
    return this.#show();
  }

  #back() {
    if (this.#past.length < 2) return;
    this.#past.pop();
    // With a machine, a person takes back to where he was to move.
    while (this.#past.length > 1 && this.#here.mover === this.machine.value) this.#past.pop();
    if (this.#here.mover === this.machine.value) this.machine.value = "";
    this.#show();
  }

  // The machine moves, if it is its turn.
  async #answerBack() {
    if (!this.#seen || this.#seen.ending || this.#here.mover !== this.machine.value) return;
    const asked = this.#asked;
    const advice = await this.engine.ask({ do: "advise", ...this.#request });
    if (asked !== this.#asked) return;
    if (!advice.ok || !advice.text) return this.said.replaceChildren(trouble({ message: advice.message ?? advice.why }, ""));
    const name = NAMES[this.#here.mover];
    const shown = this.#make(advice);
    const words = `${name} moved: ${advice.label}, because ${advice.why}.`;
    await shown;
    this.said.replaceChildren(h("p", {}, words));
  }

  async #hint() {
    if (!this.#seen) return;
    const advice = await this.engine.ask({ do: "advise", ...this.#request });
    const words = advice.ok ? (advice.label ? `${advice.label}: ${advice.why}.` : `${advice.why}.`) : advice.message;
    this.said.replaceChildren(h("p", {}, words));
  }

  async #why() {
    if (!this.#seen) return;
    const { text, misere } = this.#request;
    const answer = await this.engine.ask({ do: "eval", text: `explain(${text}${misere ? ", misere" : ""})` });
    const last = answer.answers?.at(-1) ?? answer;
    this.said.replaceChildren(last.ok ? h("pre", {}, (last.printed ?? "") + last.text) : trouble(last, ""));
  }
}
