import type { CatalogEvent } from '@skyshelf/contracts';
import { copiedRow, copyingOf, type Birth } from './made-rows.js';
import type { RowChange } from './catalog-row.js';
import { wordsOf } from './search-words.js';

type EventOf<T extends CatalogEvent['type']> = Extract<CatalogEvent, { type: T }>;

export type PasteEvent = EventOf<
  | 'catalog.elements.moved'
  | 'catalog.elements.copied'
  | 'catalog.copy.finished'
  | 'catalog.copy.cancelled'
  | 'catalog.deletion.cancelled'
>;

export function pasteChanges(event: PasteEvent, moment: Birth): RowChange[] {
  const rev = moment.version;
  switch (event.type) {
    case 'catalog.elements.moved':
      return event.moved.map(({ id, renamed }) => ({
        op: 'update',
        id,
        set: {
          parentId: event.to,
          ...(renamed && { ...renamed, words: wordsOf(renamed.name, renamed.tags) }),
          rev,
        },
      }));
    case 'catalog.elements.copied':
      return copyChanges(event, moment);
    case 'catalog.copy.finished':
      return event.placeholders.map((id) => ({ op: 'update', id, set: { copying: null, rev } }));
    case 'catalog.copy.cancelled':
      return [
        ...event.limbo.map(({ id, limboId }): RowChange => ({
          op: 'update',
          id,
          set: { parentId: limboId, copying: null, rev },
        })),
        ...event.left.map((id): RowChange => ({ op: 'update', id, set: { copying: null, rev } })),
      ];
    case 'catalog.deletion.cancelled':
      return event.restored.map(({ id, ...set }) => ({
        op: 'update',
        id,
        set: { ...set, words: wordsOf(set.name, set.tags), rev },
      }));
  }
}

function copyChanges({ elements, progress }: EventOf<'catalog.elements.copied'>, moment: Birth): RowChange[] {
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

/** Of a large copy's chunks only the folders being filled: their progress tells viewers to list again. */
export function pastedIds(event: PasteEvent): string[] {
  switch (event.type) {
    case 'catalog.elements.moved':
      return event.moved.map(({ id }) => id);
    case 'catalog.elements.copied':
      return copiedIds(event);
    case 'catalog.copy.finished':
      return event.placeholders;
    case 'catalog.copy.cancelled':
      return event.limbo.map(({ id }) => id);
    case 'catalog.deletion.cancelled':
      return event.restored.map(({ id }) => id);
  }
}

function copiedIds({ elements, progress }: EventOf<'catalog.elements.copied'>): string[] {
  const ids = elements.map(({ id }) => id);
  if (!progress) return ids;
  const begins = ids.some((id) => progress.placeholders.includes(id));
  return begins ? ids : progress.placeholders;
}
