import { billingCalls, catalogCalls } from '@skyshelf/contracts';
import { ask, askBytes, type Peers } from '@skyshelf/peers';
import type { TakeoutSource } from '../application/takeout/takeouts.js';

export const takeoutSource = (peers: Peers): TakeoutSource => ({
  tree: async (drive) => (await askBytes(peers, catalogCalls.driveTree, { params: { drive } })).body,
  bookmarks: async (drive) =>
    (await askBytes(peers, catalogCalls.driveBookmarks, { params: { drive } })).body,
  settings: async (drive) => (await ask(peers, billingCalls.accountContent, { params: { drive } })).settings,
});
