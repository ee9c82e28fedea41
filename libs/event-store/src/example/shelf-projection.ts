import { DomainError, isLimbo, ROOT_ID } from '@skyshelf/contracts';
import type { Change, Projection, RowTree, StoredEvent, Totals } from '../port.js';
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

/** `reserved` lies outside the stream. */
export type ShelfTotals = { used: number; count: number; quota: number; reserved: number };

const shelfTotals = (quota: number): Totals<ShelfEvent, ShelfTotals> => ({
  empty: { used: 0, count: 0, quota, reserved: 0 },
  add: (totals, event) => {
    if (event.type === 'shelf.quota.changed') return { ...totals, quota: event.quota };
    const { used, count } = 'delta' in event ? event.delta : { used: 0, count: 0 };
    return { ...totals, used: totals.used + used, count: totals.count + count };
  },
  admit: (before, after) => {
    const taken = after.used + after.reserved;
    if (taken > before.used + before.reserved && taken > after.quota) throw new DomainError('space.exceeded');
  },
  ofEvents: ({ used, count, quota: bytes }) => ({ used, count, quota: bytes }),
});

/** @param quota default bytes */
export const shelfProjection = (quota: number): Projection<ShelfEvent, ShelfRow, ShelfTotals> => ({
  changes,
  totals: shelfTotals(quota),
  bounds: { depth: ({ type }) => type === 'shelf.folder.created' || type === 'shelf.moved' },
  tree: shelfTree,
  unique: [['parentId', 'class', 'nameKey']],
  indexes: [['tags']],
});
