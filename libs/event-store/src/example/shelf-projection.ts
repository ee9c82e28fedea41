import { isLimbo, ROOT_ID } from '@skyshelf/contracts';
import type { Change, Projection, RowTree, StoredEvent } from '../port.js';
import type { ShelfEvent, ShelfRow } from './shelf-events.js';

const made = (
  data: ShelfEvent & { type: 'shelf.folder.created' | 'shelf.book.added' },
  born: Date,
): Change<ShelfRow> => ({
  op: 'insert',
  row: {
    id: data.id,
    parentId: data.parentId,
    class: data.type === 'shelf.folder.created' ? 'folder' : 'item',
    nameKey: data.nameKey,
    name: data.name,
    size: 'size' in data ? data.size : 0,
    tags: 'tags' in data ? data.tags : [],
    born,
    read: null,
  },
});

function changes({ data, at }: StoredEvent<ShelfEvent>): Change<ShelfRow>[] {
  switch (data.type) {
    case 'shelf.folder.created':
    case 'shelf.book.added':
      return [made(data, at)];
    case 'shelf.renamed':
      return [{ op: 'update', id: data.id, set: { name: data.name, nameKey: data.nameKey } }];
    case 'shelf.moved':
      return data.ids.map((id) => ({ op: 'update', id, set: { parentId: data.parentId } }));
    case 'shelf.removed':
      return data.ids.map((id) => ({ op: 'remove', id }));
    case 'shelf.read':
      return data.ids.map((id) => ({ op: 'update', id, set: { read: data.at } }));
    case 'shelf.quota.changed':
      return [];
  }
}

export const shelfTree: RowTree<ShelfRow> = {
  parent: 'parentId',
  root: ROOT_ID,
  maxDepth: 20,
  isDetached: isLimbo,
};

export const shelfProjection: Projection<ShelfEvent, ShelfRow> = {
  changes,
  delta: (event) => ('delta' in event ? event.delta : null),
  quota: (event) => (event.type === 'shelf.quota.changed' ? event.quota : null),
  bounds: { depth: ({ type }) => type === 'shelf.folder.created' || type === 'shelf.moved' },
  tree: shelfTree,
  unique: [['parentId', 'class', 'nameKey']],
  indexes: [['tags']],
};
