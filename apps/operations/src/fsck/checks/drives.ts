import { problemList } from '@skyshelf/contracts';
import type { Check, Problem } from '../check.js';
import { drivesInScope, countInScope } from '../drives-in-scope.js';
import { streamServices } from '../../services.js';

/** What the owners of streams say about each of their drives: read model, names, tree, counters. */
export const drives: Check = {
  name: 'drives',
  total: countInScope,
  async *subjects(installation, scope) {
    for (const service of streamServices) {
      for await (const drive of drivesInScope(installation, service, scope)) {
        const path = `/internal/drives/${drive}/check`;
        const look = async (): Promise<Problem[]> =>
          problemList.parse(await installation.peers.json(service, path)).problems;
        yield { service, drive, look };
      }
    }
  },
};
