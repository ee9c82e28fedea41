import type { ElementView } from '@skyshelf/contracts/browser';
import { ApiFailure } from '../../shared/api/api-error.js';
import type { TargetFolder } from '../../shared/api/target-folder.js';
import { doSteps, type Happened } from './do-steps.js';
import { FolderMaker } from './folder-maker.js';
import type { ItemList } from './item-list.js';
import type { Step } from './machine/effects.js';
import type { UploadEvent } from './machine/upload-events.js';
import type { Upload } from './machine/upload.js';
import type { Watching } from './remote/watch-import.js';
import type { ChosenFile, KeptQueue, UploadDeps } from './upload-deps.js';
import type { UploadKeeper, UploadTransport } from './upload-port.js';

const nothingKept: UploadKeeper = {
  save: async () => undefined,
  bytesOf: async () => null,
  clear: async () => undefined,
};

/** Does the steps of the machine: calls the server, keeps what must outlive the page, waits. */
export class StepRunner implements KeptQueue {
  readonly files = new Map<number, ChosenFile>();
  readonly folders: FolderMaker;
  readonly keeper: UploadKeeper;
  stopped = false;
  /** Bodies of bundles, by the ids of their job, as long as there is the job. */
  readonly bodies = new WeakMap<readonly number[], Blob>();

  constructor(
    readonly deps: UploadDeps,
    readonly list: ItemList,
    private readonly transportOf: (group: number) => UploadTransport,
    made: (group: number, folder: ElementView) => void,
  ) {
    this.keeper = deps.keeperOf?.(this) ?? nothingKept;
    this.folders = new FolderMaker(() => deps.environment.newKey(), made);
  }

  /** Answers what comes of a step. Never rejects. */
  async run(step: Step, watching: Watching): Promise<UploadEvent> {
    const { call, ids } = step;
    const uploads = ids.flatMap((id) => this.list.get(id) ?? []);
    const [upload] = uploads;
    const failed = { type: 'failed', call, error: null, isReadable: true, isHidden: false } as const;
    if (!upload) return failed;
    try {
      const transport = this.transportOf(upload.group);
      const doIt = doSteps[step.do] as (doing: object, step: Step) => Promise<Happened>;
      return { ...(await doIt({ runner: this, upload, uploads, transport, watching }, step)), call };
    } catch (failure) {
      if (!(failure instanceof ApiFailure)) return failed;
      const isReadable = step.do === 'send-bundle' || (await isThere(this.files.get(upload.id)?.file));
      return { ...failed, error: failure.error, isReadable, isHidden: this.deps.environment.isHidden() };
    }
  }

  /** Finds a folder, or makes it and those above. */
  makeFolder(group: number, top: TargetFolder, path: readonly string[]): Promise<TargetFolder> {
    return this.folders.make({ group, transport: this.transportOf(group) }, top, path);
  }

  /** The bytes of a file; null when it has to be chosen again. `mayAsk`: the user has just clicked, so that the browser may ask. */
  async bytesOf(id: number, mayAsk = false): Promise<Blob | null> {
    const known = this.files.get(id)?.file ?? (await this.keeper.bytesOf(id, mayAsk));
    if (known && !this.files.has(id)) this.files.set(id, { file: known });
    return known;
  }

  /** Tells the server that nothing more comes of an upload in parts. */
  dropParts({ group, grant }: Upload): void {
    this.transportOf(group)
      .abortParts(grant?.uploadId ?? '', this.deps.environment.newKey())
      .catch(() => undefined);
  }
}

/** A browser says of a file that it can't read what it says of a lost connection. */
const isThere = async (bytes: Blob | undefined): Promise<boolean> =>
  !bytes ||
  bytes
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    );
