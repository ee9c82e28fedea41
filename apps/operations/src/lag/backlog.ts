import { type CursorPage, type DriveId, internalRoutes, type ServiceName } from '@skyshelf/contracts';
import { ask } from '@skyshelf/peers';
import {
  type ConsumerName,
  consumerNames,
  type Installation,
  sourcesOf,
  type StreamService,
  streamServices,
} from '../installation.js';
import { drivesOf } from '../drives.js';
import { parkedOf } from '../parked/parked-entries.js';

const PAGE = 1000;

interface CursorChoice {
  consumer: ServiceName;
  source: ServiceName;
  /** Default: all drives. */
  drive?: DriveId;
}

/** Order: by drive id. */
export async function* cursorsOf(
  { peers }: Pick<Installation, 'peers'>,
  { consumer, source, drive }: CursorChoice,
): AsyncGenerator<CursorPage['cursors'][number]> {
  for (let after: DriveId | null = null, more = true; more;) {
    const query = { source, drive, limit: PAGE, ...(after !== null && { after }) };
    const page: CursorPage = await ask(peers, internalRoutes.allCursors, { service: consumer, query });
    yield* page.cursors;
    after = page.next;
    more = after !== null;
  }
}

export interface Reading {
  consumer: ConsumerName;
  source: StreamService;
}

interface DriveLag extends Reading {
  drive: DriveId;
  /** It is 0 before the first. */
  passed: number;
  version: number;
}

/** Unordered events are not tracked, only counted in the outboxes. */
export const readings: readonly Reading[] = consumerNames.flatMap((consumer) =>
  streamServices
    .filter((source) => sourcesOf(consumer).includes(source))
    .map((source) => ({ consumer, source })),
);

/** Leaves out parked drives. Skips are noted within two seconds, so it may be a few events too high. */
export async function* driveLags(installation: Installation, reading: Reading): AsyncGenerator<DriveLag> {
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

/** The first event not passed, if any. */
export async function waitingSince({ peers }: Installation, behind: DriveLag): Promise<Date | null> {
  const { drive, passed, source } = behind;
  const query = { drive, after: passed, limit: 1 };
  const [event] = await ask(peers, internalRoutes.driveEvents, { service: source, query });
  return event ? new Date(event.at) : null;
}

/** The time exceeds that of restarts which stop consumers. */
const TIMEOUT_MS = 60_000;
/** An event older than this is stuck rather than on its way. */
const STUCK_MS = 5 * 60_000;
const PAUSE_MS = 500;

/** Waits for all events before a moment, at most a minute; not for parked or stuck ones. */
export async function eventsPassed(
  installation: Installation,
  before: Date,
  signal: AbortSignal,
): Promise<void> {
  for (let waited = 0; waited < TIMEOUT_MS; waited += PAUSE_MS) {
    signal.throwIfAborted();
    if (!(await someOnTheirWay(installation, before))) return;
    await installation.pause(PAUSE_MS);
  }
}

async function someOnTheirWay(installation: Installation, before: Date): Promise<boolean> {
  for (const reading of readings) {
    for await (const behind of driveLags(installation, reading)) {
      const since = await waitingSince(installation, behind);
      if (since && since < before && before.getTime() - since.getTime() < STUCK_MS) return true;
    }
  }
  return false;
}
