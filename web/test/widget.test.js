// The board of the Python module is that of the page.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { FILE, bundle } from "../widget/bundle.js";

test("the board of the Python module is made of today's sources", async () => {
  assert.ok((await bundle()) === readFileSync(FILE, "utf8"), "run `node widget/bundle.js` in web/");
});
