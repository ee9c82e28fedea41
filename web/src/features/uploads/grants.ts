import { limits } from '@skyshelf/contracts/browser';
import type { QueueState } from './queue-state.js';
import { startOrGoOn } from './start-or-go-on.js';
import type { UploadDeps } from './upload-deps.js';
import type { UploadItem } from './upload-item.js';
import type { StartAnswer } from './upload-port.js';
import { aboutFile } from './upload-work.js';

/** Asks leave for files that go by themselves, ten of one folder at a time, one call after the other. */
export class Grants {
  #batches: { ids: readonly number[]; key?: string }[] = [];
  #asking = false;

  constructor(
    private readonly state: QueueState,
    private readonly deps: UploadDeps,
    /** A file may be sent. */
    private readonly granted: (id: number) => void,
  ) {}

  add(ids: readonly number[]): void {
    for (const id of ids) this.state.note(id, { asking: true });
    for (let at = 0; at < ids.length; at += limits.maxFilesPerBatch)
      this.#batches.push({ ids: ids.slice(at, at + limits.maxFilesPerBatch) });
  }

  /** Asks once more for what a page before has asked for, by the same call. */
  askAgain(ids: readonly number[], key: string): void {
    for (const id of ids) this.state.note(id, { asking: true });
    this.#batches.push({ ids, key });
  }

  /** Asks for the next batch, unless a call is under way. Answers whether it did. */
  async next(): Promise<boolean> {
    if (this.#asking) return false;
    const { batch, key } = this.#nextBatch();
    const [first] = batch;
    if (!first) return false;
    this.#asking = true;
    const { targetFolder, group } = first;
    try {
      batch.forEach(({ id }, place) =>
        this.state.note(id, { call: { how: 'start', key, place, of: batch.length } }),
      );
      await this.state.keeper.save(batch.map(({ id }) => id));
      const files = batch.flatMap(({ id, name, size }) => {
        const work = this.state.work.get(id);
        return work ? [{ name, size, ...aboutFile(work) }] : [];
      });
      const conflict = this.state.work.get(first.id)?.ifTaken ? ('number' as const) : undefined;
      const starting = { targetFolder, files, key, conflict, isUnderWay: this.#isUnderWay };
      this.#answered(batch, await startOrGoOn(this.state.transport(group), starting));
    } catch (failure) {
      this.deps.notices.batchFailed();
      for (const { id } of batch) this.state.fail(id, failure);
    }
    this.#asking = false;
    return true;
  }

  /** Files that were given up before their turn are left out. */
  #nextBatch(): { batch: UploadItem[]; key: string } {
    for (let next = this.#batches.shift(); next; next = this.#batches.shift()) {
      const batch = next.ids.flatMap((id) => this.state.list.get(id) ?? []);
      const isWhole = batch.length === next.ids.length;
      if (batch.length > 0)
        return { batch, key: (isWhole ? next.key : null) ?? this.deps.environment.newKey() };
    }
    return { batch: [], key: '' };
  }

  readonly #isUnderWay = (uploadId: string): boolean =>
    [...this.state.work.values()].some(({ grant }) => grant?.uploadId === uploadId);

  #answered(batch: readonly UploadItem[], { docs, warnings }: StartAnswer): void {
    const granted = new Map(docs.map((doc) => [doc.index, doc]));
    for (const warning of warnings) this.deps.notices.warned(warning);
    batch.forEach(({ id }, index) => {
      const [doc, work] = [granted.get(index), this.state.note(id, { asking: false })];
      if (!doc) {
        return this.state.refuse(
          id,
          warnings.find((each) => each.index === index),
        );
      }
      if (!work) return;
      work.call = null;
      work.grant = { ...doc, confirmed: this.deps.environment.confirmedParts(doc.uploadId) };
      this.state.list.set(id, { name: doc.name });
      this.granted(id);
    });
  }
}
