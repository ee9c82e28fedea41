import { catalogCalls } from '@skyshelf/contracts';
import { ask, type Peers } from '@skyshelf/peers';
import type { LiveFilmsDeps } from '../application/live-films.js';
import type { Reach } from '@skyshelf/tokens';
import type { Elements } from '../application/ports.js';

export const createPeerElements = (peers: Peers): Elements => ({
  own: (reach, elementId) =>
    ask(peers, catalogCalls.ownElement, {
      params: { drive: reach.drive, elementId },
      query: withinOf(reach),
    }),
});

const withinOf = ({ scope }: Reach) => (scope?.roots ? { within: [...scope.roots] } : {});

/** Asks each time: a deletion counts from its acknowledgement on. */
export const isLiveAtPeer =
  (peers: Peers): LiveFilmsDeps['isLive'] =>
  async (reach, blobId) => {
    const question = { drive: reach.drive, blobIds: [blobId], known: null, ...withinOf(reach) };
    const body = { questions: [question] };
    const { answers } = await ask(peers, catalogCalls.liveFiles, { body });
    return answers[0]?.live?.includes(blobId) ?? false;
  };
