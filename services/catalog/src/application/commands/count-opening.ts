import { DomainError, type DriveId, type ElementId, type OpId } from '@skyshelf/contracts';
import type { Account, Catalog } from '../catalog.js';

/** Outside the stream: nothing else changes. */
export async function countOpening(
  catalog: Catalog,
  account: Account,
  opId: OpId,
  id: string,
): Promise<number> {
  const reader = await catalog.store.reader(account.drive);
  if (id === 'root' || !(await reader.ancestors(id)))
    throw new DomainError('element.not-found', { field: '_id' });
  return catalog.opens.add(account.drive, id as ElementId, opId);
}

/** Ids are not reused, so counts left by a crash harm no one. */
export async function forgetOpenings(
  { opens }: Catalog,
  drive: DriveId,
  removed: readonly ElementId[],
): Promise<void> {
  if (removed.length > 0) await opens.forget(drive, removed).catch(() => undefined);
}
