import { limits, type ElementView } from '@skyshelf/contracts/browser';
import { Admissions, type AdmissionOutcome } from './admissions.js';
import { BundleQueue, type Bundle } from './bundle-queue.js';
import type { QueueState } from './queue-state.js';
import { sendBundle, type BundledFile } from './send-bundle.js';
import { sendFile, UnreadableFile } from './send-file.js';
import { Slots } from './slots.js';
import { Speed } from './speed.js';
import type { UploadDeps } from './upload-deps.js';
import type { UploadItem } from './upload-item.js';
import type { RemoteFile } from './remote/remote-file.js';
import { aboutFile, type UploadWork } from './upload-work.js';

/** Sends files, five or as many bundles at a time, and makes elements of what has arrived. */
export class Sending {
  readonly bundles: BundleQueue;
  readonly #slots: Slots;
  readonly #admissions: Admissions;
  readonly #speed = new Speed();
  /** Items with a grant, waiting for one of the five slots. */
  #ready: number[] = [];
  #running = 0;

  constructor(
    private readonly state: QueueState,
    private readonly deps: UploadDeps,
    /** A slot is free. */
    private readonly freed: () => void,
  ) {
    const { environment, transport, byteRequests } = deps;
    this.#slots = new Slots(byteRequests);
    this.bundles = new BundleQueue(() => environment.newKey());
    this.#admissions = new Admissions(transport, environment, (result) => this.#admitted(result));
  }

  /** Bytes a second over all files. */
  speed(): number {
    return this.#speed.at(this.deps.environment.now());
  }

  /** Files that wait for a slot. */
  get waiting(): number {
    return this.#ready.length;
  }

  /** A file has its grant. One that was stopped before goes first. */
  add(id: number, first = false): void {
    if (!this.state.waits(id)) return;
    if (first) this.#ready.unshift(id);
    else this.#ready.push(id);
  }

  /** Drops those that do not wait any more. */
  dropStopped(): void {
    this.#ready = this.#ready.filter(this.state.waits);
  }

  /** Sends as much as there are slots for. */
  fill(): void {
    while (this.#running < limits.parallelUploads) {
      const bundle = this.bundles.next(this.state.waits);
      if (!bundle) break;
      void this.#taking(() => this.#sendBundle(bundle));
    }
    while (this.#running < limits.parallelUploads && this.#ready.length > 0) {
      const id = this.#ready.shift();
      if (id !== undefined && this.state.waits(id)) void this.#taking(() => this.#send(id));
    }
  }

  /** Makes an element of bytes that are there. */
  admit({ id, targetFolder, group }: UploadItem, receipt: string): void {
    const traceparent = this.state.traceparent(group);
    this.#admissions.add(targetFolder, { itemId: id, receipt, traceparent });
  }

  async #taking(send: () => Promise<void>): Promise<void> {
    this.#running += 1;
    await send();
    this.#running -= 1;
    this.freed();
  }

  async #sendBundle(bundle: Bundle): Promise<void> {
    const { targetFolder, group, itemIds, key } = bundle;
    const { list, keeper } = this.state;
    itemIds.forEach((id, place) => {
      this.state.note(id, { call: { how: 'bundle', key, place, of: itemIds.length } });
      list.set(id, { status: 'finishing' });
    });
    await keeper.save(itemIds, true);
    const files = await this.#readAll(bundle);
    if (!files) return;
    const admissions = itemIds.map((itemId) => ({ itemId }));
    try {
      const deps = { ...this.deps, transport: this.state.transport(group), slots: this.#slots };
      const answer = await sendBundle(deps, { targetFolder, files, key });
      const bytes = files.reduce((sum, { size }) => sum + size, 0);
      this.#speed.add(this.deps.environment.now(), bytes);
      for (const id of itemIds) list.set(id, { sent: list.get(id)?.size ?? 0 });
      this.#admitted({ admissions, answer, failure: null });
    } catch (failure) {
      this.bundles.failed(bundle);
      this.#admitted({ admissions, answer: null, failure });
    }
  }

  /** The files of a bundle with their bytes. Null when one can't be read: then the others go in a bundle of their own. */
  async #readAll({ targetFolder, group, itemIds }: Bundle): Promise<BundledFile[] | null> {
    const read = await Promise.all(itemIds.map((id) => this.#readOne(id)));
    const files = read.filter((each) => each !== null);
    if (files.length === itemIds.length) return files;
    const rest = itemIds.filter((_, index) => read[index] !== null);
    for (const id of itemIds) {
      if (!rest.includes(id)) this.state.lose(id);
      else this.state.list.set(id, { status: 'waiting' });
    }
    this.bundles.add(targetFolder, group, rest);
    return null;
  }

  /** Read whole, so that what changes while it is sent does no harm. */
  async #readOne(id: number): Promise<BundledFile | null> {
    const [item, work] = [this.state.list.get(id), this.state.work.get(id)];
    const bytes = await this.state.bytesOf(id);
    if (!item || !work || !bytes) return null;
    const { type, source } = aboutFile(work);
    const { name, size } = item;
    try {
      const file = new Blob([await bytes.arrayBuffer()]);
      return { name, size, type, ...(source && { source }), file };
    } catch {
      return null;
    }
  }

  async #send(id: number): Promise<void> {
    const [work, item] = [this.state.work.get(id), this.state.list.get(id)];
    if (!work || !item) return;
    this.state.list.set(id, { status: 'sending' });
    const { stop, remote } = work;
    try {
      const receipt = await (remote ? this.#bring(item, work, remote) : this.#sendBytes(item, work));
      if (receipt !== null) await this.#arrived(id, receipt);
    } catch (failure) {
      if (stop.signal.aborted) return;
      if (failure instanceof UnreadableFile) return this.state.lose(id);
      this.deps.notices.fileFailed(item);
      this.state.fail(id, failure);
    }
  }

  /** Answers the receipt; null when it was stopped or its bytes are not there. */
  async #sendBytes({ id, group }: UploadItem, { stop, key, grant }: UploadWork): Promise<string | null> {
    await this.state.keeper.save([id], true);
    const bytes = await this.state.bytesOf(id);
    if (stop.signal.aborted || !grant) return null;
    if (!bytes) {
      this.state.lose(id);
      return null;
    }
    const onSent = (total: number): void => this.#sent(id, total);
    const deps = { ...this.deps, transport: this.state.transport(group), slots: this.#slots };
    const finished = await sendFile(deps, { ...grant, bytes, key, signal: stop.signal, onSent });
    return finished.receipt;
  }

  /** The server fetches it; each try is another import. */
  #bring({ id, group, targetFolder }: UploadItem, { stop }: UploadWork, remote: RemoteFile): Promise<string> {
    const onProgress = (sent: number, size: number | null): void => {
      if (size !== null) this.state.list.set(id, { size });
      this.#sent(id, sent);
    };
    const watching = { signal: stop.signal, onProgress };
    const key = this.deps.environment.newKey();
    return this.state.transport(group).bring(targetFolder, remote, key, watching);
  }

  #sent(id: number, total: number): void {
    const item = this.state.list.get(id);
    if (item?.status !== 'sending') return;
    this.#speed.add(this.deps.environment.now(), Math.max(0, total - item.sent));
    this.state.list.set(id, { sent: Math.min(total, item.size) });
  }

  async #arrived(id: number, receipt: string): Promise<void> {
    const [item, work] = [this.state.list.get(id), this.state.work.get(id)];
    if (!item || !work) return;
    work.receipt = receipt;
    work.grant?.confirmed.clear();
    this.state.list.set(id, { status: 'finishing', sent: item.size });
    await this.state.keeper.save([id]);
    this.admit(item, receipt);
  }

  #admitted({ admissions, answer, failure }: AdmissionOutcome): void {
    if (answer) this.deps.notices.admitted(answer.docs.ops);
    else this.deps.notices.batchFailed();
    for (const warning of answer?.warnings ?? []) this.deps.notices.warned(warning);
    admissions.forEach(({ itemId }, index) => {
      if (!answer) return this.state.fail(itemId, failure);
      const elementId = answer.docs.insertedIds[String(index)];
      if (!elementId) {
        const refusal = answer.warnings.find((warning) => warning.index === index);
        return this.state.refuse(itemId, refusal);
      }
      const element = answer.docs.ops.find(({ _id }) => _id === elementId);
      this.#done(itemId, elementId, element);
    });
  }

  #done(itemId: number, elementId: string, element: ElementView | undefined): void {
    this.state.list.set(itemId, { status: 'done', elementId });
    const [item, work] = [this.state.list.get(itemId), this.state.work.get(itemId)];
    if (!item) return;
    const { group, targetFolder } = item;
    if (work?.ifTaken === 'replace')
      this.deps.notices.replaces({ elementId, targetFolder, name: work.chosenName });
    else if (element) this.state.came(group, element);
    this.state.settle(group);
  }
}
