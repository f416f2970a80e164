// The way from the page to a worker: requests are answered in order, and Stop ends whatever is being computed.

/** The answer to a request that was under way, or waited, when the worker was ended. */
const STOPPED = { ok: false, stopped: true, message: "stopped", help: "what was defined before is there again" };

/** The milliseconds of a moment: what takes no longer is not shown as work. */
export const MOMENT = 200;

/** The definitions that hold, each as it was typed, in order, and the names that they define. */
class Definitions {
  texts = [];
  names = [];
  // The number of times that everything was forgotten.
  age = 0;

  get text() {
    return this.texts.join("\n");
  }

  add(text) {
    this.texts.push(text);
  }

  clear() {
    this.texts = [];
    this.names = [];
    this.age++;
  }

  /** Returns `true` if a text uses a name that is defined. */
  areUsedIn(text) {
    const words = new Set(text.match(/[\p{L}_][\p{L}\p{N}_]*/gu));
    // Functions are listed with their parameters.
    return this.names.some((name) => words.has(name.split("(")[0]));
  }
}

/** A worker with the program, as the page sees it. Fires `busy`, `idle` and `restarted`. */
export class Engine extends EventTarget {
  #module;
  #worker;
  #waiting = new Map();
  #next = 0;
  #since = 0;
  // This engine's own definitions, or those of the engine that it follows.
  #definitions;
  #follows;
  // The number of definitions that the worker knows, and their age.
  #known = 0;
  #age = 0;

  /** `module` is the compiled program, or a promise of it. An engine that follows another knows its definitions.
   * Its worker begins with the first request. */
  constructor(module, follows) {
    super();
    this.#module = module;
    this.#follows = follows;
    this.#definitions = follows ? follows.#definitions : new Definitions();
  }

  get isBusy() {
    return this.#waiting.size > 0 && !this.#worker.waiting;
  }

  /** `true` if what is being computed takes longer than a moment. */
  get isLong() {
    return this.isBusy && performance.now() - this.#since > MOMENT;
  }

  /** Returns the answer to a request; it is always an object with `ok`. */
  ask(request) {
    if (this.#follows) this.#catchUp(request.text ?? "");
    return this.#post(request);
  }

  /** Runs statements, and remembers those that define something. */
  async run(text) {
    const age = this.#definitions.age;
    const answer = await this.ask({ do: "eval", text });
    if (age !== this.#definitions.age) return answer;
    const bytes = new TextEncoder().encode(text);
    for (const one of answer.answers ?? []) {
      if (one.ok && one.definition) this.#definitions.add(new TextDecoder().decode(bytes.slice(...one.statement)));
    }
    if (answer.names) this.#definitions.names = answer.names;
    this.#known = this.#definitions.texts.length;
    return answer;
  }

  /** Forgets all definitions. */
  async reset() {
    this.#definitions.clear();
    if (this.isBusy) this.stop();
    return this.ask({ do: "reset" });
  }

  /** Ends what is being computed; a new worker knows the definitions. */
  stop() {
    this.#restart(STOPPED);
  }

  #post(request, settles) {
    if (!this.#worker) this.#begin();
    const id = this.#next++;
    const answer = new Promise((settle) => this.#waiting.set(id, Object.assign((value) => settle(value), settles)));
    this.#worker.postMessage({ id, request });
    if (this.#waiting.size === 1) this.#since = performance.now();
    if (this.#waiting.size === 1 && this.isBusy) this.dispatchEvent(new Event("busy"));
    return answer;
  }

  // Runs the definitions that the worker does not know, if a text needs them.
  #catchUp(text) {
    const { age, texts } = this.#definitions;
    if (age !== this.#age) {
      this.#post({ do: "reset" });
      [this.#age, this.#known] = [age, 0];
    }
    if (this.#known === texts.length || !this.#definitions.areUsedIn(text)) return;
    this.#post({ do: "eval", text: texts.slice(this.#known).join("\n") }, { isReplay: true });
    this.#known = texts.length;
  }

  #restart(answer) {
    const waiting = this.#waiting;
    const replayed = [...waiting.values()].some((settle) => settle.isReplay);
    this.#worker?.terminate();
    this.#waiting = new Map();
    this.#begin();
    for (const settle of waiting.values()) settle({ ...answer });
    this.dispatchEvent(new Event("idle"));
    this.#known = 0;
    this.#age = this.#definitions.age;
    if (!this.#follows) {
      // Definitions that were being run when the worker ended would end the next one too.
      if (replayed) this.#definitions.clear();
      this.#age = this.#definitions.age;
      this.#catchUp(this.#definitions.names.join(" "));
    }
    this.dispatchEvent(new CustomEvent("restarted", { detail: { lost: replayed } }));
  }

  #begin() {
    const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
    this.#worker = {
      waiting: [],
      postMessage(message) { this.waiting ? this.waiting.push(message) : worker.postMessage(message); },
      terminate: () => worker.terminate(),
    };
    const here = this.#worker;
    const fails = (message) => {
      if (here !== this.#worker) return;
      for (const settle of this.#waiting.values()) settle({ ok: false, message: `the program cannot start: ${message}`, help: "load the page again" });
      this.#waiting.clear();
      this.dispatchEvent(new Event("idle"));
    };
    // Requests wait until the program is there.
    Promise.resolve(this.#module).then((module) => {
      worker.postMessage({ module });
      for (const message of here.waiting) worker.postMessage(message);
      here.waiting = undefined;
      if (here === this.#worker && this.isBusy) this.dispatchEvent(new Event("busy"));
    }).catch((error) => fails(error.message));
    worker.onerror = (event) => fails(event.message);
    worker.onmessage = ({ data: { id, answer, failure } }) => {
      const settle = this.#waiting.get(id);
      if (!settle) return;
      this.#waiting.delete(id);
      if (failure === undefined) {
        settle(answer);
        if (this.#waiting.size === 0) this.dispatchEvent(new Event("idle"));
      } else {
        // The module has ended, by a stack or a memory that was full; nothing can be asked of it any more.
        if (settle.isReplay) this.#definitions.clear();
        settle({ ok: false, message: `the computation ended: ${failure}`, help: "try something smaller" });
        this.#restart(STOPPED);
      }
    };
  }
}
