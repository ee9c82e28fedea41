import { isLimbo, limits, ROOT_ID, type CatalogEvent } from '@skyshelf/contracts';
import type { Projection } from '@skyshelf/event-store';
import { quotaNotices } from '../application/quota-notice.js';
import type { CatalogRow } from '../domain/catalog-row.js';
import { changesOf } from '../domain/changes.js';
import { deepens } from '../domain/decision.js';
import { admitGrowth, emptyRoom, roomAfter, roomOfEvents, type DriveRoom } from '../domain/drive-room.js';

export const catalogProjection: Projection<CatalogEvent, CatalogRow, DriveRoom> = {
  changes: ({ data, at, version }) => changesOf(data, { at, version }),
  totals: {
    empty: emptyRoom,
    add: roomAfter,
    admit: admitGrowth,
    ofEvents: roomOfEvents,
    jobsOf: quotaNotices,
  },
  bounds: { depth: deepens },
  tree: { parent: 'parentId', root: ROOT_ID, maxDepth: limits.maxDepth, isDetached: isLimbo },
  unique: [['parentId', 'class', 'nameKey']],
  indexes: [['blobId'], ['derivedBlobIds'], ['tags'], ['url'], ['words']],
};
