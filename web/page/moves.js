// The list of moves beside the board, winning ones first.

import { h } from "./elements.js";
import { NAMES } from "./play.js";
import { inWords } from "./points.js";
import { SIGNS } from "./squares.js";

const ORDER = { win: 0, best: 0, draw: 1, undefined: 2, loss: 3, worse: 3 };

/** Returns what a move leads to, in words. */
function prospect({ verdict, length, score }) {
  if (score !== undefined) return inWords(score);
  if (!verdict) return "not known";
  const moves = length ? ` in ${length} move${length === 1 ? "" : "s"}` : "";
  return { win: `wins${moves}`, loss: `loses${moves}`, draw: "draws" }[verdict];
}

/** Draws the moves that fit to what is chosen; `make` is called with one that is pressed. */
export function moveList({ moves, more, described }, chosen, mover, isHidden, isKnown, make) {
  const fits = moves.filter(({ ways }) => chosen.length === 0 || ways.some((places) => chosen.every((place) => places.includes(place))));
  const sorted = isHidden ? fits : fits.toSorted((a, b) => ORDER[a.verdict] - ORDER[b.verdict]);
  const items = sorted.map((move) => {
    const verdict = isHidden ? undefined : move.verdict;
    const told = isHidden || !isKnown ? [] : [h("span", { class: "prospect" }, prospect(move))];
    const sign = isHidden ? [] : [h("span", { class: "sign", "aria-hidden": "true" }, SIGNS[verdict] ?? "·")];
    return h("li", {}, h("button", { type: "button", class: `move ${verdict ?? ""}`, onclick: () => make(move) }, ...sign, h("span", { class: "where" }, move.label), ...told));
  });
  return [
    ...(items.length > 0 ? [h("h3", {}, `Moves of ${NAMES[mover]}`)] : []),
    ...(described ? [h("p", {}, `The moves: ${described}.`)] : []),
    h("ul", {}, ...items),
    ...(more ? [h("p", { class: "faint" }, `and ${more} more`)] : []),
  ];
}
