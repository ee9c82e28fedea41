import { routes } from '@skyshelf/contracts';
import { expect } from 'vitest';
import type { Person } from './people.js';
import { refused, type Attempt, type Stage } from './stage.js';

async function statusOf(
  { url }: Stage['skyshelf'],
  { token }: Person,
  address: string | null | undefined,
  query: string,
): Promise<number> {
  const at = `${url}/files/${address ?? ''}${query}`.replaceAll('#', '%23');
  return (await fetch(at, { headers: { authorization: `Bearer ${token}` } })).status;
}

/** The victim's file lies in the trash during the attempt, which changes nothing of that. */
async function withTrash(
  stage: Stage,
  attempt: (stage: Stage, file: Person['file']) => Promise<unknown>,
): Promise<void> {
  const { victim, skyshelf } = stage;
  const { file, client } = victim;
  await client.call(routes.deleteElements, { body: { url: '/', arr: [file._id] } });
  await attempt(stage, file);
  const read = (person: Person, query = '') => statusOf(skyshelf, person, file.linkurl, query);
  expect(await read(victim)).toBe(404);
  expect(await read(victim, '?trash=1')).toBe(200);
  expect(await read(stage.intruder, '?trash=1')).toBe(404);
  await client.call(routes.restoreTrash, { body: { ids: [file._id] } });
  expect(await read(victim)).toBe(200);
  expect(await read(victim, '?trash=1')).toBe(404);
}

/** The victim's file has an earlier version during the attempt, which changes nothing of that. */
async function withVersion(
  stage: Stage,
  attempt: (stage: Stage, id: string, version: string) => Promise<unknown>,
): Promise<void> {
  const { victim, skyshelf } = stage;
  const sent = async (bytes: string) => {
    const files = [{ name: 'secret.csv', size: bytes.length, type: 'text/csv' }];
    const head = JSON.stringify({ url: '/', files, conflict: 'replace' });
    const answer = await victim.client.call(routes.sendBundle, { bytes: Buffer.from(`${head}\n${bytes}`) });
    return answer.docs.ops[0];
  };
  const before = await sent('before');
  const { _id = '' } = (await sent('after')) ?? {};
  const versions = async () => {
    const { docs } = await victim.client.call(routes.listVersions, { query: { id: _id } });
    return docs.map(({ version, name, current }) => ({ version, name, current }));
  };
  const docs = await versions();
  await attempt(stage, _id, docs[1]?.version ?? '');
  expect(await versions()).toEqual(docs);
  const read = (person: Person, query: string) => statusOf(skyshelf, person, before?.linkurl, query);
  const asked = await Promise.all([read(victim, ''), read(victim, '?version=1'), read(victim, '?trash=1')]);
  expect(asked).toEqual([404, 200, 404]);
  expect(await read(stage.intruder, '?version=1')).toBe(404);
  await victim.client.call(routes.deleteElements, { body: { url: '/', arr: [_id], forever: true } });
  expect(await read(victim, '?version=1')).toBe(404);
}

/** The victim has a folder that an attempt to put it back does not change. */
async function withFormerFolder(
  stage: Stage,
  attempt: (stage: Stage, moment: { folder: string; at: string }) => Promise<unknown>,
): Promise<void> {
  const { client } = stage.victim;
  const obj = { linkname: 'Former', linktype: 'folder' };
  const { docs: folder } = await client.call(routes.addElement, { body: { url: '/', obj } });
  const { docs } = await client.call(routes.listMoments, { query: { folder: folder._id } });
  // The folder was made then.
  const moment = { folder: folder._id, at: docs[0]?.date ?? '' };
  const link = { linkname: 'later', linktype: 'website', linkurl: 'https://example.com/' };
  await client.call(routes.addElement, { body: { url: '/Former/', obj: link } });
  await attempt(stage, moment);
  const { plan } = await client.call(routes.planRewind, { query: moment });
  expect(plan.trashed).toBe(1);
  await client.call(routes.deleteElements, { body: { url: '/', arr: [folder._id], forever: true } });
}

/** The intruder's attempts on what only its owner is shown: the trash, and how things were. */
export const hiddenIntrusions: Record<string, Attempt> = {
  listTrash: async (stage) => {
    await withTrash(stage, async ({ intruder }, { _id }) => {
      expect((await intruder.client.call(routes.listTrash)).docs).toEqual([]);
      refused(await intruder.client.send(routes.listTrash, { query: { folder: _id } }), 404);
    });
  },
  restoreTrash: (stage) =>
    withTrash(stage, async ({ intruder }, { _id }) =>
      refused(await intruder.client.send(routes.restoreTrash, { body: { ids: [_id] } }), 404),
    ),
  purgeTrash: (stage) =>
    withTrash(stage, async ({ intruder }, { _id }) => {
      refused(await intruder.client.send(routes.purgeTrash, { body: { ids: [_id] } }), 404);
      await intruder.client.call(routes.purgeTrash, { body: { all: true } });
    }),
  setTrashDays: (stage) =>
    withTrash(stage, async ({ intruder }) => {
      await intruder.client.call(routes.setTrashDays, { body: { days: 0 } });
    }),
  listVersions: (stage) =>
    withVersion(stage, async ({ intruder }, id) =>
      refused(await intruder.client.send(routes.listVersions, { query: { id } }), 404),
    ),
  restoreVersion: (stage) =>
    withVersion(stage, async ({ intruder }, id, version) =>
      refused(await intruder.client.send(routes.restoreVersion, { body: { id, version } }), 404),
    ),
  keepVersion: (stage) =>
    withVersion(stage, async ({ intruder }, id, version) =>
      refused(await intruder.client.send(routes.keepVersion, { body: { id, version, name: 'mine' } }), 404),
    ),
  dropVersions: (stage) =>
    withVersion(stage, async ({ intruder }, id) =>
      refused(await intruder.client.send(routes.dropVersions, { body: { id, all: true } }), 404),
    ),
  listMoments: async (stage) => {
    await withVersion(stage, async ({ intruder }, folder) => {
      const { docs } = await intruder.client.call(routes.listMoments, { query: { folder } });
      expect(docs).toEqual([]);
    });
  },
  listFormerFolder: (stage) =>
    withFormerFolder(stage, async ({ intruder }, query) =>
      refused(await intruder.client.send(routes.listFormerFolder, { query }), 404),
    ),
  planRewind: (stage) =>
    withFormerFolder(stage, async ({ intruder }, query) =>
      refused(await intruder.client.send(routes.planRewind, { query }), 404),
    ),
  rewindFolder: (stage) =>
    withFormerFolder(stage, async ({ intruder }, body) =>
      refused(await intruder.client.send(routes.rewindFolder, { body }), 404),
    ),
};
