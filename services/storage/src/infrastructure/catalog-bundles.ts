import { catalogCalls } from '@skyshelf/contracts';
import { ask, type Peers } from '@skyshelf/peers';
import type { Bundles } from '../application/bundles.js';

export const catalogBundles = (peers: Pick<Peers, 'json'>): Bundles => ({
  start: (drive, opId, request) => ask(peers, catalogCalls.startBundle, { body: { drive, opId, request } }),
  admit: (bundle) => ask(peers, catalogCalls.admitBundle, { body: bundle }),
});
