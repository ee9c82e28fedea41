import type { CatalogEvent } from '@skyshelf/contracts';
import { derivedFields, fileRow, folderRow, linkRow, type Birth } from './made-rows.js';
import { pasteChanges, pastedIds } from './paste-changes.js';
import type { RowChange } from './catalog-row.js';
import { wordsOf } from './search-words.js';

export type { RowChange } from './catalog-row.js';

type EventOf<T extends CatalogEvent['type']> = Extract<CatalogEvent, { type: T }>;

/** The read model as a function of single events, for MongoDB, memory and rebuilds. */
export function changesOf(event: CatalogEvent, moment: Birth): RowChange[] {
  const rev = moment.version;
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
      return editChanges(event, rev);
    case 'catalog.bookmarks.imported':
      return importChanges(event, moment);
    case 'catalog.elements.tagged':
      return tagChanges(event, rev);
    case 'catalog.elements.deleted':
      return deletionChanges(event, rev);
    case 'catalog.elements.purged':
      return event.removed.map((id) => ({ op: 'remove', id }));
    case 'catalog.elements.described':
      return event.items.map(({ id, derived, ...set }) => ({
        op: 'update',
        id,
        set: { ...set, ...derivedFields(derived), rev },
      }));
    case 'catalog.upload.refused':
    case 'catalog.quota.changed':
    case 'catalog.default-elements.switched':
    case 'catalog.tag-change.cancelled':
      return [];
    default:
      return pasteChanges(event, moment);
  }
}

function playlistChanges({ folder, links }: EventOf<'catalog.playlist.added'>, moment: Birth): RowChange[] {
  const made = { ...folderRow(folder, moment), url: folder.url };
  return [made, ...links.map((link) => linkRow(link, moment))].map((row) => ({ op: 'insert', row }));
}

/** As old as their file says. */
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
  items.map(({ id, name, tags }) => ({ op: 'update', id, set: { tags, words: wordsOf(name, tags), rev } }));

const deletionChanges = (
  { removed, limbo }: EventOf<'catalog.elements.deleted'>,
  rev: number,
): RowChange[] => [
  ...removed.map((id): RowChange => ({ op: 'remove', id })),
  ...limbo.map(({ id, limboId }): RowChange => ({ op: 'update', id, set: { parentId: limboId, rev } })),
];

/** Changed or gone; nothing below a removed folder is named. */
export function touchedIds(event: CatalogEvent): string[] {
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
    case 'catalog.elements.purged':
    case 'catalog.upload.refused':
    case 'catalog.quota.changed':
    case 'catalog.default-elements.switched':
    case 'catalog.tag-change.cancelled':
      return [];
    default:
      return pastedIds(event);
  }
}
