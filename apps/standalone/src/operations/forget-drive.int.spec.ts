import { limits, routes, serviceNames, type ServiceName } from '@skyshelf/contracts';
import { forgetDrive, runFsck } from '@skyshelf/operations';
import { databaseName } from '@skyshelf/service';
import { eventually, keptOfDrive } from '@skyshelf/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fillDrive } from '../../testing/filled-drive.js';
import { RunningShelf, type ShelfUser } from '../../testing/running-shelf.js';

describe('a drive that is forgotten', { timeout: 120_000 }, () => {
  let shelf: RunningShelf;
  let [eve, ann]: ShelfUser[] = [];
  let blobIds: string[] = [];
  let leave = '';
  beforeAll(async () => {
    shelf = await RunningShelf.start();
    eve = await shelf.user('eve');
    ann = await shelf.user('ann');
    await Promise.all([fillDrive(there(eve)), fillDrive(there(ann))]);
    await beginParts(there(eve));
    leave = await leaveFor(there(eve), 'late.zip', 4);
    await settled(there(eve));
    await park(there(eve));
    blobIds = await shelf.collection('storage', 'blobs').distinct('_id', { drive: there(eve).drive });
  }, 120_000);
  afterAll(() => shelf?.stop());

  const there = <T>(value: T | undefined): T => {
    if (value === undefined) throw new Error('not started');
    return value;
  };

  const leaveFor = async ({ client }: ShelfUser, name: string, size: number): Promise<string> => {
    const files = [{ name, size, type: 'application/zip' }];
    const { docs } = await client.call(routes.startUpload, { body: { url: '/', files } });
    return docs[0]?.grant ?? '';
  };

  /** An upload in parts that is given up, and one that never ends: its name and room are reserved. */
  const beginParts = async (user: ShelfUser): Promise<unknown> => {
    const start = async (name: string) => {
      const grant = await leaveFor(user, name, limits.maxSingleRequestBytes + 1);
      return user.client.call(routes.startParts, { body: { grant } });
    };
    const { uploadId } = await start('given-up.zip');
    await user.client.call(routes.abortParts, { params: { uploadId } });
    return start('never.zip');
  };

  /** What its events ask for has happened, so that each service has its cursors, jobs and marks. */
  const settled = ({ drive }: ShelfUser): Promise<boolean> =>
    eventually(
      async () => {
        const jobs = await shelf.collection('media', 'jobs').countDocuments({ drive, open: true });
        const made = await shelf.collection('media', 'jobs').countDocuments({ drive });
        const waiting = await shelf.collection('catalog', 'events').countDocuments({ drive, pub: false });
        const cursors = await shelf.collection('storage', 'cursors').countDocuments({ drive });
        return jobs === 0 && made > 0 && waiting === 0 && cursors === 1;
      },
      { timeoutMs: 60_000, intervalMs: 50 },
    );

  /** As consumers do with an event that they fail on, and with one that has no place in an order. */
  const park = async ({ drive }: ShelfUser) => {
    const event = await shelf.collection('catalog', 'events').findOne({ drive });
    const parked = {
      _id: `media/${drive}/${event?._id ?? ''}`,
      consumer: 'media',
      source: 'catalog',
      drive,
      event,
    };
    await shelf.collection('media', 'parked').insertOne(parked);
    const seen = { _id: `catalog/${drive}/storage:aborted:none`, at: new Date() };
    await shelf.collection('catalog', 'seen').insertOne(seen);
  };

  /** Where anything of the drive, its bytes or its owner is still said, by collection. */
  async function traces(): Promise<Record<string, number>> {
    const needles = [there(eve).drive, 'local|eve', ...blobIds];
    const found: Record<string, number> = {};
    for await (const { collection, text } of shelf.documents())
      if (needles.some((needle) => text.includes(needle))) found[collection] = (found[collection] ?? 0) + 1;
    for await (const { key } of shelf.objects.list())
      if (blobIds.includes(key)) found.objects = (found.objects ?? 0) + 1;
    for await (const { key } of shelf.objects.listMultiparts()) found[`parts of ${key}`] = 1;
    return found;
  }

  it('was in every service before, or this proves nothing', async () => {
    const found = Object.keys(await traces());
    const places = [
      ...[
        'drives',
        'events',
        'elements',
        'settings',
        'reservations',

        'opens',
        'openings',
        'cursors',
        'seen',
      ].map((each) => `catalog.${each}`),
      ...['blobs', 'uploads', 'refs', 'unnamed', 'events', 'cursors'].map((each) => `storage.${each}`),
      ...['jobs', 'events', 'cursors', 'parked'].map((each) => `media.${each}`),
      ...['drives', 'events', 'elements'].map((each) => `billing.${each}`),
      ...['accounts', 'sessions', 'events'].map((each) => `gateway.${each}`),
    ].map((place) => place.replace(/^\w+/, (name) => databaseName(name as ServiceName)));
    expect(places.filter((place) => !found.includes(place))).toEqual([]);
    expect(found).toContain('objects');
  });

  it("leaves nothing but its tombstones, and no one else's is touched, though it was broken off twice", async () => {
    const { drive } = there(eve);
    const before = await keptOfDrive(shelf, there(ann).drive);
    for (const broken of ['media', 'storage']) {
      const { peers } = shelf.installation;
      const json: typeof peers.json = (service, path, init) => {
        if (service === broken) throw new Error('killed');
        return peers.json(service, path, init);
      };
      await expect(forgetDrive({ peers: { ...peers, json } }, drive)).rejects.toThrow('killed');
    }
    await forgetDrive(shelf.installation, drive);
    const tombstones = Object.fromEntries(serviceNames.map((name) => [`${databaseName(name)}.closed`, 1]));
    expect(await traces()).toEqual(tombstones);
    await forgetDrive(shelf.installation, drive);
    expect(await traces()).toEqual(tombstones);
    expect(await keptOfDrive(shelf, there(ann).drive)).toEqual(before);
    expect((await runFsck(shelf.installation, { storage: true })).findings).toEqual([]);
  });

  it('takes nothing any more, neither a command nor bytes whose leave was given before', async () => {
    const { client, folder } = there(eve);
    await expect(folder('Again')).rejects.toMatchObject({ status: 401 });
    const sent = await client.send(routes.sendBytes, {
      bytes: Buffer.from('late'),
      headers: { 'upload-grant': leave },
    });
    expect(sent.status).toBe(401);
    expect(Object.keys(await traces()).every((place) => place.endsWith('.closed'))).toBe(true);
  });

  it('leaves its owner free to begin again, with nothing', async () => {
    const again = await shelf.user('eve');
    expect(again.drive).not.toBe(there(eve).drive);
    const { docs } = await again.client.call(routes.listFolder, { body: { url: '/' } });
    expect(docs.filter(({ linkname }) => linkname === 'Holidays')).toEqual([]);
  });
});
