import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { expect } from 'vitest';
import type { ObjectStore } from '../../src/port.js';

export interface ContractSubject {
  store: ObjectStore;
  /** Smallest part but for the last: S3 refuses less than 5 MiB. */
  minPartBytes: number;
  close(): Promise<void>;
}

export const code = (expected: string): unknown =>
  expect.objectContaining({ name: 'ObjectStoreError', code: expected });

export const newKey = (): string => randomBytes(16).toString('hex');

export async function read(
  store: ObjectStore,
  key: string,
  range?: { start: number; end?: number },
): Promise<Buffer> {
  return buffer((await store.get(key, range)).body);
}
