// The part of the address behind `#`: a text, a lesson and its step, a board with its moves, an example, help.

const LESSON = /^(\d+)(?:\.(\d+))?$/;

/** Reads the part of an address behind `#`. */
export function read(hash) {
  const parts = new URLSearchParams(hash.replace(/^#/, "").replaceAll("+", "%2B"));
  const found = {};
  for (const name of ["t", "board", "example", "help", "options"]) if (parts.has(name)) found[name] = parts.get(name);
  if (parts.has("games")) found.games = true;
  if (parts.has("alone")) found.alone = true;
  const lesson = LESSON.exec(parts.get("lesson") ?? "");
  if (lesson) found.lesson = { number: Number(lesson[1]), step: Number(lesson[2] ?? 1) };
  if (found.board !== undefined) {
    found.terms = {
      mover: parts.get("mover") === "R" ? "R" : "L",
      rule: ["misere", "points"].includes(parts.get("rule")) ? parts.get("rule") : undefined,
      machine: ["L", "R"].includes(parts.get("machine")) ? parts.get("machine") : "",
      answers: parts.has("answers") ? parts.get("answers") !== "hidden" : undefined,
      line: (parts.get("line") ?? "").split(".").filter(Boolean).map(Number),
    };
  }
  return found;
}

/** Writes the part of an address behind `#`, without the parts that are `undefined`. */
export function write(parts) {
  const given = Object.entries(parts).filter(([, value]) => value !== undefined);
  return `#${given.map(([name, value]) => (value === "" ? name : `${name}=${encodeURIComponent(value)}`)).join("&")}`;
}
