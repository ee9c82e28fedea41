import { createHash, randomBytes } from 'node:crypto';
import { open, unlink, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { ObjectStoreError } from '../port.js';
import { BodyFailure } from './errors.js';

/** Can be sent repeatedly. */
export interface ReadyBody {
  bytes: number;
  /** Format: hex. */
  sha256: string;
  content(): Uint8Array | Readable;
}

const IN_MEMORY_BYTES = 1024 * 1024;

/**
 * The whole body is hashed before sending: only a signed body makes every store refuse one that breaks off
 * (versitygw keeps an unsigned fragment), and it can be sent again.
 * @throws ObjectStoreError `size-mismatch`, `full` (no room for temporary files); BodyFailure
 */
export async function withReady<T>(
  body: Readable | Uint8Array,
  size: number | undefined,
  work: (ready: ReadyBody) => Promise<T>,
): Promise<T> {
  if (body instanceof Uint8Array) return work(ofBytes(body, size));
  if (size !== undefined && size <= IN_MEMORY_BYTES) return work(ofBytes(await collect(body, size), size));
  const file = await anonymousFile();
  try {
    return await work(await spool(body, size, file));
  } finally {
    await file.close();
  }
}

function ofBytes(content: Uint8Array, size: number | undefined): ReadyBody {
  checkSize(content.byteLength, size);
  const sha256 = createHash('sha256').update(content).digest('hex');
  return { bytes: content.byteLength, sha256, content: () => content };
}

async function collect(body: Readable, size: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of chunksOf(body, size)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Creates a file without a name. */
async function anonymousFile(): Promise<FileHandle> {
  const path = join(tmpdir(), `skyshelf-body-${randomBytes(12).toString('hex')}`);
  const file = await open(path, 'wx+', 0o600);
  await unlink(path);
  return file;
}

async function spool(body: Readable, size: number | undefined, file: FileHandle): Promise<ReadyBody> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of chunksOf(body, size)) {
    hash.update(chunk);
    for (let offset = 0; offset < chunk.byteLength;)
      offset += (await file.write(chunk, offset, chunk.byteLength - offset, bytes + offset)).bytesWritten;
    bytes += chunk.byteLength;
  }
  const content = () => Readable.from(contentOf(file, bytes), { objectMode: false });
  return { bytes, sha256: hash.digest('hex'), content };
}

const READ_BYTES = 256 * 1024;

/** A stream of the file itself would close it. */
async function* contentOf(file: FileHandle, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < size;) {
    const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(READ_BYTES), 0, READ_BYTES, at);
    if (bytesRead === 0) throw new Error('A temporary file became shorter');
    yield buffer.subarray(0, bytesRead);
    at += bytesRead;
  }
}

async function* chunksOf(body: Readable, size: number | undefined): AsyncGenerator<Uint8Array> {
  let came = 0;
  const chunks = body[Symbol.asyncIterator]() as AsyncIterator<Uint8Array | string>;
  try {
    for (let next = await read(chunks); next.done !== true; next = await read(chunks)) {
      const chunk = typeof next.value === 'string' ? Buffer.from(next.value) : next.value;
      came += chunk.byteLength;
      if (size !== undefined && came > size) checkSize(came, size);
      yield chunk;
    }
  } finally {
    await chunks.return?.();
  }
  checkSize(came, size);
}

const read = (chunks: AsyncIterator<Uint8Array | string>) =>
  chunks.next().catch((error: unknown) => {
    throw new BodyFailure(error);
  });

function checkSize(came: number, announced: number | undefined): void {
  if (announced === undefined || came === announced) return;
  throw new ObjectStoreError('size-mismatch', `${announced} bytes were announced, ${came} or more came`);
}
