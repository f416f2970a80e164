// The page: its parts, and the ways from one to another.

import * as address from "./address.js";
import { Board } from "./board.js";
import { cellsOfMarkdown, cellsOfScript } from "./document.js";
import { Engine, MOMENT } from "./engine.js";
import { Explorer } from "./explorer.js";
import { Gallery } from "./gallery.js";
import { PROGRESS, listExamples, listLessons, listTexts, showLoading, tell } from "./head.js";
import { Help } from "./help.js";
import { Lesson } from "./lesson.js";
import { loaded } from "./module.js";
import { Notebook, keptTexts } from "./notebook.js";
import { learn, repaint } from "./pictures.js";
import { packed, unpacked } from "./share.js";
import { keep, kept } from "./store.js";
import { helpIs } from "./words.js";

const by = (id) => document.getElementById(id);
const NARROW = "(max-width: 60rem)";
const SIDES = ["board", "games", "options", "help"];

// Nothing waits for the program: texts are there to read before it.
const module = loaded(showLoading).finally(() => (by("loading").hidden = true));
module.catch((error) => tell(`The program cannot be loaded: ${error.message}`, () => location.reload(), "Try again"));
const engine = new Engine(module);
// Boards have a worker of their own, so that a cell may go on computing.
const second = new Engine(module, engine);

// What takes longer than a board has its own, and so has what is read while a board searches.
const third = new Engine(module, engine);
const fourth = new Engine(module, engine);
const removed = (bringBack) => tell("The cell is removed.", bringBack, "Undo");
const home = { play, set, explore, help, share: shareBoard, look: Object.assign(look, { play }), owned, removed, kept: listTexts };
const board = new Board(by("board"), second, home);
const gallery = new Gallery(by("games"), fourth, home);
const explorer = new Explorer(by("options"), fourth, home);
const handbook = new Help(by("help"), fourth, home);
const notebook = new Notebook(by("cells"), engine, home);
helpIs(help);

/** Puts a position on the board and shows it. */
function play(position, terms) {
  side("board", true);
  if (!isRead()) go({ ...alone(), board: position });
  // A game that was asked for says whom the machine plays; else nobody.
  return board.open(position, terms ?? { machine: "" });
}

/** The part of the address that shows the board without cells, if it is there. */
const alone = () => (address.read(location.hash).alone ? { alone: "" } : {});

/** Returns `true` if the address names something to read. */
function isRead() {
  const { t, lesson, example } = address.read(location.hash);
  return t !== undefined || lesson !== undefined || example !== undefined;
}

// A game that has begun stands in the address, so that it is there again after a reload.
board.addEventListener("shown", () => {
  const { board: named, t } = address.read(location.hash);
  if (named !== undefined || (board.address.line && !isRead())) go({ t, ...alone(), ...board.address });
});

/** Asks a question that may take long. Returns the answer to come and a way to stop, which comes by itself after `limit` seconds. */
function look(text, limit) {
  const stop = () => third.stop();
  const late = setTimeout(stop, 1000 * limit);
  return { answer: third.ask({ do: "eval", text }).finally(() => clearTimeout(late)), stop };
}

/** Puts the position of a lesson's step on the board, if it can be played and no other board was asked for meanwhile. */
async function set(position) {
  const seen = await second.ask({ do: "board", text: position, mover: "L" });
  const isThere = !by("lesson").hidden && address.read(location.hash).lesson;
  if (isThere && seen.ok && seen.moves.length > 0) board.open(position, { mover: "L", machine: "" });
}

function explore(text) {
  side("options", true);
  explorer.open(text ?? "");
}

function help(topic) {
  side("help", true);
  handbook.open(topic);
}

/** Shows one of the things beside the cells; `isAsked` if somebody wants to see it now. */
function side(name, isAsked) {
  for (const one of SIDES) {
    by(one).hidden = one !== name;
    by(`${one}-tab`).setAttribute("aria-selected", one === name);
    by(`${one}-tab`).tabIndex = one === name ? 0 : -1;
  }
  if (name === "games") gallery.show();
  // On a phone it stands under the cells.
  if (isAsked && matchMedia(NARROW).matches) by("side").scrollIntoView({ behavior: "smooth" });
}

// The cells, or a lesson.
function show(name) {
  const wasLesson = !by("lesson").hidden;
  by("notebook").hidden = name !== "notebook";
  by("lesson").hidden = name !== "lesson";
  // Lessons hide the answers; an address that hides them goes on doing so.
  if (name === "notebook" && wasLesson) board.hide(kept("cg-answers") === false || address.read(location.hash).terms?.answers === false);
}

async function openCells(cells, id) {
  show("notebook");
  const forgotten = engine.reset();
  notebook.open(cells, id);
  await forgotten;
}

/** Opens the text that was read last, or the first words of the page. */
async function openLast() {
  const [last] = keptTexts();
  if (last) return openCells(cellsOfMarkdown(last.text), last.id);
  const words = await (await fetch("./welcome.md")).text();
  const touch = matchMedia("(pointer: coarse)").matches;
  return openCells(cellsOfMarkdown(touch ? words.replace(/^With a keyboard.*\n/m, "") : words));
}

async function openLesson(number, step) {
  await listed;
  const at = step ?? kept(PROGRESS)?.[number]?.[0] ?? 1;
  await engine.reset();
  const lesson = await engine.ask({ do: "lesson", number });
  if (!lesson.ok) return go({}), await openLast(), tell(lesson.message);
  show("lesson");
  side("board");
  // The answers of an exercise are not for the board to give away.
  board.hide(true);
  const leave = () => (go({}), openLast());
  new Lesson(by("lesson"), engine, lesson, at === lesson.steps.length && !step ? 1 : at, { ...home, lesson: (next) => openLesson(next, 1), step: reached, leave, count: titles.length });
  if (at === 1) scrollTo({ top: 0 });
}

// A step of a lesson is reached: it has an address, and is kept.
function reached(number, step, steps) {
  go({ lesson: `${number}.${step}` });
  keep(PROGRESS, { ...kept(PROGRESS), [number]: [step, steps] });
  listLessons(titles);
}

async function openExample(name) {
  const answer = await fetch(`./examples/${name}.cg`);
  if (!answer.ok) return tell(`There is no example called ${name}.`);
  await openCells(cellsOfScript(await answer.text()));
  scrollTo({ top: 0 });
}

// Writes an address that names what is shown, so that it can be kept and sent, and Back leads there.
function go(parts, isNew = false) {
  const next = new URL(location.href);
  next.hash = Object.keys(parts).length > 0 ? address.write(parts) : "";
  if (next.href === location.href) return;
  history[isNew ? "pushState" : "replaceState"](null, "", next);
}

// Goes where an address leads. Returns `false` if it names nothing to read.
async function follow(hash) {
  const { t, lesson, example, board: position, terms, help: topic, options, games } = address.read(hash);
  if (position !== undefined) play(position, terms);
  if (topic !== undefined) help(topic);
  if (options !== undefined) explore(options);
  if (games) side("games", true);
  if (lesson) await openLesson(lesson.number, lesson.step);
  else if (example !== undefined) await openExample(example);
  else if (t !== undefined) {
    const text = await unpacked(t);
    if (text === undefined) return tell("The text of this link is damaged."), false;
    await openCells(cellsOfMarkdown(text));
  } else return false;
  return true;
}

// A text that came from elsewhere is changed, and is the reader's own from now on.
function owned() {
  const { t, example } = address.read(location.hash);
  if (t !== undefined || example !== undefined) go({});
}

async function copy(parts, what) {
  go(parts);
  try {
    await navigator.clipboard.writeText(location.href);
    tell(`The link is copied. It holds ${what}.`);
  } catch {
    tell(`The link stands in the address line. It holds ${what}.`);
  }
}

/** Copies a link to a game, with the cells if one of them defines what its position is made of. */
async function shareBoard(parts) {
  if (!parts) return;
  const cells = by("notebook").hidden ? "" : notebook.text;
  const isDefined = (name) => new RegExp(`\\b${name}\\s*(\\([^)]*\\))?\\s*:=`).test(cells);
  if (!parts.board.match(/[A-Za-z_]\w*/g)?.some(isDefined)) return copy(parts, "the position and the moves");
  copy({ t: await packed(cells), ...parts }, "the position, the moves and the cells that define it: run them to see the board");
}

function theme(wanted) {
  const dark = wanted ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
  document.documentElement.dataset.theme = dark;
  by("theme").textContent = dark === "dark" ? "Light" : "Dark";
  repaint();
}

// Buttons and lists of the head.
theme(kept("cg-theme"));
by("theme").onclick = () => {
  const other = document.documentElement.dataset.theme === "dark" ? "light" : "dark";
  keep("cg-theme", other);
  theme(other);
};
by("stop").onclick = () => engine.stop();
by("run-all").onclick = () => notebook.runAll();
by("new").onclick = async () => {
  const [last] = keptTexts();
  go({});
  await openCells([]);
  by("cells").querySelector("textarea")?.focus();
  if (last) tell("The text before is kept under My texts.", () => openCells(cellsOfMarkdown(last.text), last.id), "Undo New");
};
by("share").onclick = async () => {
  const { board: named } = address.read(location.hash);
  copy({ t: await packed(notebook.text), ...(named !== undefined && board.address) }, named === undefined ? "the whole text" : "the whole text and the board");
};
for (const name of SIDES) by(`${name}-tab`).onclick = () => (side(name), name === "help" && !handbook.field.value && handbook.open(""));
by("tabs").onkeydown = ({ key }) => {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[key];
  if (!step) return;
  const shown = SIDES.findIndex((name) => !by(name).hidden);
  const next = by(`${SIDES.at((shown + step) % SIDES.length)}-tab`);
  next.click();
  next.focus();
};
// Opens the item that is chosen from a list of the head.
const chosen = (id, open) => {
  by(id).onchange = ({ target }) => {
    const { value } = target;
    target.value = "";
    if (value) open(value);
  };
};
chosen("lessons", (number) => (go({ lesson: number }, true), openLesson(Number(number))));
chosen("examples", (name) => (go({ example: name }, true), openExample(name)));
chosen("texts", (id) => {
  const text = keptTexts().find((one) => one.id === id);
  go({});
  if (text) openCells(cellsOfMarkdown(text.text), id);
});
addEventListener("hashchange", async () => {
  if (!(await follow(location.hash)) && location.hash === "") openLast();
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  if (by("board").classList.contains("present")) board.present(false);
  else if (engine.isBusy) engine.stop();
  else board.stop();
});

// Stop can be pressed while something is computed, and for so short a time that nobody sees it, not.
let waiting;
engine.addEventListener("busy", () => {
  clearTimeout(waiting);
  waiting = setTimeout(() => document.body.classList.add("busy"), MOMENT);
});
engine.addEventListener("idle", () => {
  board.retry();
  clearTimeout(waiting);
  document.body.classList.remove("busy");
});
engine.addEventListener("restarted", ({ detail: { lost } }) => tell(lost ? "Stopped. All definitions are lost: run the cells again." : "Stopped. All definitions are kept."));

if ("serviceWorker" in navigator && isSecureContext) navigator.serviceWorker.register("./sw.js").catch(() => {});

// The page begins where its address leads, else with the text that was read last, or a few first words.
listTexts();
fetch("./examples/list.json").then((answer) => answer.json()).then(listExamples);
let titles = [];
const inks = second.ask({ do: "inks" }).then(({ inks }) => inks && learn(inks));
const listed = second.ask({ do: "lessons" }).then((answer) => listLessons((titles = answer.titles ?? [])));
const isAlone = address.read(location.hash).alone === true;
document.body.classList.toggle("alone", isAlone);
const isElsewhere = /^#(t|lesson|example)=/.test(location.hash);
if (!isElsewhere) await openLast();
const isLed = await follow(location.hash);
if (isElsewhere && !isLed) await openLast();
// On a phone, what the address names stands under the cells, which grow as they run.
const ran = isLed || isAlone ? undefined : notebook.runAll();
if (/^#(board|options|help|games)\b/.test(location.hash)) ran?.then(() => matchMedia(NARROW).matches && by("side").scrollIntoView());
if (address.read(location.hash).board === undefined && by("lesson").hidden) board.open("domineering(3, 3)");
await inks;
document.body.classList.add("ready");
