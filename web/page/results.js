// What comes of statements, as it is shown: values typeset, pictures, errors under their place.

import { h, picture, place } from "./elements.js";
import { inline } from "./markdown.js";
import { formula } from "./typeset.js";

/** Letters up to which a value is typeset on one line. */
const LINE = 400;

/** Everything that came of a text; `onboard` is told of positions that somebody wants to play. */
export function results(answer, text, onboard) {
  if (!answer.answers) return [trouble(answer, text)];
  return answer.answers.flatMap((one) => result(one, text, onboard));
}

function result(one, text, onboard) {
  const shown = [];
  if (one.printed) shown.push(h("pre", { class: "printed" }, one.printed.replace(/\n$/, "")));
  for (const warning of one.warnings ?? []) shown.push(trouble(warning, text));
  if (!one.ok) shown.push(trouble(one, text));
  else if (one.text) shown.push(h("div", { class: "value" }, written(one), ...play(one, onboard)));
  for (const svg of one.pictures ?? []) shown.push(picture(svg, "a picture"));
  return shown;
}

function written({ text, latex }) {
  const plain = h("pre", {}, text);
  return latex && latex.length <= LINE && !text.includes("\n") ? h("div", { title: text }, formula(latex, text)) : plain;
}

function play({ position }, onboard) {
  if (!position || !onboard) return [];
  const open = () => onboard(position);
  return [h("button", { class: "small", type: "button", title: `play ${position}`, onclick: open }, "Board")];
}

/** A diagnostic: the line it is about, the place marked under it, what is wrong, one thing to do. */
export function trouble(said, text) {
  const parts = [];
  if (said.span && !said.file) {
    const [from, to] = said.span.map((bytes) => place(text, bytes));
    const start = text.lastIndexOf("\n", from - 1) + 1;
    const end = (text.indexOf("\n", from) + text.length + 1) % (text.length + 1);
    const line = text.slice(start, end);
    const marked = line.slice(from - start, Math.max(to, from + 1) - start) || " ";
    const number = text.slice(0, start).split("\n").length;
    if (text.includes("\n")) parts.push(h("span", { class: "line" }, `line ${number}`));
    parts.push(h("pre", { class: "place" }, line.slice(0, from - start), h("mark", {}, marked), line.slice(from - start + marked.length)));
  }
  const sentence = said.message.charAt(0).toUpperCase() + said.message.slice(1);
  parts.push(h("p", { class: "message" }, ...inline(`${said.stopped ? "Stopped" : sentence}.`.replace(/([.?!])\.$/, "$1"))));
  if (said.help) parts.push(h("p", { class: "advice" }, ...inline(said.help)));
  for (const note of said.notes ?? []) parts.push(h("p", { class: "advice" }, ...inline(note)));
  if (said.code) parts.push(h("p", { class: "code" }, said.code));
  return h("div", { class: "trouble", role: said.stopped ? "status" : "alert" }, ...parts);
}
