import type { ElementView } from '@skyshelf/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ListingCache } from '../../infrastructure/listing-cache.js';
import { testDrive, type TestDrive } from '../../../testing/catalog-subject.js';
import { aFile, aFolder, aLink, manyFiles } from '../../../testing/facts.js';
import { remove } from '../../../testing/shelf-commands.js';
import { showBuiltIns } from '../commands/follow-billing.js';
import { listFolder } from './list-folder.js';
import { listPage } from './list-page.js';
import { byName, type ListingOrder } from './listing-order.js';

interface Page {
  docs: ElementView[];
  next: string | null;
  sort: string;
  direction: string;
  folderId: string;
  version: number;
}

const cache = new ListingCache(50_000_000);

async function page(
  drive: TestDrive,
  order: ListingOrder,
  limit: number,
  after?: string,
  url = '/',
): Promise<Page> {
  const question = { address: { url }, order };
  const request = { limit, ...(after !== undefined && { after }) };
  const { bytes } = await listPage(drive.catalog, cache, drive.account, question, request);
  return JSON.parse(bytes.toString()) as Page;
}

/** All pages, one after the other; something may happen between two of them. */
async function walk(
  drive: TestDrive,
  order: ListingOrder,
  limit: number,
  between: (turn: number) => Promise<unknown> = async () => null,
): Promise<string[]> {
  const seen: string[] = [];
  let after: string | undefined;
  for (let turn = 0; ; turn += 1) {
    const { docs, next } = await page(drive, order, limit, after);
    expect(docs.length).toBeLessThanOrEqual(limit);
    seen.push(...docs.map(({ linkname }) => linkname));
    if (next === null) return seen;
    after = next;
    await between(turn);
  }
}

const whole = async (drive: TestDrive, order: ListingOrder) => {
  const { bytes } = await listFolder(drive.catalog, cache, drive.account, { address: { url: '/' }, order });
  return (JSON.parse(bytes.toString()) as Page).docs.map(({ linkname }) => linkname);
};
const orders = (['name', 'date', 'size', 'kind'] as const).flatMap((sort) =>
  (['asc', 'desc'] as const).map((direction) => ({ sort, direction })),
);

/** A drive of its own for each test: the cache is shared. */
let drives = 0;
const shelf = async (...events: Parameters<TestDrive['given']>) => {
  const drive = testDrive();
  drive.account = { ...drive.account, sub: `local|${(drives += 1)}` };
  await drive.given(...events);
  await showBuiltIns(drive.catalog, drive.account.drive, drive.opId(), false);
  return drive;
};

describe('the tag of a page', () => {
  const tagOf = async (drive: TestDrive, limit: number, after?: string) =>
    (
      await listPage(
        drive.catalog,
        cache,
        drive.account,
        { address: { url: '/' }, order: byName },
        { limit, after },
      )
    ).tag;

  it.each([
    ['a folder that it holds whole', 10],
    ['a larger folder', 2],
  ])('stays while nothing changes, of %s', async (_, limit) => {
    const drive = await shelf(aFolder('a'), aFolder('b'), aFolder('c'));
    const first = await tagOf(drive, limit);
    expect(await tagOf(drive, limit)).toBe(first);
    await drive.given(aFolder('d'));
    expect(await tagOf(drive, limit)).not.toBe(first);
  });
  it('is another one for each page', async () => {
    const drive = await shelf(aFolder('a'), aFolder('b'), aFolder('c'));
    const { next } = await page(drive, byName, 1);
    expect(await tagOf(drive, 1, next ?? '')).not.toBe(await tagOf(drive, 1));
    expect(await tagOf(drive, 2)).not.toBe(await tagOf(drive, 1));
  });
});

describe('the pages of a folder', () => {
  it.each(orders)('make up the whole listing, by $sort $direction', async (order) => {
    const drive = await shelf(
      aFolder('Z'),
      aFolder('é'),
      ...Array.from({ length: 23 }, (_, index) => aFile(`f${index}.png`, 'root', (index * 7) % 5)),
      aLink('link'),
    );
    await showBuiltIns(drive.catalog, drive.account.drive, drive.opId(), true);
    const expected = await whole(drive, order);
    for (const limit of [1, 4, 26, 100]) expect(await walk(drive, order, limit)).toEqual(expected);
  });

  it('say where they stand', async () => {
    const drive = await shelf(aLink('a'), aLink('b'));
    expect(await page(drive, byName, 1)).toMatchObject({
      next: expect.any(String),
      folderId: 'root',
      version: 3,
      sort: 'name',
      direction: 'asc',
    });
    expect((await page(drive, byName, 2)).next).toBeNull();
    await drive.given(aFolder('empty'));
    expect(await page(drive, byName, 5, undefined, '/empty/')).toMatchObject({ docs: [], next: null });
    await expect(page(drive, byName, 5, undefined, '/nowhere/')).rejects.toMatchObject({ status: 404 });
  });

  it('keep their places: what stays comes once, whatever is added and removed since', () =>
    fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 9 }),
        fc.constantFrom(...orders),
        fc.array(fc.tuple(fc.nat(39), fc.boolean()), { maxLength: 12 }),
        async (limit, order, happenings) => {
          const name = (index: number) => `n${index}.png`;
          const drive = await shelf(
            ...Array.from({ length: 40 }, (_, index) => aFile(name(index), 'root', index % 6)),
          );
          const gone = new Set<string>();
          const seen = await walk(drive, order, limit, async (turn) => {
            const [index, adds] = happenings[turn] ?? [];
            if (index === undefined) return;
            if (adds) return drive.given(aFile(`new ${turn}.png`, 'root', index % 6));
            gone.add(name(index));
            await remove(drive, [name(index).replace('.', '-')]);
          });
          expect(new Set(seen).size).toBe(seen.length);
          const stayed = Array.from({ length: 40 }, (_, index) => name(index)).filter(
            (each) => !gone.has(each),
          );
          expect(stayed.filter((each) => !seen.includes(each))).toEqual([]);
        },
      ),
      { numRuns: 40 },
    ));

  it('of more than 20,000 elements go letter by letter, whatever else is asked for', async () => {
    const drive = await shelf(aFolder('Z'), ...manyFiles('root', 20_001));
    await showBuiltIns(drive.catalog, drive.account.drive, drive.opId(), true);
    const first = await page(drive, { sort: 'size', direction: 'desc' }, 3);
    expect(first.docs.map(({ linkname }) => linkname)).toEqual(['Z', 'BBC News', 'Facebook']);
    expect([first.sort, first.direction]).toEqual(['name', 'asc']);
    const second = await page(drive, { sort: 'size', direction: 'desc' }, 4, first.next ?? undefined);
    expect(second.docs.map(({ linkname }) => linkname)).toEqual(['Gmail', 'Instagram', 'LinkedIn', 'n0.png']);
    const last = await page(drive, { sort: 'name', direction: 'desc' }, 2);
    expect(last.docs.map(({ linkname }) => linkname)).toEqual(['Z', 'YouTube']);
    const all = await walk(drive, byName, 7000);
    expect([all.length, new Set(all).size]).toEqual([20_020, 20_020]);
  }, 60_000);

  it('keep their order when the folder becomes very large', async () => {
    const drive = await shelf(...manyFiles('root', 20_000));
    const first = await page(drive, byName, 19_999);
    await drive.given(aFile('n5a.png'), aLink('zzz'));
    const rest = await page(drive, byName, 5, first.next ?? '');
    expect(rest.docs.map(({ linkname }) => linkname)).toEqual(['n19999.png', 'zzz']);
    expect((await page(drive, byName, 2)).docs.map(({ linkname }) => linkname)).toEqual(['n0.png', 'n1.png']);
  }, 60_000);

  it('go on only behind what a page has answered', async () => {
    const drive = await shelf(aLink('a'), aLink('b'));
    const { next } = await page(drive, byName, 1);
    const wrong = ['x', '{}', Buffer.from('{"order":1}').toString('base64url')];
    for (const after of wrong)
      await expect(page(drive, byName, 1, after)).rejects.toMatchObject({ code: 'input.invalid' });
    await expect(page(drive, { sort: 'date', direction: 'asc' }, 1, next ?? '')).rejects.toMatchObject({
      code: 'input.invalid',
      details: { field: 'after' },
    });
  });
});
