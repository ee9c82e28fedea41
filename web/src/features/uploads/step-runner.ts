import type { ElementView } from '@skyshelf/contracts/browser';
import { ApiFailure } from '../../shared/api/api-error.js';
import type { callApi } from '../../shared/api/call-api.js';
import type { TargetFolder } from '../../shared/listings/listing.js';
import { type StepContext, doSteps, type StepOutcome, type StepsPage } from './do-steps.js';
import { folderNames, unnumbered } from './tree/folder-names.js';
import type { ItemList } from './upload-list.js';
import type { Step, UploadEvent } from './machine/upload-state.js';
import type { Sending, Upload } from './machine/upload.js';
import type {
  ChosenFile,
  KeptQueue,
  UploadDeps,
  UploadEnvironment,
  UploadKeeper,
  UploadTransport,
} from './upload-port.js';

interface Making {
  group: number;
  call: typeof callApi;
}

const background = { tries: 6, inBackground: true };

/** Each folder once, parents first. */
class FolderMaker {
  readonly #known = new Map<string, Promise<TargetFolder>>();

  constructor(
    private readonly newKey: () => string,
    private readonly made: (group: number, folder: ElementView, operation: string | undefined) => void,
  ) {}

  /** @throws {ApiFailure} the server's; the next call asks again */
  make(making: Making, top: TargetFolder, path: readonly string[]): Promise<TargetFolder> {
    const name = path.at(-1);
    if (name === undefined) return Promise.resolve(top);
    const key = [top.folderId, ...path].join('/');
    const known = this.#known.get(key);
    if (known) return known;
    const folder = this.make(making, top, path.slice(0, -1)).then((parent) =>
      this.#find(making, parent, name),
    );
    this.#known.set(key, folder);
    folder.catch(() => this.#known.delete(key));
    return folder;
  }

  /** Folders may have been deleted or moved since. */
  forget(): void {
    this.#known.clear();
  }

  async #find({ group, call }: Making, parent: TargetFolder, name: string): Promise<TargetFolder> {
    const { linkname, number } = unnumbered(name);
    const obj = { linkname, linktype: 'folder' };
    const body = { ...parent, obj, ...(number !== undefined && { number }) };
    try {
      const input = { body, idempotencyKey: this.newKey() };
      const { docs, operation } = await call('addElement', input, background);
      this.made(group, docs, operation);
      return { url: `${parent.url}${docs.linkname}/`, folderId: docs._id };
    } catch (failure) {
      if (!(failure instanceof ApiFailure) || failure.error.code !== 'name.exists') throw failure;
      const [kept] = folderNames([name]);
      const url = `${parent.url}${kept}/`;
      return { url, folderId: (await call('listFolder', { body: { url } }, background)).folderId };
    }
  }
}

const nothingKept: UploadKeeper = {
  changed: () => undefined,
  save: async () => undefined,
  bytesOf: async () => null,
  clear: async () => undefined,
};

export class StepRunner implements KeptQueue, StepsPage {
  readonly files = new Map<number, ChosenFile>();
  readonly folders: FolderMaker;
  readonly keeper: UploadKeeper;
  readonly environment: UploadEnvironment;
  stopped = false;
  readonly bodies = new WeakMap<readonly number[], Blob>();

  constructor(
    private readonly deps: UploadDeps,
    readonly list: ItemList,
    private readonly traceOf: (group: number) => string | undefined,
    made: ConstructorParameters<typeof FolderMaker>[1],
  ) {
    this.environment = deps.environment;
    this.keeper = deps.keeperOf?.(this) ?? nothingKept;
    this.folders = new FolderMaker(() => deps.environment.newKey(), made);
  }

  /** Runs a step and never rejects. */
  async run(step: Step, sending: Sending): Promise<UploadEvent> {
    const { call, ids } = step;
    const uploads = ids.flatMap((id) => this.list.get(id) ?? []);
    const [upload] = uploads;
    const failed = { type: 'failed', call, error: null, isReadable: true, isHidden: false } as const;
    if (!upload) return failed;
    try {
      const doIt = doSteps[step.do] as (doing: StepContext, step: Step) => Promise<StepOutcome>;
      const { newKey } = this.environment;
      const doing = { runner: this, newKey, upload, uploads, sending, ...this.#within(upload.group) };
      return { ...(await doIt(doing, step)), call };
    } catch (failure) {
      if (!(failure instanceof ApiFailure)) return failed;
      const isReadable = step.do === 'send-bundle' || (await isThere(this.files.get(upload.id)?.file));
      return { ...failed, error: failure.error, isReadable, isHidden: this.environment.isHidden() };
    }
  }

  makeFolder(group: number, top: TargetFolder, path: readonly string[]): Promise<TargetFolder> {
    return this.folders.make({ group, call: this.#within(group).call }, top, path);
  }

  async bytesOf(id: number, mayAsk = false): Promise<Blob | null> {
    const known = this.files.get(id)?.file ?? (await this.keeper.bytesOf(id, mayAsk));
    if (known && !this.files.has(id)) this.files.set(id, { file: known });
    return known;
  }

  dropParts({ group, grant }: Upload): void {
    const params = { uploadId: grant?.uploadId ?? '' };
    const input = { params, idempotencyKey: this.environment.newKey() };
    this.#within(group)
      .call('abortParts', input, { tries: 3 })
      .catch(() => undefined);
  }

  #within(group: number): UploadTransport {
    const traceparent = this.traceOf(group);
    const { call, put, bring } = this.deps.transport;
    return {
      call: (name, input, options) => call(name, input, { traceparent, ...options }),
      put: (sending) => put({ ...sending, traceparent }),
      bring,
    };
  }
}

/** Browsers report an unreadable file as a lost connection. */
const isThere = async (bytes: Blob | undefined): Promise<boolean> =>
  !bytes ||
  bytes
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    );
