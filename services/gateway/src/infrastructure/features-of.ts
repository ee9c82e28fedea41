import { internalRoutes, type ServiceName } from '@skyshelf/contracts';
import { ask, type Peers } from '@skyshelf/peers';
import type { HealthCheck } from '@skyshelf/service';
import type { Clock } from '@skyshelf/tokens';
import type { Logger } from '@skyshelf/telemetry';

/** Programs are installed by hand: no hurry. */
const ASK_EVERY_MS = 30_000;

interface Asked {
  service: ServiceName;
  /** In `/health`. */
  name: string;
  /** What waits while the service is away. */
  away: string;
}

/** Features of a separate service that are off. A silent service doesn't stop the gateway. */
export function featuresOf(
  { peers, clock, logger }: { peers: Peers; clock: Clock; logger: Logger },
  { service, name, away }: Asked,
): HealthCheck {
  let known: { at: number; off: string[] } | undefined;
  const findOff = async (): Promise<string[]> => {
    const told = await ask(peers, internalRoutes.features, { service });
    return Object.values(told).flatMap(({ status, hint }) => (status === 'off' && hint ? [hint] : []));
  };
  return {
    name,
    isPublic: true,
    check: async () => {
      const now = clock.now().getTime();
      try {
        if (!known || now - known.at > ASK_EVERY_MS) known = { at: now, off: await findOff() };
      } catch (error) {
        logger.warn({ err: error }, `${service} does not tell which of its features are off`);
        return { status: 'degraded', hint: away };
      }
      return known.off.length > 0 ? { status: 'off', hint: known.off.join(' ') } : { status: 'ok' };
    },
  };
}
