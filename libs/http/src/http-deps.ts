import type { Metrics } from '@skyshelf/telemetry';
import type { IdSource, KeyList, TokenVerifier } from '@skyshelf/tokens';
import type { Logger } from 'pino';

export interface HttpDeps {
  logger: Logger;
  metrics: Metrics;
  ids: IdSource;
  tokens: TokenVerifier;
  /** They open `/internal/…`: `Authorization: Internal <key>`. */
  internalKeys: KeyList;
  /** Opens `/metrics` only: `Authorization: Bearer <token>`. Absent: internal keys alone do. */
  metricsToken?(): string | undefined;
  /** Absent: no one is. */
  isAdmin?(sub: string): boolean;
  /** Commands and uploads are refused. */
  readOnly?: boolean;
}
