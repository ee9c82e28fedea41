import { catalogCalls } from '@skyshelf/contracts';
import { ask, type Peers } from '@skyshelf/peers';
import type { UnusedBlobs } from '../application/sweep/unused-blobs.js';

export const catalogUnusedBlobs = (peers: Pick<Peers, 'json'>): UnusedBlobs => ({
  async among(drive, blobIds) {
    const body = { drive, blobIds: [...blobIds] };
    return (await ask(peers, catalogCalls.unusedBlobs, { body })).unused;
  },
});
