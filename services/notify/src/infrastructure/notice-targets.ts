import { gatewayCalls } from '@skyshelf/contracts';
import { ask, type Peers } from '@skyshelf/peers';
import type { NoticeTargets } from '../application/notify.js';

export const noticeTargets = (peers: Peers): NoticeTargets => ({
  find: async (drive, confirmation) => {
    const query = { confirmation: confirmation ?? undefined };
    return (await ask(peers, gatewayCalls.noticeTarget, { params: { drive }, query })).target;
  },
});
