import type { HealthCheck } from '@skyshelf/service';
import type { Logger } from '@skyshelf/telemetry';
import { exposureWarnings } from '../domain/public-exposure.js';
import type { ProviderConfig } from '../domain/provider.js';
import type { GatewayConfig } from '../gateway.config.js';

export interface ExposureDeps {
  publicUrl: string;
  config: Pick<GatewayConfig, 'trustedProxies'>;
  providers: readonly ProviderConfig[];
  logger: Logger;
}

/** Says in the log, once at the start, and in `/health` what is unsafe about the way from outside. Requests are answered all the same. */
export function exposureCheck({ publicUrl, config, providers, logger }: ExposureDeps): HealthCheck {
  const warnings = exposureWarnings({
    publicUrl,
    trustedProxies: config.trustedProxies ?? null,
    providers,
  });
  for (const warning of warnings) logger.warn(warning);
  const hint = warnings.join(' ');
  return {
    name: 'gateway.exposure',
    check: async () => (hint ? { status: 'degraded', hint } : { status: 'ok' }),
  };
}
