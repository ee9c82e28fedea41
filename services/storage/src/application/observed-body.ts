import { createHash, hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { DomainError } from '@skyshelf/contracts';
import type { Checksums, Findings } from '../domain/new-blobs.js';

/** The size suffices for images with large colour profiles and EXIF blocks. */
export const HEAD_BYTES = 512 * 1024;

/**
 * Inspects the head and never throws.
 * @param pixels whether width and height are wanted
 */
export type InspectBytes = (head: Uint8Array, declared: string, pixels?: boolean) => Promise<Findings>;

export const SMALL_BYTES = 256 * 1024;

export interface ObservedBody {
  bytes: Uint8Array | Readable;
  /** It is absent while unknown. */
  size: number | undefined;
  /** Call it after `bytes` was read to its end. */
  seen(): Checksums & { head: Uint8Array; size: number };
}

const incomplete = (cause?: unknown): DomainError => new DomainError('upload.incomplete', { cause });

/**
 * Small bodies are read whole; others are hashed in flight.
 * @throws DomainError `upload.incomplete`, here or from the stream
 */
export async function observe(body: Readable, size: number): Promise<ObservedBody> {
  if (size > SMALL_BYTES) return inFlight(checked(body, size), size);
  return collected(await collect(body, size));
}

export const collected = (bytes: Uint8Array): ObservedBody => ({
  bytes,
  size: bytes.length,
  seen: () => ({
    sha256: hash('sha256', bytes, 'hex'),
    crc32: crc32(bytes),
    head: bytes.subarray(0, HEAD_BYTES),
    size: bytes.length,
  }),
});

/** @throws what `tooMuch` gives, from the stream */
export async function observeUpTo(body: Readable, most: number, tooMuch: () => Error): Promise<ObservedBody> {
  return inFlight(bounded(body, most, tooMuch));
}

/** @throws DomainError `upload.incomplete` */
export async function collect(body: Readable, size: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of checked(body, size)) chunks.push(chunk);
  const [only] = chunks;
  return only && chunks.length === 1 ? only : Buffer.concat(chunks, size);
}

function inFlight(chunks: AsyncIterable<Buffer>, size?: number): ObservedBody {
  const digest = createHash('sha256');
  const head: Buffer[] = [];
  let facts: ReturnType<ObservedBody['seen']> | undefined;
  let crc = 0;
  let missing = HEAD_BYTES;
  let passed = 0;
  async function* pass(): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      digest.update(chunk);
      crc = crc32(chunk, crc);
      if (missing > 0) head.push(chunk.subarray(0, missing));
      missing -= chunk.length;
      passed += chunk.length;
      yield chunk;
    }
  }
  return {
    bytes: Readable.from(pass(), { objectMode: false }),
    size,
    seen: () =>
      (facts ??= { sha256: digest.digest('hex'), crc32: crc, head: Buffer.concat(head), size: passed }),
  };
}

/** Fails with `upload.incomplete` for another size or SHA-256. */
export const checkedBody = (body: Readable, size: number, sha256: string | null): Readable =>
  Readable.from(sha256 === null ? checked(body, size) : digested(checked(body, size), sha256), {
    objectMode: false,
  });

async function* digested(body: AsyncIterable<Buffer>, sha256: string): AsyncGenerator<Buffer> {
  const digest = createHash('sha256');
  for await (const chunk of body) {
    digest.update(chunk);
    yield chunk;
  }
  if (digest.digest('hex') !== sha256) throw incomplete();
}

async function* bounded(body: Readable, most: number, tooMuch: () => Error): AsyncGenerator<Buffer> {
  let received = 0;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      received += chunk.length;
      if (received > most) throw tooMuch();
      yield chunk;
    }
  } catch (error) {
    throw error instanceof DomainError ? error : incomplete(error);
  }
}

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
