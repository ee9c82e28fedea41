import type { FinishedUpload } from '@skyshelf/contracts/browser';
import { limits, messages } from '@skyshelf/contracts/browser';
import { ApiFailure } from '../../shared/api/api-error.js';
import type { ActionTrace } from '../../shared/trace/action-trace.js';
import type { TargetFolder } from '../../shared/api/target-folder.js';
import { Admissions, type AdmissionResult } from './admissions.js';
import { ItemList } from './item-list.js';
import { sendFile } from './send-file.js';
import { Slots } from './slots.js';
import { Speed } from './speed.js';
import { isUnsettled, type UploadItem } from './upload-item.js';
import type { UploadNotices } from './upload-notices.js';
import { newWork, type UploadWork } from './upload-work.js';
import type { StartAnswer, UploadEnvironment, UploadTransport } from './upload-port.js';

export interface UploadDeps {
  transport: UploadTransport;
  environment: UploadEnvironment;
  notices: UploadNotices;
  /** Requests with bytes at the same time; less than a browser's connections, so that pages stay answered. */
  byteRequests: number;
}

/** Ask for the grants of the next batch when fewer granted files than this wait. */
const START_AHEAD = 2;

/** Files on their way into folders: asks for grants in batches, sends five at a time, makes elements as they finish. */
export class UploadEngine {
  readonly #list = new ItemList();
  readonly #work = new Map<number, UploadWork>();
  /** What was dropped together is one action of the user, by its group. */
  readonly #traces = new Map<number, ActionTrace>();
  readonly #slots: Slots;
  readonly #admissions: Admissions;
  readonly #speed = new Speed();
  /** Items without a grant yet, in batches of one folder. */
  #toStart: number[][] = [];
  #starting = false;
  /** Items with a grant, waiting for one of the five slots. */
  #ready: number[] = [];
  #running = 0;
  #nextId = 1;

  constructor(private readonly deps: UploadDeps) {
    this.#slots = new Slots(deps.byteRequests);
    this.#admissions = new Admissions(deps.transport, deps.environment, (result) => this.#admitted(result));
  }

  /** The items as they are now; the same array until something changes. */
  readonly items = this.#list.all;
  readonly subscribe = this.#list.subscribe;
  /** Bytes a second over all files. */
  readonly speed = (): number => this.#speed.at(this.deps.environment.now());

  /** Takes files into a folder, in batches of at most ten. */
  add(targetFolder: TargetFolder, files: readonly File[]): void {
    const group = this.#nextId;
    this.#traces.set(group, this.deps.environment.beginTrace());
    const added = files.map((file): UploadItem => {
      const id = this.#nextId++;
      this.#work.set(id, newWork(file, this.deps.environment.newKey()));
      return {
        id,
        group,
        targetFolder,
        name: file.name,
        size: file.size,
        status: 'waiting',
        sent: 0,
        message: null,
        elementId: null,
      };
    });
    this.#list.add(added);
    this.#enqueueToStart(added.map(({ id }) => id));
    this.#pump();
  }

  pause(id: number): void {
    if (!['waiting', 'sending'].includes(this.#list.get(id)?.status ?? '')) return;
    this.#list.set(id, { status: 'paused' });
    this.#work.get(id)?.stop.abort();
    this.#ready = this.#ready.filter((other) => other !== id);
  }

  /** Goes on with a paused file, or tries a failed one again, from what has arrived already. */
  resume(id: number): void {
    const [item, work] = [this.#list.get(id), this.#work.get(id)];
    if (!item || !work || !['paused', 'failed'].includes(item.status)) return;
    work.stop = new AbortController();
    if (work.receipt) {
      this.#list.set(id, { status: 'finishing', message: null });
      this.#admit(item, work.receipt);
      return;
    }
    this.#list.set(id, { status: 'waiting', message: null });
    if (work.grant) this.#ready = [id, ...this.#ready];
    else if (!work.asking) this.#enqueueToStart([id]);
    this.#pump();
  }

  /** Gives a file up and forgets it; what was sent of it is dropped on the server. */
  cancel(id: number): void {
    const [item, work] = [this.#list.get(id), this.#work.get(id)];
    if (!item || item.status === 'finishing') return;
    this.#forget(id);
    work?.stop.abort();
    const { grant, receipt } = work ?? {};
    if (grant?.how === 'parts' && !receipt) {
      void this.#transport(item.group)
        .abortParts(grant.uploadId, this.deps.environment.newKey())
        .catch(() => undefined);
    }
    this.#settle(item.group);
    this.#pump();
  }

  /** Clears what is settled from the list. */
  clearSettled(): void {
    for (const { id } of this.items().filter((item) => !isUnsettled(item))) this.#forget(id);
  }

  #enqueueToStart(ids: number[]): void {
    for (const id of ids) this.#note(id, { asking: true });
    for (let at = 0; at < ids.length; at += limits.maxFilesPerBatch) {
      this.#toStart.push(ids.slice(at, at + limits.maxFilesPerBatch));
    }
  }

  #pump(): void {
    while (this.#running < limits.parallelUploads && this.#ready.length > 0) {
      const id = this.#ready.shift();
      if (id !== undefined && this.#list.get(id)?.status === 'waiting') void this.#send(id);
    }
    if (!this.#starting && this.#ready.length < START_AHEAD && this.#toStart.length > 0)
      void this.#startNext();
  }

  async #startNext(): Promise<void> {
    const ids = (this.#toStart.shift() ?? []).filter((id) => this.#work.has(id));
    const batch = ids.flatMap((id) => this.#list.get(id) ?? []);
    const [first] = batch;
    if (!first) return this.#pump();
    this.#starting = true;
    const { environment } = this.deps;
    try {
      const files = batch.map(({ id, name, size }) => ({ name, size, type: this.#work.get(id)?.type ?? '' }));
      const { targetFolder, group } = first;
      this.#granted(batch, await this.#transport(group).start(targetFolder, files, environment.newKey()));
    } catch (failure) {
      this.deps.notices.batchFailed();
      for (const { id } of batch) this.#fail(id, failure);
    }
    this.#starting = false;
    this.#pump();
  }

  #granted(batch: readonly UploadItem[], answer: StartAnswer): void {
    const granted = new Map(answer.docs.map((doc) => [doc.index, doc]));
    for (const warning of answer.warnings) this.deps.notices.warned(warning);
    batch.forEach(({ id, group }, index) => {
      const [doc, work] = [granted.get(index), this.#work.get(id)];
      const message =
        answer.warnings.find((warning) => warning.index === index)?.message ?? messages.uploadFailed;
      if (!doc) {
        this.#list.set(id, { status: 'refused', message });
        return this.#settle(group);
      }
      if (!work) return;
      work.asking = false;
      work.grant = { uploadId: doc.uploadId, grant: doc.grant, how: doc.how, confirmed: new Map() };
      this.#list.set(id, { name: doc.name });
      if (this.#list.get(id)?.status === 'waiting') this.#ready.push(id);
    });
  }

  async #send(id: number): Promise<void> {
    const [work, item] = [this.#work.get(id), this.#list.get(id)];
    if (!work?.grant || !item) return;
    this.#running += 1;
    this.#list.set(id, { status: 'sending' });
    const { file: bytes, stop, key } = work;
    const onSent = (total: number): void => this.#sent(id, total);
    try {
      const finished = await sendFile(
        { ...this.deps, transport: this.#transport(item.group), slots: this.#slots },
        { ...work.grant, bytes, key, signal: stop.signal, onSent },
      );
      this.#arrived(id, finished);
    } catch (failure) {
      if (!stop.signal.aborted) {
        this.deps.notices.fileFailed(item);
        this.#fail(id, failure);
      }
    }
    this.#running -= 1;
    this.#pump();
  }

  #sent(id: number, total: number): void {
    const item = this.#list.get(id);
    if (!item || item.status !== 'sending') return;
    this.#speed.add(this.deps.environment.now(), Math.max(0, total - item.sent));
    this.#list.set(id, { sent: Math.min(total, item.size) });
  }

  #arrived(id: number, finished: FinishedUpload): void {
    const [item, work] = [this.#list.get(id), this.#work.get(id)];
    if (!item || !work) return;
    work.receipt = finished.receipt;
    this.#list.set(id, { status: 'finishing', sent: item.size });
    this.#admit(item, finished.receipt);
  }

  #admitted({ admissions, answer, failure }: AdmissionResult): void {
    if (answer) this.deps.notices.admitted(answer.docs.ops);
    else this.deps.notices.batchFailed();
    for (const warning of answer?.warnings ?? []) this.deps.notices.warned(warning);
    admissions.forEach(({ itemId }, index) => {
      if (!answer) return this.#fail(itemId, failure);
      const elementId = answer.docs.insertedIds[String(index)];
      const message =
        answer.warnings.find((warning) => warning.index === index)?.message ?? messages.uploadFailed;
      this.#list.set(itemId, elementId ? { status: 'done', elementId } : { status: 'refused', message });
      this.#settle(this.#list.get(itemId)?.group);
    });
  }

  #fail(id: number, failure: unknown): void {
    const work = this.#note(id, { asking: false });
    const code = failure instanceof ApiFailure ? failure.error.code : null;
    // A grant that ran out or is not known any more: a new try asks for a new one, which is another intention.
    const lostGrant = code === 'upload.bad-grant' || code === 'upload.not-found';
    if (work && lostGrant) Object.assign(work, { grant: null, key: this.deps.environment.newKey() });
    if (work && code === 'upload.bad-receipt') work.receipt = null;
    this.#list.set(id, {
      status: 'failed',
      message: failure instanceof ApiFailure ? failure.error.message : messages.uploadFailed,
    });
    this.#settle(this.#list.get(id)?.group);
  }

  #settle(group: number | undefined): void {
    if (this.#list.hasArrived(group)) this.deps.notices.groupArrived();
    const result = group === undefined ? null : this.#list.result(group);
    if (group !== undefined && result) this.#traces.get(group)?.end(result);
  }

  #admit({ id, targetFolder, group }: UploadItem, receipt: string): void {
    this.#admissions.add(targetFolder, {
      itemId: id,
      receipt,
      traceparent: this.#traces.get(group)?.traceparent,
    });
  }

  #transport(group: number): UploadTransport {
    return this.deps.transport.within(this.#traces.get(group)?.traceparent);
  }

  #note(id: number, change: Partial<UploadWork>): UploadWork | undefined {
    const work = this.#work.get(id);
    return work && Object.assign(work, change);
  }

  #forget(id: number): void {
    this.#list.remove(new Set([id]));
    this.#work.delete(id);
    this.#ready = this.#ready.filter((other) => other !== id);
  }
}
