import { driveId, type DriveId } from '@skyshelf/contracts';
import type { ObjectStore } from '@skyshelf/object-store';

/** No blob's id begins so. */
const PREFIX = 'deleted-drive-';

export const isLedgerObject = (key: string): boolean => key.startsWith(PREFIX);

/**
 * One object a drive, never removed: a backup of the databases, restored later, knows the account as before.
 * It says nothing of whose it was.
 */
export async function recordDeletion(
  objects: Pick<ObjectStore, 'head' | 'put'>,
  drive: DriveId,
  at: string,
): Promise<void> {
  const key = PREFIX + drive;
  if (await objects.head(key)) return;
  const line = Buffer.from(`${JSON.stringify({ drive, at })}\n`);
  await objects.put(key, line, { size: line.length });
}

export async function deletedDrives(objects: Pick<ObjectStore, 'list'>): Promise<DriveId[]> {
  const drives: DriveId[] = [];
  for await (const { key } of objects.list({ prefix: PREFIX })) {
    const { data } = driveId.safeParse(key.slice(PREFIX.length));
    if (data) drives.push(data);
  }
  return drives;
}
