// Makes the board of the Python module out of that of the page: one file, without what a browser does not need to see.

import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

/** Where the module has it. */
export const FILE = fileURLToPath(new URL("../../python/cgames/board.js", import.meta.url));

/** Returns its text. */
export async function bundle() {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL("widget.js", import.meta.url))],
    bundle: true, format: "esm", minify: true, charset: "utf8", target: "es2022", write: false, legalComments: "none",
    loader: { ".css": "text" },
    // Formulas are typeset where KaTeX lies beside the page; else their text stands there.
    external: ["./katex/katex.min.js"],
  });
  return outputFiles[0].text;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(FILE, await bundle());
