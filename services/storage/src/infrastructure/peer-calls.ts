import { catalogCalls, billingCalls } from '@skyshelf/contracts';
import { ask, type Peers, askBytes } from '@skyshelf/peers';
import type { Bundles } from '../application/bundles.js';
import type { UnusedBlobs } from '../application/sweep/swept-records.js';
import type { TakeoutSource } from '../application/takeout/takeouts.js';

export const catalogBundles = (peers: Pick<Peers, 'json'>): Bundles => ({
  start: (drive, opId, request) => ask(peers, catalogCalls.startBundle, { body: { drive, opId, request } }),
  admit: (bundle) => ask(peers, catalogCalls.admitBundle, { body: bundle }),
});

export const catalogUnusedBlobs = (peers: Pick<Peers, 'json'>): UnusedBlobs => ({
  async among(drive, blobIds) {
    const body = { drive, blobIds: [...blobIds] };
    return (await ask(peers, catalogCalls.unusedBlobs, { body })).unused;
  },
});

export const takeoutSource = (peers: Peers): TakeoutSource => ({
  tree: async (drive) => (await askBytes(peers, catalogCalls.driveTree, { params: { drive } })).body,
  bookmarks: async (drive) =>
    (await askBytes(peers, catalogCalls.driveBookmarks, { params: { drive } })).body,
  settings: async (drive) => (await ask(peers, billingCalls.accountContent, { params: { drive } })).settings,
});
