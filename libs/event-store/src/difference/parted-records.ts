import { mkdtemp, open, rm, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';

/** Of two million records each part has thirty thousand. */
const PARTS = 64;
/** Kept in memory until they are so many bytes; most drives never need a file. */
const MOST_BYTES = 2 * 1024 * 1024;
const LENGTH_BYTES = 4;

interface Chunk {
  at: number;
  bytes: number;
}

/**
 * Any number of records in little memory: what has the same key is in the same part, and a part at a time is taken back. What does not fit into a few
 * megabytes lies in a file of the machine's temporary folder that has no name, so nothing of it outlives the process. Records are what the structured
 * clone algorithm can copy: plain values and Dates.
 */
export class PartedRecords<T> {
  static readonly parts = PARTS;
  private readonly waiting: Buffer[][] = Array.from({ length: PARTS }, () => []);
  private readonly chunks: Chunk[][] = Array.from({ length: PARTS }, () => []);
  private waitingBytes = 0;
  private file: FileHandle | null = null;
  private end = 0;

  constructor(private readonly mostBytes = MOST_BYTES) {}

  /** @throws the error of the file system when there is no room in the temporary folder */
  async add(key: string, record: T): Promise<void> {
    const body = serialize(record);
    const length = Buffer.allocUnsafe(LENGTH_BYTES);
    length.writeUInt32LE(body.length);
    this.waiting[partOf(key)]?.push(length, body);
    this.waitingBytes += LENGTH_BYTES + body.length;
    if (this.waitingBytes >= this.mostBytes) await this.flush();
  }

  /** The records of one part, from 0 to `PartedRecords.parts` - 1, in the order in which they were added. */
  async *part(index: number): AsyncGenerator<T> {
    for (const { at, bytes } of this.chunks[index] ?? []) {
      const chunk = Buffer.allocUnsafe(bytes);
      const read = await this.file?.read(chunk, 0, bytes, at);
      if (read?.bytesRead !== bytes) throw new Error('The records of a check could not be read back whole.');
      yield* recordsOf<T>(chunk);
    }
    yield* recordsOf<T>(Buffer.concat(this.waiting[index] ?? []));
  }

  async close(): Promise<void> {
    await this.file?.close();
    this.file = null;
  }

  private async flush(): Promise<void> {
    this.file ??= await namelessFile();
    for (const [index, buffers] of this.waiting.entries()) {
      if (buffers.length === 0) continue;
      const chunk = Buffer.concat(buffers);
      this.waiting[index] = [];
      const { bytesWritten } = await this.file.write(chunk, 0, chunk.length, this.end);
      if (bytesWritten !== chunk.length)
        throw new Error('The temporary folder took only a part of the records.');
      this.chunks[index]?.push({ at: this.end, bytes: chunk.length });
      this.end += chunk.length;
    }
    this.waitingBytes = 0;
  }
}

async function namelessFile(): Promise<FileHandle> {
  const folder = await mkdtemp(join(tmpdir(), 'skyshelf-parts-'));
  try {
    return await open(join(folder, 'records'), 'wx+', 0o600);
  } finally {
    await rm(folder, { recursive: true });
  }
}

function* recordsOf<T>(chunk: Buffer): Generator<T> {
  for (let at = 0; at < chunk.length;) {
    const length = chunk.readUInt32LE(at);
    at += LENGTH_BYTES;
    // What this process has written itself.
    yield deserialize(chunk.subarray(at, at + length)) as T;
    at += length;
  }
}

/** FNV-1a, 32 bits (http://www.isthe.com/chongo/tech/comp/fnv/). */
function partOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < key.length; index += 1)
    hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193);
  return (hash >>> 0) % PARTS;
}
