import type { ElementView, Warning } from '@skyshelf/contracts';
import { eventually, testDatabase, type TestDatabase } from '@skyshelf/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalogDefaults } from '../catalog.config.js';
import { runCatalog, type RunningCatalog, type TestAccount } from '../../testing/running-catalog.js';

let database: TestDatabase;
let catalog: RunningCatalog;
let alice: TestAccount;
beforeAll(async () => {
  database = await testDatabase('catalog_commands');
  catalog = await runCatalog(database, {
    config: { ...catalogDefaults, viewkeyVideoHosts: ['viewkey.example'] },
  });
  alice = catalog.account();
});
afterAll(async () => {
  await catalog.stop();
  await database.drop();
});

interface Body {
  docs: ElementView;
  ops: ElementView[];
  warnings: Warning[];
  error: { code: string; message: string; field?: string };
}
const post = (path: string, body: object) => alice.call<Body>('POST', path, body);
const add = (linkname: string, linktype = 'folder', linkurl: string | null = null, url = '/') =>
  post('/api/add/', { url, obj: { linkname, linktype, linkurl } });
const said = ({ status, body }: Awaited<ReturnType<typeof post>>) => [
  status,
  body.error.message,
  body.error.field,
];
const listed = async (url: string) =>
  (await alice.call<{ docs: ElementView[] }>('POST', '/api/', { url, defaultLinks: false })).body.docs;
const video = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';

describe('the calls of the file manager', () => {
  it('refuse addresses in the words of their kind', async () => {
    for (const [kind, url, message] of [
      ['youtube', 'https://www.youtube.com/', 'Wrong video url'],
      ['vimeo', 'https://vimeo.com/a/b', 'Wrong video url'],
      ['tiktok', 'https://example.com/video/1', 'Wrong video url'],
      ['viewkeyvideo', 'https://viewkey.example/', 'Wrong video url'],
      ['playlist', video, 'Wrong playlist url'],
      ['website', 'http://192.168.0.1/', 'Invalid URL'],
    ])
      expect(said(await add('x', kind, url))).toEqual([400, message, 'obj.linkurl']);
    expect(said(await add('x', 'embedframevideo', 'https://any.example/video1'))).toEqual([
      400,
      'This kind of link is not supported.',
      'obj.linktype',
    ]);
  });

  it('report an address that is here already', async () => {
    expect((await add('one', 'website', 'https://example.com/same')).body.warnings).toEqual([]);
    expect((await add('two', 'website', 'https://example.com/same')).body.warnings).toEqual([
      { name: 'one', code: 'url.same', message: 'The same address is here already: one', path: '/' },
    ]);
  });

  it('edit one element at a time', async () => {
    const a = (await add('first')).body.docs;
    const b = (await add('second')).body.docs;
    const edit = (id: unknown) => post('/api/edit/', { url: '/', id, obj: { linkname: 'third' } });
    expect(said(await edit([a._id, b._id]))).toEqual([
      400,
      'Please select only one element, Because only one element can be edited at a time.',
      'id',
    ]);
    expect((await edit([a._id])).body).toMatchObject({ docs: { modifiedCount: 1 } });
  });

  it('rename a folder by its path, after which the same by id is done already', async () => {
    await add('papers');
    await add('inside', 'website', 'https://example.com/', '/papers/');
    const rename = { sub: 'local|eve', prevPath: '/papers/', newPath: '/documents/' };
    expect((await post('/api/edit/path/', rename)).body.docs).toMatchObject({
      result: { ok: 1 },
      modifiedCount: 1,
      element: { linkname: 'documents' },
    });
    expect((await post('/api/edit/path', rename)).body.docs).toMatchObject({
      result: { ok: 1 },
      modifiedCount: 0,
    });
    expect((await listed('/documents/')).map(({ linkname }) => linkname)).toEqual(['inside']);
    expect(said(await post('/api/edit/path/', { prevPath: '/documents/', newPath: '/third/' }))).toEqual([
      409,
      'Name already exist',
      'newPath',
    ]);
  });

  it('add a playlist, or say why not', async () => {
    const items = [
      {
        linkname: 'One',
        linktype: 'youtube',
        linkurl: video,
        linktag: [],
        linkimg: null,
        thumbnailWebsite: null,
      },
      { linkname: 'One', linktype: 'youtube', linkurl: video },
      { linkname: 'Private video', linktype: 'youtube', linkurl: video },
    ];
    const { status, body } = await post('/api/addplaylist/', { url: '/', name: 'Mix', obj: items });
    expect([status, body.docs.linkname]).toEqual([200, 'Mix']);
    expect((await listed('/Mix/')).map(({ linkname }) => linkname)).toEqual(['One', 'One (2)']);
    const again = (name: string, obj: object[]) => post('/api/addplaylist/', { url: '/', name, obj });
    expect(said(await again('mix', items))).toEqual([409, 'Name already exist', 'name']);
    expect(said(await again('other', []))).toEqual([400, 'Empty playlist', 'obj']);
    expect(said(await again('other', [{ linkname: 'x', linkurl: 'https://example.com/' }]))).toEqual([
      400,
      'Wrong video url',
      'obj.0.linkurl',
    ]);
  });

  it('know own addresses only', async () => {
    const exists = async (url: string) => (await alice.call('POST', '/api/exist/', { url })).body;
    expect(await exists('Cloud/unknown/local|alice###a.png')).toEqual({ file: false });
    const lists = { arrOld: ['Cloud/unknown/local|alice###a.png'], arrNew: ['x'] };
    expect(said(await post('/api/edit/file', lists))).toEqual([404, 'This file does not exist.', 'arrOld.0']);
    expect(said(await post('/api/edit/file', { ...lists, arrNew: ['x', 'y'] }))[0]).toBe(400);
    expect((await post('/api/edit/file', { arrOld: [], arrNew: [] })).status).toBe(400);
  });

  it('confirm no thumbnail that is not there, and count openings', async () => {
    const link = (await add('opened', 'website', 'https://example.com/opened')).body.docs;
    expect((await post('/api/confirm', { _id: link._id, confirm: true })).body.docs).toMatchObject({
      modifiedCount: 0,
    });
    expect((await post('/api/confirm', { _id: 'gone', confirm: true })).status).toBe(404);
    expect((await post('/api/open', { _id: link._id })).body).toEqual({ counter: 1 });
    expect((await post('/api/open', { _id: link._id })).body).toEqual({ counter: 2 });
    expect((await post('/api/open', { _id: 'gone' })).status).toBe(404);
  });

  it('tag many at once and everywhere', async () => {
    const ids = [
      (await add('t1')).body.docs._id,
      (await add('t2', 'website', 'https://example.com/t')).body.docs._id,
    ];
    expect((await post('/api/tags/elements', { arr: ids, add: ['red', 'blue'] })).body).toMatchObject({
      docs: { result: { ok: 1 }, modifiedCount: 2 },
      warnings: [],
    });
    expect((await post('/api/tags/rename', { tag: 'red', to: 'green' })).body.docs).toEqual({
      result: { ok: 1 },
      modifiedCount: 2,
      process: null,
    });
    await post('/api/tags/remove', { tag: 'blue' });
    const tags = (await listed('/')).filter(({ _id }) => ids.includes(_id)).map(({ linktag }) => linktag);
    expect(tags).toEqual([['green'], ['green']]);
  });

  it('carry a large copy through by themselves, and cancel another', async () => {
    const bob = catalog.account('bob');
    const made = async (url: string, linkname: string, linktype = 'folder', linkurl?: string) =>
      (await bob.call<Body>('POST', '/api/add/', { url, obj: { linkname, linktype, linkurl } })).body.docs;
    const source = await made('/', 'source');
    await made('/', 'to');
    await made('/', 'too');
    for (let from = 0; from < 230; from += 23)
      await Promise.all(
        Array.from({ length: 23 }, (_, index) =>
          made('/source/', `n${from + index}`, 'website', 'https://example.com/'),
        ),
      );
    const paste = (url: string) =>
      bob.call<{ docs: { ops: ElementView[]; process: string } }>('POST', '/api/paste/', {
        url,
        arr: [source._id],
        action: 'copy',
      });
    const { docs } = (await paste('/to/')).body;
    expect(docs.ops).toMatchObject([{ linkname: 'source', copying: { process: docs.process, total: 231 } }]);
    const inside = async (url: string) =>
      (await bob.call<{ docs: ElementView[] }>('POST', '/api/', { url })).body.docs;
    const processes = async () =>
      (await bob.call<{ docs: { process: string }[] }>('GET', '/api/processes')).body.docs;
    await eventually(async () => (await processes()).length === 0, { timeoutMs: 20_000 });
    expect(await inside('/to/source/')).toHaveLength(230);
    expect((await inside('/to/'))[0]).not.toHaveProperty('copying');
    const other = (await paste('/too/')).body.docs.process;
    const cancelled = await bob.call<Body>('POST', '/api/processes/cancel', { process: other });
    expect([200, 404]).toContain(cancelled.status);
    await eventually(async () => (await processes()).length === 0, { timeoutMs: 20_000 });
    expect(await inside('/too/')).toHaveLength(cancelled.status === 200 ? 0 : 1);
    expect(await catalog.internal('GET', `/internal/drives/${bob.drive}/check`)).toEqual({ problems: [] });
    expect((await bob.call('POST', '/api/processes/cancel', { process: 'gone' })).status).toBe(404);
  });
});
