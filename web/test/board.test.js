// The board in a real browser: a class, and each kind of position clicked as it is.

import assert from "node:assert/strict";
import { test } from "node:test";
import { executablePath, shot, withBrowser } from "./browser.js";

/** Puts a position on the board. */
async function put(page, position) {
  await page.locator("#board select").nth(0).selectOption("L");
  await page.fill("#board .ask input", position);
  await page.click("#board .ask [type=submit]");
  await page.waitForFunction((text) => document.querySelector(".place-of-board").dataset.shown === text, position);
}

const status = (page, words) => page.waitForFunction((words) => document.querySelector(".status").textContent.startsWith(words), words);
const moved = (page, count) => page.waitForFunction((count) => document.querySelectorAll(".step-of-play").length === count, count);

test("the board", { skip: executablePath ? false : "there is no browser here" }, (t) => withBrowser(async (visit) => {
  const page = await visit();
  page.setDefaultTimeout(30_000);

  await t.test("keeps a game over a reload", async () => {
    await put(page, "nim(3, 4, 5)");
    for (const count of [2, 3]) {
      await page.locator(".move").first().click();
      await moved(page, count);
    }
    const shown = await page.locator(".place-of-board").getAttribute("data-shown");
    await page.reload();
    await page.waitForSelector("body.ready");
    await moved(page, 3);
    assert.equal(await page.locator(".place-of-board").getAttribute("data-shown"), shown);
  });

  await t.test("serves a class: answers hidden, ten moves, undo, show, share", async () => {
    await page.uncheck(".switch input");
    await put(page, "domineering(5, 6)");
    for (let move = 1; move <= 10; move++) {
      // Squares of the first move in the list, pressed one after the other; the last of them makes the move.
      await page.locator(".square.can:not(.chosen)").nth(move % 3).click();
      if (await page.locator(".square.chosen").count()) await page.locator(".square.can:not(.chosen)").first().click();
      await moved(page, move + 1);
      assert.equal(await page.locator("#board .mark, #board .prospect, #board .chart, #board .sign").count(), 0, "nothing is given away");
      assert.match(await page.locator(".status").innerText(), /^(Left|Right) moves\.$/);
    }
    assert.equal(await page.locator(".value-of-board").innerText(), "");
    assert.equal(await page.locator(".square.laid").count(), 20, "ten dominoes lie where they were put");
    assert.equal(await page.locator(".square.laid.by-left").count(), 10);
    assert.equal(await page.locator(".square.last").count(), 2);
    await shot(page, "class-hidden");
    await page.click("#board >> text=Undo");
    await page.waitForFunction(() => document.querySelectorAll(".square.laid").length === 18);
    await page.locator(".step-of-play").nth(3).click();
    await page.waitForFunction(() => document.querySelectorAll(".square.laid").length === 6);
    assert.equal(await page.locator(".step-of-play").count(), 11, "what came after is still there");
    await page.locator(".step-of-play").nth(10).click();
    await page.waitForFunction(() => document.querySelectorAll(".square.laid").length === 20);
    await page.check(".switch input");
    await page.waitForSelector(".move.win .prospect, .move.loss .prospect");
    await page.waitForSelector(".chart .here");
    const verdicts = await page.locator(".move").evaluateAll((moves) => moves.map((move) => move.classList.contains("win")));
    assert.deepEqual(verdicts, verdicts.toSorted((a, b) => b - a), "winning moves come first");
    assert.ok(await page.locator("#board .mark").count() > 0);
    await shot(page, "class-shown");
    await page.uncheck(".switch input");
    await page.click("#board >> text=Link");
    await page.waitForFunction(() => location.hash.startsWith("#board="));
    const pupil = await visit({ hash: await page.evaluate(() => location.hash) });
    await moved(pupil, 11);
    await pupil.waitForFunction(() => document.querySelectorAll(".square.laid").length === 20);
    assert.equal(await pupil.locator("#board .mark, #board .prospect").count(), 0, "the link hides the answers too");
    assert.deepEqual(pupil.faults, []);
    await pupil.close();
    await page.check(".switch input");
  });

  await t.test("fills the screen", async () => {
    await page.setViewportSize({ width: 1920, height: 1080 });
    await put(page, "clobber(3, 4)");
    await page.waitForSelector(".square.win, .square.loss");
    // Asked in the page, for the squares are drawn again as answers come.
    const before = await page.evaluate(() => document.querySelector(".square").getBoundingClientRect().width);
    await page.click("text=Full screen");
    await page.waitForFunction((before) => document.querySelector(".square").getBoundingClientRect().width > 1.5 * before, before);
    await page.waitForSelector(".value-of-board:not(:empty)", { timeout: 60_000 });
    await shot(page, "projector");
    await page.keyboard.press("Escape");
    await page.waitForFunction(() => !document.querySelector(".present"));
    await page.setViewportSize({ width: 1280, height: 720 });
  });

  await t.test("plays with the machine", async () => {
    await put(page, "nim(1, 2)");
    await page.waitForSelector(".heap .win");
    await page.waitForFunction(() => /wins in 3 moves/.test(document.querySelector(".move.win")?.textContent));
    assert.equal(await page.locator(".move.win").count(), 1);
    await page.locator('[data-place="0-1-1"]').click();
    await status(page, "Right moves");
    await page.click("#board >> text=Undo");
    await status(page, "Left moves");
    await page.locator("#board select").nth(1).selectOption("R");
    await page.locator('[data-place="0-1-1"]').click();
    await page.waitForFunction(() => /Right moved/.test(document.querySelector(".said").textContent));
    await page.waitForFunction(() => document.querySelectorAll(".move").length === 1);
    await page.locator(".move").click();
    await page.waitForFunction(() => /Left wins/.test(document.querySelector(".status").textContent));
    await page.locator("#board select").nth(1).selectOption("");
  });

  await t.test("the machine waits where one goes back to its turn", async () => {
    await put(page, "nim(3, 4, 5)");
    const machine = page.locator("#board select").nth(1);
    await machine.selectOption("R");
    await page.locator(".move").first().click();
    await moved(page, 3);
    await status(page, "Left moves.");
    await page.locator(".step-of-play").nth(1).click();
    await status(page, "Right moves.");
    assert.match(await page.locator(".said").innerText(), /Right waits/);
    await page.click("text=let the machine move");
    await moved(page, 3);
    assert.equal(await machine.inputValue(), "R");
    await machine.selectOption("");
  });

  await t.test("a machine that thinks takes no moves and no questions, and can be stopped", async () => {
    await put(page, "clobber(6, 6)");
    await page.uncheck(".switch input");
    await page.locator("#board select").nth(1).selectOption("R");
    await page.locator(".move").first().click();
    await page.waitForFunction(() => /Right thinks/.test(document.querySelector(".working").textContent));
    assert.ok(await page.locator("#board >> text=Hint").isDisabled());
    await page.locator(".move").first().click();
    await page.keyboard.press("Escape");
    await page.waitForFunction(() => /Right waits/.test(document.querySelector(".said").textContent));
    await moved(page, 2);
    await page.click("text=let the machine move");
    await page.waitForFunction(() => /Right thinks/.test(document.querySelector(".working").textContent));
    await page.locator("#board select").nth(1).selectOption("");
    await page.check(".switch input");
  });

  await t.test("keeps the game where the rule is changed", async () => {
    await put(page, "domineering(3, 3)");
    for (const count of [2, 3]) {
      await page.locator(".move").first().click();
      await moved(page, count);
    }
    await page.locator("#board select").nth(2).selectOption("misere");
    await page.locator(".move").first().click();
    await moved(page, 4);
    assert.match(await page.evaluate(() => location.hash), /rule=misere.*line=\d+\.\d+\.\d+/);
    await page.locator("#board select").nth(2).selectOption("normal");
  });

  await t.test("hides the answers as long as its address says", async () => {
    const pupil = await visit({ hash: "#board=nim(3,4,5)&answers=hidden" });
    await pupil.waitForSelector(".move");
    await pupil.click("#new");
    await pupil.waitForFunction(() => document.querySelectorAll("#cells .cell").length === 1);
    assert.ok(!(await pupil.locator(".switch input").isChecked()));
    await pupil.close();
  });

  await t.test("takes dominoes by their two squares", async () => {
    await put(page, "domineering(3, 3)");
    await page.waitForFunction(() => document.querySelectorAll(".square.win, .square.loss").length === 9);
    await shot(page, "board");
    await page.locator('[data-place="0-1-1"]').click();
    assert.equal(await page.locator(".move").count(), 2);
    await page.locator('[data-place="0-0-1"]').focus();
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.querySelectorAll(".square.laid.by-left").length === 2);
  });

  await t.test("knocks down one pin or two", async () => {
    await put(page, "kayles(7)");
    assert.equal(await page.locator(".square.pin").count(), 7);
    await page.waitForSelector(".pin.win");
    await shot(page, "kayles");
    // The middle pin, twice: three are left on either side.
    await page.locator('[data-place="0-3"]').click();
    await page.locator('[data-place="0-3"]').click();
    await status(page, "Right moves");
    assert.equal(await page.locator(".row-of-pins").count(), 2);
    await page.locator('[data-place="1-0"]').click();
    await page.locator('[data-place="1-1"]').click();
    await status(page, "Left moves");
    assert.deepEqual(await page.locator(".row-of-pins .size").allInnerTexts(), ["3", "1"]);
  });

  await t.test("cuts edges of Hackenbush", async () => {
    await put(page, "hackenbush <0 -B- 1; 1 -R- 2; 1 -B- 3; 3 -G- 4>");
    assert.equal(await page.locator(".square.edge").count(), 4);
    await page.waitForSelector(".edge.win, .edge.loss");
    assert.equal(await page.locator(".square.edge.can").count(), 3, "Left cuts blue and green");
    assert.deepEqual((await page.locator(".move .where").allInnerTexts()).sort(), ["cut 0-1", "cut 1-3", "cut 3-4"]);
    await shot(page, "hackenbush");
    await page.locator('.edge[aria-label^="blue edge 1-3"]').click();
    await status(page, "Right moves");
    assert.equal(await page.locator(".square.edge").count(), 2);
    await put(page, 'hackenbush("BRG")');
    await page.locator('.edge[aria-label^="green edge 2-3"]').click();
    await page.waitForFunction(() => document.querySelectorAll(".square.edge").length === 2);
  });

  const hold = (player) => page.locator(`.points-so-far .by-${player} strong`).innerText();

  await t.test("plays for points: lines are drawn, boxes are owned, and who closes one moves again", async () => {
    await page.uncheck(".switch input");
    await put(page, 'dots_and_boxes("+ + +/     /+ + +")');
    assert.equal(await page.locator("#board select").nth(2).inputValue(), "points");
    assert.equal(await page.locator(".square.stroke.can").count(), 7);
    // Round the left box, then its last line.
    const presses = ["0-0-1", "0-1-0", "0-2-1", "0-1-2"];
    for (const [i, place] of presses.entries()) {
      await page.locator(`[data-place="${place}"]`).click();
      await moved(page, i + 2);
      assert.equal(await page.locator("#board .mark, #board .prospect, #board .chart, #board .sign").count(), 0, "nothing is given away");
    }
    await status(page, "Right moves again.");
    assert.deepEqual([await hold("left"), await hold("right")], ["0", "1"], "points are in sight");
    assert.equal(await page.locator(".box.by-right").getAttribute("aria-label"), "box b2, Right's");
    assert.equal(await page.locator(".stroke.drawn.by-left").count(), 2);
    assert.equal(await page.locator(".stroke.drawn.by-right").count(), 2);
    await page.click("#board >> text=Undo");
    await status(page, "Right moves.");
    assert.deepEqual([await hold("left"), await hold("right")], ["0", "0"]);
    await page.check(".switch input");
    await page.waitForSelector('.stroke.best[data-place="0-1-2"] .mark');
    await page.waitForFunction(() => /With best play/.test(document.querySelector(".status").textContent));
    await page.waitForSelector(".chart .mean");
    await shot(page, "boxes");
    await page.uncheck(".switch input");
    await page.click("#board >> text=Link");
    await page.waitForFunction(() => /rule=points/.test(location.hash));
    const pupil = await visit({ hash: await page.evaluate(() => location.hash) });
    await moved(pupil, 4);
    await pupil.waitForFunction(() => document.querySelectorAll(".stroke.drawn").length === 3);
    assert.equal(await pupil.locator("#board .mark, #board .prospect").count(), 0, "the link hides the answers too");
    assert.deepEqual(pupil.faults, []);
    await pupil.close();
    await page.check(".switch input");
  });

  await t.test("the machine plays for points, to the end", async () => {
    await put(page, "dots_and_boxes(1, 1)");
    await page.locator("#board select").nth(1).selectOption("R");
    for (const count of [3, 5]) {
      await page.locator(".stroke.can").first().click();
      await moved(page, count);
      await page.waitForFunction(() => /Right moved: .*Right gets 1 more/.test(document.querySelector(".said").textContent));
    }
    await status(page, "Right cannot move. Right wins by 1.");
    assert.equal(await hold("right"), "1");
    await page.locator("#board select").nth(1).selectOption("");
  });

  await t.test("cuts strings, and plays a rule of one's own for points", async () => {
    await put(page, "strings_and_coins([[0, 1], [1, 2], [0, 2]])");
    assert.equal(await page.locator(".graph .square.edge.can").count(), 3);
    await page.locator('.edge[aria-label^="string from coin 1 to coin 2"]').click();
    await page.waitForFunction(() => document.querySelectorAll(".graph .edge").length === 2);
    await status(page, "Right moves.");
    await page.locator(".edge").first().click();
    await status(page, "Right moves again.");
    assert.deepEqual([await hold("left"), await hold("right")], ["0", "1"]);
    await page.locator("#cells .cell.code textarea").last().fill("game ends(xs) := if len(xs) == 0 then points(0) else <\n  ends(xs[1..len(xs)-1]) + points(xs[0]), ends(xs[0..len(xs)-2]) + points(last(xs)) |\n  ends(xs[1..len(xs)-1]) - points(xs[0]), ends(xs[0..len(xs)-2]) - points(last(xs))>");
    await page.locator("#cells .cell.code textarea").last().press("Control+Enter");
    await page.waitForFunction(() => /defined/.test([...document.querySelectorAll(".cell.code")].at(-1).textContent));
    await put(page, "ends([3, 1, 5, 2])");
    // By hand: 3, then 5 and 1 and 2 as they come; 2 first gives 5 away.
    await page.waitForFunction(() => document.querySelectorAll(".move.best").length === 1 && /^.ends\(\[1, 5, 2\]\) \+ points\(3\)Left gets 5 more/.test(document.querySelector(".move").textContent));
    await page.locator(".move.best").click();
    await status(page, "Right moves.");
    assert.deepEqual([await hold("left"), await hold("right")], ["3", "0"]);
    // Nimstring is won by who moves last; who takes a coin moves again.
    await put(page, "nimstring([[0, 1], [1, 2]])");
    assert.equal(await page.locator("#board select").nth(2).inputValue(), "normal");
    await page.locator('.edge[aria-label^="string from coin 1 to coin 2"]').click();
    await status(page, "Left moves again.");
  });

  await t.test("shows the parts of a sum side by side, each as itself", async () => {
    await put(page, 'nim(3) + domineering(2, 2) + kayles(4) + hackenbush("BR") + <3|<1|-1>>');
    for (const kind of [".counter", ".grid .square", ".pin", ".edge", ".parts > .picture"]) assert.ok(await page.locator(`.parts ${kind}, ${kind}`).count() > 0, kind);
    await shot(page, "sum");
    await page.locator('[data-place="0-0-1"]').click();
    await status(page, "Right moves");
    // Of Right's two dominoes one covers this square.
    await page.locator('[data-place="1-0-0"]').click();
    await status(page, "Left moves");
    assert.equal(await page.locator(".square.laid.by-right").count(), 2);
    await put(page, "nim(30, 50)");
    assert.equal(await page.locator(".counter").count(), 80);
  });

  await t.test("plays on a graph, vertex by vertex", async () => {
    await page.locator("#cells .cell.code textarea").last().fill("g := graph <a -> b, t; b -> t; t>\nh := graph <1 -> 2; 2 -> 3; 3 -> 4; 4 -> 1>");
    await page.locator("#cells .cell.code textarea").last().press("Control+Enter");
    await page.waitForFunction(() => /defined/.test([...document.querySelectorAll(".cell.code")].at(-1).textContent));
    const named = (name) => page.locator(`.graph .vertex[aria-label^="vertex ${name}"]`);
    const verdicts = () => page.waitForSelector(".vertex.win, .vertex.loss, .vertex.draw");
    await put(page, "g.a");
    await verdicts();
    assert.equal(await page.locator(".graph .vertex").count(), 3);
    assert.match(await named("a").getAttribute("aria-label"), /a token/);
    assert.match(await named("b").getAttribute("class"), /loss/);
    assert.match(await named("t").getAttribute("class"), /win/);
    await shot(page, "graph");
    const told = () => page.locator(".graph img").evaluate((image) => /N, /.test(decodeURIComponent(image.src)));
    assert.ok(await told(), "values stand on the vertices");
    await page.uncheck(".switch input");
    await page.waitForFunction(() => !document.querySelector(".vertex.win, .vertex.loss"));
    assert.ok(!(await told()), "and are hidden with the other answers");
    await page.check(".switch input");
    await verdicts();
    await named("b").click();
    await status(page, "Right moves");
    assert.match(await named("b").getAttribute("aria-label"), /a token/);
    await named("t").click();
    await page.waitForFunction(() => /wins/.test(document.querySelector(".status").textContent));
    // Two tokens: the one that is meant is clicked too where both can go there.
    await put(page, "sum(annihilation, h[1], h[3])");
    await verdicts();
    assert.equal(await page.locator(".graph .vertex.loss").count(), 4);
    await named("2").click();
    await status(page, "Right moves");
    await put(page, "snort(graph <1 -- 2; 2 -- 3; 3 -- 4>)");
    await verdicts();
    assert.equal(await page.locator(".graph .vertex.win, .graph .vertex.loss").count(), 4);
    await named("2").click();
    await status(page, "Right moves");
    // A graph that has no name is known by what it is.
    await put(page, "(graph <a -> b; b -> c>).a");
    await named("b").click();
    await status(page, "Right moves");
    await named("c").click();
    await page.waitForFunction(() => /wins/.test(document.querySelector(".status").textContent));
  });

  await t.test("takes bites of chocolate, and queens that shoot to where they stood", async () => {
    await put(page, "chomp(2, 3)");
    await page.locator('[data-place="0-1-1"]').click();
    await status(page, "Right moves");
    await put(page, 'amazons("x..o")');
    assert.equal(await page.locator(".queen").count(), 2);
    await page.locator('[data-place="0-0-0"]').click();
    await page.locator('[data-place="0-0-1"]').click();
    assert.match(await page.locator(".status").innerText(), /Left moves/);
    await page.locator('[data-place="0-0-0"]').click();
    await status(page, "Right moves");
    await shot(page, "amazons");
  });

  await t.test("cuts cakes between columns and between rows", async () => {
    await put(page, "cutcake(2, 3)");
    assert.deepEqual(await page.locator(".cut").evaluateAll((cuts) => cuts.map((cut) => cut.dataset.place)), ["0-1-1", "0-1-2"]);
    await page.locator('[data-place="0-1-2"]').click();
    await status(page, "Right moves");
    assert.equal(await page.locator(".cake").count(), 2);
    await page.locator('[data-place="1-0-1"]').click();
    await status(page, "Left moves");
    assert.deepEqual(await page.locator(".cake").evaluateAll((cakes) => cakes.map((cake) => cake.getAttribute("aria-label"))), [
      "a cake of 2 rows and 2 columns", "a cake of 1 rows and 1 columns", "a cake of 1 rows and 1 columns",
    ]);
    await shot(page, "cake");
  });

  await t.test("answers while a cell computes", async () => {
    await page.locator("#cells .cell.code textarea").last().fill("[n for n in 1..10^12 if n < 0]");
    await page.locator("#cells .cell.code textarea").last().press("Control+Enter");
    await page.waitForSelector("body.busy");
    await put(page, "nim(2, 3)");
    await page.waitForSelector(".move.win");
    await page.waitForFunction(() => / s$/.test(document.querySelector(".cell.running .clock").textContent));
    await page.click("#stop");
    await page.waitForFunction(() => !document.querySelector(".cell.running"));
  });

  await t.test("explains with boards", async () => {
    await put(page, 'domineering("../.#")');
    await page.click("#board >> text=Why?");
    await page.waitForSelector(".explained p");
    await put(page, "domineering(2, 3)");
    await page.click("#board >> text=Why?");
    await page.waitForSelector(".explained .small-board");
    await shot(page, "why");
  });

  await t.test("finds other positions with a value when it is asked", async () => {
    await put(page, "domineering(3, 3)");
    await page.click("text=Others with this value");
    // The square of four cells is worth +-1 too.
    await page.locator('.looked-up [title=\'domineering("../..")\']').click();
    await page.waitForFunction(() => document.querySelector(".place-of-board").dataset.shown === 'domineering("../..")');
    await page.waitForSelector("#board .lookups");
    await page.locator("#board .lookups").getByText("Certificate").click();
    await page.waitForSelector("#board a.download");
    await page.uncheck(".switch input");
    assert.equal(await page.locator("#board .lookups").count(), 0, "these are answers too");
    await page.check(".switch input");
  });

  await t.test("has a gallery, and boards of one's own", async () => {
    await page.click("#games-tab");
    await page.waitForFunction(() => document.querySelectorAll(".card").length > 50);
    await page.waitForFunction(() => [...document.querySelectorAll(".place-of-picture")].every((place) => place.childElementCount > 0), undefined, { timeout: 90_000 });
    await shot(page, "gallery", true);
    await page.click(".editor summary");
    for (const ruleset of await page.locator(".editor select option").evaluateAll((options) => options.map((option) => option.value))) {
      await page.click("#games-tab");
      await page.selectOption(".editor select", ruleset);
      await page.locator('.own-board [data-place="0-1"]').click();
      await page.click(".editor .next");
      await page.waitForFunction((name) => document.querySelector(".place-of-board").dataset.shown?.startsWith(name) || document.querySelector("#board .trouble"), ruleset);
      // Two foxes are no position of theirs, and the page says so.
      if (ruleset !== "fox_geese") assert.equal(await page.locator("#board .trouble").count(), 0, ruleset);
    }
  });

  await t.test("keeps a game by rules of a cell: after a reload, and for whoever gets the link", async () => {
    const own = await visit();
    await own.click("#new");
    const field = own.locator("#cells textarea").first();
    await field.fill("game s(n) := <s(n-k) for k in 1..3 if k <= n>\ns(10)");
    await field.press("Control+Enter");
    await own.locator("#cells >> text=Board").click();
    await status(own, "Left moves.");
    await own.locator(".moves button").first().click();
    await moved(own, 2);
    await own.reload();
    await moved(own, 2);
    await own.click("#board >> text=Link");
    await own.waitForFunction(() => /t=.*line=/.test(location.hash));
    const pupil = await visit({ hash: await own.evaluate(() => location.hash) });
    await pupil.waitForSelector("#board .trouble");
    await pupil.click("#run-all");
    await moved(pupil, 2);
    assert.deepEqual(own.faults.concat(pupil.faults), []);
    await own.close();
    await pupil.close();
  });

  await t.test("draws heaps only where a move takes from them", async () => {
    await put(page, "fibonacci_nim(8, 10)");
    assert.equal(await page.locator("#board .heap").count(), 1);
    await put(page, "sprouts(3)");
    assert.equal(await page.locator("#board .heap").count(), 0);
    // The vertices of Geography are no positions of their own.
    await put(page, "geography((graph <a -> b, c; b -> c, d; c -> d; d -> a>).a)");
    assert.doesNotMatch(await page.locator(".place-of-board").textContent(), /∞/);
  });

  await t.test("opens options as a tree", async () => {
    await page.click("#options-tab");
    await page.fill("#options .ask input", "<3|<1|-1>>");
    await page.click("#options .ask button");
    await page.waitForFunction(() => document.querySelectorAll("#options .node").length === 3);
    await page.locator("#options .side-of-node.by-right .option").click();
    await page.waitForFunction(() => document.querySelectorAll("#options .node").length === 5);
    await page.fill("#options .ask input", "domineering(2, 3)");
    await page.click("#options .ask button");
    await page.waitForSelector("#options .option.minor");
    await shot(page, "options");
  });

  await t.test("meets no trouble", () => assert.deepEqual(page.faults, []));
}));
