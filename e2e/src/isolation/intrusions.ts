import { routes } from '@skyshelf/contracts';
import { apiClient } from '@skyshelf/testing';
import { expect } from 'vitest';
import { listen } from '../live-stream.js';
import { accountIntrusions } from './account-intrusions.js';
import { shareIntrusions } from './share-intrusions.js';
import { byteIntrusions } from './byte-intrusions.js';
import { hiddenIntrusions } from './hidden-intrusions.js';
import {
  each,
  expectNothingOf,
  isRefused,
  refused,
  showsNothing,
  type Attempt,
  type Stage,
} from './stage.js';
import type { Person } from './people.js';

/** Tries another's file by its id, and one's own id with the address of another's file. */
const tries =
  (route: typeof routes.convertDocument | typeof routes.convertVideo | typeof routes.recordPlayed) =>
  async ({ victim, intruder }: { victim: Person; intruder: Person }): Promise<void> => {
    const linkurl = victim.file.linkurl ?? '';
    const theirs = await intruder.client.send(route, { body: { id: victim.file._id, linkurl } });
    expect(theirs).toMatchObject({ status: 404, body: { error: { code: 'element.not-found' } } });
    const mixed = await intruder.client.send(route, { body: { id: intruder.file._id, linkurl } });
    expect(mixed).toMatchObject({ status: 400, body: { error: { field: 'linkurl' } } });
  };

const conversionIntrusions = {
  convertDocument: tries(routes.convertDocument),
  convertVideo: tries(routes.convertVideo),
  recordPlayed: tries(routes.recordPlayed),
  // A name that no one can guess; who knows it learns nothing (e2e/src/windows/early-playback.e2e.ts).
  readLiveFilm: async ({ intruder }: { intruder: Person }): Promise<void> => {
    const params = { run: 'a-run-of-another-user', file: 'index.m3u8' };
    expect(await intruder.client.send(routes.readLiveFilm, { params })).toMatchObject({ status: 410 });
  },
};

const inFolder = ({ victim }: Stage) => ({ body: { url: '/', folderId: victim.folder._id } });

/**
 * The intruder's attempts at each route with the victim's data. A route of the running router that is missing here
 * fails the test.
 */
export const intrusions: Record<string, Attempt> = {
  ...accountIntrusions,
  ...byteIntrusions,
  ...hiddenIntrusions,
  ...conversionIntrusions,
  ...shareIntrusions,
  listFolder: each(
    isRefused(routes.listFolder, 404, ({ victim }) => ({ body: { url: `/${victim.folder.linkname}/` } })),
    isRefused(routes.listFolder, 404, inFolder),
    async ({ victim, intruder }) =>
      expectNothingOf(
        victim,
        await intruder.client.call(routes.listFolder, { body: { url: '/', sub: `local|${victim.name}` } }),
      ),
  ),
  searchElements: async ({ victim, intruder }) => {
    const body = { text: victim.name };
    const own = await intruder.client.call(routes.searchElements, { body });
    expect(own).toEqual({ docs: [], more: false });
    const theirs = await victim.client.call(routes.searchElements, { body });
    expect(theirs.docs.length).toBeGreaterThan(0);
    const within = { text: 'secret', folderId: victim.folder._id };
    refused(await intruder.client.send(routes.searchElements, { body: within }), 404);
  },
  listSources: showsNothing(routes.listSources),
  listTags: showsNothing(routes.listTags),
  listRecent: showsNothing(routes.listRecent),
  showPicture: isRefused(routes.showPicture, 404, ({ victim }) => ({
    params: { elementId: victim.link._id, picture: '0' },
  })),
  listJobs: async ({ victim, intruder }) => {
    expect(JSON.stringify(await intruder.client.call(routes.listJobs))).not.toContain(victim.file._id);
  },
  prioritizeJobs: async ({ victim, intruder }) => {
    const body = { arr: [victim.file._id] };
    expect(await intruder.client.call(routes.prioritizeJobs, { body })).toEqual({ docs: [] });
  },
  retryJobs: async ({ victim, intruder }) => {
    const body = { arr: [victim.file._id] };
    expect(await intruder.client.call(routes.retryJobs, { body })).toEqual({ docs: [] });
  },
  lookUpLink: showsNothing(routes.lookUpLink, {
    body: { linktype: 'youtube', linkurl: 'https://youtu.be/dQw4w9WgXcQ' },
  }),
  measureFolder: isRefused(routes.measureFolder, 404, inFolder),
  addElement: async (stage) => {
    const { victim } = stage;
    const obj = { linkname: 'planted', linktype: 'folder', user: `local|${victim.name}` };
    for (const target of [{ url: '/', folderId: victim.folder._id }, { url: `/${victim.folder.linkname}/` }])
      await isRefused(routes.addElement, 404, () => ({ body: { ...target, obj } }))(stage);
  },
  editElement: async (stage) => {
    for (const { _id: id } of [stage.victim.folder, stage.victim.link, stage.victim.file])
      await isRefused(routes.editElement, 404, () => ({
        body: { url: '/', id, obj: { linkname: 'taken' } },
      }))(stage);
  },
  deleteElements: async ({ victim, intruder }) => {
    const arr = [victim.folder._id, victim.link._id, victim.file._id];
    const { docs } = await intruder.client.call(routes.deleteElements, { body: { url: '/', arr } });
    expect(docs.deletedCount).toBe(0);
  },
  pasteElements: async (stage) => {
    const { folder, link, file } = stage.victim;
    for (const action of ['cut', 'copy'] as const)
      for (const target of [
        { folderId: 'root', arr: [folder._id, link._id, file._id] },
        { folderId: folder._id, arr: [stage.intruder.link._id] },
      ])
        await isRefused(routes.pasteElements, 404, () => ({ body: { url: '/', ...target, action } }))(stage);
  },
  editPath: isRefused(routes.editPath, 404, ({ victim }) => ({
    body: { prevPath: `/${victim.folder.linkname}/`, newPath: '/taken/' },
  })),
  editFiles: isRefused(routes.editFiles, 404, ({ victim }) => ({
    body: { arrOld: [victim.file.linkurl ?? ''], arrNew: [victim.file.linkurl ?? ''] },
  })),
  addPlaylist: isRefused(routes.addPlaylist, 404, ({ victim }) => ({
    body: {
      url: '/',
      folderId: victim.folder._id,
      name: 'planted',
      obj: [{ linkname: 'planted', linkurl: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ' }],
    },
  })),
  fileExists: async ({ victim, intruder }) => {
    const body = { url: victim.file.linkurl ?? '' };
    expect(await intruder.client.call(routes.fileExists, { body })).toEqual({ file: false });
    expect(await victim.client.call(routes.fileExists, { body })).toEqual({ file: true });
  },
  confirmThumbnail: isRefused(routes.confirmThumbnail, 404, ({ victim }) => ({
    body: { _id: victim.file._id, confirm: false },
  })),
  countOpening: isRefused(routes.countOpening, 404, ({ victim }) => ({ body: { _id: victim.file._id } })),
  tagElements: isRefused(routes.tagElements, 404, ({ victim }) => ({
    body: { arr: [victim.folder._id, victim.file._id], add: ['taken'] },
  })),
  renameTag: async ({ victim, intruder }) => {
    await victim.client.call(routes.tagElements, { body: { arr: [victim.link._id], add: ['private'] } });
    const { docs } = await intruder.client.call(routes.renameTag, { body: { tag: 'private', to: 'taken' } });
    expect(docs.modifiedCount).toBe(0);
    await victim.client.call(routes.tagElements, { body: { arr: [victim.link._id], remove: ['private'] } });
  },
  removeTag: async ({ victim, intruder }) => {
    await victim.client.call(routes.tagElements, { body: { arr: [victim.link._id], add: ['private'] } });
    const { docs } = await intruder.client.call(routes.removeTag, { body: { tag: 'private' } });
    expect(docs.modifiedCount).toBe(0);
    const kept = await victim.client.call(routes.removeTag, { body: { tag: 'private' } });
    expect(kept.docs.modifiedCount).toBe(1);
  },
  listProcesses: async ({ intruder }) => {
    expect(await intruder.client.call(routes.listProcesses)).toEqual({ docs: [] });
  },
  cancelProcess: isRefused(routes.cancelProcess, 404, () => ({ body: { process: 'somebodys' } })),
  undo: async ({ victim, intruder }) => {
    const { operation } = await victim.client.call(routes.tagElements, {
      body: { arr: [victim.link._id], add: ['private'] },
    });
    refused(await intruder.client.send(routes.undo, { body: { operation } }), 404);
    await victim.client.call(routes.undo, { body: { operation } });
  },
  usage: async ({ victim, intruder }) => {
    const { result } = await intruder.client.call(routes.usage);
    const theirs = await victim.client.call(routes.usage);
    expect(result.totalSize).toBeLessThanOrEqual(theirs.result.totalSize + 100);
  },
  changes: showsNothing(routes.changes, { query: { since: 0 } }),
  liveChanges: async ({ skyshelf, victim, intruder }) => {
    const theirs = await listen(skyshelf.url, intruder.token);
    const own = await listen(skyshelf.url, victim.token);
    // Each stream begins with a ring for the version that it starts at.
    await Promise.all([theirs, own].map((stream) => stream.until((rings) => rings > 0)));
    const before = theirs.rings();
    const heard = own.rings();
    await victim.client.call(routes.addElement, {
      body: { url: '/', obj: { linkname: 'a bell', linktype: 'folder' } },
    });
    await own.until((rings) => rings > heard);
    expect(theirs.rings()).toBe(before);
    theirs.close();
    own.close();
  },
  userInfo: async ({ intruder }) => {
    expect(await intruder.client.call(routes.userInfo)).toMatchObject({ sub: `local|${intruder.name}` });
  },
  setReadCookie: async ({ skyshelf, victim }) => {
    const [header = '', payload = ''] = victim.token.split('.');
    const forged = `${header}.${payload}.${'A'.repeat(86)}`;
    const body = JSON.stringify({ token: forged });
    const answer = await fetch(new URL('/api/token/', skyshelf.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    expect(answer.headers.get('set-cookie') ?? '').not.toContain(payload);
    if (answer.status !== 401) expect(await answer.json()).toMatchObject({ ok: false });
  },
  logOut: async ({ skyshelf, victim }) => {
    const answer = await fetch(new URL('/api/logout/', skyshelf.url), { method: 'POST' });
    expect(answer.status).toBe(200);
    expect((await victim.client.send(routes.userInfo)).status).toBe(200);
  },
  logOutEverywhere: async ({ skyshelf, victim }) => {
    const drifter = apiClient(skyshelf.url, await skyshelf.token('drifter'));
    await drifter.call(routes.logOutEverywhere);
    expect((await drifter.send(routes.userInfo)).status).toBe(401);
    expect((await victim.client.send(routes.userInfo)).status).toBe(200);
    drifter.close();
  },
  listSessions: async ({ victim, intruder }) => {
    const own = await intruder.client.call(routes.listSessions);
    const theirs = await victim.client.call(routes.listSessions);
    const ids = own.docs.map((each) => each._id);
    expect(theirs.docs.filter((each) => ids.includes(each._id))).toEqual([]);
  },
  endSession: async ({ victim, intruder }) => {
    const { docs } = await victim.client.call(routes.listSessions);
    for (const { _id: id } of docs)
      refused(await intruder.client.send(routes.endSession, { body: { id } }), 404);
    expect((await victim.client.send(routes.userInfo)).status).toBe(200);
  },
  closeAccount: async ({ skyshelf, victim }) => {
    const leaver = apiClient(skyshelf.url, await skyshelf.token('leaver'));
    await leaver.call(routes.closeAccount);
    expect((await leaver.send(routes.userInfo)).status).toBe(401);
    expect((await victim.client.send(routes.userInfo)).status).toBe(200);
    leaver.close();
  },
  // It is of who asks: these have none, and the victim's could be asked for by no name.
  readPortrait: isRefused(routes.readPortrait, 404),
  readNotices: async ({ victim, intruder }) => {
    await victim.client.call(routes.setNotices, { body: { address: 'victim@example.org' } });
    expect(await intruder.client.call(routes.readNotices)).toEqual({ address: null, asked: null });
  },
  setNotices: async ({ victim, intruder }) => {
    await intruder.client.call(routes.setNotices, { body: { address: 'intruder@example.org' } });
    expect(JSON.stringify(await victim.client.call(routes.readNotices))).not.toContain('intruder');
  },
  removeNotices: async ({ victim, intruder }) => {
    const before = await victim.client.call(routes.readNotices);
    await intruder.client.call(routes.removeNotices);
    expect(await victim.client.call(routes.readNotices)).toEqual(before);
  },
  stopNotices: isRefused(routes.stopNotices, 410, () => ({ query: { code: 'guess' } })),
  confirmNotices: isRefused(routes.confirmNotices, 410, () => ({ body: { code: 'guess' } })),
  keepAccount: isRefused(routes.keepAccount, 410, () => ({ body: { code: 'guess' } })),
};
