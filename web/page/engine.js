// The way from the page to the worker: requests are answered in order, and Stop ends whatever is being computed.

/** What a request gets that was under way, or waited, when the worker was ended. */
const STOPPED = { ok: false, stopped: true, message: "stopped", help: "what was defined before is there again" };

/** The engine, as the page sees it. Fires `busy`, `idle` and `restarted`. */
export class Engine extends EventTarget {
  #worker;
  #waiting = new Map();
  #next = 0;
  // The definitions that hold, each as it was typed, in order: a new worker is told them again.
  #definitions = [];

  constructor() {
    super();
    this.#begin();
  }

  get isBusy() {
    return this.#waiting.size > 0;
  }

  /** The answer to a request; it is always an object with `ok`. */
  ask(request) {
    const id = this.#next++;
    const answer = new Promise((settle) => this.#waiting.set(id, settle));
    this.#worker.postMessage({ id, request });
    if (this.#waiting.size === 1) this.dispatchEvent(new Event("busy"));
    return answer;
  }

  /** Runs statements, and remembers those that define something. */
  async run(text) {
    const answer = await this.ask({ do: "eval", text });
    const bytes = new TextEncoder().encode(text);
    for (const one of answer.answers ?? []) {
      if (one.ok && one.definition) this.#definitions.push(new TextDecoder().decode(bytes.slice(...one.statement)));
    }
    return answer;
  }

  /** Forgets all definitions. */
  async reset() {
    this.#definitions = [];
    if (this.isBusy) this.stop();
    return this.ask({ do: "reset" });
  }

  /** Ends what is being computed; a new worker knows the definitions. */
  stop() {
    this.#restart(STOPPED);
  }

  #restart(answer) {
    const told = this.#waiting;
    const replayed = [...told.values()].some((settle) => settle.isReplay);
    this.#worker.terminate();
    this.#waiting = new Map();
    this.#begin();
    for (const settle of told.values()) settle({ ...answer });
    this.dispatchEvent(new Event("idle"));
    if (replayed) this.#definitions = [];
    if (this.#definitions.length > 0) this.#replay();
    this.dispatchEvent(new CustomEvent("restarted", { detail: { lost: replayed } }));
  }

  // Tells a new worker the definitions. When this is stopped or fails too, they are gone.
  #replay() {
    const id = this.#next++;
    const settle = () => {};
    settle.isReplay = true;
    this.#waiting.set(id, settle);
    this.#worker.postMessage({ id, request: { do: "eval", text: this.#definitions.join("\n") } });
    this.dispatchEvent(new Event("busy"));
  }

  #begin() {
    this.#worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
    this.#worker.onmessage = ({ data: { id, answer, failure } }) => {
      const settle = this.#waiting.get(id);
      if (!settle) return;
      this.#waiting.delete(id);
      if (failure === undefined) {
        settle(answer);
        if (this.#waiting.size === 0) this.dispatchEvent(new Event("idle"));
      } else {
        // The module has ended, by a stack or a memory that was full; nothing can be asked of it any more.
        const told = { ok: false, message: `the computation ended: ${failure}`, help: "try something smaller" };
        if (!settle.isReplay) settle(told);
        else this.#definitions = [];
        this.#restart(STOPPED);
      }
    };
    this.#worker.onerror = (event) => {
      for (const settle of this.#waiting.values()) settle({ ok: false, message: `the engine cannot start: ${event.message}`, help: "serve the page by `cg page` or any web server" });
      this.#waiting.clear();
      this.dispatchEvent(new Event("idle"));
    };
  }
}
