import type { Storage } from './storage.js';

const BATCH = 200;

/**
 * Tells the others of complete uploads whose browser did not turn them into elements itself: the tab is gone, or the line is cut. Mostly there are none,
 * since catalog names a blob long before it is due. From then on its bytes are in the counter of its drive. See docs/decisions/008-uploads-are-announced-late.md.
 * @returns how many were announced
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
