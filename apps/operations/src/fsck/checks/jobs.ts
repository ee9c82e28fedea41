import { mediaCalls } from '@skyshelf/contracts';
import { ask } from '@skyshelf/peers';
import type { Check, Problem } from '../check.js';

/** Every piece of media's work comes to an end. */
export const stuckJobs: Check = {
  name: 'jobs',
  *subjects({ peers }, { drive }) {
    const look = async (): Promise<Problem[]> =>
      (await ask(peers, mediaCalls.checkJobs)).problems.filter(
        ({ about }) => drive === null || about?.drive === drive,
      );
    yield { service: 'media', drive: null, look };
  },
};
