import type { Collection, FindOptions } from 'mongodb';
import type { RowDocument } from './documents.js';
import type { WithDriveKey } from './generation.js';

export interface RowQueriesOptions {
  elements: Collection<RowDocument>;
  withDriveKey: WithDriveKey;
  read: FindOptions;
  indexFor(fields: readonly string[]): string | undefined;
}
