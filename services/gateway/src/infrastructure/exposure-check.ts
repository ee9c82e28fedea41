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
 * A process reachable from outside exempts no one from limits: the operator's address may be a proxy's, and
 * so all callers'.
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

/** Logged once, and in `/health`; requests are answered. */
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
