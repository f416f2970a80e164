// Explanations as they are shown: boards in them drawn small, formulas of values set apart.

import { h, pieces } from "./elements.js";
import { inline } from "./markdown.js";

const BOARD = /\b([a-z_]+)\("([^"\n]*)"\)/g;
/** Lines without a word: the rows of a board. */
const DRAWN = /^(?!.*(?:\p{L}{2}|=))\s*\S[^]*$/u;
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
  // A paragraph is a line, or the rows of a board that is drawn with signs.
  const paragraphs = text.trimEnd().split("\n").reduce((all, line) => {
    if (DRAWN.test(line) && DRAWN.test(all.at(-1) ?? "")) all.push(`${all.pop()}\n${line}`);
    else all.push(line);
    return all;
  }, []);
  return [h("div", { class: "explained" }, ...paragraphs.map((one) => {
    const indent = /^ */.exec(one)[0].length;
    const style = `margin-left: ${indent / 2}em`;
    if (DRAWN.test(one)) return h("pre", { style }, one.replace(new RegExp(`^ {${indent}}`, "gm"), ""));
    return h("p", { style }, ...withBoards(one.trim()));
  }))];
}
