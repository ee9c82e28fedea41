import { Readable } from 'node:stream';
import { ObjectStoreError } from '../object-store-error.js';

const mismatch = (announced: number, came: string): ObjectStoreError =>
  new ObjectStoreError('size-mismatch', `${announced} bytes were announced, ${came} came`);

/** @throws ObjectStoreError `size-mismatch` */
export function checkSize(body: Uint8Array, announced: number | undefined): void {
  if (announced !== undefined && body.byteLength !== announced)
    throw mismatch(announced, String(body.byteLength));
}

/** A body on its way, and why it broke off if it did. */
export interface MeasuredBody {
  stream: Readable;
  /** The failure of the body itself, to be told apart from one of the store. */
  failure(): { error: unknown } | null;
}

/**
 * Passes on a body of exactly `size` bytes. The last piece is kept back until the end has come: so a body that is too long, or that fails at its
 * very end, never reaches the store whole.
 */
export function measured(body: Readable, size: number): MeasuredBody {
  let failure: { error: unknown } | null = null;
  async function* pass(): AsyncGenerator<Uint8Array> {
    let came = 0;
    let kept: Uint8Array | null = null;
    try {
      for await (const chunk of body as AsyncIterable<Uint8Array | string>) {
        const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
        came += bytes.byteLength;
        if (came > size) throw mismatch(size, `${came} or more`);
        if (kept) yield kept;
        kept = bytes;
      }
      if (came !== size) throw mismatch(size, String(came));
    } catch (error) {
      failure = { error };
      throw error;
    }
    if (kept) yield kept;
  }
  return { stream: Readable.from(pass(), { objectMode: false }), failure: () => failure };
}
