// Boards as squares to click, each marked with the best that a move there leads to.

import { fitting, pressed } from "./choice.js";
import { h } from "./elements.js";

const RANK = { win: 3, best: 3, draw: 2, loss: 1, worse: 1 };
export const SIGNS = { win: "✓", best: "✓", loss: "✗", worse: "✗", draw: "=" };
const LEADS = { win: "a winning move", best: "a best move", draw: "a drawing move", loss: "only losing moves", worse: "no best move" };
// Pieces that everybody knows by their shape.
const SHAPES = { amazons: "♛" };

/** Returns the ways that pressing a place leaves, and the best of their verdicts. */
function at(place, { ways, anchored, chosen }) {
  if (!ways.some(({ places }) => places.includes(place))) return { fits: [], best: undefined };
  const { fits } = pressed({ ways, anchored }, chosen, place);
  const here = fitting(fits, [...chosen, place]);
  return { fits: here, best: here.reduce((best, { move }) => ((RANK[move.verdict] ?? 0) > (RANK[best] ?? 0) ? move.verdict : best), undefined) };
}

/** Makes a place to click, marked with what a move there leads to. */
export function square(place, words, content, classes, look) {
  const { fits, best } = at(place, look);
  const isChosen = look.chosen.includes(place);
  const can = fits.length > 0 || isChosen || look.ways.some(({ places }) => places.includes(place));
  const verdict = look.isHidden || fits.length === 0 ? undefined : best;
  const leads = fits.length === 0 ? "no move" : LEADS[verdict] ?? "a move";
  const name = `${words}${look.last.includes(place) ? ", last move" : ""}: ${leads}`;
  const marks = [classes, fits.length > 0 && "can", verdict, isChosen && "chosen", look.last.includes(place) && "last"];
  const sign = verdict && h("span", { class: "mark", "aria-hidden": "true" }, SIGNS[verdict]);
  const button = h("button", {
    type: "button", class: ["square", ...marks].filter(Boolean).join(" "), "aria-pressed": String(isChosen),
    disabled: !can, "aria-label": name, title: name, onclick: () => look.press(place),
  }, content, sign);
  button.dataset.place = place;
  return button;
}

/** Returns the letters of a column: a to z, then aa, ab and so on. */
export function letters(column) {
  const last = String.fromCharCode(97 + (column % 26));
  return column < 26 ? last : letters(Math.floor(column / 26) - 1) + last;
}

/** Labels a column or a row at the rim of a board. Screen readers skip it, since each square says its own name. */
export const rim = (side, text) => h("span", { class: `rim ${side}`, "aria-hidden": "true" }, text);

/** Returns the name of the ruleset of a part. */
export const rulesetOf = (text) => /^(\w+)\(/.exec(text)?.[1] ?? "";

/** Draws what is on a square: a stone, a piece with its letter, nothing. */
export function pieceOn(kind, letter, ruleset) {
  const player = /left|right/.exec(kind)?.[0];
  if (ruleset === "chomp" && letter === "P") return h("span", { class: "letter" }, "☠");
  if (kind === "empty" || kind === "blocked" || kind === "chocolate") return undefined;
  if (SHAPES[ruleset] && player) return h("span", { class: `queen ${player}` }, SHAPES[ruleset]);
  if (player) return h("span", { class: `stone ${player}` }, kind.startsWith("piece") ? letter : "");
  return h("span", { class: "letter" }, letter);
}

/** Describes what is on a square. */
function describe(kind, letter, ruleset) {
  if (ruleset === "chomp" && letter === "P") return "poison";
  return { empty: "empty", blocked: "taken", left: "Left's", right: "Right's", chocolate: "chocolate" }[kind] ?? letter;
}

/** Returns the classes of a square that a move has covered: whose it is, and to which sides the domino goes on. */
function covered(place, rows, laid) {
  const [part, y, x] = place.split("-").map(Number);
  const isTaken = (y, x) => rows[y]?.[x]?.[0] === "blocked";
  const piece = isTaken(y, x) && laid.get(place);
  if (!piece) return "";
  const sides = { up: [y - 1, x], down: [y + 1, x], before: [y, x - 1], after: [y, x + 1] };
  const joined = Object.entries(sides).filter(([, [row, column]]) => isTaken(row, column) && piece.places.includes(`${part}-${row}-${column}`));
  return ["laid", piece.mover === "L" ? "by-left" : "by-right", ...joined.map(([side]) => `joins-${side}`)].join(" ");
}

/** Draws the board of a part. */
export function boardPart({ board: rows, text }, number, look) {
  const ruleset = rulesetOf(text);
  const width = Math.max(...rows.map((row) => row.length));
  const lines = rows.map((row, y) => h("div", { class: "line-of-squares", role: "row" }, rim("side", String(y + 1)), ...row.map(([kind, letter], x) => {
    const place = `${number}-${y}-${x}`;
    const whose = { L: ", by Left", R: ", by Right" }[kind === "blocked" && look.laid.get(place)?.mover] ?? "";
    const words = `${letters(x)}${y + 1}, ${describe(kind, letter, ruleset)}${whose}`;
    return h("div", { role: "gridcell" }, square(place, words, pieceOn(kind, letter, ruleset), `${kind} ${covered(place, rows, look.laid)}`, look));
  })));
  const top = h("div", { class: "line-of-squares", "aria-hidden": "true" }, rim("side", ""), ...Array.from({ length: width }, (_, x) => rim("top", letters(x))));
  return h("div", { class: `grid ${ruleset}`, role: "grid", "aria-label": "board", style: `--columns: ${width}; --rows: ${rows.length}` }, top, ...lines);
}

/** Lets arrow keys go from place to place. */
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
