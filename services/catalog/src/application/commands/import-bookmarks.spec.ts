import { ROOT_ID, type ElementId } from '@skyshelf/contracts';
import { describe, expect, it } from 'vitest';
import { testDrive, type TestDrive } from '../../../testing/catalog-subject.js';
import { aFile, aFolder, aLink, aQuota, idOf } from '../../../testing/facts.js';
import { inOrder } from '../../../testing/large-shelf.js';
import { importedId } from '../../domain/bookmarks/import-chunk.js';
import type { ImportProcess } from '../../domain/long-process.js';
import { continueImport } from '../processes/continue-import.js';
import type { ChunkPace } from '../processes/chunk-pace.js';
import { exportBookmarks } from '../reads/export-bookmarks.js';
import { importResult, refusedBookmarks } from '../import-results.js';
import { cancelProcess } from './cancel-process.js';
import { importBookmarks } from './import-bookmarks.js';

/** A drive with a file of bookmarks and an empty folder `to`. */
async function driveWith(text: string): Promise<TestDrive> {
  const drive = testDrive();
  await drive.given(aFolder('to'), aFile('bookmarks.html'));
  drive.catalog.files = {
    open: async () =>
      (async function* () {
        yield Buffer.from(text);
      })(),
  };
  return drive;
}

const two: ChunkPace = { next: () => 2, took: () => undefined };

const start = (drive: TestDrive, discard = false, folderId: string = idOf('to')) =>
  importBookmarks(drive.catalog, drive.account, drive.opId(), {
    address: { url: '/', folderId },
    file: idOf('bookmarks.html'),
    discard,
  });

const processOf = async ({ catalog, account }: TestDrive): Promise<ImportProcess | undefined> =>
  (await (await catalog.store.reader(account.drive)).side<ImportProcess>('processes').find({}))[0];

async function run(drive: TestDrive, signal = new AbortController().signal): Promise<void> {
  const process = await processOf(drive);
  if (process) await continueImport(drive.catalog, drive.account.drive, process, two, signal);
}

async function imported(drive: TestDrive, folder: ElementId = idOf('to')): Promise<string> {
  let text = '';
  for await (const part of await exportBookmarks(drive.catalog, drive.account, folder)) text += part;
  return text;
}

const linksIn = (text: string) => [...text.matchAll(/>([^<>]*)<\/A>/g)].map(([, name]) => name);

const file = `<DL>
<DT><H3 ADD_DATE="1650000000">News</H3><DL>
<DT><A HREF="https://a.example/1" ADD_DATE="1650000001" TAGS="x,y">One</A>
<DT><A HREF="https://a.example/2?a=1&amp;b=%22">One</A>
<DT><A HREF="https://a.example/1">One</A>
</DL>
<DT><H3>News</H3><DL><DT><A HREF="https://a.example/3">Three</A></DL>
<DT><A HREF="javascript:alert(1)">Bad</A>
<DT><A HREF="http://10.0.0.1/">Private</A>
<DT><A HREF="https://a.example/4"></A>
</DL>`;

describe('an import of bookmarks', () => {
  it('brings folders, links, tags and dates; equal names are numbered, a missing one is Unnamed', async () => {
    const drive = await driveWith(file);
    const started = await start(drive);
    expect(started).toMatchObject({ folders: 2, links: 5, refused: 2 });
    await run(drive);
    const view = { state: 'done', folders: 2, links: 4, present: 1, refused: 2 };
    expect(await importResult(drive.catalog, drive.account, started.process)).toEqual(view);
    const text = await imported(drive);
    expect(linksIn(text)).toEqual(['One', 'One (2)', 'Three', 'Unnamed']);
    expect(text).toContain('<DT><H3 ADD_DATE="1650000000">News</H3>');
    expect(text).toContain('News (2)</H3>');
    expect(text).toContain('HREF="https://a.example/1" ADD_DATE="1650000001" TAGS="x,y">');
    expect(text).toContain('HREF="https://a.example/2?a=1&amp;b=%22"');
    expect((await drive.catalog.store.state(drive.account.drive)).reserved).toBe(0);
    let refused = '';
    const { process } = started;
    for await (const line of await refusedBookmarks(drive.catalog, drive.account, process)) refused += line;
    expect(refused.split('\n').slice(0, 3)).toEqual([
      '2 of this file could not be imported.',
      'Line 8: Addresses that begin with javascript: are not kept. Bad <javascript:alert(1)>',
      expect.stringMatching(/^Line 9: .* Private <http:\/\/10\.0\.0\.1\/>$/),
    ]);
    await inOrder(drive);
  });

  it('adds nothing when it comes again, and gives the same bytes after it went out and came in', async () => {
    const drive = await driveWith(file);
    await start(drive);
    await run(drive);
    const first = await imported(drive);
    const again = await start(drive);
    await run(drive);
    expect(await importResult(drive.catalog, drive.account, again.process)).toMatchObject({
      folders: 0,
      links: 0,
      present: 7,
    });
    expect(await imported(drive)).toBe(first);
    const other = await driveWith(first);
    await start(other);
    await run(other);
    expect(await imported(other)).toBe(first);
  });

  it('goes on where it was stopped, each link once, however many carry it on', async () => {
    const drive = await driveWith(file);
    await start(drive);
    const process = await processOf(drive);
    if (!process) throw new Error('nothing is imported');
    for (let round = 0; round < 3; round += 1) {
      const stopping = new AbortController();
      const pace = { next: () => 2, took: () => stopping.abort() };
      const now = (await processOf(drive)) ?? process;
      await continueImport(drive.catalog, drive.account.drive, now, pace, stopping.signal);
    }
    expect((await processOf(drive))?.done).toBe(6);
    await Promise.all([run(drive), run(drive)]);
    await run(drive);
    expect(linksIn(await imported(drive))).toEqual(['One', 'One (2)', 'Three', 'Unnamed']);
    await inOrder(drive);
  });

  it('leaves nothing when it is cancelled, but what others have put into its folders', async () => {
    const drive = await driveWith(file);
    const { process } = await start(drive, true);
    const stopping = new AbortController();
    const pace = { next: () => 5, took: () => stopping.abort() };
    const begun = await processOf(drive);
    if (!begun) throw new Error('nothing is imported');
    await continueImport(drive.catalog, drive.account.drive, begun, pace, stopping.signal);
    expect(linksIn(await imported(drive)).length).toBeGreaterThan(0);
    const news = importedId(process, 0);
    await drive.given(aLink('mine', news));
    await cancelProcess(drive.catalog, drive.account, drive.opId(), process);
    await run(drive);
    expect(await importResult(drive.catalog, drive.account, process)).toMatchObject({ state: 'cancelled' });
    const reader = await drive.catalog.store.reader(drive.account.drive);
    expect(new Set((await reader.find({})).map(({ id }) => id))).toEqual(new Set(['to', 'mine', news]));
    expect(reader.state()).toMatchObject({ reserved: 0, used: 24, count: 3 });
    await inOrder(drive);
  });

  it('is refused before anything comes when there is no room, and asks for a file of bookmarks', async () => {
    const drive = await driveWith(file);
    const { used } = await drive.catalog.store.state(drive.account.drive);
    await drive.given(aQuota(used + 10));
    await expect(start(drive)).rejects.toMatchObject({ code: 'space.exceeded' });
    expect(await processOf(drive)).toBeUndefined();
    const other = await driveWith(file);
    await other.given(aFile('large.html', ROOT_ID, 65 * 1024 * 1024));
    const large = { address: { url: '/' }, file: idOf('large.html'), discard: false };
    await expect(importBookmarks(other.catalog, other.account, other.opId(), large)).rejects.toMatchObject({
      code: 'file.too-large',
    });
    const none = await driveWith('<p>Hello</p>');
    await expect(start(none)).rejects.toMatchObject({ code: 'bookmarks.none' });
    await expect(start(none, false, 'nowhere')).rejects.toMatchObject({ code: 'folder.not-found' });
  });

  it('may come into the root', async () => {
    const drive = await driveWith(file);
    await start(drive, false, ROOT_ID);
    await run(drive);
    expect(linksIn(await imported(drive, ROOT_ID))).toEqual(['One', 'One (2)', 'Three', 'Unnamed']);
  });
});
