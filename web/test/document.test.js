// Texts become cells and cells become texts.

import assert from "node:assert/strict";
import { test } from "node:test";
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
