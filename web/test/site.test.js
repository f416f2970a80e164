// The documentation: every link leads somewhere, the search finds, examples run.

import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { findings } from "./axe.js";
import { executablePath, shot, withBrowser } from "./browser.js";

const FOLDER = new URL("../dist/docs/", import.meta.url);
const read = (name) => readFileSync(new URL(name, FOLDER), "utf8");
const names = readdirSync(FOLDER).filter((name) => name.endsWith(".html"));
const skip = executablePath ? false : "there is no browser here";

test("links and pictures are there", () => {
  assert.ok(names.length > 80);
  const pages = new Map(names.map((name) => [name, read(name)]));
  for (const [name, text] of pages) {
    for (const [, href] of text.matchAll(/(?:href|src|srcset)="([^"]*)"/g)) {
      if (/^(https?|mailto):|^\.\.\//.test(href)) continue;
      const [file, anchor] = href.split("#");
      const target = file === "" ? text : (pages.get(file) ?? existsSync(new URL(file, FOLDER)));
      assert.ok(target, `${name} leads to ${href}`);
      if (anchor) assert.ok(target.includes(`id="${decodeURIComponent(anchor)}"`), `${name} leads to ${href}`);
    }
  }
});

test("a newcomer finds a name, reads and runs", { skip }, () => withBrowser(async (visit) => {
  for (const colorScheme of ["light", "dark"]) {
    const page = await visit({ hash: "docs/", ready: "article h1", colorScheme });
    assert.match(await page.title(), /cg/);
    assert.deepEqual(await findings(page), []);
    await page.keyboard.press("/");
    await page.keyboard.type("remoteness");
    await page.waitForSelector("#found li a");
    assert.deepEqual(await findings(page), []);
    await shot(page, `docs-search-${colorScheme}`);
    await page.keyboard.press("Enter");
    await page.waitForURL(/docs\/reference-.*remoteness/);
    const entry = page.locator("h2[id^=remoteness] ~ .example").first();
    await entry.locator(".run").click();
    await entry.locator(".output .value").first().waitFor({ timeout: 60_000 });
    assert.match(await entry.locator(".output").innerText(), /\d/);
    await shot(page, `docs-entry-${colorScheme}`);
    assert.deepEqual(await findings(page), []);
    assert.deepEqual(page.faults, []);
    await page.context().close();
  }
}));

test("an example uses what those before it define", { skip }, () => withBrowser(async (visit) => {
  const page = await visit({ hash: "docs/course-03-heap-games.html", ready: "article h1", viewport: { width: 380, height: 700 } });
  assert.equal(await page.locator("nav [aria-current]").textContent(), "3. Other games with heaps");
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  await page.locator("summary", { hasText: "Solution" }).last().click();
  const last = page.locator(".example").last();
  await last.locator(".run").click();
  await last.locator(".output > *:not(.faint)").first().waitFor({ timeout: 60_000 });
  assert.equal(await page.locator(".output .trouble").count(), 0);
  await shot(page, "docs-lesson-narrow");
  await page.click("text=Take this lesson step by step");
  await page.waitForSelector("#lesson .step");
  assert.deepEqual(page.faults, []);
}));
