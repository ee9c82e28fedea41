import { routes } from '@skyshelf/contracts';
import { apiClient } from '@skyshelf/testing';
import { expect } from 'vitest';
import { listen } from '../live-stream.js';
import { accountIntrusions } from './account-intrusions.js';
import { byteIntrusions } from './byte-intrusions.js';
import { conversionIntrusions } from './conversion-intrusions.js';
import { expectNothingOf, refused, type Stage } from './stage.js';

/**
 * What the intruder tries at each route with what is the victim's. A route of the running router that is
 * missing here fails the test.
 */
export const intrusions: Record<string, (stage: Stage) => Promise<void>> = {
  ...accountIntrusions,
  ...byteIntrusions,
  ...conversionIntrusions,
  listFolder: async ({ victim, intruder }) => {
    refused(
      await intruder.client.send(routes.listFolder, { body: { url: `/${victim.folder.linkname}/` } }),
      404,
    );
    refused(
      await intruder.client.send(routes.listFolder, { body: { url: '/', folderId: victim.folder._id } }),
      404,
    );
    const own = await intruder.client.call(routes.listFolder, {
      body: { url: '/', sub: `local|${victim.name}` },
    });
    expectNothingOf(victim, own);
  },
  searchElements: async ({ victim, intruder }) => {
    const body = { text: victim.name };
    const own = await intruder.client.call(routes.searchElements, { body });
    expect(own).toEqual({ docs: [], more: false });
    const theirs = await victim.client.call(routes.searchElements, { body });
    expect(theirs.docs.length).toBeGreaterThan(0);
    const within = { text: 'secret', folderId: victim.folder._id };
    refused(await intruder.client.send(routes.searchElements, { body: within }), 404);
  },
  listSources: async ({ victim, intruder }) => {
    expectNothingOf(victim, await intruder.client.call(routes.listSources));
  },
  listTags: async ({ victim, intruder }) => {
    expectNothingOf(victim, await intruder.client.call(routes.listTags));
  },
  listRecent: async ({ victim, intruder }) => {
    expectNothingOf(victim, await intruder.client.call(routes.listRecent));
  },
  showPicture: async ({ victim, intruder }) => {
    const params = { elementId: victim.link._id, picture: '0' };
    refused(await intruder.client.send(routes.showPicture, { params }), 404);
  },
  listJobs: async ({ victim, intruder }) => {
    expect(JSON.stringify(await intruder.client.call(routes.listJobs))).not.toContain(victim.file._id);
  },
  prioritizeJobs: async ({ victim, intruder }) => {
    const body = { arr: [victim.file._id] };
    expect(await intruder.client.call(routes.prioritizeJobs, { body })).toEqual({ docs: [] });
  },
  lookUpLink: async ({ victim, intruder }) => {
    const body = { linktype: 'youtube', linkurl: 'https://youtu.be/dQw4w9WgXcQ' };
    expectNothingOf(victim, await intruder.client.call(routes.lookUpLink, { body }));
  },
  measureFolder: async ({ victim, intruder }) => {
    const body = { url: '/', folderId: victim.folder._id };
    refused(await intruder.client.send(routes.measureFolder, { body }), 404);
  },
  addElement: async ({ victim, intruder }) => {
    const obj = { linkname: 'planted', linktype: 'folder', user: `local|${victim.name}` };
    refused(
      await intruder.client.send(routes.addElement, { body: { url: '/', folderId: victim.folder._id, obj } }),
      404,
    );
    refused(
      await intruder.client.send(routes.addElement, { body: { url: `/${victim.folder.linkname}/`, obj } }),
      404,
    );
  },
  editElement: async ({ victim, intruder }) => {
    for (const { _id: id } of [victim.folder, victim.link, victim.file]) {
      refused(
        await intruder.client.send(routes.editElement, {
          body: { url: '/', id, obj: { linkname: 'taken' } },
        }),
        404,
      );
    }
  },
  deleteElements: async ({ victim, intruder }) => {
    const arr = [victim.folder._id, victim.link._id, victim.file._id];
    const { docs } = await intruder.client.call(routes.deleteElements, { body: { url: '/', arr } });
    expect(docs.deletedCount).toBe(0);
  },
  pasteElements: async ({ victim, intruder }) => {
    const arr = [victim.folder._id, victim.link._id, victim.file._id];
    for (const action of ['cut', 'copy'] as const) {
      refused(
        await intruder.client.send(routes.pasteElements, {
          body: { url: '/', folderId: 'root', arr, action },
        }),
        404,
      );
      const own = [intruder.link._id];
      refused(
        await intruder.client.send(routes.pasteElements, {
          body: { url: '/', folderId: victim.folder._id, arr: own, action },
        }),
        404,
      );
    }
  },
  editPath: async ({ victim, intruder }) => {
    const prevPath = `/${victim.folder.linkname}/`;
    refused(await intruder.client.send(routes.editPath, { body: { prevPath, newPath: '/taken/' } }), 404);
  },
  editFiles: async ({ victim, intruder }) => {
    const address = victim.file.linkurl ?? '';
    refused(
      await intruder.client.send(routes.editFiles, { body: { arrOld: [address], arrNew: [address] } }),
      404,
    );
  },
  addPlaylist: async ({ victim, intruder }) => {
    const obj = [{ linkname: 'planted', linkurl: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ' }];
    refused(
      await intruder.client.send(routes.addPlaylist, {
        body: { url: '/', folderId: victim.folder._id, name: 'planted', obj },
      }),
      404,
    );
  },
  fileExists: async ({ victim, intruder }) => {
    const body = { url: victim.file.linkurl ?? '' };
    expect(await intruder.client.call(routes.fileExists, { body })).toEqual({ file: false });
    expect(await victim.client.call(routes.fileExists, { body })).toEqual({ file: true });
  },
  confirmThumbnail: async ({ victim, intruder }) => {
    const body = { _id: victim.file._id, confirm: false };
    refused(await intruder.client.send(routes.confirmThumbnail, { body }), 404);
  },
  countOpening: async ({ victim, intruder }) => {
    refused(await intruder.client.send(routes.countOpening, { body: { _id: victim.file._id } }), 404);
  },
  tagElements: async ({ victim, intruder }) => {
    const body = { arr: [victim.folder._id, victim.file._id], add: ['taken'] };
    refused(await intruder.client.send(routes.tagElements, { body }), 404);
  },
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
  cancelProcess: async ({ intruder }) => {
    refused(await intruder.client.send(routes.cancelProcess, { body: { process: 'somebodys' } }), 404);
  },
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
  changes: async ({ victim, intruder }) => {
    expectNothingOf(victim, await intruder.client.call(routes.changes, { query: { since: 0 } }));
  },
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
  readPortrait: async ({ intruder }) => refused(await intruder.client.send(routes.readPortrait, {}), 404),
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
  confirmNotices: async ({ intruder }) =>
    refused(await intruder.client.send(routes.confirmNotices, { body: { code: 'guess' } }), 410),
  keepAccount: async ({ intruder }) =>
    refused(await intruder.client.send(routes.keepAccount, { body: { code: 'guess' } }), 410),
};
