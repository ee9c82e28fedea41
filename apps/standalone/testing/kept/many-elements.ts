import { DomainError, limits, routes, type ElementView } from '@skyshelf/contracts';
import { eventually, RefusedCall } from '@skyshelf/testing';
import type { Rows, RunningShelf, ShelfUser } from '../running-shelf.js';

const TIMES = 20;
const kinds = ['copy', 'purge', 'retag'];

/**
 * A folder of so many elements that copies, deletions and changes of tags go in chunks; each of these has
 * been stopped once. `underWay` begins one of each, and answers all documents while they are being carried
 * on.
 */
export async function manyElements(
  shelf: RunningShelf,
  user: ShelfUser,
): Promise<Pick<ManyElements, 'underWay'>> {
  const drive = new ManyElements(shelf, user);
  await drive.fill();
  await drive.stopOneOfEach();
  return drive;
}

class ManyElements {
  private folders = 0;
  private tag = 0;
  private source = '';

  constructor(
    private readonly shelf: RunningShelf,
    private readonly user: ShelfUser,
  ) {}

  async fill(): Promise<void> {
    const top = await this.user.folder('Many');
    this.source = top._id;
    const lists = Math.ceil((limits.maxElementsPerTransaction + 1) / limits.maxPlaylistItems);
    for (let list = 1; list <= lists; list += 1) {
      const obj = Array.from({ length: limits.maxPlaylistItems }, (_, n) => ({
        linkname: `${n}`,
        linktype: 'youtube',
        linkurl: `https://youtu.be/${String(n).padStart(11, '0')}`,
        linktag: [this.tagName],
      }));
      const body = { url: '/Many', name: `List ${list}`, linktag: [this.tagName], obj };
      await this.user.client.call(routes.addPlaylist, { body });
    }
  }

  async stopOneOfEach(): Promise<void> {
    await this.stopped(async () => (await this.copy()).process);
    await this.stopped(async () => this.delete(await this.copied()));
    await this.stopped(() => this.retag());
    const arr = (await this.copied()).map(({ _id }) => _id);
    await this.user.client.call(routes.deleteElements, { body: { url: '/', arr } });
  }

  /**
   * @param alongside done at the same time
   * @param isWhole whether the rest of what is wanted is there too
   */
  async underWay(alongside: () => Promise<void>, isWhole: (rows: Rows) => boolean): Promise<Rows> {
    const collections = await this.shelf.collections();
    for (let time = 0; time < TIMES; time += 1) {
      const copied = await this.copied();
      await alongside();
      await Promise.all([this.copy(), this.retag(), this.delete(copied)]);
      const rows = await this.shelf.atOneMoment(collections);
      const found = Object.values(rows).flatMap((documents) =>
        // A deletion that can be undone is not under way.
        documents.filter(({ heldUntil }) => heldUntil === undefined).map(({ kind }) => String(kind)),
      );
      if (kinds.every((kind) => found.includes(kind)) && isWhole(rows)) return rows;
      await this.idle();
    }
    throw new Error('Large commands always end before they are looked at.');
  }

  private async copied(): Promise<ElementView[]> {
    const { ops } = await this.copy();
    await this.idle();
    return ops;
  }

  private get tagName(): string {
    return `tag ${this.tag}`;
  }

  private async copy(): Promise<{ ops: ElementView[]; process: string | null }> {
    const into = await this.user.folder(`Copy ${(this.folders += 1)}`);
    const body = { url: `/${into.linkname}`, arr: [this.source], action: 'copy' as const };
    return (await this.user.client.call(routes.pasteElements, { body })).docs;
  }

  private async delete(elements: readonly ElementView[]): Promise<string | null> {
    const arr = elements.map(({ _id }) => _id);
    await this.user.client.call(routes.deleteElements, { body: { url: '/', arr, forever: true } });
    const { docs } = await this.user.client.call(routes.listProcesses);
    return docs.find(({ kind }) => kind === 'delete')?.process ?? null;
  }

  private async retag(): Promise<string | null> {
    const tag = this.tagName;
    this.tag += 1;
    const body = { tag, to: this.tagName };
    return (await this.user.client.call(routes.renameTag, { body })).docs.process;
  }

  /** Begins one until it could be stopped before it ended. */
  private async stopped(begin: () => Promise<string | null>): Promise<void> {
    for (let time = 0; time < TIMES; time += 1) {
      const process = await begin();
      try {
        if (process) await this.user.client.call(routes.cancelProcess, { body: { process } });
        if (process) return await this.idle();
      } catch (error) {
        if (!(error instanceof RefusedCall && error.body.error?.code === 'process.not-found')) throw error;
      }
      await this.idle();
    }
    throw new DomainError('service.unavailable', { message: 'It always ended before it was stopped.' });
  }

  private async idle(): Promise<void> {
    const ended = async () => (await this.user.client.call(routes.listProcesses)).docs.length === 0;
    await eventually(ended, { timeoutMs: 60_000 });
  }
}
