import type { Metrics } from '@skyshelf/telemetry';
import type { IdSource, TokenVerifier } from '@skyshelf/tokens';
import type { Logger } from 'pino';

/** What answering requests needs from whoever starts a service. */
export interface HttpDeps {
  logger: Logger;
  metrics: Metrics;
  ids: IdSource;
  tokens: TokenVerifier;
  /** The installation's secret for `/internal/…`: `Authorization: Internal <secret>`. */
  internalSecret: string;
}
