import type { TargetFolder } from '../../shared/listings/listing.js';
import { text } from '../../shared/messages/en.js';
import type { ActionTrace } from '../../shared/trace/action-trace.js';
import { ItemList, Speed } from './upload-list.js';
import { type KeptUpload, uploadOf } from './kept/kept-upload.js';
import {
  noUploads,
  type Report,
  type Step,
  type UploadEvent,
  type UploadState,
} from './machine/upload-state.js';
import { evolve } from './machine/evolve.js';
import { next } from './machine/schedule.js';
import { newUpload, type RemoteFile, type Upload, type UploadSource } from './machine/upload.js';
import { FileNames } from './file-names.js';
import { StepRunner } from './step-runner.js';
import type { NewUpload, UploadDeps } from './upload-port.js';

type Admitted = Pick<Report & { report: 'came' }, 'element' | 'operation'>;
/** The user may have paused or cancelled all. */
type PendingMode = 'waiting' | 'paused' | 'gone';

export class UploadEngine {
  #state: UploadState;
  readonly #steps: StepRunner;
  readonly #speed = new Speed();
  /** Its elements that were not reported yet. */
  readonly #groups = new Map<
    number,
    { trace: ActionTrace | null; came: Admitted[]; pendingMode: PendingMode; names: FileNames }
  >();
  readonly #stops = new Map<number, AbortController>();
  readonly #events: UploadEvent[] = [];
  #isBusy = false;
  #nextId = 1;
  readonly list = new ItemList();

  constructor(private readonly deps: UploadDeps) {
    this.#state = noUploads(deps);
    const traceOf = (group: number): string | undefined => this.#groups.get(group)?.trace?.traceparent;
    this.#steps = new StepRunner(deps, this.list, traceOf, (group, element, operation) => {
      deps.notices.admitted([element]);
      this.#groups.get(group)?.came.push({ element, operation });
    });
  }

  /** The same array until something changes. */
  readonly items = (): readonly Upload[] => this.list.all();
  /** Unit: bytes a second. */
  readonly speed = (): number => this.#speed.at(this.deps.environment.now());

  add(targetFolder: TargetFolder, files: readonly File[], source?: UploadSource): void {
    const group = this.openGroup();
    this.addTo(
      group,
      targetFolder,
      files.map((file) => ({ file, ...(source && { source }) })),
    );
    this.closeGroup(group);
  }

  /** @param isNew no former page has begun it */
  openGroup(isNew = true): number {
    const group = this.#nextId++;
    this.#steps.folders.forget();
    const trace = this.deps.environment.beginTrace();
    this.#groups.set(group, { trace, came: [], pendingMode: 'waiting', names: new FileNames() });
    if (isNew) this.deps.notices.groupBegan(group);
    this.#dispatch({ type: 'group-opened', group });
    return group;
  }
  readonly closeGroup = (group: number): void => this.#dispatch({ type: 'group-closed', group });

  addTo(group: number, targetFolder: TargetFolder, files: readonly NewUpload[]): void {
    const { pendingMode: status = 'waiting' } = this.#groups.get(group) ?? {};
    if (status === 'gone') return;
    const uploads = files.map(({ file, handle, source = null, path = [], ifTaken: wanted = null }) => {
      const { name: chosenName, size, type, lastModified: modified } = file;
      const name = this.#nameIn(group, targetFolder, path, chosenName);
      const ifTaken = name === chosenName ? wanted : 'keep-both';
      const about = { group, targetFolder, name, chosenName, size, type, modified, source, path, ifTaken };
      const upload = this.#new({ ...about, status });
      this.#steps.files.set(upload.id, { file, handle });
      return upload;
    });
    this.#dispatch({ type: 'added', uploads });
  }

  /** Never rejects: failures are reported. */
  async addFolder(group: number, targetFolder: TargetFolder, path: readonly string[]): Promise<void> {
    if (this.#groups.get(group)?.pendingMode === 'gone') return;
    await this.#steps.makeFolder(group, targetFolder, path).catch(() => this.deps.notices.batchFailed());
  }

  /** Goes on without this page. */
  bring(targetFolder: TargetFolder, files: readonly RemoteFile[]): void {
    const group = this.openGroup();
    const uploads = files.map((file) => {
      const { size, type, source } = file;
      const name = this.#nameIn(group, targetFolder, [], file.name);
      const remote = { ...file, name };
      return this.#new({ group, targetFolder, name, size: size ?? 0, type, source, remote, keptAs: null });
    });
    this.#dispatch({ type: 'added', uploads });
    this.closeGroup(group);
  }

  noteRenamed(group: number, renamed: readonly { name: string; to: string }[]): void {
    const [first] = renamed;
    if (!first || this.#groups.get(group)?.pendingMode === 'gone') return;
    const message = text.uploads.renamedFolders(renamed);
    this.deps.notices.warned({ name: first.to, code: 'name.renamed', message });
  }

  addRefused(group: number, targetFolder: TargetFolder, name: string, message: string): void {
    if (this.#groups.get(group)?.pendingMode === 'gone') return;
    const about = { group, targetFolder, name, size: 0, message, keptAs: null };
    this.#dispatch({ type: 'added', uploads: [this.#new({ ...about, status: 'refused' })] });
  }

  readonly pause = (...ids: readonly number[]): void => this.#dispatch({ type: 'paused', ids });
  readonly resume = (...ids: readonly number[]): void => this.#dispatch({ type: 'resumed', ids });
  readonly cancel = (...ids: readonly number[]): void => this.#dispatch({ type: 'cancelled', ids });
  pauseAll(): void {
    this.#setPendingMode('paused');
    this.pause(...this.list.idsIn('sending', 'waiting'));
  }
  resumeAll(): void {
    this.#setPendingMode('waiting');
    this.resume(...this.list.idsIn('paused'));
  }
  cancelAll(): void {
    this.#setPendingMode('gone');
    this.cancel(...this.list.idsIn('sending', 'paused', 'waiting', 'failed', 'missing'));
  }
  readonly clearSettled = (): void =>
    this.#dispatch({ type: 'cleared', ids: this.list.idsIn('done', 'failed', 'refused', 'missing') });
  readonly takeAnyway = (ifTaken: 'keep-both' | 'replace', ...ids: readonly number[]): void =>
    this.#dispatch({ type: 'retaken', ids, ifTaken });

  /** @param hasBytes whether they can be read, by `keptAs` */
  restore(kept: readonly KeptUpload[], hasBytes: (keptAs: string) => boolean): void {
    const groups = new Map<string, number>();
    const uploads = kept.map((each) => {
      const about = `${each.tab} ${each.group}`;
      const group = groups.get(about) ?? this.openGroup(false);
      groups.set(about, group);
      const etags = each.grant ? this.deps.environment.parts.of(each.grant.uploadId) : {};
      return uploadOf(each, { id: this.#nextId++, group, etags }, hasBytes(each.id));
    });
    this.#dispatch({ type: 'restored', uploads });
    for (const group of groups.values()) this.closeGroup(group);
  }

  /** Known by name, size and last change. Answers how many. */
  provide(files: readonly File[]): number {
    const found = this.list.idsIn('missing').filter((id) => {
      const { chosenName, size, modified } = this.list.get(id) ?? {};
      const isIt = (file: File): boolean =>
        file.name === chosenName && file.size === size && file.lastModified === modified;
      const file = files.find(isIt);
      if (file) this.#steps.files.set(id, { file });
      return file;
    });
    this.resume(...found);
    return found.length;
  }

  /** Call it on a click: the browser may ask the user for permission. Answers whether it goes on. */
  async readAgain(id: number): Promise<boolean> {
    const isThere = (await this.#steps.bytesOf(id, true)) !== null;
    if (isThere) this.resume(id);
    return isThere;
  }

  async readAllAgain(): Promise<boolean> {
    let goesOn = false;
    for (const id of this.list.idsIn('missing')) goesOn = (await this.readAgain(id)) || goesOn;
    return goesOn;
  }

  /** Empties the queue, also for later pages: the user has logged out. */
  async empty(): Promise<void> {
    for (const { grant } of this.items()) if (grant) this.deps.environment.parts.keep(grant.uploadId, {});
    this.stop();
    await this.#steps.keeper.clear();
  }

  /** A later page goes on. */
  stop(): void {
    this.#steps.stopped = true;
    for (const stop of this.#stops.values()) stop.abort();
    this.#dispatch({ type: 'emptied' });
  }

  #nameIn(group: number, targetFolder: TargetFolder, path: readonly string[], given: string): string {
    const name = this.#groups.get(group)?.names.take(targetFolder, path, given) ?? given;
    const message = text.uploads.renamedFile(given, name);
    if (name !== given) this.deps.notices.warned({ name, code: 'name.renamed', message });
    return name;
  }

  #setPendingMode(pendingMode: PendingMode): void {
    for (const group of this.#groups.values())
      if (group.pendingMode !== 'gone') group.pendingMode = pendingMode;
  }

  #new(about: Omit<Parameters<typeof newUpload>[0], 'id' | 'key'>): Upload {
    return newUpload({ ...about, id: this.#nextId++, key: this.deps.environment.newKey() });
  }

  /** Applies an event and everything that follows from it. Nested events wait. */
  #dispatch(event: UploadEvent): void {
    this.#events.push(event);
    if (this.#isBusy) return;
    this.#isBusy = true;
    try {
      for (let each = this.#events.shift(); each; each = this.#events.shift()) this.#process(each);
    } finally {
      this.#isBusy = false;
    }
  }

  #process(event: UploadEvent): void {
    this.#evolve(event);
    for (const effect of next(this.#state)) if ('report' in effect) this.#report(effect);
    for (let steps = this.#due(); steps.length > 0; steps = this.#due())
      for (const step of steps) this.#begin(step);
  }

  readonly #due = (): Step[] => next(this.#state).filter((effect) => 'do' in effect);

  #evolve(event: UploadEvent): void {
    this.#state = evolve(this.#state, event);
    const touched = event.type === 'emptied' ? this.items().map(({ id }) => id) : this.#state.touched;
    const left = touched.reduce((sum, id) => sum + this.#show(id), 0);
    if (left > 0) this.#speed.add(this.deps.environment.now(), left);
  }

  /** Answers bytes sent since. */
  #show(id: number): number {
    const before = this.list.get(id);
    const after = this.#state.uploads.get(id);
    if (before && after?.grant && before.grant === after.grant && before.etags !== after.etags)
      this.deps.environment.parts.keep(after.grant.uploadId, after.etags);
    if (!after || (after.status === 'missing' && before?.status !== 'missing')) this.#steps.files.delete(id);
    this.list.show(id, after);
    this.#steps.keeper.changed(before, after);
    return before && after ? Math.max(0, after.sent - before.sent) : 0;
  }

  #begin(step: Step): void {
    this.#evolve({ type: 'begun', step, key: this.deps.environment.newKey() });
    void this.#run(step);
  }

  async #run(step: Step): Promise<void> {
    const { call } = step;
    const stop = new AbortController();
    this.#stops.set(call, stop);
    const onProgress = (sent: number, size?: number | null): void =>
      this.#dispatch({ type: 'progressed', call, sent, size: size ?? undefined });
    const event = await this.#steps.run(step, { signal: stop.signal, onProgress });
    this.#stops.delete(call);
    if (!stop.signal.aborted) this.#dispatch(event);
  }

  #report(report: Report): void {
    const { notices, environment } = this.deps;
    switch (report.report) {
      case 'stop':
        return report.calls.forEach((call) => this.#stops.get(call)?.abort());
      case 'keep':
        return void this.#steps.keeper.save(report.ids);
      case 'drop-parts':
        environment.parts.keep(report.upload.grant?.uploadId ?? '', {});
        return this.#steps.dropParts(report.upload);
      case 'tell':
        return (notices[report.notice] as (...about: unknown[]) => void)(...report.about);
      case 'came':
        return void this.#groups.get(report.group)?.came.push(report);
      case 'settled':
        return this.#settled(report);
    }
  }

  #settled({ group, files, bytes, done }: Report & { report: 'settled' }): void {
    const { trace, came = [] } = this.#groups.get(group) ?? {};
    const all = came.splice(0);
    const operations = new Set(all.flatMap(({ operation }) => operation ?? []));
    const elements = all.map(({ element }) => element);
    if (done > 0) this.deps.notices.groupArrived(group, elements, [...operations]);
    trace?.end({ files, bytes, outcome: done === files ? 'done' : 'failed' });
  }
}
