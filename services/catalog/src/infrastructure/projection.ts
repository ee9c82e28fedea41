import { isLimbo, limits, ROOT_ID, type CatalogEvent } from '@skyshelf/contracts';
import type { Projection } from '@skyshelf/event-store';
import type { CatalogRow } from '../domain/catalog-row.js';
import { changesOf, deltaOf, quotaOf } from '../domain/changes.js';
import { deepens } from '../domain/deepens.js';

/** How the event store builds catalog's read model. */
export const catalogProjection: Projection<CatalogEvent, CatalogRow> = {
  changes: ({ data, at, version }) => changesOf(data, { at, version }),
  delta: deltaOf,
  quota: quotaOf,
  bounds: { depth: deepens },
  tree: { parent: 'parentId', root: ROOT_ID, maxDepth: limits.maxDepth, isDetached: isLimbo },
  unique: [['parentId', 'class', 'nameKey']],
  indexes: [['blobId'], ['derivedBlobIds'], ['tags'], ['url'], ['words']],
};
