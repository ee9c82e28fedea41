import type { DriveId, OpId } from '@skyshelf/contracts';
import { quotaOf, decideSetQuota } from '../../domain/drive-room.js';
import { ownOrigin, type Catalog } from '../catalog.js';
import { readShown, SHOWN_BUILT_INS, type ShownBuiltIns } from '../reads/listing-rows.js';

export const setQuota = (
  catalog: Catalog,
  drive: DriveId,
  opId: OpId,
  quota: number,
): Promise<{ quota: number }> =>
  catalog.store.withDrive(
    drive,
    opId,
    {
      name: 'set-quota',
      payload: { quota },
      read: (reader) => Promise.resolve(quotaOf(reader.state())),
      decide: (present) => decideSetQuota(quota, present),
    },
    ownOrigin(),
  );

/** An event although it touches no element: cached listings depend on the drive's version. */
export const showBuiltIns = (catalog: Catalog, drive: DriveId, opId: OpId, shown: boolean): Promise<null> =>
  catalog.store.withDrive(
    drive,
    opId,
    {
      name: 'show-built-ins',
      payload: { shown },
      read: readShown,
      decide: (present) =>
        present === shown
          ? { event: null, answer: null }
          : { event: { type: 'catalog.default-elements.switched', shown }, answer: null },
      alongside: (side) => side.put<ShownBuiltIns>('settings', { id: SHOWN_BUILT_INS, shown }),
    },
    ownOrigin(),
  );
