import type { DriveId } from '@skyshelf/contracts';
import type { KeptArchive } from '../archive/kept-archives.js';
import type { Storage } from '../storage.js';
import { KeptText } from './kept-text.js';

/** What a killed try leaves expires then. */
export const MAKING_MS = 6 * 3600_000;

export type MadeList = Pick<KeptArchive, '_id' | 'drive' | 'ask' | 'expires'>;

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
