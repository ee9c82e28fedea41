import { mkdtemp, open, rm, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';

/** Each part of two million records has thirty thousand. */
const PARTS = 64;
/** Bytes in memory; most drives never need a file. */
const MOST_BYTES = 2 * 1024 * 1024;
const LENGTH_BYTES = 4;

interface Chunk {
  at: number;
  bytes: number;
}

/**
 * Partitions any number of records by key in little memory; the rest lies in an unlinked temporary file.
 * Records are what structured clone can copy.
 */
export class PartedRecords<T> {
  static readonly parts = PARTS;
  /** Reused: one allocation a record would linger as garbage. */
  private waiting = Buffer.alloc(0);
  private sorted = Buffer.alloc(0);
  private waitingBytes = 0;
  private places: Chunk[][] = noPlaces();
  private readonly chunks: Chunk[][] = noPlaces();
  private file: FileHandle | null = null;
  private end = 0;

  constructor(private readonly mostBytes = MOST_BYTES) {}

  /** @throws the file system's error when the temporary folder is full */
  async add(key: string, record: T): Promise<void> {
    const body = serialize(record);
    const bytes = LENGTH_BYTES + body.length;
    if (this.waitingBytes > 0 && this.waitingBytes + bytes > this.mostBytes) await this.flush();
    const at = this.waitingBytes;
    this.makeRoom(at + bytes);
    this.waiting.writeUInt32LE(body.length, at);
    body.copy(this.waiting, at + LENGTH_BYTES);
    this.places[partOf(key)]?.push({ at, bytes });
    this.waitingBytes += bytes;
  }

  /** The index ranges from 0 to `PartedRecords.parts` - 1; the order is that of insertion. */
  async *part(index: number): AsyncGenerator<T> {
    let room = Buffer.alloc(0);
    for (const { at, bytes } of this.chunks[index] ?? []) {
      if (room.length < bytes) room = Buffer.allocUnsafe(bytes);
      const read = await this.file?.read(room, 0, bytes, at);
      if (read?.bytesRead !== bytes) throw new Error('The records of a check could not be read back whole.');
      yield* recordsOf<T>(room.subarray(0, bytes));
    }
    for (const { at, bytes } of this.places[index] ?? [])
      yield* recordsOf<T>(this.waiting.subarray(at, at + bytes));
  }

  async close(): Promise<void> {
    await this.file?.close();
    this.file = null;
  }

  private makeRoom(bytes: number): void {
    if (this.waiting.length >= bytes) return;
    const room = Buffer.allocUnsafe(Math.max(bytes, Math.min(this.mostBytes, this.waiting.length * 2)));
    this.waiting.copy(room, 0, 0, this.waitingBytes);
    this.waiting = room;
  }

  private async flush(): Promise<void> {
    this.file ??= await namelessFile();
    if (this.sorted.length < this.waitingBytes) this.sorted = Buffer.allocUnsafe(this.waiting.length);
    let sortedBytes = 0;
    for (const [index, places] of this.places.entries()) {
      const start = sortedBytes;
      for (const { at, bytes } of places)
        sortedBytes += this.waiting.copy(this.sorted, sortedBytes, at, at + bytes);
      if (sortedBytes > start) this.chunks[index]?.push({ at: this.end + start, bytes: sortedBytes - start });
    }
    const { bytesWritten } = await this.file.write(this.sorted, 0, sortedBytes, this.end);
    if (bytesWritten !== sortedBytes)
      throw new Error('The temporary folder took only a part of the records.');
    this.end += sortedBytes;
    this.waitingBytes = 0;
    this.places = noPlaces();
  }
}

const noPlaces = (): Chunk[][] => Array.from({ length: PARTS }, () => []);

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
    // Written by this process.
    yield deserialize(chunk.subarray(at, at + length)) as T;
    at += length;
  }
}

/** Implements FNV-1a, 32 bits (http://www.isthe.com/chongo/tech/comp/fnv/). */
function partOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < key.length; index += 1)
    hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193);
  return (hash >>> 0) % PARTS;
}
