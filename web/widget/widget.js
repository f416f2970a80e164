// The board in a notebook: that of the page, whose questions the kernel answers.

import { Board } from "../page/board.js";
import { h } from "../page/elements.js";
import { learn, paperIs } from "../page/pictures.js";
import board from "../page/board.css";
import style from "../page/style.css";
import own from "./widget.css";

const GONE = { ok: false, message: "the kernel that had this board is gone", help: "run its cell again" };
const STOPPED = { ok: false, stopped: true, message: "stopped" };

/** The session of a widget, as the board sees it. Fires `idle`. */
class Kernel extends EventTarget {
  #model;
  #waiting = new Map();
  #next = 0;

  constructor(model) {
    super();
    this.#model = model;
    model.on("msg:custom", ({ id, answer }) => this.#settle(id, JSON.parse(answer)));
  }

  get isBusy() {
    return this.#waiting.size > 0;
  }

  /** Returns the answer to a request; it is always an object with `ok`. */
  ask(request) {
    const id = this.#next++;
    try {
      this.#model.send({ id, request: JSON.stringify(request) });
    } catch {
      return Promise.resolve(GONE);
    }
    return new Promise((settle) => this.#waiting.set(id, settle));
  }

  /** Ends all that is being asked. */
  stop() {
    const ids = [...this.#waiting.keys()];
    this.#model.send({ stop: ids });
    for (const id of ids) this.#settle(id, STOPPED);
  }

  #settle(id, answer) {
    // What was stopped may be answered all the same.
    this.#waiting.get(id)?.(answer);
    this.#waiting.delete(id);
    if (!this.isBusy) this.dispatchEvent(new Event("idle"));
  }
}

/** Returns `true` in a dark notebook: of Jupyter, VS Code, Colab. */
const isDark = () => document.body.dataset.jpThemeLight === "false" || document.body.classList.contains("vscode-dark") || document.documentElement.getAttribute("theme") === "dark";

function render({ model, el }) {
  const place = h("div", { class: "board" });
  const root = el.attachShadow({ mode: "open" });
  root.append(h("style", {}, style + board + own), place);
  const paint = () => (el.dataset.theme = isDark() ? "dark" : "light");
  paperIs(isDark);
  paint();
  const painted = new MutationObserver(paint);
  painted.observe(document.body, { attributes: true });

  const kernel = new Kernel(model);
  const shown = new Board(place, kernel, {});
  const open = () => {
    const { position, rule, ...terms } = Object.fromEntries(["position", "mover", "machine", "answers", "rule"].map((name) => [name, model.get(name)]));
    return shown.open(position, rule ? { ...terms, rule } : terms);
  };
  model.on("change:position", () => model.get("position") !== shown.position && open());
  for (const name of ["mover", "machine", "rule"]) model.on(`change:${name}`, () => model.get(name) !== shown[name].value && open());
  model.on("change:answers", () => model.get("answers") !== shown.answers.checked && shown.hide(!model.get("answers")));
  shown.addEventListener("shown", () => {
    const now = { position: shown.position, answers: shown.answers.checked, mover: shown.mover.value, machine: shown.machine.value, rule: shown.rule.value };
    for (const [name, value] of Object.entries(now)) model.set(name, value);
    model.save_changes();
  });
  kernel.ask({ do: "inks" }).then(({ inks }) => inks && learn(inks));
  open();
  return () => painted.disconnect();
}

export default { render };
