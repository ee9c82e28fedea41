import { billingCalls, catalogCalls, storageCalls, type BlobId } from '@skyshelf/contracts';
import { ask, type Peers } from '@skyshelf/peers';
import type { AccountRecords } from '../application/gateway.js';

/** For each call of billing. */
const ACCOUNTS = 100;
const LIMIT = 200;

export const accountRecords = (peers: Peers): AccountRecords => ({
  cancelled: (after) =>
    ask(peers, billingCalls.cancelled, { query: { after: after ?? undefined, limit: ACCOUNTS } }),
  billing: (drive) => ask(peers, billingCalls.accountContent, { params: { drive } }),
  elements: (drive, after) =>
    ask(peers, catalogCalls.driveElements, {
      params: { drive },
      query: { after: after ?? '', limit: LIMIT },
    }),
  objects: (drive, after) =>
    ask(peers, storageCalls.driveObjects, {
      params: { drive },
      query: { after: (after ?? undefined) as BlobId | undefined, limit: LIMIT },
    }),
});
