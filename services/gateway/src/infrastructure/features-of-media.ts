import { mediaCalls } from '@skyshelf/contracts';
import { ask, type Peers } from '@skyshelf/peers';
import type { HealthCheck } from '@skyshelf/service';
import type { Clock } from '@skyshelf/tokens';
import type { Logger } from '@skyshelf/telemetry';

/** Programs are installed and removed by hand: no one needs to know within the second. */
const ASK_EVERY_MS = 30_000;

/**
 * Tells in the gateway's `/health` which features of media are off, where media is a process of its own. A media that does not answer
 * keeps no gateway from its work.
 */
export function featuresOfMedia({
  peers,
  clock,
  logger,
}: {
  peers: Peers;
  clock: Clock;
  logger: Logger;
}): HealthCheck {
  let known: { at: number; off: string[] } | undefined;
  const findOff = async (): Promise<string[]> => {
    const told = await ask(peers, mediaCalls.features);
    return Object.values(told).flatMap(({ status, hint }) => (status === 'off' && hint ? [hint] : []));
  };
  return {
    name: 'video',
    isPublic: true,
    check: async () => {
      const now = clock.now().getTime();
      try {
        if (!known || now - known.at > ASK_EVERY_MS) known = { at: now, off: await findOff() };
      } catch (error) {
        logger.warn({ err: error }, 'media does not tell which of its features are off');
        return { status: 'degraded', hint: 'Media does not answer: thumbnails wait.' };
      }
      return known.off.length > 0 ? { status: 'off', hint: known.off.join(' ') } : { status: 'ok' };
    },
  };
}
