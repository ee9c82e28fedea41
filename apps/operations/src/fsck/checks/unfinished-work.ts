import { gatewayCalls, internalRoutes, type ServiceName } from '@skyshelf/contracts';
import { ask } from '@skyshelf/peers';
import type { Check, Problem } from '../finding.js';
import { type Installation, jobServices } from '../../installation.js';
import { claimsOf } from '../../archive/restore-claim.js';

/** Sweeps run every few minutes; what is older, milliseconds, stays. */
const GRACE_MS = 30 * 60_000;

export const leftovers: Check = {
  name: 'cut-off uploads',
  *subjects(installation, { drive }) {
    if (drive !== null) return;
    for (const service of ['catalog', 'storage'] as const)
      yield { service, drive: null, look: () => look(installation, service) };
  },
};

async function look({ peers, now }: Installation, service: ServiceName): Promise<Problem[]> {
  const query = { before: new Date(now().getTime() - GRACE_MS) };
  return (await ask(peers, internalRoutes.leftovers, { service, query })).problems;
}

/** An interrupted import's drive is incomplete; no one can sign in. */
export const imports: Check = {
  name: 'imports',
  *subjects(installation, scope) {
    const look = async (): Promise<Problem[]> => {
      const claims = await claimsOf(installation);
      return claims
        .filter(({ drive, underWay }) => !underWay && (scope.drive ?? drive) === drive)
        .map(({ drive }) => ({
          rule: 'import-ended',
          message: `An import of the drive ${drive} was broken off and has left some of it.`,
          about: { drive },
        }));
    };
    yield { service: 'catalog', drive: null, look };
  },
};

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
