import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { blobOfAddress, routes, type DriveId } from '@skyshelf/contracts';
import { runCommandLine, runExport, runFsck, runImport, runStats } from '@skyshelf/operations';
import { eventually, storedDataOfDrive, type ApiClient } from '@skyshelf/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fillDrive, large } from '../../testing/filled-drive.js';
import { RunningShelf, type ShelfUser } from '../../testing/running-shelf.js';

describe('an archive of a drive', { timeout: 120_000 }, () => {
  let [home, elsewhere]: RunningShelf[] = [];
  let folder = '';
  let ann: ShelfUser;
  let archive = '';
  const of = (shelf: RunningShelf | undefined): RunningShelf => {
    if (!shelf) throw new Error('not started');
    return shelf;
  };
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'skyshelf-archive-'));
    [home, elsewhere] = await Promise.all([RunningShelf.start(), RunningShelf.start()]);
    ann = await home.user('ann');
    await fillDrive(ann);
    await openLink(ann.client);
    archive = join(folder, 'ann.tar');
    await runExport(home.installation, { user: 'ann', to: archive });
  }, 120_000);
  afterAll(async () => {
    await home?.stop();
    await elsewhere?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const openLink = async (client: ApiClient) => {
    const [first] = await listing(client, '/');
    const { docs } = await client.call(routes.createShare, { body: { ids: [first?._id ?? ''] } });
    const params = { token: docs.address?.slice('/s/'.length) ?? '' };
    await client.call(routes.openShare, { params, body: {} });
  };

  const listing = async (client: ApiClient, url: string) =>
    (await client.call(routes.listFolder, { body: { url, defaultLinks: false } })).docs;

  const bytesOf = async (client: ApiClient, address: string | null | undefined, name: string) => {
    const params = { blobId: blobOfAddress(address ?? '') ?? '', name };
    const { status, bytes } = await client.send(routes.readFile, { params });
    return `${status} ${createHash('sha256').update(bytes).digest('hex')}`;
  };

  const nothingOf = async (shelf: RunningShelf, drive: DriveId): Promise<void> => {
    const kept = Object.entries(await storedDataOfDrive(shelf, drive));
    expect(kept.filter(([, found]) => Array.isArray(found) && found.length > 0)).toEqual([]);
    expect(await shelf.collection('catalog', 'drives').findOne({ _id: drive })).toBeNull();
    expect(await shelf.collection('gateway', 'accounts').countDocuments({ drive })).toBe(0);
    expect(await shelf.collection('catalog', 'restores').countDocuments()).toBe(0);
  };

  it('is whole under its name or not there, and no one else may read it', async () => {
    expect((await stat(archive)).mode & 0o777).toBe(0o600);
    const again = runExport(of(home).installation, { user: 'ann', to: archive });
    await expect(again).rejects.toThrow('ann.tar is there already');
    const nobody = runExport(of(home).installation, { user: 'nobody', to: join(folder, 'nobody.tar') });
    await expect(nobody).rejects.toThrow('No one is known as local|nobody');
    const nowhere = runExport(of(home).installation, { user: 'ann', to: join(folder, 'no', 'ann.tar') });
    await expect(nowhere).rejects.toThrow('There is no folder');
    expect(await readdir(folder)).toEqual(['ann.tar']);
  });

  it('that is damaged is refused, and nothing is changed', async () => {
    const bytes = await readFile(archive);
    const inFilm = bytes.indexOf(large.subarray(1000, 1100));
    expect(inFilm).toBeGreaterThan(0);
    bytes[inFilm] = (bytes[inFilm] ?? 0) ^ 1;
    const broken = join(folder, 'broken.tar');
    await writeFile(broken, bytes);
    await expect(runImport(of(elsewhere).installation, { file: broken })).rejects.toThrow('no whole archive');
    await nothingOf(of(elsewhere), ann.drive);
  });

  it('is of one version though commands go on, and a sound drive elsewhere', async () => {
    const { client, drive, ...ben } = await of(home).user('ben');
    const first = await ben.file('first.zip');
    let working = true;
    const work = async (name: string) => {
      for (let n = 0; working; n += 1) {
        const [file, folder] = await Promise.all([ben.file(`${name}${n}.zip`), ben.folder(`${name} ${n}`)]);
        const paste = { url: `/${folder.linkname}`, arr: [first._id, file._id], action: 'copy' as const };
        await client.call(routes.pasteElements, { body: paste });
        const arr = n % 2 === 0 ? [file._id] : [folder._id, file._id];
        await client.call(routes.deleteElements, { body: { url: '/', arr } });
      }
      return true;
    };
    const people = Promise.all([work('a'), work('b')]);
    const file = join(folder, 'ben.tar');
    const versionNow = async (): Promise<number> =>
      Number((await of(home).collection('catalog', 'drives').findOne({ _id: drive }))?.version ?? 0);
    let version = 0;
    try {
      await eventually(async () => (await versionNow()) > 20, { timeoutMs: 30_000 });
      ({ version } = await runExport(of(home).installation, { user: 'ben', to: file }));
      await eventually(async () => (await versionNow()) > version + 5, { timeoutMs: 30_000 });
    } finally {
      working = false;
    }
    expect(await people).toEqual([true, true]);
    expect(await runImport(of(elsewhere).installation, { file })).toMatchObject({ drive, version });
    const stream = async (shelf: RunningShelf) => {
      const events = shelf.collection('catalog', 'events').find({ drive, version: { $lte: version } });
      return (await events.sort({ version: 1 }).toArray()).map(({ pub: _, ...rest }) => rest);
    };
    expect(await stream(of(elsewhere))).toEqual(await stream(of(home)));
    const back = await of(elsewhere).user('ben');
    const [found] = (await listing(back.client, '/')).filter(({ _id }) => _id === first._id);
    expect(await bytesOf(back.client, found?.linkurl, 'first.zip')).toMatch(/^200/);
    expect((await runFsck(of(elsewhere).installation, { storage: true })).findings).toEqual([]);
  });

  it('is taken back when the last step fails, and can be imported then', async () => {
    const { installation } = of(elsewhere);
    const bytes: typeof installation.peers.bytes = (service, path, init) => {
      if (service === 'gateway' && path.endsWith('/restore')) throw new Error('The power is gone.');
      return installation.peers.bytes(service, path, init);
    };
    const failing = { ...installation, peers: { ...installation.peers, bytes } };
    await expect(runImport(failing, { file: archive })).rejects.toThrow('The power is gone.');
    await nothingOf(of(elsewhere), ann.drive);
  });

  it('goes on after an import that was killed', async () => {
    const { installation } = of(elsewhere);
    const killed = new Error('killed');
    const json: typeof installation.peers.json = (service, path, init) => {
      if (path.startsWith('/internal/accounts')) throw killed;
      return installation.peers.json(service, path, init);
    };
    let asked = 0;
    const before: typeof json = (...given) =>
      given[1].startsWith('/internal/accounts?') && (asked += 1) === 1
        ? installation.peers.json(...given)
        : json(...given);
    const bytes: typeof installation.peers.bytes = (service, path, init) => {
      if (service === 'gateway') throw killed;
      return installation.peers.bytes(service, path, init);
    };
    const dying = { ...installation, peers: { json: before, bytes } };
    await expect(runImport(dying, { file: archive })).rejects.toThrow('killed');
    expect(
      await of(elsewhere).collection('catalog', 'events').countDocuments({ drive: ann.drive }),
    ).toBeGreaterThan(0);
    await runImport(installation, { file: archive });
  });

  it('brings back everything, equal, on an installation that had nothing', async () => {
    expect(await storedDataOfDrive(of(elsewhere), ann.drive)).toEqual(
      await storedDataOfDrive(of(home), ann.drive),
    );
    const back = await of(elsewhere).user('ann');
    expect(back.drive).toBe(ann.drive);
    for (const url of ['/', '/Holidays/', '/Holidays/Rome/']) {
      const [was, is] = [await listing(ann.client, url), await listing(back.client, url)];
      expect(is).toEqual(was);
      for (const { linkurl, linkname } of was.filter((each) => blobOfAddress(each.linkurl ?? ''))) {
        const before = await bytesOf(ann.client, linkurl, linkname);
        expect(before, linkname).toMatch(/^200/);
        expect(await bytesOf(back.client, linkurl, linkname)).toBe(before);
      }
    }
    expect(
      (await listing(back.client, '/'))
        .map(({ counter }) => counter)
        .toSorted()
        .at(-1),
    ).toBe(1);
    const thumbnails = of(elsewhere)
      .collection('storage', 'blobs')
      .find({ drive: ann.drive, kind: 'thumbnail' });
    expect(await thumbnails.toArray()).toMatchObject([{ state: 'ready', condemned: null }]);
    expect((await runFsck(of(elsewhere).installation, { storage: true })).findings).toEqual([]);
    await eventually(async () => {
      const { lag } = await runStats(of(elsewhere).installation);
      return lag.every(({ events }) => events === 0);
    });
  });

  it('lives on: what happens to it then has its effect once', async () => {
    const back = await of(elsewhere).user('ann');
    const events = of(elsewhere).collection('catalog', 'events');
    const before = await events.countDocuments({ drive: ann.drive });
    const more = await back.file('more.zip');
    const [costs] = (await listing(back.client, '/')).filter(({ linkname }) => linkname.startsWith('costs'));
    const arr = [more._id, ...(costs ? [costs._id] : [])];
    expect(arr).toHaveLength(2);
    await back.client.call(routes.deleteElements, { body: { url: '/', arr } });
    const cursors = of(elsewhere).collection('storage', 'cursors');
    await eventually(async () => (await cursors.findOne({ drive: ann.drive }))?.version === before + 2);
    expect((await runFsck(of(elsewhere).installation, { storage: true })).findings).toEqual([]);
    // The picture is too small for one for dense screens.
    const jobs = of(elsewhere).collection('media', 'jobs');
    expect(await jobs.countDocuments({ drive: ann.drive })).toBe(0);
  });

  it('of a user who is there is refused, in words and with 2', async () => {
    const said = { out: '', err: '' };
    const to = (name: 'out' | 'err') => ({ write: (text: unknown) => (said[name] += String(text)) !== '' });
    const terminal = {
      out: to('out'),
      err: { ...to('err'), isTTY: false },
      signal: new AbortController().signal,
    };
    const env = { SKYSHELF_DATA: of(elsewhere).folder };
    expect(await runCommandLine(['import', '--from', archive], env, terminal)).toBe(2);
    expect(said.err).toContain('local|ann has an account here already. Nothing was changed.');
    const other = join(folder, 'cem.tar');
    const { drive } = await of(home).user('cem');
    await runExport(of(home).installation, { user: 'cem', to: other });
    const known = await of(elsewhere).user('cem');
    await known.folder('Mine');
    expect(await runCommandLine(['import', '--from', other], env, terminal)).toBe(2);
    expect(said.err).toContain('local|cem has an account here already. Nothing was changed.');
    await nothingOf(of(elsewhere), drive);
    expect((await listing(known.client, '/')).map(({ linkname }) => linkname)).toEqual(['Mine']);
    const copy = join(folder, 'copy.tar');
    const words = ['export', '--user', 'ann', '--to', copy];
    expect(await runCommandLine(words, env, terminal)).toBe(0);
    expect(said.out).toContain('local|ann');
    expect((await runFsck(of(elsewhere).installation)).findings).toEqual([]);
  });

  it('goes over the network too, as in a pod', async () => {
    const quiet = { write: () => true };
    const terminal = { out: quiet, err: { ...quiet, isTTY: false }, signal: new AbortController().signal };
    const dan = await of(home).user('dan');
    await fillDrive(dan);
    const file = join(folder, 'dan.tar');
    const [from, to] = [await of(home).network(), await of(elsewhere).network()];
    expect(await runCommandLine(['export', '--user', 'dan', '--to', file], from, terminal)).toBe(0);
    expect(await runCommandLine(['import', '--from', file], to, terminal)).toBe(0);
    expect(await storedDataOfDrive(of(elsewhere), dan.drive)).toEqual(
      await storedDataOfDrive(of(home), dan.drive),
    );
    expect(await runCommandLine(['fsck'], to, terminal)).toBe(0);
  });
});
