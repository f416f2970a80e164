// Makes the board of the Python module out of that of the page: one file, without what a browser does not need to see.

import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build, transform } from "esbuild";

/** Where the module has it. */
export const FILE = fileURLToPath(new URL("../../python/cgames/board.js", import.meta.url));

/** A style sheet of a page becomes the text of one in which the board is all there is. */
const styles = {
  name: "styles",
  setup: ({ onLoad }) => onLoad({ filter: /\.css$/ }, async ({ path }) => {
    const css = readFileSync(path, "utf8").replaceAll(':root[data-theme="dark"]', ':host([data-theme="dark"])').replaceAll(":root", ":host").replace(/^body \{/m, ":host { display: block;");
    return { contents: (await transform(css, { loader: "css", minify: true })).code, loader: "text" };
  }),
};

/** Returns its text. */
export async function bundle() {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL("widget.js", import.meta.url))],
    bundle: true, format: "esm", minify: true, charset: "utf8", target: "es2022", write: false, legalComments: "none",
    plugins: [styles],
    // Formulas are typeset where KaTeX lies beside the page; else their text stands there.
    external: ["./katex/katex.min.js"],
  });
  return outputFiles[0].text;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(FILE, await bundle());
