import { catalogCalls } from '@skyshelf/contracts';
import { ask, type Peers } from '@skyshelf/peers';
import type { Elements } from '../application/ports.js';

export const createPeerElements = (peers: Peers): Elements => ({
  own: (drive, elementId) => ask(peers, catalogCalls.ownElement, { params: { drive, elementId } }),
});
