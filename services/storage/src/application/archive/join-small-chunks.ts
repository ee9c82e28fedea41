/** Up to here copying is faster than sending. */
const SMALL_BYTES = 8 * 1024;
const TOGETHER_BYTES = 64 * 1024;

/**
 * Every chunk is a write for each process on its way, and an archive has two for each small file. The first
 * goes at once: a user waits for it.
 */
export async function* joinSmallChunks(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let held: Buffer[] = [];
  let bytes = 0;
  let isFirst = true;
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
