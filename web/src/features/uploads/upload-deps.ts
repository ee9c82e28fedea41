import type { UploadNotices } from './upload-notices.js';
import type { ItemList } from './item-list.js';
import type { UploadEnvironment, UploadKeeper, UploadTransport } from './upload-port.js';
import type { UploadWork } from './upload-work.js';

/** What a keeper sees of the queue. */
export interface KeptQueue {
  readonly list: Pick<ItemList, 'get' | 'subscribe'>;
  readonly work: ReadonlyMap<number, UploadWork>;
  /** The files leave this page, but are not given up. */
  readonly stopped: boolean;
}

/** What the engine is made of. */
export interface UploadDeps {
  transport: UploadTransport;
  environment: UploadEnvironment;
  notices: UploadNotices;
  /** What keeps the queue over a reload; nothing does where it is absent. */
  keeperOf?: (queue: KeptQueue) => UploadKeeper;
  /** Requests with bytes at the same time; less than a browser's connections, so that pages stay answered. */
  byteRequests: number;
  /** Files of up to so many bytes go ten in a call. */
  bundledBytes: number;
}
