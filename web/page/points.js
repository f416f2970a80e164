// Play for points: what each player has so far, and the words for a score.

import { h } from "./elements.js";
import { NAMES } from "./play.js";

const POINTS = /^points\((-?)(\d+)(?:\/(\d+))?\)$/;
const COUNTED = /\b(dots_and_boxes|strings_and_coins|points)\(/;

/** Returns `true` if points decide the game that the program has described. */
export const countsPoints = ({ text, moves, points }) => Boolean(points) || COUNTED.test(text) || moves.some((move) => COUNTED.test(move.text));

/** Returns `true` for a part that is nothing but points. */
export const isPoints = ({ text }) => POINTS.test(text);

/** Returns who has points by this part, and how many: a fraction as its numerator and its denominator. */
function worthOf({ text, board, negative }) {
  const [, minus, above, below = "1"] = POINTS.exec(text) ?? [];
  const owner = (isLeft) => (isLeft !== Boolean(negative) ? "L" : "R");
  if (above) return [[owner(!minus), [BigInt(above), BigInt(below)]]];
  if (!text.startsWith("dots_and_boxes(") || !board) return [];
  return board.flat().filter(([, letter]) => letter === "L" || letter === "R").map(([, letter]) => [owner(letter === "L"), [1n, 1n]]);
}

const divisor = (a, b) => (b ? divisor(b, a % b) : a);

function plus([a, b], [c, d]) {
  const above = a * d + c * b;
  const common = divisor(above, b * d) || 1n;
  return [above / common, (b * d) / common];
}

/** Shows what both players have by the parts of a position. */
export function tally(parts) {
  const sums = { L: [0n, 1n], R: [0n, 1n] };
  for (const [player, points] of parts.flatMap(worthOf)) sums[player] = plus(sums[player], points);
  const written = ([above, below]) => (below === 1n ? `${above}` : `${above}/${below}`);
  return ["L", "R"].map((player) => h("span", { class: player === "L" ? "by-left" : "by-right" }, `${NAMES[player]} `, h("strong", {}, written(sums[player]))));
}

/** Returns -1, 0 or 1: who gets more by a score. */
const signOf = (score) => (/^[-−]/.test(score) ? -1 : score === "0" ? 0 : 1);

// Says who is ahead by a score, and by how much.
const ahead = (score, words, nobody) => (signOf(score) === 0 ? nobody : words(signOf(score) > 0 ? "Left" : "Right", score.replace(/^[-−]/, "")));

/** Returns a score in words. */
export const inWords = (score) => ahead(score, (name, points) => `${name} gets ${points} more`, "neither player gets more");

/** Returns who has won a game that ends with this score. */
export const winnerBy = (score) => ahead(score, (name, points) => `${name} wins by ${points}`, "Neither player wins");

/** Returns what is known of a position by its score, as other positions are described. */
export function standing(score, mover) {
  const sign = signOf(score) * (mover === "L" ? 1 : -1);
  return { score, outcome: `with best play ${inWords(score)}`, verdict: { 1: "win", 0: "draw", [-1]: "loss" }[sign] };
}

/** Marks the moves whose scores are known as best or not, once the score of the position is. */
export function mark(moves, score) {
  for (const move of moves) if (move.score !== undefined) move.verdict = move.score === score ? "best" : "worse";
}
