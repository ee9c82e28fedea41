import type { Context } from '@opentelemetry/api';
import type { InternalContract, RouteContract } from '@skyshelf/contracts';
import type { Caller, IdSource } from '@skyshelf/tokens';
import type { RefusalCheck } from './declared-refusals.js';

export interface RouteRules {
  contract?: RouteContract | InternalContract;
  /** At the internal port only, by `Authorization: Internal <key>`. Implied under `/internal/`. */
  internal?: boolean;
  /** Also opened by the metrics token. */
  scraped?: boolean;
  /** Also while stopping, as routes between services: requests begun elsewhere may need them. */
  whileStopping?: boolean;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    rules?: RouteRules;
  }
  interface FastifyRequest {
    /** Null for a visitor and on public and internal routes. */
    caller: Caller | null;
    trace: Context | null;
  }
  interface FastifyInstance {
    idSource: IdSource;
    checkRefusal: RefusalCheck;
  }
}
