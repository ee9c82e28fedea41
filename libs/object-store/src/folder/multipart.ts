import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat, unlink } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { ObjectStoreError, type ObjectInfo, type PartInfo } from '../port.js';
import { checkPartNumber, checkPartOrder } from '../input-rules.js';
import { systemCode } from './file-errors.js';
import type { FolderSync } from './folder-sync.js';
import { multipartNotFound, type Layout } from './layout.js';
import { publish } from './objects.js';
import { dropTemp, writeTemp } from './temp-file.js';

const partName = /^(\d{5})\.(\d+)\.([0-9a-f]{64})$/;

interface PartFile extends PartInfo {
  name: string;
}

/** A part's ETag is its SHA-256, in the file's name. */
export class Multiparts {
  private readonly serial = new Serial();

  constructor(
    private readonly layout: Layout,
    private readonly sync: FolderSync,
    private readonly now: () => Date,
  ) {}

  async create(key: string): Promise<string> {
    const id = `${this.now().getTime().toString(36)}-${randomBytes(16).toString('hex')}`;
    await mkdir(this.layout.multipartFolder(key, id));
    await this.sync.sync(this.layout.multiparts);
    return id;
  }

  async put(
    key: string,
    id: string,
    partNumber: number,
    body: Readable | Uint8Array,
    size: number,
  ): Promise<PartInfo> {
    checkPartNumber(partNumber);
    const folder = this.layout.multipartFolder(key, id);
    await this.files(folder); // Refused before its bytes are taken.
    const file = await writeTemp(this.layout.temp, body, { size, sha256: true });
    const etag = file.sha256 ?? '';
    const name = `${String(partNumber).padStart(5, '0')}.${size}.${etag}`;
    try {
      await this.serial.run(`${folder}/${partNumber}`, () => this.place(folder, file.path, name));
    } catch (error) {
      await dropTemp(file);
      throw systemCode(error) === 'ENOENT' ? multipartNotFound() : error;
    }
    return { partNumber, etag, size };
  }

  /** Older files are removed afterwards: after a crash between, the younger counts. */
  private async place(folder: string, from: string, name: string): Promise<void> {
    await rename(from, `${folder}/${name}`);
    const older = (await readdir(folder)).filter(
      (each) => each.slice(0, 5) === name.slice(0, 5) && each !== name,
    );
    await Promise.all(older.map((each) => unlink(`${folder}/${each}`)));
    await this.sync.syncOnce(folder);
  }

  async list(key: string, id: string): Promise<PartInfo[]> {
    const files = await this.files(this.layout.multipartFolder(key, id));
    return files.map(({ partNumber, etag, size }) => ({ partNumber, etag, size }));
  }

  async complete(
    key: string,
    id: string,
    parts: readonly Pick<PartInfo, 'partNumber' | 'etag'>[],
  ): Promise<ObjectInfo> {
    const folder = this.layout.multipartFolder(key, id);
    const chosen = choose(await this.files(folder), parts);
    const size = chosen.reduce((sum, part) => sum + part.size, 0);
    const joined = Readable.from(bytesOf(folder, chosen), { objectMode: false, highWaterMark: 1024 * 1024 });
    const file = await writeTemp(this.layout.temp, joined, { size }).catch((error: unknown) => {
      throw systemCode(error) === 'ENOENT' ? multipartNotFound() : error; // aborted or completed since
    });
    const info = await publish(this.layout, this.sync, key, file, false);
    await this.abort(key, id);
    return info;
  }

  async abort(key: string, id: string): Promise<void> {
    await rm(this.layout.multipartFolder(key, id), { recursive: true, force: true });
    await this.sync.sync(this.layout.multiparts);
  }

  async *all(): AsyncGenerator<{ key: string; multipartId: string; started: Date }> {
    for (const name of (await readdir(this.layout.multiparts)).sort()) {
      const [key = '', multipartId = ''] = name.split('.', 2);
      yield { key, multipartId, started: new Date(parseInt(multipartId.split('-', 1)[0] ?? '', 36)) };
    }
  }

  /** Lists parts by number. @throws ObjectStoreError `not-found` */
  private async files(folder: string): Promise<PartFile[]> {
    const names = await readdir(folder).catch((error: unknown) => {
      throw systemCode(error) === 'ENOENT' ? multipartNotFound() : error;
    });
    const files = new Map<number, PartFile>();
    for (const file of names.sort().flatMap(parsePart)) {
      const rival = files.get(file.partNumber);
      if (!rival || (await isYounger(folder, file, rival))) files.set(file.partNumber, file);
    }
    return [...files.values()];
  }
}

function parsePart(name: string): PartFile[] {
  const [, number, size, etag] = partName.exec(name) ?? [];
  return number && size && etag ? [{ name, partNumber: Number(number), size: Number(size), etag }] : [];
}

async function isYounger(folder: string, file: PartFile, rival: PartFile): Promise<boolean> {
  const [mine, other] = await Promise.all([file, rival].map((each) => stat(`${folder}/${each.name}`)));
  return (mine?.mtimeMs ?? 0) > (other?.mtimeMs ?? 0);
}

function choose(
  files: readonly PartFile[],
  parts: readonly Pick<PartInfo, 'partNumber' | 'etag'>[],
): PartFile[] {
  const byNumber = new Map(files.map((file) => [file.partNumber, file]));
  checkPartOrder(parts);
  return parts.map(({ partNumber, etag }) => {
    const file = byNumber.get(partNumber);
    if (file?.etag !== etag)
      throw new ObjectStoreError('bad-part', `Part ${partNumber} is missing or has another ETag`);
    return file;
  });
}

async function* bytesOf(folder: string, parts: readonly PartFile[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) {
    yield* createReadStream(`${folder}/${part.name}`, { highWaterMark: 1024 * 1024 });
  }
}

class Serial {
  private readonly tails = new Map<string, Promise<unknown>>();

  async run<T>(name: string, work: () => Promise<T>): Promise<T> {
    const before = this.tails.get(name) ?? Promise.resolve();
    const mine = before.then(work, work);
    const tail = mine.catch(() => {}); // the caller hears of it; the next one goes on
    this.tails.set(name, tail);
    try {
      return await mine;
    } finally {
      if (this.tails.get(name) === tail) this.tails.delete(name);
    }
  }
}
