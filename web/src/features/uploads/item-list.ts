import { uploadStatuses, type Upload, type UploadStatus } from './machine/upload.js';
import { UploadTotals } from './upload-totals.js';

/** A change costs the same however many there are. */
export class ItemList {
  readonly #items = new Map<number, Upload>();
  readonly #byStatus = new Map(uploadStatuses.map((status) => [status, new Set<number>()]));
  readonly #listeners = new Set<(id: number) => void>();
  #all: readonly Upload[] | null = null;
  #order: readonly number[] | null = null;

  readonly totals = new UploadTotals();

  /** The same array until something changes. */
  readonly all = (): readonly Upload[] => (this.#all ??= [...this.#items.values()]);

  /** What moves first, then what needs the user; the same array until a status changes. */
  readonly order = (): readonly number[] => (this.#order ??= this.idsIn(...uploadStatuses));

  readonly subscribe = (listener: (id: number) => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly get = (id: number): Upload | undefined => this.#items.get(id);

  readonly idsIn = (...statuses: readonly UploadStatus[]): number[] =>
    statuses.flatMap((status) => [...(this.#byStatus.get(status) ?? [])]);

  readonly taken = (): number[] => this.idsIn('refused').filter((id) => this.get(id)?.isTaken);

  show(id: number, after: Upload | undefined): void {
    const before = this.#items.get(id);
    if (before === after) return;
    if (before) this.totals.add(before, -1);
    if (after) this.totals.add(after, 1);
    if (after) this.#items.set(id, after);
    else this.#items.delete(id);
    this.#all = null;
    if (before?.status !== after?.status) {
      if (before) this.#byStatus.get(before.status)?.delete(id);
      if (after) this.#byStatus.get(after.status)?.add(id);
      this.#order = null;
    }
    for (const listener of this.#listeners) listener(id);
  }
}
