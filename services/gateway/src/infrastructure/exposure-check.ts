import { ConfigError } from '@skyshelf/config';
import type { HealthCheck } from '@skyshelf/service';
import type { Logger } from '@skyshelf/telemetry';
import { exposureWarnings, isOnLoopback } from '../domain/public-exposure.js';
import type { ProviderConfig } from '../domain/provider.js';
import type { GatewayConfig } from '../gateway.config.js';

export interface ExposureDeps {
  publicUrl: string;
  config: Pick<GatewayConfig, 'trustedProxies'>;
  providers: readonly ProviderConfig[];
  logger: Logger;
}

/**
 * Who can be reached from elsewhere exempts no one from limits: an address that the operator means as his own may be the one that all calls come from, a proxy's.
 * @throws ConfigError when addresses are exempt all the same
 */
export function refuseExemptions(
  { unlimitedAddresses = [] }: Pick<GatewayConfig, 'unlimitedAddresses'>,
  publicUrl: string,
): void {
  if (unlimitedAddresses.length === 0 || isOnLoopback(publicUrl)) return;
  throw new ConfigError('Skyshelf', [
    `RATE_UNLIMITED: given ${unlimitedAddresses.join(',')}, but others can reach PUBLIC_URL ${publicUrl}: no one is exempt from limits there. Leave it out, and set RATE_READ, RATE_COMMAND, RATE_UPLOAD, RATE_SIGN_IN or RATE_ADDRESS_FACTOR higher instead.`,
  ]);
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
