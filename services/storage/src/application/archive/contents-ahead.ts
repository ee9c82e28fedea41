import type { Readable } from 'node:stream';
import { chunksAsRead } from '@skyshelf/bytes';
import { contentWithin, type PlacedEntry } from '../../domain/archive/archive-layout.js';
import type { ByteRange } from '../../domain/byte-range.js';
import { openBytes, type ReadableObjects } from '../read-file.js';

/** Below this, opening a file takes longer than sending it. */
const SMALL_BYTES = 64 * 1024;
/** A download reads at most 1 MiB ahead. */
const AHEAD = 16;

/** Entries must be read in order. */
export interface ReadsAhead {
  bytesOf(each: PlacedEntry): number;
  read(each: PlacedEntry): AsyncIterable<Buffer>;
}

export function contentsAhead(
  { objects }: ReadableObjects,
  wanted: readonly PlacedEntry[],
  range: ByteRange,
): ReadsAhead {
  const parts = wanted.map((each) => contentWithin(each, range));
  const order = new Map(wanted.map((each, index) => [each, index]));
  const early = new Map<number, Promise<Buffer>>();
  let next = 0;
  const readEarly = (upTo: number): void => {
    for (; next < Math.min(upTo, parts.length); next += 1) {
      const part = parts[next];
      if (!part || part.bytes > SMALL_BYTES) continue;
      const reading = openBytes({ objects }, part.blobId, part).then(collect);
      reading.catch(() => {}); // Its reader gets the error.
      early.set(next, reading);
    }
  };
  return {
    bytesOf: (each) => parts[order.get(each) ?? -1]?.bytes ?? 0,
    async *read(each) {
      const index = order.get(each) ?? -1;
      readEarly(index + AHEAD);
      const part = parts[index];
      if (!part) return;
      const reading = early.get(index);
      early.delete(index);
      if (reading) yield await reading;
      else yield* chunksAsRead(await openBytes({ objects }, part.blobId, part));
    },
  };
}

/** `stream/consumers` makes a Blob first, which costs more than 66,000 small bodies. */
async function collect(body: Readable): Promise<Buffer> {
  const chunks: Buffer[] = await body.toArray();
  const [only] = chunks;
  return only && chunks.length === 1 ? only : Buffer.concat(chunks);
}
