import type { Check, Problem } from '../check.js';
import { drivesOf, streamServices } from '../../installation.js';

/** What the owners of streams say about each of their drives: read model, names, tree, counters. */
export const drives: Check = {
  name: 'drives',
  async *subjects(installation) {
    for (const service of streamServices) {
      for (const drive of await drivesOf(installation, service)) {
        const path = `/internal/drives/${drive}/check`;
        const look = async (): Promise<Problem[]> =>
          (await installation.peers.json<{ problems: Problem[] }>(service, path)).problems;
        yield { service, drive, look };
      }
    }
  },
};
