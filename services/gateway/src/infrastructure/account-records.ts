import { billingCalls, catalogCalls, storageCalls, type BlobId } from '@skyshelf/contracts';
import { ask, type Peers } from '@skyshelf/peers';
import type { AccountRecords } from '../application/gateway.js';

/** Cancelled accounts that billing is asked for at once. */
const ACCOUNTS = 100;
/** Elements and objects of a page. */
const LIMIT = 200;

/** What the services have of accounts. */
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
