import type { CreatedService } from '@skyshelf/service';
import type { RevokedSessions } from '@skyshelf/tokens';
import { Revocations } from './revocations.js';

/**
 * For one process: the gateway's own list.
 * @param gateway asked at the first request, so services may be made in any order
 */
export function inProcessRevocations(gateway: () => CreatedService): RevokedSessions {
  let known: Revocations | undefined;
  const revocations = (): Revocations => (known ??= gateway().app.get<Revocations, Revocations>(Revocations));
  return {
    has: (sid) => revocations().has(sid),
    get stale() {
      return revocations().stale;
    },
    // It follows the database by itself.
    catchUp: async () => {},
  };
}
