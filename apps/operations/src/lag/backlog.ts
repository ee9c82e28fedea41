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

/** A consumer of a stream. */
export interface Reading {
  consumer: ConsumerName;
  source: StreamService;
}

/** A drive whose stream a consumer has not followed to its end. */
export interface Behind extends Reading {
  drive: DriveId;
  /** The last version it has passed; 0 for none. */
  passed: number;
  /** The last version there is. */
  version: number;
}

/** Who follows whose streams. Events without an order are not here: they are handed over and forgotten, what is left of them is in the outboxes. */
export const readings: readonly Reading[] = consumerNames.flatMap((consumer) =>
  streamServices
    .filter((source) => sourcesOf(consumer).includes(source))
    .map((source) => ({ consumer, source })),
);

/**
 * The drives that a consumer is behind with, parked ones left out; read drive by drive, so it takes no memory. A consumer notes what it skips or repeats
 * within two seconds, so a few events less may be behind than are told.
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

/** When the first event was made that a consumer has not passed of a drive; null when there is none (any more). */
export async function waitingSince({ peers }: Installation, behind: Behind): Promise<Date | null> {
  const { drive, passed, source } = behind;
  const query = { drive, after: passed, limit: 1 };
  const [event] = await ask(peers, internalRoutes.driveEvents, { service: source, query });
  return event ? new Date(event.at) : null;
}
