// What axe finds on a page.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** Returns what axe finds on a page, in short. */
export async function findings(page) {
  await page.evaluate(AXE);
  const found = await page.evaluate((runOnly) => globalThis.axe.run(document, { runOnly }), RULES);
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(({ html }) => html.slice(0, 120)).join(" ")}`);
}
