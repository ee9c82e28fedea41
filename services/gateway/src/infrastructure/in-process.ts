import type { ServiceName } from '@skyshelf/contracts';
import type { CreatedService, RunningService } from '@skyshelf/service';
import type { RevokedSessions } from '@skyshelf/tokens';
import type { HandOver } from '../gateway.runtime.js';
import { Revocations } from './revocations.js';

/** @param serviceOf asked at each request, so services may be made in any order */
export const inProcessHandOver =
  (serviceOf: (service: ServiceName) => Pick<RunningService, 'handle'>): HandOver =>
  (service, request, response) =>
    serviceOf(service).handle(request, response);

/**
 * The gateway's own list.
 * @param gateway asked at the first request
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
