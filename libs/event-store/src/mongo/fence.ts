import { DomainError, type DriveId } from '@skyshelf/contracts';
import type { ClientSession } from 'mongodb';
import { emptyTotals, type DriveTotals } from '../commands/drive-totals.js';
import type { Totals } from '../port.js';
import type { DriveCollections } from './collections.js';
import { FIRST_GEN, type DriveDocument } from './documents.js';

/** Another process has written the drive: the cache is void. */
export class StaleDrive extends Error {
  override name = 'StaleDrive';
}

export const freshDrive = (rule: TotalsFields) => ({
  ...totalsFields(emptyTotals(rule)),
  gen: FIRST_GEN,
  lastGen: FIRST_GEN,
});

export type TotalsFields = Pick<Totals<never, object>, 'empty'>;

/** Adds defaults for totals that were introduced later. */
export function totalsOf(rule: TotalsFields, document: DriveDocument | null): DriveTotals {
  if (!document) return emptyTotals(rule);
  const fields: Readonly<Record<string, unknown>> = { ...document };
  const own = Object.entries(rule.empty).map(([name, empty]) => [name, fields[name] ?? empty]);
  return { version: document.version, bounds: document.bounds, own: Object.fromEntries(own) };
}

export const totalsFields = ({ version, bounds, own }: DriveTotals) => ({ ...own, version, bounds });

export interface FencedDrives {
  collections: DriveCollections;
  totals: TotalsFields;
}

/**
 * A transaction's first statement, so a second one conflicts before any work. Creates the drive on first use.
 * @throws DomainError `drive.closed` when it was deleted; the server's duplicate key while it is being
 * deleted or created
 */
export async function enterFence(
  { collections: { drives, closed }, totals }: FencedDrives,
  session: ClientSession,
  drive: DriveId,
): Promise<DriveDocument> {
  const document = await drives.findOneAndUpdate(
    { _id: drive, state: 'open' },
    { $inc: { fence: 1 }, $setOnInsert: freshDrive(totals) },
    { session, upsert: true, returnDocument: 'after' },
  );
  if (!document) throw new Error(`The fence of drive ${drive} answered nothing.`);
  if (document.fence === 1 && (await closed.findOne({ _id: drive }, { session }))) {
    throw new DomainError('drive.closed');
  }
  return document;
}

/** A cached drive, and the totals its next batch leaves. */
export interface FencePass {
  document: DriveDocument;
  totals: DriveTotals;
}

/**
 * Uses one statement for all.
 * @throws StaleDrive when one has changed
 */
export async function passFences(
  { drives }: DriveCollections,
  session: ClientSession,
  passes: readonly FencePass[],
): Promise<void> {
  const updates = passes.map(({ document: { _id, fence }, totals }) => ({
    updateOne: {
      filter: { _id, state: 'open' as const, fence },
      update: { $inc: { fence: 1 }, $set: totalsFields(totals) },
    },
  }));
  const { matchedCount } = await drives.bulkWrite(updates, { session });
  if (matchedCount !== passes.length) throw new StaleDrive();
}

/** @throws StaleDrive when the drive has changed */
export async function confirmFence(
  { drives }: DriveCollections,
  { _id, fence }: DriveDocument,
): Promise<void> {
  const found = await drives.findOne({ _id, state: 'open', fence }, { projection: { _id: 1 } });
  if (!found) throw new StaleDrive();
}
