import { limits } from '@skyshelf/contracts/browser';
import type { TargetFolder } from '../../shared/api/target-folder.js';

/** Small files that go in one call. */
export interface Bundle {
  readonly targetFolder: TargetFolder;
  readonly group: number;
  readonly itemIds: readonly number[];
  /** Names the intention of sending just these: kept over tries, so that they come once. */
  readonly key: string;
}

/** Up to here files go ten in a call; what is larger goes by itself and can be stopped in the middle. */
export const BUNDLED_BYTES = 256 * 1024;

/** Small files that wait for their call, and the bundles whose call has failed. */
export class BundleQueue {
  #waiting: Omit<Bundle, 'key'>[] = [];
  /** Place of the next one: of thousands none is moved up. */
  #next = 0;
  #again: Bundle[] = [];
  readonly #failed = new Map<number, Bundle>();

  constructor(private readonly newKey: () => string) {}

  add(targetFolder: TargetFolder, group: number, itemIds: readonly number[]): void {
    for (let at = 0; at < itemIds.length; at += limits.maxFilesPerBatch)
      this.#waiting.push({ targetFolder, group, itemIds: itemIds.slice(at, at + limits.maxFilesPerBatch) });
  }

  /** The next to send: of new ones only the files that still wait. */
  next(waits: (itemId: number) => boolean): Bundle | null {
    const again = this.#again.shift();
    if (again) return again;
    while (this.#next < this.#waiting.length) {
      const first = this.#waiting[this.#next++];
      const itemIds = first?.itemIds.filter(waits) ?? [];
      if (first && itemIds.length > 0) return { ...first, itemIds, key: this.newKey() };
    }
    this.#waiting = [];
    this.#next = 0;
    return null;
  }

  /** Sends what a page before has sent, by the same call. */
  sendOnceMore(bundle: Bundle): void {
    this.#again.push(bundle);
  }

  failed(bundle: Bundle): void {
    for (const id of bundle.itemIds) this.#failed.set(id, bundle);
  }

  /** Sends the failed bundle of a file again, all of it: the server may have it already. Answers whose files it has; none when it is in no such bundle. */
  sendAgain(itemId: number): readonly number[] {
    const bundle = this.#failed.get(itemId);
    if (!bundle) return [];
    this.forget(itemId);
    this.#again.push(bundle);
    return bundle.itemIds;
  }

  /** A file is given up: the others of its failed bundle are on their own. */
  forget(itemId: number): void {
    for (const id of this.#failed.get(itemId)?.itemIds ?? []) this.#failed.delete(id);
  }
}
