import type { DriveId } from '@skyshelf/contracts';
import type { Storage } from '../storage.js';
import { problem, type Problem } from './problem.js';

const MOST = 1000;

/** Counters that differ from a recount. */
export async function checkUnnamed(
  { checked }: Pick<Storage, 'checked'>,
  drive: DriveId | null,
): Promise<Problem[]> {
  const wrong = await checked.wrongCounters(drive);
  return wrong.slice(0, MOST).map((each) => {
    const message = `${each.counted} bytes of drive ${each.drive} count as named by no element, ${each.actual} are.`;
    return problem('unnamed-bytes', message, { drive: each.drive });
  });
}
