import { internalRoutes, type ServiceName } from '@skyshelf/contracts';
import { ask } from '@skyshelf/peers';
import type { Check, Problem } from '../check.js';
import type { Installation } from '../../installation.js';

/** Sweeps clean up every few minutes; after this, milliseconds, a leftover stays for good. */
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
