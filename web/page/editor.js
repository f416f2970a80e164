// An own board: a ruleset, a size, and cells that are clicked until they are as they should be.

import { button, h } from "./elements.js";
import { LETTERS } from "./rulesets.js";
import { pieceOn } from "./squares.js";

/** The largest number of rows and columns. */
const MAX_SIDE = 12;

const clamped = (side) => Math.min(MAX_SIDE, Math.max(1, Number(side) || 1));

/** Makes the form; `play` is called with the position. */
export function boardEditor(play) {
  let rows = 4;
  let columns = 4;
  let cells = new Map();
  const ruleset = h("select", { onchange: () => (cells = new Map(), draw()) }, ...Object.keys(LETTERS).map((name) => h("option", { value: name }, name.replaceAll("_", " "))));
  const size = (label, set) => h("label", {}, `${label} `, h("input", { type: "number", min: 1, max: MAX_SIDE, value: 4, onchange: ({ target }) => (target.value = clamped(target.value)), oninput: ({ target }) => (set(clamped(target.value)), draw()) }));
  const grid = h("div", { class: "own-board", role: "group", "aria-label": "own board" });
  const text = h("code", { class: "faint" });

  const letterAt = (y, x) => cells.get(`${y}-${x}`) ?? Object.keys(LETTERS[ruleset.value])[0];
  const written = () => {
    const lines = Array.from({ length: rows }, (_, y) => Array.from({ length: columns }, (_, x) => letterAt(y, x)).join(""));
    return `${ruleset.value}("${lines.join("/")}")`;
  };
  const turn = (y, x) => {
    const letters = Object.keys(LETTERS[ruleset.value]);
    cells.set(`${y}-${x}`, letters[(letters.indexOf(letterAt(y, x)) + 1) % letters.length]);
    draw();
    grid.querySelector(`[data-place="${y}-${x}"]`).focus();
  };
  const draw = () => {
    const kinds = LETTERS[ruleset.value];
    const cell = (y, x) => {
      const letter = letterAt(y, x);
      const kind = kinds[letter];
      const what = { left: "Left's", right: "Right's", blocked: "no cell" }[kind] ?? kind;
      const square = button(pieceOn(kind, letter, ruleset.value), () => turn(y, x), { class: `square can ${kind === "taken" ? "blocked" : kind}`, "aria-label": `row ${y + 1}, column ${x + 1}: ${what}` });
      square.dataset.place = `${y}-${x}`;
      return square;
    };
    grid.style.setProperty("--columns", columns);
    grid.replaceChildren(...Array.from({ length: rows }, (_, y) => h("div", { class: "line-of-squares" }, ...Array.from({ length: columns }, (_, x) => cell(y, x)))));
    text.textContent = written();
  };
  draw();
  return h("details", { class: "editor" }, h("summary", {}, "Make a board of your own"),
    h("div", { class: "choices" }, h("label", {}, "game ", ruleset), size("rows", (n) => (rows = n)), size("columns", (n) => (columns = n))),
    h("p", { class: "faint" }, "Press a cell until it is as you want it."), grid, text,
    h("div", { class: "row" }, button("Play this board", () => play(written()), { class: "next" })));
}
