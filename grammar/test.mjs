// Compares the colours of cg.tmLanguage.json, as editors find them, with what the signs mean. Run it where
// `npm install vscode-textmate vscode-oniguruma` was run: node path/to/grammar/test.mjs
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const require = createRequire(join(process.cwd(), "here.js"));
const oniguruma = require("vscode-oniguruma");
const { Registry, parseRawGrammar, INITIAL } = require("vscode-textmate");

const here = dirname(fileURLToPath(import.meta.url));
const file = join(here, "cg.tmLanguage.json");
await oniguruma.loadWASM(readFileSync(require.resolve("vscode-oniguruma/release/onig.wasm")).buffer);
const registry = new Registry({
  onigLib: Promise.resolve({
    createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
    createOnigString: (text) => new oniguruma.OnigString(text),
  }),
  loadGrammar: async () => parseRawGrammar(readFileSync(file, "utf8"), file),
});
const grammar = await registry.loadGrammar("source.cg");

// A line, a part of it (the nth, from 0), and how its scope begins.
const cases = [
  ["3 * G", "*", "keyword.operator"],
  ["3 *G", "*", "keyword.operator"],
  ["3*G", "*", "keyword.operator"],
  ["(a) * *2", "*", "keyword.operator"],
  ["(a) * *2", "*2", "constant.numeric.nimber"],
  ["<2*|1>", "*", "constant.numeric.star"],
  ["G := 2*", "*", "constant.numeric.star"],
  ["<0,*|1>", "*", "constant.numeric.nimber"],
  ["up > *", "*", "constant.numeric.nimber"],
  ["<0|1> * 3", "*", "keyword.operator"],
  ["if a then *2 else *", "*2", "constant.numeric.nimber"],
  ["x -> *x", "*", "constant.numeric.nimber"],
  ["not * == 0", "*", "constant.numeric.nimber"],
  ["½ * up", "*", "keyword.operator"],
  ["outcome(p) == N", "N", "constant.language.class"],
  ["L(n) := n", "L", "entity.name.function"],
  ["component(conj_long)", "conj_long", "constant.language.compound"],
  ["outcome(p, misere)", "misere", "constant.language.convention"],
  ["on + off", "off", "constant.language.game"],
  ["game K(n) := <K(n-1)>", "game", "keyword.declaration"],
  ["kayles(5)  #=> *4", "#=> *4", "markup.inserted"],
  ['import "a.cg" # x', '"a.cg"', "string.quoted"],
  ["# 3 * G", "# 3 * G", "comment.line"],
];

let wrong = 0;
for (const [line, part, wanted] of cases) {
  const at = line.indexOf(part);
  const { tokens } = grammar.tokenizeLine(line, INITIAL);
  const token = tokens.find((token) => token.startIndex <= at && at < token.endIndex);
  const scope = token.scopes.find((scope) => scope.startsWith(wanted));
  if (!scope) {
    wrong += 1;
    console.log(`${line}: \`${part}\` is ${token.scopes.slice(1).join(" ") || "nothing"}, not ${wanted}`);
  }
}
console.log(`${cases.length - wrong} of ${cases.length} are right`);
process.exit(wrong ? 1 : 0);
