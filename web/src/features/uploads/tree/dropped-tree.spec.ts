import { beforeEach, describe, expect, it } from 'vitest';
import type { ElementView } from '@skyshelf/contracts/browser';
import { folderNames } from './folder-names.js';
import { chosenFiles, type Found, nodeOfEntry, uploadTree, walkTree } from './dropped-tree.js';
import { UploadRig } from '../../../../testing/upload-rig.js';
import { refusal, type UploadServer } from '../../../../testing/upload-server.js';
import { BUNDLED_BYTES } from '../upload-port.js';
import type { UploadEngine } from '../upload-engine.js';

const file = (name: string, broken = false) =>
  ({
    name,
    isFile: true,
    isDirectory: false,
    file: (found: (file: File) => void, failed: (error: Error) => void) =>
      broken ? failed(new Error('gone')) : found(new File(['x'], name)),
  }) as unknown as FileSystemEntry;

/** Answers its entries in pieces, as browsers do. */
const folder = (name: string, entries: FileSystemEntry[], piece = 2): FileSystemEntry =>
  ({
    name,
    isFile: false,
    isDirectory: true,
    createReader: () => {
      const left = [...entries];
      return { readEntries: (found: (some: FileSystemEntry[]) => void) => found(left.splice(0, piece)) };
    },
  }) as unknown as FileSystemEntry;

const shut = {
  name: 'shut',
  isFile: false,
  isDirectory: true,
  createReader: () => ({
    readEntries: (_: unknown, failed: (error: Error) => void) => failed(new Error('no')),
  }),
} as unknown as FileSystemEntry;

const walk = async (...entries: FileSystemEntry[]): Promise<Found[]> => {
  const all: Found[] = [];
  for await (const found of walkTree(entries.map(nodeOfEntry))) all.push(...found);
  return all;
};
const labelOf = (found: Found): string =>
  found.kind === 'renamed'
    ? `${found.name} renamed to ${found.to}`
    : `${found.kind} ${[...found.path, ...(found.kind === 'file' ? [found.file.name] : found.kind === 'folder' ? [] : [found.name])].join('/')}`;

it('finds all files of a tree, a folder before what is in it, empty ones too', async () => {
  const inner = folder('b', [file('3'), file('4'), file('5')]);
  const found = await walk(file('1'), folder('a', [file('2'), inner, folder('empty', [])]));
  expect(found.map(labelOf)).toEqual([
    'file 1',
    'folder a',
    'file a/2',
    'folder a/b',
    'file a/b/3',
    'file a/b/4',
    'file a/b/5',
    'folder a/empty',
  ]);
});

it('never makes one of two folders, whose names change on the way, and says so', async () => {
  const each = ['C', 'C++', 'C#', 'Photos', 'photos', '???', '\u200b', 'Trip (2)', 'Trip'];
  const found = await walk(...each.map((name) => folder(name, [file('same.txt')])));
  expect(found.map(labelOf).filter((label) => label.startsWith('file'))).toEqual(
    ['C', 'C (3)', 'C (2)', 'Photos', 'photos (2)', 'Unnamed', 'Unnamed (2)', 'Trip (2)', 'Trip'].map(
      (name) => `file ${name}/same.txt`,
    ),
  );
  expect(found.map(labelOf).filter((label) => label.includes('renamed'))).toEqual([
    'C++ renamed to C (3)',
    'C# renamed to C (2)',
    'photos renamed to photos (2)',
    '??? renamed to Unnamed',
    '\u200b renamed to Unnamed (2)',
  ]);
});

it('gives the same names in whatever order, and to chosen folders', async () => {
  const given = ['C++', 'a', 'C', 'A', 'a', 'C#', 'C 2'];
  const names = folderNames(given);
  expect(names).toEqual(['C (3)', 'a (2)', 'C', 'A', 'a (3)', 'C (2)', 'C 2']);
  expect(folderNames(given.toReversed()).toSorted()).toEqual(names.toSorted());
  const files = ['C++/x/1', 'C/X/1', 'C++/X/2', 'C#/1', '0'].map((path) => ({
    file: Object.assign(new File(['x'], path.split('/').at(-1) ?? ''), { webkitRelativePath: path }),
  }));
  const all: string[] = [];
  for await (const found of chosenFiles(files)) all.push(...found.map(labelOf));
  expect(all).toEqual([
    'file C (3)/x (2)/1',
    'file C/X/1',
    'file C (3)/X/2',
    'file C (2)/1',
    'file 0',
    'C++ renamed to C (3)',
    'C# renamed to C (2)',
    'x renamed to x (2)',
  ]);
});

it('says what cannot be read and goes on', async () => {
  expect((await walk(shut, file('gone', true), file('1'))).map(labelOf).toSorted()).toEqual([
    'file 1',
    'unreadable gone',
    'unreadable shut',
  ]);
});

it('ends where folders are nested too deeply', async () => {
  let deep = file('bottom');
  for (let level = 200; level > 0; level -= 1) deep = folder(`${level}`, [deep]);
  const found = await walk(deep);
  expect(found.filter(({ kind }) => kind === 'folder')).toHaveLength(128);
  expect(found.at(-1)).toMatchObject({ kind: 'too-deep', name: '129' });
});

const HERE = { url: '/', folderId: 'root' };
const found = (path: string, size = 10): Found => {
  const names = path.split('/');
  return {
    kind: 'file',
    path: names.slice(0, -1),
    file: new File([new Uint8Array(size)], names.at(-1) ?? ''),
  };
};
const chosen = (no: number) => ({
  file: Object.assign(new File([new Uint8Array(10)], `${no}`), { webkitRelativePath: '' }),
});
async function* pieces(...each: Found[][]): AsyncGenerator<Found[]> {
  yield* each;
}

describe('a dropped tree', () => {
  let rig: UploadRig;
  let server: UploadServer;
  let engine: UploadEngine;
  const until = (check: () => void): Promise<void> => rig.until(check);
  const statuses = (): string[] => engine.items().map(({ name, status }) => `${name} ${status}`);

  beforeEach(() => {
    rig = new UploadRig({ bundledBytes: BUNDLED_BYTES });
    ({ server, engine } = rig);
  });

  it('makes each folder once, those above first, and puts files of all sizes there', async () => {
    await uploadTree(
      engine,
      HERE,
      pieces(
        [found('top.txt'), { kind: 'folder', path: ['a'] }, found('a/1')],
        [{ kind: 'folder', path: ['a', 'b'] }, found('a/b/2'), found('a/b/3', BUNDLED_BYTES + 1)],
        [{ kind: 'folder', path: ['empty'] }],
      ),
    );
    await until(() => expect(server.admittedTo).toHaveLength(4));
    expect(server.detailsOf('makeFolder')).toEqual(['/a/', '/a/b/', '/empty/']);
    expect(server.admittedTo.toSorted()).toEqual(['id:/a/ 1', 'id:/a/b/ 2', 'id:/a/b/ 3', 'root top.txt']);
    await until(() => expect(rig.notices.groupArrived).toHaveBeenCalledTimes(1));
    const [[group, came]] = rig.notices.groupArrived.mock.calls as [[number, ElementView[]]];
    expect(rig.notices.groupBegan).toHaveBeenCalledWith(group);
    const names = ['1', '2', '3', 'a', 'b', 'empty', 'top.txt'];
    expect(came.map(({ linkname }) => linkname).toSorted()).toEqual(names);
  });

  it('numbers folders and files of one drop that would meet, and fills what was there before', async () => {
    server.folders.add('/C/');
    const tree = [
      found('C/1'),
      found('C (2)/1'),
      found('C (2)/I.txt'),
      found('C (2)/i.txt'),
      found('C (2)/i:.txt'),
    ];
    await uploadTree(engine, HERE, pieces([...tree, { kind: 'renamed', name: 'C++', to: 'C (2)' }]));
    const names = ['1', 'I.txt', 'i (2).txt', 'i: (3).txt'].map((name) => `id:/C (2)/ ${name}`);
    await until(() => expect(server.admittedTo.toSorted()).toEqual(['id:/C/ 1', ...names].toSorted()));
    expect(server.detailsOf('makeFolder')).toEqual(['/C/', '/C (2)/']);
    const other = 'another file of this upload has the same name here.';
    expect(rig.notices.warned.mock.calls.map(([{ message }]) => message as string)).toEqual([
      `i.txt was renamed to i (2).txt: ${other}`,
      `i:.txt was renamed to i: (3).txt: ${other}`,
      '1 folder was renamed: C++ to C (2).',
    ]);
  });

  it('goes into folders that are there already', async () => {
    server.folders.add('/a/');
    await uploadTree(engine, HERE, pieces([found('a/1')]));
    await until(() => expect(server.admittedTo).toEqual(['id:/a/ 1']));
    expect(rig.notices.admitted).toHaveBeenCalledTimes(1);
  });

  it('says at its files that a folder was refused, lets the others go on, and asks again when they are tried again', async () => {
    server.fail('makeFolder', refusal(507, 'space.exceeded', 'Not enough disk space.'), { detail: /b/ });
    await uploadTree(engine, HERE, pieces([found('a/1'), found('b/2')]));
    await until(() => expect(statuses()).toEqual(['1 done', '2 failed']));
    expect(engine.items()[1]?.message).toBe('Not enough disk space.');
    engine.resume(...engine.list.idsIn('failed'));
    await until(() => expect(server.admittedTo).toEqual(['id:/a/ 1', 'id:/b/ 2']));
  });

  it('shows what cannot be read, and takes the rest', async () => {
    const shut: Found = { kind: 'unreadable', path: [], name: 'shut' };
    await uploadTree(engine, HERE, pieces([shut, found('1')]));
    await until(() => expect(statuses().toSorted()).toEqual(['1 done', 'shut refused']));
    expect(engine.items().find(({ name }) => name === 'shut')?.message).toMatch(/cannot be read/);
  });

  it('of 6,000 chosen files leaves time between portions', async () => {
    server.hold('sendBundle');
    const counts: number[] = [];
    const timer = setInterval(() => counts.push(engine.list.totals.all));
    await uploadTree(engine, HERE, chosenFiles(Array.from({ length: 6000 }, (_, no) => chosen(no))));
    clearInterval(timer);
    const between = counts.filter((count) => count > 0 && count < 6000);
    expect(between.length).toBeGreaterThan(2);
    expect(engine.items().map(({ name }) => name)).toEqual(Array.from({ length: 6000 }, (_, no) => `${no}`));
    const { totals } = engine.list;
    expect([totals.all, totals.unsettled, totals.bytes]).toEqual([6000, 6000, 60_000]);
  });

  it('is paused and cancelled with what is still to come of it', async () => {
    const release = server.hold('sendBundle');
    async function* asked(): AsyncGenerator<Found[]> {
      yield Array.from({ length: 60 }, (_, no) => found(`${no}`));
      engine.pauseAll();
      yield [found('late')];
      expect(engine.list.totals.count).toMatchObject({ paused: 11, waiting: 0 });
      engine.resumeAll();
      yield [found('later')];
      expect(engine.list.totals.count).toMatchObject({ paused: 0 });
      engine.cancelAll();
      yield [
        found('too late'),
        { kind: 'folder', path: ['a'] },
        { kind: 'unreadable', path: [], name: 'no' },
      ];
    }
    await uploadTree(engine, HERE, asked());
    release();
    await rig.untilAll('done');
    expect(engine.list.totals.all).toBe(50);
    expect(server.detailsOf('makeFolder')).toEqual([]);
    expect(rig.notices.groupArrived).toHaveBeenCalledTimes(1);
    engine.add(HERE, [new File(['x'], 'new')]);
    await until(() => expect(engine.list.totals.count.done).toBe(51));
  });
});
