import type { UploadId } from '@skyshelf/contracts';
import { describe, expect, it } from 'vitest';
import { aFile, aFolder } from '../../../testing/facts.js';
import { aPhoto, inbox } from '../../../testing/inbox.js';
import { inOrder } from '../../../testing/large-shelf.js';
import { deleteElements } from '../commands/delete-elements.js';
import { readChanges } from '../reads/read-changes.js';
import { rebuildShares } from '../shares/replay-shares.js';
import { makeShare } from '../shares/write-shares.js';
import { dropKind, GATHER_MS, type DropNotice } from './drop-notice.js';
import { cancelDrops, readDrops } from './own-drops.js';
import type { Sender } from './start-drop.js';

describe('a link that receives', () => {
  it('brings files with their folders under the name of who sends them', async () => {
    const { drive, send, paths, taken, problems, sender, link } = await inbox({ askName: true });
    const eve = { sender: ' Eve  Miller ' };
    for (const name of ['a.png', 'b.png'])
      await send(aPhoto(name, { path: ['Trip', 'Day 1'] }), sender(), eve);
    await send(aPhoto('c.png', { path: ['Trip'] }), sender('mallory'), { sender: 'M' });
    expect((await paths()).toSorted()).toEqual([
      '/in/Trip (2)/c.png',
      '/in/Trip/Day 1/a.png',
      '/in/Trip/Day 1/b.png',
    ]);
    const files = (await drive.events()).flatMap((each) =>
      each.type === 'catalog.files.uploaded' ? each.files : [],
    );
    expect(files[0]).toMatchObject({
      tags: ['Eve Miller'],
      drop: { link, visitor: 'eve' },
      source: 'device',
    });
    expect(await taken()).toEqual({ coming: 0, reserved: 0, files: 3, bytes: 3000 });
    expect(await problems()).toEqual([]);
    await rebuildShares(drive.catalog, drive.account.drive);
    expect(await problems()).toEqual([]);
    await inOrder(drive);
    await expect(send(aPhoto(), sender())).rejects.toMatchObject({ code: 'name.required' });
  });

  it('makes a folder again that its owner has deleted, and follows one that was moved', async () => {
    const { drive, send, paths } = await inbox();
    await send(aPhoto('a.png', { path: ['Trip'] }));
    const [made] = (await drive.events()).flatMap((event) =>
      event.type === 'catalog.folder.created' && event.name === 'Trip' ? event.id : [],
    );
    await deleteElements(drive.catalog, drive.account, drive.opId(), [made ?? '']);
    await send(aPhoto('b.png', { path: ['Trip'] }));
    expect(await paths()).toEqual(['/in/Trip/b.png']);
  });

  it('says what became of uploads, each time the same, and gives up what is not wanted', async () => {
    const { drive, start, admit, sender, taken, arrive } = await inbox();
    const { docs } = await start([aPhoto('a.png'), aPhoto('b.png'), aPhoto('c.png')], sender(), { key: 'k' });
    const again = await start([aPhoto('a.png'), aPhoto('b.png'), aPhoto('c.png')], sender(), { key: 'k' });
    const uploads = docs.map(({ uploadId }) => uploadId as UploadId);
    expect(again.docs.map(({ uploadId }) => uploadId)).toEqual(uploads);
    const grants = docs.map(({ grant }) => grant);
    expect(await admit(grants[0] ?? '')).toEqual({ received: [0], warnings: [] });
    expect(await arrive(grants[1] ?? '')).toMatchObject({ outcome: 'admitted' });
    const states = async (by: Sender) =>
      (await readDrops(drive.catalog, by, uploads)).docs.map(({ state }) => state);
    expect(await states(sender())).toEqual(['received', 'received', 'waiting']);
    expect(await states(sender('mallory'))).toEqual(['unknown', 'unknown', 'unknown']);
    await cancelDrops(drive.catalog, sender('mallory'), uploads);
    expect((await taken()).coming).toBe(1);
    await cancelDrops(drive.catalog, sender(), uploads);
    expect(await states(sender())).toEqual(['received', 'received', 'unknown']);
    expect(await taken()).toMatchObject({ coming: 0, reserved: 0, files: 2 });
    expect(await admit(grants[2] ?? '')).toMatchObject({ received: [], warnings: [{ code: 'drop.over' }] });
    expect(await states(sender())).toEqual(['received', 'received', 'refused']);
  });

  it.each([
    ['is paused', { paused: true }],
    ['gets a password', { password: 'sesame' }],
    ['receives in another folder', { ids: ['other'] }],
  ])('ends what is being sent when it %s', async (_, change) => {
    const { start, admit, edit, taken } = await inbox({}, aFolder('other'));
    const { docs } = await start([aPhoto()]);
    await edit(change);
    expect(await taken()).toMatchObject({ coming: 0, reserved: 0 });
    await expect(start([aPhoto()])).rejects.toMatchObject({ code: 'share.not-found' });
    expect(await admit(docs[0]?.grant ?? '')).toMatchObject({ warnings: [{ code: 'share.not-found' }] });
  });

  it('ends with its end, its time and its folder', async () => {
    const { drive, start, stop, taken, edit, later } = await inbox();
    await start([aPhoto()]);
    await edit({ expires: new Date(drive.clock.now().getTime() + 1000).toISOString() });
    await expect(start([aPhoto()])).rejects.toMatchObject({ code: 'share.not-found' });
    later(2000);
    await stop();
    expect(await taken()).toMatchObject({ coming: 0, reserved: 0, files: undefined });
    const gone = await inbox();
    await deleteElements(gone.drive.catalog, gone.drive.account, gone.drive.opId(), ['in']);
    await expect(gone.start([aPhoto()])).rejects.toMatchObject({ code: 'share.not-found' });
  });

  it('takes one folder, and no element else', async () => {
    const make = (ids: string[]) =>
      inbox().then(({ deps, drive }) => makeShare(deps, drive.account, drive.opId(), { ids, receives: {} }));
    const { drive, deps } = await inbox({}, aFile('x.png'), aFolder('b'));
    for (const ids of [['x-png'], ['in', 'b']])
      await expect(makeShare(deps, drive.account, drive.opId(), { ids, receives: {} })).rejects.toMatchObject(
        { code: 'share.no-folder' },
      );
    await expect(make(['none'])).rejects.toMatchObject({ code: 'element.not-found' });
  });

  it('says to its owner what has come, at once in the page, and once after ten minutes', async () => {
    const { drive, send, link, later } = await inbox();
    const since = await drive.catalog.store.version(drive.account.drive);
    const said: DropNotice[] = [];
    const kind = dropKind(
      () => drive.catalog,
      async (_, notice) => void said.push(notice),
    );
    const runDue = async () => {
      const claim = () => drive.jobs.claim(kind.kind, 'quick', 60_000);
      for (let job = await claim(); job; job = await claim()) {
        await kind.run(job, {} as never);
        await drive.jobs.end({ job, state: 'done' });
      }
    };
    for (const name of ['a.png', 'b.png', 'c.png']) await send(aPhoto(name));
    const { received } = await readChanges(drive.catalog, drive.account, since);
    expect(received).toEqual([{ share: link, folderId: 'in', folder: 'in', files: 3 }]);
    await runDue();
    expect(said).toEqual([]);
    later(GATHER_MS);
    await runDue();
    await send(aPhoto('d.png'));
    later(GATHER_MS);
    await runDue();
    expect(said).toEqual([
      { link, from: 0, files: 3, folder: 'in' },
      { link, from: 3, files: 1, folder: 'in' },
    ]);
  });
});
