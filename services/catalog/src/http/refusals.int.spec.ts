import type { ElementView } from '@skyshelf/contracts';
import { testDatabase, type TestDatabase } from '@skyshelf/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCatalog, type RunningCatalog, type TestAccount } from '../../testing/running-catalog.js';

let database: TestDatabase;
let catalog: RunningCatalog;
let alice: TestAccount;
beforeAll(async () => {
  database = await testDatabase('catalog_refusals');
  catalog = await runCatalog(database);
  alice = catalog.account();
  await add({ linkname: 'Photos', linktype: 'folder' });
});
afterAll(async () => {
  await catalog.stop();
  await database.drop();
});

interface Refusal {
  error: { code: string; message: string; field?: string };
  status?: number;
}
const add = (obj: object, url = '/', headers = {}) =>
  alice.call<Refusal & { docs: ElementView }>('POST', '/api/add/', { url, obj }, headers);
const site = (linkname: string, linkurl: string | null = 'https://example.com') => ({
  linkname,
  linktype: 'website',
  linkurl,
});
const said = ({ status, body }: { status: number; body: Refusal }) => [
  status,
  body.error.code,
  body.error.message,
  body.error.field,
];

describe('a refusal says what is wrong, in the words of the specification', () => {
  it.each([
    [
      'a folder of a name that is there',
      { linkname: 'photos ', linktype: 'folder' },
      [409, 'name.exists', 'Name already exist', 'obj.linkname'],
    ],
    [
      'a name of nothing',
      { linkname: ' !! ', linktype: 'folder' },
      [400, 'name.required', 'This field is required', 'obj.linkname'],
    ],
    [
      'a long name',
      { linkname: 'n'.repeat(256), linktype: 'folder' },
      [400, 'name.too-long', 'A name can have at most 255 characters.', 'obj.linkname'],
    ],
    [
      'a link without an address',
      site('x', null),
      [400, 'url.required', 'This field is required', 'obj.linkurl'],
    ],
    [
      'a link into a private network',
      site('x', 'http://10.1.2.3/'),
      [400, 'url.invalid', 'Invalid URL', 'obj.linkurl'],
    ],
    [
      'a kind of link that is not known',
      { ...site('x'), linktype: 'myspace' },
      [400, 'kind.unsupported', 'This kind of link is not supported.', 'obj.linktype'],
    ],
  ])('%s', async (_, obj, expected) => expect(said(await add(obj))).toEqual(expected));

  it('a folder that is not there', async () => {
    const answer = await add(site('x'), '/gone/');
    expect(said(answer).slice(0, 3)).toEqual([404, 'folder.not-found', 'Page Not Found']);
    expect(answer.body.status).toBe(404);
  });

  it('an element that is gone, and a built-in one', async () => {
    const edit = (id: string) =>
      alice.call<Refusal>('POST', '/api/edit/', { url: '/', id, obj: { linkname: 'x' } });
    expect(said(await edit('gone'))).toEqual([
      404,
      'element.not-found',
      'This element does not exist any more.',
      'id',
    ]);
    expect(said(await edit('default:gmail'))).toEqual([
      400,
      'default.locked',
      "You can't edit default elements",
      'id',
    ]);
    const deleted = await alice.call<Refusal>('DELETE', '/api/delete/', { url: '/', arr: ['default:gmail'] });
    expect(said(deleted)).toEqual([
      400,
      'default.locked',
      "Default elements can't be deleted. You can hide them in 'My Account' page.",
      'arr',
    ]);
  });

  it('an Idempotency-Key used for something else', async () => {
    const key = { 'idempotency-key': 'one-intention' };
    const first = await add(site('kept'), '/', key);
    expect(await add(site('kept'), '/', key)).toEqual(first);
    expect(said(await add(site('other'), '/', key)).slice(0, 2)).toEqual([422, 'operation.reused']);
  });

  it('a request that is not in the expected form, with the field', async () => {
    const bad: [object, string][] = [
      [{}, 'url'],
      [{ url: 'no-slash', obj: site('x') }, 'url'],
      [{ url: '/', obj: { ...site('x'), linkname: 5 } }, 'obj.linkname'],
      [{ url: '/', obj: site('x'), admin: true }, 'admin'],
      [{ url: '/', obj: { ...site('x'), linktag: [1] } }, 'obj.linktag.0'],
    ];
    for (const [body, field] of bad) {
      const answer = await alice.call<Refusal>('POST', '/api/add/', body);
      expect([answer.status, answer.body.error.code, answer.body.error.field]).toEqual([
        400,
        'input.invalid',
        field,
      ]);
    }
  });

  it('no one without a token', async () => {
    const answer = await catalog.service.inject({
      method: 'POST',
      url: '/api/account/usage/',
      payload: '{}',
      headers: { 'content-type': 'application/json' },
    });
    expect([answer.statusCode, JSON.parse(answer.payload)]).toMatchObject([
      401,
      { error: { code: 'auth.required' } },
    ]);
  });

  it('names with odd letters are kept, found and deleted as they are', async () => {
    for (const linkname of [
      '日本語',
      'İstanbul ıssız',
      'a.b-c_d',
      'CON',
      '__proto__',
      'constructor',
      '$where',
      'x.$y',
    ]) {
      const made = await add({ linkname, linktype: 'folder' });
      expect(made.status).toBe(200);
      const { linkname: name, _id } = made.body.docs;
      const listed = await alice.call<{ folderId: string }>('POST', '/api/', { url: `/${name}/` });
      expect(listed.body.folderId).toBe(_id);
      expect((await alice.call('DELETE', '/api/delete/', { url: '/', arr: [_id] })).body).toMatchObject({
        docs: { deletedCount: 1 },
      });
    }
  });
});
