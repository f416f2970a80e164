// Values that this browser keeps from one visit to the next, if it allows that.

/** Returns what is kept under a name, or `undefined`. */
export function kept(name) {
  try {
    return JSON.parse(localStorage.getItem(name) ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}

/** Keeps something under a name; returns `false` if this browser keeps nothing. */
export function keep(name, value) {
  try {
    localStorage.setItem(name, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}
