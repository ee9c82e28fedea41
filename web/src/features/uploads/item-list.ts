import { isUnsettled, type UploadItem } from './upload-item.js';

/** The items of the engine as immutable values, and who wants to know of changes. */
export class ItemList {
  #items: readonly UploadItem[] = [];
  readonly #listeners = new Set<() => void>();

  /** The same array until something changes. */
  readonly all = (): readonly UploadItem[] => this.#items;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  get(id: number): UploadItem | undefined {
    return this.#items.find((item) => item.id === id);
  }

  add(items: readonly UploadItem[]): void {
    this.#replace([...this.#items, ...items]);
  }

  set(id: number, change: Partial<UploadItem>): void {
    this.#replace(this.#items.map((item) => (item.id === id ? { ...item, ...change } : item)));
  }

  remove(ids: ReadonlySet<number>): void {
    this.#replace(this.#items.filter((item) => !ids.has(item.id)));
  }

  /** Whether all that was dropped together is settled, and something of it arrived. */
  hasArrived(group: number | undefined): boolean {
    const members = this.#items.filter((item) => item.group === group);
    return !members.some(isUnsettled) && members.some((item) => item.status === 'done');
  }

  /** What became of files that were dropped together; null while there is still something to come. */
  result(group: number): { files: number; bytes: number; outcome: 'done' | 'failed' } | null {
    const members = this.#items.filter((item) => item.group === group);
    if (members.some(isUnsettled)) return null;
    const bytes = members.reduce((sum, { size }) => sum + size, 0);
    const outcome = members.every((item) => item.status === 'done') ? 'done' : 'failed';
    return { files: members.length, bytes, outcome };
  }

  #replace(items: readonly UploadItem[]): void {
    this.#items = items;
    for (const listener of this.#listeners) listener();
  }
}
