import type { AnswerOf } from '@skyshelf/http';
import type { routes } from '@skyshelf/contracts';
import { testDatabase, type TestDatabase } from '@skyshelf/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Catalog } from '../application/catalog.js';
import { CATALOG } from '../catalog.runtime.js';
import { driveIn } from '../../testing/catalog-subject.js';
import { aFolder, manyFiles } from '../../testing/facts.js';
import { runCatalog, type RunningCatalog, type TestAccount } from '../../testing/running-catalog.js';

let database: TestDatabase;
let catalog: RunningCatalog;
let alice: TestAccount;
beforeAll(async () => {
  database = await testDatabase('catalog_overview');
  catalog = await runCatalog(database);
  alice = catalog.account();
  const { store, clock, ids } = catalog.service.app.get<Catalog>(CATALOG);
  const drive = driveIn(store, { clock: { ...clock, advance: () => undefined }, ids }, alice.drive);
  await drive.given(aFolder('big'), aFolder('sub', 'big'), ...manyFiles('sub', 3000));
  const obj = {
    linkname: 'Sea view',
    linktype: 'website',
    linkurl: 'https://example.com/',
    linktag: ['Rome', 'to do'],
  };
  await alice.call('POST', '/api/add/', { url: '/big/', obj });
});
afterAll(async () => {
  await catalog.stop();
  await database.drop();
});

type Found = AnswerOf<typeof routes.searchElements>;
const search = async (body: object) => (await alice.call<Found>('POST', '/api/search/', body)).body;
const names = ({ docs }: Pick<Found, 'docs'>) => docs.map(({ linkname }) => linkname);

describe('a drive seen from above', () => {
  it('is searched everywhere and in one folder', async () => {
    const found = await search({ text: 'sea' });
    expect(found).toMatchObject({ docs: [{ linkname: 'Sea view', path: '/big/' }], more: false });
    expect(names(await search({ tag: 'rome' }))).toEqual(['Sea view']);
    expect(names(await search({ text: 'view do' }))).toEqual(['Sea view']);
    expect(names(await search({ text: 'iew', url: '/big/' }))).toEqual(['Sea view']);
    expect(names(await search({ text: 'iew', url: '/' }))).toEqual([]);
    expect(names(await search({ text: '2999', url: '/big/sub/' }))).toEqual(['n2999.png']);
    expect(await search({ text: 'png', limit: 5 })).toMatchObject({ more: true });
    expect((await alice.call('POST', '/api/search/', { text: 'a', url: '/nowhere/' })).status).toBe(404);
  });

  it('is searched without reading more than is answered', async () => {
    await database.db.command({ profile: 2 });
    await search({ text: 'png', limit: 5 });
    await search({ text: 'nothing at all' });
    await search({ text: 'n2999 png', limit: 5 });
    await database.db.command({ profile: 0 });
    const looked = await database.db
      .collection('system.profile')
      .find({ ns: /\.elements$/u })
      .toArray();
    expect(looked.length).toBeGreaterThan(0);
    for (const { docsExamined, planSummary, command } of looked) {
      expect(docsExamined, JSON.stringify([planSummary, command])).toBeLessThan(20);
    }
  });

  it('tells tags, recent elements, and how much a folder holds', async () => {
    expect((await alice.call('GET', '/api/tags')).body).toEqual({
      docs: [
        { tag: 'Rome', count: 1 },
        { tag: 'to do', count: 1 },
      ],
      version: 6,
    });
    const recent = await alice.call<Pick<Found, 'docs'>>('GET', '/api/recent?limit=2');
    expect(names(recent.body)).toEqual(['Sea view', 'n2000.png']);
    expect((await alice.call('POST', '/api/folder/size', { url: '/big/' })).body).toEqual({
      folderId: 'big',
      version: 6,
      size: 3028,
      count: 3002,
    });
  });

  it('is listed in pages that make up the whole', async () => {
    type Page = AnswerOf<typeof routes.listFolder>;
    const seen: string[] = [];
    for (let after: string | null | undefined; after !== null;) {
      const body = { url: '/big/sub/', limit: 700, sort: 'name', direction: 'desc', ...(after && { after }) };
      const page: Page = (await alice.call<Page>('POST', '/api/', body)).body;
      seen.push(...names(page));
      after = page.next ?? null;
    }
    expect([seen.length, seen[0], seen.at(-1)]).toEqual([3000, 'n2999.png', 'n0.png']);
    const refused = await alice.call('POST', '/api/', { url: '/big/sub/', limit: 5, after: 'nonsense' });
    expect(refused).toMatchObject({
      status: 400,
      body: { error: { code: 'input.invalid', field: 'after' } },
    });
  });
});
