import type { ElementView, Warning } from '@skyshelf/contracts';
import { testDatabase, type TestDatabase } from '@skyshelf/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCatalog, type RunningCatalog, type TestAccount } from '../../testing/running-catalog.js';

let database: TestDatabase;
let catalog: RunningCatalog;
beforeAll(async () => {
  database = await testDatabase('catalog_clipboard');
  catalog = await runCatalog(database);
});
afterAll(async () => {
  await catalog.stop();
  await database.drop();
});

interface Pasted {
  docs: { result: { ok: 1 }; ops: ElementView[]; process: string | null };
  warnings: Warning[];
  error: { code: string; message: string; field?: string };
  status?: number;
}

const add = async (account: TestAccount, url: string, linkname: string, linktype = 'website') => {
  const obj = { linkname, linktype, ...(linktype === 'folder' ? {} : { linkurl: 'https://example.com/' }) };
  return (await account.call<{ docs: ElementView }>('POST', '/api/add/', { url, obj })).body.docs;
};
const paste = (account: TestAccount, url: string, action: string, ...elements: Partial<ElementView>[]) =>
  account.call<Pasted>('POST', '/api/paste/', {
    url,
    arr: elements,
    action,
    actionUrl: '/',
    folder: ['/a/.*'],
  });
const names = async (account: TestAccount, url: string) =>
  (await account.call<{ docs: ElementView[] }>('POST', '/api/', { url })).body.docs.map(
    ({ linkname }) => linkname,
  );

describe('the clipboard', () => {
  it('cuts and copies whole elements as the client sends them', async () => {
    const alice = catalog.account();
    const folder = await add(alice, '/', 'from', 'folder');
    const link = await add(alice, '/', 'site');
    await add(alice, '/from/', 'inside');
    await add(alice, '/', 'to', 'folder');
    const copied = await paste(alice, '/to/', 'copy', folder, link);
    expect(copied).toMatchObject({
      status: 200,
      body: { docs: { result: { ok: 1 }, process: null }, warnings: [] },
    });
    expect(copied.body.docs.ops.map(({ path, linkname }) => path + linkname).toSorted()).toEqual([
      '/to/from',
      '/to/site',
    ]);
    expect(await names(alice, '/to/from/')).toEqual(['inside']);
    const again = await paste(alice, '/to/', 'cut', folder, link);
    expect(again.body).toMatchObject({
      docs: { ops: [] },
      warnings: [{ message: 'from already exist.' }, { message: 'site already exist.' }],
    });
    await add(alice, '/', 'other', 'folder');
    expect(
      (await paste(alice, '/other', 'cut', folder, link)).body.docs.ops.map(({ _id }) => _id).toSorted(),
    ).toEqual([folder._id, link._id].toSorted());
    expect(await names(alice, '/other/from/')).toEqual(['inside']);
    expect(await catalog.internal('GET', `/internal/drives/${alice.drive}/check`)).toEqual({ problems: [] });
  });

  it('refuses in the words of the specification', async () => {
    const alice = catalog.account();
    const folder = await add(alice, '/', 'a', 'folder');
    const link = await add(alice, '/', 'site');
    const said = async (url: string, action: string, ...elements: Partial<ElementView>[]) => {
      const { status, body } = await paste(alice, url, action, ...elements);
      return [status, body.error.code, body.error.message];
    };
    const own = { _id: 'default:youtube' };
    expect(await said('/', 'cut', link)).toEqual([
      400,
      'paste.same-folder',
      "You can't cut and paste elements to the same folder.",
    ]);
    expect(await said('/', 'copy', link)).toEqual([
      400,
      'paste.same-folder',
      "You can't copy and paste elements to the same folder.",
    ]);
    expect(await said('/a/', 'cut', own)).toEqual([400, 'default.locked', "Can't cut default elements ."]);
    expect(await said('/a/', 'copy', own)).toEqual([400, 'default.locked', "Can't copy default elements ."]);
    expect(await said('/a/', 'cut', folder)).toEqual([
      400,
      'paste.into-itself',
      'A folder cannot be pasted into itself.',
    ]);
    expect(await said('/gone/', 'cut', link)).toEqual([404, 'folder.not-found', 'Page Not Found']);
    expect(await said('/a/', 'cut', { _id: 'gone' })).toEqual([
      404,
      'element.not-found',
      'This element does not exist any more.',
    ]);
    expect((await paste(alice, '/a/', 'steal', link)).status).toBe(400);
    expect(await names(alice, '/')).toEqual(['a', 'site']);
  });

  it('lets one of two win who bring folders into each other, and makes no circle', async () => {
    const alice = catalog.account();
    for (let round = 0; round < 20; round += 1) {
      const [a, b] = [
        await add(alice, '/', `a${round}`, 'folder'),
        await add(alice, '/', `b${round}`, 'folder'),
      ];
      const answers = await Promise.all([
        paste(alice, `/b${round}/`, 'cut', a),
        paste(alice, `/a${round}/`, 'cut', b),
      ]);
      expect(answers.map(({ status }) => status).toSorted()[0]).toBe(200);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    }
    expect(await catalog.internal('GET', `/internal/drives/${alice.drive}/check`)).toEqual({ problems: [] });
  });
});
