import { setTimeout as sleep } from 'node:timers/promises';
import { seededRandom } from '../seeded-random.js';
import type { Target } from '../target/target.js';

/** The operator's actions during a run, so many milliseconds apart. */
export interface OperatorWork {
  /** Rebuilds the read models. */
  rebuildEveryMs?: number;
  /** Gives a consumer all events again. */
  resyncEveryMs?: number;
}

/** These consumers have an order to keep. */
const consumers = ['storage', 'media'];

/** Goes on until the round is over; what fails under faults is tried again next time. */
export async function doOperatorWork(
  target: Target,
  { rebuildEveryMs, resyncEveryMs, seed }: OperatorWork & { seed: string },
  { isOver, done }: { isOver(): boolean; done(): void },
): Promise<void> {
  const random = seededRandom(seed, 'operator');
  const again = async (everyMs: number | undefined, work: () => Promise<void>) => {
    while (everyMs !== undefined && !isOver()) {
      await sleep(everyMs * (0.5 + random.next()));
      await work().then(done, () => undefined);
    }
  };
  await Promise.all([
    again(rebuildEveryMs, () => target.rebuild()),
    again(resyncEveryMs, () => target.resync(random.pick(consumers))),
  ]);
}
