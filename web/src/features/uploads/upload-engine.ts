import type { TargetFolder } from '../../shared/api/target-folder.js';
import { Grants } from './grants.js';
import type { ItemList } from './item-list.js';
import { Placing } from './placing.js';
import type { KeptUpload } from './kept/kept-upload.js';
import { restoreUploads } from './kept/restore-uploads.js';
import { QueueState } from './queue-state.js';
import { Sending } from './sending.js';
import type { UploadDeps } from './upload-deps.js';
import type { UploadSource } from './upload-port.js';
import type { UploadItem } from './upload-item.js';
import type { RemoteFile } from './remote/remote-file.js';
import { remoteWork, type NewUpload } from './upload-work.js';

/** Ask for the grants of the next batch when fewer granted files than this wait. */
const START_AHEAD = 2;

/** Files on their way into folders: makes the folders, asks for grants in batches, sends five at a time, makes elements as they finish. */
export class UploadEngine {
  readonly #state: QueueState;
  readonly #grants: Grants;
  readonly #sending: Sending;
  readonly #placing: Placing;
  readonly list: ItemList;

  constructor(private readonly deps: UploadDeps) {
    const [pump, state] = [() => this.#pump(), new QueueState(deps)];
    this.#state = state;
    this.list = state.list;
    this.#sending = new Sending(state, deps, pump);
    this.#grants = new Grants(state, deps, (id) => this.#sending.add(id));
    const { bundles } = this.#sending;
    const send = (id: number): void => this.#sending.add(id);
    this.#placing = new Placing(state, deps, { bundles, grants: this.#grants, send, placed: pump });
  }

  /** The items as they are now; the same array until something changes. */
  readonly items = (): readonly UploadItem[] => this.list.all();
  /** Bytes a second over all files. */
  readonly speed = (): number => this.#sending.speed();

  /** Takes files into a folder; what is added at once is one action of the user. */
  add(targetFolder: TargetFolder, files: readonly File[], source?: UploadSource): void {
    const group = this.openGroup();
    this.addTo(
      group,
      targetFolder,
      files.map((file) => ({ file, ...(source && { source }) })),
    );
    this.closeGroup(group);
  }

  /** Begins an action of the user that brings its files little by little. */
  openGroup(): number {
    this.#placing.lookAgain();
    return this.#state.openGroup();
  }
  closeGroup(group: number): void {
    this.#state.closeGroup(group);
  }

  /** Takes files into a folder, or into folders below it, which are made. */
  addTo(group: number, targetFolder: TargetFolder, files: readonly NewUpload[]): void {
    this.#placing.place(this.#state.add(group, targetFolder, files));
    this.#pump();
  }

  /** Makes a folder that may stay empty. Never rejects: what failed is reported. */
  addFolder(group: number, targetFolder: TargetFolder, path: readonly string[]): Promise<void> {
    return this.#placing.makeFolder(group, targetFolder, path);
  }

  /** Has the server fetch files from elsewhere; here they are only watched. */
  bring(targetFolder: TargetFolder, files: readonly RemoteFile[]): void {
    const group = this.openGroup();
    const ids = files.map((file) => {
      const about = { group, targetFolder, name: file.name, size: file.size ?? 0 };
      return this.#state.addOne(about, remoteWork(file, this.deps.environment.newKey()));
    });
    this.#placing.place(ids);
    this.closeGroup(group);
    this.#pump();
  }

  /** Shows a file or folder that can't be taken, and why. */
  addRefused(group: number, targetFolder: TargetFolder, name: string, message: string): void {
    const [id = 0] = this.#state.add(group, targetFolder, [{ file: new File([], name) }]);
    this.#state.note(id, { keptAs: null });
    this.list.set(id, { status: 'refused', message });
  }

  pause(...ids: readonly number[]): void {
    for (const id of ids) {
      if (!['waiting', 'sending'].includes(this.list.get(id)?.status ?? '')) continue;
      this.list.set(id, { status: 'paused' });
      this.#state.work.get(id)?.stop.abort();
    }
    this.#sending.dropStopped();
  }

  /** Goes on with paused files, or tries failed ones again, from what has arrived already. */
  resume(...ids: readonly number[]): void {
    this.#placing.place(ids.filter((id) => this.#goOn(id)));
    this.#pump();
  }

  /** Sends files once more whose name was taken: under a name with a number, or in place of what has the name. */
  takeAnyway(ifTaken: 'keep-both' | 'replace', ...ids: readonly number[]): void {
    const again = ids.filter((id) => this.list.get(id)?.isTaken);
    for (const id of again) {
      const fresh = { grant: null, receipt: null, call: null, key: this.deps.environment.newKey() };
      this.#state.note(id, { ifTaken, ...fresh, stop: new AbortController() });
      this.list.set(id, { status: 'waiting', message: null, isTaken: false, sent: 0 });
    }
    this.#placing.place(again);
    this.#pump();
  }

  /** Gives files up and forgets them; what was sent of them is dropped on the server. */
  cancel(...ids: readonly number[]): void {
    const items = ids.flatMap((id) => this.list.get(id) ?? []).filter(({ status }) => status !== 'finishing');
    for (const item of items) this.#giveUp(item);
    this.#sending.dropStopped();
    for (const group of new Set(items.map((item) => item.group))) this.#state.settle(group);
    this.#pump();
  }

  /** Clears what is settled from the list. */
  clearSettled(): void {
    for (const id of this.list.idsIn('done', 'failed', 'refused', 'missing')) this.#forget(id);
  }

  /** Goes on with what a page before has left. `hasBytes`: whether the bytes of a file, by what it is kept as, can still be read. */
  restore(kept: readonly KeptUpload[], hasBytes: (keptAs: string) => boolean): void {
    restoreUploads(this.#state, kept, hasBytes, {
      admit: (item, receipt) => this.#sending.admit(item, receipt),
      bundles: this.#sending.bundles,
      grants: this.#grants,
      send: (id) => this.#sending.add(id),
      place: (ids) => this.#placing.place(ids),
    });
    this.#pump();
  }

  /** Goes on with files that were chosen again: each is known by name, size and its last change. Answers how many of them are. */
  provide(files: readonly File[]): number {
    const { work } = this.#state;
    const found = this.list.idsIn('missing').flatMap((id) => {
      const { chosenName, modified } = work.get(id) ?? {};
      const file = files.find(
        (each) =>
          each.name === chosenName && each.size === this.list.get(id)?.size && each.lastModified === modified,
      );
      return file ? [{ id, file }] : [];
    });
    for (const { id, file } of found) this.#state.note(id, { file });
    this.resume(...found.map(({ id }) => id));
    return found.length;
  }

  /** Goes on with a file that a later page may read when it asks. To be called on a click. Answers whether it does. */
  async readAgain(id: number): Promise<boolean> {
    const file = await this.#state.keeper.bytesOf(id, true);
    if (!file) return false;
    this.#state.note(id, { file });
    this.resume(id);
    return true;
  }

  /** The same for all that wait to be chosen again; those of one folder are asked for once. Answers whether it goes on with any. */
  async readAllAgain(): Promise<boolean> {
    let goesOn = false;
    for (const id of this.list.idsIn('missing')) goesOn = (await this.readAgain(id)) || goesOn;
    return goesOn;
  }

  /** Stops everything and forgets it, here and over a reload: the user has logged out. */
  async empty(): Promise<void> {
    for (const { grant } of this.#state.work.values()) grant?.confirmed.clear();
    this.stop();
    await this.#state.keeper.clear();
  }

  /** Stops everything and shows nothing more of it; a later page goes on. */
  stop(): void {
    for (const { stop } of this.#state.work.values()) stop.abort();
    this.#state.stopped = true;
    for (const { id } of this.items()) this.#forget(id);
    this.#sending.dropStopped();
  }

  #pump(): void {
    this.#sending.fill();
    if (this.#sending.waiting < START_AHEAD) void this.#ask();
  }

  async #ask(): Promise<void> {
    if (await this.#grants.next()) this.#pump();
  }

  /** Puts a stopped file back on its way. Answers whether it begins there. */
  #goOn(id: number): boolean {
    const [item, work] = [this.list.get(id), this.#state.work.get(id)];
    if (!item || !work || !['paused', 'failed', 'missing'].includes(item.status)) return false;
    work.stop = new AbortController();
    if (work.receipt) {
      this.list.set(id, { status: 'finishing', message: null });
      this.#sending.admit(item, work.receipt);
      return false;
    }
    const bundled = this.#sending.bundles.sendAgain(id);
    for (const each of [id, ...bundled]) this.list.set(each, { status: 'waiting', message: null });
    if (work.grant) this.#sending.add(id, true);
    return bundled.length === 0 && !work.grant && !work.asking;
  }

  #giveUp({ id, group }: UploadItem): void {
    const { grant, receipt, stop } = this.#state.work.get(id) ?? {};
    this.#forget(id);
    stop?.abort();
    if (grant?.how !== 'parts' || receipt) return;
    grant.confirmed.clear();
    void this.#state
      .transport(group)
      .abortParts(grant.uploadId, this.deps.environment.newKey())
      .catch(() => undefined);
  }

  #forget(id: number): void {
    this.#sending.bundles.forget(id);
    this.#state.forget(id);
  }
}
