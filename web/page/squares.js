// Boards and heaps as buttons, each coloured by the best that a move there leads to.

import { h } from "./elements.js";

const RANK = { win: 3, draw: 2, loss: 1 };
const STONES = { left: "●", right: "○", empty: "", blocked: "", chocolate: "" };

// The moves that fit to what is chosen and to this place, and the best of their verdicts.
function at(place, { moves, chosen }) {
  const fits = moves.filter((move) => move.places.includes(place) && chosen.every((one) => move.places.includes(one)));
  const best = fits.reduce((best, { verdict }) => ((RANK[verdict] ?? 0) > (RANK[best] ?? 0) ? verdict : best), undefined);
  return { fits, best };
}

/** A place to click, and what a move there leads to. */
export function square(place, words, content, classes, look) {
  const { fits, best } = at(place, look);
  const isChosen = look.chosen.includes(place);
  const can = fits.length > 0 || isChosen || look.moves.some((move) => move.places.includes(place));
  const leads = fits.length === 0 ? "no move" : { win: "a winning move", draw: "a drawing move", loss: "only losing moves" }[best] ?? "moves";
  const button = h("button", {
    type: "button", class: `square ${classes} ${can && fits.length ? (best ?? "unknown") : ""} ${isChosen ? "chosen" : ""}`,
    disabled: !can, "aria-pressed": String(isChosen), "aria-label": `${words}: ${leads}`, title: `${words}: ${leads}`,
    onclick: () => look.press(place),
  }, content);
  button.dataset.place = place;
  return button;
}

/** Returns the letters of a column: a to z, then aa, ab and so on. */
function letters(column) {
  const last = String.fromCharCode(97 + (column % 26));
  return column < 26 ? last : letters(Math.floor(column / 26) - 1) + last;
}

/** Labels a column or a row at the rim of a board. Screen readers skip it, since each square says its own name. */
const rim = (side, text) => h("span", { class: `rim ${side}`, "aria-hidden": "true" }, text);

/** The boards of a position, side by side. */
export function cells(boards, look) {
  const one = ({ negative, rows }, i) => {
    const width = Math.max(...rows.map((row) => row.length));
    const lines = rows.map((row, y) => h("div", { class: "line-of-squares", role: "row" }, rim("side", String(y + 1)), ...row.map(([kind, letter], x) => {
      const what = { empty: "empty", blocked: "blocked", left: "Left's", right: "Right's", chocolate: "chocolate" }[kind] ?? letter;
      const content = STONES[kind] ?? letter;
      return h("div", { role: "gridcell" }, square(`${i}-${y}-${x}`, `${letters(x)}${y + 1}, row ${y + 1}, column ${x + 1}, ${what}`, content, kind, look));
    })));
    const top = h("div", { class: "line-of-squares", "aria-hidden": "true" }, rim("side", ""), ...Array.from({ length: width }, (_, x) => rim("top", letters(x))));
    const grid = h("div", { class: "grid", role: "grid", "aria-label": boards.length > 1 ? `board ${i + 1}` : "board", style: `--columns: ${width}` }, top, ...lines);
    const sign = negative ? "−" : i > 0 ? "+" : "";
    return sign ? [h("span", { class: "plus" }, sign), grid] : [grid];
  };
  return arrows(h("div", { class: "boards" }, ...boards.flatMap(one)));
}

/** Heaps of counters: a click on a counter takes it and those above it. */
export function columns(heaps, look) {
  const one = (count, i) => {
    const counters = Array.from({ length: count }, (_, k) => square(`${i}-${k}`, `heap ${i + 1}, leaves ${k}`, "", "counter", look));
    return h("div", { class: "heap" }, ...counters.reverse(), h("span", { class: "size" }, String(count)));
  };
  return arrows(h("div", { class: "heaps", role: "group", "aria-label": "heaps" }, ...heaps.map(one)));
}

/** Arrow keys go from place to place. */
export function arrows(element) {
  element.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (!step || !event.target.dataset.place) return;
    event.preventDefault();
    const from = event.target.getBoundingClientRect();
    const [x, y] = [from.x + from.width / 2, from.y + from.height / 2];
    let nearest;
    for (const square of element.querySelectorAll("button:not(:disabled)")) {
      const box = square.getBoundingClientRect();
      const [dx, dy] = [box.x + box.width / 2 - x, box.y + box.height / 2 - y];
      const along = dx * step[0] + dy * step[1];
      const far = along + 3 * Math.abs(dx * step[1] + dy * step[0]);
      if (along > 4 && (!nearest || far < nearest.far)) nearest = { square, far };
    }
    nearest?.square.focus();
  });
  return element;
}
