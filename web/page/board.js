// A board to click: the position, the moves of either player, and what each of them leads to.

import { pressed, waysOf } from "./choice.js";
import { announce, askForm, button, h, lineField } from "./elements.js";
import { history } from "./history.js";
import { aboutPosition } from "./lookup.js";
import { moveList } from "./moves.js";
import { drawParts } from "./parts.js";
import { picture } from "./pictures.js";
import { NAMES, Play, reached } from "./play.js";
import { countsPoints, inWords, isPoints, mark, standing, tally, winnerBy } from "./points.js";
import { trouble } from "./results.js";
import { keep, kept } from "./store.js";
import { withStrings } from "./strings.js";
import { formula } from "./typeset.js";
import { explained } from "./why.js";

/** The time that a question has before a new one ends it, in milliseconds. */
const PATIENCE = 250;
/** The seconds for which verdicts and lengths are searched for at first. */
const SOON = 3;
/** The seconds for the reasons of an outcome. */
const FOR_WHY = 20;
/** The seconds for a search in play for points. */
const FOR_POINTS = 10;

/** The board and its tools. Fires `opened` when another position is put on it, and `shown` after each move. */
export class Board extends EventTarget {
  #play;
  #chosen = [];
  // Counts the positions that were shown, so that late answers about earlier ones are recognised.
  #asked = 0;
  // The position that was opened last, and its terms; a promise that it is open; whether the program refused it.
  #wanted;
  #opened;
  #isRefused = false;
  // True where somebody went back to a turn of the machine: it waits until it is asked.
  #waits = false;

  constructor(element, engine, home) {
    super();
    this.element = element;
    this.engine = engine;
    this.home = home;
    this.field = lineField("position", "domineering(3, 3)");
    this.mover = this.#choice("moves now", { L: "Left", R: "Right" }, () => this.#again());
    this.rule = this.#choice("rule", { normal: "who cannot move loses", misere: "who cannot move wins", points: "who has more points wins" }, () => this.#again());
    this.machine = this.#choice("machine", { "": "nobody", L: "Left", R: "Right" }, () => this.#letMove());
    this.answers = h("input", { type: "checkbox", checked: kept("cg-answers") !== false, onchange: () => this.#toggle() });
    this.undo = button("Undo", () => this.#back(), { title: "take a move back", disabled: true });
    this.redo = button("Redo", () => this.#go(this.#play.at + 1), { title: "make the move again", disabled: true });
    this.full = button("Full screen", () => this.present(!element.classList.contains("present")), { title: "large, for a projector", "aria-pressed": "false" });
    this.status = h("p", { class: "status", role: "status" });
    this.points = h("p", { class: "points-so-far" });
    this.clock = h("span", {});
    this.working = h("p", { class: "working faint", hidden: true }, this.clock, " ", button("Stop", () => this.stop(), { class: "small", title: "stop (Escape)" }));
    this.hint = button("Hint", () => this.#hint(), { title: "a good move, and why", disabled: true });
    this.why = button("Why?", () => this.#why(), { title: "why the outcome is what it is", disabled: true });
    this.place = h("div", { class: "place-of-board" });
    this.said = h("div", { class: "said", "aria-live": "polite" });
    this.list = h("div", { class: "moves" });
    this.value = h("p", { class: "value-of-board" });
    this.lookups = h("div", {});
    this.walls = h("div", {});
    this.thermograph = h("details", { hidden: true, ontoggle: () => keep("cg-thermograph", this.thermograph.open), open: kept("cg-thermograph") === true }, h("summary", {}, "Thermograph"), this.walls);
    this.history = h("div", { class: "history" });
    element.replaceChildren(
      askForm(this.field, "Show", (text) => this.open(text)),
      h("div", { class: "table" },
        h("div", { class: "field" },
          this.status, this.points, this.working, this.place,
          h("div", { class: "row" }, this.undo, this.redo, this.hint, this.why,
            home.share && button("Link", () => home.share(this.address), { title: "copy a link to this position and the moves" }), home.explore && button("Options", () => home.explore(this.#play?.here.text), { title: "open its options as a tree" }), this.full),
          this.said),
        h("div", { class: "beside" },
          h("div", { class: "choices" }, this.mover.label, this.machine.label, this.rule.label, h("label", { class: "switch" }, this.answers, " show answers")),
          this.list, this.value, this.lookups, this.thermograph, this.history)));
    document.addEventListener("fullscreenchange", () => !document.fullscreenElement && this.present(false));
  }

  /** Puts a position on the table. `terms` may say who moves, whom the machine plays, the `rule`, and moves by their numbers. */
  open(text, terms = {}) {
    if (!text.trim()) return this.field.focus();
    this.field.value = text;
    this.#wanted = { text, terms };
    return (this.#opened = this.#open(text, terms));
  }

  async #open(text, terms) {
    if (terms.mover) this.mover.value = terms.mover;
    if (terms.machine !== undefined) this.machine.value = terms.machine ?? "";
    if (terms.answers !== undefined) this.answers.checked = terms.answers;
    // Where points decide, they do so unless another rule is asked for.
    const misere = !("rule" in terms) && this.rule.value === "misere" ? "misere" : undefined;
    this.#play = new Play(text, this.mover.value, terms.rule ?? misere ?? "normal");
    this.#play.mayCount = !terms.rule && !misere;
    // At once, for whoever changes who moves before the position is shown.
    this.rule.value = this.#play.rule;
    this.#asked++;
    this.#waits = false;
    for (const number of terms.line ?? []) {
      const refused = await this.#replay(number);
      if (refused) return this.#refuse(refused);
    }
    this.dispatchEvent(new Event("opened"));
    return this.#show();
  }

  /** Tries again to open the position that was refused: a cell may have defined its rules since. */
  async retry() {
    await this.#opened;
    // The field may hold something newer that is being typed.
    if (this.#isRefused) await (this.#opened = this.#open(this.#wanted.text, this.#wanted.terms));
  }

  /** Hides the answers of the program, or shows them. */
  hide(isHidden) {
    this.answers.checked = !isHidden;
    this.said.replaceChildren();
    if (!this.#play) return;
    // Pictures of graphs have values in them, or have not.
    for (const entry of this.#play.line) if (entry.seen?.parts.some(({ graph }) => graph)) for (const known of ["seen", "ways", "verdicts", "lengths"]) delete entry[known];
    this.#show();
  }

  /** Fills the screen with the board, or goes back. */
  present(isLarge) {
    this.element.classList.toggle("present", isLarge);
    this.full.textContent = isLarge ? "Leave full screen" : "Full screen";
    this.full.setAttribute("aria-pressed", String(isLarge));
    if (isLarge) this.element.requestFullscreen?.().catch(() => {});
    else if (document.fullscreenElement) document.exitFullscreen();
  }

  /** The parts of an address that lead to this game, or `undefined` if there is none. */
  get address() {
    if (!this.#play) return undefined;
    const { line, rule, numbers } = this.#play;
    return {
      board: numbers ? line[0].text : this.#play.here.text, mover: numbers ? line[0].mover : this.#play.here.mover, rule: rule === "normal" ? undefined : rule,
      machine: this.machine.value || undefined, answers: this.#isHidden ? "hidden" : undefined, line: numbers?.length ? numbers.join(".") : undefined,
    };
  }

  /** The position that is shown, or `undefined` if there is none. */
  get position() {
    return this.#play?.here.seen && this.#play.here.text;
  }

  get #isHidden() {
    return !this.answers.checked;
  }

  // True if it is the machine's turn.
  get #isItsTurn() {
    const { here } = this.#play ?? {};
    return Boolean(here?.seen) && !here.seen.ending && here.mover === this.machine.value;
  }

  // True if the machine is to move now.
  get #isMachines() {
    return this.#isItsTurn && !this.#waits;
  }

  /** Ends what is being searched, and a machine that looks for a move. */
  stop() {
    if (this.working.hidden) return;
    this.#asked++;
    this.#works();
    this.engine.stop();
    const { here } = this.#play;
    if (!here.seen) return;
    if (this.#isMachines) return this.#wait();
    if (!here.verdicts && !this.#isHidden) Object.assign(here, { verdicts: true, isOpen: true });
    this.#draw();
  }

  // Lets the machine wait, and says how it goes on.
  #wait() {
    this.#waits = true;
    this.#enable();
    const name = NAMES[this.machine.value];
    this.said.replaceChildren(h("p", {}, `${name} waits. Make a move for ${name}, or `, button("let the machine move", () => this.#letMove(), { class: "small" }), "."));
  }

  #letMove() {
    this.#waits = false;
    this.said.replaceChildren();
    return this.#answerBack();
  }

  // Advice is for persons.
  #enable() {
    this.hint.disabled = this.why.disabled = !this.#play?.here.seen || this.#isMachines;
  }

  #choice(name, options, onchange) {
    const select = h("select", { onchange }, ...Object.entries(options).map(([value, text]) => h("option", { value }, text)));
    return { label: h("label", {}, `${name} `, select), get value() { return select.value; }, set value(v) { select.value = v; } };
  }

  #toggle() {
    keep("cg-answers", this.answers.checked);
    this.hide(!this.answers.checked);
  }

  // Shows the position again after the mover or the rule was changed.
  #again() {
    if (!this.#play) return;
    this.#play.change(this.mover.value, this.rule.value);
    this.#show();
  }

  // Makes a move by its number in the list.
  async #replay(number) {
    const { here } = this.#play;
    const seen = here.seen ?? (await this.#see(this.#play));
    if (!seen.ok) return seen;
    here.seen = seen;
    const move = seen.moves[number];
    if (move) this.#play.make(move, move.ways[0] ?? []);
    return undefined;
  }

  // Asks for the look and the moves of the position where a game is.
  async #see(play) {
    const { text, mover } = play.here;
    let seen = await this.engine.ask({ do: "board", ...play.request(), notes: !this.#isHidden });
    // The program has no words for the end of a game for points by the other rules; with a move beside it is drawn.
    if (!seen.ok && /^points decide/.test(seen.message)) {
      const beside = await this.engine.ask({ do: "board", text: `${text} + *`, mover });
      seen = beside.ok && beside.moves.length === 1 ? { ok: true, text, parts: beside.parts.slice(0, -1), moves: [], points: true } : seen;
    }
    withStrings(seen);
    // Points beside it do not make a position one part of several.
    if (seen.parts?.filter((part) => !isPoints(part)).length === 1) for (const move of seen.moves) move.label = move.label.replace(/^part \d+: (?:.* -> )?/, "");
    if (play.mayCount && play.at === 0 && seen.ok && countsPoints(seen)) play.rule = "points";
    if (play.rule !== "points" || seen.moves?.length !== 0) return seen;
    const score = await this.#scoreOf(play.here);
    return { ...seen, ending: `${NAMES[mover]} cannot move${score === undefined ? "" : `. ${winnerBy(score)}`}.` };
  }

  // Returns what Left gets more from a position with best play, or `undefined` if it is not known after some seconds.
  async #scoreOf({ text, mover }, seconds = SOON) {
    const answer = await this.#within(seconds, { do: "eval", text: `score(${text}, ${mover})` });
    return answer.answers?.[0]?.ok ? answer.answers[0].text : undefined;
  }

  // Asks a question that ends after some seconds.
  async #within(seconds, request) {
    const late = setTimeout(() => this.engine.stop(), 1000 * Math.max(0.05, seconds));
    const answer = await this.engine.ask(request);
    clearTimeout(late);
    return answer;
  }

  // Asks about the position that is shown. Returns `undefined` if another one is shown when the answer comes.
  async #ask(request) {
    const asked = this.#asked;
    const answer = await this.engine.ask(request);
    return asked === this.#asked ? answer : undefined;
  }

  // Ends a question about an earlier position that takes long.
  async #interrupt() {
    const asked = this.#asked;
    if (!this.engine.isBusy) return;
    await new Promise((settle) => {
      this.engine.addEventListener("idle", settle, { once: true });
      setTimeout(settle, PATIENCE);
    });
    if (asked === this.#asked && this.engine.isBusy) this.engine.stop();
  }

  async #show() {
    const asked = ++this.#asked;
    const play = this.#play;
    const { here } = play;
    this.mover.value = here.mover;
    this.undo.disabled = play.at === 0;
    this.redo.disabled = play.at === play.line.length - 1;
    this.#chosen = [];
    this.said.replaceChildren();
    if (!here.seen) {
      this.#works("");
      await this.#interrupt();
      if (asked !== this.#asked) return;
      const seen = await this.#see(play);
      if (asked !== this.#asked) return;
      if (!seen.ok) return this.#refuse(seen);
      here.seen = seen;
    }
    this.#isRefused = false;
    this.rule.value = play.rule;
    this.#works();
    this.#draw();
    this.#tell();
    this.dispatchEvent(new Event("shown"));
    await this.#answerBack();
    if (asked === this.#asked && !this.#isHidden) await this.#find(here);
  }

  #refuse(seen) {
    this.#isRefused = this.#play.line.length === 1;
    this.#works();
    for (const part of [this.place, this.points, this.list, this.value, this.lookups, this.history]) part.replaceChildren();
    this.offered = undefined;
    this.#enable();
    this.thermograph.hidden = true;
    this.status.textContent = "";
    this.said.replaceChildren(trouble(seen, this.#play.here.text));
  }

  // Finds what the moves lead to, then what the position is worth, then how long play lasts.
  async #find(entry) {
    const play = this.#play;
    if (play.rule === "points") return this.#findScores(entry, FOR_POINTS);
    const request = play.request(entry);
    const asked = this.#asked;
    this.#works("searching");
    if (!entry.verdicts && !(await this.#verdicts(entry, request, SOON))) return;
    this.#draw();
    if (!entry.about) {
      const about = await this.#ask({ do: "about", ...request });
      if (!about) return;
      entry.about = about;
      this.#tell();
    }
    if (!entry.lengths && entry.seen.moves.length > 0) {
      const answer = await this.#ask({ do: "lengths", seconds: SOON, ...request });
      if (!answer) return;
      entry.lengths = true;
      answer.lengths?.forEach((length, i) => (entry.seen.moves[i].length = length));
      this.#draw();
    }
    // Positions that were passed while answers were hidden.
    for (const passed of play.line.filter(({ about }) => !about)) {
      passed.about = await this.#ask({ do: "about", ...play.request(passed) });
      if (!passed.about) return;
      this.#tell();
    }
    if (asked === this.#asked) this.#works();
  }

  // Finds what the position is worth when both play for points, then what each move leads to.
  async #findScores(entry, seconds) {
    const play = this.#play;
    const asked = this.#asked;
    const end = performance.now() + 1000 * seconds;
    const left = () => (end - performance.now()) / 1000;
    this.#works("searching");
    // Returns `false` if another position is shown meanwhile.
    const find = async (one) => {
      if (one.about || left() < 0) return true;
      const score = await this.#scoreOf(one, left());
      if (asked !== this.#asked) return false;
      if (score !== undefined) one.about = standing(score, one.mover);
      this.#tell();
      return true;
    };
    if (!(await find(entry))) return;
    const { moves } = entry.seen;
    for (const move of moves) {
      if (move.score !== undefined || left() < 0) continue;
      move.score = await this.#scoreOf(reached(move.text, entry.mover), left());
      if (asked !== this.#asked) return;
    }
    if (entry.about) mark(moves, entry.about.score);
    entry.verdicts = true;
    entry.isOpen = !entry.about || moves.some(({ score }) => score === undefined);
    this.#draw();
    for (const passed of play.line) if (!(await find(passed))) return;
    this.#works();
  }

  async #verdicts(entry, request, seconds) {
    const answer = await this.#ask({ do: "verdicts", seconds, ...request });
    if (!answer) return false;
    entry.verdicts = true;
    answer.verdicts?.forEach((verdict, i) => (entry.seen.moves[i].verdict = verdict ?? undefined));
    entry.isOpen = answer.verdicts?.some((verdict) => verdict === null) ?? true;
    return true;
  }

  async #search() {
    const { here } = this.#play;
    if (this.#play.rule === "points") return this.#findScores(here, 60);
    this.#works("searching");
    if (!(await this.#verdicts(here, this.#play.request(here), 60))) return;
    this.#works();
    this.#draw();
  }

  // Shows for how many seconds a search has gone on, from half a second on; without `what` there is no search.
  #works(what) {
    clearInterval(this.ticking);
    this.working.hidden = true;
    this.place.removeAttribute("aria-busy");
    if (what === undefined) return;
    const since = performance.now();
    this.ticking = setInterval(() => {
      const seconds = Math.floor((performance.now() - since) / 1000);
      this.working.hidden = false;
      this.clock.textContent = `${what || "asking"} … ${seconds} s`;
      if (!what) this.place.setAttribute("aria-busy", "true");
    }, 500);
  }

  #draw() {
    const { here } = this.#play;
    const { seen } = here;
    const look = { ...this.#ways, chosen: this.#chosen, last: here.places, laid: here.laid, isHidden: this.#isHidden || !here.verdicts, press: (place) => this.#press(place) };
    // The focus stays where it was, for those who play by the keys.
    const active = this.element.getRootNode().activeElement;
    const focused = active?.dataset?.place;
    const wasInList = this.list.contains(active);
    this.place.replaceChildren(drawParts(seen.parts, look));
    this.place.dataset.shown = here.text;
    const squares = [...this.place.querySelectorAll("[data-place]:not(:disabled)")];
    if (focused) (squares.find((square) => square.dataset.place === focused) ?? squares[0])?.focus();
    const more = here.isOpen && !this.#isHidden ? [button("Search longer", () => this.#search(), { class: "small" })] : [];
    this.list.replaceChildren(...moveList(seen, this.#chosen, here.mover, this.#isHidden, here.verdicts, (move) => this.#isMachines || this.#make(move)), ...more);
    if (wasInList) this.list.querySelector("button")?.focus();
  }

  #tell() {
    const { here } = this.#play;
    const { ending } = here.seen;
    const { outcome, value, heat } = (!this.#isHidden && here.about) || {};
    const turn = ending ?? `${NAMES[here.mover]} moves${here.moved === here.mover ? " again" : ""}.`;
    this.points.replaceChildren(...(this.#play.rule === "points" ? tally(here.seen.parts) : []));
    this.status.className = `status ${ending ? "" : here.mover === "L" ? "by-left" : "by-right"}`;
    this.status.replaceChildren(h("strong", {}, turn), outcome && !ending ? ` ${outcome.charAt(0).toUpperCase()}${outcome.slice(1)}.` : "");
    if (this.told !== this.status.textContent) announce((this.told = this.status.textContent));
    this.value.replaceChildren(...(value?.text ? ["Value ", value.latex ? formula(value.latex, value.text) : h("code", {}, value.text)] : []));
    if (heat) this.value.append(h("span", { class: "faint" }, ` mean ${heat.mean}, temperature ${heat.temperature}`));
    this.#offer(value?.text);
    this.thermograph.hidden = !heat?.picture;
    if (heat?.picture) this.walls.replaceChildren(picture(heat.picture, "thermograph"));
    this.history.replaceChildren(...history(this.#play, this.#isHidden, (at) => this.#go(at)));
  }

  // Offers questions about the position; what they found stays while it is shown.
  #offer(worth) {
    const { here, rule } = this.#play;
    const offered = this.#isHidden || here.seen.ending ? "" : `${rule} ${here.mover} ${worth ?? ""} ${here.text}`;
    if (this.offered === offered) return;
    this.offered = offered;
    this.lookups.replaceChildren(...(offered ? aboutPosition({ ...here, parts: here.seen.parts, worth, rule }, this.home.look) : []));
  }

  get #ways() {
    return (this.#play.here.ways ??= waysOf(this.#play.here.seen));
  }

  // Makes the move that pressing a place means; if several are left, they can be chosen from.
  #press(place) {
    // The squares of the position before stand there for a moment.
    if (!this.#play.here.seen || this.#isMachines) return;
    const { way, chosen } = pressed(this.#ways, this.#chosen, place);
    if (way) return this.#make(way.move, way.places);
    this.#chosen = chosen;
    this.#draw();
    const isWhole = this.#ways.ways.some(({ places }) => places.length === this.#chosen.length && places.every((one) => this.#chosen.includes(one)));
    if (this.#chosen.length > 0 && isWhole) this.said.replaceChildren(h("p", { class: "faint" }, "Press it again if that is all, or press another one too."));
  }

  #make(move, way = move.ways?.[0] ?? [], by) {
    this.#waits = false;
    this.#play.make(move, way, by);
    return this.#show();
  }

  #go(at) {
    this.#play.at = at;
    // The machine does not move at once where one goes back to see something.
    this.#waits = true;
    return this.#show();
  }

  #back() {
    const play = this.#play;
    if (play.at === 0) return;
    let at = play.at - 1;
    // With a machine, a person takes back to where he was to move.
    while (at > 0 && play.line[at].mover === this.machine.value) at--;
    this.#go(at);
  }

  // The machine moves, if it is its turn.
  async #answerBack() {
    this.#enable();
    if (!this.#isItsTurn) return;
    if (this.#waits) return this.#wait();
    const { here } = this.#play;
    this.#works(`${NAMES[here.mover]} thinks`);
    const advice = await this.#advice();
    if (!advice) return;
    this.#works();
    // Somebody may have taken over meanwhile.
    if (!this.#isMachines) return;
    if (!advice.ok || !advice.text) {
      this.#wait();
      return this.said.prepend(trouble({ message: advice.message ?? advice.why }, ""));
    }
    const move = here.seen.moves.find(({ text }) => text === advice.text);
    const words = `${NAMES[here.mover]} moved: ${advice.label}${this.#isHidden ? "" : ` (${advice.why})`}.`;
    const shown = this.#make(advice, move?.ways[0] ?? [], "machine");
    const asked = this.#asked;
    const tell = () => asked === this.#asked && this.said.replaceChildren(h("p", {}, words));
    tell();
    await shown;
    tell();
  }

  // Returns a good move, and why.
  async #advice() {
    if (this.#play.rule !== "points") return this.#ask({ do: "advise", ...this.#play.request() });
    const asked = this.#asked;
    const { text, mover, seen } = this.#play.here;
    const found = await this.#within(FOR_POINTS, { do: "eval", text: `score(${text}, ${mover})\nbest_moves(${text}, points, ${mover})[0]` });
    if (asked !== this.#asked) return undefined;
    const [score, best] = found.answers ?? [];
    const move = seen.moves.find((one) => best?.ok && one.text === best.position);
    if (move) return { ok: true, ...move, why: inWords(score.text) };
    // Too much to search: a move by which the same player moves again, if there is one, and else any.
    const free = seen.moves.filter((one) => reached(one.text, mover).mover === mover);
    const any = free[0] ?? seen.moves[Math.floor(Math.random() * seen.moves.length)];
    return { ok: true, ...any, why: free[0] ? "it is too much to search, and this moves again" : "it is too much to search" };
  }

  async #hint() {
    if (!this.#play?.here.seen) return;
    await this.#interrupt();
    this.#works("looking for a move");
    const advice = await this.#advice();
    if (!advice) return;
    this.#works();
    const words = advice.ok ? (advice.label ? `${advice.label}: ${advice.why}.` : `${advice.why}.`) : advice.message;
    this.said.replaceChildren(h("p", {}, words));
  }

  async #why() {
    if (!this.#play?.here.seen) return;
    await this.#interrupt();
    const { rule, here } = this.#play;
    const asked = this.#asked;
    this.#works("asking");
    const answer = await this.#within(FOR_WHY, { do: "eval", text: `explain(${here.text}${rule === "normal" ? "" : `, ${rule}`})` });
    if (asked !== this.#asked) return;
    this.#works();
    if (answer.stopped) return this.said.replaceChildren(h("p", {}, `No reason was found within ${FOR_WHY} s.`));
    const last = answer.answers?.at(-1) ?? answer;
    this.said.replaceChildren(...(last.ok ? explained((last.printed ?? "") + last.text) : [trouble(last, "")]));
  }
}
