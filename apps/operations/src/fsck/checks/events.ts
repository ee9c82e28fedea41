import { type DriveId, internalRoutes, type ServiceName } from '@skyshelf/contracts';
import { ask } from '@skyshelf/peers';
import type { Check, Problem } from '../finding.js';
import { consumerNames, type Installation, publishers } from '../../installation.js';
import { parkedOf } from '../../parked/parked-entries.js';
import { cursorsOf, readings } from '../../lag/backlog.js';

/** Another process takes over this long after a kill. */
const STANDS_STILL_MS = 60_000;
/** There is always an event younger than this under steady work. */
const YOUNG_MS = 10_000;
const PAUSE_MS = 100;

/** First: then effects are settled for the other checks. */
export const outboxes: Check = {
  name: 'outboxes',
  *subjects(installation) {
    for (const service of publishers) {
      yield { service, drive: null, look: () => lookAtOutbox(installation, service) };
    }
  },
};

async function lookAtOutbox({ peers, pause }: Installation, service: ServiceName): Promise<Problem[]> {
  for (let waited = 0; ; waited += PAUSE_MS) {
    const { events, oldestAgeMs } = await ask(peers, internalRoutes.outboxDepth, { service });
    if (events === 0) return [];
    if (oldestAgeMs > STANDS_STILL_MS) {
      const message = 'Events wait to be published for more than a minute: the relay does not come through.';
      return [{ rule: 'events-published', message }];
    }
    if (oldestAgeMs < YOUNG_MS && waited >= YOUNG_MS) return [];
    await pause(PAUSE_MS);
  }
}

/** A parked drive lacks later effects. */
export const parkedEvents: Check = {
  name: 'parked events',
  *subjects(installation, scope) {
    for (const service of consumerNames) {
      yield {
        service,
        drive: null,
        look: async () =>
          (await parkedOf(installation, service))
            .filter((entry) => scope.drive === null || entry.drive === scope.drive)
            .map(({ event, drive, tries, error }) => ({
              rule: 'nothing-parked',
              message: `${event.type} (${event.id}) of drive ${drive} is parked after ${tries} tries: ${error.message}`,
              about: { drive },
            })),
      };
    }
  },
};

interface Cursor {
  source: ServiceName;
  drive: DriveId;
  version: number;
  epoch?: number | undefined;
  made?: string | undefined;
}

/**
 * A consumer must have passed the very event that its source has at this version: after a restore it may be
 * another one, or none. The time also shows a restore that was never announced.
 */
export const cursors: Check = {
  name: 'cursors',
  async *subjects(installation, { drive }) {
    for (const { consumer, source } of readings) {
      const choice = { consumer, source, ...(drive !== null && { drive }) };
      for await (const cursor of cursorsOf(installation, choice)) {
        const subject = { service: consumer, drive: cursor.drive };
        yield { ...subject, look: () => lookAtCursor(installation, { source, ...cursor }) };
      }
    }
  },
};

async function lookAtCursor({ peers }: Installation, cursor: Cursor): Promise<Problem[]> {
  const { source, drive, version, epoch, made } = cursor;
  const query = { drive, after: version - 1, limit: 1 };
  const [event] = await ask(peers, internalRoutes.driveEvents, { service: source, query });
  const passed = `It has passed version ${version} of ${source}'s drive ${drive}`;
  if (event?.version !== version)
    return [{ rule: 'cursor-within-stream', message: `${passed}, which is not in the stream.` }];
  if (made === undefined || (event.at === made && (event.epoch ?? 0) === epoch)) return [];
  const message = `${passed} as an event made at ${made}; in the stream it is ${event.id}, made at ${event.at}.`;
  return [{ rule: 'cursor-within-stream', message }];
}
