import { expect, it } from 'vitest';
import { nodeOfEntry } from './nodes.js';
import { walkTree, type Found } from './walk-tree.js';

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
  `${found.kind} ${[...found.path, ...(found.kind === 'file' ? [found.file.name] : found.kind === 'folder' ? [] : [found.name])].join('/')}`;

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

it('says what can not be read and goes on', async () => {
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
