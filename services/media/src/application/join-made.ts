import { createHash } from 'node:crypto';
import type { DerivativeMade } from '@skyshelf/contracts';
import type { JobEvent } from './ports.js';

type MadeEvent = JobEvent & { data: DerivativeMade };

const isMade = (event: JobEvent): event is MadeEvent => event.data.type === 'media.derivative.made';

/** One event a drive: consumers do once what they would do for each. */
export function joinMade(events: readonly JobEvent[]): JobEvent[] {
  const others = events.filter((event) => !isMade(event));
  const ofDrives = Map.groupBy(events.filter(isMade), ({ drive }) => drive);
  return [...others, ...[...ofDrives.values()].flatMap(joined)];
}

function joined(events: readonly MadeEvent[]): JobEvent[] {
  const [first, second] = events;
  if (!first || !second) return [...events];
  const ids = createHash('sha256').update(events.map(({ id }) => id).join('\n'));
  const made = events.map(({ data: { type: _, ...each } }) => each);
  return [
    { ...first, id: `media:made:${ids.digest('base64url')}`, data: { type: 'media.derivatives.made', made } },
  ];
}
