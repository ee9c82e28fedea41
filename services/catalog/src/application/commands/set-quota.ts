import type { DriveId, OpId } from '@skyshelf/contracts';
import { quotaOf } from '../../domain/drive-room.js';
import { decideSetQuota } from '../../domain/set-quota.js';
import { ownOrigin, type Catalog } from '../catalog.js';

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
