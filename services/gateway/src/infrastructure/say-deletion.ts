import { DomainError, notifyCalls } from '@skyshelf/contracts';
import { ask, type Peers } from '@skyshelf/peers';
import type { DeleteAccountDeps } from '../application/delete-account.js';
import type { NoticeStore } from '../application/notice-address.js';

export const sayDeletion =
  (peers: Peers, notices: Pick<NoticeStore, 'of'>): DeleteAccountDeps['sayDeletion'] =>
  async ({ drive, askedAt }) => {
    if ((await notices.of(drive)).address === null) return true;
    try {
      const body = { asked: askedAt.toISOString() };
      return (await ask(peers, notifyCalls.sayDeletion, { params: { drive }, body })).over;
    } catch (error) {
      if (error instanceof DomainError) return false;
      throw error;
    }
  };
