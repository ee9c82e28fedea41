import type { DriveId } from '@skyshelf/contracts';
import type { KeptArchive } from '../archive/kept-archives.js';
import type { Storage } from '../storage.js';
import { KeptText } from './kept-text.js';

/** What a try leaves that was killed goes by itself after so long. No try takes longer. */
export const MAKING_MS = 6 * 3600_000;

/** A list or a text of a takeout, while it is made. */
export type MadeList = Pick<KeptArchive, '_id' | 'drive' | 'ask' | 'expires'>;

/** All that is kept for a takeout while it is made. */
export class TakeoutLists {
  /** Their ids. */
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

  /** An equal list of an earlier try may take the place of one. */
  keep(id: string): void {
    if (!this.kept.includes(id)) this.kept.push(id);
  }

  async text(name: string): Promise<KeptText> {
    return new KeptText(this.storage.archives, await this.begin(`takeout ${name}`));
  }

  /** A text as it comes. */
  async textOf(name: string, pieces: AsyncIterable<Uint8Array>): Promise<KeptText> {
    const text = await this.text(name);
    for await (const piece of pieces) await text.write(piece);
    return text.end();
  }

  /** Takes all of it back. */
  async forget(): Promise<void> {
    for (const id of this.kept) await this.storage.archives.forget(id);
  }
}
