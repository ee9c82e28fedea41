import { ApiFailure } from '../../shared/api/api-error.js';
import type { TargetFolder } from '../../shared/listings/listing.js';
import { doSteps, type Doing, type Happened, type StepsPage } from './do-steps.js';
import { FolderMaker } from './folder-maker.js';
import type { ItemList } from './item-list.js';
import type { Step } from './machine/effects.js';
import type { UploadEvent } from './machine/upload-events.js';
import type { Upload } from './machine/upload.js';
import type {
  ChosenFile,
  KeptQueue,
  UploadDeps,
  UploadEnvironment,
  UploadKeeper,
  UploadTransport,
} from './upload-port.js';
import type { Sending } from './upload-calls.js';

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

  /** Never rejects. */
  async run(step: Step, sending: Sending): Promise<UploadEvent> {
    const { call, ids } = step;
    const uploads = ids.flatMap((id) => this.list.get(id) ?? []);
    const [upload] = uploads;
    const failed = { type: 'failed', call, error: null, isReadable: true, isHidden: false } as const;
    if (!upload) return failed;
    try {
      const doIt = doSteps[step.do] as (doing: Doing, step: Step) => Promise<Happened>;
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
    const [traceparent, { call, put, bring }] = [this.traceOf(group), this.deps.transport];
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
