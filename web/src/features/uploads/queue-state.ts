import { messages, type ElementView, type Warning } from '@skyshelf/contracts/browser';
import { ApiFailure } from '../../shared/api/api-error.js';
import type { TargetFolder } from '../../shared/api/target-folder.js';
import type { ActionTrace } from '../../shared/trace/action-trace.js';
import { ItemList } from './item-list.js';
import { text } from '../../shared/messages/en.js';
import { newItem, type UploadItem } from './upload-item.js';
import type { UploadDeps } from './upload-deps.js';
import type { UploadKeeper, UploadTransport } from './upload-port.js';
import { dropRefused, newWork, type NewUpload, type UploadWork } from './upload-work.js';

const nothingKept: UploadKeeper = {
  save: async () => undefined,
  bytesOf: async () => null,
  clear: async () => undefined,
};

/** The files of the queue: what the dock shows of each, what is known besides, and which were dropped together. */
export class QueueState {
  readonly list = new ItemList();
  readonly work = new Map<number, UploadWork>();
  /** What was dropped together is one action of the user. */
  readonly #traces = new Map<number, ActionTrace>();
  /** Elements of a group that were not reported yet. */
  readonly #came = new Map<number, ElementView[]>();
  /** Groups that more files may come to. */
  readonly #open = new Set<number>();
  readonly keeper: UploadKeeper;
  /** The files leave this page, but are not given up. */
  stopped = false;
  #nextId = 1;

  constructor(readonly deps: UploadDeps) {
    this.keeper = deps.keeperOf?.(this) ?? nothingKept;
  }

  /** Begins a group; it is settled at the earliest when it is closed. One that a page before has begun is not reported as begun here. */
  openGroup(isNew = true): number {
    const group = this.#nextId++;
    this.#traces.set(group, this.deps.environment.beginTrace());
    if (isNew) this.deps.notices.groupBegan(group);
    this.#open.add(group);
    return group;
  }

  closeGroup(group: number): void {
    this.#open.delete(group);
    this.settle(group);
  }

  /** @returns the ids of the files, in their order */
  add(group: number, targetFolder: TargetFolder, files: readonly NewUpload[]): number[] {
    return files.map((each) => {
      const { name, size } = each.file;
      return this.addOne({ group, targetFolder, name, size }, newWork(each, this.deps.environment.newKey()));
    });
  }

  addOne(
    about: Pick<UploadItem, 'group' | 'targetFolder' | 'name' | 'size'> & Partial<UploadItem>,
    work: UploadWork,
  ): number {
    const id = this.#nextId++;
    this.work.set(id, work);
    this.list.add([{ ...newItem({ id, ...about }), ...about }]);
    return id;
  }

  /** An element was made for a group. */
  came(group: number, element: ElementView): void {
    const came = this.#came.get(group);
    if (came) came.push(element);
    else this.#came.set(group, [element]);
  }

  waits = (id: number): boolean => this.list.get(id)?.status === 'waiting';

  note(id: number, change: Partial<UploadWork>): UploadWork | undefined {
    const work = this.work.get(id);
    return work && Object.assign(work, change);
  }

  fail(id: number, failure: unknown): void {
    const work = this.note(id, { asking: false });
    const error = failure instanceof ApiFailure ? failure.error : null;
    if (work) dropRefused(work, error?.code ?? null, () => this.deps.environment.newKey());
    this.list.set(id, { status: 'failed', message: error?.message ?? messages.uploadFailed });
    this.settle(this.list.get(id)?.group);
  }

  /** The server says no to a file. */
  refuse(id: number, warning: Warning | undefined): void {
    const message = warning?.message ?? messages.uploadFailed;
    this.list.set(id, { status: 'refused', message, isTaken: warning?.code === 'name.exists' });
    this.settle(this.list.get(id)?.group);
  }

  /** Its bytes can't be read: it waits until it is chosen again. */
  lose(id: number): void {
    this.note(id, { file: null, asking: false });
    this.list.set(id, { status: 'missing', message: text.uploads.unreadable });
  }

  /** The bytes of a file; null when it has to be chosen again. */
  async bytesOf(id: number): Promise<Blob | null> {
    const work = this.work.get(id);
    if (!work || work.file) return work?.file ?? null;
    work.file = await this.keeper.bytesOf(id);
    return work.file;
  }

  forget(id: number): void {
    this.list.remove(id);
    this.work.delete(id);
  }

  settle(group: number | undefined): void {
    if (group === undefined || this.#open.has(group)) return;
    const result = this.list.result(group);
    if (!result) return;
    if (this.list.hasArrived(group)) this.deps.notices.groupArrived(group, this.#came.get(group) ?? []);
    this.#came.delete(group);
    this.#traces.get(group)?.end(result);
  }

  traceparent(group: number): string | undefined {
    return this.#traces.get(group)?.traceparent;
  }

  /** The way to the server for requests of one group. */
  transport(group: number): UploadTransport {
    return this.deps.transport.within(this.traceparent(group));
  }
}
