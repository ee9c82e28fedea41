import type { ObjectStore } from '../../src/port.js';

/** A store under test. */
export interface ContractSubject {
  store: ObjectStore;
  /** Smallest part but for the last: S3 refuses less than 5 MiB. */
  minPartBytes: number;
  close(): Promise<void>;
}
