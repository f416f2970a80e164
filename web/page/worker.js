// The worker in which everything is computed, so that the page stays awake and can end it at any time.

import { System } from "./wasi.js";

let system;

self.onmessage = async ({ data: { module, id, request } }) => {
  if (module) {
    system = System.start(module);
    return;
  }
  try {
    const answer = (await system).ask(request);
    self.postMessage({ id, answer });
  } catch (error) {
    self.postMessage({ id, failure: String(error.message ?? error) });
  }
};
