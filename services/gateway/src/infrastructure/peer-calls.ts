import {
  billingCalls,
  type BlobId,
  catalogCalls,
  DomainError,
  notifyCalls,
  storageCalls,
} from '@skyshelf/contracts';
import { ask, type Peers } from '@skyshelf/peers';
import type { DeleteAccountDeps } from '../application/delete-account.js';
import type { NoticeStore } from '../application/notice-address.js';
import type { AccountRecords } from '../application/gateway.js';

export const sendDeletionNotice =
  (peers: Peers, notices: Pick<NoticeStore, 'of'>): DeleteAccountDeps['sendDeletionNotice'] =>
  async ({ drive, askedAt }) => {
    if ((await notices.of(drive)).address === null) return true;
    try {
      const body = { asked: askedAt.toISOString() };
      return (await ask(peers, notifyCalls.sendDeletionNotice, { params: { drive }, body })).over;
    } catch (error) {
      if (error instanceof DomainError) return false;
      throw error;
    }
  };

export const recordDeletion =
  (peers: Peers): DeleteAccountDeps['record'] =>
  async (drive, at) => {
    const body = { at: at.toISOString() };
    await ask(peers, storageCalls.recordDeletion, { params: { drive }, body });
  };

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
