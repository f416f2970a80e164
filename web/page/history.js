// The moves that were made, to go back to any of them, and how who wins and the mean value went on.

import { h } from "./elements.js";
import { NAMES, other } from "./play.js";
import { inWords } from "./points.js";

const svg = (name, attributes, ...children) => {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
};

/** Returns who wins a position that the program knows: a player, a draw, or `undefined`. */
function winner({ about, mover }) {
  const { verdict } = about ?? {};
  return verdict === "win" ? mover : verdict === "loss" ? other(mover) : verdict === "draw" ? "D" : undefined;
}

const fraction = (text) => {
  const [above, below = "1"] = text.replace("−", "-").split("/");
  return Number(above) / Number(below);
};

/** Lists the moves; `go` is called with the number of a position. */
export function history(play, isHidden, go) {
  const { line, at } = play;
  if (line.length < 2) return [];
  const item = (entry, i) => {
    const wins = isHidden ? undefined : winner(entry);
    const told = [wins && (entry.about.score === undefined ? (wins === "D" ? "draw" : `${NAMES[wins]} wins`) : inWords(entry.about.score)), !isHidden && entry.about?.value?.text].filter(Boolean).join(", ");
    const name = i === 0 ? "Start" : `${i}. ${NAMES[entry.moved]} ${entry.label}`;
    return h("li", {}, h("button", {
      type: "button", class: `step-of-play ${entry.moved === "L" ? "by-left" : entry.moved === "R" ? "by-right" : ""}`, "aria-current": i === at ? "step" : undefined, onclick: () => go(i),
    }, name, told && told.length < 40 ? h("span", { class: "faint" }, ` ${told}`) : undefined));
  };
  return [h("h3", {}, "The game so far"), h("ol", { class: "line" }, ...line.map(item)), ...(isHidden ? [] : chart(line, at))];
}

/** Draws who wins each position and, where values have means, the mean with the temperature around it. */
function chart(line, at) {
  const known = line.filter(({ about }) => about);
  if (known.length < 2) return [];
  const step = 34;
  const width = 70 + step * line.length;
  const x = (i) => 60 + step * i;
  const isForPoints = known.some(({ about }) => about.score !== undefined);
  const heats = line.map(({ about }) => (about?.score !== undefined ? { mean: fraction(about.score), warm: 0 } : about?.heat && { mean: fraction(about.heat.mean), warm: Math.max(0, fraction(about.heat.temperature)) }));
  const isHot = heats.some((heat) => heat && (heat.mean !== 0 || heat.warm > 0));
  const [top, bottom] = isHot ? [14, 84] : [14, 14];
  const all = heats.flatMap((heat) => (heat ? [heat.mean + heat.warm, heat.mean - heat.warm] : []));
  const [least, most] = [Math.min(0, ...all), Math.max(0, ...all)];
  const y = (value) => bottom - ((value - least) / (most - least || 1)) * (bottom - top);
  const parts = [];
  if (isHot) {
    parts.push(svg("line", { x1: 44, x2: width - 10, y1: y(0), y2: y(0), class: "axis" }), svg("text", { x: 36, y: y(0) + 4, class: "label" }, "0"));
    for (const value of [least, most]) if (value !== 0) parts.push(svg("text", { x: 36, y: y(value) + 4, class: "label" }, String(Math.round(value * 100) / 100)));
    const points = heats.flatMap((heat, i) => (heat ? [`${x(i)},${y(heat.mean)}`] : []));
    parts.push(svg("polyline", { points: points.join(" "), class: "mean" }));
    heats.forEach((heat, i) => heat && parts.push(
      svg("line", { x1: x(i), x2: x(i), y1: y(heat.mean - heat.warm), y2: y(heat.mean + heat.warm), class: "warm" }), svg("circle", { cx: x(i), cy: y(heat.mean), r: 3, class: "mean-dot" })));
  }
  const floor = bottom + 22;
  line.forEach((entry, i) => {
    const wins = winner(entry);
    const mark = wins === "L" ? svg("circle", { cx: x(i), cy: floor, r: 9, class: "left" })
      : wins === "R" ? svg("rect", { x: x(i) - 8, y: floor - 8, width: 16, height: 16, class: "right" })
        : svg("circle", { cx: x(i), cy: floor, r: 3, class: "nobody" });
    parts.push(mark);
    if (wins && wins !== "D") parts.push(svg("text", { x: x(i), y: floor + 4, class: `label in-mark ${wins === "L" ? "of-left" : ""}` }, wins));
    if (entry.about?.length) parts.push(svg("text", { x: x(i), y: floor + 24, class: "label" }, String(entry.about.length)));
    if (i === at) parts.push(svg("rect", { x: x(i) - 14, y: 2, width: 28, height: floor + 28, class: "here" }));
  });
  const told = known.map((entry) => (isForPoints ? inWords(entry.about.score ?? "0") : `${NAMES[winner(entry)] ?? "nobody"} wins`)).join(", ");
  const drawing = svg("svg", { viewBox: `0 0 ${width} ${floor + 34}`, width, class: "chart", role: "img", "aria-label": `History: ${told}` }, ...parts);
  const words = isForPoints ? "Line: what Left gets more with best play from there. L, R: who gets more." : `${isHot ? "Line: mean value, bars: temperature. " : ""}L, R: who wins; below, in how many moves.`;
  return [h("div", { class: "scrolls", tabIndex: 0, role: "group", "aria-label": "history of the values" }, drawing), h("p", { class: "faint" }, words)];
}
