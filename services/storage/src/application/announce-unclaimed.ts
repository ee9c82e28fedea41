import type { Storage } from './storage.js';

const BATCH = 200;

/**
 * Announces complete uploads of which the browser made no elements (decision 008).
 * @returns how many
 */
export async function announceUnclaimed({
  announcements,
  clock,
}: Pick<Storage, 'announcements' | 'clock'>): Promise<number> {
  let announced = 0;
  for (const blob of await announcements.due(clock.now(), BATCH))
    if (await announcements.announce(blob)) announced += 1;
  return announced;
}
