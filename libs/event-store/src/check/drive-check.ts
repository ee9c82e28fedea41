import type { DriveId } from '@skyshelf/contracts';
import type { ClientSession, Db, MongoClient } from 'mongodb';
import { emptyTotals, type Totals } from '../commands/totals.js';
import type { EventRecord } from '../drive-storage.js';
import { collectionsOf, sideOf, type DriveCollections } from '../mongo/collections.js';
import { driveKeyOf, FIRST_GEN, idsUnder } from '../mongo/documents.js';
import { toRecord } from '../mongo/event-document.js';
import { totalsOf } from '../mongo/fence.js';
import { toRow } from '../mongo/row-document.js';
import { sideQueries } from '../mongo/side-queries.js';
import type { DomainEvent, Row } from '../port.js';
import { rulesOf, type StoreOptions } from '../store-options.js';
import { counterFindings, quotaFindings, reservedFindings, sumOf, type Weight } from './check-counters.js';
import { differences, sharedKeys } from './check-rows.js';
import { lostRows, placesOf, type Place } from './check-tree.js';
import type { Finding } from './finding.js';
import { replayForCheck, versionFindings } from './replay-check.js';

export interface DriveCheckOptions<E extends DomainEvent, R extends Row> extends StoreOptions<E, R, string> {
  client: MongoClient;
  db: Db;
  /** What a row adds to the counters; with it they are counted again from the rows as well. `kind` null adds to no class. */
  weigh?(row: R, place: Place): Weight;
  /** The side collection whose documents hold what counts as reserved, and the bytes of one. */
  reservations?: { side: string; bytesOf(reservation: { id: string }): number };
}

/**
 * Checks one drive against the rules that never break, at one moment, while it may be in use. Nothing found is nothing wrong.
 * Reads the whole drive; it takes the memory of its rows twice. A drive of so many rows that reading takes more than five minutes cannot be checked
 * while in use: the server forgets that moment and says so.
 */
export function createDriveCheck<E extends DomainEvent, R extends Row>(
  options: DriveCheckOptions<E, R>,
): (drive: DriveId) => Promise<Finding[]> {
  const rules = rulesOf(options);
  const collections = collectionsOf(options.db, options.sides);
  return async (drive) => {
    const session = options.client.startSession({ snapshot: true });
    try {
      const live = await readDrive<R>(collections, session, drive, options.reservations?.side);
      const replay = await replayForCheck(rules, drive, recordsOf(collections, session, drive));
      return [
        ...replay.findings,
        ...versionFindings(drive, live.totals.version, replay.totals.version),
        ...counterFindings(drive, live.totals, replay.totals, 'events'),
        ...quotaFindings(drive, live.totals, replay.growths, replay.largestQuota),
        ...differences(drive, live.rows, replay.rows),
        ...sharedKeys(drive, live.rows.values(), options.projection.unique),
        ...treeFindings(drive, live, options),
      ];
    } finally {
      await session.endSession();
    }
  };
}

interface LiveDrive<R extends Row> {
  totals: Totals;
  rows: Map<string, R>;
  reservations: { id: string }[];
}

async function readDrive<R extends Row>(
  collections: DriveCollections,
  session: ClientSession,
  drive: DriveId,
  reservationsIn: string | undefined,
): Promise<LiveDrive<R>> {
  const { drives, elements } = collections;
  const document = await drives.findOne({ _id: drive }, { session });
  const rows = new Map<string, R>();
  const key = driveKeyOf(drive, document?.gen ?? FIRST_GEN);
  for await (const row of elements.find({ _id: idsUnder(key) }, { session, batchSize: 1000 })) {
    const found = toRow<R>(row);
    rows.set(found.id, found);
  }
  const reservations =
    reservationsIn === undefined
      ? []
      : await sideQueries(sideOf(collections, reservationsIn), drive, { session }).find({}, {});
  return { totals: document ? totalsOf(document) : emptyTotals, rows, reservations };
}

async function* recordsOf(
  { events }: DriveCollections,
  session: ClientSession,
  drive: DriveId,
): AsyncGenerator<EventRecord> {
  const cursor = events.find(
    { drive, version: { $ne: null } },
    { session, batchSize: 1000, sort: { seq: 1 } },
  );
  for await (const document of cursor) yield toRecord(document);
}

function treeFindings<E extends DomainEvent, R extends Row>(
  drive: DriveId,
  { totals, rows, reservations: kept }: LiveDrive<R>,
  { projection: { tree }, weigh, reservations }: DriveCheckOptions<E, R>,
): Finding[] {
  const places = tree ? placesOf(rows, tree) : new Map<string, Place>();
  const found = lostRows(drive, places);
  if (weigh) {
    const weights = [...rows.values()].map((row) => weigh(row, places.get(row.id) ?? 'root'));
    found.push(...counterFindings(drive, totals, sumOf(weights), 'rows'));
  }
  if (reservations) {
    const sum = kept.reduce((bytes, reservation) => bytes + reservations.bytesOf(reservation), 0);
    found.push(...reservedFindings(drive, totals.reserved, sum));
  }
  return found;
}
