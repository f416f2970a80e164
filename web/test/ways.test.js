// Every move of the games in the gallery can be made by pressing places, and presses lead to no other move.

import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { pressed, waysOf } from "../page/choice.js";
import { reached } from "../page/play.js";
import { BEGINNINGS } from "../page/rulesets.js";
import { withStrings } from "../page/strings.js";
import { System } from "../page/wasi.js";

const MODULE = new URL("../dist/cg.wasm", import.meta.url);
/** Games whose moves are in the list alone, for their pictures have no places. */
const LISTED = new Set(["nimania", "subset_takeaway", "without_repetition", "welter", "kotzig", "seating", "geography", "edge_geography", "dollars", "fox_geese", "sprouts", "brussels_sprouts", "top_entails", "cake_product"]);

/** Presses the places of a way one after the other, the last of them twice if it has to be; returns the moves that are left. */
function play(reading, places) {
  let chosen = [];
  for (const place of [...places, places.at(-1)]) {
    const { way, chosen: next, fits } = pressed(reading, chosen, place);
    if (way) return [way.move];
    if (chosen.includes(place)) return [];
    chosen = next;
    // Moves at the same places are left to the list.
    if (chosen.length === places.length && fits.every((one) => one.places.length === places.length)) return fits.map(({ move }) => move);
  }
  return [];
}

/** Checks all moves of both players, and follows the first few of them for a while. */
function check(system, name, text, mover, depth) {
  const seen = withStrings(system.ask({ do: "board", text, mover }));
  assert.ok(seen.ok, `${text}: ${seen.message}`);
  const reading = waysOf(seen);
  for (const { move, places } of reading.ways) {
    // A place of its own, or all places in their order.
    const isMade = [...places.map((place) => [place]), places].some((presses) => {
      const left = play(reading, presses);
      return left.includes(move) && (left.length === 1 || presses === places);
    });
    assert.ok(isMade, `${text}, ${mover} presses ${places} for ${move.label}`);
  }
  if (!LISTED.has(name)) {
    for (const move of seen.moves) assert.ok(move.ways.length > 0, `${text}: ${move.label} has no places`);
  }
  if (depth === 0) return;
  for (const move of [seen.moves[0], seen.moves.at(-1)]) if (move) {
    const next = reached(move.text, mover);
    check(system, name, next.text, next.mover, depth - 1);
  }
}

test("moves are made by pressing places", { skip: existsSync(MODULE) ? false : "there is no page yet" }, async (t) => {
  const system = await System.start(await WebAssembly.compile(readFileSync(MODULE)));
  for (const [name, text] of Object.entries(BEGINNINGS)) {
    await t.test(name, () => {
      for (const mover of ["L", "R"]) check(system, name, text, mover, 3);
    });
  }
});
