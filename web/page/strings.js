// Strings and Coins, and Nimstring: coins with their strings to cut. The places of the moves are read from the positions.

import { h } from "./elements.js";
import { square } from "./squares.js";
import { reached } from "./play.js";

const CALL = /\b(?:strings_and_coins|nimstring)\((\[[^()]*\])\)/g;
const WHOLE = new RegExp(`^${CALL.source}$`);
const GROUND = 0;
/** The width of the drawing for a string's length, and the rounds in which coins find their places. */
const UNIT = 70;
const ROUNDS = 300;
/** The number of drawings that are tried. */
const STARTS = 6;

const without = (list, i) => [...list.slice(0, i), ...list.slice(i + 1)];
const key = (lists) => lists.map((list) => JSON.stringify(list)).filter((text) => text !== "[]").sort().join(" ");

/** Adds the strings of each part to a position as the program describes it, and to the moves the strings that they cut. */
export function withStrings(seen) {
  seen.parts?.forEach((part) => {
    const found = WHOLE.exec(part.text);
    if (found) part.strings = JSON.parse(found[1]);
  });
  const lists = seen.parts?.map(({ strings }) => strings ?? []) ?? [];
  const cuts = lists.flatMap((strings, i) => strings.map((ends, e) => ({ place: `${i}-${e}`, ends, part: i, left: key(lists.map((list, j) => (j === i ? without(list, e) : list))) })));
  for (const move of (cuts.length > 0 && seen.moves) || []) {
    const left = key([...reached(move.text, "L").text.matchAll(CALL)].map(([, list]) => JSON.parse(list)));
    const meant = cuts.filter((cut) => cut.left === left);
    if (move.ways.length > 0 || meant.length === 0) continue;
    move.ways = meant.map(({ place }) => [place]);
    const [{ ends, part }] = meant;
    move.label = `${seen.parts.length > 1 ? `part ${part + 1}: ` : ""}cut ${ends.join("-")}`;
  }
  return seen;
}

/** Returns the places of coins, and of a peg for each string to the ground: the drawing of several with the fewest crossings. */
function places(strings) {
  const ends = strings.map(([a, b], i) => [a === GROUND ? `peg ${i}` : a, b === GROUND ? `peg ${i}` : b]);
  const names = [...new Set(ends.flat())];
  let best;
  for (let start = 0; start < STARTS && best?.crossings !== 0; start++) {
    // Numbers without a common divisor give the coins another order.
    const step = [1, 2, 3, 5, 7, 11][start];
    const at = settled(ends, [...new Set([...names.map((_, i) => names[(i * step) % names.length]), ...names])]);
    const crossings = ends.reduce((sum, one, i) => sum + ends.slice(i + 1).filter((other) => areCrossing(one, other, at)).length, 0);
    if (!best || crossings < best.crossings) best = { at, crossings };
  }
  return { at: flat(best?.at ?? new Map()), ends };
}

function areCrossing([a, b], [c, d], at) {
  if (new Set([a, b, c, d]).size < 4) return false;
  const turn = (p, q, r) => Math.sign((at.get(q)[0] - at.get(p)[0]) * (at.get(r)[1] - at.get(p)[1]) - (at.get(q)[1] - at.get(p)[1]) * (at.get(r)[0] - at.get(p)[0]));
  return turn(a, b, c) !== turn(a, b, d) && turn(c, d, a) !== turn(c, d, b);
}

/** Lets ends of strings find their places, beginning on a circle in the order of `names`: neighbours pull, all others push. */
function settled(ends, names) {
  const at = new Map(names.map((name, i) => [name, [Math.cos((2 * Math.PI * i) / names.length + 0.1), Math.sin((2 * Math.PI * i) / names.length)].map((x) => x * names.length * 0.25)]));
  for (let round = 0; round < ROUNDS; round++) {
    const step = 0.15 * (1 - round / ROUNDS);
    const shift = new Map(names.map((name) => [name, [0, 0]]));
    const push = (a, b, strength) => {
      const [dx, dy] = [0, 1].map((k) => at.get(a)[k] - at.get(b)[k]);
      const far = Math.hypot(dx, dy) || 0.01;
      const force = strength(far) / far;
      for (const [name, sign] of [[a, 1], [b, -1]]) shift.set(name, [shift.get(name)[0] + sign * force * dx, shift.get(name)[1] + sign * force * dy]);
    };
    names.forEach((a, i) => names.slice(i + 1).forEach((b) => push(a, b, (far) => Math.min(3, 0.8 / far ** 1.5))));
    for (const [a, b] of ends) if (a !== b) push(a, b, (far) => 2 * (1 - far));
    for (const name of names) at.set(name, [0, 1].map((k) => at.get(name)[k] + step * shift.get(name)[k]));
  }
  return at;
}

/** Turns a drawing so that its longest way lies across. */
function flat(at) {
  const all = [...at.values()];
  const pairs = all.flatMap(([x, y], i) => all.slice(i + 1).map(([u, v]) => [u - x, v - y]));
  const [dx, dy] = pairs.reduce((longest, pair) => (Math.hypot(...pair) > Math.hypot(...longest) ? pair : longest), [1, 0]);
  const [cos, sin] = [dx, dy].map((x) => x / Math.hypot(dx, dy));
  return new Map([...at].map(([name, [x, y]]) => [name, [cos * x + sin * y, cos * y - sin * x]]));
}

const svg = (name, attributes) => {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
};

/** Draws the coins of a part: the drawing, and the middle of each string in percent of it. */
export function drawing(strings) {
  const { at, ends } = places(strings);
  const [xs, ys] = [0, 1].map((k) => [...at.values()].map((place) => place[k]));
  const low = [Math.min(0, ...xs), Math.min(0, ...ys)].map((x) => x - 0.5);
  const size = [Math.max(0, ...xs), Math.max(0, ...ys)].map((x, k) => x + 0.5 - low[k]);
  const spot = (name) => at.get(name).map((x, k) => (x - low[k]) * UNIT);
  // Strings between the same coins are bent apart.
  const middles = ends.map(([a, b], i) => {
    const [from, to] = [spot(a), spot(b)];
    const alike = ends.flatMap(([c, d], j) => ((c === a && d === b) || (c === b && d === a) ? [j] : []));
    const bend = (alike.indexOf(i) - (alike.length - 1) / 2) * 0.9;
    const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
    return [(from[0] + to[0]) / 2 - dy * bend, (from[1] + to[1]) / 2 + dx * bend];
  });
  const lines = ends.map(([a, b], i) => {
    const [from, to, through] = [spot(a), spot(b), middles[i]];
    const control = [0, 1].map((k) => 2 * through[k] - (from[k] + to[k]) / 2);
    return svg("path", { d: `M${from} Q${control} ${to}`, class: "string" });
  });
  const pegs = [...at.keys()].map((name) => {
    const [x, y] = spot(name);
    return String(name).startsWith("peg") ? svg("rect", { x: x - 7, y: y - 7, width: 14, height: 14, class: "peg" }) : svg("circle", { cx: x, cy: y, r: 15, class: "coin" });
  });
  const [width, height] = size.map((x) => Math.ceil(x * UNIT));
  const image = svg("svg", { viewBox: `0 0 ${width} ${height}`, width, height, class: "coins", "aria-hidden": "true" });
  image.append(...lines, ...pegs);
  return { image, middles: middles.map(([x, y]) => [(100 * x) / width, (100 * y) / height]) };
}

const nameOf = (end) => (end === GROUND ? "the ground" : `coin ${end}`);

/** Draws the coins of a part, with a button on each string. */
export function stringsPart({ strings }, number, look) {
  const { image, middles } = drawing(strings);
  // Strings are counted again after each cut.
  const here = { ...look, last: [] };
  const targets = strings.map(([a, b], e) => {
    const target = square(`${number}-${e}`, `string from ${nameOf(a)} to ${nameOf(b)}`, h("span", {}, "✂"), "edge", here);
    Object.assign(target.style, { left: `calc(${middles[e][0]}% - 13px)`, top: `calc(${middles[e][1]}% - 13px)`, width: "26px", height: "26px" });
    return target;
  });
  return h("div", { class: "graph", role: "group", "aria-label": "strings and coins" }, image, ...targets);
}
