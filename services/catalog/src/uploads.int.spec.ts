import {
  drivePage,
  type ElementId,
  type ElementView,
  type EventMessage,
  type ServiceName,
  type UploadReceipt,
  type Warning,
} from '@skyshelf/contracts';
import { eventOf, eventually, testDatabase, type TestDatabase } from '@skyshelf/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCatalog, type RunningCatalog, type TestAccount } from '../testing/running-catalog.js';

let database: TestDatabase;
let catalog: RunningCatalog;
beforeAll(async () => {
  database = await testDatabase('catalog_uploads');
  catalog = await runCatalog(database);
});
afterAll(async () => {
  await catalog.stop();
  await database.drop();
});

interface Started {
  docs: { uploadId: string; name: string; grant: string; how: string }[];
  warnings: Warning[];
}
interface Admitted {
  docs: { result: { ok: 1 }; ops: ElementView[]; insertedIds: Record<string, string> };
  warnings: Warning[];
}

const mebibyte = 1024 * 1024;
const start = (account: TestAccount, name: string, size = 1000) =>
  account.call<Started>('POST', '/api/upload/start', {
    url: '/',
    files: [{ name, size, type: 'image/png' }],
  });

/** Signs and publishes what storage does once all bytes have arrived. */
async function finish(account: TestAccount, name: string, size = 1000) {
  const { body } = await start(account, name, size);
  const uploadId = body.docs[0]?.uploadId ?? '';
  const bytes = {
    uploadId,
    folderId: 'root' as ElementId,
    name,
    source: 'device',
    blobId: `blob-${uploadId}`,
    size,
    sha256: 'x',
    contentType: 'image/png',
    width: 640,
    height: 480,
  };
  const expires = Date.now() + 60_000;
  const receipt = { kind: 'upload-receipt', ...bytes, drive: account.drive, expires } as UploadReceipt;
  return { uploadId, blobId: bytes.blobId, bytes, receipt: catalog.signer.sign(receipt) };
}

const tell = (source: ServiceName, { drive }: TestAccount, type: string, data: object, device?: string) =>
  catalog.bus.publish([
    eventOf(source, drive, { type: `${source}.${type}`, ...data }, device === undefined ? {} : { device }),
  ]);
const admit = (account: TestAccount, ...receipts: string[]) =>
  account.call<Admitted>('POST', '/api/upload/file/', {
    url: '/',
    files: receipts.map((receipt) => ({ receipt })),
  });
const listing = async (account: TestAccount) =>
  (await account.call<{ docs: ElementView[] }>('POST', '/api/', { url: '/', defaultLinks: false })).body.docs;

describe('an upload', () => {
  it('is admitted by its receipt; what else the browser says does not count', async () => {
    const alice = catalog.account();
    const { receipt } = await finish(alice, 'photo.png');
    const answer = await alice.call<Admitted>('POST', '/api/upload/file/', {
      url: '/elsewhere/',
      files: [{ receipt, linkname: 'other.png', size: 1, user: 'local|bob', thumbnailImage: 'x' }],
    });
    expect(answer.status).toBe(200);
    expect(answer.body.docs.ops).toMatchObject([
      { linkname: 'photo.png', size: 1000, user: 'local|alice', thumbnailImage: null },
    ]);
    expect(await listing(alice)).toEqual(answer.body.docs.ops);
  });

  it('is admitted once in 40 races of browser and event', async () => {
    const alice = catalog.account();
    for (let round = 0; round < 40; round += 1) {
      const { bytes, receipt } = await finish(
        alice,
        `photo-${round}.png`,
        round % 2 ? 1000 : 9 * 1000 * 1000 - round,
      );
      const [first] = await Promise.all([
        admit(alice, receipt),
        tell('storage', alice, 'upload.completed', { ...bytes, user: alice.sub }),
        admit(alice, receipt),
      ]);
      expect(first.body.docs.ops).toHaveLength(1);
      if (round === 25)
        await alice.call('DELETE', '/api/delete/', {
          url: '/',
          arr: (await listing(alice)).map(({ _id }) => _id),
        });
    }
    expect(await listing(alice)).toHaveLength(14);
    expect(await catalog.internal('GET', `/internal/drives/${alice.drive}/check`)).toEqual({ problems: [] });
  });

  it('is of the device that sent it, when its browser is gone too', async () => {
    const alice = catalog.account();
    const { bytes } = await finish(alice, 'photo.png');
    const sent = { ...bytes, user: alice.sub };
    await tell('storage', alice, 'upload.completed', sent, 'Firefox on Linux');
    const [file] = await listing(alice);
    const { body } = await alice.call('GET', `/api/versions?id=${file?._id}`);
    expect(body).toMatchObject({ docs: [{ current: true, device: 'Firefox on Linux' }] });
  });

  it('that was given up frees its room and name', async () => {
    const alice = catalog.account();
    const { uploadId } = await finish(alice, 'film.png', 200 * mebibyte);
    expect((await start(alice, 'other.png', 100 * mebibyte)).body.warnings).toMatchObject([
      { message: 'Not enough disk space for: other.png' },
    ]);
    await tell('storage', alice, 'upload.aborted', { uploadId });
    expect((await start(alice, 'film.png', 200 * mebibyte)).body.warnings).toEqual([]);
  });
});

describe('what others find out', () => {
  it('a thumbnail appears, with the dimensions', async () => {
    const alice = catalog.account();
    const { receipt, blobId } = await finish(alice, 'photo.png');
    const [file] = (await admit(alice, receipt)).body.docs.ops;
    const { version } = (await alice.call<{ version: number }>('GET', '/api/changes?since=0')).body;
    const about = { kind: 'thumbnail', jobId: 'job', elementId: file?._id, source: { blobId } };
    await tell('media', alice, 'derivative.failed', { ...about, reason: 'busy' });
    expect((await listing(alice))[0]).toMatchObject({ confirm: false, thumbnailImage: null });
    await tell('media', alice, 'derivative.made', {
      ...about,
      blobId: 'thumb',
      bytes: 100,
      sourceDimensions: { width: 4000, height: 3000 },
    });
    await tell('media', alice, 'derivative.failed', { ...about, reason: 'late' });
    const changed = {
      confirm: true,
      thumbnailImage: 'Cloud/thumb/local|alice###thumbnail.webp',
      width: 4000,
      height: 3000,
    };
    expect((await listing(alice))[0]).toMatchObject(changed);
    const changes = await alice.call('GET', `/api/changes?since=${version}`);
    expect(changes.body).toMatchObject({
      version: version + 2,
      resync: false,
      elements: [changed],
      removed: [],
    });
  });
});

describe('catalog tells the others', () => {
  it('its events by way of the relay', async () => {
    const alice = catalog.account();
    const heard: EventMessage[] = [];
    const stop = catalog.bus.tap(
      ['catalog.files.uploaded'],
      (event) => void (event.drive === alice.drive && heard.push(event)),
    );
    const { receipt, uploadId } = await finish(alice, 'photo.png');
    await admit(alice, receipt);
    await eventually(() => heard.length > 0);
    stop();
    expect(heard[0]).toMatchObject({ version: 1, actor: 'local|alice', data: { files: [{ uploadId }] } });
    const events = await catalog.internal<EventMessage[]>(
      'GET',
      `/internal/events?drive=${alice.drive}&after=0`,
    );
    expect(events).toMatchObject([{ type: 'catalog.files.uploaded', version: 1 }]);
  });

  it('versions, blobs that nothing names, and all that are named', async () => {
    const alice = catalog.account();
    const { receipt, blobId } = await finish(alice, 'photo.png');
    const [file] = (await admit(alice, receipt)).body.docs.ops;
    expect(await catalog.internal('GET', `/internal/drives/${alice.drive}/version`)).toEqual({ version: 1 });
    expect(
      await catalog.internal('POST', '/internal/blobs/unused', {
        drive: alice.drive,
        blobIds: [blobId, 'other'],
      }),
    ).toEqual({ unused: ['other'] });
    expect(await catalog.internal('GET', `/internal/drives/${alice.drive}/blobs`)).toEqual({
      blobs: [{ elementId: file?._id, blobId, derived: [], size: 1000, type: 'image/png' }],
      next: null,
    });
    expect(
      drivePage.parse(await catalog.internal('GET', '/internal/drives?limit=1000')).drives,
    ).toContainEqual({ drive: alice.drive, version: 1, count: 1, used: 1000 });
    expect(await catalog.internal('POST', `/internal/drives/${alice.drive}/rebuild`)).toEqual({
      rows: 1,
      version: 1,
    });
  });
});
