import type { ElementView } from '@skyshelf/contracts';
import { testDatabase, type TestDatabase } from '@skyshelf/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCatalog, type RunningCatalog } from './testing/running-catalog.js';

let database: TestDatabase;
let catalog: RunningCatalog;
beforeAll(async () => {
  database = await testDatabase('catalog');
  catalog = await runCatalog(database);
});
afterAll(async () => {
  await catalog.stop();
  await database.drop();
});

type Listing = { docs: ElementView[]; folderId: string; version: number };
type Refusal = { error: { code: string; message: string; field?: string }; status?: number };

describe('a shelf', () => {
  it('takes a folder and a link, lists, renames and deletes them', async () => {
    const alice = catalog.account();
    const folder = await alice.call<{ docs: ElementView }>('POST', '/api/add/', {
      url: '/',
      obj: { linkname: 'Holiday', linktype: 'folder' },
    });
    expect(folder.status).toBe(200);
    expect(folder.body.docs).toMatchObject({
      linkname: 'Holiday',
      linktype: 'folder',
      path: '/',
      folderId: 'root',
      user: alice.sub,
      linkurl: null,
      size: 0,
    });
    const link = await alice.call<{ docs: ElementView }>('POST', '/api/add/', {
      url: '/holiday',
      obj: {
        linkname: 'Map',
        linktype: 'website',
        linkurl: 'https://example.com/map',
        linktag: ['travel', 'travel'],
      },
    });
    expect(link.body.docs).toMatchObject({
      path: '/Holiday/',
      linkurl: 'https://example.com/map',
      linktag: ['travel'],
      size: 26,
    });

    const listing = await alice.call<Listing>('POST', '/api/', { url: '/Holiday/' });
    expect(listing.body).toEqual({ docs: [link.body.docs], folderId: folder.body.docs._id, version: 2 });

    const renamed = await alice.call<{ docs: { modifiedCount: number; element: ElementView } }>(
      'POST',
      '/api/edit/',
      {
        url: '/',
        id: folder.body.docs._id,
        obj: { linkname: 'Summer' },
      },
    );
    expect(renamed.body.docs).toMatchObject({
      result: { ok: 1 },
      modifiedCount: 1,
      element: { linkname: 'Summer' },
    });
    expect((await alice.call<Listing>('POST', '/api/', { url: '/Summer/' })).body.docs[0]?.path).toBe(
      '/Summer/',
    );
    expect((await alice.call<Refusal>('POST', '/api/', { url: '/Holiday/' })).body).toMatchObject({
      status: 404,
      error: { code: 'folder.not-found', message: 'Page Not Found' },
    });

    const deleted = await alice.call('DELETE', '/api/delete/', {
      url: '/',
      arr: [folder.body.docs._id],
      folder: true,
      deleteFromS3: [],
    });
    expect(deleted).toEqual({ status: 200, body: { docs: { deletedCount: 1 } } });
    expect((await alice.call<Listing>('POST', '/api/', { url: '/' })).body).toEqual({
      docs: [],
      folderId: 'root',
      version: 4,
    });
    expect((await alice.call('POST', '/api/account/usage/', {})).body).toMatchObject({
      result: { totalSize: 0, count: 0, available: 262144000 },
    });
  });

  it('shows visitors an empty root and nothing else', async () => {
    expect(
      await catalog.service.inject({
        method: 'POST',
        url: '/api/',
        payload: '{"url":"/"}',
        headers: { 'content-type': 'application/json' },
      }),
    ).toMatchObject({ statusCode: 200, payload: '{"docs":[],"folderId":"root","version":0}' });
    expect(
      (
        await catalog.service.inject({
          method: 'POST',
          url: '/api/',
          payload: '{"url":"/a/"}',
          headers: { 'content-type': 'application/json' },
        })
      ).statusCode,
    ).toBe(404);
  });
});
