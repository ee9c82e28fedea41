/** For smaller chunks than this, sending takes longer than copying. */
const SMALL_BYTES = 8 * 1024;
/** So many bytes are sent together. */
const TOGETHER_BYTES = 64 * 1024;

/**
 * The same bytes, small chunks of them joined: every chunk is a write of its own for each process on its way, and an archive of small files has two for each
 * of them. The first comes at once, for someone waits for it.
 */
export async function* joinSmallChunks(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let [held, bytes, isFirst]: [Buffer[], number, boolean] = [[], 0, true];
  for await (const chunk of chunks) {
    if (chunk.length < SMALL_BYTES && !isFirst) {
      held.push(chunk);
      bytes += chunk.length;
      if (bytes < TOGETHER_BYTES) continue;
    }
    if (bytes > 0) yield Buffer.concat(held);
    [held, bytes] = [[], 0];
    if (chunk.length >= SMALL_BYTES || isFirst) yield chunk;
    isFirst = false;
  }
  if (bytes > 0) yield Buffer.concat(held);
}
