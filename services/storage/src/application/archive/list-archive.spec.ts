import type { BlobId, DriveId } from '@skyshelf/contracts';
import { expect, it } from 'vitest';
import type { ArchiveEntry } from '../../domain/archive/zip-records.js';
import type { Storage } from '../storage.js';
import type { KeptArchive, KeptArchives } from './kept-archives.js';
import { listArchive } from './list-archive.js';
import type { NamedEntry } from '../../domain/archive/tree-paths.js';

const drive = 'drive' as DriveId;
const bounds = { entries: 3000, pathBytes: 100_000 };

/** Lists in memory, over blobs of one byte each. */
function scene() {
  const pages: Map<number, readonly ArchiveEntry[]> = new Map();
  const whole: KeptArchive[] = [];
  const archives: Partial<KeptArchives> = {
    begin: async () => {},
    addPage: async (_, index, entries) => void pages.set(index, entries),
    finish: async (list) => (whole.push(list), list),
    forget: async () => pages.clear(),
  };
  const blobs = {
    contents: async (_: DriveId, ids: readonly BlobId[]) =>
      new Map(ids.map((id) => [id, { size: 1, crc32: 7 }])),
  };
  const storage = { archives, blobs, clock: { now: () => new Date(0) }, ids: { next: () => 'list' } };
  const list = async (entries: NamedEntry[]) => {
    async function* pagesOf() {
      for (let at = 0; at < entries.length; at += 700) yield entries.slice(at, at + 700);
    }
    const question = { drive, ask: 'folder x', name: 'x.zip', version: 1, entries: pagesOf() };
    return listArchive(storage as unknown as Storage, question, { bounds });
  };
  return { list, pages, whole };
}
const entry = (path: string): NamedEntry => ({ path, blobId: 'blob' as BlobId, modified: 0 });
const entries = (count: number, length = 8) =>
  Array.from({ length: count }, (_, index) => entry(String(index).padStart(length, '0')));

it('a list is cut into pages, in order and whole', async () => {
  const { list, pages } = scene();
  const asked = entries(2500);
  const { layout } = await list(asked);
  expect(layout.pages.map((page) => page.entries)).toEqual([1000, 1000, 500]);
  expect([0, 1, 2].flatMap((index) => pages.get(index)?.map(({ path }) => path))).toEqual(
    asked.map(({ path }) => path),
  );
  expect(layout.size).toBe(2500 * (30 + 8 + 9 + 1) + 2500 * (46 + 8 + 9) + 22);
});

it('equal lists have one tag, others have others', async () => {
  const tagOf = async (given: NamedEntry[]) => (await scene().list(given)).tag;
  const tag = await tagOf(entries(5));
  expect(await tagOf(entries(5))).toBe(tag);
  expect(await tagOf(entries(6))).not.toBe(tag);
  expect(await tagOf(entries(5).map((each) => ({ ...each, modified: 1 })))).not.toBe(tag);
});

it('a tree that is too large is refused, and nothing of its list stays', async () => {
  for (const large of [entries(3001), entries(500, 201)]) {
    const { list, pages, whole } = scene();
    await expect(list(large)).rejects.toMatchObject({ code: 'download.too-large' });
    expect([pages.size, whole.length]).toEqual([0, 0]);
  }
});
