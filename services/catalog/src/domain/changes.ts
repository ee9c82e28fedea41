import type { CatalogEvent, CounterDelta } from '@skyshelf/contracts';
import type { CatalogRow } from './catalog-row.js';
import { fileRow, folderRow, linkRow, type Birth } from './made-rows.js';
import { wordsOf } from './search-words.js';

/** What one event does to the read model. */
export type RowChange =
  | { op: 'insert'; row: CatalogRow }
  | { op: 'update'; id: string; set: Partial<CatalogRow> }
  | { op: 'remove'; id: string };

/**
 * The read model as a function of the stream, one event at a time: MongoDB, the store in memory and a rebuild
 * all follow it.
 */
export function changesOf(event: CatalogEvent, moment: Birth): RowChange[] {
  const rev = moment.version;
  switch (event.type) {
    case 'catalog.folder.created':
      return [{ op: 'insert', row: folderRow(event, moment) }];
    case 'catalog.link.added':
      return [{ op: 'insert', row: linkRow(event, moment) }];
    case 'catalog.files.uploaded':
      return event.files.map((file) => ({ op: 'insert', row: fileRow(file, moment) }));
    case 'catalog.element.edited': {
      const { id, name, nameKey, extension, tags, size, confirm } = event;
      const words = wordsOf(name, tags);
      return [{ op: 'update', id, set: { name, nameKey, extension, tags, words, size, confirm, rev } }];
    }
    case 'catalog.elements.deleted':
      return [
        ...event.removed.map((id) => ({ op: 'remove' as const, id })),
        ...event.limbo.map(({ id, limboId }) => ({
          op: 'update' as const,
          id,
          set: { parentId: limboId, rev },
        })),
      ];
    case 'catalog.elements.purged':
      return event.removed.map((id) => ({ op: 'remove', id }));
    case 'catalog.files.described':
      return event.items.map(({ id, thumbnailBlobId, width, height, confirm }) => ({
        op: 'update',
        id,
        set: { thumbnailBlobId, width, height, confirm, rev },
      }));
    case 'catalog.upload.refused':
    case 'catalog.quota.changed':
    case 'catalog.default-elements.switched':
      return [];
  }
}

/** What one event does to the counters of its drive. */
export const deltaOf = (event: CatalogEvent): CounterDelta | null => ('delta' in event ? event.delta : null);

/** The drive's new quota in bytes, when the event sets one. */
export const quotaOf = (event: CatalogEvent): number | null =>
  event.type === 'catalog.quota.changed' ? event.quota : null;

/**
 * Which elements look different, or are gone, after an event. Below a folder that is gone nothing is named.
 */
export function touchedIds(event: CatalogEvent): string[] {
  switch (event.type) {
    case 'catalog.folder.created':
    case 'catalog.link.added':
    case 'catalog.element.edited':
      return [event.id];
    case 'catalog.files.uploaded':
      return event.files.map(({ id }) => id);
    case 'catalog.files.described':
      return event.items.map(({ id }) => id);
    case 'catalog.elements.deleted':
      return event.roots.map(({ id }) => id);
    case 'catalog.elements.purged':
    case 'catalog.upload.refused':
    case 'catalog.quota.changed':
    case 'catalog.default-elements.switched':
      return [];
  }
}
