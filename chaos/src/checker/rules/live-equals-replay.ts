import type { Document } from 'mongodb';
import type { Findings } from '../finding.js';
import type { InspectedDrive, Inspection } from '../inspection.js';
import { comparedFields, type Counters } from '../replay.js';

interface DriveDocument extends Document, Counters {
  version: number;
  quota: number | null;
  reserved: number;
  gen: number;
}

/** Rows and counters are what the events alone make of them. */
export async function checkLiveEqualsReplay({ drives, database, report }: Inspection): Promise<void> {
  const rule = report.rule('live equals replay');
  for (const inspected of drives) {
    const { drive, user } = inspected;
    const [document] = await database.all<DriveDocument>('catalog', 'drives', { _id: drive });
    if (!document) {
      rule.add(`there is no drive ${drive}`, user);
      continue;
    }
    const driveKey = `${drive}:${document.gen}`;
    const rows = await database.all<Document>('catalog', 'elements', { driveKey });
    compareRows(inspected, rows, driveKey, rule);
    compareCounters(inspected, document, rule);
    const reservations = await database.all('catalog', 'reservations', underDrive(drive));
    const reserved = reservations.reduce((sum, { bytes }) => sum + Number(bytes), 0);
    rule.expect(
      document.reserved === reserved,
      () => `reserved is ${document.reserved}, kept are ${reserved}`,
      user,
    );
    const processes = await database.count('catalog', 'processes', underDrive(drive));
    rule.expect(processes === 0, () => `${processes} long commands have not come to their end`, user);
  }
}

const underDrive = (drive: string): Document => ({ _id: { $gte: `${drive}:`, $lt: `${drive};` } });

function compareRows(
  { user, replayed }: InspectedDrive,
  rows: Document[],
  driveKey: string,
  rule: Findings,
): void {
  const live = new Map(rows.map((row) => [String(row._id).slice(driveKey.length + 1), row]));
  for (const [id, row] of replayed.rows) {
    const found = live.get(id);
    rule.expect(found !== undefined, () => `${id} “${row.name}” is in the events and not in the tree`, user);
    for (const field of found ? comparedFields : [])
      rule.expect(
        JSON.stringify(found?.[field] ?? null) === JSON.stringify(row[field] ?? null),
        () =>
          `${field} of ${id} is ${JSON.stringify(found?.[field])}, by the events ${JSON.stringify(row[field])}`,
        user,
      );
  }
  for (const [id, row] of live)
    rule.expect(
      replayed.rows.has(id),
      () => `${id} “${row.name}” is in the tree and not in the events`,
      user,
    );
}

function compareCounters({ user, replayed }: InspectedDrive, document: DriveDocument, rule: Findings): void {
  const kinds = (byKind: Record<string, number>) =>
    JSON.stringify(
      Object.entries(byKind)
        .filter(([, bytes]) => bytes !== 0)
        .sort(),
    );
  const pairs: [string, unknown, unknown][] = [
    ['version', document.version, replayed.version],
    ['used', document.used, replayed.used],
    ['count', document.count, replayed.count],
    ['kept', document.kept ?? 0, replayed.kept],
    ['count of rows', replayed.rows.size, replayed.count + (replayed.keptCount ?? 0)],
    ['byKind', kinds(document.byKind), kinds(replayed.byKind)],
    ['quota', document.quota, replayed.quota],
  ];
  for (const [name, found, due] of pairs)
    rule.expect(found === due, () => `${name} is ${String(found)}, by the events ${String(due)}`, user);
}
