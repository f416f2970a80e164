// A board in JupyterLab: answers hidden, moves, undo, answers shown, and what Python sees of it.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { test } from "node:test";
import { executablePath, shot } from "../../../web/test/browser.js";

const { chromium } = createRequire(new URL("../../../web/package.json", import.meta.url))("playwright-core");

test("a class plays in a notebook", { skip: executablePath ? false : "there is no browser here" }, async () => {
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  try {
    const page = await browser.newPage({ viewport: { width: 1300, height: 1000 } });
    const faults = [];
    page.on("pageerror", (error) => faults.push(String(error)));
    await page.goto(process.env.LAB);
    const cell = (i) => page.locator(".jp-Notebook .jp-CodeCell").nth(i);
    const run = async (i) => {
      await cell(i).locator(".jp-InputArea-editor").click();
      await page.keyboard.press("Shift+Enter");
    };
    await page.getByText("Python 3 (ipykernel) | Idle").waitFor({ timeout: 60_000 });
    await run(0);
    const square = page.locator("button.square");
    await square.first().waitFor({ timeout: 60_000 });
    assert.equal(await square.count(), 9);
    assert.equal(await page.locator(".square.win, .square.loss").count(), 0);
    await shot(page, "lab-hidden");

    // Left's move, and one of Right's; the last is taken back.
    await square.first().click();
    await page.getByText("Right moves.").waitFor();
    await page.locator(".move", { hasText: "b1-c1" }).click();
    await page.getByText("Left moves.").waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText("Right moves.").waitFor();
    await page.getByText("show answers").click();
    await page.locator(".square.win").first().waitFor();
    await shot(page, "lab-shown");

    await run(1);
    await cell(1).locator(".jp-OutputArea-output").waitFor();
    assert.match(await cell(1).locator(".jp-OutputArea").innerText(), /^domineering\("#\.\.\/#\.\.\/\.\.\."\) R N$/m);
    assert.deepEqual(faults, []);
  } finally {
    await browser.close();
  }
});
