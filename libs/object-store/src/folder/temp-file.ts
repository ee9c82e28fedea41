import { createHash, randomBytes, type Hash } from 'node:crypto';
import { fstatSync } from 'node:fs';
import { open, rm, unlink, type FileHandle } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { ObjectStoreError } from '../port.js';

export interface WrittenFile {
  path: string;
  size: number;
  etag: string;
  modified: Date;
  /** Hex, if asked for. */
  sha256: string | null;
}

export interface WriteOptions {
  /** A body of another size is refused as `size-mismatch`. */
  size?: number;
  sha256?: boolean;
}

/**
 * Removed on any failure.
 * @throws ObjectStoreError `size-mismatch`; file errors; the body's own error
 */
export async function writeTemp(
  temp: string,
  body: Readable | Uint8Array,
  options: WriteOptions = {},
): Promise<WrittenFile> {
  const path = `${temp}/${randomBytes(15).toString('hex')}`;
  const handle = await open(path, 'wx', 0o600).catch((error: unknown) => {
    if (!(body instanceof Uint8Array)) body.destroy();
    throw error;
  });
  try {
    const hash = options.sha256 ? createHash('sha256') : null;
    const size =
      body instanceof Uint8Array
        ? await writeBytes(handle, body, hash, options.size)
        : await writeStream(handle, body, hash, options.size);
    await handle.sync();
    return { path, size, ...identity(handle), sha256: hash?.digest('hex') ?? null };
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
}

export const dropTemp = (file: WrittenFile): Promise<void> => unlink(file.path).catch(() => {});

/** The ETag survives rename and link. */
export function etagOf(stat: { ino: bigint; mtimeNs: bigint; size: bigint }): string {
  return `${stat.ino.toString(36)}-${stat.mtimeNs.toString(36)}-${stat.size.toString(36)}`;
}

/** Synchronous: the inode is in memory. */
function identity(handle: FileHandle): { etag: string; modified: Date } {
  const stat = fstatSync(handle.fd, { bigint: true });
  return { etag: etagOf(stat), modified: new Date(Number(stat.mtimeMs)) };
}

async function writeBytes(
  handle: FileHandle,
  body: Uint8Array,
  hash: Hash | null,
  size?: number,
): Promise<number> {
  checkSize(body.byteLength, size);
  hash?.update(body);
  await writeAll(handle, body);
  return body.byteLength;
}

async function writeStream(
  handle: FileHandle,
  body: Readable,
  hash: Hash | null,
  size?: number,
): Promise<number> {
  let written = 0;
  for await (const chunk of body) {
    const bytes: Uint8Array = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    written += bytes.byteLength;
    if (size !== undefined && written > size) checkSize(written, size);
    hash?.update(bytes);
    await writeAll(handle, bytes);
  }
  checkSize(written, size);
  return written;
}

async function writeAll(handle: FileHandle, bytes: Uint8Array): Promise<void> {
  let offset = 0;
  while (offset < bytes.byteLength) {
    const { bytesWritten } = await handle.write(bytes, offset, bytes.byteLength - offset);
    offset += bytesWritten;
  }
}

function checkSize(actual: number, announced: number | undefined): void {
  if (announced === undefined || actual === announced) return;
  throw new ObjectStoreError('size-mismatch', `${announced} bytes were announced, ${actual} or more came`);
}
