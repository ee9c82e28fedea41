import { expect, it } from 'vitest';
import { replay } from './replay.js';
import type { EventDocument } from './shelf-database.js';

const event = (version: number, type: string, data: Record<string, unknown>): EventDocument => ({
  _id: `catalog:d:${version}`,
  drive: 'd',
  version,
  type: `catalog.${type}`,
  data,
  at: new Date(0),
  pub: true,
});
const placed = (id: string, name: string) => ({ id, parentId: 'root', name, nameKey: name, tags: [] });
const delta = (used: number, count: number) => ({ used, count, byKind: used === 0 ? {} : { Other: used } });

it('makes rows and counters from events alone', () => {
  const file = { ...placed('f', 'a.bin'), blobId: 'b', kind: 'application/zip', size: 7, extension: 'bin' };
  const edited = { name: 'other', nameKey: 'other', extension: null, tags: [], size: 0, confirm: null };
  const derived = { thumbnail: { blobId: 't', bytes: 1 } };
  const { rows, ...totals } = replay([
    event(1, 'folder.created', { ...placed('x', 'folder'), delta: delta(0, 1) }),
    event(2, 'files.uploaded', { files: [file], delta: delta(7, 1) }),
    event(3, 'element.edited', { id: 'x', class: 'folder', from: 'folder', ...edited, delta: delta(0, 0) }),
    event(4, 'elements.described', {
      items: [{ id: 'f', derived, width: 1, height: 2, confirm: false }],
    }),
    event(5, 'elements.deleted', { roots: [], removed: ['x'], limbo: [], delta: delta(0, -1) }),
  ]);
  expect(totals).toEqual({
    version: 5,
    used: 7,
    count: 1,
    byKind: { Other: 7 },
    quota: null,
    kept: 0,
    keptCount: 0,
  });
  expect([...rows.values()]).toMatchObject([{ id: 'f', derived, bornVersion: 2, rev: 4 }]);
});

it('keeps what waits in limbo until it is purged', () => {
  const deleted = { roots: [], removed: [], limbo: [{ id: 'x', limboId: 'limbo:p:x' }], delta: delta(0, 0) };
  const before = [
    event(1, 'folder.created', { ...placed('x', 'folder'), delta: delta(0, 1) }),
    event(2, 'elements.deleted', deleted),
  ];
  expect(replay(before).rows.get('x')?.parentId).toBe('limbo:p:x');
  const purged = event(3, 'elements.purged', { removed: ['x'], delta: delta(0, -1) });
  expect(replay([...before, purged])).toMatchObject({ count: 0, version: 3 });
});

it('gives what lies in the trash, and what it is counted with, the version of the event', () => {
  const trash = { paths: [], counted: [], below: ['y'] };
  const deleted = { roots: [], removed: [], limbo: [{ id: 'x', limboId: 'limbo:p:x' }], trash };
  const { rows } = replay([
    event(1, 'folder.created', placed('x', 'folder')),
    event(2, 'folder.created', { ...placed('y', 'below'), parentId: 'x' }),
    event(3, 'folder.created', { ...placed('z', 'below'), parentId: 'x' }),
    event(4, 'elements.deleted', deleted),
    event(5, 'elements.purged', { removed: ['z'], trash: [{ id: 'x', kept: null }] }),
  ]);
  expect([...rows.values()]).toMatchObject([
    { id: 'x', rev: 5 },
    { id: 'y', rev: 4 },
  ]);
});
