import type { Socket } from 'node:net';

/** A system call costs little next to so many bytes, which are still in the processor's cache when written. */
const LARGE = 256 * 1024;
/** What a connection holds while nothing large comes. */
const SMALL = 16 * 1024;
/** So many bytes at most are copied: what is kept of them should not keep a whole buffer. */
const COPIED = 64 * 1024;
/** Kept for the next reads, 4 MiB at most. */
const MOST_KEPT = 16;

const kept: Buffer[] = [];
/** How many bytes were read into what is lent: a part of them does not give it back. */
const lent = new WeakMap<ArrayBufferLike, number>();

function keep(buffer: Buffer): void {
  if (kept.length < MOST_KEPT) kept.push(buffer);
}

/** A buffer for a read, with bytes of others in it. */
export const borrow = (): Buffer => kept.pop() ?? Buffer.allocUnsafeSlow(LARGE);

/** What was read into a borrowed buffer, to be given back whole. */
export function lend(buffer: Buffer, bytes: number): Buffer {
  lent.set(buffer.buffer, bytes);
  return buffer.subarray(0, bytes);
}

/**
 * Says that no one looks at these bytes any more: the next read may overwrite them. Bytes that were not lent,
 * or are only a part of what was read, are left alone.
 */
export function giveBack(chunk: unknown): void {
  if (!(chunk instanceof Uint8Array) || lent.get(chunk.buffer) !== chunk.byteLength) return;
  lent.delete(chunk.buffer);
  keep(Buffer.from(chunk.buffer));
}

let next: Buffer | undefined;

/**
 * `onread` of `net.connect`, and of what passes its options on: a socket reads into lent buffers as soon as a
 * read fills a small one, and goes back to that after a small read. It is a stream like any other. Node asks
 * for the next buffer right after it has told of a read.
 */
export const lendingReads = {
  buffer(): Buffer {
    const given = next ?? Buffer.allocUnsafeSlow(SMALL);
    next = undefined;
    return given;
  },
  callback(this: Socket, bytes: number, read: Uint8Array): boolean {
    const buffer = read as Buffer;
    const isLent = bytes > COPIED;
    const goesOn = this.push(isLent ? lend(buffer, bytes) : Buffer.copyBytesFrom(buffer, 0, bytes));
    if (isLent || bytes === buffer.length) next = borrow();
    else if (bytes > SMALL || buffer.length === SMALL) next = buffer;
    else keep(buffer);
    return goesOn;
  },
};
