// A game under way: the positions so far, where one is among them, and what is known of each.

/** The other player. */
export const other = (mover) => (mover === "L" ? "R" : "L");

export const NAMES = { L: "Left", R: "Right" };

const AGAIN = "again(";

/** Returns the position after a move of `mover` to `text`, and who moves there: after `again(q)` the same player in q. */
export function reached(text, mover) {
  return text.startsWith(AGAIN) && endOfCall(text) === text.length ? { text: text.slice(AGAIN.length, -1), mover } : { text, mover: other(mover) };
}

/** Returns the place after the bracket that closes the first one of a text; brackets in quotes do not count. */
function endOfCall(text) {
  let depth = 0;
  for (const { 0: sign, index } of text.matchAll(/"[^"]*"|[()]/g)) {
    if (sign === "(") depth++;
    if (sign === ")" && --depth === 0) return index + 1;
  }
  return undefined;
}

/** Positions in the order of play. Each has its `text`, its `mover`, and the move that led to it. */
export class Play {
  /** `rule` is `normal`, `misere` or `points`. */
  constructor(text, mover, rule) {
    this.rule = rule;
    this.line = [{ text, mover, places: [], laid: new Map() }];
    this.at = 0;
  }

  get here() {
    return this.line[this.at];
  }

  /** The members of a request about a position of the game. */
  request(entry = this.here) {
    return { text: entry.text, mover: entry.mover, misere: this.rule === "misere" };
  }

  /** Makes a move: `way` are the places that were clicked. What came after this position is forgotten. Each position keeps
   * the `number` of the move in the list before it, and the player whose turn is `due`. */
  make({ text, label }, way, by) {
    const { mover, laid } = this.here;
    const piece = { mover, places: way };
    const after = reached(text, mover);
    const number = this.here.seen?.moves.findIndex((move) => move.text === text) ?? -1;
    const next = { ...after, due: after.mover, number, label, by, moved: mover, places: way, laid: new Map([...laid, ...way.map((place) => [place, piece])]) };
    this.line = [...this.line.slice(0, this.at + 1), next];
    this.at++;
  }

  /** Lets the other player move at this position, or plays by the other rule; what was found does not hold then. */
  change(mover, rule) {
    if (mover !== this.here.mover) this.line = this.line.slice(0, this.at + 1);
    this.here.mover = mover;
    this.rule = rule;
    for (const entry of this.line) for (const known of ["seen", "ways", "verdicts", "lengths", "about"]) delete entry[known];
  }

  /** The moves so far as numbers in the list of moves at each position, or `undefined` if one is not in its list or was
   * made out of turn. */
  get numbers() {
    const made = this.line.slice(1, this.at + 1);
    return made.every(({ number, mover, due }) => number >= 0 && mover === due) ? made.map(({ number }) => number) : undefined;
  }
}
