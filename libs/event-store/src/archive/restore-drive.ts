import { deviceName, DomainError, driveId, opId, type DriveId } from '@skyshelf/contracts';
import type { Db } from 'mongodb';
import { z } from 'zod';
import type { EventRecord, SideDocument } from '../drive-storage.js';
import { collectionsOf, sideCollection } from '../mongo/collections.js';
import { FIRST_GEN, toEventDocument } from '../mongo/documents.js';

export const archivedRecord: z.ZodType<EventRecord> = z.strictObject({
  id: z.string().min(1),
  drive: driveId,
  version: z.number().int().positive(),
  type: z.string().min(1),
  schema: z.number().int().positive(),
  data: z.looseObject({}),
  opId,
  hash: z.string(),
  answer: z.unknown(),
  at: z.date(),
  actor: z.string().nullable(),
  device: deviceName.optional(),
  trace: z.string().nullable(),
});

const durable = { writeConcern: { w: 'majority', journal: true } } as const;

export interface RestoredStream {
  drive: DriveId;
  version: number;
  settings?: { side: string; documents: readonly SideDocument[] };
  /** 1 to `version`, in order, in pages. */
  records: AsyncIterable<readonly EventRecord[]>;
}

/**
 * Restores a stream into a database that doesn't know the drive, as published events. The read model is empty
 * until `rebuild`; no one may use the drive before.
 * @throws DomainError `input.invalid` when the drive exists or a version is missing; `removeRestored` removes
 * what was written
 */
export async function restoreDrive(db: Db, stream: RestoredStream): Promise<void> {
  const { drive, version, settings } = stream;
  const { drives, events } = collectionsOf(db);
  if (await isThere(db, drive))
    throw new DomainError('input.invalid', { message: `The drive ${drive} is there already.` });
  let last = 0;
  for await (const page of stream.records) {
    for (const record of page) {
      if (record.drive !== drive || record.version !== last + 1 || record.version > version)
        throw new DomainError('input.invalid', {
          message: `Version ${last + 1} of the drive ${drive} is missing.`,
        });
      last = record.version;
    }
    const documents = page.map((record) => ({ ...toEventDocument(record), pub: true }));
    if (documents.length > 0) await events.insertMany(documents, durable);
  }
  if (last !== version)
    throw new DomainError('input.invalid', {
      message: `The drive ${drive} ends at version ${last}, not ${version}.`,
    });
  if (settings && settings.documents.length > 0)
    await sideCollection(db, settings.side).insertMany(
      settings.documents.map(({ id, ...rest }) => ({ ...rest, _id: `${drive}:${id}` })),
      durable,
    );
  const place = { state: 'open' as const, fence: 1, gen: FIRST_GEN, lastGen: FIRST_GEN };
  await drives.insertOne({ _id: drive, version, bounds: {}, ...place }, durable);
}

/** Finds its document, its events or its tombstone. */
export async function isThere(db: Db, drive: DriveId): Promise<boolean> {
  const { drives, events, closed } = collectionsOf(db);
  const found = await Promise.all([
    drives.findOne({ _id: drive }),
    events.findOne({ drive }),
    closed.findOne({ _id: drive }),
  ]);
  return found.some((each) => each !== null);
}
