// The worker in which everything is computed, so that the page stays awake and can end it at any time.

import { System } from "./wasi.js";

const system = fetch(new URL("./cg.wasm", import.meta.url))
  .then((answer) => {
    if (!answer.ok) throw new Error(`cg.wasm: ${answer.status} ${answer.statusText}`);
    return answer.arrayBuffer();
  })
  .then((bytes) => WebAssembly.compile(bytes))
  .then((module) => System.start(module));

self.onmessage = async ({ data: { id, request } }) => {
  try {
    const answer = (await system).ask(request);
    self.postMessage({ id, answer });
  } catch (error) {
    self.postMessage({ id, failure: String(error.message ?? error) });
  }
};
