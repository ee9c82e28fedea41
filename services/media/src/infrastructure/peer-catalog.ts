import { catalogCalls } from '@skyshelf/contracts';
import { ask, type Peers } from '@skyshelf/peers';
import type { LiveFilmsDeps } from '../application/live-films.js';
import type { Elements } from '../application/ports.js';

export const createPeerElements = (peers: Peers): Elements => ({
  own: (drive, elementId) => ask(peers, catalogCalls.ownElement, { params: { drive, elementId } }),
});

/** Asks each time: a deletion counts from its acknowledgement on. */
export const isLiveAtPeer =
  (peers: Peers): LiveFilmsDeps['isLive'] =>
  async (drive, blobId) => {
    const body = { questions: [{ drive, blobIds: [blobId], known: null }] };
    const { answers } = await ask(peers, catalogCalls.liveFiles, { body });
    return answers[0]?.live?.includes(blobId) ?? false;
  };
