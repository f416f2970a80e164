// A headless browser on the page as it is served, for the tests.

import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const FOLDER = fileURLToPath(new URL("../dist/", import.meta.url));
const KINDS = { ".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".mjs": "text/javascript", ".json": "application/json", ".cg": "text/plain", ".svg": "image/svg+xml", ".wasm": "application/wasm", ".woff2": "font/woff2", ".md": "text/markdown" };
const BROWSERS = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** Where a browser is, if there is one. */
export const executablePath = BROWSERS.find((path) => path && existsSync(path));

/** Keeps a picture of a page in the folder that `CG_SHOTS` names, if it names one. */
export async function shot(page, name, fullPage = false) {
  if (process.env.CG_SHOTS) await page.screenshot({ path: `${process.env.CG_SHOTS}/${name}.png`, fullPage });
}

/** Serves the page as any host of static files does. */
function serve() {
  const server = createServer((request, response) => {
    const path = join(FOLDER, normalize(new URL(request.url, "http://page").pathname).replace(/\/$/, "/index.html"));
    if (!existsSync(path) || !statSync(path).isFile()) return response.writeHead(404).end();
    response.writeHead(200, { "Content-Type": KINDS[extname(path)] ?? "application/octet-stream" });
    createReadStream(path).pipe(response);
  });
  return new Promise((ready) => server.listen(0, "127.0.0.1", () => ready(server)));
}

/** Does something with a page of a fresh browser: `visit` opens the page, at an address behind its own if one is given,
 * and waits until something is there. */
export async function withBrowser(work) {
  const server = await serve();
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  try {
    const address = `http://127.0.0.1:${server.address().port}/`;
    // A service worker would load the whole page once more for every visit; a test that is about it allows it.
    const visit = async ({ hash = "", ready = "body.ready", ...options } = {}) => {
      const context = await browser.newContext({ serviceWorkers: "block", ...options });
      const page = await context.newPage();
      page.faults = [];
      page.on("pageerror", (error) => page.faults.push(String(error)));
      page.on("console", (message) => message.type() === "error" && page.faults.push(message.text()));
      await page.goto(address + hash);
      await page.waitForSelector(ready, { timeout: 60_000 });
      return page;
    };
    await work(visit, address);
  } finally {
    await browser.close();
    server.close();
  }
}
