// The results of statements on the page: values typeset, pictures, files, errors under their place.

import { button, h, place } from "./elements.js";
import { aboutResult, certificateFile, isCertificate } from "./lookup.js";
import { picture } from "./pictures.js";
import { formula } from "./typeset.js";
import { said } from "./words.js";

/** The number of letters up to which a value is typeset on one line. */
const LINE = 400;

/** Returns the elements of all results of a text. `home.play` puts positions on the board, `home.explore` opens their
 * options, `home.look` asks what takes longer. */
export function results(answer, text, home = {}) {
  if (!answer.answers) return [trouble(answer, text)];
  // A text that cannot be read has problems, and no statements.
  if (answer.answers.length > 0 && answer.answers.every(({ ok, statement }) => !ok && !statement)) {
    const isLong = text.trim().includes("\n");
    return [...answer.answers.map((one) => trouble(one, text)), ...(isLong ? [h("p", { class: "faint" }, "Nothing in this cell has run.")] : [])];
  }
  const shown = answer.answers.map((one) => ({ one, parts: result(one, text, home) })).filter(({ parts }) => parts.length > 0);
  if (shown.length < 2) return shown.flatMap(({ parts }) => parts);
  // Each of several results stands with its statement.
  return shown.map(({ one, parts }) => h("div", { class: "result" }, ...statement(one, text), h("div", {}, ...parts)));
}

const source = ({ statement: at }, text) => (at ? text.slice(...at.map((bytes) => place(text, bytes))) : "");

function statement(one, text) {
  if (!one.statement) return [];
  const lines = source(one, text).split("\n");
  return [h("pre", { class: "statement" }, lines.length > 1 ? `${lines[0]} …` : lines[0])];
}

function result(one, text, home) {
  const shown = [];
  if (one.printed) shown.push(h("pre", { class: "printed" }, one.printed.replace(/\n$/, "")));
  for (const warning of one.warnings ?? []) shown.push(trouble(warning, text));
  if (!one.ok) shown.push(trouble(one, text));
  else if (isCertificate(one)) shown.push(...certificateFile({ ...one, statement: source(one, text) }, home.look));
  else if (one.text) shown.push(h("div", { class: "value" }, written(one), ...doors(one, home)), ...aboutResult({ ...one, statement: source(one, text) }, home.look));
  for (const svg of one.pictures ?? []) shown.push(picture(svg, "a picture"));
  for (const file of one.files ?? []) shown.push(downloadOf(file));
  if (one.play) home.play?.(one.play.position, { ...one.play, rule: one.play.misere ? "misere" : one.play.points ? "points" : undefined });
  return shown;
}

/** Shows a value: typeset if it fits on a line. */
export function written({ text, latex }) {
  const plain = h("pre", {}, text);
  return latex && latex.length <= LINE && !text.includes("\n") ? h("div", { title: text }, formula(latex, text)) : plain;
}

const PLAYED = new Set(["position", "game", "nimber", "loopy"]);

function doors({ position, kind, text }, { play, explore }) {
  const doors = [];
  if (position && play) doors.push(button("Board", () => play(position), { class: "small", title: `play ${position}` }));
  if (explore && (position || PLAYED.has(kind))) doors.push(button("Options", () => explore(position ?? text), { class: "small", title: "open its options as a tree" }));
  return doors;
}

/** Returns a link to a file that was written. */
export function downloadOf({ name, text, bytes }) {
  const kind = name.endsWith(".svg") ? "image/svg+xml" : "application/octet-stream";
  const content = new Blob([text ?? new Uint8Array(bytes)], { type: kind });
  const href = URL.createObjectURL(content);
  return h("p", {}, h("a", { class: "download", href, download: name }, `Download ${name}`), h("span", { class: "faint" }, ` ${content.size} bytes`));
}

/** Shows a diagnostic: the line it is about, the place marked under it, what is wrong, one thing to do. */
export function trouble(problem, text) {
  const parts = [];
  if (problem.span && !problem.file) {
    const [from, to] = problem.span.map((bytes) => place(text, bytes));
    const start = text.lastIndexOf("\n", from - 1) + 1;
    const end = (text.indexOf("\n", from) + text.length + 1) % (text.length + 1);
    const line = text.slice(start, end);
    const marked = line.slice(from - start, Math.max(to, from + 1) - start) || " ";
    const number = text.slice(0, start).split("\n").length;
    if (text.includes("\n")) parts.push(h("span", { class: "line" }, `line ${number}`));
    parts.push(h("pre", { class: "place" }, line.slice(0, from - start), h("mark", {}, marked), line.slice(from - start + marked.length)));
  }
  const sentence = problem.message.charAt(0).toUpperCase() + problem.message.slice(1);
  parts.push(h("p", { class: "message" }, ...said(`${problem.stopped ? "Stopped" : sentence}.`.replace(/([.?!])\.$/, "$1"))));
  for (const advice of [problem.help, ...(problem.notes ?? [])]) if (advice) parts.push(h("p", { class: "advice" }, ...said(advice)));
  if (problem.code) parts.push(h("p", { class: "code" }, problem.code));
  return h("div", { class: "trouble", role: problem.stopped ? "status" : "alert" }, ...parts);
}
