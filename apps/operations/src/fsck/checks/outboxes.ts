import { internalRoutes, type ServiceName } from '@skyshelf/contracts';
import { ask } from '@skyshelf/peers';
import type { Check, Problem } from '../check.js';
import type { Installation } from '../../installation.js';
import { publishers } from '../../services.js';

/** Mostly published at once; after a kill another process takes over within so long, milliseconds. */
const STANDS_STILL_MS = 60_000;
/** Under steady work there is always a young one. */
const YOUNG_MS = 10_000;
const PAUSE_MS = 100;

/** Then what the other checks see is settled. */
export const outboxes: Check = {
  name: 'outboxes',
  *subjects(installation) {
    for (const service of publishers) {
      yield { service, drive: null, look: () => look(installation, service) };
    }
  },
};

async function look({ peers, pause }: Installation, service: ServiceName): Promise<Problem[]> {
  for (let waited = 0; ; waited += PAUSE_MS) {
    const { events, oldestAgeMs } = await ask(peers, internalRoutes.outboxDepth, { service });
    if (events === 0) return [];
    if (oldestAgeMs > STANDS_STILL_MS) {
      const message = 'Events wait to be published for more than a minute: the relay does not come through.';
      return [{ rule: 'events-published', message }];
    }
    if (oldestAgeMs < YOUNG_MS && waited >= YOUNG_MS) return [];
    await pause(PAUSE_MS);
  }
}
