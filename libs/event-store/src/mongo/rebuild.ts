import { setTimeout as pause } from 'node:timers/promises';
import type { BulkWriteOptions, ClientSession } from 'mongodb';
import { emptyTotals, rebuiltTotals, totalsRule, type DriveTotals } from '../commands/drive-totals.js';
import type { EventRecord, RebuildRequest } from '../drive-storage.js';
import type { DomainEvent, Row } from '../port.js';
import type { VersionedChange } from '../rows/change-rows.js';
import { driveKeyOf, idsUnder, type DriveDocument } from './documents.js';
import { toRecord } from './event-document.js';
import { eventPages } from './event-pages.js';
import { durably } from './fenced-transaction.js';
import { Patience } from './patience.js';
import type { MongoStorageOptions } from './mongo-storage-options.js';
import { enterFence, totalsFields, totalsOf } from './fence.js';
import { retireGenerations } from './retire-generations.js';
import { toWrites } from './row-document.js';

/** So many events at most are caught up while the drive stands still. */
const LAST_STEP = 50;

/** The read model that is being written, and how far it has come. */
interface Growing {
  gen: number;
  totals: DriveTotals;
}

/** Another rebuild of the drive was faster. */
class Overtaken extends Error {}

/**
 * Writes a drive's rows again from its events under a generation of its own, while commands go on with the old one; follows them until few events are
 * missing, then writes the rest and turns the drive to the new generation in one fenced transaction. Any number of rebuilds may run at once, also of
 * several processes. Who is overtaken begins again: the faster one may have been a process with older code.
 * What a rebuild leaves that fails on its way is never read and goes with the next one; removed here, it could be what a commit has made
 * live whose answer was lost.
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
    durably(runner, (session) => turnOver(storage, request, growing, started.gen, session), new Patience()),
  );
  const key = driveKeyOf(request.drive, growing.gen);
  const rows = await collections.elements.countDocuments({ _id: idsUnder(key) });
  await pause(retireMs);
  await retireGenerations(collections, request.drive, growing.gen);
  return { rows, version };
}

/** Applies the events that are still missing; answers how many there were. */
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
  // An earlier attempt was committed, but its answer was lost.
  if (document.gen === growing.gen) return { value: document.version, commit: false };
  if (document.gen !== oldGen) throw new Overtaken(`Drive ${drive} was rebuilt by another meanwhile.`);
  // An attempt that fails is undone as a whole, so it must not move what the next one starts from.
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
