import type { ItemList } from './item-list.js';
import type { QueueLimits } from './machine/upload-state.js';
import type { Upload } from './machine/upload.js';
import type { ReadableFile } from './tree/nodes.js';
import type { UploadNotices } from './upload-notices.js';
import type { UploadEnvironment, UploadKeeper, UploadSource, UploadTransport } from './upload-port.js';

/** Up to here files go ten in a call; what is larger goes by itself and can be stopped in the middle. */
export const BUNDLED_BYTES = 256 * 1024;

/** The bytes of a file, and by what a later page can read it again. */
export interface ChosenFile {
  file: Blob;
  handle?: ReadableFile | undefined;
}

/** A file that somebody wants to be in a folder. */
export interface NewUpload {
  file: File;
  /** Names of the folders below the target that it is to lie in. */
  path?: readonly string[];
  source?: UploadSource;
  handle?: ReadableFile;
  /** What is to happen where its name is taken; it is refused else. */
  ifTaken?: Upload['ifTaken'];
}

/** What a keeper sees of the queue. */
export interface KeptQueue {
  readonly list: Pick<ItemList, 'get' | 'subscribe'>;
  readonly files: ReadonlyMap<number, ChosenFile>;
  /** The files leave this page, but are not given up. */
  readonly stopped: boolean;
}

/** What the engine is made of. */
export interface UploadDeps extends QueueLimits {
  transport: UploadTransport;
  environment: UploadEnvironment;
  notices: UploadNotices;
  /** What keeps the queue over a reload; nothing does where it is absent. */
  keeperOf?: (queue: KeptQueue) => UploadKeeper;
}
