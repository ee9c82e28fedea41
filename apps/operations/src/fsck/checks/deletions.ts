import { gatewayCalls } from '@skyshelf/contracts';
import { ask } from '@skyshelf/peers';
import type { Check } from '../check.js';

export const deletions: Check = {
  name: 'deletions',
  *subjects({ peers }, { drive }) {
    yield {
      service: 'gateway',
      drive: null,
      look: async () =>
        (await ask(peers, gatewayCalls.checkDeletions)).problems.filter(
          ({ about }) => drive === null || about?.drive === drive,
        ),
    };
  },
};
