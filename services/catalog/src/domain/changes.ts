import type { CatalogEvent, CounterDelta } from '@skyshelf/contracts';
import type { CatalogRow } from './catalog-row.js';
import { copiedRow, copyingOf } from './copied-rows.js';
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
    case 'catalog.elements.moved':
      return event.moved.map(({ id }) => ({ op: 'update', id, set: { parentId: event.to, rev } }));
    case 'catalog.elements.copied':
      return copyChanges(event, moment);
    case 'catalog.copy.finished':
      return event.placeholders.map((id) => ({ op: 'update', id, set: { copying: null, rev } }));
    case 'catalog.copy.cancelled':
      return event.limbo.map(({ id, limboId }) => ({
        op: 'update',
        id,
        set: { parentId: limboId, copying: null, rev },
      }));
    case 'catalog.deletion.cancelled':
      return event.restored.map(({ id, ...set }) => ({
        op: 'update',
        id,
        set: { ...set, words: wordsOf(set.name, set.tags), rev },
      }));
    case 'catalog.upload.refused':
    case 'catalog.quota.changed':
    case 'catalog.default-elements.switched':
      return [];
  }
}

/** The copies, and how far the folders are that they fill. */
function copyChanges(
  { elements, progress }: Extract<CatalogEvent, { type: 'catalog.elements.copied' }>,
  moment: Birth,
): RowChange[] {
  const copying = copyingOf(progress);
  const placeholders = new Set(progress?.placeholders);
  const fresh = new Set(elements.map(({ id }) => id));
  return [
    ...elements.map((copy): RowChange => ({
      op: 'insert',
      row: copiedRow(copy, placeholders.has(copy.id) ? copying : null, moment),
    })),
    ...[...placeholders]
      .filter((id) => !fresh.has(id))
      .map((id): RowChange => ({ op: 'update', id, set: { copying, rev: moment.version } })),
  ];
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
    case 'catalog.elements.moved':
      return event.moved.map(({ id }) => id);
    case 'catalog.elements.copied':
      return [...event.elements.map(({ id }) => id), ...(event.progress?.placeholders ?? [])];
    case 'catalog.copy.finished':
      return event.placeholders;
    case 'catalog.copy.cancelled':
      return event.limbo.map(({ id }) => id);
    case 'catalog.deletion.cancelled':
      return event.restored.map(({ id }) => id);
    case 'catalog.elements.purged':
    case 'catalog.upload.refused':
    case 'catalog.quota.changed':
    case 'catalog.default-elements.switched':
      return [];
  }
}
