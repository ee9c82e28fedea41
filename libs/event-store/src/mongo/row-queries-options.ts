import type { Collection, FindOptions } from 'mongodb';
import type { RowDocument } from './documents.js';
import type { WithDriveKey } from './generation.js';

export interface RowQueriesOptions {
  elements: Collection<RowDocument>;
  withDriveKey: WithDriveKey;
  /** Session or read concern. */
  read: FindOptions;
  /** The declared index or unique key that begins with fields of this query, if there is one. */
  indexFor(fields: readonly string[]): string | undefined;
}
