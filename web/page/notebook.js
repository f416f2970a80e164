// The notebook: cells in their order, kept in this browser from one visit to the next.

import { Cell } from "./cell.js";
import { markdownOfCells } from "./document.js";

const KEPT = "cg-notebook";

/** The cells of a page. */
export class Notebook {
  #cells = [];

  constructor(element, engine, { play, help }) {
    this.element = element;
    this.engine = engine;
    this.play = play;
    this.help = help;
  }

  /** The text of all cells. */
  get text() {
    return markdownOfCells(this.#cells);
  }

  /** The text that was kept last. */
  static kept() {
    try {
      return localStorage.getItem(KEPT) ?? undefined;
    } catch {
      return undefined;
    }
  }

  /** Shows other cells; `keeps` says whether they are kept. */
  open(cells, keeps = true) {
    this.#cells = [];
    this.element.replaceChildren();
    this.keeps = keeps;
    for (const { kind, text } of cells) this.insert(kind, text);
    if (this.#cells.at(-1)?.kind !== "code") this.insert("code", "");
    this.changed();
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

  /** Runs all cells in order, up to one that fails. */
  async runAll() {
    for (const cell of [...this.#cells]) {
      if (!(await cell.run())) return cell.element.scrollIntoView({ block: "center" });
    }
  }

  /** Goes to the cell after one, which is made if there is none. */
  after(cell) {
    const rest = this.#cells.slice(this.#cells.indexOf(cell) + 1);
    const next = rest.find((other) => other.kind === "code") ?? this.insert("code", "");
    next.field.focus();
    next.element.scrollIntoView({ block: "nearest" });
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
    this.changed();
  }

  /** Removes a cell; one of statements is always left. */
  remove(cell) {
    const at = this.#cells.indexOf(cell);
    this.#cells.splice(at, 1);
    cell.element.remove();
    if (this.#cells.length === 0) this.insert("code", "");
    (this.#cells[at] ?? this.#cells.at(-1)).field.focus();
    this.changed();
  }

  /** Keeps the text, if this browser allows it. */
  changed() {
    if (!this.keeps) return;
    try {
      localStorage.setItem(KEPT, this.text);
    } catch {
      // Without it the page is as good, and forgets.
    }
  }
}
