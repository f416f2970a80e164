// The few things that a WebAssembly module asks of its system: a clock, random numbers, and the two streams through which
// requests come and answers go. Everything else is answered with "not here".

const NOT_HERE = 52;
const BAD_FILE = 8;

/** A system for one module: `ask` hands it a request and gives its answer. */
export class System {
  #input = new Uint8Array(0);
  #output = [];
  #errors = "";
  #instance;

  /** Starts a module that was compiled. */
  static async start(module) {
    const system = new System();
    const calls = system.#calls();
    const imports = {};
    for (const { module: from, name } of WebAssembly.Module.imports(module)) {
      imports[from] ??= {};
      imports[from][name] = calls[name] ?? (() => NOT_HERE);
    }
    system.#instance = await WebAssembly.instantiate(module, imports);
    system.#instance.exports._initialize?.();
    return system;
  }

  /** The answer to a request, both as objects. Throws when the module has failed; then it cannot be used any more. */
  ask(request) {
    this.#input = new TextEncoder().encode(JSON.stringify(request));
    this.#output = [];
    this.#errors = "";
    try {
      this.#instance.exports.answer();
    } catch (error) {
      throw new Error(this.#errors.trim() || String(error), { cause: error });
    }
    const decoder = new TextDecoder();
    return JSON.parse(this.#output.map((bytes) => decoder.decode(bytes, { stream: true })).join("") + decoder.decode());
  }

  #calls() {
    const view = () => new DataView(this.#instance.exports.memory.buffer);
    const bytes = (at, length) => new Uint8Array(this.#instance.exports.memory.buffer, at, length);
    // The buffers of a vector: pairs of address and length.
    const buffers = (at, count) => {
      const memory = view();
      return Array.from({ length: count }, (_, i) =>
        bytes(memory.getUint32(at + 8 * i, true), memory.getUint32(at + 8 * i + 4, true)),
      );
    };
    const nothing = (count, size) => {
      view().setUint32(count, 0, true);
      view().setUint32(size, 0, true);
      return 0;
    };
    return {
      fd_read: (file, at, count, done) => {
        if (file !== 0) return BAD_FILE;
        let read = 0;
        for (const buffer of buffers(at, count)) {
          const piece = this.#input.subarray(0, buffer.length);
          buffer.set(piece);
          this.#input = this.#input.subarray(piece.length);
          read += piece.length;
        }
        view().setUint32(done, read, true);
        return 0;
      },
      fd_write: (file, at, count, done) => {
        let written = 0;
        for (const buffer of buffers(at, count)) {
          const piece = buffer.slice();
          if (file === 1) this.#output.push(piece);
          else this.#errors += new TextDecoder().decode(piece);
          written += piece.length;
        }
        view().setUint32(done, written, true);
        return 0;
      },
      clock_time_get: (clock, _precision, at) => {
        const milliseconds = clock === 0 ? Date.now() : performance.now();
        view().setBigUint64(at, BigInt(Math.round(milliseconds * 1e6)), true);
        return 0;
      },
      random_get: (at, length) => {
        for (let done = 0; done < length; done += 65536) {
          crypto.getRandomValues(bytes(at + done, Math.min(65536, length - done)));
        }
        return 0;
      },
      environ_sizes_get: nothing,
      args_sizes_get: nothing,
      environ_get: () => 0,
      args_get: () => 0,
      fd_prestat_get: () => BAD_FILE,
      proc_exit: (status) => {
        throw new Error(`the program ended with status ${status}`);
      },
    };
  }
}
