import { internalRoutes } from '@skyshelf/contracts';
import { ask } from '@skyshelf/peers';
import type { Check, Problem } from '../check.js';
import { drivesInScope, countInScope } from '../drives-in-scope.js';
import { streamServices } from '../../services.js';

export const drives: Check = {
  name: 'drives',
  total: countInScope,
  async *subjects(installation, scope) {
    for (const service of streamServices) {
      for await (const drive of drivesInScope(installation, service, scope)) {
        const call = { service, params: { drive } };
        const look = async (): Promise<Problem[]> =>
          (await ask(installation.peers, internalRoutes.driveCheck, call)).problems;
        yield { service, drive, look };
      }
    }
  },
};
