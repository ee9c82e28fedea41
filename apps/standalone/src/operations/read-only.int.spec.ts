import { routes } from '@skyshelf/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { contentOf, RunningShelf } from '../../testing/running-shelf.js';

let shelf: RunningShelf;
beforeAll(async () => {
  shelf = await RunningShelf.start();
}, 60_000);
afterAll(() => shelf?.stop());

it('a read-only copy shows all, changes nothing and works on nothing', async () => {
  const ann = await shelf.user('ann');
  const { _id, linkurl } = await ann.file('costs.zip');
  const isWaiting = { pub: false };
  await shelf.restart(
    async () => void (await shelf.collection('catalog', 'events').updateMany({}, { $set: isWaiting })),
    { SKYSHELF_READ_ONLY: 'on' },
  );
  const before = await shelf.collection('catalog', 'events').countDocuments(isWaiting);
  const { client, folder, file } = await shelf.user('ann');
  const { docs } = await client.call(routes.listFolder, { body: { url: '/', defaultLinks: false } });
  expect(docs.map((each) => each._id)).toEqual([_id]);
  const [blobId = '', name = ''] = (linkurl ?? '').replace('Cloud/', '').split('/');
  const read = await client.send(routes.readFile, { params: { blobId, name } });
  expect([read.status, read.bytes]).toEqual([200, contentOf('costs.zip')]);

  await expect(folder('New')).rejects.toThrow('read-only');
  await expect(file('new.zip')).rejects.toThrow('read-only');
  const deleted = await client.send(routes.deleteElements, { body: { url: '/', arr: [_id] } });
  expect(deleted).toMatchObject({ status: 403, body: { error: { code: 'read-only' } } });
  expect(await client.send(routes.sendBytes, { bytes: Buffer.from('x') })).toMatchObject({ status: 403 });
  // Nothing that is due is begun: events wait, and no job is taken.
  expect(await shelf.collection('catalog', 'events').countDocuments(isWaiting)).toBe(before);
  for (const service of ['catalog', 'storage', 'media', 'gateway', 'notify'] as const)
    expect(await shelf.collection(service, 'jobs').countDocuments({ state: 'running' })).toBe(0);
}, 120_000);
