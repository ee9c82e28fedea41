import type { Metrics } from '@skyshelf/telemetry';
import type { IdSource, KeyList, TokenVerifier } from '@skyshelf/tokens';
import type { Logger } from 'pino';

/** What answering requests needs from the process that starts a service. */
export interface HttpDeps {
  logger: Logger;
  metrics: Metrics;
  ids: IdSource;
  tokens: TokenVerifier;
  /** A caller with one of them may call `/internal/…`: `Authorization: Internal <key>`. */
  internalKeys: KeyList;
  /** What opens `/metrics`, and nothing else: `Authorization: Bearer <token>`. Absent: internal keys alone do. */
  metricsToken?(): string | undefined;
  /** Whether an account may call what is for admins. Absent: none may. */
  isAdmin?(sub: string): boolean;
}
