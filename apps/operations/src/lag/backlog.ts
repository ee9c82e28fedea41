import { internalRoutes, type DriveId } from '@skyshelf/contracts';
import { ask } from '@skyshelf/peers';
import { drivesOf } from '../drives.js';
import type { Installation } from '../installation.js';
import { parkedOf } from '../parked/parked-of.js';
import { cursorsOf } from './cursors-of.js';
import {
  consumerNames,
  sourcesOf,
  streamServices,
  type ConsumerName,
  type StreamService,
} from '../services.js';

export interface Reading {
  consumer: ConsumerName;
  source: StreamService;
}

export interface Behind extends Reading {
  drive: DriveId;
  /** 0 for none. */
  passed: number;
  version: number;
}

/** Unordered events are not tracked: what is left of them is in the outboxes. */
export const readings: readonly Reading[] = consumerNames.flatMap((consumer) =>
  streamServices
    .filter((source) => sourcesOf(consumer).includes(source))
    .map((source) => ({ consumer, source })),
);

/**
 * Without parked ones; streamed. Consumers note skips and repeats within two seconds, so the result may be a
 * few events too high.
 */
export async function* behindWith(installation: Installation, reading: Reading): AsyncGenerator<Behind> {
  const { consumer, source } = reading;
  const parked = new Set(
    (await parkedOf(installation, consumer))
      .filter((entry) => entry.source === source && entry.version !== null)
      .map(({ drive }) => drive),
  );
  const cursors = cursorsOf(installation, { consumer, source });
  let cursor = await cursors.next();
  for await (const { drive, version } of drivesOf(installation, source)) {
    while (!cursor.done && cursor.value.drive < drive) cursor = await cursors.next();
    const passed = !cursor.done && cursor.value.drive === drive ? cursor.value.version : 0;
    if (passed < version && !parked.has(drive)) yield { ...reading, drive, passed, version };
  }
}

/** The first event not passed; null when there is none. */
export async function waitingSince({ peers }: Installation, behind: Behind): Promise<Date | null> {
  const { drive, passed, source } = behind;
  const query = { drive, after: passed, limit: 1 };
  const [event] = await ask(peers, internalRoutes.driveEvents, { service: source, query });
  return event ? new Date(event.at) : null;
}
