// Questions about an answer that may take long, asked when a button is pressed: other names of a sequence, other positions with
// a value, a certificate. They have a worker of their own and a limit.

import { button, h } from "./elements.js";
import { downloadOf, trouble } from "./results.js";
import { helpLink } from "./words.js";
import { withBoards } from "./why.js";

/** The seconds that a question has. */
const LIMIT = 180;

const SEQUENCE = /^\[(?:(?:\d+|[*∗]\d*)(?:, )?){5,}\]$/u;
const PROVED = /^(?:compare|solve|value|nim_value|period|misere_quotient)\([^]*\)$/;
const CERTIFIED = new Set(["domineering", "clobber", "col", "snort", "toads_frogs", "nim", "octal", "kayles", "dawson", "dawson_kayles"]);

/** Makes a button that asks something; below it stand the seconds, a way to stop, and then what `shown` makes of the answers. */
function lookUp(label, title, text, look, shown) {
  const place = h("div", { class: "looked-up", "aria-live": "polite" });
  const ask = async () => {
    const since = performance.now();
    const clock = h("span", { class: "faint" }, "looking …");
    const ticking = setInterval(() => (clock.textContent = `looking … ${Math.floor((performance.now() - since) / 1000)} s`), 500);
    const asked = look(text, LIMIT);
    place.replaceChildren(clock, " ", button("Stop looking", asked.stop, { class: "small" }));
    const answer = await asked.answer;
    clearInterval(ticking);
    const [failure] = (answer.answers ?? [answer]).filter(({ ok }) => !ok);
    if (failure?.stopped) place.replaceChildren(h("p", { class: "faint" }, `Nothing was found within ${Math.round((performance.now() - since) / 1000)} s.`));
    else if (failure) place.replaceChildren(trouble({ ...failure, span: undefined }, text));
    else place.replaceChildren(...shown(answer.answers));
  };
  return { asker: button(label, ask, { class: "small", title }), place };
}

/** Puts the buttons of several questions side by side, what they find below. */
const together = (all) => (all.length === 0 ? [] : [h("div", { class: "lookups" }, ...all.map(({ asker }) => asker)), ...all.map(({ place }) => place)]);

/** Returns the questions about a result of a cell. */
export function aboutResult({ kind, text, statement }, look) {
  if (!look) return [];
  const all = [];
  if (kind === "list" && SEQUENCE.test(text)) all.push(lookUp("Known as", "the games known here that have these nim-values", `identify(${text})\nidentify(${text}).games\nidentify(${text}).same`, look, names));
  if (PROVED.test(statement)) all.push(certificate(statement, look));
  return together(all);
}

/** Returns the questions about a position on the board. `worth` is its value as text, if it is known. */
export function aboutPosition({ text, parts, mover, worth, rule }, look) {
  if (!look) return [];
  const all = [];
  const ruleset = parts.length === 1 && !parts[0].negative && rulesetIn(parts[0].text);
  if (worth && ruleset) {
    all.push(lookUp("Others with this value", `the smallest positions of ${ruleset} with the value ${worth}`, `find(${ruleset}, value(${text}))`, look, ([{ text, warnings }]) => [positions(text, ruleset, look.play), ...(warnings ?? []).map((warning) => trouble(warning, ""))]));
  }
  if (rule === "normal" && parts.every((part) => CERTIFIED.has(/^\w+/.exec(part.text)?.[0]))) all.push(certificate(`solve(${text}, ${mover})`, look));
  return together(all);
}

const certificate = (question, look) => lookUp("Certificate", `the proof of ${question} as a file`, `write("answer.cert", certificate(${question}), replace)`, look, ([{ files }]) => proof(files[0].text));

/** Returns `true` if a result is a certificate. */
export const isCertificate = ({ kind, text }) => kind === "text" && text.startsWith('"{\\"format\\":\\"cg certificate\\"');

/** Shows what a certificate proves, and its file. */
const proof = (text) => [h("p", {}, `Proved: ${JSON.parse(text).words}.`), downloadOf({ name: "answer.cert", text }), h("p", { class: "faint" }, h("code", {}, "cg verify answer.cert"), " checks it.")];

/** Shows a result that is a certificate. A long one is cut where it is printed, and has to be asked for. */
export function certificateFile({ text, statement }, look) {
  try {
    return proof(JSON.parse(text));
  } catch {
    return together([certificate(statement.trim().slice("certificate(".length, -1), look)]);
  }
}

function names([identified, games, same]) {
  const known = JSON.parse(games.text);
  const shown = (name) => (/^\w+$/.test(name) ? helpLink(name, h("code", {}, name)) : h("code", {}, name));
  const listed = (names) => names.slice(0, 12).flatMap((name, i) => [i > 0 ? ", " : "", shown(name)]);
  if (known.length === 0) return [h("pre", {}, identified.text)];
  const others = JSON.parse(same.text);
  return [h("p", {}, "Known as ", ...listed(known), ...(others.length > 0 ? [h("span", { class: "faint" }, "; the same are "), ...listed(others)] : []), ".")];
}

/** Returns the arguments or items of a text, which has brackets around them. */
function items(text) {
  const found = [];
  let [depth, from] = [0, 0];
  for (const { 0: sign, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|[()[\]{}<>,]/g)) {
    if ("([{<".includes(sign)) depth++;
    if (sign === "," ? depth === 1 : depth === 1 && ")]}".includes(sign)) found.push(text.slice(from + 1, index).trim());
    if (depth === 1 && (sign === "," || "([{".includes(sign))) from = index;
    if (")]}>".includes(sign)) depth--;
  }
  return found.filter(Boolean);
}

/** Returns the ruleset of a position, as `find` takes it: without the board, the graph or the heap. */
function rulesetIn(text) {
  const [, name, rest] = /^(\w+)(\([^]*\))$/.exec(text) ?? [];
  if (!name) return undefined;
  const given = items(rest);
  const isHeap = (text) => /^\d+$/.test(text);
  if (given.length === 1) return name;
  return isHeap(given.at(-1)) && given.slice(0, -1).every((one) => !isHeap(one)) ? `${name}(${given.slice(0, -1).join(", ")})` : undefined;
}

function positions(text, ruleset, play) {
  const found = items(text);
  if (found.length === 0) return h("p", {}, `No small position of ${ruleset} has this value.`);
  return h("div", {}, h("p", { class: "faint" }, `The smallest of ${ruleset}:`), h("div", { class: "lookups" }, ...found.slice(0, 24).map((one) => button(withBoards(one), () => play(one), { class: "small", title: one, "aria-label": `Board: ${one}` }))));
}
