import type { HistoryRecord } from '../history/records.js';
import { apiReader, type Listed } from './api-listing.js';
import { commandsOf, expectedDrives, type Command, type ExpectedDrive } from './expected-drive.js';
import type { Report } from './finding.js';
import { openObjects, type Objects, type S3Location } from './objects.js';
import { recordsOf } from './read-history.js';
import { replay, type ReplayedDrive } from './replay.js';
import type { EventDocument, ShelfDatabase } from './shelf-database.js';

/** The checker's input besides the history. */
export interface EndState {
  gateways: string[];
  mongodbUri: string;
  databasePrefix: string;
  objects: { folder: string } | S3Location;
  fsck: { command: string[]; env: Record<string, string> };
  /** Besides the users of the history there are others, whose bytes are not judged. */
  hasOthers?: boolean;
}

/** One user's drive from all sides. */
export interface InspectedDrive {
  user: string;
  token: string;
  drive: string;
  expected: ExpectedDrive;
  /** Order: by version. */
  events: EventDocument[];
  replayed: ReplayedDrive;
  /** The elements as the API shows them in the end. */
  listed: Listed[];
}

/** Everything the rules look at, read once. */
export interface Inspection {
  history: readonly HistoryRecord[];
  commands: readonly Command[];
  drives: readonly InspectedDrive[];
  database: ShelfDatabase;
  objects: Objects;
  end: EndState;
  report: Report;
  /**
   * When each event was sent to its topic, each time, milliseconds since 1970; null where events don't travel
   * over Kafka.
   */
  wire: ReadonlyMap<string, readonly number[]> | null;
}

/** @throws Error when the installation does not answer */
export async function inspect(
  history: readonly HistoryRecord[],
  end: EndState,
  database: ShelfDatabase,
  report: Report,
  wire: ReadonlyMap<string, readonly number[]> | null,
): Promise<Inspection> {
  const expected = expectedDrives(history);
  const drives: InspectedDrive[] = [];
  for (const { user, token } of recordsOf(history, 'user')) {
    const drive = driveOf(token);
    const found = await database.all<EventDocument>('catalog', 'events', { drive });
    const events = found.sort((left, right) => (left.version ?? 0) - (right.version ?? 0));
    const expectation = expected.get(user);
    if (!expectation) continue;
    const gateway = end.gateways[0] ?? '';
    const listed = await apiReader(gateway, token).everything();
    drives.push({ user, token, drive, expected: expectation, events, replayed: replay(events), listed });
  }
  return {
    history,
    commands: commandsOf(history),
    drives,
    database,
    objects: openObjects(end.objects),
    end,
    report,
    wire,
  };
}

/** The drive that a token speaks for. */
function driveOf(token: string): string {
  const [, payload = ''] = token.split('.');
  const { drive } = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as { drive: string };
  return drive;
}
