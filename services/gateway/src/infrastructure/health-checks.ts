import { ConfigError } from '@skyshelf/config';
import { type HealthCheck, paymentEndpoints } from '@skyshelf/service';
import type { Logger } from '@skyshelf/telemetry';
import type { EventBus } from '@skyshelf/event-bus';
import { internalRoutes, type ServiceName } from '@skyshelf/contracts';
import { ask, type Peers } from '@skyshelf/peers';
import type { Clock } from '@skyshelf/tokens';
import { exposureWarnings, isOnLoopback } from '../domain/public-exposure.js';
import type { ProviderConfig } from '../domain/provider.js';
import type { GatewayConfig } from '../gateway.config.js';
import type { CompanionLink } from '../application/companion-link.js';

export interface ExposureDeps {
  publicUrl: string;
  config: Pick<GatewayConfig, 'trustedProxies'>;
  providers: readonly ProviderConfig[];
  logger: Logger;
}

/**
 * The operator's address may be a proxy's, and so all callers'.
 * @throws ConfigError when addresses are exempt from limits and others can reach this process
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

/**
 * A new replica takes no requests until it hears live changes, or its pages would learn of them late.
 * Without Kafka it does after a while.
 */
export const liveCheck = ({ bus }: { bus: Pick<EventBus, 'liveState'> }): HealthCheck => ({
  name: 'gateway.live',
  once: true,
  check: async () => {
    const state = bus.liveState();
    if (state === 'joined') return { status: 'ok' };
    if (state === 'joining') return { status: 'failed', hint: 'It does not hear live changes yet.' };
    return { status: 'degraded', hint: 'Live changes wait until Kafka can be reached.' };
  },
});

export function paymentsCheck(config: GatewayConfig): HealthCheck {
  const place = paymentEndpoints(config);
  return {
    name: 'payments',
    isPublic: true,
    check: async () => {
      if (!place) return { status: 'off', hint: OFF_HINT };
      return place.provider === 'local' ? { status: 'ok', hint: LOCAL_HINT } : { status: 'ok' };
    },
  };
}

/** Terms and privacy policy name who is responsible; the pages read well without, but the law may ask for it. */
export const operatorCheck = ({ operatorName, operatorAddress }: GatewayConfig): HealthCheck => ({
  name: 'operator',
  isPublic: true,
  check: async () => {
    const missing = [
      ...(operatorName === undefined ? ['OPERATOR_NAME'] : []),
      ...(operatorAddress === undefined ? ['OPERATOR_ADDRESS'] : []),
    ];
    if (missing.length === 0) return { status: 'ok' };
    return {
      status: 'off',
      hint: `Terms and privacy policy name no operator: set ${missing.join(' and ')}.`,
    };
  },
});

const OFF_HINT = 'Plans cannot be bought: set PAYMENT_RECEIVER, see docs/outside-parties.md.';
const LOCAL_HINT =
  'Payments go to a stand-in on this machine, and no money moves. Set PAYMENT_RECEIVER for PayPal.';

/** Known once a user has asked for one; users only read that it is not set up. */
export const sourcesCheck = (companion: Pick<CompanionLink, 'hints'>): HealthCheck => ({
  name: 'gateway.sources',
  check: async () => {
    const hints = companion.hints();
    return hints.length > 0 ? { status: 'off', hint: hints.join(' ') } : { status: 'ok' };
  },
});

/** Programs are installed by hand: no hurry. */
const ASK_EVERY_MS = 30_000;

interface FeatureDeps {
  peers: Peers;
  clock: Clock;
  logger: Logger;
}

interface Asked {
  service: ServiceName;
  away: string;
}

type Features = Record<string, { status: string; hint?: string | undefined }>;

/** A silent service doesn't stop the gateway: null. */
function featuresAsked({ peers, clock, logger }: FeatureDeps, service: ServiceName) {
  let known: { at: number; features: Promise<Features | null> } | undefined;
  const askNow = async (): Promise<Features | null> => {
    try {
      return await ask(peers, internalRoutes.features, { service });
    } catch (error) {
      known = undefined;
      logger.warn({ err: error }, `${service} does not tell which of its features are off`);
      return null;
    }
  };
  return (): Promise<Features | null> => {
    const now = clock.now().getTime();
    if (!known || now - known.at > ASK_EVERY_MS) known = { at: now, features: askNow() };
    return known.features;
  };
}

export function featuresOf(
  deps: FeatureDeps,
  { service, name, away }: Asked & { /** In `/health`. */ name: string },
): HealthCheck {
  const asked = featuresAsked(deps, service);
  return {
    name,
    isPublic: true,
    check: async () => {
      const features = await asked();
      if (!features) return { status: 'degraded', hint: away };
      const off = Object.values(features).flatMap(({ status, hint }) =>
        status === 'off' && hint ? [hint] : [],
      );
      return off.length > 0 ? { status: 'off', hint: off.join(' ') } : { status: 'ok' };
    },
  };
}

/** Each under its own name, with what the service says of it. */
export function eachFeatureOf(
  deps: FeatureDeps,
  { service, names, away }: Asked & { names: readonly string[] },
): HealthCheck[] {
  const asked = featuresAsked(deps, service);
  return names.map((name) => ({
    name,
    isPublic: true,
    check: async () => {
      const { status, hint } = (await asked())?.[name] ?? { status: 'degraded', hint: away };
      const known = status === 'ok' || status === 'off' ? status : 'degraded';
      return { status: known, ...(hint !== undefined && { hint }) };
    },
  }));
}
