import { internalRoutes } from '@skyshelf/contracts';
import { ask } from '@skyshelf/peers';
import { jobServices } from '../../services.js';
import type { Check } from '../check.js';

export const stuckJobs: Check = {
  name: 'jobs',
  *subjects({ peers }, { drive }) {
    for (const service of jobServices) {
      yield {
        service,
        drive: null,
        look: async () =>
          (await ask(peers, internalRoutes.checkJobs, { service })).problems.filter(
            ({ about }) => drive === null || about?.drive === drive,
          ),
      };
    }
  },
};
