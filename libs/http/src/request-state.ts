import type { Context } from '@opentelemetry/api';
import type { InternalContract, RouteContract } from '@skyshelf/contracts';
import type { Caller, IdSource } from '@skyshelf/tokens';
import type { RefusalCheck } from './declared-refusals.js';

/** What a route says about itself, as its handler's metadata. */
export interface RouteRules {
  contract?: RouteContract | InternalContract;
  /**
   * Found at the internal port only, and open only to `Authorization: Internal <key>`. Every path under `/internal/` is, whether it says so or not.
   */
  internal?: boolean;
  /** Of an internal route: opened by the token for metrics too. */
  scraped?: boolean;
  /** Answers also while the service stops. Routes between services do: requests that have begun elsewhere may need them. */
  whileStopping?: boolean;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    rules?: RouteRules;
  }
  interface FastifyRequest {
    /** Who calls; null for a visitor and on public and internal routes. */
    caller: Caller | null;
    /** The trace this request belongs to. */
    trace: Context | null;
  }
  interface FastifyInstance {
    idSource: IdSource;
    checkRefusal: RefusalCheck;
  }
}
