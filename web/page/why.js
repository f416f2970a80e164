// Explanations as they are shown: boards in them drawn small, formulas of values set apart.

import { h, pieces } from "./elements.js";
import { inline } from "./markdown.js";

const BOARD = /\b([a-z_]+)\("([^"\n]*)"\)/g;
const STONES = { "#": "taken", ".": "", _: "" };

/** Draws a board in a line of text. */
function small(ruleset, text) {
  const cell = (letter) => h("span", { class: `small-square ${STONES[letter] ?? ""}` }, letter in STONES ? "" : letter);
  if (text === "") return h("span", {}, `${ruleset}("")`);
  const rows = text.split("/").map((row) => h("span", { class: "small-row" }, ...[...row].map(cell)));
  return h("span", { class: "small-board", role: "img", "aria-label": `${ruleset} "${text}"` }, ...rows);
}

/** Returns a line with its boards drawn. */
export const withBoards = (text) => pieces(text, BOARD, ([, ruleset, board]) => small(ruleset, board), inline);

/** Returns the elements of an explanation. */
export function explained(text) {
  const lines = text.trimEnd().split("\n");
  return [h("div", { class: "explained" }, ...lines.map((one) => {
    const indent = /^ */.exec(one)[0].length;
    return h("p", { style: `margin-left: ${indent / 2}em` }, ...withBoards(one.trim()));
  }))];
}
