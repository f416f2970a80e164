// The page: its parts, and what leads from one to another.

import { Board } from "./board.js";
import { cellsOfMarkdown, cellsOfScript } from "./document.js";
import { announce, h } from "./elements.js";
import { Engine } from "./engine.js";
import { Lesson } from "./lesson.js";
import { Notebook } from "./notebook.js";
import { packed, unpacked } from "./share.js";

const by = (id) => document.getElementById(id);
const engine = new Engine();
const board = new Board(by("board"), engine);
const notebook = new Notebook(by("cells"), engine, { play, help });

/** Puts a position on the board and shows it. */
function play(position) {
  side("board");
  board.open(position);
  // On a phone the board stands under the cells.
  if (matchMedia("(max-width: 60rem)").matches) by("side").scrollIntoView({ behavior: "smooth" });
}

/** Shows help on a name. */
async function help(topic) {
  side("help");
  by("topic").value = topic;
  const { text, message } = await engine.ask({ do: "help", topic, columns: columns(by("help-text")) });
  by("help-text").textContent = text ?? message;
}

// How many letters of one width fit into a line of an element.
function columns(element) {
  const pen = document.createElement("canvas").getContext("2d");
  pen.font = getComputedStyle(element).font;
  return Math.floor(element.clientWidth / pen.measureText("0").width) - 1;
}

// One of the two: the board or help.
function side(name) {
  for (const one of ["board", "help"]) {
    by(one).hidden = one !== name;
    by(`${one}-tab`).setAttribute("aria-selected", one === name);
    by(`${one}-tab`).tabIndex = one === name ? 0 : -1;
  }
}

// The cells, or a lesson.
function show(name) {
  by("notebook").hidden = name !== "notebook";
  by("lesson").hidden = name !== "lesson";
}

async function openCells(cells, keeps) {
  show("notebook");
  await engine.reset();
  notebook.open(cells, keeps);
}

async function openLesson(number) {
  await engine.reset();
  const lesson = await engine.ask({ do: "lesson", number });
  if (!lesson.ok) return;
  show("lesson");
  const count = by("lessons").options.length - 1;
  new Lesson(by("lesson"), engine, lesson, { play, lesson: openLesson, leave: () => openCells(cellsOfMarkdown(Notebook.kept() ?? "")), count });
  scrollTo({ top: 0 });
}

async function share() {
  const link = new URL(location.href);
  link.hash = `t=${await packed(notebook.text)}`;
  history.replaceState(null, "", link);
  try {
    await navigator.clipboard.writeText(link.href);
    tell("The link is copied. It holds the whole text.");
  } catch {
    tell("The link stands in the address line. It holds the whole text.");
  }
}

function tell(text) {
  by("notice").textContent = text;
  announce(text);
  setTimeout(() => by("notice").textContent === text && (by("notice").textContent = ""), 6000);
}

function theme(wanted) {
  const dark = wanted ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
  document.documentElement.dataset.theme = dark;
  by("theme").textContent = dark === "dark" ? "Light" : "Dark";
}

function kept(name, value) {
  try {
    if (value === undefined) return localStorage.getItem(name) ?? undefined;
    localStorage.setItem(name, value);
  } catch {
    return undefined;
  }
}

// Buttons and lists of the head.
theme(kept("cg-theme"));
by("theme").onclick = () => {
  const other = document.documentElement.dataset.theme === "dark" ? "light" : "dark";
  kept("cg-theme", other);
  theme(other);
};
by("stop").onclick = () => engine.stop();
by("run-all").onclick = () => notebook.runAll();
by("new").onclick = () => openCells([]);
by("share").onclick = share;
by("board-tab").onclick = () => side("board");
by("help-tab").onclick = () => (side("help"), by("topic").value || help(""));
by("ask-help").onsubmit = (event) => (event.preventDefault(), help(by("topic").value));
by("tabs").onkeydown = ({ key }) => {
  if (key !== "ArrowLeft" && key !== "ArrowRight") return;
  const other = by("board").hidden ? "board" : "help";
  by(`${other}-tab`).click();
  by(`${other}-tab`).focus();
};
by("lessons").onchange = ({ target }) => {
  if (target.value) openLesson(Number(target.value));
  target.value = "";
};
by("examples").onchange = async ({ target }) => {
  const name = target.value;
  target.value = "";
  if (!name) return;
  const script = await (await fetch(`./examples/${name}`)).text();
  await openCells(cellsOfScript(script), false);
  scrollTo({ top: 0 });
};
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && engine.isBusy) engine.stop();
});

// Stop can be pressed while something is computed, and for so short a time that nobody sees it, not.
let waiting;
engine.addEventListener("busy", () => {
  clearTimeout(waiting);
  waiting = setTimeout(() => document.body.classList.add("busy"), 200);
});
engine.addEventListener("idle", () => {
  clearTimeout(waiting);
  document.body.classList.remove("busy");
});
engine.addEventListener("restarted", ({ detail: { lost } }) => tell(lost ? "Stopped. What was defined is gone: run the cells again." : "Stopped. What was defined holds still."));

// What the page begins with: the text of its link, what was kept, or a few first words.
const examples = await (await fetch("./examples/list.json")).json();
by("examples").append(...examples.map(({ name, title }) => h("option", { value: name }, title)));
const { titles } = await engine.ask({ do: "lessons" });
by("lessons").append(...(titles ?? []).map((title, i) => h("option", { value: i + 1 }, `${i + 1}. ${title}`)));
const letters = /^#t=([\w-]+)$/.exec(location.hash)?.[1];
const linked = letters && (await unpacked(letters));
if (letters && linked === undefined) tell("The text of this link is damaged.");
const first = await (await fetch("./welcome.md")).text();
notebook.open(cellsOfMarkdown(linked ?? Notebook.kept() ?? first), linked === undefined);
if (linked === undefined) notebook.runAll();
board.open("domineering(3, 3)");
document.body.classList.add("ready");
