import { randomUUID } from 'node:crypto';
import { routes, routeTable, type ShareView } from '@skyshelf/contracts';
import { apiClient, eventually, type ApiClient } from '@skyshelf/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedSkyshelf } from '../setup/shared-skyshelf.js';
import { byLink } from './by-link.js';

describe('what a link receives', () => {
  let owner: ApiClient;
  const clients: ApiClient[] = [];
  let url: string;
  beforeAll(async () => {
    const skyshelf = await sharedSkyshelf();
    ({ url } = skyshelf);
    clients.push((owner = apiClient(url, await skyshelf.token('receiver'))));
  });
  afterAll(() => clients.forEach((client) => client.close()));

  const ask = async (name: string, receives: object = {}) => {
    const obj = { linkname: name, linktype: 'folder' } as never;
    const { docs } = await owner.call(routes.addElement, { body: { url: '/', obj } });
    return (await owner.call(routes.createShare, { body: { ids: [docs._id], receives } })).docs;
  };
  const visitor = async (share: ShareView) => {
    const browser = apiClient(url, null);
    clients.push(browser);
    return byLink(browser, share);
  };
  const start = async (sender: ApiClient, name: string, size: number, path: string[] = []) =>
    (
      await sender.call(routes.startDrop, {
        body: { sending: 'one', files: [{ name, size, type: 'application/zip', path }] },
        key: randomUUID(),
      })
    ).docs[0];
  const inside = async (path: string) =>
    (await owner.call(routes.listFolder, { body: { url: path } })).docs
      .map(({ linkname }) => linkname)
      .toSorted();
  const free = async () => {
    const { result } = await owner.call(routes.usage, { body: {} });
    return result.available;
  };
  /** Sends a part to the store, or below the link. */
  const put = async (sender: ApiClient, address: string, part: Buffer): Promise<string> => {
    if (!address.startsWith('/')) {
      const answer = await fetch(address, { method: 'PUT', body: new Uint8Array(part) });
      return answer.headers.get('etag') ?? '';
    }
    const { pathname, searchParams } = new URL(address, url);
    const [, , , , uploadId = '', partNumber = ''] = pathname.split('/');
    const query = Object.fromEntries(searchParams) as never;
    return (await sender.call(routes.sendPart, { params: { uploadId, partNumber }, query, bytes: part }))
      .etag;
  };
  const bytes = Buffer.alloc(9 * 1024 * 1024, 'PK');

  it('comes small and in parts, whether its sender is there or gone, and no one else gets at it', async () => {
    const share = await ask('Inbox');
    const eve = await visitor(share);
    const mallory = await visitor(share);
    const elsewhere = await visitor(await ask('Other'));
    const leave = await start(eve, 'a.zip', 4, ['Trip']);
    const body = { bytes: Buffer.from('PK12'), headers: { 'upload-grant': leave?.grant ?? '' } };
    for (const other of [mallory, elsewhere, owner])
      expect(await other.send(routes.sendBytes, body)).toMatchObject({
        body: { error: { code: 'upload.bad-grant' } },
      });
    const sent = await eve.call(routes.sendBytes, body);
    expect(JSON.stringify(sent)).not.toMatch(/local\||receiver/);
    // No one hands it over: storage says that it has come.
    await eventually(async () => expect(await inside('/Inbox/')).toEqual(['Trip']), { timeoutMs: 60_000 });
    const large = await start(eve, 'large.zip', bytes.length, ['Trip']);
    const uploadId = large?.uploadId ?? '';
    const { urls, partBytes } = await eve.call(routes.startParts, { body: { grant: large?.grant ?? '' } });
    for (const other of [mallory, elsewhere, owner])
      expect((await other.send(routes.abortParts, { params: { uploadId } })).status).toBe(404);
    const parts = await Promise.all(
      urls.map(async ({ partNumber, url: address }) => {
        const part = bytes.subarray((partNumber - 1) * partBytes, partNumber * partBytes);
        return { partNumber, etag: await put(eve, address, part) };
      }),
    );
    const { receipt } = await eve.call(routes.completeParts, { params: { uploadId }, body: { parts } });
    const admitted = { body: { files: [{ receipt }] } };
    expect((await mallory.send(routes.admitDrops, admitted)).status).toBe(400);
    expect(await eve.call(routes.admitDrops, admitted)).toEqual({ received: [0], warnings: [] });
    expect(await inside('/Inbox/Trip/')).toEqual(['a.zip', 'large.zip']);
    expect((await owner.call(routes.listUploads)).uploads).toEqual([]);
    for (const route of routeTable.filter(({ opens }) => opens?.includes('share')))
      expect(
        (
          await eve.send(route, {
            params: { blobId: 'x', name: 'x', elementId: 'x', picture: 0, run: 'x', file: 'x' },
            body: {},
          })
        ).status,
      ).toBe(403);
  });

  it('never exceeds its limits, and gives back what is not sent, whatever comes at once', async () => {
    const room = await free();
    const share = await ask('Limited', { maxFiles: 5, maxBytes: 20 });
    const senders = await Promise.all(Array.from({ length: 4 }, () => visitor(share)));
    const begun = (
      await Promise.all(
        Array.from({ length: 30 }, (_, index) =>
          start(senders[index % 4] as ApiClient, '../a.zip', 4 + (index % 2)),
        ),
      )
    ).filter((each) => each !== undefined);
    expect([4, 5]).toContain(begun.length);
    expect(await free()).toBeLessThan(room);
    await owner.call(routes.changeShare, { body: { id: share.id, paused: true } });
    expect(await free()).toBe(room);
    await eventually(async () => {
      const answers = await Promise.all(
        senders.map((sender) => sender.send(routes.readDrops, { body: { uploads: ['x'] } })),
      );
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    });
    expect(await inside('/Limited/')).toEqual([]);
  });
});
