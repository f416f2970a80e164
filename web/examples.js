// Copies the example scripts into a folder, with a list of their names and titles: a script is fetched when it is chosen.
// Stories about files and the terminal stay away.

import { copyFileSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const folder = new URL("../examples/", import.meta.url);
const target = process.argv[2];
const LEFT_OUT = new Set(["seating.cg"]);

mkdirSync(target, { recursive: true });
const scripts = readdirSync(folder).filter((name) => name.endsWith(".cg") && !LEFT_OUT.has(name));
const examples = scripts.map((name) => {
  const text = readFileSync(new URL(name, folder), "utf8");
  const first = /^#\s*(.*)$/m.exec(text)?.[1] ?? name;
  const sentence = first.split(/(?<=\w{4})\.|:\s|\s{2}/)[0];
  const title = sentence.length > 60 ? name.replace(".cg", "").replaceAll("_", " ") : sentence;
  copyFileSync(new URL(name, folder), join(target, name));
  return { name, title };
});
writeFileSync(join(target, "list.json"), JSON.stringify(examples.sort((a, b) => (a.name === "tour.cg" ? -1 : b.name === "tour.cg" ? 1 : a.title.localeCompare(b.title)))));
