import { DomainError, limboId, type ElementId } from '@skyshelf/contracts';
import { command, reserveSpace, type ShelfReader } from './shelf-commands.js';
import type { ShelfRow } from './shelf-events.js';

export const move = (id: string, parentId: string) =>
  command(
    'move',
    { id, parentId },
    async (reader) => {
      const row = await reader.get(id);
      const path = await reader.ancestors(parentId);
      const equal = row ? await reader.find({ parentId, class: row.class, nameKey: row.nameKey }) : [];
      return { row, path, taken: equal.length > 0 };
    },
    ({ row, path, taken }) => {
      if (!row) throw new DomainError('element.not-found');
      if (!path || path.some((above) => above.id === id)) throw new DomainError('folder.not-found');
      if (row.parentId === parentId) return { event: null, answer: { moved: 0 } };
      if (taken) throw new DomainError('name.exists');
      return { event: { type: 'shelf.moved', ids: [id], parentId }, answer: { moved: 1 } };
    },
  );

async function subtree(reader: ShelfReader, id: string): Promise<ShelfRow[]> {
  const root = await reader.get(id);
  const found = root ? [root] : [];
  for (let level = found; level.length > 0;) {
    level = await reader.find({ parentId: { in: level.map((row) => row.id) } });
    found.push(...level);
  }
  return found;
}

export const remove = (id: string) =>
  command(
    'remove',
    { id },
    (reader) => subtree(reader, id),
    (rows) => {
      if (rows.length === 0) throw new DomainError('element.not-found');
      const used = -rows.reduce((sum, row) => sum + row.size, 0);
      const delta = { used, count: -rows.length };
      return {
        event: { type: 'shelf.removed', ids: rows.map((row) => row.id), delta },
        answer: { removed: rows.length },
      };
    },
  );

export const moveToLimbo = (id: string, process: string) =>
  command(
    'put-away',
    { id, process },
    (reader) => reader.get(id),
    (row) => {
      if (!row) throw new DomainError('element.not-found');
      return {
        event: { type: 'shelf.moved', ids: [id], parentId: limboId(process, id as ElementId) },
        answer: { moved: 1 },
      };
    },
  );

/** Writes unread rows, which may be missing, as reactions do. */
export const markRead = (ids: string[], at: Date) =>
  command(
    'mark-read',
    { ids },
    async () => null,
    () => ({ event: { type: 'shelf.read', ids, at }, answer: null }),
  );

export const changeQuota = (quota: number) =>
  command(
    'change-quota',
    { quota },
    async () => null,
    () => ({ event: { type: 'shelf.quota.changed', quota }, answer: { quota } }),
  );

/** Reserves without an event, as the start of an upload does. */
export const reserve = (id: string, bytes: number, expires?: Date) =>
  command(
    'reserve',
    { id, bytes },
    (reader) => reader.side<{ id: string; bytes: number }>('reservations').get(id),
    (known) => ({ event: null, answer: { again: known !== null } }),
    async (side, { answer }) => {
      if (answer.again) return;
      await side.put('reservations', { id, bytes, ...(expires && { expires }) });
      await reserveSpace(side, bytes);
    },
  );

export const release = (id: string) =>
  command(
    'release',
    { id },
    (reader) => reader.side<{ id: string; bytes: number }>('reservations').get(id),
    (known) => ({ event: null, answer: { bytes: known?.bytes ?? 0 } }),
    async (side, { answer }) => {
      await side.remove('reservations', id);
      await reserveSpace(side, -answer.bytes);
    },
  );

export const countDepth = (levels: number) =>
  command(
    'count-depth',
    { levels },
    async () => null,
    () => ({ event: null, answer: null }),
    (side) => side.bound('depth', levels),
  );

export const look = <T>(read: (reader: ShelfReader) => Promise<T>, name = 'look') =>
  command(name, {}, read, (slice) => ({ event: null, answer: slice }));
