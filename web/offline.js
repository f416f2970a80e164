// Writes into the service worker which files the page has, and a version that changes with any of them.

import { createHash } from "node:crypto";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const folder = process.argv[2];
const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  // A licence is not needed to show the page, and some servers give no file without a kind.
  .filter((entry) => entry.isFile() && entry.name !== "sw.js" && entry.name.includes("."))
  .map((entry) => join(entry.parentPath, entry.name).slice(join(folder, "/").length).replaceAll("\\", "/"))
  // The documentation is read with a network: whoever opens the page need not load it.
  .filter((file) => !file.startsWith("docs/"))
  .sort();
const sum = createHash("sha256");
for (const file of files) sum.update(file).update(readFileSync(join(folder, file)));
const worker = join(folder, "sw.js");
const text = readFileSync(worker, "utf8")
  .replace('"unbuilt"', JSON.stringify(sum.digest("hex").slice(0, 16)))
  .replace("FILES = []", `FILES = ${JSON.stringify(["./", ...files])}`);
writeFileSync(worker, text);
