// Loads the program, which is one WebAssembly module, and tells how much of it is there.

/** Compiles the module while it comes in. `progress` is called with the bytes so far and, if it is known, their number. */
export async function loaded(progress) {
  const answer = await fetch(new URL("./cg.wasm", import.meta.url));
  if (!answer.ok) throw new Error(`cg.wasm: ${answer.status} ${answer.statusText}`);
  // A packed file is longer than its header says.
  const total = answer.headers.has("content-encoding") ? undefined : Number(answer.headers.get("content-length")) || undefined;
  let bytes = 0;
  const counted = new TransformStream({
    transform(piece, out) {
      bytes += piece.length;
      progress(bytes, total);
      out.enqueue(piece);
    },
  });
  const body = answer.body.pipeThrough(counted);
  return WebAssembly.compileStreaming(new Response(body, { headers: { "Content-Type": "application/wasm" } }));
}
