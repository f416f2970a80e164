// Compares the page with the program: runs statements in the built module and by `cg`, and prints a table of processor times.
//
//   node speed.js ../target/release/cg

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { System } from "./page/wasi.js";

const STATEMENTS = [
  "domineering(5, 6)",
  "winning_moves(clobber(4, 5), L)",
  "nim_value(cram(5, 6))",
  'len(sequence(octal("0.6"), 100000))',
  "sum([n^2 for n in 1..1000000])",
];

const native = process.argv[2];
const module = await WebAssembly.compile(readFileSync(new URL("./dist/cg.wasm", import.meta.url)));

/** Returns the seconds of processor time that the page takes, the fewest of three. */
async function onPage(statement) {
  const taken = [];
  for (let i = 0; i < 3; i++) {
    const system = await System.start(module);
    system.ask({ do: "eval", text: "0" });
    const start = process.cpuUsage();
    const answer = system.ask({ do: "eval", text: statement });
    if (!answer.ok) throw new Error(`${statement}: ${JSON.stringify(answer)}`);
    taken.push(process.cpuUsage(start).user / 1e6);
  }
  return Math.min(...taken);
}

/** Returns the same of the program, with its start. */
function byProgram(statement) {
  const taken = [];
  for (let i = 0; i < 3; i++) {
    const told = execFileSync("bash", ["-c", 'TIMEFORMAT=%U; { time "$0" -e "$1" >/dev/null; } 2>&1', native, statement], { encoding: "utf8" });
    taken.push(Number(told.trim()));
  }
  return Math.min(...taken);
}

console.log("| statement | page | `cg` | ratio |\n|---|---|---|---|");
const start = byProgram("0");
for (const statement of STATEMENTS) {
  const [page, program] = [await onPage(statement), Math.max(0.001, byProgram(statement) - start)];
  console.log(`| \`${statement}\` | ${page.toFixed(2)} s | ${program.toFixed(2)} s | ${(page / program).toFixed(1)} |`);
}
