// The page for those who use the keys, a reader of screens, a phone, or no network.

import assert from "node:assert/strict";
import { test } from "node:test";
import { findings } from "./axe.js";
import { executablePath, shot, withBrowser } from "./browser.js";

const skip = executablePath ? false : "there is no browser here";

test("axe finds nothing", { skip }, (t) => withBrowser(async (visit) => {
  for (const colorScheme of ["light", "dark"]) {
    const page = await visit({ colorScheme });
    page.setDefaultTimeout(30_000);
    const looks = (what) => t.test(`${what}, ${colorScheme}`, async () => assert.deepEqual(await findings(page), []));
    await page.waitForSelector("#cells .picture");
    await page.waitForSelector(".square.win");
    await looks("the first page");
    for (const side of ["games", "options", "help"]) {
      await page.click(`#${side}-tab`);
      if (side === "games") await page.waitForFunction(() => document.querySelectorAll(".card").length > 50);
      if (side === "options") await page.fill("#options .ask input", "<3|<1|-1>>").then(() => page.press("#options .ask input", "Enter")).then(() => page.waitForSelector(".side-of-node"));
      if (side === "help") await page.fill("#help .ask input", "thermograph").then(() => page.press("#help .ask input", "Enter")).then(() => page.waitForSelector(".entry"));
      await looks(side);
      await shot(page, `${side}-${colorScheme}`);
    }
    await page.click("#board-tab");
    for (const position of ["kayles(7)", "nim(3) + domineering(2, 2)", 'hackenbush("BRG")', "snort(graph <1 -- 2; 2 -- 3>)", "dots_and_boxes(1, 2)", 'dots_and_boxes("+-+ +/|R|  /+-+ +")', "strings_and_coins([[0, 1], [1, 2], [0, 2]])"]) {
      await page.fill("#board .ask input", position);
      await page.press("#board .ask input", "Enter");
      await page.waitForFunction((text) => document.querySelector(".place-of-board").dataset.shown === text, position);
      await page.locator(".move").first().click();
      await page.waitForSelector(".step-of-play");
      await looks(position);
    }
    await page.fill("#board .ask input", "domineering(2, 3)");
    await page.press("#board .ask input", "Enter");
    await page.click("text=Others with this value");
    await page.locator("#board .lookups").getByText("Certificate").click();
    await page.waitForSelector("#board a.download");
    await page.waitForSelector("#board .looked-up .small-board");
    await page.click("#board >> text=Why?");
    await page.waitForSelector(".explained pre");
    await looks("questions about a position");
    await shot(page, `questions-${colorScheme}`);
    await page.selectOption("#lessons", "2");
    await page.waitForSelector("#lesson .step");
    await looks("a lesson");
    await page.context().close();
  }
}));

test("the keys lead everywhere, and away again", { skip }, () => withBrowser(async (visit) => {
  const page = await visit();
  await page.waitForSelector("#cells .picture");
  const reached = new Set();
  let before;
  for (let i = 0; i < 120; i++) {
    await page.keyboard.press("Tab");
    // Completion asks the program before the focus goes on.
    await page.waitForFunction((before) => document.activeElement !== before, before, { timeout: 5000 });
    before = await page.evaluateHandle(() => document.activeElement);
    const name = await page.evaluate(() => document.activeElement.getAttribute("aria-label") ?? document.activeElement.id ?? document.activeElement.textContent);
    reached.add(name);
  }
  for (const name of ["statements", "run this cell", "position", "Lessons", "Examples"]) assert.ok(reached.has(name), `${name} is reached by Tab`);
  // Where there are completions, Escape lets go.
  const field = page.locator("#cells .cell.code textarea").first();
  await field.fill("outc");
  await field.press("Tab");
  await page.waitForSelector(".completions:not([hidden]) li");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Tab");
  assert.notEqual(await page.evaluate(() => document.activeElement.tagName), "TEXTAREA");
}));

test("it opens without a network, and is installable", { skip }, () => withBrowser(async (visit, address) => {
  const page = await visit({ serviceWorkers: "allow" });
  await page.evaluate(() => navigator.serviceWorker.ready);
  const manifest = await page.evaluate(async () => (await fetch(document.querySelector("link[rel=manifest]").href)).json());
  for (const field of ["name", "start_url", "display", "icons"]) assert.ok(manifest[field], field);
  await page.context().setOffline(true);
  await page.goto(`${address}#example=tour`);
  await page.reload();
  await page.waitForSelector("body.ready", { timeout: 60_000 });
  await page.waitForFunction(() => document.querySelectorAll("#cells .cell.code").length >= 8);
  await page.context().setOffline(false);
}));

test("it fits phones, tablets and large screens", { skip }, () => withBrowser(async (visit) => {
  for (const [width, height, colorScheme] of [[390, 844, "dark"], [390, 844, "light"], [768, 1024, "light"], [1440, 900, "light"], [1440, 900, "dark"]]) {
    const page = await visit({ viewport: { width, height }, colorScheme, hasTouch: width < 500 });
    await page.waitForSelector("#cells .picture");
    await page.waitForSelector(".square.win");
    assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), colorScheme);
    const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(tooWide <= 0, `${tooWide} pixels too wide at ${width}`);
    const small = await page.locator("#board button:visible").evaluateAll((all) => all.filter((one) => one.getBoundingClientRect().height < 24 || one.getBoundingClientRect().width < 24).map((one) => one.outerHTML.slice(0, 90)));
    assert.deepEqual(small, [], "everything to press has 24 pixels");
    await shot(page, `page-${width}-${colorScheme}`, true);
    assert.deepEqual(page.faults, []);
    await page.context().close();
  }
}));

test("the address of a board leads to it on a phone, and shows it alone", { skip }, () => withBrowser(async (visit) => {
  const viewport = { width: 390, height: 844 };
  const phone = await visit({ viewport, hash: "#board=nim(1, 2)" });
  await phone.waitForFunction(() => Math.abs(document.getElementById("side").getBoundingClientRect().top) < 250);
  await phone.context().close();
  const alone = await visit({ viewport, hash: "#alone&board=dots_and_boxes(1, 2)" });
  await alone.waitForSelector(".stroke.best");
  assert.ok(!(await alone.locator("#notebook").isVisible()) && !(await alone.locator("header nav").isVisible()));
  assert.deepEqual(await findings(alone), []);
  await shot(alone, "alone");
  assert.deepEqual(alone.faults, []);
}));

test("what can be pressed has a name", { skip }, () => withBrowser(async (visit) => {
  const page = await visit();
  const nameless = await page.evaluate(() => [...document.querySelectorAll("button, select, input, textarea")]
    .filter((e) => !(e.getAttribute("aria-label") || e.textContent.trim() || e.labels?.length)).map((e) => e.outerHTML));
  assert.deepEqual(nameless, []);
}));

test("there is something to read while the program loads", { skip }, () => withBrowser(async (visit, address) => {
  const page = await visit();
  let open;
  const held = new Promise((settle) => (open = settle));
  await page.route("**/cg.wasm", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`${address}?again`);
  await page.waitForFunction(() => /Two players move in turn/.test(document.getElementById("cells").textContent));
  assert.ok(await page.locator("#loading").isVisible());
  assert.ok(!(await page.locator("#stop").isVisible()), "there is nothing to stop yet");
  open();
  await page.waitForSelector("body.ready");
  assert.ok(!(await page.locator("#loading").isVisible()));
}));

test("opened from a file it says what is needed", { skip }, () => withBrowser(async (visit) => {
  const page = await (await visit()).context().newPage();
  await page.goto(new URL("../dist/index.html", import.meta.url).href);
  assert.match(await page.locator("#from-file").innerText(), /cg page/);
}));
