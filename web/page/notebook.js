// The notebook: cells in their order. Each text is kept in this browser, beside those before it.

import { Cell } from "./cell.js";
import { markdownOfCells } from "./document.js";
import { keep, kept } from "./store.js";

const KEPT = "cg-notebooks";
/** The number of texts that are kept. */
const MAX_TEXTS = 40;

/** The texts that are kept, the one last opened first: each with an `id`, its `text` and when it was `changed`. */
export function keptTexts() {
  const texts = kept(KEPT);
  return Array.isArray(texts) ? texts : [];
}

/** The cells of a page. */
export class Notebook {
  #cells = [];
  // The text under which the cells are kept; `undefined` until they are changed if they came from elsewhere.
  #id;
  // The text that this page kept under it last.
  #own;

  /** `home` opens boards, trees and help; `home.owned` is called when a text from elsewhere becomes the reader's
   * own, `home.removed` with a function that brings a removed cell back. */
  constructor(element, engine, home) {
    this.element = element;
    this.engine = engine;
    this.home = home;
    this.play = home.play;
    this.explore = home.explore;
    this.help = home.help;
    this.look = home.look;
  }

  /** The text of all cells. */
  get text() {
    return markdownOfCells(this.#cells);
  }

  /** Shows other cells. `id` is that of a kept text; without it the cells are kept as soon as they are changed. */
  open(cells, id) {
    this.#cells = [];
    this.element.replaceChildren();
    this.#id = this.#own = undefined;
    for (const { kind, text } of cells) this.insert(kind, text);
    // There is always a place to type.
    const last = this.#cells.at(-1);
    if (last?.kind !== "code" || last.text.trim() !== "") this.insert("code", "");
    this.#id = id;
    if (id) this.changed(true);
  }

  /** Adds a cell, after another one or at the end. */
  insert(kind, text, after = this.#cells.at(-1)) {
    const cell = new Cell(kind, text, this);
    const at = this.#cells.indexOf(after) + 1;
    this.#cells.splice(at, 0, cell);
    if (after) after.element.after(cell.element);
    else this.element.prepend(cell.element);
    cell.show();
    this.changed();
    return cell;
  }

  /** Runs all cells in order, up to one that is stopped, and shows the first that fails. */
  async runAll() {
    let failed;
    for (const cell of [...this.#cells]) {
      const { ok, stopped } = await cell.run();
      if (!ok) failed ??= cell;
      if (stopped) break;
    }
    failed?.element.scrollIntoView({ block: "center" });
  }

  /** Goes to the cell after one, which is made if there is none. Returns its element. */
  after(cell) {
    const rest = this.#cells.slice(this.#cells.indexOf(cell) + 1);
    const next = rest.find((other) => other.kind === "code") ?? this.insert("code", "");
    next.field.focus();
    next.element.scrollIntoView({ block: "nearest" });
    return next.element;
  }

  /** Moves a cell by one place. */
  move(cell, by) {
    const at = this.#cells.indexOf(cell);
    const other = this.#cells[at + by];
    if (!other) return;
    this.#cells[at] = other;
    this.#cells[at + by] = cell;
    if (by < 0) other.element.before(cell.element);
    else other.element.after(cell.element);
    this.changed(true);
  }

  /** Removes a cell; one of statements is always left. It can be brought back as long as this text is shown. */
  remove(cell) {
    const cells = this.#cells;
    const at = cells.indexOf(cell);
    cells.splice(at, 1);
    cell.element.remove();
    const bringBack = () => {
      if (cells !== this.#cells) return;
      cells.splice(at, 0, cell);
      this.element.insertBefore(cell.element, cells[at + 1]?.element ?? null);
      this.changed(true);
    };
    if (cell.text.trim() !== "") this.home.removed(bringBack);
    if (this.#cells.length === 0) this.insert("code", "");
    (this.#cells[at] ?? this.#cells.at(-1)).field.focus();
    this.changed(true);
  }

  /** Numbers the cells. Keeps the text if it is kept already, or if the reader has changed it. */
  changed(isEdited = false) {
    this.#cells.forEach(({ element, kind }, i) => element.setAttribute("aria-label", `${kind === "code" ? "cell" : "text"} ${i + 1}`));
    if (!isEdited && !this.#id) return;
    const texts = keptTexts();
    // Another window of this page may have changed the text meanwhile; both are kept then.
    const isForeign = this.#own !== undefined && texts.some(({ id, text }) => id === this.#id && text !== this.#own);
    if (!this.#id || isForeign) {
      this.#id = String(Date.now());
      this.home.owned();
    }
    this.#own = this.text;
    const own = { id: this.#id, text: this.#own, changed: Date.now() };
    keep(KEPT, [own, ...texts.filter(({ id }) => id !== own.id)].slice(0, MAX_TEXTS));
    this.home.kept();
  }
}
