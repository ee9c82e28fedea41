import { setTimeout as pause } from 'node:timers/promises';
import type { BulkWriteOptions, ClientSession } from 'mongodb';
import { emptyTotals, rebuiltTotals, totalsRule, type DriveTotals } from '../commands/drive-totals.js';
import type { EventRecord, RebuildRequest } from '../drive-storage.js';
import type { DomainEvent, Row } from '../port.js';
import type { VersionedChange } from '../rows/change-rows.js';
import { driveKeyOf, idsUnder, type DriveDocument, toRecord, eventPages, toWrites } from './documents.js';
import { durably } from './fenced-transaction.js';
import { BatchDeadline } from './batch-deadline.js';
import type { MongoStorageOptions } from './mongo-storage-options.js';
import { enterFence, totalsFields, totalsOf } from './fence.js';
import { retireGenerations } from './generation.js';

/** Most events caught up while the drive stands still. */
const LAST_STEP = 50;

interface Growing {
  gen: number;
  totals: DriveTotals;
}

class Overtaken extends Error {}

/**
 * Writes a new generation of rows while commands use the old one; applies the last few events and switches in
 * one fenced transaction. Any number may run at once; an overtaken one begins again, since the faster may run
 * older code. Rows of a failed rebuild are never read and go with the next one: removing them here could
 * remove what a commit with a lost answer made live.
 * @throws Error when events are missing
 */
export async function rebuildDrive<E extends DomainEvent, R extends Row>(
  storage: MongoStorageOptions<E, R>,
  request: RebuildRequest<R>,
): Promise<{ rows: number; version: number }> {
  const { drives } = storage.collections;
  for (;;) {
    const started = await drives.findOneAndUpdate(
      { _id: request.drive },
      { $inc: { lastGen: 1 } },
      { returnDocument: 'after' },
    );
    if (!started) return { rows: 0, version: 0 };
    try {
      return await rebuildAs(storage, request, started);
    } catch (error) {
      if (!(error instanceof Overtaken)) throw error;
    }
  }
}

async function rebuildAs<E extends DomainEvent, R extends Row>(
  storage: MongoStorageOptions<E, R>,
  request: RebuildRequest<R>,
  started: DriveDocument,
): Promise<{ rows: number; version: number }> {
  const { collections, runner, retireMs } = storage;
  const growing: Growing = { gen: started.lastGen, totals: emptyTotals(totalsRule(storage.projection)) };
  while ((await catchUp(storage, request, growing, { writeConcern: { w: 1 } })) > LAST_STEP);
  const version = await request.alone(() =>
    durably(
      runner,
      (session) => turnOver(storage, request, growing, started.gen, session),
      new BatchDeadline(),
    ),
  );
  const key = driveKeyOf(request.drive, growing.gen);
  const rows = await collections.elements.countDocuments({ _id: idsUnder(key) });
  await pause(retireMs);
  await retireGenerations(collections, request.drive, growing.gen);
  return { rows, version };
}

async function catchUp<E extends DomainEvent, R extends Row>(
  { collections: { events, elements }, projection }: MongoStorageOptions<E, R>,
  request: RebuildRequest<R>,
  growing: Growing,
  options: BulkWriteOptions,
): Promise<number> {
  const key = driveKeyOf(request.drive, growing.gen);
  const begun = growing.totals.version;
  const read = options.session ? options : { readConcern: { level: 'majority' as const } };
  for await (const page of eventPages(events, { drive: request.drive, after: begun }, read)) {
    const { changes, totals } = effectOfPage(request, growing.totals, page.map(toRecord));
    if (changes.length > 0) await elements.bulkWrite(toWrites(key, changes, projection.tree), options);
    growing.totals = totals;
  }
  return growing.totals.version - begun;
}

function effectOfPage<R extends Row>(
  request: RebuildRequest<R>,
  before: DriveTotals,
  records: readonly EventRecord[],
) {
  const changes: VersionedChange<R>[] = [];
  let totals = before;
  for (const record of records) {
    const effect = request.effectOf(record);
    changes.push(...effect.changes);
    totals = effect.add(totals);
  }
  return { changes, totals };
}

async function turnOver<E extends DomainEvent, R extends Row>(
  storage: MongoStorageOptions<E, R>,
  request: RebuildRequest<R>,
  growing: Growing,
  oldGen: number,
  session: ClientSession,
): Promise<{ value: number; commit: boolean }> {
  const { collections } = storage;
  const { drive } = request;
  const totals = totalsRule(storage.projection);
  const document = await enterFence({ collections, totals }, session, drive);
  // An earlier attempt committed; its answer was lost.
  if (document.gen === growing.gen) return { value: document.version, commit: false };
  if (document.gen !== oldGen) throw new Overtaken(`Drive ${drive} was rebuilt by another meanwhile.`);
  // An aborted attempt must not move the next one's start.
  const attempt = { ...growing };
  await catchUp(storage, request, attempt, { session });
  if (attempt.totals.version !== document.version) {
    throw new Error(
      `Drive ${drive} is at version ${document.version}, its events end at ${attempt.totals.version}.`,
    );
  }
  const rebuilt = rebuiltTotals(totals, totalsOf(totals, document), attempt.totals);
  await collections.drives.updateOne(
    { _id: drive },
    { $set: { gen: growing.gen, ...totalsFields(rebuilt) } },
    { session },
  );
  return { value: rebuilt.version, commit: true };
}
