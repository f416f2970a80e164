// The page in a real browser: cells, errors, completion, Stop, the tour, lessons, texts that are kept, addresses, a phone.

import assert from "node:assert/strict";
import { test } from "node:test";
import { executablePath, shot, withBrowser } from "./browser.js";

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
    assert.match(await run(page, "3 + 4\n\n5 + 6"), /3 \+ 4\s+7[^]*5 \+ 6\s+11/, "each result stands with its statement");
    assert.match(await run(page, '"↑ é" + 1'), /text/);
  });

  await t.test("brings a removed cell back", async () => {
    await fresh(page);
    await run(page, "1 + 2");
    await page.locator("#cells").getByLabel("a cell of statements below").first().click();
    await run(page, "3 + 4");
    await page.locator("#cells .cell").first().hover();
    await page.locator("#cells").getByLabel("remove this cell").first().click();
    assert.equal(await page.locator("#cells .cell").count(), 1);
    await page.click("#notice >> text=Undo");
    assert.deepEqual(await page.locator("#cells textarea").evaluateAll((all) => all.map(({ value }) => value)), ["1 + 2", "3 + 4"]);
  });

  await t.test("completes and explains names", async () => {
    await fresh(page);
    const field = cell(page).locator("textarea");
    await field.pressSequentially("outc");
    await field.press("Tab");
    await page.waitForSelector(".completions li");
    await shot(page, "completion");
    await field.press("F1");
    await page.waitForFunction(() => /outcome/.test(document.querySelector("#help h2, #help h3")?.textContent ?? ""));
    await field.focus();
    await field.press("Control+Space");
    await page.waitForSelector(".completions:not([hidden]) li");
    await field.press("Enter");
    assert.equal(await field.inputValue(), "outcome(");
    await field.press("F1");
    await field.fill("mex");
    await field.press("F1");
    await page.waitForFunction(() => document.querySelector(".help-page").textContent.includes("Minimal excluded"));
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

  await t.test("runs all cells, though some of them fail", async () => {
    await fresh(page);
    for (const text of ["1/0", "z := 3\nnimm(3, 4)", "6 * 7"]) {
      await run(page, text);
      await cell(page).locator("textarea").press("Shift+Enter");
    }
    assert.match(await cell(page, 1).locator(".output").innerText(), /Nothing in this cell has run/);
    await page.reload();
    await page.waitForFunction(() => /42/.test(document.querySelectorAll(".cell.code .output")[2]?.textContent), undefined, { timeout: 60_000 });
    assert.equal(await page.locator(".trouble .message").count(), 2);
  });

  await t.test("runs the tour", async () => {
    await page.selectOption("#examples", "tour");
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
    await exercise.locator(".answer input").fill("count := 12");
    await exercise.locator("button[type=submit]").click();
    await page.waitForFunction(() => /That is defined/.test(document.querySelector(".verdict").textContent));
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

  await t.test("loses no text by New or a reload", async () => {
    await fresh(page);
    await run(page, "3 + 39  # precious");
    await fresh(page);
    await page.reload();
    await page.waitForSelector("body.ready");
    assert.match(await page.locator("#texts").innerText(), /3 \+ 39/);
    await page.selectOption("#texts", { index: 1 });
    await page.waitForFunction(() => /precious/.test(document.querySelector("#cells textarea").value));
    await page.click("#new");
    await page.click("text=Undo New");
    await page.waitForFunction(() => /precious/.test(document.querySelector("#cells textarea").value));
  });

  await t.test("keeps what two windows write into one text", async () => {
    await fresh(page);
    await run(page, "111");
    const other = await page.context().newPage();
    await other.goto(page.url());
    await other.waitForSelector("body.ready");
    await run(other, "222");
    await run(page, "333");
    const texts = await page.evaluate(() => JSON.parse(localStorage.getItem("cg-notebooks")).map(({ text }) => text).join());
    for (const written of ["222", "333"]) assert.ok(texts.includes(written), written);
    await other.close();
  });

  await t.test("changes to an example or to a text from a link are one's own", async () => {
    await page.selectOption("#examples", "kayles");
    await page.waitForFunction(() => location.hash === "#example=kayles" && document.querySelectorAll("#cells .cell.code").length > 3);
    await page.locator("#cells .cell.code textarea").first().fill("1 + 1  # mine");
    await page.waitForFunction(() => location.hash === "");
    await page.reload();
    await page.waitForSelector("body.ready");
    assert.equal(await page.locator("#cells .cell.code textarea").first().inputValue(), "1 + 1  # mine");
  });

  await t.test("has addresses for lessons, steps, boards, help and games", async () => {
    await page.evaluate(() => (location.hash = "#lesson=3.5"));
    await page.waitForFunction(() => document.querySelectorAll("#lesson .step").length === 5);
    await page.click(".next");
    await page.waitForFunction(() => location.hash === "#lesson=3.6");
    await page.reload();
    await page.waitForFunction(() => document.querySelectorAll("#lesson .step").length === 6);
    assert.match(await page.locator("#lessons").innerText(), /step 6 of/);
    await page.evaluate(() => (location.hash = "#example=tour"));
    await page.waitForFunction(() => !document.getElementById("notebook").hidden && document.querySelectorAll("#cells .cell.code").length >= 8);
    await page.goBack();
    await page.waitForFunction(() => !document.getElementById("lesson").hidden);
    await page.evaluate(() => (location.hash = "#board=nim(1%2C%202)&mover=R"));
    await page.waitForFunction(() => /^Right moves/.test(document.querySelector(".status").textContent) && document.querySelector("#board .ask input").value === "nim(1, 2)");
    await page.evaluate(() => (location.hash = "#help=kayles"));
    await page.waitForFunction(() => /knock down/.test(document.querySelector(".help-page").textContent));
    await page.click(".help-page a:has-text('octal')");
    await page.waitForFunction(() => /octal game/.test(document.querySelector(".help-page").textContent));
    await page.locator(".example button").first().click();
    await page.waitForSelector(".example .output > *");
  });

  await t.test("offers files, opens boards to play, and speaks its own words", async () => {
    await page.evaluate(() => (location.hash = "#example=tour"));
    await page.waitForFunction(() => !document.getElementById("notebook").hidden);
    await fresh(page);
    await run(page, 'write("numbers.txt", [1, 2])\ndraw(up, "up.svg")');
    assert.deepEqual(await page.locator("a.download").allInnerTexts(), ["Download numbers.txt", "Download up.svg"]);
    const [download] = await Promise.all([page.waitForEvent("download"), page.locator("a.download").first().click()]);
    assert.match(await (await import("node:fs/promises")).readFile(await download.path(), "utf8"), /\[1, 2\]/);
    await run(page, "play(nim(2, 3), misere)");
    await page.waitForFunction(() => document.querySelector("#board .ask input").value === "nim(2, 3)" && !document.getElementById("board").hidden);
    assert.equal(await page.locator("#board select").nth(1).inputValue(), "R");
    assert.equal(await page.locator("#board select").nth(2).inputValue(), "misere");
    const said = await run(page, "unknwn_name(3)");
    assert.doesNotMatch(said, /cg help|:search/);
    await cell(page).locator(".trouble a").click();
    await page.waitForFunction(() => !document.getElementById("help").hidden);
    await run(page, ":help nim");
    await page.waitForFunction(() => /any number of counters from one/.test(document.querySelector(".help-page").textContent));
  });

  await t.test("finds other names of a sequence, and gives certificates as files", async () => {
    await fresh(page);
    await run(page, "[0, *, *2, *3, *, *4, *3, *2, *]");
    await cell(page).getByText("Known as").click();
    // The first question makes an index of all games.
    await page.waitForFunction(() => /Known as kayles.*octal\("0.77"\)/.test(document.querySelector("#cells .looked-up").textContent), undefined, { timeout: 150_000 });
    assert.equal(await page.locator("#cells .looked-up a").first().innerText(), "kayles");
    await shot(page, "known-as");
    await run(page, "[5, 7, 1]");
    assert.equal(await page.locator("#cells .lookups").count(), 0, "three numbers are no sequence");
    const proof = async () => {
      const [download] = await Promise.all([page.waitForEvent("download"), page.locator("#cells a.download").click()]);
      assert.equal(download.suggestedFilename(), "answer.cert");
      return JSON.parse(await (await import("node:fs/promises")).readFile(await download.path(), "utf8"));
    };
    await run(page, "certificate(nim_value(kayles(3)))");
    assert.deepEqual((await proof()).statement, { kind: "compare", left: ["octal 0.77 3"], relation: "==", right: ["nim 3"] });
    await run(page, "solve(domineering(2, 3), L)");
    for (let times = 0; times < 2; times++) {
      await cell(page).getByText("Certificate", { exact: true }).click();
      await page.waitForSelector("#cells a.download");
    }
    assert.equal((await proof()).words, "L wins domineering .../... if L moves first");
    await run(page, 'value(amazons("x..o"))');
    await cell(page).getByText("Certificate", { exact: true }).click();
    await page.waitForFunction(() => /does not know the rules of/.test(document.querySelector("#cells .looked-up").textContent));
  });

  await t.test("draws dark pictures in the dark", async () => {
    await fresh(page);
    await run(page, "draw(thermograph(+-1))");
    const colours = () => cell(page).locator("img.picture").evaluate((image) => decodeURIComponent(image.src).match(/"#1e1e1e"|"white"/)[0]);
    const first = await colours();
    await page.click("#theme");
    const other = await colours();
    assert.deepEqual(new Set([first, other]), new Set(['"white"', '"#1e1e1e"']));
    await page.click("#theme");
  });

  await t.test("meets no trouble", () => assert.deepEqual(page.faults, []));
}));
