import type { EventMessage } from '@skyshelf/contracts';
import type { EventSource } from '../port.js';
import { BEGINNING, markOf, type StreamMark } from './cursors.js';

type StreamRead = Pick<EventSource, 'after'>;
type Drive = EventMessage['drive'];

/** Whether the source has this very event, and so all before it. */
export async function hasPassed(source: StreamRead, drive: Drive, mark: StreamMark): Promise<boolean> {
  if (mark.version === 0) return true;
  const event = await eventAt(source, drive, mark.version);
  return event !== null && (event.epoch ?? 0) === mark.epoch;
}

/**
 * The last event that both have, by a binary search: the epochs of a stream never fall. The source was restored
 * from a copy of the mark's epoch, or of an earlier one; then it shares an unknown part, and all counts as new.
 * @param mark of an event that the source does not have
 */
export async function lastShared(source: StreamRead, drive: Drive, mark: StreamMark): Promise<StreamMark> {
  let shared = BEGINNING;
  let from = 1;
  let to = mark.version - 1;
  while (from <= to) {
    const middle = (from + to) >>> 1;
    const event = await eventAt(source, drive, middle);
    if (event && (event.epoch ?? 0) <= mark.epoch) {
      shared = markOf(event, middle);
      from = middle + 1;
    } else to = middle - 1;
  }
  return shared.epoch === mark.epoch ? shared : BEGINNING;
}

async function eventAt(source: StreamRead, drive: Drive, version: number): Promise<EventMessage | null> {
  const [event] = await source.after(drive, version - 1, 1);
  return event?.version === version ? event : null;
}
