import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { crc32, deflateRaw, inflateRaw } from 'node:zlib';
import type { BlobId } from '@skyshelf/contracts';
import type { ObjectStore } from '@skyshelf/object-store';
import { within } from '../../domain/archive/archive-layout.js';
import type { ByteRange } from '../../domain/byte-range.js';
import type { KeptArchive, KeptArchives } from '../archive/kept-archives.js';
import type { Storage } from '../storage.js';

const deflate = promisify(deflateRaw);
const inflate = promisify(inflateRaw);

/** Stored, read and held in memory together. */
const PIECE_BYTES = 512 * 1024;

/** Compressed, next to the takeout's lists. */
export class KeptText {
  private held: Uint8Array[] = [];
  private heldBytes = 0;
  private pieces = 0;
  size = 0;
  crc32 = 0;

  constructor(
    private readonly archives: Pick<KeptArchives, 'addText'>,
    private readonly list: Pick<KeptArchive, '_id' | 'drive'>,
  ) {}

  /** Keys of the object store have no dot. */
  get blobId(): BlobId {
    return `${PREFIX}${this.list._id}` as BlobId;
  }

  async write(text: string | Uint8Array): Promise<void> {
    const bytes = typeof text === 'string' ? Buffer.from(text) : text;
    this.size += bytes.length;
    this.crc32 = crc32(bytes, this.crc32);
    this.held.push(bytes);
    this.heldBytes += bytes.length;
    while (this.heldBytes >= PIECE_BYTES) await this.keep();
  }

  async end(): Promise<this> {
    if (this.heldBytes > 0) await this.keep();
    return this;
  }

  /** Call it after its end. */
  read(archives: Pick<KeptArchives, 'text'>): Readable {
    return Readable.from(bytesOf(archives, this.list._id, { start: 0, end: this.size - 1 }));
  }

  private async keep(): Promise<void> {
    const all = Buffer.concat(this.held);
    const rest = all.subarray(PIECE_BYTES);
    await this.archives.addText(this.list, this.pieces, await deflate(all.subarray(0, PIECE_BYTES)));
    this.pieces += 1;
    this.held = [rest];
    this.heldBytes = rest.length;
  }
}

const PREFIX = 'text.';

async function* bytesOf(
  archives: Pick<KeptArchives, 'text'>,
  id: string,
  range: ByteRange,
): AsyncGenerator<Buffer> {
  const first = Math.floor(range.start / PIECE_BYTES);
  for (let index = first; index * PIECE_BYTES <= range.end; index += 1) {
    const piece = await inflate(await archives.text(id, index));
    const part = within(piece, index * PIECE_BYTES, range);
    if (part) yield part;
  }
}

export const withTexts = ({
  objects,
  archives,
}: Pick<Storage, 'objects' | 'archives'>): Pick<ObjectStore, 'get'> => ({
  get: async (key, range) => {
    if (!key.startsWith(PREFIX)) return objects.get(key, range);
    const { start, end = Infinity } = range ?? { start: 0 };
    const body = Readable.from(bytesOf(archives, key.slice(PREFIX.length), { start, end }));
    return { info: { key, size: 0, etag: key, modified: new Date(0) }, body, start, end };
  },
});

export interface TakeoutCounts {
  folders: number;
  links: number;
  files: number;
  bytes: number;
  leftOut: number;
}

/** An element a line; format: decision 057. */
export class TakeoutJson {
  private isFirst = true;

  constructor(private readonly text: KeptText) {}

  /** @param about facts of the account */
  begin(made: Date, about: object): Promise<void> {
    const head = { format: 'skyshelf-takeout', version: 1, made: made.toISOString(), ...about };
    return this.text.write(`${JSON.stringify(head).slice(0, -1)},"elements":[`);
  }

  async add(elements: readonly object[]): Promise<void> {
    if (elements.length === 0) return;
    const lines = elements.map((element) => JSON.stringify(element)).join(',\n');
    await this.text.write(`${this.isFirst ? '\n' : ',\n'}${lines}`);
    this.isFirst = false;
  }

  end(): Promise<void> {
    return this.text.write('\n]}\n');
  }
}

export class TakeoutReport {
  private leftOut = 0;

  constructor(private readonly text: KeptText) {}

  begin(made: Date): Promise<void> {
    return this.text.write(`All that was on your Skyshelf at ${made.toISOString()}.\n\n`);
  }

  async leaveOut(paths: readonly string[]): Promise<void> {
    if (paths.length === 0) return;
    const title = this.leftOut === 0 ? 'Left out, because their bytes could not be read:\n' : '';
    this.leftOut += paths.length;
    await this.text.write(title + paths.map((path) => `- ${path}\n`).join(''));
  }

  end({ folders, links, files, bytes, leftOut }: TakeoutCounts): Promise<void> {
    const missing = leftOut === 0 ? 'Nothing was left out.' : `\nFiles left out: ${leftOut}`;
    return this.text.write(
      `${missing}\nFiles: ${files}, with ${bytes} bytes\nFolders: ${folders}\nLinks: ${links}\n`,
    );
  }
}
