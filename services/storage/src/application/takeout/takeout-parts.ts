import type { DriveId } from '@skyshelf/contracts';
import type { KeptArchive } from '../archive/kept-archives.js';
import type { Storage } from '../storage.js';
import { KeptText } from './takeout-texts.js';
import type { ArchiveEntry } from '../../domain/archive/zip-records.js';
import { standardBounds } from '../../domain/archive/list-size.js';
import { EMPTY_PART, hasRoom, withEntry, type PartSize } from '../../domain/archive/part-size.js';
import { requestOfPart, type TakeoutPart } from '../../domain/takeout.js';
import { Listing } from '../archive/listing.js';

/** Leftovers of a killed try expire after this time. */
export const MAKING_MS = 6 * 3600_000;

type MadeList = Pick<KeptArchive, '_id' | 'drive' | 'ask' | 'expires'>;

export class TakeoutLists {
  readonly kept: string[] = [];
  private readonly expires: Date;

  constructor(
    private readonly storage: Pick<Storage, 'archives' | 'ids' | 'clock'>,
    private readonly drive: DriveId,
  ) {
    this.expires = new Date(storage.clock.now().getTime() + MAKING_MS);
  }

  async begin(ask: string): Promise<MadeList> {
    const list = { _id: this.storage.ids.next(), drive: this.drive, ask, expires: this.expires };
    this.keep(list._id);
    await this.storage.archives.begin(list);
    return list;
  }

  keep(id: string): void {
    if (!this.kept.includes(id)) this.kept.push(id);
  }

  async text(name: string): Promise<KeptText> {
    return new KeptText(this.storage.archives, await this.begin(`takeout ${name}`));
  }

  async textOf(name: string, pieces: AsyncIterable<Uint8Array>): Promise<KeptText> {
    const text = await this.text(name);
    for await (const piece of pieces) await text.write(piece);
    return text.end();
  }

  async forget(): Promise<void> {
    for (const id of this.kept) await this.storage.archives.forget(id);
  }
}

interface OpenPart {
  list: MadeList;
  listing: Listing<ArchiveEntry>;
  size: PartSize;
  files: number;
}

export interface TakeoutPartsOptions {
  id: string;
  /** A larger entry has its own part. */
  partBytes: number;
  /** The name without its number. */
  name: string;
}

export class TakeoutParts {
  private readonly done: TakeoutPart[] = [];
  private open: OpenPart | null = null;

  constructor(
    private readonly storage: Pick<Storage, 'archives'>,
    private readonly lists: TakeoutLists,
    private readonly options: TakeoutPartsOptions,
  ) {}

  /** @returns the number of its part */
  async addFile(entry: ArchiveEntry): Promise<number> {
    const number = await this.add(entry);
    if (this.open) this.open.files += 1;
    return number;
  }

  /** Adds a file or one of the takeout's texts. @returns the number of its part */
  async add(entry: ArchiveEntry): Promise<number> {
    if (this.open && !hasRoom(this.open.size, entry, this.options.partBytes))
      await this.close(this.open, false);
    const part = (this.open ??= await this.begin());
    part.size = withEntry(part.size, entry);
    await part.listing.add(entry);
    return this.done.length + 1;
  }

  async end(): Promise<readonly TakeoutPart[]> {
    if (this.open) await this.close(this.open, this.done.length === 0);
    return this.done;
  }

  private async begin(): Promise<OpenPart> {
    const list = await this.lists.begin(requestOfPart(this.options.id, this.done.length + 1));
    const listing = new Listing<ArchiveEntry>(this.storage, list, standardBounds, async (page) => page);
    return { list, listing, size: EMPTY_PART, files: 0 };
  }

  private async close({ list, listing, files }: OpenPart, isOnly: boolean): Promise<void> {
    const number = isOnly ? '' : `-${this.done.length + 1}`;
    const name = `${this.options.name}${number}.zip`;
    const { layout, hash, bytes } = await listing.end(name);
    listing.close();
    const { _id } = await this.storage.archives.finish({
      ...list,
      name,
      tag: hash,
      version: 0,
      layout,
      bytes,
    });
    this.lists.keep(_id);
    this.done.push({ name, size: layout.size, files });
    this.open = null;
  }
}
