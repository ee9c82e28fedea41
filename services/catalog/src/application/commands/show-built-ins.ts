import type { DriveId, OpId } from '@skyshelf/contracts';
import { ownOrigin, type Catalog } from '../catalog.js';
import { readShown, SHOWN_BUILT_INS, type ShownBuiltIns } from '../reads/read-shown.js';

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
