import { sizeParts } from '@skyshelf/contracts/rules';
import { available, quotaOf, type DriveRoom } from './drive-room.js';

/** Warns when less than one part of so many is left. */
const NEARLY_FULL_PARTS = 10;

const sizeOf = (bytes: number): string => sizeParts(bytes).join(' ');

/** For the account page. */
export function describeRoom(room: Pick<DriveRoom, 'used' | 'quota' | 'reserved'>): string {
  const quota = quotaOf(room);
  const left = available(room);
  if (room.used > quota)
    return `You have ${sizeOf(room.used - quota)} more than your plan has room for. Reading and deleting work, uploads wait for room.`;
  if (left === 0) return 'Your shelf is full. Delete something, or choose a larger plan.';
  if (left * NEARLY_FULL_PARTS <= quota)
    return `Your shelf is nearly full: there is room for ${sizeOf(left)} more.`;
  return `There is room for ${sizeOf(left)} more.`;
}
