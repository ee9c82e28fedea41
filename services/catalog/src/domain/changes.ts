import { ROOT_ID, type CatalogEvent, type ElementId, type KeptChange } from '@skyshelf/contracts';
import {
  derivedFields,
  fileRow,
  folderRow,
  linkRow,
  type Birth,
  type CatalogRow,
  type RowChange,
  copiedRow,
  copyingOf,
} from './catalog-row.js';
import { isRowless } from './rowless-events.js';
import { isShareEvent, type ShareEvent } from './shares.js';
import { wordsOf } from './search-words.js';
import { trashKey } from './trash.js';
import { versionChanges, versionRemovals } from './versions.js';

export type { RowChange } from './catalog-row.js';

type EventOf<T extends CatalogEvent['type']> = Extract<CatalogEvent, { type: T }>;

/** The read model as a function of single events, for MongoDB, memory and rebuilds. */
export function changesOf(event: CatalogEvent, moment: Birth): RowChange[] {
  switch (event.type) {
    case 'catalog.folder.created':
      return [{ op: 'insert', row: folderRow(event, moment) }];
    case 'catalog.link.added':
      return [{ op: 'insert', row: linkRow(event, moment) }];
    case 'catalog.files.uploaded':
      return event.files.map((file) => ({ op: 'insert', row: fileRow(file, moment) }));
    case 'catalog.playlist.added':
      return playlistChanges(event, moment);
    case 'catalog.element.edited':
      return editChanges(event, moment.version);
    case 'catalog.bookmarks.imported':
      return importChanges(event, moment);
    case 'catalog.elements.tagged':
      return tagChanges(event, moment.version);
    case 'catalog.elements.deleted':
      return deletionChanges(event, moment);
    case 'catalog.elements.purged':
      return purgeChanges(event, moment.version);
    case 'catalog.trash.counted':
      return countedChanges(event, moment.version);
    case 'catalog.elements.described':
      return descriptionChanges(event, moment.version);
    case 'catalog.file.replaced':
    case 'catalog.versions.described':
    case 'catalog.versions.dropped':
    case 'catalog.version.named':
      return versionChanges(event, moment);
    default:
      if (isRowless(event)) return [];
      return isShareEvent(event) ? shareChanges(event, moment.version) : pasteChanges(event, moment);
  }
}

const shareChanges = ({ shown }: ShareEvent, rev: number): RowChange[] =>
  shown.map(({ id, links }) => ({ op: 'update', id, set: { shared: links, rev } }));

const descriptionChanges = ({ items }: EventOf<'catalog.elements.described'>, rev: number): RowChange[] =>
  items.map(({ id, derived, ...set }) => ({
    op: 'update',
    id,
    set: { ...set, ...derivedFields(derived), rev },
  }));

function playlistChanges({ folder, links }: EventOf<'catalog.playlist.added'>, moment: Birth): RowChange[] {
  const made = { ...folderRow(folder, moment), url: folder.url };
  return [made, ...links.map((link) => linkRow(link, moment))].map((row) => ({ op: 'insert', row }));
}

/** Imported elements take their dates from the file. */
function importChanges(
  { folders, links }: EventOf<'catalog.bookmarks.imported'>,
  moment: Birth,
): RowChange[] {
  const made = [
    ...folders.map((each) => ({ row: folderRow(each, moment), date: each.date })),
    ...links.map((each) => ({ row: linkRow(each, moment), date: each.date })),
  ];
  return made.map(({ row, date }) => ({ op: 'insert', row: { ...row, born: date ?? row.born } }));
}

function editChanges(
  {
    id,
    type: _,
    class: __,
    from: ___,
    before: ____,
    delta: _____,
    ...set
  }: EventOf<'catalog.element.edited'>,
  rev: number,
): RowChange[] {
  const words = wordsOf(set.name, set.tags);
  return [{ op: 'update', id, set: { ...set, words, rev } }];
}

const tagChanges = ({ items }: EventOf<'catalog.elements.tagged'>, rev: number): RowChange[] =>
  items.map(({ id, name, tags, hidden }) => ({
    op: 'update',
    id,
    set: { tags, ...(!hidden && { words: wordsOf(name, tags) }), rev },
  }));

function deletionChanges(
  { roots, removed, limbo, trash, versions }: EventOf<'catalog.elements.deleted'>,
  { at, version: rev }: Birth,
): RowChange[] {
  const homes = new Map(roots.map(({ id, parentId }) => [id, parentId]));
  const paths = new Map(trash?.paths.map(({ parentId, path }) => [parentId, path]));
  const sums = new Map(trash?.counted?.map(({ id, kept }) => [id, kept]));
  const trashOf = (id: ElementId): Partial<CatalogRow> => {
    if (!trash) return {};
    const home = homes.get(id) ?? ROOT_ID;
    const place = {
      home,
      path: paths.get(home) ?? '/',
      together: limbo.length,
      small: trash.counted !== null,
      ...(trash.levels !== undefined && { levels: trash.levels }),
    };
    const kept = sums.get(id) ?? null;
    return { trashed: trashKey(at, id), trash: place, kept, touched: false, words: [] };
  };
  return [
    ...removed.map((id): RowChange => ({ op: 'remove', id })),
    ...versionRemovals(versions),
    ...limbo.map(({ id, limboId }): RowChange => ({
      op: 'update',
      id,
      set: { parentId: limboId, ...trashOf(id), rev },
    })),
    ...(trash?.below ?? []).map((id): RowChange => ({ op: 'update', id, set: { words: [], rev } })),
  ];
}

const purgeChanges = (
  { removed, trash, versions }: EventOf<'catalog.elements.purged'>,
  rev: number,
): RowChange[] => [
  ...removed.map((id): RowChange => ({ op: 'remove', id })),
  ...versionRemovals(versions),
  ...keptChanges(trash, rev),
];

const countedChanges = ({ items }: EventOf<'catalog.trash.counted'>, rev: number): RowChange[] =>
  items.map(({ id, kept }) => ({ op: 'update', id, set: { kept, rev } }));

const keptChanges = (changed: readonly KeptChange[] | undefined, rev: number): RowChange[] =>
  (changed ?? []).map(({ id, kept }) => ({ op: 'update', id, set: { kept, touched: true, rev } }));

function restoringChanges(
  { restored, trash }: EventOf<'catalog.deletion.cancelled'>,
  moment: Birth,
): RowChange[] {
  const rev = moment.version;
  const live = trash && { trashed: null, trash: null, kept: null, touched: false };
  return [
    ...(trash?.folders ?? []).map((folder): RowChange => ({ op: 'insert', row: folderRow(folder, moment) })),
    ...restored.map(({ id, before: _, ...set }): RowChange => ({
      op: 'update',
      id,
      set: { ...set, words: wordsOf(set.name, set.tags), ...live, rev },
    })),
    ...(trash?.below ?? []).map(({ id, name, tags }): RowChange => ({
      op: 'update',
      id,
      set: { words: wordsOf(name, tags), rev },
    })),
    ...keptChanges(trash?.changed, rev),
  ];
}

/** Changed or gone; nothing below a removed folder is named. */
export function touchedIds(event: CatalogEvent): string[] {
  if (isShareEvent(event)) return event.shown.map(({ id }) => id);
  if (isRowless(event)) return [];
  switch (event.type) {
    case 'catalog.folder.created':
    case 'catalog.link.added':
    case 'catalog.element.edited':
      return [event.id];
    case 'catalog.files.uploaded':
      return event.files.map(({ id }) => id);
    case 'catalog.playlist.added':
      return [event.folder.id, ...event.links.map(({ id }) => id)];
    case 'catalog.bookmarks.imported':
      return [...event.folders, ...event.links].map(({ id }) => id);
    case 'catalog.elements.tagged':
    case 'catalog.elements.described':
      return event.items.map(({ id }) => id);
    case 'catalog.elements.deleted':
      return event.roots.map(({ id }) => id);
    case 'catalog.file.replaced':
      return [...event.replaced, ...event.uploaded].map(({ id }) => id);
    case 'catalog.versions.described':
      return event.items.map(({ elementId }) => elementId);
    case 'catalog.versions.dropped':
      return event.left.map(({ id }) => id);
    case 'catalog.version.named':
      return [event.id];
    case 'catalog.elements.purged':
    case 'catalog.trash.counted':
      return [];
    default:
      return pastedIds(event);
  }
}

type PasteEvent = EventOf<
  | 'catalog.elements.moved'
  | 'catalog.elements.copied'
  | 'catalog.copy.finished'
  | 'catalog.copy.cancelled'
  | 'catalog.deletion.cancelled'
>;

function pasteChanges(event: PasteEvent, moment: Birth): RowChange[] {
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
      return restoringChanges(event, moment);
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

/** A chunk of a large copy names only the folders being filled, so that viewers list them again. */
function pastedIds(event: PasteEvent): string[] {
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
      return [...(event.trash?.folders ?? []), ...event.restored].map(({ id }) => id);
  }
}

function copiedIds({ elements, progress }: EventOf<'catalog.elements.copied'>): string[] {
  const ids = elements.map(({ id }) => id);
  if (!progress) return ids;
  const begins = ids.some((id) => progress.placeholders.includes(id));
  return begins ? ids : progress.placeholders;
}
