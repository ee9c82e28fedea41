import type { Socket } from 'node:net';

/** A system call costs little next to so many bytes. */
const LARGE = 256 * 1024;
/** The buffer of a connection that receives nothing large. */
const SMALL = 16 * 1024;
/** Pieces of up to this size are copied, so that they do not keep a whole buffer. */
const COPIED = 64 * 1024;
/** Kept for the next reads, 4 MiB at most. */
const MOST_KEPT = 16;

const kept: Buffer[] = [];
/** A part of what is lent does not give it back. */
const lent = new WeakMap<ArrayBufferLike, number>();

function keep(buffer: Buffer): void {
  if (kept.length < MOST_KEPT) kept.push(buffer);
}

/** A buffer for a read, with bytes of others in it. */
export const borrow = (): Buffer => kept.pop() ?? Buffer.allocUnsafeSlow(LARGE);

/** Lends a borrowed buffer with the bytes that were read into it; it must be given back whole. */
export function lend(buffer: Buffer, bytes: number): Buffer {
  lent.set(buffer.buffer, bytes);
  return buffer.subarray(0, bytes);
}

/** The next read may overwrite these bytes. Others, and parts of what was read, are left alone. */
export function giveBack(chunk: unknown): void {
  if (!(chunk instanceof Uint8Array) || lent.get(chunk.buffer) !== chunk.byteLength) return;
  lent.delete(chunk.buffer);
  keep(Buffer.from(chunk.buffer));
}

let next: Buffer | undefined;

/**
 * `onread` of `net.connect`: a socket reads into lent buffers as soon as a read fills a small one, until a
 * small read. Node asks for the next buffer right after a read.
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
