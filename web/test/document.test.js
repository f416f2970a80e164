// Texts become cells and cells become texts.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { GROUPS, forPage } from "../examples.js";
import * as address from "../page/address.js";
import { cellsOfMarkdown, cellsOfScript, markdownOfCells } from "../page/document.js";
import { packed, unpacked } from "../page/share.js";

test("cells come back from their text", () => {
  const cells = [
    { kind: "text", text: "# Title\n\nWords with `code`." },
    { kind: "code", text: "x := 1\n\nx + 1" },
    { kind: "code", text: "# a comment\n```\n2" },
    { kind: "text", text: "The end." },
  ];
  assert.deepEqual(cellsOfMarkdown(markdownOfCells(cells)), cells);
  assert.deepEqual(cellsOfMarkdown(""), []);
  assert.deepEqual(cellsOfMarkdown("```cg\nopen"), [{ kind: "code", text: "open" }]);
});

test("comments of a script become text, and those inside statements stay", () => {
  const script = "# Title\n#\n# More.\n1 + 1  #=> 2\n\n# --- Part ---\nfor n in 1..2 do\n\n  # inside\n  print(n)\nend\n3\n# beside\n4\n";
  assert.deepEqual(cellsOfScript(script), [
    { kind: "text", text: "Title\n\nMore." },
    { kind: "code", text: "1 + 1  #=> 2" },
    { kind: "text", text: "## Part" },
    { kind: "code", text: "for n in 1..2 do\n\n  # inside\n  print(n)\nend\n3\n# beside\n4" },
  ]);
});

test("a link holds any text, and a damaged one is told", async () => {
  for (const text of ["", "x", "↑ ∗3 “é”\n".repeat(500)]) assert.equal(await unpacked(await packed(text)), text);
  assert.ok((await packed("nim(3, 4, 5)\n".repeat(1000))).length < 200);
  assert.equal(await unpacked("@@"), undefined);
  assert.equal(await unpacked("AAAA"), undefined);
});

test("every example has a title in one group, and speaks of no terminal", () => {
  const folder = new URL("../../examples/", import.meta.url);
  const scripts = readdirSync(folder).filter((name) => name.endsWith(".cg")).map((name) => name.replace(/\.cg$/, ""));
  // A module that another script imports.
  const listed = [...Object.values(GROUPS).flatMap((group) => Object.keys(group)), "seating"];
  assert.deepEqual(listed.toSorted(), scripts.toSorted());
  for (const name of listed) {
    const text = forPage(readFileSync(new URL(`${name}.cg`, folder), "utf8"));
    assert.doesNotMatch(text, /`cg (test|run|play|lesson)|cargo run|empty line goes on/, name);
    assert.ok(text.length > 100, name);
  }
});

test("addresses come back as they were written", () => {
  assert.deepEqual(address.read("#lesson=3.5"), { lesson: { number: 3, step: 5 } });
  assert.deepEqual(address.read("#lesson=3"), { lesson: { number: 3, step: 1 } });
  assert.deepEqual(address.read("#lesson=x"), {});
  assert.deepEqual(address.read(""), {});
  const board = { board: 'nim(3) + domineering("../.#")', mover: "R", rule: "misere", machine: undefined, answers: "hidden", line: "2.0.11" };
  assert.deepEqual(address.read(address.write(board)), {
    board: board.board, terms: { mover: "R", rule: "misere", machine: "", answers: false, line: [2, 0, 11] },
  });
  assert.equal(address.read("#alone&board=dots_and_boxes(1, 2)&rule=points").terms.rule, "points");
  assert.ok(address.read("#alone&board=nim(1)").alone);
  assert.deepEqual(address.read("#board=nim(1) + nim(2)").board, "nim(1) + nim(2)");
  assert.equal(address.read(address.write({ options: "<1|-1> + up%" })).options, "<1|-1> + up%");
});
