import { uploadStatuses, type UploadItem, type UploadStatus } from './upload-item.js';
import { UploadTotals } from './upload-totals.js';

/** Told which file has changed, come or gone. */
export type ItemListener = (id: number) => void;

/** The items of the engine as immutable values. A change costs the same however many there are. */
export class ItemList {
  readonly #items = new Map<number, UploadItem>();
  readonly #byStatus = new Map(uploadStatuses.map((status) => [status, new Set<number>()]));
  readonly #groups = new Map<number, UploadTotals>();
  readonly #listeners = new Set<ItemListener>();
  #all: readonly UploadItem[] | null = null;
  #order: readonly number[] | null = null;

  readonly totals = new UploadTotals();

  /** The same array until something changes. */
  readonly all = (): readonly UploadItem[] => (this.#all ??= [...this.#items.values()]);

  /** Ids with what moves first, then what needs somebody; the same array until a file changes its status. */
  readonly order = (): readonly number[] => (this.#order ??= this.idsIn(...uploadStatuses));

  readonly subscribe = (listener: ItemListener): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly get = (id: number): UploadItem | undefined => this.#items.get(id);

  /** Ids of the files in one of these states. */
  readonly idsIn = (...statuses: readonly UploadStatus[]): number[] =>
    statuses.flatMap((status) => [...(this.#byStatus.get(status) ?? [])]);

  /** Refused files whose name is taken. */
  readonly taken = (): number[] => this.idsIn('refused').filter((id) => this.get(id)?.isTaken);

  add(items: readonly UploadItem[]): void {
    for (const item of items) this.#put(item);
  }

  set(id: number, change: Partial<UploadItem>): void {
    const before = this.#items.get(id);
    if (!before) return;
    this.#count(before, -1);
    this.#put({ ...before, ...change });
  }

  remove(id: number): void {
    const item = this.#items.get(id);
    if (!item) return;
    this.#count(item, -1);
    this.#items.delete(id);
    this.#byStatus.get(item.status)?.delete(id);
    this.#changed(id, true);
  }

  /** Whether all that was dropped together is settled, and something of it arrived. */
  hasArrived(group: number): boolean {
    const totals = this.#groups.get(group);
    return totals !== undefined && totals.unsettled === 0 && totals.count.done > 0;
  }

  /** What became of files that were dropped together; null while there is still something to come. */
  result(group: number): { files: number; bytes: number; outcome: 'done' | 'failed' } | null {
    const totals = this.#groups.get(group);
    if (!totals || totals.unsettled > 0) return null;
    const { all: files, bytes } = totals;
    return { files, bytes, outcome: totals.count.done === files ? 'done' : 'failed' };
  }

  #put(item: UploadItem): void {
    const before = this.#items.get(item.id);
    this.#items.set(item.id, item);
    this.#count(item, 1);
    if (before?.status === item.status) return this.#changed(item.id, false);
    if (before) this.#byStatus.get(before.status)?.delete(item.id);
    this.#byStatus.get(item.status)?.add(item.id);
    this.#changed(item.id, true);
  }

  #count(item: UploadItem, sign: 1 | -1): void {
    const group = this.#groups.get(item.group) ?? new UploadTotals();
    this.#groups.set(item.group, group);
    for (const totals of [this.totals, group]) totals.add(item, sign);
    if (group.all === 0) this.#groups.delete(item.group);
  }

  #changed(id: number, order: boolean): void {
    this.#all = null;
    if (order) this.#order = null;
    for (const listener of this.#listeners) listener(id);
  }
}
