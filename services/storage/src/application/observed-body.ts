import { createHash, hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { DomainError } from '@skyshelf/contracts';
import { HEAD_BYTES } from './inspection.js';

/** Up to here a body is collected and written in one go. */
const SMALL_BYTES = 256 * 1024;

/** A body on its way into the store, and what was seen of it when it is through. */
export interface ObservedBody {
  bytes: Uint8Array | Readable;
  /** Complete when `bytes` has been read to its end. */
  seen(): { sha256: string; head: Uint8Array };
}

/** The announced number of bytes did not come: fewer, more, or the sender went away. */
const incomplete = (cause?: unknown): DomainError => new DomainError('upload.incomplete', { cause });

/**
 * Prepares a body of exactly `size` bytes: a small one is read whole, a larger one is hashed in flight.
 * @throws DomainError `upload.incomplete`, here or from the stream
 */
export async function observe(body: Readable, size: number): Promise<ObservedBody> {
  if (size > SMALL_BYTES) return inFlight(body, size);
  const bytes = await collect(body, size);
  return { bytes, seen: () => ({ sha256: hash('sha256', bytes, 'hex'), head: bytes }) };
}

async function collect(body: Readable, size: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of checked(body, size)) chunks.push(chunk);
  const [only] = chunks;
  return only && chunks.length === 1 ? only : Buffer.concat(chunks, size);
}

function inFlight(body: Readable, size: number): ObservedBody {
  const digest = createHash('sha256');
  const head: Buffer[] = [];
  let missing = HEAD_BYTES;
  async function* pass(): AsyncGenerator<Buffer> {
    for await (const chunk of checked(body, size)) {
      digest.update(chunk);
      if (missing > 0) head.push(chunk.subarray(0, missing));
      missing -= chunk.length;
      yield chunk;
    }
  }
  return {
    bytes: Readable.from(pass(), { objectMode: false }),
    seen: () => ({ sha256: digest.digest('hex'), head: Buffer.concat(head) }),
  };
}

/** A body of exactly `size` bytes as a stream that fails with `upload.incomplete` when it is not. */
export const checkedBody = (body: Readable, size: number): Readable =>
  Readable.from(checked(body, size), { objectMode: false });

/** The chunks of a body, no more than announced; fails at its end when it was fewer. */
async function* checked(body: Readable, size: number): AsyncGenerator<Buffer> {
  let received = 0;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      received += chunk.length;
      if (received > size) throw incomplete();
      yield chunk;
    }
  } catch (error) {
    throw error instanceof DomainError ? error : incomplete(error);
  }
  if (received !== size) throw incomplete();
}
