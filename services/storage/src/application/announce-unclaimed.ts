import type { Storage } from './storage.js';

const BATCH = 200;

/**
 * Announces complete uploads that the browser did not turn into elements: the tab is gone, or the line is cut.
 * Mostly there are none. See docs/decisions/008-uploads-are-announced-late.md.
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
