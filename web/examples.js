// Writes the example scripts as JSON: for each its name, its title and its text. Stories about files and the terminal stay
// away.

import { readFileSync, readdirSync } from "node:fs";

const folder = new URL("../examples/", import.meta.url);
const LEFT_OUT = new Set(["seating.cg"]);

const scripts = readdirSync(folder).filter((name) => name.endsWith(".cg") && !LEFT_OUT.has(name));
const examples = scripts.map((name) => {
  const text = readFileSync(new URL(name, folder), "utf8");
  const first = /^#\s*(.*)$/m.exec(text)?.[1] ?? name;
  const sentence = first.split(/(?<=\w{4})\.|:\s|\s{2}/)[0];
  const title = sentence.length > 60 ? name.replace(".cg", "").replaceAll("_", " ") : sentence;
  return { name, title, text };
});
process.stdout.write(JSON.stringify(examples.sort((a, b) => (a.name === "tour.cg" ? -1 : b.name === "tour.cg" ? 1 : a.title.localeCompare(b.title)))));
