// The page in a real browser: cells, errors, completion, Stop, the tour, a lesson, boards, links, a phone.

import assert from "node:assert/strict";
import { test } from "node:test";
import { executablePath, withBrowser } from "./browser.js";

const SHOTS = process.env.CG_SHOTS;
const shot = (page, name, fullPage = false) => SHOTS && page.screenshot({ path: `${SHOTS}/${name}.png`, fullPage });

const cell = (page, n = -1) => page.locator("#cells .cell.code").nth(n);

/** Types statements into the last cell and runs them; gives what is shown. */
async function run(page, text, wait = true) {
  const last = cell(page);
  await last.locator("textarea").fill(text);
  await last.locator("textarea").press("Control+Enter");
  if (wait) await page.waitForFunction(() => !document.querySelector(".cell.running"), undefined, { timeout: 60_000 });
  return wait ? last.locator(".output").innerText() : "";
}

/** Begins an empty page; what was there may have been one empty cell too. */
async function fresh(page) {
  const old = await page.locator("#cells .cell").first().elementHandle();
  await page.click("#new");
  await page.waitForFunction((cell) => !cell.isConnected && document.querySelectorAll("#cells .cell").length === 1, old);
}

/** Puts a position on the board. */
async function put(page, position) {
  await page.locator("#board select").nth(0).selectOption("L");
  await page.fill("#board .ask input", position);
  await page.click("#board .ask button");
  await page.waitForFunction(() => !document.querySelector(".place-of-board[aria-busy]"));
}

test("the page", { skip: executablePath ? false : "there is no browser here" }, (t) => withBrowser(async (visit) => {
  const page = await visit();
  page.setDefaultTimeout(30_000);

  await t.test("begins with cells that have run", async () => {
    await page.waitForSelector("#cells .picture");
    assert.equal(await page.locator(".trouble").count(), 0);
    assert.ok(await page.locator("#cells .katex").count() > 3);
    await shot(page, "welcome");
  });

  await t.test("shows values, and errors under their place", async () => {
    await fresh(page);
    assert.match(await run(page, "<0|*>"), /↑/);
    assert.match(await run(page, "x := 2\nx + 3"), /5/);
    const said = await run(page, "x := 7\n1 + unknwn_name");
    assert.match(said, /line 2/);
    assert.equal(await cell(page).locator("mark").innerText(), "unknwn_name");
    await shot(page, "error");
    assert.match(await run(page, "x"), /2/, "a text with an error has not run");
    assert.match(await run(page, '"↑ é" + 1'), /text/);
  });

  await t.test("completes and explains names", async () => {
    await fresh(page);
    const field = cell(page).locator("textarea");
    await field.pressSequentially("outc");
    await field.press("Tab");
    await page.waitForSelector(".completions li");
    await shot(page, "completion");
    await field.press("Enter");
    assert.equal(await field.inputValue(), "outcome(");
    await field.press("F1");
    await field.fill("mex");
    await field.press("F1");
    await page.waitForFunction(() => document.getElementById("help-text").textContent.includes("Minimal excluded"));
  });

  await t.test("stops any computation, and what was defined holds still", async () => {
    await fresh(page);
    await run(page, "K(n) := n + 1\ny := 41");
    await run(page, "[n for n in 1..10^12 if n < 0]", false);
    await page.waitForSelector("body.busy");
    await page.click("#stop");
    await page.waitForFunction(() => !document.querySelector(".cell.running"));
    assert.match(await cell(page).locator(".output").innerText(), /Stopped/);
    assert.match(await run(page, "K(y)"), /42/);
  });

  await t.test("lives on after a failure of the module", async () => {
    const said = await run(page, `${"(".repeat(9000)}1${")".repeat(9000)}`);
    assert.ok(said.length > 0);
    assert.match(await run(page, "y"), /41/);
  });

  await t.test("runs the tour", async () => {
    await page.selectOption("#examples", "tour.cg");
    await page.waitForFunction(() => document.querySelectorAll("#cells .cell.code").length >= 8);
    await page.click("#run-all");
    await page.waitForFunction(() => [...document.querySelectorAll(".cell.code")].slice(0, -1).every((c) => c.querySelector(".output").childElementCount > 0), undefined, { timeout: 120_000 });
    assert.deepEqual(await page.locator(".trouble .message").allInnerTexts(), []);
    await shot(page, "tour", true);
  });

  await t.test("goes through a lesson and judges its exercises", async () => {
    await page.selectOption("#lessons", "1");
    await page.waitForSelector("#lesson .step");
    // Three steps tell and show; the fourth asks how many moves nim(3, 4, 5) has.
    for (const shown of [1, 2, 3]) {
      await page.waitForFunction((n) => document.querySelectorAll(".step").length === n, shown);
      await page.click(".next");
    }
    const exercise = page.locator(".step").nth(3);
    await exercise.locator(".answer input").fill("11");
    await exercise.locator("button[type=submit]").click();
    await page.waitForFunction(() => /less than/.test(document.querySelector(".verdict").textContent));
    await shot(page, "lesson");
    await exercise.locator(".answer input").fill("12");
    await exercise.locator("button[type=submit]").click();
    await page.waitForSelector(".verdict.right");
    assert.match(await exercise.innerText(), /The lesson answers/);
    await page.click("text=Leave the lesson");
  });

  await t.test("runs the solution of an exercise that is passed over", async () => {
    await page.selectOption("#lessons", "3");
    // The last step uses a game that the exercise before it defines.
    for (let shown = 1; shown < 13; shown++) {
      await page.waitForFunction((n) => document.querySelectorAll(".step").length === n, shown);
      await page.click(".next");
    }
    await page.waitForFunction(() => document.querySelectorAll(".step").length === 13);
    await page.waitForFunction(() => /\[0, 0, 0, 1, 0, 2/.test([...document.querySelectorAll(".step")].at(-1).textContent));
    assert.equal(await page.locator("#lesson .trouble").count(), 0);
    await page.click("text=Leave the lesson");
  });

  await t.test("plays on a board", async () => {
    await page.click("#board-tab");
    await page.fill("#board .ask input", "nim(1, 2)");
    await page.click("#board .ask button");
    await page.waitForSelector(".heap .win");
    assert.equal(await page.locator(".move.win").count(), 1);
    assert.match(await page.locator(".move.win").innerText(), /wins in 3 moves/);
    await page.locator('[data-place="1-1"]').click();
    await page.waitForFunction(() => document.querySelector(".status").textContent.startsWith("Right moves"));
    assert.equal(await page.locator(".move.win").count(), 0);
    await page.click("#board >> text=Undo");
    await page.waitForFunction(() => document.querySelector(".status").textContent.startsWith("Left moves"));
    await page.locator("#board select").nth(1).selectOption("R");
    await page.locator('[data-place="1-1"]').click();
    await page.waitForFunction(() => /Right moved/.test(document.querySelector(".said").textContent));
    await page.waitForFunction(() => document.querySelectorAll(".move").length === 1);
    await page.locator(".move").click();
    await page.waitForFunction(() => /Left wins/.test(document.querySelector(".status").textContent));
    await page.locator("#board select").nth(1).selectOption("");
  });

  await t.test("takes dominoes by their two squares", async () => {
    await page.fill("#board .ask input", "domineering(3, 3)");
    await page.click("#board .ask button");
    await page.waitForSelector(".grid .square");
    await page.locator("#board select").nth(0).selectOption("L");
    await page.waitForFunction(() => document.querySelectorAll(".square.win, .square.loss").length === 9);
    await shot(page, "board");
    await page.locator('[data-place="0-1-1"]').click();
    assert.equal(await page.locator(".move").count(), 2);
    await page.locator('[data-place="0-0-1"]').focus();
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.querySelectorAll(".square.blocked").length === 2);
  });

  await t.test("plays on a graph, vertex by vertex", async () => {
    await fresh(page);
    await run(page, "g := graph <a -> b, t; b -> t; t>\nh := graph <1 -> 2; 2 -> 3; 3 -> 4; 4 -> 1>");
    const named = (name) => page.locator(`.graph .vertex[aria-label^="vertex ${name}"]`);
    await put(page, "g.a");
    assert.equal(await page.locator(".graph .vertex").count(), 3);
    assert.match(await named("a").getAttribute("aria-label"), /a token/);
    assert.match(await named("b").getAttribute("class"), /loss/);
    assert.match(await named("t").getAttribute("class"), /win/);
    await shot(page, "graph");
    await named("b").click();
    await page.waitForFunction(() => document.querySelector(".status").textContent.startsWith("Right moves"));
    assert.match(await named("b").getAttribute("aria-label"), /a token/);
    await named("t").click();
    await page.waitForFunction(() => /wins/.test(document.querySelector(".status").textContent));
    // Two tokens: the one that is meant is clicked too where both can go there.
    await put(page, "sum(annihilation, h[1], h[3])");
    assert.equal(await page.locator(".graph .vertex.loss").count(), 4);
    await named("2").click();
    await page.waitForFunction(() => document.querySelector(".status").textContent.startsWith("Right moves"));
    await put(page, "snort(graph <1 -- 2; 2 -- 3; 3 -- 4>)");
    assert.equal(await page.locator(".graph .vertex.win, .graph .vertex.loss").count(), 4);
    await named("2").click();
    await page.waitForFunction(() => document.querySelector(".status").textContent.startsWith("Right moves"));
    await shot(page, "colours");
    // A graph that has no name is known by what it is.
    await put(page, "(graph <a -> b; b -> c>).a");
    await named("b").click();
    await page.waitForFunction(() => document.querySelector(".status").textContent.startsWith("Right moves"));
    await named("c").click();
    await page.waitForFunction(() => /wins/.test(document.querySelector(".status").textContent));
  });

  await t.test("takes bites of chocolate, and queens that shoot to where they stood", async () => {
    await put(page, "chomp(2, 3)");
    await page.locator('[data-place="0-1-1"]').click();
    await page.waitForFunction(() => document.querySelector(".status").textContent.startsWith("Right moves"));
    await put(page, 'amazons("x..o")');
    await page.locator('[data-place="0-0-0"]').click();
    await page.locator('[data-place="0-0-1"]').click();
    assert.match(await page.locator(".status").innerText(), /Left moves/);
    await page.locator('[data-place="0-0-0"]').click();
    await page.waitForFunction(() => document.querySelector(".status").textContent.startsWith("Right moves"));
    await shot(page, "amazons");
  });

  await t.test("keeps its text in a link", async () => {
    await fresh(page);
    await run(page, "2 + 40  # ↑ and more");
    await page.click("#share");
    await page.waitForFunction(() => location.hash.startsWith("#t="));
    const other = await visit({ hash: await page.evaluate(() => location.hash) });
    assert.equal(await other.locator("#cells .cell.code textarea").first().inputValue(), "2 + 40  # ↑ and more");
    assert.equal(await other.locator("#cells .output > *").count(), 0, "a text from elsewhere does not run by itself");
    await other.close();
  });

  await t.test("is dark, and fits a phone", async () => {
    const phone = await visit({ viewport: { width: 390, height: 844 }, colorScheme: "dark" });
    await phone.waitForSelector("#cells .picture");
    assert.equal(await phone.evaluate(() => document.documentElement.dataset.theme), "dark");
    const tooWide = await phone.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(tooWide <= 0, `${tooWide} pixels too wide`);
    await shot(phone, "phone", true);
    assert.deepEqual(phone.faults, []);
    await phone.close();
    const dark = await visit({ colorScheme: "dark" });
    await dark.waitForSelector("#cells .picture");
    await shot(dark, "dark");
    await dark.close();
  });

  await t.test("names what can be pressed, for those who listen", async () => {
    const nameless = await page.evaluate(() => [...document.querySelectorAll("button, select, input, textarea")]
      .filter((e) => !(e.getAttribute("aria-label") || e.textContent.trim() || e.labels?.length)).map((e) => e.outerHTML));
    assert.deepEqual(nameless, []);
    assert.deepEqual(page.faults, []);
  });
}));
